"""Rolls of which one die is kept: the base die and extra dice, the lowest kept with advantage dice, the highest with
penalty dice; criticals are two extreme faces where extra dice were rolled. With the exact odds of all that.

`net` is advantage dice minus penalty dice. Odds are counted, not sampled, and come as fractions.
"""
from __future__ import annotations

import functools
import itertools
from fractions import Fraction
from typing import NamedTuple

import msgspec

from game.engine.run import Run
from game.words import say

SIDES = 12
MOST = 2
"""Extra dice that a roll may have at most."""


class Kept(msgspec.Struct, frozen=True):
    """A block of dice as it fell: base die first, then `abs(net)` extra dice."""

    dice: tuple[int, ...]
    net: int = 0
    sides: int = SIDES

    @property
    def die(self) -> int:
        """The one that counts."""
        return max(self.dice) if self.net < 0 else min(self.dice)

    @property
    def best(self) -> bool:
        """Two lowest faces, with advantage dice: a critical success."""
        return self.net > 0 and self.dice.count(1) >= 2

    @property
    def worst(self) -> bool:
        """Two highest faces, with penalty dice: a critical failure."""
        return self.net < 0 and self.dice.count(self.sides) >= 2


def limited(net: int, most: int = MOST) -> int:
    """The net of advantage and penalty dice, all cancelled, within its limit."""
    return max(-most, min(most, net))


def roll_kept(run: Run, net: int, reason: str, side: str = "", sides: int = SIDES) -> Kept:
    """Rolls a block of `1 + |net|` dice."""
    return Kept(run.roll(1 + abs(net), sides, reason, side), net, sides)


def marks(kept: Kept) -> tuple[str, ...]:
    """What each die of a block counts as: the kept one, with its like in a critical; the others are unused. A block of
    one die has nothing to mark."""
    if len(kept.dice) == 1:
        return ("",)
    place, critical = kept.dice.index(kept.die), kept.best or kept.worst
    return tuple("kept" if n == place or (critical and face == kept.die) else "unused"
                 for n, face in enumerate(kept.dice))


def kept_told(kept: Kept) -> str:
    """'keeps 6, higher of 2'."""
    count = len(kept.dice)
    if count == 1:
        return say("rolls {die}", die=kept.die)
    if kept.net < 0:
        return say("keeps {die}, highest of 3", die=kept.die) if count > 2 else say("keeps {die}, higher of 2",
                                                                                    die=kept.die)
    return say("keeps {die}, lowest of 3", die=kept.die) if count > 2 else say("keeps {die}, lower of 2", die=kept.die)


# --- odds


class Faces(NamedTuple):
    """The chance of each kept face from 1 up, and of a critical among those of the lowest and of the highest face."""

    chances: tuple[Fraction, ...]
    best: Fraction
    worst: Fraction


@functools.lru_cache(16)
def faces(net: int, sides: int = SIDES) -> Faces:
    """Every fall of `1 + |net|` dice counted."""
    counted, best, worst = [0] * sides, 0, 0
    for dice in itertools.product(range(1, sides + 1), repeat=1 + abs(net)):
        kept = Kept(dice, net, sides)
        counted[kept.die - 1] += 1
        best += kept.best
        worst += kept.worst
    whole = sides ** (1 + abs(net))
    return Faces(tuple(Fraction(n, whole) for n in counted), Fraction(best, whole), Fraction(worst, whole))


def chance(level: int, net: int) -> Fraction:
    """The chance that the kept die is at or under the level."""
    return sum(faces(net).chances[: max(0, level)], Fraction(0))


class Clash(NamedTuple):
    """The chance that an attack is not stopped, and that it is a critical one and not stopped."""

    hit: Fraction
    critical: Fraction


@functools.lru_cache(4096)
def clash(level: int, net: int, against: int | None, against_net: int = 0, any_level: bool = False) -> Clash:
    """An attack roll against a defence roll of level `against`; None where nobody defends. The attack makes its own
    level; a die at or under it stops it that makes the defender's level, or with `any_level` any such die."""
    own = faces(net)
    defence = faces(against_net).chances if against is not None else ()
    top = SIDES if any_level else min(SIDES, against or 0)

    def passes(die: int) -> Fraction:
        return 1 - sum(defence[: min(die, top)], Fraction(0))

    hit = sum((own.chances[die - 1] * passes(die) for die in range(1, level + 1)), Fraction(0))
    return Clash(hit, own.best * passes(1))
