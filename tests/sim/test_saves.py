"""Saves: every decision, two generations, and Continue that finds the newest game that loads."""
import json
import os
import random

import pytest

from game.engine.events import Rolled
from game.engine.journal import encode
from game.engine.state import digest
from game.errors import FileError, FiringArcError
from game.sim import paths, saves
from game.sim.report import report
from game.sim.session import BattleRequest, Session, rematch_of
from tests.sim.random_play import play, step

REQUEST = BattleRequest(
    scenario="rezolution/first_skirmish", players={"blue": "human", "red": "regular"},
    forces={"blue": "gutterglass_patrol", "red": "ostler_voss_patrol"}, seed=7,
)


@pytest.fixture
def session():
    return Session.new(REQUEST)


def same(first, second):
    """Whether two matches stand at the same decision of the same game."""
    return digest(first.state) == digest(second.state) and encode(first.journal) == encode(second.journal) and (
        first.decision().question == second.decision().question
    )


def test_a_new_game_is_saved_before_its_first_decision(session):
    (save,) = saves.list_saves()
    assert (save.kind, save.title, save.rules) == ("auto", "First skirmish", "rezolution")
    assert save.about == "grouping, Gutterglass to act"
    assert save.players == {"blue": "human", "red": "regular"}


def test_continue_is_at_the_same_decision_after_each_one(session):
    rng = random.Random(5)
    for _ in range(25):
        step(session.match, rng)
        session.autosave()
        again, told = Session.resume_latest()
        assert told == ""
        assert same(again.match, session.match)
        assert again.request == REQUEST and again.players == session.players


def test_a_damaged_autosave_gives_way_to_the_one_before(session):
    step(session.match, random.Random(1))
    session.autosave()
    path = saves.list_saves()[0].path
    path.write_bytes(path.read_bytes()[:400])
    again, told = Session.resume_latest()
    assert "The save before it was used" in told and path.name in told
    assert not again.match.journal.entries


def test_a_missing_autosave_gives_way_too(session):
    session.autosave()
    path = saves.list_saves()[0].path
    path.unlink()
    assert saves.latest() is not None
    assert same(Session.resume_latest()[0].match, session.match)


def test_continue_passes_over_a_game_that_cannot_be_saved(session):
    other = Session.new(REQUEST)
    for path in (saves.list_saves()[0].path, saves.previous_of(saves.list_saves()[0].path)):
        path.write_text("{}")
        os.utime(path, (4e9, 4e9))
    again, told = Session.resume_latest()
    assert "is not a saved game" in told
    assert same(again.match, other.match)


def test_a_save_gone_on_with_is_what_continue_means(session):
    play(session.match, 2, 6)
    mine = session.save("mine")
    saves.delete(next(save.path for save in saves.list_saves() if save.kind == "auto"))
    loaded, _ = Session.resume(mine)
    assert same(Session.resume_latest()[0].match, loaded.match)
    step(loaded.match, random.Random(1))
    loaded.autosave()
    assert len(saves.load_match(mine)[0].journal.entries) <= len(loaded.match.journal.entries)
    assert same(saves.load_match(mine)[0], session.match)


def test_nothing_to_continue_is_told():
    assert saves.latest() is None
    with pytest.raises(FileError, match="holds no game to continue"):
        saves.continue_latest()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"header": 3}', b'{"header": {"game": "chess"}}'])
def test_a_file_that_is_no_save_is_listed_with_its_fault(content):
    paths.saves_dir().mkdir(parents=True)
    (paths.saves_dir() / "quick.json").write_bytes(content)
    (save,) = saves.list_saves()
    assert save.kind == "quick" and save.fault
    with pytest.raises(FiringArcError):
        saves.load_match(save.path)


def test_a_game_of_other_rules_is_refused_by_name(session):
    path = saves.quick_save(session.match)
    raw = json.loads(path.read_text())
    raw["header"]["rules_version"] = "0"
    path.write_text(json.dumps(raw))
    with pytest.raises(FileError, match="played with Rezolution 0; this is Rezolution 1"):
        saves.load_match(path)


def test_a_save_changed_by_hand_is_no_traceback(session):
    play(session.match, 2, 10)
    path = saves.quick_save(session.match)
    raw = json.loads(path.read_text())
    raw["start"]["units"] = {}
    path.write_text(json.dumps(raw))
    with pytest.raises(FiringArcError):
        saves.load_match(path)


def test_a_finished_game_is_kept_but_not_continued(session):
    play(session.match, 3, 900)
    assert session.match.over
    session.autosave()
    (save,) = saves.list_saves()
    assert save.kind == "done" and save.about.startswith("ended in round 6")
    assert saves.latest() is None


def test_saves_of_ones_own_do_not_replace_each_other(session):
    first, second = session.save("mine"), session.save("mine")
    assert first != second and saves.kind_of(first) == "save"
    saves.delete(first)
    assert second in [save.path for save in saves.list_saves()] and not first.exists()


def test_only_some_autosaves_are_kept():
    for _ in range(saves.KEPT_AUTOSAVES + 3):
        newest = Session.new(REQUEST)
    kept = saves.list_saves()
    assert len(kept) == saves.KEPT_AUTOSAVES
    assert newest.match.journal.header.title == kept[0].title


def test_a_rematch_is_the_same_battle_with_other_dice(session):
    again = rematch_of(session)
    assert (again.scenario, again.players, again.forces) == (REQUEST.scenario, REQUEST.players, REQUEST.forces)
    assert again.seed != REQUEST.seed


def test_report_counts_what_the_events_tell(session):
    play(session.match, 3, 900)
    told = report(session.match)
    assert told.winner == session.match.state.result.winner and told.why
    assert [score.round for score in told.rounds] == [1, 2, 3, 4, 5, 6]
    assert told.rounds[-1].score == dict(session.ruleset.score(session.match.state))
    out = [m.id for m in session.match.state.models.values() if not m.in_play]
    assert sorted(c.model for c in told.casualties) == sorted(out)
    rolled = [event for event in session.match.events if isinstance(event, Rolled)]
    assert sum(luck.total for luck in told.luck.values()) == sum(sum(roll.dice) for roll in rolled)
    for luck in told.luck.values():
        assert luck.dice <= luck.total <= 6 * luck.dice and luck.expected == 3.5 * luck.dice


def test_report_of_a_game_just_begun_is_empty(session):
    told = report(session.match)
    assert (told.winner, told.rounds, told.casualties, told.best) == ("", (), (), None)


def test_a_disk_that_takes_no_save_does_not_keep_anybody_from_playing(data_dir):
    data_dir.mkdir()
    (data_dir / "saves").write_text("a file where the folder of saves should be")
    session = Session.new(REQUEST)
    assert session.match.decision() is not None
    with pytest.raises(FileError, match="cannot be written"):
        session.autosave()
