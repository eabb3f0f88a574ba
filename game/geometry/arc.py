"""What lies ahead of a model. Compass degrees; judged by base centres (design: the table, arcs)."""
from __future__ import annotations

from typing import Literal

from game.geometry.piece_shape import check_base, check_number, check_point
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point, heading, turn_between, within


def in_arc(base: Base, point: Point, opening: float = 180.0) -> bool:
    """Whether `point` lies in the arc of `opening` degrees that the base's facing halves; its border is in.

    180 is the half plane ahead; 0 is exactly ahead; 360 or more is all round. The base's own centre is in.
    """
    check_base(base)
    check_point(point)
    check_number(opening, "opening of an arc", 0.0)
    if abs(point[0] - base.x) <= TOLERANCE and abs(point[1] - base.y) <= TOLERANCE:
        return True
    return within(turn_between(base.facing, heading(base.at, point)), opening / 2)


def arc_of(base: Base, point: Point, opening: float = 180.0) -> Literal["front", "rear"]:
    """"front" if `point` lies in the base's arc, else "rear"."""
    return "front" if in_arc(base, point, opening) else "rear"
