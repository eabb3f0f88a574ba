"""Expected harm over many places at once, by whole units, for the threat map and the computer player."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.obstacles import obstacles, points_clear
from game.geometry.scene import Scene
from game.geometry.sight import sees_from
from game.rulesets.grimdark_future.attacks import Group, Shooter, hit_quality
from game.rulesets.grimdark_future.conditions import (
    alive,
    arms,
    is_immobile,
    is_shaken,
    move_of,
    unit_gap,
    units_on_table,
)
from game.rulesets.grimdark_future.data import Weapon
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.objectives import last_round
from game.rulesets.grimdark_future.previews import expected, left, strike, worth_of
from game.rulesets.grimdark_future.shooting import to_hit
from game.table.model import Model

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
SLACK = 1.0
UNSEEN = 0.5
"""The share of its fire that an enemy keeps who does not see the place from where it stands: it may move."""
SHELTER = 0.7
"""The share of harm by shooting that cover leaves, roughly."""
FAR_OFF = (-500.0, -500.0)
ATTENTION = 0.6
"""How much of a foe's attention another target draws."""
SPENT = 0.8
"""The share of harm of an enemy that has acted this round."""


def harm_from(state: GameState, model: Model, points: Array, how: str = "") -> Array:
    """The points' worth that the model's unit is expected to take by shooting, with its middle at each [n, 2] point:
    the best single target in sight, weapons by range."""
    return np.asarray(np.max([np.zeros(len(points)), *harm_on(state, model, points).values()], axis=0))


def harm_on(state: GameState, model: Model, points: Array) -> dict[str, Array]:
    """The same for each enemy unit, as if it were the target."""
    state = _with_unit(state, model.unit)
    foes = _foes(state, model.side)
    if not len(points) or not foes or not _fires(state, model.unit):
        return {}
    seen, distance = _views(state, model, foes, points)
    found = {}
    for k, foe in enumerate(foes):
        worth = np.zeros(len(points))
        for weapon, wounds in volleys(state, model.unit, foe):
            reached = (distance[:, k] <= weapon.range) & (seen[:, k] | weapon.has("Indirect"))
            worth += np.where(reached, worth_of(state, foe, wounds), 0.0)
        found[foe] = np.minimum(worth, worth_of(state, foe, float(left(state, foe))))
    return found


def _fires(state: GameState, unit: str) -> bool:
    return any(arms(m, melee=False) for m in alive(state, unit))


def _foes(state: GameState, side: str) -> list[str]:
    return [u.id for u in units_on_table(state) if u.side != side]


def _views(state: GameState, model: Model, foes: list[str], points: Array) -> tuple[Flags, Array]:
    """[n, m] from which points each foe's middle is seen, and the gap from a model there to its nearest model."""
    middles, gaps = [], []
    for foe in foes:
        at, radius, middle = remembered(state, ("standing", foe), functools.partial(_standing, state, foe))
        middles.append(middle.base)
        apart = np.hypot(points[:, None, 0] - at[None, :, 0], points[:, None, 1] - at[None, :, 1])
        gaps.append((apart - radius).min(axis=1))
    seen = sees_from(state.scene, points, replace(model, at=(0.0, 0.0)).base, middles)
    return seen, np.maximum(np.stack(gaps, axis=1) - model.radius, 0.0)


def _standing(state: GameState, unit: str) -> tuple[Array, Array, Model]:
    """Centres and radii of a unit's models, and the one in its middle."""
    members = alive(state, unit)
    at = np.array([m.base.at for m in members])
    middle = members[int(np.hypot(*(at - at.mean(axis=0)).T).argmin())]
    return at, np.array([m.radius for m in members]), middle


def volleys(state: GameState, unit: str, foe: str) -> list[tuple[Weapon, float]]:
    """Every ranged weapon type of the unit with the wounds it should cause to the foe in the open."""
    return remembered(state, ("volleys", unit, foe), lambda: [
        (weapon, expected(state, group)) for weapon, group in _groups(state, unit, foe)])


def charge_harm(state: GameState, unit: str, foe: str) -> float:
    """The wounds that the unit's charge should cause to the foe."""
    return remembered(state, ("charge", unit, foe), lambda: strike(state, unit, foe, charging=True))


def _groups(state: GameState, unit: str, foe: str) -> list[tuple[Weapon, Group]]:
    found: dict[tuple[str, int], list[Model]] = {}
    kinds: dict[tuple[str, int], Weapon] = {}
    for model in alive(state, unit):
        for name, weapon in arms(model, melee=False):
            key = (name, hit_quality(state, model, weapon))
            found.setdefault(key, []).append(model)
            kinds[key] = weapon
    return [(kinds[key], _group(state, unit, foe, key[1], kinds[key], models)) for key, models in found.items()]


def _group(state: GameState, unit: str, foe: str, quality: int, weapon: Weapon, models: list[Model]) -> Group:
    bonuses = to_hit(state, models[0], foe, weapon, moved=False)
    shooters = tuple(Shooter(m.id, weapon.attacks, bonuses) for m in models)
    return Group(unit=unit, target=foe, weapon=weapon, quality=quality, shooters=shooters)


def strikes(state: GameState, unit: str) -> list[tuple[float, float]]:
    """The unit's attacks: the reach of each ranged weapon type (0: melee) and the points it takes on average."""
    state = _with_unit(state, unit)
    foes = _foes(state, state.units[unit].side)
    if not foes or not alive(state, unit):
        return []
    taken: dict[str, tuple[float, float]] = {}
    for foe in foes:
        for weapon, wounds in volleys(state, unit, foe):
            far, sum_ = taken.get(weapon.name, (weapon.range, 0.0))
            taken[weapon.name] = (far, sum_ + worth_of(state, foe, wounds) / len(foes))
    found = list(taken.values())
    if any(arms(m, melee=True) for m in alive(state, unit)):
        found.append((0.0, sum(worth_of(state, f, charge_harm(state, unit, f)) for f in foes) / len(foes)))
    return found


def harm_at(
    state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False, how: str = "",
) -> Array:
    """Wounds (or points' worth) that the enemy units, or the one named, could be expected to do to the model's unit at
    each point in their next activations: by shooting after an advance, or by a charge. In points, who has acted in the
    last round does nothing more, and cover counts."""
    total = np.zeros(len(points))
    unit = model.unit
    state = _with_unit(state, unit)
    foes = [f for f in _foes(state, model.side) if by is None or f == by or by in state.units[f].models]
    foes = [f for f in foes if not is_shaken(state.units[f]) and _comes(state, f, in_points) > 0]
    if not foes or not len(points):
        return total
    seen, distance = _views(state, model, foes, points)
    shelter = np.where(_in_cover(state.scene, points), SHELTER, 1.0) if in_points else np.ones(len(points))
    for k, foe in enumerate(foes):
        there = alive(state, foe)
        rooted = is_immobile(state, foe)
        stretch = 0.0 if rooted else min(move_of(m, "advance") for m in there)
        harm = np.zeros(len(points))
        for weapon, wounds in volleys(state, foe, unit):
            sight = np.where(seen[:, k] | weapon.has("Indirect"), 1.0, 0.0 if rooted else UNSEEN)
            harm += np.where(distance[:, k] <= weapon.range + stretch, wounds * sight * shelter, 0.0)
        if not rooted:
            charge = max(move_of(m, "charge") for m in there)
            struck = charge_harm(state, foe, unit)
            harm = np.maximum(harm, np.where(distance[:, k] <= charge - SLACK, struck, 0.0))
        total += harm * (_comes(state, foe, in_points) * _drawn(state, foe, unit) if in_points else 1.0)
    total = np.minimum(total, float(left(state, unit)))
    return total * (worth_of(state, unit, 1.0) if in_points else 1.0)


def _with_unit(state: GameState, unit: str) -> GameState:
    """The state with a unit that waits off the table as if it stood somewhere far away: what can be asked of it then
    does not depend on where."""
    if alive(state, unit) or not state.members(unit):
        return state
    return remembered(state, ("with", unit), lambda: replace(state, models={
        **state.models, **{m.id: replace(m, at=FAR_OFF) for m in state.members(unit)}}))


def _drawn(state: GameState, foe: str, unit: str) -> float:
    """The share of a foe's attention that a unit gets: others of its side that he could harm as well draw it."""
    prey = remembered(state, ("prey", foe), lambda: _prey(state, foe))
    return 1.0 / (1.0 + ATTENTION * len(prey - {unit}))


def _prey(state: GameState, foe: str) -> frozenset[str]:
    """The units that a foe could harm in its next activation, as they stand."""
    there = alive(state, foe)
    stretch = 0.0 if is_immobile(state, foe) else min(move_of(m, "advance") for m in there)
    shot = max((w.range for m in there for _, w in arms(m, melee=False)), default=-stretch) + stretch
    charge = 0.0 if is_immobile(state, foe) else max(move_of(m, "charge") for m in there)
    side = state.units[foe].side
    near = {u: unit_gap(state, foe, u) for u in _foes(state, side)}
    within = [u for u, gap in near.items() if gap <= max(shot, charge)]
    if not within:
        return frozenset()
    lead = remembered(state, ("standing", foe), lambda: _standing(state, foe))[2]
    middles = [remembered(state, ("standing", u), functools.partial(_standing, state, u))[2].base for u in within]
    seen = sees_from(state.scene, np.array([lead.base.at]), lead.base, middles)[0]
    return frozenset(u for u, ok in zip(within, seen, strict=True) if ok or near[u] <= charge)


def _comes(state: GameState, foe: str, in_points: bool) -> float:
    """How far what the foe may still do counts."""
    if not in_points or not state.units[foe].note("activated"):
        return 1.0
    return 0.0 if state.round >= last_round(state) else SPENT


def _in_cover(scene: Scene, points: Array) -> Flags:
    """[n] which points lie in a piece of cover."""
    sheltering = scene.memo("cover alone", lambda s: obstacles(Scene(s.width, s.height, [
        replace(p, traits=frozenset({"impassable"})) for p in s.pieces if p.cover]), 0.01))
    return np.asarray(~points_clear(sheltering, points))
