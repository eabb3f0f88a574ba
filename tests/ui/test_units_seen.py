"""What a person sees of units on the battle screen: the log's rows, the tray, the buttons, who falls, the result."""
from __future__ import annotations

import itertools
from types import SimpleNamespace

import pygame
import pytest

from game.engine.commands import Command
from game.engine.events import Advanced, Rolled, Said
from game.engine.match import decision_of
from game.engine.requests import Ask, Candidate, Need, Option
from game.sim.report import Casualty
from game.table.terrainspec import TerrainSpec
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.placing import Label
from game.ui.final_table import FinalTable
from game.ui.needs import Filling
from game.ui.panels.barwords import confirm_label, prompt
from game.ui.panels.decisionbar import buttons
from game.ui.panels.logbook import LogBook
from game.ui.panels.traypanel import caption_of
from game.ui.panels.volleys import Volleys
from game.ui.playback import Thrown
from game.ui.scenes.result import by_unit
from game.ui.theme import Scale
from tests.ui.desk import Desk
from tests.ui.test_units import battle
from tests.ui.test_units_hands import drag_unit, drawn_up


@pytest.fixture
def rifles():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 34)}))
    yield desk
    desk.close()


@pytest.fixture
def markers():
    """A game in which the first marker is placed next."""
    desk = Desk(battle(seed=4, terrain=()))
    while desk.match.decision().question != "place_marker":
        desk.key(pygame.K_1)
        desk.key(pygame.K_RETURN)
    yield desk
    desk.close()


@pytest.fixture
def crawler():
    """A tank with two kinds of weapons is asked whom it shoots; at twice the size in a small window."""
    match = drawn_up({"blue-crawler-1": (20, 20), "red-remainders-1": (20, 34)})
    match.submit(Command(do="hold", by="blue-crawler-1"))
    desk = Desk(match, size=(1280, 720), scale=2.0)
    yield desk
    desk.close()


def rows_apart(desk):
    """Whether every line of the log has the height that it is drawn with."""
    log, stage = desk.picture.log, desk.scene.stage
    log.paint(pygame.Surface((344, 300)), stage)
    tops, lines = log._tops, [log.book.lines[i] for i in log._shown]
    return [b - a for a, b in itertools.pairwise(tops)] == [log._height(stage, line) for line in lines]


def test_rows_of_the_log_do_not_cover_each_other_when_a_line_is_told_anew(rifles):
    assert rows_apart(rifles)
    drag_unit(rifles, "blue-rifles-1", 0, 5)
    rifles.key(pygame.K_RETURN)
    assert rows_apart(rifles)
    rifles.key(pygame.K_RETURN)
    assert rows_apart(rifles)


def test_a_marker_is_placed_by_a_click_without_choosing_to_place_one(markers):
    x, y = markers.match.state.table.width / 2, markers.match.state.table.height / 2
    markers.click(markers.inch(x, y))
    assert markers.intents.option.do == "place_marker" and markers.intents.verdict().ok
    markers.key(pygame.K_RETURN)
    assert [m.at for m in markers.match.state.markers.values()] == [pytest.approx((x, y), abs=0.1)]


def test_a_place_that_is_refused_under_the_pointer_cannot_be_confirmed(markers):
    stage, table = markers.scene.stage, markers.match.state.table
    markers.point(markers.inch(table.width / 2, table.height / 2))
    assert confirm_label(stage)[1]
    markers.point(markers.inch(table.width / 2, 2))
    assert not confirm_label(stage)[1] and not markers.intents.pointed_verdict().ok


def test_what_is_to_be_put_down_comes_under_a_pointer_that_rests(rifles):
    rifles.click(rifles.at("blue-rifles-1/1"))
    rifles.point(rifles.inch(20, 23))
    rifles.key(pygame.K_2)
    rifles.intents.settle_forming(wait=True)
    assert rifles.intents.option.do == "advance" and rifles.intents.placement() is not None


def test_while_nobody_acts_the_units_that_could_stand_on_the_bar(rifles):
    rifles.key(pygame.K_ESCAPE)
    rifles.intents.doer = ""
    shown = buttons(rifles.scene.stage)
    assert [b.action for b in shown] == [("select", "blue-rifles-1/1")] and shown[0].hint == "10 of 10"
    rifles.picture.invalidate()
    rifles.frame()
    rifles.key(pygame.K_1)
    assert rifles.intents.doer == "blue-rifles-1" and len(buttons(rifles.scene.stage)) > 1


def test_who_is_asked_is_not_named_twice(markers):
    match = markers.match
    while (decision := match.decision()).question != "deploy":
        option = next(o for o in decision.options if o.do != "quick_set_up")
        spot = {"point": (10 + 11 * len(match.state.markers), 24)} if option.do == "place_marker" else {}
        match.submit(Command(do=option.do, by=option.by, fields={**option.fixed, **spot}))
    markers.scene._caught_up()
    who, asked = prompt(markers.scene.stage)
    assert who and asked == "Where does the unit stand?"


def test_who_falls_bears_a_skull(rifles):
    model = rifles.match.state.models["blue-rifles-1/1"]
    need = Need(key="casualties", kind="models", high=2, candidates=(Candidate(model.id),))
    filling = Filling(rifles.match, Option(do="casualties", title="Choose", needs=(need,), icon="l:skull"))
    assert rifles.picture.view._badges(model) == ()
    filling.fields["casualties"] = [model.id]
    rifles.intents.filling = filling
    assert [badge.icon for badge in rifles.picture.view._badges(model)] == ["l:skull"]


def test_the_tray_names_the_test_whose_outcome_it_shows(rifles):
    hit = Rolled(dice=(4, 2), reason="Rifle, to hit", by="blue-rifles-1/1", side="blue", against="5+", outcome="0 hits")
    block = Rolled(dice=(3,), reason="To block", by="red-remainders-1/1", side="red", against="4+", outcome="1 through")
    caption = "".join(s.text for s in caption_of(rifles.scene.stage, Thrown((hit, block))))
    assert "To block" in caption and "4+" in caption and "Rifle" not in caption


def test_a_unit_that_holds_has_a_line_of_its_own(rifles):
    rifles.click(rifles.at("blue-rifles-1/1"))
    rifles.click(rifles.option("hold"))
    rifles.key(pygame.K_RETURN)
    heads = [line for line in rifles.picture.book.lines if line.kind == "head"]
    assert heads and heads[0].verb == "holds" and heads[0].who.name == "Levy Rifles"


def test_a_heading_is_not_told_again_as_a_sentence(rifles):
    book, state = LogBook(rifles.match.ruleset), rifles.match.state
    for event in (Advanced(round=2), Said(text="Round 2."), Said(text="Markers: none."), Said(text="Round 2.")):
        book.add(event, state, state)
    assert [line.words for line in book.lines] == ["Round 2", "Markers: none."]


def test_a_number_at_the_end_of_a_name_stays_when_it_is_cut():
    style = Scale(1.0).style(theme.BUTTON)
    room = text.width("Levy Rif", style)
    cut = text.fit_numbered("Levy Rifles 2", style, room)
    assert cut.endswith("… 2") and text.width(cut, style) <= room
    assert text.fit_numbered("Levy Rifles 2", style, 500) == "Levy Rifles 2"


def test_the_panel_of_fire_covers_no_switch(crawler):
    crawler.frame()
    assert crawler.picture.volleys.box.w and not crawler.picture.volleys.box.colliderect(crawler.picture.switches.box)


def test_to_stay_is_offered_once_where_nothing_is_proposed(rifles):
    match = rifles.match
    ask = Ask(side="blue", question="consolidate", prompt="Move up to 3″?", subject="blue-rifles-1",
              need=Need(key="moves", kind="moves", optional=True, budget=3.0))
    rifles.intents.decision = decision_of(ask)
    rifles.intents.filling = Filling(match, rifles.intents.decision.options[0], "blue-rifles-1")
    sheet = pygame.Surface((1256, 104))
    stage = rifles.scene.stage
    with_run = SimpleNamespace(waiting=ask, state=match.state)
    match.run, kept = with_run, match.run
    try:
        bar = rifles.picture.decision
        bar.hots = []
        assert confirm_label(stage) == ("Stay", True)
        bar._right(sheet, stage, 1240, 45, 46)
        assert [h.action for h in bar.hots] == [("confirm",)]
    finally:
        match.run = kept


def test_losses_are_told_by_unit(rifles):
    start = rifles.match.journal.start
    fallen = [Casualty(model=f"blue-rifles-1/{n}", name=f"Levy Rifles 1 {n}", unit="Levy Rifles 1", side="blue",
                       how="dead", round=n, by="Elder Hulk") for n in (1, 2, 3)]
    told = by_unit(fallen, start)
    assert [(row.name, row.told) for row in told] == [("Levy Rifles 1: 3 of 10", "rounds 1 to 3, Elder Hulk")]


def test_the_table_at_the_end_is_a_picture_of_the_models(rifles, tmp_path):
    picture = FinalTable(rifles.match, tmp_path)
    surface = pygame.Surface((440, picture.height(440)))
    picture.draw(surface, surface.get_rect(), Scale(1.0))
    picture.close()
    colours = {surface.get_at((x, y))[:3] for x in range(0, 440, 3) for y in range(0, surface.get_height(), 3)}
    assert len(colours) > 50


def test_a_click_on_a_target_that_is_refused_says_why_in_the_bar_and_beside_it():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 30), "red-tally-1": (50, 44)}))
    desk.click(desk.at("blue-rifles-1/1"))
    desk.click(desk.option("charge"))
    far = desk.match.state.members("red-tally-1")[-1].id
    desk.click(desk.at(far))
    refusal = desk.intents.refusal
    assert refusal is not None and "away" in refusal.reason
    assert desk.picture.decision._refusal(desk.scene.stage) == refusal
    assert refusal.reason in desk.picture.show().illegal[far]
    desk.key(pygame.K_RETURN)
    assert desk.intents.refusal == refusal
    desk.close()


def test_the_line_of_a_flag_ends_at_the_nearest_of_its_models(rifles):
    view = rifles.picture.view
    discs = [box for name, box in view.hits if name.startswith("blue-rifles-1/")]
    row = min(box.centery for box in discs)
    first = min((box for box in discs if box.centery == row), key=lambda box: box.x)
    flag = pygame.Rect(first.centerx - 30, first.top - 90, 60, 26)
    label = view.words._nearest(Label(("flag", "blue-rifles-1"), flag.size, (0.0, 0.0)), flag)
    assert label.about == (pytest.approx(first.centerx, abs=2), pytest.approx(first.top, abs=2))


def test_a_charge_takes_the_only_unit_in_reach_at_once():
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 30), "red-tally-1": (50, 44)}))
    desk.click(desk.at("blue-rifles-1/1"))
    desk.click(desk.option("charge"))
    assert desk.intents.filling.fields["at"] == "red-remainders-1"
    assert desk.intents.ready
    assert desk.intents.choices()[0].value == "red-remainders-1"


def test_a_charge_that_reaches_nobody_says_why_and_is_not_taken_up():
    wall = TerrainSpec(kind="building", rect=(0, 24, 56, 26))
    desk = Desk(drawn_up({"blue-rifles-1": (20, 20), "red-remainders-1": (20, 30)}, terrain=(wall,)))
    desk.click(desk.at("blue-rifles-1/1"))
    desk.click(desk.option("charge"))
    assert desk.intents.filling is None
    assert desk.intents.why_not.rule == "GF-R56"


def test_the_panel_of_fire_lies_on_models_rather_than_on_the_legend_of_levels():
    panel, view = Volleys(), pygame.Rect(0, 0, 1200, 800)
    panel.box = pygame.Rect(0, 0, 400, 120)
    legend = pygame.Rect(0, 0, 110, 180)
    models = [pygame.Rect(100, 740, 40, 40), pygame.Rect(1000, 20, 40, 40)]
    assert panel._freest(view, models, ()) == "topleft"
    assert panel._freest(view, models, (legend,)) == "bottomleft"
