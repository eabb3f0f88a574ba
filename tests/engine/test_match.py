"""The turn loop: orders, questions, refusals, undo and redo, forks."""
from __future__ import annotations

import pytest

from game.engine import journal as journals
from game.engine.commands import Command
from game.engine.dice import ScriptedDice, SeededDice
from game.engine.match import Match
from game.engine.state import encode
from game.errors import DiceError, Refused
from tests.engine.toy import Coins, start


def flip(side: str = "blue") -> Command:
    return Command(do="flip", by=f"{side}-1")


@pytest.fixture
def match() -> Match:
    return Match(Coins(), start(), seed=7)


def traces(match: Match) -> tuple[bytes, bytes, int]:
    return encode(match.state), journals.encode(match.journal), len(match.events)


@pytest.mark.parametrize("command", [
    Command(do="win"), Command(do="flip", by="red-1"), Command(do="flip", by="nobody"), Command(do=""),
])
def test_a_refused_order_leaves_no_trace(match, command):
    before = traces(match)
    with pytest.raises(Refused) as refusal:
        match.submit(command)
    assert refusal.value.verdict.rule.startswith("CO-")
    assert traces(match) == before


def test_a_refused_answer_leaves_no_trace(match):
    match.submit(flip())
    before = traces(match)
    for wrong in ("perhaps", 3, [], {"a": 1}):
        with pytest.raises(Refused):
            match.answer(wrong)
    assert traces(match) == before
    assert match.decision().inside


def test_what_cannot_be_written_down_is_refused(match):
    before = traces(match)
    with pytest.raises(Refused, match="written down"):
        match.submit(Command(do="wait", by="blue-1", fields={"x": object()}))
    assert traces(match) == before


def test_an_order_is_played_as_the_file_will_give_it_back(match):
    match.submit(Command(do="wait", by="blue-1", fields={"path": ((1, 2), (3, 4))}))
    assert match.journal.entries[0].command.fields == {"path": [[1, 2], [3, 4]]}


def test_no_order_while_a_question_waits(match):
    match.submit(flip())
    with pytest.raises(Refused, match="question waits"):
        match.submit(flip())


def test_no_answer_where_nothing_is_asked(match):
    with pytest.raises(Refused, match="No question waits"):
        match.answer("yes")


def test_nothing_can_be_ordered_after_the_end(match):
    match.submit(Command(do="end", by="blue-1"))
    assert match.over and match.decision() is None
    with pytest.raises(Refused, match="over"):
        match.submit(Command(do="wait", by="red-1"))


def test_a_question_is_a_decision_of_the_side_asked(match):
    match.submit(flip())
    decision = match.decision()
    assert (decision.side, decision.question, decision.inside) == ("red", "double", True)
    assert [option.do for option in decision.options] == ["double", "no"]


def test_a_question_that_must_be_answered_has_no_no(match):
    match.submit(Command(do="ask", by="blue-1"))
    match.answer(None)
    assert match.decision().option("no") is None
    with pytest.raises(Refused):
        match.answer(None)


def test_undo_takes_an_order_back_and_redo_brings_it_again(match):
    match.submit(Command(do="wait", by="blue-1"))
    after = traces(match)
    match.undo()
    assert match.state == start() and match.events == []
    match.redo()
    assert traces(match) == after
    assert not match.can_redo()


def test_undo_goes_answer_by_answer(match):
    match.submit(Command(do="ask", by="blue-1"))
    first = traces(match)
    match.answer("yes")
    second = traces(match)
    match.answer("later")
    third = traces(match)
    match.undo()
    assert traces(match) == second
    match.undo()
    assert traces(match) == first
    match.redo()
    match.redo()
    assert traces(match) == third


def test_dice_stop_undo_and_say_which(match):
    match.submit(flip())
    verdict = match.can_undo()
    assert not verdict and "flip" in verdict.reason
    with pytest.raises(Refused):
        match.undo()


def test_an_answer_after_dice_can_be_taken_back_but_not_the_dice(match):
    match.submit(flip())
    match.answer(None)
    match.undo()
    assert match.decision().question == "double"
    assert not match.can_undo()


def test_an_order_after_undo_forgets_what_was_undone(match):
    match.submit(Command(do="wait", by="blue-1"))
    match.undo()
    match.submit(flip())
    assert not match.can_redo()
    with pytest.raises(Refused, match="Nothing was undone"):
        match.redo()


def test_undone_and_ordered_again_meets_the_same_dice():
    a, b = Match(Coins(), start(), 3), Match(Coins(), start(), 3)
    a.submit(flip())
    b.submit(Command(do="wait", by="blue-1"))
    b.undo()
    b.submit(flip())
    assert a.run.record == b.run.record


def test_a_fork_meets_its_own_dice_and_leaves_the_game_alone(match):
    match.submit(flip())
    before = traces(match)
    fork = match.fork(ScriptedDice([6]))
    assert fork.decision() == match.decision()
    fork.answer("yes")
    assert fork.state.note("sum") == sum(match.run.record[0].dice) + 6
    assert traces(match) == before


def test_scripted_dice_that_run_out_name_the_roll():
    match = Match(Coins(), start(), dice=ScriptedDice([1]))
    with pytest.raises(DiceError, match="used up at 2d6 for flip"):
        match.submit(flip())


def test_a_fault_in_the_rules_leaves_the_game_as_it_was(match):
    before = traces(match)
    with pytest.raises(ZeroDivisionError):
        match.submit(Command(do="fail", by="blue-1"))
    assert traces(match) == before
    match.submit(flip())
    assert match.decision().question == "double"


def test_the_same_seed_rolls_the_same_and_another_differs():
    def faces(seed: int) -> list[tuple[int, ...]]:
        return [SeededDice(seed, ply).roll(4, 6, "any") for ply in range(5)]

    assert faces(1) == faces(1)
    assert faces(1) != faces(2)
