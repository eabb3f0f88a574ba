"""Decorations on the ground: pavements, road paint, covers and drains, puddles, tracks, lamps and neon tubes."""
from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from game.ui.draw.ground.area import Area, Shape, ribbon
from game.ui.draw.ground.base import slab_tone, wash
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.shade import edged, glow, tube_glow
from game.ui.draw.ground.spec import Paint
from game.ui.draw.ground.tones import AMBER, LIGHTS, Plane, Rgb, blend, colour, rgb, smooth
from game.units import Point

TUBE = {"warm": "#FFD9A0", "violet": "#A99BFF", "rose": "#F08CC8"}


def lay_mark(canvas: Canvas, paint: Paint, wet: float) -> None:
    """The part of a decoration that lies on the ground. Its points are in screen inches already."""
    painter = MARKS.get(paint.kind)
    if painter is not None:
        painter(canvas, paint)
    if paint.kind == "puddle" and wet > 0:
        _puddle(canvas, paint)


def shine(canvas: Canvas, paint: Paint) -> None:
    """The light a decoration throws on the ground, before the pieces are painted."""
    tone = LIGHTS.get(paint.tone, LIGHTS["warm"])
    if paint.kind == "lamp":
        radius = paint.width or 2.9
        glow(canvas, paint.points[0], radius, tone, 0.58)
        glow(canvas, paint.points[0], radius * 0.4, tone, 0.3)
    elif paint.kind == "glow":
        glow(canvas, paint.points[0], paint.width or 2.6, tone, 0.36)
    elif paint.kind == "neon":
        out = heading_vector(paint.angle)
        for off, radius, power in ((0.5, 1.1, 0.42), (1.6, 2.0, 0.30)):
            a, b = ((p[0] + out[0] * off, p[1] + out[1] * off) for p in paint.points[:2])
            tube_glow(canvas, a, b, radius, tone, power)


def heading_vector(degrees: float) -> Point:
    """The unit vector of a compass heading on the screen (y down)."""
    turn = math.radians(degrees)
    return math.sin(turn), -math.cos(turn)


def worn(part: Area, seed: int, keep: float) -> Plane:
    """Where old paint still holds: 1 whole, 0 gone; `keep` about the share that stays."""
    edge = 1 - keep
    return smooth(edge - 0.25, edge + 0.2, 0.6 * part.noise("mid", seed) + 0.4 * part.noise("fine", seed + 1))


def _bounds(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _paint_tone(paint: Paint) -> Rgb:
    return rgb(AMBER) if paint.tone == "amber" else rgb("#D4D5D0")


def slabs(canvas: Canvas, paint: Paint) -> None:
    """A pavement: slabs, a kerb round it, a shade below the kerb."""
    shape = Shape([paint.points])
    part = canvas.area.around(shape.bounds, 0.4)
    if part.empty:
        return
    field = shape.field(part, 0.5)
    turn = math.radians(paint.angle - 90) if paint.angle else 0.0
    tone = slab_tone(part, paint.seed + 5, paint.width or 1.35, 0.045, turn)
    tone *= 1 + 0.26 * (part.noise("wide", paint.seed + 1) - 0.5) + 0.16 * (part.noise("fine", paint.seed + 2) - 0.5)
    tone *= 1 - 0.16 * smooth(0.6, 0.8, part.noise("spots", paint.seed + 4))
    canvas.darken(part, np.clip(1 - field.far / 0.16, 0, 1) * (1 - field.mask) * np.float32(0.5))
    canvas.lay(part, colour("#50585F") * tone[..., None], field.mask)
    kerb = 1 + 0.22 * (part.noise("mid", paint.seed + 3) - 0.5)
    joints = 1 - 0.4 * (np.abs(field.along % 2.0 - 1.0) > 0.97)
    canvas.lay(part, colour("#6E777E") * (kerb * joints)[..., None], field.band(-0.2, 0.0) * np.float32(0.92))
    canvas.darken(part, field.band(-0.24, -0.2) * np.float32(0.5))
    edged(canvas, part, field, 0.06, 0.30, 0.55)
    canvas.shelter(part, field.mask * np.float32(0.85))


def road(canvas: Canvas, paint: Paint) -> None:
    """Old paving through open country, broken and half gone."""
    shape = Shape([ribbon(paint.points, paint.width or 3.5)])
    part = canvas.area.around(shape.bounds, 0.6)
    if part.empty:
        return
    field = shape.field(part, 0.6)
    turn = math.atan2(paint.points[-1][1] - paint.points[0][1], paint.points[-1][0] - paint.points[0][0])
    tone = slab_tone(part, paint.seed + 8, 0.95, 0.07, turn, 0.3) * (1 + 0.2 * (part.noise("fine", paint.seed) - 0.5))
    whole = smooth(0.30, 0.56, part.noise("spots", paint.seed + 3)) * field.within(-0.05)
    canvas.darken(part, field.within(0.2) * np.float32(0.12))
    canvas.lay(part, colour("#605C55") * tone[..., None], whole * np.float32(0.8))


def broken(canvas: Canvas, paint: Paint) -> None:
    """The floor of a house that is gone: slabs, some of them missing."""
    shape = Shape([paint.points])
    part = canvas.area.around(shape.bounds, 0.1)
    if part.empty:
        return
    tone = slab_tone(part, paint.seed + 3, paint.width or 1.15, 0.07, math.radians(paint.angle), 0.3)
    tone = tone * (1 + 0.2 * (part.noise("fine", paint.seed) - 0.5) + 0.2 * (part.noise("spots", paint.seed) - 0.5))
    hold = smooth(0.30, 0.50, 0.7 * part.noise("spots", paint.seed + 7) + 0.3 * part.noise("mid", paint.seed))
    hold = hold * shape.field(part, 0.2).mask
    canvas.darken(part, hold * np.float32(0.25))
    canvas.lay(part, colour("#5D5952") * tone[..., None], hold * np.float32(0.92))
    canvas.shelter(part, hold)


def patch(canvas: Canvas, paint: Paint) -> None:
    """Ground dug up and laid again: darker, with a tarred edge."""
    shape = Shape([paint.points])
    part = canvas.area.around(shape.bounds, 0.1)
    if part.empty:
        return
    field = shape.field(part, 0.2)
    canvas.darken(part, field.mask * np.float32(0.17) * (0.6 + 0.8 * part.noise("spots", paint.seed)))
    canvas.darken(part, field.band(-0.07, 0.0) * np.float32(0.42))


def line(canvas: Canvas, paint: Paint) -> None:
    """Road paint along a polyline, dashed if asked, worn by traffic."""
    width, tone = paint.width or 0.16, (*_paint_tone(paint), 255)
    with canvas.pen(_bounds(paint.points), width, 0.55) as pen:
        pen.wear = worn(pen.part, paint.seed + 9, 0.6)
        for a, b in pieces(paint.points, paint.dash):
            pen.line(a, b, width, tone)


def pieces(points: tuple[Point, ...], dash: tuple[float, float] | None) -> list[tuple[Point, Point]]:
    """The strokes of a polyline: its legs, or its dashes (on, off) in inches, counted along the whole."""
    legs = list(pairwise(points))
    if dash is None:
        return legs
    strokes, done = [], 0.0
    for a, b in legs:
        length = math.dist(a, b)
        at = -(done % sum(dash))
        while at < length:
            t0, t1 = max(0.0, at) / length, min(length, at + dash[0]) / length
            if t1 > t0:
                strokes.append((_between(a, b, t0), _between(a, b, t1)))
            at += sum(dash)
        done += length
    return strokes


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def crossing(canvas: Canvas, paint: Paint) -> None:
    """Stripes over a polygon, along the heading; zebra crossings in white, keep-clear hatching in amber."""
    shape = Shape([paint.points])
    part = canvas.area.around(shape.bounds)
    if part.empty:
        return
    stripe = paint.width or 0.46
    ux, uy = heading_vector(paint.angle)
    across = (part.xs - shape.centre[0]) * np.float32(-uy) + (part.ys - shape.centre[1]) * np.float32(ux)
    period = stripe * (1.87 if paint.kind == "crossing" else 2.2)
    phase = (across + np.float32(stripe / 2)) % np.float32(period)
    mask = np.clip((stripe / 2 - np.abs(phase - stripe / 2)) * part.ppi + 0.5, 0, 1) * shape.field(part, 0.2).mask
    canvas.lay(part, np.array(_paint_tone(paint), np.float32) / 255,
               (mask * worn(part, paint.seed + 12, 0.55) * np.float32(0.5)).astype(np.float32))


def arrow(canvas: Canvas, paint: Paint) -> None:
    (x, y), length = paint.points[0], paint.width or 3.0
    (ux, uy), half = heading_vector(paint.angle), (paint.width or 3.0) / 2
    at = [(-1, -0.17), (0.36, -0.17), (0.36, -0.44), (1, 0), (0.36, 0.44), (0.36, 0.17), (-1, 0.17)]
    with canvas.pen((x - length, y - length, x + length, y + length), 0.0, 0.42) as pen:
        pen.wear = worn(pen.part, paint.seed + 15, 0.5)
        pen.poly([(x + (u * ux - v * uy) * half, y + (u * uy + v * ux) * half) for u, v in at],
                 (*_paint_tone(paint), 255))


def manhole(canvas: Canvas, paint: Paint) -> None:
    c, r = paint.points[0], (paint.width or 1.0) / 2
    with canvas.pen((c[0] - r, c[1] - r, c[0] + r, c[1] + r)) as pen:
        for share, tone in ((1.0, (12, 14, 16)), (0.93, (62, 68, 73)), (0.80, (40, 45, 49))):
            pen.disc(c, r * share, tone)
        for i in range(-3, 4):
            x, tall = c[0] + 0.2 * i * r, 0.62 * r
            pen.line((x, c[1] - tall), (x, c[1] + tall), 0.045, (70, 77, 83))
        pen.ring(c, r * 0.8, 0.03, (84, 92, 98))


def drain(canvas: Canvas, paint: Paint) -> None:
    (x, y), half = paint.points[0], (paint.width or 1.0) / 2
    ux, uy = heading_vector(paint.angle or 90.0)
    with canvas.pen((x - half, y - half, x + half, y + half)) as pen:
        pen.line((x - ux * half, y - uy * half), (x + ux * half, y + uy * half), 0.4, (8, 10, 11))
        for i in range(7):
            t = (i + 0.5) * half * 2 / 7 - half
            px, py = x + ux * t, y + uy * t
            pen.line((px + uy * 0.16, py - ux * 0.16), (px - uy * 0.16, py + ux * 0.16), 0.06, (74, 80, 85))


def _blot(canvas: Canvas, paint: Paint, grow: float) -> tuple[Area, Plane]:
    """A soft irregular spot of the paint's diameter: where, and how much."""
    (x, y), r = paint.points[0], (paint.width or 2.0) / 2
    part = canvas.area.around((x - 2 * r, y - 2 * r, x + 2 * r, y + 2 * r))
    if part.empty:
        return part, np.zeros((0, 0), np.float32)
    ux, uy = heading_vector(paint.angle or 90.0)
    dx, dy = part.xs - np.float32(x), part.ys - np.float32(y)
    along, across = dx * np.float32(ux) + dy * np.float32(uy), dy * np.float32(ux) - dx * np.float32(uy)
    far = np.hypot(along / np.float32(r * 1.25), across / np.float32(r * 0.7))
    bumps = 0.8 * (part.noise("slow", paint.seed + 50) - 0.5) + 0.06 * (part.noise("mid", paint.seed + 51) - 0.5)
    return part, 1 - smooth(0.86, 0.86 + grow, far + bumps)


def _puddle(canvas: Canvas, paint: Paint) -> None:
    part, pool = _blot(canvas, paint, 0.08)
    if part.empty:
        return
    wash(canvas, part, pool, paint.seed, 0.40)
    streak = smooth(0.3, 0.95, part.noise("slow", paint.seed + 2))
    canvas.brighten(part, pool * (0.02 + 0.12 * streak), colour("#8FB0C4"))
    canvas.moisten(part, pool)


def stain(canvas: Canvas, paint: Paint) -> None:
    part, spot = _blot(canvas, paint, 0.5)
    if not part.empty:
        canvas.darken(part, spot * np.float32(0.34))


def tracks(canvas: Canvas, paint: Paint) -> None:
    """Two rows of tread marks pressed into the ground."""
    gauge = (paint.width or 2.4) / 2
    with canvas.pen(_bounds(paint.points), gauge + 0.5, 0.5) as pen:
        pen.wear = smooth(0.25, 0.6, pen.part.noise("spots", paint.seed + 40))
        for a, b in pieces(paint.points, (0.05, 0.17)):
            length = math.dist(a, b) or 1.0
            nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            for side in (-gauge, gauge):
                cx, cy = a[0] + nx * side, a[1] + ny * side
                pen.line((cx - nx * 0.32, cy - ny * 0.32), (cx + nx * 0.32, cy + ny * 0.32), 0.11, (14, 12, 9, 200))
                cx, cy = cx + ny * 0.1, cy - nx * 0.1
                pen.line((cx - nx * 0.32, cy - ny * 0.32), (cx + nx * 0.32, cy + ny * 0.32), 0.04, (150, 140, 120, 70))


def stand_mark(canvas: Canvas, paint: Paint) -> None:
    """The body of a decoration that stands above the ground: lamp heads, tubes, ladders."""
    if paint.kind == "lamp":
        x, y = paint.points[0]
        with canvas.pen((x - 0.2, y - 0.2, x + 0.2, y + 0.2)) as pen:
            pen.disc((x, y), 0.17, (10, 12, 14))
            pen.disc((x, y), 0.11, (255, 236, 200))
    elif paint.kind == "neon":
        _tube(canvas, paint)
    elif paint.kind == "ladder":
        _ladder(canvas, paint)


def _tube(canvas: Canvas, paint: Paint) -> None:
    out, tone = heading_vector(paint.angle), rgb(TUBE.get(paint.tone, TUBE["warm"]))
    a, b = ((p[0] + out[0] * 0.08, p[1] + out[1] * 0.08) for p in paint.points[:2])
    with canvas.pen(_bounds((a, b))) as pen:
        pen.line(a, b, 0.27, (8, 10, 12))
        pen.line(a, b, 0.13, tone)
        pen.line(a, b, 0.05, blend(tone, (255, 255, 255), 0.75))


def _ladder(canvas: Canvas, paint: Paint) -> None:
    """Rails and rungs across a ledge, bright so that the way up is seen."""
    (x, y), half = paint.points[0], (paint.width or 1.5) / 2
    ux, uy = heading_vector(paint.angle)

    def at(u: float, v: float) -> Point:
        return x + ux * u - uy * v, y + uy * u + ux * v

    with canvas.pen((x - half, y - half, x + half, y + half), 0.5) as pen:
        for off, width, tone in ((0.07, 0.15, (0, 0, 0, 150)), (0.0, 0.15, (16, 19, 22, 255)),
                                 (0.0, 0.085, (216, 223, 228, 255))):
            for v in (-0.31, 0.31):
                a, b = at(-half, v), at(half, v)
                pen.line((a[0] + off, a[1] + off), (b[0] + off, b[1] + off), width, tone)
        for i in range(6):
            u = half * ((i + 0.5) / 3 - 1)
            pen.line(at(u, -0.31), at(u, 0.31), 0.13, (14, 17, 20))
            pen.line(at(u, -0.31), at(u, 0.31), 0.075, (195, 204, 210))


def pock(canvas: Canvas, paint: Paint) -> None:
    """A small dent: a shaded bowl without scorching."""
    (x, y), r = paint.points[0], (paint.width or 0.7) / 2
    part = canvas.area.around((x - r, y - r, x + r, y + r), r)
    if part.empty:
        return
    dx, dy = (part.xs - np.float32(x)) / np.float32(r), (part.ys - np.float32(y)) / np.float32(r)
    far = np.hypot(dx, dy) + 0.3 * (part.noise("mid", paint.seed) - 0.5)
    slope = (dx * np.float32(-0.6) + dy * np.float32(-0.8)) * np.exp(-((far - 0.75) / 0.4) ** 2)
    canvas.darken(part, 0.55 * np.clip(slope, 0, 1) + 0.3 * (1 - smooth(0.4, 1.0, far)))
    canvas.brighten(part, np.clip(-slope, 0, 1) * np.float32(0.10), np.ones(3, np.float32))


MARKS: dict[str, Callable[[Canvas, Paint], None]] = {
    "slabs": slabs, "broken": broken, "road": road, "patch": patch, "line": line, "crossing": crossing,
    "hatching": crossing, "arrow": arrow, "manhole": manhole, "drain": drain, "stain": stain, "tracks": tracks,
    "pock": pock,
}
