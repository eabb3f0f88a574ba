"""The circles that a shortest way bends round, and where on them a base's centre may be. Inches.

A circle is a convex corner grown by the mover's radius, or a base or round piece grown likewise. Angles here are
radians from east, counter-clockwise.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from game.geometry.obstacles import Array, Obstacles, point_segment, points_clear
from game.units import TOLERANCE

SAGITTA = 0.0005
"""Inches by which the legs round an arc may stand off it."""
FULL = 2 * math.pi
TURN = 8.0
"""More than a full turn, so that circle * TURN + angle sorts by circle, then angle."""
SLIVER = 1e-6


class Circles(NamedTuple):
    """The circles a way may bend round, and the parts of each where the mover's centre may be."""

    x: Array
    y: Array
    r: Array
    step: Array  # radians per leg round the arc
    rate: Array  # inches walked per radian
    key: Array  # sorted circle * TURN + angle, where a part begins
    angle: Array
    shut: Array  # 1.0 where the part is blocked
    sum: Array  # blocked radians from 0 to the part's beginning
    total: Array  # blocked radians of each whole circle

    def blocked_to(self, circle: Array, angle: Array) -> Array:
        """Blocked radians between angle 0 and `angle` on each `circle`."""
        i = np.searchsorted(self.key, circle * TURN + angle, side="right") - 1
        return np.asarray(self.sum[i] + self.shut[i] * (angle - self.angle[i]))

    def arc_open(self, circle: Array, a: Array, b: Array) -> Array:
        """bool: the arc from angle `a` counter-clockwise to `b` is free."""
        shut = self.blocked_to(circle, b) - self.blocked_to(circle, a)
        return np.asarray((np.where(b >= a, shut, shut + self.total[circle]) < SLIVER) | (turn_to(a, b) == 0))

    def open_at(self, circle: Array, angle: Array) -> Array:
        """bool: the centre may be at `angle` on `circle`, the ends of the free parts included."""
        hair = 1e-7
        before = np.searchsorted(self.key, circle * TURN + (angle - hair) % FULL, side="right") - 1
        after = np.searchsorted(self.key, circle * TURN + (angle + hair) % FULL, side="right") - 1
        return np.asarray((self.shut[before] == 0) | (self.shut[after] == 0))

    def at(self, circle: Array, angle: Array) -> Array:
        """The points [n, 2] at `angle` on `circle`."""
        r = self.r[circle]
        return np.stack([self.x[circle] + r * np.cos(angle), self.y[circle] + r * np.sin(angle)], axis=-1)

    def touching(self, points: Array) -> tuple[Array, Array]:
        """For points [n, 2] and every circle: the distance along a tangent [n, k], and both angles [n, k, 2]."""
        dx, dy = points[:, :1] - self.x, points[:, 1:] - self.y
        d = np.hypot(dx, dy)
        base = np.arctan2(dy, dx)
        half = np.arccos(np.minimum(self.r / np.maximum(d, 1e-12), 1.0))
        return (np.sqrt(np.maximum(d * d - self.r * self.r, 0.0)),
                np.stack([(base + half) % FULL, (base - half) % FULL], axis=-1))


def turn_to(a: Array, b: Array) -> Array:
    """Radians counter-clockwise from `a` to `b`, in [0, 2 pi); 0, not a full turn, where rounding sets `b` behind."""
    turn = (b - a) % FULL
    return np.asarray(np.where(turn > FULL - 1e-9, 0.0, turn))


def circles_of(obs: Obstacles) -> Circles:
    """The circles of `obs` with their free parts."""
    corners, discs = _each_once(obs.corners), _each_once(obs.discs)
    x, y = np.concatenate([corners[:, 0], discs[:, 0]]), np.concatenate([corners[:, 1], discs[:, 1]])
    r = np.concatenate([np.full(len(corners), obs.radius), discs[:, 2]])
    step = np.minimum(np.sqrt(8 * SAGITTA / np.maximum(r, 1e-9)), 0.5)
    circle, angle = borders(obs, x, y, r)
    order = np.lexsort((angle, circle))
    circle, angle = circle[order], angle[order]
    last = np.append(circle[1:] != circle[:-1], True) if len(circle) else np.zeros(0, bool)
    until = np.where(last, FULL, np.append(angle[1:], FULL)) if len(circle) else angle
    middle = (angle + until) / 2
    points = np.stack([x[circle] + r[circle] * np.cos(middle), y[circle] + r[circle] * np.sin(middle)], axis=1)
    shut = np.where((until - angle > 1e-12) & ~points_clear(obs, points), 1.0, 0.0)
    run = np.concatenate([[0.0], np.cumsum(shut * (until - angle))])
    first = np.searchsorted(circle, np.arange(len(x)))
    end = np.searchsorted(circle, np.arange(len(x)), side="right")
    return Circles(x, y, r, step, 2 * r * np.tan(step / 2) / step, circle * TURN + angle, angle, shut,
                   run[:-1] - run[first][circle] if len(circle) else angle, run[end] - run[first])


def _each_once(rows: Array) -> Array:
    """The different rows, sorted by their first number, then the next."""
    rows = rows[np.lexsort(rows.T[::-1])]
    return np.asarray(rows[np.append(True, (rows[1:] != rows[:-1]).any(axis=1))]) if len(rows) else rows


def borders(obs: Obstacles, x: Array, y: Array, r: Array) -> tuple[Array, Array]:
    """(circle, angle) wherever a circle may pass from free to blocked; angle 0 of every circle among them."""
    every = np.arange(len(x))
    found = [(every, np.zeros(len(x)))]
    found += _where_discs_cut(obs.discs, x, y, r)
    if len(obs.start):
        found += _where_discs_cut(np.column_stack([obs.start, np.full(len(obs.start), obs.radius)]), x, y, r)
        found += _where_bands_cut(obs, x, y, r)
    for value, base, axis in zip(obs.box, (x, y, x, y), (0.0, math.pi / 2, 0.0, math.pi / 2), strict=True):
        ratio = (value - base) / r
        hit = np.flatnonzero(np.abs(ratio) <= 1)
        half = np.arccos(ratio[hit])
        found += [(hit, axis + half), (hit, axis - half)]
    return np.concatenate([f[0] for f in found]), np.concatenate([f[1] for f in found]) % FULL


def _where_discs_cut(discs: Array, x: Array, y: Array, r: Array) -> list[tuple[Array, Array]]:
    dx, dy = discs[:, 0] - x[:, None], discs[:, 1] - y[:, None]
    far = np.hypot(dx, dy)
    i, j = np.nonzero((far > 1e-12) & (far <= r[:, None] + discs[:, 2]) & (far >= np.abs(r[:, None] - discs[:, 2])))
    d = far[i, j]
    half = np.arccos(np.clip((d * d + r[i] ** 2 - discs[j, 2] ** 2) / (2 * d * r[i]), -1, 1))
    middle = np.arctan2(dy[i, j], dx[i, j])
    return [(i, middle + half), (i, middle - half)]


def _where_bands_cut(obs: Obstacles, x: Array, y: Array, r: Array) -> list[tuple[Array, Array]]:
    """Where a circle meets the lines at the mover's radius to either side of an edge."""
    gap = point_segment(x[:, None], y[:, None], obs.start, obs.end)
    i, j = np.nonzero(gap < r[:, None] + obs.radius)
    along = obs.end[j] - obs.start[j]
    length = np.hypot(along[:, 0], along[:, 1])
    nx, ny = -along[:, 1] / length, along[:, 0] / length
    off = nx * (x[i] - obs.start[j, 0]) + ny * (y[i] - obs.start[j, 1])
    normal, found = np.arctan2(ny, nx), []
    for side in (obs.radius, -obs.radius):
        ratio = (side - off) / r[i]
        hit = np.abs(ratio) <= 1 + 1e-9
        half = np.arccos(np.clip(ratio[hit], -1, 1))
        found += [(i[hit], normal[hit] + half), (i[hit], normal[hit] - half)]
    return found


def tight_spots(obs: Obstacles, c: Circles, room: float) -> tuple[Array, Array]:
    """(circle, angle) facing something within `room` of a circle: legs round the arc must touch it just there."""
    found = [(np.zeros(0, int), np.zeros(0))]
    if len(obs.discs):
        dx, dy = obs.discs[:, 0] - c.x[:, None], obs.discs[:, 1] - c.y[:, None]
        slack = np.hypot(dx, dy) - c.r[:, None] - obs.discs[:, 2]
        i, j = np.nonzero((slack > -2 * TOLERANCE) & (slack < room))
        found.append((i, np.arctan2(dy[i, j], dx[i, j])))
    if len(obs.start):
        start, end = obs.start, obs.end
        slack = point_segment(c.x[:, None], c.y[:, None], start, end) - c.r[:, None] - obs.radius
        i, j = np.nonzero((slack > -2 * TOLERANCE) & (slack < room))
        along = end[j] - start[j]
        t = ((c.x[i] - start[j, 0]) * along[:, 0] + (c.y[i] - start[j, 1]) * along[:, 1]) / (along**2).sum(axis=1)
        foot = start[j] + np.clip(t, 0, 1)[:, None] * along
        found.append((i, np.arctan2(foot[:, 1] - c.y[i], foot[:, 0] - c.x[i])))
    for value, base, facing in zip(obs.box, (c.x, c.y, c.x, c.y),
                                   (math.pi, 1.5 * math.pi, 0.0, 0.5 * math.pi), strict=True):
        slack = np.abs(value - base) - c.r
        i = np.flatnonzero((slack > -2 * TOLERANCE) & (slack < room))
        found.append((i, np.full(len(i), facing)))
    return np.concatenate([f[0] for f in found]), np.concatenate([f[1] for f in found]) % FULL
