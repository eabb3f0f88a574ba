"""What one character could do to another in an activation, in points: shots, spells, a charge and its blows."""
from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.rulesets.rouge_elements import arms, casting, close, items, odds, spell_attacks
from game.rulesets.rouge_elements.abilities import IMPACT
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.conditions import having, value, wounds_left
from game.rulesets.rouge_elements.damage import Hit, armour_against, sums
from game.rulesets.rouge_elements.data import NUMBERS, TABLES, Spell, spells
from game.rulesets.rouge_elements.odds import Odds
from game.rulesets.rouge_elements.sights import NONE, Cover
from game.table.model import Model

PARTS = ("", max(TABLES.parts, key=lambda part: (TABLES.locations[part].times, part)))
"""The places worth naming: none, or the one where a wound counts most."""
SHARE = 0.6
"""What wounds count short of a kill: this part of what their share of the target is worth."""
DOWN = 0.15
"""The part of a character's worth that a knock-down costs it."""
ROUTED = 0.3
"""The part that a flight costs it."""
FIRES = 1.5
"""Turns that a fire burns, more or less."""


class Means(msgspec.Struct, frozen=True):
    """A way to harm somebody from afar: how many inches it `reaches`, the points of it, and for what a point of AP is
    spent. `free`: it costs none. `seen`: it takes a target that is seen and spotted; `line`: one that nothing shields,
    spotted or not. `fades`: the chance that it reaches at all falls off to its reach."""

    reach: float
    worth: float
    free: bool = True
    seen: bool = True
    line: bool = False
    fades: bool = False


def stake(model: Model) -> float:
    """What the character is worth whole, in points."""
    return max(float(model.points), 3.0)


def worth_of(target: Model, found: Odds, weapon: Weapon | None = None) -> float:
    """The points that an attack should take from the target's side: a kill counts whole, wounds their share; a fire and
    corrosion what they should bring later."""
    left = max(1, wounds_left(target))
    share = found.kills + SHARE * max(0.0, found.wounds / left - found.kills)
    if weapon is not None:
        share += (1 - found.kills) * found.chance * _later(target, weapon) / left
    return stake(target) * min(1.0, share)


def _later(target: Model, weapon: Weapon) -> float:
    """Wounds that the attack's special should bring in the turns to come, if it hits."""
    later = 0.0
    if weapon.burning and not target.has("burning"):
        later += SHARE * FIRES * max(0.0, 6.5 - value(target, "A")) * 0.7
    if weapon.corrosion and not target.has("corroded"):
        later += SHARE * 2.0
    return later


# --- attacks


def best_attack(state: GameState, attack: Attack, count: int = 1) -> float:
    """The points of `count` such attacks, at the part of the body where they bring most."""
    target, weapon = state.models[attack.at], attack.weapon
    parts = PARTS if not (attack.spray or weapon.aoe) else PARTS[:1]
    best = 0.0
    for part in parts:
        one = odds.attack_odds(state, replace(attack, part=part))
        found = odds.together(target, [one] * count) if count > 1 else one
        best = max(best, worth_of(target, found, weapon))
    return best


def shots(state: GameState, attacker: Model, target: Model, cover: Cover, *, fresh: bool) -> Iterator[Means]:
    """Its ranged weapons. `fresh`: with the shots of a new turn."""
    for one in items.carried(attacker):
        weapon = items.in_use(attacker, one)
        if weapon.close or not _ready(state, attacker, one, fresh=fresh):
            continue
        left = items.shots_left(one)
        count = weapon.rof if fresh else left or 0
        if weapon.burst and (fresh or left is None):
            count = weapon.burst // 2 + 1
        if not count:
            continue
        attack = Attack(by=attacker.id, at=target.id, weapon=weapon, item=one.id, spray=weapon.template, cover=cover)
        worth = best_attack(state, attack, count)
        if weapon.aoe:
            worth += _missed(state, attack)
        yield Means(NUMBERS.template_length if weapon.template else weapon.range, worth, seen=not weapon.template,
                    line=weapon.template)


def _ready(state: GameState, model: Model, one: arms.Item, *, fresh: bool) -> bool:
    if fresh:
        return not one.used and not one.jammed and (one.shoulder or any(i.id == one.id for i in items.in_hand(model)))
    return bool(items.check_ready(state, model, one))


def _missed(state: GameState, attack: Attack) -> float:
    """What a blast that misses may still do: it lands near now and then."""
    target = state.models[attack.at]
    missed = 1 - odds.hit_and_lost(state, attack)[0]
    found = automatic(state, state.models[attack.by], target, attack.weapon, max(0, attack.weapon.pow - 2))
    return missed * min(1.0, (attack.weapon.aoe / 6) ** 2) * worth_of(target, found)


def aim_gain(state: GameState, attacker: Model, target: Model, cover: Cover, ap: int) -> float:
    """What the pool adds to its best shot, spent on aiming."""
    best = 0.0
    for one in items.in_hand(attacker) if ap > 0 else ():
        weapon = items.in_use(attacker, one)
        if not weapon.close and not weapon.template:
            plain = Attack(by=attacker.id, at=target.id, weapon=weapon, cover=cover)
            best = max(best, best_attack(state, replace(plain, aim=ap)) - best_attack(state, plain))
    return best


def automatic(state: GameState, by: Model, target: Model, weapon: Weapon, dam: int, *, far: bool = True) -> Odds:
    """A hit that needs no roll."""
    hit = Hit(victim=target.id, by=by.id, weapon=weapon, dam=dam, cover=NONE, far=far)
    over = sum(v for _, v in sums(state, hit, 0, 0)) - armour_against(target, hit)
    spread = odds.hit_spread(over, "", 0.0, wounds_left(target))
    return Odds(chance=1.0, wounds=sum(n * p for n, p in enumerate(spread)), kills=spread[-1], spread=spread)


# --- spells


def harmful(state: GameState, caster: Model, target: Model, cover: Cover) -> Iterator[Means]:
    """Its spells that harm at once; each casting costs a point."""
    for key in casting.known(caster):
        book = spells()[key]
        stands = casting.chance_above(book.value - casting.level(caster), 2)
        found = _spell(state, caster, target, book, cover)
        if found is not None:
            yield replace(found, worth=stands * found.worth, free=False)


def _spell(state: GameState, caster: Model, target: Model, book: Spell, cover: Cover) -> Means | None:
    attack = Attack(by=caster.id, at=target.id, weapon=book.attack, spray=book.attack.template, cover=cover)
    match book.does:
        case "static":
            one = automatic(state, caster, target, book.attack, book.attack.pow)
            return Means(6.0, worth_of(target, odds.together(target, [one] * spell_attacks.CHARGES)), seen=False,
                         fades=True)
        case "molten":
            return Means(math.inf, worth_of(target, automatic(state, caster, target, book.attack, value(target, "A"))),
                         seen=False)
        case "scream":
            falls = odds.hit_and_lost(state, attack)[0] * casting.chance_above(value(target, "L"), 2)
            return Means(book.range, falls * DOWN * stake(target) * (not target.has("prone")), seen=False)
        case "blood":
            flees = casting.chance_above(value(target, "L"), 2) * (not target.has("fleeing"))
            return Means(math.inf, flees * ROUTED * stake(target), seen=False)
        case "wounds":
            count, sides = book.harm
            share = min(1.0, count * (sides + 1) / 2 / max(1, wounds_left(target)))
            kills = sum(face >= wounds_left(target) for face in range(1, sides + 1)) / sides
            hit = odds.hit_and_lost(state, attack)[0]
            return Means(book.attack.range, hit * stake(target) * max(kills, SHARE * share))
        case "" if book.type == "missile":
            reach = NUMBERS.template_length if book.attack.template else book.attack.range
            return Means(reach, best_attack(state, attack), seen=not book.attack.template,
                         line=book.attack.template)
    return None


# --- close combat


def blows(state: GameState, attacker: Model, target: Model, ap: int, *, charged: bool) -> float:
    """The points of the best use of `ap` in close combat, the Charge ability's hit after a charge included."""
    plain = max((_series(state, attacker, target, weapons, ap, []) for weapons in _sets(state, attacker)), default=0.0)
    if not charged or not having(attacker, "charge") or ap < 1:
        return plain
    first = impact(state, attacker, target)
    return max(plain, *(_series(state, attacker, target, w, ap - 1, [first]) for w in _sets(state, attacker)))


def impact(state: GameState, attacker: Model, target: Model) -> Odds:
    """The Charge ability's hit: Dam 2D6, about 7. RE-R85"""
    return automatic(state, attacker, target, IMPACT, 7, far=False)


def _sets(state: GameState, model: Model) -> list[list[Weapon]]:
    """What it may strike with for one payment: each weapon, all of one name, bare hands."""
    ready = [i for i in items.carried(model) if arms.of(i).close and (i.shoulder or i in items.in_hand(model))]
    named: dict[str, list[Weapon]] = {}
    for one in ready:
        named.setdefault(one.weapon, []).append(items.in_use(model, one))
    return [*named.values(), [close.weapon_of(None)]]


def _series(
    state: GameState, attacker: Model, target: Model, weapons: list[Weapon], ap: int, before: list[Odds]
) -> float:
    """As many blows as the points pay for, at the part where they bring most."""
    count = ap // max(1, weapons[0].ap) * len(weapons)
    if count + len(before) == 0:
        return 0.0
    best = 0.0
    for part in PARTS:
        one = odds.attack_odds(state, Attack(by=attacker.id, at=target.id, weapon=weapons[0], part=part))
        best = max(best, worth_of(target, odds.together(target, [*before, *[one] * count]), weapons[0]))
    return best


def strikes_at(model: Model) -> float:
    """Inches from which its longest close combat weapon strikes without contact."""
    return max((arms.of(i).range for i in items.in_hand(model) if arms.of(i).close), default=0.0)

