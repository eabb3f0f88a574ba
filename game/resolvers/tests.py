"""Tests with dice and an attribute: against a target number, and opposed. Criticals are doubles of the best and the
worst face. What a double means is the rule set's; here it is only seen."""
from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.engine.events import Rolled
from game.engine.run import Run
from game.words import say

Modifiers = tuple[tuple[str, int], ...]


class Throw(msgspec.Struct, frozen=True):
    """Dice that were thrown, what was added and why."""

    dice: tuple[int, ...]
    modifiers: Modifiers = ()
    sides: int = 6

    @property
    def bonus(self) -> int:
        return sum(value for _, value in self.modifiers)

    @property
    def total(self) -> int:
        return sum(self.dice) + self.bonus

    @property
    def best(self) -> bool:
        """Every die shows its highest face."""
        return all(die == self.sides for die in self.dice)

    @property
    def worst(self) -> bool:
        """Every die shows 1."""
        return all(die == 1 for die in self.dice)


def throw(
    run: Run, reason: str, modifiers: Modifiers = (), *, side: str = "", count: int = 2, sides: int = 6
) -> Throw:
    """Rolls `count` dice for a test."""
    return Throw(run.roll(count, sides, reason, side), modifiers, sides)


def tell(
    run: Run, reason: str, thrown: Throw, *, by: str = "", side: str = "", against: str = "", outcome: str = "",
    rule: str = "",
) -> None:
    """Writes a test into the log: its dice, what was added, the total and what came of it."""
    run.emit(Rolled(
        reason=reason, by=by, side=side, dice=thrown.dice, sides=thrown.sides, modifiers=thrown.modifiers,
        total=thrown.total, against=against, outcome=outcome, rule=rule,
    ))


def passes(thrown: Throw, target_number: int) -> bool:
    """A total equal to or above the target number passes; a double of the best face passes and a double 1 fails
    whatever the total."""
    if thrown.best or thrown.worst:
        return thrown.best
    return thrown.total >= target_number


def test(
    run: Run, reason: str, modifiers: Modifiers, target_number: int, *, by: str = "", side: str = "",
    rule: str = "", outcomes: tuple[str, str] = ("passed", "failed"), against: str = "",
) -> bool:
    """Rolls and tells a target number test; whether it passed."""
    thrown = throw(run, reason, modifiers, side=side)
    passed = passes(thrown, target_number)
    tell(run, reason, thrown, by=by, side=side, against=against or say("of {target_number}",
                                                                       target_number=target_number),
         outcome=outcomes[0 if passed else 1], rule=rule)
    return passed


def two_dice() -> Sequence[tuple[int, int]]:
    """The 36 ways two dice can fall, for exact odds."""
    return _TWO_DICE


_TWO_DICE = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
