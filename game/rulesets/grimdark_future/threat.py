"""Expected harm over many places at once, by whole units, for the threat map and the computer player."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.geometry.sight import sees_from
from game.rulesets.grimdark_future.attacks import Group, Shooter, hit_quality
from game.rulesets.grimdark_future.conditions import alive, arms, is_shaken, move_of, units_on_table
from game.rulesets.grimdark_future.data import Weapon
from game.rulesets.grimdark_future.previews import expected, left, strike, worth_of
from game.rulesets.grimdark_future.shooting import to_hit
from game.table.model import Model

Array = npt.NDArray[np.float64]
SLACK = 1.0


def harm_from(state: GameState, model: Model, points: Array) -> Array:
    """The points' worth that the model's unit is expected to take by shooting, with its middle at each [n, 2] point:
    the best single target in sight, weapons by range."""
    unit = model.unit
    best = np.zeros(len(points))
    if not len(points):
        return best
    for foe in _foes(state, model.side):
        seen, distance = _view(state, model, foe, points)
        worth = np.zeros(len(points))
        for weapon, group in _volleys(state, unit, foe):
            value = worth_of(state, foe, expected(state, group))
            near = distance <= weapon.range
            worth += np.where(near & (seen | weapon.has("Indirect")), value, 0.0)
        best = np.maximum(best, np.minimum(worth, worth_of(state, foe, float(left(state, foe)))))
    return best


def _foes(state: GameState, side: str) -> list[str]:
    return [u.id for u in units_on_table(state) if u.side != side]


def _view(state: GameState, model: Model, foe: str, points: Array) -> tuple[npt.NDArray[np.bool_], Array]:
    """From which points the foe's middle is seen, and the gap from a model standing at each to its nearest model."""
    members = alive(state, foe)
    x, y = sum(m.base.x for m in members) / len(members), sum(m.base.y for m in members) / len(members)
    nearest = min(members, key=lambda m: (m.base.x - x) ** 2 + (m.base.y - y) ** 2)
    seen = sees_from(state.scene, points, model.base, [nearest.base])[:, 0]
    centres = np.array([m.base.at for m in members])
    gaps = np.hypot(points[:, None, 0] - centres[None, :, 0], points[:, None, 1] - centres[None, :, 1]).min(axis=1)
    return seen, np.maximum(gaps - members[0].radius - model.radius, 0.0)


def _volleys(state: GameState, unit: str, foe: str) -> list[tuple[Weapon, Group]]:
    """Every ranged weapon type of the unit as one group at the foe in the open."""
    found: dict[tuple[str, int], list[Model]] = {}
    kinds: dict[tuple[str, int], Weapon] = {}
    for model in alive(state, unit):
        for name, weapon in arms(model, melee=False):
            key = (name, hit_quality(state, model, weapon))
            found.setdefault(key, []).append(model)
            kinds[key] = weapon
    return [
        (
            kinds[key],
            Group(
                unit=unit,
                target=foe,
                weapon=kinds[key],
                quality=key[1],
                shooters=tuple(
                    Shooter(m.id, kinds[key].attacks, to_hit(state, m, foe, kinds[key], moved=False)) for m in models
                ),
            ),
        )
        for key, models in found.items()
    ]


def harm_at(state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False) -> Array:
    """Wounds (or points' worth) that the enemy units, or the one named, could be expected to do to the model's unit at
    each point in their next activations: by shooting after an advance, or by a charge."""
    total = np.zeros(len(points))
    unit = model.unit
    for foe in _foes(state, model.side):
        if (by is not None and foe != by and by not in state.units[foe].models) or is_shaken(state.units[foe]):
            continue
        seen, distance = _view(state, model, foe, points)
        there = alive(state, foe)
        stretch = min(move_of(m, "advance") for m in there)
        harm = np.zeros(len(points))
        for weapon, group in _volleys(state, foe, unit):
            harm += np.where(distance <= weapon.range + stretch, expected(state, group) * np.where(seen, 1.0, 0.5), 0.0)
        charge = max(move_of(m, "charge") for m in there)
        struck = strike(state, foe, unit, charging=True)
        harm = np.maximum(harm, np.where(distance <= charge - SLACK, struck, 0.0))
        total += harm
    whole = float(left(state, unit))
    total = np.minimum(total, whole)
    return total * (worth_of(state, unit, 1.0) if in_points else 1.0)
