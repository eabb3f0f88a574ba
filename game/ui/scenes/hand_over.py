"""The curtain between two people at one machine: whose turn it is, over a covered table, until they say so."""
from __future__ import annotations

import pygame

from game.ui import theme
from game.ui.draw import labels, shapes, text
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.form import Region
from game.ui.forms.page import Page
from game.ui.scenes.scene import Shell
from game.words import say

BAND = 170
TURN = theme.Style("display_700", 40)


class HandOver(Page):
    """Nothing of the table shows; Enter, Esc or the button go on."""

    title = "Hand over"
    default = "go"

    def __init__(self, shell: Shell, letter: str, name: str) -> None:
        super().__init__(shell)
        self.side, self.name = theme.side(letter), name
        self.form.focused = "go"

    def regions(self) -> list[Region]:
        s = self.scale
        wide, high = button_width(say("{name} goes on", name=self.name), s, "", "Enter"), s(theme.BUTTON_HEIGHT)
        at = pygame.Rect(0, 0, wide, high)
        at.center = self.size[0] // 2, self.size[1] // 2 + s(BAND // 2 + 52)
        button = Button("go", at, say("{name} goes on", name=self.name), self.back, kind="chief", key="Enter")
        return [Region("go", at.copy(), [button])]

    def paint_ground(self, surface: pygame.Surface) -> None:
        s = self.scale
        surface.fill(theme.INK0)
        band = pygame.Rect(0, (self.size[1] - s(BAND)) // 2, self.size[0], s(BAND))
        surface.fill(self.side.plate, band)
        for y in (band.top, band.bottom - s(3)):
            surface.fill(self.side.fill, (0, y, band.width, s(3)))
        style = s.style(TURN)
        words = text.fit(say("{name}'s turn", name=self.name), style, band.width - s(160))
        left = band.centerx - (text.width(words, style) + s(80)) // 2
        shapes.put(surface, labels.side_chip(self.side.letter, s.exact(28)), (left + s(28), band.centery))
        text.draw(surface, words, (left + s(80), band.centery), style, self.side.tint)
