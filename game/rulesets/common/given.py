"""What a command's fields hold, before any rule looks at them: numbers, points and paths."""
from __future__ import annotations

import math
from typing import Any

from game.units import Point


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_point(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(map(is_number, value))


def are_points(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(map(is_point, value))


def point_of(value: Any) -> Point:
    return (float(value[0]), float(value[1]))
