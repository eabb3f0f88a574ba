"""Short words at the window's lower edge that go away by themselves. Opaque, so they may be drawn twice."""
from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui import theme
from game.ui.draw import shapes, text
from game.ui.scenes.scene import Tone
from game.ui.theme import Scale

SECONDS = 3.5
SECONDS_A_LETTER = 0.03
MOST = 3
ABOVE = 116
"""px at 100 % between a toast and the window's lower edge, over the bars of every screen."""


@dataclass
class Toast:
    words: str
    tone: Tone
    left: float


class Toasts:
    """The words shown now, oldest first."""

    def __init__(self) -> None:
        self._shown: list[Toast] = []
        self._changed = False

    def add(self, words: str, tone: Tone) -> None:
        """Says something; the same words again only stay longer."""
        self._shown = [t for t in self._shown if t.words != words][-(MOST - 1):]
        self._shown.append(Toast(words, tone, SECONDS + SECONDS_A_LETTER * len(words)))
        self._changed = True

    def update(self, dt: float) -> None:
        for toast in self._shown:
            toast.left -= dt
        kept = [t for t in self._shown if t.left > 0]
        self._changed |= len(kept) != len(self._shown)
        self._shown = kept

    def moved(self) -> bool:
        """Whether toasts came or went since the last question: the scene under them must be drawn whole."""
        changed, self._changed = self._changed, False
        return changed

    def draw(self, surface: pygame.Surface, scale: Scale) -> list[pygame.Rect]:
        """Draws them from the bottom up; returns where."""
        boxes = []
        bottom = surface.get_height() - scale(ABOVE)
        for toast in reversed(self._shown):
            box = _draw(surface, toast, bottom, scale)
            boxes.append(box)
            bottom = box.top - scale(theme.GAP_SMALL)
        return boxes


def _draw(surface: pygame.Surface, toast: Toast, bottom: int, scale: Scale) -> pygame.Rect:
    style = scale.style(theme.ROW)
    palette = theme.palette()
    color = {"plain": palette.act, "good": palette.mint, "harm": palette.harm}[toast.tone]
    lines = text.wrap(toast.words, style, min(scale(760), surface.get_width() - scale(80)))
    step = text.line_height(style)
    wide = max((text.width(line, style) for line in lines), default=0) + scale(40)
    box = pygame.Rect(0, 0, wide, len(lines) * step + scale(20))
    box.midbottom = surface.get_width() // 2, bottom
    surface.blit(shapes.panel(box.size, theme.INK2, theme.LINE_STRONG), box)
    surface.fill(color, (box.left, box.top, scale(4), box.height))
    for number, line in enumerate(lines):
        text.draw(surface, line, (box.left + scale(22), box.top + scale(10) + number * step), style, theme.HIGH, "lt")
    return box
