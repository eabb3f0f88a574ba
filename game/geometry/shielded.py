"""The part of a spray that what stops sight shields: where a base like the sprayer's would not be seen. Inches."""
from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import shapely
from shapely.geometry import Polygon

from game.geometry.ground import Stretch, stretches_of
from game.geometry.matrix import sees_from
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import Point

STRIPS, STEP = 10, 0.2
"""Into how many strips a spray is cut, and each of them into pieces of so many inches."""
LEAST = 0.02
"""Square inches under which a shielded part is not worth telling."""


def shielded_part(scene: Scene, user: Base, triangle: Sequence[Point]) -> list[tuple[Point, ...]]:
    """The outlines of what lies under a spray and out of its user's sight, centre to centre, for somebody as tall who
    stands on the ground there."""
    tip, left, right = triangle
    count = math.ceil(math.dist(tip, _between(left, right, 0.5)) / STEP)
    cells, bases = [], []
    for strip in range(STRIPS):
        near, far = (_between(left, right, (strip + side) / STRIPS) for side in (0, 1))
        end = _between(near, far, 0.5)
        ground = stretches_of(scene, tip, end, {})
        for piece in range(count):
            a, b = piece / count, (piece + 1) / count
            at = _between(tip, end, (a + b) / 2)
            level = _level(ground, math.dist(tip, at))
            bases.append(msgspec.structs.replace(user, x=at[0], y=at[1], elevation=level))
            cells.append(Polygon((_between(tip, near, a), _between(tip, near, b), _between(tip, far, b),
                                  _between(tip, far, a))))
    seen = sees_from(scene, [user.at], user, bases)[0]
    hidden = shapely.unary_union([cell.buffer(1e-6) for cell, clear in zip(cells, seen, strict=True) if not clear])
    return [tuple((float(x), float(y)) for x, y in part.simplify(0.01).exterior.coords[:-1])
            for part in getattr(hidden, "geoms", [hidden]) if part.area > LEAST]


def _level(ground: Sequence[Stretch], far: float) -> float:
    return next((part.level for part in ground if far <= part.end), ground[-1].level)


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
