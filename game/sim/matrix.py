"""Several scenarios, levels and forces against each other: every combination of them is a batch, all played as one."""
from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

import msgspec

from game.errors import InputError, UnknownName
from game.sim.batch import Cell, Progress, make_cell, play_cells
from game.sim.rows import MatrixHead
from game.sim.scenario import Scenario
from game.sim.summary import Summary
from game.words import joined, say

MOST_CELLS = 1000
USUAL_LEVEL = "regular"


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """What came of every cell, in order."""

    cells: tuple[Summary, ...]

    @property
    def interrupted(self) -> bool:
        return any(cell.interrupted for cell in self.cells)

    @property
    def errors(self) -> tuple[str, ...]:
        return tuple(say("set-up {number}, {fault}", number=number, fault=error)
                     for number, cell in enumerate(self.cells, 1) for error in cell.errors)

    def text(self) -> str:
        """Two lines a cell for people, and what went wrong."""
        lines: list[str] = []
        for number, cell in enumerate(self.cells, 1):
            lines += [say("{number}. {title}", number=number, title=cell.title),
                      *(joined("", ("   ", line)) for line in cell.short_lines())]
        if self.errors:
            lines += ["", say("games that went wrong: {count}", count=len(self.errors)), *self.errors]
        return joined("\n", [*lines, *(["", say("interrupted")] if self.interrupted else [])])


def cells_of(
    scenarios: Sequence[Scenario], *, levels: Mapping[str, Sequence[str]], forces: Mapping[str, Sequence[str]],
    games: int, seed: int | str = 1, mirrored: bool = True,
) -> list[Cell]:
    """Every combination of the scenarios with a level and a force of each side; a side that `levels` does not name is
    played by a regular one, and one that `forces` does not name brings the scenario's. Raises UnknownName for a side
    that one of the scenarios does not have, FileError, InputError for too many."""
    combinations = list(_combinations(scenarios, levels, forces))
    if len(combinations) > MOST_CELLS:
        raise InputError(say("{count} set-ups are more than {most}; name fewer scenarios, levels or forces",
                             count=len(combinations), most=MOST_CELLS))
    alone = len(combinations) == 1
    return [make_cell(scenario, games=games, levels=chosen, seed=seed, mirrored=mirrored, forces=brought,
                      number=msgspec.UNSET if alone else number)
            for number, (scenario, chosen, brought) in enumerate(combinations)]


def run_matrix(
    cells: Sequence[Cell], *, jobs: int = 1, out: Path | None = None, progress: Progress | None = None,
    executor: Executor | None = None,
) -> Matrix:
    """Plays all cells; an interrupt ends it early with what is finished, and `out` is taken up again where it stops.
    A single cell is kept as a batch is. Raises FileError."""
    head = cells[0].head if len(cells) == 1 else MatrixHead(cells=tuple(cell.head for cell in cells))
    return Matrix(cells=tuple(play_cells(cells, head, jobs=jobs, out=out, progress=progress, executor=executor)))


def _combinations(
    scenarios: Sequence[Scenario], levels: Mapping[str, Sequence[str]], forces: Mapping[str, Sequence[str]],
) -> Iterator[tuple[Scenario, dict[str, str], dict[str, str]]]:
    for scenario in scenarios:
        for side in (*levels, *forces):
            if side not in scenario.sides:
                raise UnknownName("side", side, scenario.sides)
        named = {side: levels.get(side) or (USUAL_LEVEL,) for side in scenario.sides}
        for chosen in itertools.product(*named.values()):
            for brought in itertools.product(*forces.values()):
                yield scenario, dict(zip(named, chosen, strict=True)), dict(zip(forces, brought, strict=True))
