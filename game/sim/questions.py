"""The answers to table questions: geometry alone, one question a line (design: rule cases, table questions).

Inches. Truths, names and lists (as sets) are compared exactly, numbers within the question's slack.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from game.errors import GeometryError
from game.geometry import arc, measure, path, sight, template
from game.geometry import scatter as scattering
from game.geometry.ground import Ground
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import MIN_HEIGHT, Base, Piece
from game.sim import question_words as asks
from game.sim.question_file import Question, read_questions
from game.sim.question_words import ModelLine, Refusal, ScatterRight, SeesRight, TerrainLine
from game.units import base_radius, within
from game.words import say


class QuestionResult(NamedTuple):
    """How one question came out. `found` has the shape of `expected`, or tells a refusal in words."""

    id: str
    file: Path
    line: int
    passed: bool
    expected: Any
    found: Any
    why: str

    def told(self) -> str:
        """One line for a person: which question, what was expected and found, and why that would be right."""
        verdict = "passed" if self.passed else "FAILED"
        return (say("{verdict} {file}, line {line}, {id}: expected {right}, found {found} ({why})",
                    verdict=verdict, file=self.file.name, line=self.line, id=self.id, right=_plain(self.expected),
                    found=_plain(self.found), why=self.why))


class _Table(NamedTuple):
    """A question's table, ready to be asked."""

    scene: Scene
    bases: dict[str, Base]

    def all_of(self, names: Iterable[str]) -> list[Base]:
        return [self.bases[name] for name in names]


def run_files(paths: Iterable[str | Path]) -> Iterator[QuestionResult]:
    """The results of every question in the files, in order; none for no files. Raises `FileError`."""
    for file in paths:
        for question in read_questions(file):
            yield run_question(question)


def run_question(question: Question) -> QuestionResult:
    """The question asked of the geometry and compared with its right answer."""
    try:
        found = answer(question)
    except GeometryError as refusal:
        passed, found = isinstance(question.right, Refusal), say("refused: {refusal}", refusal=str(refusal))
    else:
        passed = _agrees(question, found)
    return QuestionResult(question.id, question.file, question.line, passed, question.right, found, question.why)


def answer(question: Question) -> Any:
    """What the geometry says, in the shape of the question's right answer. Raises `GeometryError`."""
    table = _Table(
        Scene(*question.table, [_piece(line) for line in question.terrain]),
        {line.id: _base(line) for line in question.models})
    return _ANSWERS[type(question.ask)](table, question.ask)


def _piece(line: TerrainLine) -> Piece:
    disc = (*line.at, base_radius(line.base)) if line.at is not None and line.base is not None else None
    return Piece(id=line.id, outline=tuple(line.outline), holes=tuple(map(tuple, line.holes)), disc=disc,
                 height=line.height, depth=line.depth, traits=frozenset(line.traits), cover=line.cover)


def _base(line: ModelLine) -> Base:
    radius = line.radius if line.radius is not None else base_radius(line.base_mm or 0.0)
    height = line.height if line.height is not None else max(2 * radius, MIN_HEIGHT)
    return Base(*line.at, radius, line.facing, line.elevation, height)


def _sees(table: _Table, ask: asks.AskSees) -> SeesRight:
    look = sight.look(table.scene, table.bases[ask.viewer], table.bases[ask.target], mode=ask.mode, aim=ask.aim)
    return SeesRight(sees=look.clear, blocked_by=list(look.blocked_by))


def _visible_fraction(table: _Table, ask: asks.AskVisibleFraction) -> float:
    return sight.visible_fraction(table.scene, table.bases[ask.viewer], table.bases[ask.target], aim=ask.aim)


def _arc(table: _Table, ask: asks.AskArc) -> str:
    return arc.arc_of(table.bases[ask.of], table.bases[ask.target].at, ask.opening)


def _distance(table: _Table, ask: asks.AskDistance) -> float:
    base = table.bases[ask.a]
    if isinstance(ask.b, str):
        return measure.gap(base, table.bases[ask.b])
    if ask.b.point is not None:
        return measure.gap_to_point(base, ask.b.point)
    if ask.b.edge is not None:
        return measure.gap_to_edge(base, ask.b.edge, table.scene)
    return measure.gap_to_piece(base, table.scene.by_id[ask.b.terrain or ""])


def _within(table: _Table, ask: asks.AskWithin) -> bool:
    return within(_distance(table, ask), ask.n)


def _vertical(table: _Table, ask: asks.AskVerticalDistance) -> float:
    return measure.vertical(table.bases[ask.a], table.bases[ask.b])


def _contact(table: _Table, ask: asks.AskBaseContact) -> bool:
    return measure.in_contact(table.bases[ask.a], table.bases[ask.b])


def _spray(table: _Table, ask: asks.AskSpray) -> list[str]:
    touched = template.spray_touches(
        table.bases[ask.shooter], ask.direction, table.all_of(ask.targets), ask.length, ask.width)
    return [ask.targets[index] for index in touched]


def _blast(table: _Table, ask: asks.AskBlast) -> list[str]:
    """Every model on the table is a target; the blast lies on the ground, or on the roof, at its centre."""
    names = list(table.bases)
    level = float(Ground(table.scene, 0.0, {}).levels(np.array([ask.at]))[0])
    return [names[index] for index in template.blast_touches(ask.at, ask.radius, table.all_of(names), level)]


def _scatter(table: _Table, ask: asks.AskScatter) -> ScatterRight:
    point = scattering.scatter(ask.point, ask.clock, ask.distance)
    return ScatterRight(point=point, on_table=scattering.on_table(table.scene, point))


def _inside(table: _Table, ask: asks.AskInside) -> bool:
    return measure.inside(table.bases[ask.model], table.scene.by_id[ask.terrain], how=ask.how)


def _coherency(table: _Table, ask: asks.AskCoherency) -> bool:
    return measure.is_coherent(table.all_of(ask.models), ask.link, ask.span)


def _path_legal(table: _Table, ask: asks.AskPathLegal) -> bool:
    others = table.all_of(ask.clear_of)
    return path.swept_clear(table.scene, table.bases[ask.model], ask.polyline, others) is None


def _path_cost(table: _Table, ask: asks.AskPathCost) -> float:
    return path.path_cost(
        table.scene, table.bases[ask.model], ask.polyline, _rates(ask), measured_at=ask.measured_at)


def _rates(ask: asks.AskPathCost | asks.AskReachCost) -> dict[str, float]:
    return {str(trait): rate for trait, rate in ask.rates.items()}


def _path_within(table: _Table, ask: asks.AskPathWithin) -> bool:
    return within(_path_cost(table, ask), ask.allowance)


def _reach_cost(table: _Table, ask: asks.AskReachCost) -> float | None:
    """The cheapest cost to the point; the budget grows until it is reached or no detour can be left."""
    mover, others = table.bases[ask.model], table.all_of(ask.clear_of)
    straight = math.dist(mover.at, ask.to)
    for budget in _budgets(table.scene, straight):
        reach = Reach(table.scene, mover, budget, blocked_by=others, rates=_rates(ask), climb=ask.climb,
                      measured_at=ask.measured_at)
        cost = reach.cost(ask.to)
        if cost is not None:
            return cost
    return None


def _budgets(scene: Scene, straight: float) -> Sequence[float]:
    """Small first, since a small reach is quick; the last is longer than any detour on such a table."""
    last = 8 * (scene.width + scene.height)
    return [budget for budget in (1.5 * straight + 4, 3 * straight + 12) if budget < last] + [last]


_ANSWERS: dict[type[asks.Ask], Callable[[_Table, Any], Any]] = {
    asks.AskSees: _sees, asks.AskVisibleFraction: _visible_fraction, asks.AskArc: _arc,
    asks.AskDistance: _distance, asks.AskWithin: _within, asks.AskVerticalDistance: _vertical,
    asks.AskBaseContact: _contact, asks.AskSpray: _spray, asks.AskBlast: _blast, asks.AskScatter: _scatter,
    asks.AskInside: _inside, asks.AskCoherency: _coherency, asks.AskPathLegal: _path_legal,
    asks.AskPathCost: _path_cost, asks.AskPathWithin: _path_within, asks.AskReachCost: _reach_cost,
}


def _agrees(question: Question, found: Any) -> bool:
    """Whether what was found is the right answer, within the slack where it is a number."""
    right, slack = question.right, question.slack
    if isinstance(right, Refusal) or right is None or found is None:
        return right is None and found is None
    if isinstance(right, SeesRight):
        return bool(found.sees == right.sees) and (
            right.blocked_by is None or set(found.blocked_by) == set(right.blocked_by))
    if isinstance(right, ScatterRight):
        near = all(_close(a, b, slack) for a, b in zip(found.point, right.point, strict=True))
        return near and bool(found.on_table == right.on_table)
    if isinstance(right, list):
        return set(found) == set(right)
    if isinstance(right, float):
        return _close(found, right, slack)
    return bool(found == right)


def _close(found: float, right: float, slack: asks.Slack) -> bool:
    """Within the slack, with room for the rounding of one subtraction."""
    return -slack.below - 1e-12 <= found - right <= slack.above + 1e-12


def _plain(value: Any) -> str:
    """A value as it stands in the files."""
    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()
