"""Expected harm over many places at once, for the threat map and the computer player."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.geometry.sight import sees_from
from game.resolvers.vantage import gaps_from
from game.rulesets.rouge_elements import casting, items, odds
from game.rulesets.rouge_elements.arms import UNARMED, Weapon
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.conditions import is_down, movement, pool
from game.rulesets.rouge_elements.data import Spell, spells
from game.table.model import Model
from game.units import TOLERANCE

Array = npt.NDArray[np.float64]
DIE = 3.5
"""Inches that a charge's die is worth."""


def weapons_of(model: Model) -> list[Weapon]:
    """What it could attack with: each weapon that works, and bare hands."""
    ready = [i for i in items.carried(model) if not i.jammed and (i.shoulder or i in items.in_hand(model))]
    missiles = [spells()[key].attack for key in casting.known(model) if is_missile(spells()[key])]
    return [*(items.in_use(model, i) for i in ready), *missiles, UNARMED]


def is_missile(spell: Spell) -> bool:
    """Whether it attacks as a weapon would."""
    return spell.type == "missile" and not spell.does


def cast_chance(model: Model, weapon: Weapon) -> float:
    """The chance that the spell with this attack is cast."""
    value = next(s.value for s in spells().values() if is_missile(s) and s.name == weapon.name)
    return casting.chance_above(value - casting.level(model), 2)


def blow(state: GameState, model: Model, target: Model, weapon: Weapon) -> odds.Odds:
    return odds.attack_odds(state, Attack(by=model.id, at=target.id, weapon=weapon))


def times(model: Model, weapon: Weapon) -> float:
    """How often it attacks with it in an activation."""
    if weapon.close:
        return float(max(pool(model), model.stats["AP"] - 1) // max(1, weapon.ap))
    if weapon.kind == "spell":
        return cast_chance(model, weapon) * (max(pool(model), model.stats["AP"] - 1) // 2)
    return float(weapon.burst / 2 + 0.5 if weapon.burst else weapon.rof)


def reach_of(model: Model, weapon: Weapon) -> float:
    return 10.0 if weapon.template else weapon.range


def harm_from(state: GameState, model: Model, points: Array) -> Array:
    """Points' worth that its best shot takes from an enemy from each of the [n, 2] points."""
    best = np.zeros(len(points))
    enemies = list(state.enemies(model.side))
    shots = [w for w in weapons_of(model) if not w.close]
    if not enemies or not shots or not len(points):
        return best
    seen = sees_from(state.scene, points, model.base, [e.base for e in enemies])
    gaps = gaps_from(points, model, enemies)
    spotted = float(model.note("SD") or 99.0)
    for k, enemy in enumerate(enemies):
        for weapon in shots:
            worth = odds.worth_of(enemy, blow(state, model, enemy, weapon)) * times(model, weapon)
            able = seen[:, k] & (gaps[:, k] <= min(reach_of(model, weapon), spotted) + TOLERANCE)
            best = np.maximum(best, np.where(able, worth, 0.0))
    return best


def harm_at(state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False) -> Array:
    """Wounds (or points' worth) that enemies may be expected to take from it at each point when they act next."""
    total = np.zeros(len(points))
    enemies = [e for e in state.enemies(model.side) if by is None or e.id == by]
    if not enemies or not len(points):
        return total
    gaps = gaps_from(points, model, enemies)
    for k, enemy in enumerate(enemies):
        worst = np.zeros(len(points))
        seen = sees_from(state.scene, points, model.base, [enemy.base])[:, 0]
        for weapon in weapons_of(enemy):
            found = blow(state, enemy, model, weapon)
            one = odds.worth_of(model, found) if in_points else found.wounds
            pace = movement(enemy) if not is_down(enemy) else 0.0
            far = reach_of(enemy, weapon) + pace + (pace + DIE if weapon.close else 0.0)
            able = gaps[:, k] <= far
            sure = np.where(seen | (weapon.range == 0), 1.0, 0.4)
            worst = np.maximum(worst, np.where(able, one * times(enemy, weapon) * sure, 0.0))
        total += worst
    return total


def strikes(state: GameState, model: Model) -> list[tuple[float, float]]:
    """Its attacks that work: how far they reach, and the points that they take on average."""
    enemies = list(state.enemies(model.side))
    if not enemies:
        return []
    return [(reach_of(model, w), sum(odds.worth_of(e, blow(state, model, e, w)) for e in enemies) / len(enemies)
             * times(model, w)) for w in weapons_of(model)]
