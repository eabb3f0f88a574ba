"""The plain ways of asking: loops over prepared shapely polygons. `bench` measures the quick ways against them.

They answer nearly the same questions (flat pieces that stop sight, no heights) and are used for nothing else.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, Polygon
from shapely.prepared import PreparedGeometry, prep

from game.geometry.shapes import Base, Piece

RAYS = 9


class PlainTable:
    """The pieces of a table as prepared polygons."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.polygons = [Polygon(piece.outline) for piece in pieces]
        self.prepared: list[PreparedGeometry[Polygon]] = [prep(polygon) for polygon in self.polygons]

    def clear(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        """Whether the line from a to b meets no piece."""
        line = LineString([a, b])
        return not any(polygon.intersects(line) for polygon in self.prepared)

    def sees_all(self, bases: Sequence[Base]) -> list[bool]:
        """Every one from every other, centre to centre."""
        return [self.clear(a.at, b.at) for a in bases for b in bases if a is not b]

    def fraction(self, viewer: Base, target: Base) -> float:
        """The share of nine rays, from the centre to points across the target's width, that get through."""
        away = math.atan2(target.y - viewer.y, target.x - viewer.x) + math.pi / 2
        steps = [target.radius * (2 * ray / (RAYS - 1) - 1) for ray in range(RAYS)]
        ends = [(target.x + step * math.cos(away), target.y + step * math.sin(away)) for step in steps]
        return sum(self.clear(viewer.at, end) for end in ends) / RAYS

    def legs_clear(self, legs: npt.NDArray[np.float64], radius: float) -> list[bool]:
        """For each leg [x, y, x, y], whether a base of `radius` moving along it meets no piece."""
        return [not any(polygon.intersects(swept) for polygon in self.prepared)
                for x, y, u, v in legs for swept in [LineString([(x, y), (u, v)]).buffer(radius)]]


class PlainGraph:
    """A visibility graph over the whole table: every corner of every grown outline and base."""

    def __init__(self, pieces: Sequence[Piece], others: Sequence[Base], radius: float) -> None:
        grown = [Polygon(piece.outline).buffer(radius, quad_segs=4) for piece in pieces]
        grown += [shapely.Point(base.x, base.y).buffer(base.radius + radius, quad_segs=4) for base in others]
        self.whole = shapely.union_all([g.buffer(-1e-6) for g in grown])
        shapely.prepare(self.whole)
        self.corners = np.concatenate([shapely.get_coordinates(g)[:-1] for g in grown])

    @property
    def pairs(self) -> int:
        count = len(self.corners)
        return count * (count - 1) // 2

    def edges(self, first: int, last: int) -> int:
        """How many edges there are between the corners numbered `first` to `last` and those before each."""
        found = 0
        for place in range(first, last):
            lines = shapely.linestrings(np.stack([np.broadcast_to(self.corners[place], (place, 2)),
                                                  self.corners[:place]], axis=1))
            found += int(np.count_nonzero(~shapely.intersects(self.whole, lines)))
        return found
