"""The table questions under `tests/cases/table`, and the strictness of the reader that opens them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import FileError
from game.geometry.shapes import COVERS, TRAITS
from game.sim.question_file import Question, read_questions
from game.sim.question_words import ASKS, RIGHTS, Cover, Trait
from game.sim.questions import run_files, run_question

FOLDER = Path(__file__).parents[1] / "cases" / "table"
FILES = sorted(FOLDER.glob("*.jsonl"))

OPEN: dict[str, Any] = {
    "id": "open", "why": "nothing between", "table": [48, 48],
    "terrain": [{"id": "wall", "outline": [[4, 4], [8, 4], [8, 5]], "height": 3, "traits": ["opaque"]}],
    "models": [{"id": "a", "at": [10, 24], "radius": 0.5}, {"id": "b", "at": [20, 24], "base_mm": 32}],
    "ask": {"question": "sees", "from": "a", "to": "b"}, "right": {"sees": True}}
MISSING = object()


def changed(*path: str | int, to: Any) -> str:
    """The open question as a line, with one value replaced, added, or taken away (`MISSING`)."""
    line = json.loads(json.dumps(OPEN))
    place = line
    for key in path[:-1]:
        place = place[key]
    if to is MISSING:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return json.dumps(line)


def read(folder: Path, *lines: str | bytes) -> list[Question]:
    file = folder / "broken.jsonl"
    file.write_bytes(b"\n".join(line.encode() if isinstance(line, str) else line for line in lines))
    return list(read_questions(file))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_table_questions_have_their_right_answers(file: Path) -> None:
    wrong = [result for result in run_files([file]) if not result.passed]
    assert not wrong, "\n".join(result.told() for result in wrong)


def test_questions_are_many_and_named_once() -> None:
    ids = [question.id for file in FILES for question in read_questions(file)]
    assert len(ids) >= 170 and len(ids) == len(set(ids))


@pytest.mark.parametrize(("id", "order"), [
    ("two-walls", ["first", "second"]), ("two-walls-listed-back", ["first", "second"]),
    ("two-walls-swapped", ["second", "first"])])
def test_blockers_are_named_nearest_first(id: str, order: list[str]) -> None:
    [question] = [q for q in read_questions(FOLDER / "sees_blocking.jsonl") if q.id == id]
    assert run_question(question).found.blocked_by == order


def test_every_kind_of_question_is_asked() -> None:
    assert {type(question.ask) for file in FILES for question in read_questions(file)} == set(ASKS) == set(RIGHTS)


def test_words_of_the_files_are_those_of_the_geometry() -> None:
    assert get_args(Trait) == TRAITS and get_args(Cover) == COVERS


def test_blank_lines_and_an_empty_file_hold_no_question(tmp_path: Path) -> None:
    assert read(tmp_path) == read(tmp_path, "", "  ", "\r") == []
    assert [q.line for q in read(tmp_path, "", json.dumps(OPEN), "")] == [2]


def test_a_wrong_answer_fails_and_tells_what_was_found(tmp_path: Path) -> None:
    [question] = read(tmp_path, changed("right", to={"sees": False}))
    result = run_question(question)
    assert not result.passed and result.line == 1
    assert result.told() == (
        'FAILED broken.jsonl, line 1, open: expected {"sees":false,"blocked_by":null}, '
        'found {"sees":true,"blocked_by":[]} (nothing between)')


def test_a_refusal_where_an_answer_is_right_fails(tmp_path: Path) -> None:
    [question] = read(tmp_path, changed("ask", "to", to="a"))
    result = run_question(question)
    assert not result.passed and result.found.startswith("refused: ")


def test_an_answer_where_a_refusal_is_right_fails(tmp_path: Path) -> None:
    [question] = read(tmp_path, changed("right", to={"refused": True}))
    assert not run_question(question).passed


@pytest.mark.parametrize(("tolerance", "right", "passes"), [
    (0.5, 9.5, True), (0.5, 9.6, False), (0.5, 8.5, True), (0.5, 8.4, False), ({"below": 0.1, "above": 0}, 9.0, True),
    ({"below": 0.1, "above": 0.2}, 8.8, True), ({"below": 0.1, "above": 0.2}, 8.79, False),
    ({"below": 0.1, "above": 0.2}, 9.1, True), ({"below": 0.1, "above": 0.2}, 9.11, False)])
def test_numbers_are_compared_within_their_tolerance(
        tmp_path: Path, tolerance: Any, right: float, passes: bool) -> None:
    line = json.loads(changed("ask", to={"question": "distance", "a": "a", "b": {"point": [19.5, 24]}}))
    [question] = read(tmp_path, json.dumps({**line, "right": right, "tolerance": tolerance}))
    assert run_question(question).passed is passes


@pytest.mark.parametrize(("path", "value", "where", "says"), [
    (("wy",), "x", "line 1", 'unknown key "wy"; did you mean "why"?'),
    (("models", 0, "facng"), 90, "line 1, models", 'did you mean "facing"?'),
    (("terrain", 0, "heigth"), 3, "line 1, terrain", 'did you mean "height"?'),
    (("ask", "form"), "a", "line 1, ask", 'did you mean "from"?'),
    (("ask", "question"), "seees", "line 1, ask.question", 'did you mean "sees"?'),
    (("ask", "aim"), "hafl", "line 1, ask.aim", 'did you mean "half"?'),
    (("ask", "to"), "c", "line 1, ask", 'no model "c"; known: a, b'),
    (("right", "blocked_by"), ["wal"], "line 1, right", 'did you mean "wall"?'),
    (("right", "bloked_by"), [], "line 1, right", 'did you mean "blocked_by"?'),
    (("right",), True, "line 1, right", "Expected `object`"),
    (("right",), {"refused": False}, "line 1, right", "can only be true"),
    (("right",), MISSING, "line 1", "missing required field `right`"),
    (("why",), "", "line 1, why", "length >= 1"),
    (("table",), [48], "line 1, table", "length 2"),
    (("table",), [48, 0], "line 1, table", "> 0"),
    (("models", 0, "at"), [1, "2"], "line 1, models", "Expected `float`"),
    (("models", 0, "at"), [1, True], "line 1, models", "got `bool`"),
    (("models", 0, "at"), [1, 5000], "line 1, models", "<= 1000"),
    (("models", 0, "base_mm"), 32, "line 1, models", "either `base_mm` or `radius`"),
    (("models", 0, "radius"), MISSING, "line 1, models", "either `base_mm` or `radius`"),
    (("models", 1, "id"), "a", "line 1, models", 'two things have the id "a"'),
    (("terrain", 0, "traits"), ["opaqe"], "line 1, terrain", 'did you mean "opaque"?'),
    (("terrain", 0, "at"), [1, 1], "line 1, terrain", "both `at` and `base`"),
    (("terrain", 0, "outline"), [], "line 1, terrain", "either `outline`"),
    (("tolerance",), -1, "line 1, tolerance", ">= 0"),
    (("tolerance",), {"bellow": 1}, "line 1, tolerance", 'did you mean "below"?'),
    (("ask",), {"question": "distance", "a": "a", "b": {"edge": "north", "point": [1, 1]}}, "line 1, ask.b",
     "exactly one of"),
    (("ask",), {"question": "scatter", "point": [1, 1], "clock": 13, "distance": 1}, "line 1, ask.clock", "<= 12"),
])
def test_a_misfit_is_named_with_its_place_and_what_would_be_right(
        tmp_path: Path, path: tuple[str | int, ...], value: Any, where: str, says: str) -> None:
    with pytest.raises(FileError) as refusal:
        read(tmp_path, changed(*path, to=value))
    assert refusal.value.path.endswith("broken.jsonl")
    assert refusal.value.where.startswith(where) and says in refusal.value.problem


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400])
def test_numbers_that_are_none_are_refused(tmp_path: Path, number: str) -> None:
    with pytest.raises(FileError, match="line 1"):
        read(tmp_path, changed("models", 0, "radius", to=0.125).replace("0.125", number))


@pytest.mark.parametrize("line", [
    b"\xff\xfe", b'{"id": "\xff"}', b"[" * 100_000, b"{" * 5_000, b"null", b"[]", b"{", b'{"id": "a"} {}',
    b"\xef\xbb\xbf{}", b"\x00", b'{"id": "\\ud800"}'])
def test_what_is_not_json_is_refused_with_its_line(tmp_path: Path, line: bytes) -> None:
    with pytest.raises(FileError, match="line 2"):
        read(tmp_path, json.dumps(OPEN), line)


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="radius: stands twice"):
        read(tmp_path, json.dumps(OPEN).replace('"radius": 0.5', '"radius": 0.5, "radius": 0.6'))


def test_an_id_that_stands_twice_in_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match='line 3, id: "open" already names line 1'):
        read(tmp_path, json.dumps(OPEN), "", json.dumps(OPEN))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        list(read_questions(tmp_path / "none.jsonl"))


LINES = [line for file in FILES for line in file.read_bytes().split(b"\n") if line]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3), max_leaves=6)


def only_refuses(folder: Path, line: bytes) -> None:
    """Reading the line ends in questions or in a `FileError` that names the file and the line."""
    try:
        read(folder, line)
    except FileError as refusal:
        assert refusal.path.endswith("broken.jsonl") and refusal.where.startswith("line ")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LINES), st.data())
def test_broken_bytes_are_refused_without_a_traceback(
        tmp_path_factory: pytest.TempPathFactory, line: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 12)))
    only_refuses(tmp_path_factory.getbasetemp(), line[:start] + data.draw(st.binary(max_size=4)) + line[end:])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LINES), st.data())
def test_strange_values_are_refused_without_a_traceback(
        tmp_path_factory: pytest.TempPathFactory, line: bytes, data: st.DataObject) -> None:
    question = json.loads(line)
    place = question
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JSON)
    only_refuses(tmp_path_factory.getbasetemp(), msgspec.json.encode(question))
