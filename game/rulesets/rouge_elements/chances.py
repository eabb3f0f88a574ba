"""Whom a champion gets to see and to strike from somewhere, and how likely that is."""
from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.ground import ground_of, levels_at
from game.geometry.path import swept_clear_many
from game.geometry.sight import sees_from
from game.rulesets.rouge_elements import casting, means, terrain, turns
from game.rulesets.rouge_elements.conditions import crippled, full_pool, having, movement, pool, value
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import CONTACT, CONTACT_RISE, TOLERANCE

Array = npt.NDArray[np.float64]
DIE = 3.5
"""What a D6 is on average."""
RING = tuple((share * math.sin(a), share * math.cos(a)) for share in (0.5, 1.0) for a in (
    k * math.pi / 6 for k in range(12)))


def seen_from(state: GameState, points: Array, levels: Array, model: Model, enemy: Model) -> npt.NDArray[np.bool_]:
    """[n] whether the enemy, where it stands, and the model see each other with the model there."""
    seen = np.zeros(len(points), bool)
    for level in set(levels.tolist()):
        some = np.flatnonzero(levels == level)
        base = replace(model.base, elevation=level)
        seen[some] = sees_from(state.scene, points[some], base, [enemy.base])[:, 0]
    return seen


def seen_round(
    state: GameState, points: Array, levels: Array, model: Model, enemy: Model, stride: float
) -> npt.NDArray[np.bool_]:
    """[n] whether the enemy would see the model there from somewhere that it could walk to straight."""
    x, y = enemy.base.at
    spots = np.array([(x + stride * dx, y + stride * dy) for dx, dy in RING])
    legs = np.concatenate([np.repeat([[x, y]], len(spots), axis=0), spots], axis=1)
    scene = terrain.walking_scene(state, enemy.radius, enemy.elevation)
    spots = spots[swept_clear_many(scene, enemy.radius, legs)]
    if not len(spots):
        return np.zeros(len(points), bool)
    heights = levels_at(state.scene, [tuple(s) for s in spots])
    bases = [replace(enemy.base, x=float(spot[0]), y=float(spot[1]), elevation=height)
             for spot, height in zip(spots, heights, strict=True)]
    seen = np.zeros(len(points), bool)
    for level in set(levels.tolist()):
        some = np.flatnonzero(levels == level)
        seen[some] = sees_from(state.scene, points[some], replace(model.base, elevation=level), bases).any(axis=1)
    return seen


def dearer(state: GameState, legs: Array) -> Array:
    """[n] inches that each straight way costs beyond its length: difficult ground, and climbs."""
    ground = ground_of(state.scene, 1.0, terrain.RATES, "centre", NUMBERS.climb, NUMBERS.step)
    return np.asarray(ground.leg_prices(legs) - np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1]))


def charge_chance(
    state: GameState, model: Model, points: Array, levels: Array, enemy: Model, gaps: Array,
    chosen: npt.NDArray[np.bool_],
) -> Array:
    """[n] the chance that a charge from each point makes contact, or that a long weapon strikes from there."""
    inches = movement(model)
    barred = crippled(model, "legs") >= 2 or model.has("fleeing") or model.note("charged")
    touching = (gaps <= CONTACT) & (np.abs(levels - enemy.elevation) <= CONTACT_RISE + TOLERANCE)
    chance = np.where(touching, 1.0, 0.0)
    long = means.strikes_at(model)
    if long:
        chance = np.where((gaps <= long + TOLERANCE) & chosen, 1.0, chance)
    near = np.flatnonzero((gaps <= inches + 6) & chosen & ~touching)
    if barred or not len(near):
        return chance
    legs = np.concatenate([points[near], np.repeat([enemy.base.at], len(near), axis=0)], axis=1)
    scene = terrain.walking_scene(state, model.radius, model.elevation)
    free = swept_clear_many(scene, model.radius, legs)
    need = np.ceil(gaps[near] + dearer(state, legs) - inches - TOLERANCE)
    reach = np.clip((7 - need) / 6, 0.0, 1.0)
    chance[near] = np.maximum(chance[near], np.where(free, reach, 0.0))
    return chance


def after_sprint(state: GameState, enemy: Model, inches: float, far: float) -> float:
    """The chance that a sprint and the charge after it come so far: twice M and M, with a D6 each. RE-3.3, RE-5.2"""
    lacks = math.ceil(far - (NUMBERS.sprint + 1) * inches - TOLERANCE)
    if lacks > 12:
        return 0.0
    return casting.chance_above(lacks - 1, 2) * spots(state, enemy, max(0.0, far - NUMBERS.sprint * inches - DIE))


def spots(state: GameState, model: Model, gap: float) -> float:
    """The chance that it sees clearly so far when it acts next. RE-8.2"""
    if acts_yet(state, model) and model.note("SD") is not None:
        return 1.0 if gap <= float(model.note("SD")) + TOLERANCE else 0.0
    more = value(model, "AP") + NUMBERS.hawkeye * having(model, "hawkeye")
    return casting.chance_above(math.ceil(gap - TOLERANCE) - 1 - more, 2)


def has_moved(state: GameState, model: Model) -> bool:
    """Whether its activation has begun and its movement is made."""
    acts = turns.acting(state)
    return acts is not None and acts.id == model.id and bool(model.note("move"))


def next_pool(state: GameState, model: Model) -> int:
    """The points that it has when it acts next."""
    if acts_yet(state, model):
        return pool(model)
    return max(0, full_pool(model) - int(model.note("owed", 0)))


def acts_yet(state: GameState, model: Model) -> bool:
    """Whether its activation of this turn is still to come, or is now."""
    acts = turns.acting(state)
    return model.id in turns.waiting(state) or (acts is not None and acts.id == model.id)
