"""Morale after an attack, flight and rally (RE-7, RE-R37 to R39)."""
from __future__ import annotations

import math

from game.engine.events import Altered, Left, Moved, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.geometry import path as paths
from game.geometry.measure import gap_to_edge
from game.geometry.shapes import Base
from game.resolvers.moving import at_end, others_about
from game.rulesets.rouge_elements import movement, terrain
from game.rulesets.rouge_elements.conditions import in_order
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.harm import Aftermath, Happening, count_kill, remove_dead
from game.rulesets.rouge_elements.throws import leadership
from game.table.model import Model
from game.units import TOLERANCE, Point, towards
from game.words import say

EDGES = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
"""The table's edges in the order that breaks ties, with their directions (RE-R38)."""


def settle(run: Run, after: Aftermath) -> Resolver:
    """What an attack, a fall or a fire leaves behind: the dead go, what they set off goes off, then everybody tests who
    must, event by event. RE-R37, RE-R97"""
    while any(run.state.models[m].in_play for m in after.dead):
        yield from remove_dead(run, after)
    for event in after.shaken:
        for model_id in in_order(run.state, list(event.witnesses)):
            yield from _test(run, model_id, event)


def _test(run: Run, model_id: str, event: Happening) -> Resolver:
    """A failure makes it flee. RE-7.4"""
    model = run.state.models[model_id]
    if not model.on_table or model.has("fleeing"):
        return
    passed = yield from leadership(run, model_id, say("morale"), "RE-7.3" if model_id == event.victim else "RE-7.2")
    if not passed:
        flees(run, model_id, event.side)


def flees(run: Run, model_id: str, side: str = "", rule: str = "RE-7.4") -> None:
    """It flees; `side` is whose doing that is (RE-R99)."""
    model = run.state.models[model_id]
    if not model.on_table:
        return
    run.emit(Altered(model=model_id, states=model.gaining("fleeing"), notes={"routed_by": side or None}, rule=rule))
    run.emit(Said(text=say("{name} flees.", name=model.name), tone="harm", models=(model_id,), rule=rule))


def rally(run: Run, model_id: str) -> Resolver:
    """RE-7.6, RE-R39"""
    model = run.state.models[model_id]
    if not model.has("fleeing"):
        return
    passed = yield from leadership(run, model_id, say("rally"), "RE-7.6")
    if passed:
        run.emit(Altered(model=model_id, states=run.state.models[model_id].losing("fleeing"),
                         notes={"routed_by": None}, rule="RE-7.6"))
        run.emit(Said(text=say("{name} rallies.", name=model.name), tone="good", models=(model_id,), rule="RE-7.6"))


# --- flight


def nearest_edge(state: GameState, base: Base) -> str:
    """RE-R38"""
    return min(EDGES, key=lambda e: round(gap_to_edge(base, e, state.scene), 6))


def flight(state: GameState, model: Model) -> tuple[tuple[Point, ...], float, bool]:
    """Its way to the nearest edge: the path, the elevation at its end, whether it leaves the table. RE-R38"""
    edge = nearest_edge(state, model.base)
    to_edge = gap_to_edge(model.base, edge, state.scene)
    start = model.base.at
    goal = towards(start, EDGES[edge], to_edge) if to_edge > 0 else start
    friends, enemies = others_about(state, model)
    block = paths.swept_clear(state.scene, model.base, (start, goal), movement.kept_off(model, enemies), gaps=True)
    free = math.dist(start, goal if block is None else block.point)
    inches, elevation, spent = _as_far(state, model, goal, free, inches_of(model))
    leaves = block is None and inches >= to_edge - TOLERANCE and inches_of(model) - spent > TOLERANCE
    if leaves:
        return (start, goal), elevation, True
    found = _as_free(state, model, goal, inches, friends)
    return found.path, found.elevation, False


def _as_far(state: GameState, model: Model, goal: Point, free: float, budget: float) -> tuple[float, float, float]:
    """How many inches towards `goal` the budget buys, the elevation there, what it cost. A wide gap stops it."""
    gone, spent, elevation = 0.0, 0.0, model.elevation
    for part in terrain.ways(state, (model.base.at, goal))[0]:
        over = bool(part.gap) and elevation > part.level + TOLERANCE
        if over and not terrain.is_narrow(part):
            break
        ground = elevation if over else part.level
        rise = terrain.climb(elevation, ground)
        if spent + rise > budget + TOLERANCE:
            break
        spent += rise
        elevation = ground
        far = min(part.end - part.start, (budget - spent) / part.rate, max(0.0, free - part.start))
        gone, spent = part.start + far, spent + far * part.rate
        if far < part.end - part.start - TOLERANCE:
            break
    return min(gone, free), elevation, spent


def _as_free(state: GameState, model: Model, goal: Point, inches: float, friends: list[Model]) -> movement.Plan:
    """Its way up to the last spot where no friend stands and no gap is under it, but the one that it is down in."""
    start, bases = model.base.at, [f.base for f in friends]
    far = inches
    while far > terrain.RIM:
        found = movement.plan(state, model, (start, terrain.along(start, goal, far)))
        end = found.path[-1]
        free = paths.can_stand(state.scene, at_end(model, end), bases, gaps=True) is None
        if free and not found.stop and terrain.bears(state, end, found.elevation):
            return found
        far -= 0.05
    return movement.Plan(path=(start, start), cost=0.0, elevation=model.elevation)


def resolve_flight(run: Run, model_id: str, facing: float | None = None) -> Resolver:
    """Its flight as its movement action; it may face where it likes at its end. RE-7.5, RE-R11, RE-R38"""
    model = run.state.models[model_id]
    movement.begin_move(run, model_id, "walk", inches_of(model))
    path, elevation, leaves = flight(run.state, model)
    away = EDGES[nearest_edge(run.state, model.base)]
    run.emit(Moved(model=model_id, path=path, facing=away if facing is None else facing, elevation=elevation,
                   how="flee", rule="RE-7.5"))
    moved = math.dist(path[0], path[-1]) > TOLERANCE
    run.emit(Altered(model=model_id, notes={"fled": True, "mark": "moved" if moved else None}))
    movement.end_move(run, model_id)
    if leaves:
        run.emit(Left(model=model_id, how="fled", rule="RE-7.5"))
        run.emit(Said(text=say("{name} flees off the table.", name=model.name),
                      tone="harm", models=(model_id,), rule="RE-7.5"))
        count_kill(run, run.state.models[model_id], str(model.note("routed_by", "")))
    yield from ()


