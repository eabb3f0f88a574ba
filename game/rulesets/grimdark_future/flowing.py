"""A unit that flows: every model by a way of its own round what is between it and a place (GF-5, GF-10.4, GF-10.5).

For whoever weighs where to go; quickly found, not the best there is. The order is verified like any other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.requests import Route
from game.engine.state import GameState
from game.geometry.obstacles import legs_clear, obstacles
from game.geometry.path import path_length
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.rulesets.grimdark_future.conditions import alive, has, move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.movement import Paths
from game.rulesets.grimdark_future.propose import others_grown
from game.table.model import Model
from game.units import Point

Array = npt.NDArray[np.float64]
GRAIN = 1.0
"""Inches between the places that the foremost model weighs."""
ROOM = 0.25
"""Inches between bases where the unit stops."""
SHARES = (1.0, 0.7, 0.4)
"""How much of the foremost's way it goes, where the rest cannot follow all of it."""
HAIR = 1e-6


def flow(state: GameState, unit: str, how: str, at: Point) -> Route | None:
    """The way that brings the unit's foremost model nearest to `at`, the others close behind; None where it finds none
    that brings it nearer."""
    members = alive(state, unit)
    if not members:
        return None
    best: Route | None = None
    for scene, far in _grounds(state, members, how):
        paths = _flow(state, scene, members, far, at)
        if paths is None:
            continue
        mean = np.mean([np.subtract(p[-1], p[0]) for p in paths.values()], axis=0)
        route = Route(shifts=((float(mean[0]), float(mean[1])),), length=max(path_length(p) for p in paths.values()),
                      risk=_risk(state, members, paths), paths=paths)
        if best is None or _off(route, at) < _off(best, at) - 0.5:
            best = route
    return best


def _off(route: Route, at: Point) -> float:
    return min(math.dist(path[-1], at) for path in route.paths.values())


def _grounds(state: GameState, members: Sequence[Model], how: str) -> Iterator[tuple[Scene, float]]:
    """The ground to go over, and how far: all of it as long as nobody minds or would be slowed anyhow, else round what
    is difficult, and over it as far as that lets it. GF-10.4"""
    far = min(move_of(m, how) for m in members) - HAIR
    if all(has(m, "Flying") or has(m, "Strider") for m in members):
        yield state.scene, far
    else:
        yield from grounds(state, far)


def grounds(state: GameState, far: float) -> Iterator[tuple[Scene, float]]:
    """The same for whoever is slowed by it."""
    if far > NUMBERS.difficult:
        yield state.scene.memo("round difficult ground", _firm), far
    yield state.scene, min(far, NUMBERS.difficult - HAIR)


def _firm(scene: Scene) -> Scene:
    """The table with difficult ground as if nobody could tread on it."""
    return Scene(scene.width, scene.height, [
        replace(p, traits=frozenset({"impassable"})) if "difficult" in p.traits else p for p in scene.pieces])


def _flow(state: GameState, scene: Scene, members: Sequence[Model], far: float, at: Point) -> Paths | None:
    lead = min(members, key=lambda m: (round(math.dist(m.base.at, at), 6), m.id))
    reaches = _Reaches(state, scene, members, far)
    path = reaches.lead_path(lead, at)
    if path is None or math.dist(path[-1], at) > math.dist(path[0], at) - 0.5:
        return None
    for share in SHARES if len(members) > 1 else SHARES[:1]:
        end = _cut(path, share * path_length(path))
        for trailing in (False, True):
            paths = reaches.followed(lead, end, at, trailing)
            if paths is not None:
                return paths
    return None


def _cut(path: Sequence[Point], far: float) -> Point:
    """The point so far along a path."""
    for a, b in itertools.pairwise(path):
        length = math.dist(a, b)
        if far <= length:
            share = far / length if length > 0 else 0.0
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        far -= length
    return path[-1]


class _Reaches:
    """Where each model of a unit could get to over one ground."""

    def __init__(self, state: GameState, scene: Scene, members: Sequence[Model], far: float) -> None:
        self.state, self.scene, self.members, self.far = state, scene, members, far

    def of(self, model: Model) -> Reach:
        """A model's reach; its mates are no hindrance, for they move as well."""
        def made() -> Reach:
            rest = others_grown(self.state, model.unit, NUMBERS.clear + HAIR)
            if has(model, "Flying"):
                return Reach(self.scene, model.base, self.far, pass_through=rest, climb=0.0)
            return Reach(self.scene, model.base, self.far, blocked_by=rest, climb=0.0)
        return remembered(self.state, ("flow", model.id, id(self.scene), self.far), made)

    def lead_path(self, lead: Model, at: Point) -> tuple[Point, ...] | None:
        """The lead's way to the place nearest to `at` that it can get to."""
        reach = self.of(lead)
        if reach.stuck:
            return None
        if reach.can_end(at):
            return reach.path(at)
        spots = remembered(self.state, ("flow ends", lead.id, id(self.scene), self.far), lambda: reach.sample(GRAIN))
        if not len(spots):
            return None
        best = spots[int(np.hypot(spots[:, 0] - at[0], spots[:, 1] - at[1]).argmin())]
        return reach.path((float(best[0]), float(best[1])))

    def followed(self, lead: Model, end: Point, at: Point, trailing: bool) -> Paths | None:
        """Everybody's way with the lead at `end`: to the free place linked to the others' that is nearest to `at`, or,
        `trailing`, nearest to where he stands. None where somebody finds none."""
        places = _lattice(end, 2 * max(m.radius for m in self.members) + ROOM)
        taken: dict[str, Point] = {}
        order = sorted(self.members, key=lambda m: (m.id != lead.id, round(math.dist(m.base.at, end), 6), m.id))
        for model in order:
            reach = self.of(model)
            if reach.stuck:
                return None
            spots = places[:1] if model.id == lead.id else places[self._fit(model, places, taken)]
            wish = model.base.at if trailing else at
            spot = self._first(reach, spots[np.argsort(np.hypot(*(spots - np.array(wish)).T), kind="stable")])
            if spot is None:
                return None
            taken[model.id] = spot
        paths = {m.id: self.of(m).path(taken[m.id]) for m in self.members}
        return {name: path for name, path in paths.items() if path is not None} if all(paths.values()) else None

    def _fit(self, model: Model, places: Array, taken: Mapping[str, Point]) -> npt.NDArray[np.bool_]:
        """[n] which places are free of those taken, linked to one and not too far from any. GF-5.2, GF-5.3"""
        radii = {m.id: m.radius for m in self.members}
        centres = np.array(list(taken.values()))
        gaps = np.hypot(*(places[:, None] - centres[None]).transpose(2, 0, 1)) - model.radius - np.array(
            [radii[name] for name in taken])
        fits: npt.NDArray[np.bool_] = (
            (gaps >= 0.02).all(axis=1) & (gaps <= NUMBERS.link - 0.01).any(axis=1)
            & (gaps <= NUMBERS.span - 0.01).all(axis=1)
            & (np.hypot(*(places - np.array(model.base.at)).T) <= self.far))
        return fits

    def _first(self, reach: Reach, spots: Array) -> Point | None:
        """The first of the places that can be got to."""
        for few in (spots[:12], spots[12:]):
            if not len(few):
                continue
            costs = reach.costs(few, exact=False)
            for k in np.flatnonzero(costs <= self.far):
                spot = (float(few[k][0]), float(few[k][1]))
                if reach.can_end(spot):
                    return spot
        return None


def _lattice(at: Point, pitch: float) -> Array:
    """[n, 2] places round a point in rows that interlock, itself the first."""
    count = math.ceil((NUMBERS.span + 1.0) / pitch)
    rows, columns = np.meshgrid(np.arange(-count, count + 1), np.arange(-count, count + 1))
    x = (columns + 0.5 * (rows % 2)) * pitch
    y = rows * pitch * math.sqrt(3) / 2
    off = np.stack([x.ravel(), y.ravel()], axis=1)
    far = np.hypot(off[:, 0], off[:, 1])
    order = np.argsort(far, kind="stable")
    kept = off[order][far[order] <= NUMBERS.span + 2.0]
    return np.asarray(kept + np.array(at))


def _risk(state: GameState, members: Sequence[Model], paths: Paths) -> float:
    """Points that the dice of GF-10.5 should cost: one die for each wound a model has, a wound on a 1."""
    total = 0.0
    harmful = state.scene.memo("dangerous alone", lambda s: Scene(s.width, s.height, [
        replace(p, traits=frozenset({"impassable"})) for p in s.pieces if "dangerous" in p.traits]))
    for model in members:
        legs = np.array([(*a, *b) for a, b in itertools.pairwise(paths[model.id])]).reshape(-1, 4)
        ground = obstacles(harmful, model.radius)
        wide = ground._replace(box=(-math.inf, -math.inf, math.inf, math.inf))
        if not has(model, "Flying") and len(legs) and not legs_clear(wide, legs).all():
            total += model.points / 6
    return total
