"""The order of painting, for any block of the table. Blocks meet without a seam: every painter works in table inches.

Bottom to top: ground; the table's picture; paint and stains; craters, water, floors; rubble; rain; shadows; light on
the ground; low pieces; roofs and levels by height, each shaded by what is taller; woods; smoke; lamp heads and tubes.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from game.ui.draw.ground import decks, low, marks, masonry, nature
from game.ui.draw.ground.area import Area
from game.ui.draw.ground.backdrop import lay_backdrop
from game.ui.draw.ground.base import lay_ground, rain, ripples
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.roofs import building
from game.ui.draw.ground.scene import FLAT, Scene, Thing
from game.ui.draw.ground.shade import DEPTH, contact, shadow, swept
from game.ui.draw.ground.tones import Plane

VERSION = 2
"""Counts the painters' changes: pictures kept by an older version are painted again."""

LOW = 2.0
"""Inches. Pieces lower than this stand in the light of lamps and signs; taller ones rise above it."""

BLOCK = 512
"""Pixels a side of the blocks in which a table is baked."""

Painter = Callable[[Canvas, Thing], None]

GROUND: dict[str, Painter] = {
    "floor": masonry.floor, "water": nature.water, "crater": nature.crater, "hazard": nature.hazard,
    "gap": decks.gap, "wood": nature.wood_floor, "ruin": masonry.ruin_floor, "rubble": masonry.rubble,
}
"""What a kind puts on the ground, in this order."""

STANDING: dict[str, Painter] = {
    "building": building, "wall": masonry.wall, "ruin": masonry.ruin, "barrier": low.barrier, "crates": low.crates,
    "pipe": low.pipe, "car": low.car, "dumpster": low.dumpster, "door": low.door, "fence": low.fence,
    "sandbags": low.sandbags, "barrel": low.barrel, "level": decks.level,
}
OVERHEAD: dict[str, Painter] = {"wood": nature.wood, "smoke": nature.smoke}

SOAKS = {"field": 0.0, "interior": 0.45, "concrete": 0.7}
"""How much of the rain stands as puddles: earth drinks it, a hall has only what dripped in."""

GRADES = {"field": (1.18, 1.13, 1.03), "interior": (1.02, 1.04, 1.06)}


def blocks(area: Area, side: int = BLOCK) -> list[Area]:
    """The area cut into blocks, row by row."""
    return [Area(x, y, min(x + side, area.x1), min(y + side, area.y1), area.ppi)
            for y in range(area.y0, area.y1, side) for x in range(area.x0, area.x1, side)]


def paint_block(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """[h, w, 3] of one block, rows from the north."""
    canvas = Canvas(area)
    _paint_ground(canvas, scene)
    _shade_ground(canvas, scene)
    _paint_pieces(canvas, scene, 0.0, LOW)
    _light_ground(canvas, scene)
    _paint_pieces(canvas, scene, LOW, math.inf)
    _paint_overhead(canvas, scene)
    for paint in scene.paint:
        marks.stand_mark(canvas, paint)
    return finished(canvas, scene)


def _paint_ground(canvas: Canvas, scene: Scene) -> None:
    table = scene.table
    lay_ground(canvas, table.ground, table.seed)
    lay_backdrop(canvas, table)
    for paint in scene.paint:
        marks.lay_mark(canvas, paint, table.wet)
    for kind, painter in GROUND.items():
        for thing in scene.of(kind):
            painter(canvas, thing)
    rain(canvas, table.seed, table.wet * SOAKS.get(table.ground, 1.0))


def _shade_ground(canvas: Canvas, scene: Scene) -> None:
    canvas.darken(canvas.area, shadow(canvas.area, scene.casters, 0.0) * np.float32(DEPTH + 0.03))
    for thing in scene.things:
        tall = thing.look.height - thing.look.elevation
        if thing.look.kind not in FLAT and thing.look.state != "open" and thing.look.elevation <= 0.05 and tall > 0:
            contact(canvas, thing.shape, *((0.55, 0.55) if tall >= 2.5 else (0.25, 0.42)))


def _light_ground(canvas: Canvas, scene: Scene) -> None:
    for paint in scene.paint:
        marks.shine(canvas, paint)
    raised = _raised(canvas, scene)
    canvas.wet *= 1 - raised
    light = _tamed(canvas.light) * (1 - 0.55 * raised)[..., None]
    canvas.rgb *= 0.94 + 1.2 * light
    if scene.table.wet > 0:
        mirror = np.clip(canvas.wet, 0, 1) * (0.06 + 0.30 * canvas.area.noise("mid", scene.table.seed + 77))
        canvas.rgb += light * (mirror * np.float32(0.75 * scene.table.wet))[..., None]
        ripples(canvas, scene.table.seed)


def _tamed(light: Plane) -> Plane:
    """Light held back without a change of its colour, softly: two lamps are not twice one."""
    most = light.max(-1, keepdims=True)
    return np.asarray(light * (np.float32(1.2) / (np.float32(1.2) + np.float32(0.5) * most)), np.float32)


def _paint_pieces(canvas: Canvas, scene: Scene, low_top: float, high_top: float) -> None:
    """The pieces whose top is in [low_top, high_top)."""
    for thing in _by_height(scene):
        if low_top <= thing.look.height < high_top:
            STANDING.get(thing.look.kind, low.plain)(canvas, thing)
            _shade_thing(canvas, scene, thing)


def _paint_overhead(canvas: Canvas, scene: Scene) -> None:
    for kind, painter in OVERHEAD.items():
        for thing in scene.of(kind):
            painter(canvas, thing)


def _by_height(scene: Scene) -> Iterator[Thing]:
    """The pieces that stand, lowest top first; what lies flat is painted already."""
    standing = [t for t in scene.things if t.look.kind in STANDING or t.look.kind not in (*GROUND, *OVERHEAD)]
    return iter(sorted(standing, key=lambda t: (t.look.height, t.look.elevation)))


def _shade_thing(canvas: Canvas, scene: Scene, thing: Thing) -> None:
    """The shadows that taller pieces throw on this one's top."""
    top = thing.look.height
    above = [c for c in scene.casters if c.top > top + 0.05 and c.shape is not thing.shape
             and _meet(swept(c.shape.bounds, c.top - top), thing.shape.bounds)]
    part = canvas.area.around(thing.shape.bounds)
    if above and not part.empty and thing.look.state != "open":
        mask = thing.shape.field(part, 0.2).mask
        canvas.darken(part, shadow(part, above, top) * mask * np.float32(DEPTH))


def _raised(canvas: Canvas, scene: Scene) -> Plane:
    """1 where a low piece stands: it takes less of the lamps' light than the ground, and no water."""
    total = np.zeros(canvas.area.shape, np.float32)
    for thing in _by_height(scene):
        part = canvas.area.around(thing.shape.bounds)
        if 0 < thing.look.height < LOW and not part.empty:
            view = total[part.within(canvas.area)]
            np.maximum(view, thing.shape.field(part, 0.1).mask, out=view)
    return total


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def finished(canvas: Canvas, scene: Scene) -> NDArray[np.uint8]:
    """The block as bytes: darker to the table's edges, graded, highlights held back."""
    area, table = canvas.area, scene.table
    x, y = area.xs / np.float32(table.width) - 0.5, area.ys / np.float32(table.height) - 0.5
    vignette = 1 - np.float32(0.2) * (2 * (x * x + y * y)) ** np.float32(1.1)
    rgb = canvas.rgb * (vignette[..., None] * np.array(GRADES.get(table.ground, (1, 1, 1)), np.float32))
    return (np.clip(_shoulder(rgb), 0, 1) * np.float32(255) + np.float32(0.5)).astype(np.uint8)


def _shoulder(rgb: Plane) -> Plane:
    over = np.maximum(rgb - np.float32(0.75), 0)
    return np.asarray(np.minimum(rgb, np.float32(0.75)) + (1 - np.exp(over * np.float32(-2.2))) * np.float32(0.8 / 2.2))
