"""What places are worth to a model, in points: harm given, harm taken, what it comes closer to, its company."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from game.ai.ways import ways
from game.engine.requests import Goal
from game.engine.view import View
from game.geometry.scene import Scene
from game.geometry.sight import sees_from
from game.table.model import Model
from game.units import TOLERANCE, Point, heading, turn_between

Array = npt.NDArray[np.float64]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """How a player weighs what may come against what is certain. `future`: what an attack in a later round counts,
    for each of at most `horizon` rounds, less `fear` times what an enemy's attack costs the model meanwhile; `stride`:
    inches that a round brings it nearer."""

    caution: float = 0.7
    future: float = 0.4
    fear: float = 0.3
    horizon: float = 4.0
    stride: float = 9.0
    goal: float = 0.7
    stray: float = 7.0
    lock: float = 0.5


class Judge:
    """A side's judgement at one decision; asks the view and remembers what it answered."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.state = view.state
        self.weights = weights
        self.enemies = list(self.state.enemies(view.side))
        self.centres = np.array([e.base.at for e in self.enemies], float).reshape(-1, 2)
        self.radii = np.array([e.radius for e in self.enemies], float)
        self.best_acts: dict[str, Any] = {}
        self._mean_answer: float | None = None
        self._strikes: dict[str, list[tuple[float, float]]] = {}

    @functools.cached_property
    def worths(self) -> Array:
        """[m] what each enemy is worth."""
        return np.array([self.view.worth(e) for e in self.enemies], float)

    @functools.cached_property
    def goals(self) -> list[Goal]:
        return list(self.view.goals())

    @functools.cached_property
    def caution(self) -> float:
        """The weight of harm taken: more for a side that leads as the game runs out, less for one that trails."""
        score = self.view.score()
        own = score.get(self.view.side, 0)
        lead = own - max((v for side, v in score.items() if side != self.view.side), default=own)
        late = min(1.0, self.state.round / max(1, self.view.rounds))
        return self.weights.caution * min(1.8, max(0.4, 1.0 + late**2 * lead / 60.0))

    @functools.cached_property
    def left(self) -> float:
        """The rounds that are worth planning for, this one's rest included."""
        return min(self.weights.horizon, self.last)

    @functools.cached_property
    def last(self) -> float:
        """The rounds that are left, this one's rest included."""
        return max(0.5, self.view.rounds - self.state.round + 0.5)

    def strikes(self, model: Model) -> list[tuple[float, float]]:
        """Its attacks that bring anything: reach and worth."""
        if model.id not in self._strikes:
            self._strikes[model.id] = [(far, worth) for far, worth in self.view.strikes(model) if worth > 0]
        return self._strikes[model.id]

    # --- places

    def places(self, model: Model, points: Array, *, acts: bool, how: str = "") -> Array:
        """[n] what it is worth to stand at each of `points`; with `acts`, and to attack from there. `how`: the order
        that takes it there."""
        points = np.asarray(points, float).reshape(-1, 2)
        harm = self.view.harm_at(model, points, in_points=True, how=how)
        value = self.prospects(model, points) - self.straying(model, points) + self._rewards(model, points, free=True)
        value += self.view.errand(model, points, how)
        if acts:
            given = self.view.harm_from(model, points, how)
            harm = harm * (1.0 - np.minimum(1.0, given / max(1.0, self.worths.sum())))  # the fallen strike no more
            value += np.maximum(given, self._rewards(model, points, free=False))
        value -= self.caution * harm
        return np.asarray(value)

    def prospects(self, model: Model, points: Array, scene: Scene | None = None) -> Array:
        """[n] what the model may do from there later: its best attack in every round that is left once it is within
        its reach, and the best of the goals that it can still get to; by the ways of `scene`, the table as it would be
        with all open that can be opened where none is given."""
        net = ways(scene or self._opened, prices=self.view.leg_prices)
        best = np.zeros(len(points))
        weights = self.weights
        stride = self.view.stride(model.unit) or weights.stride
        strikes = self.strikes(model)
        if strikes and self.enemies:
            way = net.lengths(points, self.centres) - self.radii - model.radius
            for far, strike in strikes:
                worth = max(strike - weights.fear * self._answer(model), TIMID * strike)
                late = np.maximum(way - far, 0.0) / stride
                rounds = np.maximum(self.left - late, 0.0)
                wish = np.minimum(worth * rounds * self.worths / self.worths.mean(), self.worths)
                wish *= np.maximum(1.0 - LATE * late, 0.0)
                best = np.maximum(best, wish.max(axis=1))
        best *= weights.future
        for goal in self._goals_of(model):
            way = net.lengths(points, np.array([goal.at]))[:, 0] - goal.radius - model.radius - goal.within
            late = np.maximum(way, 0.0) / stride
            wish = np.where(late <= self.last, 1.0 - LATE * late, 0.0)
            best = np.maximum(best, weights.goal * goal.worth * np.maximum(wish, 0.0))
        return np.asarray(best)

    def _answer(self, model: Model) -> float:
        """What an enemy's best attack costs the model, roughly: an average enemy's, by what the model is worth."""
        if self._mean_answer is None:
            best = [max((worth for _, worth in self.strikes(e)), default=0.0) for e in self.enemies]
            own = [self.view.worth(m) for m in self.state.models_of(self.view.side) if m.in_play]
            self._mean_answer = sum(best) / len(best) / max(1.0, sum(own) / max(1, len(own)))
        return self._mean_answer * self.view.worth(model)

    @functools.cached_property
    def _opened(self) -> Scene:
        """The table with everything open that the side can open."""
        return self._without(self.view.openable())

    def _without(self, pieces: Sequence[str]) -> Scene:
        scene = self.state.scene
        if not pieces:
            return scene
        kept = [p for p in scene.pieces if p.id not in pieces]
        return scene.memo(("without", tuple(pieces)), lambda s: Scene(s.width, s.height, kept))

    def cleared(self, model: Model, piece: str) -> float:
        """What it is worth to the model, where it stands, that a piece is in nobody's way any more."""
        at = np.array([model.base.at])
        now, then = (self.prospects(model, at, scene) for scene in (self.state.scene, self._without([piece])))
        return max(0.0, float((then - now)[0]))

    def _goals_of(self, model: Model) -> list[Goal]:
        return [goal for goal in self.goals if model.id in goal.by]

    def _rewards(self, model: Model, points: Array, *, free: bool) -> Array:
        """[n] the best goal that is reached at each point, of those that cost an action or of those that do not."""
        best = np.zeros(len(points))
        for goal in self._goals_of(model):
            if goal.free is not free:
                continue
            far = np.hypot(points[:, 0] - goal.at[0], points[:, 1] - goal.at[1]) - goal.radius - model.radius
            best = np.maximum(best, np.where(far <= goal.within + TOLERANCE, goal.worth, 0.0))
        return best

    # --- company

    def straying(self, model: Model, points: Array) -> Array:
        """[n] the price of leaving its unit, or of leaving a mate alone that cannot follow. Mates that can still move
        may come after it."""
        link = self.view.spacing(model)
        mates = [m for m in self.state.members(model.unit) if m.id != model.id and m.on_table]
        if not link or not mates:
            return np.zeros(len(points))
        centres = np.array([m.base.at for m in mates])
        far = np.hypot(points[:, None, 0] - centres[None, :, 0], points[:, None, 1] - centres[None, :, 1])
        gaps = far - np.array([m.radius for m in mates]) - model.radius
        slack = np.array([self.view.pace(m) * 0.8 for m in mates])
        over = (gaps - link - slack).min(axis=1)
        price = np.where(over > TOLERANCE, self.weights.stray + 0.5 * over, 0.0)
        settled = [k for k, m in enumerate(mates) if slack[k] == 0 and not self._has_company(m, mates, link)]
        if settled and not slack.any():
            price += self.weights.stray * (gaps[:, settled] > link + TOLERANCE).any(axis=1)
        return np.asarray(price)

    def _has_company(self, model: Model, mates: list[Model], link: float) -> bool:
        return any(
            math.dist(model.base.at, m.base.at) - m.radius - model.radius <= link for m in mates if m.id != model.id)

    # --- facing

    def facing(self, model: Model, at: Point, must: Point | None = None) -> float:
        """The heading for the model at `at` that has most of what threatens it ahead, and `must` in any case. Without
        enemies, as it stands."""
        if must is None:
            must = self.seen_nearest(model, at)
        wanted = heading(at, must) if must is not None else model.facing
        if not self.enemies:
            return wanted
        turns = [wanted, *((wanted + step) % 360.0 for step in STEPS if must is None or abs(step) <= WIDE)]
        bearings = np.degrees(np.arctan2(self.centres[:, 0] - at[0], self.centres[:, 1] - at[1]))
        weights = self._menace(at)
        return max(turns, key=lambda turn: round(_ahead(turn, bearings, weights), 9) - TIE * turn_between(turn, wanted))

    def exposed(self, model: Model, at: Point, facing: float) -> float:
        """The share of what threatens the model at `at` that is not ahead of it, 0 to 1."""
        if not self.enemies:
            return 0.0
        bearings = np.degrees(np.arctan2(self.centres[:, 0] - at[0], self.centres[:, 1] - at[1]))
        weights = self._menace(at)
        return 1.0 - _ahead(facing, bearings, weights) / float(weights.sum())

    def _menace(self, at: Point) -> Array:
        far = np.hypot(self.centres[:, 0] - at[0], self.centres[:, 1] - at[1])
        return np.asarray((self.worths + 1.0) / (far + 2.0) ** 2)

    def seen_nearest(self, model: Model, at: Point) -> Point | None:
        """The nearest enemy in sight of the model at `at`, else the nearest; None without enemies."""
        if not self.enemies:
            return None
        far = np.hypot(self.centres[:, 0] - at[0], self.centres[:, 1] - at[1]) - self.radii
        seen = sees_from(self.state.scene, np.array([at]), model.base, [e.base for e in self.enemies])[0]
        place = int(np.where(seen, far, far + 1e6).argmin())
        return self.enemies[place].base.at


STEPS = tuple(float(step) for step in range(-165, 181, 15))
WIDE = 80.0
"""Degrees off the heading to a target at which it is still safely ahead."""
TIE = 1e-7
TIMID = 0.15
"""The share of its wish to close in that a model keeps however much it fears."""
LATE = 0.12
"""The share of a goal, or of what an attack should bring, that each round of delay costs."""


def _ahead(facing: float, bearings: Array, weights: Array) -> float:
    off = np.abs((bearings - facing + 180.0) % 360.0 - 180.0)
    return float(weights[off <= 90.0].sum())
