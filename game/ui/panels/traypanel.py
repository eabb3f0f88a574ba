"""The dice tray: the throw of the test on show, what it is for, what came of it."""
from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.engine.events import Rolled
from game.ui import theme
from game.ui.draw import tray
from game.ui.draw.dice import Die
from game.ui.draw.text import Segment
from game.ui.panels.logbook import GOOD, POOR, against_words
from game.ui.panels.panel import Panel
from game.ui.playback import Thrown
from game.ui.stage import Stage, Tip, letter, name_of
from game.words import capital, joined


class TrayPanel(Panel):
    """Shows `thrown`; redrawn each frame while the dice tumble."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown: Thrown | None = None
        self._roll: tuple[Hashable, tray.TrayRoll] | None = None

    def key(self, stage: Stage) -> Hashable:
        thrown = self.thrown
        if thrown is None:
            return None
        moving = not thrown.settled
        return thrown.number, thrown.settled, round(thrown.age * 60) if moving else -1

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, thrown = stage.scale, self.thrown
        sheet.fill(theme.INK0)
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, 0), (sheet.get_width(), 0))
        pygame.draw.line(sheet, theme.LINE, (0, 0), (0, sheet.get_height()))
        box = pygame.Rect(s(10), s(10), sheet.get_width() - s(20), sheet.get_height() - s(20))
        if thrown is None or not any(e.dice for e in thrown.events):
            caption = [Segment("The dice fall here.", s.style(theme.LABEL), theme.LOW)]
            tray.draw(sheet, box, None, 0, caption=caption, unit=s.factor)
            return
        roll = self._rolled(stage, thrown, box)
        ms = thrown.age * 1000 if not thrown.settled else roll.duration_ms + 1
        outcome = outcome_lines(stage, thrown) if thrown.settled else []
        tray.draw(sheet, box, roll, ms, caption=caption_of(stage, thrown), outcome=outcome,
                  reasons=tray.reason_rows(reasons_of(stage, thrown), box, s.factor), unit=s.factor)
        told = told_of(thrown)
        if told.sources:
            self.hot(box, (), Tip(capital(told.reason), joined(". ", reason_lines(told)), told.rule))

    def _rolled(self, stage: Stage, thrown: Thrown, box: pygame.Rect) -> tray.TrayRoll:
        key = (thrown.number, tuple(box), stage.scale.factor, theme.palette().name)
        if self._roll is None or self._roll[0] != key:
            dice = dice_of(thrown)
            rows = len(tray.reason_rows(reasons_of(stage, thrown), box, stage.scale.factor))
            self._roll = (key, tray.roll_in(box, dice, thrown.number, stage.scale.factor, rows=rows))
        return self._roll[1]


def dice_of(thrown: Thrown) -> list[Die]:
    """The dice of a throw, those of each test together."""
    out = []
    for group, event in enumerate(thrown.events):
        side = letter(event.side) if event.side else None
        marks = (*event.marks, *[""] * len(event.dice))
        for face, mark in zip(event.dice, marks, strict=False):
            out.append(Die(face, side, 12 if event.sides == 12 else 6, mark == "fail", mark in ("extra", "kept"), group,
                           mark == "unused"))
    return out


def told_of(thrown: Thrown) -> Rolled:
    """Of several tests in one throw the last, whose outcome stands there; of one that is held against nothing the
    first."""
    last = thrown.events[-1]
    return last if against_words(last) else thrown.events[0]


def reasons_of(stage: Stage, thrown: Thrown) -> list[Segment]:
    """Where each advantage and penalty die came from: '+1 Aim  −1 long range'."""
    style, told = stage.scale.style(theme.LABEL), told_of(thrown)
    good, bad = theme.palette().mint, theme.palette().harm
    return [Segment(joined("", (signed(n), " ", name, "  ")), style, good if n > 0 else bad)
            for (name, n), _ in zip(told.modifiers, told.sources, strict=False)]


def reason_lines(event: Rolled) -> list[str]:
    """'+1 Aim (CD-H10)', one a die or pair of dice."""
    return [joined("", (signed(n), " ", name, f" ({rule})"))
            for (name, n), rule in zip(event.modifiers, event.sources, strict=False)]


def signed(n: int) -> str:
    return f"{n:+d}".replace("-", "−")


def caption_of(stage: Stage, thrown: Thrown) -> list[Segment]:
    """What is rolled, and by whom."""
    s, last = stage.scale, thrown.events[-1]
    against = against_words(last)
    told = told_of(thrown)
    named = told.by and told is thrown.events[0] and "kept" not in told.marks  # a kept die's caption is long enough
    who = name_of(stage.state, told.by) if named else ""
    words = joined(", ", (capital(told.reason), who)) if who else capital(told.reason)
    out = [Segment(joined("", (words, "  ")), s.style(theme.LABEL), theme.BODY)]
    if against:
        out.append(Segment(against, s.style(theme.NUMBER), theme.HIGH))
    return out


def outcome_lines(stage: Stage, thrown: Thrown) -> list[Segment]:
    """The outcome in words, and the sum behind it."""
    s, last = stage.scale, thrown.events[-1]
    out = []
    if last.outcome:
        color = outcome_color(last.outcome)
        out.append(Segment(capital(last.outcome), s.style(theme.QUESTION), color))
    totals = [str(e.total) for e in thrown.events if e.total is not None]
    if totals:
        out.append(Segment(" : ".join(totals) if len(totals) > 1 else sum_of(thrown.events[-1]),
                           s.style(theme.LABEL), theme.BODY))
    return out


def sum_of(event: Rolled) -> str:
    """'3 + 4 + NRV 2 = 9', shortened to the total when it is long."""
    dice = " + ".join(str(d) for d in event.dice)
    mods = "".join(f" {'−' if n < 0 else '+'} {abs(n)}" for _, n in event.modifiers)
    words = f"{dice}{mods} = {event.total}"
    return words if len(words) <= 18 else f"= {event.total}"


def outcome_color(outcome: str) -> theme.Color:
    first = outcome.replace(",", " ").split()[0].casefold() if outcome.split() else ""
    if first in GOOD:
        return theme.palette().mint
    return theme.palette().harm if first in POOR else theme.HIGH

