"""Plays a position on by computer players, many times: a saved game from where it stands, a scenario, a rule case.

To the end of the activation, the round or the game. Prints who wins how often, what each side's attacks do and whom it
loses, with 95 % intervals; --out keeps a line for each run as CSV, or everything as JSON. Ctrl+C ends early and sums up
what is finished.
"""
from __future__ import annotations

import argparse
from pathlib import Path

from game.ai.levels import LEVELS
from game.commands.common import print_json, tell, whole
from game.errors import FileError, UnknownName
from game.sim.lab import results
from game.sim.lab.numbers import MOST, Numbers
from game.sim.lab.onward import UNTIL
from game.sim.lab.opening import open_lab
from game.sim.lab.set_ups import AskedRuns
from game.table.side import SIDES
from game.words import say

EXAMPLES = (
    "onward game.json --until round --runs 200",
    "onward first_skirmish --until game --runs 50 --red recruit --out runs.csv",
    "onward tests/cases/rezolution/ranged.toml --until activation --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="POSITION", help="a saved game (.json), a scenario or a rule case")
    parser.add_argument("--until", choices=UNTIL, default="game", help="the end of what (game)")
    parser.add_argument("--runs", type=whole(1, MOST["onward"]), default=100, metavar="N", help="how often (100)")
    for side in SIDES:
        parser.add_argument(f"--{side}", choices=tuple(LEVELS), default=None, metavar="LEVEL",
                            help=say("who plays {side}: {levels} ({usual})", side=side, levels=", ".join(LEVELS),
                                     usual="regular"))
    parser.add_argument("--seed", type=whole(0, 2**63), default=1, metavar="N", help="of the dice (1)")
    parser.add_argument("--out", type=Path, metavar="FILE.csv", help="keep the results, as CSV or as JSON")
    parser.add_argument("--json", action="store_true", help="everything as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """0 when every run ended well, 1 when one went wrong, 130 after an interrupt. Raises InputError, FileError."""
    if args.out is not None and args.out.suffix.lower() not in results.KINDS:
        raise FileError(args.out, "", say("results are one of {kinds}", kinds=", ".join(results.KINDS)))
    lab = open_lab(args.what, seed=args.seed)
    lab.reseed(args.seed)
    numbers = Numbers(lab)
    numbers.tab, numbers.until, numbers.counts["onward"] = "onward", args.until, str(args.runs)
    for side in SIDES:
        level = getattr(args, side)
        if level is not None and side not in lab.state.sides:
            raise UnknownName("side", side, lab.state.sides)
        if side in lab.state.sides:
            numbers.levels[side] = level or "regular"
    try:
        numbers.run()
        while numbers.busy:
            numbers.poll(wait=True)
    except KeyboardInterrupt:
        numbers.stop()
    finally:
        numbers.close(wait=True)
    asked = numbers.played[0]
    if asked.why is not None:
        raise FileError(args.what, "", str(asked.why))
    return _told(args, numbers, asked)


def _told(args: argparse.Namespace, numbers: Numbers, asked: AskedRuns) -> int:
    """Prints and writes what came of it."""
    if args.json:
        print_json(results.told(numbers))
    elif asked.summary is not None:
        tell(asked.summary.text(wins=any(row.winner for row in asked.ended)))
        for side in asked.moment.state.sides.values():
            damage, lost = asked.damage(side.id), asked.lost(side.id)
            if damage.of < 2:
                tell(say("{side}: damage {mean:.2f}, models lost {lost:.2f}", side=side.name, mean=damage.mean,
                         lost=lost.mean))
                continue
            tell(say("{side}: damage {mean:.2f} (95 %: {low:.2f} to {high:.2f}), models lost {lost:.2f}",
                     side=side.name, mean=damage.mean, low=damage.interval[0], high=damage.interval[1], lost=lost.mean))
    else:
        tell(say("No run was finished."))
    if args.out is not None and results.has_results(numbers):
        results.write(numbers, args.out)
    playing, summary = asked.playing, asked.summary
    if playing is not None and playing.fault:
        tell(playing.fault)
        return 1
    return 130 if playing is not None and playing.stopped else 1 if summary is not None and summary.errors else 0
