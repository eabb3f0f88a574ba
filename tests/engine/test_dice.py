"""Seeded and scripted dice."""
from __future__ import annotations

from collections import Counter

import pytest

from game.engine.dice import ScriptedDice, SeededDice
from game.errors import DiceError


@pytest.mark.parametrize("sides", [2, 3, 6, 12, 20])
def test_every_face_falls_about_as_often(sides):
    counted = Counter(SeededDice("fair", 1).roll(sides * 2000, sides, "test"))
    assert set(counted) == set(range(1, sides + 1))
    assert all(abs(count - 2000) < 250 for count in counted.values())


def test_each_command_has_a_stream_of_its_own():
    assert SeededDice(1, 1).roll(8, 6, "") != SeededDice(1, 2).roll(8, 6, "")


def test_rolling_in_parts_shows_the_same_faces():
    parts, whole = SeededDice(5, 1), SeededDice(5, 1)
    assert parts.roll(2, 6, "a") + parts.roll(3, 6, "b") == whole.roll(5, 6, "c")


def test_scripted_dice_are_read_in_order():
    dice = ScriptedDice([3, 1, 6])
    assert dice.roll(2, 6, "a") == (3, 1)
    assert dice.left == (6,)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_has_not_is_named(face):
    with pytest.raises(DiceError, match=f"die 2 of the script is {face}; the d6 for damage shows 1 to 6"):
        ScriptedDice([1, face]).roll(2, 6, "damage")


def test_no_dice_are_no_roll():
    assert SeededDice(1, 1).roll(0, 6, "") == () and ScriptedDice([]).roll(0, 6, "") == ()
