"""A line of a list that is ticked or not: its words on as many lines as they need."""
from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui import theme
from game.ui.draw import icons, shapes, text
from game.ui.forms.controls import Switch
from game.ui.forms.widget import Look
from game.ui.theme import Scale

BOX, BESIDE, ROUND = 20, 10, 6
"""px at 100 %: the box, the gap to its words, and the room above and below them."""


class TickLine(Switch):
    """`strong` words are what is likely wanted."""

    def __init__(self, name: str, rect: pygame.Rect, title: str, on: bool, turn: Callable[[bool], None], *,
                 strong: bool = False) -> None:
        super().__init__(name, rect, title, on, turn)
        self.strong = strong

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        if look.lit:
            surface.fill(theme.INK2, at)
        size = scale(BOX)
        style = scale.style(theme.SENTENCE)
        step = text.line_height(style)
        box = pygame.Rect(at.left + scale(4), at.top + scale(ROUND) + (step - size) // 2, size, size)
        fill = theme.palette().act if self.on else theme.INK2
        surface.blit(shapes.rounded(box.size, fill, theme.HIGH if look.lit else theme.LINE_STRONG, scale.exact(3)), box)
        if self.on:
            surface.blit(icons.icon("l:check", size - scale(6), theme.ON_ACT), box.move(scale(3), scale(3)))
        color = theme.HIGH if self.on or look.lit else theme.BODY if self.strong else theme.LOW
        left = box.right + scale(BESIDE)
        for number, line in enumerate(text.wrap(self.title, style, at.right - left)):
            text.draw(surface, line, (left, at.top + scale(ROUND) + number * step), style, color, "lt")


def tick_height(title: str, width: int, scale: Scale) -> int:
    """The px that a line of these words takes in `width` px."""
    style = scale.style(theme.SENTENCE)
    room = width - scale(4) - scale(BOX) - scale(BESIDE)
    return text.line_height(style) * max(1, len(text.wrap(title, style, room))) + 2 * scale(ROUND)
