"""Both levels with whole armies: they answer legally, the same way twice; what the regular makes of positions."""
from __future__ import annotations

import math
import time
from collections.abc import Sequence

import pytest

from game.ai.army import urgency
from game.ai.army_moves import Plan
from game.ai.levels import LEVELS, player
from game.ai.outlook import Outlook
from game.ai.player import Answer, command
from game.ai.stakes import Stakes
from game.engine.commands import Command
from game.engine.match import Match
from game.engine.view import View
from game.rulesets.registry import ruleset
from game.sim.playing import play_out
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain
from tests.ai.scenes import choose

RULES = ruleset("grimdark_future")
WIDE, DEEP = 48.0, 48.0
WALLS = (TerrainSpec(kind="wall", rect=(20, 23, 28, 24)),
         TerrainSpec(kind="wood", outline=((8, 20), (14, 20), (12, 27))))


def unit(name: str, profile: str, *places: tuple[float, float], **changes: object) -> UnitSpec:
    """A unit of models at these places. "blue-..." is blue's."""
    members = tuple(ModelSpec(profile=profile, at=at) for at in places)
    return UnitSpec(id=name, side=name.split("-")[0], model=members, set=dict(changes))


def rank(x: float, y: float, count: int) -> tuple[tuple[float, float], ...]:
    return tuple((x + 1.3 * (i % 5), y - 1.3 * (i // 5)) for i in range(count))


def battle(*units: UnitSpec, marker: tuple[float, float] | None = None, round_: int = 1, phase: str = "turns",
           terrain: tuple[TerrainSpec, ...] = WALLS, markers: Sequence[dict[str, object]] = ()) -> Match:
    sides = {
        "blue": Side(id="blue", name="Blue", edge="south", zone=edge_zone("south", 12, WIDE, DEEP)),
        "red": Side(id="red", name="Red", edge="north", zone=edge_zone("north", 12, WIDE, DEEP)),
    }
    begin: dict[str, object] = {"phase": phase, "round": round_, "turn": "blue"} if phase == "turns" else {}
    if marker is not None or markers:
        begin["marker"] = list(markers) if marker is None else [{"at": list(marker)}]
    setting = Setting(source="test", title="test", table=Table(width=WIDE, height=DEEP), sides=sides, units=units,
                      terrain=build_terrain("test", list(terrain)), begin=begin)
    return Match(RULES, RULES.begin(setting), 7)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_from_the_set_up_is_legal_and_the_same_twice(level: str) -> None:
    digests = []
    for _ in range(2):
        match = battle(*RULES.force_units("cindermark_500", "blue"), *RULES.force_units("thornwake_500", "red"),
                       phase="setup")
        play_out(match, {side: player(level) for side in match.state.sides}, limit=400)
        assert match.over and RULES.problems(match.state) == []
        digests.append([entry.digest for entry in match.journal.entries])
    assert digests[0] == digests[1]


def test_a_unit_takes_the_marker_that_it_can_get_to_in_the_last_round() -> None:
    match = battle(unit("blue-rifles", "cm_rifles", *rank(30, 12, 10)), unit("red-tally", "oe_tally", *rank(5, 46, 5)),
                   marker=(32.0, 22.0), round_=4)
    play_out(match, {side: player("regular") for side in match.state.sides})
    assert match.state.result is not None and match.state.result.winner == "blue"


def test_a_unit_flows_round_a_wall_that_it_cannot_pass_as_it_stands() -> None:
    match = battle(unit("blue-rifles", "cm_rifles", *rank(21.5, 21, 10)),
                   unit("red-tally", "oe_tally", *rank(5, 46, 5)),
                   marker=(24.0, 29.0), round_=4)
    decision = match.decision()
    assert decision is not None
    rush = decision.option("rush", "blue-rifles")
    assert rush is not None
    view = View(RULES, match.state, decision, "blue")
    route = view.flow(rush, (24.0, 29.0))
    assert route is not None and route.length <= 12.0 and len(route.paths) == 10
    assert view.verify(command(rush, **view.along(rush, route)))
    assert min(math.dist(path[-1], (24.0, 29.0)) for path in route.paths.values()) <= 3.0
    assert view.flow(rush, (24.0, 21.0)) is None, "it is there already"
    play_out(match, {side: player("regular") for side in match.state.sides})
    assert match.state.result is not None and match.state.result.winner == "blue"


def test_a_unit_that_flows_keeps_off_ground_that_would_slow_it() -> None:
    match = battle(unit("blue-rifles", "cm_rifles", *rank(8.5, 16, 10)),
                   unit("red-tally", "oe_tally", *rank(40, 46, 5)))
    decision = match.decision()
    assert decision is not None
    view = View(RULES, match.state, decision, "blue")
    for how, far in (("rush", 12.0), ("advance", 6.0)):
        option = decision.option(how, "blue-rifles")
        assert option is not None
        route = view.flow(option, (12.0, 29.0))
        assert route is not None and route.length <= far
        assert view.verify(command(option, **view.along(option, route)))


def test_a_charge_that_pays_is_made() -> None:
    match = battle(unit("blue-gang", "cm_breachers", *rank(30, 30, 5)),
                   unit("red-spotters", "cm_spotters", (32.0, 36.0), (33.3, 36.0), (34.6, 36.0)))
    order = choose(match, player("regular"))
    assert isinstance(order, Command) and order.do == "charge" and order.get("at") == "red-spotters"


def test_a_hopeless_charge_is_not_made() -> None:
    match = battle(unit("blue-spotters", "cm_spotters", (32.0, 28.0), (33.3, 28.0), (34.6, 28.0)),
                   unit("red-hulk", "tw_hulk", (33.0, 36.0)))
    order = choose(match, player("regular"))
    assert isinstance(order, Command) and order.do != "charge"


def test_fire_goes_where_it_does_most() -> None:
    match = battle(unit("blue-rifles", "cm_rifles", *rank(30, 20, 10)),
                   unit("red-crawler", "cm_crawler", (36.0, 36.0)),
                   unit("red-runners", "tw_runners", *rank(28, 37, 10)))
    match.submit(Command(do="hold", by="blue-rifles"))
    answer = choose(match, player("regular"))
    assert isinstance(answer, Answer) and {shot["at"] for shot in answer.value} == {"red-runners"}


def test_fire_clears_a_marker_when_the_game_ends() -> None:
    match = battle(unit("blue-rifles", "cm_rifles", *rank(30, 20, 10)),
                   unit("red-spotters", "cm_spotters", (33.0, 32.0)),
                   unit("red-runners", "tw_runners", *rank(38, 30, 10)), marker=(33.0, 33.0), round_=4)
    match.submit(Command(do="hold", by="blue-rifles"))
    answer = choose(match, player("regular"))
    assert isinstance(answer, Answer) and {shot["at"] for shot in answer.value} == {"red-spotters"}


def test_a_charge_tells_the_chances_that_either_side_breaks() -> None:
    match = battle(unit("blue-gang", "cm_breachers", *rank(30, 30, 5)), unit("blue-mortar", "cm_mortar", (36.0, 30.0)),
                   unit("red-spotters", "cm_spotters", (32.0, 36.0), (33.3, 36.0), (34.6, 36.0)))
    odds = {}
    for name in ("blue-gang", "blue-mortar"):
        preview = RULES.preview(match.state, Command(do="charge", by=name, fields={"at": "red-spotters"}))
        assert preview is not None
        odds[name] = dict(preview.outcomes)
    assert odds["blue-gang"]["target broken"] > 0.7 > 0.3 > odds["blue-mortar"]["target broken"]
    assert odds["blue-gang"]["chargers broken"] < 0.1 < odds["blue-mortar"]["chargers broken"]


def test_who_stands_at_a_marker_falls_last() -> None:
    match = battle(unit("blue-rifles", "cm_rifles", *rank(30, 20, 10)),
                   unit("red-runners", "tw_runners", *rank(28, 37, 10)), marker=(31.0, 33.0))
    match.submit(Command(do="hold", by="blue-rifles"))
    while (decision := match.decision()) is not None and decision.question != "casualties":
        chosen = choose(match, player("regular"))
        assert isinstance(chosen, Answer)
        match.answer(chosen.value)
    answer = choose(match, player("regular"))
    back = {f"red-runners/{n}" for n in range(1, 6)}
    assert isinstance(answer, Answer) and answer.value and set(answer.value) <= back


def test_no_unit_stays_on_ground_that_harms_it_for_nothing() -> None:
    mine = TerrainSpec(kind="rubble", outline=((28, 8), (38, 8), (38, 14), (28, 14)), traits=("dangerous",))
    match = battle(unit("blue-gang", "cm_breachers", *rank(31, 11.5, 5)),
                   unit("red-tally", "oe_tally", *rank(5, 46, 5)), terrain=(*WALLS, mine))
    order = choose(match, player("regular"))
    assert isinstance(order, Command) and order.do in ("advance", "rush")
    assert min(move["path"][-1][1] for move in order.get("moves")) > 14.0


def weighing(*owners: str | None, round_: int) -> Outlook:
    """Blue's rifles far from markers 12 inches apart that these sides own."""
    marks = [{"at": [6.0 + 12.0 * k, 24.0], **({"owner": o} if o else {})} for k, o in enumerate(owners)]
    match = battle(unit("blue-rifles", "cm_rifles", *rank(30, 5, 10)), unit("red-tally", "oe_tally", *rank(5, 46, 5)),
                   markers=marks, round_=round_)
    decision = match.decision()
    assert decision is not None
    return Outlook(View(RULES, match.state, decision, "blue"), Stakes())


def test_in_the_last_round_a_marker_counts_by_the_chance_to_win_that_it_gives() -> None:
    fourth = (False, False, False, True)
    ahead, level = weighing("blue", "blue", "blue", None, round_=4), weighing("blue", "red", None, None, round_=4)
    assert level.gain("blue-rifles", fourth) > 3 * ahead.gain("blue-rifles", fourth)
    sooner = [weighing("blue", *rest, round_=2) for rest in (("blue", "blue", None), ("red", None, None))]
    assert sooner[0].gain("blue-rifles", fourth) == pytest.approx(sooner[1].gain("blue-rifles", fourth))


def test_a_unit_waits_with_a_marker_only_where_an_enemy_may_still_come() -> None:
    outlooks = []
    for y in (46.0, 33.0):
        match = battle(unit("blue-rifles", "cm_rifles", *rank(30, 15, 10)),
                       unit("red-runners", "tw_runners", *rank(30, y, 5)), marker=(32.0, 22.0), round_=4)
        decision = match.decision()
        assert decision is not None
        outlooks.append(Outlook(View(RULES, match.state, decision, "blue"), Stakes()))
    alone, disputed = outlooks
    assert not alone.disputed(alone.own["blue-rifles"]) and disputed.disputed(disputed.own["blue-rifles"])
    option = alone.view.decision.options[0]
    ranked = [Plan(option, 100.0, marker=100.0), Plan(option, 100.0)]
    assert urgency(alone, alone.own["blue-rifles"], ranked) > urgency(disputed, disputed.own["blue-rifles"], ranked)


def test_a_decision_in_a_whole_army_is_quick() -> None:
    match = battle(*RULES.force_units("cindermark_500", "blue"), *RULES.force_units("ordinal_500", "red"),
                   phase="setup")
    players = {side: player("regular") for side in match.state.sides}
    took = []
    while not match.over and len(took) < 40:
        decision = match.decision()
        assert decision is not None
        began = time.thread_time()
        choice = choose(match, players[decision.side])
        took.append(time.thread_time() - began)
        match.answer(choice.value) if isinstance(choice, Answer) else match.submit(choice)
    assert sorted(took)[int(0.95 * len(took))] < 1.0
