"""Expected harm over many places at once, for the threat map and the computer player."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.geometry.sight import sees_from
from game.resolvers.keeping import clash
from game.resolvers.vantage import gaps_from
from game.rulesets.cyberdark import odds
from game.rulesets.cyberdark.conditions import (
    actions,
    guns,
    helped_by,
    is_conscious,
    jammed,
    level,
    magazine,
    melee_weapons,
    po,
    stress,
)
from game.rulesets.cyberdark.data import DICE, NUMBERS, weapons
from game.rulesets.cyberdark.movement import inches_of
from game.rulesets.cyberdark.turns import acting
from game.table.model import Model
from game.units import TOLERANCE

Array = npt.NDArray[np.float64]
UNSEEN = 0.4
"""What an attack counts for where the enemy must first come into sight."""


def ready(model: Model) -> list[str]:
    """Its weapons that work and are loaded."""
    return [w for w in (*guns(model), *melee_weapons(model)) if w not in jammed(model) and (
        not weapons()[w].gun or magazine(model, w))]


def _odds(model: Model, target: Model, weapon: str, net: int) -> odds.Odds:
    """An attack in the open, with as many dice more or fewer."""
    own = net - int(stress(model) >= NUMBERS.shaken)
    gun = weapons()[weapon].gun
    if gun:
        found = clash(level(model, "Sh"), max(-2, own), None)
    else:
        own += len(helped_by(model, "fight"))
        found = clash(level(model, "Me"), max(-2, min(2, own)), level(target, "Do"), 0)
    return odds.of_clash(found, weapons()[weapon].dice, po(target))


def harm_from(state: GameState, model: Model, points: Array) -> Array:
    """Points' worth that its best attacks take from an enemy from each of the [n, 2] points: as many as it has actions
    where it stands, one fewer where it must go first."""
    first = _harm_from(state, model, points, 0)
    who = acting(state)
    if who is None or who.id != model.id or model.at is None:
        return first
    here = np.hypot(*(np.asarray(points, float) - np.array(model.at)).T) <= TOLERANCE
    left = actions(model) - np.where(here, 0, 1)
    second = _harm_from(state, model, points, DICE.second_attack) if left.max(initial=0) > 1 else first
    return np.where(left > 1, first + second, np.where(left > 0, first, 0.0))


def _harm_from(state: GameState, model: Model, points: Array, net: int) -> Array:
    """One attack, with as many dice more or fewer."""
    best = np.zeros(len(points))
    enemies = [e for e in state.enemies(model.side) if is_conscious(e)]
    if not enemies or not len(points):
        return best
    seen = sees_from(state.scene, points, model.base, [e.base for e in enemies])
    gaps = gaps_from(points, model, enemies)
    for k, enemy in enumerate(enemies):
        for name in ready(model):
            found = _worth(model, enemy, name, gaps[:, k], NUMBERS.engaged, in_points=True, net=net)
            best = np.maximum(best, found * seen[:, k])
    return best


def _worth(
    model: Model, target: Model, name: str, gaps: Array, melee: float, *, in_points: bool, net: int = 0
) -> Array:
    """What an attack is worth at each distance; `melee` is how near a blow must be."""
    weapon = weapons()[name]

    def value(more: int) -> float:
        found = _odds(model, target, name, net + more)
        return odds.worth_of_harm(target, found) if in_points else found.harm

    if not weapon.gun:
        return np.where(gaps <= melee + TOLERANCE, value(0), 0.0)
    far = len(helped_by(model, "long shots")) - 1
    near = np.where(gaps <= weapon.short + TOLERANCE, value(0), value(min(0, far)))
    return np.where(gaps <= weapon.long + TOLERANCE, near, 0.0)


def harm_at(state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False) -> Array:
    """PO (or points' worth) that enemies may be expected to take from it at each point when they act next."""
    total = np.zeros(len(points))
    enemies = [e for e in state.enemies(model.side) if is_conscious(e) and (by is None or e.id == by)]
    if not enemies or not len(points) or not is_conscious(model):
        return total
    gaps = gaps_from(points, model, enemies)
    seen = sees_from(state.scene, points, model.base, [e.base for e in enemies])
    for k, enemy in enumerate(enemies):
        worst = np.zeros(len(points))
        for name in ready(enemy):
            if weapons()[name].gun:
                found = _worth(enemy, model, name, gaps[:, k], 0.0, in_points=in_points)
                found = found * np.where(seen[:, k], 1.0, UNSEEN)
            else:
                found = _worth(enemy, model, name, gaps[:, k], NUMBERS.engaged + inches_of(enemy), in_points=in_points)
            worst = np.maximum(worst, found)
        total += worst
    return total


def strikes(state: GameState, model: Model) -> list[tuple[float, float]]:
    """Its attacks that work: how far they reach, and the points that they take on average."""
    enemies = [e for e in state.enemies(model.side) if is_conscious(e)]
    if not enemies:
        return []
    return [(weapons()[w].long or NUMBERS.engaged,
             sum(odds.worth_of_harm(e, _odds(model, e, w, 0)) for e in enemies) / len(enemies)) for w in ready(model)]
