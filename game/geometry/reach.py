"""Where a model can get to, by which way, at what cost. Inches (design: the table, movement)."""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from game.errors import GeometryError
from game.geometry.circles import borders
from game.geometry.flight import shortest_to_edge
from game.geometry.ground import ground_of
from game.geometry.obstacles import NO_TOPS, Array, check_numbers, near, obstacles, points_clear
from game.geometry.outline import outline
from game.geometry.path import legs_of
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.spots import feet, joints
from game.geometry.tangents import TangentGraph
from game.geometry.weighted import GroundGraph
from game.units import CONTACT_RISE, TOLERANCE, Point
from game.words import say

__all__ = ["Reach", "shortest_to_edge"]

NEARLY = 0.1
"""Inches by which prices over rated ground may be off before a way is asked for."""
CONTENDERS = 6


class Reach:
    """The reach of `mover` for `budget`, round terrain and the bases of `blocked_by`.

    Bases of `pass_through` may be crossed, never stood on. `rates`, `climb` and `measured_at` as in `path_cost`,
    `free_step` as in `ground_of`.
    `gaps`: gap pieces may be crossed, never stood over. A mover that overlaps something already has no reach.
    """

    def __init__(self, scene: Scene, mover: Base, budget: float, *, pass_through: Sequence[Base] = (),
                 blocked_by: Sequence[Base] = (), rates: Mapping[str, float] | None = None,
                 climb: float | None = 1.0, gaps: bool = False, measured_at: str = "centre",
                 free_step: float = 0.0) -> None:
        check_numbers(mover.at)
        if math.isnan(budget) or budget < 0:
            raise GeometryError(say("a movement budget must be 0 in or more, not {budget}", budget=budget))
        self.scene, self.mover, self.budget = scene, mover, float(budget)
        tops = math.inf if climb is not None else NO_TOPS
        full = ground_of(scene, mover.radius, rates or {}, measured_at, climb, free_step)
        far = self.budget / full.cheapest + TOLERANCE
        self.ground = full.near(mover.at, far)
        self._walls = near(obstacles(scene, mover.radius, blocked_by, gaps=gaps, tops=tops), mover.at, far)
        self._ends = near(obstacles(scene, mover.radius, [*blocked_by, *pass_through], tops=tops), mover.at, far)
        self._rim_points: Array | None = None
        self.stuck = not points_clear(self._walls, np.array([mover.at]))[0]
        self._graph: TangentGraph | GroundGraph = (
            GroundGraph(self._walls, self.ground, mover.at, self.budget) if self.ground.priced
            else TangentGraph(self._walls, mover.at, self.budget))

    def cost(self, point: Point) -> float | None:
        """What the cheapest way to `point` costs; None where it is out of reach."""
        way = self.path(point)
        return None if way is None else self.ground.path_price(legs_of(way))

    def costs(self, points: Array, limit: float | None = None, *, exact: bool = True) -> Array:
        """[n] the cost of each of `points` [n, 2]; inf where out of reach, or dearer than `limit`.

        A cost may be above `cost` of the same point: by 0.1 %, over rated ground by a few hundredths of an inch.
        Whether it is within the limit is as exact as there, unless `exact` is False.
        """
        points = np.asarray(points, float).reshape(-1, 2)
        check_numbers(points)
        if self.stuck:
            return np.full(len(points), math.inf)
        return self._graph.costs(points, limit, exact=exact)

    def path(self, point: Point) -> tuple[Point, ...] | None:
        """The cheapest way to `point`, from where the model stands; None where it is out of reach."""
        check_numbers(point)
        if self.stuck:
            return None
        return self._graph.trace((float(point[0]), float(point[1])))

    def can_end(self, point: Point) -> bool:
        """Whether `point` is in reach and free to stand on."""
        return bool(self._legal_ends(np.array([point], float))[0])

    def _legal_ends(self, points: Array, limit: float | None = None, exact: bool = True) -> Array:
        return np.asarray(np.isfinite(self.end_costs(points, limit, exact)))

    def end_costs(self, points: Array, limit: float | None = None, exact: bool = True) -> Array:
        """[n] what each costs as a legal end; inf where it is none."""
        costs = np.full(len(points), math.inf)
        if not self.stuck:
            free = points_clear(self._ends, points)
            costs[free] = self._graph.costs(points[free], limit, exact=exact, free=True)
        return costs

    def sample(self, step: float = 1.0) -> Array:
        """[n, 2] legal ends on a grid of `step` inches round the mover, row by row; where it stands is one."""
        grid = self.grid(step)
        return np.asarray(grid[self._legal_ends(grid)])

    def legal_in_turn(self, points: Array) -> Iterator[Point]:
        """The legal ends among `points` [n, 2], in their order; for whoever takes one of the first."""
        first, size = 0, 32
        while first < len(points):
            part = points[first:first + size]
            yield from part[self._legal_ends(part)].tolist()
            first, size = first + size, 2 * size

    def grid(self, step: float) -> Array:
        """[n, 2] points of the table that the budget buys at the cheapest, on a grid round the mover, row by row."""
        if not (math.isfinite(step) and step > 0):
            raise GeometryError(say("a sampling step must be above 0 in, not {step}", step=step))
        far = min(self.budget / self.ground.cheapest, math.hypot(self.scene.width, self.scene.height))
        x0, y0, x1, y1 = self._walls.box
        axes = [at + step * np.arange(math.ceil((max(low, at - far) - at) / step - 1e-9),
                                      math.floor((min(high, at + far) - at) / step + 1e-9) + 1)
                for at, low, high in ((self.mover.x, x0, x1), (self.mover.y, y0, y1))]
        grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
        return np.asarray(grid[np.hypot(*(grid - np.array(self.mover.at)).T) <= far + TOLERANCE])

    def to_contact(self, target: Base, gap: float = 0.0) -> tuple[Point, ...] | None:
        """The cheapest way that ends with `gap` inches between the bases, on a free spot; None where none is."""
        distance = self.mover.radius + target.radius + gap
        if self.stuck:
            return None
        if abs(math.dist(self.mover.at, target.at) - distance) <= TOLERANCE:
            return (self.mover.at, self.mover.at)
        spots = self._spots_round(target.at, distance)
        spots = spots[points_clear(self._ends, spots)]
        rise = np.abs(self.ground.levels(spots) - target.elevation)
        spots = spots[rise <= CONTACT_RISE + TOLERANCE] if self.ground.regions else spots
        return self._cheapest(spots)

    def _cheapest(self, spots: Array) -> tuple[Point, ...] | None:
        costs = self.costs(spots)
        if not len(spots) or not np.isfinite(costs.min()):
            return None
        doubt = NEARLY if self.ground.priced else 0.0
        close = np.flatnonzero(costs <= costs.min() + doubt)
        order = close[np.argsort(costs[close], kind="stable")][:CONTENDERS]
        ways = [way for x, y in spots[order] if (way := self.path((float(x), float(y)))) is not None]
        return min(ways, key=lambda way: self.ground.path_price(legs_of(way)), default=None)

    def _spots_round(self, at: Point, distance: float) -> Array:
        """[n, 2] points of the circle about `at` where a cheapest way may end: straight on from the start or
        from round an obstacle, or at the end of a free part of the circle."""
        angles = [np.array([math.atan2(self.mover.y - at[1], self.mover.x - at[0])])]
        _, tangents = self._graph.circles.touching(np.array([at], float))
        circle = np.tile(np.arange(tangents.shape[1]), 2)
        feet = self._graph.circles.at(circle, np.concatenate([tangents[0, :, 0], tangents[0, :, 1]]))
        angles.append(np.arctan2(feet[:, 1] - at[1], feet[:, 0] - at[0]))
        if self.ground.priced:
            angles.append(np.radians(np.arange(-180.0, 180.0, 3.0)))
        angles.append(borders(self._ends, *(np.array([v]) for v in (*at, distance)))[1])
        angle = np.unique(np.concatenate(angles))
        return np.column_stack([at[0] + distance * np.cos(angle), at[1] + distance * np.sin(angle)])

    def outline(self, budget: float | None = None, step: float | None = None) -> list[tuple[Point, ...]]:
        """Rings round the legal ends that cost at most `budget` (default: the reach's own), to draw them.

        Outer rings run counter-clockwise, holes clockwise; [] where there is nowhere to go. A picture,
        good to step / 16 along its lines; parts and holes narrower than `step` may be missing.
        """
        limit = self.budget if budget is None else min(budget, self.budget)
        far = min(limit / self.ground.cheapest, math.hypot(self.scene.width, self.scene.height))
        pace = step or min(max(far / 20, 0.1), 0.5)
        return outline(lambda points: self._legal_ends(points, limit, False), self.mover.at, far, pace)

    def nearest(self, point: Point, *, rim: bool = True) -> Point | None:
        """The legal end nearest to `point` (to 0.01 in), itself if it is one; None where there is none at all.

        Without `rim` much sooner, but farther off, or not at all, where the budget ends round a corner.
        """
        check_numbers(point)
        wish = np.array([point], float)
        if self.can_end(point):
            return (float(point[0]), float(point[1]))
        spots = [self._frontier(wish), feet(self._ends, wish), *([self._rim()] if rim else [])]
        best = self._first_legal(wish, np.concatenate(spots))
        if best is None:
            return None
        within = float(np.hypot(*(best - wish[0])))
        better = self._first_legal(wish, joints(self._ends, wish, within))
        return self._closer(wish, best if better is None else better)

    def _first_legal(self, wish: Array, spots: Array) -> Array | None:
        """The nearest to `wish` of those of `spots` that are legal ends."""
        far = np.hypot(*(spots - wish).T)
        order = np.argsort(far, kind="stable")
        for first in range(0, len(order), 48):
            part = spots[order[first:first + 48]]
            legal = self._legal_ends(part)
            if legal.any():
                return np.asarray(part[int(np.argmax(legal))])
        return None

    def _frontier(self, wish: Array) -> Array:
        """Where the budget ends on the straight line to `wish` from the start and from every node."""
        origin, cost = self._graph.turning_points()
        origin, cost = origin[np.isfinite(cost)], cost[np.isfinite(cost)]
        ahead = wish - origin
        far = np.hypot(*ahead.T)
        share = np.minimum((self.budget - cost) / np.maximum(far, 1e-12), 1.0)
        ok = share > 0
        return np.concatenate([[self.mover.at], origin[ok] + ahead[ok] * (share[ok] * (1 - 1e-9))[:, None]])

    def _rim(self) -> Array:
        """[n, 2] legal ends all along the rim of the reach, made once."""
        if self._rim_points is None:
            far = min(self.budget / self.ground.cheapest, math.hypot(self.scene.width, self.scene.height))
            pace = far / 12 if self.ground.priced else far / 24
            rings = self.outline(step=min(max(pace, 0.1), 1.0))
            self._rim_points = np.array([p for ring in rings for p in ring], float).reshape(-1, 2)
        return self._rim_points

    def _closer(self, wish: Array, best: Array) -> Point:
        """A legal end still nearer to `wish` than `best`, felt for in ever smaller rings."""
        turns_ = np.linspace(0, 2 * math.pi, 16, endpoint=False)
        ring = np.column_stack([np.cos(turns_), np.sin(turns_)])
        for size in (0.2, 0.1, 0.05, 0.02, 0.01, 0.005):
            for _ in range(8):
                spots = best + size * ring
                nearer = np.hypot(*(spots - wish).T) < np.hypot(*(best - wish[0])) - 1e-6
                found = self._first_legal(wish, spots[nearer])
                if found is None:
                    break
                best = found
        return (float(best[0]), float(best[1]))

