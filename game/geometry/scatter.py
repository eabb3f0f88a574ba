"""Where a thing that misses comes down. A clock die: 12 is north, 3 is east (design: the table)."""
from __future__ import annotations

import math

from game.errors import GeometryError
from game.geometry.piece_shape import check_number, check_point
from game.geometry.scene import Scene
from game.units import TOLERANCE, Point
from game.words import say

_LONG = math.sqrt(3) / 2
_SINES = (0.0, 0.5, _LONG, 1.0, _LONG, 0.5, 0.0, -0.5, -_LONG, -1.0, -_LONG, -0.5)
"""Of 0, 30, 60 ... degrees: exact where there is an exact number, so that 6 o'clock is due south."""


def scatter(point: Point, clock: int, distance: float) -> Point:
    """The point `distance` inches from `point` in the direction of a clock die, 1 to 12."""
    check_point(point)
    check_number(distance, "distance", 0.0)
    if clock not in range(1, 13):
        raise GeometryError(say("a clock die shows 1 to 12, not {clock}", clock=clock))
    hour = int(clock) % 12
    return (point[0] + distance * _SINES[hour], point[1] + distance * _SINES[(hour + 3) % 12])


def on_table(scene: Scene, point: Point) -> bool:
    """Whether `point` lies on the table, its edge included."""
    check_point(point)
    x, y = point
    return -TOLERANCE <= x <= scene.width + TOLERANCE and -TOLERANCE <= y <= scene.height + TOLERANCE
