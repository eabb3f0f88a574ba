"""The ground itself: asphalt, concrete, interior floor, open field; and the rain on it."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from game.ui.draw.ground.area import Area
from game.ui.draw.ground.canvas import Canvas, Pen
from game.ui.draw.ground.shade import slope_light
from game.ui.draw.ground.tones import Plane, Rgba, colour, smooth
from game.units import Point

CELL = 8.0
"""Inches. Small random things belong to a cell of this side, so that every block draws the same ones."""


def lay_ground(canvas: Canvas, ground: str, seed: int) -> None:
    """Fill the canvas with the ground named; an unknown name is plain concrete."""
    GROUND_PAINTERS.get(ground, concrete)(canvas, seed)
    canvas.earth = colour(EARTH.get(ground, EARTH["concrete"]))


EARTH = {"street": "#3B3C3C", "field": "#4A4237", "interior": "#3C3F42", "concrete": "#444749"}
"""What is found under each ground when it is torn up."""


def street(canvas: Canvas, seed: int) -> None:
    """Asphalt: stains, grain, cracks, litter."""
    area = canvas.area
    tone = 1 + 0.30 * (area.noise("wide", seed) - 0.5) + 0.20 * (area.noise("spots", seed + 1) - 0.5)
    tone += 0.20 * (area.noise("fine", seed + 2) - 0.5)
    canvas.rgb[:] = colour("#2E353C") * tone[..., None]
    canvas.wet[:] = 0.5 * area.noise("wide", seed + 3)
    for cell, rng in cells(area, seed):
        with canvas.pen((cell[0], cell[1], cell[0] + CELL, cell[1] + CELL), 3.0, fine=2) as pen:
            _cracks(pen, cell, rng, 3)
            _litter(pen, cell, rng, 11)


def concrete(canvas: Canvas, seed: int) -> None:
    """Cast slabs 4 in wide, stained."""
    _slabbed(canvas, seed, "#40464B", 4.0, 0.05)
    for cell, rng in cells(canvas.area, seed):
        with canvas.pen((cell[0], cell[1], cell[0] + CELL, cell[1] + CELL), 3.0, fine=2) as pen:
            _cracks(pen, cell, rng, 2)


def interior(canvas: Canvas, seed: int) -> None:
    """A hall's floor: dark plates 2.4 in wide."""
    _slabbed(canvas, seed, "#363C43", 2.4, 0.06)
    for cell, rng in cells(canvas.area, seed):
        with canvas.pen((cell[0], cell[1], cell[0] + CELL, cell[1] + CELL), 3.0, 0.8, fine=2) as pen:
            _cracks(pen, cell, rng, 1)


def field(canvas: Canvas, seed: int) -> None:
    """Earth in three tones with dead grass, lit as low relief, pocked."""
    area = canvas.area
    wide, spots = area.noise("wide", seed), area.noise("spots", seed + 1)
    tone = colour("#564E43") + (colour("#413E37") - colour("#564E43")) * smooth(0.4, 0.75, wide)[..., None]
    tone = tone + (colour("#6B6252") - tone) * (smooth(0.55, 0.9, spots) * 0.6)[..., None]
    tone = tone + (colour("#414733") - tone) * (smooth(0.52, 0.8, area.noise("wide", seed + 5)) * 0.85)[..., None]
    tone *= (1 + 0.24 * (area.noise("fine", seed + 2) - 0.5))[..., None]
    canvas.rgb[:] = tone * (1 + 0.085 * relief(area, "relief", seed + 3))[..., None]
    for cell, rng in cells(area, seed):
        with canvas.pen((cell[0], cell[1], cell[0] + CELL, cell[1] + CELL), 0.4, 0.8, fine=2) as pen:
            _tufts(pen, cell, rng, 10)


def relief(area: Area, kind: str, seed: int, limit: float = 2.5) -> Plane:
    """The light on a bumpy surface whose height is that noise: about -`limit` to `limit`, spread 1."""
    slope = slope_light(area.grown(1).noise(kind, seed))
    return np.asarray(np.clip(slope * np.float32(area.ppi * SPREAD[kind]), -limit, limit))


SPREAD = {"relief": 0.75, "spots": 3.0, "mid": 0.8, "fine": 0.12, "wide": 8.0}
"""Inches that bring the slope of each noise to a spread of about 1, the same at every zoom."""


def _slabbed(canvas: Canvas, seed: int, tone: str, size: float, gap: float) -> None:
    area = canvas.area
    shade = slab_tone(area, seed, size, gap, 0.0)
    shade *= 1 + 0.26 * (area.noise("wide", seed) - 0.5) + 0.14 * (area.noise("fine", seed + 1) - 0.5)
    shade *= 1 - 0.14 * smooth(0.50, 0.95, area.noise("spots", seed + 2))
    canvas.rgb[:] = colour(tone) * shade[..., None]
    canvas.wet[:] = 0.35 * area.noise("wide", seed + 3)


def slab_tone(area: Area, seed: int, size: float, gap: float, turn: float, vary: float = 0.2) -> Plane:
    """Brightness of paving in rows: each slab its own tone, dark joints, a lit north-west edge. `turn` in radians."""
    x, y = area.xs + 0 * area.ys, area.ys + 0 * area.xs
    if turn:
        ca, sa = np.float32(math.cos(turn)), np.float32(math.sin(turn))
        x, y = x * ca + y * sa, y * ca - x * sa
    row = np.floor(y / np.float32(size))
    shifted = x + (row % 2) * np.float32(size / 2)
    column = np.floor(shifted / np.float32(size))
    table = np.random.default_rng(seed).random((32, 32)).astype(np.float32)
    tone = 1 + np.float32(vary) * (table[row.astype(np.int64) % 32, column.astype(np.int64) % 32] - 0.5)
    fx, fy = shifted - column * np.float32(size), y - row * np.float32(size)
    gap = max(gap, 1.1 / area.ppi)
    joint = np.minimum(np.minimum(fx, size - fx), np.minimum(fy, size - fy))
    lit = np.maximum(_line(fx, gap), _line(fy, gap))
    return np.asarray(tone * (1 - 0.5 * (1 - smooth(gap * 0.4, gap, joint))) * (1 + 0.13 * lit), np.float32)


def _line(distance: Plane, gap: float) -> Plane:
    return smooth(gap, gap * 1.25, distance) * (1 - smooth(gap * 1.6, gap * 2.3, distance))


def cells(area: Area, seed: int) -> Iterator[tuple[Point, np.random.Generator]]:
    """The corners of the cells that touch the area, each with its own dice."""
    reach = 3.0
    x0, x1 = (math.floor((v / area.ppi + d) / CELL) for v, d in ((area.x0, -reach), (area.x1, reach)))
    y0, y1 = (math.floor((v / area.ppi + d) / CELL) for v, d in ((area.y0, -reach), (area.y1, reach)))
    for iy in range(y0, y1 + 1):
        for ix in range(x0, x1 + 1):
            yield (ix * CELL, iy * CELL), np.random.default_rng([seed, ix + 1000, iy + 1000])


def _somewhere(cell: Point, rng: np.random.Generator) -> Point:
    return cell[0] + rng.random() * CELL, cell[1] + rng.random() * CELL


def _cracks(pen: Pen, cell: Point, rng: np.random.Generator, count: int) -> None:
    for _ in range(count):
        x, y = _somewhere(cell, rng)
        turn = rng.random() * 2 * math.pi
        for step in range(int(5 + 10 * rng.random())):
            turn += rng.normal(0, 0.5)
            there = x + 0.18 * math.cos(turn), y + 0.18 * math.sin(turn)
            pen.line((x, y), there, 0.03, (8, 10, 12, 125 - step * 4))
            x, y = there


def _litter(pen: Pen, cell: Point, rng: np.random.Generator, count: int) -> None:
    tones: tuple[Rgba, ...] = ((130, 132, 126, 84), (92, 88, 76, 84), (70, 84, 92, 84), (150, 146, 130, 84))
    for _ in range(count):
        (x, y), turn, size = _somewhere(cell, rng), rng.random() * 6.28, 0.05 + 0.12 * rng.random()
        u, v = math.cos(turn) * size, math.sin(turn) * size
        pen.poly([(x + u, y + v), (x - 0.6 * v, y + 0.6 * u), (x - u, y - v)], tones[rng.integers(4)])


def _tufts(pen: Pen, cell: Point, rng: np.random.Generator, count: int) -> None:
    """Short blades of dead grass and small stones."""
    for _ in range(count):
        x, y = _somewhere(cell, rng)
        if rng.random() < 0.4:
            size = 0.05 + 0.07 * rng.random()
            pen.disc((x + 0.03, y + 0.04), size, (18, 16, 12, 160))
            pen.disc((x, y), size * 0.85, (112, 105, 92, 255))
            continue
        for _ in range(5):
            turn = -math.pi / 2 + rng.normal(0, 0.7)
            tip = x + 0.22 * math.cos(turn), y + 0.22 * math.sin(turn)
            pen.line((x, y), tip, 0.03, (96, 102, 68, 190) if rng.random() < 0.6 else (24, 25, 16, 170))


def rain(canvas: Canvas, seed: int, wet: float) -> None:
    """Puddles in the hollows of open ground, a sparkle where it is wet. `wet` 0 leaves all dry."""
    if wet <= 0:
        return
    area = canvas.area
    hollow = 0.5 * area.noise("wide", seed + 7) + 0.5 * area.noise("slow", seed + 8)
    level = 0.88 - 0.26 * wet
    pool = smooth(level, level + 0.03, hollow) * (1 - canvas.dry)
    wash(canvas, area, pool, seed, 0.42)
    canvas.moisten(area, pool)
    spark = np.clip(relief(area, "fine", seed + 9, 4.0) - 1.0, 0, 3)
    canvas.brighten(area, spark * (0.35 + 0.65 * canvas.wet) * np.float32(0.03 * wet), colour("#9FB6C6"))


def wash(canvas: Canvas, part: Area, pool: Plane, seed: int, depth: float) -> None:
    """Standing water: dark, with the sky in it by slow noise."""
    canvas.darken(part, pool * np.float32(depth))
    sky = smooth(0.3, 0.85, part.noise("slow", seed + 5) * 0.7 + part.noise("mid", seed + 6) * 0.3)
    canvas.brighten(part, pool * (0.03 + 0.27 * sky), colour("#8FB0C4") * np.float32(0.8))


def ripples(canvas: Canvas, seed: int) -> None:
    """Rings of rain, only where water stands."""
    pools = smooth(0.55, 0.75, canvas.wet)
    if not pools.any():
        return
    for cell, rng in cells(canvas.area, seed + 77):
        with canvas.pen((cell[0], cell[1], cell[0] + CELL, cell[1] + CELL), 0.3, fine=2) as pen:
            pen.wear = pools[pen.part.within(canvas.area)] if not pen.part.empty else None
            for _ in range(36):
                spot, size = _somewhere(cell, rng), 0.05 + 0.16 * rng.random()
                pen.ring(spot, size, 0.022, (205, 222, 232, int(92 - 210 * size)))


GROUND_PAINTERS: dict[str, Callable[[Canvas, int], None]] = {
    "street": street, "concrete": concrete, "interior": interior, "field": field,
}
