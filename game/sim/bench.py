"""The project's own measurements: each figure as a ratio to a baseline that is timed in the same run, interleaved.

Machines are shared and noisy, so seconds mean little; a ratio of two things timed by turns holds. A figure is the
median of its rounds. Seconds are those that the thread ran, not those it waited for others; only what runs in other
processes is timed by the clock. Where a baseline would take minutes, a part of it is timed and told as the whole.
"""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from game.words import say

ROUNDS = 7
SHORTEST = 0.02
"""Seconds that a timing lasts at least: quicker things are done several times."""

Better = Literal["more", "less", "none"]
Work: TypeAlias = Callable[[], object]
Clock: TypeAlias = Callable[[], float]


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement. `value` is a ratio (or what `unit` says); `aim` and `beyond` are None where it is only
    reported. `ours` and `baseline` are seconds, None where the value is no ratio of two timings."""

    name: str
    title: str
    value: float
    unit: str
    better: Better
    aim: float | None = None
    beyond: float | None = None
    ours: float | None = None
    baseline: float | None = None
    against: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none."""
        if self.aim is None or self.better == "none":
            return None
        return self.value >= self.aim if self.better == "more" else self.value <= self.aim


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """A measurement to make: its name and the function that makes it."""

    name: str
    title: str
    measure: Callable[[], list[Figure]]


def own_clock() -> Clock:
    """Seconds that this thread ran, where the system counts them finely enough; else those on the wall."""
    return time.thread_time if time.get_clock_info("thread_time").resolution < 1e-4 else time.perf_counter


def seconds(work: Work, clock: Clock | None = None) -> float:
    """How long `work` takes once; quick work is done until the clock can tell."""
    count, took, now = 1, 0.0, clock or own_clock()
    while True:
        began = now()
        for _ in range(count):
            work()
        took = now() - began
        if took >= SHORTEST:
            return took / count
        count = max(count * 2, int(count * SHORTEST / max(took, 1e-7)))


def interleaved(
    ours: Work, baseline: Work, *, rounds: int = ROUNDS, share: float = 1.0, clock: Clock | None = None
) -> tuple[float, float, float]:
    """The medians of our seconds, the baseline's, and of baseline / ours round by round; one round before is thrown
    away. `share` is the part of the baseline's work that `baseline` does."""
    ours()
    baseline()
    mine, theirs = [], []
    for _ in range(rounds):
        mine.append(seconds(ours, clock))
        theirs.append(seconds(baseline, clock) / share)
    ratios = [b / a for a, b in zip(mine, theirs, strict=True)]
    return statistics.median(mine), statistics.median(theirs), statistics.median(ratios)


def faster(
    name: str, title: str, ours: Work, baseline: Work, against: str, *, aim: float, beyond: float, share: float = 1.0,
    rounds: int = ROUNDS,
) -> Figure:
    """How many times as fast ours is."""
    mine, theirs, ratio = interleaved(ours, baseline, share=share, rounds=rounds)
    return Figure(name=name, title=title, value=ratio, unit=say("x faster"), better="more", aim=aim, beyond=beyond,
                  ours=mine, baseline=theirs, against=against)
