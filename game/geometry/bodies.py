"""Things pushed and thrown, and crowds that close up: bodies in a physics space. Inches, compass degrees.

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
import shapely

from game.errors import GeometryError
from game.geometry.obstacles import EDGES, NO_TOPS, Obstacles, check_numbers, check_radius, obstacles
from game.geometry.path import Block, swept_clear
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.spots import nearest_free
from game.units import Point, towards
from game.words import say

STEP = 1 / 60
STEPS = 360
PULL = 8.0
TOP_SPEED = 10.0
STILL = 0.002
SMALL = 0.05
HAIR = 1e-7
AT_EDGE = ("leave", "stop", "bounce")


class Rest(msgspec.Struct, frozen=True):
    """Where a pushed or thrown thing came to rest, what stopped it (None: it went its full way), and its way."""

    point: Point
    stopped_by: Block | None
    path: tuple[Point, ...]


def knock_back(scene: Scene, base: Base, direction: float, distance: float, others: Sequence[Base] = ()) -> Rest:
    """Push `base` straight along compass `direction`: it stops in contact with whatever it meets.

    It stays on the table, out of gaps, and is not lifted onto any top. Raises GeometryError for NaN or a distance
    below 0.
    """
    end = _end(base.at, direction, distance)
    block = swept_clear(scene, base, (base.at, end), others, tops=max(0.0, base.elevation))
    point = end if block is None else block.point
    return Rest(point, block, (base.at, point))


def _end(start: Point, direction: float, distance: float) -> Point:
    check_numbers((*start, direction, distance), "a push")
    if distance < 0:
        raise GeometryError(say("a push goes 0 in or further, not {distance}", distance=distance))
    return towards(start, direction, distance)


def throw(scene: Scene, point: Point, direction: float, distance: float, others: Sequence[Base] = (), *,
          bounce: bool = True, edge: str = "leave", radius: float = SMALL) -> Rest:
    """Throw a small round thing from `point` along compass `direction` for `distance` inches.

    At solid terrain or a base of `others` it bounces once (`bounce`) for the rest of the distance, and stops at
    what it meets next; without `bounce` it stops at the first. At the table's `edge` it may "leave", "stop" or
    "bounce". What it starts in or on does not hinder it. Gaps do not stop it.
    """
    if edge not in AT_EDGE:
        raise GeometryError(say('at the edge a thing may {at_edge}, not "{edge}"', at_edge=", ".join(AT_EDGE),
                                edge=edge))
    end, path = _end(point, direction, distance), [point]
    space = _Space(scene, obstacles(scene, radius, others, gaps=True, tops=NO_TOPS), edge != "leave")
    space.ignore_around(point)
    hit = space.first_hit(point, end)
    if hit is not None and bounce and not (hit.block.kind == "edge" and edge == "stop"):
        path.append(hit.block.point)
        off = (hit.block.point[0] + HAIR * hit.normal[0], hit.block.point[1] + HAIR * hit.normal[1])
        end = _mirrored(off, end, hit.normal)
        hit = space.first_hit(off, end)
    path.append(end if hit is None else hit.block.point)
    block = None if hit is None else msgspec.structs.replace(hit.block, leg=len(path) - 2)
    return Rest(path[-1], block, tuple(path))


def _mirrored(at: Point, end: Point, normal: Point) -> Point:
    """`end`, had the way to it been thrown back at `at` by a surface with this `normal`."""
    dx, dy = end[0] - at[0], end[1] - at[1]
    into = min(0.0, dx * normal[0] + dy * normal[1])
    return (at[0] + dx - 2 * into * normal[0], at[1] + dy - 2 * into * normal[1])


class _Hit(msgspec.Struct, frozen=True):
    block: Block
    normal: Point


class _Space:
    """The obstacles of a mover as static shapes, grown by its radius, in a fixed order."""

    def __init__(self, scene: Scene, obs: Obstacles, edges: bool = True, margin: float = 0.0) -> None:
        self.space = pymunk.Space()
        self._names: dict[pymunk.Shape, tuple[int, str, str | int]] = {}
        self._ignored: set[str | int] = set()
        self._scene = scene
        body = self.space.static_body
        for a, b, owner in zip(obs.start.tolist(), obs.end.tolist(), obs.edge_owner.tolist(), strict=True):
            self._add(pymunk.Segment(body, tuple(a), tuple(b), obs.radius + margin), "terrain", scene.pieces[owner].id)
        for (x, y, r), owner in zip(obs.discs.tolist(), obs.disc_owner.tolist(), strict=True):
            kind, what = ("terrain", scene.pieces[owner].id) if owner >= 0 else ("base", -1 - owner)
            self._add(pymunk.Circle(body, r + margin, (x, y)), kind, what)
        for name, (a, b) in zip(EDGES, _sides(scene), strict=True) if edges else ():
            self._add(pymunk.Segment(body, a, b, obs.radius + margin), "edge", name)

    def _add(self, shape: pymunk.Shape, kind: str, what: str | int) -> None:
        self._names[shape] = (len(self._names), kind, what)
        self.space.add(shape)

    def ignore_around(self, point: Point) -> None:
        """Let whatever `point` is in or on count as absent."""
        for shape, (_, kind, what) in self._names.items():
            inside = kind == "terrain" and _in_piece(self._scene, str(what), point)
            if kind != "edge" and (inside or shape.point_query(point).distance < -HAIR):
                self._ignored.add(what)

    def first_hit(self, start: Point, end: Point) -> _Hit | None:
        """The first surface that a point going from `start` to `end` runs into."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        hits = [(info.alpha, self._names[info.shape], info) for info in
                self.space.segment_query(start, end, 0.0, pymunk.ShapeFilter())
                if self._names[info.shape][2] not in self._ignored
                and info.normal.x * dx + info.normal.y * dy < 0]
        if not hits:
            return None
        alpha, (_, kind, what), info = min(hits, key=lambda h: (round(h[0], 9), h[1][0]))
        point = (start[0] + alpha * dx, start[1] + alpha * dy)
        return _Hit(Block(kind, what, point), (info.normal.x, info.normal.y))


def _sides(scene: Scene) -> tuple[tuple[Point, Point], ...]:
    a, b, c, d = (0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height)
    return ((a, d), (a, b), (b, c), (d, c))


def _in_piece(scene: Scene, name: str, point: Point) -> bool:
    piece = scene.by_id[name]
    if piece.disc is not None:
        return math.dist(point, piece.disc[:2]) < piece.disc[2]
    return bool(shapely.contains_xy(shapely.Polygon(piece.outline, piece.holes), *point))


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
    world = _Space(scene, obstacles(scene, least, others, tops=tops), margin=-least)
    world.space.iterations, world.space.collision_slop = 20, 0.0005
    bodies = []
    for base, target in zip(bases, targets, strict=True):
        body = pymunk.Body(1.0, math.inf)
        body.position, body.velocity_func = base.at, _drawn_to(target)
        world.space.add(body, pymunk.Circle(body, base.radius))
        bodies.append(body)
    for step in range(STEPS):
        before = [body.position for body in bodies]
        world.space.step(STEP)
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
