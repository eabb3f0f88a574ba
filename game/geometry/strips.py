"""Lines without a thickness, as other programs draw walls, made into strips that can stand on a table."""
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon

from game.units import Point

Rings: TypeAlias = tuple[tuple[Point, ...], ...]
"""An outline and its holes, none of them closed."""

DIGITS = 6
"""Corners are told to a millionth of an inch: the tolerance of every comparison."""
LONGEST = 64
"""Corners of a line that become one strip: a longer one is cut, so that a scribble is no endless union."""
LEAST = 1e-4
"""Square inches (and inches): what is left of a line by clipping and is smaller than this is nothing."""


def strips(lines: Iterable[Sequence[Point]], width: float, size: Point) -> Iterator[Rings]:
    """Strips `width` inches wide along the lines, within a table of `size`, one after the other. Lines that meet end to
    end become one strip; where they cross, strips overlap."""
    table = shapely.box(0, 0, *size)
    merged = shapely.line_merge(MultiLineString(_clipped(lines, table)))
    for line in _parts(merged, LineString):
        for piece in _pieces(list(line.coords)):
            strip = LineString(piece).buffer(width / 2, cap_style="square", join_style="mitre", mitre_limit=2.0)
            yield from (_rings(part) for part in _parts(strip.intersection(table), Polygon) if part.area > LEAST)


def rings_within(ring: Sequence[Point], size: Point) -> list[Rings]:
    """What of a filled ring lies on a table of `size`; a ring that crosses itself is taken part by part,
    and is nothing where it has too many corners for that."""
    if len({*ring}) < 3:
        return []
    whole = Polygon(ring)
    if not whole.is_valid:
        if len(ring) > LONGEST:
            return []
        whole = shapely.make_valid(whole, method="structure", keep_collapsed=False)
    return [_rings(part) for part in _parts(whole.intersection(shapely.box(0, 0, *size)), Polygon)
            if part.area > LEAST]


def strip_along(line: Sequence[Point], width: float) -> list[Rings]:
    """Strips `width` inches wide along one line, wherever it leads; none for a line of no length."""
    found: list[Rings] = []
    for piece in _pieces(list(line)):
        if sum(map(math.dist, piece, piece[1:])) > LEAST:
            strip = LineString(piece).buffer(width / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)
            found += [_rings(part) for part in _parts(strip, Polygon) if part.area > LEAST]
    return found


def touches_table(outline: Sequence[Point], size: Point) -> bool:
    """Whether the bounds of an outline reach onto a table of `size`."""
    xs, ys = zip(*outline, strict=True)
    return bool(min(xs) < size[0] and max(xs) > 0 and min(ys) < size[1] and max(ys) > 0)


def ellipse(centre: Point, half: Point, angle: float, corners: int = 32) -> tuple[Point, ...]:
    """The corners of an ellipse with these half axes, turned clockwise by `angle` degrees."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    found = []
    for number in range(corners):
        along = 2 * math.pi * number / corners
        x, y = half[0] * math.cos(along), half[1] * math.sin(along)
        found.append((round(centre[0] + x * cos + y * sin, DIGITS), round(centre[1] - x * sin + y * cos, DIGITS)))
    return tuple(found)


def _clipped(lines: Iterable[Sequence[Point]], table: Polygon) -> list[Any]:
    """What of each stretch of the lines lies on the table. Stretch by stretch: of a whole line that crosses itself a
    million times every crossing would be worked out."""
    stretches = [(a, b) for line in lines for a, b in pairwise(line) if a != b]
    if not stretches:
        return []
    shapely.prepare(table)
    cut = shapely.intersection(shapely.linestrings(np.array(stretches, dtype=float)), table)
    sound = (shapely.get_type_id(cut) == shapely.GeometryType.LINESTRING) & (shapely.length(cut) > LEAST)
    return list(cut[sound])


def _pieces(points: list[Point]) -> list[list[Point]]:
    """The points of a line in lengths that can be widened, each beginning where the one before ended."""
    return [points[at:at + LONGEST + 1] for at in range(0, max(1, len(points) - 1), LONGEST)]


def _parts(shape: Any, kind: type[Any]) -> Iterator[Any]:
    """The lines or polygons that a shape is made of."""
    if isinstance(shape, kind):
        yield from () if shape.is_empty else (shape,)
    else:
        for part in getattr(shape, "geoms", ()):
            yield from _parts(part, kind)


def _rings(polygon: Polygon) -> Rings:
    return tuple(tuple((round(x, DIGITS), round(y, DIGITS)) for x, y in ring.coords[:-1])
                 for ring in (polygon.exterior, *polygon.interiors))
