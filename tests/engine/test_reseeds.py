"""Seeds changed in mid-game: taken back and done again with what they were changed behind; files that tell nonsense of
them, or of forced dice, are refused in one line."""
from __future__ import annotations

import json

import pytest

from game.engine import journal as journals
from game.engine.commands import Command
from game.engine.dice import seed_of
from game.engine.match import Match
from game.engine.replay import check_dice
from game.errors import FileError
from tests.engine.toy import Coins, start


def wait(side: str = "blue") -> Command:
    return Command(do="wait", by=f"{side}-1")


def flip(side: str = "blue") -> Command:
    return Command(do="flip", by=f"{side}-1")


@pytest.fixture
def match() -> Match:
    return Match(Coins(), start(), seed=7)


def turn(match: Match) -> str:
    assert match.state.turn is not None
    return match.state.turn


def test_redo_brings_the_changed_seed_back(match):
    match.submit(wait())
    match.reseed("other")
    side = turn(match)
    straight = match.branch()
    straight.submit(flip(side))
    match.undo()
    assert match.seed == 7 and match.journal.reseeds == ()
    match.redo()
    assert match.seed == "other"
    match.submit(flip(side))
    assert match.run.record == straight.run.record
    check_dice(match.journal)


def test_a_seed_changed_in_mid_command_is_taken_back_and_done_again(match):
    match.submit(flip())
    match.reseed("other")
    straight = match.branch()
    straight.answer("yes")
    match.answer("yes")
    assert match.journal.entries[-1].record == straight.journal.entries[-1].record
    check_dice(match.journal)
    again = Match.resume(match.ruleset, match.journal)
    assert journals.encode(again.journal) == journals.encode(match.journal)


def test_a_question_answered_again_meets_the_seed_that_was_changed_at_it(match):
    match.submit(Command(do="ask", by="blue-1"))
    match.answer("yes")
    match.reseed("other")
    match.undo()
    assert match.seed == 7
    match.redo()
    assert match.seed == "other"
    match.answer("later")
    side = turn(match)
    match.submit(flip(side))
    check_dice(match.journal)


def test_a_script_that_is_given_up_gives_up_its_seeds(match):
    match.submit(wait())
    match.submit(wait(turn(match)))
    match.reseed("late")
    match.abandon(1)
    match.reseed("early")
    match.submit(flip(turn(match)))
    assert match.journal.seed_at(1) == "early" and match.journal.seed_at(9) == "early"


def saved(tmp_path, match: Match, **changes: object):
    """The game as a file that somebody changed."""
    raw = json.loads(journals.encode(match.journal))
    raw |= changes
    path = tmp_path / "game.json"
    path.write_text(json.dumps(raw))
    return path


@pytest.mark.parametrize("reseeds", [
    [{"entry": -1, "record": 0, "seed": 1}], [{"entry": 0, "record": -1, "seed": 1}],
    [{"entry": 99, "record": 0, "seed": 1}], [{"entry": 0, "record": 99, "seed": 1}],
    [{"entry": 1, "record": 0, "seed": 1}, {"entry": 0, "record": 0, "seed": 2}],
    [{"entry": 1, "record": 0, "seed": 1}, {"entry": 1, "record": 0, "seed": 2}],
    [{"entry": 1, "record": 0, "seed": 10**30}], [{"entry": 1, "record": 0, "seed": None}],
    [{"entry": 1, "record": 0, "seed": 1.5}], [{"entry": 1, "record": 0}], [3], "x", {},
])
def test_seeds_that_no_game_can_have_had_are_refused_in_one_line(tmp_path, match, reseeds):
    match.submit(flip())
    match.answer(None)
    with pytest.raises(FileError, match=r"reseeds") as fault:
        journals.load(saved(tmp_path, match, reseeds=reseeds))
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("forced", [[2], [-1], [0, 0], [0, 1, 2], ["a"], 1, [1.5]])
def test_forced_dice_that_did_not_fall_are_refused(tmp_path, match, forced):
    match.submit(flip())
    running = json.loads(journals.encode(match.journal))["running"]
    running["record"][0]["forced"] = forced
    with pytest.raises(FileError, match=r"record\[0\]\.forced"):
        journals.load(saved(tmp_path, match, running=running))


@pytest.mark.parametrize("dice, count", [([0, 3], 2), ([7, 1], 2), ([1], 2), ([], 2), ([1, 1, 1], 2),
                                         ([1, 1], 10**12), ([], -1)])
def test_dice_that_cannot_have_fallen_are_refused(tmp_path, match, dice, count):
    match.submit(flip())
    running = json.loads(journals.encode(match.journal))["running"]
    running["record"][0] |= {"dice": dice, "forced": [0] if dice else []}
    running["record"][0]["roll"]["count"] = count
    with pytest.raises(FileError, match=r"running\.record\[0\]\.dice"):
        journals.load(saved(tmp_path, match, running=running))


@pytest.mark.parametrize("words", ["9000000000000000000", "9" * 60, " 12 ", "٣", "twelve", ""])
def test_any_seed_that_can_be_typed_can_be_saved(tmp_path, match, words):
    match = Match(Coins(), start(), seed_of(words))
    match.reseed(seed_of(words))
    path = tmp_path / "game.json"
    journals.save(match.journal, path)
    assert journals.load(path).seed == match.seed
