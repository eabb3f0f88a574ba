"""What a regular does with a champion: parts, aim, blows, areas, fires, feet, questions, held ground."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Answer, Choice
from game.ai.regular import Regular
from game.ai.ways import ways
from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Ask, Candidate, Need
from game.engine.view import View
from game.rulesets.registry import ruleset
from game.rulesets.rouge_elements import means, spending, threat
from game.rulesets.rouge_elements.scoring import touches
from game.sim.playing import play_out
from game.sim.scenario import load_scenario
from game.table.setting import Setting, UnitSpec
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain
from tests.ai.scenes import carry_on, choose, orders

RULES = ruleset("rouge_elements")
SIZE = 24.0


def one(name: str, x: float, y: float, facing: float | None = None, **told: Any) -> UnitSpec:
    """A character on its own; "blue-..." is blue's. Numbers go over its profile, the rest is what it has."""
    numbers = {k: told.pop(k) for k in list(told) if k.isupper() or k in ("ap", "points", "W_start")}
    return UnitSpec(id=name, side=name.split("-")[0], profile=told.pop("profile", "Trooper"), at=(x, y), facing=facing,
                    set={"SD": 20, **numbers}, extra=told)


def scene(*units: UnitSpec, terrain: tuple[TerrainSpec, ...] = (), **options: Any) -> Match:
    """In the middle of turn 1, the first of them acting."""
    sides = {name: Side(id=name, name=name.title(), edge=edge, zone=edge_zone(edge, 6, SIZE, SIZE))
             for name, edge in (("blue", "south"), ("red", "north"))}
    setting = Setting(source="test", title="Test", table=Table(width=SIZE, height=SIZE), sides=sides, units=units,
                      terrain=build_terrain("test", terrain), options={"rounds": 6, **options},
                      begin={"phase": "turns", "order": [u.id for u in units]})
    match = Match(RULES, RULES.begin(setting), 3)
    match.submit(Command(do="activate", by=str(units[0].id)))
    return match


def first(choices: list[Choice], do: str) -> Command:
    return next(c for c in choices if not isinstance(c, Answer) and c.do == do)


def ask_of(match: Match, order: Command, question: str) -> Any:
    """What the regular answers to a question that comes up while `order` runs; others are declined."""
    match.submit(order)
    while match.run is not None:
        decision = match.decision()
        if decision.question == question:
            return choose(match, Regular()).value
        match.answer(None)
    raise AssertionError(f"{question} was not asked")


# --- attacks


def test_blow_goes_to_the_head_where_it_is_sure_to_hit():
    match = scene(one("blue-a", 12, 10, 0, weapons=["Hand weapon"], CA=9), one("red-a", 12, 11, 180, W=20))
    assert first(carry_on(match, Regular()), "fight").get("part") == "head"


def test_spare_points_go_into_aiming():
    match = scene(one("blue-a", 12, 6, 0, weapons=["Stub pistol"], ap=4, M=0),
                  one("red-a", 12, 14, 180, AV=6))
    assert first(carry_on(match, Regular()), "shoot").get("aim", 0) >= 2


def test_points_are_kept_for_the_blows_of_a_sure_charge():
    match = scene(one("blue-a", 12, 9, 0, weapons=["Hand weapon", "Stub pistol"], CA=9, S=9, ap=3),
                  one("red-a", 12, 12, 180, W=20))
    made = orders(carry_on(match, Regular()))
    assert "charge" in made
    assert "fight" in made


def test_template_is_not_laid_over_a_friend():
    match = scene(one("blue-a", 12, 6, 0, weapons=["Flame thrower"], M=0), one("blue-b", 12, 9, 0, points=20),
                  one("red-a", 12, 12, 180))
    assert "shoot" not in orders(carry_on(match, Regular(), until="end_activation"))


def test_blast_is_not_fired_where_it_takes_its_own_firer():
    match = scene(one("blue-a", 12, 10, 0, weapons=["Grenade launcher-anti infantry"], M=0, W=5, points=20, ap=0),
                  one("red-a", 12, 11.5, 180, W=35, W_start=35, A=9))
    assert "shoot" not in orders(carry_on(match, Regular(), until="end_activation"))


def test_shot_comes_before_the_charge_that_would_end_shooting():
    match = scene(one("blue-a", 12, 10, 0, weapons=["Stub pistol", "Hand weapon"], CA=9, S=9, RA=9),
                  one("red-a", 12, 14, 180, W=35, A=4))
    made = orders(carry_on(match, Regular()))
    assert made.index("shoot") < made.index("charge")


# --- itself


def test_gets_up_and_acts():
    match = scene(one("blue-a", 12, 6, 0, weapons=["Stub pistol"], state={"prone": True}), one("red-a", 12, 14, 180))
    assert orders(carry_on(match, Regular()))[0] == "stand"


def test_fire_is_put_out_when_it_can_be():
    match = scene(one("blue-a", 12, 2, 0, state={"burning": 4}), one("red-a", 12, 22, 180))
    assert "put_out" in orders(carry_on(match, Regular()))


def test_fire_that_cannot_be_put_out_yet_costs_no_point():
    match = scene(one("blue-a", 12, 2, 0, state={"burning": 0}), one("red-a", 12, 22, 180))
    assert "put_out" not in orders(carry_on(match, Regular()))


def test_flees_as_it_must():
    match = scene(one("blue-a", 12, 10, 0, state={"fleeing": True}), one("red-a", 12, 20, 180))
    assert orders(carry_on(match, Regular()))[0] == "flee"


def test_summons_while_points_are_left():
    match = scene(one("blue-a", 12, 3, 0, has=["Summon"], L=12), one("red-a", 12, 21, 180, A=15, W=35))
    assert "summon" in orders(carry_on(match, Regular()))


def test_weapon_that_serves_better_is_taken_in_hand():
    weapons = [{"name": "Heavy Energy weapon", "held": False}]
    match = scene(one("blue-a", 12, 10, 0, weapons=weapons, S=6, CA=9, ap=5), one("red-a", 12, 11, 180, A=13))
    assert "change" in orders(carry_on(match, Regular()))


# --- places


def test_keeps_out_of_reach_of_a_stronger_fighter_that_acts_next():
    match = scene(one("blue-a", 12, 12, 0, CA=1, S=1), one("red-a", 12, 20, 180, weapons=["Hand weapon"], CA=9, S=9))
    model = match.state.models["blue-a"]
    before = threat.harm_at(match.state, model, np.array([model.base.at]), in_points=True)[0]
    carry_on(match, Regular())
    model = match.state.models["blue-a"]
    assert threat.harm_at(match.state, model, np.array([model.base.at]), in_points=True)[0] < before


def test_gap_is_jumped_when_that_is_the_way_to_the_enemy():
    trench = TerrainSpec(id="trench", kind="gap", rect=(0.0, 8.0, 24.0, 10.5), depth=3.0)
    match = scene(one("blue-a", 12, 7, 0, M=9, CA=9, S=9, weapons=["Hand weapon"]),
                  one("red-a", 12, 20, 180, W=5, M=0), terrain=(trench,))
    assert "jump" in orders(carry_on(match, Regular()))


def test_gap_that_can_hardly_be_crossed_is_not_jumped():
    trench = TerrainSpec(id="trench", kind="gap", rect=(0.0, 8.0, 24.0, 16.9), depth=6.0)
    match = scene(one("blue-a", 12, 7, 0, M=4, W=8), one("red-a", 12, 20, 180, M=0), terrain=(trench,))
    assert "jump" not in orders(carry_on(match, Regular()))


def test_held_ground_is_held_in_the_last_turn():
    beacon = TerrainSpec(id="objective", at=(12.0, 12.0), base=25.4, height=2.0, traits=("impassable",))
    match = scene(one("blue-a", 12, 9, 0), one("red-a", 2, 22, 180, A=15, W=35), terrain=(beacon,),
                  scenario="hold_ground", rounds=1)
    carry_on(match, Regular())
    assert RULES.goals(match.state, "blue")[0].free
    assert touches(match.state, match.state.models["blue-a"])


def test_place_beside_the_held_ground_is_among_those_looked_at_off_the_grid():
    beacon = TerrainSpec(id="objective", at=(12.3, 12.2), base=25.4, height=2.0, traits=("impassable",))
    match = scene(one("blue-a", 12, 9, 0), one("red-a", 2, 22, 180), terrain=(beacon,), scenario="hold_ground")
    walk = next(o for o in match.decision().options if o.do == "walk")
    found = RULES.spots(match.state, walk, RULES.reach(match.state, walk))
    assert found
    for x, y in found:
        there = replace(match.state.models["blue-a"], at=(x, y))
        assert touches(match.state, there)


@pytest.mark.parametrize("scenario", ["a_bill_come_due", "quarrel_on_the_stacks", "shift_change"])
def test_ways_lead_over_gaps_to_every_corner(scenario: str):
    state = RULES.begin(load_scenario(f"rouge_elements/{scenario}").setting())
    net = ways(state.scene, prices=RULES.leg_prices)
    assert np.isfinite(net.between).all()


def test_ways_cost_climbs_and_leaps():
    trench = TerrainSpec(id="trench", kind="gap", rect=(0.0, 8.0, 24.0, 11.0), depth=3.0)
    wall = TerrainSpec(id="wall", rect=(10.0, 14.0, 14.0, 16.0), height=3.0, traits=("climbable",))
    match = scene(one("blue-a", 12, 6, 0), one("red-a", 12, 20, 180), terrain=(trench, wall))
    flat, leap, climb = RULES.leg_prices(match.state.scene, np.array(
        [[2.0, 2.0, 2.0, 7.0], [2.0, 7.0, 2.0, 12.0], [12.0, 12.5, 12.0, 17.5]]))
    assert flat == pytest.approx(5.0)
    assert leap > 5.0
    assert climb == pytest.approx(17.0)  # RE-R15: 2" for each of 3" up, and as much down


def test_spray_threatens_nobody_behind_a_wall():
    wall = TerrainSpec(id="wall", rect=(10.0, 8.0, 14.0, 9.0), height=4.0, traits=("opaque", "impassable"))
    flames = one("blue-a", 12, 6, 0, weapons=["Flame thrower"], M=0, CA=-5, S=-5)
    open_, shut = scene(flames, one("red-a", 12, 12, 180)), scene(flames, one("red-a", 12, 12, 180), terrain=(wall,))
    spot = np.array([[12.0, 6.0]])
    assert threat.harm_from(open_.state, open_.state.models["blue-a"], spot)[0] > 1.0
    assert threat.harm_from(shut.state, shut.state.models["blue-a"], spot)[0] == 0.0


# --- spells


def test_shield_goes_on_oneself_when_the_enemy_is_near():
    mage = {"profile": "Mage", "level": 5, "spells": ["Barrier"], "M": 0, "points": 20}
    foe = {"weapons": ["Auto rifle"], "RA": 6}
    near = scene(one("blue-a", 12, 6, 0, **mage), one("red-a", 12, 14, 180, **foe))
    cast = first(carry_on(near, Regular(), until="cast"), "cast")
    assert cast.get("at") == "blue-a"


@pytest.mark.parametrize(("spell", "target"), [("Black mark", "red-a"), ("Light Speed", "blue-a")])
def test_spell_is_cast_on_whom_it_serves(spell: str, target: str):
    match = scene(one("blue-a", 12, 9, 0, profile="Mage", level=6, spells=[spell], weapons=["Hand weapon"]),
                  one("red-a", 12, 12, 180, weapons=["Hand weapon"], CA=6, points=20))
    made = [c for c in carry_on(match, player("regular")) if not isinstance(c, Answer) and c.do == "cast"]
    assert all(c.get("at") == target for c in made)


def sent(match: Match, at: str, to: tuple[float, float]) -> float:
    order = Command(do="cast", by="blue-a", fields={"spell": "teleport", "at": at, "to": list(to)})
    found = RULES.preview(match.state, order)
    assert found is not None and found.worth is not None
    return found.worth


def test_an_enemy_is_sent_away_not_back_to_where_it_stands():
    match = scene(one("blue-a", 3, 3, 0, profile="Mage", level=5, spells=["Teleport"]),
                  one("red-a", 5, 5, 225, weapons=["Auto rifle"]), one("red-b", 22, 22, 225, weapons=["Auto rifle"]))
    assert sent(match, "red-a", (20, 20)) > 0 > sent(match, "red-a", (5, 5))
    assert sent(match, "red-b", (22, 22)) < 0 and sent(match, "red-b", (23, 23)) < sent(match, "red-a", (20, 20))


def test_nobody_teleports_to_where_it_stands():
    match = scene(one("blue-a", 3, 3, 0, profile="Mage", level=9, ap=9, spells=["Teleport"]),
                  one("red-a", 14, 14, 225, weapons=["Auto rifle"]))
    computer, gone = player("regular"), 0
    while not match.over and match.decision().side == "blue" and gone < 9:
        here, choice = match.state.models["blue-a"].at, choose(match, computer)
        if isinstance(choice, Answer):
            match.answer(choice.value)
            continue
        if choice.do == "cast" and choice.get("at") == "blue-a":
            gone += 1
            assert tuple(choice.get("to")) != here
        match.submit(choice)
    assert gone


def test_teleport_is_weighed_for_places_all_over_the_table():
    match = scene(one("blue-a", 3, 3, 0, profile="Mage", level=5, spells=["Teleport"]), one("red-a", 20, 20, 180))
    found = spending.variants(
        match.state, Command(do="cast", by="blue-a", fields={"spell": "teleport", "at": "blue-a"}))
    assert len(found) > 12
    assert all(RULES.preview(match.state, order).ends is not None for order in found[:5])


def test_gift_is_not_cast_on_an_enemy():
    match = scene(one("blue-a", 12, 9, 0, profile="Mage", level=9, spells=["Flaming Fury"]),
                  one("red-a", 12, 17, 180, weapons=["Stub pistol"], points=20))
    made = [c for c in carry_on(match, Regular()) if not isinstance(c, Answer) and c.do == "cast"]
    assert all(c.get("at") == "blue-a" for c in made)


# --- questions


@pytest.mark.parametrize(("spell", "stops"), [("blood_of_the_innocent", True), ("ageing", False)])
def test_spell_is_stopped_where_that_spares_more_than_the_points_would_bring(spell: str, stops: bool):
    mage = {"profile": "Mage", "level": 9, "spells": ["Ageing", "Blood of the innocent"], "ap": 6}
    gun = {"profile": "Mage", "level": 12, "weapons": ["Auto rifle"], "RA": 5, "points": 20, "ap": 6, "L": 2}
    match = scene(one("blue-a", 12, 6, 0, **mage), one("red-a", 12, 12, 180, **gun))
    order = Command(do="cast", by="blue-a", fields={"spell": spell, "at": "red-a"})
    assert (ask_of(match, order, "dispel") is not None) == stops


def test_shot_is_evaded():
    shooter = one("blue-a", 12, 6, 0, weapons=["Auto rifle"], RA=8)
    order = Command(do="shoot", by="blue-a", fields={"weapon": "Auto rifle", "at": "red-a"})
    match = scene(shooter, one("red-a", 12, 12, 180, has=["Evade"]))
    assert ask_of(match, order, "evade") is not None


def test_impact_is_used():
    match = scene(one("blue-a", 12, 9, 0, has=["Charge"], M=9), one("red-a", 12, 12, 180))
    assert ask_of(match, Command(do="charge", by="blue-a", fields={"at": "red-a"}), "ability") == "charge"


def test_stealth_is_paid_for_before_a_gun_and_not_before_nobody():
    gun = {"weapons": ["Auto rifle", "Auto rifle"], "RA": 9, "M": 0}
    near = scene(one("blue-a", 12, 6, 0, has=["Active stealth"], M=0, points=20), one("red-a", 12, 12, 180, **gun))
    far = scene(one("blue-a", 2, 2, 0, has=["Active stealth"], M=0, points=20), one("red-a", 22, 22, 180, **gun))
    for match, wanted in ((near, "active_stealth"), (far, None)):
        question = paying("active_stealth")
        assert RULES.propose(match.state, question) == wanted


def paying(ability: str) -> Ask:
    return Ask(side="blue", question="pay", prompt="", subject="blue-a",
               need=Need(key="pay", kind="choice", candidates=(Candidate(ability),)))


# --- what it goes by


def test_better_of_two_ways_to_spend_is_what_a_point_is_worth():
    match = scene(one("blue-a", 12, 10, 0, weapons=["Hand weapon"], CA=9, S=9), one("red-a", 12, 12, 180))
    assert spending.price(match.state, match.state.models["blue-a"]) > 0
    far = scene(one("blue-a", 2, 2, 0), one("red-a", 22, 22, 180))
    assert spending.price(far.state, far.state.models["blue-a"]) == 0


def test_no_attack_takes_more_than_there_is():
    match = scene(one("blue-a", 12, 10, 0, weapons=["Hand weapon"], CA=15, S=15, AP=15), one("red-a", 12, 11, 180))
    red = match.state.models["red-a"]
    assert means.blows(match.state, match.state.models["blue-a"], red, 15, charged=False) <= means.stake(red)


def test_same_view_gets_the_same_choice():
    match = scene(one("blue-a", 12, 6, 0, weapons=["Stub pistol"]), one("red-a", 12, 14, 180))
    decision = match.decision()
    view = View(match.ruleset, match.state, decision, decision.side)
    assert Regular().decide(view) == Regular().decide(view)


@pytest.mark.parametrize("levels", [("regular", "recruit"), ("regular", "regular")])
def test_scenario_is_played_to_its_end(levels: tuple[str, str]):
    match = Match(RULES, RULES.begin(load_scenario("rouge_elements/hold_the_dais").setting()), 4)
    play_out(match, dict(zip(match.state.sides, (player(level) for level in levels), strict=True)), limit=900)
    assert match.over
