"""The words of rule cases that rule sets share."""
from __future__ import annotations

from typing import Any

from game.engine.state import GameState
from game.table.setting import Setting


def side_named(state: GameState, step: dict[str, Any]) -> str | None:
    """The side that a step names as the one who gives the order."""
    named = step.get("side", step.get("by"))
    return str(named) if named in state.sides else None


class BuildsNothing:
    """For case words of a rule set whose cases build no forces."""

    def problems(self, setting: Setting) -> list[str]:
        return []


class InOrder:
    """A value of a case that equals a list with the same things in the same order, numbers within a twentieth."""

    def __init__(self, found: Any) -> None:
        self.found = found

    def __eq__(self, other: object) -> bool:
        return _same(self.found, other)

    def __repr__(self) -> str:
        return repr(self.found)


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(found, (list, tuple)) and isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(map(_same, found, wanted))
    if isinstance(found, (int, float)) and isinstance(wanted, (int, float)):
        return abs(found - wanted) <= 0.05
    return bool(found == wanted)


class AnyOf:
    """A value of a case that goes by several names: equal to each."""

    def __init__(self, *names: str | None) -> None:
        self.names = [name for name in names if name]

    def __eq__(self, other: object) -> bool:
        return other in self.names

    def __repr__(self) -> str:
        return repr(self.names)
