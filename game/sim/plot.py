"""The figures of a batch as a picture. The one place that wants matplotlib, which comes in an extra."""
from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from game.errors import FileError, InputError
from game.sim.summary import Summary
from game.words import say, shown

KINDS = (".png", ".svg", ".pdf")


def check_can_plot(path: Path) -> None:
    """Raises InputError where matplotlib is not installed, FileError for a kind of file it is not asked to write."""
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError("--plot wants matplotlib, which is not installed: pip install -r requirements-plot.txt")
    if path.suffix.lower() not in KINDS:
        raise FileError(path, "", say("a plot is one of {kinds}", kinds=", ".join(KINDS)))


def plot(summary: Summary, path: Path) -> None:
    """Writes wins with their intervals, and what each unit dealt and took. Raises FileError, InputError."""
    check_can_plot(path)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4 + 0.25 * len(summary.units)), layout="constrained")
    wins, units = figure.subplots(1, 2, width_ratios=(2, 3))
    _draw_wins(wins, summary)
    _draw_units(units, summary)
    figure.suptitle(shown(say("{scenario}: {games} games, {rounds:.1f} rounds", scenario=summary.head.scenario,
                        games=summary.games, rounds=summary.rounds)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=130)
    except OSError as error:
        raise FileError(path, "", say("cannot be written ({fault})", fault=error.strerror or error)) from None


def _draw_wins(axes: Any, summary: Summary) -> None:
    shares = {summary.names[side]: share for side, share in summary.sides.items()} | dict(summary.levels)
    for place, (name, share) in enumerate(shares.items()):
        low, high = share.interval
        axes.barh(place, share.rate, color="#0072B2" if place % 2 == 0 else "#D55E00")
        axes.plot([low, high], [place, place], color="black")
        axes.text(0.01, place, f"{name} {share.rate:.0%}", va="center", color="white")
    axes.axvline(0.5, color="grey", linestyle=":")
    axes.set(xlim=(0, 1), yticks=[], title="wins, with 95 % interval")


def _draw_units(axes: Any, summary: Summary) -> None:
    places = range(len(summary.units))
    axes.barh([p - 0.2 for p in places], [u.dealt for u in summary.units], height=0.4, color="#56B4E9", label="dealt")
    axes.barh([p + 0.2 for p in places], [u.taken for u in summary.units], height=0.4, color="#CC79A7", label="taken")
    axes.set_yticks(list(places), [shown(say("{name} ({lost:.1f} of {models:.0f} lost)", name=u.name, lost=u.lost,
                                       models=u.models)) for u in summary.units])
    axes.invert_yaxis()
    axes.set_title(shown(say("harm a game, by unit")))
    axes.legend()
