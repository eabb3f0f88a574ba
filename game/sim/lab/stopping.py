"""How work in other processes or threads hears that nobody waits for it any more: every order has a ticket, and one
number that all of them see says which tickets are void."""
from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import Any, Protocol, TypeAlias

Ticket: TypeAlias = int


class Number(Protocol):
    """A whole number that is seen by all who work: `multiprocessing.Value`, or a plain object among threads."""

    value: int


class Plain:
    """A number among threads."""

    def __init__(self) -> None:
        self.value = 0


class Told:
    """The number that this process looks at; tickets up to it are void."""

    _void: Number = Plain()

    @classmethod
    def listen(cls, void: Number) -> None:
        """From now on this number counts."""
        cls._void = void

    @classmethod
    def stopped(cls, ticket: Ticket) -> bool:
        """Whether work of this ticket should stop."""
        return 0 < ticket <= cls._void.value


def begin_worker(void: Any) -> None:
    """First thing in a process of a pool: Ctrl-C is the main process's to answer, and nobody works for a window that is
    gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    Told.listen(void)


def _end_with_parent() -> None:
    """Ends this process when the one that began it has died without a word, as a crash does."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
