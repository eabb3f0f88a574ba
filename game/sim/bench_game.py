"""Measurements of the game: states, odds, random play, the computer player, batches."""
from __future__ import annotations

import copy
import statistics
import time

from msgspec.structs import replace

from game.ai.levels import player
from game.engine.events import Placed, apply
from game.engine.match import Match
from game.engine.state import GameState
from game.rulesets.registry import rulesets
from game.sim.batch import run_batch
from game.sim.bench import Bench, Figure, faster, interleaved, own_clock
from game.sim.playing import carry_out, choice_of
from game.sim.random_player import RandomPlayer
from game.sim.scenario import ScenarioInfo, list_scenarios, load_scenario
from game.words import say

GAMES = 5
DECISIONS = 120


def largest() -> ScenarioInfo:
    """The scenario with the most points to play with."""
    return max(list_scenarios(), key=lambda s: (s.points, s.minutes))


def quickest() -> ScenarioInfo:
    return min(list_scenarios(), key=lambda s: (s.minutes, s.points))


def new_match(info: ScenarioInfo, seed: int | str = 1) -> Match:
    return Match(rulesets()[info.rules], load_scenario(info.id).start(), seed)


def crowded(count: int) -> GameState:
    """A state with `count` models, spread over the largest scenario's table; terrain as it is."""
    state = new_match(largest()).state
    models = list(state.models.values())
    made = {}
    across = 10
    for number in range(count):
        model = models[number % len(models)]
        name = f"{model.id}+{number}"
        x = 2.0 + (number % across) * (state.table.width - 4.0) / (across - 1)
        y = 2.0 + (number // across) * (state.table.height - 4.0) / max(1, (count - 1) // across)
        made[name] = replace(model, id=name, at=(x, y), facing=float(number * 37 % 360))
    units = {unit.id: replace(unit, models=tuple(m for m in made if made[m].unit == unit.id))
             for unit in state.units.values()}
    return replace(state, models=made, units=units)


def _state_copy() -> list[Figure]:
    """A state kept and gone on from, as the computer player and undo do it: one event's change to 40 models."""
    state = crowded(40)
    event = Placed(model=next(iter(state.models)), at=(3.0, 3.0), facing=90.0)
    return [faster("state-copy", "state copy at a decision, 40 models", lambda: apply(state, event),
                   lambda: copy.deepcopy(state), "copy.deepcopy of it", aim=1000, beyond=3000)]


def _random_play() -> list[Figure]:
    rates, now = [], own_clock()
    for seed in range(GAMES):
        match = new_match(largest(), seed)
        began = now()
        count = sum(1 for _ in RandomPlayer(seed).play(match))
        rates.append(count / (now() - began))
    return [Figure(name="random-play", title="random play", value=statistics.median(rates), unit="decisions/s",
                   better="none")]


def _regular_play() -> list[Figure]:
    """The computer against itself in the largest scenario: the first decisions of some games, set-up and all."""
    rates, now = [], own_clock()
    for seed in range(GAMES):
        match, computer = new_match(largest(), seed), player("regular")
        began = now()
        for _ in range(DECISIONS):
            choice = choice_of(match, computer)
            if choice is None:
                break
            carry_out(match, choice)
        rates.append(DECISIONS / (now() - began))
    return [Figure(name="regular-play", title="regular against regular", value=statistics.median(rates),
                   unit="decisions/s", better="none")]


def _jobs() -> list[Figure]:
    scenario = load_scenario(quickest().id)
    levels = dict.fromkeys(scenario.sides, "regular")

    def batch(jobs: int) -> None:
        run_batch(scenario, games=8, levels=levels, jobs=jobs)

    two, one, ratio = interleaved(lambda: batch(2), lambda: batch(1), clock=time.perf_counter, rounds=5)
    return [Figure(name="jobs", title="simulate --jobs 2", value=ratio, unit=say("x faster"), better="more", aim=1.8,
                   beyond=1.95, ours=two, baseline=one, against="--jobs 1")]


BENCHES = (
    Bench(name="state-copy", title="copies of a state", measure=_state_copy),
    Bench(name="random-play", title="random play", measure=_random_play),
    Bench(name="regular-play", title="the computer against itself", measure=_regular_play),
    Bench(name="jobs", title="two processes", measure=_jobs),
)
