"""Odds by carrying an order out: only of orders that may be given; and the attacks that are measured are of those."""
from __future__ import annotations

import pytest

from game.engine.commands import Command
from game.errors import Refused
from game.rulesets.registry import ruleset, rulesets
from game.sim.bench_lab import attacks, is_shot
from game.sim.odds import sample, tally
from game.sim.opening import stand_alone


def alone(scenario: str, *ids: str):
    rules = ruleset(scenario.split("/")[0])
    state = stand_alone(rules, scenario, *ids, 6.0)
    return rules, state, *(state.models[name] for name in ids)


@pytest.mark.parametrize("rules", rulesets())
def test_the_attacks_that_are_measured_may_be_made(rules):
    known, found = ruleset(rules), attacks(rules)
    assert any(is_shot(posed) for posed in found)
    for posed in found:
        trial = posed.trial
        assert trial.answered or known.verify(trial.state, trial.command)
        assert posed.exact is not None and posed.exact.harm
        assert tally(known, trial, range(3)).runs == 3


@pytest.mark.parametrize("fields", [{}, {"weapon": "hand_weapon"}, {"weapon": "nothing"}, {"weapon": ["revolver"] * 2}])
@pytest.mark.parametrize("do", ["shoot", "fight", "cast", "hand_over", "pick_up", "place", "jump"])
def test_an_order_that_may_not_be_given_is_refused_and_not_carried_out(do, fields):
    rules, state, doer, target = alone("rouge_elements/shift_change", "blue-dace-hollin-1", "red-tallow-1")
    with pytest.raises(Refused):
        sample(rules, state, Command(do=do, by=doer.id, fields={"at": target.id, **fields}), runs=1)
