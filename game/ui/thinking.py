"""Computer players and heavy overlays off the frame: the window asks, goes on, and takes the answer when it comes."""
from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from game.engine.match import Match
from game.engine.verdict import Mark
from game.engine.view import View


class Player(Protocol):
    """Decides as people do: a Command for a decision, a value for a question inside a command."""

    def decide(self, view: View) -> Any:
        """The order or the answer."""


class Brain:
    """Runs one player's thought at a time in a thread of its own."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="player")
        self._thought: Future[Any] | None = None

    @property
    def busy(self) -> bool:
        return self._thought is not None

    def think(self, player: Player, match: Match, side: str) -> None:
        """Begins to think about the present decision."""
        decision = match.decision()
        assert decision is not None and self._thought is None
        view = View(match.ruleset, match.state, decision, side)
        self._thought = self._pool.submit(player.decide, view)

    def take(self) -> tuple[Any] | None:
        """The thought in a tuple once it is there, else None. Raises what the player raised."""
        if self._thought is None or not self._thought.done():
            return None
        thought, self._thought = self._thought, None
        return (thought.result(),)

    def forget(self) -> None:
        """The decision is another one: what comes of the thought does not matter."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def close(self) -> None:
        self.forget()
        self._pool.shutdown(wait=False, cancel_futures=True)


class HeavyMarks:
    """Marks that take long: worked out in a thread, kept for the key they were made for. Until they are there, those
    of before serve if they are about the same thing."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="overlay")
        self._made: dict[str, tuple[Hashable, Hashable, tuple[Mark, ...]]] = {}
        self._asked: dict[str, tuple[Hashable, Hashable, Future[tuple[Mark, ...]]]] = {}
        self.version = 0

    def marks(
        self, name: str, about: Hashable, key: Hashable, make: Callable[[], tuple[Mark, ...]]
    ) -> tuple[Mark, ...]:
        """The marks for `key` if they are there, else those of before about the same while these are made."""
        made = self._made.get(name)
        if made is not None and made[1] == key:
            return made[2]
        asked = self._asked.get(name)
        if asked is None or asked[1] != key:
            if asked is not None:
                asked[2].cancel()
            self._asked[name] = (about, key, self._pool.submit(make))
        return made[2] if made is not None and made[0] == about else ()

    def made(self, name: str) -> tuple[Mark, ...]:
        """The marks that were made last."""
        return self._made[name][2] if name in self._made else ()

    def settle(self, *, wait: bool = False) -> None:
        """Takes over what is done."""
        for name, (about, key, future) in list(self._asked.items()):
            if wait or future.done():
                del self._asked[name]
                marks = () if future.cancelled() or future.exception() else future.result()
                self._made[name] = (about, key, marks)
                self.version += 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Latest:
    """Works out one thing after another in a thread; of what is wanted meanwhile only the newest is done."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="formation")
        self._now: Future[Any] | None = None
        self._next: Callable[[], Any] | None = None

    def want(self, make: Callable[[], Any]) -> None:
        """Begins at once, or when what is under way is done."""
        if self._now is None:
            self._now = self._pool.submit(make)
        else:
            self._next = make

    def take(self, *, wait: bool = False) -> Any | None:
        """What has been made since, None when there is nothing new. With `wait`, all of it is."""
        made = None
        while self._now is not None and (wait or self._now.done()):
            made = None if self._now.exception() else self._now.result()
            make, self._next = self._next, None
            self._now = self._pool.submit(make) if make is not None else None
            if not wait:
                break
        return made

    @property
    def busy(self) -> bool:
        return self._now is not None

    def close(self) -> None:
        self._next = None
        self._pool.shutdown(wait=False, cancel_futures=True)
