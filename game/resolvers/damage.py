"""Pools of damage dice judged one by one, plain or with each best face adding a die; and their exact odds."""
from __future__ import annotations

import functools
import math
from fractions import Fraction

from game.engine.events import Rolled
from game.engine.run import Run
from game.words import say, say_many


def exploding_pool(
    run: Run, dice: int, at_least: int, *, reason: str = "damage", by: str = "", side: str = "", sides: int = 6,
    rule: str = "",
) -> int:
    """Rolls one die at a time until the pool is spent, each `sides` adding one; how many reached `at_least`.
    A pool of 0 or less rolls nothing."""
    faces: list[int] = []
    pool = max(0, dice)
    while len(faces) < pool:
        face = run.roll(1, sides, reason, side)[0]
        faces.append(face)
        pool += face == sides
    successes = sum(face >= at_least for face in faces)
    if faces:
        marks = tuple(_mark(face, at_least, place >= dice) for place, face in enumerate(faces))
        run.emit(Rolled(reason=reason, by=by, side=side, dice=tuple(faces), sides=sides, marks=marks,
                        against=say("{at_least} or more", at_least=at_least), outcome=_counted(successes), rule=rule))
    return successes


def _mark(face: int, at_least: int, added: bool) -> str:
    word = "success" if face >= at_least else "fail"
    return f"{word} extra" if added else word


def _counted(successes: int) -> str:
    return say_many("{n} success", "{n} successes", successes) if successes else say("no success")


@functools.lru_cache(4096)
def pool_odds(dice: int, at_least: int, most: int, sides: int = 6) -> tuple[float, ...]:
    """The chance of 0, 1, ... successes of an exploding pool; the last entry is `most` or more. Exact."""
    one = _one_die(at_least, most, sides)
    odds = (1.0, *([0.0] * most))
    for _ in range(max(0, dice)):
        odds = _convolve(odds, one, most)
    return odds


@functools.lru_cache(256)
def _one_die(at_least: int, most: int, sides: int) -> tuple[float, ...]:
    """One die with all the dice it adds: f = plain faces + (best face's success) * f / sides, as a power series."""
    face = 1.0 / sides
    plain = [0.0] * (most + 2)
    for value in range(1, sides):
        plain[1 if value >= at_least else 0] += face
    series = [0.0] * (most + 1)
    if sides < at_least:
        series[0] = plain[0] / (1.0 - face)
        return tuple(series)
    for count in range(most):
        series[count] = plain[count] + (face * series[count - 1] if count else 0.0)
    series[most] = 1.0 - sum(series[:most])
    return tuple(series)


def _convolve(a: tuple[float, ...], b: tuple[float, ...], most: int) -> tuple[float, ...]:
    both = [0.0] * (most + 1)
    for i, chance in enumerate(a):
        for j, other in enumerate(b):
            both[min(i + j, most)] += chance * other
    return tuple(both)


# --- pools whose dice are thrown at once, none of them adding another


def plain_pool(
    run: Run, dice: int, at_least: int, *, reason: str = "damage", by: str = "", side: str = "", sides: int = 6,
    rule: str = "",
) -> int:
    """Rolls a pool as one block; how many dice reached `at_least`."""
    faces = run.roll(dice, sides, reason, side)
    successes = sum(face >= at_least for face in faces)
    marks = tuple(_mark(face, at_least, added=False) for face in faces)
    run.emit(Rolled(reason=reason, by=by, side=side, dice=faces, sides=sides, marks=marks,
                    against=say("{at_least} or more", at_least=at_least), outcome=_counted(successes), rule=rule))
    return successes


@functools.lru_cache(256)
def plain_odds(dice: int, at_least: int, sides: int = 6) -> tuple[Fraction, ...]:
    """The chance of 0, 1, ... `dice` successes of a plain pool. Exact."""
    one = Fraction(sides + 1 - at_least, sides)
    return tuple(math.comb(dice, k) * one**k * (1 - one) ** (dice - k) for k in range(dice + 1))
