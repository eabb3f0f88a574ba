"""A panel: a box of the window that is painted again only when what it shows has changed."""
from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.stage import Stage, Tip
from game.ui.theme import Color, Style
from game.words import shown

Action: TypeAlias = tuple[Any, ...]
"""What a click means: a word and what it is about, as ('option', 2)."""


@dataclass(frozen=True)
class Hot:
    """A place that can be clicked, in the window's px. `action` () only shows its tip."""

    box: pygame.Rect
    action: Action = ()
    tip: Tip | None = None


class Panel:
    """Subclasses say what they depend on (`key`) and paint it (`paint`)."""

    def __init__(self) -> None:
        self.box = pygame.Rect(0, 0, 0, 0)
        self.sheet = pygame.Surface((1, 1))
        self.hots: list[Hot] = []
        self._painted: Hashable = None

    def key(self, stage: Stage) -> Hashable:
        """Everything that the picture depends on, apart from size, scale and palette."""
        raise NotImplementedError

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        """Paints the whole panel; (0, 0) is its corner. Registers what can be clicked with `hot`."""
        raise NotImplementedError

    def hot(self, box: tuple[int, int, int, int] | pygame.Rect, action: Action = (), tip: Tip | None = None) -> None:
        self.hots.append(Hot(pygame.Rect(box).move(self.box.topleft), action, tip))

    def refresh(self, stage: Stage, box: pygame.Rect) -> bool:
        """Paints again if need be. True when the picture is another one."""
        over = next((h.action or h.tip for h in self.hots if h.action and h.action == stage.hot), None)
        key = (tuple(box), stage.scale.factor, theme.palette().name, over, self.key(stage))
        if key == self._painted:
            return False
        if self.sheet.get_size() != box.size:
            self.sheet = pygame.Surface((max(1, box.w), max(1, box.h)))
        self.box = pygame.Rect(box)
        self.hots = []
        if box.w > 0 and box.h > 0:
            self.paint(self.sheet, stage)
        self._painted = key
        return True

    def forget(self) -> None:
        """Paints again next time."""
        self._painted = None

    def at(self, pos: tuple[int, int]) -> Hot | None:
        """The topmost place under `pos` that can be clicked or has a tip."""
        if not self.box.collidepoint(pos):
            return None
        return next((h for h in reversed(self.hots) if h.box.collidepoint(pos)), None)


# ---- parts that several panels share
def header(sheet: pygame.Surface, stage: Stage, title: str, box: tuple[int, int, int, int]) -> None:
    """The strip with a panel's heading."""
    x, y, w, h = box
    sheet.fill(theme.INK2, box)
    pygame.draw.line(sheet, theme.LINE, (x, y + h - 1), (x + w, y + h - 1))
    style = stage.scale.style(theme.HEADING)
    text.draw(sheet, shown(title).upper(), (x + stage.scale(14), y + h // 2), style, theme.LOW, "lc")


def scroll_bar(sheet: pygame.Surface, scroll: int, length: int, wide: int, top: int = 0) -> None:
    """How much of a list of `length` px is in view, at the right edge from `top` down; nothing when all of it is."""
    high = sheet.get_height() - top
    if length <= sheet.get_height():
        return
    bar = max(wide * 4, high * sheet.get_height() // length)
    y = top + (high - bar) * scroll // max(1, length - sheet.get_height())
    pygame.draw.rect(sheet, theme.LINE_STRONG, (sheet.get_width() - wide - 2, y, wide, bar), 0, wide // 2)


def iconed(
    sheet: pygame.Surface, stage: Stage, name: str, words: str, pos: tuple[float, float], style: Style, color: Color,
    icon_color: Color, size: int = 18,
) -> int:
    """An icon with words after it, `pos` its left middle; the px they take."""
    s = stage.scale
    put(sheet, icon(name, s(size), icon_color), (pos[0] + s(size) / 2, pos[1]))
    text.draw(sheet, words, (pos[0] + s(size) + s(6), pos[1]), style, color, "lc")
    return s(size) + s(6) + text.width(words, style)
