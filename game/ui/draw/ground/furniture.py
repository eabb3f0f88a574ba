"""What stands on roofs: fans, ducts, skylights, hatches, vents, tanks, set out by the seed inside the parapet."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from game.ui.draw.ground.area import Area, ribbon
from game.ui.draw.ground.canvas import Canvas, Pen
from game.ui.draw.ground.scene import Thing, bounds_of
from game.ui.draw.ground.shade import local_shadow
from game.ui.draw.ground.tones import LIGHT, Plane, Rgb, Rgba, blend, dark, pale, rgb
from game.units import Point

CLEAR = 0.34 + 0.22
"""Inches kept free along the outline: the parapet and a walkway."""

Clip = tuple[Area, Plane]


Box = tuple[float, float, float, float]
"""Centre and half sizes in the roof's frame."""


class Item(NamedTuple):
    """One thing on a roof, in the roof's frame: kind, centre, half sizes, its own seed; a duct's corners."""

    kind: str
    u: float
    v: float
    hu: float
    hv: float
    seed: int
    path: tuple[Point, ...] = ()

    @property
    def boxes(self) -> list[Box]:
        """What it covers: a duct one box a leg."""
        if not self.path:
            return [(self.u, self.v, self.hu, self.hv)]
        return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, abs(a[0] - b[0]) / 2 + DUCT / 2, abs(a[1] - b[1]) / 2 + DUCT / 2)
                for a, b in pairwise(self.path)]


DUCT = 0.54
RISE = {"fan": 1.0, "vent": 0.8, "hatch": 0.3, "skylight": 0.45, "tank": 2.2, "duct": 0.8}


def furnish(canvas: Canvas, thing: Thing, clip: Clip) -> None:
    """Draw the roof's things with their own shadows; `clip` is the inside of the parapet."""
    for item in layout(thing):
        foot = _footprint(thing, item)
        bounds = bounds_of(foot)
        if canvas.area.around(bounds, 1.0).empty:
            continue
        local_shadow(canvas, foot, RISE[item.kind], 0.5, clip)
        with canvas.pen(bounds, 0.25) as pen:
            DRAW[item.kind](pen, thing, item)


def _footprint(thing: Thing, item: Item) -> list[Point]:
    if item.kind in ("vent", "tank"):
        return _circle(thing.at(item.u, item.v), item.hu)
    if item.path:
        return ribbon([thing.at(*p) for p in item.path], DUCT)
    return _corners(thing, item)


@lru_cache(256)
def layout(thing: Thing) -> tuple[Item, ...]:
    """The things on this roof: the same for the same outline and seed, none outside, none overlapping."""
    rng = np.random.default_rng([thing.seed, 5])
    items: list[Item] = []
    for kind, hu, hv in _wanted(4 * thing.half[0] * thing.half[1], rng):
        _place(thing, items, kind, hu, hv, rng)
    return tuple(items)


def _wanted(area: float, rng: np.random.Generator) -> list[tuple[str, float, float]]:
    """Sizes for a roof of `area` square inches, the large things first."""
    wanted: list[tuple[str, float, float]] = []
    if area > 70 and rng.random() < 0.45:
        wanted.append(("tank", 1.5, 1.5))
    if area > 20:
        wanted.append(("fans", 1.65, 0.78) if area > 34 else ("fan", 0.75, 0.75))
    if area > 24:
        wanted.append(("skylight", int(rng.integers(3, 6)) * 0.4, int(rng.integers(1, 3)) * 0.5))
    if area > 110:
        wanted.append(("skylight", 2 * 0.4, 4 * 0.5) if rng.random() < 0.5 else ("fan", 0.85, 0.85))
    wanted.append(("vents", 0.45, 1.05) if area > 30 else ("vent", 0.32, 0.32))
    if area > 12:
        wanted.append(("hatch", 0.45, 0.45))
    if area > 150:
        wanted.append(("vent", 0.45, 0.45))
    return wanted


def _place(thing: Thing, items: list[Item], kind: str, hu: float, hv: float, rng: np.random.Generator) -> None:
    """Put one thing (or a pair) at the first of some spots where it fits, rather along a parapet than in the open."""
    for _ in range(60):
        u, v = (_spot(half - CLEAR - size - 0.06, rng) for half, size in zip(thing.half, (hu, hv), strict=True))
        item = Item(kind, u, v, hu, hv, int(rng.integers(1 << 15)))
        if _fits(thing, items, item):
            items.extend(_pair(item))
            if kind in ("fans", "tank"):
                _lead_off(thing, items, item, rng)
            return


def _spot(reach: float, rng: np.random.Generator) -> float:
    reach = max(0.0, reach)
    place = rng.random()
    return -reach if place < 0.3 else reach if place > 0.7 else round((2 * rng.random() - 1) * reach * 4) / 4


def _lead_off(thing: Thing, items: list[Item], item: Item, rng: np.random.Generator) -> None:
    """A duct from a fan or tank, round one corner, where there is room."""
    for _ in range(30):
        side, turn = (1 if rng.random() < 0.5 else -1 for _ in range(2))
        down, across = 0.9 + 1.6 * rng.random(), 1.6 + 2.6 * rng.random()
        start = item.u - turn * 0.85 if item.kind == "fans" else item.u
        path = ((start, item.v + side * (item.hv + 0.3)), (start, item.v + side * (item.hv + 0.3 + down)),
                (start + turn * across, item.v + side * (item.hv + 0.3 + down)))
        middle = (path[0][0] + path[2][0]) / 2, (path[0][1] + path[2][1]) / 2
        duct = Item("duct", *middle, across / 2 + DUCT / 2, down / 2 + DUCT / 2, item.seed, path)
        if _fits(thing, items, duct, gap=0.02):
            items.append(duct._replace(path=((start, item.v + side * item.hv), *path[1:])))
            return


def _fits(thing: Thing, items: Sequence[Item], item: Item, gap: float = 0.3) -> bool:
    for u, v, hu, hv in item.boxes:
        if any(abs(u - a) < hu + c + gap and abs(v - b) < hv + d + gap for o in items for a, b, c, d in o.boxes):
            return False
        steps = np.linspace(-1, 1, 9)
        rim = [thing.at(u + hu * a, v + hv * b) for a in steps for b in steps]
        if not (thing.shape.clearance(rim) > CLEAR).all():
            return False
    return True


def _pair(item: Item) -> list[Item]:
    """Fans and vents come in twos, side by side."""
    if item.kind == "fans":
        return [item._replace(kind="fan", u=item.u + s * 0.87, hu=0.78, seed=item.seed + s) for s in (-1, 1)]
    if item.kind == "vents":
        return [item._replace(kind="vent", v=item.v + s * 0.58, hv=r, hu=r) for s, r in ((-1, 0.45), (1, 0.34))]
    return [item]


def _corners(thing: Thing, item: Item) -> list[Point]:
    return [thing.at(item.u + a * item.hu, item.v + b * item.hv) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _circle(centre: Point, radius: float, sides: int = 20) -> list[Point]:
    turns = (2 * math.pi * i / sides for i in range(sides))
    return [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in turns]


def box(pen: Pen, corners: list[Point], tone: Rgb) -> None:
    """A plain lid: void edge, lit to the north-west."""
    pen.poly(corners, (4, 6, 8))
    x, y = (sum(p[i] for p in corners) / len(corners) for i in (0, 1))

    def inset(d: float) -> list[Point]:
        return [(px + (x - px) * d / (abs(x - px) + 1e-6), py + (y - py) * d / (abs(y - py) + 1e-6))
                for px, py in corners]

    lid = inset(0.045)
    pen.poly(lid, tone)
    for a, b in zip(lid, [*lid[1:], lid[0]], strict=True):
        lit = _lit(a, b)
        pen.line(a, b, 0.07, pale(tone, 0.38 * lit) if lit > 0 else dark(tone, -0.45 * lit))


def _lit(a: Point, b: Point) -> float:
    """The light on the outer side of an edge of a ring that runs clockwise on the screen."""
    length = math.dist(a, b) or 1.0
    return ((b[1] - a[1]) * LIGHT[0] - (b[0] - a[0]) * LIGHT[1]) / length


def _fan(pen: Pen, thing: Thing, item: Item) -> None:
    box(pen, _corners(thing, item), rgb("#7D878E"))
    c, r = thing.at(item.u, item.v), item.hu * 2
    pen.disc(c, 0.42 * r, (18, 22, 26))
    pen.disc(c, 0.385 * r, (52, 60, 67))
    for i in range(5):
        turn = math.radians(i * 72 + item.seed % 72)
        blade = [(c[0] + math.cos(turn + d) * 0.36 * r, c[1] + math.sin(turn + d) * 0.36 * r)
                 for d in (0, 0.24, 0.49, 0.66)]
        pen.poly([c, *blade], (24, 29, 34))
    for share in (0.385, 0.27, 0.16):
        pen.ring(c, share * r, 0.026, (130, 142, 150))
    pen.disc(c, 0.07 * r, (140, 150, 158))


def _vent(pen: Pen, thing: Thing, item: Item) -> None:
    cowl(pen, thing.at(item.u, item.v), item.hu, rgb("#8A939A"))


def cowl(pen: Pen, c: Point, r: float, tone: Rgb) -> None:
    """A round cap, brighter towards the light, with a dark mouth."""
    pen.disc(c, r, (6, 8, 10))
    for i in range(8):
        t = i / 7
        pen.disc((c[0] - t * r * 0.22, c[1] - t * r * 0.28), (r - 0.04) * (1 - t * 0.72),
                 blend(dark(tone, 0.5), pale(tone, 0.2), t))
    pen.disc((c[0] - 0.02, c[1] - 0.03), r * 0.3, (20, 24, 28))


def _hatch(pen: Pen, thing: Thing, item: Item) -> None:
    box(pen, _corners(thing, item), rgb("#5D666D"))
    a, b = (thing.at(item.u + s * 0.44 * item.hu, item.v + 0.44 * item.hv) for s in (-1, 1))
    pen.line(a, b, 0.07, (12, 14, 16))


GLASS = ("#D9A55A", "#8496C0", "#C9A766", "#CF9A55")


PANE = ((0.09, 0.08), (0.91, 0.08), (0.91, 0.92), (0.09, 0.92))


def _skylight(pen: Pen, thing: Thing, item: Item) -> None:
    """Panes over a frame, some lit from below."""
    box(pen, _corners(thing, item), rgb("#2A3239"))
    rng, warm = np.random.default_rng(item.seed), rgb(GLASS[item.seed % 4])
    columns, rows = max(1, round(item.hu / 0.42)), max(1, round(item.hv / 0.5))
    for i in range(columns):
        for j in range(rows):
            cell = ((2 * (i + a) / columns - 1, 2 * (j + b) / rows - 1) for a, b in PANE)
            pane = [thing.at(item.u + u * item.hu, item.v + v * item.hv) for u, v in cell]
            tone = blend(rgb("#1D2A33"), warm, 0.22 + 0.38 * rng.random())
            pen.poly(pane, tone)
            pen.poly([pane[0], _along(pane[0], pane[1], 0.55), _along(pane[0], pane[3], 0.7)], pale(tone, 0.10))


def _along(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _tank(pen: Pen, thing: Thing, item: Item) -> None:
    drum(pen, thing.at(item.u, item.v), item.hu, rgb("#6A737A"))


def drum(pen: Pen, c: Point, r: float, tone: Rgb) -> None:
    """A round lid in a conical sheen, with a collar in the middle."""
    pen.disc(c, r, (6, 8, 10))
    for i in range(60):
        turn = math.radians(i * 6)
        lit = math.cos(turn - math.radians(233))
        wedge = [(c[0] + math.cos(turn + d) * (r - 0.05), c[1] + math.sin(turn + d) * (r - 0.05))
                 for d in (0, 0.055, 0.115)]
        pen.poly([c, *wedge], pale(tone, 0.28 * lit) if lit > 0 else dark(tone, -0.28 * lit))
    pen.ring(c, r - 0.05, 0.06, dark(tone, 0.4))
    pen.disc(c, r * 0.26, pale(tone, 0.12))
    pen.ring(c, r * 0.26, 0.04, (10, 12, 14))


def _duct(pen: Pen, thing: Thing, item: Item) -> None:
    points, tone = [thing.at(*p) for p in item.path], rgb("#79838A")
    for a, b in pairwise(points):
        cylinder(pen, a, b, DUCT, tone)
    for p in points[1:-1]:
        pen.disc(p, DUCT * 0.54, (10, 13, 16))
        for q in range(6):
            pen.disc((p[0] - 0.01 * q, p[1] - 0.013 * q), DUCT * (0.46 - q * 0.065),
                     blend(dark(tone, 0.5), pale(tone, 0.25), q / 6))


PROFILE = (-0.46, -0.34, -0.22, -0.10, 0.02, 0.14, 0.26, 0.38)


def cylinder(pen: Pen, a: Point, b: Point, width: float, tone: Rgb, flange: float = 1.7) -> None:
    """A round pipe from a to b in eight tones across, with flanges; nothing beyond `width`."""
    length = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    nx, ny = -uy, ux
    flip = 1 if nx * LIGHT[0] + ny * LIGHT[1] < 0 else -1
    body = width * 0.86
    pen.line(a, b, body, dark(tone, 0.75))
    for q in PROFILE:
        lit = max(0.0, 1 - abs(q + 0.18) * 1.65)
        off, shade = q * flip * body, blend(dark(tone, 0.62), pale(tone, 0.34), lit)
        pen.line((a[0] + nx * off, a[1] + ny * off), (b[0] + nx * off, b[1] + ny * off), body * 0.135, shade)
    for i in range(max(1, int(length / flange)) + 1):
        t = 0.085 + (length - 0.17) * i / max(1, int(length / flange))
        c = a[0] + ux * t, a[1] + uy * t
        for half, thick, shade4 in ((0.5, 0.17, _ink((10, 13, 16))), (0.46, 0.10, _ink(pale(tone, 0.10)))):
            pen.line((c[0] + nx * width * half, c[1] + ny * width * half),
                     (c[0] - nx * width * half, c[1] - ny * width * half), thick, shade4)


def _ink(tone: Rgb) -> Rgba:
    return (*tone, 255)


DRAW: dict[str, Callable[[Pen, Thing, Item], None]] = {
    "fan": _fan, "vent": _vent, "hatch": _hatch, "skylight": _skylight, "tank": _tank, "duct": _duct,
}
