"""The parts a token is put together from, each a cached sprite with the base's centre in its middle.

Radii are the base's true radius in px; `unit` is px on screen per px of the design (the UI scale).
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import pygame

from game.ui import theme
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, Point, circle_points, faded, light, lit, put
from game.ui.draw.text import draw as draw_text
from game.ui.theme import Color, Side, Style, mix

SMALL = 11.0
"""Under this radius (px at 100 %) a token is a flat disc without an icon."""
FACING_STEP = 5

RIM, OUTLINE, OUTLINE_LEAST = 0.24, 0.055, 1.2
ICON = 1.12
NOTCH, NOTCHES, NOTCHES_FEW, FEW_UNDER = 8.4, 12, 8, 24
SPENT_SHARE = 0.62
MANY_BLOCKS = 10
"""A gauge of more blocks than this is a bar."""

_sprites = SpriteCache(32 * MEGABYTE)


class Block(NamedTuple):
    """One block of a damage gauge; `label` ('-1') shows where the block is wide enough, else a bar."""

    marked: bool
    label: str = ""


@dataclass(frozen=True)
class Disc:
    """What the disc of a token depends on. `front` is how many degrees of the rim count as front; icon '' is none."""

    side: str
    icon: str
    radius: float
    facing: int | None
    front: float
    activated: bool
    prone: bool
    small: bool


def in_steps(facing: float | None) -> int | None:
    """`facing` as the nearest step that sprites are kept for, in [0, 360)."""
    return None if facing is None else round(facing / FACING_STEP) * FACING_STEP % 360


def disc(look: Disc) -> pygame.Surface:
    """Rim, pattern, plate, facing mark and icon."""
    return _sprites.get((look, theme.palette().name), lambda: _small(look) if look.small else _large(look))


def side_colors(letter: str, activated: bool) -> Side:
    """The side's colours, greyed when the model has acted."""
    side = theme.side(letter)
    if not activated:
        return side
    return replace(
        side,
        fill=mix(side.fill, theme.SPENT, SPENT_SHARE),
        tint=mix(side.tint, theme.SPENT, SPENT_SHARE),
        plate=mix(side.plate, theme.SPENT_PLATE, 0.75),
    )


def _canvas(radius: float, reach: float) -> Canvas:
    return Canvas.centred(math.ceil(radius * reach) + 3, 4 if radius < 40 else 2)


def _large(look: Disc) -> pygame.Surface:
    r, side = look.radius, side_colors(look.side, look.activated)
    edge = max(OUTLINE_LEAST, r * OUTLINE)
    outer, inner = r - edge, r - edge - r * RIM
    canvas = _canvas(r, 1.5)
    canvas.circle((0, 0), r, theme.VOID)
    canvas.circle((0, 0), outer, side.fill)
    if look.facing is not None:
        canvas.ring((0, 0), inner, outer, side.tint, look.facing - look.front / 2, look.facing + look.front / 2)
    _rim_pattern(canvas, side, r, inner, outer)
    canvas.circle((0, 0), inner, theme.VOID)
    plate = inner - max(1.0, r * 0.04)
    canvas.circle((0, 0), plate, side.plate)
    if side.pattern == "notched" and plate > 7:
        _hatch(canvas, plate, r, mix(side.plate, side.fill, 0.42))
    image = canvas.image()
    lit(image, light(image.get_width(), r))
    if look.facing is not None:
        image.blit(_dart(r, look.facing, look.activated), (0, 0))
    _icon_onto(image, look)
    return image


def _rim_pattern(canvas: Canvas, side: Side, r: float, inner: float, outer: float) -> None:
    if side.pattern == "notched":
        count = NOTCHES_FEW if r < FEW_UNDER else NOTCHES
        for i in range(count):
            middle = (i + 0.5) * 360 / count
            canvas.ring((0, 0), inner - 1, outer + 0.5, theme.VOID, middle - NOTCH / 2, middle + NOTCH / 2)
    elif side.pattern == "double":
        canvas.arc((0, 0), (inner + outer) / 2, 0, 360, theme.VOID, (outer - inner) * 0.24)
    elif side.pattern == "chequered":
        middle = (inner + outer) / 2
        for i in range(16):
            low, high = (inner, middle) if i % 2 else (middle, outer)
            canvas.ring((0, 0), low, high, theme.VOID, i * 22.5 - 11.25, i * 22.5 + 11.25)


def _hatch(canvas: Canvas, plate: float, r: float, color: Color) -> None:
    step = max(4.0, r * 0.30)
    over = Canvas(*canvas.size, canvas.origin, canvas.finer)
    reach = plate * 2
    x = -2 * reach
    while x < 2 * reach:
        over.line([(x, -reach), (x + 2 * reach, reach)], color, step * 0.30)
        x += step
    mask = Canvas(*canvas.size, canvas.origin, canvas.finer)
    mask.circle((0, 0), plate, (255, 255, 255, 255))
    over.sheet.blit(mask.sheet, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.sheet.blit(over.sheet, (0, 0))


def _dart(r: float, facing: int, activated: bool) -> pygame.Surface:
    canvas = _canvas(r, 1.5)
    edge = 0.07 if r > 14 else 0.10
    at = _turned(r, facing)
    canvas.polygon([at(1.36 + edge, 0), at(0.80, 0.36 + edge), at(0.92, 0), at(0.80, -0.36 - edge)], theme.VOID)
    color = theme.HIGH if not activated else theme.rgb("#B9C2C9")
    canvas.polygon([at(1.32, 0), at(0.86, 0.29), at(0.98, 0), at(0.86, -0.29)], color)
    return canvas.image()


def _turned(radius: float, facing: float) -> Callable[[float, float], Point]:
    """Points in shares of the radius, ahead along a facing and across it."""
    angle = math.radians(facing)
    x, y = math.sin(angle) * radius, -math.cos(angle) * radius
    return lambda ahead, across: (x * ahead - y * across, y * ahead + x * across)


def _icon_onto(image: pygame.Surface, look: Disc) -> None:
    if not look.icon:
        return
    size = max(8, int(look.radius * ICON))
    turned = 270 if look.prone else 0
    middle = image.get_width() / 2, image.get_height() / 2
    dark = icon(look.icon, size, theme.TOOLTIP, turned=turned)
    around = ((-1, 0), (1, 0), (0, -1), (0, 1)) if look.radius > 14 else ((0, 1),)
    for dx, dy in around:
        put(image, dark, (middle[0] + dx, middle[1] + dy))
    put(image, icon(look.icon, size, theme.HIGH if not look.activated else theme.rgb("#AEB8C0"), turned=turned), middle)


def _small(look: Disc) -> pygame.Surface:
    r, side = look.radius, side_colors(look.side, look.activated)
    base = side.tint if not look.activated else mix(side.fill, theme.rgb("#38424B"), 0.35)
    edge = max(OUTLINE_LEAST, r * OUTLINE)
    canvas = _canvas(r, 1.6)
    canvas.circle((0, 0), r, theme.VOID)
    canvas.circle((0, 0), r - edge, base)
    canvas.circle((0, 0), (r - edge) * 0.62, mix(base, side.fill, 0.75))
    if side.pattern == "notched":
        for middle in (45, 135, 225, 315):
            canvas.ring((0, 0), (r - edge) * 0.60, r, theme.VOID, middle - 13, middle + 13)
    elif side.pattern == "double":
        canvas.circle((0, 0), (r - edge) * 0.34, theme.VOID)
    elif side.pattern == "chequered":
        canvas.rect((-r, -r * 0.12, 2 * r, r * 0.24), theme.VOID)
    if look.facing is not None:
        at = _turned(r, look.facing)
        canvas.polygon([at(1.55, 0), at(0.62, 0.62), at(0.62, -0.62)], theme.VOID)
        canvas.polygon([at(1.42, 0), at(0.74, 0.42), at(0.74, -0.42)], theme.HIGH)
    return canvas.image()


def shadow(radius: float, raised: bool) -> pygame.Surface:
    """The blurred disc under a token."""

    def make() -> pygame.Surface:
        half = math.ceil(radius * 2.2) + 6
        sheet = pygame.Surface((half * 2, half * 2), pygame.SRCALPHA)
        pygame.draw.circle(sheet, (0, 0, 0, 130 if raised else 165), (half, half), radius * 1.04)
        return pygame.transform.gaussian_blur(sheet, max(2, int(radius * (0.42 if raised else 0.22))))

    return _sprites.get(("shadow", radius, raised), make)


def ring(kind: str, radius: float, unit: float) -> pygame.Surface:
    """A mark round the base: selected, hovered, can_act, ghost, legal or illegal."""
    color = theme.palette().act

    def make() -> pygame.Surface:
        canvas = Canvas.centred(math.ceil(radius + 14 * unit) + 2)
        _RINGS[kind](canvas, radius, unit, color)
        return canvas.image()

    return _sprites.get(("ring", kind, radius, unit, color), make)


def _selected(canvas: Canvas, r: float, unit: float, act: Color) -> None:
    canvas.arc((0, 0), r + 4.0 * unit, 0, 360, (*theme.VOID, 200), 6 * unit)
    canvas.arc((0, 0), r + 4.0 * unit, 0, 360, act, 3 * unit)


def _hovered(canvas: Canvas, r: float, unit: float, act: Color) -> None:
    canvas.arc((0, 0), r + 3.5 * unit, 0, 360, (*theme.VOID, 200), 4.5 * unit)
    canvas.arc((0, 0), r + 3.5 * unit, 0, 360, theme.HIGH, 2.2 * unit)


def _can_act(canvas: Canvas, r: float, unit: float, act: Color) -> None:
    canvas.arc((0, 0), r + 2.85 * unit, 0, 360, (*theme.HIGH, 153), 1.5 * unit)


def _ghost(canvas: Canvas, r: float, unit: float, act: Color) -> None:
    if r < SMALL * unit:  # in a crowd rings further out would melt into one
        points = circle_points((0, 0), r + 1.6 * unit)
        canvas.dashed(points, (*theme.VOID, 220), 3.6 * unit, 5 * unit, 3 * unit)
        canvas.dashed(points, act, 1.8 * unit, 5 * unit, 3 * unit)
        return
    points = circle_points((0, 0), r + 5 * unit)
    canvas.dashed(points, (*theme.VOID, 220), 4.5 * unit, 9 * unit, 6 * unit)
    canvas.dashed(points, act, 2.2 * unit, 9 * unit, 6 * unit)


def _legal(canvas: Canvas, r: float, unit: float, act: Color) -> None:
    small = r < SMALL * unit
    at, dark, bright = (r + 2.4 * unit, 3.8 * unit, 2 * unit) if small else (r + 8 * unit, 6 * unit, 3 * unit)
    for middle in (45, 135, 225, 315):
        canvas.arc((0, 0), at, middle - 24, middle + 24, (*theme.VOID, 230), dark)
        canvas.arc((0, 0), at, middle - 23, middle + 23, act, bright)


def _illegal(canvas: Canvas, r: float, unit: float, act: Color) -> None:
    canvas.arc((0, 0), r + 3.2 * unit, 0, 360, (*theme.VOID, 200), 4 * unit)
    canvas.arc((0, 0), r + 3.2 * unit, 0, 360, theme.REFUSED, 1.6 * unit)
    stroke = [(-0.7 * r, 0.7 * r), (0.7 * r, -0.7 * r)]
    canvas.line(stroke, theme.VOID, 5 * unit)
    canvas.line(stroke, theme.rgb("#E1E7EB"), 2.4 * unit)


_RINGS = {
    "selected": _selected,
    "hovered": _hovered,
    "can_act": _can_act,
    "ghost": _ghost,
    "legal": _legal,
    "illegal": _illegal,
}


def fallen(side: str, radius: float) -> pygame.Surface:
    """Where a model fell: a dashed ring in the tint and a skull, at 60 %."""
    tint = theme.side(side).tint

    def make() -> pygame.Surface:
        canvas = Canvas.centred(math.ceil(radius) + 2)
        canvas.dashed(circle_points((0, 0), radius - 1), tint, 1.5, 5, 4)
        image = canvas.image()
        put(image, icon("death-skull", max(8, int(radius)), tint), (image.get_width() / 2, image.get_height() / 2))
        return faded(image, 0.6)

    return _sprites.get(("fallen", tint, radius), make)


def gauge(blocks: tuple[Block, ...], radius: float, unit: float) -> pygame.Surface:
    """The damage gauge under a base: one block a wound, marked ones hollow and in harm."""
    if len(blocks) > MANY_BLOCKS:
        return life(sum(not b.marked for b in blocks), len(blocks), radius, unit)
    wide = max(5 * unit, min(9 * unit, radius * 0.42))
    return gauge_of(blocks, wide, max(6 * unit, radius * 0.34))


def life(left: int, full: int, radius: float, unit: float) -> pygame.Surface:
    """A gauge of many wounds as a bar, as wide as the base and a little more: what is left, what is lost in harm."""
    harm = theme.palette().harm
    wide, high = round(max(30 * unit, 2.3 * radius)), round(max(7 * unit, radius * 0.3))

    def make() -> pygame.Surface:
        canvas = Canvas(wide, high)
        canvas.rect((0, 0, wide, high), theme.VOID, 0, 2 * unit)
        edge, inner = 1.4 * unit, wide - 2.8 * unit
        canvas.rect((edge, edge, inner, high - 2 * edge), theme.BLOCK_MARKED)
        share = inner * left / full if full else 0.0
        if left:
            canvas.rect((edge, edge, max(2.0, share), high - 2 * edge), theme.BLOCK if left * 3 > full else harm)
        if left < full:
            canvas.rect((edge + share, edge, 1.2 * unit, high - 2 * edge), harm)
        return canvas.image()

    return _sprites.get(("life", left, full, wide, high, harm), make)


def gauge_of(blocks: tuple[Block, ...], wide: float, high: float, plate: bool = True) -> pygame.Surface:
    """A gauge with blocks of a given size, as the roster and the card show it; transparent 1 px for no blocks."""
    harm = theme.palette().harm
    wide, high = max(3, round(wide)), max(4, round(high))
    key = ("gauge", blocks, wide, high, plate, harm)
    return _sprites.get(key, lambda: _gauge(blocks, wide, high, plate, harm))


def _gauge(blocks: tuple[Block, ...], wide: int, high: int, plate: bool, harm: Color) -> pygame.Surface:
    gap, margin = max(2, wide // 8), 3 if plate else 0
    canvas = Canvas(len(blocks) * (wide + gap) - gap + 2 * margin if blocks else 1, high + 2 * margin)
    if plate and blocks:
        canvas.rect((0, 0, *canvas.size), (*theme.VOID, 235), 0, 3)
    thin, round_by = max(1.2, wide * 0.12), max(1.0, wide * 0.1)
    for i, block in enumerate(blocks):
        x = margin + i * (wide + gap)
        canvas.rect((x, margin, wide, high), harm if block.marked else theme.BLOCK, 0, round_by)
        if block.marked:
            canvas.rect((x + thin, margin + thin, wide - 2 * thin, high - 2 * thin), theme.BLOCK_MARKED)
        elif block.label and wide < 20:
            canvas.rect((x + wide / 2 - 0.9, margin + high * 0.22, 1.8, high * 0.56), theme.INK1)
    image = canvas.image()
    for i, block in enumerate(blocks):
        if block.label and wide >= 20:
            middle = margin + i * (wide + gap) + wide / 2, margin + high / 2
            color = theme.INK0 if not block.marked else harm
            size = round(min(high * 0.66, wide * 0.55))
            draw_text(image, block.label, middle, Style("display_700", size), color, "cc")
    return image
