"""Things a model can hide behind: barriers, crates, pipes, cars, dumpsters, fences, sandbags, doors."""
from __future__ import annotations

import math

import numpy as np

from game.ui.draw.ground.area import Area, Field, Shape
from game.ui.draw.ground.canvas import Canvas, Pen
from game.ui.draw.ground.furniture import cowl, drum
from game.ui.draw.ground.scene import Thing, bounds_of
from game.ui.draw.ground.shade import edged
from game.ui.draw.ground.tones import AMBER, Rgb, blend, colour, dark, pale, rgb
from game.units import Point

PLANKS = ("#7E7054", "#706C5A", "#746450")
BODIES = ("#3E4A53", "#4C413C", "#3F443D", "#46464D")


def prism(canvas: Canvas, thing: Thing, tone: str, reach: float = 0.3, vary: float = 0.25,
          bevel: float = 0.07) -> tuple[Area, Field] | None:
    """Fill the outline with one tone of matter, void line and bevel; None when it is not in this block."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return None
    field = thing.shape.field(part, reach)
    shade = 1 + vary * (part.noise("mid", thing.seed) - 0.5) + 0.14 * (part.noise("fine", thing.seed + 1) - 0.5)
    canvas.lay(part, colour(tone) * shade[..., None], field.mask)
    edged(canvas, part, field, bevel)
    return part, field


def inner_pen(canvas: Canvas, got: tuple[Area, Field], alpha: float = 1.0) -> Pen:
    """A pen for what is drawn on a piece: it leaves no mark on the void line or beyond it."""
    part, field = got
    return Pen(canvas, part, alpha, field.within(-max(0.05, 1.0 / part.ppi)))


def plain(canvas: Canvas, thing: Thing) -> None:
    """A piece of a kind that has no painter: its traits choose the tone, its height the bevel."""
    has = thing.look.traits
    tone = "#5A6168" if "impassable" in has or "opaque" in has else "#6F6A60" if "difficult" in has else "#666D72"
    if thing.look.height <= thing.look.elevation:
        _marked_ground(canvas, thing)
    else:
        prism(canvas, thing, tone)


def _marked_ground(canvas: Canvas, thing: Thing) -> None:
    """A flat area that no kind describes: a slight change of tone and its exact border."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, 0.3)
    canvas.darken(part, field.mask * np.float32(0.25))
    canvas.lay(part, colour("#A9AEB2"), field.band(-0.08, 0) * field.dashes(0.45, 0.35) * np.float32(0.6))


def barrier(canvas: Canvas, thing: Thing) -> None:
    """Concrete with a ridge and short warning stripes at its ends."""
    got = prism(canvas, thing, "#8D9296")
    if got is None or not _boxlike(thing):
        return
    (hu, hv), at = thing.half, thing.at
    with inner_pen(canvas, got, 0.85) as pen:
        for end in (-1, 1):
            for i in range(3):
                u = end * (hu - 0.12 - 0.24 * i)
                pen.poly([at(u, -0.8 * hv), at(u - 0.12 * end, -0.8 * hv), at(u - 0.24 * end, 0.8 * hv),
                          at(u - 0.12 * end, 0.8 * hv)], rgb(AMBER))
    with inner_pen(canvas, got) as pen:
        pen.line(at(-hu + 0.08, -0.2 * hv), at(hu - 0.08, -0.2 * hv), 0.4 * hv, (255, 255, 255, 58))
        pen.line(at(-hu + 0.08, 0.5 * hv), at(hu - 0.08, 0.5 * hv), 0.35 * hv, (0, 0, 0, 70))
        for share in (-0.34, 0.0, 0.34):
            pen.line(at(share * hu, -0.8 * hv), at(share * hu, 0.8 * hv), 0.03, (0, 0, 0, 85))


def _boxlike(thing: Thing) -> bool:
    """Whether the outline fills its box, so that a picture of a box fits it."""
    if thing.shape.disc is not None:
        return False
    ring = thing.shape.rings[0]
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2
    return area > 0.8 * 4 * thing.half[0] * thing.half[1]


def crates(canvas: Canvas, thing: Thing) -> None:
    """One crate, or as many in rows as the outline holds."""
    steel = thing.style == "steel"
    tone = "#66727A" if steel else PLANKS[thing.seed % 3]
    got = prism(canvas, thing, tone, vary=0.3)
    if got is None or thing.shape.disc is not None:
        return
    columns, rows = (max(1, round(half / 0.7)) for half in thing.half)
    with inner_pen(canvas, got) as pen:
        for i in range(columns):
            for j in range(rows):
                box = _Box(thing, (2 * i + 1) / columns - 1, (2 * j + 1) / rows - 1, 1 / columns, 1 / rows)
                if bool((thing.shape.clearance([box.at(a, b) for a, b in BOX]) > -0.02).all()):
                    _crate(pen, box, rgb(tone), steel)


BOX = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))


class _Box:
    """A cell of a thing's box, with its own -1 to 1."""

    def __init__(self, thing: Thing, u: float, v: float, hu: float, hv: float) -> None:
        self.thing, self.u, self.v, self.hu, self.hv = thing, u, v, hu, hv

    def at(self, a: float, b: float) -> Point:
        return self.thing.part(self.u + a * self.hu, self.v + b * self.hv)


def _crate(pen: Pen, box: _Box, tone: Rgb, steel: bool) -> None:
    """Planks in a frame with a brace; steel has a rail instead."""
    at, wood, light = box.at, dark(tone, 0.42), pale(tone, 0.12)
    for u in (-0.5, -0.17, 0.17, 0.5):
        pen.line(at(u, -0.8), at(u, 0.8), 0.035, (10, 8, 6, 40 if steel else 110))
    if steel:
        pen.line(at(-0.75, 0), at(0.75, 0), 0.10, wood)
        pen.line(at(-0.75, -0.03), at(0.75, -0.03), 0.04, light)
    else:
        pen.line(at(-0.8, -0.8), at(0.8, 0.8), 0.16, wood)
        pen.line(at(-0.8, -0.8), at(0.8, 0.8), 0.085, light)
    for a, b in zip(BOX, [*BOX[1:], BOX[0]], strict=True):
        a, b = (a[0] * 0.93, a[1] * 0.93), (b[0] * 0.93, b[1] * 0.93)
        pen.line(at(*a), at(*b), 0.18, wood)
        pen.line(at(*a), at(*b), 0.10, light)


def pipe(canvas: Canvas, thing: Thing) -> None:
    """A round pipe along the outline, in the tones of a cylinder, with flanges; bends follow the outline."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    if thing.shape.disc is not None:
        with canvas.pen(thing.shape.bounds) as pen:
            drum(pen, thing.middle, thing.shape.disc[2], rgb("#6A737A"))
        return
    half = _half_width(thing)
    field, sides = thing.shape.field(part, 0.3), _sides_only(thing.shape, half).field(part, half + 0.05)
    across = -np.sign(sides.lit) * np.clip(1 + sides.far / np.float32(half), 0, 1) * np.float32(0.5)
    lit = np.clip(1 - np.abs(across + 0.18) * 1.65, 0, 1)
    low, high = colour("#6D7A80") * 0.36, colour("#6D7A80") * 0.72 + 0.28
    grime = (1 + 0.2 * (part.noise("mid", thing.seed) - 0.5))[..., None]
    canvas.lay(part, (low + (high - low) * lit[..., None]) * grime, field.mask)
    edged(canvas, part, field, 0.05, 0.1, 0.2)
    with canvas.pen(thing.shape.bounds, 0.0) as pen:
        _flanges(pen, thing, half)


def _half_width(thing: Thing) -> float:
    """Half the width of a long thin outline: its area over half its length round."""
    ring = thing.shape.rings[0]
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2
    round_ = thing.shape.around / 2
    return max(0.05, (round_ - math.sqrt(max(round_ * round_ - 4 * area, 0.0))) / 4)


def _sides_only(shape: Shape, half: float) -> Shape:
    """The outline without its ends, so that distances are across the pipe, never along it."""
    sides = Shape(shape.rings)
    ends = [e for e in shape.edges if abs(e.length - 2 * half) < 0.2 * half]
    sides.edges = [e for e in shape.edges if e not in ends] or shape.edges
    return sides


def _flanges(pen: Pen, thing: Thing, half: float) -> None:
    ends = {id(e) for e in thing.shape.edges if abs(e.length - 2 * half) < 0.2 * half}
    for e in thing.shape.edges:
        if e.lit <= 0 or id(e) in ends or e.length < 1.0:
            continue
        count = max(1, round(e.length / 2.4))
        for i in range(count + 1):
            t = 0.1 + (e.length - 0.2) * i / count
            x, y = e.ax + e.ux * t, e.ay + e.uy * t
            far = x - e.uy * 2 * half, y + e.ux * 2 * half
            pen.line((x, y), far, 0.17, (10, 13, 16))
            pen.line(_to(x, y, far, 0.04), _to(*far, (x, y), 0.04), 0.10, pale(rgb("#6D7A80"), 0.12))


def _to(x: float, y: float, other: Point, share: float) -> Point:
    return x + (other[0] - x) * share, y + (other[1] - y) * share


def car(canvas: Canvas, thing: Thing) -> None:
    """A car from above, front along its heading; a wreck has burnt out."""
    wreck = thing.style == "wreck"
    code = "#33302D" if wreck else BODIES[thing.seed % len(BODIES)]
    tone = rgb(code)
    got = prism(canvas, thing, code, bevel=0.09)
    if got is None:
        return
    glass, part = (20, 30, 37, 255), thing.part
    with inner_pen(canvas, got) as pen:
        def panel(ink: tuple[int, ...], *corners: Point) -> None:
            pen.poly([part(*c) for c in corners], (ink[0], ink[1], ink[2], ink[3]))

        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            panel((9, 11, 13, 255), (a, b), (a, 0.52 * b), (0.96 * a, 0.74 * b), (0.90 * a, 0.92 * b), (0.72 * a, b))
        panel((*dark(tone, 0.25), 255), (-0.6, -0.8), (0.28, -0.8), (0.28, 0.8), (-0.6, 0.8))
        panel(glass, (0.2, -0.76), (0.48, -0.6), (0.48, 0.6), (0.2, 0.76))
        panel((*pale((20, 30, 37), 0.16), 255), (0.25, -0.7), (0.33, -0.66), (0.44, 0.2), (0.40, 0.32))
        panel(glass, (-0.72, -0.56), (-0.56, -0.72), (-0.56, 0.72), (-0.72, 0.56))
        panel((*pale(tone, 0.08), 255), (-0.5, -0.66), (0.18, -0.66), (0.18, 0.66), (-0.5, 0.66))
        for side in (-1, 1):
            panel(glass, (-0.44, 0.84 * side), (0.16, 0.84 * side), (0.12, 0.74 * side), (-0.40, 0.74 * side))
            pen.line(part(0.52, 0.36 * side), part(0.9, 0.3 * side), 0.05, (*pale(tone, 0.25), 140))
            panel((30, 34, 38, 255) if wreck else (207, 217, 223, 255), (0.91, 0.72 * side), (0.96, 0.52 * side),
                  (0.97, 0.3 * side), (0.93, 0.42 * side))
            panel((90, 36, 46, 255), (-0.95, 0.66 * side), (-0.91, 0.84 * side), (-0.88, 0.78 * side),
                  (-0.94, 0.46 * side))
        pen.line(part(-0.48, -0.6), part(0.16, -0.6), 0.05, (*pale(tone, 0.3), 150))


def dumpster(canvas: Canvas, thing: Thing) -> None:
    """A steel bin with two lids."""
    tone = rgb("#3A4442")
    got = prism(canvas, thing, "#3A4442", vary=0.3)
    if got is None or not _boxlike(thing):
        return
    with inner_pen(canvas, got) as pen:
        for side in (-1, 1):
            lid = [thing.part(side * u, v) for u, v in ((0.06, -0.78), (0.9, -0.78), (0.9, 0.74), (0.06, 0.74))]
            pen.poly(lid, dark(tone, 0.35))
            pen.line(lid[0], lid[1], 0.05, pale(tone, 0.2))
            for v in (-0.25, 0.25):
                pen.line(thing.part(side * 0.12, v), thing.part(side * 0.84, v), 0.04, dark(tone, 0.55))
        pen.line(thing.part(-0.92, -0.86), thing.part(0.92, -0.86), 0.07, dark(tone, 0.65))


def barrel(canvas: Canvas, thing: Thing) -> None:
    """A drum, a wide one with a lid like a tank's; not round, it is a plain block."""
    if thing.shape.disc is None:
        prism(canvas, thing, "#6A737A")
        return
    with canvas.pen(thing.shape.bounds) as pen:
        if thing.shape.disc[2] > 0.7:
            drum(pen, thing.middle, thing.shape.disc[2], rgb(("#6D6258", "#65727A")[thing.seed % 2]))
            return
        cowl(pen, thing.middle, thing.shape.disc[2], rgb(("#7A6355", "#66727A")[thing.seed % 2]))


def fence(canvas: Canvas, thing: Thing) -> None:
    """Mesh between posts: the ground shows through, the border is exact."""
    part = canvas.area.around(thing.shape.bounds, 0.1)
    if part.empty:
        return
    field = thing.shape.field(part, 0.5)
    x, y = part.xs + part.ys, part.xs - part.ys
    mesh = np.maximum(np.abs(x % 0.2 - 0.1), np.abs(y % 0.2 - 0.1)) > 0.07
    canvas.lay(part, colour("#8C959B"), field.mask * (0.18 + 0.5 * mesh).astype(np.float32))
    edged(canvas, part, field, 0.05)
    with inner_pen(canvas, (part, field)) as pen:
        count = max(1, round(thing.half[0] / 0.75))
        for i in range(count + 1):
            c, r = thing.part(2 * i / count - 1, 0), min(0.12, thing.half[1] * 0.9)
            c = _to(*c, thing.middle, min(1.0, r / max(thing.half[0], r)))
            pen.disc(c, r, (8, 10, 12))
            pen.disc((c[0] - 0.01, c[1] - 0.02), r * 0.7, (158, 167, 173))


def sandbags(canvas: Canvas, thing: Thing) -> None:
    """Two rows of bags on the footprint."""
    got = prism(canvas, thing, "#4F4737", vary=0.3)
    if got is None:
        return
    rng, (hu, hv) = np.random.default_rng(thing.seed), thing.half
    count = max(1, round(2 * hu / 0.55))
    with inner_pen(canvas, got) as pen:
        for row in (-1, 1):
            for i in range(count):
                u = -hu + 2 * hu * (i + 0.5 + 0.2 * row) / count
                tone = blend(rgb("#8B7D5F"), (int(rng.integers(70, 150)),) * 3, 0.16)
                _bag(pen, thing, (u, row * hv * 0.45), (hu / count * 1.12, hv * 0.58), tone)


def _bag(pen: Pen, thing: Thing, at: Point, half: Point, tone: Rgb) -> None:
    for share, lift, ink in ((1.0, 0.0, (12, 10, 7)), (0.88, 0.0, dark(tone, 0.3)), (0.74, 0.03, tone),
                             (0.42, 0.06, pale(tone, 0.2))):
        ring = [thing.at(at[0] + half[0] * share * math.cos(t), at[1] + half[1] * share * math.sin(t))
                for t in np.linspace(0, 5.8, 12)]
        pen.poly([(x - lift, y - lift * 1.2) for x, y in ring], ink)


MINT = (91, 214, 174)
"""A door is a system, and systems wear this tint; no other piece does."""
BOLTED = (240, 170, 62)
"""A lock: told by its shape as well, a padlock and bolts."""
DARK = (13, 26, 26)


def door(canvas: Canvas, thing: Thing) -> None:
    """Closed: a striped bar with a handle. Locked: an amber one with a padlock, bolted at both ends. Open: the bar
    swung aside, its sweep dashed."""
    if thing.look.state == "open":
        _open_door(canvas, thing)
    elif prism(canvas, thing, "#15201F", vary=0.1) is not None:
        locked = thing.look.state == "locked"
        with canvas.pen(bounds_of(thing.shape.rings[0]), 0.5 if locked else 0.3) as pen:
            _bar(pen, thing, BOLTED if locked else MINT)
            (_padlock if locked else _handle)(pen, thing)


def _bar(pen: Pen, thing: Thing, tone: Rgb) -> None:
    (hu, hv), at = thing.half, thing.at
    thick = max(0.10, hv * 1.1)
    pen.line(at(-hu + 0.08, 0), at(hu - 0.08, 0), thick, tone)
    for i in range(int(2 * hu / 0.36)):
        u = -hu + 0.2 + 0.36 * i
        pen.poly([at(u, thick / 2), at(u + 0.13, thick / 2), at(u + 0.25, -thick / 2), at(u + 0.12, -thick / 2)],
                 DARK)


def _handle(pen: Pen, thing: Thing) -> None:
    pen.disc(thing.middle, 0.24, DARK)
    pen.disc(thing.middle, 0.19, MINT)
    pen.disc(thing.middle, 0.08, DARK)


def _padlock(pen: Pen, thing: Thing) -> None:
    (hu, _), at, (x, y) = thing.half, thing.at, thing.middle
    for end in (-1, 1):
        pen.line(at(end * (hu - 0.3), -0.3), at(end * (hu - 0.3), 0.3), 0.2, DARK)
        pen.line(at(end * (hu - 0.3), -0.24), at(end * (hu - 0.3), 0.24), 0.1, BOLTED)
    pen.disc((x, y - 0.17), 0.3, DARK)
    pen.disc((x, y - 0.17), 0.23, BOLTED)
    pen.disc((x, y - 0.17), 0.12, DARK)
    for grow, tone in ((0.06, DARK), (0.0, BOLTED)):
        pen.poly([(x - 0.31 - grow, y - 0.12 - grow), (x + 0.31 + grow, y - 0.12 - grow),
                  (x + 0.31 + grow, y + 0.34 + grow), (x - 0.31 - grow, y + 0.34 + grow)], tone)
    pen.line((x, y + 0.04), (x, y + 0.22), 0.11, DARK)


def _open_door(canvas: Canvas, thing: Thing) -> None:
    (hu, hv), at = thing.half, thing.at
    hinge, long = at(-hu, 0), 2 * hu
    with canvas.pen((hinge[0] - long, hinge[1] - long, hinge[0] + long, hinge[1] + long), 0.2, 0.9) as pen:
        for u in np.arange(0.15, long - 0.1, 0.4):
            pen.line(at(-hu + u, 0), at(-hu + u + 0.2, 0), 0.05, (*MINT, 90))
        for i in range(0, 18, 2):
            turns = math.radians(i * 5), math.radians(i * 5 + 6)
            a, b = (at(-hu + long * math.cos(t), -long * math.sin(t)) for t in turns)
            pen.line(a, b, 0.05, (*MINT, 110))
        end = at(-hu, -long)
        pen.line(hinge, end, max(0.2, 2 * hv), (7, 9, 12))
        pen.line(hinge, end, max(0.12, 2 * hv - 0.1), MINT)
        pen.disc(hinge, 0.16, (7, 9, 12))


