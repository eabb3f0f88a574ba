"""The words of rule cases that rule sets share."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.state import GameState
from game.table.setting import Setting


def side_named(state: GameState, step: dict[str, Any]) -> str | None:
    """The side that a step names as the one who gives the order."""
    named = step.get("side", step.get("by"))
    return str(named) if named in state.sides else None


class WritesSteps:
    """Orders and answers as the steps of a case, for case words that read what orders are made of."""

    steps: dict[str, tuple[str, ...]]

    def written(self, state: GameState, command: Command, given: Sequence[tuple[Ask, Any]]) -> list[dict[str, Any]]:
        """The steps that mean an order and the answers given in it: the order, then a step for each question that may
        be answered by one of its own. A question that knows neither step nor key stays unanswered, which is 'no'."""
        known = self.steps.get(command.do, ())
        step: dict[str, Any] = {"do": command.do}
        if command.by:
            step["by"] = command.by
        step.update({key: value for key, value in command.fields.items() if key in known and value is not None})
        later = []
        for ask, value in given:
            if ask.question in self.steps:
                later.append({"do": ask.question, **self._by(state, ask), **self.told(ask, value)})
            elif ask.question in known:
                step[ask.question] = False if value is None else value
        return [step, *later]

    def told(self, ask: Ask, value: Any) -> dict[str, Any]:
        """The keys of an answer's own step."""
        return {"answer": False if value is None else value}

    def _by(self, state: GameState, ask: Ask) -> dict[str, Any]:
        """Who answers, where the question is about somebody."""
        named = ask.subject in state.models or ask.subject in state.units
        return {"by": ask.subject} if named and "by" in self.steps[ask.question] else {}


class BuildsNothing:
    """For case words of a rule set whose cases build no forces."""

    def problems(self, setting: Setting) -> list[str]:
        return []


class InOrder:
    """A value of a case that equals a list with the same things in the same order, numbers within a twentieth."""

    def __init__(self, found: Any) -> None:
        self.found = found

    @property
    def plain(self) -> Any:
        """As a file writes it."""
        return self.found

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

    @property
    def plain(self) -> Any:
        """As a file writes it: the first of its names."""
        return self.names[0]

    def __eq__(self, other: object) -> bool:
        return other in self.names

    def __repr__(self) -> str:
        return repr(self.names)
