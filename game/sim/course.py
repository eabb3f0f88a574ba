"""The course of a game for whoever watches it again: every event in its place, decisions between them, what mattered.

A place is a number of events: at place 0 nothing has happened yet. States are frozen and share what did not change, so
the state at any place is there at once.
"""
from __future__ import annotations

import bisect
import itertools
import math
from typing import Literal, NamedTuple, TypeAlias

from game.engine import events as ev
from game.engine.commands import Command
from game.engine.events import Event, apply
from game.engine.match import Match
from game.engine.run import Asked
from game.engine.state import GameState

Kind: TypeAlias = Literal["round", "fall", "score", "end"]
TURNED = 0.05
"""Inches that a model must go for a move to be seen."""


class Stop(NamedTuple):
    """A decision: the place where it lay open, the number of the command that is given or under way, and of a question
    inside it the rolls and answers before it (None: the command itself was decided). `side` decided."""

    place: int
    command: int
    record: int | None
    side: str


class Moment(NamedTuple):
    """Something that matters, at the place behind it. `side` is who lost a model or scored, `name` who fell."""

    place: int
    kind: Kind
    side: str = ""
    name: str = ""
    amount: int = 0


class Stretch(NamedTuple):
    """From one place to another it was the same side's turn."""

    start: int
    end: int
    side: str


class Course:
    """`events` in their order; `stops` and `beats` the places at which to halt: at each decision, at each thing that
    can be seen; `moments` what mattered; `rounds` where each begins, by its number."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = []
        self.stops: list[Stop] = []
        self.moments: list[Moment] = []
        self.rounds: dict[int, int] = {}
        self.turns: list[Stretch] = []
        self._starts = [0]
        self._told: list[bool] = []
        self._score = dict(match.ruleset.score(match.state_at(0)))
        for number in range(len(match.journal.entries)):
            self._add(number, match.journal.entries[number].command, match.events_of(number), match.asked_in(number))
        run = match.run
        if run is not None:
            self._add(len(match.journal.entries), run.command, run.events, run.asked)
        self._last_decision()
        self.beats = self._beats()
        self._places = [stop.place for stop in self.stops]

    def __len__(self) -> int:
        """The last place."""
        return len(self.events)

    # --- reading the game
    def _add(self, number: int, command: Command, told: list[Event], asked: list[Asked]) -> None:
        state, base = self.match.state_at(number), len(self.events)
        side = side_of(state, command)
        self.stops.append(Stop(base, number, None, side))
        self.stops += [Stop(base + a.events, number, a.record, a.ask.side) for a in asked]
        for place, event in enumerate(told, base + 1):
            before = self.events[-1] if self.events and place > base + 1 else None
            self._told.append(is_seen(event, state) and not self._goes_along(before, event, state))
            self.events.append(event)
            self._mark(place, event, state)
            state = apply(state, event)
        self._starts.append(len(self.events))
        self._scored(state)
        if self.turns and self.turns[-1].side == side:
            self.turns[-1] = self.turns[-1]._replace(end=len(self.events))
        else:
            self.turns.append(Stretch(base, len(self.events), side))

    def _goes_along(self, before: Event | None, event: Event, state: GameState) -> bool:
        """Whether a model walks or is put down with the one before it of its unit, which goes as one."""
        if self.match.ruleset.acts_by != "unit" or not isinstance(event, (ev.Moved, ev.Placed)):
            return False
        return type(before) is type(event) and state.models[before.model].unit == state.models[event.model].unit

    def _mark(self, place: int, event: Event, state: GameState) -> None:
        match event:
            case ev.Advanced(round=round_) if round_ is not None and round_ != state.round and round_ > 0:
                self.rounds.setdefault(round_, place)
                self.moments.append(Moment(place, "round", amount=round_))
            case ev.Left(model=name):
                model = state.models[name]
                self.moments.append(Moment(place, "fall", model.side, model.name))
            case ev.Ended(result=result):
                self.moments.append(Moment(place, "end", result.winner))

    def _scored(self, state: GameState) -> None:
        """What the command brought in points, told at its end."""
        score = dict(self.match.ruleset.score(state))
        for side, now in score.items():
            if now > self._score.get(side, 0):
                self.moments.append(Moment(len(self.events), "score", side, amount=now - self._score.get(side, 0)))
        self._score = score

    def _last_decision(self) -> None:
        """The decision at which the game stands now, if it goes on; a question that waits was told already."""
        if self.match.run is None and not self.match.over:
            decision = self.match.decision()
            self.stops.append(Stop(len(self.events), len(self.match.journal.entries), None,
                                   decision.side if decision is not None else ""))

    def _beats(self) -> list[int]:
        """Each thing that is seen is a beat, with what is not seen behind it; each decision ends one."""
        stops, out, seen = {stop.place for stop in self.stops}, [0], False
        for place in range(len(self.events) + 1):
            ends = place in stops or place == len(self.events)
            if seen and (ends or self._told[place]):
                out.append(place)
                seen = False
            elif ends and len(out) > 1:
                out[-1] = place
            seen = seen or (place < len(self.events) and self._told[place])
        return out

    # --- where things are
    def command_at(self, place: int) -> int:
        """The number of the command that is under way at a place, or that is given there."""
        last = max(0, len(self._starts) - 2)
        return min(last, bisect.bisect_right(self._starts, place) - 1)

    def state_at(self, place: int) -> GameState:
        """The state when so many events had happened."""
        number = self.command_at(place)
        if place == self._starts[number]:
            return self.match.state_at(number)
        if number + 1 < len(self._starts) - (self.match.run is not None) and place == self._starts[number + 1]:
            return self.match.state_at(number + 1)
        state = self.match.state_at(number)
        for event in self.events[self._starts[number] : place]:
            state = apply(state, event)
        return state

    def start_of(self, place: int) -> int:
        """Where the command that is under way at a place began."""
        return self._starts[self.command_at(max(0, place - 1))]

    def stop_at(self, place: int) -> Stop | None:
        """The decision that lies open at a place; where several do the last, for those before it were answered."""
        found = bisect.bisect_right(self._places, place) - 1
        return self.stops[found] if found >= 0 and self._places[found] == place else None

    def stop_before(self, place: int) -> Stop | None:
        """The decision that lies open there, or was the last to be taken; None in a game without any."""
        found = bisect.bisect_right(self._places, place) - 1
        return self.stops[max(0, found)] if self.stops else None

    def decided(self, place: int) -> int:
        """How many decisions had been taken, counting the one that led here."""
        return bisect.bisect_left(self._places, place)

    def game_at(self, stop: Stop) -> Match:
        """A game of its own, at this decision."""
        return self.match.until(stop.command, stop.record)

    def nearest(self, place: float) -> int:
        """The beat that is nearest to a place."""
        at = bisect.bisect_left(self.beats, place)
        near = self.beats[max(0, at - 1) : at + 1] or [len(self)]
        return min(near, key=lambda beat: abs(beat - place))

    # --- going on and back
    def beat(self, place: int, by: int) -> int:
        """The next thing to be seen, or the one before."""
        return _next(self.beats, place, by)

    def decision(self, place: int, by: int) -> int:
        """The place of the next decision, or of the one before; the ends of the game count as such."""
        return _next(sorted({0, *self._places, len(self)}), place, by)

    def moment(self, place: int, by: int) -> int:
        """The place of the next thing that matters, or of the one before."""
        return _next(sorted({0, *(m.place for m in self.moments), len(self)}), place, by)

    def round(self, place: int, by: int) -> int:
        """Where the next round begins, or this one, or the one before where this one begins here."""
        return _next(sorted({0, *self.rounds.values(), len(self)}), place, by)


def _next(places: list[int], place: int, by: int) -> int:
    if by > 0:
        return places[min(len(places) - 1, bisect.bisect_right(places, place))]
    return places[max(0, bisect.bisect_left(places, place) - 1)]


def side_of(state: GameState, command: Command) -> str:
    """The side that gave an order."""
    if command.by in state.models:
        return state.models[command.by].side
    if command.by in state.units:
        return state.units[command.by].side
    return command.by if command.by in state.sides else state.turn or ""


def is_seen(event: Event, state: GameState) -> bool:
    """Whether a person sees or reads that something happened: all but what only the rules keep account of."""
    match event:
        case ev.UnitNoted() | ev.SideNoted() | ev.Noted():
            return False
        case ev.Altered(model=name, states=states):
            return states is not None and states != state.models[name].states
        case ev.Advanced(round=round_):
            return round_ is not None and round_ != state.round
        case ev.Moved(model=name, path=path, facing=facing):
            length = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
            return length > TURNED or abs(facing - state.models[name].facing) > 1
    return True
