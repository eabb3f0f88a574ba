"""Close combat: charging, striking, getting away (RE-5, RE-R26 to R31, RE-D3, D8, D9)."""
from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import Any

from game.engine.events import Acted, Altered, Moved, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.measure import gap, in_contact
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import arms, items, mishaps, sights, tally, terrain, turns, windows
from game.rulesets.rouge_elements.arms import UNARMED, Item, Weapon
from game.rulesets.rouge_elements.attacks import Attack, to_hit
from game.rulesets.rouge_elements.conditions import (
    crippled,
    having,
    in_close_combat,
    in_front,
    movement,
    pool,
    touched_enemies,
)
from game.rulesets.rouge_elements.damage import Hit, strength, strike
from game.rulesets.rouge_elements.data import NUMBERS, TABLES
from game.rulesets.rouge_elements.harm import Aftermath, aftermath, knock_down
from game.rulesets.rouge_elements.morale import flees, resolve_flight, settle
from game.rulesets.rouge_elements.throws import leadership, number, roll
from game.table.model import Model
from game.units import CONTACT_RISE, TOLERANCE, Point, heading, within

# --- the charge


def check_may_charge(state: GameState, model: Model) -> Verdict:
    """One attempt a turn, after movement and shooting. RE-5.1, RE-R26, RE-R38, RE-R45"""
    verdict = turns.check_step(state, model, turns.CHARGE)
    if not verdict:
        return verdict
    if model.note("charged"):
        return refuse("RE-R26", f"{model.name} has tried to charge this turn.")
    if model.has("fleeing"):
        return refuse("RE-R38", f"{model.name} flees and does not charge.")
    if crippled(model, "legs") >= 2:
        return refuse("RE-R45", f"{model.name} cannot move: both legs are crippled.")
    return YES


def check_charge(state: GameState, model: Model, target: Model | None) -> Verdict:
    verdict = check_may_charge(state, model)
    if not verdict:
        return verdict
    verdict = sights.check_choice(state, model, target, "A charge")
    if not verdict or target is None:
        return verdict
    if in_contact(model.base, target.base):
        return YES
    end = contact_point(model, target)
    others = [m for m in state.on_table() if m.id not in (model.id, target.id)]
    block = paths.swept_clear(state.scene, model.base, (model.base.at, end), [m.base for m in others], gaps=True)
    line = Mark(kind="path", points=(model.base.at, end), role="bad")
    if block is not None:
        what = (others[block.what].name if isinstance(block.what, int) else
                state.terrain[block.what].title if block.what in state.terrain else "the table's edge")
        return refuse("RE-R16", f"A charge goes straight, and {what} is in the way.", line,
                      Mark(kind="cross", points=(block.point,), role="bad"))
    stretches = terrain.ways(state, (model.base.at, end))[0]
    if terrain.wide_gaps(stretches, model.elevation):
        return refuse("RE-R13", "A charge does not jump gaps.", line)
    cost, elevation = terrain.price(stretches, model.elevation)
    if not within(abs(elevation - target.elevation), CONTACT_RISE):
        return refuse("RE-R26", f"{target.name} stands too high or too low to be touched from there.", line)
    if cost > movement(model) + 6 + TOLERANCE:
        return refuse("RE-5.2", f"{target.name} is {cost:.1f}″ of movement away; D6 and {movement(model):g} do not "
                                "reach it.", line)
    return YES


def contact_point(model: Model, target: Model) -> Point:
    """Where a straight charge comes into base contact."""
    far = math.dist(model.base.at, target.base.at)
    return terrain.along(model.base.at, target.base.at, max(0.0, far - model.radius - target.radius))


def charge_cost(state: GameState, model: Model, target: Model) -> tuple[float, float]:
    """The movement that the charge takes, and the elevation at its end. RE-R17"""
    if in_contact(model.base, target.base):
        return 0.0, model.elevation
    return terrain.price(terrain.ways(state, (model.base.at, contact_point(model, target)))[0], model.elevation)


def resolve_charge(run: Run, model_id: str, target_id: str) -> Resolver:
    """D6 + M of at least the distance. RE-5.2, RE-R26, RE-D8"""
    turns.reach_step(run, turns.CHARGE)
    model, target = run.state.models[model_id], run.state.models[target_id]
    run.emit(Altered(model=model_id, notes={"charged": target_id}))
    run.emit(Acted(by=model_id, verb="charges", at=target_id, how="charge", rule="RE-5.2"))
    cost, elevation = charge_cost(run.state, model, target)
    if not in_contact(model.base, target.base):
        inches = movement(model)
        thrown = yield from roll(run, "charge", modifiers=(("M", int(inches)),), by=model_id)
        total = thrown.total + inches - int(inches)
        made = within(cost, total)
        tell(run, "charge", thrown, by=model_id, side=model.side, against=f"of {cost:.1f}″",
             outcome="contact" if made else "too short", rule="RE-5.2")
        tally.put(run, charge=total)
        if not made:
            return
    end = contact_point(model, target) if not in_contact(model.base, target.base) else model.base.at
    run.emit(Moved(model=model_id, path=(model.base.at, end), facing=heading(model.base.at, target.base.at),
                   elevation=elevation, how="charge", rule="RE-R26"))
    yield from windows.after_charge(run, model_id, target_id)


# --- blows


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
        return refuse("RE-R93", f"{model.name} failed its test and does not attack this turn.")
    if not used:
        return refuse("RE-5.3", "A blow needs a weapon, or bare hands.")
    weapon = weapon_of(used[0])
    if any(not weapon_of(one).close for one in used):
        return refuse("RE-5.3", f"The {weapon.name} is no close combat weapon.")
    if len(used) > 1 and len({one.weapon if one else "" for one in used}) > 1:
        return refuse("RE-R30", "Only weapons of the same name strike together.")
    if len(used) > 1 and None in used:
        return refuse("RE-R29", "Bare hands are one attack at a time.")
    for one in used:
        ready = YES if one is None else items.check_ready(state, model, one)
        if not ready:
            return ready
    return turns.check_pool(model, weapon.ap, f"An attack with {weapon.name}", "RE-5.4")


def check_fight(
    state: GameState, model: Model, used: Sequence[Item | None], targets: Sequence[Model | None], part: str = ""
) -> Verdict:
    verdict = check_may_fight(state, model, used)
    if not verdict:
        return verdict
    if part and part not in TABLES.parts:
        return refuse("RE-4.5", f"There is no part {part}; there are {', '.join(TABLES.parts)}.")
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
            return refuse("RE-R27", f"{target.name} is not in base contact.",
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
        weapon = _weapon(model, name)
        target = yield from _target(run, model, weapon, targets, number_)
        if target:
            yield from resolve_blow(run, Attack(by=attacker, at=target, weapon=weapon, item=name, part=part))


def _weapon(model: Model, name: str) -> Weapon:
    one = next((i for i in items.items(model) if i.id == name), None)
    return weapon_of(one)


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
                            prompt=f"Whom does the next {weapon.name} strike?",
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
               critical=critical, named=attack.part, far=far, added=(("critical failure", less),) if less else ())


# --- getting away


def check_disengage(state: GameState, model: Model) -> Verdict:
    """A test before the movement action of one in base contact. RE-5.7, RE-R31"""
    verdict = turns.check_step(state, model, turns.MOVE)
    if not verdict:
        return verdict
    if model.has("fleeing"):
        return refuse("RE-R38", f"{model.name} flees, and needs no test for it.")
    if model.note("move") or model.note("must_fight") or model.note("fled"):
        return refuse("RE-R10", f"{model.name} has had its movement this turn.")
    if not in_close_combat(state, model):
        return refuse("RE-5.7", f"{model.name} is not in close combat.")
    if model.note("free"):
        return refuse("RE-5.7", f"{model.name} has passed its test and may move.")
    if crippled(model, "legs") >= 2:
        return refuse("RE-R45", f"{model.name} cannot move: both legs are crippled.")
    return turns.check_pool(model, 1, "The movement action after it")


def resolve_disengage(run: Run, model_id: str) -> Resolver:
    """RE-5.7, T7, RE-R31, RE-D9"""
    turns.reach_step(run, turns.MOVE)
    passed = yield from leadership(run, model_id, "disengaging", "RE-5.7")
    if passed:
        run.emit(Altered(model=model_id, notes={"free": True}, rule="RE-5.7"))
        return
    thrown = yield from roll(run, "row", by=model_id, reason="held fast")
    model, row = run.state.models[model_id], thrown.total
    word = "down" if row <= 1 else "must fight" if row <= 5 else "flees"
    tell(run, "held fast", thrown, by=model_id, side=model.side, outcome=word, rule="RE-R31")
    tally.put(run, row=thrown.dice[0])
    foe = next(iter(touched_enemies(run.state, model)))
    if row <= 1:
        knock_down(run, model_id, Aftermath(), "RE-R31", shakes=False)
        run.emit(Altered(model=model_id, notes={"will_flee": foe.side}, rule="RE-R31"))
    elif row <= 5:
        run.emit(Altered(model=model_id, notes={"must_fight": True}, rule="RE-R31"))
        run.emit(Said(text=f"{model.name} stays and must attack.", models=(model_id,), rule="RE-R31"))
    else:
        flees(run, model_id, foe.side, "RE-R31")
        yield from resolve_flight(run, model_id)


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
