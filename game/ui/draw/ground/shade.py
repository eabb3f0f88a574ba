"""Light and its absence: shadows swept to the south-east, contact shade, bevels, pools of lamp light."""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pygame

from game.ui.draw.ground.area import Area, Bounds, Field, Shape
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.tones import LIGHT, SHADOW, VOID, Plane, colour
from game.units import Point

DEPTH = 0.62
"""How dark a full shadow is."""


class Caster(NamedTuple):
    """Something that throws a shadow: its outline and its top above the table, in inches."""

    shape: Shape
    top: float


def soften(plane: Plane, radius: int) -> Plane:
    """Twice a box blur of `radius` pixels; edges repeat."""
    for _ in range(2 if radius > 0 else 0):
        for axis in (0, 1):
            plane = _box(plane, radius, axis)
    return plane


def _box(plane: Plane, radius: int, axis: int) -> Plane:
    pad = [(0, 0), (0, 0)]
    pad[axis] = (radius + 1, radius)
    total = np.cumsum(np.pad(plane, pad, mode="edge"), axis=axis, dtype=np.float32)
    n = plane.shape[axis]
    upper = total[2 * radius + 1:] if axis == 0 else total[:, 2 * radius + 1:]
    lower = total[:n] if axis == 0 else total[:, :n]
    return np.asarray((upper - lower) / np.float32(2 * radius + 1), np.float32)


def shadow(area: Area, casters: Iterable[Caster], base: float) -> Plane:
    """How much of the light each pixel of `area`, at height `base`, loses to what is taller: 0 to 1."""
    total = np.zeros(area.shape, np.float32)
    for caster in casters:
        rise = caster.top - base
        if rise <= 0.05:
            continue
        soft = min(0.05 + 0.06 * rise, 0.5)
        part = area.around(swept(caster.shape.bounds, rise), 2 * soft + 0.1)
        if not part.empty:
            view = total[part.within(area)]
            np.maximum(view, _thrown(caster.shape, rise, soft, part), out=view)
    return total


def swept(bounds: Bounds, rise: float) -> Bounds:
    """`bounds` with the shadow that something `rise` inches tall there throws."""
    a, b, c, d = bounds
    return a, b, c + SHADOW[0] * rise, d + SHADOW[1] * rise


def _thrown(shape: Shape, rise: float, soft: float, part: Area) -> Plane:
    """The shadow of one shape over `part`: crisp at its foot, softer the higher it comes from."""
    near, wide = max(1, round(0.05 * part.ppi)), max(1, round(soft * part.ppi))
    outer = part.grown(2 * wide)
    mask = sweep_mask(shape, rise, outer)
    blurred = soften(mask, wide)
    if rise > 0.6:
        blurred = np.maximum(soften(mask, near) * np.float32(0.72), blurred)
    return blurred[part.within(outer)]


def sweep_mask(shape: Shape, rise: float, area: Area) -> Plane:
    """1 where the shape moved along the light by up to `rise` inches of height passes."""
    east, south = SHADOW[0] * rise, SHADOW[1] * rise
    sheet = pygame.Surface((area.x1 - area.x0, area.y1 - area.y0), 0, 8)

    def at(p: Point, t: float) -> tuple[int, int]:
        return math.floor((p[0] + east * t) * area.ppi) - area.x0, math.floor((p[1] + south * t) * area.ppi) - area.y0

    for t in (0.0, 1.0) if len(shape.rings) == 1 else ():
        pygame.draw.polygon(sheet, 255, [at(p, t) for p in shape.rings[0]])
    for ring in shape.rings:
        for p, q in zip(ring, [*ring[1:], ring[0]], strict=True):
            pygame.draw.polygon(sheet, 255, [at(p, 0), at(q, 0), at(q, 1), at(p, 1)])
    mask = pygame.surfarray.array2d(sheet).T > 0
    if len(shape.rings) > 1:
        mask |= shape.holds(area)
        dx, dy = round(east * area.ppi), round(south * area.ppi)
        mask |= shape.holds(Area(area.x0 - dx, area.y0 - dy, area.x1 - dx, area.y1 - dy, area.ppi))
    return mask.astype(np.float32)


def local_shadow(canvas: Canvas, points: list[Point], rise: float, depth: float = 0.55,
                 clip: tuple[Area, Plane] | None = None) -> None:
    """The shadow of a small thing that stands on what is painted already; `clip` keeps it on a roof."""
    shape = Shape([points])
    part = canvas.area.around(swept(shape.bounds, rise), 0.2)
    if clip is not None:
        part = part.meet(clip[0])
    if part.empty:
        return
    mask = _thrown(shape, min(rise, 0.55), 0.06, part) if rise < 0.55 else _thrown(shape, rise, 0.07, part)
    if clip is not None:
        mask = mask * clip[1][part.within(clip[0])]
    canvas.darken(part, mask * np.float32(depth))


def contact(canvas: Canvas, shape: Shape, reach: float, depth: float) -> None:
    """Darken the ground close round a footprint, outside its outline."""
    part = canvas.area.around(shape.bounds, 2 * reach)
    if part.empty:
        return
    far = shape.field(part, 2 * reach).far
    fall = np.clip(1 - np.maximum(far, 0) / np.float32(2 * reach), 0, 1)
    canvas.darken(part, fall * fall * (far > 0) * np.float32(depth * 0.75))


def bevel(canvas: Canvas, part: Area, field: Field, width: float = 0.07, high: float = 0.42,
          low: float = 0.5) -> None:
    """A lit edge just inside the outline: light to the north-west, dark away from it."""
    band = field.band(-width, 0.0)
    lit = np.clip(field.lit, -1, 1)
    canvas.brighten(part, band * np.maximum(lit, 0) * np.float32(high * 0.75), np.ones(3, np.float32))
    canvas.darken(part, band * np.maximum(-lit, 0.04) * np.float32(low))


def outline(canvas: Canvas, part: Area, field: Field, width: float = 0.05, alpha: float = 0.92) -> None:
    """The void line, its outer edge on the outline, so that nothing is drawn outside the rule's shape."""
    width = max(width, 1.0 / field.ppi)
    canvas.lay(part, np.array(VOID, np.float32) / 255, field.band(-width, 0.0) * np.float32(alpha))


def edged(canvas: Canvas, part: Area, field: Field, width: float = 0.07, high: float = 0.42, low: float = 0.5) -> None:
    """Void line and bevel, as every solid piece has them."""
    line = max(0.05, 1.0 / field.ppi)
    band = field.band(-width - line, -line)
    lit = np.clip(field.lit, -1, 1)
    canvas.brighten(part, band * np.maximum(lit, 0) * np.float32(high * 0.72), np.ones(3, np.float32))
    canvas.darken(part, band * np.maximum(-lit, 0.05) * np.float32(low))
    outline(canvas, part, field)


def slope_light(height: Plane) -> Plane:
    """How each pixel of a height field leans to the light, per pixel of rise; one pixel less on every side."""
    down, right = np.gradient(height)
    return -np.asarray(right * np.float32(LIGHT[0]) + down * np.float32(LIGHT[1]))[1:-1, 1:-1]


def glow(canvas: Canvas, centre: Point, radius: float, tone: str, power: float) -> None:
    """A soft pool of light on the ground; it shows when the canvas is lit."""
    x, y = centre
    part = canvas.area.around((x, y, x, y), 2.6 * radius)
    if part.empty:
        return
    d2 = ((part.xs - np.float32(x)) / np.float32(radius)) ** 2 + ((part.ys - np.float32(y)) / np.float32(radius)) ** 2
    pool = np.exp(-1.1 * d2) + np.float32(0.35) / (1 + 6 * d2) * np.clip(1 - d2 / 6.7, 0, 1)
    canvas.light[part.within(canvas.area)] += pool[..., None] * (colour(tone) * np.float32(power))


def tube_glow(canvas: Canvas, a: Point, b: Point, radius: float, tone: str, power: float) -> None:
    """The light of a tube from a to b: by the distance to the tube, not a row of lamps."""
    part = canvas.area.around((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), 2.4 * radius)
    length = math.dist(a, b)
    if part.empty or length < 1e-6:
        return
    ux, uy = np.float32((b[0] - a[0]) / length), np.float32((b[1] - a[1]) / length)
    dx, dy = part.xs - np.float32(a[0]), part.ys - np.float32(a[1])
    t = np.clip(dx * ux + dy * uy, 0, np.float32(length))
    d2 = ((dx - t * ux) ** 2 + (dy - t * uy) ** 2) / np.float32(radius * radius)
    pool = np.exp(-1.1 * d2) * np.clip(1 - d2 / 5.7, 0, 1)
    canvas.light[part.within(canvas.area)] += pool[..., None] * (colour(tone) * np.float32(power))
