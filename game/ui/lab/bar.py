"""The Lab's top bar: what is open, the rule sets, edit or play, undo and redo, saving, the menu."""
from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.rulesets.registry import rulesets
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.logo import mark
from game.ui.draw.shapes import put
from game.ui.lab.desk import Desk
from game.ui.lab.parts import choices
from game.ui.panels.panel import Panel, iconed
from game.ui.stage import Stage, Tip
from game.words import say

TOOLS = (("menu", "l:menu", say("Menu"), "Esc"), ("save-session", "l:save", say("Save"), "Ctrl+S"),
         ("keep-case", "l:list-checks", say("Case"), "Ctrl+E"),
         ("numbers", "l:bar-chart-3", say("Numbers"), "F4"),
         ("redo", "l:redo-2", say("Redo"), "Ctrl+Y"), ("undo", "l:undo-2", say("Undo"), "Ctrl+Z"))
PLAINEST = ("redo", "undo", "menu", "save-session", "numbers", "keep-case")
TITLE_ROOM = 90
"""px at 100 % that the title asks for before the tools are told in words."""
SHORT = {"rezolution": say("Rezolution"), "grimdark_future": say("Grimdark"), "rouge_elements": say("Rouge"),
         "cyberdark": "CyberDark"}


class LabBar(Panel):
    """Under it a line in act colour: everything here is yours to change."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def key(self, stage: Stage) -> Hashable:
        lab = self.desk.lab
        return lab.version, self.desk.version, self.desk.mode, lab.doc.title, lab.doc.rules

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK0)
        sheet.fill(theme.palette().act, (0, high - s(3), wide, s(3)))
        put(sheet, mark(s(17)), (s(26), s(31)))
        left = self._modes(sheet, stage, s(50) + text.draw(
            sheet, say("Lab"), (s(50), s(23)), s.style(theme.BAR_TITLE), theme.HIGH, "lc").w + s(14))
        left = self._rules(sheet, stage, left)
        right = self._tools(sheet, stage, wide, left)
        self._title(sheet, stage, left, right)

    def _modes(self, sheet: pygame.Surface, stage: Stage, x: int) -> int:
        s = stage.scale
        box = pygame.Rect(x, s(8), s(124), s(30))
        choices(self, sheet, stage, box, (say("Edit"), say("Play")), 0 if self.desk.mode == "edit" else 1,
                (("mode", "edit"), ("mode", "play")))
        tips = (Tip("Edit (F2)", "Put down, move and change everything on the table."),
                Tip("Play (F2)", "Give orders for every side, with the dice of your choice."))
        for action, tip in zip((("mode", "edit"), ("mode", "play")), tips, strict=True):
            found = next(h for h in self.hots if h.action == action)
            self.hots.append(type(found)(found.box, action, tip))
        return box.right + s(14)

    def _rules(self, sheet: pygame.Surface, stage: Stage, left: int) -> int:
        s, style = stage.scale, stage.scale.style(theme.LABEL)
        names = list(rulesets())
        titles = [SHORT.get(n, rulesets()[n].title) for n in names]
        wide = sum(text.width(t, style) + s(22) for t in titles)
        box = pygame.Rect(left, s(8), wide, s(30))
        actions = [("rules", n) for n in names]
        choices(self, sheet, stage, box, titles, names.index(self.desk.lab.doc.rules), actions)
        return box.right + s(16)

    def _title(self, sheet: pygame.Surface, stage: Stage, left: int, right: int) -> None:
        s, room = stage.scale, right - left - stage.scale(28)
        name, weak = s.style(theme.NAME), s.style(theme.SMALL)
        title = text.fit(self.desk.lab.doc.title, name, room)
        if not title:
            return
        pygame.draw.line(sheet, theme.LINE, (left, s(12)), (left, s(34)), s(1))
        x = left + s(12) + text.draw(sheet, title, (left + s(12), s(23)), name, theme.HIGH, "lc").w + s(10)
        note = say("changed, not saved") if self.desk.unsaved else ""
        if note and x + text.width(note, weak) < right:
            text.draw(sheet, note, (x, s(23)), weak, theme.LOW, "lc")

    def _tools(self, sheet: pygame.Surface, stage: Stage, wide: int, left: int) -> int:
        """At the right; those whose icon is best known lose their words where all would leave no room for a title."""
        s, x, lab = stage.scale, wide - stage.scale(20), self.desk.lab
        style = s.style(theme.LABEL)
        widths = {name: s(6) + text.width(words, style) for name, _, words, _ in TOOLS}
        for name in PLAINEST:
            if left + s(TITLE_ROOM) + sum(widths.values()) + len(TOOLS) * s(36) <= x:
                break
            del widths[name]
        off = {"undo": lab.at == 0, "redo": lab.at == len(lab.moments) - 1}
        for name, icon_name, words, key in TOOLS:
            dull = off.get(name, False)
            color = theme.OFF if dull else theme.HIGH if stage.hot == (name,) else theme.BODY
            shown = words if name in widths else ""
            w = s(18) + widths.get(name, 0)
            x -= w
            iconed(sheet, stage, icon_name, shown, (x, s(23)), style, color, theme.OFF if dull else theme.LOW)
            self.hot((x - s(8), 0, w + s(16), s(45)), () if dull else (name,), Tip(f"{words} ({key})", icon=icon_name))
            x -= s(18)
        return x
