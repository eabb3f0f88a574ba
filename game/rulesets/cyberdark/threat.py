"""Expected harm over many places at once, for the threat map and the computer player."""
from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.geometry.cover import grades_between
from game.geometry.sight import sees_from
from game.resolvers import deploying
from game.resolvers.keeping import clash, limited
from game.resolvers.vantage import gaps_from
from game.rulesets.cyberdark import hacking, mission, odds
from game.rulesets.cyberdark.conditions import (
    actions,
    electronic,
    guns,
    has_deck,
    helped_by,
    is_conscious,
    jammed,
    level,
    loaded,
    magazine,
    melee_weapons,
    noise,
    po,
    stress,
)
from game.rulesets.cyberdark.data import CYBERDECK, DICE, NUMBERS, programs, weapons
from game.rulesets.cyberdark.movement import inches_of
from game.rulesets.cyberdark.situation import HEAVY, LIGHT
from game.rulesets.cyberdark.turns import acting
from game.table.model import Model
from game.units import TOLERANCE

Array = npt.NDArray[np.float64]
Dice = npt.NDArray[np.int_]
UNSEEN = 0.25
"""What an attack counts for where the enemy must first come into sight, or into range."""
ATTENTION = 0.5
"""How much of an enemy's attention each other character in its sight draws."""
ROUNDLY = 1.5
"""Attacks that a round brings, the second being the poorer."""
LOCKED = 1.4
"""How much more it is worth to fight somebody who then cannot shoot."""
HASTE = 0.5
"""What losses count for to a crew that has a mission: it does not win by living."""
UNANSWERED = 2.0
"""How much more a hack is worth than its harm: nobody who does not see the hacker answers it."""
RANKS = {**dict.fromkeys(LIGHT, -DICE.light_cover), **dict.fromkeys(HEAVY, -DICE.heavy_cover)}
"""The penalty dice of each grade of cover. CD-H8, CD-H10"""
NETS = tuple(range(-2, 3))


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way of attacking a target: how far it reaches (`short` of it without a penalty), and what it is worth with
    each net from -2 to +2. `own` are dice that it has anywhere."""

    kind: str
    short: float
    long: float
    worths: tuple[float, ...]
    own: int = 0
    far: int = 0

    def at(self, net: Dice) -> Array:
        """What it is worth with each sum of dice."""
        return np.asarray(np.array(self.worths)[np.clip(net + self.own, -2, 2) + 2])


def ready(model: Model) -> list[str]:
    """Its weapons that work and are loaded."""
    return [w for w in (*guns(model), *melee_weapons(model)) if w not in jammed(model) and (
        not weapons()[w].gun or magazine(model, w))]


_KNOWN: OrderedDict[tuple[int, int, bool, bool, bool], tuple[Model, Model, list[Way]]] = OrderedDict()
_KEPT = 1024
_KNOWN_LOCK = threading.Lock()


def ways(state: GameState, model: Model, target: Model, *, in_points: bool) -> list[Way]:
    """Every way in which it could attack the target, wherever the two stand. Kept by the identity of both, which the
    kept references hold valid."""
    switched = bool(state.options.get("lower_always_wins")), bool(state.options.get("dodge_shots"))
    key = (id(model), id(target), in_points, *switched)
    with _KNOWN_LOCK:  # the computer player thinks in another thread
        kept = _KNOWN.get(key)
        if kept is not None:
            return kept[2]
    found = _ways(model, target, *switched, in_points=in_points)
    with _KNOWN_LOCK:
        _KNOWN[key] = (model, target, found)
        while len(_KNOWN) > _KEPT:
            _KNOWN.popitem(last=False)
    return found


def _ways(model: Model, target: Model, letter: bool, every_shot: bool, *, in_points: bool) -> list[Way]:
    nerves = _nerves(model)
    found = []
    for name in ready(model):
        weapon = weapons()[name]
        skill = level(model, "Sh" if weapon.gun else "Me")
        dodges = not weapon.gun or bool(target.note("evade")) or every_shot
        defence = (level(target, "Do"), _nerves(target)) if dodges else None
        worths = _worths(skill, defence, weapon.dice, *_stake(target, in_points), letter)
        own = nerves if weapon.gun else nerves + len(helped_by(model, "fight"))
        eye = len(helped_by(model, "long shots")) + DICE.long if weapon.gun else 0
        found.append(Way(kind="shoot" if weapon.gun else "fight", short=weapon.short or NUMBERS.engaged,
                         long=weapon.long or NUMBERS.engaged, worths=worths, own=own, far=eye))
    return [*found, *_hacks(model, target, nerves, letter, in_points=in_points)]


def _hacks(model: Model, target: Model, nerves: int, letter: bool, *, in_points: bool) -> list[Way]:
    if not has_deck(model) or CYBERDECK in jammed(model):
        return []
    defence = (level(target, "Co"), _nerves(target) + len(helped_by(target, "concentration")))
    found = []
    for key in loaded(model):
        program = programs()[key]
        if not hacking.check_needs(program, target):
            continue
        if program.dice:
            worths = _worths(level(model, "Ha"), defence, program.dice, *_stake(target, in_points), letter)
        else:
            hits = [float(clash(level(model, "Ha"), net, *defence, letter).hit) for net in NETS]
            worths = tuple(hit * _nuisance(key, target) if in_points else 0.0 for hit in hits)
        found.append(Way(kind="hack", short=NUMBERS.hack, long=NUMBERS.hack, worths=worths, own=nerves))
    return found


def _nuisance(key: str, target: Model) -> float:
    """The points that a program without damage robs a target of."""
    item = next((w for w in electronic(target) if w not in jammed(target)), "")
    return odds.nuisance(programs()[key], target, item)


def _nerves(model: Model) -> int:
    found = DICE.stress if stress(model) >= NUMBERS.shaken else 0
    return found + (DICE.white_noise if noise(model) else 0)


def _stake(target: Model, in_points: bool) -> tuple[int, float]:
    """PO left, and what the target is worth; 0 where PO are counted."""
    return po(target), float(target.points) if in_points else 0.0


@functools.lru_cache(8192)
def _worths(
    skill: int, defence: tuple[int, int] | None, dice: int, left: int, value: float, letter: bool
) -> tuple[float, ...]:
    """What an attack is worth with each net: points of `value`, or PO where that is 0."""
    against, theirs = (defence[0], limited(defence[1])) if defence is not None else (None, 0)
    found = [odds.of_clash(clash(skill, net, against, theirs, letter), dice, left) for net in NETS]
    return tuple(odds.share_of_harm(f, left) * value if value else f.harm for f in found)


# --- harm given


def harm_from(state: GameState, model: Model, points: Array) -> Array:
    """Points' worth that its best attacks take from an enemy from each of the [n, 2] points: as many as it has actions
    where it stands, one fewer where it must go first; an aimed one where that is better."""
    points = np.asarray(points, float).reshape(-1, 2)
    who = acting(state)
    if who is None or who.id != model.id:
        return attacks_from(state, model, points, Asked())[0]
    here = np.zeros(len(points), bool)
    if model.at is not None:
        here = np.hypot(*(points - np.array(model.at)).T) <= TOLERANCE
    else:
        here[:] = True
    left = actions(model) - np.where(here, 0, 1)
    now = Asked(DICE.second_attack if model.note("attacks") else 0)
    if left.max(initial=0) < 2:
        return np.where(left > 0, attacks_from(state, model, points, now)[0], 0.0)
    first, second, aimed = attacks_from(state, model, points, now, AGAIN, AIMED)
    both = np.maximum(first + second, aimed)
    return np.where(left > 1, both, np.where(left > 0, first, 0.0))


class Asked(NamedTuple):
    """Which attack: with how many dice more or fewer, and of which kind only."""

    net: int = 0
    only: str = ""


AGAIN, AIMED = Asked(DICE.second_attack), Asked(DICE.aim, "shoot")


def attacks_from(state: GameState, model: Model, points: Array, *asked: Asked) -> list[Array]:
    """For each that is asked about the points of the best single attack from each of the [n, 2] places."""
    best = [np.zeros(len(points)) for _ in asked]
    enemies = [e for e in state.enemies(model.side) if is_conscious(e)]
    if not enemies or not len(points):
        return best
    seen = sees_from(state.scene, points, deploying.standing(model, (0.0, 0.0)), [e.base for e in enemies])
    gaps = gaps_from(points, model, enemies)
    for k, enemy in enumerate(enemies):
        cover: Dice | None = None
        for way in ways(state, model, enemy, in_points=True):
            if not (gaps[:, k] <= way.long + TOLERANCE).any():
                continue
            if way.kind == "shoot" and cover is None:
                cover = _cover(state, points, model, enemy)
            for place, (net, only) in enumerate(asked):
                if only in ("", way.kind):
                    best[place] = np.maximum(best[place], _value(way, gaps[:, k], seen[:, k], cover, net))
    return best


def _cover(state: GameState, points: Array, shooter: Model, target: Model) -> Dice:
    """Penalty dice of the cover between a shooter at each of the points and its target."""
    ends = np.repeat([target.base.at], len(points), axis=0)
    return grades_between(state.scene, points, ends, (shooter.radius, target.radius), NUMBERS.beside_cover, RANKS)


def _value(way: Way, gaps: Array, seen: npt.NDArray[np.bool_], cover: Dice | None, net: int) -> Array:
    """What a way of attacking is worth at each distance, with what is seen and what is between."""
    dice = np.full(len(gaps), net)
    if way.kind == "shoot":
        dice = dice + np.where(gaps > way.short + TOLERANCE, way.far, 0) - (cover if cover is not None else 0)
    elif way.kind == "hack":
        dice = dice + np.where(seen, 0, DICE.no_sight)
    able = (gaps <= way.long + TOLERANCE) & (seen | (way.kind == "hack"))
    return np.where(able, way.at(dice), 0.0)


# --- harm taken


def harm_at(state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False) -> Array:
    """PO (or points' worth) that enemies may be expected to take from it at each point when they act next."""
    total = np.zeros(len(points))
    enemies = [e for e in state.enemies(model.side) if is_conscious(e) and (by is None or e.id == by)]
    if not enemies or not len(points) or not (is_conscious(model) or model.at is None):
        return total
    points = np.asarray(points, float).reshape(-1, 2)
    gaps = gaps_from(points, model, enemies)
    seen = sees_from(state.scene, points, deploying.standing(model, (0.0, 0.0)), [e.base for e in enemies])
    heed = _heed(state, model, enemies) if in_points else np.ones(len(enemies))
    for k, enemy in enumerate(enemies):
        total += heed[k] * _menace(state, enemy, model, points, gaps[:, k], seen[:, k], in_points)
    if not in_points:
        return total
    found = mission.mission(state)
    return total * ROUNDLY * (HASTE if found is not None and found.side == model.side else 1.0)


def _heed(state: GameState, model: Model, enemies: list[Model]) -> Array:
    """[m] the share of each enemy's attention that is left for a character: others whom it sees draw fire too."""
    friends = [m for m in state.models_of(model.side) if m.id != model.id and is_conscious(m)]
    if not friends:
        return np.ones(len(enemies))
    seen = sees_from(state.scene, np.array([e.base.at for e in enemies]), enemies[0].base, [m.base for m in friends])
    return np.asarray(1.0 / (1.0 + ATTENTION * seen.sum(axis=1)))


def _menace(
    state: GameState, enemy: Model, model: Model, points: Array, gaps: Array, seen: npt.NDArray[np.bool_],
    in_points: bool,
) -> Array:
    """The worst that one enemy may do: from where it stands, or less likely after a Move."""
    worst = np.zeros(len(points))
    starts = np.repeat([enemy.base.at], len(points), axis=0)
    cover: Dice | None = None
    pace = inches_of(enemy)
    for way in ways(state, enemy, model, in_points=in_points):
        if way.kind == "fight":
            near = gaps <= way.long + pace + TOLERANCE
            worst = np.maximum(worst, np.where(near, way.at(np.zeros(len(points), int)), 0.0))
            continue
        if way.kind == "shoot" and cover is None:
            cover = grades_between(state.scene, starts, points, (enemy.radius, model.radius), NUMBERS.beside_cover,
                                   RANKS)
        standing = _value(way, gaps, seen, cover, 0)
        nearer = np.maximum(gaps - pace, 0.0)
        moving = UNSEEN * _value(way, nearer, np.ones(len(points), bool), cover, 0)
        worst = np.maximum(worst, np.maximum(standing, moving))
    return worst


def strikes(state: GameState, model: Model) -> list[tuple[float, float]]:
    """Its attacks that work: how far they reach, and the points that the best of each reach takes on average in a
    round."""
    enemies = [e for e in state.enemies(model.side) if is_conscious(e)]
    found: dict[tuple[str, float], float] = {}
    for enemy in enemies:
        best: dict[tuple[str, float], float] = {}
        for way in ways(state, model, enemy, in_points=True):
            reach = (way.kind, way.long if way.kind != "shoot" else way.short)
            worth = float(way.at(np.zeros(1, int))[0]) * (LOCKED if way.kind == "fight" and _two_handed(enemy) else 1.0)
            best[reach] = max(best.get(reach, 0.0), worth)
        for reach, worth in best.items():
            found[reach] = found.get(reach, 0.0) + ROUNDLY * worth / len(enemies)
    return [(far, worth * (UNANSWERED if kind == "hack" else 1.0)) for (kind, far), worth in found.items()]


def _two_handed(model: Model) -> bool:
    """Whether it cannot shoot any more once it is engaged. CD-H13"""
    carried = guns(model)
    return bool(carried) and all(weapons()[g].hands == 2 for g in carried)
