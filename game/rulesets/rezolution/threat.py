"""Expected harm over many places at once, for the threat map and the computer player."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.sight import sees_from
from game.rulesets.rezolution import movement, odds, powers, ranged
from game.rulesets.rezolution.conditions import carried, in_hand, is_engaged, is_standing
from game.rulesets.rezolution.data import Gear
from game.rulesets.rezolution.targets import Shot
from game.table.model import Model
from game.units import heading

Array = npt.NDArray[np.float64]
REST = 1.0
"""Inches of slack when a straight line stands in for a walked one."""


def shots_of(model: Model) -> list[Shot]:
    """Its ranged attacks that work: guns, grenades, ranged powers."""
    shots = [ranged.shot_of(model, item) for _, item in carried(model, "ranged") if not model.note("jammed")]
    shots += [ranged.shot_of(model, item) for _, item in carried(model, "grenade")]
    return shots + [powers.shot_of_power(model, item) for _, item in carried(model, "power") if not item.close]


def close_power(model: Model) -> Gear | None:
    return next((item for _, item in carried(model, "power") if item.close), None)


def harm_from(state: GameState, model: Model, points: Array) -> Array:
    """Points' worth that `model` is expected to take from the enemy by its best shot from each of the [n, 2] points,
    turning as it likes: the nearest enemy in sight that is not locked in combat is the only target (RZ-6.2)."""
    enemies = [e for e in state.enemies(model.side) if not is_engaged(state, e)]
    shots = shots_of(model)
    if not enemies or not shots or not len(points):
        return np.zeros(len(points))
    distance = _gaps(points, model, enemies)
    seen = sees_from(state.scene, points, model.base, [e.base for e in enemies])
    nearest = np.where(seen, distance, np.inf).argmin(axis=1)
    least = distance[np.arange(len(points)), nearest]
    least = np.where(seen.any(axis=1), least, np.inf)
    behind = _from_behind(points, enemies)[np.arange(len(points)), nearest]
    best = np.zeros(len(points))
    for shot in shots:
        worth = np.array([[_worth(shot, e, rear) for rear in (False, True)] for e in enemies])
        value = worth[nearest, behind.astype(int)]
        best = np.maximum(best, np.where(least <= shot.weapon.range, value, 0.0))
    return best


def harm_at(state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False) -> Array:
    """Blocks (or points' worth) that the enemies of `model`, or the one named, could be expected to mark on it at each
    point in their next activations: by a shot from where they stand or can move to, or by a charge."""
    total = np.zeros(len(points))
    for enemy in state.enemies(model.side):
        if (by is None or enemy.id == by) and in_hand(enemy):
            total += _harm_by(state, enemy, model, points, in_points)
    return total


def _harm_by(state: GameState, enemy: Model, model: Model, points: Array, in_points: bool) -> Array:
    distance = _gaps(points, model, [enemy])[:, 0]
    harm = np.zeros(len(points))
    free = is_standing(enemy) and not enemy.has("suppressed") and not is_engaged(state, enemy)
    charge = movement.budget(enemy, "charge") if free else 0.0
    if free:
        struck = odds.fight_odds(enemy, model, charge=True, rear=False, power=None)
        harm = np.where(distance <= charge - REST, _value(model, struck, in_points), harm)
    for shot in shots_of(enemy):
        if is_engaged(state, enemy):
            break
        value = _value(model, odds.shot_odds(shot, _faced(model, enemy)), in_points)
        stretch = movement.budget(enemy, "move") if free else 0.0
        near = distance <= shot.weapon.range + stretch
        if value > 0 and near.any():
            seen = _seen_soon(state, enemy, model, points[near], stretch)
            harm[near] = np.maximum(harm[near], value * seen)
    return harm


def _seen_soon(state: GameState, enemy: Model, model: Model, points: Array, stretch: float) -> Array:
    """How surely the enemy has sight of each point: 1 from where it stands, less from where it could go."""
    spots = [enemy.base.at]
    if stretch:
        spots += [(enemy.base.x + stretch * x, enemy.base.y + stretch * y) for x, y in _ROSE]
    inside = [(x, y) for x, y in spots if 0 < x < state.table.width and 0 < y < state.table.height]
    bases = [replace(enemy.base, x=x, y=y) for x, y in inside]
    seen = sees_from(state.scene, points, model.base, bases)
    weights = np.array([1.0, *([0.8] * (len(inside) - 1))])
    return np.asarray((seen * weights).max(axis=1))


_ROSE = tuple((float(np.sin(a)), float(np.cos(a))) for a in np.linspace(0, 2 * np.pi, 8, endpoint=False))


def _faced(model: Model, enemy: Model) -> Model:
    """The model turned towards the enemy: it will mind its front."""
    return replace(model, facing=heading(model.base.at, enemy.base.at))


def _worth(shot: Shot, enemy: Model, rear: bool) -> float:
    """The points that a shot costs this enemy, from its front or its rear. Distances to a prone one are ignored."""
    away = heading(shot.base.at, enemy.base.at)
    turned = replace(enemy, facing=(away if rear else away + 180.0) % 360.0)
    return odds.loss(enemy, odds.shot_odds(shot, turned).blocks)


def _value(model: Model, result: odds.Odds, in_points: bool) -> float:
    return odds.loss(model, result.blocks) if in_points else result.harm


def _gaps(points: Array, model: Model, others: list[Model]) -> Array:
    """[n, m] gaps from the model's base at each point to each other base."""
    centres = np.array([o.base.at for o in others])
    radii = np.array([o.radius for o in others])
    between = np.hypot(points[:, None, 0] - centres[None, :, 0], points[:, None, 1] - centres[None, :, 1])
    return np.asarray(np.maximum(between - radii[None, :] - model.radius, 0.0))


def _from_behind(points: Array, enemies: list[Model]) -> npt.NDArray[np.bool_]:
    """[n, m] whether each point lies in the rear arc of each enemy."""
    centres = np.array([e.base.at for e in enemies])
    facing = np.radians([e.facing for e in enemies])
    ahead = np.stack([np.sin(facing), np.cos(facing)], axis=1)
    return np.asarray(((points[:, None, :] - centres[None]) * ahead[None]).sum(axis=2) < -1e-6)
