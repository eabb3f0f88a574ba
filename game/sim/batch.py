"""Many games of computer against computer: on any executor, interrupted and taken up again, one row a game.

A batch plays one set-up; a matrix (`matrix.py`) plays several, each of them a cell.

The dice of game n come from the seed and n, so a batch is the same with one job or with eight, in one go or in three.
"""
from __future__ import annotations

import hashlib
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from game.ai.levels import player
from game.engine.events import Harmed
from game.engine.match import Match
from game.engine.state import GameState
from game.errors import FileError, UnknownName
from game.rulesets.registry import ruleset
from game.sim import rows as files
from game.sim.feed import Feed
from game.sim.playing import play_out
from game.sim.report import Report, report
from game.sim.rows import BatchHead, GameRow, Head, UnitRow
from game.sim.scenario import Scenario, load_scenario
from game.sim.summary import Summary, summarize
from game.table.setting import Setting
from game.table.side import Side

Progress = Callable[[int, int, GameRow], None]
"""Told after each game: how many are done, of how many, and the row."""

STARTS = 32
"""States before the first decision that a process keeps."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One game to play; `key` names its setting."""

    number: int
    seed: str
    levels: dict[str, str]
    swapped: bool
    rules: str
    setting: Setting
    key: str
    cell: int | UnsetType = UNSET


class Played(Protocol):
    """What a row tells of the task that it is of."""

    @property
    def number(self) -> int: ...
    @property
    def seed(self) -> str: ...
    @property
    def levels(self) -> dict[str, str]: ...
    @property
    def swapped(self) -> bool: ...
    @property
    def cell(self) -> int | UnsetType: ...


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One set-up and its games: what the first line of its file tells, its sides' names, every game to play."""

    head: BatchHead
    sides: dict[str, str]
    tasks: tuple[Task, ...]


def run_batch(
    scenario: str | Path | Scenario, *, games: int, levels: Mapping[str, str], seed: int | str = 1, jobs: int = 1,
    mirrored: bool = True, out: Path | None = None, progress: Progress | None = None,
    executor: Executor | None = None, forces: Mapping[str, str] | None = None,
) -> Summary:
    """Plays `games` games and sums them up; an interrupt ends it early with what is finished.

    `levels` by side. `mirrored`: games come in pairs with the same dice, the players having changed sides; where both
    play alike, or every second pair, the sides change their table edges as well. `out` gets a line a finished game and
    is taken up again where it stops. Raises UnknownName, FileError.
    """
    cell = make_cell(scenario, games=games, levels=levels, seed=seed, mirrored=mirrored, forces=forces)
    (summary,) = play_cells([cell], cell.head, jobs=jobs, out=out, progress=progress, executor=executor)
    return summary


def play_cells(
    cells: Sequence[Cell], head: Head, *, jobs: int = 1, out: Path | None = None, progress: Progress | None = None,
    executor: Executor | None = None,
) -> list[Summary]:
    """Plays the games of all cells, pair by pair through the cells, so that an early end leaves all of them as far;
    a summary for each. Raises FileError for a file of other games."""
    tasks = {(task.cell or 0, task.number): task for cell in cells for task in cell.tasks}
    done = files.read_rows(out, head) if out is not None else {}
    done = {place: row for place, row in done.items() if place in tasks}
    left = sorted(tasks.keys() - done.keys(), key=lambda place: (place[1] // 2, place))
    interrupted = False
    with files.Keeper(out, head, done.values()) as keeper:
        try:
            for row in _played([tasks[place] for place in left], jobs, executor):
                done[row.place] = row
                keeper.keep(row)
                if progress is not None:
                    progress(len(done), len(tasks), row)
        except KeyboardInterrupt:
            interrupted = True
    return [
        summarize([done[place] for place in sorted(done) if place[0] == number], head=cell.head, sides=cell.sides,
                  wanted=len(cell.tasks), interrupted=interrupted)
        for number, cell in enumerate(cells)
    ]


def make_cell(
    scenario: str | Path | Scenario, *, games: int, levels: Mapping[str, str], seed: int | str = 1,
    mirrored: bool = True, forces: Mapping[str, str] | None = None, number: int | UnsetType = UNSET,
) -> Cell:
    """A set-up with its games; `number` is its place in a matrix. Raises UnknownName, FileError."""
    loaded = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    setting = loaded.setting(forces)
    _check_levels(levels, setting)
    head = BatchHead(scenario=setting.title, rules=loaded.info.rules, levels=dict(levels), seed=str(seed),
                     mirrored=mirrored, key=_key(setting), forces=dict(forces) if forces else UNSET)
    tasks = tuple(_tasks(setting, head, games, number))
    return Cell(head=head, sides={side.id: side.name for side in setting.sides.values()}, tasks=tasks)


def _tasks(setting: Setting, head: BatchHead, games: int, cell: int | UnsetType) -> Iterator[Task]:
    levels, mirrored = head.levels, head.mirrored
    alike = len(set(levels.values())) == 1
    movable = not any(m.at for unit in setting.units for m in (unit.model or (unit,)))
    settings = {False: setting, True: exchanged(setting) if mirrored and movable else setting}
    names = list(setting.sides)
    for number in range(games):
        pair, second = divmod(number, 2) if mirrored else (number, 0)
        turned = bool(second) and not alike
        players = {side: levels[other] for side, other in zip(names, reversed(names) if turned else names, strict=True)}
        swapped = mirrored and bool(second if alike else pair % 2)
        yield Task(number=number, seed=f"{head.seed}-{pair}", levels=players, swapped=swapped and movable,
                   rules=head.rules, setting=settings[swapped], key=head.key, cell=cell)


def _check_levels(levels: Mapping[str, str], setting: Setting) -> None:
    for side in levels:
        if side not in setting.sides:
            raise UnknownName("side", side, setting.sides)
    for side in setting.sides:
        if side not in levels:
            raise FileError(setting.source, f"sides.{side}", "nobody plays this side; name a level for it")
        player(levels[side])


def exchanged(setting: Setting) -> Setting:
    """The setting with the table edges (and zones) of its first two sides exchanged."""
    first, second, *_ = setting.sides.values()

    def over(side: Side, other: Side) -> Side:
        return replace(side, edge=other.edge, zone=other.zone)

    sides = {**setting.sides, first.id: over(first, second), second.id: over(second, first)}
    return replace(setting, sides=sides)


def _key(setting: Setting) -> str:
    """Tells one batch's setting from another's."""
    return hashlib.sha256(msgspec.json.encode(setting, order="sorted", enc_hook=str)).hexdigest()[:16]


# --- playing


def _played(tasks: list[Task], jobs: int, executor: Executor | None) -> Iterator[GameRow]:
    """The rows as they come; with one job in the games' order."""
    if executor is None and jobs <= 1:
        yield from (play_task(task) for task in tasks)
        return
    if executor is not None:
        yield from _on(executor, tasks, max(jobs, 1))
        return
    with ProcessPoolExecutor(max_workers=jobs, initializer=_leave_interrupts_alone) as pool:
        try:
            yield from _on(pool, tasks, jobs)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _on(executor: Executor, tasks: list[Task], jobs: int) -> Iterator[GameRow]:
    feed = Feed(executor, play_task, tasks, jobs)
    while not feed.done:
        yield from sorted(feed.take(wait=True), key=lambda row: row.number)


def _leave_interrupts_alone() -> None:
    """Ctrl-C is the main process's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_starts: dict[tuple[str, bool], GameState] = {}


def _start(task: Task) -> GameState:
    """The state before the first decision, made once in a process: its terrain is compiled once as well."""
    key = (task.key, task.swapped)
    start = _starts.get(key)
    if start is None:
        while len(_starts) >= STARTS:
            _starts.pop(next(iter(_starts)), None)
        start = _starts[key] = ruleset(task.rules).begin(task.setting)
    return start


def play_task(task: Task) -> GameRow:
    """Plays one game. A fault of the game itself is told in the row: the batch goes on."""
    began = time.perf_counter()
    match = Match(ruleset(task.rules), _start(task), task.seed)
    decisions, error = 0, ""
    try:
        decisions = play_out(match, {side: player(level) for side, level in task.levels.items()})
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
        decisions = len(match.journal.entries)
    return row_of(task, match, decisions, time.perf_counter() - began, error)


def row_of(task: Played, match: Match, decisions: int, seconds: float, error: str) -> GameRow:
    """A game as a row, over or not: its `winner` is '' while it is not."""
    told = report(match)
    return GameRow(
        number=task.number, seed=task.seed, levels=task.levels, swapped=task.swapped, winner=told.winner, why=told.why,
        rounds=match.state.round, score=dict(match.ruleset.score(match.state)), decisions=decisions,
        seconds=round(seconds, 3), luck={side: _sigmas(told, side) for side in match.state.sides},
        units=_units(match, told), error=error, harm=_harm(told, match.state.round), cell=task.cell,
    )


def _harm(told: Report, rounds: int) -> dict[str, tuple[int, ...]]:
    """By side what its attacks did, round by round from the first."""
    found = {side: [0] * max(rounds, 1) for side in told.luck}
    for attack in told.attacks:
        found[attack.side][min(max(attack.round, 1), len(found[attack.side])) - 1] += attack.harm
    return {side: tuple(harm) for side, harm in found.items()}


def _sigmas(told: Report, side: str) -> float:
    luck = told.luck[side]
    return round(luck.difference / luck.spread, 3) if luck.spread else 0.0


def _units(match: Match, told: Report) -> dict[str, UnitRow]:
    """What became of every unit the game ended with, and what it did."""
    found: dict[str, UnitRow] = {}
    for unit in match.state.units.values():
        models = [match.state.models[m] for m in unit.models]
        attacks = [a for a in told.attacks if a.unit == unit.id and a.side == unit.side]
        found[unit.id] = UnitRow(
            name=unit.name, side=unit.side, models=len(models), lost=sum(not m.in_play for m in models),
            dealt=sum(a.harm for a in attacks), felled=sum(len(a.felled) for a in attacks),
            taken=_taken(match, [m.id for m in models]),
        )
    return found


def _taken(match: Match, models: list[str]) -> int:
    """Blocks (or wounds) marked on these models in the whole game."""
    return sum(event.amount for event in match.events if isinstance(event, Harmed) and event.model in models)
