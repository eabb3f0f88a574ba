"""The rule case that is open in the Lab: its steps to go through, and what it expects beside what came."""
from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import pygame

from game.sim.expectations import Finding
from game.sim.lab.casesteps import Opened
from game.sim.lab.expecting import value_words
from game.sim.lab.lab import Lab
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.lab.parts import button
from game.ui.panels.panel import Panel, scroll_bar
from game.ui.stage import Stage, Tip
from game.words import joined, say, say_many, verbatim

BAR, ROW, HEAD, ROWS = 38, 30, 24, 6
"""px at 100 %: the line with the steps, a row of the list, its heading; and how many rows it asks for at most."""
NARROW = 620


class CasePanel(Panel):
    """The line over the table: the steps, and whether all holds. `open` is whether the list of what it expects is on
    show."""

    def __init__(self, lab: Lab) -> None:
        super().__init__()
        self.lab = lab
        self.open = lab.case is not None and not lab.case.passed
        failing = lab.case.failing_step() if lab.case is not None else None
        self._step = failing or 0

    @property
    def case(self) -> Opened | None:
        return self.lab.case

    @property
    def step(self) -> int:
        """The step that is on show; of several that left the table as it was the one that was gone to."""
        case = self.case
        if case is None:
            return 0
        if self._step >= len(case.places) or case.places[self._step] != self.lab.at:
            self._step = case.step_at(self.lab.at)
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        self._step = step

    def wanted(self) -> int:
        """The height that it asks for, px at 100 %; 0 where no case is open."""
        return BAR if self.case is not None else 0

    def key(self, stage: Stage) -> Hashable:
        return id(self.case), self.lab.version, self.lab.at, self.open, self.step

    def changed(self) -> bool:
        """Whether the table or the orders are not those of the case any more."""
        case, lab = self.case, self.lab
        if case is None:
            return False
        first, last = case.places[0], case.places[-1]
        return last >= len(lab.moments) or any(m.kind == "edit" for m in lab.moments[first + 1 : last + 1])

    # --- painting
    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        wide, case = sheet.get_width(), self.case
        sheet.fill(theme.INK1)
        if case is None:
            return
        self._bar(sheet, stage, case)
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, sheet.get_height() - 1), (wide, sheet.get_height() - 1))

    def _bar(self, sheet: pygame.Surface, stage: Stage, case: Opened) -> None:
        s, wide = stage.scale, sheet.get_width()
        sheet.fill(theme.INK2, (0, 0, wide, s(BAR)))
        step, high = self.step, s(28)
        x = s(8)
        for action, icon_name, told, off in (
                (("case", "first"), "l:skip-back", say("Before the first step"), step == 0),
                (("case", "back"), "l:step-back", say("One step back"), step == 0),
                (("case", "on"), "l:step-forward", say("One step on"), step == case.steps),
                (("case", "last"), "l:skip-forward", say("After the last step"), step == case.steps)):
            box = pygame.Rect(x, s(5), high, high)
            button(self, sheet, stage, box, action, icon_name=icon_name, off=off or self.changed(), tip=Tip(told),
                   size=15)
            x += high + s(4)
        right = wide - s(8)
        for action, icon_name, told in ((("case", "close"), "l:x", say("Put the case away")),
                                        (("case", "list"), "l:chevron-up" if self.open else "l:chevron-down",
                                         say("What it expects"))):
            box = pygame.Rect(right - high, s(5), high, high)
            button(self, sheet, stage, box, action, icon_name=icon_name, tip=Tip(told), size=15)
            right -= high + s(4)
        if self.changed():
            words = say("Run it on this table") if wide > s(NARROW) else ""
            across = s(36) + text.width(words, s.style(theme.LABEL))
            box = pygame.Rect(right - across, s(5), across, high)
            button(self, sheet, stage, box, ("case", "again"), icon_name="l:repeat", words=words, size=15,
                   tip=Tip("Run it on this table", "The steps of the case with its dice, from the table as it stands."))
            right -= across + s(8)
        right = self._standing(sheet, stage, case, right - s(6))
        self._words(sheet, stage, case, step, x + s(6), right)

    def _standing(self, sheet: pygame.Surface, stage: Stage, case: Opened, right: int) -> int:
        s, palette = stage.scale, theme.palette()
        failing = sum(f.found is not None for check in case.checks for f in check.findings) + len(case.faults)
        words = say_many("{n} does not hold", "{n} do not hold", failing) if failing else say("all of it holds")
        color = palette.harm if failing else palette.mint
        style = s.style(theme.LABEL)
        left = right - text.width(words, style)
        text.draw(sheet, words, (left, s(BAR) // 2), style, color, "lc")
        put(sheet, icon("l:circle-x" if failing else "l:circle-check", s(16), color), (left - s(14), s(BAR) // 2))
        self.hot((left - s(24), 0, right - left + s(24), s(BAR)), ("case", "list"), Tip("What it expects"))
        return left - s(30)

    def _words(self, sheet: pygame.Surface, stage: Stage, case: Opened, step: int, x: int, right: int) -> None:
        s, first = stage.scale, x
        told = say("Changed since it was opened") if self.changed() else case.told(step)
        count = verbatim(f"{step}/{case.steps}")
        name, small = s.style(theme.NAME), s.style(theme.SMALL)
        x += text.draw(sheet, count, (x, s(BAR) // 2), name, theme.HIGH, "lc").w + s(10)
        plainly = self.changed() or not step
        line = text.fit(told, small, max(0, right - x)) if not plainly or text.width(told, small) <= right - x else ""
        x += text.draw(sheet, line, (x, s(BAR) // 2), small, theme.BODY, "lc").w + s(14)
        place = joined(", ", (verbatim(part) for part in (Path(case.path).name, case.case.where) if part))
        title = case.case.title
        self.hot((first, 0, max(0, right - first), s(BAR)), (), Tip(title, place))
        if right - x > s(120):
            text.draw(sheet, text.fit(title, small, right - x), (x, s(BAR) // 2), small, theme.LOW, "lc")


class ExpectedPanel(Panel):
    """What the case that is open expects, beside what came; `scroll` is px."""

    def __init__(self, line: CasePanel) -> None:
        super().__init__()
        self.line = line
        self.scroll = 0

    @property
    def case(self) -> Opened | None:
        return self.line.case

    def wanted(self) -> int:
        """The height that it asks for, px at 100 %; 0 while it is put away."""
        if self.case is None or not self.line.open:
            return 0
        return HEAD + min(ROWS, max(1, sum(1 for _ in self._rows()))) * ROW + 6

    def key(self, stage: Stage) -> Hashable:
        return id(self.case), self.line.step, self.scroll

    def wheel(self, by: int, stage: Stage) -> None:
        """The list goes up or down."""
        rows = sum(1 for _ in self._rows()) * stage.scale(ROW)
        self.scroll = max(0, min(rows - self.box.h + stage.scale(HEAD), self.scroll - by * stage.scale(ROW)))

    def _rows(self) -> Iterator[tuple[int, Finding | str]]:
        """What is wrong with the case itself, then each thing expected with the step after which; what does not hold
        comes first."""
        case = self.case
        if case is None:
            return
        yield from ((case.steps, fault) for fault in case.faults)
        found = [(check.after, finding) for check in case.checks for finding in check.findings]
        yield from sorted(found, key=lambda row: row[1].found is None)

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high), top = stage.scale, sheet.get_size(), 0
        sheet.fill(theme.INK1)
        small = s.style(theme.SMALL)
        columns = self._columns(wide, s)
        for x, words in zip(columns, (say("After"), say("What"), say("Expected"), say("Came")), strict=False):
            text.draw(sheet, words, (x, top + s(HEAD) // 2), small, theme.LOW, "lc")
        body = pygame.Rect(0, top + s(HEAD), wide, high - top - s(HEAD))
        clip = sheet.get_clip()
        sheet.set_clip(body)
        rows = list(self._rows())
        for number, (after, row) in enumerate(rows):
            box = pygame.Rect(s(4), body.top + number * s(ROW) - self.scroll, wide - s(8), s(ROW) - s(2))
            if box.bottom > body.top and box.top < body.bottom:
                self._row(sheet, stage, box, columns, after, row)
        scroll_bar(sheet, self.scroll, len(rows) * s(ROW) + body.top, s(5), body.top)
        sheet.set_clip(clip)
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, high - 1), (wide, high - 1))

    @staticmethod
    def _columns(wide: int, s: Any) -> tuple[int, int, int, int]:
        first = s(84)
        rest = wide - first - s(24)
        return s(34), first, first + rest * 3 // 10, first + rest * 7 // 10

    def _row(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, columns: tuple[int, ...], after: int,
             row: Finding | str) -> None:
        s, palette = stage.scale, theme.palette()
        style, wide = s.style(theme.SENTENCE), sheet.get_width()
        action = ("case", "step", after)
        seen = self.line.step == after
        if seen or stage.hot == action:
            sheet.fill(theme.INK3 if seen else theme.INK2, box)
        holds = not isinstance(row, str) and row.found is None
        put(sheet, icon("l:check" if holds else "l:x", s(15), palette.mint if holds else palette.harm),
            (s(18), box.centery))
        text.draw(sheet, verbatim(after), (columns[0], box.centery), style, theme.LOW, "lc")
        if isinstance(row, str):
            text.draw(sheet, text.fit(row, style, wide - columns[1] - s(16)), (columns[1], box.centery), style,
                      palette.harm, "lc")
            self.hot(box, action, Tip("The case itself", row))
            return
        what = joined(" ", (verbatim(row.subject), verbatim(row.key))) if row.subject else verbatim(row.key)
        cells = (what, verbatim(value_words(row.wanted)), say("as expected") if holds else row.found or "")
        colors = (theme.BODY, theme.HIGH, theme.LOW if holds else palette.harm)
        ends = (*columns[2:], wide - s(10))
        for words, color, x, end in zip(cells, colors, columns[1:], ends, strict=True):
            text.draw(sheet, text.fit(words, style, end - x - s(10)), (x, box.centery), style, color, "lc")
        self.hot(box, action, Tip(what, row.line if not holds else say("It holds: {value}.", value=value_words(
            row.wanted))))

