"""Abilities and skills that react: Evade, the Charge ability, Feast, Blast master (RE-17, RE-R84, R85, R90, R91)."""
from __future__ import annotations

import math
from typing import Any

from game.engine.events import Altered, Moved, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import Mark, Verdict, refuse
from game.resolvers.tests import tell
from game.rulesets.common.given import is_point, point_of
from game.rulesets.rouge_elements import areas, harm, items, movement, stakes, starting, turns
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.conditions import having, in_close_combat, is_down
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.damage import Hit, strike
from game.rulesets.rouge_elements.data import NUMBERS, traits
from game.rulesets.rouge_elements.harm import Aftermath, aftermath
from game.rulesets.rouge_elements.morale import settle
from game.rulesets.rouge_elements.throws import number, roll
from game.table.model import Model
from game.units import TOLERANCE, Point
from game.words import plain, say

IMPACT = Weapon(name=plain(say("Charge")), kind="unarmed", points=0, icon="charging", hands=0)
"""What the Charge ability hits with."""

# --- Evade


def check_may_evade(state: GameState, model: Model) -> Verdict:
    """Whether it could evade an attack now. RE-17.1, RE-R49, RE-R55, RE-R84"""
    acts = turns.acting(state)
    if not having(model, "evade"):
        return refuse("RE-17.1", say("{name} has no Evade.", name=model.name))
    if acts is None or acts.side == model.side:
        return refuse("RE-17.1", say("{name} evades in an enemy's activation only.", name=model.name))
    if is_down(model):
        return refuse("RE-R49", say("{name} lies on the ground and does not evade.", name=model.name))
    if items.carries_heavy(model) is not None:
        return refuse("RE-R84", say("{name} carries a heavy weapon and does not evade.", name=model.name))
    return turns.check_pool(model, 1, "Evading", "RE-R84")


def offer_evade(run: Run, attack: Attack) -> Resolver:
    """Before the attacker's dice, 1 AP: half of M, and harder to hit until it acts again. RE-R84"""
    if attack.at not in run.state.models:
        return
    model = run.state.models[attack.at]
    if run.state.models[attack.by].side == model.side or not check_may_evade(run.state, model):
        return
    inches = _inches(run.state, model)
    told = say("up to {inches:g}″, or on the spot", inches=inches) if inches else "on the spot"
    answer = yield Ask(side=model.side, question="evade", subject=model.id, rule="RE-17.1",
                       prompt=say("{name} is attacked: evade for 1 AP, {told}?", name=model.name, told=told),
                       need=Need(key="to", kind="point", budget=inches), marks=(
                           *stakes.of_attack(run.state, attack),
                           Mark(kind="ring", points=(model.base.at,), radius=inches, role="act")))
    if answer is not None:
        evade(run, model, point_of(answer))


def _inches(state: GameState, model: Model) -> float:
    """None out of base contact. RE-R84"""
    return 0.0 if in_close_combat(state, model) else NUMBERS.skill_roll * inches_of(model)


def check_evade(state: GameState, model: Model, to: Any) -> Verdict:
    """Whether it may evade to this place; its own is on the spot."""
    if not is_point(to):
        return refuse("RE-R84", "An evasion ends at a place: two numbers, in inches.")
    verdict = check_may_evade(state, model)
    if not verdict or _stays(state, model, point_of(to)):
        return verdict
    if in_close_combat(state, model):
        return refuse("RE-R84", say("{name} is in base contact and evades on the spot.", name=model.name))
    return movement.check_path(state, model, "skill_roll", [point_of(to)], allowed=_inches(state, model))


def _stays(state: GameState, model: Model, to: Point) -> bool:
    """Whether that is on the spot: its place, or in base contact anywhere on its own base."""
    return math.dist(model.base.at, to) <= (model.radius if in_close_combat(state, model) else TOLERANCE)


def evade(run: Run, model: Model, to: Point) -> None:
    """It keeps its facing."""
    turns.pay(run, model.id, 1)
    run.emit(Said(text=say("{name} evades.", name=model.name), side=model.side, models=(model.id,), rule="RE-17.1"))
    if not _stays(run.state, model, to):
        found = movement.plan(run.state, model, [model.base.at, to])
        run.emit(Moved(model=model.id, path=found.path, facing=model.facing, elevation=found.elevation, how="move",
                       rule="RE-R84"))
    run.emit(Altered(model=model.id, notes={"mark": "skill rolled"}, rule="RE-R84"))


# --- the Charge ability


def check_impact(model: Model) -> Verdict:
    """RE-17.2, RE-R85"""
    if not having(model, "charge"):
        return refuse("RE-17.2", say("{name} has no Charge ability.", name=model.name))
    return turns.check_pool(model, 1, "The Charge ability", "RE-R85")


def offer_impact(run: Run, charger: str, target: str) -> Resolver:
    """1 AP: one hit of Dam 2D6 on the enemy that it charged. RE-R85, RE-D8"""
    model = run.state.models[charger]
    if not check_impact(model):
        return
    ability = traits().upgrades["charge"]
    answer = yield Ask(side=model.side, question="ability", subject=charger, rule=ability.rule,
                       prompt=say("{name}: a hit of Dam 2D6 on {models} for 1 AP?", name=model.name,
                                  models=run.state.models[target].name),
                       need=Need(key="ability", kind="choice", candidates=(Candidate("charge", title="Hit, 1 AP"),)))
    if answer is None:
        return
    turns.pay(run, charger, 1)
    dam = yield from number(run, "impact", (2, 6), by=charger, reason="impact", rule="RE-R85")
    after = aftermath(run, charger)
    yield from strike(run, Hit(victim=target, by=charger, weapon=IMPACT, dam=dam, far=False), after)
    yield from settle(run, after)


# --- Feast


def feast(run: Run, hit: Hit, wounds: int) -> Resolver:
    """A D6 for each wound that it caused in close combat; each 6 gives one back. RE-17.8, RE-R90"""
    model = run.state.models.get(hit.by)
    if model is None or not hit.weapon.close or not model.on_table or not having(model, "feast"):
        return
    if hit.victim == hit.by or wounds <= 0:
        return
    thrown = yield from roll(run, "feast", wounds, by=hit.by, worth=lambda total: 0)
    back = sum(die == 6 for die in thrown.dice)
    tell(run, "feast", thrown, by=hit.by, side=model.side, outcome=say("{back} back", back=back), rule="RE-R90")
    if back:
        starting.regain(run, hit.by, back)


# --- Blast master


def blast(run: Run, victim: str, after: Aftermath) -> Resolver:
    """It goes off where it fell: radius D6″, strength D6. Those whom the blast kills go before anybody tests; every
    death is tested for in its turn. RE-17.10, RE-R91, RE-R97"""
    model = run.state.models[victim]
    if not having(model, "blast_master") or model.at is None:
        return
    run.emit(Said(text=say("{name} explodes.", name=model.name),
                  side=model.side, tone="harm", models=(victim,), rule="RE-17.10"))
    radius = yield from number(run, "radius", (1, 6), by=victim, reason="radius", rule="RE-R91")
    power = yield from number(run, "strength", (1, 6), by=victim, reason="strength", rule="RE-R91")
    weapon = Weapon(name=traits().upgrades["blast_master"].name, kind="explosive", points=0, hands=0,
                    icon=traits().upgrades["blast_master"].icon, aoe=float(radius), pow=power)
    own = aftermath(run, victim)
    yield from areas.explode(run, Attack(by=victim, at="", weapon=weapon), model.at, own)
    yield from harm.remove_dead(run, own)
    after.shaken += own.shaken


