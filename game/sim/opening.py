"""Where a command of the command line begins: a scenario by id or file, or a saved game."""
from __future__ import annotations

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

SHOWN = 24
"""Models that an error names of those there are."""


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
    """The model with this id, or the only one with this name. Raises InputError for a name of none or of several."""
    if name in state.models:
        return state.models[name]
    named = [m for m in state.models.values() if m.name.casefold() == name.casefold()]
    if len(named) > 1:
        raise InputError(f'"{name}" is the name of several; give an id: {", ".join(m.id for m in named)}')
    if not named:
        near = did_you_mean(name, [*state.models, *(m.name for m in state.models.values())])
        some = ", ".join(list(state.models)[:SHOWN]) + (", ..." if len(state.models) > SHOWN else "")
        raise InputError(f'no model "{name}"{near or "; there are " + some}')
    return named[0]


def stand_alone(ruleset: RuleSet, name: str, by: str, at: str, apart: float) -> GameState:
    """The two models of a scenario alone on its bare table, `apart` inches from base edge to base edge, facing each
    other in round 1 of the first's turn. Raises InputError for one side's own, and where they would not stand on it."""
    scenario = load_scenario(name)
    start = scenario.start()
    doer, other = find_model(start, by), find_model(start, at)
    if doer.side == other.side:
        raise InputError(f"{doer.name} and {other.name} are on the same side; name one of each")
    turns = ruleset.plan.every_round[-1].id
    setting = replace(scenario.setting(), terrain={}, begin={"phase": turns, "turn": doer.side, "round": 1})
    state = ruleset.begin(setting)
    width, height = state.table.width, state.table.height
    reach = doer.radius * 2 + other.radius * 2 + apart
    if reach > height:
        raise InputError(f"{apart:g} in apart does not fit on a table {height:g} in deep")
    south = (width / 2, (height - reach) / 2 + doer.radius)
    north = (width / 2, south[1] + doer.radius + apart + other.radius)
    models = {m.id: replace(m, in_play=False) for m in state.models.values()}
    models[doer.id] = replace(state.models[doer.id], at=south, facing=0.0)
    models[other.id] = replace(state.models[other.id], at=north, facing=180.0)
    return replace(state, models=models, turn=doer.side)
