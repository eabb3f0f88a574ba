"""Reaction windows: the places where somebody may do something between two steps of an order, in the order in which
the rules offer them. Each is a generator that asks and tells; resolvers know the window, not who uses it.

    after_roll      any roll, seen but not used: Lucky (RE-17.11, RE-R92)
    before_attack   an attack is declared, nothing rolled: Evade (RE-17.1, RE-R84)
    share_wounds    wounds are known, nobody has taken them: Reflect, return (RE-R80)
    after_charge    a charge made contact: the Charge ability (RE-17.2, RE-R85)
    after_wounds    wounds were taken: Feast (RE-17.8)
    death           somebody has died: Blast master (RE-17.10, RE-R91)
"""
from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from game.engine.requests import Ask
from game.engine.run import Resolver, Run
from game.resolvers.tests import Throw

if TYPE_CHECKING:
    from game.rulesets.rouge_elements.attacks import Attack
    from game.rulesets.rouge_elements.damage import Hit
    from game.rulesets.rouge_elements.harm import Aftermath


Worth: TypeAlias = Callable[[int], float]
"""What a total is worth to who rolls, as far as is known when it is seen: as much as another that comes to the same."""


class Share(msgspec.Struct, frozen=True):
    """A part of an attack's wounds: who takes it, how much, where, whether the conditions come with it, and whose doing
    it is (a caster's id) where it is not the attacker's."""

    model: str
    wounds: int
    location: str
    conditions: bool = True
    by: str = ""


def after_roll(run: Run, kind: str, thrown: Throw, by: str, worth: Worth) -> Generator[Ask, Any, int]:
    """What luck adds to the total of a roll; `worth` tells what a total is to who rolls."""
    from game.rulesets.rouge_elements import luck

    added: int = yield from luck.offer(run, kind, thrown, by, worth)
    return added


def before_attack(run: Run, attack: Attack) -> Resolver:
    """The target may react before the attacker's dice."""
    from game.rulesets.rouge_elements import abilities

    yield from abilities.offer_evade(run, attack)


def share_wounds(run: Run, hit: Hit, wounds: int, location: str) -> Generator[Ask, Any, list[Share]]:
    """Who takes the wounds of an attack."""
    from game.rulesets.rouge_elements import sharing

    return (yield from sharing.share(run, hit, wounds, location))


def after_charge(run: Run, charger: str, target: str) -> Resolver:
    """A charge has made contact; other attacks come after this."""
    from game.rulesets.rouge_elements import abilities

    yield from abilities.offer_impact(run, charger, target)


def after_wounds(run: Run, hit: Hit, wounds: int) -> Resolver:
    """`wounds` that the victim still had to lose were lost."""
    from game.rulesets.rouge_elements import abilities

    yield from abilities.feast(run, hit, wounds)


def death(run: Run, victim: str, after: Aftermath) -> Resolver:
    """Somebody has just been taken off the table; what that sets off is added to `after`."""
    from game.rulesets.rouge_elements import abilities

    yield from abilities.blast(run, victim, after)
