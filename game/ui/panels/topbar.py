"""The bar along the top: rule set, round and phase, whose decision it is, the score, undo, help, menu."""
from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.labels import side_chip
from game.ui.draw.logo import mark
from game.ui.draw.shapes import Canvas, put
from game.ui.draw.text import Segment
from game.ui.panels.panel import Panel, iconed
from game.ui.stage import Stage, Tip, letter, tint
from game.ui.theme import mix
from game.words import capital, joined, say

TOOLS = (("menu", "l:menu", say("Menu"), "Esc"), ("help", "l:circle-help", say("Help"), "F1"),
         ("undo", "l:undo-2", say("Undo"), "Ctrl+Z"))
REDO = ("redo", "l:redo-2", say("Redo"), "Ctrl+Y")
"""Shown once something has been undone."""


class TopBar(Panel):
    """`place` names where the game stands; the plate in the middle names who decides."""

    def key(self, stage: Stage) -> Hashable:
        state, match = stage.state, stage.match
        score = tuple(stage.ruleset.score(state).items())
        return (state.round, state.phase, state.result, score, stage.deciding, stage.thinking, stage.paused,
                stage.playing, match.can_undo(), match.can_redo())

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK0)
        side = stage.deciding
        sheet.fill(theme.side(letter(side)).fill if side else theme.LINE, (0, high - s(3), wide, s(3)))
        right = self._tools(sheet, stage, wide)
        plate = self._plate(sheet, stage, (wide - s(80)) // 2 if wide > s(1100) else wide // 2)
        self._place(sheet, stage, plate.left - s(20))
        self._score(sheet, stage, plate.right + s(16), right)

    def _place(self, sheet: pygame.Surface, stage: Stage, room: int) -> None:
        """Mark, rule set, round and phase, as much of it as there is room for."""
        s, state = stage.scale, stage.state
        put(sheet, mark(s(17)), (s(26), s(31)))
        x, y = s(50), s(23)
        title = s.style(theme.BAR_TITLE)
        rounds = int(stage.state.options.get("rounds", stage.ruleset.plan.rounds))
        called = capital(stage.ruleset.plan.called)
        round_ = (say("{round} {number} of {rounds}", round=called, number=state.round, rounds=rounds) if rounds
                  else joined(" ", (called, str(state.round))))
        phase = stage.ruleset.plan.title(state.phase)
        strong, weak = s.style(theme.NAME), s.style(theme.SENTENCE)
        parts = [Segment(round_ if state.round else phase, strong, theme.HIGH)]
        if state.round and phase:
            parts.append(Segment(joined("", ("   ", phase)), weak, theme.LOW))
        while len(parts) > 1 and x + s(28) + text.rich_width(parts) > room:
            parts.pop()
        if x + text.width(stage.ruleset.title, title) + s(28) + text.rich_width(parts) <= room:
            x += text.draw(sheet, stage.ruleset.title, (x, y), title, theme.HIGH, "lc").w + s(14)
            pygame.draw.line(sheet, theme.LINE, (x, s(12)), (x, s(34)), s(1))
            x += s(14)
        text.draw_rich(sheet, parts, (x, y))

    def _plate(self, sheet: pygame.Surface, stage: Stage, middle: int) -> pygame.Rect:
        s, side, state = stage.scale, stage.deciding, stage.state
        words = self._who(stage)
        style = s.style(theme.BUTTON)
        wide = text.width(words, style) + s(70)
        box = pygame.Rect(middle - wide // 2, 0, wide, s(45))
        slant = s(12)
        fill = mix(theme.side(letter(side)).fill, theme.INK0, 0.55) if side else theme.INK2
        canvas = Canvas(box.w + 2 * slant, box.h, (box.x - slant, 0))
        canvas.polygon([(box.x - slant, 0), (box.right + slant, 0), (box.right, box.h), (box.x, box.h)], fill)
        canvas.onto(sheet)
        if side in state.sides:
            put(sheet, side_chip(letter(side), s(12)), (box.x + s(24), s(22)))
        text.draw(sheet, words, (box.x + s(46), s(22)), style, theme.HIGH, "lc")
        if stage.thinking:
            self.hot(box, ("pause",), Tip("Go on" if stage.paused else "Pause", "The computer waits.", icon="l:pause"))
        return box.inflate(2 * slant, 0)

    def _who(self, stage: Stage) -> str:
        state = stage.state
        if state.result is not None:
            winner = state.sides.get(state.result.winner)
            return say("{winner} wins", winner=winner.name) if winner else say("A draw")
        side = state.sides.get(stage.deciding)
        name = side.name if side else ""
        if stage.thinking:
            return say("{name}: paused", name=name) if stage.paused else say("{name} thinks", name=name)
        return say("{name} decides", name=name)

    def _score(self, sheet: pygame.Surface, stage: Stage, left: int, right: int) -> None:
        s, y = stage.scale, stage.scale(22)
        style, colon = s.style(theme.DICE_TOTAL), s.style(theme.BAR_TITLE)
        score = stage.ruleset.score(stage.state)
        sides = list(stage.state.sides)
        gap = s(8)
        widths = [text.width(str(score.get(side, 0)), style) for side in sides]
        total = sum(widths) + len(sides) * s(24 + 8) + (len(sides) - 1) * s(20)
        if right - left < total:
            return
        x = max(left, min(right - total - s(40), left + (right - left - total) // 2))
        for i, side in enumerate(sides):
            if i:
                text.draw(sheet, ":", (x + s(6), y - 1), colon, theme.LOW, "lc")
                x += s(20)
            first = i == 0
            if first:
                put(sheet, side_chip(letter(side), s(12)), (x + s(12), y))
                x += s(24) + gap
            text.draw(sheet, str(score.get(side, 0)), (x, y), style, tint(side), "lc")
            x += widths[i]
            if not first:
                put(sheet, side_chip(letter(side), s(12)), (x + gap + s(12), y))
                x += s(24) + gap
        self.hot((left, 0, right - left, s(45)), (), Tip("Score", joined(", ", (
            joined(" ", (stage.state.sides[side].name, str(score.get(side, 0)))) for side in sides))))

    def _tools(self, sheet: pygame.Surface, stage: Stage, wide: int) -> int:
        """The tools from the right; where they begin."""
        s, x = stage.scale, wide - stage.scale(20)
        style = s.style(theme.LABEL)
        undoable = stage.match.can_undo()
        for name, icon_name, words, key in (*TOOLS, REDO) if stage.match.can_redo() else TOOLS:
            off = name == "undo" and not undoable.ok
            color = theme.OFF if off else theme.HIGH if stage.hot == (name,) else theme.BODY
            shown = words if wide > s(1000) else ""
            w = s(18) + (s(6) + text.width(shown, style) if shown else 0)
            x -= w
            iconed(sheet, stage, icon_name, shown, (x, s(23)), style, color, theme.OFF if off else theme.LOW)
            tip = Tip(joined("", (words, f" ({key})")), undoable.reason if off else "", icon=icon_name)
            self.hot((x - s(8), 0, w + s(16), s(45)), (name,), tip)
            x -= s(18)
        return x
