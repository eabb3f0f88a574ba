"""A position of the Lab played on by computer players, many times: to the end of the activation, the round, the game.

The same rows, executors and summaries as a batch; each run has dice of its own, from the seed and its number. Dice that
somebody typed to come are left out of it.
"""
from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Player
from game.engine.commands import Command
from game.engine.events import Advanced
from game.engine.journal import Entry
from game.engine.match import Match
from game.engine.requests import Recorded
from game.engine.state import GameState
from game.engine.view import View
from game.rulesets.registry import ruleset
from game.sim.batch import row_of
from game.sim.lab.stopping import Ticket, Told
from game.sim.playing import LIMIT, Endless, carry_out
from game.sim.rows import BatchHead, GameRow, UnitRow
from game.sim.summary import Summary, summarize
from game.words import say

Until: TypeAlias = Literal["activation", "round", "game"]
UNTIL: tuple[Until, ...] = get_args(Until)


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands: between two commands in `state`, or in the middle of `command`, with its `record` so far."""

    rules: str
    state: GameState
    command: Command | None = None
    record: tuple[Recorded, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Position:
        """Where this game stands now."""
        if match.run is None:
            return cls(rules=match.ruleset.id, state=match.state)
        return cls(rules=match.ruleset.id, state=match.run.checkpoint, command=match.run.command,
                   record=tuple(match.run.record))

    def match(self, seed: int | str) -> Match:
        """A game that goes on from here."""
        match = Match(ruleset(self.rules), self.state, seed)
        if self.command is not None:
            match.replayed(Entry(self.command, self.record))
        return match


class Onward(msgspec.Struct, frozen=True, kw_only=True):
    """One run to play; `ticket` is that of all runs of one order."""

    number: int
    seed: str
    levels: dict[str, str]
    position: Position
    until: Until
    ticket: Ticket = 0
    swapped: bool = False
    cell: int | UnsetType = UNSET


def runs(position: Position, levels: Mapping[str, str], until: Until, count: int, seed: int | str = 1,
         ticket: Ticket = 0) -> Iterator[Onward]:
    """So many runs from a position; the same seed gives the same ones. Raises UnknownName for a level that is none."""
    for level in levels.values():
        player(level)
    return (Onward(number=number, seed=f"{seed}-{number}", levels=dict(levels), position=position, until=until,
                   ticket=ticket) for number in range(count))


def play_on(task: Onward) -> GameRow | None:
    """Plays one run. A fault of the game itself is told in the row; None where the run was stopped."""
    began, decisions, error = time.perf_counter(), 0, ""
    match = task.position.match(task.seed)
    before = row_of(task, match, 0, 0.0, "")
    end = _End(match, task.until)
    players = {side: player(level) for side, level in task.levels.items()}
    try:
        while not end.reached():
            if Told.stopped(task.ticket):
                return None
            _decide(match, players)
            decisions += 1
            if decisions > LIMIT:
                raise Endless(say("no end after {limit} decisions", limit=LIMIT))
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    return _since(before, row_of(task, match, decisions, time.perf_counter() - began, error))


def _decide(match: Match, players: Mapping[str, Player]) -> None:
    decision = match.decision()
    if decision is None:
        raise Endless(say("{phase}, round {round}: nothing is asked, yet it is not over", phase=match.state.phase,
                          round=match.state.round))
    carry_out(match, players[decision.side].decide(View(match.ruleset, match.state, decision, decision.side)))


class _End:
    """Where a run ends. An activation is that of whoever acts at the beginning, else of the first to be activated."""

    def __init__(self, match: Match, until: Until) -> None:
        self._match, self._until = match, until
        self._round, self._active = match.state.round, match.state.active
        self._heard = len(match.journal.entries)

    def reached(self) -> bool:
        match = self._match
        if match.over:
            return True
        if self._until == "game" or match.run is not None:
            return False
        if match.state.round != self._round:
            return True
        return self._until == "activation" and self._acted()

    def _acted(self) -> bool:
        """Whether the activation is over. One may begin and end within a single command."""
        match = self._match
        while self._heard < len(match.journal.entries) and not self._active:
            told = match.events_of(self._heard)
            self._active = next((e.active for e in told if isinstance(e, Advanced) and e.active), None)
            self._heard += 1
        return bool(self._active) and match.state.active != self._active


def _since(before: GameRow, after: GameRow) -> GameRow:
    """What a run itself brought: what was so at its beginning is taken off."""
    units = {name: _unit_since(before.units.get(name), unit) for name, unit in after.units.items()}
    return replace(after, units=units, harm={
        side: tuple(now - was for now, was in zip(harm, (*before.harm.get(side, ()), *[0] * len(harm)), strict=False))
        for side, harm in after.harm.items()})


def _unit_since(was: UnitRow | None, now: UnitRow) -> UnitRow:
    if was is None:
        return now
    return replace(now, models=now.models - was.lost, lost=now.lost - was.lost, dealt=now.dealt - was.dealt,
                   taken=now.taken - was.taken, felled=now.felled - was.felled)


def head_of(title: str, task: Onward) -> BatchHead:
    """What a file of these runs tells first."""
    return BatchHead(scenario=title, rules=task.position.rules, levels=task.levels, seed=task.seed.rpartition("-")[0],
                     mirrored=False, key=task.until)


def summed(title: str, first: Onward, rows: list[GameRow], wanted: int, stopped: bool = False) -> Summary:
    """What the runs came to. Of those that end before the game does the wins are of the games that were over."""
    sides = {side.id: side.name for side in first.position.state.sides.values()}
    return summarize(sorted(rows, key=lambda row: row.number), head=head_of(title, first), sides=sides, wanted=wanted,
                     interrupted=stopped)
