"""What an attack would bring, exactly: the outcome tables over every throw, and the damage pool by convolution."""
from __future__ import annotations

import functools

import msgspec

from game.engine.state import GameState
from game.geometry.arc import in_arc
from game.resolvers.damage import pool_odds
from game.resolvers.tests import Throw, two_dice
from game.rulesets.rezolution import outcomes
from game.rulesets.rezolution.close import body_dice
from game.rulesets.rezolution.conditions import armour, attribute, gauge, is_down, marked
from game.rulesets.rezolution.data import NUMBERS, Gear
from game.rulesets.rezolution.ranged import prone_number
from game.rulesets.rezolution.targets import Shot
from game.rulesets.rezolution.weapons import close_weapon
from game.table.model import Model


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """`chance` that the attack hits, `blocks[k]` the chance of exactly k blocks marked (the last: gauge full), and
    what comes back at the attacker."""

    chance: float
    blocks: tuple[float, ...]
    back: tuple[float, ...] = (1.0,)
    jams: float = 0.0
    falls: float = 0.0

    @property
    def harm(self) -> float:
        return sum(count * chance for count, chance in enumerate(self.blocks))


@functools.lru_cache(8192)
def ranged_odds(skill: int, dodge: int | None, prone: int, power: int) -> tuple[float, float, float, float]:
    """The chances of a plain hit, a doubled hit, a jam, a fall. `dodge` None: against the number `prone`."""
    plain = doubled = jams = falls = 0
    defences = [Throw((3, 4))] if dodge is None else [Throw(d, (("", dodge),)) for d in two_dice()]
    for dice in two_dice():
        attack = Throw(dice, (("", skill),))
        for defence in defences:
            result = (outcomes.at_prone(attack, prone, power) if dodge is None
                      else outcomes.ranged(attack, defence, power))
            plain += result.hit and not result.doubled
            doubled += result.hit and result.doubled
            jams += result.jams
            falls += result.hit and result.falls
    every = 36 * len(defences)
    return plain / every, doubled / every, jams / every, falls / every


@functools.lru_cache(8192)
def close_odds(
    skill: int, other: int, rear: bool, tie: str, number: int
) -> tuple[tuple[str, bool, bool, bool, float], ...]:
    """Each (winner, doubled, fumble, whether the attack's total reaches `number`) with its chance."""
    counted: dict[tuple[str, bool, bool, bool], int] = {}
    for a in two_dice():
        attack = Throw(a, (("", skill),))
        for d in two_dice():
            result = outcomes.close(attack, Throw(d, (("", other),)), from_rear=rear, tie=tie)
            key = (result.winner, result.doubled, result.fumble, attack.total >= number)
            counted[key] = counted.get(key, 0) + 1
    return tuple((*key, count / 1296) for key, count in sorted(counted.items()))


def shot_odds(shot: Shot, target: Model) -> Odds:
    """A shot or ranged power at this target, as both stand. Exact."""
    power = shot.weapon.tn if shot.weapon.kind == "power" else 0
    telepathic = shot.weapon.telepathic
    if is_down(target) and not telepathic:
        number = max(prone_number(shot, target), power)
        chances = ranged_odds(shot.skill, None, number, power)
    elif telepathic:
        chances = ranged_odds(shot.skill, attribute(target, "NRV"), 0, power)
    else:
        faced = in_arc(target.base, shot.base.at)
        chances = ranged_odds(shot.skill, attribute(target, "SAG") if faced else 0, 0, power)
    plain, doubled, jams, falls = chances
    blocks = wounds(target, shot.weapon, shot.weapon.dice, plain, doubled)
    return Odds(chance=plain + doubled, blocks=blocks, jams=jams if shot.weapon.kind == "ranged" else 0.0, falls=falls)


def wounds(target: Model, weapon: Gear, dice: int, plain: float, doubled: float) -> tuple[float, ...]:
    """The chance of each number of blocks marked, given those of a plain and of a doubled hit."""
    left = len(gauge(target)) - marked(target)
    once = blocks_of_hit(target, weapon, dice, doubled=False)
    twice = blocks_of_hit(target, weapon, dice, doubled=True)
    odds = [plain * once[k] + doubled * twice[k] for k in range(left + 1)]
    odds[0] += 1.0 - plain - doubled
    return tuple(odds)


def blocks_of_hit(target: Model, weapon: Gear, dice: int, *, doubled: bool) -> tuple[float, ...]:
    """The chance of each number of blocks from one hit, the last entry the full gauge."""
    left = len(gauge(target)) - marked(target)
    pool = dice - (0 if weapon.mind else armour(target))
    successes = pool_odds(max(0, pool), attribute(target, "BDY"), left)
    if not doubled:
        return successes
    blocks = [0.0] * (left + 1)
    for count, chance in enumerate(successes):
        blocks[min(2 * count, left)] += chance
    return tuple(blocks)


def fight_odds(attacker: Model, defender: Model, *, charge: bool, rear: bool, power: Gear | None = None) -> Odds:
    """A close combat, or a close power: what the defender takes and what comes back. Exact."""
    skill = attribute(attacker, "CRFT" if power else "CCA")
    other = 0 if rear else attribute(defender, "CCA")
    out: list[float] = [0.0] * (len(gauge(defender)) - marked(defender) + 1)
    back: list[float] = [0.0] * (len(gauge(attacker)) - marked(attacker) + 1)
    chance = 0.0
    number = power.tn if power else 0
    for winner, doubled, fumble, reached, share in close_odds(skill, other, rear, "attacker" if power else "", number):
        if winner == "attacker" and reached:
            dice, weapon = _winning_dice(attacker, defender, charge, power)
            chance += share
            _add(out, blocks_of_hit(defender, weapon, dice + (NUMBERS.fumble_dice if fumble else 0), doubled=doubled),
                 share)
            back[0] += share
        elif winner == "defender" and not is_down(defender):
            weapon = close_weapon(defender)
            dice = weapon.dice + body_dice(defender, attacker) + (NUMBERS.fumble_dice if fumble else 0)
            _add(back, blocks_of_hit(attacker, weapon, dice, doubled=doubled), share)
            out[0] += share
        else:
            out[0] += share
            back[0] += share
    return Odds(chance=chance, blocks=tuple(out), back=tuple(back))


def _winning_dice(attacker: Model, defender: Model, charge: bool, power: Gear | None) -> tuple[int, Gear]:
    """The dice and the weapon of a winning attacker; a close power uses only its own."""
    if power is not None:
        return power.dice, power
    weapon = close_weapon(attacker)
    return weapon.dice + body_dice(attacker, defender) + (NUMBERS.charge_dice if charge else 0), weapon


def _add(into: list[float], odds: tuple[float, ...], share: float) -> None:
    for count, chance in enumerate(odds):
        into[count] += share * chance


def pass_chance(bonus: int, number: int) -> float:
    """The chance of a target number test."""
    return ranged_odds(bonus, None, number, 0)[0] + ranged_odds(bonus, None, number, 0)[1]


def loss(model: Model, blocks: tuple[float, ...], *, beaten: bool = False) -> float:
    """The points that these wounds are expected to cost the model's crew: dead counts whole, the chart's deaths and
    stuns in part, a marked block its share of the gauge, and a wound the fright it may give. `beaten`: in close
    combat."""
    track, before = gauge(model), marked(model)
    value = 0.0
    for count, chance in enumerate(blocks):
        now = before + count
        if count == 0:
            continue
        if now >= len(track):
            value += chance
        else:
            share = 0.5 * count / (len(track) - before)
            charted = 1 / 3 + 1 / 6 if any(track[before:now]) else 0.0
            value += chance * (charted + (1 - charted) * share)
    survives_hurt = 1.0 - blocks[0] - (blocks[-1] if len(blocks) > 1 else 0.0)
    return (value + max(survives_hurt, 0.0) * fright(model, beaten=beaten)) * max(model.points, 5)


def fright(model: Model, *, beaten: bool = False) -> float:
    """The share of the model's worth that one nerve test puts at stake: out of hand it is little use, suppressed it
    is less. RZ-12.6, 12.8, 12.10"""
    if model.has("stunned") or model.has("panicked"):
        return 0.0
    cost = PANIC_COST if beaten or model.has("suppressed") else SUPPRESSION_COST
    return cost * (1.0 - pass_chance(attribute(model, "NRV"), NUMBERS.morale_tn))


PANIC_COST, SUPPRESSION_COST = 0.35, 0.12
"""Shares of a model's worth, as judged for the computer player."""


def in_play_value(state: GameState, model: Model) -> float:
    """What the model is still worth: its points, less for marked blocks and for states that keep it from acting."""
    track = gauge(model)
    whole = max(model.points, 5) * (1.0 - 0.4 * marked(model) / len(track))
    if model.has("stunned"):
        return whole * 0.5
    return whole * (0.7 if model.has("panicked") else 0.9 if model.has("suppressed") or model.has("prone") else 1.0)


@functools.lru_cache(1024)
def duel_chance(skill: int, other: int) -> float:
    """The chance that the attacking hacker of a duel wins."""
    won = sum(outcomes.duel(Throw(a, (("", skill),)), Throw(d, (("", other),))) for a in two_dice() for d in two_dice())
    return won / 1296
