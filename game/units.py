"""Inches, compass degrees, and the one tolerance every comparison uses (design: the table)."""
from __future__ import annotations

import math
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
"""x east, y north, in inches from the table's south-west corner."""

TOLERANCE = 1e-6
"""Inches (and degrees). "Within N" includes N; every comparison of lengths allows this much."""

CONTACT = 0.01
"""Inches. Bases this close touch; outlines this close leave no gap."""

CONTACT_RISE = 1.0
"""Inches. Models further apart in elevation than this do not touch."""

MM_PER_INCH = 25.4


def inches(mm: float) -> float:
    """Millimetres as inches."""
    return mm / MM_PER_INCH


def percent(share: float, places: int = 0) -> str:
    """A share of 1 as everything here tells it: '28 %'."""
    return f"{100 * share:.{places}f} %"


def length(inches_: float) -> str:
    """Inches as everything here tells what is left or at most: '4″', '1.9″'."""
    return f"{round(inches_, 1):g}″"


def base_radius(mm: float) -> float:
    """The radius in inches of a round base of `mm` diameter."""
    return mm / MM_PER_INCH / 2


def within(distance: float, limit: float) -> bool:
    """Whether `distance` is at most `limit`, the limit included."""
    return distance <= limit + TOLERANCE


def heading(start: Point, end: Point) -> float:
    """Compass degrees (0 north, 90 east) from `start` to `end`, in [0, 360); 0 if they coincide."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360.0


def towards(start: Point, degrees: float, distance: float) -> Point:
    """The point `distance` inches from `start` along compass `degrees`."""
    angle = math.radians(degrees)
    return (start[0] + distance * math.sin(angle), start[1] + distance * math.cos(angle))


def turn_between(a: float, b: float) -> float:
    """The smaller angle between two compass headings, in [0, 180]."""
    return abs((a - b + 180.0) % 360.0 - 180.0)
