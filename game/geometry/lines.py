"""Straight lines that hit two bases, many at once. Inches; L lines, n points."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.geometry.barriers import Array, Flags
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point

ROUNDING = 1e-9
"""Inches by which a line may seem to miss a rim that it touches."""


class Lines(NamedTuple):
    """Directed lines: a unit vector [L, 2], and how far each passes left of the origin [L]."""

    way: Array
    offset: Array

    def aside(self, points: Array) -> Array:
        """[L, n] how far left of each line each point lies."""
        left: Array = self.way[:, :1] * points[:, 1] - self.way[:, 1:] * points[:, 0] - self.offset[:, None]
        return left

    def along(self, points: Array) -> Array:
        """[L, n] how far along each line each point lies, from the foot of the origin."""
        along: Array = self.way[:, :1] * points[:, 0] + self.way[:, 1:] * points[:, 1]
        return along

    def cross(self, starts: Array, ends: Array) -> Flags:
        """[L, n] whether each line, without end, crosses each edge. A shared corner belongs to one side only."""
        crossed: Flags = (self.aside(starts) > 0) != (self.aside(ends) > 0)
        return crossed

    def only(self, which: Flags) -> Lines:
        """Some of the lines."""
        return Lines(self.way[which], self.offset[which])

    def spot(self, line: int, along: float) -> Point:
        """The point of one line that is so far along it."""
        (x, y), offset = self.way[line], self.offset[line]
        return (float(x * along - y * offset), float(y * along + x * offset))


class Corridor:
    """All lines that run from base `a` to base `b`."""

    def __init__(self, a: Base, b: Base) -> None:
        self.a, self.b = a, b
        way = np.array([b.x - a.x, b.y - a.y])
        self.length = float(np.hypot(*way))
        self.axis = way / self.length if self.length > 0 else np.array([1.0, 0.0])
        self.square = np.array([-self.axis[1], self.axis[0]])
        self.overlapping = self.length <= a.radius + b.radius + TOLERANCE

    def holds(self, points: Array) -> Flags:
        """[n] which points may lie on such a line, from the far rim of one base to the far rim of the other."""
        to = points - np.array(self.a.at)
        along, aside = to @ self.axis, np.abs(to @ self.square)
        inside: Flags = (
            (along >= -self.a.radius - ROUNDING)
            & (along <= self.length + self.b.radius + ROUNDING)
            & (aside <= max(self.a.radius, self.b.radius) + ROUNDING)
        )
        return inside

    def rims(self) -> Array:
        """[4, 3] a, then b, each as a circle that lines pass on the right and on the left."""
        return np.array([(base.x, base.y, sign * base.radius) for base in (self.a, self.b) for sign in (1.0, -1.0)])

    def centres(self) -> Lines:
        """The line of centres; none if they coincide."""
        return self.tangents(np.array([[*self.a.at, 0.0]]), np.array([[*self.b.at, 0.0]]))

    def tangents(self, one: Array, other: Array) -> Lines:
        """Of the lines that touch circle `one` and circle `other`, [n, 3] each, those in the corridor.

        A positive radius has the circle's centre on the left of the line, a negative one on the right, 0 on it.
        """
        apart = other[:, :2] - one[:, :2]
        distance = np.hypot(apart[:, 0], apart[:, 1])
        sine = np.divide(other[:, 2] - one[:, 2], distance, out=np.full(len(one), 2.0), where=distance > ROUNDING)
        real = np.abs(sine) <= 1.0
        one, apart, sine = one[real], apart[real] / distance[real][:, None], sine[real]
        way = _turned(apart, sine)
        offset = way[:, 0] * one[:, 1] - way[:, 1] * one[:, 0] - one[:, 2]
        back = way @ self.axis < 0
        way[back], offset[back] = -way[back], -offset[back]
        lines = Lines(way, offset)
        return lines.only(self._hit(lines))

    def _hit(self, lines: Lines) -> Flags:
        aside = np.abs(lines.aside(np.array([self.a.at, self.b.at])))
        hit: Flags = np.all(aside <= np.array([self.a.radius, self.b.radius]) + ROUNDING, axis=1)
        return hit

    def passing(self, shares: Array) -> Lines:
        """[L, 2] -> lines that pass a and b at these shares, -1 to 1, of their radii left of their centres."""
        left, right = shares[:, 0] * self.a.radius, shares[:, 1] * self.b.radius
        sine = np.clip((left - right) / self.length, -1.0, 1.0)
        way = _turned(np.broadcast_to(self.axis, (len(sine), 2)), sine)
        return Lines(way, way[:, 0] * self.a.y - way[:, 1] * self.a.x + left)

    def chords(self, lines: Lines) -> tuple[Array, Array, Array, Array]:
        """[L] each, along the line: where it enters a, leaves a, enters b, leaves b."""
        centres, radii = np.array([self.a.at, self.b.at]), np.array([self.a.radius, self.b.radius])
        half = np.sqrt(np.maximum(radii**2 - lines.aside(centres) ** 2, 0.0))
        middle = lines.along(centres)
        enter, leave = middle - half, middle + half
        return enter[:, 0], leave[:, 0], enter[:, 1], leave[:, 1]


def _turned(ways: Array, sine: Array) -> Array:
    """Unit vectors, [L, 2], turned clockwise by the angles of these sines."""
    cosine = np.sqrt(1.0 - sine**2)
    turned: Array = np.c_[ways[:, 0] * cosine + ways[:, 1] * sine, ways[:, 1] * cosine - ways[:, 0] * sine]
    return turned


def edges_on_rim(starts: Array, ends: Array, base: Base) -> Array:
    """[n, 2] where edges cross the rim of `base`."""
    start, way = starts - np.array(base.at), ends - starts
    square, half, rest = (way**2).sum(1), (start * way).sum(1), (start**2).sum(1) - base.radius**2
    root = half**2 - square * rest
    touch = np.flatnonzero((root >= 0) & (square > 0))
    found = []
    for sign in (1.0, -1.0):
        share = (-half[touch] + sign * np.sqrt(root[touch])) / square[touch]
        on = (share >= 0) & (share <= 1)
        found.append(starts[touch[on]] + share[on][:, None] * way[touch[on]])
    return np.concatenate(found)


def discs_on_rim(discs: Array, base: Base) -> Array:
    """[n, 2] where the rims of `discs` ([n, 3]) cross the rim of `base`."""
    to = discs[:, :2] - np.array(base.at)
    apart = np.maximum(np.hypot(to[:, 0], to[:, 1]), ROUNDING)
    along = (apart**2 + base.radius**2 - discs[:, 2] ** 2) / (2 * apart)
    square = base.radius**2 - along**2
    cross = square >= 0
    way, half = to[cross] / apart[cross][:, None], np.sqrt(square[cross])[:, None]
    foot = np.array(base.at) + way * along[cross][:, None]
    aside = np.c_[-way[:, 1], way[:, 0]] * half
    return np.concatenate([foot + aside, foot - aside])
