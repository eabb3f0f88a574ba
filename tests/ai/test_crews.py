"""What the regular does with a crew of CyberDark: cover, programs, doors, friends who are down, terminals."""
from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.ways import ways
from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Ask, Candidate, Need
from game.engine.view import View
from game.rulesets.cyberdark.situation import Attack, Stake, attack_test, defence_test
from game.rulesets.registry import ruleset
from game.table.setting import Setting, UnitSpec
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

RULES = ruleset("cyberdark")
CREW = {"blue": ("south", 0.0), "red": ("north", 180.0)}


def scene(*units: UnitSpec, terrain: tuple[TerrainSpec, ...] = (), **options: object) -> Match:
    sides = {s: Side(id=s, name=s.title(), edge=edge, zone=edge_zone(edge, 6.0, 36.0, 36.0))
             for s, (edge, _) in CREW.items()}
    setting = Setting(source="scene", title="Scene", table=Table(width=36.0, height=36.0), sides=sides, units=units,
                      terrain=build_terrain("scene", terrain), begin={"phase": "turns"}, options=options)
    return Match(RULES, RULES.begin(setting), 5)


def one(name: str, profile: str, at: tuple[float, float] | None, **told: object) -> UnitSpec:
    side = "blue" if name.startswith("b") else "red"
    return UnitSpec(id=name, side=side, profile=profile, at=at, facing=CREW[side][1], set=told)


def orders(match: Match, count: int) -> list[Command]:
    """What the regular orders, as long as it is the first crew's to decide."""
    given: list[Command] = []
    while len(given) < count and not match.over:
        decision = match.decision()
        if decision is None or decision.side != "blue":
            break
        choice = player("regular").decide(View(RULES, match.state, decision, decision.side))
        if isinstance(choice, Command):
            given.append(choice)
            match.submit(choice)
        else:
            match.answer(choice.value)
    return given


def test_a_place_behind_cover_is_safer():
    wall = TerrainSpec(id="bags", kind="sandbags", rect=(16.0, 13.0, 20.0, 13.6), traits=())
    match = scene(one("b", "crew_boss", (18.0, 12.0)), one("r", "marksman", (18.0, 30.0)), terrain=(wall,))
    hidden, open_ = RULES.harm_at(match.state, match.state.models["b"], np.array([(18.0, 12.0), (25.0, 12.0)]))
    assert 0 < hidden < open_


def test_a_hacker_hacks_through_a_wall():
    wall = TerrainSpec(id="wall", kind="wall", rect=(0.0, 15.0, 36.0, 15.4))
    match = scene(one("b", "netrunner", (18.0, 10.0)), one("r", "enforcer", (18.0, 20.0)), terrain=(wall,))
    assert orders(match, 1)[0].do == "hack"


def test_a_poor_shot_takes_aim_first():
    """Level 4 at long range: 11 % and 4 %, or once 33 %."""
    match = scene(one("b", "street_medic", (18.0, 4.0)), one("r", "enforcer", (18.0, 18.0)))
    state, model = match.state, match.state.models["b"]
    aim, shot = (RULES.preview(state, Command(do=do, by=model.id, fields=fields)) for do, fields in (
        ("aim", {}), ("shoot", {"weapon": "pistol", "at": "r"})))
    assert aim is not None and shot is not None and (aim.worth or 0.0) > (shot.worth or 0.0) > 0


def test_a_medic_goes_to_whom_it_can_save():
    match = scene(one("b1", "street_medic", (18.0, 6.0)), one("r", "ganger", (2.0, 34.0)),
                  one("b2", "mercenary", (18.0, 10.5), state="bleeding", po=0, deadline=[2, 1]))
    assert [o.do for o in orders(match, 2)] == ["move", "stabilise"]


def test_a_door_in_the_way_is_opened():
    box = [TerrainSpec(id=f"w{n}", kind="wall", rect=rect) for n, rect in enumerate((
        (11.85, 12.0, 12.15, 24.0), (24.0, 12.0, 24.3, 24.0), (12.0, 24.0, 24.3, 24.3), (11.85, 11.85, 15.8, 12.15),
        (18.2, 11.85, 24.3, 12.15)))]
    door = TerrainSpec(id="door", kind="door", rect=(15.8, 11.88, 18.2, 12.12))
    desk = TerrainSpec(id="t", kind="terminal", at=(18.0, 20.0))
    match = scene(one("b", "netrunner", (17.0, 10.5)), one("r", "ganger", (2.0, 34.0)), terrain=(*box, door, desk),
                  mission={"side": "blue", "terminals": ["t"]})
    assert "door" in [o.do for o in orders(match, 2)]


def test_a_terminal_beside_it_is_broken_into():
    desk = TerrainSpec(id="t", kind="terminal", at=(18.0, 12.0))
    match = scene(one("b", "netrunner", (18.0, 10.5)), one("r", "ganger", (18.0, 26.0)), terrain=(desk,),
                  mission={"side": "blue", "terminals": ["t"]})
    assert orders(match, 1)[0].do == "access"


def test_a_friend_is_carried_home_and_off():
    match = scene(one("b1", "ganger", (18.0, 4.6)), one("r", "ganger", (2.0, 34.0)),
                  one("b2", "ganger", (18.0, 5.8), state="stabilised", po=0),
                  mission={"side": "blue", "fallen": ["b2"], "edge": "own"})
    assert [o.do for o in orders(match, 2)] == ["carry", "leave"]
    assert match.over and match.state.result is not None and match.state.result.winner == "blue"


def test_whoever_lies_in_wait_comes_out_when_somebody_passes():
    far = scene(one("b", "ganger", None, lair=[18.0, 18.0]), one("r", "ganger", (18.0, 34.0)))
    near = scene(one("b", "ganger", None, lair=[18.0, 18.0]), one("r", "ganger", (18.0, 26.5)))
    assert orders(far, 1)[0].do == "end" and orders(near, 1)[0].do == "step_out"


def offer(match: Match, question: str, by: str, stake: Stake) -> object:
    need = Need(key=question, kind="choice", candidates=(Candidate("yes"),))
    ask = Ask(side="blue", question=question, prompt="", need=need, subject=by, about=stake)
    return RULES.propose(match.state, ask)


def shot_at_stake(match: Match, by: str, at: str, **told: object) -> Stake:
    attack = Attack(kind="shoot", by=by, at=at, item="heavy_pistol")
    return Stake(attack=attack, test=attack_test(match.state, attack), **told)


def test_chance_is_not_thrown_after_what_cannot_be_won():
    match = scene(one("b", "crew_boss", (18.0, 10.0)), one("r", "corporate_guard", (18.0, 16.0)))
    assert offer(match, "chance", "b", shot_at_stake(match, "b", "r", needs=0)) is None
    assert offer(match, "chance", "b", shot_at_stake(match, "b", "r", needs=7)) == "yes"


def test_the_last_chance_is_kept_to_hold_out_with_while_there_is_time():
    for round_, answer in ((1, None), (8, "yes")):
        match = scene(one("b", "crew_boss", (18.0, 10.0), chance=1), one("r", "enforcer", (18.0, 16.0)))
        match = Match(RULES, replace(match.state, round=round_), 5)
        assert offer(match, "chance", "b", shot_at_stake(match, "b", "r", needs=7)) == answer


def test_composure_goes_where_it_stops_a_wound():
    match = scene(one("b", "mercenary", (18.0, 10.0)), one("r", "enforcer", (18.0, 11.3)))
    blow = Attack(kind="fight", by="r", at="b", item="servo_hammer")
    test = defence_test(match.state, blow)
    assert test is not None
    assert offer(match, "composure", "b", Stake(attack=blow, test=test, needs=6)) == "yes"
    assert offer(match, "composure", "b", Stake(attack=blow, test=test, needs=1)) is None


def test_an_empty_rifle_is_filled_before_a_poorer_gun_is_fired():
    match = scene(one("b", "marksman", (18.0, 4.0), magazine={"marksman_rifle": 0}), one("r", "enforcer", (18.0, 22.0)))
    filled, shot = (RULES.preview(match.state, Command(do=do, by="b", fields=fields)) for do, fields in (
        ("reload", {"weapon": "marksman_rifle"}), ("shoot", {"weapon": "pistol", "at": "r"})))
    assert filled is not None and shot is not None and (filled.worth or 0.0) > (shot.worth or 0.0) > 0


def test_a_gun_is_not_filled_again_after_each_shot():
    match = scene(one("b", "marksman", (18.0, 4.0), magazine={"marksman_rifle": 2}), one("r", "enforcer", (18.0, 22.0)))
    assert "reload" not in [o.do for o in orders(match, 2)]


def test_a_wall_between_is_a_way_round():
    """Two inches off behind a wall is farther than eight in the open."""
    wall = TerrainSpec(id="wall", kind="wall", rect=(6.0, 12.0, 30.0, 12.3))
    match = scene(one("b", "ganger", (18.0, 11.0)), one("r", "ganger", (18.0, 34.0)), terrain=(wall,))
    net = ways(match.state.scene, prices=RULES.leg_prices)
    behind, open_ = net.lengths(np.array([(18.0, 11.0)]), np.array([(18.0, 13.3), (18.0, 3.0)]))[0]
    assert behind > 20.0 > open_
