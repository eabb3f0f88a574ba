"""Statistics of counts: means, shares and differences with their 95 % intervals. numpy is not needed, and scipy is none
of ours: what its functions would say is worked out here and compared with published tables in the tests.

- a mean: Student's t interval;
- a share: Wilson's score interval (`summary.wilson`);
- the difference of two means: Welch's t interval, which does not ask that both spread alike;
- the difference of two shares: Newcombe's hybrid score interval (his method 10), from Wilson's for each.
"""
from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from game.sim.summary import Z, wilson

ENOUGH = 100
"""Runs from which on a mean can be told from another."""


class Spread(msgspec.Struct, frozen=True):
    """How often each value came about, of a whole number or none."""

    counts: dict[int, int]

    @property
    def of(self) -> int:
        """How many there are."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """0 of none."""
        return sum(value * count for value, count in self.counts.items()) / self.of if self.of else 0.0

    @property
    def variance(self) -> float:
        """Of the sample (n − 1); 0 of one or none."""
        of, mean = self.of, self.mean
        if of < 2:
            return 0.0
        return sum(count * (value - mean) ** 2 for value, count in self.counts.items()) / (of - 1)

    @property
    def interval(self) -> tuple[float, float]:
        """Within what the true mean lies, 19 times in 20; just the mean of one or none."""
        of, mean = self.of, self.mean
        half = student(of - 1) * math.sqrt(self.variance / of) if of > 1 else 0.0
        return mean - half, mean + half

    def agrees(self, mean: float) -> bool:
        """Whether it may well come of something with this mean: within four standard errors, or too few to tell."""
        of = self.of
        return of < ENOUGH or abs(self.mean - mean) <= 4 * math.sqrt(self.variance / of) + 1e-9


class Difference(msgspec.Struct, frozen=True):
    """B less A, with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Whether 0 lies outside the interval."""
        return self.low > 0 or self.high < 0


def student(freedom: float) -> float:
    """The two-sided 95 % point of Student's t with so many degrees of freedom (1 or more, fractions allowed): exact
    for 1 and 2, else by the Cornish-Fisher expansion, within 0.005 from 3 on."""
    if freedom < 1.5:
        return 12.706204736
    if freedom < 2.5:
        return 4.302652730
    z, n = Z, freedom
    terms = (
        (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def of_means(a: Spread, b: Spread) -> Difference:
    """The mean of B less that of A: Welch's interval, with the degrees of freedom of Welch and Satterthwaite."""
    value = b.mean - a.mean
    if a.of < 2 or b.of < 2:
        return Difference(value, -math.inf, math.inf)
    ours, theirs = a.variance / a.of, b.variance / b.of
    both = ours + theirs
    if both == 0:
        return Difference(value, value, value)
    freedom = both**2 / (ours**2 / (a.of - 1) + theirs**2 / (b.of - 1))
    half = student(freedom) * math.sqrt(both)
    return Difference(value, value - half, value + half)


def of_shares(a: tuple[float, int], b: tuple[float, int]) -> Difference:
    """The share of B less that of A, each as (won, of): Newcombe's interval."""
    (ours, of_a), (theirs, of_b) = a, b
    one, other = (ours / of_a if of_a else 0.0), (theirs / of_b if of_b else 0.0)
    (low_a, high_a), (low_b, high_b) = wilson(ours, of_a), wilson(theirs, of_b)
    value = other - one
    return Difference(value, value - math.hypot(other - low_b, high_a - one),
                      value + math.hypot(high_b - other, one - low_a))


def gathered(counts: Mapping[int, int], bars: int) -> list[tuple[int, int, int]]:
    """A histogram of at most so many bars (2 or more), each as wide: first value, last value, how many. Where several
    values share a bar, 0 keeps one of its own."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    if low == 0 and high >= bars:
        return [(0, 0, counts[0]), *gathered({value: n for value, n in counts.items() if value}, bars - 1)]
    wide = max(1, -(-(high - low + 1) // bars))
    return [(first, first + wide - 1, sum(n for value, n in counts.items() if first <= value < first + wide))
            for first in range(low, high + 1, wide)]
