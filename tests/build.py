"""Words for scenes: settings of any rule set, and players that answer any decision without knowing its rules."""
from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.table.setting import Setting
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

Move = tuple[str, Any]
"""("order", a Command) or ("answer", its value)."""

STREET = (
    TerrainSpec(id="block", kind="building", rect=(9.0, 11.0, 14.0, 18.0)),
    TerrainSpec(id="wall", kind="wall", rect=(18.0, 15.0, 24.0, 15.4)),
    TerrainSpec(id="rubble", kind="rubble", rect=(16.0, 8.0, 21.0, 11.0)),
    TerrainSpec(id="wood", kind="wood", rect=(24.0, 18.0, 29.0, 22.0)),
    TerrainSpec(id="crates", kind="crates", rect=(5.0, 20.0, 7.0, 21.0)),
)


def skirmish(ruleset: RuleSet, *, size: float = 30.0, rounds: int = 2, smallest: bool = True) -> Setting:
    """Two ready forces of the rule set on a small table with a street's terrain."""
    forces = sorted(ruleset.forces(), key=lambda f: (f.models, f.id), reverse=not smallest)
    zone = ruleset.zone_depth
    sides = {
        name: Side(id=name, name=name.title(), edge=edge, force=force.id, zone=edge_zone(edge, zone, size, size))
        for name, edge, force in (("blue", "south", forces[0]), ("red", "north", forces[1 % len(forces)]))
    }
    units = tuple(u for side in sides.values() for u in ruleset.force_units(side.force, side.id))
    return Setting(source="skirmish", title="Skirmish", table=Table(width=size, height=size), sides=sides,
                   terrain=build_terrain("skirmish", STREET), units=units, options={"rounds": rounds})


def new_match(ruleset: RuleSet, seed: int = 1, **words: Any) -> Match:
    return Match(ruleset, ruleset.begin(skirmish(ruleset, **words)), seed)


class RandomPlayer:
    """Answers any decision with something legal, found by trying. The same seed plays the same."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"player {seed}")

    def move(self, match: Match) -> Move:
        decision = match.decision()
        assert decision is not None, "the game is over"
        if decision.inside:
            return "answer", self.answer(match, decision)
        options = [o for o in decision.options if o.verdict]
        self.rng.shuffle(options)
        for option in options:
            for command in self.commands(match.ruleset, match.state, option):
                if match.verify(command):
                    return "order", command
        raise AssertionError(f"nothing can be ordered at {decision.question}: {[o.do for o in decision.options]}")

    def answer(self, match: Match, decision: Decision) -> Any:
        """A candidate, or a point that the rule set takes, or no."""
        option = decision.options[0]
        need = option.needs[0]
        if need.candidates:
            return self.rng.choice([c.value for c in need.candidates if c.verdict])
        assert match.run is not None and match.run.waiting is not None
        for value in self._values(match.ruleset, match.state, option, need):
            if match.ruleset.check_answer(match.state, match.run.waiting, value.value):
                return value.value
        return None

    def commands(self, ruleset: RuleSet, state: GameState, option: Option, tries: int = 6) -> Iterator[Command]:
        """Ways of ordering an option, at random."""
        for _ in range(tries):
            fields, by = dict(option.fixed), option.by
            for need in option.needs:
                if need.optional and self.rng.random() < 0.5:
                    continue
                found = next(iter(self._values(ruleset, state, option, need)), None)
                if found is None:
                    break
                fields.update(found.fields)
                if need.key == "by":
                    by = found.value
                else:
                    fields[need.key] = found.value
            else:
                yield Command(do=option.do, by=by, fields=fields)

    def _values(self, ruleset: RuleSet, state: GameState, option: Option, need: Need) -> Sequence[Candidate]:
        """A few values of the kind the need wants."""
        match need.kind:
            case "direction":
                return [Candidate(self.rng.random() * 360)]
            case "number":
                return [Candidate(self.rng.randint(need.low, need.high))]
            case "point":
                return [Candidate(self._point(state, option, need)) for _ in range(20)]
            case "path":
                return self._paths(ruleset, state, option)
            case "choice" if need.high > 1:
                return [Candidate([c.value for c in self.rng.sample(list(need.candidates), max(need.low, 1))])]
        legal = [c for c in ruleset.candidates(state, option, need.key) if c.verdict]
        return self.rng.sample(legal, len(legal))

    def _point(self, state: GameState, option: Option, need: Need) -> list[float]:
        model = state.models.get(option.by)
        zone = state.sides[model.side].zone if model is not None and model.at is None else ()
        if model is not None and model.at is not None:
            ring = need.ring or need.budget or 6.0
            return [c + self.rng.uniform(-ring, ring) for c in model.at]
        xs, ys = zip(*(zone or ((0.0, 0.0), (state.table.width, state.table.height))), strict=True)
        return [self.rng.uniform(min(xs), max(xs)), self.rng.uniform(min(ys), max(ys))]

    def _paths(self, ruleset: RuleSet, state: GameState, option: Option) -> Sequence[Candidate]:
        reach = ruleset.reach(state, option)
        ends = reach.sample(2.0) if reach is not None else ()
        if reach is None or not len(ends):
            return []
        x, y = ends[self.rng.randrange(len(ends))]
        path = reach.path((float(x), float(y)))
        return [Candidate([list(p) for p in path])] if path else []


class IdlePlayer(RandomPlayer):
    """Does as little as it may: says no, takes the default, ends."""

    def move(self, match: Match) -> Move:
        decision = match.decision()
        assert decision is not None, "the game is over"
        if decision.inside and decision.option("no") is not None:
            return "answer", None
        if decision.inside:
            return super().move(match)
        plain = [o for o in decision.options if o.verdict]
        plain.sort(key=lambda o: (not o.do.startswith(("end", "decline", "pass", "line_up")), not o.default))
        for option in plain:
            for command in self.commands(match.ruleset, match.state, option):
                if match.verify(command):
                    return "order", command
        raise AssertionError(f"nothing can be ordered at {decision.question}")


def make(match: Match, move: Move) -> None:
    """Orders or answers."""
    if move[0] == "order":
        match.submit(move[1])
    else:
        match.answer(move[1])


def play(match: Match, player: RandomPlayer, limit: int = 3000) -> Iterator[Move]:
    """Plays to the end, telling each move just before it is made. Fails for a game that does not end."""
    for _ in range(limit):
        if match.over:
            return
        move = player.move(match)
        yield move
        make(match, move)
    raise AssertionError(f"no end after {limit} decisions")
