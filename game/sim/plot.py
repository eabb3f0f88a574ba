"""The figures of a batch or a matrix as a picture. The one place that wants matplotlib, which comes in an extra."""
from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game.errors import FileError, InputError
from game.sim.summary import Summary, UnitFigures
from game.words import joined, percent, say, shown

KINDS = (".png", ".svg", ".pdf")
TONES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
"""The sides, in order."""
MOST_DRAWN = 40
"""Set-ups of a matrix that get their own charts; of more only wins and rounds are drawn."""


def check_can_plot(path: Path) -> None:
    """Raises InputError where matplotlib is not installed, FileError for a kind of file it is not asked to write."""
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError("--plot wants matplotlib, which is not installed: pip install -r requirements-plot.txt")
    if path.suffix.lower() not in KINDS:
        raise FileError(path, "", say("a plot is one of {kinds}", kinds=", ".join(KINDS)))


def plot(cells: Sequence[Summary], path: Path) -> None:
    """Writes wins with their intervals and rounds of all cells, then for each of them casualties by unit and harm over
    the rounds. Raises FileError, InputError."""
    check_can_plot(path)
    from matplotlib.figure import Figure

    detailed = cells if len(cells) <= MOST_DRAWN else ()
    heights = [1.5 + 0.32 * sum(len(cell.sides) + len(cell.levels) + 1 for cell in cells),
               *(max(2.6, 1.2 + 0.24 * len(cell.units)) for cell in detailed)]
    figure = Figure(figsize=(13, sum(heights)), layout="constrained")
    charts = figure.subplots(len(heights), 2, height_ratios=heights, width_ratios=(3, 2), squeeze=False)
    _draw_wins(charts[0][0], cells)
    _draw_rounds(charts[0][1], cells)
    for (left, right), cell, number in zip(charts[1:], detailed, range(1, len(cells) + 1), strict=False):
        _draw_casualties(left, cell, _numbered(cells, number))
        _draw_harm(right, cell)
    games = sum(cell.games for cell in cells)
    figure.suptitle(shown(
        say("{scenario}: {games} games", scenario=cells[0].head.scenario, games=games) if len(cells) == 1 else
        say("{count} set-ups, {games} games", count=len(cells), games=games)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=110)
    except OSError as error:
        raise FileError(path, "", say("cannot be written ({fault})", fault=error.strerror or error)) from None


def _numbered(cells: Sequence[Summary], number: int) -> str:
    title = cells[number - 1].title
    return shown(title if len(cells) == 1 else say("{number}. {title}", number=number, title=title))


def _numbered_mean(cells: Sequence[Summary], number: int) -> str:
    mean = say("mean {rounds:.1f}", rounds=cells[number - 1].rounds)
    return shown(mean if len(cells) == 1 else joined(": ", (str(number), mean)))


def _lost(unit: UnitFigures) -> str:
    return shown(say("{lost:.1f} of {models:.0f}", lost=unit.lost, models=unit.models))


def _draw_wins(axes: Any, cells: Sequence[Summary]) -> None:
    """A bar a side (and a level, where they differ), with its interval, under the title of its set-up."""
    place, ticks, names = 0, [], []
    for number, cell in enumerate(cells, 1):
        shares = [(cell.names[side], share) for side, share in cell.sides.items()]
        shares += [(say("whoever plays {level}", level=level), share) for level, share in cell.levels.items()]
        axes.text(0.0, place, _numbered(cells, number), va="center", fontsize=8, fontweight="bold")
        place += 1
        for tone, (name, share) in enumerate(shares):
            low, high = share.interval
            axes.barh(place, share.rate, color=TONES[tone % len(TONES)], alpha=0.85)
            axes.plot([low, high], [place, place], color="black", marker="|")
            axes.text(1.01, place, shown(percent(share.rate)), va="center", fontsize=8)
            ticks.append(place)
            names.append(shown(name))
            place += 1
    axes.axvline(0.5, color="grey", linestyle=":")
    axes.set(xlim=(0, 1.08), xlabel=shown(say("share of games")), title=shown(say("wins, with their 95 % interval")))
    axes.set_yticks(ticks, names, fontsize=8)
    axes.set_ylim(place - 0.4, -0.8)


def _draw_rounds(axes: Any, cells: Sequence[Summary]) -> None:
    """How many games had how many rounds, a line a set-up; its mean is marked."""
    for number, cell in enumerate(cells, 1):
        counts = cell.lengths
        rounds = list(range(min(counts, default=0), max(counts, default=0) + 1))
        (line,) = axes.plot(rounds, [counts.get(n, 0) / max(cell.games, 1) for n in rounds], marker="o",
                            label=_numbered_mean(cells, number))
        axes.axvline(cell.rounds, color=line.get_color(), linestyle=":", alpha=0.6)
    axes.set(ylim=(0, 1.05), xlabel=shown(say("rounds")), ylabel=shown(say("share of games")),
             title=shown(say("length of the games")))
    axes.xaxis.get_major_locator().set_params(integer=True)
    if len(cells) <= MOST_DRAWN:
        axes.legend(fontsize=7)


def _draw_casualties(axes: Any, cell: Summary, title: str) -> None:
    """For each unit the share of its models that it loses in a game."""
    sides = list(cell.sides)
    for place, unit in enumerate(cell.units):
        share = unit.lost / unit.models if unit.models else 0.0
        axes.barh(place, share, color=TONES[sides.index(unit.side) % len(TONES)], alpha=0.85)
        axes.text(min(share, 0.98) + 0.01, place, _lost(unit), va="center", fontsize=7)
    axes.set_yticks(range(len(cell.units)), [shown(unit.name) for unit in cell.units], fontsize=7)
    axes.set(xlim=(0, 1.15), xlabel=shown(say("share of its models lost a game")))
    axes.set_title(shown(joined("\n", (say("casualties by unit"), title))), fontsize=9)
    axes.invert_yaxis()


def _draw_harm(axes: Any, cell: Summary) -> None:
    """What the attacks of each side do, round by round."""
    for tone, (side, harm) in enumerate(cell.harm.items()):
        axes.plot(range(1, len(harm) + 1), harm, marker="o", color=TONES[tone % len(TONES)],
                  label=shown(cell.names[side]))
    axes.set(xlabel=shown(say("round")), ylabel=shown(say("harm a game")))
    axes.set_ylim(bottom=0)
    axes.set_title(shown(say("damage over the rounds")), fontsize=9)
    axes.xaxis.get_major_locator().set_params(integer=True)
    if cell.harm:
        axes.legend(fontsize=7)
