"""The log at every place of a game: written once, kept at each decision, so that going back need not write it anew."""
from __future__ import annotations

from game.engine.events import apply
from game.engine.ruleset import RuleSet
from game.sim.course import Course
from game.ui.panels.logbook import LogBook
from game.ui.panels.logline import Line

EVERY = 24
"""Events between two pages that are kept."""


class Pages:
    """The lines of the log by place."""

    def __init__(self, ruleset: RuleSet, course: Course) -> None:
        self._ruleset, self._course = ruleset, course
        self._kept: dict[int, tuple[Line, ...]] = {0: ()}
        self._last = 0

    def lines(self, place: int) -> list[Line]:
        """The lines when so many events have been told."""
        self._write_to(place)
        start = place - place % EVERY
        return self._told(start, place) if start != place else list(self._kept[place])

    def _write_to(self, place: int) -> None:
        """Keeps every page up to a place."""
        while self._last + EVERY <= place:
            self._kept[self._last + EVERY] = tuple(self._told(self._last, self._last + EVERY))
            self._last += EVERY

    def _told(self, start: int, place: int) -> list[Line]:
        book = LogBook(self._ruleset, list(self._kept[start]))
        state = self._course.state_at(start)
        for event in self._course.events[start:place]:
            after = apply(state, event)
            book.add(event, state, after)
            state = after
        return book.lines
