"""A game being played: the next decision, submitting an order, answering a question, undo and redo."""
from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from game import words
from game.engine.commands import Command
from game.engine.dice import Dice, SeededDice
from game.engine.events import Event
from game.engine.journal import Entry, Journal, Reseed
from game.engine.requests import Ask, Decision, Option, Recorded
from game.engine.ruleset import RuleSet
from game.engine.run import Asked, Run
from game.engine.state import GameState, digest
from game.engine.verdict import YES, Verdict, refuse
from game.errors import Refused, ReplayDiverged
from game.words import say


class Told(NamedTuple):
    """What a command brought, and what was asked meanwhile."""

    events: list[Event]
    asked: list[Asked]


class Match:
    """One game. `state` is the state now, also in the middle of a command; `journal` is its whole record."""

    def __init__(self, ruleset: RuleSet, start: GameState, seed: int | str = 0, dice: Dice | None = None) -> None:
        self.ruleset = ruleset
        self.journal = Journal.new(ruleset, start, seed)
        self._scripted = dice
        self._states = [start]
        self._told: list[Told] = []
        self._redo: list[tuple[Entry | Recorded, tuple[Reseed, ...]]] = []
        self.run: Run | None = None

    @property
    def state(self) -> GameState:
        return self.run.state if self.run else self._states[-1]

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, oldest first."""
        told = [event for events, _ in self._told for event in events]
        return told + self.run.events if self.run else told

    @property
    def seed(self) -> int | str:
        """The seed of the dice that fall next."""
        return self.journal.seed_at(*self._here())

    def state_at(self, step: int) -> GameState:
        """The state after the first `step` commands."""
        return self._states[step]

    def events_of(self, number: int) -> list[Event]:
        """What the command with this number (from 0) brought."""
        return self._told[number].events

    def asked_in(self, number: int) -> list[Asked]:
        """The questions that the command with this number asked."""
        return self._told[number].asked

    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        if self.run and self.run.waiting:
            return decision_of(self.run.waiting)
        return None if self.over else self.ruleset.decision(self.state)

    def verify(self, command: Command) -> Verdict:
        """Whether the order may be given now."""
        if self.over:
            assert self.state.result is not None
            return refuse(self.state.result.rule, "The game is over.")
        if self.run:
            return refuse("", "A question waits for its answer first.")
        return self.ruleset.verify(self.state, self.ruleset.complete(self.state, command))

    def submit(self, command: Command) -> list[Event]:
        """Carries an order out, up to its end or its first question. Raises Refused and leaves no trace then."""
        command = as_written(command, Command)
        verdict = self.verify(command)
        if not verdict:
            raise Refused(verdict)
        self._redo.clear()
        return self._begin(self.ruleset.complete(self.state, command), ())

    def takes(self, value: Any) -> bool:
        """Whether the question that waits takes this answer."""
        return bool(self.run and self.run.waiting and self.ruleset.check_answer(
            self.run.state, self.run.waiting, as_written(value, Any)))

    def answer(self, value: Any) -> list[Event]:
        """Answers the question that waits. Raises Refused for an answer it does not take."""
        if not self.run or not self.run.waiting:
            raise Refused(refuse("", "No question waits for an answer."))
        ask = self.run.waiting
        value = as_written(value, Any)
        verdict = self.ruleset.check_answer(self.run.state, ask, value)
        if not verdict:
            raise Refused(verdict)
        self._redo.clear()
        told = len(self.run.events)
        self.run.answer(value)
        events = self.run.events[told:]
        self._settle()
        return events

    def abandon(self, entries: int) -> None:
        """Goes back to when `entries` commands were done, whatever was rolled since (for scripts, whose answers may
        be refused in the middle of a command)."""
        self.run = self.journal.running = None
        del self.journal.entries[entries:]
        del self._states[entries + 1:]
        del self._told[entries:]
        self._seed_from_here()

    def _begin(self, command: Command, record: tuple[Recorded, ...]) -> list[Event]:
        number = len(self.journal.entries)
        dice = self._scripted or resumed_dice(self.journal.seed_at(number, len(record)), number, record)
        self.run = Run(self.ruleset, self._states[-1], command, dice, record)
        events = list(self.run.events)
        self._settle()
        return events

    def _settle(self) -> None:
        """Writes the finished command down, or what has been answered of it so far."""
        run = self.run
        assert run is not None
        if not run.done:
            self.journal.running = Entry(run.command, tuple(run.record))
            return
        self.journal.running = None
        self.journal.entries.append(Entry(run.command, tuple(run.record), digest(run.state)))
        self._states.append(run.state)
        self._told.append(Told(run.events, run.asked))
        self.run = None

    # --- undo and redo

    def can_undo(self) -> Verdict:
        """Whether the last order or answer can be taken back: dice that have fallen stay."""
        if self._scripted is not None:
            return refuse("", "Scripted dice cannot be taken back.")
        last = self._last()
        if last is None:
            return refuse("", "Nothing has been ordered yet.")
        if last.record and last.record[-1].roll is not None:
            return refuse("", say("Dice have fallen since ({reason}); that stays.",
                                  reason=last.record[-1].roll.reason))
        return YES

    def undo(self) -> None:
        """Takes back the last answer, or the last order. Raises Refused where dice stand in the way."""
        verdict = self.can_undo()
        if not verdict:
            raise Refused(verdict)
        last, reseeds = self._last(), self.journal.reseeds
        assert last is not None
        if self.run is None:
            self.journal.entries.pop()
            self._states.pop()
            self._told.pop()
        self.run = self.journal.running = None
        if last.record:
            kept = last.record[:-1]
            self._redo.append((last.record[-1], reseeds))
            self._begin(last.command, kept)
        else:
            self._redo.append((last, reseeds))
        self._seed_from_here()

    def can_redo(self) -> bool:
        return bool(self._redo)

    def redo(self) -> list[Event]:
        """Does again what was last undone, seeds that came behind it too. Raises Refused when nothing was."""
        if not self._redo:
            raise Refused(refuse("", "Nothing was undone."))
        undone, self.journal.reseeds = self._redo.pop()
        if isinstance(undone, Entry):
            return self.replayed(undone)
        assert self.run is not None
        told = len(self.run.events)
        self.run.answer(undone.answer)
        events = self.run.events[told:]
        self._settle()
        self._take_up_seed()
        return events

    def _last(self) -> Entry | None:
        if self.journal.running is not None:
            return self.journal.running
        return self.journal.entries[-1] if self.journal.entries else None

    # --- branching and replaying

    def fork(self, dice: Dice) -> Match:
        """A game that goes on from here with other dice, and leaves this one alone."""
        other = Match(self.ruleset, self._states[-1], self.journal.seed, dice)
        if self.run:
            other._begin(self.run.command, tuple(self.run.record))
        return other

    def branch(self, dice: Dice | None = None) -> Match:
        """A game with all of this one's past that goes on by itself, with these dice from here on."""
        other = Match(self.ruleset, self.journal.start, self.journal.seed, dice)
        other.journal.header = self.journal.header
        other.journal.entries, other.journal.reseeds = list(self.journal.entries), self.journal.reseeds
        other._states, other._told = list(self._states), list(self._told)
        if self.run:
            other._begin(self.run.command, tuple(self.run.record))
        return other

    def until(self, entries: int, record: int | None = None) -> Match:
        """A game of its own with this one's past up to where `entries` commands were done, and the next one had so
        many rolls and answers (None: it was not given yet)."""
        other = Match(self.ruleset, self.journal.start, self.journal.seed)
        other.journal.header = msgspec.structs.replace(self.journal.header)
        other.journal.reseeds = self.journal.reseeds
        other.journal.entries = self.journal.entries[:entries]
        other._states, other._told = self._states[: entries + 1], self._told[:entries]
        if record is not None:
            entry = self._entry(entries)
            other._begin(entry.command, entry.record[:record])
        other._seed_from_here()
        return other

    def _entry(self, number: int) -> Entry:
        if number < len(self.journal.entries):
            return self.journal.entries[number]
        assert self.journal.running is not None, "no such command"
        return self.journal.running

    def reseed(self, seed: int | str) -> None:
        """Dice that have not fallen yet are those of another seed from here on."""
        self._redo.clear()
        here = self._here()
        kept = tuple(r for r in self.journal.reseeds if (r.entry, r.record) != here)
        self.journal.reseeds = (*kept, Reseed(entry=here[0], record=here[1], seed=seed))
        self._take_up_seed()

    def reseeded(self, seed: int | str) -> Match:
        """The same game as a branch whose dice come from another seed from here on."""
        other = self.branch()
        other.reseed(seed)
        return other

    def _here(self) -> tuple[int, int]:
        return len(self.journal.entries), len(self.run.record) if self.run else 0

    def _take_up_seed(self) -> None:
        """A command that waits for an answer goes on with the dice of the seed that holds now."""
        if self.run:
            self._begin(self.run.command, tuple(self.run.record))

    def _seed_from_here(self) -> None:
        """Seeds that were to come are forgotten: the last of those that hold now goes on."""
        self.journal.reseeds = tuple(r for r in self.journal.reseeds if (r.entry, r.record) <= self._here())

    def replayed(self, entry: Entry) -> list[Event]:
        """Carries a recorded command out as it was."""
        return self._begin(entry.command, entry.record)

    @classmethod
    def resume(cls, ruleset: RuleSet, journal: Journal) -> Match:
        """The game of a journal, played again up to where it stopped. Raises ReplayDiverged."""
        match = cls(ruleset, journal.start, journal.seed)
        match.journal.header, match.journal.reseeds = journal.header, journal.reseeds
        for number, entry in enumerate(journal.entries, 1):
            match.replayed(entry)
            made = match.journal.entries[-1].digest if match.run is None else say("an open question")
            if made != entry.digest:
                told = say("the state differs ({made}, not {digest})", made=made, digest=entry.digest)
                raise ReplayDiverged(say("command {number}, {command}: {told}", number=number,
                                         command=entry.command, told=told))
        if journal.running is not None:
            match.replayed(journal.running)
        return match


def as_written(value: Any, kind: Any) -> Any:
    """`value` as the journal will give it back, so that a game and its replay are given the very same.
    Raises Refused for what cannot be written down."""
    try:
        plain = json.dumps(msgspec.to_builtins(value, enc_hook=words.plain), allow_nan=False)
        return msgspec.json.decode(plain, type=kind)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        raise Refused(refuse("", "That cannot be written down: words, numbers and lists of them are wanted.")) from None


def resumed_dice(seed: int | str, ply: int, record: tuple[Recorded, ...]) -> SeededDice:
    """The dice of a command, behind those that its record already holds."""
    dice = SeededDice(seed, ply)
    for recorded in record:
        if recorded.roll is not None:
            dice.roll(recorded.roll.count, recorded.roll.sides, recorded.roll.reason)
    return dice


def decision_of(ask: Ask) -> Decision:
    """A resolver's question as the decision the front end shows."""
    options = [Option(do=ask.question, title="Choose", needs=(ask.need,), rule=ask.rule, icon=ask.icon)]
    if not ask.must:
        options.append(Option(do="no", title="No", rule=ask.rule))
    return Decision(
        side=ask.side, question=ask.question, prompt=ask.prompt, options=tuple(options), subject=ask.subject,
        rule=ask.rule, inside=True, about=ask.about,
    )
