"""A game that is watched again: where in its course one is, whether it runs, how fast."""
from __future__ import annotations

from game.engine.match import Match
from game.sim.course import Course, Stop
from game.ui.stage import name_of
from game.words import say

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


class Watch:
    """`place` is the number of events that have been shown; `version` grows with whatever the buttons show."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.course = Course(match)
        self.place = 0
        self.playing = False
        self.seeking = False
        self.speed = 1.0

    @property
    def at_end(self) -> bool:
        return self.place >= len(self.course)

    @property
    def stop(self) -> Stop | None:
        """The decision that lies open now, or was taken last."""
        return self.course.stop_before(self.place)

    def faster(self, by: int) -> bool:
        """The next speed, or the one before. False at the ends."""
        at = SPEEDS.index(self.speed) + by
        if not 0 <= at < len(SPEEDS):
            return False
        self.speed = SPEEDS[at]
        return True

    def decision_words(self, stop: Stop | None) -> str:
        """'Gutterglass decides: Mother Sill', '' in a game without decisions."""
        if stop is None:
            return ""
        sides, entries = self.match.state.sides, self.match.journal.entries
        side = sides[stop.side].name if stop.side in sides else ""
        state = self.match.state_at(min(stop.command, len(entries)))
        entry = entries[stop.command] if stop.command < len(entries) else self.match.journal.running
        by = entry.command.by if entry is not None and stop.record is None else ""
        if by and by not in state.sides:
            return say("{side} decides: {who}", side=side, who=name_of(state, by))
        return say("{side} answers", side=side) if stop.record is not None else say("{name} decides", name=side)

    def counted(self) -> str:
        """'Decision 12 of 68'."""
        stops = self.course.stops
        number = stops.index(self.stop) + 1 if self.stop is not None else 0
        return say("Decision {number} of {count}", number=number, count=len(stops))
