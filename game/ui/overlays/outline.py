"""Lines for the eye, which no rule asks for: round a unit, and the corners of a path that are worth a label."""
from __future__ import annotations

import math
from collections.abc import Sequence

from game.geometry.shapes import Base
from game.units import Point

CORNERS = 24


def hull(bases: Sequence[Base], margin: float) -> tuple[Point, ...]:
    """The corners of the convex hull of bases `margin` wider, in order; empty for no bases."""
    points = sorted({
        (b.x + (b.radius + margin) * math.cos(turn), b.y + (b.radius + margin) * math.sin(turn))
        for b in bases for turn in (2 * math.pi * i / CORNERS for i in range(CORNERS))
    })
    if not points:
        return ()
    lower, upper = _half(points), _half(points[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _half(points: Sequence[Point]) -> list[Point]:
    """One side of the hull of points in order."""
    out: list[Point] = []
    for point in points:
        while len(out) > 1 and _turn(out[-2], out[-1], point) <= 0:
            out.pop()
        out.append(point)
    return out


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def bends(points: Sequence[Point]) -> list[int]:
    """The places of a path's corners that are worth a label: a firm turn, an inch from the last one and the end.
    A way round a base bends in many small steps and gets one label, where it has turned enough."""
    out, turned, since = [], 0.0, 0.0
    for i in range(1, len(points) - 1):
        (ax, ay), (bx, by), (cx, cy) = points[i - 1], points[i], points[i + 1]
        since += math.dist(points[i - 1], points[i])
        before, after = math.atan2(by - ay, bx - ax), math.atan2(cy - by, cx - bx)
        turned += (after - before + math.pi) % math.tau - math.pi
        if abs(turned) > 0.4 and since >= 1.0 and math.dist(points[i], points[-1]) >= 1.0:
            out.append(i)
            turned, since = 0.0, 0.0
    return out
