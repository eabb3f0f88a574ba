"""Charging into base contact, and getting out of it again (RE-5.2, RE-5.7, RE-R26, RE-R31, RE-D8, RE-D9)."""
from __future__ import annotations

import math

from game.engine.events import Acted, Altered, Moved, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.measure import in_contact
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import sights, tally, terrain, turns, windows
from game.rulesets.rouge_elements.conditions import (
    crippled,
    in_close_combat,
    movement,
    touched_enemies,
)
from game.rulesets.rouge_elements.harm import Aftermath, knock_down
from game.rulesets.rouge_elements.morale import flees, resolve_flight
from game.rulesets.rouge_elements.throws import leadership, roll
from game.table.model import Model
from game.units import CONTACT_RISE, TOLERANCE, Point, heading, within
from game.words import say

# --- the charge


def check_may_charge(state: GameState, model: Model) -> Verdict:
    """One attempt a turn, after movement and shooting. RE-5.1, RE-R26, RE-R38, RE-R45"""
    verdict = turns.check_step(state, model, turns.CHARGE)
    if not verdict:
        return verdict
    if model.note("charged"):
        return refuse("RE-R26", say("{name} has tried to charge this turn.", name=model.name))
    if model.has("fleeing"):
        return refuse("RE-R38", say("{name} flees and does not charge.", name=model.name))
    if crippled(model, "legs") >= 2:
        return refuse("RE-R45", say("{name} cannot move: both legs are crippled.", name=model.name))
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
    if not turns.is_free(state, model):
        return refuse("RE-5.7", say("{name} is in close combat: leaving it takes a leadership test.",
                                    name=model.name))
    end = contact_point(model, target)
    others = [m for m in state.on_table() if m.id not in (model.id, target.id)]
    block = paths.swept_clear(state.scene, model.base, (model.base.at, end), [m.base for m in others], gaps=True)
    line = Mark(kind="path", points=(model.base.at, end), role="bad")
    if block is not None:
        what = (others[block.what].name if isinstance(block.what, int) else
                state.terrain[block.what].title if block.what in state.terrain else "the table's edge")
        return refuse("RE-R16", say("A charge goes straight, and {what} is in the way.", what=what), line,
                      Mark(kind="cross", points=(block.point,), role="bad"))
    stretches = terrain.ways(state, (model.base.at, end))[0]
    if terrain.wide_gaps(stretches, model.elevation):
        return refuse("RE-R13", "A charge does not jump gaps.", line)
    cost, elevation = terrain.price(stretches, model.elevation)
    if terrain.gap_at(state, end) and elevation > terrain.level(state, end) + TOLERANCE:
        return refuse("RE-R13", say("{name} would touch {target} over a gap, and nobody stands there.",
                                    name=model.name, target=target.name), line)
    if not within(abs(elevation - target.elevation), CONTACT_RISE):
        return refuse("RE-R26", say("{target} stands too high or too low to be touched from there.",
                                    target=target.name), line)
    if cost > movement(model) + 6 + TOLERANCE:
        return refuse("RE-5.2", say("{target} is {cost:.1f}″ of movement away; D6 and {movement:g} do not reach it.",
                                    target=target.name, cost=cost, movement=movement(model)), line)
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
        thrown = yield from roll(run, "charge", modifiers=(("M", int(inches)),), by=model_id,
                                 worth=lambda total: within(cost, total + inches - int(inches)))
        total = thrown.total + inches - int(inches)
        made = within(cost, total)
        tell(run, "charge", thrown, by=model_id, side=model.side, against=say("of {cost:.1f}″", cost=cost),
             outcome="contact" if made else "too short", rule="RE-5.2")
        tally.put(run, charge=total)
        if not made:
            return
    end = contact_point(model, target) if not in_contact(model.base, target.base) else model.base.at
    run.emit(Moved(model=model_id, path=(model.base.at, end), facing=heading(model.base.at, target.base.at),
                   elevation=elevation, how="charge", rule="RE-R26"))
    yield from windows.after_charge(run, model_id, target_id)


# --- getting away


def check_disengage(state: GameState, model: Model) -> Verdict:
    """A test before the movement action of one in base contact. RE-5.7, RE-R31"""
    verdict = turns.check_step(state, model, turns.MOVE)
    if not verdict:
        return verdict
    if model.has("fleeing"):
        return refuse("RE-R38", say("{name} flees, and needs no test for it.", name=model.name))
    if model.note("move") or model.note("must_fight") or model.note("fled"):
        return refuse("RE-R10", say("{name} has had its movement this turn.", name=model.name))
    if not in_close_combat(state, model):
        return refuse("RE-5.7", say("{name} is not in close combat.", name=model.name))
    if model.note("free"):
        return refuse("RE-5.7", say("{name} has passed its test and may move.", name=model.name))
    if crippled(model, "legs") >= 2:
        return refuse("RE-R45", say("{name} cannot move: both legs are crippled.", name=model.name))
    return turns.check_pool(model, 1, "The movement action after it")


def resolve_disengage(run: Run, model_id: str) -> Resolver:
    """RE-5.7, T7, RE-R31, RE-D9"""
    turns.reach_step(run, turns.MOVE)
    passed = yield from leadership(run, model_id, "disengaging", "RE-5.7")
    if passed:
        run.emit(Altered(model=model_id, notes={"free": True}, rule="RE-5.7"))
        return
    thrown = yield from roll(run, "row", by=model_id, reason="held fast",
                             worth=lambda total: (total > 1) + (total > 5))
    model, row = run.state.models[model_id], thrown.total
    word = say("down") if row <= 1 else say("must fight") if row <= 5 else say("flees")
    tell(run, "held fast", thrown, by=model_id, side=model.side, outcome=word, rule="RE-R31")
    tally.put(run, row=thrown.dice[0])
    foe = next(iter(touched_enemies(run.state, model)))
    if row <= 1:
        knock_down(run, model_id, Aftermath(), "RE-R31", shakes=False)
        run.emit(Altered(model=model_id, notes={"will_flee": foe.side}, rule="RE-R31"))
    elif row <= 5:
        run.emit(Altered(model=model_id, notes={"must_fight": True}, rule="RE-R31"))
        run.emit(Said(text=say("{name} stays and must attack.", name=model.name), models=(model_id,), rule="RE-R31"))
    else:
        flees(run, model_id, foe.side, "RE-R31")
        yield from resolve_flight(run, model_id)
