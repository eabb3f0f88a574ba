"""Ways of a unit that moves as it stands, many at once: for whoever weighs where to go (GF-5, GF-10.4, GF-10.5).

Every model makes the same moves, so the unit holds together if it did; what is in the way is asked of all models and
all ways in one go. The order that comes of a way is verified like any other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

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
from game.rulesets.grimdark_future.detours import HAIR, detours, lengths
from game.rulesets.grimdark_future.filing import file_to
from game.rulesets.grimdark_future.movement import Paths
from game.table.model import Model
from game.units import TOLERANCE, Point

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
POOR = 2.5
"""Inches off the wish from which the unit is also tried in file."""
AT_ONCE = 8
"""Ways to one wish that are asked about in one go."""


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
    best: list[Array | None] = [way if ok else None for way, ok in zip(straight, march.ask(straight), strict=True)]
    blocked = [k for k, way in enumerate(best) if way is None]
    if blocked:
        for k, way in _first_legal(march, wishes, *detours(wishes, blocked, far)).items():
            best[k] = way
    found = np.array([way for way in best if way is not None]).reshape(-1, 2, 2)
    told = march.told(found[lengths(found) > 0.05])
    short = [k for k in range(min(files, len(wishes))) if _missed(best[k], wishes[k]) > POOR]
    return [*told, *march.filed(state, how, [wishes[k] for k in short], [_missed(best[k], wishes[k]) for k in short])]


def _missed(way: Array | None, wish: Array) -> float:
    """Inches that the way's end lies off the wish."""
    return float(np.hypot(*wish)) if way is None else math.dist(way[1], wish)


def _first_legal(march: _March, wishes: Array, owner: Indices, ways: Array) -> dict[int, Array]:
    """By wish, the legal one of its ways that ends nearest to it; the shorter one where two do. Those that would be
    best are asked about first."""
    places = wishes.tolist()
    off = np.array([round(math.dist(end, places[k]), 6) for k, end in zip(
        owner.tolist(), ways[:, 1].tolist(), strict=True)])
    order = np.lexsort((lengths(ways), off, owner))
    whose, every = owner[order], np.arange(len(wishes))
    turn, end = np.searchsorted(whose, every), np.searchsorted(whose, every, side="right")
    best: dict[int, Array] = {}
    todo = (turn < end).nonzero()[0]
    while len(todo):
        rows = [order[turn[k]:min(turn[k] + AT_ONCE, end[k])] for k in todo]
        asked = np.concatenate(rows)
        legal = iter(np.split(march.ask(ways[asked]), np.cumsum([len(row) for row in rows])[:-1]))
        for k, row in zip(todo.tolist(), rows, strict=True):
            good = next(legal).nonzero()[0]
            if len(good):
                best[k] = ways[row[good[0]]]
        turn[todo] += AT_ONCE
        todo = np.array([k for k in todo.tolist() if k not in best and turn[k] < end[k]], np.intp)
    return best


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
        self._firm: dict[float, Obstacles] = {}
        spread = float(np.hypot(*(at - middle).T).max()) + max(move_of(m, "rush") for m in members) + 1.0
        self.blockers = blockers = _blockers(state, members)
        for radius in {m.radius for m in members}:
            here = (float(middle[0]), float(middle[1]))
            self.walls[radius] = near(obstacles(state.scene, radius, blockers), here, spread)
            self.rough[radius] = near(obstacles(_only(state.scene, "difficult"), radius), here, spread)
            self.harmful[radius] = near(obstacles(_only(state.scene, "dangerous"), radius), here, spread)

    def ask(self, ways: Array) -> Flags:
        """[n] whether all models can go each way [n, 2, 2]. Difficult ground caps it at 6″. GF-10.4"""
        free = np.ones(len(ways), bool)
        for group in (self.order[:1], self.order[1:3], self.order[3:]):  # what is not free is mostly not in the middle
            for numbers in self._alike(group):
                left = free.nonzero()[0]
                free[left] = self._passes(numbers, ways[left]).all(axis=0)
        long = lengths(ways) > NUMBERS.difficult
        bound = np.array([n for n in self.order if not self.free_of_ground[n]], np.intp)
        for numbers in self._alike(bound):
            left = (free & long).nonzero()[0]
            free[left] = self._keeps_off(self.rough, numbers, ways[left]).all(axis=0)
        return free

    def _alike(self, numbers: Indices) -> Iterator[Indices]:
        """The models by size of base, and by whether they fly."""
        kinds = [(self.members[n].radius, self.flying[n]) for n in numbers]
        for kind in dict.fromkeys(kinds):
            yield numbers[[k == kind for k in kinds]]

    def _legs(self, numbers: Indices, ways: Array) -> Array:
        """[k * n * 2, 4] both legs of every model on every way."""
        at = np.broadcast_to(self.at[numbers][:, None, None], (len(numbers), len(ways), 1, 2))
        points = np.concatenate([at, at + ways], axis=2)
        return np.concatenate([points[:, :, :2], points[:, :, 1:]], axis=3).reshape(-1, 4)

    def _passes(self, numbers: Indices, ways: Array) -> Flags:
        """[k, n] which of the models, alike, can go which way."""
        walls = self.walls[self.members[numbers[0]].radius]
        shape = (len(numbers), len(ways))
        ends = np.asarray(points_clear(walls, (self.at[numbers][:, None] + ways[:, 1]).reshape(-1, 2))).reshape(shape)
        if self.flying[numbers[0]]:
            return ends
        left = ends.nonzero()
        legs = self._legs(numbers, ways).reshape(*shape, 2, 4)[left].reshape(-1, 4)
        ends[left] = legs_clear(walls, legs).reshape(-1, 2).all(axis=1)
        return ends

    def _keeps_off(self, ground: dict[float, Obstacles], numbers: Indices, ways: Array) -> Flags:
        """[k, n] which of the models, alike, touch none of this ground on which way."""
        obs = ground[self.members[numbers[0]].radius]
        if not len(obs.start) and not len(obs.discs):
            return np.ones((len(numbers), len(ways)), bool)
        wide = obs._replace(box=(-math.inf, -math.inf, math.inf, math.inf))
        clear = legs_clear(wide, self._legs(numbers, ways))
        return np.asarray(clear.reshape(len(numbers), len(ways), 2).all(axis=2))

    def told(self, ways: Array) -> list[Route]:
        """The ways [n, 2, 2] as routes, each once, with what dangerous ground on them should cost."""
        rounded = np.round(ways.reshape(-1, 4), 3).tolist()
        first: dict[tuple[float, ...], int] = {}
        for number, key in enumerate(rounded):
            first.setdefault(tuple(key), number)
        kept = ways[list(first.values())]
        return [Route(shifts=_shifts(way), length=length, risk=r) for way, length, r in zip(
            kept, lengths(kept).tolist(), self._risks(kept), strict=True)]

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
            paths = file_to(firm, self.members, far, goal, self._firm_walls(firm), self.blockers)
            if paths is not None and max(path_length(p) for p in paths.values()) > NUMBERS.difficult:
                return paths
            far = NUMBERS.difficult
        return file_to(state.scene, self.members, far, goal, self.walls, self.blockers)

    def _firm_walls(self, firm: Scene) -> dict[float, Obstacles]:
        """What is in the way with difficult ground counted in."""
        if not self._firm:
            middle = self.at.mean(axis=0)
            here, spread = (float(middle[0]), float(middle[1])), 30.0
            self._firm = {radius: near(obstacles(firm, radius, self.blockers), here, spread) for radius in self.walls}
        return self._firm

    def _rough(self, paths: Paths) -> bool:
        """Whether a model touches difficult ground on its path."""
        for number, model in enumerate(self.members):
            path = np.array(paths[model.id]) - self.at[number]
            ways = np.stack([path[:-1], path[1:]], axis=1)
            if not self.free_of_ground[number] and not self._keeps_off(self.rough, np.array([number]), ways).all():
                return True
        return False

    def _risks(self, ways: Array) -> list[float]:
        """Points that the dice of GF-10.5 should cost: one die for each wound a model has, a wound on a 1."""
        lost = np.zeros((len(self.members), len(ways)))
        for numbers in self._alike(np.array([n for n, flies in enumerate(self.flying) if not flies], np.intp)):
            price = np.array([self.members[n].points / 6 for n in numbers])
            lost[numbers] = np.where(self._keeps_off(self.harmful, numbers, ways), 0.0, price[:, None])
        return [float(t) for t in np.add.accumulate(lost)[-1]]


def _shifts(way: Array) -> tuple[Point, ...]:
    (bx, by), (x, y) = way.tolist()
    straight = abs(bx * y - by * x) <= TOLERANCE
    return ((x, y),) if straight else ((bx, by), (x, y))


def _blockers(state: GameState, members: Sequence[Model]) -> list[Base]:
    """The other units' bases, wider by the 1″ that is kept from them; as they are where a model stands nearer already
    (the order's own check tells what it may do then)."""
    unit = members[0].unit
    places = [(m.base.at, m.radius) for m in members]
    found = []
    for other in state.on_table():
        if other.unit == unit:
            continue
        at = other.base.at
        apart = min(math.dist(at, here) - radius for here, radius in places) - other.radius
        wide = NUMBERS.clear if apart >= NUMBERS.clear - TOLERANCE else 0.0
        found.append(Base(*at, other.radius + wide, 0.0, other.elevation, other.height))
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


