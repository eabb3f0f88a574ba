"""One command in flight: its record leads it again to the same place, or says where it parts."""
from __future__ import annotations

import pytest

from game.engine.commands import Command
from game.engine.dice import ScriptedDice
from game.engine.requests import Recorded, Roll
from game.engine.run import Run
from game.errors import DiceError, ReplayDiverged
from tests.engine.toy import Coins, start

FLIP = Command(do="flip", by="blue-1")


def flipped(reason: str = "flip", record: tuple[Recorded, ...] = ()) -> Run:
    return Run(Coins(reason=reason), start(), FLIP, ScriptedDice([4, 2, 5]), record)


def test_a_record_brings_the_run_to_the_same_question_without_dice():
    run = flipped()
    again = Run(Coins(), start(), FLIP, ScriptedDice([]), tuple(run.record))
    assert again.waiting == run.waiting and again.record == run.record and again.state == run.state


def test_a_whole_record_needs_no_answer():
    run = flipped()
    run.answer("yes")
    again = Run(Coins(), start(), FLIP, ScriptedDice([]), tuple(run.record))
    assert again.done and again.events == run.events and again.state.note("sum") == 11


def test_another_roll_than_recorded_names_both():
    with pytest.raises(ReplayDiverged) as diverged:
        flipped("scatter", tuple(flipped().record))
    assert 'holds 2d6 "flip"' in str(diverged.value) and 'asked 2d6 "scatter"' in str(diverged.value)


def test_a_roll_where_an_answer_is_recorded_names_both():
    record = (Recorded(question="double", side="red", answer="yes"),)
    with pytest.raises(ReplayDiverged, match='an answer of red to "double", the resolver asked 2d6 "flip"'):
        flipped(record=record)


def test_a_question_where_dice_are_recorded_names_both():
    record = (*flipped().record, Recorded(roll=Roll(1, 6, "double", "red"), dice=(1,)))
    with pytest.raises(ReplayDiverged, match='holds 1d6 "double", the resolver asked red "double"'):
        flipped(record=record)


def test_dice_run_out_within_a_command():
    run = Run(Coins(), start(), FLIP, ScriptedDice([4, 2]))
    with pytest.raises(DiceError, match="1d6 for double"):
        run.answer("yes")


def test_the_checkpoint_stays_what_it_was():
    run = flipped()
    run.answer("yes")
    assert run.checkpoint == start() and run.state != start()
