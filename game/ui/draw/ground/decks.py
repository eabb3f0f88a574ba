"""Levels to stand on and gaps to fall into."""
from __future__ import annotations

from itertools import pairwise

import numpy as np

from game.ui.draw.ground.area import Area
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.nature import striped
from game.ui.draw.ground.roofs import local
from game.ui.draw.ground.scene import Thing, upright
from game.ui.draw.ground.shade import edged, soften
from game.ui.draw.ground.tones import AMBER, SHADOW, Plane, colour, smooth

TRIM = 0.22
STEPS = ((0.0, "#353B41"), (3.0, "#475764"), (6.0, "#9B978C"))
"""Deck tones by height: higher is lighter and warmer."""


def deck_tone(height: float) -> Plane:
    """The tone of a deck at `height` inches, between and beyond the steps."""
    for (low, a), (high, b) in pairwise(STEPS):
        if height <= high:
            return colour(a) + (colour(b) - colour(a)) * np.float32(max(0.0, height - low) / (high - low))
    return colour(STEPS[-1][1])


def level(canvas: Canvas, thing: Thing) -> None:
    """A deck: tread plate or grating, a lighter trim, the safety line inside the ledge."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field, tone = thing.shape.field(part, 0.8), deck_tone(thing.look.height)
    u, v = local(part, upright(thing))
    narrow = thing.style == "grate" or (not thing.style and min(thing.half) < 1.0)
    deck = _grate(part, u, v, thing.seed, tone) if narrow else _tread(part, u, v, thing.seed, tone)
    canvas.lay(part, deck, field.mask)
    canvas.lay(part, colour(AMBER), field.band(-0.47, -0.47 + max(0.085, 1 / part.ppi)) * field.dashes(0.5, 0.3)
               * np.float32(0.5))
    width = TRIM * (0.75 if narrow else 1.0)
    trim = tone + (1 - tone) * np.float32(0.28)
    shade = 1 + 0.16 * (part.noise("mid", thing.seed + 3) - 0.5)
    canvas.lay(part, trim * shade[..., None], field.band(-width, 0))
    canvas.darken(part, field.band(-width - 0.05, -width) * np.float32(0.35))
    edged(canvas, part, field, 0.09, 0.5, 0.55)


def _worn(part: Area, sheet: Plane, seed: int) -> Plane:
    rust = smooth(0.58, 0.84, part.noise("spots", seed + 4)) * smooth(0.35, 0.7, part.noise("mid", seed + 2))
    return np.asarray(sheet + (colour("#6B4A35") - sheet) * (rust * 0.28)[..., None], np.float32)


def _tread(part: Area, u: Plane, v: Plane, seed: int, tone: Plane) -> Plane:
    """Plate with raised lozenges crosswise, in sheets of 3 by 2.4 in."""
    shade = 1 + 0.20 * (part.noise("spots", seed) - 0.5) + 0.14 * (part.noise("fine", seed + 1) - 0.5)
    pitch = np.float32(0.42)
    odd = (np.floor(u / pitch) + np.floor(v / pitch)) % 2
    a, b = (u / pitch) % 1 - 0.5, (v / pitch) % 1 - 0.5
    along = np.where(odd == 0, a + b, a - b) * np.float32(0.7071)
    across = np.where(odd == 0, b - a, a + b) * np.float32(0.7071)
    blur = max(0.05, 0.8 / (0.42 * part.ppi))
    bump = (1 - smooth(0.26, 0.36, np.abs(along))) * (1 - smooth(0.06, 0.06 + blur, np.abs(across)))
    north_west = np.where(-0.6 * a - 0.8 * b > 0, np.float32(1), np.float32(-0.6))
    shade = shade * (1 + bump * (0.10 + 0.2 * north_west))
    for axis, step in ((u, 3.0), (v, 2.4)):
        shade = shade * (1 - 0.34 * (1 - smooth(0.02, 0.06, step / 2 - np.abs(axis % step - step / 2))))
    return _worn(part, tone * shade[..., None], seed)


def _grate(part: Area, u: Plane, v: Plane, seed: int, tone: Plane) -> Plane:
    """Open grating on bearers."""
    pitch = 0.30 if part.ppi >= 24 else 0.6
    hole = np.maximum(np.abs((u / np.float32(pitch)) % 1 - 0.5), np.abs((v / np.float32(pitch)) % 1 - 0.5))
    shade = (1 - 0.62 * (1 - smooth(0.26, 0.33, hole))) * (1.05 + 0.2 * (part.noise("spots", seed) - 0.5))
    sheet = tone * shade[..., None]
    for axis in (u, v):
        bar = 1 - smooth(0.05, 0.09, 1.2 - np.abs(axis % 2.4 - 1.2))
        sheet = sheet + (tone * np.float32(1.2) - sheet) * bar[..., None]
    return _worn(part, sheet, seed)


def gap(canvas: Canvas, thing: Thing) -> None:
    """A drop: near-black with girders, the north-west side in shadow, the inner east face lit, a striped border."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field, cloud = thing.shape.field(part, 0.6), part.noise("spots", thing.seed)
    pit = colour("#0B0F14") * (0.6 + 0.8 * cloud)[..., None]
    pit = pit + colour("#3A2F6A") * (0.2 * smooth(0.3, 0.9, cloud))[..., None]
    u, v = local(part, thing)
    for axis, step, half, tone in ((v, 1.6, 0.08, "#161B21"), (u, 2.2, 0.12, "#1C222A")):
        off = np.abs(axis % step - step / 2)
        girder = np.clip((half - off) * part.ppi + 0.5, 0, 1)
        pit = pit + (colour(tone) * np.float32(1.25) - pit) * girder[..., None]
        glint = np.clip((0.03 - np.abs(axis % step - step / 2 + half * 0.6)) * part.ppi + 0.5, 0, 1)
        pit = pit + (colour("#46525E") - pit) * (glint * 0.7)[..., None]
    pit = pit * (1 - 0.72 * _cliff_shadow(thing, part))[..., None]
    face = field.band(-0.56, -0.30)
    pit = pit + (colour("#6E7780") - pit) * (face * np.clip(-field.lit, 0, 1) * 0.9)[..., None]
    pit = pit + (colour("#14181C") - pit) * (face * np.clip(field.lit, 0, 1) * 0.9)[..., None]
    canvas.lay(part, pit, field.mask)
    striped(canvas, part, field)
    canvas.shelter(part, field.mask)
    canvas.wet[part.within(canvas.area)] *= 1 - field.mask


def _cliff_shadow(thing: Thing, part: Area) -> Plane:
    """What the near edge of the drop hides from the light."""
    drop = min(4.0, max(1.0, thing.look.depth))
    blur = max(1, round(0.12 * part.ppi))
    outer = part.grown(2 * blur)
    dx, dy = round(SHADOW[0] * drop * part.ppi * 0.55), round(SHADOW[1] * drop * part.ppi * 0.55)
    lit = thing.shape.holds(Area(outer.x0 - dx, outer.y0 - dy, outer.x1 - dx, outer.y1 - dy, part.ppi))
    return 1 - soften(lit.astype(np.float32), blur)[part.within(outer)]
