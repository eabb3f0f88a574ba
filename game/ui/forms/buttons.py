"""Buttons: the chief one, plain ones, quiet ones in bars, and the lines of a menu."""
from __future__ import annotations

from typing import Literal, TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import icons, shapes, text
from game.ui.forms.widget import Act, Look, Widget, keycap, keycap_width
from game.ui.theme import Color, Scale

Kind: TypeAlias = Literal["chief", "plain", "quiet", "danger"]


class Button(Widget):
    """A push button: icon, name, a key's cap. `chief` is the one in act; `danger` asks for a second thought."""

    focusable = True
    confirms = True

    def __init__(
        self, name: str, rect: pygame.Rect, title: str, act: Act, *, kind: Kind = "plain", icon: str = "",
        key: str = "", enabled: bool = True, hint: str = "",
    ) -> None:
        super().__init__(name, rect, enabled=enabled, hint=hint)
        self.title, self.act, self.kind, self.icon, self.key_name = title, act, kind, icon, key

    def activate(self) -> None:
        self.act()

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        fill, border, color = self._colors(look)
        if fill is not None:
            surface.blit(shapes.panel(at.size, fill, border, look.scale.exact(theme.CHAMFER_BUTTON)), at)
        self._draw_content(surface, at, look.scale, color)

    def _colors(self, look: Look) -> tuple[Color | None, Color | None, Color]:
        """Fill, border and text for the state."""
        act, harm = theme.palette().act, theme.palette().harm
        if not self.enabled:
            return (None if self.kind == "quiet" else theme.INK1), theme.LINE, theme.OFF
        if self.kind == "chief":
            return (theme.mix(act, theme.HIGH, 0.35) if look.lit else act), None, theme.ON_ACT
        if self.kind == "danger":
            return (theme.INK3 if look.lit else theme.INK2), harm, harm
        if self.kind == "quiet":
            return (theme.INK2 if look.lit else None), None, theme.HIGH if look.lit else theme.BODY
        return (theme.INK3 if look.lit else theme.INK2), theme.LINE_STRONG if look.lit else theme.LINE, theme.HIGH

    def _draw_content(self, surface: pygame.Surface, at: pygame.Rect, scale: Scale, color: Color) -> None:
        left = at.left + max(0, (at.width - button_width(self.title, scale, self.icon, self.key_name)) // 2) + scale(14)
        if self.icon:
            size = scale(20)
            surface.blit(icons.icon(self.icon, size, color), (left, at.centery - size // 2))
            left += size + scale(8)
        style = scale.style(theme.BUTTON)
        text.draw(surface, self.title, (left, at.centery), style, color)
        if self.key_name:
            right = left + text.width(self.title, style) + scale(12) + keycap_width(self.key_name, scale)
            keycap(surface, self.key_name, right, at.centery, scale, on_act=self.kind == "chief" and self.enabled)


def button_width(title: str, scale: Scale, icon: str = "", key: str = "") -> int:
    """The px a button asks for."""
    wide = text.width(title, scale.style(theme.BUTTON)) + 2 * scale(14)
    if icon:
        wide += scale(20) + (scale(8) if title else 0)
    if key:
        wide += scale(12) + keycap_width(key, scale)
    return wide


class MenuLine(Widget):
    """A line of the title's menu: an icon and a name in the display font, with a hairline under it."""

    focusable = True
    confirms = True

    def __init__(self, name: str, rect: pygame.Rect, title: str, icon: str, act: Act, *, last: bool = False) -> None:
        super().__init__(name, rect)
        self.title, self.icon, self.act, self.last = title, icon, act, last

    def activate(self) -> None:
        self.act()

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        color = theme.palette().act if look.lit else theme.HIGH
        if look.lit:
            surface.blit(shapes.panel((scale(3), at.height), theme.palette().act, None), at)
        size = scale(22)
        surface.blit(
            icons.icon(self.icon, size, theme.palette().act if look.lit else theme.LOW),
            (at.left + scale(34) - size // 2, at.centery - size // 2),
        )
        text.draw(surface, self.title, (at.left + scale(66), at.centery), scale.style(MENU), color)
        if not self.last:
            y = at.bottom - 1
            pygame.draw.line(surface, HAIRLINE, (at.left + scale(66), y), (at.right - 1, y))


class ContinueLine(Widget):
    """The menu's first line when a game was left: in act, with what goes on in a sentence."""

    focusable = True
    confirms = True

    def __init__(self, name: str, rect: pygame.Rect, title: str, sentence: str, act: Act) -> None:
        super().__init__(name, rect)
        self.title, self.sentence, self.act = title, sentence, act

    def activate(self) -> None:
        self.act()

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        act = theme.palette().act
        fill = theme.mix(act, theme.HIGH, 0.35) if look.lit else act
        surface.blit(shapes.panel(at.size, fill, None, scale.exact(theme.CHAMFER)), at)
        size = scale(26)
        surface.blit(
            icons.icon("l:play", size, theme.ON_ACT), (at.left + scale(34) - size // 2, at.centery - size // 2)
        )
        left = at.left + scale(66)
        taken = keycap(surface, "Enter", at.right - scale(20), at.centery, scale, on_act=True)
        text.draw(surface, self.title, (left, at.top + scale(24)), scale.style(CONTINUE), theme.ON_ACT)
        style = scale.style(theme.ROW)
        room = at.right - scale(28) - taken - left
        text.draw(surface, text.fit(self.sentence, style, room), (left, at.top + scale(47)), style, theme.ON_ACT_LOW)


MENU = theme.Style("display", 22)
CONTINUE = theme.Style("display_700", 24)
HAIRLINE = theme.rgb("#222C35")
