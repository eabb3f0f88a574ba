"""Rings round a set of points that only a yes-or-no question describes. Inches; for drawing, never to decide."""
from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from game.geometry.obstacles import Array
from game.units import Point

HALVINGS = 4
# For the corners in (bit 1: lower left, 2: lower right, 4: upper right, 8: upper left): from which side of the
# cell (0 south, 1 east, 2 north, 3 west) to which a line runs that keeps the inside on its left.
LINES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),), 2: ((1, 0),), 3: ((1, 3),), 4: ((2, 1),), 5: ((0, 3), (2, 1)), 6: ((2, 0),), 7: ((2, 3),),
    8: ((3, 2),), 9: ((0, 2),), 10: ((1, 0), (3, 2)), 11: ((1, 2),), 12: ((3, 1),), 13: ((0, 1),), 14: ((3, 0),),
}


def outline(inside: Callable[[Array], Array], centre: Point, far: float, step: float) -> list[tuple[Point, ...]]:
    """Rings round the points within `far` of `centre` for which `inside(points [n, 2])` says so, from a grid of
    `step` inches, the crossings halved until exact to step / 16. Counter-clockwise outside, clockwise holes."""
    count = math.ceil(far / step) + 1
    axis = step * np.arange(-count, count + 1)
    x, y = np.meshgrid(centre[0] + axis, centre[1] + axis)
    points = np.stack([x, y], axis=-1)
    yes = np.zeros(x.shape, bool)
    core = (slice(1, -1), slice(1, -1))
    yes[core] = inside(points[core].reshape(-1, 2)).reshape(yes[core].shape)
    flat = _crossings(inside, points[:, :-1], points[:, 1:], yes[:, :-1], yes[:, 1:])
    upright = _crossings(inside, points[:-1], points[1:], yes[:-1], yes[1:])
    return _rings(yes, flat, upright)


def _crossings(inside: Callable[[Array], Array], a: Array, b: Array, at_a: Array, at_b: Array) -> Array:
    """Where the border crosses the grid's edges from `a` to `b` [h, w, 2]; NaN where it does not."""
    out = np.full(a.shape, math.nan)
    cut = at_a != at_b
    first = at_a[cut][:, None]
    yes, no = np.where(first, a[cut], b[cut]), np.where(first, b[cut], a[cut])
    for _ in range(HALVINGS):
        middle = (yes + no) / 2
        ok = inside(middle)[:, None]
        yes, no = np.where(ok, middle, yes), np.where(ok, no, middle)
    out[cut] = yes
    return out


def _rings(yes: Array, flat: Array, upright: Array) -> list[tuple[Point, ...]]:
    code = yes[:-1, :-1] + 2 * yes[:-1, 1:] + 4 * yes[1:, 1:] + 8 * yes[1:, :-1]
    onward: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for row, column in zip(*(k.tolist() for k in np.nonzero((code > 0) & (code < 15))), strict=True):
        sides = ((0, row, column), (1, row, column + 1), (0, row + 1, column), (1, row, column))
        for start, end in LINES[int(code[row, column])]:
            onward[sides[start]] = sides[end]
    rings = []
    while onward:
        first = at = next(iter(onward))
        ring = []
        while at in onward:
            x, y = (flat, upright)[at[0]][at[1], at[2]]
            ring.append((float(x), float(y)))
            at = onward.pop(at)
        if at == first and len(set(ring)) > 2:
            rings.append(tuple(ring))
    return rings
