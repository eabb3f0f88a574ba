"""Roofs: gravel, ribbed metal, cast slab; the parapet with the shadow it throws inward."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.ui.draw.ground.area import Area, Field
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.furniture import furnish
from game.ui.draw.ground.scene import Thing, upright
from game.ui.draw.ground.shade import edged, soften
from game.ui.draw.ground.tones import SHADOW, Plane, colour, smooth

PARAPET = 0.34
TONES = {"gravel": ("#50565B", "#584F49"), "ribbed": ("#56646C", "#4C5A60"), "slab": ("#5A6168", "#535B62")}
RIMS = {"#50565B": "#767F86", "#584F49": "#7F7872", "#56646C": "#76828A", "#4C5A60": "#707D84", "#5A6168": "#828B92",
        "#535B62": "#7A848B"}


def building(canvas: Canvas, thing: Thing) -> None:
    """The roof, its parapet and what stands on it."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, PARAPET + 0.9)
    style = thing.style if thing.style in ROOFS else "gravel"
    tone = TONES[style][(thing.seed // 3) % 2]
    frame = upright(thing)
    u, v = local(part, frame)
    canvas.lay(part, ROOFS[style](part, u, v, thing.seed, colour(tone)), field.mask)
    _parapet(canvas, part, field, thing, colour(RIMS[tone]))
    furnish(canvas, frame, (part, field.within(-PARAPET)))


def local(part: Area, thing: Thing) -> tuple[Plane, Plane]:
    """Inches along and across the thing's frame, for every pixel."""
    c, s = np.float32(np.cos(thing.turn)), np.float32(np.sin(thing.turn))
    x, y = part.xs - np.float32(thing.middle[0]), part.ys - np.float32(thing.middle[1])
    return x * c + y * s, y * c - x * s


def _parapet(canvas: Canvas, part: Area, field: Field, thing: Thing, tone: Plane) -> None:
    canvas.darken(part, _inner_shadow(thing, part) * field.within(-PARAPET) * np.float32(0.52))
    shade = 1 + 0.2 * (part.noise("mid", thing.seed + 8) - 0.5) + 0.1 * (part.noise("fine", thing.seed + 9) - 0.5)
    joints = np.abs(field.along % np.float32(1.6) - np.float32(0.8)) > 0.8 - max(0.022, 0.5 / part.ppi)
    rim = field.band(-PARAPET, 0.0)
    canvas.lay(part, tone * (shade * (1 - 0.3 * joints))[..., None], rim)
    inner = field.band(-PARAPET, -PARAPET + 0.06)
    canvas.darken(part, inner * np.clip(field.lit, 0, 1) * np.float32(0.5))
    canvas.brighten(part, inner * np.clip(-field.lit, 0, 1) * np.float32(0.14), np.ones(3, np.float32))
    canvas.darken(part, field.band(-PARAPET - 0.04, -PARAPET) * np.float32(0.55))
    edged(canvas, part, field, 0.07, 0.44, 0.5)


def _inner_shadow(thing: Thing, part: Area) -> Plane:
    """What lies in the shadow of the parapet: the roof that the roof moved along the light does not cover."""
    blur = max(1, round(0.05 * part.ppi))
    outer = part.grown(2 * blur)
    dx, dy = round(SHADOW[0] * 1.3 * part.ppi), round(SHADOW[1] * 1.3 * part.ppi)
    moved = Area(outer.x0 - dx, outer.y0 - dy, outer.x1 - dx, outer.y1 - dy, part.ppi)
    inside = thing.shape.field(moved, PARAPET + 0.1).within(-PARAPET)
    return 1 - soften(inside, blur)[part.within(outer)]


def gravel(part: Area, u: Plane, v: Plane, seed: int, tone: Plane) -> Plane:
    """Chippings over felt: seams every 3 in, stains."""
    shade = 1 + 0.26 * (part.noise("spots", seed) - 0.5) + 0.36 * (part.noise("fine", seed + 1) - 0.5)
    shade *= 1 - 0.16 * (1 - smooth(0, 0.06, 1.5 - np.abs(u % 3.0 - 1.5)))
    shade *= 1 - 0.12 * (1 - smooth(0, 0.06, 2.1 - np.abs(v % 4.2 - 2.1)))
    shade *= 1 - 0.2 * smooth(0.62, 0.8, part.noise("mid", seed + 2))
    return tone * shade[..., None]


def ribbed(part: Area, u: Plane, v: Plane, seed: int, tone: Plane) -> Plane:
    """Folded sheets: ribs twice an inch, laps every 3.4 in, a little rust."""
    t = (u * np.float32(2.1)) % 1.0
    rib = 0.80 + 0.34 * np.exp(-(((t - 0.30) / 0.10) ** 2)) - 0.30 * np.exp(-(((t - 0.52) / 0.09) ** 2))
    lap = (v + 0.6) % np.float32(3.4)
    rib = rib * (1 + 0.22 * (part.noise("spots", seed) - 0.5) + 0.10 * (part.noise("fine", seed + 1) - 0.5))
    rib = rib * (1 - 0.3 * (1 - smooth(0, 0.06, lap)) + 0.12 * smooth(0.06, 0.08, lap) * (1 - smooth(0.10, 0.16, lap)))
    sheet = tone * rib[..., None]
    rust = smooth(0.60, 0.85, part.noise("wide", seed + 4)) * smooth(0.35, 0.7, part.noise("mid", seed + 2))
    return np.asarray(sheet + (colour("#6D4630") - sheet) * (rust * 0.5)[..., None], np.float32)


def slab(part: Area, u: Plane, v: Plane, seed: int, tone: Plane) -> Plane:
    """Cast panels 2.6 in wide, stained."""
    shade = 1 + 0.2 * (part.noise("spots", seed) - 0.5) + 0.16 * (part.noise("fine", seed + 1) - 0.5)
    for axis in (u, v):
        shade = shade * (1 - 0.26 * (1 - smooth(0.02, 0.07, 1.3 - np.abs(axis % 2.6 - 1.3))))
    shade = shade * (1 - 0.15 * smooth(0.60, 0.78, part.noise("mid", seed + 2)))
    return np.asarray(tone * shade[..., None], np.float32)


ROOFS: dict[str, Callable[[Area, Plane, Plane, int, Plane], Plane]] = {
    "gravel": gravel, "ribbed": ribbed, "slab": slab,
}
