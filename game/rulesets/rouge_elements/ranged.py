"""Shooting: whom, with what, how often; one shot after the other (RE-4, RE-R18 to R22, RE-R56, RE-R63, RE-D2)."""
from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.events import Acted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap
from game.rulesets.rouge_elements import areas, arms, items, mishaps, sights, turns, windows
from game.rulesets.rouge_elements.arms import Item, Weapon
from game.rulesets.rouge_elements.attacks import Attack, cover_of, to_hit
from game.rulesets.rouge_elements.damage import Hit, strength, strike
from game.rulesets.rouge_elements.data import NUMBERS, TABLES
from game.rulesets.rouge_elements.harm import aftermath
from game.rulesets.rouge_elements.morale import settle
from game.rulesets.rouge_elements.throws import number
from game.table.model import Model
from game.units import TOLERANCE
from game.words import joined, say


def check_may_shoot(state: GameState, model: Model, one: Item) -> Verdict:
    """Whether the weapon could be fired now, at whomever. RE-3.3, RE-4.2, RE-R9, RE-R18, RE-R93"""
    verdict = turns.check_step(state, model, turns.SHOOT)
    if not verdict:
        return verdict
    weapon = arms.of(one)
    if weapon.close:
        return refuse("RE-4.1", say("The {weapon} is a close combat weapon.", weapon=weapon.name))
    verdict = check_ranged(model) and items.check_ready(state, model, one)
    if not verdict:
        return verdict
    left = items.shots_left(one)
    if left == 0:
        return refuse("RE-R18", say("The {weapon} has fired all its shots this turn.", weapon=weapon.name))
    return YES


def check_ranged(model: Model) -> Verdict:
    """Whether it may attack at range at all this turn. RE-3.3, RE-R93"""
    if (model.note("move") or {}).get("how") == "sprint":
        return refuse("RE-3.3", say("{name} sprinted: no attack at range this turn.", name=model.name))
    if model.has("stupid"):
        return refuse("RE-R93", say("{name} failed its test and does not attack this turn.", name=model.name))
    if model.note("must_fight"):
        return refuse("RE-R31", say("{name} could not get away and attacks in close combat.", name=model.name))
    return YES


def check_shot(
    state: GameState, model: Model, one: Item, targets: Sequence[Model | None], *, aim: int = 0, shift: int = 0,
    part: str = "", direction: float | None = None,
) -> Verdict:
    """Whether these shots may be fired. RE-4, RE-R21, RE-R22, RE-R24"""
    weapon, verdict = arms.of(one), check_may_shoot(state, model, one)
    if not verdict:
        return verdict
    verdict = check_aim(model, weapon, aim=aim, shift=shift, part=part)
    if not verdict:
        return verdict
    if weapon.template:
        return check_direction(model, direction)
    left = items.shots_left(one)
    if left is not None and len(targets) > left:
        return refuse("RE-R18", say("The {weapon} has {left} shots left this turn.", weapon=weapon.name, left=left))
    if not targets:
        return refuse("RE-R53" if weapon.aoe else "RE-R24", "A shot names an enemy in play.")
    for target in targets:
        verdict = sights.check_choice(state, model, target, "A shot")
        if verdict and target is not None:
            verdict = sights.check_range(model, target, weapon.range, weapon.name)
        if not verdict:
            return verdict
    return YES


def check_aim(
    model: Model, weapon: Weapon, *, aim: int = 0, shift: int = 0, part: str = "", besides: int = 0
) -> Verdict:
    """Whether an attack at range may be aimed so; `besides`: its other cost. RE-4.3 to 4.5, RE-R21, RE-R22"""
    if aim < 0 or shift < 0:
        return refuse("RE-4.3", "Action points are spent, not gained.")
    if aim or shift:
        verdict = turns.check_pool(model, besides + aim + shift, "That", "RE-4.3" if aim else "RE-4.4")
        if not verdict:
            return verdict
    if part and part not in TABLES.parts:
        return refuse("RE-4.5", say("There is no part {part}; there are {parts}.", part=part,
                                    parts=joined(", ", TABLES.parts)))
    if part and (weapon.template or weapon.aoe):
        return refuse("RE-R22", say("The {weapon} does not choose a part.", weapon=weapon.name))
    if part and shift:
        return refuse("RE-R22", "A named part is not shifted.")
    return YES


def check_direction(model: Model, direction: float | None) -> Verdict:
    """A template lies within the forward arc. RE-R51"""
    if direction is None:
        return refuse("RE-R51", "A template needs a direction.")
    if not areas.lies_ahead(model, direction):
        return refuse("RE-R51", "A template lies in the forward arc.",
                      Mark(kind="arc", points=(model.base.at,), facing=model.facing, radius=NUMBERS.template_length,
                           role="bad"))
    return YES


def resolve_shots(
    run: Run, shooter: str, one: str, targets: Sequence[str], *, aim: int = 0, shift: int = 0, part: str = "",
    direction: float | None = None,
) -> Resolver:
    """Fires at each target in turn; aim and shift serve the first roll. RE-R18, RE-R21"""
    turns.reach_step(run, turns.SHOOT)
    turns.pay(run, shooter, aim + shift)
    yield from _roll_burst(run, shooter, one)
    weapon = items.in_use(run.state.models[shooter], _now(run, shooter, one))
    if weapon.template:
        for _ in range(max(1, items.shots_left(_now(run, shooter, one)) or 1)):
            items.spend_shot(run, shooter, one, use_up=True)
        attack = Attack(by=shooter, at="", weapon=weapon, item=one, aim=aim, shift=shift, spray=True)
        yield from areas.resolve_spray(run, attack, float(direction or 0.0))
        return
    for number_, target in enumerate(targets):
        model, item = run.state.models[shooter], items.item(run.state.models[shooter], one)
        still = item is not None and item.id == one and check_may_shoot(run.state, model, item)
        first = number_ == 0
        attack = Attack(by=shooter, at=target, weapon=weapon, item=one, aim=aim if first else 0,
                        shift=shift if first else 0, part=part)
        if not still or not (first or still_possible(run.state, attack)):
            return
        yield from resolve_shot(run, attack)


def _now(run: Run, shooter: str, one: str) -> Item:
    return next(i for i in items.items(run.state.models[shooter]) if i.id == one)


def _roll_burst(run: Run, shooter: str, one: str) -> Resolver:
    """A burst's shots are rolled when it starts firing. RE-R63"""
    item = _now(run, shooter, one)
    weapon = arms.of(item)
    if weapon.burst and item.shots is None:
        shots = yield from number(run, "burst", (1, weapon.burst), by=shooter, reason="shots", rule="RE-R63")
        items.change_item(run, shooter, replace(item, shots=shots))


def resolve_shot(run: Run, attack: Attack) -> Resolver:
    """One shot, resolved fully. RE-4.1, RE-D2, RE-D5"""
    weapon = attack.weapon
    run.emit(Acted(by=attack.by, verb="shoots", at=attack.at, how="grenade" if weapon.aoe else "shot",
                   weapon=weapon.name, rule="RE-4.1"))
    yield from windows.before_attack(run, attack)
    if not still_possible(run.state, attack):
        items.spend_shot(run, attack.by, attack.item, use_up=True)
        return
    if weapon.aoe:
        yield from areas.resolve_blast(run, attack)
        return
    after = aftermath(run, attack.by)
    result = yield from to_hit(run, attack)
    items.spend_shot(run, attack.by, attack.item, use_up=not result.lost)
    if result.lost:
        _end_burst(run, attack)
        yield from mishaps.entry(run, attack, after)
    elif result.hit:
        struck = yield from strike(run, hit_of(run.state, attack, critical=result.critical), after)
        if struck.shots:
            item = _now(run, attack.by, attack.item)
            items.change_item(run, attack.by, replace(item, shots=(item.shots or 0) + struck.shots))
    yield from settle(run, after)


def _end_burst(run: Run, attack: Attack) -> None:
    """The rest of a burst is lost with its failed shot. RE-R63"""
    item = _now(run, attack.by, attack.item)
    if attack.weapon.burst:
        items.change_item(run, attack.by, replace(item, shots=max(0, item.fired - attack.weapon.rof)))


def still_possible(state: GameState, attack: Attack) -> bool:
    """Whether an attack declared before somebody reacted can still be made. RE-R84"""
    model, target = state.models[attack.by], state.models[attack.at]
    if not model.on_table or not target.on_table:
        return False
    return bool(sights.check_choice(state, model, target)
                and sights.check_range(model, target, attack.weapon.range, attack.weapon.name))


def hit_of(state: GameState, attack: Attack, *, critical: bool) -> Hit:
    """The hit that a ranged attack makes."""
    shooter, target = state.models[attack.by], state.models[attack.at]
    far = gap(shooter.base, target.base) >= NUMBERS.force_field_from - TOLERANCE
    return Hit(victim=attack.at, by=attack.by, weapon=attack.weapon, dam=strength(shooter, attack.weapon),
               critical=critical, named=attack.part, shift=attack.shift, cover=cover_of(state, attack), far=far)
