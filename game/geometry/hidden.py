"""Intervals of directions that are hidden, and how much of each target's own interval they cover together.

Radians, from the direction of the target's centre; Q pairs of a viewer and a target, K intervals.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.geometry.barriers import Array, Flags, Indices

TURN = 2 * np.pi


class Hidden(NamedTuple):
    """Intervals of directions that are hidden: in which pair, from, to. [K] each."""

    pair: Indices
    low: Array
    high: Array


def joined(*found: Hidden) -> Hidden:
    """All of them, one after the other."""
    pair, low, high = (np.concatenate(column) for column in zip(*found, strict=True))
    return Hidden(pair, low, high)


def parts(pair: Indices, bounds: Array, hides: Flags) -> Hidden:
    """Of the intervals between neighbouring bounds, [K, q], those that `hides`, [K, q - 1], says."""
    rows, columns = np.nonzero(hides & (bounds[:, 1:] > bounds[:, :-1]))
    return Hidden(pair[rows], bounds[rows, columns], bounds[rows, columns + 1])


def covered(hidden: Hidden, halves: Array) -> Array:
    """[Q] the share of each pair's own interval, `halves` to either side, that the hidden ones cover together."""
    half = halves[hidden.pair]
    low, high = np.maximum(hidden.low, -half), np.minimum(hidden.high, half)
    real = high > low
    pair, low, high = hidden.pair[real], low[real], high[real]
    order = np.argsort(TURN * pair + low)
    pair, low, high = pair[order], low[order], high[order]
    fresh = high - np.clip(_reached(pair, high), low, high)
    share: Array = np.minimum(np.bincount(pair, fresh, len(halves)) / (2 * halves), 1.0)
    return share


def _reached(pair: Indices, high: Array) -> Array:
    """[K] how far the intervals of the same pair that come before each one reach; -pi if it is the first.

    One running maximum serves all pairs: over ranks, in a stretch of whole numbers for each pair, so it is exact.
    """
    by_height = np.argsort(high, kind="stable")
    rank = np.empty(len(high), np.intp)
    rank[by_height] = np.arange(1, len(high) + 1)
    stretch = pair * (len(high) + 1)
    best = np.maximum.accumulate(np.concatenate([[0], stretch + rank]))[:-1]
    values = np.concatenate([[-np.pi], high[by_height]])
    reached: Array = values[np.maximum(best - stretch, 0)]
    return reached
