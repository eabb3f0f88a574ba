"""The project's own measurements, each a ratio to a baseline timed in the same run. Takes a few minutes in all."""
from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator

import msgspec
from rich.console import Console
from rich.table import Table

from game.commands.common import print_json, tell
from game.errors import UnknownName
from game.sim import bench_armies, bench_game, bench_geometry, bench_lab
from game.sim.bench import Bench, Figure
from game.words import joined, say, shown

EXAMPLES = ("bench", "bench sight-matrix reach", "bench --json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="some of them only; all without a name")
    parser.add_argument("--names", action="store_true", dest="tell", help="tell the names and stop")
    parser.add_argument("--json", action="store_true", help="as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """0 when every aim is met, 1 when one is missed. Raises UnknownName."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    known = benches()
    if args.tell:
        tell(joined("\n", (joined(" ", (f"{bench.name:16}", bench.title)) for bench in known.values())))
        return 0
    for name in args.names:
        if name not in known:
            raise UnknownName("measurement", name, known)
    figures = []
    for figure in _measured([known[name] for name in args.names] or list(known.values())):
        figures.append(figure)
        if not args.json and sys.stderr.isatty():
            print(f"{shown(figure.title)}: {_value(figure)}", file=sys.stderr)
    if args.json:
        print_json([{**msgspec.structs.asdict(figure), "met": figure.met} for figure in figures])
    else:
        _print(figures)
    return 1 if any(figure.met is False for figure in figures) else 0


def benches() -> dict[str, Bench]:
    """Every measurement by name, in the order in which they are made."""
    from game.ui import bench as bench_ui  # brings pygame

    found = [*bench_geometry.BENCHES, *bench_game.BENCHES, *bench_lab.BENCHES, *bench_armies.BENCHES, *bench_ui.BENCHES]
    return {bench.name: bench for bench in found}


def _measured(chosen: Iterable[Bench]) -> Iterator[Figure]:
    """The figures, each as soon as it is known."""
    for bench in chosen:
        yield from bench.measure()


def _print(figures: Iterable[Figure]) -> None:
    table = Table(box=None, pad_edge=False)
    for column, side in ((say("figure"), "left"), (say("measured"), "right"), (say("aim"), "right"),
                         (say("beyond"), "right"), ("", "left"), (say("against"), "left")):
        table.add_column(shown(column), justify="right" if side == "right" else "left")
    for figure in figures:
        table.add_row(shown(figure.title), _value(figure), _limit(figure, figure.aim), _limit(figure, figure.beyond),
                      shown({True: say("met"), False: say("MISSED"), None: ""}[figure.met]), shown(figure.against))
    Console().print(table)


def _value(figure: Figure) -> str:
    return shown(say("{value:,.4g} {unit}", value=figure.value, unit=figure.unit) if figure.value < 100
                 else say("{value:,.0f} {unit}", value=figure.value, unit=figure.unit))


def _limit(figure: Figure, limit: float | None) -> str:
    if limit is None or figure.better == "none":
        return ""
    return shown(say("at most {limit:,g}", limit=limit) if figure.better == "less" else say("{limit:,g}", limit=limit))
