"""The colours of matter. Yellow, mint, pure blue and vermilion are for play; here only short warning stripes."""
from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Plane: TypeAlias = NDArray[np.floating[Any]]
"""[row, column], row 0 in the north; or [row, column, channel] with channels 0 to 1."""

Rgb: TypeAlias = tuple[int, int, int]
Rgba: TypeAlias = tuple[int, int, int, int]

VOID: Rgb = (7, 9, 12)
LIGHT = (-0.6, -0.8)
"""Unit vector towards the light, x right, y down: north-west."""
SHADOW = (0.24, 0.32)
"""Inches of shadow to the east and south per inch of height."""

AMBER = "#B8963C"
WARM, VIOLET, ROSE = "#FFC477", "#8A76E0", "#C2559C"
LIGHTS = {"warm": WARM, "violet": VIOLET, "rose": ROSE}


def rgb(code: str) -> Rgb:
    """'#RRGGBB' as three numbers, 0 to 255."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def colour(code: str) -> Plane:
    """'#RRGGBB' as an array of three, 0 to 1."""
    return np.array(rgb(code), np.float32) / np.float32(255)


def blend(a: Rgb, b: Rgb, t: float) -> Rgb:
    """`a` moved towards `b` by `t`, 0 to 1."""
    red, green, blue = (round(p + (q - p) * t) for p, q in zip(a, b, strict=True))
    return red, green, blue


def dark(a: Rgb, t: float) -> Rgb:
    """`a` towards black."""
    return blend(a, (0, 0, 0), t)


def pale(a: Rgb, t: float) -> Rgb:
    """`a` towards white."""
    return blend(a, (255, 255, 255), t)


def smooth(low: float, high: float, x: Plane) -> Plane:
    """0 at `low`, 1 at `high`, smoothly between."""
    t = np.clip((x - np.float32(low)) * np.float32(1.0 / (high - low)), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)
