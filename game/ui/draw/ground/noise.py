"""Noise in inches: the same spots at every zoom and in every block of the table, so that blocks meet unseen.

Each kind is one tile of 1/f noise, made once; a seed only moves the tile. Values 0 to 1, mean a half.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ui.draw.ground.tones import Plane


class Grain(NamedTuple):
    """A tile: power `beta`, side in inches, cells per inch at most, longest wave (inches), stretch along x, y."""

    beta: float
    span: int
    cells: int
    longest: float = 1e9
    stretch: tuple[float, float] = (1.0, 1.0)


GRAINS = {
    "wide": Grain(2.7, 80, 8),
    "slow": Grain(3.4, 40, 8, 12.0),
    "spots": Grain(2.1, 40, 12, 8.0),
    "mid": Grain(1.7, 24, 16, 4.0),
    "fine": Grain(1.0, 8, 64, 0.9),
    "relief": Grain(2.2, 16, 64, 3.0),
    "swell": Grain(2.0, 32, 32, 3.0, (0.6, 2.4)),
    "wood": Grain(1.6, 8, 32, 1.5, (0.2, 3.0)),
}


def noise(kind: str, seed: int, columns: Plane, rows: Plane, ppi: int) -> Plane:
    """[rows, columns] of noise at pixel centres, given as inches: `columns` [1, w], `rows` [h, 1]."""
    if not columns.size or not rows.size:
        return np.zeros((rows.size, columns.size), np.float32)
    grain = GRAINS[kind]
    cells = min(grain.cells, ppi)
    tile = _tile(kind, cells)
    ox, oy = _offset(seed, grain.span)
    if cells == ppi:
        ix = np.floor((columns.ravel() + ox) * cells).astype(np.int64) % len(tile)
        iy = np.floor((rows.ravel() + oy) * cells).astype(np.int64) % len(tile)
        return np.asarray(tile[iy[:, None], ix[None, :]])
    return _between(tile, (columns.ravel() + ox) * cells - 0.5, (rows.ravel() + oy) * cells - 0.5)


@lru_cache(64)
def _tile(kind: str, cells: int) -> Plane:
    """One square tile at `cells` to the inch; fewer cells keep the same long waves."""
    grain = GRAINS[kind]
    full, side = grain.span * grain.cells, grain.span * cells
    phases = np.random.default_rng(len(kind) * 7919 + sum(map(ord, kind))).random((full, full // 2 + 1))
    keep = np.r_[0:side // 2, full - side // 2:full]
    waves = np.hypot(np.fft.fftfreq(side)[:, None] * side * grain.stretch[1],
                     np.fft.rfftfreq(side)[None] * side * grain.stretch[0])
    waves[0, 0] = 1.0
    power = np.where(waves * grain.longest < grain.span, 0.0, waves ** (-grain.beta / 2))
    power[0, 0] = 0.0
    field = np.fft.irfft2(power * np.exp(2j * np.pi * phases[keep, :side // 2 + 1]), s=(side, side))
    return np.asarray(1.0 / (1.0 + np.exp(-1.7 * field / field.std())), np.float32)


def _offset(seed: int, span: int) -> tuple[float, float]:
    """Where in the tile a seed starts: whole quarters of an inch, so that every zoom agrees."""
    mixed = (seed * 2654435761 + 12345) & 0xFFFFFFFF
    return (mixed >> 8) % (span * 4) / 4, (mixed >> 20) % (span * 4) / 4


def _between(tile: Plane, x: Plane, y: Plane) -> Plane:
    """The tile read between its cells by a quadratic spline: smooth in its slope too, for what is lit as relief.

    Two small matrices of weights do it: far fewer cells than pixels are touched.
    """
    across, columns = _spline(x, len(tile))
    down, rows = _spline(y, len(tile))
    return np.asarray(down @ tile[rows[:, None], columns[None, :]] @ across.T, np.float32)


def _spline(at: Plane, n: int) -> tuple[Plane, NDArray[np.int64]]:
    """[pixels, cells] of weights for positions `at` (in cells), and which cells of a tile of `n` those are."""
    middle = np.rint(at).astype(np.int64)
    first = int(middle.min()) - 1
    weights = np.zeros((len(at), int(middle.max()) - first + 2), np.float32)
    pixel = np.arange(len(at))
    for k, share in enumerate(_weights((at - middle).astype(np.float32))):
        weights[pixel, middle - first - 1 + k] = share
    return weights, np.arange(first, first + weights.shape[1]) % n


def _weights(d: Plane) -> tuple[Plane, Plane, Plane]:
    """Shares of the cell before, at and after a point `d` (-0.5 to 0.5) from a cell's middle."""
    half = np.float32(0.5)
    return half * (half - d) ** 2, np.float32(0.75) - d * d, half * (half + d) ** 2


def scatter(cell: float, seed: int, columns: Plane, rows: Plane) -> tuple[Plane, Plane, Plane]:
    """Cells of about `cell` inches: distance to the nearest seed point, to the second (in cells), and its number 0..1.

    Rule of the picture: chips of rubble, slick bubbles. The same cells wherever the window lies.
    """
    gx = np.floor(columns / cell).astype(np.int64)
    gy = np.floor(rows / cell).astype(np.int64)
    near = np.full((rows.size, columns.size), 9.0, np.float32)
    second, number = near.copy(), np.zeros_like(near)
    for oy in (-1, 0, 1):
        for ox in (-1, 0, 1):
            jx, jy, name = _jitter(gx + ox, gy + oy, seed)
            d = np.hypot(gx + ox + jx - columns / cell, gy + oy + jy - rows / cell).astype(np.float32)
            closer = d < near
            second = np.where(closer, near, np.minimum(second, d))
            number = np.where(closer, name, number)
            near = np.where(closer, d, near)
    return near, second, number


def _jitter(gx: NDArray[np.int64], gy: NDArray[np.int64], seed: int) -> tuple[Plane, Plane, Plane]:
    """Three steady numbers 0..1 for each cell of the grid."""
    h = (gx * 374761393 + gy * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = h ^ (h >> 16)
    parts = (h & 1023, (h >> 10) & 1023, (h >> 20) & 1023)
    a, b, c = (np.asarray(p, np.float32) / np.float32(1023) for p in parts)
    return a, b, c
