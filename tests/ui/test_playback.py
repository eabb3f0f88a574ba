"""Playback: the state on show follows event by event, each for its time; the log is written as it is shown."""
from __future__ import annotations

import itertools

import pygame
import pytest
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.events import Acted, Advanced, Altered, Harmed, Left, Moved, Placed, Rolled, Said, apply
from game.ui import theme
from game.ui.draw.dice import Die
from game.ui.panels.decisionbar import halves, shares
from game.ui.panels.logbook import LogBook
from game.ui.panels.logline import Line
from game.ui.panels.logpanel import sums_of
from game.ui.playback import FALL, THUD, Playback, along, walk_lasts
from game.ui.theme import Scale
from tests.ui.desk import Desk
from tests.ui.fake import FakeRules, fake_match, fake_state

WALK = Moved(model="blue-1", path=((12, 8), (12, 12), (15, 12)), facing=180.0)


def playing(*events, speed: float = 1.0) -> tuple[Playback, list]:
    heard: list = []
    playback = Playback(fake_state(), lambda event, before, after: heard.append(event))
    playback.speed = speed
    playback.add(events)
    return playback, heard


def test_a_walk_takes_its_time_and_ends_where_the_event_says():
    playback, heard = playing(WALK)
    playback.update(0.5)
    at, _ = playback.frame().moved["blue-1"]
    assert 8 < at[1] <= 12 and not heard
    playback.update(0.6)
    assert heard == [WALK] and playback.state.models["blue-1"].at == (15, 12) and not playback.busy


def test_a_walker_looks_along_its_way_and_turns_at_the_end():
    assert along(WALK, 0.3, 90.0)[1] == pytest.approx(0.0)
    assert along(WALK, 1.0, 90.0) == ((15, 12), 180.0)


FALLS = Moved(model="blue-1", path=((12, 8), (12, 10)), facing=180.0, elevation=0.0, how="push", drop=3.0)


def test_one_who_is_pushed_over_an_edge_walks_to_it_then_falls_faster_and_faster_and_raises_dust():
    playback, heard = playing(FALLS)
    walks = walk_lasts(FALLS)
    playback.update(walks / 2)
    frame = playback.frame()
    assert 8 < frame.moved["blue-1"][0][1] < 10 and frame.lifted == {"blue-1": 3.0} and frame.thud is None
    heights = []
    for step in (0.0, 0.25, 0.5, 0.75):
        playback.update(walks + step * FALL - playback._gone)
        frame = playback.frame()
        assert frame.moved["blue-1"][0] == (12, 10) and frame.thud is None
        heights.append(frame.lifted["blue-1"])
    downs = [a - b for a, b in itertools.pairwise(heights)]
    assert heights[0] == 3.0 and downs == sorted(downs) and downs[0] > 0
    playback.update(walks + FALL + THUD / 2 - playback._gone)
    frame = playback.frame()
    assert frame.lifted["blue-1"] == 0.0 and frame.thud[0] == (12, 10) and 0 < frame.thud[2] < 1 and not heard
    playback.update(THUD)
    assert heard == [FALLS] and playback.frame().thud is None


def test_one_who_falls_where_it_stands_does_not_walk_first():
    fall = replace(FALLS, path=((12, 8), (12, 8)))
    playback, heard = playing(fall)
    playback.update(FALL / 2)
    assert 0 < playback.frame().lifted["blue-1"] < 3.0
    playback.update(FALL / 2 + THUD + 0.01)
    assert heard == [fall]


def test_speed_zero_shows_everything_at_once():
    playback, heard = playing(WALK, Harmed(model="blue-1", amount=1, notes={"marked": 1}), speed=0.0)
    assert len(heard) == 2 and not playback.busy and playback.numbers == []


def test_half_speed_takes_half_the_time():
    playback, heard = playing(WALK, speed=0.5)
    playback.update(0.51)
    assert heard == [WALK]


def test_skip_ends_all():
    playback, heard = playing(WALK, Rolled(reason="to hit", dice=(3, 4)), Left(model="red-1", how="dead"))
    playback.update(0.1)
    playback.skip()
    assert len(heard) == 3 and not playback.state.models["red-1"].in_play


def test_two_rolls_of_one_test_fall_together():
    rolls = (Rolled(reason="to hit", side="blue", dice=(3, 4)), Rolled(reason="to dodge", side="red", dice=(1, 1)))
    playback, heard = playing(*rolls)
    playback.update(0.1)
    assert playback.thrown.events == rolls and not playback.thrown.settled
    playback.update(3.0)
    assert heard == list(rolls) and playback.thrown.settled


def test_harm_rises_as_a_number_and_a_shot_flies():
    playback, _ = playing(Acted(by="blue-1", verb="shoots", at="red-1"),
                          Harmed(model="red-1", amount=2, notes={"marked": 2}))
    playback.update(0.07)
    start, end, share = playback.frame().tracer
    assert start == (12, 8) and end == (12, 20) and 0 < share < 1
    playback.update(0.5)
    assert [n.words for n in playback.numbers] == ["−2"]


def test_the_log_names_dice_modifiers_total_and_rule():
    book = LogBook(FakeRules())
    state = fake_state()
    book.add(Acted(by="blue-1", verb="shoots", at="red-1", weapon="Gun", rule="FK-3"), state, state)
    book.add(Rolled(reason="ranged attack", by="blue-1", side="blue", dice=(5, 3), modifiers=(("RCA", 3),), total=11,
                    against="9", outcome="hit", rule="FK-3.2"), state, state)
    head, reason, dice = book.lines
    assert (head.who.name, head.verb, head.whom.name) == ("Glass Rat 1", "shoots", "Bailiff 1")
    assert (reason.words, reason.rule) == ("Ranged attack, against 9", "FK-3.2")
    assert (dice.words, dice.total, dice.tag, dice.good) == ("+ RCA 3", "11", "hit", True)
    assert [d.face for d in dice.dice] == [5, 3]


def test_many_dice_go_on_in_another_row():
    book = LogBook(FakeRules())
    book.add(Rolled(reason="damage", dice=(1,) * 16), fake_state(), fake_state())
    assert [len(line.dice) for line in book.lines if line.kind == "dice"] == [7, 7, 2]


def test_what_is_said_twice_is_written_once():
    book, state = LogBook(FakeRules()), fake_state()
    book.add(Altered(model="blue-1", states=("burning",)), state, state)
    book.add(Said(text="Glass Rat 1 is burning.", tone="harm"), state, state)
    assert [line.words for line in book.lines] == ["Glass Rat 1 is burning."]


def test_a_new_round_has_a_heading():
    book, state = LogBook(FakeRules()), fake_state()
    book.add(Advanced(round=2), state, state)
    assert book.lines[0].kind == "round" and book.lines[0].words == "Round 2"


def test_a_rule_set_has_its_own_word_for_a_round():
    rules = FakeRules()
    rules.plan = replace(rules.plan, called="turn")
    book, state = LogBook(rules), fake_state()
    book.add(Advanced(round=2), state, state)
    book.add(Said(text="Turn 2.", tone="head"), state, state)
    assert [line.words for line in book.lines] == ["Turn 2"]


def test_a_spell_is_what_is_cast_and_its_caster_is_named_once():
    book, state = LogBook(FakeRules()), fake_state()
    for target in ("blue-1", "red-1", ""):
        book.add(Acted(by="blue-1", verb="casts", at=target, how="spell", weapon="Regrow"), state, state)
    told = [(line.verb, line.whom.name if line.whom else "", line.words) for line in book.lines]
    assert told == [("casts Regrow", "", ""), ("casts Regrow on", "Bailiff 1", ""), ("casts Regrow", "", "")]


def test_whoever_is_set_up_is_told_of_once():
    book, state = LogBook(FakeRules()), fake_state()
    away = apply(state, Placed(model="blue-1", facing=0.0, at=(3.0, 3.0)))
    bare = replace(state, models={**state.models, "blue-1": replace(state.models["blue-1"], at=None)})
    book.add(Placed(model="blue-1", facing=0.0, at=(3.0, 3.0)), bare, away)
    book.add(Placed(model="blue-1", facing=0.0, at=(3.0, 3.0), elevation=2.0), away, away)
    book.add(Placed(model="blue-1", facing=0.0, at=(9.0, 3.0)), away, away)
    assert [line.verb for line in book.lines] == ["is set up", "is put elsewhere"]


def test_modifiers_that_have_no_room_beside_the_dice_go_on_below_them():
    desk = Desk(fake_match())
    dice = tuple(Die(4, "A", 6, False, False) for _ in range(2))
    line = Line("dice", "blue", dice=dice, words="+ AP 4 + Hawkeye 5 + a long name of all 12", total="15", tag="15″")
    rows = sums_of(line, desk.scene.stage, desk.picture.log.box.w)
    assert len(rows) > 1 and " ".join(rows) == line.words and rows[0] == "+ AP 4"
    short = Line("dice", "blue", dice=dice, words="+ RCA 3", total="11", tag="hit")
    assert sums_of(short, desk.scene.stage, desk.picture.log.box.w) == ["+ RCA 3"]
    desk.close()


def test_a_name_goes_in_two_rows_before_it_is_cut():
    assert halves("End activation", Scale(1).style(theme.BUTTON)) == ("End", "activation")
    assert halves("Unarmed", Scale(1).style(theme.BUTTON)) == ("Unarmed",)


def test_buttons_share_the_room_there_is():
    assert shares([50, 60, 70], 200) == [50, 60, 70]
    assert shares([50, 200, 300], 250) == [50, 100, 100]


def test_a_long_log_draws_only_the_lines_in_view(monkeypatch):
    desk = Desk(fake_match())
    for i in range(2000):
        desk.picture.book.add(Said(text=f"Line {i}"), desk.match.state, desk.match.state)
    desk.frame()
    drawn: list = []
    paint = desk.picture.log._picture
    monkeypatch.setattr(desk.picture.log, "_picture", lambda *a: drawn.append(a) or paint(*a))
    desk.send(pygame.MOUSEWHEEL, x=0, y=2, pos=desk.picture.log.box.center)
    desk.frame()
    assert 5 < len(drawn) < 40
    desk.close()


def test_the_log_is_filtered_by_side_and_by_kind():
    desk = Desk(fake_match())
    desk.match.submit(Command(do="activate", by="blue-team"))
    desk.scene._happened(desk.match.submit(Command(do="move", by="blue-1", fields={"path": ((12, 11),)})))
    desk.settle()
    assert desk.picture.log._shown
    desk.press("log-side", "blue")
    assert not [i for i in desk.picture.log._shown if desk.picture.book.lines[i].side == "blue"]
    desk.press("log-side", "blue")
    desk.press("log-kind")
    assert {desk.picture.book.lines[i].kind for i in desk.picture.log._shown} <= {"dice", "round"}
    desk.close()
