"""Playback: the state on show follows event by event, each for its time; the log is written as it is shown."""
from __future__ import annotations

import pygame
import pytest

from game.engine.commands import Command
from game.engine.events import Acted, Advanced, Altered, Harmed, Left, Moved, Rolled, Said
from game.ui.panels.logbook import LogBook
from game.ui.playback import Playback, along
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
