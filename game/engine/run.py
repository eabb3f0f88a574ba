"""One command in flight: the checkpoint it began from, and the ordered record of what was asked and answered.

A resolver is a generator. It yields an Ask when a side must choose, calls `roll` when dice fall, and changes the
state only by `emit`. From checkpoint and record the run can be rebuilt at any point: that is saving, undoing,
replaying and forking.
"""
from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple, Protocol

from game.engine.commands import Command
from game.engine.dice import Dice
from game.engine.events import Event, apply
from game.engine.requests import Ask, Recorded, Roll
from game.engine.state import GameState
from game.errors import ReplayDiverged
from game.words import say

Resolver = Generator[Ask, Any, None]


class Writer(Protocol):
    """What makes events true: a run, or a rehearsal of what follows without dice."""

    @property
    def state(self) -> GameState: ...

    def emit(self, event: Event) -> None: ...


class Rehearsal:
    """What would follow without dice: events applied to a state that nobody else sees."""

    def __init__(self, state: GameState) -> None:
        self._state = state

    @property
    def state(self) -> GameState:
        return self._state

    def emit(self, event: Event) -> None:
        self._state = apply(self._state, event)


class Resolves(Protocol):
    """What a run needs of a rule set."""

    def resolve(self, run: Run, command: Command) -> Resolver:
        """Carries the command out."""


class Asked(NamedTuple):
    """A question with what lay before it: how many events were told, and how many rolls and answers recorded."""

    events: int
    record: int
    ask: Ask


class Run:
    """`state` is the state now, `events` what happened so far, `asked` every question, `waiting` the one that halts
    it; `after` makes the state that an event leads to."""

    def __init__(
        self, ruleset: Resolves, state: GameState, command: Command, dice: Dice, record: Sequence[Recorded] = (),
        after: Callable[[GameState, Event], GameState] = apply,
    ) -> None:
        self.checkpoint = state
        self.command = command
        self._state = state
        self.events: list[Event] = []
        self.record: list[Recorded] = []
        self.asked: list[Asked] = []
        self.waiting: Ask | None = None
        self.done = False
        self._dice = dice
        self._after = after
        self._given = list(record)
        self._resolver = ruleset.resolve(self, command)
        self._drive(None)

    @property
    def state(self) -> GameState:
        return self._state

    def roll(self, count: int, sides: int, reason: str, side: str = "") -> tuple[int, ...]:
        """The faces of `count` dice; from the record while it lasts."""
        roll = Roll(count, sides, reason, side)
        recorded = self._recorded()
        if recorded is None:
            faces = self._dice.roll(count, sides, reason)
            recorded = Recorded(roll=roll, dice=faces, forced=self._dice.forced)
        elif recorded.roll != roll:
            raise self._diverged(recorded, say('asked {count}d{sides} "{reason}"', count=count, sides=sides,
                                               reason=reason))
        self.record.append(recorded)
        return recorded.dice

    def emit(self, event: Event) -> None:
        """Makes `event` true and tells it."""
        self._state = self._after(self._state, event)
        self.events.append(event)

    def answer(self, value: Any) -> None:
        """Answers the question that waits, and goes on to the next or to the end."""
        ask = self.waiting
        assert ask is not None, "no question waits"
        self.record.append(Recorded(question=ask.question, side=ask.side, answer=value))
        self._drive(value)

    def _drive(self, value: Any) -> None:
        self.waiting = None
        while True:
            try:
                ask = self._resolver.send(value)
            except StopIteration:
                left = self._recorded()
                if left is not None:
                    raise self._diverged(left, say("was done")) from None
                self.done = True
                return
            self.asked.append(Asked(len(self.events), len(self.record), ask))
            recorded = self._recorded()
            if recorded is None:
                self.waiting = ask
                return
            if recorded.roll is not None or (recorded.question, recorded.side) != (ask.question, ask.side):
                raise self._diverged(recorded, say('asked {side} "{question}"', side=ask.side, question=ask.question))
            self.record.append(recorded)
            value = recorded.answer

    def _recorded(self) -> Recorded | None:
        place = len(self.record)
        return self._given[place] if place < len(self._given) else None

    def _diverged(self, recorded: Recorded, asked: str) -> ReplayDiverged:
        held = (
            f'{recorded.roll.count}d{recorded.roll.sides} "{recorded.roll.reason}"'
            if recorded.roll
            else say('an answer of {side} to "{question}"', side=recorded.side, question=recorded.question)
        )
        return ReplayDiverged(say("{command}: the record holds {held}, the resolver {asked}", command=self.command,
                                  held=held, asked=asked))
