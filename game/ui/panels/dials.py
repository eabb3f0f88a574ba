"""What may be set beside an order, as a panel over the table: a number with plus and minus, a choice of parts."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.engine.requests import Need
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.panels.panel import Hot
from game.ui.stage import Stage, Tip
from game.ui.theme import mix
from game.words import capital, say

WIDE, ROW, HEAD, FOOT = 388, 44, 8, 4
NARROW, ROW_NARROW = 262, 38
ROOMY = 720
"""Under so many px of table at 100 % the rows lose their hints."""
CORNERS = ("bottomleft", "topleft", "topright")


class Dials:
    """Painted again when a dial has turned; `image` is None while the order has none."""

    def __init__(self) -> None:
        self.image: pygame.Surface | None = None
        self.box = pygame.Rect(0, 0, 0, 0)
        self.hots: list[Hot] = []
        self.narrow, self.row = False, 0
        self._key: object = None
        self._corner = ""

    def refresh(self, stage: Stage, view: pygame.Rect, taken: Sequence[pygame.Rect] = ()) -> None:
        """Follows the order; stands in the corner of `view` with the fewest of the boxes that are `taken`."""
        needs = stage.intents.dials if not stage.playing and not stage.thinking else ()
        filling = stage.intents.filling
        if not needs or filling is None:
            self.image, self.box, self.hots, self._key, self._corner = None, pygame.Rect(0, 0, 0, 0), [], None, ""
            return
        hot = stage.hot if isinstance(stage.hot, tuple) and stage.hot[:1] == ("dial",) else None
        values = tuple(filling.fields.get(n.key) for n in needs)
        key = (tuple(view), stage.scale.factor, theme.palette().name, needs, values, stage.intents.dialled, hot)
        if key == self._key:
            return
        self._key = key
        s = stage.scale
        self.narrow = view.w < s(ROOMY)
        self.row = s(ROW_NARROW if self.narrow else ROW)
        wide = min(s(NARROW if self.narrow else WIDE), view.w - s(24))
        self.box = pygame.Rect(0, 0, wide, s(HEAD + FOOT) + len(needs) * self.row)
        room = view.inflate(-s(24), -s(16))
        room.h -= s(34)  # the scale bar keeps its corner
        self._corner = self._corner or min(CORNERS, key=lambda c: len(self._at(room, c).collidelistall(list(taken))))
        self.box = self._at(room, self._corner)
        self.hots = []
        self.image = self._paint(stage, needs)

    def _at(self, room: pygame.Rect, corner: str) -> pygame.Rect:
        box = pygame.Rect(self.box)
        setattr(box, corner, getattr(room, corner))
        return box

    def at(self, pos: tuple[int, int]) -> Hot | None:
        """The button under `pos`; the panel itself takes clicks that mean nothing."""
        found = next((h for h in reversed(self.hots) if h.box.collidepoint(pos)), None)
        return found or (Hot(self.box) if self.image is not None and self.box.collidepoint(pos) else None)

    def _paint(self, stage: Stage, needs: Sequence[Need]) -> pygame.Surface:
        s = stage.scale
        canvas = Canvas(self.box.w, self.box.h)
        canvas.rect((0, 0, self.box.w, self.box.h), (*theme.INK0, 240), 0, s(8))
        canvas.rect((0.5, 0.5, self.box.w - 1, self.box.h - 1), theme.LINE, 1, s(8))
        if len(needs) > 1:
            top = s(HEAD) + min(stage.intents.dialled, len(needs) - 1) * self.row
            fill = mix(theme.palette().act, theme.INK1, 0.86)
            canvas.rect((s(5), top + 1, self.box.w - s(10), self.row - 2), fill, 0, s(5))
        image = canvas.image()
        for row, need in enumerate(needs):
            self._row(image, stage, need, s(HEAD) + row * self.row)
        return image

    def _row(self, image: pygame.Surface, stage: Stage, need: Need, y: int) -> None:
        """'Aim, 1 AP, +1 to hit each  [−] 2 [+]'."""
        s, filling = stage.scale, stage.intents.filling
        assert filling is not None
        middle, value = y + self.row // 2, filling.fields.get(need.key)
        title = need.title or capital(need.key)
        told = need.hint and not self.narrow
        text.draw(image, title, (s(16), middle - (s(9) if told else 0)), s.style(theme.NAME), theme.HIGH)
        room = self.box.w - s(16) - s(170)
        if told:
            text.draw(image, text.fit(need.hint, s.style(theme.SMALL), room), (s(16), middle + s(10)),
                      s.style(theme.SMALL), theme.LOW)
        side = s(32)
        plus = pygame.Rect(self.box.w - s(12) - side, middle - side // 2, side, side)
        minus = pygame.Rect(plus.x - s(94) - side, plus.y, side, side)
        low, high = _ends(need, value)
        self._button(image, stage, minus, ("dial", need.key, -1), "l:minus", not low, say("{title}: less",
                                                                                          title=title))
        self._button(image, stage, plus, ("dial", need.key, 1), "l:plus", not high, say("{title}: more", title=title))
        words, on = shown(need, value)
        style = s.style(theme.NAME if need.kind == "choice" else theme.DICE_TOTAL)
        color = theme.palette().act if on else theme.LOW
        text.draw(image, text.fit(words, style, s(90)), ((minus.right + plus.x) / 2, middle), style, color, "cc")

    def _button(self, image: pygame.Surface, stage: Stage, box: pygame.Rect, action: tuple[Any, ...], picture: str,
                on: bool, tip: str) -> None:
        s, hover = stage.scale, stage.hot == action
        pygame.draw.rect(image, theme.INK3 if hover and on else theme.INK2, box, 0, s(6))
        pygame.draw.rect(image, theme.HIGH if hover and on else theme.LINE_STRONG if on else theme.LINE, box,
                         max(1, s(1)), s(6))
        put(image, icon(picture, s(18), theme.HIGH if on else theme.OFF), box.center)
        if on:
            self.hots.append(Hot(box.move(self.box.topleft), action, Tip(tip)))


def _ends(need: Need, value: Any) -> tuple[bool, bool]:
    """Whether a dial is at its lower and at its upper end."""
    if need.kind == "number":
        at = need.low if value is None else int(value)
        return at <= need.low, at >= need.high
    return value is None, bool(need.candidates) and value == need.candidates[-1].value


def shown(need: Need, value: Any) -> tuple[str, bool]:
    """A dial's value in words, and whether it is set at all."""
    if need.kind == "number":
        return str(need.low if value is None else value), value not in (None, need.low)
    if value is None:
        return "any", False
    return next((c.title or str(c.value) for c in need.candidates if c.value == value), str(value)), True
