"""One die against a target: 6 always succeeds, 1 always fails, modifiers go on the roll."""
from __future__ import annotations


def passes(die: int, target: int, bonus: int = 0) -> bool:
    """Whether a d6 succeeds against `target`+. The face shown decides for 6 and for 1."""
    if die in (1, 6):
        return die == 6
    return die + bonus >= target


def chance(target: int, bonus: int = 0) -> float:
    """The chance of a success, exactly."""
    return sum(passes(die, target, bonus) for die in range(1, 7)) / 6
