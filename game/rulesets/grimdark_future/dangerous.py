"""Dangerous terrain: a die for each model that crosses or starts in it (GF-10.5 to 10.7, GF-R86 to R88, GF-D4)."""

from __future__ import annotations

from game.engine.events import Rolled
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.geometry.path import path_length
from game.geometry.sweep import touched_pieces
from game.rulesets.grimdark_future.attacks import regenerated
from game.rulesets.grimdark_future.casualties import Toll, wound_unit
from game.rulesets.grimdark_future.conditions import alive, has, tough
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.movement import Paths
from game.units import TOLERANCE
from game.words import say_many


def who_tests(state: GameState, unit: str, paths: Paths, *, activated: bool) -> list[str]:
    """The models that roll for this move, in number order: touching such a piece anywhere on the way, or standing in it
    when activated. Flying models mind only where they start. Asked before the models are moved."""
    key = ("tests", unit, activated, tuple((name, tuple(path)) for name, path in paths.items()))
    return list(remembered(state, key, lambda: _who_tests(state, unit, paths, activated=activated)))


def _who_tests(state: GameState, unit: str, paths: Paths, *, activated: bool) -> list[str]:
    testing = []
    for model in alive(state, unit):
        still = (model.base.at, model.base.at)
        way = still if has(model, "Flying") else paths.get(model.id, still)
        moved = path_length(way) > TOLERANCE
        if (moved or activated) and touched_pieces(state.scene, model.base, way, "dangerous"):
            testing.append(model.id)
    return testing


def test_danger(run: Run, unit: str, testing: list[str], toll: Toll) -> Resolver:
    """One pool of as many dice as the models have Tough; each 1 is a wound on the unit. GF-R88"""
    still = [m for m in testing if run.state.models[m].on_table]
    if not still:
        return
    side = run.state.units[unit].side
    count = sum(tough(run.state.models[m]) for m in still)
    dice = run.roll(count, 6, "dangerous", side)
    ones = dice.count(1)
    run.emit(
        Rolled(
            reason="dangerous terrain",
            by=unit,
            side=side,
            dice=dice,
            marks=tuple("fail" if d == 1 else "success" for d in dice),
            against="1s wound",
            outcome=say_many("{n} wound", "{n} wounds", ones),
            rule="GF-10.7",
        )
    )
    if ones:
        yield from wound_unit(run, unit, ones - regenerated(run, unit, ones, None), toll)
