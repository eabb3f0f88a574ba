"""May a base walk this line, and what does it cost. Inches; a path is the base's centre (design: the table)."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from game.errors import GeometryError
from game.geometry.ground import ground_of
from game.geometry.obstacles import (
    Array,
    Obstacles,
    check_numbers,
    legs_clear,
    nearest_obstacle,
    obstacles,
    points_clear,
)
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point
from game.words import say


class Block(msgspec.Struct, frozen=True):
    """What stops a move: `kind` "terrain", "base" or "edge"; `what` the piece's id, the base's index among those
    given, or the edge's name; `point` where the centre stops; `leg` the index of the leg it stops on."""

    kind: str
    what: str | int
    point: Point
    leg: int = 0


def path_length(path: Sequence[Point]) -> float:
    """The length of the polyline. Raises GeometryError for fewer than two points or for NaN."""
    legs = legs_of(path)
    return float(np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1]).sum())


def legs_of(path: Sequence[Point]) -> Array:
    """The legs of `path` as [n, 4]. Raises GeometryError for fewer than two points or for NaN."""
    points = np.array(path, float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < 2:
        raise GeometryError(say("a path needs at least two points, not {count}", count=len(points)))
    check_numbers(points, "a path's points")
    return np.concatenate([points[:-1], points[1:]], axis=1)


def cut(path: Sequence[Point], length: float) -> tuple[Point, ...]:
    """The first `length` inches of `path`; all of it where it is no longer, two like points for 0."""
    legs = legs_of(path)
    out, left = [path[0]], max(0.0, float(length))
    for (x0, y0, x1, y1), end in zip(legs.tolist(), path[1:], strict=True):
        far = math.hypot(x1 - x0, y1 - y0)
        if far > left:
            share = left / far
            return (*out, (x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        out.append(end)
        left -= far
    return tuple(out)


def can_stand(scene: Scene, mover: Base, others: Sequence[Base] = (), *, gaps: bool = False,
              tops: float = math.inf) -> Block | None:
    """None where `mover` stands legally; else what it overlaps. Touching is allowed.

    `gaps`: may stand over a gap. `tops`: climbable pieces up to this height may be stood on.
    """
    check_numbers(mover.at)
    obs = obstacles(scene, mover.radius, others, gaps=gaps, tops=tops)
    if points_clear(obs, np.array([mover.at]))[0]:
        return None
    return Block(*nearest_obstacle(scene, obs, mover.at), mover.at)


def swept_clear(scene: Scene, mover: Base, path: Sequence[Point], others: Sequence[Base] = (), *,
                gaps: bool = False, tops: float = math.inf) -> Block | None:
    """None where `mover`'s base can be moved along `path`; else the first thing in its way.

    The path's own first point counts, not where `mover` stands. Keywords as in `can_stand`.
    """
    legs = legs_of(path)
    obs = obstacles(scene, mover.radius, others, gaps=gaps, tops=tops)
    clear = legs_clear(obs, legs)
    if clear.all():
        return None
    leg = int(np.argmin(clear))
    free, stopped = _stop(obs, legs[leg])
    return Block(*nearest_obstacle(scene, obs, stopped), free, leg)


def _stop(obs: Obstacles, leg: Array) -> tuple[Point, Point]:
    """The last free point of a blocked leg (its start if none is), and one just beyond it."""
    low, high = 0.0, 1.0
    grown = obs.discs + np.array([0.0, 0.0, TOLERANCE / 2])  # rest well within the tolerance, not on its brink
    obs = obs._replace(radius=obs.radius + TOLERANCE / 2, discs=grown)
    span = leg[2:] - leg[:2]
    for _ in range(5):
        shares = np.linspace(low, high, 33)[1:]
        ends = leg[:2] + shares[:, None] * span
        clear = legs_clear(obs, np.column_stack([np.broadcast_to(leg[:2], ends.shape), ends]))
        k = int(np.argmin(clear))
        low, high = float(shares[k - 1]) if k else low, float(shares[k])
    a, b = leg[:2] + low * span, leg[:2] + high * span
    return (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))


def swept_clear_many(scene: Scene, radius: float, legs: Array, others: Sequence[Base] = (), *,
                     gaps: bool = False, tops: float = math.inf) -> Array:
    """bool [n]: a base of `radius` can be moved along each of `legs` [n, 4] (x0, y0, x1, y1)."""
    legs = np.asarray(legs, float).reshape(-1, 4)
    check_numbers(legs, "legs")
    return legs_clear(obstacles(scene, radius, others, gaps=gaps, tops=tops), legs)


def path_cost(scene: Scene, mover: Base, path: Sequence[Point], rates: Mapping[str, float] | None = None,
              measured_at: str = "centre", climb: float | None = 1.0) -> float:
    """What walking `path` costs: its length at the rate of the ground, plus climbs.

    `rates` gives a multiplier per trait; where several apply, the dearest. `measured_at` "centre" or "touch"
    says which ground is under the mover. `climb` is the price per inch of height, up or down; None: no climbing.
    """
    ground = ground_of(scene, mover.radius, rates or {}, measured_at, climb)
    return ground.path_price(legs_of(path))
