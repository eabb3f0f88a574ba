"""How areas of effect are drawn: the spray, the blast with its falling strength, who is touched, where a push leads."""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pygame

from game.engine.verdict import Mark
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.shielded import shielded_part
from game.ui import theme
from game.ui.draw import labels, text, token_parts
from game.ui.draw.shapes import Canvas, circle_points, corner, towards
from game.ui.overlays.areas import box_of, role_color
from game.ui.theme import Color, Scale
from game.units import Point
from game.words import joined, shown

if TYPE_CHECKING:
    from game.ui.overlays.paint import Painter

Px: TypeAlias = tuple[float, float]
SHADE = 120
"""How dark the shielded part of a spray is, of 255."""
NUMBERS_AT = 225.0
"""Compass degrees of the line on which a blast's strengths stand."""


def spray(painter: Painter, mark: Mark) -> None:
    """The triangle from its tip: fainter at the tip than at the far end, an edge, a tick each inch. What is shielded is
    empty, hatched and outlined by dashes."""
    points = [painter.camera.px(p) for p in mark.points[:3]]
    if len(points) < 3:
        return
    s, color, view = painter.scale.exact, role_color(mark.role), painter.camera.view
    box = box_of(points, 8).clip(view.inflate(80, 80))
    if box.w <= 0 or box.h <= 0:
        return
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    tip, left, right = points
    length = math.dist(mark.points[0], _middle(mark.points[1], mark.points[2]))
    steps = 12
    for step in range(steps):
        a, b = step / steps, (step + 1) / steps
        part = [_between(tip, left, a), _between(tip, left, b), _between(tip, right, b), _between(tip, right, a)]
        canvas.polygon(part, (*color, round(56 + 92 * b)))
    closed = [tip, left, right, tip]
    canvas.line(closed, (*theme.VOID, 190), s(4.6))
    canvas.line(closed, color, s(2))
    for inch in range(1, math.ceil(length)):
        share = inch / length
        canvas.line([_between(tip, left, share), _between(tip, right, share)], (*color, 200), s(1.2))
    image = canvas.image()
    user = painter.state.models.get(mark.ref)
    if user is not None and user.at is not None:
        for ring in _shielded(painter.state.scene, user.base, mark.points):
            _empty(image, [painter.camera.px(p) for p in ring], box, painter.scale)
    painter.out.blits.append((image, (round(box.x), round(box.y))))


@functools.lru_cache(64)
def _shielded(scene: Scene, user: Base, triangle: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    return shielded_part(scene, user, triangle)


def _empty(image: pygame.Surface, ring: list[Px], box: pygame.Rect, scale: Scale) -> None:
    """Takes the colour out of a part of an area, and hatches it."""
    inside = [(x - box.x, y - box.y) for x, y in ring]
    part = pygame.Surface(box.size, pygame.SRCALPHA)
    part.fill((*theme.VOID, SHADE))
    s, reach = scale.exact, box.w + box.h
    for start in range(0, reach, max(4, scale(7))):
        pygame.draw.line(part, (*theme.REFUSED, 150), (start, 0), (start - box.h, box.h), max(1, scale(1.4)))
    cut = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.polygon(cut, (255, 255, 255, 255), inside)
    part.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pygame.draw.polygon(image, (0, 0, 0, 0), inside)
    image.blit(part, (0, 0))
    canvas = Canvas(box.w, box.h, (0, 0), 2)
    closed = [*inside, inside[0]]
    canvas.dashed(closed, (*theme.VOID, 220), s(4.2), s(6), s(4))
    canvas.dashed(closed, theme.REFUSED, s(2), s(6), s(4))
    image.blit(canvas.image(), (0, 0))


def blast(painter: Painter, mark: Mark) -> None:
    """Rings each inch out to the radius, the strength in each band; the glow falls off with it."""
    centre, ppi = painter.camera.px(mark.points[0]), painter.camera.ppi
    if mark.radius * ppi > 2 * max(painter.camera.view.size) or mark.radius * ppi < 2:
        return
    image = _blast(round(mark.radius * ppi * 2) / 2, mark.radius, mark.values, role_color(mark.role), painter.scale)
    painter.out.blits.append((image, corner(image, centre)))
    if mark.text:
        shown = labels.pill(mark.text, painter.scale.style(theme.LABEL), theme.HIGH, border=role_color(mark.role),
                            unit=painter.scale.factor)
        painter.label(shown, centre, spot="below", priority=7, clear=mark.radius * ppi + 6)


@functools.lru_cache(24)
def _blast(radius: float, inches: float, strengths: tuple[float, ...], color: Color, scale: Scale) -> pygame.Surface:
    half, s = math.ceil(radius) + 4, scale.exact
    image = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    image.fill((*color, 0))
    axis = np.arange(2 * half, dtype=np.float32) - half + 0.5
    away = np.hypot(axis[:, None], axis[None, :]) / (radius / inches)
    most = max(strengths, default=0.0) or 1.0
    bands = np.array([*strengths, 0.0], np.float32)[np.minimum(away.astype(int), len(strengths))] / most
    alpha = np.where(away <= inches, 16 + 96 * bands**1.4, 0)
    pygame.surfarray.pixels_alpha(image)[:] = alpha.astype(np.uint8)
    canvas = Canvas.centred(half, 2)
    for inch in range(1, math.ceil(inches)):
        ring = circle_points((0, 0), radius * inch / inches)
        canvas.dashed(ring, (*theme.VOID, 150), s(3), s(6), s(5))
        canvas.dashed(ring, theme.HIGH, s(1.3), s(6), s(5))
    outer = circle_points((0, 0), radius)
    canvas.line(outer, (*theme.VOID, 200), s(5))
    canvas.line(outer, theme.HIGH, s(2.2))
    image.blit(canvas.image(), (0, 0))
    style = scale.style(theme.NUMBER)
    for inch, strength in enumerate(strengths):
        middle = min(inches, inch + 0.5) if inch else 0.86
        if middle > inches or radius / inches < style.size * 0.9:
            continue
        at = towards((half, half), NUMBERS_AT, radius * middle / inches)
        text.draw(image, f"{strength:g}", at, style, theme.HIGH, "cc", edge=theme.VOID)
    return image


def touched(painter: Painter, mark: Mark) -> None:
    """Corner arcs round one who would be reached, with name, chance and harm on a plate. Refused: it is shielded."""
    model = painter.state.models.get(mark.ref)
    if model is None or model.at is None:
        return
    centre, radius = painter.camera.px(model.at), round(model.radius * painter.camera.ppi * 2) / 2
    shielded = mark.role == "bad"
    image = token_parts.ring("illegal" if shielded else "legal", radius, painter.scale.factor)
    painter.out.blits.append((image, corner(image, centre)))
    first, _, rest = shown(mark.text).partition("\n")
    clear = radius + painter.scale.exact(12)
    if shielded:
        plate = labels.refusal(joined(": ", (model.name, first)), rest, painter.scale.factor)
        painter.label(plate, centre, spot="right", priority=6, clear=clear)
        return
    color = theme.palette().harm if mark.role == "harm" else theme.palette().act
    plate = labels.chance(first, rest, color=color, title=model.name, icon_name="", unit=painter.scale.factor)
    painter.label(plate, centre, spot="above", priority=9, clear=clear, pinned=True)


def push(painter: Painter, mark: Mark) -> None:
    """An arrow from where it stands: firm as far as it goes at the least, dashed to where it may end at the most."""
    if len(mark.points) < 3:
        return
    start, near, far = (painter.camera.px(p) for p in mark.points[:3])
    s, color = painter.scale.exact, role_color(mark.role)
    model = painter.state.models.get(mark.ref)
    radius = model.radius * painter.camera.ppi if model is not None else s(12)
    box = box_of([start, near, far], radius + 16).clip(painter.camera.view.inflate(80, 80))
    length = math.dist(start, far)
    if box.w <= 0 or box.h <= 0 or length < 2:
        return
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    ux, uy = (far[0] - start[0]) / length, (far[1] - start[1]) / length
    edge = start[0] + ux * radius, start[1] + uy * radius
    head = s(15)
    neck = far[0] + ux * (radius - head), far[1] + uy * (radius - head)
    tip = far[0] + ux * radius, far[1] + uy * radius
    firm = near[0] + ux * radius, near[1] + uy * radius
    canvas.line([edge, firm], (*theme.VOID, 220), s(9))
    canvas.dashed([firm, neck], (*theme.VOID, 200), s(7.5), s(9), s(5))
    canvas.line([edge, firm], color, s(5))
    canvas.dashed([firm, neck], color, s(4), s(9), s(5))
    wing = [tip, (neck[0] - uy * s(8), neck[1] + ux * s(8)), (neck[0] + uy * s(8), neck[1] - ux * s(8))]
    canvas.line([*wing, wing[0]], theme.VOID, s(4))
    canvas.polygon(wing, color)
    canvas.dashed(circle_points(far, radius), (*color, 220), s(1.8), s(6), s(5))
    painter.out.blits.append((canvas.image(), (round(box.x), round(box.y))))
    if mark.text:
        shown = labels.pill(mark.text, painter.scale.style(theme.LABEL), color, border=color, unit=painter.scale.factor)
        painter.label(shown, far, spot="right", priority=8, clear=radius + s(8), pinned=True)


def _between(a: Px, b: Px, share: float) -> Px:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _middle(a: Px, b: Px) -> Px:
    return _between(a, b, 0.5)


DRAWN = {"spray": spray, "blast": blast, "touched": touched, "push": push}
"""The drawer of each kind of mark."""
