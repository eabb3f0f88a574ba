"""Whether any straight line runs from some point of one base to some point of another.

Level lines, exactly: if one is free, it can be moved until it touches two of: a corner, a round piece, the rim of
either base, a point where an outline meets a rim. So the lines that touch two of these are tried, and no others.
Sloping lines over a piece of middle height: on each line, the best ends are found exactly; the lines tried are those
above and a grid, drawn closer where it comes nearest. Inches; L lines, E edges, D discs, F features.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from game.geometry.barriers import Array, Flags
from game.geometry.hurdles import Hurdles
from game.geometry.joints import nearest_on
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point

CHUNK = 4096
SCREENS = 8
ROUNDING = 1e-9
GRID = 17
ZOOMS = 5


class Lines(NamedTuple):
    """Directed lines: a unit vector [L, 2], and how far each passes left of the origin [L]."""

    way: Array
    offset: Array


class Trial(NamedTuple):
    """Which lines are clear, and between which places along them (inches from the foot of the origin). [L] each."""

    clear: Flags
    start: Array
    end: Array


def free_line(hurdles: Hurdles, a: Base, b: Base, za: float, zb: float) -> tuple[Point, Point] | None:
    """A clear line from a point of `a` at height `za` to a point of `b` at height `zb`, or None."""
    if (zb, b.x, b.y) > (za, a.x, a.y):
        found = free_line(hurdles, b, a, zb, za)
        return found and (found[1], found[0])
    origin = np.array([(a.x + b.x) / 2, (a.y + b.y) / 2])
    search = _Search(_shifted(hurdles, origin), _moved(a, origin), _moved(b, origin), za, zb)
    found = search.run()
    return found and (_back(found[0], origin), _back(found[1], origin))


class _Search:
    """One question, in coordinates whose origin lies midway. The line never rises from `a` to `b`."""

    def __init__(self, hurdles: Hurdles, a: Base, b: Base, za: float, zb: float) -> None:
        self.h, self.a, self.b, self.za, self.zb = hurdles, a, b, za, zb
        owners, self.piece = np.unique(hurdles.owner[~hurdles.link], return_inverse=True)
        self.members = np.zeros((len(hurdles.owner), len(owners)), np.float32)
        self.members[np.flatnonzero(~hurdles.link), self.piece] = 1.0
        self.piece_tops = np.zeros(len(owners))
        self.piece_tops[self.piece] = hurdles.tops[~hurdles.link]
        self.sloping = bool((np.concatenate([hurdles.tops, hurdles.disc_tops]) <= za + TOLERANCE).any())
        self.tall = self._edges_never_cleared()
        self.tall_discs = self._discs_never_cleared()
        self.screens = self._screens()

    def run(self) -> tuple[Point, Point] | None:
        if self.walled_off():
            return None
        for lines in self.candidates():
            found = self.first_clear(lines)
            if found is not None:
                return found
        return self.zoom() if self.sloping and self._over_the_tall() else None

    def _over_the_tall(self) -> bool:
        """Whether what no line clears leaves any line at all: else no slope can help."""
        whole = self.h.tops > self.za + TOLERANCE
        left = _only(self.h, self.tall, self.tall_discs, ~whole)
        return _Search(left, self.a, self.b, self.za, self.za).run() is not None

    def _edges_never_cleared(self) -> Flags:
        """[E] edges that every line crossing them before b is lower than: it is highest with a near and b far."""
        if not self.sloping:
            return np.ones(len(self.h.tops), bool)
        starts, ends = self.h.starts, self.h.ends
        near = nearest_on(starts, ends, np.array([self.a.at]))[0] - np.array(self.a.at)
        far = [np.hypot(*(spots - np.array(self.b.at)).T) for spots in (starts, ends)]
        return self._below(self.h.tops, np.hypot(*near.T), np.maximum(*far))

    def _discs_never_cleared(self) -> Flags:
        """[D]"""
        centres, radius = self.h.discs[:, :2], self.h.discs[:, 2]
        near, far = (np.hypot(*(centres - np.array(base.at)).T) for base in (self.a, self.b))
        return self._below(self.h.disc_tops, near - radius, far + radius)

    def _below(self, tops: Array, near: Array, far: Array) -> Flags:
        before, after = np.maximum(near - self.a.radius, 0.0), far + self.b.radius
        below: Flags = self._height(before, np.zeros(1), before + after) < tops - TOLERANCE
        return below

    # What needs no search --------------------------------------------------------------------------------------

    def _screens(self) -> list[tuple[Array, Array]]:
        """Ends of tall edges that lie wholly between the bases, the widest first: whatever crosses one is stopped."""
        way, distance = self._axis()
        middle = np.array(self.a.at)
        start, end = (self.h.starts - middle) @ way, (self.h.ends - middle) @ way
        inner = (np.minimum(start, end) > self.a.radius) & (np.maximum(start, end) < distance - self.b.radius)
        edges = np.flatnonzero(inner & self.tall)
        aside = np.array([-way[1], way[0]])
        one, two = ((spots[edges] - middle) @ aside for spots in (self.h.starts, self.h.ends))
        wide = max(self.a.radius, self.b.radius)
        width = np.abs(np.clip(one, -wide, wide) - np.clip(two, -wide, wide))
        edges = edges[np.argsort(-width, kind="stable")]
        parts = np.split(edges, range(SCREENS, len(edges), SCREENS))
        return [(self.h.starts[part], self.h.ends[part]) for part in parts]

    def walled_off(self) -> bool:
        """Whether one tall edge runs right across everything between the two bases."""
        start, way = self.h.starts[self.tall], (self.h.ends - self.h.starts)[self.tall]
        length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-300)
        sides = [
            (way[:, 0] * (base.y - start[:, 1]) - way[:, 1] * (base.x - start[:, 0])) / length
            for base in (self.a, self.b)
        ]
        parts = (sides[0] > 0) != (sides[1] > 0)
        parts &= (np.abs(sides[0]) >= self.a.radius) & (np.abs(sides[1]) >= self.b.radius)
        if not parts.any():
            return False
        start, end = start[parts], start[parts] + way[parts]
        across = np.ones(len(start), bool)
        outer = self._outer_tangents()
        one, two = _aside(outer, start), _aside(outer, end)
        for line in range(len(outer.offset)):
            across &= (one[line] > 0) != (two[line] > 0)
        return len(outer.offset) == 2 and bool(across.any())

    def _outer_tangents(self) -> Lines:
        rims = np.array([(base.x, base.y, sign * base.radius) for sign in (1.0, -1.0) for base in (self.a, self.b)])
        return self._tangents(rims[::2], rims[1::2])

    # The lines to try ------------------------------------------------------------------------------------------

    def candidates(self) -> Iterator[Lines]:
        rims = np.array([(base.x, base.y, sign * base.radius) for base in (self.a, self.b) for sign in (1.0, -1.0)])
        yield self._tangents(np.array([[self.a.x, self.a.y, 0.0]]), np.array([[self.b.x, self.b.y, 0.0]]))
        features = np.concatenate([rims, self.features()])
        one, other = np.triu_indices(len(features), 1)
        soon = int(np.searchsorted(one, len(rims)))
        for at in (0, *range(soon, len(one), CHUNK)):
            end = soon if at == 0 else at + CHUNK
            yield self._tangents(features[one[at:end]], features[other[at:end]])

    def features(self) -> Array:
        """[F, 3] what a line can be stopped at by turning: points (radius 0) and circles on either side."""
        corners = self.h.true_starts[self._in_corridor(self.h.true_starts)]
        points = np.unique(np.concatenate([corners, self._rim_points(self.a), self._rim_points(self.b)]), axis=0)
        discs = self.h.discs + np.array([0.0, 0.0, TOLERANCE])
        return np.concatenate([np.c_[points, np.zeros(len(points))], discs, discs * np.array([1.0, 1.0, -1.0])])

    def _in_corridor(self, points: Array) -> Flags:
        way, distance = self._axis()
        to = points - np.array(self.a.at)
        along, aside = to @ way, np.abs(to @ np.array([-way[1], way[0]]))
        inside: Flags = (
            (along >= -self.a.radius - ROUNDING)
            & (along <= distance + self.b.radius + ROUNDING)
            & (aside <= max(self.a.radius, self.b.radius) + ROUNDING)
        )
        return inside

    def _axis(self) -> tuple[Array, float]:
        way = np.array([self.b.x - self.a.x, self.b.y - self.a.y])
        distance = float(np.hypot(*way))
        return (way / distance if distance > 0 else np.array([1.0, 0.0])), distance

    def _rim_points(self, base: Base) -> Array:
        """[n, 2] where the borders of pieces cross the rim of `base`."""
        return np.concatenate([self._edges_on_rim(base), self._discs_on_rim(base)])

    def _discs_on_rim(self, base: Base) -> Array:
        to = self.h.discs[:, :2] - np.array(base.at)
        apart = np.maximum(np.hypot(to[:, 0], to[:, 1]), ROUNDING)
        radius = self.h.discs[:, 2] + TOLERANCE
        along = (apart**2 + base.radius**2 - radius**2) / (2 * apart)
        square = base.radius**2 - along**2
        cross = square >= 0
        way, along, half = to[cross] / apart[cross][:, None], along[cross][:, None], np.sqrt(square[cross])[:, None]
        aside = np.c_[-way[:, 1], way[:, 0]]
        middle = np.array(base.at) + way * along
        return np.concatenate([middle + aside * half, middle - aside * half])

    def _edges_on_rim(self, base: Base) -> Array:
        start = self.h.true_starts - np.array(base.at)
        way = self.h.true_ends - self.h.true_starts
        square, half, rest = (way**2).sum(1), (start * way).sum(1), (start**2).sum(1) - base.radius**2
        root = half**2 - square * rest
        touch = np.flatnonzero(root >= 0)
        shares = [(-half[touch] + sign * np.sqrt(root[touch])) / square[touch] for sign in (1.0, -1.0)]
        spots = [
            self.h.true_starts[touch][inside] + share[inside][:, None] * way[touch][inside]
            for share in shares
            for inside in [(share >= 0) & (share <= 1)]
        ]
        return np.concatenate(spots)

    def _tangents(self, one: Array, other: Array) -> Lines:
        """The lines that touch `one` and `other` ([n, 3] each), hit both bases, and run from a to b."""
        apart = other[:, :2] - one[:, :2]
        distance = np.hypot(apart[:, 0], apart[:, 1])
        sine = np.divide(other[:, 2] - one[:, 2], distance, out=np.full(len(one), 2.0), where=distance > ROUNDING)
        real = np.abs(sine) <= 1.0
        one, apart, distance, sine = one[real], apart[real] / distance[real][:, None], distance[real], sine[real]
        cosine = np.sqrt(1.0 - sine**2)
        way = np.c_[apart[:, 0] * cosine + apart[:, 1] * sine, apart[:, 1] * cosine - apart[:, 0] * sine]
        offset = way[:, 0] * one[:, 1] - way[:, 1] * one[:, 0] - one[:, 2]
        axis, _ = self._axis()
        back = way @ axis < 0
        way[back], offset[back] = -way[back], -offset[back]
        return self._hitting(Lines(way, offset))

    def _hitting(self, lines: Lines) -> Lines:
        hits = np.ones(len(lines.offset), bool)
        for base in (self.a, self.b):
            hits &= np.abs(_aside(lines, np.array([base.at]))[:, 0]) <= base.radius + ROUNDING
        return Lines(lines.way[hits], lines.offset[hits])

    # Trying them -----------------------------------------------------------------------------------------------

    def first_clear(self, lines: Lines) -> tuple[Point, Point] | None:
        for starts, ends in self.screens:
            if not len(lines.offset):
                return None
            free = ((_aside(lines, starts) > 0) == (_aside(lines, ends) > 0)).all(1)
            lines = Lines(lines.way[free], lines.offset[free])
        if not len(lines.offset):
            return None
        trial = self.sloping_trial(lines) if self.sloping else self.level_trial(lines)
        if not trial.clear.any():
            return None
        best = int(np.argmax(trial.clear))
        return _spot(lines, best, trial.start[best]), _spot(lines, best, trial.end[best])

    def level_trial(self, lines: Lines) -> Trial:
        """Between the near rims every piece stops a line: whatever crosses it there, or holds its start."""
        start, near, far, behind = self._chords(lines)
        meet = start > near
        middle = (np.maximum(behind, near) + np.minimum(start, far)) / 2
        start, end = np.where(meet, middle, start), np.where(meet, middle, near)
        hit, along = self._crossings(lines)
        stopped = np.any(hit & (along > start[:, None]) & (along < end[:, None]), axis=1)
        stopped |= self._within(hit & (along <= start[:, None])).any(1)
        enter, leave = self._disc_chords(lines)
        stopped |= ((enter < end[:, None]) & (leave > start[:, None])).any(1)
        return Trial(~stopped, start, end)

    def sloping_trial(self, lines: Lines) -> Trial:
        """From the near rim of a, the best start; the end is drawn back from b's far rim until nothing stops it."""
        start, near, far, _ = self._chords(lines)
        if self._overlapping():
            return self.level_trial(lines)
        hit, along = self._crossings(lines)
        enter, leave = self._disc_chords(lines)
        end = far
        for _ in range(2 + hit.shape[1] + enter.shape[1]):
            shorter = self._drawn_back(start, end, hit, along, enter, leave)
            if (shorter >= end).all():
                break
            end = np.minimum(end, shorter)
        return Trial((end >= near - ROUNDING) & (end >= start), start, end)

    def _drawn_back(self, start: Array, end: Array, hit: Flags, along: Array, enter: Array, leave: Array) -> Array:
        """[L] how far each line may go at most, since it is stopped on its way to `end`; infinity if it is not."""
        begin, stop = start[:, None], end[:, None]
        low = hit & (along > begin) & (along < stop) & (self._height(along, begin, stop) < self.h.tops - TOLERANCE)
        limit = np.where(low, along, np.inf).min(1, initial=np.inf)
        before = hit & (along < stop)
        holds = self._within(before) & (self.zb < self.piece_tops - TOLERANCE)
        inside = before & ((holds.astype(np.float32) @ self.members.T) > 0)
        entry = np.where(inside, along, -np.inf).max(1, initial=-np.inf)
        limit = np.where(holds.any(1), np.minimum(limit, entry), limit)
        lowest = self._height(np.minimum(leave, stop), begin, stop)
        met = (enter < stop) & (leave > begin) & (lowest < self.h.disc_tops - TOLERANCE)
        shortest: Array = np.minimum(limit, np.where(met, enter, np.inf).min(1, initial=np.inf))
        return shortest

    def _height(self, along: Array, start: Array, end: Array) -> Array:
        share = (along - start) / np.maximum(end - start, ROUNDING)
        height: Array = self.za + (self.zb - self.za) * share
        return height

    def _overlapping(self) -> bool:
        return self._axis()[1] <= self.a.radius + self.b.radius + TOLERANCE

    def _chords(self, lines: Lines) -> tuple[Array, Array, Array, Array]:
        """[L] each, along the line: where it leaves a, enters b, leaves b, enters a."""
        middle, half = [], []
        for base in (self.a, self.b):
            spot = np.array([base.at])
            off = _aside(lines, spot)[:, 0]
            half.append(np.sqrt(np.maximum(base.radius**2 - off**2, 0.0)))
            middle.append((lines.way @ spot.T)[:, 0])
        return middle[0] + half[0], middle[1] - half[1], middle[1] + half[1], middle[0] - half[0]

    def _crossings(self, lines: Lines) -> tuple[Flags, Array]:
        """[L, E] whether the whole line crosses each edge, and where along it."""
        one, two = _aside(lines, self.h.starts), _aside(lines, self.h.ends)
        hit = (one > 0) != (two > 0)
        share = np.divide(one, one - two, out=np.zeros_like(one), where=hit)
        first, last = _along(lines, self.h.starts), _along(lines, self.h.ends)
        return hit, first + share * (last - first)

    def _disc_chords(self, lines: Lines) -> tuple[Array, Array]:
        """[L, D] where each line enters and leaves each disc; the wrong way round if it misses."""
        centres = self.h.discs[:, :2]
        square = self.h.discs[:, 2] ** 2 - _aside(lines, centres) ** 2
        middle, half = _along(lines, centres), np.sqrt(np.maximum(square, 0.0))
        return np.where(square > 0, middle - half, np.inf), np.where(square > 0, middle + half, -np.inf)

    def _within(self, before: Flags) -> Flags:
        """[L, pieces] whether an odd number of a piece's edges is crossed."""
        odd: Flags = (before.astype(np.float32) @ self.members).astype(np.int64) % 2 == 1
        return odd

    # Sloping lines between the candidates -----------------------------------------------------------------------

    def zoom(self) -> tuple[Point, Point] | None:
        """Try a grid of lines over both bases' widths, then closer grids round the lines that clear the most."""
        if self._overlapping():
            return None
        centres, span = np.zeros((1, 2)), 1.0
        for _ in range(ZOOMS):
            asides = _grid_round(centres, span)
            lines = self._between_offsets(asides)
            found = self.first_clear(lines)
            if found is not None:
                return found
            short = self._shortfall(lines)
            if not np.isfinite(short).any():
                return None
            centres, span = asides[np.argsort(short, kind="stable")[:4]], span * 4 / (GRID - 1)
        return None

    def _between_offsets(self, asides: Array) -> Lines:
        """Lines that pass a and b at these shares of their radii, left of centre positive. [L, 2]"""
        axis, distance = self._axis()
        left, right = asides[:, 0] * self.a.radius, asides[:, 1] * self.b.radius
        sine = np.clip((left - right) / distance, -1.0, 1.0)
        cosine = np.sqrt(1.0 - sine**2)
        way = np.c_[axis[0] * cosine + axis[1] * sine, axis[1] * cosine - axis[0] * sine]
        return Lines(way, way[:, 0] * self.a.y - way[:, 1] * self.a.x + left)

    def _shortfall(self, lines: Lines) -> Array:
        """[L] by how many inches each line is too low before b; infinity where it could never clear."""
        start, near, far, _ = self._chords(lines)
        hit, along = self._crossings(lines)
        met = hit & (along > start[:, None]) & (along < near[:, None])
        height = self._height(along, start[:, None], far[:, None])
        lack = np.where(met, self.h.tops - height, -np.inf).max(1, initial=-np.inf)
        tall = (met & (self.h.tops > self.za - TOLERANCE)).any(1)
        return np.where(tall, np.inf, lack)


def _grid_round(centres: Array, span: float) -> Array:
    steps = np.linspace(-span, span, GRID)
    grid = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    spread: Array = np.clip((centres[:, None] + grid).reshape(-1, 2), -1.0, 1.0)
    return spread


def _only(h: Hurdles, edges: Flags, discs: Flags, loose: Flags) -> Hurdles:
    """Some of the edges and discs, those that are `loose` taken singly; all outlines stay as what a line may touch."""
    return Hurdles(
        h.starts[edges], h.ends[edges], h.owner[edges], h.other[edges], np.full(int(edges.sum()), np.inf),
        (h.link | loose)[edges], h.discs[discs], np.full(int(discs.sum()), np.inf), h.disc_owner[discs],
        h.true_starts, h.true_ends,
    )  # fmt: skip


def _aside(lines: Lines, points: Array) -> Array:
    """[L, n] how far left of each line each point lies."""
    left: Array = lines.way[:, :1] * points[:, 1] - lines.way[:, 1:] * points[:, 0] - lines.offset[:, None]
    return left


def _along(lines: Lines, points: Array) -> Array:
    along: Array = lines.way[:, :1] * points[:, 0] + lines.way[:, 1:] * points[:, 1]
    return along


def _spot(lines: Lines, index: int, along: float) -> Point:
    (x, y), offset = lines.way[index], lines.offset[index]
    return (float(x * along - y * offset), float(y * along + x * offset))


def _moved(base: Base, origin: Array) -> Base:
    return Base(base.x - float(origin[0]), base.y - float(origin[1]), base.radius)


def _back(point: Point, origin: Array) -> Point:
    return (point[0] + float(origin[0]), point[1] + float(origin[1]))


def _shifted(h: Hurdles, origin: Array) -> Hurdles:
    return Hurdles(
        h.starts - origin, h.ends - origin, h.owner, h.other, h.tops, h.link, h.discs - np.array([*origin, 0.0]),
        h.disc_tops, h.disc_owner, h.true_starts - origin, h.true_ends - origin,
    )  # fmt: skip
