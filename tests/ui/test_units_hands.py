"""What hands do with units: formations by drag and by arrows, ghosts put elsewhere, fire shared out, questions."""
from __future__ import annotations

import time

import pygame
import pytest
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.events import Placed, apply
from game.engine.match import Match
from game.rulesets.registry import ruleset
from game.table.setting import ModelSpec, UnitSpec
from game.table.terrainspec import TerrainSpec
from tests.ui.desk import Desk
from tests.ui.test_units import RULES, battle

RIFLES = UnitSpec(id="blue-rifles-1", profile="cm_rifles", name="Levy Rifles", side="blue",
                  model=(ModelSpec(profile="cm_rifles"),) * 10)


def drawn_up(places, seed=3, blue="cindermark_1000", red="ordinal_500", terrain=(), turn="blue") -> Match:
    """A game in its turns with units in ranks about given middles; the others wait off the table."""
    match = battle(blue, red, seed=seed, quick=True, terrain=terrain, size=(60, 48), more=(RIFLES,))
    state = match.state
    for unit, (x, y) in places.items():
        for i, model in enumerate(state.members(unit)):
            at = (x + (i % 5 - 2) * 1.3, y - (i // 5) * 1.3)
            state = apply(state, Placed(model=model.id, at=at, facing=0.0))
    gone = {m.id: replace(m, at=None) for m in state.models.values() if m.unit not in places}
    state = replace(state, models={**state.models, **gone}, turn=turn, phase="turns", round=1)
    return Match(ruleset(RULES), state, seed)


@pytest.fixture
def rifles():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 34)}))
    yield desk
    desk.close()


def unit(desk, name):
    return desk.match.state.members(name)


def drag_unit(desk, name, dx, dy):
    """The unit dragged by inches, taken at its first model."""
    x, y = unit(desk, name)[0].at
    start, end = desk.inch(x, y), desk.inch(x + dx, y + dy)
    desk.drag(tuple(map(round, start)), tuple(map(round, end)), 1)


def record(desk):
    """What was asked, answered and rolled in the order under way, or in the last one."""
    journal = desk.match.journal
    return (journal.running or journal.entries[-1]).record


def ghosts(desk):
    placement = desk.intents.placement()
    return {} if placement is None else {m: p[-1] for m, p in placement.paths.items()}


def test_a_drag_moves_the_whole_unit_and_enter_confirms(rifles):
    before = {m.id: m.at for m in unit(rifles, "blue-rifles-1")}
    drag_unit(rifles, "blue-rifles-1", 2, 4)
    assert rifles.intents.option.do == "advance" and rifles.intents.placement().pinned
    assert len(rifles.picture.view.ghosts) == 10
    rifles.key(pygame.K_RETURN)
    after = {m.id: m.at for m in rifles.match.state.members("blue-rifles-1")}
    for name, (x, y) in before.items():
        assert after[name] == pytest.approx((x + 2, y + 4), abs=0.15)
    assert rifles.match.decision().question == "shoot"


def test_a_unit_of_ten_is_moved_and_shot_in_a_drag_and_two_keys(rifles):
    began = time.perf_counter()
    drag_unit(rifles, "blue-rifles-1", 0, 5)
    rifles.key(pygame.K_RETURN)
    rifles.key(pygame.K_RETURN)
    assert time.perf_counter() - began < 5
    assert any(r.dice for r in record(rifles))


def test_a_drag_too_far_goes_as_far_as_the_unit_may(rifles):
    drag_unit(rifles, "blue-rifles-1", 9, 0)
    assert rifles.intents.placement().longest == pytest.approx(6, abs=0.01) and rifles.intents.verdict().ok


def test_the_formation_follows_the_pointer_before_anything_is_pinned(rifles):
    rifles.click(rifles.at("blue-rifles-1/1"))
    rifles.click(rifles.option("advance"))
    rifles.point(rifles.inch(20, 23))
    rifles.intents.settle_forming(wait=True)
    first = ghosts(rifles)
    rifles.point(rifles.inch(22, 22))
    rifles.intents.settle_forming(wait=True)
    rifles.frame()
    assert len(first) == 10 and ghosts(rifles) != first and not rifles.intents.placement().pinned
    assert rifles.match.journal.entries == []


def test_a_wall_in_the_way_is_gone_round():
    wall = TerrainSpec(kind="wall", rect=(17, 22, 23, 22.6))
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 40)}, terrain=(wall,)))
    drag_unit(desk, "blue-rifles-1", 0, 5.5)
    verdict = desk.intents.verdict()
    assert verdict is not None and verdict.ok
    assert max(y for _, y in ghosts(desk).values()) > 22.6
    desk.close()


def test_a_ghost_is_dragged_out_of_coherency_refused_in_words_and_mended(rifles):
    drag_unit(rifles, "blue-rifles-1", 0, 2)
    name = "blue-rifles-1/5"
    x, y = ghosts(rifles)[name]
    rifles.drag(tuple(map(round, rifles.inch(x, y))), tuple(map(round, rifles.inch(x + 3.2, y + 1))), 1)
    assert ghosts(rifles)[name] == pytest.approx((x + 3.2, y + 1), abs=0.1)
    verdict = rifles.intents.verdict()
    assert not verdict.ok and verdict.rule.startswith("GF-") and "coherency" in verdict.reason
    marks = rifles.picture.show().over
    assert any(m.kind == "link" and m.role == "harm" and "over 1″" in m.text for m in marks)
    assert any(m.kind == "label" and verdict.reason in m.text for m in marks)
    rifles.press("mend")
    assert rifles.intents.verdict().ok
    rifles.press("confirm")
    assert rifles.match.decision().question == "shoot"


def test_one_model_is_put_elsewhere_by_keyboard(rifles):
    rifles.key(pygame.K_TAB)
    rifles.key(pygame.K_2)
    for _ in range(4):
        rifles.key(pygame.K_UP)
    rifles.intents.form_up(rifles.intents.pointed)
    rifles.key(pygame.K_TAB)
    held = rifles.intents.held
    x, y = ghosts(rifles)[held]
    rifles.key(pygame.K_UP)
    assert ghosts(rifles)[held] == pytest.approx((x, y + 0.5), abs=0.01)
    rifles.key(pygame.K_ESCAPE)
    assert rifles.intents.held == "" and rifles.intents.placement().pinned
    rifles.key(pygame.K_ESCAPE)
    placement = rifles.intents.placement()
    assert placement is None or not placement.pinned


def test_a_unit_is_selected_by_its_flag(rifles):
    box = rifles.picture.view.words.flag_boxes["blue-rifles-1"]
    rifles.click(box.center)
    assert rifles.intents.doer == "blue-rifles-1"


# --- charges
def test_a_charge_shows_its_formation_and_who_strikes():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 28)}))
    desk.click(desk.at("blue-rifles-1/1"))
    desk.click(desk.option("charge"))
    assert len(ghosts(desk)) == 10, "the only unit in reach is taken at once"
    preview = desk.intents.preview()
    assert "in contact" in preview.lines[0] and "strike" in preview.lines[0] and "back" in preview.lines[1]
    assert preview.marks
    assert desk.intents.placement().pinned and desk.intents.verdict().ok
    desk.key(pygame.K_RETURN)
    assert desk.match.decision().question == "meet" and desk.match.decision().side == "red"
    assert ghosts(desk), "the defenders' move is proposed"
    desk.key(pygame.K_RETURN)
    assert desk.match.decision().question != "meet"
    desk.close()


def test_a_charge_out_of_reach_says_why():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 10), "red-remainders-1": (20, 40)}))
    desk.click(desk.at("blue-rifles-1/1"))
    desk.click(desk.option("charge"))
    assert desk.intents.why_not.rule == "GF-R56"
    desk.close()


# --- fire
@pytest.fixture
def crawler():
    desk = Desk(drawn_up({"blue-crawler-1": (20, 20), "red-remainders-1": (20, 34), "red-tally-1": (34, 26)}))
    desk.match.submit(Command(do="hold", by="blue-crawler-1"))
    desk.scene._caught_up()
    desk.frame()
    yield desk
    desk.close()


def test_fire_is_divided_over_two_targets_by_keyboard(crawler):
    barrage = crawler.intents.barrage
    assert len(barrage.volleys) == 2 and len(barrage.fired_at()) == 1
    crawler.key(pygame.K_DOWN)
    crawler.key(pygame.K_TAB)
    assert len(crawler.intents.barrage.fired_at()) == 2 and crawler.intents.verdict().ok
    crawler.key(pygame.K_RETURN)
    answer = next(r.answer for r in record(crawler) if r.question == "shoot")
    assert {entry["at"] for entry in answer} == {"red-remainders-1", "red-tally-1"}


def test_fire_is_divided_over_two_targets_by_mouse(crawler):
    rows = {h.action: h.box.center for h in crawler.picture.volleys.hots}
    crawler.click(rows[("volley", 1)])
    other = next(t for t in crawler.intents.barrage.targets if t not in crawler.intents.barrage.fired_at())
    crawler.click(crawler.at(crawler.match.state.members(other)[0].id))
    assert len(crawler.intents.barrage.fired_at()) == 2
    assert sum(m.kind == "line" for m in crawler.picture.show().over) == 2
    crawler.click(rows[("hold", 1)])
    assert len(crawler.intents.barrage.fired_at()) == 1


def test_a_second_click_on_the_target_fires(crawler):
    target = crawler.at(crawler.match.state.members(crawler.intents.barrage.aimed)[0].id)
    crawler.click(target)
    assert crawler.match.run is None or crawler.match.decision().question != "shoot"


def test_fire_is_held_with_n(crawler):
    crawler.key(pygame.K_n)
    assert not any(r.roll for r in record(crawler))


# --- the log
def test_what_all_models_of_a_unit_do_is_one_line(rifles):
    drag_unit(rifles, "blue-rifles-1", 0, 5)
    rifles.key(pygame.K_RETURN)
    heads = [line for line in rifles.picture.book.lines if line.kind == "head" and line.verb == "advances"]
    assert len(heads) == 1 and heads[0].who.name.startswith("Levy Rifles") and heads[0].words == "5.0″"
    assert len(heads[0].models) == 10


# --- set-up
def test_a_marker_under_the_pointer_says_why_it_may_not_lie_there():
    desk = Desk(battle(seed=4))
    desk.key(pygame.K_RETURN)
    desk.key(pygame.K_RETURN)
    while desk.match.decision().question != "place_marker":
        desk.key(pygame.K_1)
    desk.press("option", 0)
    desk.point(desk.inch(20, 5))
    marks = desk.picture.show().over
    assert any(m.kind == "objective" for m in marks)
    assert any(m.kind == "label" and "deployment zone" in m.text for m in marks)
    desk.click(desk.inch(20, 30))
    desk.key(pygame.K_RETURN)
    assert len(desk.match.state.markers) == 1
    desk.press("option", 0)
    under = dict(desk.picture.show().under)
    assert any(m.kind == "ring" and m.radius == 9 for m in under["bounds"])
    desk.close()


def test_the_strip_tells_who_holds_the_markers(rifles):
    assert rifles.picture.layout.strip.h > 0
    contest = rifles.scene.stage.contest()
    assert set(contest) == set(rifles.match.state.markers)


def test_a_hero_joins_a_unit_by_a_choice():
    hero = UnitSpec(id="blue-marshal-1", profile="cm_marshal", name="Marshal", side="blue",
                    model=(ModelSpec(profile="cm_marshal"),))
    desk = Desk(battle("cindermark_1000", "thornwake_1000", seed=4, size=(72, 48), terrain=(), more=[hero]))
    match = desk.match
    while match.decision().question != "deploy":
        option = next(o for o in match.decision().options if o.do != "quick_set_up")
        fields = dict(option.fixed)
        if option.do == "place_marker":
            fields["point"] = (10 + 11 * len(match.state.markers), 24)
        match.submit(Command(do=option.do, by=option.by, fields=fields))
    while not any(o.do == "join" for o in match.decision().options):
        unit = next(o for o in match.decision().options if o.do == "deploy")
        match.submit(Command(do="deploy", by=unit.by))
    join = next(o for o in match.decision().options if o.do == "join")
    desk.scene._caught_up()
    desk.press("select", match.state.members(join.by)[0].id)
    desk.click(desk.option("join"))
    host = next(c.value for c in desk.intents.choices() if c.verdict.ok)
    size = len(match.state.members(host))
    desk.press("choice", host)
    assert len(match.state.members(host)) == size + 1
    desk.close()


def test_the_models_of_a_unit_walk_together(rifles):
    rifles.scene.shell.settings = replace(rifles.scene.shell.settings, animation_speed=1.0)
    drag_unit(rifles, "blue-rifles-1", 0, 5)
    rifles.send(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    rifles.frame(0.2)
    assert len(rifles.scene.playback.frame().moved) == 10
    rifles.scene.skip()


def test_a_whole_formation_is_refused_where_no_place_is_legal():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 22.4)}))
    desk.click(desk.at("blue-rifles-1/1"))
    desk.click(desk.option("advance"))
    desk.click(desk.inch(20, 22))
    placement = desk.intents.placement()
    assert desk.intents.why_not is not None or (placement is not None and desk.intents.verdict().ok)
    desk.close()
