"""The card of a model as a player's data card shows it: attributes, gauge, states with what each does, weapons."""
from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.engine.cards import Card, CardLine
from game.table.model import Model
from game.ui import theme
from game.ui.draw import text, tokens
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.draw.tokens import TokenLook
from game.ui.panels import cardparts
from game.ui.panels.panel import Panel, scroll_bar
from game.ui.stage import Stage, Tip, known_icon, letter
from game.ui.theme import Color, Style, mix
from game.words import joined, say, shown

COLUMNS, COLUMNS_CLOSE = 5, 7
MORE_ROW = 19
ATTRIBUTE, UNDER = 58, 17
URGENT = ("harm", "bad", "warning", "help", "good")
"""Tones of lines that stand above the body where a card shows one."""


def tone_color(tone: str, plain: Color = theme.BODY) -> Color:
    """The colour of a card's or log's line."""
    current = theme.palette()
    colors = {"act": current.act, "changed": current.harm, "good": current.mint, "harm": current.harm,
              "bad": current.harm, "help": current.mint, "off": theme.OFF, "low": theme.LOW, "head": theme.HIGH,
              "system": theme.SYSTEM}
    return colors.get(tone, plain)


def columns_of(card: Card) -> int:
    """How many attributes stand in a row; those with something under them are spread evenly over their rows."""
    most = max(3, min(COLUMNS_CLOSE if card.meters else COLUMNS, len(card.attributes)))
    return -(-len(card.attributes) // -(-len(card.attributes) // most)) if attribute_high(card) > ATTRIBUTE else most


def attribute_high(card: Card) -> int:
    """The px at 100 % of a row of attributes."""
    return ATTRIBUTE + (UNDER if any(line.more for line in card.attributes) else 0)


class CardPanel(Panel):
    """The card of `stage.focus`."""

    def __init__(self) -> None:
        super().__init__()
        self.scroll = 0
        self.length = 0
        self._shown = ""
        self._measured: tuple[Card, str, float] | None = None

    def key(self, stage: Stage) -> Hashable:
        focus = stage.focus
        if focus and focus.id != self._shown:
            self._shown, self.scroll = focus.id, 0
        card = stage.card(focus) if focus else None
        return card, focus.id if focus else "", focus.side if focus else "", self.scroll

    def wheel(self, steps: float, stage: Stage) -> None:
        self.scroll = max(0, min(max(0, self.length - self.box.h), round(self.scroll - steps * stage.scale(33))))

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        sheet.fill(theme.INK1)
        model = stage.focus
        s, wide = stage.scale, sheet.get_width()
        if model is not None:
            card = stage.card(model)
            y = s(78) + s(10) - self.scroll
            y = self._attributes(sheet, stage, card, y)
            if card.gauge:
                y = self._gauge(sheet, stage, card, y)
            y = self._below(sheet, stage, model, card, y)
            self.length = y + self.scroll + s(6)
            self._measured = (card, model.id, stage.scale.factor)
            self._head(sheet, stage, model, card)
            scroll_bar(sheet, self.scroll, self.length, s(4), s(78))
        pygame.draw.line(sheet, theme.LINE, (0, 0), (0, sheet.get_height()))
        pygame.draw.line(sheet, theme.LINE, (0, sheet.get_height() - 1), (wide, sheet.get_height() - 1))

    def _below(self, sheet: pygame.Surface, stage: Stage, model: Model, card: Card, y: int) -> int:
        """States and weapons; where there is a body, what is urgent comes first, and what it merely has comes last."""
        if not card.body and not card.meters:
            y = self._lines(sheet, stage, card.lines, y)
            return self._weapons(sheet, stage, card, y)
        s, side = stage.scale, theme.side(letter(model.side))
        y = cardparts.meters(sheet, s, card.meters, side.tint, y, lambda box, tip: self.hot(box, (), tip))
        urgent = tuple(line for line in card.lines if line.tone in URGENT)
        y = self._lines(sheet, stage, urgent, y)
        if card.body:
            pygame.draw.line(sheet, theme.LINE, (s(12), y), (sheet.get_width() - s(12), y))
            y = cardparts.body(sheet, s, card.body, y + s(6), lambda box, tip: self.hot(box, (), tip))
        y = self._weapons(sheet, stage, card, y)
        rest = tuple(line for line in card.lines if line.tone not in URGENT)
        if rest:
            pygame.draw.line(sheet, theme.LINE, (s(12), y + s(3)), (sheet.get_width() - s(12), y + s(3)))
        return self._lines(sheet, stage, rest, y + s(8))

    def _head(self, sheet: pygame.Surface, stage: Stage, model: Model, card: Card) -> None:
        s, wide = stage.scale, sheet.get_width()
        look = theme.side(letter(model.side))
        sheet.fill(mix(look.fill, theme.INK1, 0.70), (1, 0, wide, s(78)))
        sheet.fill(look.fill, (1, 0, s(4), s(78)))
        x = s(18)
        if card.badge:
            put(sheet, icon("shield", s(46), theme.REFUSED), (s(36), s(38)))
            text.draw(sheet, card.badge, (s(36), s(36)), s.style(theme.CARD_NAME), theme.INK0, "cc")
            self.hot((s(12), s(12), s(48), s(54)), (), Tip("Armour", say("Armour rating {badge}.", badge=card.badge)))
            x = s(68)
        room = wide - x - s(74)
        name, sub = s.style(theme.CARD_NAME), s.style(theme.SENTENCE)
        parts = [card.subtitle] if text.width(card.subtitle, sub) <= room else shown(card.subtitle).split(" · ", 1)
        if text.width(card.title, name) > room:  # a long name is smaller, and where there is room on two rows
            name = s.style(theme.BAR_TITLE)
        rows = text.wrap(card.title, name, room)[:2] if len(parts) < 2 else [card.title]
        for i, row in enumerate(rows):
            text.draw(sheet, text.fit(row, name, room), (x, s(27 - 10 * (len(rows) - 1) + 21 * i)), name, theme.HIGH)
        for i, part in enumerate(parts):
            y = s(54 - 4 * (len(parts) - 1) + 18 * i + 7 * (len(rows) - 1))
            text.draw(sheet, text.fit(part, sub, room), (x, y), sub, theme.BODY)
        token = TokenLook(letter(model.side), known_icon(model.icon), s.exact(24), None, shadow=False)
        put(sheet, tokens.sprite(token), (wide - s(38), s(39)))

    def _attributes(self, sheet: pygame.Surface, stage: Stage, card: Card, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        columns = columns_of(card)
        pitch, high = (wide - s(24)) / columns, attribute_high(card)
        label, value = s.style(theme.LABEL), s.style(theme.CARD_NAME)
        for i, line in enumerate(card.attributes):
            row, place = divmod(i, columns)
            box = pygame.Rect(round(s(12) + pitch * place) + s(2), y + row * s(high), round(pitch) - s(4), s(high - 6))
            on = line.value not in ("", "-", "–")
            pygame.draw.rect(sheet, theme.INK2, box, 0, s(5))
            if line.tone == "act":
                pygame.draw.rect(sheet, theme.palette().act, box, s(1.5), s(5))
            elif line.tone not in ("plain", "off"):
                pygame.draw.rect(sheet, tone_color(line.tone), box, s(1.5), s(5))
            low = theme.LOW if on else theme.OFF
            text.draw(sheet, text.fit(line.label, label, box.w), (box.centerx, box.y + s(14)), label, low, "cc")
            color = tone_color(line.tone, theme.HIGH) if line.tone != "act" else theme.HIGH
            other = bool(line.was) and line.was != line.value
            middle = box.centerx - (text.width(line.was, label) // 2 + s(2) if other else 0)
            words = line.value if on else "–"
            text.draw(sheet, words, (middle, box.y + s(35)), value, color if on else theme.OFF, "cc")
            if other:
                beside = middle + text.width(line.value, value) // 2 + s(4)
                text.draw(sheet, line.was, (beside, box.y + s(38)), label, theme.LOW)
            for words in line.more[:1]:
                text.draw(sheet, words, (box.centerx, box.bottom - s(12)), s.style(theme.SMALL),
                          tone_color(line.tone, theme.LOW), "cc")
            if line.note or line.rule:
                printed = say("{note}. Printed {was}.", note=line.note, was=line.was) if line.was else line.note
                self.hot(box, (), Tip(line.label, printed, line.rule))
        rows = -(-len(card.attributes) // columns_of(card))
        return y + rows * s(high) + s(8)

    def _gauge(self, sheet: pygame.Surface, stage: Stage, card: Card, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        style = s.style(theme.ROW)
        text.draw(sheet, card.gauge_title, (s(14), y + s(14)), style, theme.BODY)
        left = s(14) + text.width(card.gauge_title, style) + s(14)
        count = max(1, len(card.gauge))
        if (wide - s(12) - left) // count < s(34):  # too narrow beside its title: the blocks take a line of their own
            y, left = y + s(28), s(14)
        pitch = min(s(48), (wide - s(12) - left) // count)
        number = s.style(theme.NUMBER)
        for i, value in enumerate(card.gauge):
            box = pygame.Rect(wide - s(12) - pitch * (len(card.gauge) - i), y, pitch - s(4), s(29))
            marked = i < card.marked
            edge = theme.palette().harm if marked else theme.BLOCK
            pygame.draw.rect(sheet, theme.BLOCK_MARKED if marked else theme.INK1, box, 0, s(4))
            pygame.draw.rect(sheet, edge, box, s(2), s(4))
            if value:
                words = f"{value:+d}".replace("-", "−")
                text.draw(sheet, words, box.center, number, theme.HIGH if marked else theme.palette().harm, "cc")
        said = say("{marked} of {count} blocks are marked.", marked=card.marked, count=len(card.gauge))
        self.hot((left, y, wide - left, s(29)), (), Tip(card.gauge_title, said))
        return y + s(38)

    def _lines(self, sheet: pygame.Surface, stage: Stage, lines: tuple[CardLine, ...], y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        style = s.style(theme.SMALL)
        for line in lines:
            words = joined(": ", (part for part in (line.label, line.value) if part))
            rule = text.width(line.rule, style) + s(10) if line.rule else 0
            rows = text.wrap(words, style, wide - s(38) - s(16) - rule) or [""]
            picture = known_icon(line.icon, "l:info")
            color = tone_color(line.tone, theme.LOW)
            put(sheet, icon(picture, s(16), color), (s(22), y + s(10)))
            for i, row in enumerate(rows):
                text.draw(sheet, row, (s(38), y + s(10) + i * s(20)), style, tone_color(line.tone) if line.tone in (
                    "harm", "bad") else theme.BODY)
            text.draw(sheet, line.rule, (wide - s(16), y + s(10)), style, theme.LOW, "rc")
            high = s(20) * len(rows) + s(3)
            if line.note:
                self.hot((0, y, wide, high), (), Tip(line.label, line.note, line.rule))
            y += high
        return y + s(4)

    def _weapons(self, sheet: pygame.Surface, stage: Stage, card: Card, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        if not card.weapons:
            return y
        pygame.draw.line(sheet, theme.LINE, (s(12), y), (wide - s(12), y))
        y += s(2)
        row, strong = s.style(theme.ROW), s.style(theme.NAME)
        for line, reach, power in card.weapons:
            middle = y + s(theme.ROW_WEAPON) // 2
            off = line.tone == "off"
            color = theme.OFF if off else theme.palette().act if line.tone == "act" else theme.BODY
            put(sheet, icon(known_icon(line.icon, "l:target"), s(24), color), (s(28), middle))
            more = (power, *line.more) if card.body else line.more
            third = wide - s(16) - (0 if card.body else max(s(64), text.width(power, strong) + s(14)))
            room = third - text.width(reach, strong) - s(10) - s(50)
            named(sheet, line.label, (s(50), middle), row, s.style(theme.SMALL), room, theme.OFF if off else theme.HIGH)
            text.draw(sheet, reach, (third, middle), strong, theme.OFF if off else theme.BODY, "rc")
            if not card.body:
                text.draw(sheet, power, (wide - s(16), middle), strong, theme.OFF if off else theme.BODY, "rc")
            top, y = y, y + s(theme.ROW_WEAPON)
            small = s.style(theme.SMALL)
            if card.body and text.width(more[0], small) + text.width(line.value, small) < wide - s(80):
                text.draw(sheet, line.value, (wide - s(16), y + s(5)), small, theme.LOW, "rc")
            for number, words in enumerate(more):
                low = theme.OFF if off else theme.BODY if number == 0 and card.body else theme.LOW
                for part in text.wrap(words, s.style(theme.SMALL), wide - s(66)):
                    text.draw(sheet, part, (s(50), y + s(5)), s.style(theme.SMALL), low)
                    y += s(MORE_ROW)
            y += s(4) if more else 0
            if line.note or line.rule:
                self.hot((0, top, wide, y - top), (), Tip(line.label, line.note, line.rule))
        return y

    def wanted(self, stage: Stage) -> int:
        """The height that the present card asks for, px at 100 %."""
        model = stage.focus
        if model is None:
            return theme.CARD_HEIGHT
        card = stage.card(model)
        if self._measured == (card, model.id, stage.scale.factor):
            return round(self.length / stage.scale.factor)
        rows = -(-len(card.attributes) // columns_of(card))
        lines = sum(1 + (len(line.label) + len(line.value) + len(line.rule)) // 42 for line in card.lines)
        more = sum((len(line.more) + bool(card.body)) * MORE_ROW + 4 for line, _, _ in card.weapons)
        body = len(card.meters) * cardparts.METER_ROW + len(card.body) * cardparts.BODY_ROW + 24 if card.meters else 0
        gauge, weapons = (38 if card.gauge else 0), len(card.weapons) * 33
        return 78 + 10 + rows * attribute_high(card) + 8 + gauge + lines * 23 + 12 + weapons + 8 + more + body


def named(
    sheet: pygame.Surface, name: str, at: tuple[int, int], style: Style, smaller: Style, room: int, color: theme.Color
) -> None:
    """A name on its row; one too long for it is set smaller, on two lines where it has to be."""
    if text.width(name, style) <= room:
        text.draw(sheet, name, at, style, color)
        return
    lines = text.wrap(name, smaller, room)[:2]
    step = text.line_height(smaller) - 3
    for number, line in enumerate(lines):
        text.draw(sheet, line, (at[0], at[1] + round((number - (len(lines) - 1) / 2) * step)), smaller, color)
