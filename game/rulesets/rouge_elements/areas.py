"""Templates and blasts (RE-13, RE-R51 to R54, RE-D6, RE-D7)."""
from __future__ import annotations

from game.engine.run import Resolver, Run
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.harm import Aftermath
from game.units import Point


def resolve_spray(run: Run, attack: Attack, direction: float) -> Resolver:
    """A template attack along `direction`; `attack.at` is empty."""
    yield from ()


def resolve_blast(run: Run, attack: Attack) -> Resolver:
    """An AoE attack at one target, with its scatter, its victims and their morale."""
    yield from ()


def explode(run: Run, attack: Attack, centre: Point, after: Aftermath) -> Resolver:
    """The blast of `attack`'s weapon at `centre`: everybody it overlaps takes a hit. Morale is the caller's."""
    yield from ()
