"""The camera over the table: inches to px and back, zoom at the pointer, pan, fit. y points north in inches only."""
from __future__ import annotations

import pygame

from game.units import Point

GLIDE = 0.22
NEAREST = 110.0
"""px to the inch at the closest."""
MARGIN = 0.35
"""Inches of void round the fitted table."""


def cubic_out(share: float) -> float:
    """Eased 0 to 1: fast at first, gentle at the end."""
    return 1 - (1 - min(1.0, max(0.0, share))) ** 3


class Camera:
    """`ppi` px to the inch, `centre` the inch in the middle of `view` (px on screen)."""

    def __init__(self, width: float, height: float, view: pygame.Rect) -> None:
        self.width, self.height = width, height
        self.view = pygame.Rect(view)
        self.ppi, self.centre = 1.0, (width / 2, height / 2)
        self._from: tuple[float, Point] | None = None
        self._to: tuple[float, Point] = (self.ppi, self.centre)
        self._gone = 0.0
        self.glide = GLIDE
        self.fitted = True
        self._slack = 0.0
        self.jump(*self.fit_to())

    # --- inches and px
    def px(self, point: Point) -> tuple[float, float]:
        """Where a point of the table is on screen."""
        return (
            self.view.centerx + (point[0] - self.centre[0]) * self.ppi,
            self.view.centery - (point[1] - self.centre[1]) * self.ppi,
        )

    def inch(self, pos: tuple[float, float]) -> Point:
        """Which point of the table is at `pos` on screen."""
        return (
            self.centre[0] + (pos[0] - self.view.centerx) / self.ppi,
            self.centre[1] - (pos[1] - self.view.centery) / self.ppi,
        )

    def table_box(self) -> pygame.Rect:
        """The table's box on screen, whole px."""
        left, top = self.px((0.0, self.height))
        right, bottom = self.px((self.width, 0.0))
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    @property
    def pose(self) -> tuple[float, float, float]:
        """Changes exactly when the picture does."""
        return (round(self.ppi, 4), round(self.centre[0], 4), round(self.centre[1], 4))

    # --- where it goes
    def fit_to(self) -> tuple[float, Point]:
        """The pose that shows the whole table, above what floats at the bottom."""
        ppi = self._fitting(self._slack)
        return ppi, (self.width / 2, (self.height - self._slack / ppi) / 2)

    def _fitting(self, slack: float) -> float:
        across, down = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        return min(self.view.w / across, (self.view.h - slack) / down)

    @property
    def beside(self) -> float:
        """px to either side of the table where it fits into the whole view."""
        return (self.view.w - self.width * self._fitting(0.0)) / 2

    def leave_free(self, slack: float) -> None:
        """Keeps so many px at the bottom for what floats there; a fitted table stays fitted."""
        if slack != self._slack:
            self._slack = slack
            self.jump(*(self.fit_to() if self.fitted else (self.ppi, self.centre)))

    @property
    def furthest(self) -> float:
        return self.fit_to()[0]

    def resized(self, view: pygame.Rect) -> None:
        """Takes a new place on screen; a fitted table stays fitted, else its middle stays."""
        self.view = pygame.Rect(view)
        self.jump(*(self.fit_to() if self.fitted else (self.ppi, self.centre)))

    def jump(self, ppi: float, centre: Point) -> None:
        """Is there at once."""
        self.ppi, self.centre = self._clamped(ppi, centre)
        self._to, self._from = (self.ppi, self.centre), None

    def go(self, ppi: float, centre: Point, glide: float = GLIDE) -> None:
        """Glides there in `glide` seconds."""
        self._from, self._to, self._gone = (self.ppi, self.centre), self._clamped(ppi, centre), 0.0
        self.glide = glide

    def home(self) -> None:
        self.go(*self.fit_to())
        self.fitted = True

    def zoom(self, factor: float, pos: tuple[float, float], glide: float = 0.12) -> None:
        """Zooms by `factor`; the inch under `pos` stays under it."""
        at = self.inch(pos)
        ppi = min(NEAREST, max(self.furthest, self._to[0] * factor))
        centre = (
            at[0] - (pos[0] - self.view.centerx) / ppi,
            at[1] + (pos[1] - self.view.centery) / ppi,
        )
        self.fitted = ppi <= self.furthest * 1.001
        self.go(ppi, centre, glide)

    def pan(self, dx: float, dy: float) -> None:
        """Moves the table by (dx, dy) px at once, as if dragged."""
        self.fitted = False
        self.jump(self.ppi, (self.centre[0] - dx / self.ppi, self.centre[1] + dy / self.ppi))

    def look_at(self, point: Point) -> None:
        """Glides until `point` is in the middle, or as near as the table's edge allows."""
        self.fitted = self.fitted and self._to[0] <= self.furthest * 1.001
        self.go(self._to[0], point)

    def make_room(self, point: Point, covers: list[pygame.Rect], margin: float = 40.0) -> bool:
        """Glides so that `point` is in view and under none of `covers` (px). True when it had to."""
        at = self.px(point)
        inner = self.view.inflate(-2 * margin, -2 * margin)
        hidden = [c for c in covers if c.inflate(2 * margin, 2 * margin).collidepoint(at)]
        if inner.collidepoint(at) and not hidden:
            return False
        self.look_at(point)
        return True

    def update(self, dt: float) -> bool:
        """Goes on gliding. True while it moves."""
        if self._from is None:
            return False
        self._gone += dt
        share = cubic_out(self._gone / self.glide) if self.glide > 0 else 1.0
        (ppi0, (x0, y0)), (ppi1, (x1, y1)) = self._from, self._to
        # the zoom runs geometrically, so that near and far feel the same
        self.ppi = ppi0 * (ppi1 / ppi0) ** share
        weight = share if ppi1 == ppi0 else (1 / self.ppi - 1 / ppi0) / (1 / ppi1 - 1 / ppi0)
        self.centre = (x0 + (x1 - x0) * weight, y0 + (y1 - y0) * weight)
        if share >= 1:
            (self.ppi, self.centre), self._from = self._to, None
        return True

    @property
    def gliding(self) -> bool:
        return self._from is not None

    def _clamped(self, ppi: float, centre: Point) -> tuple[float, Point]:
        ppi = min(NEAREST, max(self.furthest, ppi))
        x = _held(centre[0], self.view.w / ppi / 2, self.width)
        y = _held(centre[1], self.view.h / ppi / 2, self.height, self._slack / ppi)
        return ppi, (x, y)


def _held(middle: float, half: float, size: float, slack: float = 0.0) -> float:
    """The middle nearest to the wish that keeps the view on the table, but for `slack` below it; that which has the
    table in the middle of what is left when it fits in."""
    low, high = half - MARGIN - slack, size - half + MARGIN
    if low >= high:
        return (low + high) / 2
    return min(high, max(low, middle))
