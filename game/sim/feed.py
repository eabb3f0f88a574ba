"""Tasks on any executor: handed out a few ahead, so that no worker waits, and taken back as they are finished."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future
from concurrent.futures import wait as wait_for
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 2
"""Tasks handed out for each job."""


class Feed(Generic[T, R]):
    """Hands tasks out to an executor, a few ahead of what is finished, and takes what comes back."""

    def __init__(self, executor: Executor, play: Callable[[T], R], tasks: Iterable[T], jobs: int) -> None:
        self._executor, self._play, self._waiting = executor, play, iter(tasks)
        self._ahead = AHEAD * jobs
        self._running: set[Future[R]] = set()
        self._hand_out()

    @property
    def done(self) -> bool:
        """Whether nothing runs any more, and nothing is left to hand out."""
        return not self._running

    def take(self, *, wait: bool = False) -> list[R]:
        """What has been finished since; with `wait` at least one, unless all is done. Raises what a task raised."""
        if wait and self._running:
            finished = wait_for(self._running, return_when=FIRST_COMPLETED).done
        else:
            finished = {future for future in self._running if future.done()}
        self._running -= finished
        self._hand_out()
        return [future.result() for future in finished if not future.cancelled()]

    def cancel(self) -> None:
        """Nothing more is handed out; what runs already is nobody's concern any more."""
        self._waiting = iter(())
        for future in self._running:
            future.cancel()
        self._running.clear()

    def _hand_out(self) -> None:
        while len(self._running) < self._ahead:
            for task in self._waiting:
                self._running.add(self._executor.submit(self._play, task))
                break
            else:
                return
