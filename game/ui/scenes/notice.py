"""Small panels over what was shown: a few words until they are put away, and the menu of a battle."""
from __future__ import annotations

import pygame

from game.ui import theme
from game.ui.draw import icons, shapes
from game.ui.forms.buttons import Button, Kind, button_width
from game.ui.forms.form import Region
from game.ui.forms.page import Column, Page
from game.ui.forms.widget import Act, label_height
from game.ui.scenes.scene import Shell

WIDE = 560
PAD = 24


class Panel(Page):
    """A panel over the picture that was on the window, which is darkened."""

    icon = ""
    _under: pygame.Surface | None = None

    def box(self) -> pygame.Rect:
        """Where the panel is."""
        raise NotImplementedError

    def resized(self, size: tuple[int, int]) -> None:
        if self._under is not None and self._under.get_size() != size:
            self._under = None
        super().resized(size)

    def paint_ground(self, surface: pygame.Surface) -> None:
        """What was on the window, darkened once, and the panel."""
        if self._under is None:
            self._under = surface.copy()
            self._under.fill((90, 96, 104), special_flags=pygame.BLEND_RGB_MULT)
        surface.blit(self._under, (0, 0))
        s, box = self.scale, self.box()
        shadow = shapes.drop_shadow(box.size, s(12), 160)
        surface.blit(shadow, shadow.get_rect(center=box.move(0, s(6)).center))
        surface.blit(shapes.panel(box.size, theme.INK1, theme.LINE_STRONG, s.exact(theme.CHAMFER)), box)
        if self.icon:
            size = s(28)
            surface.blit(icons.icon(self.icon, size, theme.palette().act), (box.left + s(PAD), box.top + s(PAD)))


class Notice(Panel):
    """`title` and `words`; one button puts it away. With `act`, a second one named `action` does that first."""

    default = "close"

    def __init__(
        self, shell: Shell, title: str, words: str, *, action: str = "", act: Act | None = None, kind: Kind = "danger",
        icon: str = "l:triangle-alert",
    ) -> None:
        super().__init__(shell)
        self.title, self.words = title, words
        self.action, self.act, self.kind, self.icon = action, act, kind, icon
        self.form.focused = "close"

    def regions(self) -> list[Region]:
        s = self.scale
        box = self.box()
        region = Region("words", box.inflate(-2 * s(PAD), -2 * s(PAD)))
        region.view.height -= s(theme.BUTTON_HEIGHT) + s(theme.GAP_LARGE)
        column = Column(region, region.view.move(s(44), 0), s)
        column.width -= s(44) + s(16)
        column.words("title", self.title, theme.CARD_NAME, theme.HIGH)
        column.gap(8)
        column.words("told", self.words, theme.SENTENCE, theme.BODY)
        column.close()
        return [region, self._buttons(box)]

    def box(self) -> pygame.Rect:
        s = self.scale
        wide = min(s(WIDE), self.size[0] - s(32))
        room = wide - 2 * s(PAD) - s(60)
        high = label_height(self.title, theme.CARD_NAME, room, s) + s(8) + label_height(
            self.words, theme.SENTENCE, room, s
        )
        high += 2 * s(PAD) + s(theme.BUTTON_HEIGHT) + s(theme.GAP_LARGE)
        box = pygame.Rect(0, 0, wide, min(high, self.size[1] - s(32)))
        box.center = self.size[0] // 2, self.size[1] // 2
        return box

    def _buttons(self, box: pygame.Rect) -> Region:
        s = self.scale
        high = s(theme.BUTTON_HEIGHT)
        bar = pygame.Rect(box.left + s(PAD), box.bottom - s(PAD) - high, box.width - 2 * s(PAD), high)
        title = "Back" if self.act else "Close"
        key = "Esc" if self.act else "Enter"
        wide = button_width(title, s, "", key)
        close = Button(
            "close", pygame.Rect(bar.right - wide, bar.top, wide, high), title, self.back, key=key,
            kind="plain" if self.act else "chief",
        )
        region = Region("buttons", bar, [close])
        if self.act:
            across = button_width(self.action, s)
            at = pygame.Rect(bar.left, bar.top, across, high)
            region.widgets.insert(0, Button("act", at, self.action, self._go, kind=self.kind))
        return region

    def _go(self) -> None:
        self.shell.pop()
        if self.act:
            self.act()
