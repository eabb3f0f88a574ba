"""One block of the picture while it is painted: colour, light and wetness, and a pen for vector work on it."""
from __future__ import annotations

import math
from collections.abc import Sequence
from types import TracebackType

import numpy as np
import pygame

from game.ui.draw.ground.area import Area, Bounds
from game.ui.draw.ground.tones import Plane, Rgb, Rgba
from game.units import Point


class Canvas:
    """`rgb` and `light` [h, w, 3], `wet` and `dry` [h, w] over `area`; painters write only what lies inside it.

    `wet` is how much water stands there; `dry` keeps rain off (pavements, floors, whatever has its own surface);
    `earth` is what lies under the ground.
    """

    def __init__(self, area: Area) -> None:
        self.area = area
        self.rgb = np.zeros((*area.shape, 3), np.float32)
        self.light = np.zeros_like(self.rgb)
        self.wet = np.zeros(area.shape, np.float32)
        self.dry = np.zeros(area.shape, np.float32)
        self.earth = np.full(3, 0.25, np.float32)

    def lay(self, part: Area, paint: Plane, mask: Plane) -> None:
        """`paint` ([3] or [h, w, 3]) over `part`, as much as `mask` says."""
        view = self.rgb[part.within(self.area)]
        view += (paint - view) * mask[..., None]

    def darken(self, part: Area, mask: Plane) -> None:
        """Take `mask` (0 to 1) of the light away over `part`."""
        self.rgb[part.within(self.area)] *= (1 - mask)[..., None]

    def brighten(self, part: Area, mask: Plane, tone: Plane) -> None:
        """Add `tone` over `part`, as much as `mask` says."""
        self.rgb[part.within(self.area)] += mask[..., None] * tone

    def moisten(self, part: Area, mask: Plane) -> None:
        view = self.wet[part.within(self.area)]
        np.maximum(view, mask, out=view)

    def shelter(self, part: Area, mask: Plane) -> None:
        view = self.dry[part.within(self.area)]
        np.maximum(view, mask, out=view)

    def pen(self, bounds: Bounds, pad: float = 0.3, alpha: float = 1.0, fine: int = 0) -> Pen:
        """A pen over `bounds`; what it drew lands here when its block ends, times `alpha` and its `wear`."""
        return Pen(self, self.area.around(bounds, pad), alpha, fine=fine)


class Pen:
    """Antialiased shapes in screen inches. A later shape replaces an earlier one, alpha included."""

    def __init__(self, canvas: Canvas, part: Area, alpha: float, wear: Plane | None = None, fine: int = 0) -> None:
        self.canvas, self.part, self.alpha, self.wear = canvas, part, alpha, wear
        self.fine = fine or (2 if part.ppi >= 48 else 3)
        self.k = part.ppi * self.fine

    def __enter__(self) -> Pen:
        h, w = (0, 0) if self.part.empty else self.part.shape
        self.sheet = pygame.Surface((w * self.fine, h * self.fine), pygame.SRCALPHA, 32)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if kind is None and not self.part.empty:
            self._land()

    def at(self, p: Point) -> tuple[int, int]:
        """The sheet's pixel of a point; rounded the same way in every block."""
        west, north = self.part.x0 * self.fine, self.part.y0 * self.fine
        return math.floor(p[0] * self.k) - west, math.floor(p[1] * self.k) - north

    def poly(self, points: Sequence[Point], tone: Rgb | Rgba) -> None:
        if len(points) > 2:
            pygame.draw.polygon(self.sheet, tone, [self.at(p) for p in points])

    def line(self, a: Point, b: Point, width: float, tone: Rgb | Rgba) -> None:
        """A bar from a to b, at least one pixel wide."""
        length = math.dist(a, b)
        if length < 1e-9:
            return
        half = max(width, 1 / self.part.ppi) / 2 / length
        nx, ny = -(b[1] - a[1]) * half, (b[0] - a[0]) * half
        self.poly([(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)],
                  tone)

    def disc(self, centre: Point, radius: float, tone: Rgb | Rgba) -> None:
        pygame.draw.circle(self.sheet, tone, self.at(centre), radius * self.k)

    def ring(self, centre: Point, radius: float, width: float, tone: Rgb | Rgba) -> None:
        """A ring whose outer edge is at `radius`."""
        thick = max(self.fine - 1, round(width * self.k))
        pygame.draw.circle(self.sheet, tone, self.at(centre), radius * self.k, thick)

    def _drawn(self) -> Area:
        """The pixels that anything was drawn in."""
        rect, part, n = self.sheet.get_bounding_rect(), self.part, self.fine
        if not rect.w or not rect.h:
            return Area(part.x0, part.y0, part.x0, part.y0, part.ppi)
        return Area(part.x0 + rect.left // n, part.y0 + rect.top // n, part.x0 - (-rect.right // n),
                    part.y0 - (-rect.bottom // n), part.ppi)

    def _land(self) -> None:
        drawn = self._drawn()
        if drawn.empty:
            return
        rect = pygame.Rect((drawn.x0 - self.part.x0) * self.fine, (drawn.y0 - self.part.y0) * self.fine,
                           (drawn.x1 - drawn.x0) * self.fine, (drawn.y1 - drawn.y0) * self.fine)
        small = pygame.transform.smoothscale(self.sheet.subsurface(rect).premul_alpha(), drawn.shape[::-1])
        raw = np.frombuffer(pygame.image.tobytes(small, "RGBA"), np.uint8).reshape(*drawn.shape, 4)
        ink: Plane = raw.astype(np.float32) * np.float32(self.alpha / 255)
        if self.wear is not None:
            ink *= self.wear[drawn.within(self.part)][..., None]
        view = self.canvas.rgb[drawn.within(self.canvas.area)]
        view *= 1 - ink[..., 3:]
        view += ink[..., :3]
