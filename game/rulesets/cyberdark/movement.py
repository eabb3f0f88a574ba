"""Moves: how far, over what, past whom, and where an enemy stops them (CD-H7, CD-H13)."""
from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.events import Moved
from game.engine.run import Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.ground import ground_of
from game.geometry.measure import gap, in_contact
from game.geometry.obstacles import NO_TOPS
from game.geometry.path import swept_clear_many
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.resolvers.moving import at_end, walked
from game.resolvers.sighting import look_at_base
from game.rulesets.cyberdark.conditions import engaged_with, is_conscious
from game.rulesets.cyberdark.data import NUMBERS
from game.table.model import Model
from game.units import CONTACT, TOLERANCE, Point, base_radius, heading, towards, within
from game.words import say

Array = npt.NDArray[np.float64]
RATES = {"difficult": NUMBERS.rough}
STEP = 0.05
"""Inches between the places where sight of an enemy is looked for on the way past it."""
TRIES = 4
"""Places beside an enemy that are tried for closing in with it."""
USUAL = base_radius(NUMBERS.base)
"""The radius of most bases."""
SHY = NUMBERS.engaged - CONTACT / 2
"""Inches that the reach keeps from new enemies: a hair within engaging, where the mover stops."""


def inches_of(model: Model) -> float:
    """Its Move value. CD-H7"""
    return float(model.note("move", NUMBERS.move))


def foes(state: GameState, model: Model) -> list[Model]:
    """The conscious enemies; those who are down hinder nobody on the way."""
    return [e for e in state.enemies(model.side) if is_conscious(e)]


def check_path(state: GameState, model: Model, path: Sequence[Point], inches: float | None = None) -> Verdict:
    """Whether it may move along `path`, by `inches` at most: its Move value where none are given. CD-H7"""
    way = walked(model, path)
    line = Mark(kind="path", points=way, role="bad")
    cost = paths.path_cost(state.scene, model.base, way, RATES, climb=None)
    inches = inches_of(model) if inches is None else inches
    if not within(cost, inches):
        return refuse("CD-H7", say("Too far: that takes {cost:.1f}″ of movement and {name} has {inches:g}″.",
                                   cost=cost, name=model.name, inches=inches), line,
                      Mark(kind="ring", points=(way[0],), radius=inches, role="bad"))
    enemies = foes(state, model)
    block = paths.swept_clear(state.scene, model.base, way, [e.base for e in enemies], tops=NO_TOPS)
    if block is not None:
        return refuse("CD-H7", say("The way is blocked by {named}.", named=_named(state, block, enemies)), line,
                      Mark(kind="cross", points=(block.point,), role="bad"))
    others = [m for m in state.on_table() if m.id != model.id]
    stood_on = paths.can_stand(state.scene, at_end(model, way[-1]), [m.base for m in others], tops=NO_TOPS)
    if stood_on is not None:
        return refuse("CD-H7", say("No room to stand there: {named}.", named=_named(state, stood_on, others)),
                      Mark(kind="ring", points=(way[-1],), radius=model.radius, role="bad"))
    return _check_stops(state, model, way)


def _named(state: GameState, block: paths.Block, models: Sequence[Model]) -> str:
    if isinstance(block.what, int):
        return models[block.what].name
    return state.terrain[block.what].title if block.what in state.terrain else say("the table's edge")


# --- where an enemy stops a move


def _check_stops(state: GameState, model: Model, way: Sequence[Point]) -> Verdict:
    """On becoming engaged with a new enemy it stops, or goes straight on into contact with it. CD-H7"""
    old = {e.id for e in engaged_with(state, model)}
    new = [e for e in foes(state, model) if e.id not in old]
    stops = sorted((found, e.id) for e in new if (found := _engages_at(state, model, way, e)) is not None)
    length = paths.path_length(way)
    for at, name in stops:
        enemy = state.models[name]
        first = [state.models[other] for where, other in stops if within(where, at + CONTACT)]
        straight = _is_straight(way, at) and any(in_contact(at_end(model, way[-1]), e.base) for e in first)
        if length - at > CONTACT and not straight:
            return refuse("CD-H7", say("It stops within {engaged:g}″ of {enemy}, or goes straight on into contact.",
                                       engaged=NUMBERS.engaged, enemy=enemy.name),
                          Mark(kind="path", points=tuple(way), role="bad"),
                          Mark(kind="ring", points=(enemy.base.at,), radius=enemy.radius + NUMBERS.engaged,
                               role="bad"))
    return YES


def _engages_at(state: GameState, model: Model, way: Sequence[Point], enemy: Model) -> float | None:
    """Inches along the way at which it is within 1″ and in sight of the enemy for the first time."""
    run = 0.0
    for start, end in itertools.pairwise(way):
        span = math.dist(start, end)
        near = _near(start, end, enemy.base.at, model.radius + enemy.radius + NUMBERS.engaged)
        if near is not None:
            first, last = near
            steps = max(1, math.ceil((last - first) / STEP))
            for k in range(steps + 1):
                along = first + (last - first) * k / steps
                share = along / span if span else 0.0
                point = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                if look_at_base(state.scene, replace(at_end(model, point), facing=0.0), enemy.base).clear:
                    return run + along
        run += span
    return None


def _near(start: Point, end: Point, centre: Point, radius: float) -> tuple[float, float] | None:
    """From where to where along a leg, in inches, a point is within `radius` of a centre; None where nowhere."""
    span = math.dist(start, end)
    limit = radius + TOLERANCE
    if not span:
        return (0.0, 0.0) if math.dist(start, centre) <= limit else None
    ux, uy = (end[0] - start[0]) / span, (end[1] - start[1]) / span
    dx, dy = centre[0] - start[0], centre[1] - start[1]
    along = dx * ux + dy * uy
    square = limit**2 - (dx**2 + dy**2 - along**2)
    if square < 0:
        return None
    half = math.sqrt(square)
    first, last = max(0.0, along - half), min(span, along + half)
    return (first, last) if first <= last else None


def _is_straight(way: Sequence[Point], at: float) -> bool:
    """Whether the way has no bend beyond `at` inches."""
    run = 0.0
    bends = []
    for start, end in itertools.pairwise(way):
        run += math.dist(start, end)
        bends.append(run)
    return all(bend <= at + CONTACT for bend in bends[:-1])


# --- where it can go


def reach_of(state: GameState, model: Model, inches: float | None = None) -> Reach:
    """Where a Move can lead; up to where it becomes engaged, contact apart."""
    key = _reach_key(state, model, inches_of(model) if inches is None else inches)
    return state.scene.recent(("reach", *key), lambda scene: Reach(
        scene, key.base, key.inches, pass_through=key.passed, blocked_by=key.kept, rates=RATES, climb=None))


class _ReachKey(NamedTuple):
    """All that a reach depends on besides the terrain: who moves how far, whom it keeps off, whom it may pass."""

    base: Base
    inches: float
    kept: tuple[Base, ...]
    passed: tuple[Base, ...]


def _reach_key(state: GameState, model: Model, inches: float) -> _ReachKey:
    old = {e.id for e in engaged_with(state, model)}
    kept = tuple(_kept_off(model, e, e.id in old) for e in foes(state, model))
    passed = tuple(m.base for m in state.on_table()
                   if m.id != model.id and (m.side == model.side or not is_conscious(m)))
    return _ReachKey(model.base, inches, kept, passed)


def _kept_off(model: Model, enemy: Model, old: bool) -> Base:
    """The enemy's base, as much larger as a new one holds the mover off."""
    more = 0.0 if old else min(SHY, gap(model.base, enemy.base))
    return replace(enemy.base, radius=enemy.radius + more)


def leg_prices(scene: Scene, legs: Array) -> Array:
    """[n] what straight ways [n, 4] cost a usual character, in inches: double over rough ground, inf where something
    bars them. For judging how far off a place is."""
    price = ground_of(scene, USUAL, RATES, "centre", None).leg_prices(legs)
    return np.asarray(np.where(swept_clear_many(scene, USUAL, legs, tops=NO_TOPS), price, np.inf))


def closing_path(state: GameState, model: Model, enemy: Model) -> tuple[Point, ...] | None:
    """The cheapest way found to become engaged with an enemy; None where it is out of reach."""
    if not within(gap(model.base, enemy.base), inches_of(model) + NUMBERS.engaged):
        return None
    key = ("closing", *_reach_key(state, model, inches_of(model)), enemy.base)
    way: tuple[Point, ...] | None = state.scene.recent(key, lambda scene: _closing_path(state, model, enemy))
    return way


def _closing_path(state: GameState, model: Model, enemy: Model) -> tuple[Point, ...] | None:
    reach = reach_of(state, model)
    far = model.radius + enemy.radius + SHY + TOLERANCE
    turned = heading(enemy.base.at, model.base.at)
    points = np.array([towards(enemy.base.at, turned + off, far) for off in range(-165, 181, 15)])
    costs = reach.end_costs(points)
    for place in np.argsort(costs, kind="stable")[:TRIES].tolist():
        point = (float(points[place][0]), float(points[place][1]))
        if not math.isfinite(costs[place]) or not look_at_base(state.scene, at_end(model, point), enemy.base).clear:
            continue
        way = reach.path(point)
        if way is not None and check_path(state, model, way):
            return way
    return None


def resolve_move(run: Run, model_id: str, path: Sequence[Point], facing: float | None) -> None:
    """Walks; it ends facing as its player wants, by default the way it went. CD-H6"""
    model = run.state.models[model_id]
    way = walked(model, path)
    turned = heading(way[-2], way[-1]) if way[-2] != way[-1] else model.facing
    run.emit(Moved(model=model_id, path=way, facing=turned if facing is None else facing, elevation=model.elevation,
                   how="move", rule="CD-H7"))
