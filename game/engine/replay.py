"""Watching a journal again: step either way, jump to a round, verify every state."""
from __future__ import annotations

from collections.abc import Sequence

from game.engine.dice import SeededDice
from game.engine.events import Event
from game.engine.journal import Entry, Journal
from game.engine.match import Match, resumed_dice
from game.engine.requests import Recorded, Roll
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import ReplayDiverged
from game.words import say


def check_dice(journal: Journal) -> None:
    """Raises ReplayDiverged where the record holds other dice than the command's seed rolls; those that somebody
    forced may show anything."""
    entries = [*journal.entries, *([journal.running] if journal.running is not None else [])]
    for number, entry in enumerate(entries):
        seed = journal.seed_at(number)
        dice = SeededDice(seed, number)
        for place, recorded in enumerate(entry.record):
            if journal.seed_at(number, place) != seed:
                seed = journal.seed_at(number, place)
                dice = resumed_dice(seed, number, entry.record[:place])
            if recorded.roll is not None:
                _check(dice, recorded.roll, recorded, number, entry)


def _check(dice: SeededDice, roll: Roll, recorded: Recorded, number: int, entry: Entry) -> None:
    rolled, faces = dice.roll(roll.count, roll.sides, roll.reason), recorded.dice
    if len(faces) != len(rolled) or any(rolled[place] != face for place, face in enumerate(faces)
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
