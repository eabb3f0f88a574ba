"""What a thing that is moved or drawn in the Lab snaps to: the grid, and the edges and middles of others near by."""
from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from typing import NamedTuple

from game.sim.lab import edits, shaping
from game.sim.lab.doc import Doc, Thing
from game.units import Point

SNAPS = (0.5, 0.25, 1.0, 0.0)
"""Inches of the grid that things snap to; 0 is none."""
NEAR_GUIDE = 0.22
"""Inches within which an edge or middle snaps to another thing's."""


class Guide(NamedTuple):
    """A line that something snapped to: `axis` 0 runs north, 1 runs east, `at` inches."""

    axis: int
    at: float


class Snapping:
    """`grid` in inches, 0 for none; `guides` are the lines that what is in the hand has snapped to."""

    def __init__(self) -> None:
        self.grid = SNAPS[0]
        self.guides: tuple[Guide, ...] = ()
        self._lines: tuple[Doc, tuple[Thing, ...], tuple[list[float], list[float]]] | None = None

    def snapped(self, point: Point, free: bool = False) -> Point:
        """A point on the grid, unless snapping is off."""
        if free or not self.grid:
            return shaping.grained(point)
        x, y = (shaping.grain(round(n / self.grid) * self.grid) for n in point)
        return x, y

    def shift(self, doc: Doc, things: Sequence[Thing], by: Point, free: bool = False) -> Point:
        """A shift of things that brings them onto the grid, or in line with others near by, which the guides show."""
        self.guides = ()
        if free or not self.grid or not things:
            return by
        boxes = [edits.box_of(doc, t) for t in things]
        own = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
        marks = self._marks(doc, things)
        out, guides = [], []
        for axis in (0, 1):
            lines = (own[axis], (own[axis] + own[axis + 2]) / 2, own[axis + 2])
            near = [(abs(line + by[axis] - mark), mark - line, mark) for line in lines
                    for mark in _beside(marks[axis], line + by[axis])]
            off, wanted, mark = min(near, default=(math.inf, 0.0, 0.0))
            if off <= NEAR_GUIDE:
                out.append(wanted)
                guides.append(Guide(axis, mark))
            else:
                out.append(round((lines[0] + by[axis]) / self.grid) * self.grid - lines[0])
        self.guides = tuple(guides)
        return shaping.grained((out[0], out[1]))

    def _marks(self, doc: Doc, things: Sequence[Thing]) -> tuple[list[float], list[float]]:
        """Where the edges and middles of all that is not in the hand lie, from west to east and from south to north;
        kept while the drag lasts."""
        if self._lines is None or self._lines[0] is not doc or self._lines[1] != tuple(things):
            held = set(things)
            boxes = [edits.box_of(doc, t) for t in doc.things() if t not in held]
            across, along = ({at for box in boxes for at in (box[n], (box[n] + box[n + 2]) / 2, box[n + 2])}
                             for n in (0, 1))
            self._lines = doc, tuple(things), (sorted(across), sorted(along))
        return self._lines[2]


def _beside(marks: list[float], at: float) -> list[float]:
    """The marks to either side of a place."""
    place = bisect.bisect_left(marks, at)
    return marks[max(0, place - 1) : place + 1]
