"""What an attack would bring, counted exactly: the chance to hit, the PO to expect, the chance to fell (CD odds)."""
from __future__ import annotations

import functools
from fractions import Fraction

import msgspec

from game.engine.state import GameState
from game.resolvers.damage import plain_odds
from game.resolvers.keeping import Clash, clash
from game.rulesets.cyberdark.conditions import electronic, is_conscious, jammed, noise, po, weapon_of
from game.rulesets.cyberdark.data import NUMBERS, Program, programs
from game.rulesets.cyberdark.situation import Attack, Test, attack_test, defence_test
from game.table.model import Model

JAMMED, NOISE, LOST = 0.20, 0.08, 0.10
"""The share of its points that a target is robbed of by a jam, by White Noise, by lost actions; for the computer."""


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """`hit` and `critical` (among the hits), PO expected, and the chance that the target falls; no Chance used."""

    hit: float
    critical: float
    harm: float
    falls: float


def hits(state: GameState, test: Test, defence: Test | None) -> Clash:
    """An attack roll against a defence roll, or none. CD-R2"""
    letter = bool(state.options.get("lower_always_wins"))
    if defence is None:
        return clash(test.level, test.net, None)
    return clash(test.level, test.net, defence.level, defence.net, letter)


@functools.lru_cache(4096)
def pool(dice: int, left: int) -> tuple[Fraction, Fraction]:
    """The mean PO that a pool takes from one with `left`, and the chance that it takes all. CD-2.2, CD-R11"""
    chances = plain_odds(dice, NUMBERS.damage)
    mean = sum((c * min(k, left) for k, c in enumerate(chances)), Fraction(0))
    return mean, sum((c for k, c in enumerate(chances) if k >= left), Fraction(0))


def attack_odds(state: GameState, attack: Attack) -> Odds:
    """An attack as things stand."""
    found = hits(state, attack_test(state, attack), defence_test(state, attack))
    return of_clash(found, attack.pool, po(state.models[attack.at]))


@functools.lru_cache(8192)
def of_clash(found: Clash, dice: int, left: int) -> Odds:
    """The odds of a hit with a pool against one with so many PO."""
    if not dice or not left:
        return Odds(hit=float(found.hit), critical=float(found.critical), harm=0.0, falls=0.0)
    usual, fells = pool(dice, left)
    better, fells_more = pool(2 * dice, left)
    plain = found.hit - found.critical
    return Odds(hit=float(found.hit), critical=float(found.critical),
                harm=float(plain * usual + found.critical * better),
                falls=float(plain * fells + found.critical * fells_more))


def worth_of(state: GameState, attack: Attack, found: Odds) -> float:
    """The points that an attack should take from the target's side: a fall counts whole, PO their share."""
    target = state.models[attack.at]
    if attack.pool:
        return worth_of_harm(target, found)
    return found.hit * nuisance(programs()[attack.item], target, attack.aimed_at)


def nuisance(program: Program, target: Model, item: str) -> float:
    """The points that a program without damage robs a target of; `item` is what it would jam."""
    value = float(target.points)
    if program.jams:
        return JAMMED * value * weight(item) if item in electronic(target) and item not in jammed(target) else 0.0
    if program.noise:
        return 0.0 if noise(target) else NOISE * value
    return LOST * value * program.actions


def weight(item: str) -> float:
    """How much of its owner's strength a weapon is, roughly: by its dice."""
    return min(1.0, weapon_of(item).dice / 4)


def worth_of_harm(target: Model, found: Odds) -> float:
    return share_of_harm(found, po(target)) * (float(target.points) if is_conscious(target) else 0.0)


def share_of_harm(found: Odds, left: int) -> float:
    """The share of a target with so many PO that an attack takes: a fall is all of it."""
    return found.falls + 0.5 * max(0.0, found.harm / max(1, left) - found.falls)
