"""Odds by carrying an order out: only of orders that may be given; and the shot that is measured is one of those."""
from __future__ import annotations

import pytest

from game.engine.commands import Command
from game.errors import Refused
from game.rulesets.registry import ruleset
from game.sim.bench_game import a_shot
from game.sim.odds import sample
from game.sim.opening import stand_alone


def alone(scenario: str, *ids: str):
    rules = ruleset(scenario.split("/")[0])
    state = stand_alone(rules, scenario, *ids, 6.0)
    return rules, state, *(state.models[name] for name in ids)


@pytest.mark.parametrize(("scenario", "blue", "red"), [
    ("rouge_elements/shift_change", "blue-dace-hollin-1", "red-tallow-1"),
    ("rezolution/pump_house", "blue-tinsel", "red-adjuster_crane"),
])
def test_the_shot_that_is_measured_may_be_fired(scenario, blue, red):
    rules, state, doer, target = alone(scenario, blue, red)
    shot = a_shot(rules, state, doer, target)
    assert rules.verify(state, shot) and rules.preview(state, shot) is not None
    assert sample(rules, state, shot, runs=3).runs == 3


@pytest.mark.parametrize("fields", [{}, {"weapon": "hand_weapon"}, {"weapon": "nothing"}, {"weapon": ["revolver"] * 2}])
@pytest.mark.parametrize("do", ["shoot", "fight", "cast", "hand_over", "pick_up", "place", "jump"])
def test_an_order_that_may_not_be_given_is_refused_and_not_carried_out(do, fields):
    rules, state, doer, target = alone("rouge_elements/shift_change", "blue-dace-hollin-1", "red-tallow-1")
    with pytest.raises(Refused):
        sample(rules, state, Command(do=do, by=doer.id, fields={"at": target.id, **fields}), runs=1)
