"""What floats over the table: overlay switches, the scale bar, the banner that names the side to decide."""
from __future__ import annotations

from typing import TypeAlias

import pygame

from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw import labels, text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.overlays.registry import overlays_of
from game.ui.panels.panel import Hot
from game.ui.stage import Stage, Tip, letter
from game.ui.theme import Scale, mix
from game.words import say

MEASURE = ("measure", "M", "l:ruler", say("Tape measure"))
BARE_SWITCH = 28
"""px at 100 %: a switch's width without its key, where the table is too low for rows of whole ones."""
MOST_OF_TABLE = 0.2
"""The share of the table's height that whole switches may take."""
STEPS = (1, 2, 3, 6, 12, 24)
Item: TypeAlias = tuple[tuple[str, ...], str, str, str, bool]
"""A switch: its action, key, icon, title, and whether it is on."""


class Switches:
    """The overlays' switches in the table's lower right corner; over a low table they lose their keys' names."""

    def __init__(self) -> None:
        self.image: pygame.Surface | None = None
        self.box = pygame.Rect(0, 0, 0, 0)
        self.hots: list[Hot] = []
        self.aside = False
        self._key: object = None

    def refresh(self, stage: Stage, view: pygame.Rect, measuring: bool, margin: float = 0.0) -> None:
        """Paints the switches again when anything about them has changed. Where the table leaves a `margin` (px) wide
        enough beside it they stand there, in two columns or one."""
        hot = stage.hot if isinstance(stage.hot, tuple) and stage.hot[:1] in (("overlay",), ("measure",)) else None
        key = (tuple(view), stage.scale.factor, theme.palette().name, frozenset(stage.overlays), measuring, hot,
               round(margin))
        if key == self._key:
            return
        self._key = key
        s = stage.scale
        items: list[Item] = [(("overlay", o.id), o.letter, o.icon, o.title, o.id in stage.overlays)
                             for o in overlays_of(stage)]
        items.append((("measure",), *MEASURE[1:], measuring))
        wide, high = s(theme.OVERLAY_SWITCH[0]), s(theme.OVERLAY_SWITCH[1])
        beside = next((n for n in (2, 1) if margin >= n * wide + s(20)), 0)
        self.aside = bool(beside) and -(-len(items) // beside) * high <= view.h - s(16)
        columns = beside if self.aside else self._columns(len(items), view.w - s(40), wide)
        if not self.aside and -(-len(items) // columns) * high > view.h * MOST_OF_TABLE:
            wide = s(BARE_SWITCH)
            columns = self._columns(len(items), view.w - s(40), wide)
        rows = -(-len(items) // columns)
        self.box = pygame.Rect(0, 0, columns * wide + s(8), rows * high)
        self.box.bottomright = view.right - s(12), view.bottom - s(8)
        self.image = self._paint(stage, items, columns, wide, high, hot)

    @staticmethod
    def _columns(count: int, room: int, wide: int) -> int:
        """How many stand side by side: as many as there is room for, in rows as even as can be."""
        most = max(1, min(count, room // wide))
        return -(-count // -(-count // most))

    def _paint(
        self, stage: Stage, items: list[Item], columns: int, wide: int, high: int,
        hot: object,
    ) -> pygame.Surface:
        s = stage.scale
        canvas = Canvas(self.box.w, self.box.h)
        canvas.rect((0, 0, self.box.w, self.box.h), (*theme.INK0, 236), 0, s(8))
        canvas.rect((0.5, 0.5, self.box.w - 1, self.box.h - 1), theme.LINE, 1, s(8))
        self.hots = []
        for i, (action, _, _, _, on) in enumerate(items):
            cell = self._cell(i, columns, wide, high, s(4))
            if on or action == hot:
                fill = mix(theme.palette().act, theme.INK1, 0.78) if on else theme.INK2
                canvas.rect((cell.x + 1, cell.y + 3, cell.w - 2, cell.h - 6), fill, 0, s(5))
        image = canvas.image()
        for i, (action, key, picture, title, on) in enumerate(items):
            cell = self._cell(i, columns, wide, high, s(4))
            color = theme.palette().act if on else theme.HIGH if action == hot else theme.LOW
            put(image, icon(picture, s(18), color), (cell.x + s(14), cell.centery))
            if wide > s(BARE_SWITCH):
                text.draw(image, key, (cell.x + s(33), cell.centery), s.style(theme.KEY), color, "cc")
            told = say("Shown; key {key}.", key=key) if on else say("Hidden; key {key}.", key=key)
            tip = Tip(title, told, icon=picture)
            self.hots.append(Hot(cell.move(self.box.topleft), action, tip))
        return image

    def _cell(self, i: int, columns: int, wide: int, high: int, pad: int) -> pygame.Rect:
        row, place = divmod(i, columns)
        return pygame.Rect(pad + place * wide, row * high, wide, high)

    def at(self, pos: tuple[int, int]) -> Hot | None:
        return next((h for h in self.hots if h.box.collidepoint(pos)), None)


def scale_bar(camera: Camera, scale: Scale, room: float) -> pygame.Surface:
    """A bar of inches as long as they are on screen, with their number; a short one where `room` (px) is short."""
    s, style = scale, scale.style(theme.TAG)
    wish = next((n for n in STEPS if n * camera.ppi >= s(110)), STEPS[-1])
    fitting = [n for n in STEPS if n <= wish and n * camera.ppi + s(16) + text.width(f"{n}″", style) <= room]
    inches = fitting[-1] if fitting else STEPS[0]
    parts = inches if inches <= 6 else 4
    long, words = round(inches * camera.ppi), f"{inches}″"
    image = pygame.Surface((long + s(16) + text.width(words, style), s(26)), pygame.SRCALPHA)
    y, high = s(10), s(7)
    for i in range(parts):
        left, right = round(long * i / parts), round(long * (i + 1) / parts)
        color = theme.HIGH if i % 2 == 0 else theme.LINE
        image.fill((*color, 235), (s(1) + left, y, right - left, high))
    pygame.draw.rect(image, theme.VOID, (0, y - s(1), long + s(2), high + s(2)), s(1))
    text.draw(image, words, (long + s(10), y + high / 2), style, theme.HIGH, "lc", edge=theme.VOID)
    return image


def banner(side: str, words: str, scale: Scale) -> pygame.Surface:
    """The plate 'Red's turn' that crosses the table between sides."""
    s, look = scale, theme.side(letter(side))
    style = s.style(theme.CARD_NAME)
    wide, high = text.width(words, style) + s(110), s(58)
    canvas = Canvas(wide, high)
    cut = s(12)
    canvas.polygon([(cut, 0), (wide - cut, 0), (wide, high / 2), (wide - cut, high), (cut, high), (0, high / 2)],
                   (*theme.VOID, 240))
    canvas.polygon([(cut + 3, 3), (wide - cut - 3, 3), (wide - 4, high / 2), (wide - cut - 3, high - 3),
                    (cut + 3, high - 3), (4, high / 2)], mix(look.fill, theme.INK0, 0.55))
    image = canvas.image()
    put(image, labels.side_chip(letter(side), s(15)), (s(40), high / 2))
    text.draw(image, words, (s(66), high / 2), style, theme.HIGH)
    return image
