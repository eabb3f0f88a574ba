"""What every control has: a place, a picture for each state, and what a click or a key does to it. Lengths are px."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import shapes, text
from game.ui.theme import Color, Scale, Style

Act: TypeAlias = Callable[[], None]
Painter: TypeAlias = Callable[[pygame.Surface, pygame.Rect, Scale], None]
"""Draws something at a place of a surface."""


@dataclass(frozen=True)
class Look:
    """How a control is to be drawn now."""

    scale: Scale
    hovered: bool = False
    focused: bool = False
    held: bool = False

    @property
    def lit(self) -> bool:
        return self.hovered or self.focused


class Widget:
    """A thing on a form. `rect` is its place in its region before scrolling; nothing is drawn outside it save the
    focus ring. A control that is off keeps its `hint`, the reason why."""

    focusable = False
    confirms = False
    """Whether Enter is its own; otherwise Enter presses the form's default button."""

    def __init__(self, name: str, rect: pygame.Rect, *, enabled: bool = True, hint: str = "") -> None:
        self.name = name
        self.rect = rect
        self.enabled = enabled
        self.hint = hint

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        """Draws itself at `at`, its rect as scrolled."""

    def activate(self) -> None:
        """What a click, Space or Enter does."""

    def focus(self) -> None:
        """What happens when the keyboard reaches it."""

    def press(self, pos: tuple[int, int]) -> bool:
        """The button goes down at `pos`, px from its corner. True when it follows the pointer from here (a slider)."""
        return False

    def drag(self, pos: tuple[int, int]) -> None:
        """The pointer moves with the button down."""

    def key(self, event: pygame.event.Event) -> bool:
        """Takes a key while it has the focus; False leaves it to the form."""
        return False


class Label(Widget):
    """Words in one style, on as many lines as the width asks for; centred or to the right on wish."""

    def __init__(
        self, name: str, rect: pygame.Rect, words: str, style: Style, color: Color, *, align: str = "l",
    ) -> None:
        super().__init__(name, rect)
        self.words, self.style, self.color, self.align = words, style, color, align

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        style = look.scale.style(self.style)
        step = text.line_height(style)
        x = {"l": at.left, "c": at.centerx, "r": at.right}[self.align]
        for number, line in enumerate(text.wrap(self.words, style, at.width)):
            text.draw(surface, line, (x, at.top + number * step), style, self.color, self.align + "t")


def label_height(words: str, style: Style, width: int, scale: Scale) -> int:
    """The px that `words` take on lines `width` px wide."""
    scaled = scale.style(style)
    return text.line_height(scaled) * max(1, len(text.wrap(words, scaled, width)))


class Drawn(Widget):
    """A picture or decoration that a function draws; no control."""

    def __init__(self, name: str, rect: pygame.Rect, paint: Painter) -> None:
        super().__init__(name, rect)
        self.paint = paint

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        self.paint(surface, at, look.scale)


def draw_focus(surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> pygame.Rect:
    """The ring round what the keyboard holds: white on a dark edge. Returns the box it touches."""
    reach = focus_reach(scale)
    box = at.inflate(2 * reach, 2 * reach)
    pygame.draw.rect(surface, theme.VOID, box, scale(4))
    pygame.draw.rect(surface, theme.HIGH, box.inflate(-2 * scale(1), -2 * scale(1)), scale(2))
    return box


def focus_reach(scale: Scale) -> int:
    """How far the focus ring stands out from a control."""
    return scale(5)


def keycap(surface: pygame.Surface, words: str, right: int, middle: int, scale: Scale, *, on_act: bool = False) -> int:
    """The name of a key on a small cap whose right edge is at `right`; returns the px it takes."""
    style = scale.style(theme.TAG)
    width = keycap_width(words, scale)
    height = scale(24)
    fill, border, color = (
        ((42, 44, 18), (42, 44, 18), theme.HIGH) if on_act else (theme.INK0, theme.LINE_STRONG, theme.LOW)
    )
    surface.blit(shapes.rounded((width, height), fill, border, scale.exact(4)), (right - width, middle - height // 2))
    text.draw(surface, words, (right - width / 2, middle), style, color, "cc")
    return width


def keycap_width(words: str, scale: Scale) -> int:
    """The px that a key's cap takes."""
    return text.width(words, scale.style(theme.TAG)) + scale(14)
