"""Where pieces of terrain join: nobody sees between two that are within 0.01 in of each other.

A joint is a set of straight links across the space between, from a corner of one piece to the nearest point of
each edge of the other. A link reaches just inside both, so that it closes a seam or a shared corner of no width,
and makes no bump on flush walls. Growing and shrinking the pieces would not do: it leaves corner gaps open.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from game.geometry.piece_shape import Shape
from game.units import CONTACT, TOLERANCE, Point

Array = NDArray[np.float64]

REACH = CONTACT + TOLERANCE
OUTSIDE = 0.5
"""Inches a link runs out over the table's edge."""


class Link(NamedTuple):
    """A straight link that joins two pieces, or one with itself (a slit) or with the table's edge."""

    start: Point
    end: Point
    one: int
    other: int


class Body(NamedTuple):
    """A piece that stops sight, and the part of it that is deeper than the tolerance (round: None)."""

    shape: Shape
    core: BaseGeometry | None


def links(bodies: Sequence[Body], width: float, height: float) -> list[Link]:
    """All links of the scene: between pieces, across slits within one outline, and to the table's edge."""
    found: set[Link] = set()
    for i, j in near_pairs([body.shape for body in bodies]):
        found.update(_between(bodies, i, j))
    for i, body in enumerate(bodies):
        found.update(_slits(body, i))
        found.update(_to_table_edge(body, i, width, height))
    return sorted(found)


def near_pairs(shapes: Sequence[Shape]) -> Iterator[tuple[int, int]]:
    """Index pairs, lower first, of shapes whose bounding boxes are within a joint's width."""
    if not shapes:
        return
    west, south, east, north = (np.array(side) for side in zip(*(s.bounds for s in shapes), strict=True))
    near = (west[:, None] <= east + REACH) & (south[:, None] <= north + REACH)
    rows, columns = np.nonzero(np.triu(near & near.T, 1))
    yield from zip(rows.tolist(), columns.tolist(), strict=True)


def joined(a: Shape, b: Shape) -> bool:
    """Whether two pieces leave no gap: at most 0.01 in apart."""
    if a.disc is not None:
        return b.distance(a.disc[:2]) <= a.disc[2] + REACH
    if b.disc is not None:
        return joined(b, a)
    return bool(a.polygon.distance(b.polygon) <= REACH)


def _between(bodies: Sequence[Body], i: int, j: int) -> Iterator[Link]:
    for one, other in _narrow_places(bodies[i].shape, bodies[j].shape):
        yield Link(_inner(bodies[i], one), _inner(bodies[j], other), i, j)


def _narrow_places(a: Shape, b: Shape) -> Iterator[tuple[Point, Point]]:
    """Pairs of points, one on each border, at most a joint apart: every corner with every edge near it."""
    if a.disc is not None and b.disc is not None:
        yield from _disc_to_points(a.disc, np.array([b.disc[:2]]), b.disc[2])
    elif a.disc is not None:
        starts, ends = edges_of(b)
        yield from _disc_to_points(a.disc, nearest_on(starts, ends, np.array([a.disc[:2]]))[0], 0.0)
    elif b.disc is not None:
        yield from ((one, other) for other, one in _narrow_places(b, a))
    else:
        yield from _corners_to_edges(a, b)
        yield from ((one, other) for other, one in _corners_to_edges(b, a))


def _corners_to_edges(a: Shape, b: Shape) -> Iterator[tuple[Point, Point]]:
    corners = edges_of(a)[0]
    starts, ends = edges_of(b)
    spots = nearest_on(starts, ends, corners)
    distances = np.hypot(*np.moveaxis(spots - corners[:, None], -1, 0))
    for corner, edge in zip(*np.nonzero(distances <= REACH), strict=True):
        yield _point(corners[corner]), _point(spots[corner, edge])


def _disc_to_points(disc: tuple[float, float, float], spots: Array, radius: float) -> Iterator[tuple[Point, Point]]:
    """From a disc to each of `spots` (or to the disc of `radius` round it) that is a joint away or overlaps it less."""
    centre = np.array(disc[:2])
    away = spots - centre
    distances = np.hypot(away[:, 0], away[:, 1])
    for spot, way, distance in zip(spots, away, distances, strict=True):
        if distance > TOLERANCE and abs(distance - disc[2] - radius) <= REACH:
            yield _point(centre + way * (disc[2] / distance)), _point(spot - way * (radius / distance))


def _slits(body: Body, i: int) -> Iterator[Link]:
    """Across slits of one outline: from a corner over open ground to an edge that is not its own."""
    if body.shape.disc is not None:
        return
    starts, ends = edges_of(body.shape)
    spots = nearest_on(starts, ends, starts)
    distances = np.hypot(*np.moveaxis(spots - starts[:, None], -1, 0))
    near = (distances <= REACH) & (distances > TOLERANCE)
    for corner, edge in zip(*np.nonzero(near), strict=True):
        one, other = starts[corner], spots[corner, edge]
        if not body.shape.polygon.covers(ShapelyPoint((one + other) / 2)):
            yield Link(_inner(body, _point(one)), _inner(body, _point(other)), i, i)


def _to_table_edge(body: Body, i: int, width: float, height: float) -> Iterator[Link]:
    for spot in _outermost(body.shape):
        x, y = spot
        for near, end in (
            (abs(x) <= REACH, (-OUTSIDE, y)),
            (abs(width - x) <= REACH, (width + OUTSIDE, y)),
            (abs(y) <= REACH, (x, -OUTSIDE)),
            (abs(height - y) <= REACH, (x, height + OUTSIDE)),
        ):
            if near:
                inner = _inner(body, spot)
                yield Link(inner, (end[0], inner[1]) if end[1] == y else (inner[0], end[1]), i, i)


def _outermost(shape: Shape) -> list[Point]:
    if shape.disc is not None:
        x, y, r = shape.disc
        return [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]
    return [_point(corner) for corner in edges_of(shape)[0]]


def _inner(body: Body, spot: Point) -> Point:
    """The point of the piece's core nearest to `spot`, which is on its border."""
    if body.shape.disc is not None:
        x, y, radius = body.shape.disc
        shrink = 1.0 - 2 * TOLERANCE / radius
        return (x + (spot[0] - x) * shrink, y + (spot[1] - y) * shrink)
    if body.core is None or body.core.is_empty:
        return spot
    return _point(shapely.get_coordinates(shapely.shortest_line(body.core, ShapelyPoint(spot)))[0])


def edges_of(shape: Shape) -> tuple[Array, Array]:
    """Starts and ends, [n, 2] each, of all edges of a polygon's rings."""
    rings = [np.asarray(ring.coords) for ring in rings_of(shape.polygon)]
    return np.concatenate([r[:-1] for r in rings]), np.concatenate([r[1:] for r in rings])


def rings_of(geometry: BaseGeometry) -> list[BaseGeometry]:
    """The outer and inner rings of a polygon or of several; none if it is empty."""
    polygons = [p for p in shapely.get_parts(geometry) if not p.is_empty]
    return [ring for p in polygons for ring in (p.exterior, *p.interiors)]


def nearest_on(starts: Array, ends: Array, points: Array) -> Array:
    """The nearest point of each of e edges to each of n points: [n, e, 2]."""
    along = ends - starts
    squares = np.maximum((along * along).sum(1), 1e-300)
    share = ((points[:, None] - starts) * along).sum(2) / squares
    spots: Array = starts + np.clip(share, 0.0, 1.0)[..., None] * along
    return spots


def _point(xy: Array) -> Point:
    return (float(xy[0]), float(xy[1]))
