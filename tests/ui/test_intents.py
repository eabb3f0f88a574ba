"""Clicks and keys become orders; what may not be is refused with its reason and what shows it."""
from __future__ import annotations

import pytest

from game.ui.intents import Intents, Order
from tests.ui.fake import fake_match


@pytest.fixture
def intents() -> Intents:
    made = Intents(fake_match())
    made.refresh()
    return made


def carry_out(intents: Intents, order: Order | None) -> None:
    assert order is not None
    if order.command is not None:
        intents.match.submit(order.command)
    else:
        intents.match.answer(order.answer)
    intents.refresh()


def option(intents: Intents, do: str):
    return next(o for o in intents.options() if o.do == do)


@pytest.fixture
def acting(intents) -> Intents:
    assert intents.focus("blue-1")
    carry_out(intents, intents.choose(option(intents, "activate")))
    intents.focus("blue-1")
    return intents


def test_a_click_on_a_model_focuses_its_unit(intents):
    assert intents.focus("blue-lone") and intents.doer == "blue-lone-unit"


def test_a_click_on_an_enemy_focuses_nothing(intents):
    assert not intents.focus("red-1") and intents.doer == ""


def test_tab_goes_round_those_who_can_act(intents):
    assert [intents.cycle(1), intents.cycle(1), intents.cycle(1)] == ["blue-team", "blue-lone-unit", "blue-team"]


def test_an_option_that_rolls_nothing_and_needs_nothing_is_an_order_at_once(intents):
    intents.focus("blue-1")
    order = intents.choose(option(intents, "activate"))
    assert order is not None and order.command.do == "activate" and order.command.by == "blue-team"


def test_a_move_is_pointed_at_turned_and_confirmed(acting):
    assert acting.choose(option(acting, "move")) is None
    acting.point_at((12, 12))
    assert acting.path() == ((12, 8), (12, 12)) and acting.facing == 0.0
    assert acting.place((12, 12)) is None
    assert acting.turn(30) and acting.facing == 30.0
    order = acting.confirm()
    assert order.command.fields["path"] == ((12, 12),) and order.command.fields["facing"] == 30.0
    carry_out(acting, order)
    assert acting.match.state.models["blue-1"].at == (12, 12)


def test_a_second_click_on_the_end_confirms(acting):
    acting.choose(option(acting, "move"))
    acting.place((12, 12))
    assert acting.place((12.2, 12.1)) is not None


def test_a_click_elsewhere_moves_the_end(acting):
    acting.choose(option(acting, "move"))
    acting.place((12, 12))
    assert acting.place((14, 11)) is None and acting.pinned_end == (14, 11)


def test_a_path_bends_at_its_waypoints_and_is_refused_when_too_long(acting):
    acting.choose(option(acting, "move"))
    assert acting.waypoint((12, 12))
    acting.place((17, 12))
    assert acting.path() == ((12, 8), (12, 12), (17, 12))
    assert acting.confirm() is None
    assert acting.why_not.rule == "FK-2.1"


def test_enter_takes_the_end_under_the_pointer(acting):
    acting.choose(option(acting, "move"))
    acting.point_at((13, 10))
    assert acting.confirm().command.fields["path"] == ((13, 10),)


def test_a_target_out_of_range_is_refused_with_its_mark(acting):
    acting.match.ruleset.RANGE = 0
    acting.focus("blue-1")
    acting.choose(option(acting, "shoot"))
    legal = [c.value for c in acting.targets() if c.verdict.ok]
    refused = [c.value for c in acting.targets() if not c.verdict.ok]
    assert legal
    for value in refused:
        assert acting.pick(value) is None and acting.why_not.rule == "FK-3.1" and acting.why_not.marks


def test_a_shot_shows_its_odds_before_it_is_confirmed(acting):
    acting.choose(option(acting, "shoot"))
    acting.hover("red-1")
    assert acting.preview().chance == 0.58
    assert acting.pick("red-1") is None
    order = acting.pick("red-1")
    assert order.command.fields == {"at": "red-1"}


def test_a_question_inside_a_command_is_answered(acting):
    acting.choose(option(acting, "shoot"))
    acting.pick("red-1")
    carry_out(acting, acting.confirm())
    assert acting.decision.inside and [c.value for c in acting.choices()] == ["low", "flat"]
    carry_out(acting, acting.pick("flat", sure=True))
    assert not acting.decision.inside and not acting.match.run


def test_a_question_can_be_declined(acting):
    acting.choose(option(acting, "shoot"))
    acting.pick("red-1")
    carry_out(acting, acting.confirm())
    assert acting.may_decline
    carry_out(acting, acting.decline())
    assert not acting.match.run


def test_escape_backs_out_one_step_at_a_time(acting):
    acting.choose(option(acting, "move"))
    acting.place((12, 12))
    assert acting.back() and acting.pinned_end is None and acting.option is not None
    while acting.back():
        pass
    assert acting.option is None


def test_an_option_that_is_off_says_why(acting):
    acting.choose(option(acting, "move"))
    acting.place((12, 12))
    carry_out(acting, acting.confirm())
    acting.focus("blue-1")
    assert acting.choose(option(acting, "move")) is None
    assert acting.why_not.reason == "It has moved."


def test_confirm_without_a_target_says_what_is_missing(acting):
    acting.choose(option(acting, "shoot"))
    assert acting.confirm() is None and acting.why_not.reason == "Choose a model first."


def test_a_path_to_where_it_stands_is_a_path_of_two_points(acting):
    acting.choose(option(acting, "move"))
    acting.place((12, 8))
    assert acting.filling.fields["path"] == ((12, 8), (12, 8))
    assert acting.verdict().ok
