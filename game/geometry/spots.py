"""Free spots for a base near a wished one. Inches (design: the table).

The nearest free spot is the wish itself, or its foot on a border of the free space, or a point where two borders
meet; `feet` and `joints` propose these, and whoever asks keeps the legal ones.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.geometry.circles import borders
from game.geometry.obstacles import Array, Obstacles, check_numbers, obstacles, points_clear
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import Point


def nearest_free(scene: Scene, mover: Base, wish: Point, others: Sequence[Base] = (), *,
                 tops: float = math.inf) -> Point | None:
    """The point nearest to `wish` on which a base like `mover` may stand; None on a table that has none."""
    check_numbers(wish)
    obs = obstacles(scene, mover.radius, others, tops=tops)
    at = np.array([wish], float)
    if points_clear(obs, at)[0]:
        return (float(wish[0]), float(wish[1]))
    best = _nearest_clear(obs, at, feet(obs, at))
    within = float(scene.width + scene.height) if best is None else float(np.hypot(*(best - at[0])))
    better = _nearest_clear(obs, at, joints(obs, at, within))
    found = best if better is None else better
    return None if found is None else (float(found[0]), float(found[1]))


def _nearest_clear(obs: Obstacles, at: Array, spots: Array) -> Array | None:
    spots = spots[points_clear(obs, spots)]
    if not len(spots):
        return None
    return np.asarray(spots[int(np.argmin(np.hypot(*(spots - at).T)))])


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
