"""The lower part of the Lab's right column: sight in every variant, cover, and what does not fit."""
from __future__ import annotations

import functools

import pygame

from game.sim.lab.insight import Seen, Variant
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.lab.parts import heading
from game.ui.lab.readings import Readings
from game.ui.panels.panel import Panel
from game.ui.stage import Stage, Tip, name_of, tint
from game.ui.tablelook import label_of
from game.ui.theme import Scale
from game.words import capital, joined, say

SIGHT_ROW, SIGHT_ROW_LOW = 41, 26
CHECK_ROW = 25
ROOMY = 720
"""px of height at 100 % from which the variants of sight have two lines each."""
TITLES = {("centre", "top"): (say("Centre to centre"), say("to the top"), say("Centre to top")),
          ("centre", "half"): (say("Centre to centre"), say("to half height"), say("Centre to half")),
          ("any", "top"): (say("Any point to any point"), say("to the top"), say("Any point to top")),
          ("any", "half"): (say("Any point to any point"), say("to half height"), say("Any point to half"))}
"""A variant's title, where it aims, and both in short."""


class SightList(Panel):
    """What `readings` found, at the foot of a panel."""

    def __init__(self, readings: Readings) -> None:
        super().__init__()
        self.readings = readings

    def _rows(self, stage: Stage, high: int) -> int:
        return stage.scale(SIGHT_ROW if high >= stage.scale(ROOMY) else SIGHT_ROW_LOW)

    def _below_height(self, stage: Stage, high: int) -> int:
        s, row = stage.scale, self._rows(stage, high)
        sight = s(30 + 26) + 5 * row + s(26) if self.readings.seen is not None else s(58)
        shown_checks = min(len(self.readings.checks) or 1, 3 if row > s(30) else 1)
        return sight + s(34) + shown_checks * s(CHECK_ROW)

    def _below(self, sheet: pygame.Surface, stage: Stage, y: int) -> None:
        s, wide = stage.scale, sheet.get_width()
        pygame.draw.line(sheet, theme.LINE, (s(12), y), (wide - s(12), y))
        y = self._sight(sheet, stage, y + s(2))
        pygame.draw.line(sheet, theme.LINE, (s(12), y), (wide - s(12), y))
        y = heading(self, sheet, stage, say("Checks"), y + s(2))
        room = max(1, (sheet.get_height() - y) // s(CHECK_ROW))
        checks = self.readings.checks or ((True, say("Nothing stands where it cannot.")),)
        style = s.style(theme.SENTENCE)
        for ok, words in checks[:room]:
            mark, color = ("l:check", theme.palette().mint) if ok else ("l:triangle-alert", theme.palette().act)
            put(sheet, icon(mark, s(16), color), (s(22), y + s(12)))
            text.draw(sheet, text.fit(words, style, wide - s(50)), (s(38), y + s(12)), style, theme.BODY)
            self.hot((s(8), y, wide - s(16), s(CHECK_ROW)), (), Tip(words))
            y += s(CHECK_ROW)

    def _sight(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        s, seen = stage.scale, self.readings.seen
        y = heading(self, sheet, stage, say("Sight"), y, say("swap: X") if seen is not None else "")
        if seen is None:
            words, style = say("Two models of two sides are wanted."), s.style(theme.SENTENCE)
            text.draw(sheet, words, (s(14), y + s(10)), style, theme.LOW)
            return y + s(28)
        self._pair(sheet, stage, seen, y)
        y += s(26)
        row = self._rows(stage, sheet.get_height())
        for variant in seen.variants[:1] + seen.variants[2:3]:
            y = self._variant(sheet, stage, variant, y, row)
        y = self._line(sheet, stage, y, row, say("Visible fraction"), say("of the target's front"),
                       f"{seen.fraction:.2f}", theme.HIGH, "fan")
        for variant in seen.variants[1:2] + seen.variants[3:]:
            y = self._variant(sheet, stage, variant, y, row)
        self._cover(sheet, stage, seen, y)
        return y + s(28)

    def _pair(self, sheet: pygame.Surface, stage: Stage, seen: Seen, y: int) -> None:
        s, wide, models = stage.scale, sheet.get_width(), stage.state.models
        viewer, target = models.get(seen.viewer), models.get(seen.target)
        if viewer is None or target is None:
            return
        style = s.style(theme.NAME)
        apart = say("{apart:.1f}″ apart", apart=seen.apart)
        small = s.style(theme.SMALL)
        room = (wide - s(48) - text.width(apart, small) - s(12)) // 2
        one, other = text.fit(viewer.name, style, room), text.fit(target.name, style, room)
        x = s(14) + text.draw(sheet, one, (s(14), y + s(11)), style, tint(viewer.side), "lc").w + s(5)
        put(sheet, icon("l:arrow-right", s(15), theme.LOW), (x + s(8), y + s(12)))
        text.draw(sheet, other, (x + s(20), y + s(11)), style, tint(target.side), "lc")
        text.draw(sheet, apart, (wide - s(14), y + s(11)), small, theme.LOW, "rc")
        self.hot((s(8), y, wide - s(16), s(24)), ("swap",), Tip("Who looks at whom", "Click, or X, to swap them."))

    def _variant(self, sheet: pygame.Surface, stage: Stage, variant: Variant, y: int, row: int) -> int:
        title, aim, brief = TITLES[variant.mode, variant.aim]
        clear = variant.sight.clear
        if variant.own:
            sheet.fill(theme.INK3, (stage.scale(5), y + 1, sheet.get_width() - stage.scale(10), row - 2))
        note = aim
        if not clear:
            names = joined(", ", dict.fromkeys(_called(stage, p) for p in variant.sight.blocked_by))
            brief = say("{line}: {names}", line=brief, names=names)
            note = say("{aim}: by {names}", aim=aim, names=names)
            if variant.along is not None:
                note = say("{aim}: by {names}, {along:.1f}″ away", aim=aim, names=names, along=variant.along)
        color = theme.palette().mint if clear else theme.palette().harm
        style = "solid" if variant.mode == "centre" else "dashes"
        return self._line(sheet, stage, y, row, title, note, say("clear") if clear else say("blocked"), color, style,
                          stage.ruleset.title if variant.own else "", brief)

    def _line(self, sheet: pygame.Surface, stage: Stage, y: int, row: int, title: str, note: str, says: str,
              color: theme.Color, style: str, asks: str = "", brief: str = "") -> int:
        s, wide = stage.scale, sheet.get_width()
        two = row > s(30)
        middle = y + (s(12) if two else row // 2)
        ink = color if style != "fan" else theme.LINE_STRONG
        sheet.blit(_sign(style, ink, s), (s(14), middle - s(8)))
        name, small = s.style(theme.ROW), s.style(theme.SMALL)
        x, right = s(54), wide - s(14)
        box = text.draw(sheet, says, (right, middle), s.style(theme.NAME), color, "rc")
        if two:
            text.draw(sheet, text.fit(title, name, box.x - x - s(8)), (x, middle), name, theme.HIGH)
            asked = text.width(asks, small) + s(10) if asks else 0
            text.draw(sheet, text.fit(note, small, right - x - asked), (x, middle + s(17)), small, theme.LOW)
            text.draw(sheet, asks, (right, middle + s(17)), small, theme.LOW, "rc")
        else:
            words = brief or title
            text.draw(sheet, text.fit(words, small, box.x - x - s(8)), (x, middle), small, theme.HIGH)
        self.hot((s(6), y, wide - s(12), row), (), Tip(title, capital(note)))
        return y + row

    def _cover(self, sheet: pygame.Surface, stage: Stage, seen: Seen, y: int) -> None:
        s = stage.scale
        words = say("No cover") if seen.cover is None else (
            say("{cover} cover: {pieces}", cover=capital(seen.cover),
                pieces=joined(", ", [_called(stage, p) for p in seen.behind])))
        if not seen.in_front:
            words = joined("; ", (words, say("the target is behind it")))
        style = s.style(theme.SENTENCE)
        put(sheet, icon("l:shield", s(16), theme.LOW), (s(24), y + s(12)))
        text.draw(sheet, text.fit(words, style, sheet.get_width() - s(68)), (s(54), y + s(12)), style, theme.BODY)
        self.hot((s(6), y, sheet.get_width() - s(12), s(26)), (), Tip("Cover", words))


@functools.lru_cache(64)
def _sign(style: str, ink: theme.Color, s: Scale) -> pygame.Surface:
    """A line as it is drawn on the table: solid, dashed, or a fan."""
    canvas, middle = Canvas(s(32), s(16)), s(8)
    if style == "fan":
        canvas.polygon([(0, middle), (s(30), middle - s(7)), (s(30), middle + s(7))], ink)
    elif style == "solid":
        canvas.line([(s(1), middle), (s(30), middle)], ink, s.exact(2.6))
    else:
        canvas.dashed([(s(1), middle), (s(30), middle)], ink, s.exact(2.4), s.exact(7), s.exact(4))
    return canvas.image()


def _called(stage: Stage, name: str) -> str:
    piece = stage.state.terrain.get(name)
    if piece is not None:
        return label_of(piece).partition(",")[0]
    return say("a model") if name.startswith("base:") else name_of(stage.state, name)
