"""Whether any straight line runs from some point of one base to some point of another.

Level lines, exactly: if one is free, it can be moved until it touches two of: a corner, a round piece, the rim of
either base, a point where a border meets a rim. So the lines that touch two of these are tried, and no others.
Sloping lines over a piece of middle height: on each line, the best ends are found exactly; the lines tried are those
above and, if even what no line clears leaves one, a grid drawn closer where it comes nearest.
Inches; L lines, E edges, D discs, F features.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from game.geometry.barriers import Array, Flags
from game.geometry.hurdles import Hurdles
from game.geometry.joints import nearest_on
from game.geometry.lines import ROUNDING, Corridor, Lines, discs_on_rim, edges_on_rim
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point

CHUNK = 4096
"""Lines tried in one go."""
SCREENS = 8
"""Edges that a line is first tried against in one go, the widest first."""
GRID = 17
ZOOMS = 5


class Trial(NamedTuple):
    """Which lines are clear, and from where to where along them, in inches. [L] each."""

    clear: Flags
    start: Array
    end: Array


def free_line(hurdles: Hurdles, a: Base, b: Base, za: float, zb: float) -> tuple[Point, Point] | None:
    """A clear line from a point of `a` at height `za` to a point of `b` at height `zb`, or None."""
    if (zb, b.x, b.y) > (za, a.x, a.y):
        found = free_line(hurdles, b, a, zb, za)
        return found and (found[1], found[0])
    x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
    near_a, near_b = Base(a.x - x, a.y - y, a.radius), Base(b.x - x, b.y - y, b.radius)
    found = _Search(_shifted(hurdles, np.array([x, y])), near_a, near_b, za, zb).run()
    return found and ((found[0][0] + x, found[0][1] + y), (found[1][0] + x, found[1][1] + y))


class _Search:
    """One question, in coordinates whose origin lies midway. The line never rises from `a` to `b`."""

    def __init__(self, hurdles: Hurdles, a: Base, b: Base, za: float, zb: float) -> None:
        self.h, self.a, self.b, self.za, self.zb = hurdles, a, b, za, zb
        self.corridor = Corridor(a, b)
        whole = np.flatnonzero(~hurdles.link)
        owners, piece = np.unique(hurdles.owner[whole], return_inverse=True)
        self.members = np.zeros((len(hurdles.owner), len(owners)), np.float32)
        self.members[whole, piece] = 1.0
        self.piece_tops = np.zeros(len(owners))
        self.piece_tops[piece] = hurdles.tops[whole]
        self.sloping = bool((np.concatenate([hurdles.tops, hurdles.disc_tops]) <= za + TOLERANCE).any())
        self.tall, self.tall_discs = self._edges_never_cleared(), self._discs_never_cleared()
        self.screens = self._screens()

    def run(self) -> tuple[Point, Point] | None:
        if self._walled_off():
            return None
        for lines in self._candidates():
            found = self._first_clear(lines)
            if found is not None:
                return found
        return self._zoom() if self.sloping and self._over_the_tall() else None

    # What needs no search --------------------------------------------------------------------------------------

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

    def _over_the_tall(self) -> bool:
        """Whether what no line clears leaves any line at all: else no slope can help."""
        whole = self.h.tops > self.za + TOLERANCE
        left = _only(self.h, self.tall, self.tall_discs, ~whole)
        return _Search(left, self.a, self.b, self.za, self.za).run() is not None

    def _screens(self) -> list[tuple[Array, Array]]:
        """Ends of tall edges that lie wholly between the bases, the widest first: whatever crosses one is stopped."""
        corridor, centre = self.corridor, np.array(self.a.at)
        start, end = (self.h.starts - centre) @ corridor.axis, (self.h.ends - centre) @ corridor.axis
        inner = (np.minimum(start, end) > self.a.radius) & (np.maximum(start, end) < corridor.length - self.b.radius)
        edges = np.flatnonzero(inner & self.tall)
        wide = max(self.a.radius, self.b.radius)
        one, two = (
            np.clip((spots[edges] - centre) @ corridor.square, -wide, wide) for spots in (self.h.starts, self.h.ends)
        )
        edges = edges[np.argsort(-np.abs(one - two), kind="stable")]
        parts = np.split(edges, range(SCREENS, len(edges), SCREENS))
        return [(self.h.starts[part], self.h.ends[part]) for part in parts]

    def _walled_off(self) -> bool:
        """Whether one tall edge runs right across everything between the two bases."""
        start, end = self.h.starts[self.tall], self.h.ends[self.tall]
        way = end - start
        length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-300)
        here, there = (
            (way[:, 0] * (base.y - start[:, 1]) - way[:, 1] * (base.x - start[:, 0])) / length
            for base in (self.a, self.b)
        )
        parts = ((here > 0) != (there > 0)) & (np.abs(here) >= self.a.radius) & (np.abs(there) >= self.b.radius)
        if not parts.any():
            return False
        rims = self.corridor.rims()
        outer = self.corridor.tangents(rims[:2], rims[2:])
        return len(outer.offset) == 2 and bool(outer.cross(start[parts], end[parts]).all(0).any())

    # The lines to try ------------------------------------------------------------------------------------------

    def _candidates(self) -> Iterator[Lines]:
        rims = self.corridor.rims()
        yield self.corridor.centres()
        features = np.concatenate([rims, self._features()])
        one, other = np.triu_indices(len(features), 1)
        soon = int(np.searchsorted(one, len(rims)))
        for at in (0, *range(soon, len(one), CHUNK)):
            end = soon if at == 0 else at + CHUNK
            yield self.corridor.tangents(features[one[at:end]], features[other[at:end]])

    def _features(self) -> Array:
        """[F, 3] what can stop a line that is moved: points (radius 0), and circles passed on either side."""
        h, discs = self.h, self.h.discs + np.array([0.0, 0.0, TOLERANCE])
        spots = [h.true_starts[self.corridor.holds(h.true_starts)]]
        for base in (self.a, self.b):
            spots += [edges_on_rim(h.true_starts, h.true_ends, base), discs_on_rim(discs, base)]
        points = np.unique(np.concatenate(spots), axis=0)
        return np.concatenate([np.c_[points, np.zeros(len(points))], discs, discs * np.array([1.0, 1.0, -1.0])])

    # Trying them -----------------------------------------------------------------------------------------------

    def _first_clear(self, lines: Lines) -> tuple[Point, Point] | None:
        for starts, ends in self.screens:
            if not len(lines.offset):
                return None
            lines = lines.only(np.logical_not(np.any(lines.cross(starts, ends), axis=1)))
        if not len(lines.offset):
            return None
        level = self.corridor.overlapping or not self.sloping
        trial = self._level_trial(lines) if level else self._sloping_trial(lines)
        if not trial.clear.any():
            return None
        first = int(np.argmax(trial.clear))
        return lines.spot(first, trial.start[first]), lines.spot(first, trial.end[first])

    def _level_trial(self, lines: Lines) -> Trial:
        """Between the near rims every piece stops a line: whatever crosses it there, or holds its start."""
        back, start, end, far = self.corridor.chords(lines)
        meet = start > end
        shared = (np.maximum(back, end) + np.minimum(start, far)) / 2
        start, end = np.where(meet, shared, start), np.where(meet, shared, end)
        hit, along = self._crossings(lines)
        stopped = np.any(hit & (along > start[:, None]) & (along < end[:, None]), axis=1)
        stopped |= self._within(hit & (along <= start[:, None])).any(1)
        enter, leave = self._disc_chords(lines)
        stopped |= ((enter < end[:, None]) & (leave > start[:, None])).any(1)
        return Trial(~stopped, start, end)

    def _sloping_trial(self, lines: Lines) -> Trial:
        """From the near rim of a, the best start; the end is drawn back from b's far rim until nothing stops it."""
        _, start, near, end = self.corridor.chords(lines)
        hit, along = self._crossings(lines)
        enter, leave = self._disc_chords(lines)
        for _ in range(2 + hit.shape[1] + enter.shape[1]):
            limit = np.minimum(
                self._edge_limit(start, end, hit, along), self._disc_limit(start, end, enter, leave)
            )
            if (limit >= end).all():
                break
            end = np.minimum(end, limit)
        return Trial((end >= near - ROUNDING) & (end >= start), start, end)

    def _edge_limit(self, start: Array, end: Array, hit: Flags, along: Array) -> Array:
        """[L] how far each line may go at most, since an outline stops it on its way to `end`; else infinity."""
        begin, stop = start[:, None], end[:, None]
        low = hit & (along > begin) & (along < stop) & (self._height(along, begin, stop) < self.h.tops - TOLERANCE)
        limit = np.where(low, along, np.inf).min(1, initial=np.inf)
        before = hit & (along < stop)
        holds = self._within(before) & (self.zb < self.piece_tops - TOLERANCE)
        inside = before & ((holds.astype(np.float32) @ self.members.T) > 0)
        entry = np.where(inside, along, -np.inf).max(1, initial=-np.inf)
        shortest: Array = np.where(holds.any(1), np.minimum(limit, entry), limit)
        return shortest

    def _disc_limit(self, start: Array, end: Array, enter: Array, leave: Array) -> Array:
        begin, stop = start[:, None], end[:, None]
        lowest = self._height(np.minimum(leave, stop), begin, stop)
        met = (enter < stop) & (leave > begin) & (lowest < self.h.disc_tops - TOLERANCE)
        limit: Array = np.where(met, enter, np.inf).min(1, initial=np.inf)
        return limit

    def _height(self, along: Array, start: Array, end: Array) -> Array:
        share = (along - start) / np.maximum(end - start, ROUNDING)
        height: Array = self.za + (self.zb - self.za) * share
        return height

    def _crossings(self, lines: Lines) -> tuple[Flags, Array]:
        """[L, E] whether the whole line crosses each edge, and where along it."""
        one, two = lines.aside(self.h.starts), lines.aside(self.h.ends)
        hit = (one > 0) != (two > 0)
        share = np.divide(one, one - two, out=np.zeros_like(one), where=hit)
        first, last = lines.along(self.h.starts), lines.along(self.h.ends)
        return hit, first + share * (last - first)

    def _disc_chords(self, lines: Lines) -> tuple[Array, Array]:
        """[L, D] where each line enters and leaves each disc; the wrong way round if it misses."""
        centres = self.h.discs[:, :2]
        square = self.h.discs[:, 2] ** 2 - lines.aside(centres) ** 2
        middle, half = lines.along(centres), np.sqrt(np.maximum(square, 0.0))
        return np.where(square > 0, middle - half, np.inf), np.where(square > 0, middle + half, -np.inf)

    def _within(self, before: Flags) -> Flags:
        """[L, pieces] whether an odd number of a piece's edges is crossed."""
        odd: Flags = (before.astype(np.float32) @ self.members).astype(np.int64) % 2 == 1
        return odd

    # Sloping lines between the candidates -----------------------------------------------------------------------

    def _zoom(self) -> tuple[Point, Point] | None:
        """Try a grid of lines over both bases' widths, then closer grids round the lines that lack the least."""
        if self.corridor.overlapping:
            return None
        centres, span = np.zeros((1, 2)), 1.0
        for _ in range(ZOOMS):
            shares = _grid_round(centres, span)
            lines = self.corridor.passing(shares)
            found = self._first_clear(lines)
            if found is not None:
                return found
            lack = self._lack(lines)
            if not np.isfinite(lack).any():
                return None
            centres, span = shares[np.argsort(lack, kind="stable")[:4]], span * 4 / (GRID - 1)
        return None

    def _lack(self, lines: Lines) -> Array:
        """[L] by how many inches each line is too low before b; infinity where it could never clear."""
        _, start, near, far = self.corridor.chords(lines)
        hit, along = self._crossings(lines)
        met = hit & (along > start[:, None]) & (along < near[:, None])
        height = self._height(along, start[:, None], far[:, None])
        lack = np.where(met, self.h.tops - height, -np.inf).max(1, initial=-np.inf)
        return np.where((met & self.tall).any(1), np.inf, lack)


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


def _shifted(h: Hurdles, origin: Array) -> Hurdles:
    return Hurdles(
        h.starts - origin, h.ends - origin, h.owner, h.other, h.tops, h.link, h.discs - np.array([*origin, 0.0]),
        h.disc_tops, h.disc_owner, h.true_starts - origin, h.true_ends - origin,
    )  # fmt: skip
