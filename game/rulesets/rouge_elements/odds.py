"""What an attack would bring: the chance to hit exactly, the wounds to expect (RE-4.1, RE-5.3, RE-9)."""
from __future__ import annotations

import functools

import msgspec

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
    no critical effect but dice of damage counts."""

    chance: float
    wounds: float
    kills: float


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


@functools.lru_cache(1)
def _locations() -> tuple[tuple[int, float], ...]:
    """Multipliers of wounds with their chances."""
    counted: dict[int, int] = {}
    for a, b in two_dice():
        times = next(p.times for p in TABLES.locations.values() if a + b in p.rolls)
        counted[times] = counted.get(times, 0) + 1
    return tuple((times, n / 36) for times, n in counted.items())


@functools.lru_cache(8192)
def wounds(over: int, named: str, extra: float, left: int) -> tuple[float, float]:
    """Wounds to expect of a hit whose damage is the die and `over` more than A, and the chance that it takes all
    `left`. `extra` is the mean of what a critical adds."""
    places = ((TABLES.locations[named].times, 1.0),) if named else _locations()
    mean = kills = 0.0
    for die, p in damage_dice():
        beaten = max(0, die + over + round(extra))
        for times, q in places:
            mean += p * q * min(left, beaten * times)
            kills += p * q * (beaten * times >= left)
    return mean, kills


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
    usual, deadly = wounds(over, attack.part, 0.0, left)
    count, sides = weapon.critical.dam
    better, deadlier = wounds(over, attack.part, count * (sides + 1) / 2 + weapon.critical.armour, left)
    return Odds(chance=plain + critical, wounds=plain * usual + critical * better,
                kills=plain * deadly + critical * deadlier)


def worth_of(target: Model, found: Odds) -> float:
    """The points that an attack should take from the target's side: a kill counts whole, wounds their share."""
    left = max(1, wounds_left(target))
    value = max(float(target.points), 3.0)
    return value * (found.kills + 0.6 * max(0.0, found.wounds / left - found.kills))
