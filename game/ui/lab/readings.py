"""What the Lab reads off the table, kept in step with every edit: sight at once, chances and checks off the frame."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.sim.lab import edits, insight
from game.sim.lab.insight import Chance, Seen
from game.ui.lab.desk import Desk
from game.ui.thinking import Latest


class Readings:
    """`version` grows with each answer that is another one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.version = 0
        self.seen: Seen | None = None
        self.chances: tuple[Chance, ...] = ()
        self.checks: tuple[tuple[bool, str], ...] = ()
        self.waiting = False
        self._worker = Latest()
        self._seen_of: Any = None
        self._asked: Any = None

    def close(self) -> None:
        self._worker.close()

    def follow(self) -> None:
        """Looks at the table as it is now; heavy answers come when they are there."""
        desk, state = self.desk, self.desk.state
        self._take(self._worker.take())
        about = (desk.viewer, desk.target)
        if self._seen_of is None or self._seen_of[0] is not state or self._seen_of[1] != about:
            self._seen_of = (state, about)
            self.seen = insight.seen(desk.lab.ruleset, state, *about)
            self.version += 1
        asked = self._asked
        if asked is None or asked[0] is not state or asked[1] != about:
            self._asked = (state, about)
            self.waiting = True
            self._worker.want(_reader(desk, state, about))

    def settle(self) -> None:
        """Waits for every answer (for pictures)."""
        self.follow()
        self._take(self._worker.take(wait=True))

    def _take(self, made: tuple[Any, tuple[Chance, ...], tuple[tuple[bool, str], ...]] | None) -> None:
        if made is None:
            return
        asked, self.chances, self.checks = made
        self.waiting = self._asked is not None and asked is not self._asked[0]
        self.version += 1


def _reader(desk: Desk, state: GameState, about: tuple[str, str]) -> Callable[[], Any]:
    """What is worked out elsewhere: the state and all that is needed of the desk are taken along."""
    rules: RuleSet = desk.lab.ruleset
    viewer, target = about
    moment, lab = desk.moment, desk.lab

    def read() -> tuple[Any, tuple[Chance, ...], tuple[tuple[bool, str], ...]]:
        chances: tuple[Chance, ...] = ()
        if viewer in state.models and target in state.models and viewer != target:
            ready = lab.edited(edits.acts_next(viewer), base=moment).state
            chances = insight.chances(rules, ready, viewer, target)
        return state, chances, insight.checks(rules, state)

    return read
