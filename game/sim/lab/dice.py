"""The dice to come: faces that somebody typed, used up left to right, and then those of the seed."""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from game.engine.dice import Dice
from game.errors import DiceError
from game.sim.lab.doc import refusal
from game.words import say

Queue: TypeAlias = tuple[int | None, ...]
"""Faces in order; None leaves a die to the seed."""
LONGEST = 200
HIGHEST = 20
FREE = ("?", "random", "any", "x", "-")
SAYS_NOTHING = ("then", "and", "")


def parse(words: str) -> Queue:
    """'4 3 6, then random' as faces. Raises Refused for what is none."""
    faces: list[int | None] = []
    for word in re.split(r"[\s,;+]+", words.strip().casefold()):
        if word in SAYS_NOTHING:
            continue
        if word in FREE:
            faces.append(None)
        elif word.isdecimal() and 1 <= int(word) <= HIGHEST:
            faces.append(int(word))
        else:
            raise refusal(say(
                '"{word}" is no face of a die: write numbers from 1, "?" for one left to chance.', word=word[:20]))
    if len(faces) > LONGEST:
        raise refusal(say("Up to {longest} dice can wait.", longest=LONGEST))
    while faces and faces[-1] is None:
        faces.pop()
    return tuple(faces)


def check_faces(queue: Queue) -> None:
    """Raises Refused for a queue that nobody could have typed."""
    wrong = next((face for face in queue if face is not None and not 1 <= face <= HIGHEST), None)
    if wrong is not None:
        raise refusal(say("{face} is no face of a die; they count from 1", face=wrong))


def told(queue: Sequence[int | None]) -> str:
    """A queue as somebody would type it."""
    return " ".join("?" if face is None else str(face) for face in queue)


class QueuedDice:
    """Rolls what is queued, and goes on with `after`, which falls with every die, so that what a seed rolls does not
    depend on what was forced before. A face that its die has not is a DiceError."""

    def __init__(self, queue: Sequence[int | None], after: Dice) -> None:
        self.queue = tuple(queue)
        self.used = 0
        self.forced: tuple[int, ...] = ()
        self._after = after

    def roll(self, count: int, sides: int, reason: str) -> tuple[int, ...]:
        fallen = list(self._after.roll(count, sides, reason))
        forced = self.queue[self.used : self.used + count]
        for place, face in enumerate(forced):
            if face is None:
                continue
            if face > sides:
                raise DiceError(say(
                    "die {number} of those to come is {face}; the d{sides} for {reason} shows 1 to {sides}",
                    number=self.used + place + 1, face=face, sides=sides, reason=reason))
            fallen[place] = face
        self.used += len(forced)
        self.forced = tuple(place for place, face in enumerate(forced) if face is not None)
        return tuple(fallen)

    @property
    def left(self) -> Queue:
        return self.queue[self.used :]
