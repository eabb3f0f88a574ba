"""A player that knows no rule: it answers any decision with something legal, found by trying.

For measuring, and for tests of any rule set. The same seed plays the same.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from game.ai.player import Answer, Choice
from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.match import Match
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FiringArcError
from game.sim.playing import carry_out
from game.words import say

T = TypeVar("T")
FINE = 1_000_000
POINTS = 20
"""Points tried for a need that wants one."""


class Lost(FiringArcError):
    """A decision at which nothing legal was found."""


class RandomPlayer:
    """Plays at random. `choose` tells what it would do; `play` carries it out."""

    def __init__(self, seed: int | str) -> None:
        self._dice = SeededDice(f"player {seed}", 0)

    def play(self, match: Match, limit: int = 5000) -> Iterator[Choice]:
        """Plays to the end, telling each choice just before it is made. Raises Lost for a game that goes on and on."""
        for _ in range(limit):
            if match.over:
                return
            choice = self.choose(match)
            yield choice
            carry_out(match, choice)
        raise Lost(say("no end after {limit} decisions", limit=limit))

    def choose(self, match: Match) -> Choice:
        """Something legal. Raises Lost."""
        decision = match.decision()
        assert decision is not None, "the game is over"
        if decision.inside:
            return Answer(self.answer(match, decision))
        for option in self._shuffled([o for o in decision.options if o.verdict]):
            for command in self.commands(match.ruleset, match.state, option):
                if match.verify(command):
                    return command
        raise Lost(say("nothing can be ordered at {question}: {do}", question=decision.question,
                       do=", ".join(o.do for o in decision.options)))

    def answer(self, match: Match, decision: Decision) -> Any:
        """A candidate, or a point that the rule set takes, or no."""
        option = replace(decision.options[0], by=decision.subject)
        need = option.needs[0]
        if need.kind == "truth":
            return self._below(2) == 1
        if need.kind == "shots":
            return [{"at": self._one([c.value for c in need.candidates])}] if need.candidates else None
        if need.kind == "models":
            some = self._shuffled([c.value for c in need.candidates])[: self._below(need.high + 1)]
            return some if match.takes(some) else None
        if need.candidates:
            return self._one([c.value for c in need.candidates if c.verdict])
        assert match.run is not None and match.run.waiting is not None
        for offer in self._offers(match.ruleset, match.state, option, need):
            if match.ruleset.check_answer(match.state, match.run.waiting, offer.value):
                return offer.value
        return None

    def commands(self, ruleset: RuleSet, state: GameState, option: Option, tries: int = 6) -> Iterator[Command]:
        """Ways of ordering an option; not all need be legal."""
        for _ in range(tries):
            fields, by = dict(option.fixed), option.by
            for need in option.needs:
                if need.optional and self._below(2):
                    continue
                offer = next(iter(self._offers(ruleset, state, option, need)), None)
                if offer is None:
                    return
                fields.update(offer.fields)
                if need.key == "by":
                    by = offer.value
                else:
                    fields[need.key] = offer.value
            yield Command(do=option.do, by=by, fields=fields)

    def _offers(self, ruleset: RuleSet, state: GameState, option: Option, need: Need) -> Sequence[Candidate]:
        """A few values of the kind the need wants."""
        match need.kind:
            case "direction":
                return [Candidate(self._between(0.0, 360.0))]
            case "number":
                return [Candidate(need.low + self._below(need.high - need.low + 1))]
            case "point":
                return [Candidate(self._point(state, option, need)) for _ in range(POINTS)]
            case "path":
                return self._paths(ruleset, state, option)
            case "moves":
                return self._formation(ruleset, state, option, need, (-need.budget, need.budget))
            case "points":
                return self._places(ruleset, state, option, need)
            case "choice" if need.high > 1:
                some = self._shuffled([c.value for c in need.candidates if c.verdict])
                return [Candidate(some[: max(need.low, 1)])]
        return self._shuffled([c for c in ruleset.candidates(state, option, need.key) if c.verdict])

    def _point(self, state: GameState, option: Option, need: Need) -> list[float]:
        """Near the doer on the table, in its zone off it, else anywhere."""
        model = state.models.get(option.by)
        if model is not None and model.at is not None:
            ring = need.ring or need.budget or 6.0
            return [c + self._between(-ring, ring) for c in model.at]
        zone = state.sides[model.side].zone if model is not None else ()
        xs, ys = zip(*(zone or ((0.0, 0.0), (state.table.width, state.table.height))), strict=True)
        return [self._between(min(xs), max(xs)), self._between(min(ys), max(ys))]

    def _paths(self, ruleset: RuleSet, state: GameState, option: Option) -> Sequence[Candidate]:
        reach = ruleset.reach(state, option)
        ends = reach.sample(2.0) if reach is not None else ()
        if reach is None or not len(ends):
            return []
        x, y = ends[self._below(len(ends))]
        path = reach.path((float(x), float(y)))
        return [Candidate([list(p) for p in path])] if path else []

    def _formation(
        self, ruleset: RuleSet, state: GameState, option: Option, need: Need, span: tuple[float, float]
    ) -> Sequence[Candidate]:
        """A unit that follows a drag somewhere; where no drag leads anywhere, it closes up as best it can."""
        shift = (self._between(*span), self._between(*span))
        fields = ruleset.formation(state, option, shift) or ruleset.mend(state, option, {need.key: []})
        return [Candidate(fields.get(need.key, fields), fields=fields)] if fields else []

    def _places(self, ruleset: RuleSet, state: GameState, option: Option, need: Need) -> Sequence[Candidate]:
        """A unit put down about a random point, else where the rule set would put it."""
        xs, ys = zip(*(state.sides[state.units[option.by].side].zone), strict=True)
        middle = (self._between(min(xs), max(xs)), self._between(min(ys), max(ys)))
        fields = ruleset.formation(state, option, middle)
        if fields is None:
            fields = ruleset.complete(state, Command(do=option.do, by=option.by, fields=dict(option.fixed))).fields
        return [Candidate(fields[need.key], fields=fields)] if need.key in fields else []

    # --- chance

    def _below(self, count: int) -> int:
        return self._dice.roll(1, count, "any")[0] - 1

    def _between(self, low: float, high: float) -> float:
        return low + (high - low) * self._below(FINE) / FINE

    def _one(self, things: Sequence[T]) -> T:
        return things[self._below(len(things))]

    def _shuffled(self, things: Sequence[T]) -> list[T]:
        left = list(things)
        return [left.pop(self._below(len(left))) for _ in range(len(left))]


class IdlePlayer(RandomPlayer):
    """Does as little as it may: says no, takes the default, ends."""

    def choose(self, match: Match) -> Choice:
        decision = match.decision()
        assert decision is not None, "the game is over"
        if decision.inside:
            no = decision.option("no") is not None
            return Answer(None) if no else super().choose(match)
        plain = [o for o in decision.options if o.verdict]
        plain.sort(key=lambda o: (not o.do.startswith(("end", "decline", "pass", "line_up")), not o.default))
        for option in plain:
            for command in self.commands(match.ruleset, match.state, option):
                if match.verify(command):
                    return command
        raise Lost(say("nothing can be ordered at {question}", question=decision.question))
