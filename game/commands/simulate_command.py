"""Plays computer against computer without a window: wins with their 95 % interval, rounds, casualties by unit.

Games come in pairs with the same dice and the sides changed over. Several scenarios, levels (--blue regular,recruit) or
forces (--force blue=A,B) make a matrix: every combination is played, pair by pair in turn. Ctrl+C ends early and sums
up what is finished; with --out the same command goes on from there.
"""
from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from game.ai.levels import LEVELS
from game.commands.common import print_json, tell, whole
from game.errors import InputError
from game.sim.matrix import Matrix, cells_of, run_matrix
from game.sim.rows import GameRow
from game.sim.scenario import load_scenario
from game.table.side import SIDES
from game.words import say, shown

EXAMPLES = (
    "simulate first_skirmish --games 20",
    "simulate first_skirmish --games 200 --blue regular --red recruit --jobs 2 --out games.json --plot games.png",
    "simulate first_skirmish the_crossing --blue regular,recruit --red regular --games 40 --out matrix.json",
    "simulate first_skirmish --force blue=gutterglass,my_crew.toml --games 40",
    "simulate first_skirmish --games 2000 --scheduler tcp://10.0.0.5:8786 --out games.json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="+", metavar="SCENARIO", help="a scenario's id or file; several are a matrix")
    parser.add_argument("--games", type=whole(1, 1_000_000), default=20, metavar="N", help="how many of each (20)")
    for side in SIDES:
        parser.add_argument(f"--{side}", type=_levels, metavar="LEVEL[,LEVEL]",
                            help=say("who plays {side}: {levels} ({usual})", side=side, levels=", ".join(LEVELS),
                                     usual="regular"))
    parser.add_argument("--force", action="append", default=[], metavar="SIDE=FORCE[,FORCE]",
                        help="what a side brings instead of the scenario's force: a force's id or its file")
    parser.add_argument("--seed", type=whole(0, 2**63), default=1, metavar="N", help="of the dice (1)")
    parser.add_argument("--jobs", type=whole(1, 256), default=1, metavar="J", help="processes (1)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler instead "
                                                              "(wants requirements-cluster.txt)")
    parser.add_argument("--fixed", action="store_true", help="never change the sides over")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="keep every game, a line of JSON each")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw the figures (wants matplotlib)")
    parser.add_argument("--json", action="store_true", help="the summary as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """0 when every game ended, 1 when one went wrong, 130 after an interrupt. Raises InputError, FileError."""
    levels = {side: getattr(args, side) for side in SIDES if getattr(args, side) is not None}
    cells = cells_of([load_scenario(name) for name in args.scenario], levels=levels, forces=_forces(args.force),
                     games=args.games, seed=args.seed, mirrored=not args.fixed)
    if args.plot is not None:
        from game.sim.plot import check_can_plot

        check_can_plot(args.plot)
    with _executor(args) as (executor, jobs), _Bar(args.games * len(cells)) as bar:
        matrix = run_matrix(cells, jobs=jobs, out=args.out, progress=bar, executor=executor)
    _tell(matrix, as_json=args.json)
    if args.plot is not None:
        from game.sim.plot import plot

        plot(matrix.cells, args.plot)
        tell(say("drawn: {path}", path=args.plot))
    return 130 if matrix.interrupted else 1 if matrix.errors else 0


def _tell(matrix: Matrix, *, as_json: bool) -> None:
    """One set-up as a batch, several as a matrix."""
    alone = len(matrix.cells) == 1
    if as_json:
        print_json(matrix.cells[0] if alone else matrix)
    else:
        tell(matrix.cells[0].text() if alone else matrix.text())


def _levels(text: str) -> tuple[str, ...]:
    """An argparse type: one level, or several with commas."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in LEVELS:
            raise argparse.ArgumentTypeError(say("invalid choice: {name} (choose from {names})",
                                                 name=repr(name), names=', '.join(LEVELS)))
    return tuple(dict.fromkeys(names))


def _forces(entries: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """By side the forces that it may bring. Raises InputError."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        side, sign, names = entry.partition("=")
        forces = tuple(name.strip() for name in names.split(",") if name.strip())
        if not sign or not side or not forces:
            raise InputError(say("--force {entry} should read SIDE=FORCE, as in --force blue=my_crew.toml",
                                 entry=repr(entry)))
        found[side] = tuple(dict.fromkeys((*found.get(side, ()), *forces)))
    return found


@contextlib.contextmanager
def _executor(args: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Where the games are played, and how many at a time: on a cluster, or here."""
    if args.scheduler is None:
        yield None, args.jobs
        return
    if args.jobs != 1:
        raise InputError("--jobs counts processes of this machine; --scheduler plays on its cluster: give one of them")
    from game.sim.cluster import cluster

    with cluster(args.scheduler) as (executor, threads):
        yield executor, threads


class _Bar:
    """A bar on stderr while games are played; silent where stderr is no terminal."""

    def __init__(self, games: int) -> None:
        last = TextColumn("{task.fields[last]}")
        self._bar = Progress(
            TextColumn(shown(say("games"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), last,
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("", total=games, last="")

    def __enter__(self) -> Callable[[int, int, GameRow], None]:
        self._bar.start()
        return self._told

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def _told(self, done: int, games: int, row: GameRow) -> None:
        told = row.error or say("{winner} in round {rounds}", winner=row.winner, rounds=row.rounds)
        self._bar.update(self._task, completed=done, total=games, last=shown(told))
