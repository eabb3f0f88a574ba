"""Expected harm over many places at once, for the threat map and the computer player."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.cover import grades_many
from game.geometry.ground import levels_at
from game.resolvers.vantage import gaps_from
from game.rulesets.rouge_elements import chances, items, means
from game.rulesets.rouge_elements.conditions import (
    crippled,
    full_pool,
    in_front,
    is_down,
    movement,
    pool,
    value,
    wounds_left,
)
from game.rulesets.rouge_elements.data import TABLES
from game.rulesets.rouge_elements.movement import MARKS
from game.rulesets.rouge_elements.recall import recalled
from game.rulesets.rouge_elements.sights import Cover
from game.table.model import Model
from game.units import CONTACT, CONTACT_RISE, TOLERANCE

Array = npt.NDArray[np.float64]
RANKS = {**TABLES.cover, "shifting": 4}
"""Grades of cover by number: 4 is shifting."""
COVERS = {0: Cover(), 4: Cover(shifting=True), **{n: Cover(n, name) for name, n in TABLES.cover.items()}}
SPRINTS = 0.8
"""The chance that a sprint finds a way by which a charge can follow."""
ROUND, CLOSE, BLIND = 0.9, 0.6, 0.1
"""The chance that one who does not see a place now gets to see it when it moves: where it would from about it, where
not but near, and else."""
NEARER = 0.5
"""The part of its reach at which an attack from afar is likely to find a line on a dense table."""


# --- what it could do from somewhere


def harm_from(state: GameState, model: Model, points: Array, how: str = "") -> Array:
    """Points' worth that it takes from an enemy from each of the [n, 2] points in this activation, once there by the
    movement `how` ('': it stays or is there): shots, spells, a charge and what it pays for."""
    best = np.zeros(len(points))
    enemies = list(state.enemies(model.side))
    if not enemies or not len(points):
        return best
    begun = bool(model.note("move"))
    ap = pool(model) - (1 if how and not begun else 0)
    runs = "sprint" in (how, (model.note("move") or {}).get("how"))
    mover = _as_moved(model, how) if how else model
    state = put(state, mover)
    levels = np.array(levels_at(state.scene, [tuple(p) for p in points]))
    for enemy in enemies:
        gaps = gaps_from(points, model, [enemy])[:, 0]
        ahead = np.full(len(points), True) if how else np.full(len(points), in_front(model, enemy))
        spotted = gaps <= float(model.note("SD") or 99.0) + TOLERANCE
        seen = chances.seen_from(state, points, levels, mover, enemy)
        grades = grades_many(state.scene, points, np.repeat([enemy.base.at], len(points), axis=0), model.radius, RANKS)
        contact = chances.charge_chance(state, mover, points, levels, enemy, gaps, seen & spotted)
        found = _exchange(state, mover, enemy, gaps=gaps, sure=(seen & spotted & ahead).astype(float),
                          line=(seen & ahead).astype(float), sees=ahead.astype(float), grades=grades,
                          contact=contact * ahead, ap=ap, ranged=not runs, fresh=False)
        best = np.maximum(best, found)
    return best


def _as_moved(model: Model, how: str) -> Model:
    mark = MARKS.get(how)
    begun = model.note("move") or {}
    if how == "go_on":
        mark = MARKS.get(str(begun.get("how", "walk")), "moved")
    return replace(model, notes={**model.notes, "mark": mark}) if mark else model


def put(state: GameState, model: Model) -> GameState:
    """The same game with this model as it would be."""
    return replace(state, models={**state.models, model.id: model})


def contact_chance(state: GameState, model: Model, points: Array, enemy: Model) -> Array:
    """[n] the chance that it gets to strike the enemy in this activation from each point, as things stand."""
    levels = np.array(levels_at(state.scene, [tuple(p) for p in points]))
    gaps = gaps_from(points, model, [enemy])[:, 0]
    spotted = gaps <= float(model.note("SD") or 99.0) + TOLERANCE
    chosen = chances.seen_from(state, points, levels, model, enemy) & spotted & in_front(model, enemy)
    return chances.charge_chance(state, model, points, levels, enemy, gaps, chosen)


def stands_against(state: GameState, attacker: Model, model: Model, points: Array) -> Array:
    """[n] what the attacker, acting and where it stands, could still do to the model at each point, in points."""
    levels = np.array(levels_at(state.scene, [tuple(p) for p in points]))
    gaps = gaps_from(points, model, [attacker])[:, 0]
    spotted = gaps <= float(attacker.note("SD") or 99.0) + TOLERANCE
    seen = chances.seen_from(state, points, levels, model, attacker)
    grades = grades_many(state.scene, np.repeat([attacker.base.at], len(points), axis=0), points, attacker.radius,
                         RANKS)
    touches = (gaps <= CONTACT) & (np.abs(levels - attacker.elevation) <= CONTACT_RISE)
    contact = np.where(touches | ((gaps <= means.strikes_at(attacker)) & seen), 1.0, 0.0)
    if not attacker.note("charged"):
        need = np.ceil(gaps - movement(attacker) - TOLERANCE)
        contact = np.maximum(contact, np.where(seen & spotted, np.clip((7 - need) / 6, 0.0, 1.0), 0.0))
    sure = (seen & spotted).astype(float)
    ranged = (attacker.note("move") or {}).get("how") != "sprint"
    return _exchange(state, attacker, model, gaps=gaps, sure=sure, line=seen.astype(float),
                     sees=np.ones(len(points)), grades=grades, contact=contact, ap=max(1, pool(attacker)),
                     ranged=ranged, fresh=True)


def _exchange(
    state: GameState, attacker: Model, target: Model, *, gaps: Array, sure: Array, line: Array, sees: Array,
    grades: Array, contact: Array, ap: int, ranged: bool, fresh: bool,
) -> Array:
    """[n] the points that an activation takes from the target. `sure`: the chance that it may be chosen there, `line`
    that nothing shields it, `sees` that it may be reached without either, `contact` that a charge comes home."""

    def likely(way: means.Means) -> Array:
        return sure if way.seen else line if way.line else sees
    stake = means.stake(target)
    escapes, spent = np.ones(len(gaps)), np.zeros(len(gaps))
    for grade in sorted(set(grades.tolist())):
        here = grades == grade
        cover = COVERS[int(grade)]
        for way in means.shots(state, attacker, target, cover, fresh=fresh) if ranged else ():
            able = np.where(here & (gaps <= way.reach + TOLERANCE), likely(way), 0.0)
            escapes *= 1 - able * min(1.0, way.worth / stake)
        if ranged and ap > 0 and (escapes[here] < 1).any():
            gain = means.aim_gain(state, attacker, target, cover, ap)
            spent = np.where(here & (escapes < 1), np.maximum(spent, gain * sure), spent)
        for way in means.harmful(state, attacker, target, cover) if ap > 0 else ():
            if not ranged and way.seen:
                continue
            chance = np.clip((7 - np.ceil(np.maximum(gaps, 1e-3))) / 6, 0.0, 1.0) if way.fades else (
                (gaps <= way.reach + TOLERANCE).astype(float))
            often = stake * (1 - (1 - min(1.0, way.worth / stake)) ** ap)
            spent = np.where(here, np.maximum(spent, often * chance * likely(way)), spent)
    if ap > 0 and contact.any():
        spent = np.maximum(spent, contact * means.blows(state, attacker, target, ap, charged=True))
    return np.asarray(stake * (1 - escapes * (1 - np.minimum(1.0, spent / stake))))


# --- what could be done to it there


def harm_at(state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False,
            how: str = "") -> Array:
    """Wounds (or points' worth) that enemies may be expected to take from it at each point when they act next. `how`:
    the movement that took it there."""
    total = np.zeros(len(points))
    enemies = [e for e in state.enemies(model.side) if by is None or e.id == by]
    if not enemies or not len(points):
        return total
    mover = _as_moved(model, how) if how else model
    state = put(state, mover)
    levels = np.array(levels_at(state.scene, [tuple(p) for p in points]))
    for enemy in enemies:
        total += _from_enemy(state, enemy, mover, points, levels)
    if in_points:
        return total
    return np.asarray(total / means.stake(model) * wounds_left(model) / means.SHARE)


def _from_enemy(state: GameState, enemy: Model, model: Model, points: Array, levels: Array) -> Array:
    gaps = gaps_from(points, model, [enemy])[:, 0]
    stands = 1 if is_down(enemy) else 0
    ap = max(0, chances.next_pool(state, enemy) - stands)
    touches = (gaps <= CONTACT) & (np.abs(levels - enemy.elevation) <= CONTACT_RISE)
    walks = ap >= 1 and not enemy.has("fleeing") and crippled(enemy, "legs") < 2 and not chances.has_moved(state, enemy)
    stride = movement(enemy) if walks else 0.0
    seen = chances.seen_from(state, points, levels, model, enemy)
    near = np.where(touches, 0.0, np.maximum(gaps - stride, 0.0))
    sight = np.where(seen, 1.0, 0.0)
    if stride and not seen.all():
        sight = np.maximum(sight, np.where(chances.seen_round(state, points, levels, model, enemy, stride), ROUND,
                                              np.where(gaps <= 2 * stride, CLOSE, BLIND)))
    if enemy.has("fleeing"):
        sight = sight * 0.5
    spot = np.array([chances.spots(state, enemy, gap) for gap in near])
    grades = grades_many(state.scene, np.repeat([enemy.base.at], len(points), axis=0), points, enemy.radius, RANKS)
    barred = enemy.has("fleeing") or crippled(enemy, "legs") >= 2
    legs = np.concatenate([np.repeat([enemy.base.at], len(points), axis=0), points], axis=1)
    inches = movement(enemy)
    way = gaps + chances.dearer(state, legs)
    need = np.ceil(np.maximum(way - stride, 0.0) - inches - TOLERANCE)
    reach = np.where(touches, 1.0, 0.0 if barred else np.clip((7 - need) / 6, 0.0, 1.0) * spot * sight)
    if stride and not barred and items.carries_heavy(enemy) is None:
        reach = np.maximum(reach, SPRINTS * np.array([chances.after_sprint(state, enemy, inches, far) for far in way]))
    long = means.strikes_at(enemy)
    if long:
        reach = np.where(near <= long, np.maximum(reach, sight), reach)
    walked = np.where(touches | (gaps <= long), 0, 1 if walks else 0)
    found = np.zeros(len(points))
    for spends in sorted(set(walked.tolist())):
        some = walked == spends
        part = _exchange(state, enemy, model, gaps=near, sure=sight * spot, line=sight, sees=sight, grades=grades,
                         contact=reach, ap=max(0, ap - int(spends)), ranged=True, fresh=True)
        found = np.where(some, part, found)
    return found


# --- for planning further ahead


def strikes(state: GameState, model: Model) -> list[tuple[float, float]]:
    """Its attacks that work: how far they reach with a walk before, and the points that they take on average."""
    enemies = list(state.enemies(model.side))
    if not enemies:
        return []
    found: dict[float, float] = {}
    ap = max(0, full_pool(model) - 1)
    plain = COVERS[0]
    for enemy in enemies:
        for way in means.shots(state, model, enemy, plain, fresh=True):
            gain = means.aim_gain(state, model, enemy, plain, ap) if way.seen else 0.0
            reach = NEARER * min(way.reach, 7.0 + value(model, "AP"))
            found[reach] = found.get(reach, 0.0) + min(means.stake(enemy), way.worth + gain)
        for way in means.harmful(state, model, enemy, plain) if ap else ():
            reach = NEARER * min(way.reach, 12.0)
            worth = means.stake(enemy) * (1 - (1 - min(1.0, way.worth / means.stake(enemy))) ** ap)
            found[reach] = max(found.get(reach, 0.0), worth)
        if crippled(model, "legs") < 2:
            reach = movement(model) + 2.5
            found[reach] = found.get(reach, 0.0) + means.blows(state, model, enemy, ap, charged=True)
    return [(reach, worth / len(enemies)) for reach, worth in found.items()]


def balance(state: GameState, model: Model) -> float:
    """What it should give in an activation from about where it stands, less what it should take: in points."""
    if not model.on_table:
        return 0.0
    return recalled(state, ("balance", model.id), lambda: gives(state, model) - float(
        harm_at(state, model, np.array([model.base.at]), in_points=True)[0]))


def gives(state: GameState, model: Model) -> float:
    """What it should take from the enemies together when it acts next."""
    def best() -> float:
        return max((float(harm_at(state, e, np.array([e.base.at]), by=model.id, in_points=True)[0])
                    for e in state.enemies(model.side)), default=0.0)

    return recalled(state, ("gives", model.id), best)
