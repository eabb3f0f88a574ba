"""Watching a journal again: step either way, jump to a round, verify every state."""
from __future__ import annotations

from collections.abc import Sequence

from game.engine.dice import SeededDice
from game.engine.events import Event
from game.engine.journal import Journal
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import ReplayDiverged
from game.words import say


def check_dice(journal: Journal) -> None:
    """Raises ReplayDiverged where the record holds other dice than the command's seed rolls; those that somebody
    forced may show anything."""
    entries = [*journal.entries, *([journal.running] if journal.running is not None else [])]
    for number, entry in enumerate(entries):
        dice = SeededDice(journal.seed if entry.seed is None else entry.seed, number)
        for recorded in entry.record:
            roll, faces = recorded.roll, recorded.dice
            if roll is None:
                continue
            rolled = dice.roll(roll.count, roll.sides, roll.reason)
            if len(faces) != len(rolled) or any(
                    fell != face for place, (fell, face) in enumerate(zip(rolled, faces, strict=True))
                    if place not in recorded.forced):
                raise ReplayDiverged(say('command {number}, {command}: the record holds {held} for "{reason}", '
                                         "the seed rolls {rolled}", number=number + 1, command=entry.command,
                                         held=_told(faces), reason=roll.reason, rolled=_told(rolled)))


def forced_dice(journal: Journal) -> int:
    """How many dice of the game somebody forced."""
    entries = [*journal.entries, *([journal.running] if journal.running is not None else [])]
    return sum(len(recorded.forced) for entry in entries for recorded in entry.record)


def _told(faces: Sequence[int]) -> str:
    return "+".join(map(str, faces)) or say("no dice")


class Replay:
    """The states and events of a finished or broken-off game. Step 0 is before the first command.

    Raises ReplayDiverged when the rules no longer make what the journal holds.
    """

    def __init__(self, ruleset: RuleSet, journal: Journal) -> None:
        self.match = Match.resume(ruleset, journal)
        self.step = 0

    def __len__(self) -> int:
        return len(self.match.journal.entries)

    @property
    def state(self) -> GameState:
        return self.match.state_at(self.step)

    def forward(self) -> list[Event]:
        """The events of the next command; empty at the end."""
        if self.step >= len(self):
            return []
        self.step += 1
        return self.match.events_of(self.step - 1)

    def back(self) -> None:
        self.step = max(0, self.step - 1)

    def to_round(self, round_: int) -> None:
        """To the first step in which this round has begun, or to the end."""
        self.step = 0
        while self.step < len(self) and self.state.round < round_:
            self.step += 1
