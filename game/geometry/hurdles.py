"""What stands between two bases, and whether a straight line gets past it.

A sight line falls or rises evenly from its start to its end; a piece stops it where it is in the piece and lower than
the top. Inches; L lines, E edges.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.geometry.barriers import Array, Barriers, Flags, Indices, model_top
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point

SAME = 9
"""Decimals of a share of the way beyond which two stops are at one place."""


@dataclass(frozen=True, slots=True, eq=False)
class Hurdles:
    """The barriers that matter to one question. `owner` and `disc_owner` count pieces first, then blocking models."""

    starts: Array
    ends: Array
    """[E, 2]"""
    owner: Indices
    other: Indices
    tops: Array
    link: Flags
    """[E]"""
    discs: Array
    """[D, 3]"""
    disc_tops: Array
    disc_owner: Indices
    true_starts: Array
    true_ends: Array
    """[C, 2] edges of the outlines themselves, not drawn in."""

    @property
    def none(self) -> bool:
        return not len(self.starts) and not len(self.discs)


def between(
    walls: Barriers,
    a: Base,
    b: Base,
    lowest: float = -np.inf,
    absent: Flags | None = None,
    blockers: Sequence[Base] = (),
) -> Hurdles:
    """What is near the lines from base `a` to base `b`, stands higher than `lowest`, and is not `absent` ([P])."""
    keep = near_line(walls.rounds, a.at, b.at, max(a.radius, b.radius)) & (walls.tops > lowest + TOLERANCE)
    if absent is not None:
        keep &= ~absent
    core, outline = walls.core, walls.outline
    edges = np.flatnonzero(keep[core.owner] & keep[core.other])
    rounds = np.flatnonzero(keep[walls.disc_owner])
    true = keep[outline.owner] & ~outline.link
    models, model_tops, model_owner = _models(blockers, a, b, lowest, len(walls.tops))
    return Hurdles(
        starts=core.starts[edges],
        ends=core.ends[edges],
        owner=core.owner[edges],
        other=core.other[edges],
        tops=core.tops[edges],
        link=core.link[edges],
        discs=np.concatenate([walls.discs[rounds], models]),
        disc_tops=np.concatenate([walls.tops[walls.disc_owner[rounds]], model_tops]),
        disc_owner=np.concatenate([walls.disc_owner[rounds], model_owner]),
        true_starts=outline.starts[true],
        true_ends=outline.ends[true],
    )


def near_line(circles: Array, start: Point, end: Point, margin: float) -> Flags:
    """[n] which circles (x, y, radius) come within `margin` of the segment."""
    a = np.array(start)
    way = np.array(end) - a
    to = circles[:, :2] - a
    share = np.clip(to @ way / max(float(way @ way), 1e-300), 0.0, 1.0)
    off = to - share[:, None] * way
    near: Flags = np.hypot(off[:, 0], off[:, 1]) <= circles[:, 2] + margin
    return near


def _models(
    blockers: Sequence[Base], a: Base, b: Base, lowest: float, offset: int
) -> tuple[Array, Array, Indices]:
    """Blocking models as discs; the two that ask do not block."""
    found = [
        (i, (m.x, m.y, m.radius - TOLERANCE), model_top(m))
        for i, m in enumerate(blockers)
        if m not in (a, b) and model_top(m) > lowest + TOLERANCE
    ]
    return (
        np.array([disc for _, disc, _ in found], float).reshape(-1, 3),
        np.array([top for *_, top in found], float),
        np.array([i + offset for i, *_ in found], np.intp),
    )


def stops(hurdles: Hurdles, a: Point, za: float, b: Point, zb: float) -> list[tuple[float, int]]:
    """Where, as a share of the way, each owner first stops the line from `a` at height `za` to `b` at `zb`.

    Nearest first, ties in the order of owners; empty if the line is clear. A joint names both its pieces.
    """
    first: dict[int, float] = {}
    for owner, start, end, top in stretches(hurdles, a, b):
        low = first_low(start, end, top, za, zb)
        if low is not None:
            first[owner] = min(low, first.get(owner, 1.0))
    return sorted(((share, owner) for owner, share in first.items()), key=lambda stop: (round(stop[0], SAME), stop[1]))


def first_low(start: float, end: float, top: float, za: float, zb: float) -> float | None:
    """The first share of the way in [start, end], cut to [0, 1], at which the line is lower than `top`."""
    start, end = max(start, 0.0), min(end, 1.0)
    if start > end:
        return None
    rise = zb - za
    if za + rise * start < top - TOLERANCE:
        return start
    if za + rise * end < top - TOLERANCE:
        return (top - za) / rise
    return None


def stretches(hurdles: Hurdles, start: Point, end: Point) -> list[tuple[int, float, float, float]]:
    """(owner, from, to, top): the stretches of the line that lie in a hurdle, in shares of the way, in no order.

    A stretch may begin before 0 or end after 1 if the line begins or ends in the hurdle.
    """
    a = np.array(start)
    way = np.array(end) - a if start != end else np.array([TOLERANCE / 2, 0.0])
    one, two = hurdles.starts - a, hurdles.ends - a
    left = way[0] * one[:, 1] - way[1] * one[:, 0]
    right = way[0] * two[:, 1] - way[1] * two[:, 0]
    hit = np.flatnonzero((left > 0) != (right > 0))
    cut = left[hit] / (left[hit] - right[hit])
    square = float(way @ way)
    shares = ((one[hit] + cut[:, None] * (two[hit] - one[hit])) @ way) / square
    found: list[tuple[int, float, float, float]] = []
    crossings: dict[int, list[float]] = {}
    tops: dict[int, float] = {}
    for edge, share in zip(hit.tolist(), shares.tolist(), strict=True):
        if hurdles.link[edge]:
            if 0.0 < share < 1.0:
                both = {int(hurdles.owner[edge]), int(hurdles.other[edge])}
                found.extend((owner, share, share, float(hurdles.tops[edge])) for owner in both)
        else:
            owner = int(hurdles.owner[edge])
            crossings.setdefault(owner, []).append(share)
            tops[owner] = float(hurdles.tops[edge])
    for owner, cuts in crossings.items():
        cuts.sort()
        found.extend((owner, s, e, tops[owner]) for s, e in zip(cuts[::2], cuts[1::2], strict=True) if e > 0 and s < 1)
    found.extend(_disc_stretches(hurdles, a, way, square))
    return found


def _disc_stretches(hurdles: Hurdles, a: Array, way: Array, square: float) -> list[tuple[int, float, float, float]]:
    to = hurdles.discs[:, :2] - a
    middle = (to @ way) / square
    off = (way[0] * to[:, 1] - way[1] * to[:, 0]) / np.sqrt(square)
    half = np.sqrt(np.maximum(hurdles.discs[:, 2] ** 2 - off**2, 0.0) / square)
    enter, leave = middle - half, middle + half
    met = np.flatnonzero((half > 0) & (leave > 0) & (enter < 1))
    columns = (hurdles.disc_owner[met], enter[met], leave[met], hurdles.disc_tops[met])
    return list(zip(*(column.tolist() for column in columns), strict=True))
