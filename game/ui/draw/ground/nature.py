"""Woods, water, craters, smoke, and ground that burns or melts."""
from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from game.ui.draw.ground.area import Area, Field, Shape
from game.ui.draw.ground.canvas import Canvas, Pen
from game.ui.draw.ground.noise import scatter
from game.ui.draw.ground.scene import Thing
from game.ui.draw.ground.shade import Caster, shadow, slope_light, soften
from game.ui.draw.ground.tones import LIGHT, Plane, Rgb, Rgba, blend, colour, dark, pale, rgb, smooth
from game.units import Point


def wood_floor(canvas: Canvas, thing: Thing) -> None:
    """The ground of a wood: leaf mould to the exact border."""
    part = canvas.area.around(thing.shape.bounds, 0.6)
    if part.empty:
        return
    field = thing.shape.field(part, 0.6)
    nz = part.noise("mid", thing.seed + 60)
    soft = np.clip(0.5 - field.far / 0.5, 0, 1)
    canvas.lay(part, colour("#2E3326") * (1 + 0.5 * (nz - 0.5))[..., None],
               np.clip(soft * 1.2, 0, 1) * (0.55 + 0.35 * nz))


def wood(canvas: Canvas, thing: Thing) -> None:
    """Canopies of spiky leaves with their own shadows, lit from the north-west; the border dashed."""
    part = canvas.area.around(thing.shape.bounds, 1.3)
    if part.empty:
        return
    trees = _trees(thing)
    shades = [Caster(Shape([], (x, y, r * 0.85)), 2.6) for x, y, r in trees]
    canvas.darken(part, shadow(part, shades, 0.0) * np.float32(0.55))
    rng = np.random.default_rng([thing.seed, 3])
    for x, y, r in trees:
        crown = np.random.default_rng(rng.integers(1 << 30))
        with canvas.pen((x - r, y - r, x + r, y + r), 0.3) as pen:
            if not pen.part.empty:
                _canopy(pen, (x, y), r, crown)
    border(canvas, thing, "#A9B48A", 0.10, (0.55, 0.4), 0.8)


def border(canvas: Canvas, thing: Thing, tone: str, width: float, dash: tuple[float, float], alpha: float) -> None:
    """A dashed line whose outer edge is the rule's outline."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, 0.4)
    width = max(width, 1.3 / part.ppi)
    canvas.lay(part, colour(tone), field.band(-width, 0) * field.dashes(*dash) * np.float32(alpha))


def _trees(thing: Thing) -> list[tuple[float, float, float]]:
    """Where the trees stand: radius 0.9 to 1.5 in, inside the border, crowns overlapping a little."""
    rng = np.random.default_rng([thing.seed, 2])
    (a, b, c, d), trees = thing.shape.bounds, list[tuple[float, float, float]]()
    spots = np.column_stack([a + rng.random(900) * (c - a), b + rng.random(900) * (d - b)])
    deep, sizes = thing.shape.clearance([(float(x), float(y)) for x, y in spots]), 0.9 + 0.6 * rng.random(900)
    for (x, y), inside, r in zip(spots, deep, sizes, strict=True):
        r = min(float(r), float(inside) / 0.72)
        if r > 0.5 and all(math.hypot(x - p, y - q) > (r + s) * 0.62 for p, q, s in trees):
            trees.append((float(x), float(y), r))
    return sorted(trees, key=lambda tree: tree[1])


def _canopy(pen: Pen, at: Point, r: float, rng: np.random.Generator) -> None:
    """One tree from above: dark under-leaves, then lit ones, brightest to the north-west."""
    hue = int(rng.integers(60, 120)), int(rng.integers(70, 115)), int(rng.integers(35, 70))
    tone = blend(rgb("#59633F"), hue, 0.16)
    count = int(40 * r) + 12
    turn, out, odd = rng.random(count) * 2 * math.pi, np.sqrt(rng.random(count)) * r * 0.86, rng.random(count)
    leaves = list(zip((np.cos(turn) * out).tolist(), (np.sin(turn) * out).tolist(), odd.tolist(), strict=True))
    for size, ink in ((0.30, (8, 12, 7, 240)), (0.25, (*dark(tone, 0.58), 255))):
        for x, y, q in leaves:
            _spiky(pen, (at[0] + x, at[1] + y), r * size, ink, q)
    low, high = blend(tone, (6, 12, 6), 0.5), blend(tone, (255, 250, 205), 0.34)
    for x, y, q in sorted(leaves, key=lambda leaf: leaf[0] * LIGHT[0] + leaf[1] * LIGHT[1]):
        lit = 0.34 + 0.62 * (x * LIGHT[0] + y * LIGHT[1]) / r + 0.26 * (q - 0.5)
        _spiky(pen, (at[0] + x * 0.92 - 0.05 * r, at[1] + y * 0.92 - 0.07 * r), r * (0.13 + 0.09 * q),
               (*blend(low, high, min(1.0, max(0.0, lit))), 255), q)


STAR = [(math.cos(math.pi * i / 6) * (1 if i % 2 else 0.62), math.sin(math.pi * i / 6) * (1 if i % 2 else 0.62))
        for i in range(12)]


def _spiky(pen: Pen, at: Point, size: float, ink: Rgba, turn: float) -> None:
    c, s = math.cos(turn * 6.28) * size, math.sin(turn * 6.28) * size
    pen.poly([(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in STAR], ink)


def water(canvas: Canvas, thing: Thing) -> None:
    """A dark wet bank, deeper to the middle, stretched ripples, a pale broken edge."""
    part = canvas.area.around(thing.shape.bounds, 1.0)
    if part.empty:
        return
    field = thing.shape.field(part, 1.8)
    canvas.lay(part, colour("#2A271F"), np.clip(0.75 - np.maximum(field.far, 0) / 0.9, 0, 1))
    depth = np.clip(-field.far / 1.5, 0, 1)
    swell, fine = part.noise("swell", thing.seed), part.noise("swell", thing.seed + 1)
    tone = colour("#3A4D4C") + (colour("#1D3138") - colour("#3A4D4C")) * smooth(0.1, 0.9, depth)[..., None]
    canvas.lay(part, tone * (1 + 0.3 * (swell - 0.5))[..., None], field.mask)
    lines = (smooth(0.70, 0.82, fine) + smooth(0.82, 0.93, swell)) * field.mask
    canvas.brighten(part, lines * np.float32(0.09), colour("#A8C4C8"))
    foam = field.band(-0.16, -0.02) * smooth(0.35, 0.7, part.noise("mid", thing.seed + 3))
    canvas.brighten(part, foam * np.float32(0.2), colour("#CFE0DE"))
    shade = np.clip(1 + field.far / 0.3, 0, 1) * np.clip(field.lit, 0, 1) * field.mask
    canvas.darken(part, shade * np.float32(0.5))
    canvas.shelter(part, field.within(0.3))


def crater(canvas: Canvas, thing: Thing) -> None:
    """A bowl with a broken rim on the outline, lit as relief, scorched rays and flung earth round it."""
    radius = min(thing.half)
    part = canvas.area.around(thing.shape.bounds, radius * 0.9)
    if part.empty:
        return
    outer = part.grown(1)
    far = _softened(thing.shape, outer, radius)
    big = 0.45 * outer.noise("slow", thing.seed) + 0.55 * outer.noise("spots", thing.seed) - 0.5
    fine = outer.noise("fine", thing.seed + 1) - 0.5
    rr = 1 + far / np.float32(radius)
    t = np.clip(rr, 0, 1)
    depth, scale = 0.66, radius / 1.7
    rim = 0.17 * scale * np.exp(-(((rr - 1.0 - 0.25 * big) / 0.12) ** 2)) * (0.8 + 1.2 * big)
    swell = 0.16 * scale * big * np.exp(-(((rr - 1) / 0.7) ** 2))
    height = rim + swell + 0.014 * fine - depth * scale * (1 - t * t) ** 1.5
    lit = np.clip(slope_light(height * np.float32(part.ppi)), -0.85, 0.95)
    _earth(canvas, thing, part.within(canvas.area), (rr[1:-1, 1:-1], big[1:-1, 1:-1], fine[1:-1, 1:-1]), lit)
    canvas.shelter(part, (rr[1:-1, 1:-1] < 1.25).astype(np.float32))
    _flung(canvas, thing, radius)


def _earth(canvas: Canvas, thing: Thing, at: tuple[slice, slice], fields: tuple[Plane, Plane, Plane],
           lit: Plane) -> None:
    rr, big, fine = fields
    view = canvas.rgb[at]
    mud = canvas.earth * np.float32(1.05)
    apron, bowl = 1 - smooth(1.0, 1.75, rr + 0.7 * big), 1 - smooth(0.82, 1.0, rr)
    torn = np.clip(apron * 0.72 + bowl * 0.3, 0, 1)
    view += (mud * (1.05 + 0.5 * big + 0.35 * fine)[..., None] - view) * torn[..., None]
    view *= (1 - bowl * 0.40 * (1 - np.clip(rr, 0, 1) ** 3))[..., None]
    scorch = np.exp(-(((rr - 1.0) / 0.5) ** 2)) * smooth(0.95, 1.15, rr) * np.clip(0.35 + 2.2 * big, 0, 1)
    view *= (1 - 0.6 * scorch)[..., None]
    view *= (1 + 0.95 * lit)[..., None]
    canvas.wet[at] *= smooth(0.9, 1.3, rr)


def _softened(shape: Shape, area: Area, radius: float) -> Plane:
    """The distance to the outline without the creases that a polygon's has inside."""
    blur = max(1, round(0.12 * radius * area.ppi))
    outer = area.grown(2 * blur)
    return soften(shape.field(outer, radius).far, blur)[area.within(outer)]


def _flung(canvas: Canvas, thing: Thing, radius: float) -> None:
    """Clods round the rim."""
    rng, (x, y) = np.random.default_rng([thing.seed, 8]), thing.middle
    reach = 2.2 * max(thing.half)
    with canvas.pen((x - reach, y - reach, x + reach, y + reach)) as pen:
        for _ in range(int(24 * radius)):
            turn, out = rng.random() * 2 * math.pi, min(2.2, 1.02 + abs(rng.normal(0, 0.45)))
            cx, cy = x + math.cos(turn) * thing.half[0] * out, y + math.sin(turn) * thing.half[1] * out
            light = 255 * (1.15 + 0.7 * rng.random())
            red, green, blue = (int(light * v) for v in canvas.earth.tolist())
            _clod(pen, (cx, cy), 0.05 + 0.12 * rng.random() ** 2 * radius / 1.2, (red, green, blue), rng)


def _clod(pen: Pen, at: Point, size: float, tone: Rgb, rng: np.random.Generator) -> None:
    reach = size * (0.7 + 0.5 * rng.random(6))
    ring = [(at[0] + math.cos(t) * r, at[1] + math.sin(t) * r)
            for t, r in zip(np.linspace(0.3, 5.5, 6).tolist(), reach.tolist(), strict=True)]
    pen.poly([(x + 0.05, y + 0.07) for x, y in ring], (6, 7, 8, 150))
    pen.poly(ring, tone)
    for a, b in pairwise(ring[2:5]):
        pen.line(a, b, 0.025, pale(tone, 0.4))


def smoke(canvas: Canvas, thing: Thing) -> None:
    """Billows up to four fifths, feathered inside the dashed border."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field, outer = thing.shape.field(part, 0.9), part.grown(1)
    puff = 0.72 * outer.noise("slow", thing.seed) + 0.28 * outer.noise("spots", thing.seed + 1)
    lit = np.clip(slope_light(puff) * np.float32(part.ppi * 2.4), -2, 2)
    tone = colour("#8F999F") * (1 + 0.15 * lit + 0.5 * (puff[1:-1, 1:-1] - 0.5))[..., None]
    canvas.lay(part, tone, np.clip(smooth(-0.05, 0.85, -field.far) * (0.46 + 0.62 * puff[1:-1, 1:-1]), 0, 0.8))
    border(canvas, thing, "#E1E7EB", 0.07, (0.32, 0.30), 0.66)


def hazard(canvas: Canvas, thing: Thing) -> None:
    """A slick of cells, bubbling, within a border of void and short warning dashes."""
    part = canvas.area.around(thing.shape.bounds, 0.5)
    if part.empty:
        return
    field = thing.shape.field(part, 0.7)
    near, second, number = scatter(0.7, thing.seed, part.xs, part.ys)
    bright = smooth(0.3, 0.85, part.noise("spots", thing.seed))
    tone = colour("#2B2F1A") + (colour("#8C9637") - colour("#2B2F1A")) * bright[..., None]
    tone = tone * (1 - 0.35 * (1 - smooth(0.02, 0.14, second - near)))[..., None]
    tone = tone + (smooth(0.80, 0.95, 1 - near) * (number > 0.6))[..., None] * colour("#A8B060") * np.float32(0.3)
    canvas.darken(part, np.clip(0.4 - np.maximum(field.far, 0), 0, 0.4))
    canvas.lay(part, tone, field.mask * np.float32(0.92))
    striped(canvas, part, field)
    canvas.shelter(part, field.within(0.2))


def striped(canvas: Canvas, part: Area, field: Field) -> None:
    """The border of what harms: void with warning dashes, its outer edge on the outline."""
    canvas.lay(part, colour("#0C0C08"), field.band(-0.30, 0))
    canvas.lay(part, colour(WARNING), field.band(-0.26, -0.05) * field.dashes(0.42, 0.42))


WARNING = "#BC9E42"
