"""Words over the table and in the panels: pills, plates, refusals, tooltips, chips, tags, key caps.

Each function returns a cached sprite (not to be drawn upon); blit it where `placing.place` or the layout says.
`unit` is px on screen per px of the design (the UI scale).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import text, token_parts
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, Paint, Point, drop_shadow, put
from game.ui.draw.text import Segment
from game.ui.theme import Color, Style, mix
from game.words import Shown, shown

Lines: TypeAlias = tuple[tuple[Segment, ...], ...]
_sprites = SpriteCache(16 * MEGABYTE)
REFUSED_TEXT, REFUSED_LINE = theme.rgb("#E1E7EB"), theme.rgb("#7D8993")


def pill(
    words: str, style: Style, color: Color, *, fill: Color = theme.VOID, border: Color | None = None,
    icon_name: str = "", opacity: int = 235, unit: float = 1.0,
) -> pygame.Surface:
    """A rounded label for one thing on the table: a band, a cost, a distance."""
    key = ("pill", words, style, color, fill, border, icon_name, opacity, unit)

    def make() -> pygame.Surface:
        pad, high = round(9 * unit), round(style.size * 1.55)
        lead = round(20 * unit) if icon_name else 0
        wide = text.width(words, style) + 2 * pad + lead
        image = _rounded(wide, high, (*fill, opacity), border, high / 2, 1.5 * unit)
        if icon_name:
            put(image, icon(icon_name, round(16 * unit), color), (pad + 7 * unit, high / 2))
        text.draw(image, words, (pad + lead, high / 2), style, color, "lc")
        return image

    return _sprites.get(key, make)


def refusal(reason: str, rule: str, unit: float = 1.0) -> pygame.Surface:
    """Why something may not be done, with the rule's id: the grey plate beside an illegal target."""

    def make() -> pygame.Surface:
        words, small = _sized(theme.LABEL, unit), _sized(theme.SMALL, unit)
        segments = [Segment(reason, words, REFUSED_TEXT)] + ([Segment("  " + rule, small, theme.LOW)] if rule else [])
        lead, pad, high = round(28 * unit), round(10 * unit), round(26 * unit)
        wide = lead + text.rich_width(segments) + pad
        image = _rounded(wide, high, (*theme.REFUSED_PLATE, 245), REFUSED_LINE, 5 * unit, 1.2 * unit)
        put(image, icon("l:ban", round(15 * unit), theme.REFUSED), (15 * unit, high / 2))
        text.draw_rich(image, segments, (lead, high / 2))
        return image

    return _sprites.get(("refusal", reason, rule, unit), make)


def chance(percent: str, consequence: str, *, icon_name: str = "crosshair", color: Color | None = None,
           title: str = "", unit: float = 1.0, tail: int = 0) -> pygame.Surface:
    """The plate on a line of attack: the chance large, the harm under it, a title above when there is one.

    `tail` draws a point under the plate's middle, moved by that many px; 0 for none.
    """
    tint = color or theme.palette().act
    big, small = Style("display_700", round(22 * unit)), _sized(theme.LABEL, unit)
    lines: list[tuple[tuple[Segment, ...], int]] = []
    if title:
        lines.append(((Segment(title, _sized(theme.NAME, unit), theme.HIGH),), 22))
    lines.append(((Segment(percent, big, tint),), 26))
    if consequence:
        lines.append(((Segment(consequence, small, theme.HIGH),), 19))
    key = ("chance", percent, consequence, icon_name, tint, title, unit, tail)
    return _sprites.get(key, lambda: _chance(lines, icon_name, tint, unit, tail))


def _chance(
    lines: list[tuple[tuple[Segment, ...], int]], icon_name: str, tint: Color, unit: float, tail: int
) -> pygame.Surface:
    lead = round(24 * unit) if icon_name else 0
    figure = next(i for i, (line, _) in enumerate(lines) if line[0].style.font == "display_700")
    widths = [text.rich_width(line) + (lead if i == figure else 0) for i, (line, _) in enumerate(lines)]
    wide, high = max(widths) + round(24 * unit), round((sum(h for _, h in lines) + 5) * unit)
    canvas = Canvas(wide, high + (round(10 * unit) if tail else 0))
    _bordered(canvas, (0, 0, wide, high), (*theme.VOID, 245), tint, 8 * unit, 1.8 * unit)
    if tail:
        x = wide / 2 + tail
        canvas.polygon([(x - 7 * unit, high - 1), (x + 7 * unit, high - 1), (x + tail * 0.2, high + 9 * unit)], tint)
    image = canvas.image()
    y = 3 * unit
    for i, (line, tall) in enumerate(lines):
        x, middle = (wide - widths[i]) / 2, y + tall * unit / 2
        if i == figure and icon_name:
            put(image, icon(icon_name, round(18 * unit), tint), (x + 9 * unit, middle))
            x += lead
        text.draw_rich(image, line, (x, middle))
        y += tall * unit
    return image


def plate(lines: Lines, *, border: Color = theme.LINE_STRONG, fill: Color = theme.TOOLTIP, icon_name: str = "",
          icon_color: Color = theme.HIGH, unit: float = 1.0) -> pygame.Surface:
    """Lines of rich text on a dark plate: what a piece of terrain is, what a shot would do. 1 px for no lines."""
    key = ("plate", lines, border, fill, icon_name, icon_color, unit)

    def make() -> pygame.Surface:
        row, pad, lead = round(21 * unit), round(12 * unit), round(22 * unit) if icon_name else 0
        wide = max((text.rich_width(line) for line in lines), default=0) + 2 * pad + lead
        image = _rounded(wide, len(lines) * row + round(12 * unit), (*fill, 248), border, 6 * unit, max(1.0, unit))
        if icon_name:
            put(image, icon(icon_name, round(16 * unit), icon_color), (pad + 7 * unit, 6 * unit + row / 2))
        for i, line in enumerate(lines):
            left = pad + (lead if i == 0 else 0)
            text.draw_rich(image, line, (left, 6 * unit + row * (i + 0.5)))
        return image

    return _sprites.get(key, make)


def tooltip(
    title: str, sentences: Sequence[str], rule: str = "", *, icon_name: str = "", unit: float = 1.0, room: int = 420
) -> pygame.Surface:
    """A tooltip: a title, sentences wrapped to `room` px, the rule's id at the end."""
    head, body = _sized(theme.TAG, unit), _sized(theme.SMALL, unit)
    segments = [Segment(Shown(f"{shown(s)} "), body, theme.BODY) for s in sentences]
    if rule:
        segments.append(Segment("  " + rule if segments else rule, body, theme.LOW))
    lines = [tuple(line) for line in text.wrap_rich(segments, room)]
    return plate(((Segment(title, head, theme.HIGH),), *lines), icon_name=icon_name, unit=unit)


def draw_tooltip(
    surface: pygame.Surface, image: pygame.Surface, tip: Point, area: pygame.Rect, unit: float = 1.0
) -> pygame.Rect:
    """Draw a tooltip with its tail at `tip`, above it when there is room, inside `area`; returns its box."""
    gap = round(8 * unit)
    box = image.get_rect(midbottom=(round(tip[0]), round(tip[1]) - gap))
    above = box.top >= area.top
    if not above:
        box.top = round(tip[1]) + gap
    box.clamp_ip(area)
    blur = round(6 * unit)
    surface.blit(drop_shadow(box.size, blur, 130, 6 * unit), (box.x - 2 * blur, box.y - 2 * blur + round(4 * unit)))
    surface.blit(image, box)
    canvas = Canvas(16 * unit, gap + 2, (tip[0] - 8 * unit, box.bottom - 1 if above else box.top - gap))
    edge, point = (box.bottom - 1, box.bottom + gap - 2) if above else (box.top + 1, box.top - gap + 2)
    canvas.polygon([(tip[0] - 7 * unit, edge), (tip[0] + 7 * unit, edge), (tip[0], point)], theme.TOOLTIP)
    canvas.onto(surface)
    return box


def key_cap(
    label: str, *, color: Color = theme.BODY, fill: Color = theme.INK3, unit: float = 1.0, least: int = 22
) -> pygame.Surface:
    """A key as on a keyboard."""

    def make() -> pygame.Surface:
        style = _sized(theme.KEY, unit)
        wide, high = max(round(least * unit), text.width(label, style) + round(14 * unit)), round(22 * unit)
        canvas = Canvas(wide, high + round(2 * unit))
        canvas.rect((0, 2 * unit, wide, high), mix(fill, (0, 0, 0), 0.45), 0, 5 * unit)
        _bordered(canvas, (0, 0, wide, high), fill, theme.LINE_STRONG, 5 * unit, max(1.0, unit))
        image = canvas.image()
        text.draw(image, label, (wide / 2, high / 2), style, color, "cc")
        return image

    return _sprites.get(("key", label, color, fill, unit, least), make)


def tag(words: str, fill: Color, color: Color = theme.INK0, unit: float = 1.0) -> pygame.Surface:
    """An outcome in capitals on a coloured block: HIT, MISS, DEAD."""

    def make() -> pygame.Surface:
        style = _sized(theme.KEY, unit)
        wide, high = text.width(words, style) + round(16 * unit), round(22 * unit)
        image = _rounded(wide, high, fill, None, 4 * unit, 0)
        text.draw(image, words, (wide / 2, high / 2), style, color, "cc")
        return image

    return _sprites.get(("tag", words, fill, color, unit), make)


def side_chip(letter: str, radius: float) -> pygame.Surface:
    """A side's sign: colour, pattern and letter on a disc; its centre in the middle."""

    def make() -> pygame.Surface:
        disc = token_parts.Disc(letter, "", radius, None, 180.0, False, False, False)
        image = token_parts.disc(disc).copy()
        middle = image.get_width() / 2, image.get_height() / 2
        style = Style("display_700", max(8, round(radius * 1.2)))
        text.draw(image, letter, middle, style, theme.HIGH, "cc", edge=theme.VOID)
        return image

    return _sprites.get(("chip", letter, radius, theme.palette().name), make)


def name_label(words: str, side: str | None, unit: float = 1.0, color: Color | None = None) -> pygame.Surface:
    """A name over the table in its side's tint, void-edged; `color` for what has no side."""
    tint = color or (theme.side(side).tint if side else theme.SYSTEM_ICON)

    def make() -> pygame.Surface:
        style = _sized(theme.TAG, unit)
        image = pygame.Surface((text.width(words, style) + 4, text.line_height(style) + 4), pygame.SRCALPHA)
        middle = image.get_width() / 2, image.get_height() / 2
        text.draw(image, words, middle, style, tint, "cc", edge=theme.VOID)
        return image

    return _sprites.get(("name", words, tint, unit), make)


def _sized(style: Style, unit: float) -> Style:
    return Style(style.font, max(6, round(style.size * unit)), style.tracking * unit)


def _rounded(wide: int, high: int, fill: Paint, border: Color | None, radius: float, width: float) -> pygame.Surface:
    canvas = Canvas(wide, high)
    if border is None:
        canvas.rect((0, 0, wide, high), fill, 0, radius)
    else:
        _bordered(canvas, (0, 0, wide, high), fill, border, radius, width)
    return canvas.image()


def _bordered(
    canvas: Canvas, rect: tuple[float, float, float, float], fill: Paint, border: Color, radius: float, width: float
) -> None:
    x, y, w, h = rect
    canvas.rect(rect, border, 0, radius)
    inner = (x + width, y + width, w - 2 * width, h - 2 * width)
    canvas.rect(inner, fill, 0, max(0.0, radius - width))
