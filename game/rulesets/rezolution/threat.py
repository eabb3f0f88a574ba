"""Expected harm over many places at once, for the threat map and the computer player."""
from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.shapes import Base
from game.geometry.sight import sees_from
from game.resolvers.vantage import from_behind, gaps_from
from game.rulesets.rezolution import movement, odds
from game.rulesets.rezolution.conditions import in_hand, is_down, is_engaged, is_standing
from game.rulesets.rezolution.data import NUMBERS, gear
from game.rulesets.rezolution.pairs import Fighter, Harm, bout, fighter, shot_harm, shots_of
from game.table.model import Model
from game.units import CONTACT, TOLERANCE

Array = npt.NDArray[np.float64]
REST = 1.0
"""Inches of slack when a straight line stands in for a walked one."""
SCREENED = 0.35
"""How much of its fire an enemy has left for a model when another is nearer to it: that one may move or fall."""
FOCUS = 0.65
"""How much the next worst enemy counts beside the worst, and so on: each has one action, and other models to choose."""
ACTED = 0.6
"""How much of its attacks count of an enemy that has been activated this round."""
SOON = 0.8
"""How surely an enemy moves to where it sees."""



# --- harm given


def harm_from(state: GameState, model: Model, points: Array, how: str = "") -> Array:
    """Points' worth that `model` is expected to take from the enemy by its best attack from each of the [n, 2] points,
    turning as it likes: a shot at the nearest enemy in sight that is not locked in combat (RZ-6.2), or the execution
    of one that lies in contact (RZ-11.3)."""
    enemies = list(state.enemies(model.side))
    if not enemies or not len(points):
        return np.zeros(len(points))
    return np.maximum(_shooting_from(state, model, points, enemies), _executing_from(state, model, points, enemies))


def _shooting_from(state: GameState, model: Model, points: Array, enemies: list[Model]) -> Array:
    best = np.zeros(len(points))
    enemies = [e for e in enemies if not is_engaged(state, e)]
    shooter = fighter(model)
    shots = [(name, gear()[name].range + TOLERANCE) for name in shots_of(shooter)]
    if not enemies or not shots:
        return best
    gaps = gaps_from(points, model, enemies)
    in_range = gaps.min(axis=1) <= max(far for _, far in shots)
    if not in_range.any():
        return best
    points, gaps = points[in_range], gaps[in_range]
    seen = sees_from(state.scene, points, model.base, [e.base for e in enemies])
    nearest = np.where(seen, gaps, np.inf).argmin(axis=1)
    rows = np.arange(len(points))
    least = np.where(seen.any(axis=1), gaps[rows, nearest], np.inf)
    behind = from_behind(points, enemies)[rows, nearest].astype(int)
    near = (least <= NUMBERS.prone_far + TOLERANCE).astype(int)
    worth = np.zeros((len(shots), len(enemies), 2, 2))
    for place in set(nearest[np.isfinite(least)].tolist()):
        worth[:, place] = _shot_table(shooter, [name for name, _ in shots], fighter(enemies[place]))
    values = [np.where(least <= far, worth[k, nearest, behind, near], 0.0) for k, (_, far) in enumerate(shots)]
    best[in_range] = np.max(values, axis=0)
    return best


def _shot_table(shooter: Fighter, names: list[str], target: Fighter) -> Array:
    """[shots, 2, 2] the points that each shot costs the target: from front or rear, from afar or near."""
    return np.array([[[shot_harm(shooter, name, target, rear, near).points for near in (False, True)]
                      for rear in (False, True)] for name in names])


def _executing_from(state: GameState, model: Model, points: Array, enemies: list[Model]) -> Array:
    best = np.zeros(len(points))
    lying = [e for e in enemies if is_down(e)]
    if not lying or is_down(model):
        return best
    worth = np.array([odds.in_play_value(state, e) for e in lying])
    return np.asarray((np.where(gaps_from(points, model, lying) <= CONTACT + TOLERANCE, worth, 0.0)).max(axis=1))


def strikes(state: GameState, model: Model) -> list[tuple[float, float]]:
    """Its attacks that work: range (0 for close combat) and the points they take from the enemies in play on
    average, what comes back from close combat taken off."""
    enemies = [fighter(e) for e in state.enemies(model.side)]
    if not enemies or not in_hand(model):
        return []
    own = fighter(model)
    found = [(gear()[name].range, _mean(shot_harm(own, name, e, False, False).points for e in enemies))
             for name in shots_of(own)]
    return [*found, (0.0, _mean(bout(own, e, True, False).worth for e in enemies))]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


# --- harm taken


def harm_at(
    state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False, how: str = "",
) -> Array:
    """Blocks that the enemies of `model`, or the one named, could be expected to mark on it at each point in their
    next activations: by a shot from where they stand or can move to, or by a charge.

    `in_points`: the points that it should expect to lose. A friend nearer to an enemy draws its fire, and an enemy
    that has been activated this round may come too late.
    """
    enemies = [e for e in state.enemies(model.side) if (by is None or e.id == by) and in_hand(e)]
    if not enemies or not len(points):
        return np.zeros(len(points))
    gaps = gaps_from(points, model, enemies)
    target = fighter(model)
    hunters = [_Hunter(state, enemy, target, in_points) for enemy in enemies]
    seen = _seen_soon(state, hunters, model, points, gaps)
    harms = np.array([hunter.harm(gaps[:, place], seen[place]) for place, hunter in enumerate(hunters)])
    return _expected(state, model, hunters, harms, gaps) if in_points else np.asarray(harms.sum(axis=0))


def _expected(state: GameState, model: Model, hunters: list[_Hunter], harms: Array, gaps: Array) -> Array:
    """[n] what the model should expect to lose of what each hunter could do, [m, n]: not all come for this one, and
    it cannot be lost more than once."""
    ranked = -np.sort(-harms * _shares(state, model, hunters, gaps), axis=0)
    total = (ranked * FOCUS ** np.arange(len(hunters))[:, None]).sum(axis=0)
    worth = max(model.points, 5)
    return np.asarray(worth * (1.0 - np.exp(-total / worth)))


class _Hunter:
    """One enemy as it threatens a model: how far it strikes, and what that costs."""

    def __init__(self, state: GameState, enemy: Model, target: Fighter, in_points: bool) -> None:
        self.enemy = enemy
        own = fighter(enemy)
        locked = is_engaged(state, enemy)
        self.free = is_standing(enemy) and not enemy.has("suppressed") and not locked
        self.stretch = movement.budget(enemy, "move") if self.free else 0.0
        self.charge = movement.budget(enemy, "charge") - REST if self.free else 0.0
        self.struck = _cost(bout(own, target, True, False).out, in_points) if self.free else 0.0
        costs = [] if locked else [(gear()[name].range + self.stretch,
                                    _cost(shot_harm(own, name, target, False, False), in_points))
                                   for name in shots_of(own)]
        self.shots = [(far, cost) for far, cost in costs if cost > 0]
        self.reach = max((far for far, _ in self.shots), default=0.0)

    def harm(self, gaps: Array, seen: Array) -> Array:
        """[n] what it does to the model at these gaps, where it sees it so surely."""
        harm = np.where(gaps <= self.charge, self.struck, 0.0) if self.free else np.zeros(len(gaps))
        for far, value in self.shots:
            harm = np.maximum(harm, np.where(gaps <= far, value * seen, 0.0))
        return np.asarray(harm)


def _cost(harm: Harm, in_points: bool) -> float:
    return harm.points if in_points else harm.blocks


def _shares(state: GameState, model: Model, hunters: list[_Hunter], gaps: Array) -> Array:
    """[m, n] how much of each hunter's attacks the model should expect at each point."""
    late = np.array([ACTED if state.units[h.enemy.unit].note("activated") else 1.0 for h in hunters])
    others = [m for m in state.models_of(model.side) if m.on_table and m.id != model.id]
    if not others:
        return np.asarray(np.broadcast_to(late[:, None], gaps.T.shape))
    centres = np.array([h.enemy.at for h in hunters], float)
    screen = (gaps_from(centres, model, others) + (model.radius - np.array([h.enemy.radius for h in hunters]))[:, None])
    nearest = np.maximum(screen, 0.0).min(axis=1)[:, None] + TOLERANCE
    return np.asarray(np.where(nearest < gaps.T, SCREENED, 1.0) * late[:, None])


def _seen_soon(
    state: GameState, hunters: list[_Hunter], model: Model, points: Array, gaps: Array
) -> list[Array]:
    """For each hunter [n], how surely it has sight of each point: 1 from where it stands, less from where it could
    go."""
    bases: list[Base] = []
    owners: list[int] = []
    for place, hunter in enumerate(hunters):
        if hunter.shots and bool((gaps[:, place] <= hunter.reach).any()):
            spots = _stands(state, hunter)
            bases += spots
            owners += [place] * len(spots)
    seen = sees_from(state.scene, points, model.base, bases)
    columns = np.array(owners, int)
    none = np.zeros(len(points))
    found = []
    for place in range(len(hunters)):
        own = seen[:, columns == place]
        weights = np.array([1.0, *([SOON] * (own.shape[1] - 1))])[: own.shape[1]]
        found.append(np.asarray((own * weights).max(axis=1)) if own.shape[1] else none)
    return found


def _stands(state: GameState, hunter: _Hunter) -> list[Base]:
    """Where it stands, and where it could stand after a move."""
    base = hunter.enemy.base
    spots = [(base.x + hunter.stretch * x, base.y + hunter.stretch * y) for x, y in _ROSE] if hunter.stretch else []
    w, h = state.table.width, state.table.height
    return [base, *(replace(base, x=x, y=y) for x, y in spots if 0 < x < w and 0 < y < h)]


_ROSE = tuple((float(np.sin(a)), float(np.cos(a))) for a in np.linspace(0, 2 * np.pi, 8, endpoint=False))


def distance(a: Base, b: Base) -> float:
    """The gap between two bases, quickly."""
    return max(0.0, math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)
