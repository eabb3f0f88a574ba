"""Dice: seeded, scripted, recorded. The only place that knows chance.

A seeded source gives each command its own stream, drawn from the seed and the command's number. So an undone
command that is ordered again meets the same dice, and a saved game needs no generator's state.
"""
from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from game.errors import DiceError
from game.words import say

LARGEST_SEED = 2**63
"""What a saved game can hold as a number."""


class Dice(Protocol):
    """Anything that rolls. `forced` are the places (from 0) of those dice of its last roll that somebody chose."""

    forced: tuple[int, ...]

    def roll(self, count: int, sides: int, reason: str) -> tuple[int, ...]:
        """`count` faces from 1 to `sides`."""


def seed_of(words: str) -> int | str:
    """A seed as somebody types it: a number, or any words; a number too large to be saved as one is words."""
    words = words.strip()
    return int(words) if words.isdecimal() and int(words) <= LARGEST_SEED else words


class SeededDice:
    """The dice of command number `ply` in the game with this seed."""

    forced: tuple[int, ...] = ()

    def __init__(self, seed: int | str, ply: int = 0) -> None:
        self._random = random.Random(f"{seed}:{ply}")

    def roll(self, count: int, sides: int, reason: str) -> tuple[int, ...]:
        draw = self._random.random
        return tuple(int(draw() * sides) + 1 for _ in range(count))


class ScriptedDice:
    """Faces given in advance, read left to right. A face its die has not, or one too few, is a DiceError."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)
        self.used = 0
        self.forced: tuple[int, ...] = ()

    def roll(self, count: int, sides: int, reason: str) -> tuple[int, ...]:
        taken = self.faces[self.used : self.used + count]
        if len(taken) < count:
            raise DiceError(say("the script of {count} dice is used up at {wanted}d{sides} for {reason}",
                                count=len(self.faces), wanted=count, sides=sides, reason=reason))
        for place, face in enumerate(taken, self.used + 1):
            if not 1 <= face <= sides:
                raise DiceError(say("die {place} of the script is {face}; the d{sides} for {reason} shows 1 to "
                                    "{sides}", place=place, face=face, sides=sides, reason=reason))
        self.used += count
        self.forced = tuple(range(count))
        return tuple(taken)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(self.faces[self.used :])

