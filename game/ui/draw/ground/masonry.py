"""Walls, ruins, their rubble, and the floors inside."""
from __future__ import annotations

import numpy as np

from game.ui.draw.ground.area import Area, Field
from game.ui.draw.ground.base import slab_tone
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.low import prism
from game.ui.draw.ground.noise import scatter
from game.ui.draw.ground.roofs import local
from game.ui.draw.ground.scene import THIN, WALL, Thing, depth_of, upright
from game.ui.draw.ground.shade import edged, slope_light
from game.ui.draw.ground.tones import Plane, colour, smooth


def wall(canvas: Canvas, thing: Thing) -> None:
    """Thick masonry, flecked with brick; in steel, plates with a seam every 1.6 in."""
    if thing.style == "steel":
        _steel(canvas, thing)
        return
    got = prism(canvas, thing, "#8B857B", 0.3, 0.35, 0.11)
    if got is not None:
        _bricks(canvas, *got, thing, got[1].within(-0.1))


def _steel(canvas: Canvas, thing: Thing) -> None:
    got = prism(canvas, thing, "#717B83", 0.4, 0.2, 0.08)
    if got is not None:
        part, field = got
        seams = np.abs(field.along % np.float32(1.6) - np.float32(0.8)) > 0.8 - max(0.025, 0.5 / part.ppi)
        canvas.darken(part, field.within(-0.1) * seams * np.float32(0.4))
        canvas.darken(part, field.band(-0.19, -0.15) * np.float32(0.3))


def _bricks(canvas: Canvas, part: Area, field: Field, thing: Thing, mask: Plane) -> None:
    """Courses of brick showing here and there."""
    u, v = local(part, upright(thing))
    row = np.floor(v / np.float32(0.17))
    fu, fv = (u / np.float32(0.36) + 0.5 * (row % 2)) % 1.0, v / np.float32(0.17) - row
    joint = np.abs(fu - 0.5) > 0.5 - 0.35 / (0.36 * part.ppi)
    joint |= np.abs(fv - 0.5) > 0.5 - 0.3 / (0.17 * part.ppi)
    bare = smooth(0.46, 0.62, part.noise("mid", thing.seed + 3)) * mask
    canvas.darken(part, bare * np.where(joint, np.float32(0.34), np.float32(0.10)))
    column = np.floor(u / np.float32(0.36) + 0.5 * (row % 2))
    odd = np.sin(row * 12.9898 + column * 78.233) * np.float32(43758.5453)
    canvas.brighten(part, bare * ~joint * ((odd - np.floor(odd)) > 0.66) * np.float32(0.07), colour("#FFF2E0"))


def ruin(canvas: Canvas, thing: Thing) -> None:
    """A thin ruin is a broken wall; a wide one has walls that stand in part along its outline."""
    if depth_of(thing) <= THIN:
        wall(canvas, thing)
        return
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, 1.2)
    stands = smooth(0.40, 0.46, part.noise("spots", thing.seed + 1) * 0.7 + 0.3 * part.noise("mid", thing.seed))
    top = field.band(-WALL, 0) * stands
    shade = 1 + 0.35 * (part.noise("mid", thing.seed + 2) - 0.5) + 0.2 * (part.noise("fine", thing.seed) - 0.5)
    canvas.darken(part, field.band(-0.8, -WALL) * stands * np.float32(0.3))
    canvas.lay(part, colour("#8B857B") * shade[..., None], top)
    _bricks(canvas, part, field, thing, top)
    canvas.darken(part, field.band(-WALL - 0.06, -WALL) * stands * np.float32(0.6))
    edged(canvas, part, field, 0.09)


def ruin_floor(canvas: Canvas, thing: Thing) -> None:
    """What lies round a ruin's walls: a skirt of rubble; inside a wide ruin broken slabs and rubble too."""
    part = canvas.area.around(thing.shape.bounds, 1.1)
    if part.empty:
        return
    field = thing.shape.field(part, 1.0)
    if depth_of(thing) > THIN:
        lay_floor(canvas, part, field.mask * np.float32(0.9), thing)
        heap = smooth(0.55, 0.72, part.noise("spots", thing.seed + 9)) * field.mask
        chips(canvas, part, heap, 0.5, thing.seed + 2, "#6F6961")
    reach = 0.75 * (0.55 + 0.9 * part.noise("mid", thing.seed + 4))
    chips(canvas, part, np.clip(1.15 - field.far / reach, 0, 1) * (field.far > -0.3), 0.42, thing.seed, "#817B72")


def floor(canvas: Canvas, thing: Thing) -> None:
    """Interior tiles, whole to the outline."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, 0.4)
    u, v = local(part, upright(thing))
    size = np.float32(1.0)
    seam = np.minimum(np.minimum(u % size, size - u % size), np.minimum(v % size, size - v % size))
    odd = (np.floor(u) + np.floor(v)) % 2
    shade = 0.94 + 0.09 * odd + 0.2 * (part.noise("spots", thing.seed) - 0.5)
    shade += 0.1 * (part.noise("fine", thing.seed) - 0.5)
    shade *= 1 - 0.4 * (1 - smooth(0.02, 0.02 + max(0.03, 1 / part.ppi), seam))
    shade *= 1 - 0.15 * smooth(0.55, 0.9, part.noise("mid", thing.seed + 2))
    canvas.lay(part, colour("#4C4F50") * shade[..., None], field.mask)
    canvas.darken(part, field.band(-0.06, 0) * np.float32(0.6))
    canvas.shelter(part, field.mask)
    canvas.wet[part.within(canvas.area)] *= 1 - field.mask


def lay_floor(canvas: Canvas, part: Area, mask: Plane, thing: Thing) -> None:
    """Broken slabs, the ground showing between them."""
    tone = slab_tone(part, thing.seed + 3, 1.15, 0.07, upright(thing).turn, 0.3)
    tone = tone * (1 + 0.2 * (part.noise("fine", thing.seed) - 0.5))
    whole = smooth(0.30, 0.52, part.noise("spots", thing.seed + 7)) * mask
    canvas.lay(part, colour("#5D5952") * tone[..., None], whole)
    canvas.shelter(part, whole)


def rubble(canvas: Canvas, thing: Thing) -> None:
    """Chips of stone, each lit, thinning out inside the exact border."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, 0.7)
    much = np.clip(0.35 - field.far / 0.5, 0, 1) * field.mask
    chips(canvas, part, much, 0.62, thing.seed, "#7B746B")
    line = field.band(-max(0.06, 1.2 / part.ppi), 0) * field.dashes(0.3, 0.45)
    canvas.lay(part, colour("#B5AFA4"), line * np.float32(0.5))
    canvas.shelter(part, field.mask)


def chips(canvas: Canvas, part: Area, much: Plane, cell: float, seed: int, tone: str) -> None:
    """Two sizes of stones where `much` (0 to 1) leaves them, each lit as a chip, with dark gaps."""
    canvas.darken(part, much * np.float32(0.42))
    outer = part.grown(1)
    for size, share, bright, low in ((cell / 2, 0.42, 0.78, 0.0), (cell, 0.5, 1.0, 0.32)):
        near, second, number = scatter(size, seed + int(size * 100), outer.xs, outer.ys)
        height = np.clip(second - near, 0, 0.55)
        lit, number = np.clip(slope_light(height) * np.float32(part.ppi * size), -1, 1), number[1:-1, 1:-1]
        keep = (much + 0.42 * (number - 0.5) > share) & (number > low)
        solid = smooth(0.03, 0.16, height[1:-1, 1:-1])
        canvas.darken(part, keep * (1 - solid) * np.float32(0.75))
        stone = 0.62 * colour(tone) + 0.65 * canvas.earth
        canvas.lay(part, stone * (bright * (0.72 + 0.5 * number) * (1 + 0.55 * lit))[..., None], keep * solid)
