"""What an attack would bring: the chance to hit exactly, the wounds to expect (RE-4.1, RE-5.3, RE-9)."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import msgspec
import numpy as np

from game.engine.state import GameState
from game.resolvers.tests import two_dice
from game.rulesets.rouge_elements.attacks import Attack, cover_of, defence, modifiers
from game.rulesets.rouge_elements.conditions import having, in_front, wounds_left
from game.rulesets.rouge_elements.damage import Hit, armour_against, strength, sums
from game.rulesets.rouge_elements.data import TABLES
from game.rulesets.rouge_elements.sights import Cover
from game.table.model import Model


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """`chance` to hit, `wounds` expected of the attack, `kills` the chance that it kills; not below what is exact where
    no critical effect but dice of damage counts. `spread`: the chances of 0 wounds up to all that the target has left,
    where they are known."""

    chance: float
    wounds: float
    kills: float
    spread: tuple[float, ...] = ()


@functools.lru_cache(8192)
def hit_chances(bonus: int, avoid: int, opposed: bool, shifting: int, loses: bool, parry: bool) -> tuple[float, float]:
    """The chances of a plain and of a critical hit. `shifting` -1 is none, else the least that it takes off."""
    plain = critical = 0.0
    defences = _sums(opposed, parry)
    covers = [1.0 * max(d, shifting) for d in range(1, 7)] if shifting >= 0 else [0.0]
    for a, b in two_dice():
        if a == b == 1 and loses:
            continue
        for extra in range(1, 7) if a == b == 6 else (0,):
            share = 1 / 36 / (6 if a == b == 6 else 1)
            chance = sum(p for total, p in defences for c in covers if a + b + extra + bonus - c > avoid + total)
            chance *= share / len(covers)
            if a == b == 6:
                critical += chance
            else:
                plain += chance
    return plain, critical


@functools.lru_cache(4)
def _sums(opposed: bool, parry: bool) -> tuple[tuple[int, float], ...]:
    """What the target's dice add, with chances."""
    if opposed:
        return tuple((a + b, 1 / 36) for a, b in two_dice())
    return tuple((d, 1 / 6) for d in range(1, 7)) if parry else ((0, 1.0),)


@functools.lru_cache(1)
def damage_dice() -> tuple[tuple[int, float], ...]:
    """The damage die with its criticals."""
    found: list[tuple[int, float]] = [(d, 1 / 6) for d in range(2, 6)]
    found += [(6 + d, 1 / 36) for d in range(1, 7)] + [(1 - d, 1 / 36) for d in range(1, 7)]
    return tuple(found)


@functools.lru_cache(16)
def _locations(shift: int) -> tuple[tuple[int, float], ...]:
    """Multipliers of wounds with their chances, the location shifted by so much to where they are highest. RE-R21"""
    counted: dict[int, int] = {}
    for a, b in two_dice():
        rolled = range(max(2, a + b - shift), min(12, a + b + shift) + 1)
        times = max(p.times for p in TABLES.locations.values() if any(r in p.rolls for r in rolled))
        counted[times] = counted.get(times, 0) + 1
    return tuple((times, n / 36) for times, n in counted.items())


@functools.lru_cache(8192)
def hit_spread(over: int, named: str, extra: float, left: int, shift: int = 0) -> tuple[float, ...]:
    """The chances of 0 to `left` wounds from a hit whose damage is the die and `over` more than A. `extra` is the mean
    of what a critical adds, `shift` by how much the location may be shifted."""
    places = ((TABLES.locations[named].times, 1.0),) if named else _locations(shift)
    found = [0.0] * (left + 1)
    for die, p in damage_dice():
        beaten = max(0, die + over + round(extra))
        for times, q in places:
            found[min(left, beaten * times)] += p * q
    return tuple(found)


def wounds(over: int, named: str, extra: float, left: int) -> tuple[float, float]:
    """Wounds to expect of such a hit, and the chance that it takes all `left`."""
    found = hit_spread(over, named, extra, left)
    return sum(n * p for n, p in enumerate(found)), found[left]


@functools.lru_cache(8192)
def several(spreads: tuple[tuple[float, ...], ...]) -> tuple[float, float]:
    """Wounds to expect of attacks one after the other on the same target, and the chance that they kill it. Each is
    the chances of 0 wounds up to all that it has left."""
    total = np.array(spreads[0])
    for spread in spreads[1:]:
        summed = np.convolve(total, spread)
        total = summed[:len(total)].copy()
        total[-1] += summed[len(total):].sum()
    return float(total @ np.arange(len(total))), float(total[-1])


def _loses(attack: Attack) -> bool:
    """Whether a critical failure is no attack at all. RE-R32"""
    fail = attack.weapon.fail
    return fail is not None and (fail.overheat or not attack.close)


def _chances(state: GameState, attack: Attack) -> tuple[float, float]:
    cover = cover_of(state, attack)
    return hit_chances(
        sum(v for _, v in modifiers(state, attack)), sum(v for _, v in defence(state, attack)), not attack.close,
        cover.fixed if cover.shifting else -1, _loses(attack),
        bool(attack.close and having(state.models[attack.at], "parry")))


def hit_and_lost(state: GameState, attack: Attack) -> tuple[float, float]:
    """The chance to hit, and the chance that a critical failure loses the attack."""
    return sum(_chances(state, attack)), 1 / 36 if _loses(attack) else 0.0


def attack_odds(state: GameState, attack: Attack) -> Odds:
    """An attack as things stand."""
    attacker, target, weapon = state.models[attack.by], state.models[attack.at], attack.weapon
    cover = cover_of(state, attack)
    plain, critical = _chances(state, attack)
    behind = attacker.at is not None and target.at is not None and not in_front(target, attacker)
    more = 3 if weapon.strength and having(attacker, "assassin") and behind else 0
    hit = Hit(victim=target.id, by=attacker.id, weapon=weapon, dam=strength(attacker, weapon, more), named=attack.part,
              cover=cover if not cover.shifting else Cover(fixed=max(3, cover.fixed)), far=not attack.close)
    over = sum(v for _, v in sums(state, hit, 0, 0)) - armour_against(target, hit)
    left = wounds_left(target)
    count, sides = weapon.critical.dam
    shift = 0 if attack.part or attack.close or attack.weapon.aoe else attack.shift + weapon.shift
    extra = count * (sides + 1) / 2 + weapon.critical.armour + weapon.critical_damage
    usual = hit_spread(over, attack.part, 0.0, left, shift)
    better = hit_spread(over, attack.part, extra, left, shift)
    spread = [plain * p + critical * q for p, q in zip(usual, better, strict=True)]
    spread[0] += 1 - plain - critical
    return Odds(chance=plain + critical, wounds=sum(n * p for n, p in enumerate(spread)), kills=spread[left],
                spread=tuple(spread))


def together(target: Model, found: Sequence[Odds]) -> Odds:
    """Attacks on one target, one after the other."""
    mean, kills = several(tuple(one.spread for one in found))
    missed = math.prod(1 - one.chance for one in found)
    return Odds(chance=1 - missed, wounds=mean, kills=kills)

