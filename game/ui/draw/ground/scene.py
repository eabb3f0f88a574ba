"""A table made ready to paint: pieces in screen inches, each with its own frame, and what throws shadows."""
from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from game.ui.draw.ground.area import Area, Bounds, Shape, unit
from game.ui.draw.ground.shade import Caster
from game.ui.draw.ground.spec import Paint, PieceLook, TableLook
from game.units import Point

FLAT = frozenset({"water", "crater", "hazard", "smoke", "floor", "gap", "rubble", "wood"})
"""Kinds that throw no shadow of their outline: they lie flat, sink, or shade themselves."""

THIN = 0.8
"""A ruin no deeper than this (inches from its outline) is all wall; a deeper one is floor within broken walls."""
WALL = 0.6
"""Inches. How thick the walls of a wide ruin are."""

STYLES = {"building": ("gravel", "ribbed", "slab"), "crates": ("wood", "wood", "wood", "steel")}


@dataclass(frozen=True)
class Thing:
    """A piece on the screen: `turn` (radians, y down) is the direction of its long side, `half` its half sizes
    along and across that, `middle` the centre of that box."""

    look: PieceLook
    shape: Shape
    turn: float
    middle: Point
    half: Point

    @property
    def seed(self) -> int:
        return self.look.seed

    @property
    def style(self) -> str:
        """The variant: as given, or by the seed."""
        known = STYLES.get(self.look.kind, ("",))
        return self.look.style or known[self.seed % len(known)]

    def at(self, u: float, v: float) -> Point:
        """The screen point `u` along and `v` across (inches) from the middle."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        return self.middle[0] + u * c - v * s, self.middle[1] + u * s + v * c

    def part(self, u: float, v: float) -> Point:
        """As `at`, with -1 to 1 spanning the piece."""
        return self.at(u * self.half[0], v * self.half[1])


@dataclass(frozen=True)
class Scene:
    """Everything a block's painter asks: the table, its decorations, its pieces and the casters of shadow."""

    table: TableLook
    paint: tuple[Paint, ...]
    things: tuple[Thing, ...]
    casters: tuple[Caster, ...]

    def area(self, ppi: int) -> Area:
        """The whole table at one zoom."""
        return Area(0, 0, round(self.table.width * ppi), round(self.table.height * ppi), ppi)

    def of(self, *kinds: str) -> list[Thing]:
        return [thing for thing in self.things if thing.look.kind in kinds]


def scene_of(table: TableLook, pieces: Iterable[PieceLook]) -> Scene:
    """The table and its pieces, turned to screen inches (y from the north edge)."""
    things = tuple(thing_of(piece, table.height) for piece in pieces)
    paint = tuple(msgspec.structs.replace(p, points=_flipped(p.points, table.height)) for p in table.paint)
    return Scene(table, paint, things, tuple(c for thing in things for c in casters_of(thing)))


def thing_of(piece: PieceLook, height: float) -> Thing:
    """One piece in screen inches."""
    disc = None if piece.disc is None else (piece.disc[0], height - piece.disc[1], piece.disc[2])
    rings = [_flipped(ring, height) for ring in (piece.outline, *piece.holes) if ring]
    shape = Shape(rings, disc if not piece.outline else None)
    turn = _long_side(shape) if piece.angle is None else math.radians(piece.angle - 90)
    thing = _boxed(piece, shape, turn)
    if piece.angle is None and thing.half[1] > thing.half[0] * 1.01:
        thing = _boxed(piece, shape, turn + math.pi / 2)
    return thing


def casters_of(thing: Thing) -> list[Caster]:
    """What throws the piece's shadow: its outline, unless it lies flat or stands open."""
    look = thing.look
    if look.kind in FLAT or look.height <= look.elevation or look.state == "open":
        return []
    if look.kind == "ruin" and depth_of(thing) > THIN:
        return [Caster(Shape([*thing.shape.rings, inset(thing.shape.rings[0], WALL)]), look.height)]
    return [Caster(thing.shape, look.height)]


def depth_of(thing: Thing) -> float:
    """How far the deepest spot lies inside the outline, in inches, about."""
    if thing.shape.disc is not None:
        return thing.shape.disc[2]
    steps = np.linspace(-0.95, 0.95, 15)
    return float(thing.shape.clearance([thing.part(a, b) for a in steps for b in steps]).max())


def inset(ring: list[Point], inches: float) -> list[Point]:
    """The ring moved inward by `inches`, its corners mitred; for shapes a good deal wider than that."""
    moved = []
    for before, p, after in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True):
        (ax, ay), (bx, by) = unit(before, p), unit(p, after)
        nx, ny = -(ay + by), ax + bx
        reach = inches / max(0.35, ny * ax - nx * ay)
        moved.append((p[0] + nx * reach, p[1] + ny * reach))
    return moved


def upright(thing: Thing) -> Thing:
    """The same thing with its frame turned by quarter turns until it stands nearly upright on the screen."""
    quarter = math.pi / 2
    turn = thing.turn - quarter * round(thing.turn / quarter)
    return _boxed(thing.look, thing.shape, turn)


def bounds_of(points: Iterable[Point]) -> Bounds:
    """West, north, east and south of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _boxed(piece: PieceLook, shape: Shape, turn: float) -> Thing:
    """The thing with its box measured in the frame of `turn`."""
    thing = Thing(piece, shape, turn, (0.0, 0.0), (0.0, 0.0))
    c, s = math.cos(turn), math.sin(turn)
    if shape.disc is not None:
        x, y, r = shape.disc
        return replace(thing, middle=(x, y), half=(r, r))
    us = [x * c + y * s for x, y in shape.rings[0]]
    vs = [y * c - x * s for x, y in shape.rings[0]]
    u, v = (min(us) + max(us)) / 2, (min(vs) + max(vs)) / 2
    return replace(thing, middle=(u * c - v * s, u * s + v * c),
                   half=((max(us) - min(us)) / 2, (max(vs) - min(vs)) / 2))


def _long_side(shape: Shape) -> float:
    if shape.disc is not None:
        return 0.0
    edge = max(shape.edges, key=lambda e: round(e.length, 6))
    return math.atan2(edge.uy, edge.ux)


def _flipped(points: Iterable[Point], height: float) -> tuple[Point, ...]:
    return tuple((x, height - y) for x, y in points)
