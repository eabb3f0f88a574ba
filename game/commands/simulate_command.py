"""Plays computer against computer without a window: wins with their 95 % interval, rounds, casualties by unit.

Games come in pairs with the same dice and the sides changed over. Ctrl+C ends early and sums up what is finished; with
--out the same command goes on from there.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from game.ai.levels import LEVELS
from game.commands.common import print_json, tell, whole
from game.errors import UnknownName
from game.sim.batch import run_batch
from game.sim.rows import GameRow
from game.sim.scenario import load_scenario
from game.sim.summary import Summary
from game.table.side import SIDES
from game.words import say, shown

EXAMPLES = (
    "simulate first_skirmish --games 20",
    "simulate first_skirmish --games 200 --blue regular --red recruit --jobs 2 --out games.json --plot games.png",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's id or file")
    parser.add_argument("--games", type=whole(1, 1_000_000), default=20, metavar="N", help="how many (20)")
    for side in SIDES:
        parser.add_argument(f"--{side}", choices=tuple(LEVELS), default="regular",
                            help=say("who plays {side} ({usual})", side=side, usual="regular"))
    parser.add_argument("--seed", type=whole(0, 2**63), default=1, metavar="N", help="of the dice (1)")
    parser.add_argument("--jobs", type=whole(1, 256), default=1, metavar="J", help="processes (1)")
    parser.add_argument("--fixed", action="store_true", help="never change the sides over")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="keep every game, a line of JSON each")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw the figures (wants matplotlib)")
    parser.add_argument("--json", action="store_true", help="the summary as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """0 when every game ended, 1 when one went wrong, 130 after an interrupt. Raises InputError, FileError."""
    scenario = load_scenario(args.scenario)
    levels = {side: getattr(args, side, "") or "regular" for side in scenario.sides}
    for side in SIDES:
        if side not in levels and getattr(args, side) != "regular":
            raise UnknownName("side", side, levels)
    if args.plot is not None:
        from game.sim.plot import check_can_plot

        check_can_plot(args.plot)
    with _Bar(args.games) as bar:
        summary = run_batch(scenario, games=args.games, levels=levels, seed=args.seed, jobs=args.jobs,
                            mirrored=not args.fixed, out=args.out, progress=bar)
    if args.json:
        print_json(summary)
    else:
        tell(summary.text())
    if args.plot is not None:
        _plot(summary, args.plot)
    return 130 if summary.interrupted else 1 if summary.errors else 0


class _Bar:
    """A bar on stderr while games are played; silent where stderr is no terminal."""

    def __init__(self, games: int) -> None:
        last = TextColumn("{task.fields[last]}")
        self._bar = Progress(
            TextColumn(shown(say("games"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), last,
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("", total=games, last="")

    def __enter__(self) -> _Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, done: int, games: int, row: GameRow) -> None:
        told = row.error or say("{winner} in round {rounds}", winner=row.winner, rounds=row.rounds)
        self._bar.update(self._task, completed=done, total=games, last=shown(told))


def _plot(summary: Summary, path: Path) -> None:
    from game.sim.plot import plot

    plot(summary, path)
    tell(say("drawn: {path}", path=path))
