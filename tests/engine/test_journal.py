"""Saved games: written whole or not at all, read strictly, played again to the byte."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine import journal as journals
from game.engine.commands import Command
from game.engine.match import Match
from game.engine.replay import Replay
from game.engine.state import encode
from game.errors import FileError, FiringArcError, ReplayDiverged
from tests.engine.toy import Coins, start


def some_game() -> Match:
    """Five orders, the last of which waits inside for an answer."""
    match = Match(Coins(), start(), seed=11)
    match.submit(Command(do="flip", by="blue-1"))
    match.answer("yes")
    match.submit(Command(do="ask", by="red-1"))
    match.answer(None)
    match.answer("later")
    match.submit(Command(do="wait", by="blue-1"))
    match.submit(Command(do="flip", by="red-1"))
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    journals.save(some_game().journal, path)
    return path


def changed(file: Path, change: Any) -> Path:
    """The file with its JSON changed by hand."""
    data = json.loads(file.read_bytes())
    change(data)
    file.write_text(json.dumps(data))
    return file


def test_a_save_inside_a_command_loads_at_its_question(file):
    match = some_game()
    loaded = Match.resume(Coins(), journals.load(file))
    assert loaded.decision() == match.decision() and loaded.decision().inside
    assert encode(loaded.state) == encode(match.state)
    loaded.answer("yes")
    match.answer("yes")
    assert journals.encode(loaded.journal) == journals.encode(match.journal)


def test_a_save_at_every_decision_goes_on_as_the_game_does():
    moves = [("o", Command(do="flip", by="blue-1")), ("a", "yes"), ("o", Command(do="ask", by="red-1")), ("a", "yes"),
             ("a", "later"), ("o", Command(do="wait", by="blue-1")), ("o", Command(do="end", by="red-1"))]

    def make(match: Match, move: tuple[str, Any]) -> None:
        (match.submit if move[0] == "o" else match.answer)(move[1])

    whole = Match(Coins(), start(), seed=2)
    for move in moves:
        make(whole, move)
    for cut in range(len(moves) + 1):
        match = Match(Coins(), start(), seed=2)
        for move in moves[:cut]:
            make(match, move)
        loaded = Match.resume(Coins(), msgspec.json.decode(journals.encode(match.journal), type=journals.Journal))
        for move in moves[cut:]:
            make(loaded, move)
        assert journals.encode(loaded.journal) == journals.encode(whole.journal), cut


def test_the_save_before_is_kept(tmp_path):
    path = tmp_path / "game.json"
    first, second = Match(Coins(), start(), 1), some_game()
    journals.save(first.journal, path)
    journals.save(second.journal, path)
    assert path.read_bytes() == journals.encode(second.journal)
    assert path.with_name("game.json.previous").read_bytes() == journals.encode(first.journal)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.json", "game.json.previous"]


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    journals.save(Match(Coins(), start(), 1).journal, path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="cannot be written"):
        journals.save(some_game().journal, path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be written"):
        journals.save(some_game().journal, tmp_path / "file" / "game.json")


def test_a_file_cut_off_anywhere_is_refused(file):
    whole = file.read_bytes()
    for length in range(0, len(whole) - 2, max(1, len(whole) // 60)):
        file.write_bytes(whole[:length])
        with pytest.raises(FileError):
            journals.load(file)


@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe", b"null", b"[]", b"{}", b'"text"', b"12", b"[" * 100_000,
                                  b'{"header": 3}', b'{"header": {"game": "chess"}}', b"title = 'toml'"])
def test_what_is_no_save_is_refused(tmp_path, data):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(FileError) as refusal:
        journals.load(path)
    assert str(path) in str(refusal.value)


def test_no_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        journals.load(tmp_path / "none.json")
    with pytest.raises(FileError, match="is a folder"):
        journals.load(tmp_path)


def test_another_format_is_refused_by_number(file):
    changed(file, lambda data: data["header"].update(format=99))
    with pytest.raises(FileError, match="is 99; this version reads 1"):
        journals.load(file)


def test_another_version_of_the_rules_is_refused_by_name(file):
    with pytest.raises(FileError, match="played with Coins 1; this is Coins 2"):
        journals.check_rules(file, journals.load(file), Coins(version="2"))


def test_numbers_that_are_none_are_refused(file):
    changed(file, lambda data: data["start"]["table"].update(width=float("nan")))
    with pytest.raises(FileError):
        journals.load(file)


@pytest.mark.parametrize("change", [
    lambda data: data["start"].pop("models"),
    lambda data: data["start"].update(models=[]),
    lambda data: data["entries"][0].update(command=7),
    lambda data: data["entries"].append("x"),
    lambda data: data.update(entries={}),
    lambda data: data.pop("seed"),
])
def test_a_wrong_shape_is_refused_with_its_place(file, change):
    with pytest.raises(FileError) as refusal:
        journals.load(changed(file, change))
    assert refusal.value.where or refusal.value.problem


@pytest.mark.parametrize("change, told", [
    (lambda data: data["entries"][0].update(digest="0" * 16), "command 1"),
    (lambda data: data["entries"][0]["record"][0].update(dice=[1, 1]), "command 1"),
    (lambda data: data["entries"].pop(0), "record holds|state differs"),
    (lambda data: data["entries"][0].update(record=data["entries"][0]["record"][:1]), "an open question"),
    (lambda data: data["entries"][0]["record"].append({"question": "more", "side": "red"}), "resolver was done"),
])
def test_a_record_changed_by_hand_is_found_out(file, change, told):
    journal = journals.load(changed(file, change))
    with pytest.raises(FiringArcError, match=told):
        Match.resume(Coins(), journal)


def test_dice_of_another_reason_name_command_and_both(file):
    told = r'flip\(blue-1\): the record holds 2d6 "flip", the resolver asked 2d6 "toss"'
    with pytest.raises(ReplayDiverged, match=told):
        Match.resume(Coins(reason="toss"), journals.load(file))


def test_a_replay_steps_either_way(file):
    replay = Replay(Coins(), journals.load(file))
    states = [encode(replay.state)]
    while replay.forward():
        states.append(encode(replay.state))
    assert len(states) == len(replay) + 1
    for state in reversed(states[:-1]):
        replay.back()
        assert encode(replay.state) == state
    replay.back()
    assert replay.step == 0
    replay.to_round(5)
    assert replay.step == len(replay)
