"""A battle of whole units as one side sees it: who stands where, what holds which marker, what a place is worth."""
from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.ai.force import Force
from game.ai.stakes import Stakes
from game.ai.ways import lengths_for
from game.engine.requests import Goal, Route
from game.engine.view import View
from game.geometry.obstacles import obstacles, points_clear
from game.geometry.scene import Scene
from game.units import TOLERANCE

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

THREAT = 3.0
"""Inches beyond an enemy's stride within which a marker is in danger of him."""
THIN = 0.15
"""How much less sure a marker is where hardly a model of a unit stands at it."""
DRIVEN = 0.7
"""How much less sure it is, in the last round, where the unit should expect to fall."""
UNSURE = 0.3
"""The share of a foe that fire must take before there is hope to break him."""
MIRED = 0.4
"""Rounds that it costs to start from ground that slows."""


class Outlook:
    """A side's judgement at one decision; asks the view and remembers what it answered."""

    def __init__(self, view: View, stakes: Stakes) -> None:
        self.view, self.state, self.stakes = view, view.state, stakes
        forces = [Force(view, u) for u in self.state.units if any(m.on_table for m in view.state.members(u))]
        self.own = {f.id: f for f in forces if f.side == view.side}
        self.foes = {f.id: f for f in forces if f.side != view.side}
        self.goals = [g for g in view.goals() if g.what == "hold"]
        self._gains: dict[tuple[str, tuple[bool, ...]], float] = {}
        self._clearings: dict[tuple[str, tuple[bool, ...], str], float] = {}
        self.left = max(0, view.rounds - self.state.round)

    @functools.cached_property
    def owners(self) -> list[int]:
        """For each goal 1 where its marker is the side's own, -1 where it is the enemy's, else 0."""
        by_place = {m.at: m.owner for m in self.state.markers.values()}
        return [0 if by_place.get(g.at) is None else 1 if by_place[g.at] == self.view.side else -1 for g in self.goals]

    @functools.cached_property
    def price(self) -> float:
        """What it is worth to hold a marker when this round ends."""
        stakes = self.stakes
        share = stakes.last if self.left == 0 else stakes.late if self.left == 1 else stakes.early
        return share * max((g.worth for g in self.goals), default=0.0)

    # --- markers as they will stand when the round ends

    def chances(self, goal: int, unit: str, there: float, gone: float = 0.0, target: str = "") -> tuple[float, float]:
        """The chances that a marker will be the side's own and the enemy's, the unit being there with this chance, and
        the foe `target` gone with the chance `gone`."""
        own = self.ours(goal, unit)
        own = 1.0 - (1.0 - own) * (1.0 - there)
        foe = self.theirs(goal, target, gone)
        left = (1 - own) * (1 - foe)
        return (own * (1 - foe) + left * (self.owners[goal] > 0), foe * (1 - own) + left * (self.owners[goal] < 0))

    def tally(self, unit: str, there: Sequence[bool], gone: float = 0.0, target: str = "") -> float:
        """The points that the markers promise with the unit at those `there`: in the last round mostly the chance to
        win that they give, before by how many they are."""
        stays = self.stakes.stays
        each = [self.chances(k, unit, stays * at, gone, target) for k, at in enumerate(there)]
        sum_ = self.price * sum(own - foe for own, foe in each)
        return sum_ if self.left else sum_ + self.stakes.game * self._won(each)

    def cleared(self, unit: str, there: Sequence[bool], target: str) -> float:
        """The points that it brings to have a foe gone, with the unit at those markers."""
        key = (unit, tuple(there), target)
        if key not in self._clearings:
            self._clearings[key] = self.tally(unit, there, 1.0, target) - self.tally(unit, there)
        return self._clearings[key]

    def broken(self, target: str, harm: Array | float) -> Array:
        """[n] the chance that a foe of whom fire takes so many points holds nothing after it: fallen, or Shaken."""
        return np.clip(np.asarray(harm) / max(1.0, self.foes[target].worth) - UNSURE, 0.0, 1.0)

    def _won(self, each: Sequence[tuple[float, float]]) -> float:
        """The chance to hold more markers in the end than the enemy; as many counts for a part."""
        lead = np.array([1.0])  # of each lead from -n to n its chance
        for own, foe in each:
            lead = np.convolve(lead, (foe, 1.0 - own - foe, own))
        even = len(lead) // 2
        return float(lead[even + 1:].sum() + self.stakes.even * lead[even])

    def ours(self, goal: int, unit: str) -> float:
        """The chance that another unit of the side's is there when the round ends."""
        absent = 1.0
        for name, force in self.own.items():
            if name != unit and force.counts:
                absent *= 1.0 - self._stands(force, self.goals[goal], self.stakes.follows)
        return 1.0 - absent

    def theirs(self, goal: int, target: str = "", gone: float = 0.0) -> float:
        """The chance that an enemy is there."""
        absent = 1.0
        for name, force in self.foes.items():
            if force.counts:
                chance = self._stands(force, self.goals[goal], self.stakes.comes)
                absent *= 1.0 - chance * (1.0 - gone if name == target else 1.0)
        return 1.0 - absent

    def _stands(self, force: Force, goal: Goal, comes: float) -> float:
        off = force.off(goal.at)
        if off <= goal.within + TOLERANCE:
            return self.stakes.stays if force.waits else 1.0
        return comes if force.waits and force.holds and force.nears(goal) else 0.0

    def disputed(self, force: Force) -> bool:
        """Whether an enemy may still come to a marker that the unit can get to, or stands at."""
        return any(force.nears(goal) and any(f.waits and f.holds and f.nears(goal) for f in self.foes.values())
                   for goal in self.goals)

    def gain(self, unit: str, there: tuple[bool, ...]) -> float:
        """The points that the unit brings by being at these markers when the round ends."""
        if (unit, there) not in self._gains:
            self._gains[unit, there] = self.tally(unit, there) - self.tally(unit, [False] * len(there))
        return self._gains[unit, there]

    def there(self, force: Force, shifts: Array) -> list[tuple[bool, ...]]:
        """[n] at which markers the unit counts after each move, given as for `presence`."""
        if not force.counts or not self.goals:
            return [(False,) * len(self.goals)] * len(shifts)
        return [tuple(row) for row in np.stack([force.reaches(goal, shifts) for goal in self.goals], axis=1).tolist()]

    def at_stake(self, target: str) -> bool:
        """Whether a foe counts at a marker, or may yet."""
        foe = self.foes[target]
        return foe.counts and any(self._stands(foe, goal, self.stakes.comes) > 0 for goal in self.goals)

    def presence(self, force: Force, shifts: Array, harm: Array | float = 0.0) -> Array:
        """[n] the points for the markers that it is at after each move, [n, k, 2] or [n, 1, 2]: more with more of its
        models there, and in the last round less where it should expect `harm` [n]."""
        if not force.counts or not self.goals:
            return np.zeros(len(shifts))
        shares = np.stack([force.share_at(goal, shifts) for goal in self.goals], axis=1)
        total = np.array([self.gain(force.id, tuple(row)) for row in (shares > 0).tolist()])
        sure = 1.0 - THIN * (1.0 - shares.max(axis=1))
        if not self.left:
            sure = sure - DRIVEN * np.minimum(1.0, harm / max(1.0, force.worth))
        return np.asarray(total * sure)

    def offsets(self, force: Force, route: Route) -> Array:
        """[k, 2] how far each model of the unit is moved by a way."""
        if not route.paths:
            return np.broadcast_to(np.array(route.end), force.at.shape)
        return np.array([np.subtract(route.paths[m.id][-1], m.base.at) for m in force.models])

    # --- what may come later

    def prospects(self, force: Force, shifts: Array) -> Array:
        """[n] what it may do from there in the rounds that are left: the marker that it is wanted at, and its best
        attack."""
        if not self.left or not len(shifts):
            return np.zeros(len(shifts))
        points = force.middle + shifts
        pace = max(1.0, force.stride or 1.0)
        late = np.where(_mired(self.state.scene, points), MIRED, 0.0)
        best = np.zeros(len(points))
        if self.goals:
            spots = np.array([g.at for g in self.goals])
            way = lengths_for(self.state.scene, points, spots, force.lead.radius)
            for k, goal in enumerate(self.goals):
                wish = 1.0 - (np.maximum(way[:, k] - goal.within, 0.0) / pace + late) / (self.left + 0.6)
                best = np.maximum(best, self.wanted(k, force) * goal.worth * np.maximum(wish, 0.0))
        drawn = self.stakes.drawn if self.left > 1 else self.stakes.pressed
        return best * drawn + self._attacks(force, points, pace, late)

    def wanted(self, goal: int, force: Force) -> float:
        """How much a marker wants the unit: less where another is meant for it, or is free for it and nearer."""
        spot = self.goals[goal]
        far = force.off(spot.at)
        others = sum(1 for f in self.own.values() if f.id != force.id and (
            self._posts[f.id] == goal if f.id in self._posts else (f.off(spot.at), f.id) < (far, force.id)
            and f.off(spot.at) <= 1.5 * max(f.stride, 6.0) + spot.within))
        if self._posts.get(force.id) == goal:
            others = 0
        return self._pull(goal) * self.stakes.crowd**max(0, others - self._rivals[goal] // 2)

    @functools.cached_property
    def _rivals(self) -> list[int]:
        """For each marker the enemies that are near it."""
        return [sum(1 for f in self.foes.values() if f.off(g.at) <= f.stride + g.within + THREAT) for g in self.goals]

    def _pull(self, goal: int) -> float:
        held = self.owners[goal]
        return 1.0 if held == 0 else 1.15 if held < 0 else min(0.85, 0.2 + 0.35 * self._rivals[goal])

    @functools.cached_property
    def _posts(self) -> dict[str, int]:
        """The marker that each unit is meant for: one unit each, those first that want it most and can be there
        soonest. The rest of the units are free."""
        late = {(f.id, k): max(0.0, f.off(g.at) - g.within) / max(1.0, f.stride)
                for f in self.own.values() for k, g in enumerate(self.goals)}
        posts: dict[str, int] = {}
        for name, k in sorted(late, key=lambda key: (-round(self._pull(key[1]) / (1.0 + late[key]), 6), key)):
            if name not in posts and k not in posts.values():
                posts[name] = k
        return posts

    def _attacks(self, force: Force, points: Array, pace: float, late: Array) -> Array:
        best = np.zeros(len(points))
        strikes = [s for s in self.view.strikes(force.lead) if s[1] > 0]
        if not strikes or not self.foes:
            return best
        foes = list(self.foes.values())
        centres = np.array([f.middle for f in foes])
        worths = np.array([f.worth for f in foes])
        apart = np.hypot(points[:, None, 0] - centres[None, :, 0], points[:, None, 1] - centres[None, :, 1])
        left = min(self.stakes.horizon, self.left)
        for far, worth in strikes:
            reach = far + pace / 2 if far > 0 else pace
            rounds = np.maximum(left - np.maximum(apart - reach, 0.0) / pace - late[:, None], 0.0)
            best = np.maximum(best, (worth * rounds * np.sqrt(worths / max(1.0, worths.mean()))).max(axis=1))
        return best * self.stakes.future

    # --- danger

    def mined(self, force: Force, shifts: Array, *, leaving: bool = False) -> Array:
        """[n] the points that ground which harms whoever stands in it should cost each time the unit acts, after each
        move, [n, k, 2] or [n, 1, 2]; `leaving`: models that start in it count too."""
        places = np.broadcast_to(force.at[None] + shifts, (len(shifts), *force.at.shape))
        touched = _harmed(self.state.scene, force, places)
        if leaving:
            touched = touched | _harmed(self.state.scene, force, force.at[None])
        return np.asarray(touched @ np.array([m.points / 6 for m in force.models]))

    def harm(self, force: Force, shifts: Array) -> Array:
        """[n] the points that it should expect to lose after each shift: by fire or a charge, and by fleeing."""
        points = force.middle + shifts
        return self.view.harm_at(force.lead, points, in_points=True) + self._overrun(force, points)

    @functools.cached_property
    def _melee(self) -> dict[str, float]:
        """For each unit the points that its strikes take."""
        return {f.id: max((worth for far, worth in self.view.strikes(f.lead) if far <= 0), default=0.0)
                for f in (*self.own.values(), *self.foes.values())}

    def _overrun(self, force: Force, points: Array) -> Array:
        """[n] what it should lose besides, there, by fleeing from the worst enemy that could charge it."""
        worst = np.zeros(len(points))
        for foe in self.foes.values():
            better = min(force.worth, self._melee[foe.id] - self._melee[force.id])
            if better <= 0 or not foe.stride or (not self.left and not foe.waits):
                continue
            apart = np.hypot(points[:, None, 0] - foe.at[None, :, 0], points[:, None, 1] - foe.at[None, :, 1])
            near = (apart - foe.radii).min(axis=1) - force.lead.radius <= foe.stride - 1.0
            worst = np.maximum(worst, np.where(near, better, 0.0))
        return self.stakes.rout * worst

    def fear(self, harm: Array) -> Array:
        """Expected losses weighed by caution; they mean little when the game is over."""
        return harm * (self.stakes.caution * (self.toll if self.left else self.stakes.over))

    @property
    def dear(self) -> float:
        """What a point of its own losses on harmful ground counts now."""
        return self.toll if self.left else self.stakes.over

    @property
    def toll(self) -> float:
        """What a point of somebody's losses counts now."""
        return 1.0 + self.stakes.blood * self.left / max(1, self.view.rounds - 1)

    def nearest_foe(self, force: Force) -> Force | None:
        return min(self.foes.values(), key=lambda f: (round(force.gap(f), 6), f.id), default=None)


def _mired(scene: Scene, points: Array) -> Flags:
    """[n] which points lie on ground that slows who walks from it."""
    slow = scene.memo("slow ground", lambda s: obstacles(Scene(s.width, s.height, [
        replace(p, traits=frozenset({"impassable"})) for p in s.pieces if "difficult" in p.traits]), 0.5))
    return np.asarray(~points_clear(slow, points))


def _harmed(scene: Scene, force: Force, places: Array) -> Flags:
    """[n, k] which models of a unit touch harmful ground at these [n, k, 2] places."""
    harmful = scene.memo("harmful ground", lambda s: Scene(s.width, s.height, [
        replace(p, traits=frozenset({"impassable"})) for p in s.pieces if "dangerous" in p.traits]))
    found = np.zeros(places.shape[:2], bool)
    for radius in dict.fromkeys(force.radii.tolist()):
        alike = np.flatnonzero(force.radii == radius)
        ground = obstacles(harmful, radius)
        ground = ground._replace(box=(-np.inf, -np.inf, np.inf, np.inf))
        found[:, alike] = ~points_clear(ground, places[:, alike].reshape(-1, 2)).reshape(len(places), -1)
    return found
