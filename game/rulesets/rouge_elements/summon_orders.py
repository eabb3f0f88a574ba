"""Summon: drones out of nothing (RE-17.3, RE-R86, RE-D15)."""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.events import Altered, Joined, Placed, Said
from game.engine.requests import Ask, Need, Option
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.measure import gap
from game.geometry.shapes import Base
from game.rulesets.common.given import is_point, model_by, point_of
from game.rulesets.rouge_elements import begin, meaning, terrain, turns
from game.rulesets.rouge_elements.conditions import having
from game.rulesets.rouge_elements.data import NUMBERS, characters, traits
from game.rulesets.rouge_elements.throws import leadership, number
from game.table.model import Model
from game.table.setting import UnitSpec
from game.table.unit import Unit
from game.units import Point, within
from game.words import say

MOST = 3
"""RE-17.3: a D3."""


def options(state: GameState, model: Model) -> Iterator[Option]:
    if having(model, "summon"):
        yield Option(do="summon", title="Summon", by=model.id, hint="1 AP, L test, D3 drones", dice=True,
                     icon=traits().upgrades["summon"].icon, rule="RE-17.3", verdict=check_may_summon(state, model))


def check_may_summon(state: GameState, model: Model) -> Verdict:
    """Once a turn, anywhere in its own activation. RE-R9, RE-R86"""
    if not having(model, "summon"):
        return refuse("RE-17.3", say("{name} has no Summon.", name=model.name))
    verdict = turns.check_up(state, model)
    if not verdict:
        return verdict
    if model.note("summoned_now"):
        return refuse("RE-R86", say("{name} has tried to summon this turn.", name=model.name))
    return turns.check_pool(model, 1, "Summoning", "RE-R86")


def check_summon(state: GameState, command: Command) -> Verdict:
    model = model_by(state, command)
    verdict = check_may_summon(state, model)
    places = meaning.points(command, "places")
    if not verdict or not places:
        return verdict
    if len(places) > MOST:
        return refuse("RE-R86", say("There are {most} drones at most.", most=MOST))
    taken: list[Base] = []
    for place in places:
        verdict = check_place(state, model, place, taken)
        if not verdict:
            return verdict
        taken.append(_base(state, model, place))
    return YES


def check_place(state: GameState, model: Model, place: Any, taken: list[Base] | None = None) -> Verdict:
    """Whether a drone may appear here: within 3″, on free ground. RE-R86"""
    if not is_point(place):
        return refuse("RE-R86", "A drone appears at a place: two numbers, in inches.")
    base = _base(state, model, point_of(place))
    ring = Mark(kind="ring", points=(model.base.at,), radius=_reach(model), role="bad")
    if not within(gap(model.base, base), NUMBERS.summon):
        return refuse("RE-R86", say("That is {gap:.1f}″ away; drones appear within {summon:g}″.",
                                    gap=gap(model.base, base), summon=NUMBERS.summon),
                      ring)
    others = [m.base for m in state.on_table()] + (taken or [])
    block = paths.can_stand(state.scene, base, others, gaps=True)
    if block is not None or terrain.gap_at(state, base.at):
        return refuse("RE-R86", "There is no room for a drone there.", Mark(
            kind="ring", points=(base.at,), radius=base.radius, role="bad"))
    return YES


def _base(state: GameState, model: Model, place: Point) -> Base:
    return replace(model.base, x=place[0], y=place[1], radius=begin.drone_radius(),
                   elevation=terrain.level(state, place))


def _reach(model: Model) -> float:
    """Inches from its centre to that of a drone as far away as may be."""
    return model.radius + NUMBERS.summon + begin.drone_radius()


def do_summon(run: Run, command: Command) -> Resolver:
    """A leadership test, then a D3; each drone is put where it was wished, or where its side says now."""
    model_id, wishes = command.by, meaning.points(command, "places")
    turns.pay(run, model_id, 1)
    run.emit(Altered(model=model_id, notes={"summoned_now": True}, rule="RE-R86"))
    passed = yield from leadership(run, model_id, "summoning", "RE-17.3")
    if not passed:
        return
    count = yield from number(run, "drones", (1, MOST), by=model_id, reason="drones", rule="RE-17.3",
                              worth=lambda total: min(total, MOST))
    for nth in range(count):
        model = run.state.models[model_id]
        place = next((p for p in wishes[nth:nth + 1] if check_place(run.state, model, p)), None)
        free, reach = place or _nearest_free(run.state, model), _reach(model)
        if free is None:
            run.emit(Said(text="There is no room for another drone.", side=model.side, rule="RE-R86"))
            return
        if place is None:
            answer = yield Ask(side=model.side, question="drone", subject=model_id, rule="RE-R86",
                               prompt=say("{name}: where does drone {nth} of {count} appear? No: nearby.",
                                          name=model.name, nth=nth + 1, count=count),
                               need=Need(key="place", kind="point", budget=reach), marks=(
                                   Mark(kind="ring", points=(model.base.at,), radius=reach, role="act"),))
            place = free if answer is None else point_of(answer)
        _appear(run, model, place)


def _nearest_free(state: GameState, model: Model) -> Point | None:
    """The first free place about it, ahead and near before behind and far."""
    for far in (0.25, 1.0, 2.0, 2.9):
        for turn in range(0, 360, 15):
            angle = math.radians(model.facing + (turn // 30 * 15 if turn % 30 else -turn // 30 * 15))
            reach = model.radius + begin.drone_radius() + far
            spot = (model.base.x + reach * math.sin(angle), model.base.y + reach * math.cos(angle))
            if check_place(state, model, spot):
                return spot
    return None


def _appear(run: Run, model: Model, place: Point) -> None:
    """It has the line of T10 and a Hand weapon, acts from the next turn on, and is nobody's kill. RE-R86"""
    count = next(n for n in range(1, 1000) if f"{model.id}/{n}" not in run.state.units)
    drones = characters()["drones"]
    spec = UnitSpec(id=f"{model.id}/{count}", side=model.side, profile="drones", facing=model.facing,
                    name=say("Drone {count} of {name}", count=count, name=model.name),
                    extra={"weapons": ["hand_weapon"]},
                    set={"points": drones.points // drones.models})
    made = begin.character("", "", spec, f"{model.id}/{count}", run.state.sides[model.side].edge)
    made = begin.noted(made, summoned=True)
    unit = Unit(id=made.id, side=made.side, name=made.name, models=(made.id,))
    run.emit(Joined(unit=unit, models=(made,), rule="RE-R86"))
    run.emit(Placed(model=made.id, at=place, facing=model.facing, elevation=terrain.level(run.state, place),
                    rule="RE-R86"))
