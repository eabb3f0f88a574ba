"""A unit that goes in file: two or three abreast behind its foremost model, where it cannot go as it stands.

For whoever weighs where to go; quickly found, not the best there is. The order is verified like any other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np

from game.geometry.obstacles import Obstacles, legs_clear, points_clear
from game.geometry.path import cut, path_length
from game.geometry.places import Places
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.rulesets.grimdark_future.conditions import move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.movement import Paths
from game.table.model import Model
from game.units import TOLERANCE, Point

SHARES = (1.0, 0.7, 0.45)
ROOM = 0.3
"""Inches between bases in file."""
GRAIN = 1.5


def file_to(
    scene: Scene, members: Sequence[Model], far: float, wish: Point, walls: Mapping[float, Obstacles],
    blockers: Sequence[Base],
) -> Paths | None:
    """The unit in file over this ground to the place nearest to `wish` that its foremost model can get to within `far`
    inches; None where it finds none."""
    lead = min(members, key=lambda m: (round(math.dist(m.base.at, wish), 6), m.id))
    path = _lead_path(scene, lead, members, wish, far, blockers)
    if path is None or path_length(path) < 1.0:
        return None
    for share in SHARES:
        way = cut(path, share * path_length(path))
        paths = _filed(members, lead, way, far, walls)
        if paths is not None:
            return paths
    return None


def _lead_path(
    scene: Scene, lead: Model, members: Sequence[Model], wish: Point, far: float,
    blockers: Sequence[Base],
) -> tuple[Point, ...] | None:
    longest = min(move_of(m, "rush") for m in members)
    near = [b for b in blockers if math.dist(b.at, lead.base.at) <= longest + lead.radius + b.radius + 1.0]
    key = ("lead", lead.base.at, lead.radius, longest, tuple((b.x, b.y, b.radius) for b in near))
    places = scene.recent(key, lambda s: Places(Reach(s, lead.base, longest, blocked_by=near, climb=0.0), GRAIN))
    spot = places.nearest(wish, far)
    return None if spot is None else places.reach.path(spot)


def _filed(
    members: Sequence[Model], lead: Model, way: Sequence[Point], far: float, walls: Mapping[float, Obstacles]
) -> Paths | None:
    """Everybody on a place along the way, each by a way of its own; None where somebody finds none in reach."""
    radius = max(m.radius for m in members)
    spine = _spine(members, lead, way)
    places = _places(spine, radius, walls[radius], len(members))
    if len(places) < len(members):
        return None
    order = sorted(members, key=lambda m: (m.id != lead.id, -_along(spine, m.base.at), m.id))
    ends = dict(zip([m.id for m in order], places, strict=True))
    paths: Paths = {}
    for size in dict.fromkeys(m.radius for m in order):
        alike = [m for m in order if m.radius == size]
        own = _own_ways([(m.base.at, ends[m.id]) for m in alike], way, far, walls[size])
        if own is None:
            return None
        paths |= zip([m.id for m in alike], own, strict=True)
    return {m.id: paths[m.id] for m in members}


def _spine(members: Sequence[Model], lead: Model, way: Sequence[Point]) -> list[Point]:
    """The lead's way from its end back, and on through the middle of those behind."""
    back = list(reversed(way))
    x, y = (sum(m.base.at[i] for m in members) / len(members) for i in (0, 1))
    start = lead.base.at
    apart = math.dist((x, y), start)
    if apart < 0.2:
        ahead = way[1]
        x, y, apart = 2 * start[0] - ahead[0], 2 * start[1] - ahead[1], math.dist(start, ahead)
    share = (NUMBERS.span + 1.0) / apart
    return [*back, (start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share)]


def _places(spine: Sequence[Point], radius: float, walls: Obstacles, wanted: int) -> list[Point]:
    """Free places along the spine, the foremost first, each linked to one before it."""
    pitch = 2 * radius + ROOM
    grid: list[Point] = []
    for rank in range(math.ceil(NUMBERS.span / pitch) + 1):
        at, (ux, uy) = _at(spine, rank * pitch)
        grid += [(at[0] - uy * off * pitch, at[1] + ux * off * pitch) for off in (0, 1, -1)]
    free = points_clear(walls, np.array(grid))
    kept: list[Point] = []
    for place, ok in zip(grid, free, strict=True):
        if not ok or any(math.dist(place, k) < 2 * radius + 0.02 for k in kept):
            continue
        if kept and not any(math.dist(place, k) <= 2 * radius + NUMBERS.link - 0.05 for k in kept):
            continue
        if all(math.dist(place, k) <= NUMBERS.span for k in kept):
            kept.append(place)
        if len(kept) == wanted:
            break
    return kept


def _at(spine: Sequence[Point], far: float) -> tuple[Point, Point]:
    """The point so far along the spine, and the spine's direction there."""
    for a, b in itertools.pairwise(spine):
        length = math.dist(a, b)
        if length <= TOLERANCE:
            continue
        unit = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        if far <= length or b == spine[-1]:
            return (a[0] + unit[0] * far, a[1] + unit[1] * far), unit
        far -= length
    return spine[-1], (0.0, 1.0)


def _along(spine: Sequence[Point], at: Point) -> float:
    """Minus how far along the spine the point nearest to `at` lies: more for those in front."""
    best, run, found = math.inf, 0.0, 0.0
    for a, b in itertools.pairwise(spine):
        length = math.dist(a, b)
        if length <= TOLERANCE:
            continue
        share = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / length**2
        share = max(0.0, min(1.0, share))
        off = math.dist(at, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        if off < best:
            best, found = off, run + share * length
        run += length
    return -found


def _own_ways(
    moves: Sequence[tuple[Point, Point]], way: Sequence[Point], far: float, walls: Obstacles
) -> list[tuple[Point, ...]] | None:
    """From each start to its place: straight, else by the bends of the lead's way, from the last one on; None where
    one finds none. All legs are asked at once: the straight ones, then those to and from each bend."""
    bends = list(way[:-1])
    tries: list[list[tuple[Point, ...]]] = []
    for start, place in moves:
        ways = [(start, place), *((start, *bends[first:], place) for first in range(len(bends) - 1, -1, -1))]
        short = [path for path in ways if _is_within(path, far)]
        if not short:
            return None
        tries.append(short)
    legs = {leg: False for ways in tries for path in ways for leg in itertools.pairwise(path)}
    free = legs_clear(walls, np.array([(*a, *b) for a, b in legs]))
    legs = dict(zip(legs, free.tolist(), strict=True))
    found = []
    for ways in tries:
        path = next((p for p in ways if all(legs[leg] for leg in itertools.pairwise(p))), None)
        if path is None:
            return None
        found.append(path)
    return found


def _is_within(path: Sequence[Point], far: float) -> bool:
    """Whether the path is no longer than `far`; measured with care only where that is close."""
    rough = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    return rough < far if abs(rough - far) > TOLERANCE else path_length(path) <= far
