"""Ways of a unit that moves as it stands, many at once: for whoever weighs where to go (GF-5, GF-10.4, GF-10.5).

Every model makes the same moves, so the unit holds together if it did; what is in the way is asked of all models and
all ways in one go. The order that comes of a way is verified like any other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.requests import Route
from game.engine.state import GameState
from game.geometry.obstacles import Obstacles, legs_clear, near, obstacles, points_clear
from game.geometry.path import path_length
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.rulesets.grimdark_future.conditions import alive, has, move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.filing import file_to
from game.rulesets.grimdark_future.movement import Paths
from game.table.model import Model
from game.units import TOLERANCE, Point

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
SHARES = (1.0, 0.75, 0.5, 0.25)
POOR = 2.5
"""Inches off the wish from which the unit is also tried in file."""
TURNS = (20.0, -20.0, 45.0, -45.0)
ASIDE = (2.5, -2.5, 5.5, -5.5)
"""Inches to either hand by which a way bends round what is in it."""
HAIR = 1e-9


def routes(state: GameState, unit: str, how: str, shifts: Array, files: int = 0) -> list[Route]:
    """The ways that bring the unit nearest to each wished shift [n, 2]: straight, shortened, aside, or by one bend;
    each way once. The first `files` of the shifts in file as well, where that comes nearer. [] for a unit that cannot
    move so."""
    members = alive(state, unit)
    if not members or not len(shifts):
        return []
    far = min(move_of(m, how) for m in members) - HAIR
    length = np.hypot(shifts[:, 0], shifts[:, 1])
    wishes = shifts * np.minimum(1.0, far / np.maximum(length, HAIR))[:, None]
    march = _March(state, members)
    straight = np.stack([wishes / 2, wishes], axis=1)
    free, capped = march.ask(straight)
    best: list[Array | None] = [
        way if ok and _short(way, bool(slow)) else None for way, ok, slow in zip(straight, free, capped, strict=True)]
    blocked = [k for k, way in enumerate(best) if way is None]
    if blocked:
        owner, tries = _others(wishes, blocked, far)
        free, capped = march.ask(tries)
        for k in blocked:
            ways = [tries[i] for i in np.flatnonzero(owner == k) if free[i] and _short(tries[i], bool(capped[i]))]
            best[k] = min(ways, key=lambda way: (round(math.dist(way[1], wishes[k]), 6), _length(way)), default=None)
    told = march.told([way for way in best if way is not None and _length(way) > 0.05])
    short = [k for k in range(min(files, len(wishes))) if _missed(best[k], wishes[k]) > POOR]
    return [*told, *march.filed(state, how, [wishes[k] for k in short], [_missed(best[k], wishes[k]) for k in short])]


def _missed(way: Array | None, wish: Array) -> float:
    """Inches that the way's end lies off the wish."""
    return float(np.hypot(*wish)) if way is None else math.dist(way[1], wish)


def _others(wishes: Array, blocked: Sequence[int], far: float) -> tuple[npt.NDArray[np.intp], Array]:
    """(whose, [n, 2, 2]) the further ways that are tried for wishes whose straight way is not free."""
    owner: list[int] = []
    tries: list[Array] = []
    for k in blocked:
        wish = wishes[k]
        length = float(np.hypot(*wish))
        if length <= TOLERANCE:
            continue
        for reach in dict.fromkeys((length, min(length, NUMBERS.difficult - HAIR))):
            for share in SHARES:
                owner.append(k)
                tries.append(np.stack([wish, 2 * wish]) * (share * reach / length / 2))
        for turn, share in itertools.product(TURNS, (1.0, 0.6)):
            owner.append(k)
            tries.append(np.stack([wish, 2 * wish]) @ _turned(turn) * (share / 2))
        across = np.array([-wish[1], wish[0]]) / length
        for aside in ASIDE if length > 3.0 else ():
            bend = wish / 2 + aside * across
            shrink = min(1.0, far / (2 * math.hypot(length / 2, aside)))
            owner.append(k)
            tries.append(np.stack([bend, wish]) * shrink)
    return np.array(owner, np.intp), np.array(tries).reshape(-1, 2, 2)


def _turned(degrees: float) -> Array:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cos, sin], [-sin, cos]])


def _length(way: Array) -> float:
    return float(np.hypot(*way[0]) + np.hypot(*(way[1] - way[0])))


def _short(way: Array, capped: bool) -> bool:
    """Difficult ground caps the way at 6″. GF-10.4"""
    return not capped or _length(way) <= NUMBERS.difficult


class _March:
    """The unit's models by size of base, with what is in their way."""

    def __init__(self, state: GameState, members: Sequence[Model]) -> None:
        self.members = members
        self.flying = [has(m, "Flying") for m in members]
        self.free_of_ground = [has(m, "Flying") or has(m, "Strider") for m in members]
        at = np.array([m.base.at for m in members])
        middle = at.mean(axis=0)
        self.order = np.argsort(np.hypot(*(at - middle).T), kind="stable")
        self.at = at
        self.walls: dict[float, Obstacles] = {}
        self.rough: dict[float, Obstacles] = {}
        self.harmful: dict[float, Obstacles] = {}
        spread = float(np.hypot(*(at - middle).T).max()) + max(move_of(m, "rush") for m in members) + 1.0
        self.blockers = blockers = _blockers(state, members)
        for radius in {m.radius for m in members}:
            here = (float(middle[0]), float(middle[1]))
            self.walls[radius] = near(obstacles(state.scene, radius, blockers), here, spread)
            self.rough[radius] = near(obstacles(_only(state.scene, "difficult"), radius), here, spread)
            self.harmful[radius] = near(obstacles(_only(state.scene, "dangerous"), radius), here, spread)

    def ask(self, ways: Array) -> tuple[Flags, Flags]:
        """[n] whether all models can go each way [n, 2, 2], and whether difficult ground caps it."""
        free, capped = np.ones(len(ways), bool), np.zeros(len(ways), bool)
        for number in self.order:
            left = np.flatnonzero(free)
            if not len(left):
                break
            free[left] = self._passes(int(number), ways[left])
            left = np.flatnonzero(free & ~capped)
            if len(left) and not self.free_of_ground[number]:
                capped[left] = ~self._keeps_off(self.rough, int(number), ways[left])
        return free, capped

    def _legs(self, number: int, ways: Array) -> Array:
        """[2n, 4] the first legs of one model, then the second ones."""
        at = self.at[number]
        start = np.broadcast_to(at, (len(ways), 2))
        bend, end = at + ways[:, 0], at + ways[:, 1]
        return np.concatenate([np.concatenate([start, bend], axis=1), np.concatenate([bend, end], axis=1)])

    def _passes(self, number: int, ways: Array) -> Flags:
        walls = self.walls[self.members[number].radius]
        ends = np.asarray(points_clear(walls, self.at[number] + ways[:, 1]))
        if self.flying[number]:
            return ends
        clear = legs_clear(walls, self._legs(number, ways))
        return np.asarray(ends & clear[: len(ways)] & clear[len(ways) :])

    def _keeps_off(self, ground: dict[float, Obstacles], number: int, ways: Array) -> Flags:
        obs = ground[self.members[number].radius]
        if not len(obs.start) and not len(obs.discs):
            return np.ones(len(ways), bool)
        wide = obs._replace(box=(-math.inf, -math.inf, math.inf, math.inf))
        clear = legs_clear(wide, self._legs(number, ways))
        return np.asarray(clear[: len(ways)] & clear[len(ways) :])

    def told(self, ways: Sequence[Array]) -> list[Route]:
        """The ways as routes, each once, with what dangerous ground on them should cost."""
        found: dict[tuple[float, ...], Array] = {}
        for way in ways:
            found.setdefault(tuple(np.round(way.ravel(), 3)), way)
        kept = list(found.values())
        risk = self._risks(np.array(kept).reshape(-1, 2, 2))
        return [Route(shifts=_shifts(way), length=_length(way), risk=r) for way, r in zip(kept, risk, strict=True)]

    def filed(self, state: GameState, how: str, wishes: Sequence[Array], off: Sequence[float]) -> list[Route]:
        """The unit in file towards each wish, where that ends nearer to it than `off`."""
        found: list[Route] = []
        if len(self.members) < 2 or any(self.flying):
            return found
        middle = self.at.mean(axis=0)
        for wish, missed in zip(wishes, off, strict=True):
            goal = (float(middle[0] + wish[0]), float(middle[1] + wish[1]))
            paths = self._file(state, how, goal)
            if paths is None:
                continue
            mean = np.mean([np.subtract(p[-1], p[0]) for p in paths.values()], axis=0)
            longest = max(path_length(p) for p in paths.values())
            if math.dist(mean, wish) >= missed - 0.5 or (longest > NUMBERS.difficult and self._rough(paths)):
                continue
            found.append(Route(shifts=((float(mean[0]), float(mean[1])),), length=longest, paths=paths))
        return found

    def _file(self, state: GameState, how: str, goal: Point) -> Paths | None:
        """Round difficult ground where the unit would be too slow on it, else straight over. GF-10.4"""
        far = min(move_of(m, how) for m in self.members)
        firm = state.scene.memo("firm", _firm)
        if far > NUMBERS.difficult and not all(self.free_of_ground):
            paths = file_to(state, firm, self.members, far, goal, self.firm_walls(firm), self.blockers)
            if paths is not None and max(path_length(p) for p in paths.values()) > NUMBERS.difficult:
                return paths
            far = NUMBERS.difficult
        return file_to(state, state.scene, self.members, far, goal, self.walls, self.blockers)

    def firm_walls(self, firm: Scene) -> dict[float, Obstacles]:
        """What is in the way with difficult ground counted in."""
        middle = self.at.mean(axis=0)
        here, spread = (float(middle[0]), float(middle[1])), 30.0
        return {radius: near(obstacles(firm, radius, self.blockers), here, spread) for radius in self.walls}

    def _rough(self, paths: Paths) -> bool:
        """Whether a model touches difficult ground on its path."""
        for number, model in enumerate(self.members):
            path = np.array(paths[model.id]) - self.at[number]
            ways = np.stack([path[:-1], path[1:]], axis=1)
            if not self.free_of_ground[number] and not self._keeps_off(self.rough, number, ways).all():
                return True
        return False

    def _risks(self, ways: Array) -> list[float]:
        """Points that the dice of GF-10.5 should cost: one die for each wound a model has, a wound on a 1."""
        total = np.zeros(len(ways))
        for number, model in enumerate(self.members):
            if len(ways) and not self.flying[number]:
                total += np.where(self._keeps_off(self.harmful, number, ways), 0.0, model.points / 6)
        return [float(t) for t in total]


def _shifts(way: Array) -> tuple[Point, ...]:
    (bx, by), (x, y) = way.tolist()
    straight = abs(bx * y - by * x) <= TOLERANCE
    return ((x, y),) if straight else ((bx, by), (x, y))


def _blockers(state: GameState, members: Sequence[Model]) -> list[Base]:
    """The other units' bases, wider by the 1″ that is kept from them; as they are where a model stands nearer already
    (the order's own check tells what it may do then)."""
    unit = members[0].unit
    found = []
    for other in state.on_table():
        if other.unit == unit:
            continue
        apart = min(math.dist(other.base.at, m.base.at) - m.radius for m in members) - other.radius
        wide = NUMBERS.clear if apart >= NUMBERS.clear - TOLERANCE else 0.0
        found.append(Base(other.base.x, other.base.y, other.radius + wide, 0.0, other.elevation, other.height))
    return found


def _only(scene: Scene, trait: str) -> Scene:
    """The table with nothing on it but the pieces that have this trait, as things in the way."""
    return scene.memo(("only", trait), lambda s: Scene(s.width, s.height, [
        replace(p, traits=frozenset({"impassable"})) for p in s.pieces if trait in p.traits]))


def _firm(scene: Scene) -> Scene:
    """The table with difficult ground as if nobody could tread on it."""
    return Scene(scene.width, scene.height, [
        replace(p, traits=frozenset({"impassable"})) if "difficult" in p.traits else p for p in scene.pieces])


def along(state: GameState, unit: str, route: Route) -> Paths:
    """The paths of all models on a way."""
    return route.paths or {
        m.id: (m.base.at, *((m.base.x + dx, m.base.y + dy) for dx, dy in route.shifts)) for m in alive(state, unit)
    }


