"""The Lab's work off the window's thread: a pool of processes, and what is done many times on it, bit by bit."""
from __future__ import annotations

import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import Any, Generic, TypeVar

import msgspec

from game.engine.offshoots import Offshoots
from game.errors import FiringArcError
from game.rulesets.registry import ruleset
from game.sim.feed import Feed
from game.sim.lab.onward import Onward, play_on
from game.sim.lab.stopping import Number, Plain, Ticket, Told, begin_worker
from game.sim.odds import Tally, Trial, tally
from game.sim.rows import GameRow

T = TypeVar("T")
R = TypeVar("R")
PARTS = 24
"""Parts that a sampling is done in, so that its bar moves and Stop is heard."""
LEAST, MOST = 20, 500
"""Runs of one part."""
_tickets = itertools.count(1)
"""No two orders of a process bear the same."""


class Workers:
    """Processes that are begun when they are first wanted, and the tickets of what they do. With an `executor` of
    somebody else's that one is used."""

    def __init__(self, executor: Executor | None = None) -> None:
        self.jobs = max(2, (os.cpu_count() or 2) - 1) if executor is None else 1
        self._own: ProcessPoolExecutor | None = None
        self._given = executor
        self._void: Number = Plain()
        self._ticket: Ticket = 0
        if executor is not None:
            Told.listen(self._void)

    @property
    def executor(self) -> Executor:
        """Where work is handed in. Processes are spawned, not forked: the window's threads would not survive it."""
        if self._given is not None:
            return self._given
        if self._own is None:
            context = multiprocessing.get_context("spawn")
            self._void = context.Value("q", self._void.value)
            self._own = ProcessPoolExecutor(self.jobs, context, begin_worker, (self._void,))
        return self._own

    def warm_up(self) -> None:
        """Begins the processes, so that they are there when somebody asks."""
        for _ in range(self.jobs):
            self.executor.submit(_nothing)

    def ticket(self) -> Ticket:
        """The number of a new order."""
        self._ticket = next(_tickets)
        return self._ticket

    def void(self, ticket: Ticket) -> None:
        """Whoever works for this ticket, or an earlier one, stops."""
        self._void.value = max(self._void.value, ticket)

    def forget_broken(self) -> None:
        """The processes have died: others are begun next time."""
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)
            self._own = None

    def close(self, *, wait: bool = False) -> None:
        """Ends the processes, without waiting for what they do, or once they have heard of it."""
        self.void(self._ticket)
        if self._own is not None:
            self._own.shutdown(wait=wait, cancel_futures=True)
            self._own = None


class Work(Generic[T, R]):
    """Something done many times. `poll` takes in what is ready; `done` counts runs of `wanted`, `fault` tells what went
    wrong, '' while nothing did."""

    def __init__(self, workers: Workers, wanted: int) -> None:
        self.wanted, self.done, self.fault = wanted, 0, ""
        self.stopped = False
        self._workers, self.ticket = workers, workers.ticket()
        self._feed: Feed[T, R] | None = None

    def begin(self, play: Callable[[T], R], tasks: Iterable[T]) -> None:
        """Hands the first tasks out."""
        try:
            self._feed = Feed(self._workers.executor, play, tasks, self._workers.jobs)
        except (BrokenExecutor, OSError) as error:
            self._fail(error)

    @property
    def busy(self) -> bool:
        return self._feed is not None and not self._feed.done

    @property
    def over(self) -> bool:
        """Whether it ended by itself, with all that was wanted."""
        return not self.busy and not self.stopped and not self.fault

    def poll(self, *, wait: bool = False) -> bool:
        """Takes in what has come. True where that was something."""
        if self._feed is None:
            return False
        try:
            made = self._feed.take(wait=wait)
        except Exception as error:  # a fault of the game itself must not take the window along
            self._fail(error)
            return True
        for one in made:
            self.take(one)
        return bool(made)

    def take(self, made: R) -> None:
        """Takes one result in."""
        raise NotImplementedError

    def stop(self) -> None:
        """No more of it; what has come stays."""
        if self.busy and self._feed is not None:
            self.stopped = True
            self._workers.void(self.ticket)
            self._feed.cancel()

    def _fail(self, error: Exception) -> None:
        self.fault = str(error) if isinstance(error, FiringArcError) else f"{type(error).__name__}: {error}"
        if self._feed is not None:
            self._feed.cancel()
        if isinstance(error, BrokenExecutor):
            self._workers.forget_broken()


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Some runs of a sampling: numbers from `first` on."""

    rules: str
    trial: Trial
    first: int
    count: int
    seed: int | str
    ticket: Ticket


class Sampling(Work[Part, Tally]):
    """A trial carried out `wanted` times; `tally` is what came of it so far."""

    def __init__(self, workers: Workers, rules: str, trial: Trial, wanted: int, seed: int | str) -> None:
        super().__init__(workers, wanted)
        self.tally = Tally()
        self.begin(play_part, _parts(rules, trial, wanted, seed, self.ticket))

    def take(self, made: Tally) -> None:
        self.tally.add(made)
        self.done = self.tally.runs


def _parts(rules: str, trial: Trial, wanted: int, seed: int | str, ticket: Ticket) -> Iterator[Part]:
    size = max(LEAST, min(MOST, -(-wanted // PARTS)))
    for first in range(0, wanted, size):
        yield Part(rules=rules, trial=trial, first=first, count=min(size, wanted - first), seed=seed, ticket=ticket)


_kept: dict[Ticket, tuple[Trial, Offshoots]] = {}
"""The trial that this process works at, with the states that its runs share."""


def play_part(part: Part) -> Tally:
    """Some runs; nothing where nobody waits for them any more."""
    if Told.stopped(part.ticket):
        return Tally()
    if part.ticket not in _kept:
        _kept.clear()
    trial, shared = _kept.setdefault(part.ticket, (part.trial, Offshoots()))
    return tally(ruleset(part.rules), trial, range(part.first, part.first + part.count), part.seed, shared)


class Playing(Work[Onward, "GameRow | None"]):
    """A position played on `wanted` times; `rows` are the finished runs."""

    def __init__(self, workers: Workers, wanted: int) -> None:
        super().__init__(workers, wanted)
        self.rows: list[GameRow] = []

    def play(self, tasks: Iterable[Onward]) -> None:
        """Begins with these runs, which bear this work's ticket."""
        self.begin(play_on, tasks)

    def take(self, made: GameRow | None) -> None:
        if made is not None:
            self.rows.append(made)
        self.done = len(self.rows)


def _nothing() -> Any:
    """What warms a process up: importing this is the work."""
