"""A Lab session as a file: nothing of it is lost, and a broken file is told in a line."""
from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.state import encode
from game.errors import FileError, FiringArcError
from game.rulesets.registry import rulesets
from game.sim import paths
from game.sim.lab import edits, sessions
from game.sim.lab.deltas import applied, difference
from game.sim.lab.lab import Lab
from game.sim.lab.opening import of_scenario, open_lab
from game.sim.scenario import list_scenarios, load_scenario
from tests.sim.test_lab_cases import SHOT, step

RULES = tuple(rulesets())
PLAIN = st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
                     lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
                         st.text(max_size=2), inner, max_size=4), max_leaves=12)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FIRING_ARC_DATA", str(tmp_path / "data"))


@given(PLAIN, PLAIN)
@settings(max_examples=200, deadline=None)
def test_a_delta_gives_the_second_of_the_first(one, other) -> None:
    delta = json.loads(json.dumps(difference(one, other)))
    assert json.dumps(applied(one, delta)) == json.dumps(other)


def busy(rules: str) -> Lab:
    """A Lab in which everything was done: edits, orders, answers, dice, undo, and the same again."""
    info = next(s for s in list_scenarios() if s.rules == rules)
    lab, rng = of_scenario(load_scenario(info.id), 7), random.Random(5)
    for _ in range(20 if rules == "grimdark_future" else 40):
        what = rng.random()
        try:
            if what < 0.3:
                lab.edit(edits.move([rng.choice(lab.doc.things())], (rng.uniform(-1, 1), rng.uniform(-1, 1))), "Move")
            elif what < 0.36:
                lab.force((3, None, 2))
            elif what < 0.42:
                lab.undo()
            elif what < 0.48:
                lab.again(rng.randint(1, 999) if rng.random() < 0.5 else None)
            else:
                step(lab, rng)
        except FiringArcError:
            continue
    lab.undo()
    return lab


@pytest.mark.parametrize("rules", RULES)
def test_a_session_comes_back_whole(rules: str) -> None:
    lab = busy(rules)
    path = sessions.save_session(lab)
    back = open_lab(path)
    assert back.at == lab.at and len(back.moments) == len(lab.moments) and back.kept == path
    for was, now in zip(lab.moments, back.moments, strict=True):
        assert was.doc == now.doc and encode(was.state) == encode(now.state)
        assert (was.kind, was.queue, was.seed, was.command, was.answer) == (
            now.kind, now.queue, now.seed, now.command, now.answer)
        assert was.match.events == now.match.events and list(was.state.units) == list(now.state.units)


def test_the_last_order_again_knows_the_edits_after_loading() -> None:
    """The wall that was put down after the shot is there when the shot is made again from the file."""
    path = sessions.new_path("shot").with_suffix(".toml")
    path.parent.mkdir(parents=True)
    path.write_text(SHOT.replace("MARKED", "0"))
    lab = open_lab(path)
    lab.go(lab.case.places[1])
    lab.edit(edits.add_piece("wall", (3.0, 3.0)), "a wall")
    back = open_lab(sessions.save_session(lab))
    for one in (lab, back):
        one.again(11)
    assert encode(lab.state) == encode(back.state) and back.doc.setting.terrain == lab.doc.setting.terrain


def test_a_session_of_a_case_knows_its_case() -> None:
    path = sessions.new_path("shot").with_suffix(".toml")
    path.parent.mkdir(parents=True)
    path.write_text(SHOT.replace("MARKED", "99"))
    lab = open_lab(path)
    back = open_lab(sessions.save_session(lab))
    assert back.case is not None and back.case.places == lab.case.places and not back.case.passed
    path.unlink()
    assert open_lab(lab.kept).case is None


def test_two_of_one_title_do_not_overwrite_each_other() -> None:
    one, other = (sessions.save_session(open_lab("bare:rezolution")) for _ in range(2))
    assert one != other and {s.path for s in sessions.list_sessions()} == {one, other}


def test_only_the_newest_left_sessions_are_kept() -> None:
    paths.lab_dir().mkdir(parents=True)
    for number in range(12):
        (paths.lab_dir() / f"auto-20260101-0000{number:02}-x.lab").write_text("{}")
    keep = paths.lab_dir() / "auto-20270101-000000-x.lab"
    keep.write_text("{}")
    sessions.prune(keep)
    assert len(list(paths.lab_dir().glob("auto-*.lab"))) == sessions.KEPT and keep.exists()


def test_a_broken_session_is_told_in_a_line() -> None:
    path = sessions.save_session(busy("rezolution"))
    whole = path.read_bytes()
    rng = random.Random(2)
    broken = [b"", b"{}", b"[]", whole[: len(whole) // 2], b"\xff\xfe", b'{"header":{"game":"other"}}',
              whole.replace(b'"format":1', b'"format":9', 1), whole.replace(b'"at":', b'"at":9', 1)]
    for _ in range(30):
        place = rng.randrange(len(whole))
        broken.append(whole[:place] + bytes([rng.randrange(32, 127)]) + whole[place + 1 :])
    for data in broken:
        path.write_bytes(data)
        try:
            open_lab(path)
        except FileError as error:
            assert "\n" not in str(error) and "Traceback" not in str(error)
    assert all(s.fault or s.title for s in sessions.list_sessions())


@pytest.mark.parametrize(("was", "now", "fault"), [
    ('"width":36.0', '"width":0.0', "is no table"),
    ('"width":36.0', '"width":1e12', "is no table"),
    ('"height":3.0', '"height":-3.0', "heights and depths are inches"),
    ('"queue":[4]', '"queue":[-4]', "is no face of a die"),
    ('"rules":"rezolution"', '"rules":"chess"', 'header.rules: no rule set "chess"'),
])
def test_a_session_that_could_not_be_drawn_is_told_in_a_line(tmp_path, was: str, now: str, fault: str) -> None:
    """What would fail in the window, long after it was opened, is refused when it is opened."""
    lab = open_lab("bare:rezolution")
    lab.edit(edits.add_piece("wall", (18.0, 12.0), None), "wall")
    lab.force((4,))
    path = tmp_path / "changed.lab"
    told = sessions.Recorder().encoded(lab.moments, lab.at).decode()
    assert was in told
    path.write_text(told.replace(was, now))
    with pytest.raises(FileError, match=fault) as error:
        sessions.load_session(path)
    assert str(path) in str(error.value)
