"""Crowds that close up and formations that go round things: bodies in a physics space. Inches.

The space moves the bodies (fixed steps, fixed order: the same answer every time); where they come to rest is then
made exact by the questions that decide every other move. Shapes are grown and queried with radius 0, because the
engine's own query with a radius goes wrong among many shapes.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import pymunk

from game.errors import GeometryError
from game.geometry.obstacles import Obstacles, check_numbers, check_radius, obstacles
from game.geometry.path import swept_clear
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.spots import nearest_free
from game.units import Point
from game.words import say

STEP = 1 / 60
STEPS = 360
PULL = 8.0
TOP_SPEED = 10.0
STILL = 0.002


def _space(scene: Scene, obs: Obstacles, margin: float) -> pymunk.Space:
    """The obstacles of a mover and the table's edges as static shapes, grown by its radius, in a fixed order."""
    space = pymunk.Space()
    body, radius = space.static_body, obs.radius + margin
    for a, b in zip(obs.start.tolist(), obs.end.tolist(), strict=True):
        space.add(pymunk.Segment(body, tuple(a), tuple(b), radius))
    for x, y, r in obs.discs.tolist():
        space.add(pymunk.Circle(body, r + margin, (x, y)))
    for a, b in _sides(scene):
        space.add(pymunk.Segment(body, a, b, radius))
    return space


def _sides(scene: Scene) -> tuple[tuple[Point, Point], ...]:
    a, b, c, d = (0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height)
    return ((a, d), (a, b), (b, c), (d, c))


def settle(scene: Scene, bases: Sequence[Base], targets: Sequence[Point], others: Sequence[Base] = (), *,
           tops: float = math.inf) -> tuple[Point, ...]:
    """Where `bases` come to rest when each is drawn straight towards its target and none may overlap anything.

    They push past each other, slide along terrain and stop at `others`, in contact where they press. Bases that
    begin on free spots end on free spots. () for none. Raises GeometryError where targets and bases differ in number.
    """
    if len(bases) != len(targets):
        raise GeometryError(say("{count} bases cannot settle on {wanted} targets", count=len(bases),
                                wanted=len(targets)))
    check_numbers(np.array([(*b.at, *t) for b, t in zip(bases, targets, strict=True)], float), "bases and targets")
    if not bases:
        return ()
    drawn = _draw_together(scene, bases, targets, others, tops)
    order = sorted(range(len(bases)), key=lambda i: (round(math.dist(drawn[i], targets[i]), 6), i))
    placed: dict[int, Base] = {}
    for i in order:
        placed[i] = _placed(scene, bases[i], drawn[i], targets[i], [*others, *placed.values()], tops)
    return tuple(placed[i].at for i in range(len(bases)))


def _placed(scene: Scene, base: Base, spot: Point, target: Point, others: Sequence[Base], tops: float) -> Base:
    """`base` on the free spot nearest to `spot`, then moved on towards `target` until it touches something."""
    free = nearest_free(scene, base, spot, others, tops=tops) or base.at
    there = msgspec.structs.replace(base, x=free[0], y=free[1])
    if math.dist(free, target) < 1e-9:
        return there
    block = swept_clear(scene, there, (free, target), others, tops=tops)
    end = target if block is None else block.point
    return msgspec.structs.replace(base, x=end[0], y=end[1])


def _draw_together(scene: Scene, bases: Sequence[Base], targets: Sequence[Point], others: Sequence[Base],
                   tops: float) -> list[Point]:
    """The positions to which the physics space draws the bodies; they may still overlap by a little."""
    for base in bases:
        check_radius(base.radius)
    least = min(base.radius for base in bases)
    space = _space(scene, obstacles(scene, least, others, tops=tops), -least)
    space.iterations, space.collision_slop = 20, 0.0005
    bodies = []
    for base, target in zip(bases, targets, strict=True):
        body = pymunk.Body(1.0, math.inf)
        body.position, body.velocity_func = base.at, _drawn_to(target)
        space.add(body, pymunk.Circle(body, base.radius))
        bodies.append(body)
    for step in range(STEPS):
        before = [body.position for body in bodies]
        space.step(STEP)
        moved = [was.get_distance(body.position) for was, body in zip(before, bodies, strict=True)]
        if step and max(moved) < STILL * STEP:
            break
    return [(float(body.position.x), float(body.position.y)) for body in bodies]


def _drawn_to(target: Point) -> Callable[[pymunk.Body, pymunk.Vec2d, float, float], None]:
    """A pull towards `target`. The space calls it between finding contacts and solving them: a speed set at any
    other time would carry a body into a wall before the wall can answer."""
    def pull(body: pymunk.Body, _gravity: pymunk.Vec2d, _damping: float, _dt: float) -> None:
        dx, dy = target[0] - body.position.x, target[1] - body.position.y
        far = math.hypot(dx, dy)
        speed = min(TOP_SPEED, PULL * far) / far if far > 0 else 0.0
        body.velocity = (dx * speed, dy * speed)
    return pull


def formation(scene: Scene, bases: Sequence[Base], shift: Point, others: Sequence[Base] = (), *,
              budgets: Sequence[float] | None = None, climb: float | None = 1.0) -> tuple[Point, ...]:
    """Where `bases` end that all follow one drag by `shift`, keeping their places among each other.

    Each goes to its own place by its cheapest way round terrain and `others`, or as near to it as is free and its
    budget allows (default: twice the drag and 2 in); the foremost choose first. They may pass through each other.
    """
    check_numbers(shift, "a drag")
    far = math.hypot(*shift)
    order = sorted(range(len(bases)), key=lambda i: (-(bases[i].x * shift[0] + bases[i].y * shift[1]), i))
    means = [2 * far + 2.0] * len(bases) if budgets is None else list(budgets)
    if len(means) != len(bases):
        raise GeometryError(say("{count} bases need as many budgets, not {wanted}", count=len(bases),
                                wanted=len(means)))
    for cautious in (False, True):
        ends = _file_off(scene, bases, shift, others, order, means, climb, cautious)
        if ends is not None:
            return tuple(ends[i] for i in range(len(bases)))
    return tuple(base.at for base in bases)


def _file_off(scene: Scene, bases: Sequence[Base], shift: Point, others: Sequence[Base], order: Sequence[int],
              budgets: Sequence[float], climb: float | None, cautious: bool) -> dict[int, Point] | None:
    """Ends in `order`; None where somebody finds no free spot. `cautious`: nobody takes a spot not yet left."""
    placed: dict[int, Base] = {}
    for k, i in enumerate(order):
        waiting = [bases[j] for j in order[k + 1:]] if cautious else []
        reach = Reach(scene, bases[i], budgets[i], blocked_by=others, climb=climb,
                      pass_through=[*placed.values(), *waiting])
        end = reach.nearest((bases[i].x + shift[0], bases[i].y + shift[1]))
        if end is None:
            return None
        placed[i] = msgspec.structs.replace(bases[i], x=end[0], y=end[1])
    return {i: base.at for i, base in placed.items()}
