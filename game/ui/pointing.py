"""Where the pointer is, for the eye only: no rule asks this."""
from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.units import Point


def inside(ring: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon, for the pointer only: no rule asks this."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def outside(whole: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """The bands of `whole` that `inner` leaves free."""
    inner = inner.clip(whole)
    return [
        pygame.Rect(whole.left, whole.top, whole.w, inner.top - whole.top),
        pygame.Rect(whole.left, inner.bottom, whole.w, whole.bottom - inner.bottom),
        pygame.Rect(whole.left, inner.top, inner.left - whole.left, inner.h),
        pygame.Rect(inner.right, inner.top, whole.right - inner.right, inner.h),
    ]
