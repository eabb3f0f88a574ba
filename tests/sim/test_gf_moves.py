"""Units of Grimdark Future that follow the hand, and the ways that the computer player weighs."""
from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace

from game.engine.requests import Option
from game.rulesets.grimdark_future import marching
from game.rulesets.grimdark_future.conditions import tough
from game.rulesets.grimdark_future.movement import check_moves
from game.rulesets.grimdark_future.propose import budgets_of
from game.rulesets.grimdark_future.steps import read_moves
from game.rulesets.registry import ruleset
from game.sim.bench_armies import mid_game

RULES = ruleset("grimdark_future")
WISHES = [(far * math.sin(turn), far * math.cos(turn)) for far in (3.0, 5.9, 14.0) for turn in np.arange(0, 6.2, 0.9)]


@pytest.fixture(scope="module")
def state():
    return mid_game()


@pytest.fixture(scope="module")
def units(state):
    """The largest units of both sides."""
    standing = [u.id for u in state.units.values() if state.members(u.id) and
                all(m.at is not None for m in state.members(u.id))]
    return sorted(standing, key=lambda u: (-len(state.members(u)), u))[:5]


@pytest.mark.parametrize("how", ["advance", "rush"])
def test_a_unit_follows_the_hand_anywhere_to_a_legal_end(state, units, how):
    for unit in units:
        for drag in WISHES:
            fields = RULES.formation(state, Option(do=how, title="", by=unit), drag)
            if fields is None:
                continue
            paths, _ = read_moves(state, unit, fields)
            verdict = check_moves(state, unit, paths, budgets_of(state, unit, how, paths), rule="GF-5.1")
            assert verdict, f"{unit} {how} {drag}: {verdict}"


def test_what_is_remembered_of_earlier_drags_changes_nothing(state, units):
    option = Option(do="rush", title="", by=units[0])
    there = [RULES.formation(state, option, drag) for drag in WISHES]
    fresh = replace(state)
    back = [RULES.formation(fresh, option, drag) for drag in reversed(WISHES)]
    assert back[::-1] == there


@pytest.mark.parametrize("how", ["advance", "rush"])
def test_the_ways_to_many_wishes_at_once_are_the_ways_to_each(state, units, how):
    wishes = np.array(WISHES)
    for unit in units:
        together = marching.routes(state, unit, how, wishes)
        alone = [route for wish in wishes for route in marching.routes(state, unit, how, wish[None])]
        assert {route.shifts for route in together} <= {route.shifts for route in alone}
        rounded = {tuple(np.round(route.shifts, 3).ravel()) for route in together}
        assert rounded == {tuple(np.round(route.shifts, 3).ravel()) for route in alone}


def test_a_way_of_a_unit_is_legal_for_all_its_models(state, units):
    for unit in units:
        for route in marching.routes(state, unit, "rush", np.array(WISHES), files=3):
            paths = marching.along(state, unit, route)
            budgets = budgets_of(state, unit, "rush", paths)
            assert check_moves(state, unit, paths, budgets, rule="GF-5.1").rule in ("", "GF-5.2", "GF-5.3", "GF-R34")


def test_the_ground_is_told_of_before_it_is_entered(state, units):
    option, members = Option(do="rush", title="", by=units[0]), state.members(units[0])
    assert RULES.remarks(state, option, {m.id: (m.at,) for m in members}) == RULES.remarks(state, option, {})
    wood = next(p for p in state.terrain.values() if "difficult" in p.traits)
    ruin = next(p for p in state.terrain.values() if "dangerous" in p.traits)
    into_both = {m.id: (m.at, wood.centre, ruin.centre) for m in members}
    assert RULES.remarks(state, option, into_both) == (
        "Difficult ground: 6″ at most", f"Dangerous ground: {sum(tough(m) for m in members)} dice")
