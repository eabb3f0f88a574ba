"""Coherency: one chain of 1″ links, and no two models over 9″ apart (GF-5.2, GF-5.3, GF-R34)."""

from __future__ import annotations

from collections.abc import Sequence

from game.geometry.measure import gap
from game.geometry.shapes import Base
from game.rulesets.grimdark_future.data import NUMBERS
from game.units import within


def is_coherent(bases: Sequence[Base]) -> bool:
    """Whether the bases hold together. A single model, or none, always does."""
    return linked(bases) and spanned(bases)


def linked(bases: Sequence[Base]) -> bool:
    """Whether links of 1″ join all of them into one chain."""
    if len(bases) < 2:
        return True
    reached, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for other in range(len(bases)):
            if other not in reached and within(gap(bases[here], bases[other]), NUMBERS.link):
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(bases)


def spanned(bases: Sequence[Base]) -> bool:
    """Whether every model is within 9″ of every other."""
    return all(within(gap(a, b), NUMBERS.span) for i, a in enumerate(bases) for b in bases[i + 1 :])


def strays(bases: Sequence[Base]) -> list[int]:
    """The places of those outside the largest chain, to be shown; empty when all hold together."""
    groups: list[set[int]] = []
    left = set(range(len(bases)))
    while left:
        group, waiting = set(), [min(left)]
        while waiting:
            here = waiting.pop()
            if here in group:
                continue
            group.add(here)
            waiting += [o for o in left - group if within(gap(bases[here], bases[o]), NUMBERS.link)]
        groups.append(group)
        left -= group
    largest = max(groups, key=len, default=set())
    return sorted(set(range(len(bases))) - largest)
