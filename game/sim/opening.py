"""Where a command of the command line begins: a scenario by id or file, or a saved game."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Player
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import InputError, did_you_mean
from game.rulesets.registry import ruleset as ruleset_of
from game.sim.playing import carry_out, choice_of
from game.sim.saves import load_match
from game.sim.scenario import load_scenario
from game.table.model import Model
from game.words import say

SHOWN = 24
"""Models that an error names of those there are."""
RANK, RANK_GAP = 5, 0.3


def read_match(name: str, seed: int | str = 0) -> Match:
    """A new game of a scenario, or the one in a save. Raises FileError, UnknownName."""
    if name.endswith(".json"):
        return load_match(Path(name))[0]
    scenario = load_scenario(name)
    return Match(ruleset_of(scenario.info.rules), scenario.start(), seed)


def play_on(match: Match, decisions: int, level: str = "recruit") -> None:
    """Lets the computer set both sides up, where that is still to be done, and then play so many decisions more."""
    computer = player(level)
    while _is_setting_up(match):
        _decide(match, computer)
    for _ in range(decisions):
        if not match.over:
            _decide(match, computer)


def _is_setting_up(match: Match) -> bool:
    return not match.over and match.state.phase in {phase.id for phase in match.ruleset.plan.setup}


def _decide(match: Match, computer: Player) -> None:
    choice = choice_of(match, computer)
    assert choice is not None, "the game is over"
    carry_out(match, choice)


def find_model(state: GameState, name: str) -> Model:
    """The model with this id, or the only one with this name; for a unit's id or name its first model. Raises
    InputError for a name of none or of several."""
    if name in state.models:
        return state.models[name]
    units = [u for u in state.units.values() if name == u.id or name.casefold() == u.name.casefold()]
    named = [m for m in state.models.values() if m.name.casefold() == name.casefold()] or [
        state.models[u.models[0]] for u in units]
    if len(named) > 1:
        raise InputError(say('"{name}" is the name of several; give an id: {ids}', name=name,
                             ids=", ".join(m.id for m in named)))
    if not named:
        near = did_you_mean(name, [*state.models, *(m.name for m in state.models.values()), *state.units])
        some = ", ".join(list(state.models)[:SHOWN]) + (", ..." if len(state.models) > SHOWN else "")
        raise InputError(say('no model "{name}"{near}', name=name, near=near or say("; there are {some}", some=some)))
    return named[0]


def stand_alone(ruleset: RuleSet, name: str, by: str, at: str, apart: float) -> GameState:
    """The two models of a scenario, with those they act as one with, alone on its bare table, `apart` inches from base
    edge to base edge, facing each other in round 1 of the first's turn. Raises InputError for one side's own, and where
    they would not stand on it."""
    scenario = load_scenario(name)
    start = scenario.start()
    doer, other = find_model(start, by), find_model(start, at)
    if doer.side == other.side:
        raise InputError(say("{doer} and {other} are on the same side; name one of each", doer=doer.name,
                             other=other.name))
    turns = ruleset.plan.every_round[-1].id
    setting = replace(scenario.setting(), terrain={}, begin={"phase": turns, "turn": doer.side, "round": 1})
    state = ruleset.begin(setting)
    width, height = state.table.width, state.table.height
    ours, theirs = (_as_one(ruleset, state, m.id) for m in (doer, other))
    deep = [_deep(group) for group in (ours, theirs)]
    reach = sum(deep) + apart
    if reach > height:
        raise InputError(say("{apart:g} in apart does not fit on a table {height:g} in deep", apart=apart,
                             height=height))
    front = (height - reach) / 2 + deep[0]
    models = {m.id: replace(m, in_play=False) for m in state.models.values()}
    for group, edge, back, facing in ((ours, front, -1.0, 0.0), (theirs, front + apart, 1.0, 180.0)):
        for model, (across, behind) in zip(group, _ranks(group), strict=True):
            models[model.id] = replace(model, at=(width / 2 + across, edge + back * behind), facing=facing)
    return replace(state, models=models, turn=doer.side)


def _as_one(ruleset: RuleSet, state: GameState, model: str) -> list[Model]:
    """The model, with its unit where units act as one."""
    return state.members(state.models[model].unit) if ruleset.acts_by == "unit" else [state.models[model]]


def _ranks(group: Sequence[Model]) -> list[tuple[float, float]]:
    """Where each stands in ranks of five: inches to the east of the middle, and behind the edge of the first."""
    wide = max(m.radius for m in group)
    pitch, across = 2 * wide + RANK_GAP, min(len(group), RANK)
    return [((n % across - (across - 1) / 2) * pitch, wide + n // across * pitch) for n in range(len(group))]


def _deep(group: Sequence[Model]) -> float:
    return max(behind for _, behind in _ranks(group)) + max(m.radius for m in group)
