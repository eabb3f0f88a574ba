"""The large shapes of the overlays as sprites: reach bands, arcs, heat, the grid; and the colours of the roles."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pygame

from game.engine.verdict import Mark
from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw import text
from game.ui.draw.shapes import Canvas, Paint, circle_points
from game.ui.theme import Color, Scale
from game.units import Point

Blit: TypeAlias = tuple[pygame.Surface, tuple[int, int]]
Px: TypeAlias = tuple[float, float]
COARSE = 2
"""Heat is worked out for each second px and smoothed between."""


def role_color(role: str) -> Color:
    """The colour of a mark's role: ok, bad, harm, act, info, or a side's letter."""
    current = theme.palette()
    if role in ("A", "B", "C", "D"):
        return current.side(role).tint
    return {"ok": current.mint, "bad": theme.REFUSED, "harm": current.harm, "act": current.act}.get(
        role, theme.rgb("#DCE3E8"))


def box_of(points: Sequence[Px], margin: float) -> pygame.Rect:
    """The whole-px box round some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    left, top = math.floor(min(xs) - margin), math.floor(min(ys) - margin)
    return pygame.Rect(left, top, math.ceil(max(xs) + margin) - left, math.ceil(max(ys) + margin) - top)


def disc_outline(disc: tuple[float, float, float] | None) -> tuple[Point, ...]:
    """A round piece as a polygon, () for none."""
    if disc is None:
        return ()
    x, y, r = disc
    return tuple((x + math.cos(a) * r, y + math.sin(a) * r) for a in np.linspace(0, math.tau, 40, endpoint=False))


def rings_mark(rings: Sequence[Sequence[Point]], role: str, words: str = "") -> Mark:
    """Several rings (outer ones and holes) in one mark; `rings_of` takes them apart again."""
    points = tuple(p for ring in rings for p in ring)
    return Mark(kind="reach", points=points, role=role, text=words, values=tuple(float(len(r)) for r in rings))


def rings_of(mark: Mark) -> list[list[Point]]:
    out, start = [], 0
    for length in mark.values:
        out.append(list(mark.points[start : start + int(length)]))
        start += int(length)
    return out


# ---- reach
def reach_sprite(rings: Sequence[Sequence[Px]], role: str, view: pygame.Rect, scale: Scale) -> Blit:
    """A band: `ok` filled with a firm edge, `info` pale with dots, `act` dashes alone, `void` all that is outside."""
    box = view if role == "void" else box_of([p for r in rings for p in r], 6).clip(view)
    if box.w <= 0 or box.h <= 0:
        return pygame.Surface((1, 1), pygame.SRCALPHA), view.topleft
    if role == "void":
        return _outside(rings, box), box.topleft
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    mint, act, s = theme.palette().mint, theme.palette().act, scale.exact
    if role in ("ok", "info"):
        _fill(canvas, rings, (*mint, 52 if role == "ok" else 20), (0, 0, 0, 0))
    for ring in rings:
        closed = [*ring, ring[0]]
        if role == "ok":
            canvas.line(closed, (*theme.VOID, 150), s(4.2))
            canvas.line(closed, mint, s(2))
        elif role == "info":
            canvas.dashed(closed, (*theme.VOID, 150), s(4), s(5), s(5))
            canvas.dashed(closed, mint, s(2.2), s(4.4), s(5.6))
        else:
            canvas.dashed(closed, (*theme.VOID, 190), s(4.5), s(9.5), s(3.5))
            canvas.dashed(closed, act, s(2.2), s(9), s(4))
    return canvas.image(), box.topleft


def _outside(rings: Sequence[Sequence[Px]], box: pygame.Rect) -> pygame.Surface:
    """All of `box` darkened but what the rings hold. The band's own line covers its hard edge."""
    image = pygame.Surface(box.size, pygame.SRCALPHA)
    image.fill((*theme.VOID, 44))
    for ring in sorted(rings, key=_signed, reverse=True):
        color = (*theme.VOID, 44) if _signed(ring) < 0 else (0, 0, 0, 0)
        pygame.draw.polygon(image, color, [(x - box.x, y - box.y) for x, y in ring])
    return image


def _fill(canvas: Canvas, rings: Sequence[Sequence[Px]], inside: Paint, outside: Paint) -> None:
    """Outer rings (one way round) are filled, then holes (the other way round) cleared."""
    for ring in sorted(rings, key=_signed, reverse=True):
        hole = _signed(ring) < 0
        canvas.polygon(ring, outside if hole else inside)


def _signed(ring: Sequence[Px]) -> float:
    """Twice the area, above 0 for a ring that runs counter-clockwise on the table (y down on screen)."""
    x, y = np.array(ring).T
    return float(np.dot(y, np.roll(x, -1)) - np.dot(x, np.roll(y, -1)))


# ---- arcs
@functools.lru_cache(64)
def arc_sprite(radius: int, facing: int, opening: float, color: Color) -> pygame.Surface:
    """An arc of `opening` degrees: 30 % at its root, fading out at `radius` px, with fading side lines."""
    side = 2 * radius + 3
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    image.fill((*color, 0))
    axis = np.arange(side, dtype=np.float32) - radius - 1
    x, y = axis[:, None], axis[None, :]
    away = np.hypot(x, y)
    turned = np.degrees(np.arctan2(x, -y)) - facing
    off = np.abs((turned + 180) % 360 - 180)
    inside = np.clip((opening / 2 - off) * np.maximum(away, 1) * math.pi / 180 + 0.5, 0, 1)
    fade = np.clip(1 - away / radius, 0, 1)
    alpha = inside * fade**1.3 * 78
    edge = np.clip(1.6 - np.abs(off - opening / 2) * np.maximum(away, 1) * math.pi / 180, 0, 1)
    dash = ((away / radius * 12) % 1) < 0.72
    alpha = np.maximum(alpha, np.clip(edge, 0, 1) * dash * 225 * np.clip(1 - away / radius / 0.6, 0, 1) ** 0.8)
    pixels = pygame.surfarray.pixels_alpha(image)
    pixels[:] = np.clip(alpha, 0, 255).astype(np.uint8)
    del pixels
    return image


@functools.lru_cache(48)
def ring_sprite(radius: int, color: Color, scale: Scale) -> pygame.Surface:
    """A dashed ring of `radius` px, its centre in the middle."""
    canvas = Canvas.centred(radius + 4, 2)
    outline, s = circle_points((0, 0), radius), scale.exact
    canvas.dashed(outline, (*theme.VOID, 130), s(3.4), s(8), s(6))
    canvas.dashed(outline, (*color, 190), s(1.6), s(8), s(6))
    return canvas.image()


def flat_polygon(points: Sequence[Px], view: pygame.Rect, color: Color, opacity: int) -> Blit:
    """A large area as it is drawn while it moves: filled, with a fine edge, at the screen's own resolution."""
    box = box_of(points, 3).clip(view)
    image = pygame.Surface((max(1, box.w), max(1, box.h)), pygame.SRCALPHA)
    inside = [(x - box.x, y - box.y) for x, y in points]
    pygame.draw.polygon(image, (*color, opacity), inside)
    pygame.draw.lines(image, (*color, min(255, opacity + 110)), True, inside, 1)
    return image, box.topleft


@functools.lru_cache(8)
def cross_sprite(radius: float) -> pygame.Surface:
    """A pale disc with a cross: here it stops."""
    canvas = Canvas.centred(math.ceil(radius) + 1)
    canvas.circle((0, 0), radius, theme.VOID)
    canvas.circle((0, 0), radius * 0.85, theme.REFUSED)
    d = radius * 0.4
    canvas.line([(-d, -d), (d, d)], theme.VOID, radius * 0.24)
    canvas.line([(d, -d), (-d, d)], theme.VOID, radius * 0.24)
    return canvas.image()


# ---- heat
def heat_sprite(mark: Mark, camera: Camera, scale: Scale) -> tuple[Blit, list[tuple[Px, str]]] | None:
    """The values as the harm ramp over their grid, with contours at whole values and a number on each."""
    grid = _grid_of(mark)
    if grid is None:
        return None
    values, west, north, step = grid
    most = float(values.max())
    if most <= 0:
        return None
    box = _inch_box(camera, west, north, step, values.shape)
    seen = box.clip(camera.view)
    if seen.w <= 0 or seen.h <= 0:
        return None
    fine = _sampled(values, box, seen)
    top = max(most, 1.0)
    image = _ramped(np.clip(fine / top, 0, 1))
    lines = _contours(fine, top)
    pygame.surfarray.pixels3d(image)[lines] = theme.palette().ramp[3]
    pygame.surfarray.pixels_alpha(image)[lines] = 210
    return (pygame.transform.smoothscale(image, seen.size), seen.topleft), _numbers(fine, seen, top)


def _grid_of(mark: Mark) -> tuple[np.ndarray, float, float, float] | None:
    """[columns, rows] values from the north-west, the west and north of the first, and the step in inches."""
    if not mark.values or len(mark.points) != len(mark.values):
        return None
    points = np.array(mark.points)
    step = mark.radius or 1.0
    west, north = float(points[:, 0].min()), float(points[:, 1].max())
    column = np.rint((points[:, 0] - west) / step).astype(int)
    row = np.rint((north - points[:, 1]) / step).astype(int)
    values = np.zeros((column.max() + 1, row.max() + 1), np.float32)
    values[column, row] = mark.values
    return values, west, north, step


def _inch_box(camera: Camera, west: float, north: float, step: float, shape: tuple[int, ...]) -> pygame.Rect:
    left, top = camera.px((west - step / 2, north + step / 2))
    wide, high = (round(count * step * camera.ppi) for count in shape)
    return pygame.Rect(round(left), round(top), wide, high)


def _sampled(values: np.ndarray, box: pygame.Rect, seen: pygame.Rect) -> np.ndarray:
    """The values at each second px of `seen`, between the cells by bilinear weights."""
    xs, ys = np.arange(0, seen.w, COARSE), np.arange(0, seen.h, COARSE)
    across = np.clip((xs + seen.x - box.x + 0.5) / box.w * values.shape[0] - 0.5, 0, values.shape[0] - 1)
    down = np.clip((ys + seen.y - box.y + 0.5) / box.h * values.shape[1] - 0.5, 0, values.shape[1] - 1)
    i, j = across.astype(int), down.astype(int)
    i1, j1 = np.minimum(i + 1, values.shape[0] - 1), np.minimum(j + 1, values.shape[1] - 1)
    u, v = (across - i)[:, None], (down - j)[None, :]
    near = values[i][:, j] * (1 - v) + values[i][:, j1] * v
    far = values[i1][:, j] * (1 - v) + values[i1][:, j1] * v
    fine: np.ndarray = near * (1 - u) + far * u
    return fine


def contour_step(top: float) -> float:
    """Whole values while they are few, else 2, 5, 10 of them; halves where the whole field is small."""
    return next((s for s in (0.5, 1.0, 2.0, 5.0, 10.0, 20.0) if top / s <= 4.5), 50.0)


def _contours(fine: np.ndarray, top: float) -> np.ndarray:
    level = np.floor(fine / contour_step(top) + 1e-6)
    lines = np.zeros(fine.shape, bool)
    lines[1:] |= level[1:] != level[:-1]
    lines[:, 1:] |= level[:, 1:] != level[:, :-1]
    return lines


def _numbers(fine: np.ndarray, seen: pygame.Rect, top: float) -> list[tuple[Px, str]]:
    """A number for each level, where its contour's band is widest in view; and the greatest."""
    out: list[tuple[Px, str]] = []
    step = contour_step(top)
    for number in range(1, int(top / step) + 1):
        near = np.argwhere(np.abs(fine - number * step) < step * 0.05)
        for x, y in near[:: max(1, len(near) // 2)][:2]:
            out.append(((seen.x + float(x) * COARSE, seen.y + float(y) * COARSE), f"{number * step:g}"))
    x, y = np.unravel_index(int(fine.argmax()), fine.shape)
    out.append(((seen.x + float(x) * COARSE, seen.y + float(y) * COARSE), f"{fine.max():.1f}"))
    return out


@functools.lru_cache(64)
def number_sprite(words: str, scale: Scale) -> pygame.Surface:
    """A bare number over the table, void-edged."""
    style = scale.style(theme.NUMBER)
    image = pygame.Surface((text.width(words, style) + 6, text.line_height(style) + 2), pygame.SRCALPHA)
    text.draw(image, words, image.get_rect().center, style, theme.HIGH, "cc", edge=theme.VOID)
    return image


# ---- scatter
def scatter_sprite(mark: Mark, camera: Camera, scale: Scale) -> Blit | None:
    """Landing places weighted by `values`: the ramp where they lie close, and a dot on each."""
    if not mark.points:
        return None
    spots = [camera.px(p) for p in mark.points]
    wide = max(6.0, camera.ppi * 0.9)
    box = box_of(spots, wide * 2).clip(camera.view)
    if box.w <= 0 or box.h <= 0:
        return None
    xs = np.arange(0, box.w, COARSE, dtype=np.float32)[:, None] + box.x
    ys = np.arange(0, box.h, COARSE, dtype=np.float32)[None, :] + box.y
    weights = mark.values or (1.0,) * len(spots)
    field = np.zeros((xs.size, ys.size), np.float32)
    for (x, y), weight in zip(spots, weights, strict=False):
        across, down = np.exp(-(((xs - x) / wide) ** 2) / 2), np.exp(-(((ys - y) / wide) ** 2) / 2)
        field += np.float32(weight) * across * down
    image = _ramped(field / max(float(field.max()), 1e-9))
    image = pygame.transform.smoothscale(image, box.size)
    dot = dot_sprite(scale.exact(2.4))
    image.fblits([(dot, (x - box.x - dot.get_width() / 2, y - box.y - dot.get_height() / 2)) for x, y in spots])
    return image, box.topleft


def _ramped(share: np.ndarray) -> pygame.Surface:
    """A field of 0 to 1 as the harm ramp, clear where there is nothing."""
    ramp = np.array(theme.palette().ramp, np.float32)
    low = np.clip((share * 3).astype(int), 0, 2)
    rest = (share * 3 - low)[..., None]
    image = pygame.Surface(share.shape, pygame.SRCALPHA)
    pygame.surfarray.pixels3d(image)[:] = (ramp[low] * (1 - rest) + ramp[low + 1] * rest).astype(np.uint8)
    alpha = np.where(share > 0.05, 70 + share * 120, share * 70 / 0.05)
    pygame.surfarray.pixels_alpha(image)[:] = np.clip(alpha, 0, 255).astype(np.uint8)
    return image


@functools.lru_cache(8)
def dot_sprite(radius: float) -> pygame.Surface:
    canvas = Canvas.centred(math.ceil(radius) + 2)
    canvas.circle((0, 0), radius + 1, (*theme.VOID, 200))
    canvas.circle((0, 0), radius, theme.HIGH)
    return canvas.image()


# ---- the grid
def grid_sprite(camera: Camera, size: Point) -> Blit:
    """A line each inch, stronger every sixth."""
    view = camera.view
    image = pygame.Surface(view.size, pygame.SRCALPHA)
    west, north = camera.px((0.0, size[1]))
    east, south = camera.px((size[0], 0.0))
    for strong in (False, True):
        color = (255, 255, 255, 64 if strong else 20)
        for n in range(int(size[0]) + 1):
            if (n % 6 == 0) == strong:
                x = round(camera.px((n, 0.0))[0]) - view.x
                pygame.draw.line(image, color, (x, north - view.y), (x, south - view.y))
        for n in range(int(size[1]) + 1):
            if (n % 6 == 0) == strong:
                y = round(camera.px((0.0, n))[1]) - view.y
                pygame.draw.line(image, color, (west - view.x, y), (east - view.x, y))
    return image, view.topleft


Course: TypeAlias = tuple[tuple[int, int], ...]
THIN = {"link": (3.6, 1.6, 0.0, 0.0), "broken": (3.6, 2.0, 7.0, 5.0), "trail": (3.0, 1.2, 5.0, 4.0)}
"""Of a thin line: px of its dark edge and of its stroke, and of its dashes and gaps (0: unbroken)."""


@functools.lru_cache(1024)
def thin_sprite(course: Course, style: str, color: Color, scale: Scale) -> Blit:
    """A thin line from (0, 0) along `course`, px, and where its corner lies from there. Not to be drawn upon."""
    points = [(0.0, 0.0), *((float(x), float(y)) for x, y in course)]
    box = box_of(points, 5)
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    edge, stroke, on, off = (scale.exact(n) for n in THIN[style])
    for width, shade in ((edge, (*theme.VOID, 160)), (stroke, (*color, 210 if style == "trail" else 255))):
        if on:
            canvas.dashed(points, shade, width, on, off)
        else:
            canvas.line(points, shade, width)
    return canvas.image(), box.topleft
