"""The line round a unit: the convex hull of its bases, a little wider. For the eye only, no rule asks this."""
from __future__ import annotations

import math
from collections.abc import Sequence

from game.geometry.shapes import Base
from game.units import Point

CORNERS = 24


def hull(bases: Sequence[Base], margin: float) -> tuple[Point, ...]:
    """The corners of the hull in order; empty for no bases."""
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
