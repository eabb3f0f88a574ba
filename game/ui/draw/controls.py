"""The faces of buttons and switches, as cached sprites; what a click does is the panel's business.

`unit` is px on screen per px of the design (the UI scale). Sprites are not to be drawn upon.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import labels, text
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, chamfered, put
from game.ui.theme import Color, Scale, mix

Condition: TypeAlias = Literal["on", "hover", "chosen", "off"]
OFF_LINE, OFF_FILL = theme.rgb("#28323B"), mix(theme.INK1, theme.INK0, 0.3)
KEY_ON_ACT = theme.rgb("#2A2C12")
_sprites = SpriteCache(8 * MEGABYTE)


@dataclass(frozen=True)
class Option:
    """One choice of a decision: its number key, icon, name and one line of consequence ('6″, may act')."""

    key: str
    name: str
    icon: str
    consequence: str = ""
    condition: Condition = "on"
    unit: float = 1.0


def option_button(look: Option, width: int = 0) -> pygame.Surface:
    """The button of a choice, as wide as its words need or `width` px; too long words end in an ellipsis."""
    return _sprites.get((look, width, theme.palette().act), lambda: _option(look, width or option_width(look)))


def option_width(look: Option) -> int:
    """The px its words need."""
    scale = Scale(look.unit)
    name = text.width(look.name, scale.style(theme.BUTTON))
    consequence = text.width(look.consequence, scale.style(theme.SMALL))
    return max(scale(92), scale(70) + max(name, consequence) + scale(16))


def _option(look: Option, width: int) -> pygame.Surface:
    scale, high = Scale(look.unit), round(theme.BUTTON_HEIGHT * look.unit)
    fill, line, ink, low = _button_colors(look.condition)
    image = _plate(width, high, fill, line, theme.CHAMFER_BUTTON * look.unit, look.unit, look.condition == "on")
    _number_key(image, look, scale)
    middle = (scale(50), high / 2)
    put(image, icon(look.icon, scale(24), ink), middle)
    room = width - scale(70) - scale(10)
    name = text.fit(look.name, scale.style(theme.BUTTON), room)
    if look.consequence:
        text.draw(image, name, (scale(70), high / 2 - scale.exact(9)), scale.style(theme.BUTTON), ink)
        words = text.fit(look.consequence, scale.style(theme.SMALL), room)
        text.draw(image, words, (scale(70), high / 2 + scale.exact(11)), scale.style(theme.SMALL), low)
    else:
        text.draw(image, name, (scale(70), high / 2), scale.style(theme.BUTTON), ink)
    if look.condition == "off":
        _strike(image, middle, scale)
    return image


def _button_colors(condition: Condition) -> tuple[Color, Color, Color, Color]:
    """Fill, line, words, words of the second line."""
    act = theme.palette().act
    return {
        "on": (theme.INK2, theme.LINE_STRONG, theme.HIGH, theme.LOW),
        "hover": (theme.INK3, theme.HIGH, theme.HIGH, theme.BODY),
        "chosen": (act, act, theme.ON_ACT, theme.ON_ACT_LOW),
        "off": (OFF_FILL, OFF_LINE, theme.OFF, theme.OFF),
    }[condition]


def _plate(
    wide: int, high: int, fill: Color, line: Color, cut: float, unit: float, lit_edge: bool = False
) -> pygame.Surface:
    canvas, thick = Canvas(wide, high), 1.2 * unit
    canvas.polygon(chamfered((0, 0, wide, high), cut), line)
    inner = (thick, thick, wide - 2 * thick, high - 2 * thick)
    canvas.polygon(chamfered(inner, cut - thick * 0.4), fill)
    if lit_edge:
        canvas.line([(thick, thick * 1.4), (wide - cut, thick * 1.4)], mix(fill, theme.HIGH, 0.11), unit)
    return canvas.image()


def _number_key(image: pygame.Surface, look: Option, scale: Scale) -> None:
    chosen, off = look.condition == "chosen", look.condition == "off"
    canvas = Canvas(scale(24), scale(24))
    dark = theme.ON_ACT if chosen else theme.INK0
    canvas.rect((0, 0, *canvas.size), (*dark, 120 if off else 230), 0, 5 * look.unit)
    at = scale(8), round(image.get_height() / 2 - scale(12))
    image.blit(canvas.image(), at)
    ink = theme.palette().act if chosen else theme.OFF if off else theme.HIGH
    middle = at[0] + scale(12), at[1] + scale(12)
    text.draw(image, look.key, middle, scale.style(theme.NUMBER), ink, "cc")


def _strike(image: pygame.Surface, middle: tuple[float, float], scale: Scale) -> None:
    canvas = Canvas.around(middle, scale(14))
    x, y = middle
    canvas.line([(x - scale(9), y + scale(13)), (x + scale(9), y - scale(13))], (*theme.OFF, 220), 1.6 * scale.factor)
    canvas.onto(image)


def _action(words: str, key: str, condition: Condition, unit: float, width: int) -> pygame.Surface:
    scale, high = Scale(unit), round(theme.BUTTON_HEIGHT * unit)
    fill, line, ink, _ = _button_colors(condition)
    style = scale.style(theme.QUESTION if condition == "chosen" else theme.BUTTON)
    cap_fill = KEY_ON_ACT if condition == "chosen" else theme.INK3
    cap = labels.key_cap(key, color=theme.HIGH if condition != "off" else theme.OFF, fill=cap_fill, unit=unit, least=40)
    wide = width or scale(18) + text.width(words, style) + scale(8) + cap.get_width() + scale(10)
    image = _plate(wide, high, fill, line, 10 * unit, unit, condition == "on")
    room = wide - scale(18) - cap.get_width() - scale(16)
    text.draw(image, text.fit(words, style, room), (scale(18), high / 2), style, ink)
    put(image, cap, (wide - scale(10) - cap.get_width() / 2, high / 2 + unit))
    return image


def switch(icon_name: str, key: str, on: bool, unit: float = 1.0) -> pygame.Surface:
    """One overlay switch: icon and key, act while on."""
    act = theme.palette().act

    def make() -> pygame.Surface:
        scale = Scale(unit)
        wide, high = scale(theme.OVERLAY_SWITCH[0]), scale(theme.OVERLAY_SWITCH[1])
        canvas = Canvas(wide, high)
        if on:
            fill = mix(act, theme.INK1, 0.78)
            canvas.rect((scale(1), scale(3), wide - scale(2), high - scale(6)), fill, 0, 5 * unit)
        image = canvas.image()
        color = act if on else theme.LOW
        put(image, icon(icon_name, scale(18), color), (scale(14), high / 2))
        text.draw(image, key, (scale(33), high / 2), scale.style(theme.KEY), color, "cc")
        return image

    return _sprites.get(("switch", icon_name, key, on, unit, act), make)


def scale_bar(inch_px: float, inches: int, each: int = 1, unit: float = 1.0) -> pygame.Surface:
    """The table's scale: blocks of `each` inches, black and white, the whole length in words after it."""
    key = ("scale", round(inch_px, 2), inches, each, unit)

    def make() -> pygame.Surface:
        scale = Scale(unit)
        long, block = inch_px * inches, inch_px * each
        style = scale.style(theme.TAG)
        words = f"{inches}″"
        canvas = Canvas(long + scale(16) + text.width(words, style), scale(22))
        middle, thick = scale(11), 7 * unit
        canvas.rect((0, middle - thick / 2 - unit, long + 2 * unit, thick + 2 * unit), theme.VOID)
        for i in range(0, round(inches / each), 2):
            canvas.rect((unit + i * block, middle - thick / 2, block, thick), theme.HIGH)
        image = canvas.image()
        text.draw(image, words, (long + scale(9), middle), style, theme.HIGH, "lc", edge=theme.VOID)
        return image

    return _sprites.get(key, make)
