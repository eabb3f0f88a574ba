"""How a force is put together: what a rule set tells the force builder, the files of forces and an import."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

from game.engine.verdict import Verdict
from game.table.forcefile import Force
from game.table.setting import UnitSpec

Change: TypeAlias = Literal["add", "buy", "copy", "join", "leave", "remove", "rename", "sell"]


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a force. "add" takes a `profile` of the catalogue, into the unit `to` where one is named; "join" puts
    `unit` into `to`; "rename" gives `unit` the name `words`, '' for its profile's; "buy" and "sell" give `unit` a
    `part` and take it back."""

    do: Change
    unit: str = ""
    profile: str = ""
    to: str = ""
    words: str = ""
    part: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as the builder shows it: one of the catalogue (`id` its profile's) or of a force (`id` the unit's).

    `group` is its army or crew; `numbers` its values, `rules` its special rules in short, `lines` its weapons and
    rules, a line each; `inside` the unit that it is joined to; `joins` whether it is of a kind that may be put into
    another unit, `splits` whether it may leave what it is in; `dropped` the special rules of its list that are not
    automated; `note` what else to know."""

    id: str
    name: str
    group: str = ""
    icon: str = ""
    points: int = 0
    models: int = 1
    numbers: tuple[str, ...] = ()
    rules: str = ""
    lines: tuple[str, ...] = ()
    inside: str = ""
    joins: bool = False
    splits: bool = False
    dropped: tuple[str, ...] = ()
    note: str = ""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a unit may be given in the builder, as often as the rules let it: a weapon, a skill, a spell.

    `id` names it to the edits. `shelf` is where it lies among the others, '' for what is only owned (one certain weapon
    that the unit carries); `group` is a heading there. `points` is what one of it costs, below 0 what it gives back;
    `count` how many the unit has, told as "2 × Knife" or, where that does not fit, in the words `counted`; `owned`
    whether it is listed among what the unit has (a level is not). `about` says what it is or does, `more` what else
    there is to know. `opens` names a shelf of what may be done to it."""

    id: str
    name: str
    shelf: str = ""
    group: str = ""
    icon: str = ""
    points: int = 0
    count: int = 0
    about: str = ""
    more: str = ""
    opens: str = ""
    counted: str = ""
    owned: bool = True


class Builder(Protocol):
    """The rule set's part of force building. A refusal carries its reason and, where the rules give one, its rule."""

    limits: tuple[int, ...]
    """Points that battles are usually fought for, the first one to begin with."""
    joining: str
    """What putting a unit into another is called: "Join" or "Group"."""

    def catalogue(self) -> Sequence[Entry]:
        """Every unit there is to choose, by army or crew."""

    def entries(self, force: Force) -> Sequence[Entry]:
        """The force's units in roster order, those joined to another right after it. Raises FileError for a unit that
        the rule set cannot make."""

    def points(self, force: Force) -> int:
        """What the force costs. Raises FileError."""

    def parts(self, force: Force, unit: str) -> Sequence[Part]:
        """Everything that the unit may be given or has been given, by shelves; nothing where units are as they come."""

    def verify(self, force: Force, edit: Edit) -> Verdict:
        """Whether the change keeps to the rules and the limit."""

    def apply(self, force: Force, edit: Edit) -> Force:
        """The force with a change that `verify` allows."""

    def check(self, force: Force) -> Sequence[Verdict]:
        """Every refusal of the force as it stands; empty when it may be played. Raises FileError."""

    def ready(self, name: str) -> Force:
        """A ready force, to begin from. Raises UnknownName."""

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        """The force's units for a battle, not placed. Raises FileError."""
