"""Pieces and bases as shapes that can be measured: checked once, refused by name if they cannot be.

A round piece stays a centre and a radius: a circle made of corners is too small, so it is never measured.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon
from shapely.validation import explain_validity

from game.errors import GeometryError
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.units import TOLERANCE, Point
from game.words import say

MIN_AREA = 1e-12
"""Square inches. An outline that encloses less is a line or a point."""


class Shape:
    """A piece with its polygon (validated, holes kept); a round one has its `disc`, and an empty polygon."""

    __slots__ = ("disc", "piece", "polygon")

    def __init__(self, piece: Piece, polygon: Polygon, disc: tuple[float, float, float] | None) -> None:
        self.piece, self.polygon, self.disc = piece, polygon, disc

    def distance(self, point: Point) -> float:
        """Inches from `point` to the piece; 0 on and inside it."""
        if self.disc is not None:
            x, y, radius = self.disc
            return max(0.0, math.hypot(point[0] - x, point[1] - y) - radius)
        return float(self.polygon.distance(ShapelyPoint(point)))

    def distances(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """[n] inches from each of `points` [n, 2] to the piece; 0 on and inside it."""
        if self.disc is not None:
            x, y, radius = self.disc
            return np.maximum(0.0, np.hypot(points[:, 0] - x, points[:, 1] - y) - radius)
        return np.asarray(shapely.distance(self.polygon, shapely.points(points)))

    def depth(self, point: Point) -> float:
        """How far inside the piece's border `point` lies; 0 on and outside it."""
        if self.disc is not None:
            x, y, radius = self.disc
            return max(0.0, radius - math.hypot(point[0] - x, point[1] - y))
        spot = ShapelyPoint(point)
        return float(self.polygon.boundary.distance(spot)) if self.polygon.covers(spot) else 0.0

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north."""
        if self.disc is not None:
            x, y, radius = self.disc
            return (x - radius, y - radius, x + radius, y + radius)
        west, south, east, north = self.polygon.bounds
        return (west, south, east, north)


@lru_cache(maxsize=4096)
def shape_of(piece: Piece) -> Shape:
    """The shape of `piece`. Raises GeometryError, naming it, if its outline cannot be measured."""
    if not math.isfinite(piece.height):
        raise GeometryError(say('piece "{id}": its height must be a number, not {height}', id=piece.id,
                                height=piece.height))
    if piece.disc is not None:
        return Shape(piece, Polygon(), _checked_disc(piece, piece.disc))
    return Shape(piece, _checked_polygon(piece), None)


def shapes(scene: Scene) -> tuple[Shape, ...]:
    """The shapes of all pieces of `scene`, sorted by id, so that no answer depends on the order of a file."""
    return scene.memo("piece shapes", _build_shapes)


def _build_shapes(scene: Scene) -> tuple[Shape, ...]:
    if len(scene.by_id) != len(scene.pieces):
        ids = [piece.id for piece in scene.pieces]
        raise GeometryError(say('two pieces are named "{id}"', id=next(i for i in ids if ids.count(i) > 1)))
    return tuple(shape_of(piece) for piece in sorted(scene.pieces, key=lambda piece: piece.id))


def _checked_disc(piece: Piece, disc: tuple[float, float, float]) -> tuple[float, float, float]:
    if not all(map(math.isfinite, disc)):
        raise GeometryError(say('piece "{id}": its centre and radius must be numbers, not {disc}', id=piece.id,
                                disc=disc))
    if disc[2] <= TOLERANCE:
        raise GeometryError(say('piece "{id}": its radius must be above 0, not {disc}', id=piece.id, disc=disc[2]))
    return disc


def _checked_polygon(piece: Piece) -> Polygon:
    rings = (piece.outline, *piece.holes)
    for ring in rings:
        _check_ring(piece, ring)
    polygon = Polygon(piece.outline, piece.holes)
    if not polygon.is_valid:
        raise GeometryError(say('piece "{id}": its outline is not simple ({fault})', id=piece.id,
                                fault=explain_validity(polygon)))
    if polygon.area < MIN_AREA:
        raise GeometryError(say('piece "{id}": its outline encloses no area', id=piece.id))
    polygon = shapely.orient_polygons(polygon)
    shapely.prepare(polygon)
    return polygon


def _check_ring(piece: Piece, ring: Sequence[Point]) -> None:
    if len(ring) < 3:
        raise GeometryError(say('piece "{id}": an outline needs at least three corners, not {count}', id=piece.id,
                                count=len(ring)))
    if not all(math.isfinite(number) for point in ring for number in point):
        raise GeometryError(say('piece "{id}": every corner must be two numbers', id=piece.id))


def check_base(base: Base, what: str = "base") -> None:
    """Refuse a base that nothing can be measured from: not a number anywhere, or a radius of 0."""
    numbers = (base.x, base.y, base.radius, base.facing, base.elevation, base.height)
    if not all(map(math.isfinite, numbers)):
        raise GeometryError(say("the {what} has something that is not a number: {base}", what=what, base=base))
    if base.radius <= 0:
        raise GeometryError(say("the {what} must be wider than 0 mm, not of radius {radius} in", what=what,
                                radius=base.radius))


def check_point(point: Point, what: str = "point") -> None:
    """Refuse a point that is not two finite numbers."""
    if not (math.isfinite(point[0]) and math.isfinite(point[1])):
        raise GeometryError(say("the {what} must be two numbers, not {point}", what=what, point=point))


def check_number(number: float, what: str, least: float = -math.inf) -> None:
    """Refuse a number that is not finite, or is below `least`."""
    if not math.isfinite(number) or number < least:
        if math.isfinite(least):
            raise GeometryError(say("the {what} must be a number of at least {least:g}, not {number}", what=what,
                                    least=least, number=number))
        raise GeometryError(say("the {what} must be a number, not {number}", what=what, number=number))
