"""Pixels and outlines: which inches a block of pixels covers, and how far each pixel is from an outline.

Everything that edges a piece (its mask, the void line, bevel, parapet, dashes) is read off one distance field, so
what is drawn is the rule's outline to a fraction of a pixel. Screen inches: x east, y south from the north-west corner.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ui.draw.ground.noise import noise
from game.ui.draw.ground.tones import LIGHT, Plane
from game.units import Point

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class Area:
    """A rectangle of whole pixels of the table's picture: x0 <= column < x1, y0 <= row < y1, at `ppi` to the inch."""

    x0: int
    y0: int
    x1: int
    y1: int
    ppi: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.y1 - self.y0, self.x1 - self.x0

    @property
    def empty(self) -> bool:
        return self.x1 <= self.x0 or self.y1 <= self.y0

    @property
    def xs(self) -> Plane:
        """[1, w] inches of the pixel centres."""
        return ((np.arange(self.x0, self.x1) + 0.5) / self.ppi).astype(np.float32)[None, :]

    @property
    def ys(self) -> Plane:
        """[h, 1] inches of the pixel centres, from the north."""
        return ((np.arange(self.y0, self.y1) + 0.5) / self.ppi).astype(np.float32)[:, None]

    def grown(self, pixels: int) -> Area:
        return Area(self.x0 - pixels, self.y0 - pixels, self.x1 + pixels, self.y1 + pixels, self.ppi)

    def around(self, bounds: Bounds, pad: float = 0.0) -> Area:
        """The part of this area within `pad` inches of `bounds`; may be empty."""
        a, b, c, d = bounds
        return Area(max(self.x0, math.floor((a - pad) * self.ppi)), max(self.y0, math.floor((b - pad) * self.ppi)),
                    min(self.x1, math.ceil((c + pad) * self.ppi)), min(self.y1, math.ceil((d + pad) * self.ppi)),
                    self.ppi)

    def meet(self, other: Area) -> Area:
        """The pixels of both; may be empty."""
        return Area(max(self.x0, other.x0), max(self.y0, other.y0), min(self.x1, other.x1), min(self.y1, other.y1),
                    self.ppi)

    def within(self, outer: Area) -> tuple[slice, slice]:
        """Rows and columns of this area in arrays that cover `outer`."""
        return slice(self.y0 - outer.y0, self.y1 - outer.y0), slice(self.x0 - outer.x0, self.x1 - outer.x0)

    def noise(self, kind: str, seed: int) -> Plane:
        return noise(kind, seed, self.xs, self.ys, self.ppi)


class Field(NamedTuple):
    """Per pixel: inches to the outline (below 0 inside, at most the reach), the light on the nearest edge, and
    the inches along the outline to the nearest point."""

    far: Plane
    lit: Plane
    along: Plane
    ppi: int

    @property
    def mask(self) -> Plane:
        """1 inside, 0 outside, the share of the pixel on the edge."""
        return self.within(0.0)

    def within(self, inches: float) -> Plane:
        """1 where the pixel lies deeper than -`inches` from the outline: the outline grown by `inches`."""
        return np.asarray(np.clip(np.float32(0.5 + inches * self.ppi) - self.far * np.float32(self.ppi), 0, 1))

    def band(self, low: float, high: float) -> Plane:
        """1 between the outline grown by `low` and grown by `high`."""
        return self.within(high) - self.within(low)

    def dashes(self, on: float, off: float, start: float = 0.0) -> Plane:
        """1 on the dashes along the outline, 0 between them."""
        phase = (self.along + np.float32(start)) % np.float32(on + off)
        return np.asarray(np.clip((on / 2 - np.abs(phase - on / 2)) * self.ppi + 0.5, 0, 1))


class Edge(NamedTuple):
    """A side of an outline: from, unit direction, length, light on its outward face, inches along the ring before."""

    ax: float
    ay: float
    ux: float
    uy: float
    length: float
    lit: float
    start: float


class Shape:
    """An outline with holes, or a disc, in screen inches."""

    def __init__(self, rings: Sequence[Sequence[Point]], disc: tuple[float, float, float] | None = None) -> None:
        self.disc = disc
        if disc is not None and not rings:
            rings = [_ring_of(disc)]
        self.rings = [_turned(ring, hole=i > 0) for i, ring in enumerate(rings)]
        self.edges = [edge for ring in self.rings for edge in _edges_of(ring)]
        self.notches = [pair for ring in self.rings for pair in _notches_of(_edges_of(ring))]
        outer = np.asarray(self.rings[0])
        (left, top), (right, bottom) = outer.min(0).tolist(), outer.max(0).tolist()
        self.bounds: Bounds = (left, top, right, bottom)

    @property
    def centre(self) -> Point:
        a, b, c, d = self.bounds
        return (a + c) / 2, (b + d) / 2

    @property
    def size(self) -> Point:
        a, b, c, d = self.bounds
        return c - a, d - b

    @property
    def around(self) -> float:
        """The length of the outer ring, in inches."""
        return sum(math.dist(p, q) for p, q in _sides(self.rings[0]))

    def field(self, area: Area, reach: float) -> Field:
        """The distance field over `area`; distances beyond `reach` inches are cut off there."""
        if self.disc is not None:
            return _disc_field(self.disc, area)
        far = np.full(area.shape, reach, np.float32)
        lit, along = np.zeros(area.shape, np.float32), np.zeros(area.shape, np.float32)
        for edge in self.edges:
            _nearer(edge, area, reach, far, lit, along)
        for before, after in self.notches:
            _mitre(before, after, area, reach, far, lit)
        return Field(np.where(self.holds(area), -far, far), lit, along, area.ppi)

    def holds(self, area: Area) -> NDArray[np.bool_]:
        """Which pixel centres lie inside, exactly (even-odd)."""
        h, w = area.shape
        flips = np.zeros((h, w + 1), np.int32)
        for ring in self.rings:
            for (ax, ay), (bx, by) in _sides(ring):
                if ay == by:
                    continue
                low, high = sorted((ay, by))
                r0 = max(0, math.ceil(low * area.ppi - 0.5) - area.y0)
                r1 = min(h, math.ceil(high * area.ppi - 0.5) - area.y0)
                if r1 <= r0:
                    continue
                rows = np.arange(r0, r1)
                x = ax + ((rows + area.y0 + 0.5) / area.ppi - ay) * (bx - ax) / (by - ay)
                columns = np.clip(np.ceil(x * area.ppi - 0.5).astype(np.int64) - area.x0, 0, w)
                np.add.at(flips, (rows, columns), 1)
        return np.asarray(np.cumsum(flips[:, :w], axis=1) % 2 == 1)

    def clearance(self, points: Sequence[Point]) -> NDArray[np.float64]:
        """How deep each point lies inside, in inches; below 0 outside."""
        p = np.asarray(points, float).reshape(-1, 2)
        if self.disc is not None:
            return np.asarray(self.disc[2] - np.hypot(p[:, 0] - self.disc[0], p[:, 1] - self.disc[1]))
        e = np.asarray([(s.ax, s.ay, s.ux, s.uy, s.length) for s in self.edges])
        dx, dy = p[:, None, 0] - e[None, :, 0], p[:, None, 1] - e[None, :, 1]
        t = np.clip(dx * e[:, 2] + dy * e[:, 3], 0, e[:, 4])
        far = np.hypot(dx - t * e[:, 2], dy - t * e[:, 3]).min(1)
        by = e[:, 1] + e[:, 3] * e[:, 4]
        crosses = (e[None, :, 1] > p[:, None, 1]) != (by[None, :] > p[:, None, 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            x = e[:, 0] + (p[:, None, 1] - e[:, 1]) * e[:, 2] / e[:, 3]
        inside = (crosses & (p[:, None, 0] < x)).sum(1) % 2 == 1
        return np.asarray(np.where(inside, far, -far))


def ribbon(points: Sequence[Point], width: float) -> list[Point]:
    """The outline of a band of `width` along a polyline, with mitred corners (blunt where they are sharp)."""
    left, right = [], []
    for i, p in enumerate(points):
        before = unit(points[i - 1], p) if i else unit(p, points[1])
        after = unit(p, points[i + 1]) if i + 1 < len(points) else before
        nx, ny = -(before[1] + after[1]), before[0] + after[0]
        reach = width / 2 / max(0.35, ny * before[0] - nx * before[1])
        left.append((p[0] + nx * reach, p[1] + ny * reach))
        right.append((p[0] - nx * reach, p[1] - ny * reach))
    return left + right[::-1]


def unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _nearer(edge: Edge, area: Area, reach: float, far: Plane, lit: Plane, along: Plane) -> None:
    """Write `edge` into the three arrays where it is nearer than what they hold."""
    bx, by = edge.ax + edge.ux * edge.length, edge.ay + edge.uy * edge.length
    part = area.around((min(edge.ax, bx), min(edge.ay, by), max(edge.ax, bx), max(edge.ay, by)), reach)
    if part.empty:
        return
    at = part.within(area)
    dx, dy = part.xs - np.float32(edge.ax), part.ys - np.float32(edge.ay)
    ux, uy = np.float32(edge.ux), np.float32(edge.uy)
    t = np.clip(dx * ux + dy * uy, np.float32(0), np.float32(edge.length))
    d = np.hypot(dx - t * ux, dy - t * uy)
    closer = d < far[at]
    np.copyto(far[at], d, where=closer)
    np.copyto(lit[at], np.float32(edge.lit), where=closer)
    np.copyto(along[at], t + np.float32(edge.start), where=closer)


def _mitre(before: Edge, after: Edge, area: Area, reach: float, far: Plane, lit: Plane) -> None:
    """Inside a notch measure to the two sides' lines, so that what runs along the outline turns a square corner."""
    x, y = after.ax, after.ay
    part = area.around((x, y, x, y), reach)
    if part.empty:
        return
    at, dx, dy = part.within(area), part.xs - np.float32(x), part.ys - np.float32(y)
    a = dy * np.float32(before.ux) - dx * np.float32(before.uy)
    b = dy * np.float32(after.ux) - dx * np.float32(after.uy)
    wedge = (dx * np.float32(before.ux) + dy * np.float32(before.uy) > 0)
    wedge &= (dx * np.float32(after.ux) + dy * np.float32(after.uy) < 0)
    square = np.maximum(np.abs(a), np.abs(b))
    closer = wedge & (square < far[at])
    np.copyto(far[at], square, where=closer)
    np.copyto(lit[at], np.where(np.abs(a) > np.abs(b), np.float32(before.lit), np.float32(after.lit)), where=closer)


def _disc_field(disc: tuple[float, float, float], area: Area) -> Field:
    x, y, r = disc
    dx, dy = area.xs - np.float32(x), area.ys - np.float32(y)
    d = np.maximum(np.hypot(dx, dy), np.float32(1e-6))
    lit = (dx * np.float32(LIGHT[0]) + dy * np.float32(LIGHT[1])) / d
    along = (np.arctan2(dy, dx) + np.float32(math.pi)) * np.float32(r)
    return Field(d - np.float32(r), lit, along, area.ppi)


def _ring_of(disc: tuple[float, float, float], sides: int = 48) -> list[Point]:
    x, y, r = disc
    turns = [2 * math.pi * i / sides for i in range(sides)]
    return [(x + r * math.cos(t), y + r * math.sin(t)) for t in turns]


def _turned(ring: Sequence[Point], *, hole: bool) -> list[Point]:
    """The ring with material always on the same hand, so that an edge's outward side is known."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(ring))
    return list(ring) if (area > 0) != hole else list(ring)[::-1]


def _sides(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def _notches_of(edges: Sequence[Edge]) -> list[tuple[Edge, Edge]]:
    """The pairs of sides that meet in a corner turned inward by more than 25 degrees."""
    pairs = zip([edges[-1], *edges[:-1]], edges, strict=True) if edges else ()
    return [(a, b) for a, b in pairs if a.ux * b.uy - a.uy * b.ux < -0.42]


def _edges_of(ring: Sequence[Point]) -> list[Edge]:
    edges, start = [], 0.0
    for (ax, ay), (bx, by) in _sides(ring):
        length = math.hypot(bx - ax, by - ay)
        if length > 1e-9:
            ux, uy = (bx - ax) / length, (by - ay) / length
            edges.append(Edge(ax, ay, ux, uy, length, uy * LIGHT[0] - ux * LIGHT[1], start))
            start += length
    return edges
