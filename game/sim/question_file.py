"""Table questions as files: one JSON object a line, read strictly (design: rule cases, table questions).

Anything that is not understood is a `FileError` that names the file, the line and the key, and says what
would be right.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.errors import FileError, did_you_mean
from game.sim.question_words import (
    ASKS,
    RIGHTS,
    WORDS,
    AnyAsk,
    AskBlast,
    AskSpray,
    Mark,
    ModelLine,
    Name,
    Refusal,
    ScatterRight,
    SeesRight,
    Size,
    Slack,
    Spread,
    TerrainLine,
)
from game.table.datafile import read_bytes
from game.units import Point
from game.words import say


class _Line(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    id: Name
    why: Name
    table: tuple[Size, Size]
    terrain: list[TerrainLine] = []
    models: list[ModelLine] = []
    ask: AnyAsk
    right: msgspec.Raw
    tolerance: Spread | Slack = 1e-6


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question: a table, what is asked, and the right answer with its slack. `line` counts from 1."""

    file: Path
    line: int
    id: str
    why: str
    table: Point
    terrain: list[TerrainLine]
    models: list[ModelLine]
    ask: AnyAsk
    right: Any
    slack: Slack


def read_questions(path: str | Path) -> Iterator[Question]:
    """The questions of one `.jsonl` file in order; blank lines are skipped, an empty file holds none.

    Raises `FileError` at the first line that cannot be used, naming its key and what would be right.
    """
    file, seen = Path(path), dict[str, int]()
    for number, text in enumerate(read_bytes(file).split(b"\n"), 1):
        if not text.strip():
            continue
        question = _read_line(file, number, text)
        if question.id in seen:
            raise FileError(file, say("line {number}, id", number=number),
                            say('"{id}" already names line {seen}', id=question.id, seen=seen[question.id]))
        seen[question.id] = number
        yield question


def _read_line(file: Path, number: int, text: bytes) -> Question:
    """One line as a question, or a `FileError` at its line and key."""
    try:
        _refuse_repeated_keys(text)
        line = msgspec.json.decode(text, type=_Line)
        right = _read_right(line)
        _check_names(line, right)
    except _Misfit as fault:
        raise FileError(file, _where(number, fault.key), fault.problem) from fault
    except msgspec.DecodeError as fault:
        raise _explained(file, number, str(fault)) from fault
    except (UnicodeDecodeError, RecursionError) as fault:
        raise FileError(file, _where(number), "not JSON that can be read: UTF-8, few levels deep") from fault
    slack = line.tolerance
    if not isinstance(slack, Slack):
        slack = Slack(below=slack, above=slack)
    return Question(file=file, line=number, id=line.id, why=line.why, table=line.table, terrain=line.terrain,
                    models=line.models, ask=line.ask, right=right, slack=slack)


class _Misfit(Exception):
    """A value that is well formed and of the right type, yet cannot be used."""

    def __init__(self, key: str, problem: str) -> None:
        self.key, self.problem = key, problem
        super().__init__(problem)


def _where(number: int, key: str = "") -> str:
    return say("line {number}, {key}", number=number, key=key) if key else say("line {number}", number=number)


def _refuse_repeated_keys(text: bytes) -> None:
    """A key that stands twice in one object would silently lose its first value."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in items]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise _Misfit(twice, "stands twice in one object; keep one")
        return dict(items)

    try:
        json.loads(text, object_pairs_hook=pairs, parse_int=float)
    except (ValueError, UnicodeDecodeError):
        return  # the strict reader says better what is wrong


def _read_right(line: _Line) -> Any:
    """The right answer in the shape its question demands, or a `Refusal`."""
    kind: Any = RIGHTS[type(line.ask)]
    answer = msgspec.json.decode(line.right)
    if isinstance(answer, dict) and "refused" in answer:
        kind = Refusal
    try:
        return msgspec.json.decode(line.right, type=kind)
    except msgspec.ValidationError as fault:
        problem, key = _split(str(fault))
        known = _keys_of(kind) if kind in (SeesRight, ScatterRight, Refusal) else []
        raise _Misfit(f"right.{key}" if key else "right", _with_advice(problem, known)) from fault


def _check_names(line: _Line, right: Any) -> None:
    """Every id stands once, and everything the question and its answer speak of is there."""
    models, pieces = [model.id for model in line.models], [piece.id for piece in line.terrain]
    for key, ids in (("models", models), ("terrain", pieces)):
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise _Misfit(key, say('two things have the id "{twice}"', twice=twice))
    blockers = (right.blocked_by or []) if isinstance(right, SeesRight) else []
    touched = right if isinstance(line.ask, AskSpray | AskBlast) and isinstance(right, list) else []
    for key, kind, names, known in (
        ("ask", say("model"), line.ask.names(), models), ("ask", say("piece of terrain"), line.ask.pieces(), pieces),
        ("right", say("piece of terrain"), blockers, pieces), ("right", say("model"), touched, models),
    ):
        stray = next((name for name in names if name not in known), None)
        if stray is not None:
            raise _Misfit(key, say('no {kind} "{stray}"{near}', kind=kind, stray=stray,
                                   near=did_you_mean(stray, known)))


def _explained(file: Path, number: int, message: str) -> FileError:
    """The strict reader's complaint with its key, and what would be right where that can be told."""
    problem, key = _split(message)
    place = key.split("[")[0].split(".")[0]
    structs: dict[str, tuple[type[msgspec.Struct], ...]] = {
        "": (_Line,), "terrain": (TerrainLine,), "models": (ModelLine,), "tolerance": (Slack,)}
    known = [name for struct in structs.get(place, (*ASKS, Mark)) for name in _keys_of(struct)]
    return FileError(file, _where(number, key), _with_advice(problem, known))


def _keys_of(struct: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(struct)]


def _split(message: str) -> tuple[str, str]:
    """'Expected `float` - at `$.models[...].at`' as ('Expected `float`', 'models[...].at')."""
    found = re.fullmatch(r"(.*) - at `(?:key in )?\$?\.?(.*?)`", message, re.DOTALL)
    return (found[1], found[2]) if found else (message, "")


def _with_advice(problem: str, keys: Sequence[str]) -> str:
    """`problem`, with the nearest of `keys` for an unknown key and the nearest word for an unknown word."""
    stray = re.fullmatch(r"Object contains unknown field `(.*)`", problem, re.DOTALL)
    if stray:
        return say('unknown key "{stray}"{near}', stray=stray[1],
                   near=did_you_mean(stray[1], sorted(set(keys))))
    word = re.fullmatch(r"Invalid (?:enum )?value '(.*)'", problem, re.DOTALL)
    return say('"{word}" is not accepted here{near}', word=word[1],
               near=did_you_mean(word[1], WORDS)) if word else problem
