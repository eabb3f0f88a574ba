"""Whom a spray or a blast reaches. A base that is only touched is not under a template (design: the table)."""
from __future__ import annotations

import math
from collections.abc import Sequence

from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from game.geometry.piece_shape import check_base, check_number, check_point
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point, towards, within


def spray(apex: Base, direction: float, length: float = 10.0, width: float = 1.0) -> tuple[Point, Point, Point]:
    """The spray's triangle: its apex on the base's edge, then its far corners, left and right.

    `length` inches long along compass `direction`, `width` inches wide at the far end.
    """
    check_base(apex)
    check_number(direction, "direction")
    check_number(length, "length of a spray", TOLERANCE)
    check_number(width, "width of a spray", TOLERANCE)
    tip = towards(apex.at, direction, apex.radius)
    far = towards(tip, direction, length)
    return (tip, towards(far, direction - 90.0, width / 2), towards(far, direction + 90.0, width / 2))


def spray_touches(
    shooter: Base, direction: float, targets: Sequence[Base], length: float = 10.0, width: float = 1.0
) -> list[int]:
    """The indices of the targets under a spray, in their order: overlapped by more than the tolerance.

    It reaches up and down, from what the shooter stands on, as far as it is wide at the target's centre.
    """
    triangle = spray(shooter, direction, length, width)
    area = Polygon(triangle)

    def reached(target: Base) -> bool:
        rise = abs(shooter.elevation - target.elevation)
        return _under(area, target) and within(rise, _width_at(target, triangle[0], direction, length, width))

    return [index for index, target in enumerate(targets) if reached(target)]


def blast_touches(point: Point, radius: float, targets: Sequence[Base], elevation: float = 0.0) -> list[int]:
    """The indices of the targets under a blast, in their order: overlapped by more than the tolerance.

    `elevation` is that of the ground at `point`; the blast reaches up and down as far as its radius.
    """
    check_point(point)
    check_number(radius, "radius of a blast", 0.0)
    check_number(elevation, "elevation")
    for target in targets:
        check_base(target)
    return [
        index
        for index, target in enumerate(targets)
        if math.hypot(target.x - point[0], target.y - point[1]) < radius + target.radius - TOLERANCE
        and within(abs(target.elevation - elevation), radius)
    ]


def _under(area: Polygon, target: Base) -> bool:
    check_base(target)
    return float(area.distance(ShapelyPoint(target.at))) < target.radius - TOLERANCE


def _width_at(target: Base, tip: Point, direction: float, length: float, width: float) -> float:
    ahead = towards((0.0, 0.0), direction, 1.0)
    along = (target.x - tip[0]) * ahead[0] + (target.y - tip[1]) * ahead[1]
    return width * min(max(along / length, 0.0), 1.0)
