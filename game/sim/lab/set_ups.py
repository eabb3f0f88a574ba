"""A set-up of the Lab and what was asked of it: an order many times, or to be played on many times."""
from __future__ import annotations

from collections import Counter
from typing import Any

from game.engine.verdict import Verdict
from game.sim.lab.asked import Posed
from game.sim.lab.figures import Spread
from game.sim.lab.lab import Moment
from game.sim.lab.onward import Onward, summed
from game.sim.lab.working import Playing, Sampling, Work
from game.sim.rows import GameRow
from game.sim.summary import Summary
from game.words import joined, say


class Asked:
    """One set-up and the work at it; `why` says why there is none. `letter` is '' where only one set-up is asked."""

    def __init__(self, letter: str, moment: Moment) -> None:
        self.letter, self.moment = letter, moment
        self.why: Verdict | None = None

    @property
    def work(self) -> Work[Any, Any] | None:
        """What is under way or done."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The set-up in a few words: what was done last to come to it."""
        words = titled(self.moment)
        return joined(": ", (self.letter, words)) if self.letter else words


class AskedOrder(Asked):
    """An order sampled in a set-up."""

    posed: Posed | None = None
    sampling: Sampling | None = None

    @property
    def work(self) -> Sampling | None:
        return self.sampling

    @property
    def harm(self) -> Spread | None:
        """How often how much harm was done."""
        return Spread(dict(self.sampling.tally.harm)) if self.sampling is not None else None


class AskedRuns(Asked):
    """A set-up played on."""

    first: Onward | None = None
    playing: Playing | None = None

    @property
    def work(self) -> Playing | None:
        return self.playing

    @property
    def ended(self) -> list[GameRow]:
        """The runs that went well."""
        return [row for row in self.playing.rows if not row.error] if self.playing is not None else []

    def damage(self, side: str) -> Spread:
        """What a side's attacks did, run by run."""
        return Spread(dict(Counter(sum(row.harm.get(side, ())) for row in self.ended)))

    def lost(self, side: str) -> Spread:
        """How many models of a side were lost, run by run."""
        return Spread(dict(Counter(sum(u.lost for u in row.units.values() if u.side == side) for row in self.ended)))

    @property
    def summary(self) -> Summary | None:
        """What the runs came to; None of none."""
        if self.playing is None or self.first is None or not self.playing.rows:
            return None
        return summed(titled(self.moment), self.first, self.playing.rows, self.playing.wanted, self.playing.stopped)


def titled(moment: Moment) -> str:
    """A set-up in a few words: its title, and what was done last to come to it."""
    if moment.kind == "start" or moment.words == moment.doc.title:
        return moment.doc.title
    return say("{title}, after: {words}", title=moment.doc.title, words=moment.words)
