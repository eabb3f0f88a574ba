"""Every table question again with its table turned, mirrored or listed backwards: the answers must not change."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from game.sim.question_file import Question, read_questions
from game.sim.question_words import AskDistance, AskPair, AskSees, Edge, Mark, ModelLine, ScatterRight, TerrainLine
from game.sim.questions import run_question
from game.units import Point
from tests.sim.test_questions import FILES


class Turn(NamedTuple):
    """Where a point, a heading, an hour of the clock die and an edge go; whether the table's sides swap."""

    point: Callable[[Point, Point], Point]
    heading: Callable[[float], float]
    hour: Callable[[int], int]
    edges: dict[Edge, Edge]
    swaps: bool


QUARTERS: dict[Edge, Edge] = {"north": "east", "east": "south", "south": "west", "west": "north"}
QUARTER = Turn(lambda p, size: (p[1], size[0] - p[0]), lambda f: f + 90, lambda h: (h + 2) % 12 + 1,
               QUARTERS, True)
HALF = Turn(lambda p, size: (size[0] - p[0], size[1] - p[1]), lambda f: f + 180, lambda h: (h + 5) % 12 + 1,
            {edge: QUARTERS[to] for edge, to in QUARTERS.items()}, False)
MIRROR = Turn(lambda p, size: (size[0] - p[0], p[1]), lambda f: -f, lambda h: 12 - h % 12,
              {"north": "north", "south": "south", "east": "west", "west": "east"}, False)


def turned(question: Question, turn: Turn) -> Question:
    """The same question on a turned table."""
    def spot(point: Point) -> Point:
        return turn.point(point, question.table)

    def ring(points: list[Point]) -> list[Point]:
        return [spot(point) for point in points]

    def piece(line: TerrainLine) -> TerrainLine:
        return msgspec.structs.replace(line, outline=ring(line.outline), holes=[ring(hole) for hole in line.holes],
                                       at=None if line.at is None else spot(line.at))

    def model(line: ModelLine) -> ModelLine:
        return msgspec.structs.replace(line, at=spot(line.at), facing=turn.heading(line.facing))

    def mark(b: str | Mark) -> str | Mark:
        if isinstance(b, str) or b.terrain is not None:
            return b
        return Mark(point=b.point and spot(b.point), edge=b.edge and turn.edges[b.edge])

    how: dict[str, Callable[[Any], Any]] = {
        "direction": turn.heading, "at": spot, "point": spot, "to": spot, "clock": turn.hour, "polyline": ring,
        "b": mark}
    names = [name for name in type(question.ask).__struct_fields__ if name in how]
    fields = {name: how[name](getattr(question.ask, name)) for name in names}
    right = question.right
    if isinstance(right, ScatterRight):
        right = ScatterRight(point=spot(right.point), on_table=right.on_table)
    width, height = question.table
    return msgspec.structs.replace(
        question, table=(height, width) if turn.swaps else question.table, right=right,
        terrain=[piece(line) for line in question.terrain], models=[model(line) for line in question.models],
        ask=msgspec.structs.replace(question.ask, **fields))


def backwards(question: Question) -> Question:
    """The same question with pieces, models and outlines listed the other way round."""
    pieces = [msgspec.structs.replace(p, outline=p.outline[::-1], holes=p.holes[::-1], traits=p.traits[::-1])
              for p in question.terrain[::-1]]
    return msgspec.structs.replace(question, terrain=pieces, models=question.models[::-1])


def from_the_other_end(question: Question) -> Question | None:
    """The same question with its two models swapped; None where it is not about two models alike.

    Sight to the top is the same both ways at all heights; a visible fraction and a line to half the height are not.
    """
    ask = question.ask
    if isinstance(ask, AskSees) and ask.aim == "top":
        return msgspec.structs.replace(question, ask=msgspec.structs.replace(ask, viewer=ask.target, target=ask.viewer))
    if isinstance(ask, AskDistance | AskPair) and isinstance(ask.b, str):
        return msgspec.structs.replace(question, ask=msgspec.structs.replace(ask, a=ask.b, b=ask.a))
    return None


CHANGES: dict[str, Callable[[Question], Question]] = {
    "a quarter turn": lambda q: turned(q, QUARTER), "half a turn": lambda q: turned(q, HALF),
    "mirrored": lambda q: turned(q, MIRROR), "listed backwards": backwards}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_answers_do_not_change_when_the_table_is_turned(file: Any, change: str) -> None:
    results = [run_question(CHANGES[change](question)) for question in read_questions(file)]
    wrong = [result.told() for result in results if not result.passed]
    assert not wrong, "\n".join(wrong)


def test_answers_do_not_change_when_two_models_swap_the_question() -> None:
    swapped = [from_the_other_end(question) for file in FILES for question in read_questions(file)]
    results = [run_question(question) for question in swapped if question is not None]
    assert len(results) > 100
    assert all(result.passed for result in results), "\n".join(r.told() for r in results if not r.passed)
