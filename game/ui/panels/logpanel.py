"""The log: entries by head line, dice drawn, modifiers named, totals in a column. Each line is rendered once."""
from __future__ import annotations

import bisect
import re
from collections.abc import Hashable

import pygame

from game.ui import theme
from game.ui.draw import labels, text, tokens
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.dice import die
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.draw.tokens import TokenLook
from game.ui.panels.cardpanel import tone_color
from game.ui.panels.logbook import LogBook
from game.ui.panels.logline import Line, Who
from game.ui.panels.panel import Panel, header
from game.ui.stage import Stage, Tip, letter
from game.words import joined, say, shown

HEAD = 28
SECOND = 22
"""px that the second row of a long head line takes."""
KINDS = (("", say("Everything")), ("dice", say("Rolls only")), ("head", say("Actions only")))
_sprites = SpriteCache(8 * MEGABYTE)


class LogPanel(Panel):
    """`offset` px up from the newest line; `hidden` the sides filtered out; `kind` the filter by kind."""

    def __init__(self, book: LogBook) -> None:
        super().__init__()
        self.book = book
        self.offset = 0
        self.hidden: set[str] = set()
        self.kind = 0
        self.over = -1
        self._shown: list[int] = []
        self._tops: list[int] = [0]
        self._counted: Hashable = None
        self._told: list[Line] = []
        self._seen = 0

    def key(self, stage: Stage) -> Hashable:
        last = self.book.lines[-1] if self.book.lines else None
        return len(self.book.lines), last, self._seen, self.offset, tuple(sorted(self.hidden)), self.kind, self.over

    def rewritten(self) -> None:
        """The book was written anew: count its lines again."""
        self._counted = None
        self._seen += 1
        self.offset = 0

    # --- what a click and the wheel do
    def toggle_side(self, side: str) -> None:
        self.hidden ^= {side}
        self.offset = 0

    def next_kind(self) -> None:
        self.kind = (self.kind + 1) % len(KINDS)
        self.offset = 0

    def wheel(self, steps: float, stage: Stage) -> None:
        most = max(0, self._tops[-1] - self._view(stage).h)
        self.offset = max(0, min(most, round(self.offset + steps * stage.scale(3 * theme.ROW_LOG))))

    def point(self, pos: tuple[int, int], stage: Stage) -> tuple[str, ...]:
        """The pointer is here: which models the line under it is about."""
        view = self._view(stage).move(self.box.topleft)
        self.over = -1
        if view.collidepoint(pos) and self._shown:
            at = pos[1] - view.top + self._first(stage)
            place = bisect.bisect_right(self._tops, at) - 1
            if 0 <= place < len(self._shown) and at >= 0:
                self.over = self._shown[place]
                return self._told[self.over].models  # what is drawn; the book may have been told anew since
        return ()

    # --- painting
    def _view(self, stage: Stage) -> pygame.Rect:
        top = stage.scale(29)
        return pygame.Rect(0, top, self.box.w, max(0, self.box.h - top))

    def _first(self, stage: Stage) -> int:
        """The px of the whole list at the view's top; below 0 while the list is short."""
        high = self._view(stage).h
        return max(0, self._tops[-1] - high - self.offset)

    def _count(self, stage: Stage) -> None:
        """Which lines pass the filters and where each begins; only what is new is looked at."""
        filters = (tuple(sorted(self.hidden)), self.kind, stage.scale.factor, self._seen, self.box.w)
        if self._counted != filters:
            self._counted, self._told = filters, []
            self._shown, self._tops = [], [stage.scale(4)]
        self._forget_changed()
        wanted = KINDS[self.kind][0]
        for i in range(len(self._told), len(self.book.lines)):
            line = self.book.lines[i]
            self._told.append(line)
            if line.side in self.hidden or (wanted and line.kind not in (wanted, "round")):
                continue
            self._shown.append(i)
            self._tops.append(self._tops[-1] + self._height(stage, line))

    def _forget_changed(self) -> None:
        """The book's last lines may have been told anew, taller or shorter than they were: they are counted again."""
        lines, told = self.book.lines, self._told
        while told and (len(told) > len(lines) or lines[len(told) - 1] is not told[-1]):
            told.pop()
            if self._shown and self._shown[-1] == len(told):
                self._shown.pop()
                self._tops.pop()

    def _height(self, stage: Stage, line: Line) -> int:
        s = stage.scale
        if line.kind in ("head", "round"):
            return s(HEAD + 6) + s(SECOND) * (rows_of_head(line, stage, self.box.w) - 1)
        rows = rows_of(line, stage, self.box.w) if line.kind == "text" else sums_of(line, stage, self.box.w)
        extra = len(rows) - 1
        return s(theme.ROW_LOG) + max(0, extra) * s(20)

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        sheet.fill(theme.INK1)
        self._count(stage)
        view = self._view(stage)
        sheet.set_clip(view)
        first = self._first(stage)
        place = max(0, bisect.bisect_right(self._tops, first) - 1)
        while place < len(self._shown) and self._tops[place] - first < view.h:
            y = view.top + self._tops[place] - first
            number = self._shown[place]
            sheet.blit(self._picture(stage, self.book.lines[number], view.w, number == self.over), (0, y))
            place += 1
        sheet.set_clip(None)
        self._header(sheet, stage)
        pygame.draw.line(sheet, theme.LINE, (0, 0), (0, self.box.h))

    def _header(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, wide, sides = stage.scale, self.box.w, tuple(stage.state.sides)
        key = ("header", wide, sides, tuple(sorted(self.hidden)), self.kind, s.factor, theme.palette().name)
        sheet.blit(_sprites.get(key, lambda: self._header_picture(stage)), (0, 0))
        self.hot((wide - s(36), 0, s(32), s(29)), ("log-kind",), Tip("Filter", KINDS[self.kind][1]))
        for side, x in self._chips(stage):
            said = (say("{side} is hidden", side=stage.state.sides[side].name) if side in self.hidden
                    else say("{side} is shown", side=stage.state.sides[side].name))
            self.hot((x, 0, s(26), s(29)), ("log-side", side), Tip("Filter", said))

    def _chips(self, stage: Stage) -> list[tuple[str, int]]:
        """Each side's chip and where it begins."""
        s, sides = stage.scale, list(stage.state.sides)
        return [(side, self.box.w - s(36) - s(28) * (len(sides) - i)) for i, side in enumerate(sides)]

    def _header_picture(self, stage: Stage) -> pygame.Surface:
        s, wide = stage.scale, self.box.w
        image = pygame.Surface((wide, s(29)))
        header(image, stage, "Log", (0, 0, wide, s(29)))
        color = theme.palette().act if self.kind else theme.LOW
        put(image, icon("l:list-filter", s(16), color), (wide - s(22), s(14)))
        for side, x in self._chips(stage):
            chip = labels.side_chip(letter(side), s(12))
            if side in self.hidden:
                chip = chip.copy()
                chip.set_alpha(80)
            put(image, chip, (x + s(12), s(14)))
        return image

    def _picture(self, stage: Stage, line: Line, wide: int, lit: bool) -> pygame.Surface:
        """The line on its own ground, opaque, so that it is only copied."""
        key = (line, wide, lit, stage.scale.factor, theme.palette().name)

        def make() -> pygame.Surface:
            image = pygame.Surface((wide, self._height(stage, line)))
            image.fill(theme.INK3 if lit else theme.INK1)
            LinePainter(stage, image, line).paint()
            return image

        return _sprites.get(key, make)


def rows_of(line: Line, stage: Stage, wide: int) -> list[str]:
    """A sentence of the log on as many lines as it asks for."""
    s, style = stage.scale, stage.scale.style(theme.SMALL)
    rule = text.width(line.rule, style) + s(8) if line.rule else 0
    return text.wrap(line.words, style, wide - s(14) - s(42) - rule)


def sums_of(line: Line, stage: Stage, wide: int) -> list[str]:
    """The modifiers of a roll: those that have room beside the dice, and rows under them for the others."""
    s, style = stage.scale, stage.scale.style(theme.SMALL)
    right, rows = _sums_end(line, stage, wide), [""]
    room = right - s(42) - s(23) * len(line.dice) - s(4)
    for part in re.split(r" (?=[+−] )", shown(line.words)):
        longer = f"{rows[-1]} {part}".strip()
        if text.width(longer, style) <= room:
            rows[-1] = longer
        else:
            rows.append(part)
            room = wide - s(14) - s(42)
    return rows


def _sums_end(line: Line, stage: Stage, wide: int) -> int:
    """Where the room for modifiers beside the dice ends: before the total, or before the outcome."""
    s, right = stage.scale, wide - stage.scale(14)
    tag = right
    if line.tag:
        tag -= labels.tag(shown(line.tag).upper(), theme.LINE, theme.HIGH, s.factor).get_width()
    if not line.total:
        return tag
    return min(right - s(92), tag - s(8)) - text.width(line.total, s.style(theme.NUMBER)) - s(6)


def rows_of_head(line: Line, stage: Stage, wide: int) -> int:
    """Who does what; whom it is done to; with what: on as many rows as that asks for."""
    s = stage.scale
    if line.kind != "head" or line.whom is None or head_width(line, stage) <= wide - s(14):
        return 1
    small = s.style(theme.SMALL)
    second = s(40) + text.width(joined("", (line.verb, " ")), small) + s(30) + text.width(
        line.whom.name, s.style(theme.NAME)) + s(4) + text.width(line.words, small)
    return 3 if line.words and second > wide - s(14) else 2


def head_width(line: Line, stage: Stage) -> int:
    """Where a head line would end, all in one row."""
    s = stage.scale
    name, small = s.style(theme.NAME), s.style(theme.SMALL)
    total = s(14) + text.width(joined("", (" ", line.verb, " ")), small) + text.width(line.words, small) + s(6)
    return total + sum(s(28) + text.width(w.name, name) for w in (line.who, line.whom) if w is not None)


class LinePainter:
    """Paints one line of the log."""

    def __init__(self, stage: Stage, image: pygame.Surface, line: Line) -> None:
        self.stage, self.s, self.image, self.line = stage, stage.scale, image, line
        self.right = image.get_width() - self.s(14)
        self.middle = image.get_height() // 2
        if line.kind in ("head", "round"):
            self.middle = self.s(HEAD + 6) // 2 + self.s(3)

    def paint(self) -> None:
        {"head": self._head, "dice": self._dice, "round": self._round}.get(self.line.kind, self._text)()

    def _head(self) -> None:
        s, line = self.s, self.line
        pygame.draw.line(self.image, theme.LINE, (0, s(2)), (self.image.get_width(), s(2)))
        right, small = self.right, s.style(theme.SMALL)
        rows = rows_of_head(line, self.stage, self.image.get_width())
        if line.rule and (rows > 1 or head_width(line, self.stage) + text.width(line.rule, small) + s(12) <= right):
            right = self._rule(right) - s(8)
        x = self._who(line.who, s(14), right)
        if rows > 1:
            self.middle, x, right = self.middle + s(SECOND), s(40) - text.width(" ", small), self.right
        verb = text.fit(joined("", (" ", line.verb, " ")), small, max(0, right - x))
        x += text.draw(self.image, verb, (x, self.middle), small, theme.LOW).w
        if line.whom is not None:
            x = self._who(line.whom, x + s(2), right)
        if rows > 2:
            self.middle += s(SECOND)
            text.draw(self.image, text.fit(line.words, small, right - s(40)), (s(40), self.middle), small, theme.LOW)
        elif line.words and text.width(line.words, small) <= right - x - s(4):
            self._words(line.words, x + s(4), right, theme.LOW)

    def _who(self, who: Who | None, x: int, right: int) -> int:
        """A token and a name; where they end."""
        s = self.s
        if who is None or right - x < s(40):
            return x
        style = s.style(theme.NAME)
        color = theme.side(who.side).tint if who.side else theme.SYSTEM
        if who.side:
            look = TokenLook(who.side, who.icon, s.exact(11), None, shadow=False)
            put(self.image, tokens.sprite(look), (x + s(10), self.middle))
            x += s(26)
        return x + text.draw(self.image, text.fit(who.name, style, right - x), (x, self.middle), style, color).w

    def _dice(self) -> None:
        s, line, x = self.s, self.line, self.s(42)
        self.middle = s(theme.ROW_LOG) // 2
        for look in line.dice:
            put(self.image, die(look, s(20)), (x + s(10), self.middle))
            x += s(23)
        right = self.right
        if line.tag:
            right = self._tag(right)
        if line.total:
            at = min(self.right - s(92), right - s(8))
            text.draw(self.image, line.total, (at, self.middle), s.style(theme.NUMBER), theme.HIGH, "rc")
        wide = self.image.get_width()
        beside, *under = sums_of(line, self.stage, wide)
        self._words(beside, x + s(4), _sums_end(line, self.stage, wide), theme.BODY)
        for row in under:
            self.middle += s(20)
            self._words(row, s(42), self.right, theme.BODY)

    def _tag(self, right: int) -> int:
        good = self.line.good
        fill = theme.palette().mint if good else theme.LINE_STRONG
        color = theme.INK0 if good else theme.HIGH
        image = labels.tag(shown(self.line.tag).upper(), fill, color, self.s.factor)
        self.image.blit(image, (right - image.get_width(), self.middle - image.get_height() // 2))
        return right - image.get_width()

    def _round(self) -> None:
        s = self.s
        self.image.fill(theme.INK2, (0, s(4), self.image.get_width(), s(26)))
        text.draw(self.image, shown(self.line.words).upper(), (s(14), self.middle), s.style(theme.HEADING), theme.HIGH)

    def _text(self) -> None:
        s, self.middle = self.s, self.s(theme.ROW_LOG) // 2
        if self.line.rule:
            self._rule(self.right)
        for i, row in enumerate(rows_of(self.line, self.stage, self.image.get_width())):
            at = s(42), self.middle + i * s(20)
            text.draw(self.image, row, at, s.style(theme.SMALL), tone_color(self.line.tone))

    def _words(self, words: str, x: int, right: int, color: theme.Color) -> None:
        style = self.s.style(theme.SMALL)
        text.draw(self.image, text.fit(words, style, max(0, right - x)), (x, self.middle), style, color)

    def _rule(self, right: int) -> int:
        style = self.s.style(theme.SMALL)
        text.draw(self.image, self.line.rule, (right, self.middle), style, theme.LOW, "rc")
        return right - text.width(self.line.rule, style)
