"""What the Lab reads off the table, kept in step with every edit: sight at once, chances and checks off the frame."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.sim.lab import insight, table_edits
from game.sim.lab.insight import Chance, Seen
from game.ui.lab.desk import Desk
from game.ui.thinking import Latest

Checks: TypeAlias = tuple[tuple[bool, str], ...]
Answer: TypeAlias = tuple[GameState, tuple[str, str], Seen | None, tuple[Chance, ...], Checks | None]


class Readings:
    """`version` grows with each answer that is another one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.version = 0
        self.seen: Seen | None = None
        self.chances: tuple[Chance, ...] = ()
        self.checks: Checks = ()
        self.waiting = False
        self._worker = Latest()
        self._seen_of: Any = None
        self._asked: Any = None

    def close(self) -> None:
        self._worker.close()

    def follow(self) -> None:
        """Looks at the table as it is now; heavy answers come when they are there. While something is in the hand all
        of them count as heavy, so that it follows the hand at once."""
        desk, state = self.desk, self.desk.state
        self._take(self._worker.take())
        about = (desk.viewer, desk.target)
        if desk.held is None and not self._is_of(self._seen_of, state, about):
            self._seen_of = (state, about)
            self.seen = insight.seen(desk.lab.ruleset, state, *about)
            self.version += 1
        if not self._is_of(self._asked, state, about) and not (desk.held is not None and self._worker.busy):
            self._asked = (state, about)
            self.waiting = True
            self._worker.want(_reader(desk, state, about, whole=desk.held is None))

    @staticmethod
    def _is_of(kept: Any, state: GameState, about: tuple[str, str]) -> bool:
        return kept is not None and kept[0] is state and kept[1] == about

    def settle(self) -> None:
        """Waits for every answer (for pictures)."""
        self.follow()
        self._take(self._worker.take(wait=True))

    def _take(self, made: Answer | None) -> None:
        if made is None:
            return
        asked, about, seen, chances, checks = made
        if not self._is_of(self._seen_of, self.desk.state, (self.desk.viewer, self.desk.target)):
            self.seen, self._seen_of = seen, (asked, about)
        if checks is not None:
            self.checks = checks
        self.chances = chances
        self.waiting = self._asked is not None and asked is not self._asked[0]
        self.version += 1


def _reader(desk: Desk, state: GameState, about: tuple[str, str], whole: bool) -> Callable[[], Answer]:
    """What is worked out elsewhere: the state and all that is needed of the desk are taken along. Not `whole`, while
    something is dragged: what nobody reads meanwhile is left out."""
    rules: RuleSet = desk.lab.ruleset
    viewer, target = about
    moment, lab = desk.moment, desk.lab

    def read() -> Answer:
        seen = insight.seen(rules, state, viewer, target)
        chances: tuple[Chance, ...] = ()
        if viewer in state.models and target in state.models and viewer != target:
            ready = lab.edited(table_edits.acts_next(viewer), base=moment).state
            chances = insight.chances(rules, ready, viewer, target)
        return state, about, seen, chances, insight.checks(rules, state) if whole else None

    return read
