"""Spells that strike: missiles, and direct spells that hit (RE-10.6, RE-10.7, RE-R73, RE-R74, RE-R81)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from game.engine.requests import Ask
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.geometry.measure import gap
from game.rulesets.rouge_elements import areas, damage, mishaps, ranged, sights, spell_targets, tally, turns, windows
from game.rulesets.rouge_elements.attacks import Attack, to_hit
from game.rulesets.rouge_elements.conditions import value
from game.rulesets.rouge_elements.damage import Hit, strike
from game.rulesets.rouge_elements.data import NUMBERS, Spell
from game.rulesets.rouge_elements.harm import aftermath, knock_down
from game.rulesets.rouge_elements.morale import settle
from game.rulesets.rouge_elements.spell_targets import Aimed
from game.rulesets.rouge_elements.throws import leadership, number
from game.units import TOLERANCE

CHARGES = 2
"""Hits of a Static charge on each enemy."""


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """A spell that stands: `by` whom, its key and its row of T22, on whom, how, for how many turns."""

    by: str
    key: str
    book: Spell
    at: str
    aimed: Aimed
    turns: int


def die(run: Run, spoken: Spoken, dice: tuple[int, int]) -> Generator[Ask, Any, int]:
    """A roll of the spell's own."""
    return number(run, "spell", dice, by=spoken.by, reason=spoken.book.name, rule="RE-18.1")


# --- missiles


def missile(run: Run, spoken: Spoken) -> Resolver:
    """An attack as any shot: template, blast, or one hit. RE-10.7, RE-R74"""
    weapon, aimed = spoken.book.attack, spoken.aimed
    turns.pay(run, spoken.by, aimed.aim + aimed.shift)
    if weapon.template:
        spray = Attack(by=spoken.by, at="", weapon=weapon, spray=True, aim=aimed.aim, shift=aimed.shift)
        yield from areas.resolve_spray(run, spray, float(spoken.aimed.direction or 0.0))
        return
    attack = Attack(by=spoken.by, at=spoken.at, weapon=weapon, aim=aimed.aim, shift=aimed.shift, part=aimed.part)
    yield from windows.before_attack(run, attack)
    if not ranged.still_possible(run.state, attack):
        return
    if weapon.aoe:
        yield from areas.resolve_blast(run, attack)
        return
    after = aftermath(run, spoken.by)
    result = yield from to_hit(run, attack)
    if result.lost:
        yield from mishaps.entry(run, attack, after)
    elif result.hit:
        hit = ranged.hit_of(run.state, attack, critical=result.critical)
        if spoken.book.harm[0]:
            wounds = yield from die(run, spoken, spoken.book.harm)
            yield from damage.inflict(run, hit, wounds, "", after)
        else:
            yield from strike(run, hit, after)
    yield from settle(run, after)


def scream(run: Run, spoken: Spoken) -> Resolver:
    """Each enemy about the caster is rolled to hit, nearest first; a hit one keeps its feet by an L test. RE-R81"""
    caster, after = run.state.models[spoken.by], aftermath(run, spoken.by)
    victims = spell_targets.around(run.state, caster, spoken.book.range)
    tally.put(run, victims=victims)
    turns.pay(run, spoken.by, spoken.aimed.aim)
    for victim in victims:
        first = victim == victims[0]
        attack = Attack(by=spoken.by, at=victim, weapon=spoken.book.attack, aim=spoken.aimed.aim if first else 0)
        yield from windows.before_attack(run, attack)
        if victim not in spell_targets.around(run.state, run.state.models[spoken.by], spoken.book.range):
            continue
        result = yield from to_hit(run, attack)
        if result.hit:
            passed = yield from leadership(run, victim, "keeping its feet", "RE-R81")
            if not passed:
                knock_down(run, victim, after, "RE-R81")
    yield from settle(run, after)


# --- direct spells


def struck(state: GameState, by: str, book: Spell, victim: str, power: int) -> Hit:
    """An automatic hit; it is no attack, so nothing that goes with attacks comes with it. RE-R46, RE-R73"""
    caster, target = state.models[by], state.models[victim]
    far = gap(caster.base, target.base) >= NUMBERS.force_field_from - TOLERANCE
    return Hit(victim=victim, by=by, weapon=book.attack, dam=power, attack=False, far=far,
               cover=sights.cover_from(state, caster.base, target))


def molten(run: Run, spoken: Spoken) -> Resolver:
    """One hit with the target's own A. RE-R81"""
    after = aftermath(run, spoken.by)
    power = value(run.state.models[spoken.at], "A")
    yield from strike(run, struck(run.state, spoken.by, spoken.book, spoken.at, power), after)
    yield from settle(run, after)


def static(run: Run, spoken: Spoken) -> Resolver:
    """Two hits on each enemy about the caster. RE-R81, RE-D14"""
    after = aftermath(run, spoken.by)
    radius = yield from die(run, spoken, (1, 6))
    victims = spell_targets.around(run.state, run.state.models[spoken.by], float(radius))
    tally.put(run, victims=victims)
    for victim in [v for v in victims for _ in range(CHARGES)]:
        if victim not in after.dead:
            hit = struck(run.state, spoken.by, spoken.book, victim, spoken.book.attack.pow)
            yield from strike(run, hit, after)
    yield from settle(run, after)
