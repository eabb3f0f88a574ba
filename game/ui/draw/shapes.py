"""Smooth vector shapes on software surfaces: drawn some times too large, scaled down without dark fringes.

Lengths are px, angles compass degrees (0 up, 90 right). A colour may carry an alpha as its fourth value. Shapes
drawn later replace the ones below, alpha included, as with a pen on glass.
"""
from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import pygame

from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.theme import Color

Point: TypeAlias = tuple[float, float]
Rect: TypeAlias = tuple[float, float, float, float]
Paint: TypeAlias = Color | tuple[int, int, int, int]
_sprites = SpriteCache(16 * MEGABYTE)


def smooth(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """`surface` (straight alpha) scaled to `size`; clear pixels lend no colour to their neighbours."""
    scaled = pygame.transform.smoothscale(surface.premul_alpha(), (max(1, size[0]), max(1, size[1])))
    return straightened(scaled)


def straightened(premultiplied: pygame.Surface) -> pygame.Surface:
    """The same surface, its colours divided by their alpha in place."""
    colors = pygame.surfarray.pixels3d(premultiplied)
    alpha = pygame.surfarray.pixels_alpha(premultiplied)
    partly = (alpha > 0) & (alpha < 255)
    if partly.any():
        share = alpha[partly].astype(np.float32)[:, None]
        colors[partly] = np.minimum(255, colors[partly] * (255.0 / share) + 0.5).astype(np.uint8)
    del colors, alpha
    return premultiplied


def faded(surface: pygame.Surface, share: float) -> pygame.Surface:
    """A copy at `share` (0 to 1) of its opacity."""
    out = surface.copy()
    out.fill((255, 255, 255, round(255 * share)), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def rotated(surface: pygame.Surface, degrees: float) -> pygame.Surface:
    """A copy turned clockwise by `degrees`, without fringes; larger where the corners need it."""
    return straightened(pygame.transform.rotozoom(surface.premul_alpha(), -degrees, 1.0))


def put(surface: pygame.Surface, image: pygame.Surface, centre: Point) -> pygame.Rect:
    """Blit `image` with its middle at `centre`."""
    return surface.blit(image, corner(image, centre))


def corner(image: pygame.Surface, centre: Point) -> tuple[int, int]:
    """Where the top left of `image` goes to have its middle at `centre`."""
    return round(centre[0] - image.get_width() / 2), round(centre[1] - image.get_height() / 2)


# ---- points
def towards(centre: Point, degrees: float, distance: float) -> Point:
    """The point `distance` from `centre` along compass `degrees`, y downwards."""
    angle = math.radians(degrees)
    return centre[0] + math.sin(angle) * distance, centre[1] - math.cos(angle) * distance


def circle_points(centre: Point, radius: float, start: float = 0, end: float = 360, count: int = 0) -> list[Point]:
    """Points of an arc from `start` to `end` degrees, both included; by default one each 2 px or so."""
    steps = count or max(8, int(abs(end - start) / 360 * math.tau * radius / 2))
    return [towards(centre, start + (end - start) * i / (steps - 1), radius) for i in range(steps)]


def hexagon(centre: Point, radius: float) -> list[Point]:
    """The six corners of a hexagon standing on a corner."""
    return [towards(centre, 60 * i, radius) for i in range(6)]


def chamfered(rect: Rect, cut: float, corners: str = "tr") -> list[Point]:
    """The outline of `rect` with the named corners ('tl', 'tr', 'br', 'bl', several joined) cut by `cut`."""
    x, y, w, h = rect
    out: list[Point] = [(x, y + cut), (x + cut, y)] if "tl" in corners else [(x, y)]
    out += [(x + w - cut, y), (x + w, y + cut)] if "tr" in corners else [(x + w, y)]
    out += [(x + w, y + h - cut), (x + w - cut, y + h)] if "br" in corners else [(x + w, y + h)]
    return out + ([(x + cut, y + h), (x, y + h - cut)] if "bl" in corners else [(x, y + h)])


def dashes(points: Sequence[Point], on: float, off: float, phase: float = 0.0) -> list[list[Point]]:
    """The drawn parts of a dashed line along `points`, each a polyline that follows the bends."""
    out: list[list[Point]] = []
    run = phase % (on + off)
    for a, b in itertools.pairwise(points):
        length, t = math.dist(a, b), 0.0
        while t < length - 1e-9:
            step = min((on if run < on else on + off) - run, length - t)
            start, end = _between(a, b, t / length), _between(a, b, (t + step) / length)
            if run < on:
                if out and t == 0.0 and run > 0 and out[-1][-1] == start:
                    out[-1].append(end)
                else:
                    out.append([start, end])
            t += step
            run = run + step if run + step < on + off - 1e-9 else 0.0
    return out


def _between(a: Point, b: Point, share: float) -> Point:
    if share <= 0 or share >= 1:
        return a if share <= 0 else b
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


class Canvas:
    """A transparent sheet of `width` x `height` px to draw upon in screen coordinates.

    `origin` is the screen point of its top left corner; `finer` how many times larger it is held until `image`.
    """

    def __init__(self, width: float, height: float, origin: Point = (0.0, 0.0), finer: int = 4) -> None:
        self.size = max(1, math.ceil(width)), max(1, math.ceil(height))
        self.origin, self.finer = origin, finer
        self.sheet = pygame.Surface((self.size[0] * finer, self.size[1] * finer), pygame.SRCALPHA)

    @classmethod
    def around(cls, centre: Point, reach: float, finer: int = 4) -> Canvas:
        """A sheet for shapes up to `reach` px from `centre`, its origin on whole px."""
        left, top = math.floor(centre[0] - reach), math.floor(centre[1] - reach)
        return cls(2 * math.ceil(reach) + 1, 2 * math.ceil(reach) + 1, (left, top), finer)

    @classmethod
    def centred(cls, half: int, finer: int = 4) -> Canvas:
        """A sheet `2 * half` px square with (0, 0) in its middle, for sprites."""
        return cls(2 * half, 2 * half, (-half, -half), finer)

    def polygon(self, points: Sequence[Point], paint: Paint, width: float = 0) -> None:
        """Fill the polygon, or outline it with `width`."""
        if width:
            self.line([*points, points[0]], paint, width)
        else:
            pygame.draw.polygon(self.sheet, paint, [self._at(p) for p in points])

    def line(self, points: Sequence[Point], paint: Paint, width: float = 1) -> None:
        """A polyline with round joints and flat ends; closed when the last point is the first."""
        fine = [self._at(p) for p in points]
        thick = max(1.0, width * self.finer)
        for a, b in itertools.pairwise(fine):
            self._stroke(a, b, thick, paint)
        if thick > 3:
            for joint in fine[0 if fine[0] == fine[-1] else 1 : -1]:
                pygame.draw.circle(self.sheet, paint, joint, thick / 2)

    def dashed(
        self, points: Sequence[Point], paint: Paint, width: float = 1, on: float = 8, off: float = 6, phase: float = 0
    ) -> None:
        """A dashed polyline."""
        for part in dashes(points, on, off, phase):
            self.line(part, paint, width)

    def circle(self, centre: Point, radius: float, paint: Paint, width: float = 0) -> None:
        """A disc, or a ring `width` wide whose outer edge is `radius`."""
        if radius > 0:
            thick = max(1, round(width * self.finer)) if width else 0
            pygame.draw.circle(self.sheet, paint, self._at(centre), radius * self.finer, thick)

    def ring(self, centre: Point, inner: float, outer: float, paint: Paint, start: float = 0, end: float = 360) -> None:
        """The part of a ring between two radii and two angles."""
        count = max(6, int(abs(end - start) / 360 * math.tau * outer * self.finer / 3))
        out = circle_points(centre, outer, start, end, count)
        back = circle_points(centre, inner, end, start, count)
        self.polygon(out + back, paint)

    def arc(self, centre: Point, radius: float, start: float, end: float, paint: Paint, width: float) -> None:
        """A stroke of `width` along a circle."""
        self.ring(centre, radius - width / 2, radius + width / 2, paint, start, end)

    def rect(self, rect: Rect, paint: Paint, width: float = 0, radius: float = 0) -> None:
        """A rectangle with rounded corners, filled or outlined inside its edge."""
        x, y = self._at((rect[0], rect[1]))
        box = pygame.Rect(round(x), round(y), round(rect[2] * self.finer), round(rect[3] * self.finer))
        thick = max(1, round(width * self.finer)) if width else 0
        pygame.draw.rect(self.sheet, paint, box, thick, round(radius * self.finer) or -1)

    def image(self) -> pygame.Surface:
        """What was drawn, at its true size, smooth."""
        return smooth(self.sheet, self.size)

    def onto(self, surface: pygame.Surface, share: float = 1.0) -> None:
        """Blit what was drawn where it belongs, at `share` of its opacity."""
        image = self.image()
        if share < 1:
            image.set_alpha(round(255 * share))
        surface.blit(image, self.origin)

    def _at(self, point: Point) -> Point:
        return (point[0] - self.origin[0]) * self.finer, (point[1] - self.origin[1]) * self.finer

    def _stroke(self, a: Point, b: Point, thick: float, paint: Paint) -> None:
        length = math.dist(a, b)
        if length < 1e-6:
            return
        nx, ny = -(b[1] - a[1]) / length * thick / 2, (b[0] - a[0]) / length * thick / 2
        quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
        pygame.draw.polygon(self.sheet, paint, quad)


# ---- ready-made, cached
def panel(
    size: tuple[int, int], fill: Paint, border: Paint | None, cut: float = 0, corners: str = "tr", width: float = 1
) -> pygame.Surface:
    """A flat panel with chamfered corners and a border inside its edge. Not to be drawn upon."""
    key = ("panel", size, fill, border, cut, corners, width)

    def make() -> pygame.Surface:
        canvas = Canvas(*size)
        w, h = size
        canvas.polygon(chamfered((0, 0, w, h), cut, corners), fill)
        if border is not None:
            half = width / 2
            canvas.polygon(chamfered((half, half, w - width, h - width), cut, corners), border, width)
        return canvas.image()

    return _sprites.get(key, make)


def rounded(
    size: tuple[int, int], fill: Paint, border: Paint | None = None, radius: float = 6, width: float = 1
) -> pygame.Surface:
    """A rounded rectangle with a border inside its edge. Not to be drawn upon."""

    def make() -> pygame.Surface:
        canvas = Canvas(*size)
        if border is None:
            canvas.rect((0, 0, *size), fill, 0, radius)
        else:
            canvas.rect((0, 0, *size), border, 0, radius)
            canvas.rect((width, width, size[0] - 2 * width, size[1] - 2 * width), fill, 0, max(0.0, radius - width))
        return canvas.image()

    return _sprites.get(("rounded", size, fill, border, radius, width), make)


def drop_shadow(size: tuple[int, int], blur: int, opacity: int = 120, radius: float = 0) -> pygame.Surface:
    """The blurred shadow of a `size` panel, `2 * blur` px larger on every side. Not to be drawn upon."""

    def make() -> pygame.Surface:
        whole, grain = (size[0] + 4 * blur, size[1] + 4 * blur), max(1, blur // 4)
        # nothing finer than the blur is left, so a wide one is made small and stretched
        sheet = pygame.Surface((math.ceil(whole[0] / grain), math.ceil(whole[1] / grain)), pygame.SRCALPHA)
        inside = [round(n / grain) for n in (2 * blur, 2 * blur, *size)]
        pygame.draw.rect(sheet, (0, 0, 0, opacity), inside, 0, round(radius / grain) or -1)
        blurred = pygame.transform.gaussian_blur(sheet, max(1, round(blur / grain)))
        return blurred if grain == 1 else pygame.transform.smoothscale(blurred, whole)

    return _sprites.get(("shadow", size, blur, opacity, radius), make)


@functools.lru_cache(64)
def light(size: int, radius: float, top: float = 0.22, bottom: float = 0.20) -> np.ndarray:
    """Factors (size, size), x first, for a disc of `radius` px in the middle lit from the north-west.

    1 + top at the lit end of its edge, 1 - bottom at the other.
    """
    axis = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / radius
    towards_light = np.clip(-(axis[:, None] + axis[None, :]) / math.sqrt(2), -1, 1)
    return 1 + np.where(towards_light > 0, towards_light * top, towards_light * bottom)


def lit(surface: pygame.Surface, factors: np.ndarray) -> None:
    """Multiply the colours of `surface` by `factors` (width, height), in place."""
    colors = pygame.surfarray.pixels3d(surface)
    colors[:] = np.clip(colors * factors[..., None], 0, 255).astype(np.uint8)
    del colors


def bounds(points: Iterable[Point], margin: float = 0) -> pygame.Rect:
    """The whole-px box round `points`, grown by `margin`; empty for none."""
    xy = list(points)
    if not xy:
        return pygame.Rect(0, 0, 0, 0)
    left, top = math.floor(min(p[0] for p in xy) - margin), math.floor(min(p[1] for p in xy) - margin)
    right, bottom = math.ceil(max(p[0] for p in xy) + margin), math.ceil(max(p[1] for p in xy) + margin)
    return pygame.Rect(left, top, right - left, bottom - top)
