"""A campaign: what a rule set keeps of a force from battle to battle, and what its owner may do between two of them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from game.engine.events import Event
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.table.forcefile import Force


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that is over, as one side looks back on it. `start` and `end` are the states before its first decision
    and after its last."""

    side: str
    start: GameState
    end: GameState
    events: tuple[Event, ...] = ()


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A number of a member: before its last battle, right after it, and now, of how many; with `pips` one for each of
    those. `why` tells of the battle, `since` of the time after it, each sentence with its rule."""

    title: str
    before: int
    after: int
    now: int
    full: int = 0
    pips: bool = True
    why: tuple[str, ...] = ()
    since: str = ""
    rule: str = ""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A member as the campaign screen shows it. `gone` says that it plays no more, '' while it does; `news` how it
    came out of its last battle, `carries` what it has."""

    id: str
    name: str
    icon: str
    about: str
    gone: str = ""
    news: str = ""
    changes: tuple[Change, ...] = ()
    carries: tuple[str, ...] = ()


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something done between two battles, with a choice where it has one."""

    do: str
    unit: str
    choice: str = ""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A deed that may be chosen, or why not."""

    deed: Deed
    title: str
    about: str
    icon: str
    verdict: Verdict


class Campaign(Protocol):
    """The rule set's part of a campaign. Everything takes a force and gives another; who calls keeps it."""

    def members(self, force: Force) -> Sequence[Member]:
        """Everybody of the force, in roster order. Raises FileError."""

    def offers(self, force: Force, unit: str) -> Sequence[Offer]:
        """What a member may do between two battles."""

    def story(self, force: Force) -> Sequence[tuple[str, tuple[str, ...]]]:
        """The battles, the newest first: a heading and what happened after it, a sentence a line. Raises FileError."""

    def apply(self, force: Force, deed: Deed) -> Force:
        """The force after a deed. Raises Refused for one that the rules do not allow."""

    def check_record(self, force: Force, fought: Fought) -> Verdict:
        """Whether the battle can go into the force's record: it is over, and the force is as it was when it began."""

    def record(self, force: Force, fought: Fought) -> Force:
        """The force as the battle leaves it. Raises Refused where `check_record` refuses."""
