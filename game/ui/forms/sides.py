"""The row with a side's sign and name, as pages show it."""
from __future__ import annotations

import pygame

from game.ui import theme
from game.ui.draw import labels, shapes, text
from game.ui.theme import Scale


def draw_side(
    letter: str, words: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale, right: str = ""
) -> None:
    """The side's plate with its chip, `words` in its tint, and what stands at the right."""
    side = theme.side(letter)
    surface.fill(side.plate, at)
    surface.fill(side.fill, (at.left, at.top, scale(4), at.height))
    shapes.put(surface, labels.side_chip(letter, scale.exact(10)), (at.left + scale(24), at.centery))
    style = scale.style(theme.SIDE_NAME)
    taken = text.draw(surface, right, (at.right - scale(14), at.centery), style, theme.HIGH, "rc").width if right else 0
    room = at.width - scale(56) - (taken + scale(16) if taken else 0)
    text.draw(surface, text.fit(words, style, room), (at.left + scale(44), at.centery), style, side.tint)
