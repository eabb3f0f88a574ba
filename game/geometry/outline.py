"""Rings round a set of points that only a yes-or-no question describes; spots where its borders come nearest.

Inches. `outline` draws; `feet` and `joints` propose spots, whose legality others decide.
"""
from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from game.geometry.obstacles import Array, Obstacles
from game.geometry.tangents import borders
from game.units import Point

HALVINGS = 6
# For the corners in (bit 1: lower left, 2: lower right, 4: upper right, 8: upper left): from which side of the
# cell (0 south, 1 east, 2 north, 3 west) to which a line runs that keeps the inside on its left.
LINES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),), 2: ((1, 0),), 3: ((1, 3),), 4: ((2, 1),), 5: ((0, 3), (2, 1)), 6: ((2, 0),), 7: ((2, 3),),
    8: ((3, 2),), 9: ((0, 2),), 10: ((1, 0), (3, 2)), 11: ((1, 2),), 12: ((3, 1),), 13: ((0, 1),), 14: ((3, 0),),
}


def outline(inside: Callable[[Array], Array], centre: Point, far: float, step: float) -> list[tuple[Point, ...]]:
    """Rings round the points within `far` of `centre` for which `inside(points [n, 2])` says so, from a grid of
    `step` inches, the crossings halved until exact to step / 64. Counter-clockwise outside, clockwise holes."""
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
        if at == first and len(ring) > 2:
            rings.append(tuple(ring))
    return rings


def feet(obs: Obstacles, wish: Array) -> Array:
    """[n, 2] the spot nearest to `wish` [1, 2] on every border of the free space, taken by itself."""
    x0, y0, x1, y1 = obs.box
    inside = np.clip(wish, (x0, y0), (x1, y1))
    sides = np.array([(x0, inside[0, 1]), (x1, inside[0, 1]), (inside[0, 0], y0), (inside[0, 0], y1)])
    centres, radii = _rounds(obs)
    away = wish - centres
    far = np.hypot(*away.T)[:, None]
    away = np.where(far > 0, away / np.maximum(far, 1e-12), np.array([1.0, 0.0]))
    return np.concatenate([inside, sides, centres + radii[:, None] * away, *_beside(obs, wish)])


def _rounds(obs: Obstacles) -> tuple[Array, Array]:
    corners = np.full(len(obs.corners), obs.radius)
    return np.concatenate([obs.corners, obs.discs[:, :2]]), np.concatenate([corners, obs.discs[:, 2]])


def _beside(obs: Obstacles, wish: Array) -> list[Array]:
    """The feet of `wish` on the lines that run a radius outside every edge."""
    start, along = _outside(obs)
    share = ((wish - start) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-12)
    return [start + np.clip(share, 0, 1)[:, None] * along]


def _outside(obs: Obstacles) -> tuple[Array, Array]:
    along = obs.end - obs.start
    length = np.hypot(*along.T)[:, None]
    return obs.start + obs.radius * np.column_stack([along[:, 1], -along[:, 0]]) / length, along


def joints(obs: Obstacles, wish: Array, within: float) -> Array:
    """[n, 2] the spots no further than `within` from `wish` where two borders of the free space meet."""
    centres, radii = _rounds(obs)
    near = np.hypot(*(centres - wish).T) <= within + radii
    centres, radii = centres[near], radii[near]
    circle, angle = borders(obs, centres[:, 0], centres[:, 1], radii)
    turn = np.column_stack([np.cos(angle), np.sin(angle)])
    spots = np.concatenate([centres[circle] + radii[circle, None] * turn, _line_joints(obs, wish, within)])
    return np.asarray(spots[np.hypot(*(spots - wish).T) <= within + 1e-9])


def _line_joints(obs: Obstacles, wish: Array, within: float) -> Array:
    """Where the lines outside the edges, and the bounds of the table, meet each other."""
    start, along = _outside(obs)
    x0, y0, x1, y1 = obs.box
    bounds = np.array([(x0, y0, x1 - x0, 0), (x1, y0, 0, y1 - y0), (x0, y1, x1 - x0, 0), (x0, y0, 0, y1 - y0)])
    start, along = np.concatenate([start, bounds[:, :2]]), np.concatenate([along, bounds[:, 2:]])
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.maximum(np.hypot(*along.T), 1e-12)[:, None]
    near = np.abs(((wish - start) * normal).sum(axis=1)) <= within + 1e-9
    start, along = start[near], along[near]
    i, j = np.triu_indices(len(start), 1)
    cross = along[i, 0] * along[j, 1] - along[i, 1] * along[j, 0]
    i, j, cross = i[np.abs(cross) > 1e-9], j[np.abs(cross) > 1e-9], cross[np.abs(cross) > 1e-9]
    gap = start[j] - start[i]
    share = (gap[:, 0] * along[j, 1] - gap[:, 1] * along[j, 0]) / cross
    return np.asarray(start[i] + share[:, None] * along[i])
