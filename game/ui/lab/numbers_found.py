"""The right side of the Lab's numbers: what came of the question, set-up by set-up, and what differs between them."""
from __future__ import annotations

import math
from functools import partial

from game.engine.requests import Preview
from game.sim.lab.asked import Posed, harmed_words
from game.sim.lab.figures import Difference, Spread
from game.sim.lab.numbers import Numbers
from game.sim.lab.set_ups import Asked, AskedOrder, AskedRuns
from game.sim.odds import Share, summed
from game.sim.summary import Summary
from game.ui import theme
from game.ui.forms.page import Column
from game.ui.lab import charts
from game.ui.lab.charts import Bar
from game.ui.stage import letter, tint
from game.ui.theme import Scale
from game.words import capital, grouped, joined, percent, say, say_many, signed

BESIDES = 8
"""Outcomes besides the harm that are shown; the files hold all of them."""
UNITS = 24
WIDE = 360
"""px at 100 % that a set-up's figures need beside another's."""


class Found:
    """Fills columns with figures: `boxes` are side by side, one for each set-up."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def progress(self, column: Column) -> None:
        """How far it has come, where anything was begun."""
        numbers = self.numbers
        done, wanted = numbers.progress
        if not wanted:
            return
        works = [asked.work for asked in numbers.asked if asked.work is not None]
        words = say("{done} of {wanted} runs", done=grouped(done), wanted=grouped(wanted))
        if any(work.stopped for work in works):
            words = joined(", ", (words, say("stopped")))
        fault = next((work.fault for work in works if work.fault), "")
        column.drawn("progress", column.scale(40), partial(charts.progress, done, wanted, words))
        column.words("fault", fault, theme.SENTENCE, theme.palette().harm)
        column.gap(theme.GAP)

    # --- one order
    def order_now(self, column: Column) -> None:
        """The exact odds of what is chosen, before anything is run."""
        posed = self.numbers.exact
        if posed is None:
            return
        column.words("now", posed.wish.title, theme.CARD_NAME, theme.HIGH)
        column.gap(theme.GAP_SMALL)
        self._exact(column, "now", posed)
        column.words("run_it", say("Enter runs it with dice, and counts."), theme.SENTENCE, theme.LOW)

    def order(self, column: Column, asked: AskedOrder) -> None:
        """What came of one set-up."""
        key = asked.letter or "one"
        column.words(f"title_{key}", asked.title, theme.NAME, theme.HIGH)
        column.gap(theme.GAP_SMALL)
        if asked.why is not None:
            column.words(f"why_{key}", str(asked.why), theme.SENTENCE, theme.palette().harm)
            return
        assert asked.posed is not None and asked.sampling is not None
        tally = asked.sampling.tally
        spread, exact = Spread(dict(tally.harm)), asked.posed.exact
        self._exact(column, key, asked.posed, exact is None or exact.harm is None or spread.agrees(exact.harm))
        if not tally.runs:
            return
        told = summed(tally)
        column.words(f"runs_{key}", say_many("From {n} run", "From {n} runs", tally.runs), theme.HEADING,
                     theme.palette().act)
        column.words(f"mean_{key}", say(
            "Harm to {whom} with all that follows: {mean}", whom=harmed_words(asked.posed), mean=_mean(spread)),
            theme.SENTENCE, theme.BODY)
        column.drawn(f"chart_{key}", column.scale(charts.CHART), partial(charts.histogram, spread, self._harms(), None))
        column.gap(theme.GAP)
        if told.besides:
            column.heading(f"besides_{key}", say("Besides"))
            bars = [_share_bar(share) for share in told.besides[:BESIDES]]
            self._rows(column, f"shares_{key}", bars)
            column.gap(theme.GAP)

    def _harms(self) -> list[Spread]:
        """The harm of every set-up that was asked."""
        return [asked.harm for asked in self.numbers.sampled if asked.harm is not None]

    def _exact(self, column: Column, key: str, posed: Posed, agrees: bool = True) -> None:
        """The odds as the rule set works them out, told as exact where the runs do not contradict them: those of an
        order may leave out what comes of it (a bomb that scatters, wounds beyond the last)."""
        exact = posed.exact
        if exact is None:
            column.words(f"no_exact_{key}", say("The rules work no odds out for this: it is counted over runs."),
                         theme.SENTENCE, theme.LOW)
            column.gap(theme.GAP_SMALL)
            return
        title = say("Exact") if agrees else say("Worked out for the order itself")
        column.words(f"exact_{key}", title, theme.HEADING, theme.palette().mint if agrees else theme.LOW)
        column.words(f"odds_{key}", _odds(exact), theme.SENTENCE, theme.BODY)
        column.words(f"less_{key}", "" if agrees else say(
            "The runs come to another harm: they count all that comes of it, these odds do not."), theme.SMALL,
            theme.LOW)
        bars = [Bar(words, share) for words, share in exact.outcomes]
        if len(bars) > 1 and math.isclose(sum(b.share for b in bars), 1.0, abs_tol=1e-6):
            column.drawn(f"exact_chart_{key}", column.scale(charts.CHART), partial(charts.columns, bars))
        elif bars:
            rows = [Bar(capital(b.label), b.share, words=percent(b.share, 1)) for b in bars]
            self._rows(column, f"exact_rows_{key}", rows)
        column.gap(theme.GAP)

    def _rows(self, column: Column, name: str, bars: list[Bar]) -> None:
        column.drawn(name, charts.rows_high(bars, column.width, column.scale), partial(charts.rows, bars))

    def order_differences(self, column: Column) -> None:
        """B less A, with the interval and whether it is certain."""
        found = self.numbers.harm_difference()
        if found is None:
            return
        harm, some = found
        self._differences(column, [(say("Harm"), harm, False), (say("Any harm at all"), some, True)])

    def _differences(self, column: Column, lines: list[tuple[str, Difference, bool]]) -> None:
        column.gap(theme.GAP_SMALL)
        column.words("h_difference", say("The difference: B less A"), theme.CARD_NAME, theme.HIGH)
        column.gap(theme.GAP_SMALL)
        for number, (words, difference, share) in enumerate(lines):
            color = theme.palette().act if difference.certain else theme.BODY
            column.words(f"difference_{number}", _difference(words, difference, share), theme.SENTENCE, color)
        column.gap(4)
        column.words("h_certain", say("Yellow: 0 lies outside the interval, so the set-ups do differ."), theme.SMALL,
                     theme.LOW)
        column.gap(theme.GAP)

    # --- played on
    def runs(self, column: Column, asked: AskedRuns) -> None:
        """What came of one set-up played on."""
        key = asked.letter or "one"
        column.words(f"title_{key}", asked.title, theme.NAME, theme.HIGH)
        column.gap(theme.GAP_SMALL)
        if asked.why is not None:
            column.words(f"why_{key}", str(asked.why), theme.SENTENCE, theme.palette().harm)
            return
        summary = asked.summary
        if summary is None:
            return
        column.words(f"runs_{key}", say_many("From {n} run", "From {n} runs", summary.games), theme.HEADING,
                     theme.palette().act)
        column.gap(theme.GAP_SMALL)
        self._wins(column, key, asked, summary)
        self._rounds(column, key, asked, summary)
        self._damage(column, key, asked)
        self._losses(column, key, summary)
        for number, error in enumerate(summary.errors[:3]):
            column.words(f"error_{key}_{number}", error, theme.SMALL, theme.palette().harm)

    def _wins(self, column: Column, key: str, asked: AskedRuns, summary: Summary) -> None:
        over = sum(bool(row.winner) for row in asked.ended)
        if not over:
            return
        column.heading(f"h_wins_{key}", say("Wins, 95 % interval"))
        bars = []
        for side, share in summary.sides.items():
            low, high = share.interval
            bars.append(Bar(summary.names[side], share.rate, low, high, percent(share.rate, 1),
                            theme.side(letter(side)).fill))
        self._rows(column, f"wins_{key}", bars)
        told = [say_many("{n} draw, which counts half", "{n} draws, each of which counts half", summary.draws)
                ] if summary.draws else []
        if over < summary.games:
            told.append(say_many("{n} run ended before its game did", "{n} runs ended before their games did",
                                 summary.games - over))
        column.words(f"draws_{key}", joined("; ", told), theme.SMALL, theme.LOW)
        column.gap(theme.GAP)

    def _rounds(self, column: Column, key: str, asked: AskedRuns, summary: Summary) -> None:
        if len(summary.lengths) < 2 and self.numbers.until != "game":
            return
        column.heading(f"h_rounds_{key}", say("The round in which it ended"))
        spread = Spread(dict(summary.lengths))
        beside = [Spread(dict(one.summary.lengths)) for one in self.numbers.played if one.summary is not None]
        column.drawn(f"rounds_{key}", column.scale(charts.CHART - 40), partial(
            charts.histogram, spread, beside, theme.NEUTRAL))
        column.gap(theme.GAP)

    def _damage(self, column: Column, key: str, asked: AskedRuns) -> None:
        for side in asked.moment.state.sides.values():
            spread = asked.damage(side.id)
            column.heading(f"h_damage_{key}_{side.id}", say("{side}: damage done", side=side.name))
            column.words(f"damage_mean_{key}_{side.id}", _mean(spread), theme.SENTENCE, tint(side.id))
            column.drawn(f"damage_{key}_{side.id}", column.scale(charts.CHART - 20), partial(
                charts.histogram, spread, [one.damage(side.id) for one in self.numbers.played if one.ended],
                theme.side(letter(side.id)).fill))
            column.gap(theme.GAP)

    def _losses(self, column: Column, key: str, summary: Summary) -> None:
        units = [unit for unit in summary.units if unit.models > 0][:UNITS]
        if not units:
            return
        column.heading(f"h_lost_{key}", say("Casualties by unit"))
        bars = [Bar(unit.name, unit.lost / unit.models, words=say(
            "{lost:.1f} of {models:.0f}", lost=unit.lost, models=unit.models), color=theme.side(letter(unit.side)).fill)
                for unit in units]
        self._rows(column, f"lost_{key}", bars)
        column.gap(theme.GAP)

    def run_differences(self, column: Column) -> None:
        lines = self.numbers.run_differences()
        if lines:
            self._differences(column, lines)


def side_by_side(asked: list[Asked], width: int, scale: Scale) -> bool:
    """Whether two set-ups have room beside each other."""
    return len(asked) > 1 and width >= 2 * scale(WIDE)


def _mean(spread: Spread) -> str:
    """The mean with its interval, which needs two runs."""
    if spread.of < 2:
        return say("{mean:.2f} in one run, which tells no interval", mean=spread.mean)
    low, high = spread.interval
    return say("{mean:.2f} on average, 95 % from {low:.2f} to {high:.2f}", mean=spread.mean, low=low, high=high)


def _odds(exact: Preview) -> str:
    parts = []
    if exact.chance is not None:
        parts.append(say("works {chance}", chance=percent(exact.chance, 1)))
    if exact.harm is not None:
        parts.append(say("harm {harm:.2f} {unit} on average", harm=exact.harm, unit=exact.unit))
    return capital(joined(", ", parts)) if parts else say("Nothing to roll.")


def _share_bar(share: Share) -> Bar:
    return Bar(share.outcome, share.share, share.low, share.high, percent(share.share, 1), theme.NEUTRAL)


def _difference(words: str, found: Difference, share: bool) -> str:
    """A difference in a line; of shares in points of a hundred."""
    value, low, high = (signed(100 * n, 1) if share else signed(n, 2) for n in (
        found.value, *((found.low, found.high) if not math.isinf(found.low) else (0.0, 0.0))))
    told = say("{value} points", value=value) if share else value
    if math.isinf(found.low):
        return say("{what}: {value}, too few runs for an interval", what=words, value=told)
    return say("{what}: {value}, 95 % from {low} to {high}", what=words, value=told, low=low, high=high)
