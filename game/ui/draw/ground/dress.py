"""Decorations for a table that brings none: pavements round buildings, lamps, signs, covers, puddles, tracks.

Drawn from the pieces and the seed alone, so a map without any paint still looks lived in. Nothing here is a rule.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np

from game.ui.draw.ground.area import unit
from game.ui.draw.ground.scene import Scene, Thing, inset, scene_of
from game.ui.draw.ground.spec import Paint, PieceLook, TableLook
from game.units import Point, heading

PAVEMENT = 1.5
"""Inches from a building's wall to the kerb."""


def dressed(table: TableLook, pieces: Sequence[PieceLook]) -> TableLook:
    """The table with decorations that suit its ground and pieces; a table that has paint already stays as it is."""
    if table.paint:
        return table
    scene = scene_of(table, pieces)
    rng = np.random.default_rng([table.seed, 71])
    dresser = DRESSERS.get(table.ground, _plain)
    marks = [msgspec.structs.replace(mark, seed=i, points=tuple((x, table.height - y) for x, y in mark.points))
             for i, mark in enumerate(dresser(scene, rng))]
    return msgspec.structs.replace(table, paint=tuple(marks))


def _street(scene: Scene, rng: np.random.Generator) -> Iterator[Paint]:
    houses = [thing for thing in scene.of("building") if thing.shape.disc is None and min(thing.half) > 1.2]
    for house in houses:
        yield Paint(kind="slabs", points=tuple(inset(house.shape.rings[0], -PAVEMENT)))
    for spot in _open_spots(scene, rng, 0.004, 2.5):
        yield Paint(kind="patch", points=_box(spot, 1.5 + 2 * rng.random(), 0.7 + 0.8 * rng.random()))
    for kind, share, room, low, high in (("manhole", 0.003, 0.8, 1.0, 1.0), ("drain", 0.003, 0.8, 1.0, 1.0),
                                         ("stain", 0.004, 1.5, 1.2, 2.6), ("puddle", 0.012, 0.6, 1.4, 3.0)):
        for spot in _open_spots(scene, rng, share, room):
            yield Paint(kind=kind, points=(spot,), width=low + (high - low) * rng.random(), angle=90.0)
    for house in houses:
        yield from _lamps(scene, house)
        yield from _signs(scene, house, rng)


def _lamps(scene: Scene, house: Thing) -> Iterator[Paint]:
    """One lamp on the kerb for every 12 inches of wall, where nothing else stands."""
    for a, b in _walls(house):
        length = math.dist(a, b)
        out = unit(a, b)[1], -unit(a, b)[0]
        count = int(length / 12 + 0.6)
        for i in range(count):
            t = (i + 0.5) / count
            foot = _off(_along(a, b, t), out, PAVEMENT - 0.12)
            if _is_free(scene, foot, 0.3):
                yield Paint(kind="lamp", points=(foot,), tone="warm", width=2.7)


def _signs(scene: Scene, house: Thing, rng: np.random.Generator) -> Iterator[Paint]:
    """A tube on up to two walls that face open ground."""
    walls = [(a, b) for a, b in _walls(house) if math.dist(a, b) > 3.5]
    for i in rng.permutation(len(walls))[:2]:
        a, b = walls[i]
        out = unit(a, b)[1], -unit(a, b)[0]
        half = min(1.9, math.dist(a, b) / 3) / math.dist(a, b)
        t = half + 0.15 + (0.7 - 2 * half) * rng.random()
        ends = _along(a, b, t - half), _along(a, b, t + half)
        if _is_free(scene, _off(_along(a, b, t), out, 1.2), 0.6):
            yield Paint(kind="neon", points=ends, tone="violet" if rng.random() < 0.5 else "rose",
                        angle=heading((0.0, 0.0), (out[0], -out[1])))


def _field(scene: Scene, rng: np.random.Generator) -> Iterator[Paint]:
    for spot in _open_spots(scene, rng, 0.016, 0.5):
        yield Paint(kind="pock", points=(spot,), width=0.4 + rng.random())
    for _ in range(int(scene.table.width // 24) + 1):
        x, y = rng.random() * scene.table.width, rng.random() * scene.table.height
        yield Paint(kind="tracks", points=_curve((x, y), rng, scene.table.width), width=2.2 + 0.5 * rng.random())


def _curve(middle: Point, rng: np.random.Generator, reach: float) -> tuple[Point, ...]:
    """A gentle bend through `middle`, from beyond the table to beyond it."""
    turn, bend = rng.random() * 2 * math.pi, rng.normal(0, 0.006)
    return tuple((middle[0] + t * math.cos(turn + bend * t), middle[1] + t * math.sin(turn + bend * t))
                 for t in np.linspace(-reach, reach, 25).tolist())


def _interior(scene: Scene, rng: np.random.Generator) -> Iterator[Paint]:
    for kind, share, room, low, high in (("manhole", 0.002, 0.8, 1.0, 1.0), ("drain", 0.004, 0.8, 1.0, 1.2),
                                         ("stain", 0.008, 1.0, 1.4, 3.0)):
        for spot in _open_spots(scene, rng, share, room):
            yield Paint(kind=kind, points=(spot,), width=low + (high - low) * rng.random(), angle=90.0)
    for i, spot in enumerate(_open_spots(scene, rng, 0.009, 0.3)):
        tone = "violet" if i % 4 == 3 else "warm"
        yield Paint(kind="glow", points=(spot,), width=2.0 + 1.6 * rng.random(), tone=tone)


def _plain(scene: Scene, rng: np.random.Generator) -> Iterator[Paint]:
    for spot in _open_spots(scene, rng, 0.006, 1.0):
        yield Paint(kind="stain", points=(spot,), width=1.2 + 1.6 * rng.random())


def _open_spots(scene: Scene, rng: np.random.Generator, share: float, room: float) -> list[Point]:
    """About `share` spots per square inch of table, each `room` inches from every piece and 2 from the others."""
    spots: list[Point] = []
    wanted = round(scene.table.width * scene.table.height * share)
    for _ in range(12 * wanted):
        spot = (float(rng.random() * scene.table.width), float(rng.random() * scene.table.height))
        if len(spots) < wanted and all(math.dist(spot, s) > 2 for s in spots) and _is_free(scene, spot, room):
            spots.append(spot)
    return spots


def _is_free(scene: Scene, spot: Point, room: float) -> bool:
    """Whether no piece is within `room` inches."""
    return not any(_near(thing, spot, room) and float(thing.shape.clearance([spot])[0]) >= -room
                   for thing in scene.things)


def _near(thing: Thing, spot: Point, room: float) -> bool:
    a, b, c, d = thing.shape.bounds
    return a - room <= spot[0] <= c + room and b - room <= spot[1] <= d + room


def _walls(house: Thing) -> Iterator[tuple[Point, Point]]:
    ring = house.shape.rings[0]
    return ((a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True) if math.dist(a, b) > 2)


def _box(at: Point, half_wide: float, half_high: float) -> tuple[Point, ...]:
    (x, y), w, h = at, half_wide, half_high
    return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)


def _along(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _off(p: Point, out: Point, inches: float) -> Point:
    return p[0] + out[0] * inches, p[1] + out[1] * inches


DRESSERS: dict[str, Callable[[Scene, np.random.Generator], Iterator[Paint]]] = {
    "street": _street, "field": _field, "interior": _interior,
}
