"""What the case runner and the Lab ask of a rule set: the words of its files, and what may be set of a model."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.geometry.reach import Reach
from game.geometry.sight import Sight
from game.table.model import Model
from game.table.setting import Setting


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """Something of a model that a scenario or case may set: the file's `key`, its title on a form, its value now.

    `place` says where the key stands: in the model's "set", beside the "unit"'s own keys, or in its "state" table.
    Numbers go from `low` to `high` and are told in `unit`s; a choice is one of `choices`; "names" are several of them.
    `fresh` is its value when the model begins to act, None where that makes no difference.
    """

    key: str
    title: str
    kind: Literal["whole", "number", "flag", "choice", "names", "text"]
    value: Any
    place: Literal["set", "unit", "state"] = "set"
    low: float = 0
    high: float = 100
    unit: str = ""
    choices: tuple[str, ...] = ()
    fresh: Any = None


class CaseWords(Protocol):
    """What the case runner asks of a rule set: the keys its case files may hold, and what they mean."""

    begin_keys: tuple[str, ...]
    unit_keys: tuple[str, ...]
    steps: dict[str, tuple[str, ...]]
    expect_keys: tuple[str, ...]
    of_several: tuple[str, ...]
    """Keys of steps that may answer for several, each of whom must have been asked."""
    no_answers: tuple[str, ...]
    """Keys of steps that belong to the order itself, though a question of the same name may be asked in it."""

    def command(self, state: GameState, step: dict[str, Any]) -> Command:
        """The command that a step means."""

    def written(self, state: GameState, command: Command, given: Sequence[tuple[Ask, Any]]) -> list[dict[str, Any]]:
        """The steps that mean an order, given in this state, and the answers to what was asked in it: the reverse of
        `command` and `answer`."""

    def answer(self, state: GameState, ask: Ask, value: Any) -> Any:
        """The answer that a step's key means for a question inside a command; None is 'no'."""

    def expect(self, state: GameState, about: str | None, subject: str, key: str) -> tuple[Any] | None:
        """The value of a key of the rule set's own, in a tuple; None for any other key."""

    def unasked(self, state: GameState, step: dict[str, Any], key: str) -> Verdict | None:
        """Why a step's answer to a question was not asked for; None for a key that answers none."""

    def look(self, state: GameState, viewer: str, target: str) -> Sight:
        """Whether one model sees another, by the rule set's own sight."""

    def cover(self, state: GameState, viewer: str, target: str) -> tuple[str, tuple[str, ...]]:
        """The cover that one model has from another, '' for none, and the pieces that give it."""

    def walks(self, state: GameState, model: str, inches: float) -> Sequence[Reach]:
        """Where so many inches of movement take a model, whatever it has left; of several each is a way of its own."""

    def may_activate(self, state: GameState) -> list[str]:
        """The units that could be activated now."""

    def reach(self, state: GameState, model: str, question: dict[str, Any]) -> bool:
        """Whether the model could end at the question's point."""

    def problems(self, setting: Setting) -> list[str]:
        """What of the forces that a case builds is not as it says. Raises FileError."""

    def form(self, state: GameState, model: Model) -> Sequence[FormField]:
        """What a file may say of a model besides its place, as it is now."""

    def acts_next(self, state: GameState, model: str) -> dict[str, Any]:
        """The keys of a beginning in mid-game by which this model acts next."""
