"""What a regular sees and a recruit does not."""
from __future__ import annotations

import time

import numpy as np

from game.ai.evaluate import Judge, Weights
from game.ai.levels import player
from game.ai.regular import Regular
from game.ai.ways import Ways, lengths_for, ways
from game.engine.events import Rolled
from game.engine.view import View
from game.geometry.scene import Scene
from game.geometry.shapes import Piece
from game.sim.playing import play_out
from game.table.terrainspec import TerrainSpec
from game.units import turn_between
from tests.ai.scenes import RULES, carry_on, choose, one, orders, scene, team, told


def judge_of(match):
    decision = match.decision()
    return Judge(View(match.ruleset, match.state, decision, decision.side), Weights())


def test_team_keeps_together_on_the_move():
    match = scene(team("blue-a", *(("glass_rat", 8 + 2 * k, 3) for k in range(4))),
                  team("red-a", *(("bailiff", 8 + 2 * k, 27) for k in range(4))), rounds=3)
    play_out(match, {side: player("regular") for side in match.state.sides}, limit=300)
    strays = [event for event in told(match, Rolled) if event.reason == "coherency"]
    assert len(strays) <= 1


def test_walks_into_contact_with_a_lying_enemy_and_executes_it():
    match = scene(one("blue-a", "bailiff", 10, 10), one("red-a", "adjuster_crane", 10, 14, states=["stunned"]),
                  one("red-b", "bailiff", 29, 29, states=["stunned"]))
    assert "execute" in orders(carry_on(match, Regular(), until="execute"))


def test_back_is_charged_where_it_pays():
    match = scene(one("blue-a", "kilnhand", 10, 10), one("red-a", "witness_ione", 10, 16, facing=0))
    made = orders(carry_on(match, Regular(), until="fight"))
    assert made[-2:] == ["charge", "fight"]


def test_losing_charge_is_not_made():
    match = scene(one("blue-a", "old_murmur", 10, 10, weapons=["glass_knife"]), one("red-a", "door_breaker", 10, 16),
                  one("red-b", "evictor", 12, 16))
    assert "charge" not in orders(carry_on(match, Regular()))


def test_ends_out_of_sight_rather_than_before_four_guns():
    wall = TerrainSpec(kind="building", rect=(6, 10, 16, 12))
    match = scene(one("blue-a", "old_murmur", 11, 7), team("red-a", *(("bailiff", 8 + 2 * k, 24) for k in range(4))),
                  terrain=(wall,))
    carry_on(match, Regular())
    place = np.array([match.state.models["blue-a"].at])
    model = match.state.models["blue-a"]
    assert RULES.harm_at(match.state, model, place, in_points=True)[0] < 3.0


def test_faces_what_threatens_it():
    match = scene(one("blue-a", "bailiff", 15, 15, facing=180), one("red-a", "glass_rat", 15, 29))
    carry_on(match, Regular())
    assert turn_between(match.state.models["blue-a"].facing, 0.0) < 60


def test_hacker_goes_to_the_terminal_and_downloads():
    pieces = (TerrainSpec(kind="terminal", at=(10, 10)), TerrainSpec(kind="data_node", at=(3, 15)))
    match = scene(one("blue-a", "tinsel", 12, 6), one("red-a", "ledger_nine", 28, 28), terrain=pieces)
    assert "hack" in orders(carry_on(match, Regular(), until="hack"))


def test_unit_with_the_better_strike_acts_first():
    match = scene(one("blue-a", "bailiff", 3, 3), one("blue-b", "bailiff", 15, 14), one("red-a", "glass_rat", 15, 26))
    assert choose(match, Regular()).by == "blue-b"


def test_same_view_gets_the_same_choice():
    match = scene(team("blue-a", ("glass_rat", 8, 8), ("glass_rat", 10, 8)), one("red-a", "bailiff", 12, 18))
    match.submit(choose(match, Regular()))
    assert choose(match, Regular()) == choose(match, Regular())


def test_decision_is_quick():
    match = scene(team("blue-a", *(("glass_rat", 8 + 2 * k, 8) for k in range(4))),
                  team("red-a", *(("bailiff", 8 + 2 * k, 22) for k in range(4))))
    choose(match, Regular())
    match.submit(choose(match, Regular()))
    began = time.process_time()
    choose(match, Regular())
    assert time.process_time() - began < 0.3


def test_place_out_of_company_costs():
    match = scene(team("blue-a", ("glass_rat", 8, 8), ("glass_rat", 10, 8), states=["suppressed"]),
                  one("red-a", "bailiff", 12, 18))
    model = match.state.models["blue-a/1"]
    price = judge_of(match).straying(model, np.array([[9.0, 9.5], [20.0, 20.0]]))
    assert price[0] == 0.0 < price[1]


def test_judge_has_an_answer_without_enemies():
    match = scene(one("blue-a", "bailiff", 8, 8), one("red-a", "bailiff", 12, 18, in_play=False))
    judge, model = judge_of(match), match.state.models["blue-a"]
    assert judge.places(model, np.array([[8.0, 8.0]]), acts=True).tolist() == [0.0]
    assert judge.facing(model, (8.0, 8.0)) == model.facing


def test_way_round_a_wall_is_longer_than_through_it():
    wall = Piece(id="wall", outline=((0, 9), (18, 9), (18, 10), (0, 10)), height=3, traits=frozenset({"impassable"}))
    way = Ways(Scene(20, 20, [wall])).lengths(np.array([[3.0, 5.0]]), np.array([[3.0, 15.0], [5.0, 5.0]]))[0]
    assert way[0] > 25
    assert way[1] == 2.0


def test_way_through_a_gap_is_only_for_bases_that_fit():
    walls = [Piece(id=name, outline=((x, 9), (end, 9), (end, 10), (x, 10)), height=3, traits=frozenset({"impassable"}))
             for name, x, end in (("left", 0, 8), ("right", 10, 18))]
    scene_, here, there = Scene(20, 20, walls), np.array([[9.0, 5.0]]), np.array([[9.0, 15.0]])
    assert ways(scene_, 0.5).lengths(here, there)[0][0] < 12
    assert ways(scene_, 1.18).lengths(here, there)[0][0] > 12


def test_a_base_that_fits_no_way_still_has_one_to_plan_by():
    wall = [Piece(id=name, outline=((x, 9), (end, 9), (end, 10), (x, 10)), height=3, traits=frozenset({"impassable"}))
            for name, x, end in (("left", 0, 8), ("right", 10, 20))]
    scene_, here, there = Scene(20, 20, wall), np.array([[9.0, 5.0]]), np.array([[9.0, 15.0]])
    assert np.isinf(ways(scene_, 1.18).lengths(here, there)[0][0])
    assert 12 < lengths_for(scene_, here, there, 1.18)[0][0] < 20
