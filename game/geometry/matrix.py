"""Who sees whom, centre to centre, for many models at once. The same answers as `look(mode="centre")`.

From each viewer, the targets are put in the order of their directions. An edge then covers a run of that order, and
only the targets in the run are asked whether they lie behind it. Corners are ranked once, so that a line through a
shared corner meets exactly one of its edges. Inches; n viewers, m targets, E edges, D discs, P pieces.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.errors import GeometryError
from game.geometry.barriers import Array, Barriers, Flags, Indices, barriers
from game.geometry.crowd import Crowd, buried, copies, crowd
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE

BLOCK = 256
"""Viewers asked in one go."""
TURN = 2 * np.pi


def sees_matrix(scene: Scene, bases: Sequence[Base]) -> NDArray[np.bool_]:
    """[n, n] whether each base sees each other, centre to centre and top to top. Symmetric; a base sees itself.

    [0, 0] for no bases. Models never block.
    """
    walls = barriers(scene)
    order = sorted(range(len(bases)), key=lambda i: (bases[i].x, bases[i].y))
    models = crowd(walls, [bases[i] for i in order])
    clear = _clear(walls, models, models, eastward=True)
    clear &= clear.T
    np.fill_diagonal(clear, True)
    back = np.empty(len(order), np.intp)
    back[order] = np.arange(len(order))
    return clear[np.ix_(back, back)]


def sees_from(scene: Scene, points: ArrayLike, base_template: Base, targets: Sequence[Base]) -> NDArray[np.bool_]:
    """[n, m] whether a base like `base_template`, put at each of `points` [n, 2], would see each of m targets.

    Centre to centre and top to top; the template's elevation and height hold at every point.
    """
    spots = np.asarray(points, float).reshape(-1, 2)
    if not np.isfinite(spots).all():
        raise GeometryError("every point must be two numbers")
    walls = barriers(scene)
    here, there = copies(walls, base_template, spots), crowd(walls, targets)
    # Top to top, a line is the same both ways, and few viewers of many targets are the quicker question.
    return _clear(walls, there, here).T if len(targets) < len(spots) else _clear(walls, here, there)


def _clear(walls: Barriers, viewers: Crowd, targets: Crowd, *, eastward: bool = False) -> Flags:
    """[n, m] whether nothing stops the line; with `eastward` only for targets later in the list, else true."""
    clear = np.ones((len(viewers.at), len(targets.at)), bool)
    if clear.size:
        for start in range(0, len(viewers.at), BLOCK):
            block = viewers.part(start, start + BLOCK)
            _mark(walls, block, targets, clear[start : start + BLOCK], start if eastward else None)
    clear[buried(walls, viewers, viewers.eye)] = False
    clear[:, buried(walls, targets, targets.eye)] = False
    return clear


def _mark(walls: Barriers, viewers: Crowd, targets: Crowd, clear: Flags, first: int | None) -> None:
    """Make False in `clear` what an edge or a disc stops. `first`: where the viewers are among the targets, or None."""
    n, m = clear.shape
    to = targets.at - viewers.at[:, None]
    bearing = np.arctan2(to[..., 1], to[..., 0])
    counts = np.full(n, m)
    if first is not None:
        bearing[np.arange(m) <= np.arange(first, first + n)[:, None]] = np.inf
        counts = m - 1 - np.arange(first, first + n)
    order = np.argsort(bearing, axis=1, kind="stable")
    ranked = _Ranks(np.take_along_axis(bearing, order, 1), counts, first is not None)
    lowest = min(viewers.eye.min(), targets.eye.min()) + TOLERANCE
    for viewer, target in (
        _edges_met(walls, viewers, targets, ranked, order, lowest),
        _discs_met(walls, viewers, targets, ranked, order, lowest),
    ):
        clear[viewer, target] = False


class _Ranks:
    """Where directions fall among each viewer's targets, in their order."""

    def __init__(self, sorted_bearings: Array, counts: Indices, eastward: bool) -> None:
        self.counts = counts
        self.width = sorted_bearings.shape[1]
        self.offsets = 4 * TURN * np.arange(len(counts))
        self.flat = (np.minimum(sorted_bearings, TURN) + self.offsets[:, None]).ravel()
        self.eastward = eastward

    def of(self, bearings: Array) -> Indices:
        """[n, k] how many of a viewer's targets come before each of its k bearings."""
        if not self.eastward:
            viewer = np.repeat(np.arange(len(bearings)), bearings.shape[1])
            return self._search(bearings, viewer).reshape(bearings.shape)
        ranks = np.where(bearings > 0, self.counts[:, None], 0)
        ahead = np.flatnonzero(np.abs(bearings) <= np.pi / 2 + TOLERANCE)
        ranks.ravel()[ahead] = self._search(bearings.ravel()[ahead], ahead // bearings.shape[1])
        return ranks

    def _search(self, bearings: Array, viewer: Indices) -> Indices:
        found: Indices = np.searchsorted(self.flat, bearings.ravel() + self.offsets[viewer]) - self.width * viewer
        return found

    def runs(self, low: Indices, high: Indices, wraps: Flags, use: Flags) -> tuple[Indices, Indices, Indices]:
        """(cell, viewer, place): every place in the order from `low` up to `high`, [n, k] each, where `use`.

        A cell is the index in the flattened [n, k]. Where `wraps`, the run is from `high` round to `low` instead.
        """
        columns = low.shape[1]
        plain = np.flatnonzero((high != low) & use & ~wraps)
        back = np.flatnonzero(wraps & use)
        low, high = low.ravel(), high.ravel()
        cells = np.concatenate([plain, back, back])
        starts = np.concatenate([low[plain], high[back], np.zeros(len(back), np.intp)])
        ends = np.concatenate([high[plain], self.counts[back // columns], low[back]])
        lengths = ends - starts
        skip = np.cumsum(lengths) - lengths
        place = np.arange(lengths.sum()) + np.repeat(starts - skip, lengths)
        cell = np.repeat(cells, lengths)
        return cell, cell // columns, place


def _edges_met(
    walls: Barriers, viewers: Crowd, targets: Crowd, ranked: _Ranks, order: Indices, lowest: float
) -> tuple[Indices, Indices]:
    """(viewer, target) pairs whose line an edge stops.

    Of an outline that is higher than all lines, the edges that face the viewer stop all that it stops.
    """
    core = walls.core
    edges = np.flatnonzero(core.tops > lowest)
    start, tops = core.starts[edges], core.tops[edges]
    way = core.ends[edges] - start
    here, there = _sides(viewers.at, start, way), _sides(targets.at, start, way)
    highest = max(viewers.eye.max(), targets.eye.max()) + TOLERANCE
    cell, viewer, place = _edge_runs(walls, viewers, ranked, edges, (here <= 0) | core.link[edges] | (tops <= highest))
    edge, target = cell % max(len(edges), 1), order.ravel()[viewer * order.shape[1] + place]
    one, two = here.ravel()[cell], there.ravel()[target * len(edges) + edge]
    crossed = np.flatnonzero((one > 0) != (two > 0))
    viewer, target, edge, one, two = viewer[crossed], target[crossed], edge[crossed], one[crossed], two[crossed]
    eye = viewers.eye[viewer]
    height = eye + (targets.eye[target] - eye) * (one / (one - two))
    stopped = height < tops[edge] - TOLERANCE
    if walls.wood.max(initial=-1) >= 0:
        for owner in (core.owner[edges], core.other[edges]):
            stopped &= ~_absent(viewers, targets, viewer, target, owner[edge])
    return viewer[stopped], target[stopped]


def _edge_runs(
    walls: Barriers, viewers: Crowd, ranked: _Ranks, edges: Indices, use: Flags
) -> tuple[Indices, Indices, Indices]:
    """The runs of targets that edges cover, as `_Ranks.runs` tells them."""
    to = walls.core.corners - viewers.at[:, None]
    bearing = np.arctan2(to[..., 1], to[..., 0])
    first, second = walls.core.first[edges], walls.core.second[edges]
    rank = ranked.of(bearing)
    one, two = rank[:, first], rank[:, second]
    wraps = np.abs(bearing[:, first] - bearing[:, second]) > np.pi
    return ranked.runs(np.minimum(one, two), np.maximum(one, two), wraps, use)


def _sides(points: Array, start: Array, way: Array) -> Array:
    """[n, E] on which side of each edge's line each point lies, times the edge's length."""
    side: Array = way[:, 0] * (points[:, 1:] - start[:, 1]) - way[:, 1] * (points[:, :1] - start[:, 0])
    return side


def _absent(viewers: Crowd, targets: Crowd, viewer: Indices, target: Indices, piece: Indices) -> Flags:
    absent: Flags = viewers.absent[viewer, piece] | targets.absent[target, piece]
    return absent


def _discs_met(
    walls: Barriers, viewers: Crowd, targets: Crowd, ranked: _Ranks, order: Indices, lowest: float
) -> tuple[Indices, Indices]:
    """(viewer, target) pairs whose line a round piece stops."""
    tops = walls.tops[walls.disc_owner]
    high_enough = np.flatnonzero(tops > lowest)
    centre, radius = walls.discs[high_enough, :2], walls.discs[high_enough, 2]
    to = centre - viewers.at[:, None]
    distance = np.hypot(to[..., 0], to[..., 1])
    half = np.where(distance > radius, np.arcsin(np.minimum(radius / np.maximum(distance, radius), 1.0)), np.pi)
    middle = np.arctan2(to[..., 1], to[..., 0])
    low, high = middle - half, middle + half
    wraps = (low < -np.pi) | (high > np.pi)
    low, high = np.where(low < -np.pi, low + TURN, low), np.where(high > np.pi, high - TURN, high)
    all_round = half >= np.pi
    low, high, wraps = np.where(all_round, -np.pi, low), np.where(all_round, np.pi, high), wraps & ~all_round
    one, two = ranked.of(np.minimum(low, high)), ranked.of(np.maximum(low, high))
    two = np.where(all_round, ranked.counts[:, None], two)
    cell, viewer, place = ranked.runs(one, two, wraps, np.ones_like(wraps))
    disc, target = cell % max(len(high_enough), 1), order[viewer, place]
    stopped = _disc_stops(viewers, targets, viewer, target, centre[disc], radius[disc], tops[high_enough[disc]])
    stopped &= ~_absent(viewers, targets, viewer, target, walls.disc_owner[high_enough[disc]])
    return viewer[stopped], target[stopped]


def _disc_stops(
    viewers: Crowd, targets: Crowd, viewer: Indices, target: Indices, centre: Array, radius: Array, top: Array
) -> Flags:
    """[k] whether the line from viewer to target is in the disc, lower than its top, somewhere."""
    way = targets.at[target] - viewers.at[viewer]
    to = centre - viewers.at[viewer]
    square = np.maximum((way**2).sum(1), 1e-300)
    middle = (to * way).sum(1) / square
    root = radius**2 - (way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0]) ** 2 / square
    half = np.sqrt(np.maximum(root, 0.0) / square)
    enter, leave = np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0)
    eye = viewers.eye[viewer]
    rise = targets.eye[target] - eye
    low = eye + np.minimum(rise * enter, rise * leave)
    stops: Flags = (root > 0) & (enter < leave) & (low < top - TOLERANCE)
    return stops
