"""Close combat: who may be struck, with what, and the blow (RE-5.3 to 5.6, RE-R27 to R30, RE-D3 to D5)."""
from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from game.engine.events import Acted
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap, in_contact
from game.rulesets.rouge_elements import arms, items, mishaps, sights, turns, windows
from game.rulesets.rouge_elements.arms import UNARMED, Item, Weapon
from game.rulesets.rouge_elements.attacks import Attack, to_hit
from game.rulesets.rouge_elements.conditions import (
    having,
    in_front,
    pool,
)
from game.rulesets.rouge_elements.damage import Hit, strength, strike
from game.rulesets.rouge_elements.data import NUMBERS, TABLES
from game.rulesets.rouge_elements.harm import aftermath
from game.rulesets.rouge_elements.morale import settle
from game.rulesets.rouge_elements.throws import number
from game.table.model import Model
from game.units import TOLERANCE
from game.words import joined, say


def weapons_named(model: Model, names: Sequence[str]) -> list[Item | None] | None:
    """The items that a fight names, None in it for bare hands; no list where one of them is not carried."""
    found: list[Item | None] = []
    for name in names:
        if name.casefold() == "unarmed":
            found.append(None)
            continue
        left = [i for i in items.carried(model) if i.id not in {f.id for f in found if f}]
        key = items.weapon_key(name)
        one = next((i for i in left if i.id == name), None) or next(
            (i for i in left if i.weapon == key and (i.held or i.shoulder)), None) or next(
            (i for i in left if i.weapon == key), None)
        if one is None:
            return None
        found.append(one)
    return found


def weapon_of(one: Item | None) -> Weapon:
    return UNARMED if one is None else arms.of(one)


def check_may_fight(state: GameState, model: Model, used: Sequence[Item | None]) -> Verdict:
    """Whether it may strike with these now, at whomever. RE-5.1, 5.4, 5.5, RE-R29, RE-R30, RE-R93"""
    verdict = turns.check_step(state, model, turns.FIGHT)
    if not verdict:
        return verdict
    if model.has("stupid"):
        return refuse("RE-R93", say("{name} failed its test and does not attack this turn.", name=model.name))
    if not used:
        return refuse("RE-5.3", "A blow needs a weapon, or bare hands.")
    weapon = weapon_of(used[0])
    if any(not weapon_of(one).close for one in used):
        return refuse("RE-5.3", say("The {weapon} is no close combat weapon.", weapon=weapon.name))
    if len(used) > 1 and len({one.weapon if one else "" for one in used}) > 1:
        return refuse("RE-R30", "Only weapons of the same name strike together.")
    if len(used) > 1 and None in used:
        return refuse("RE-R29", "Bare hands are one attack at a time.")
    for one in used:
        ready = YES if one is None else items.check_ready(state, model, one)
        if not ready:
            return ready
    return turns.check_pool(model, weapon.ap, say("An attack with {weapon}", weapon=weapon.name), "RE-5.4")


def check_fight(
    state: GameState, model: Model, used: Sequence[Item | None], targets: Sequence[Model | None], part: str = ""
) -> Verdict:
    verdict = check_may_fight(state, model, used)
    if not verdict:
        return verdict
    if part and part not in TABLES.parts:
        return refuse("RE-4.5", say("There is no part {part}; there are {parts}.", part=part,
                                    parts=joined(", ", TABLES.parts)))
    if not targets or len(targets) > len(used):
        return refuse("RE-R30", "A blow names one enemy, a joint attack one for each weapon.")
    for number_, target in enumerate(targets):
        verdict = check_struck(state, model, weapon_of(used[min(number_, len(used) - 1)]), target)
        if not verdict:
            return verdict
    return YES


def check_struck(state: GameState, model: Model, weapon: Weapon, target: Model | None) -> Verdict:
    """Whether this weapon reaches this enemy: base contact, or its own range; the front arc. RE-8.3, RE-R27"""
    if target is None or not target.on_table or target.side == model.side:
        return refuse("RE-5.3", "A blow names an enemy in play.")
    if not in_contact(model.base, target.base):
        if not weapon.range:
            return refuse("RE-R27", say("{target} is not in base contact.", target=target.name),
                          Mark(kind="model", ref=target.id, role="bad"))
        verdict = sights.check_range(model, target, weapon.range, weapon.name, "RE-R27")
        verdict = verdict and sights.check_sight(state, model, target)
        if not verdict:
            return verdict
    return sights.check_front(model, target)


def resolve_fight(run: Run, attacker: str, used: Sequence[str], targets: Sequence[str], part: str = "") -> Resolver:
    """All weapons strike once for one payment, one after another. RE-5.4, RE-5.5, RE-R30; '' is bare hands."""
    turns.reach_step(run, turns.FIGHT)
    first = _weapon(run.state.models[attacker], used[0])
    turns.pay(run, attacker, first.ap)
    for number_, name in enumerate(used):
        model = run.state.models[attacker]
        if not model.on_table or model.has("prone"):
            return
        if number_ and not _is_ready(run.state, model, name):
            continue
        weapon = _weapon(model, name)
        target = yield from _target(run, model, weapon, targets, number_)
        if target:
            yield from resolve_blow(run, Attack(by=attacker, at=target, weapon=weapon, item=name, part=part))


def _weapon(model: Model, name: str) -> Weapon:
    one = next((i for i in items.items(model) if i.id == name), None)
    return UNARMED if one is None else items.in_use(model, one)


def _is_ready(state: GameState, model: Model, name: str) -> bool:
    """Whether a weapon of a joint attack can still be used after the blows before it. RE-R30, RE-R45"""
    one = next((i for i in items.items(model) if i.id == name), None)
    return one is not None and bool(items.check_ready(state, model, one))


def _target(
    run: Run, model: Model, weapon: Weapon, targets: Sequence[str], number_: int
) -> Generator[Ask, Any, str]:
    """Whom the next weapon of a joint attack strikes: named, or chosen now. RE-R30"""
    if number_ < len(targets):
        named = run.state.models[targets[number_]]
        return named.id if check_struck(run.state, model, weapon, named) else ""
    able = [e for e in run.state.enemies(model.side) if check_struck(run.state, model, weapon, e)]
    if len(able) < 2:
        return able[0].id if able else ""
    choices = tuple(Candidate(e.id, title=e.name) for e in able)
    chosen: str = yield Ask(side=model.side, question="target", subject=model.id, rule="RE-R30", must=True,
                            prompt=say("Whom does the next {weapon} strike?", weapon=weapon.name),
                            need=Need(key="at", kind="choice", candidates=choices))
    return chosen


def resolve_blow(run: Run, attack: Attack) -> Resolver:
    """One close combat attack. RE-5.3, RE-D3 to D5; the entry of a critical failure comes last (RE-R32)."""
    run.emit(Acted(by=attack.by, verb="strikes", at=attack.at, how="melee", weapon=attack.weapon.name, rule="RE-5.3"))
    yield from windows.before_attack(run, attack)
    attacker, target = run.state.models[attack.by], run.state.models[attack.at]
    if not attacker.on_table or not check_struck(run.state, attacker, attack.weapon, target):
        return
    after = aftermath(run, attack.by)
    result = yield from to_hit(run, attack)
    fail = attack.weapon.fail if result.fumble else None
    if result.hit:
        hit = yield from _hit(run, attack, critical=result.critical, less=fail.damage if fail else 0)
        yield from strike(run, hit, after)
    if fail is not None:
        yield from mishaps.entry(run, attack, after)
    yield from settle(run, after)


def _hit(run: Run, attack: Attack, *, critical: bool, less: int) -> Generator[Ask, Any, Hit]:
    """The hit of a blow; an Assassin behind its target has D6 more S. RE-R83, RE-D4"""
    attacker, target = run.state.models[attack.by], run.state.models[attack.at]
    more = 0
    if attack.weapon.strength and having(attacker, "assassin") and not in_front(target, attacker):
        more = yield from number(run, "assassin", (1, 6), by=attack.by, reason="assassin", rule="RE-R83")
    far = gap(attacker.base, target.base) >= NUMBERS.force_field_from - TOLERANCE
    return Hit(victim=attack.at, by=attack.by, weapon=attack.weapon, dam=strength(attacker, attack.weapon, more),
               critical=critical, named=attack.part, far=far, added=((say("critical failure"), less),) if less else ())


def must_attack(state: GameState, model: Model) -> bool:
    """Whether a failed test still binds it to attack: it can pay for a blow that reaches somebody. RE-R31"""
    if not model.note("must_fight") or model.has("stupid") or model.has("prone"):
        return False
    ready = [i for i in items.carried(model) if arms.of(i).close and items.check_ready(state, model, i)]
    for one in [*ready, None]:
        weapon = weapon_of(one)
        if pool(model) >= weapon.ap and any(
                check_struck(state, model, weapon, e) for e in state.enemies(model.side)):
            return True
    return False
