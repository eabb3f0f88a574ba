"""What a person sees of champions: heights, the sight line from the side, areas, dials, bodies; by real events."""
from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from game.engine.commands import Command
from game.engine.events import Acted, Moved
from game.geometry.shielded import shielded_part
from game.sim.opening import read_match
from game.sim.settings import Settings
from game.ui.panels.decisionbar import SHORTEST, button_width, buttons
from game.ui.panels.sidestrip import verdict_words
from game.ui.relief import levels, placed, tags
from tests.ui.desk import Desk

ROOFLINE = Path(__file__).parent.parent / "data" / "roofline.toml"


def open_desk(first: str = "champ", size=(1600, 900), scale: float = 1.0, file: Path = ROOFLINE) -> Desk:
    desk = Desk(read_match(str(file), 1), size, scale)
    desk.key(pygame.K_1)
    desk.frame(1.0)
    assert desk.intents.decision.subject == first
    return desk


@pytest.fixture
def desk():
    made = open_desk()
    yield made
    made.close()


@pytest.fixture
def sam(tmp_path):
    """Sam Casso with his grenade launcher acts first."""
    text = ROOFLINE.read_text().replace('order = ["champ", "roark", "sam"', 'order = ["sam", "champ", "roark"')
    file = tmp_path / "sam.toml"
    file.write_text(text.replace("set = { W = 11, SD = 12 }", "set = { W = 11, SD = 24 }"))
    made = open_desk("sam", file=file)
    yield made
    made.close()


def choose(desk: Desk, title: str) -> None:
    """Takes an option by its button or number, wherever the bar shows it."""
    number = next(i for i, o in enumerate(desk.intents.options()) if o.title == title)
    for _ in range(desk.picture.decision.pages):
        if any(h.action == ("option", number) for h in desk.picture.decision.hots):
            break
        desk.key(pygame.K_0)
    desk.press("option", number)
    assert desk.intents.option.title == title


def marks(desk: Desk, kind: str):
    return [m for m in desk.picture.show().over if m.kind == kind]


def click_hot(desk: Desk, panel, *action) -> None:
    desk.frame()
    desk.click(next(h for h in panel.hots if h.action == action).box.center)


# --- heights
def test_each_deck_and_gap_bears_its_height_where_nothing_higher_hides_it(desk):
    terrain = desk.scene.stage.state.terrain
    told = tags(terrain.values())
    assert sorted(words for _, words, *_ in told) == ["3″"] * 5 + ["6″"] * 4 + ["−4″"]
    assert [(level.height, level.pieces) for level in levels(terrain.values())] == [(6, 4), (3, 5), (0, 0), (-4, 1)]
    on_west_deck = next(at for at, words, *_ in told if words == "3″" and at[0] < 9 and at[1] > 14)
    assert not (1 <= on_west_deck[0] <= 4.3 and on_west_deck[1] >= 19.7), "under the higher deck that stands on it"


@pytest.mark.parametrize("name", ["a_bill_come_due", "crown_of_the_sump", "three_for_the_crane", "the_regents_price"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1600, 900), 1.0), ((1600, 900), 2.0)])
def test_no_tag_of_a_height_covers_another_or_leaves_the_table(name, size, scale):
    desk = Desk(read_match(name, 1), size, scale)
    try:
        camera, terrain = desk.picture.camera, desk.scene.stage.state.terrain
        told = tags(terrain.values())
        boxes = [image.get_rect(topleft=at) for image, at in placed(told, camera, desk.scene.stage.scale)]
        assert len(boxes) > len(told) / 3
        assert all(camera.table_box().contains(box) for box in boxes)
        assert all(not a.colliderect(b) for i, a in enumerate(boxes) for b in boxes[:i])
    finally:
        desk.close()


@pytest.mark.parametrize("name", ["a_bill_come_due", "crown_of_the_sump", "shift_change", "end_of_the_line"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1600, 900), 1.0), ((1600, 900), 2.0)])
def test_nothing_that_floats_covers_a_table_that_is_fitted(name, size, scale):
    desk = Desk(read_match(name, 1), size, scale)
    try:
        picture = desk.picture
        table = picture.camera.table_box()
        assert picture.layout.table.contains(table)
        assert not table.colliderect(picture.switches.box) and not table.colliderect(picture.legend.box)
        # a whole inch may be longer than the margin is wide
        assert table.clip(picture._scale_box()).w < picture.camera.ppi / 2
    finally:
        desk.close()


def test_a_model_on_a_roof_says_how_high_it_stands_and_its_ghost_what_it_would(desk):
    stage, view, show = desk.scene.stage, desk.picture.view, desk.picture.show()
    looks = {name: view._look(m, 0.0, show).level for name, m in stage.state.models.items()}
    assert looks == {"champ": 0.0, "sam": 3.0, "roark": 0.0, "carman": 0.0, "benedict": 0.0}
    assert (view._level_at((3, 6)), view._level_at((11, 5)), view._level_at((8, 12))) == (3.0, -4.0, 0.0)


def test_the_legend_stands_beside_the_table_only_where_there_is_room(desk):
    assert desk.picture.legend.image is not None
    assert not desk.picture.legend.box.colliderect(desk.picture.camera.table_box())
    small = open_desk(size=(1280, 720))
    assert small.picture.legend.image is None
    small.close()


# --- the side view
def test_x_shows_the_sight_line_from_the_side_and_the_pointer_says_to_whom(desk):
    assert desk.picture.side.image is None
    desk.key(pygame.K_x)
    desk.point(desk.at("benedict"))
    side = desk.picture.side
    assert side.image is not None and side.seen.target.id == "benedict"
    assert verdict_words(side.seen, desk.scene.stage.state) == ("clear", True)
    assert [g.level for g in side.seen.view.ground] == [0.0, -4.0, 0.0]
    desk.point(desk.at("sam"))
    assert desk.picture.side.seen.target.id == "sam"
    desk.press("overlay", "side view")
    assert desk.picture.side.image is None


def test_a_click_on_the_strip_orders_nothing_and_it_says_what_stops_the_line(desk):
    desk.key(pygame.K_1)  # walk: from where it would end
    desk.key(pygame.K_x)
    desk.point(desk.inch(6.3, 14.2))
    side = desk.picture.side
    assert side.seen.base.at != side.seen.viewer.at
    before = desk.intents.version
    desk.click(side.box.center)
    assert desk.match.state.models["champ"].at == (6.3, 11.6) and desk.intents.version == before
    said, clear = verdict_words(side.seen, desk.scene.stage.state)
    assert clear == side.seen.sight.clear and (said == "clear" or "″" in said)


# --- areas
def test_a_spray_follows_the_pointer_and_names_everyone_it_would_touch(desk):
    choose(desk, "Flame thrower")
    x, y = desk.at("carman")
    desk.point((x, y + 4))
    assert len(marks(desk, "spray")) == 1
    assert {m.ref for m in marks(desk, "touched")} == {"roark", "carman"}
    assert all("%" in m.text and "wounds" in m.text for m in marks(desk, "touched"))
    desk.point(desk.inch(6.0, 20.0))
    assert marks(desk, "touched") == []


def test_a_spray_shows_what_is_shielded_and_by_what(tmp_path):
    wall = '''
[[terrain]]
id = "screen"
name = "Screen wall"
kind = "wall"
rect = [12.6, 11.0, 12.9, 14.5]
height = 4.0
'''
    file = tmp_path / "wall.toml"
    file.write_text(ROOFLINE.read_text() + wall)
    desk = open_desk(file=file)
    try:
        choose(desk, "Flame thrower")
        x, y = desk.at("carman")
        desk.point((x, y + 4))
        told = {m.ref: m for m in marks(desk, "touched")}
        assert told["roark"].role == "act"
        assert told["carman"].role == "bad" and told["carman"].text == "shielded by Screen wall\nRE-R51"
        spray = marks(desk, "spray")[0]
        parts = shielded_part(desk.match.state.scene, desk.match.state.models["champ"].base, spray.points)
        assert parts and min(px for part in parts for px, _ in part) == pytest.approx(12.6, abs=0.4)
    finally:
        desk.close()


def test_a_spray_is_pinned_by_a_click_turned_by_keys_and_fired_by_a_second_click(desk):
    choose(desk, "Flame thrower")
    x, y = desk.at("carman")
    desk.click((x, y + 4))
    pinned = desk.intents.filling.fields["direction"]
    assert pinned == round(pinned)
    desk.key(pygame.K_e, pygame.KMOD_SHIFT)
    assert desk.intents.filling.fields["direction"] == pinned + 5
    desk.key(pygame.K_q, pygame.KMOD_SHIFT)
    desk.click((x, y + 4))
    assert any(isinstance(e, Acted) and e.verb == "sprays" for e in desk.match.events)


def test_a_blast_shows_falling_strength_where_it_may_stray_and_whom_it_catches(sam):
    choose(sam, "Grenade launcher-anti infantry")
    sam.point(sam.at("carman"))
    blast, scatter = marks(sam, "blast"), marks(sam, "scatter")
    assert blast[0].radius == 4.0 and blast[0].values == (5.0, 4.0, 3.0, 2.0)
    assert len(scatter[0].points) == 72
    assert [m.ref for m in marks(sam, "touched")] == ["roark"], "the target itself bears the line's odds"


def test_a_push_says_how_far_at_least_and_at_most(sam):
    before, target = sam.match.state, sam.match.state.models["roark"]
    weapon = next(w for w in before.models["sam"].notes["weapons"] if w["weapon"] == "seismic_cannon")
    order = Command(do="shoot", by="sam", fields={"weapon": weapon["id"], "at": "roark"})
    (push,) = sam.match.ruleset.preview(before, order).marks
    assert (push.kind, push.ref, push.points[0]) == ("push", "roark", target.at)
    least, most = (math.dist(push.points[0], p) for p in push.points[1:])
    assert 0 < least <= 1.0 + 1e-6 and least <= most <= 6.0 + 1e-6
    assert marks(sam, "push") == []


def test_a_jump_shows_its_odds_and_what_a_fall_costs(sam):
    choose(sam, "Jump")
    sam.point(sam.inch(13.2, 6.6))
    (odds,) = marks(sam, "odds")
    assert "%" in odds.text and "own wounds" in odds.text
    assert any("fall of 4.0″" in m.text for m in marks(sam, "note"))


def test_a_jump_that_needs_no_roll_says_so(sam):
    choose(sam, "Jump")
    sam.point(sam.inch(5.0, 6.0))
    (odds,) = marks(sam, "odds")
    assert odds.text == "100 %"
    assert any("no roll" in m.text for m in marks(sam, "note"))


def test_whoever_is_set_up_faces_away_from_its_edge():
    desk = Desk(read_match("quarrel_on_the_stacks", 7))
    for _ in range(40):
        option = next((o for o in desk.intents.decision.options if o.needs), None)
        if option is not None and option.needs[0].kind == "point":
            break
        desk.key(pygame.K_1)
        desk.key(pygame.K_RETURN)
        desk.settle()
    edge = desk.match.state.sides[desk.intents.decision.side].edge
    desk.scene.carry_out(desk.intents.choose(option))
    assert desk.intents.filling.facing_at(((3.0, 3.0),)) == {"south": 0.0, "north": 180.0}[edge]
    desk.close()


def test_a_blast_plays_as_an_event_and_its_victims_are_numbered(sam):
    playback = sam.scene.playback
    sam.shell.settings = Settings(animation_speed=1.0)
    choose(sam, "Grenade launcher-anti infantry")
    sam.scene.carry_out(sam.intents.pick("carman"))
    sam.scene.carry_out(sam.intents.confirm())
    opened, named = 0, set()
    for _ in range(900):
        sam.frame(0.03)
        opened += playback.frame().burst is not None
        named |= {m.text for m in marks(sam, "label") if sam.scene.stage.playing}
        if not playback.busy:
            if sam.intents.may_decline:
                sam.scene.carry_out(sam.intents.decline())
                continue
            break
    assert opened > 5
    assert any(text.startswith("1. ") for text in named)
    assert playback.area is None or not playback.busy


# --- dials
def test_aim_and_part_are_dials_and_the_odds_follow_at_once(desk):
    choose(desk, "Auto rifle")
    assert [n.key for n in desk.intents.dials] == ["aim", "shift", "part"]
    assert desk.intents.choices() == ()
    plain = desk.intents.preview_of("carman").chance
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_RIGHT)
    aimed = desk.intents.preview_of("carman").chance
    assert desk.intents.filling.fields == {"aim": 2} and aimed > plain
    desk.key(pygame.K_DOWN)
    desk.key(pygame.K_DOWN)
    click_hot(desk, desk.picture.dials, "dial", "part", 1)
    assert desk.intents.filling.fields["part"] == "body" and desk.intents.preview_of("carman").chance < aimed
    click_hot(desk, desk.picture.dials, "dial", "part", -1)
    assert "part" not in desk.intents.filling.fields


def test_a_dial_cannot_be_turned_beyond_the_points_left_and_says_why(desk):
    choose(desk, "Auto rifle")
    for _ in range(7):
        desk.key(pygame.K_RIGHT)
    assert desk.intents.filling.fields["aim"] == 4
    desk.key(pygame.K_DOWN)
    desk.key(pygame.K_RIGHT)
    assert "shift" not in desk.intents.filling.fields and desk.intents.why_not.rule


def test_the_dials_go_into_the_order(desk):
    choose(desk, "Auto rifle")
    desk.key(pygame.K_RIGHT)
    desk.click(desk.at("roark"))
    desk.key(pygame.K_RETURN)
    assert desk.match.state.models["champ"].note("ap") == 3 or desk.match.run is not None


# --- cards
def test_the_card_and_the_roster_show_meters_and_a_body(desk):
    card = desk.scene.stage.card(desk.scene.stage.state.models["benedict"])
    assert [(m.short, m.left, m.full) for m in card.meters] == [("W", 6, 13), ("AP", 4, 4)]
    arms = next(p for p in card.body if p.id == "arms")
    assert (arms.rolls, arms.crippled, arms.cripples, arms.limit) == ("9–10", 1, 2, 3)
    desk.point(desk.at("benedict"))
    tips = {h.tip.title for h in desk.picture.card.hots if h.tip is not None}
    assert {"Arms, 9–10", "Wounds, 6 of 13", "Action, 4 of 4"} <= tips


@pytest.mark.parametrize("size, scale", [
    ((960, 540), 1.0), ((1280, 720), 1.0), ((1600, 900), 1.0), ((1920, 1080), 2.0)])
def test_strip_dials_switches_and_legend_keep_off_each_other(size, scale):
    desk = open_desk(size=size, scale=scale)
    choose(desk, "Auto rifle")
    desk.key(pygame.K_x)
    desk.point(desk.at("roark"))
    picture = desk.picture
    boxes = [b for b in (picture.switches.box, picture.side.box, picture.dials.box, picture.legend.box) if b.w]
    assert picture.side.box.w and picture.dials.box.w
    for i, box in enumerate(boxes):
        assert picture.layout.table.contains(box)
        assert box.collidelist(boxes[i + 1:]) < 0
    desk.close()


# --- questions inside an order
def test_a_dispel_shows_each_way_with_its_chance_and_which_is_proposed(tmp_path):
    units = """
[[unit]]
id = "mage"
side = "blue"
profile = "Mage"
level = 2
spells = ["Ageing"]
at = [6.3, 11.6]
facing = 85
[[unit]]
id = "other"
side = "red"
profile = "Mage"
at = [12.0, 11.6]
facing = 270
"""
    text = ROOFLINE.read_text()
    text = text[:text.index("[[unit]]")].replace('"champ", "roark", "sam", "carman", "benedict"', '"mage", "other"')
    file = tmp_path / "mages.toml"
    file.write_text(text + units)
    for seed in range(12):
        desk = Desk(read_match(str(file), seed))
        desk.key(pygame.K_1)
        desk.frame(1.0)
        choose(desk, "Ageing")
        desk.scene.carry_out(desk.intents.pick("other"))
        desk.scene.carry_out(desk.intents.confirm())
        desk.settle()
        if desk.intents.decision.question == "dispel":
            break
        desk.close()
    shown = buttons(desk.scene.stage)
    assert [b.title for b in shown] == ["Dispel, 1 AP", "With a third die, 2 AP"]
    assert all(b.hint.endswith("%") for b in shown) and sum(b.chosen for b in shown) <= 1
    desk.press("choice", "dispel")
    if desk.intents.decision.question == "dispel":
        assert [b.chosen for b in buttons(desk.scene.stage)] == [True, False]
    desk.close()


# --- the order of activation
@pytest.mark.parametrize(("size", "scale"), [((1600, 900), 1.0), ((1280, 720), 1.0), ((1600, 900), 2.0)])
def test_the_roster_tells_the_order_by_leadership(size, scale):
    desk = open_desk(size=size, scale=scale)
    try:
        stage, roster = desk.scene.stage, desk.picture.roster
        queue = stage.ruleset.queue(stage.state)
        assert [p.model for p in queue.places] == list(stage.state.note("order"))
        assert [p.when for p in queue.places] == ["acts"] + ["waits"] * (len(queue.places) - 1)
        told = [h for h in roster.hots if h.tip is not None and "Order by leadership" in h.tip.text]
        assert [h.tip.title for h in told] == [stage.state.models[p.model].name for p in queue.places]
        assert told[0].tip.text == "Order by leadership 9: acts now."
        assert all(not a.box.colliderect(b.box) for i, a in enumerate(told) for b in told[:i])
        assert all(a.box.left >= roster.box.left and a.box.right <= roster.box.right for a in told)
    finally:
        desk.close()


def test_who_has_gone_is_ticked_off_and_the_next_one_acts(desk):
    stage = desk.scene.stage
    desk.scene.match.submit(Command(do="end_activation", by="champ"))
    queue = stage.ruleset.queue(desk.scene.match.state)
    assert [p.when for p in queue.places][:2] in (["gone", "acts"], ["gone", "next"])


# --- names of options where room is short
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((1600, 900), 2.0)])
def test_a_button_keeps_its_name_and_a_cut_one_tells_the_whole_on_hover(tmp_path, size, scale):
    text = ROOFLINE.read_text().replace('order = ["champ", "roark", "sam"', 'order = ["sam", "champ", "roark"')
    file = tmp_path / "sam.toml"
    file.write_text(text)
    desk = open_desk("sam", size, scale, file)
    try:
        bar, stage = desk.picture.decision, desk.scene.stage
        shown, seen = buttons(stage), {}
        for _ in range(bar.pages):
            seen.update({h.action: h for h in bar.hots if h.action[:1] == ("option",)})
            assert all(h.box.right <= bar.box.w for h in bar.hots if h.action[:1] == ("option",))
            desk.key(pygame.K_0)
        assert len(seen) == len(shown) > 9
        for button in shown:
            hot, whole = seen[button.action], button_width(stage, button, "rows")
            assert hot.box.w >= min(whole, stage.scale(SHORTEST))
            assert hot.tip is not None and button.title in hot.tip.title
    finally:
        desk.close()


def test_one_who_drops_from_a_roof_is_seen_to_fall(sam):
    drop = Command(do="drop", by="sam", fields={"to": [6.3, 11.5]})
    assert [e.drop for e in sam.match.submit(drop) if isinstance(e, Moved)] == [3.0]
