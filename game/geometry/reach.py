"""Where a model can get to, by which way, at what cost. Inches (design: the table, movement)."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from game.errors import GeometryError
from game.geometry.ground import Ground
from game.geometry.obstacles import EDGES, Array, Obstacles, check_numbers, near, obstacles, points_clear
from game.geometry.path import legs_of
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.tangents import TangentGraph, borders
from game.units import CONTACT_RISE, TOLERANCE, Point


class Reach:
    """The reach of `mover` for `budget`, round terrain and the bases of `blocked_by`.

    Bases of `pass_through` may be crossed, never stood on. `rates`, `climb` and `measured_at` as in `path_cost`.
    `gaps`: gap pieces may be crossed, never stood over. A mover that overlaps something already has no reach.
    """

    def __init__(self, scene: Scene, mover: Base, budget: float, *, pass_through: Sequence[Base] = (),
                 blocked_by: Sequence[Base] = (), rates: Mapping[str, float] | None = None,
                 climb: float | None = 1.0, gaps: bool = False, measured_at: str = "centre") -> None:
        check_numbers(mover.at)
        if math.isnan(budget) or budget < 0:
            raise GeometryError(f"a movement budget must be 0 in or more, not {budget}")
        self.scene, self.mover, self.budget = scene, mover, float(budget)
        climbs = climb is not None
        full = Ground(scene, mover.radius, rates or {}, measured_at, climb)
        far = self.budget / full.cheapest + TOLERANCE
        self.ground = full.near(mover.at, far)
        self._walls = near(obstacles(scene, mover.radius, blocked_by, gaps=gaps, climbs=climbs), mover.at, far)
        self._ends = near(obstacles(scene, mover.radius, [*blocked_by, *pass_through], climbs=climbs), mover.at, far)
        self.stuck = not points_clear(self._walls, np.array([mover.at]))[0]
        self._graph = TangentGraph(self._walls, mover.at, self.budget)

    def cost(self, point: Point) -> float | None:
        """What the cheapest way to `point` costs; None where it is out of reach."""
        way = self.path(point)
        return None if way is None else self.ground.path_price(legs_of(way))

    def costs(self, points: Array) -> Array:
        """[n] the cost of each of `points` [n, 2], at most 0.1 % above `cost`; inf where out of reach."""
        points = np.asarray(points, float).reshape(-1, 2)
        check_numbers(points)
        if self.stuck:
            return np.full(len(points), math.inf)
        return self._graph.costs(points)

    def path(self, point: Point) -> tuple[Point, ...] | None:
        """The cheapest way to `point`, from where the model stands; None where it is out of reach."""
        check_numbers(point)
        if self.stuck:
            return None
        return self._graph.trace((float(point[0]), float(point[1])))

    def can_end(self, point: Point) -> bool:
        """Whether `point` is in reach and free to stand on."""
        return bool(self._legal_ends(np.array([point], float))[0])

    def _legal_ends(self, points: Array) -> Array:
        free = points_clear(self._ends, points)
        free[free] = np.isfinite(self.costs(points[free]))
        return free

    def sample(self, step: float = 1.0) -> Array:
        """[n, 2] legal ends on a grid of `step` inches round the mover, row by row; where it stands is one."""
        if not (math.isfinite(step) and step > 0):
            raise GeometryError(f"a sampling step must be above 0 in, not {step}")
        grid = self._grid(step, self.budget)
        return grid[self._legal_ends(grid)]

    def _grid(self, step: float, budget: float) -> Array:
        """[n, 2] points of the table within what `budget` buys at the cheapest, on the mover's own grid."""
        far = min(budget / self.ground.cheapest, math.hypot(self.scene.width, self.scene.height))
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
        x, y = spots[int(np.argmin(costs))]
        return self.path((float(x), float(y)))

    def _spots_round(self, at: Point, distance: float) -> Array:
        """[n, 2] points of the circle about `at` where a cheapest way may end: straight on from the start or
        from round an obstacle, or at the end of a free part of the circle."""
        angles = [np.array([math.atan2(self.mover.y - at[1], self.mover.x - at[0])])]
        _, tangents = self._graph.touching(np.array([at], float))
        circle = np.tile(np.arange(tangents.shape[1]), 2)
        feet = self._graph.circles.at(circle, np.concatenate([tangents[0, :, 0], tangents[0, :, 1]]))
        angles.append(np.arctan2(feet[:, 1] - at[1], feet[:, 0] - at[0]))
        angles.append(borders(self._ends, *(np.array([v]) for v in (*at, distance)))[1])
        angle = np.unique(np.concatenate(angles))
        return np.column_stack([at[0] + distance * np.cos(angle), at[1] + distance * np.sin(angle)])


def shortest_to_edge(scene: Scene, mover: Base, edge: str, blocked_by: Sequence[Base] = (),
                     pass_through: Sequence[Base] = (), *, gaps: bool = False,
                     climb: float | None = 1.0) -> tuple[Point, ...] | None:
    """The shortest way on which `mover`'s base comes to touch the table's `edge`; None when it is boxed in.

    Whom it passes through is no hindrance, also at its end: it leaves the table there.
    """
    if edge not in EDGES:
        raise GeometryError(f'no edge "{edge}"; known: {", ".join(EDGES)}')
    goal = _Edge(scene, mover.radius, edge)
    obs = obstacles(scene, mover.radius, blocked_by, gaps=gaps, climbs=climb is not None)
    if not points_clear(obs, np.array([mover.at]))[0]:
        return None
    straight = float(goal.to_go(np.array([mover.at]))[0])
    for stretch in STRETCHES:
        limit = straight * stretch + (stretch - 1) * mover.radius * 4
        graph = TangentGraph(near(obs, mover.at, limit), mover.at, limit, goal.to_go)
        way = goal.reached(graph)
        if way is not None:
            return way
    return None


STRETCHES = (1.0, 1.05, 1.3, 2.0, 4.0, math.inf)
"""How much longer than straight the way to an edge is searched for, in turn: most are hardly longer."""


class _Edge:
    """The line on which a base's centre is when the base touches an edge of the table."""

    def __init__(self, scene: Scene, radius: float, edge: str) -> None:
        self.axis = 0 if edge in ("west", "east") else 1
        size = scene.width if self.axis == 0 else scene.height
        self.value = radius if edge in ("west", "south") else size - radius

    def to_go(self, points: Array) -> Array:
        """[n] how far each point is from the line."""
        return np.asarray(np.abs(points[:, self.axis] - self.value))

    def reached(self, graph: TangentGraph) -> tuple[Point, ...] | None:
        """The shortest way of `graph` to the line, or None."""
        circles, other = graph.circles, 1 - self.axis
        across = (circles.x, circles.y)[other]
        along = np.concatenate([[graph.start[other]], across + circles.r, across - circles.r,
                                self._where_circles_end(graph), self._where_edges_end(graph.obs)])
        spots = np.full((len(along), 2), self.value)
        spots[:, other] = along
        costs = graph.costs(spots)
        if not np.isfinite(costs.min()):
            return None
        x, y = spots[int(np.argmin(costs))]
        return graph.trace((float(x), float(y)))

    def _where_circles_end(self, graph: TangentGraph) -> Array:
        centre = (graph.circles.x, graph.circles.y)
        off, r = self.value - centre[self.axis], graph.circles.r
        hit = np.abs(off) <= r
        half = np.sqrt(r[hit] ** 2 - off[hit] ** 2)
        base = centre[1 - self.axis][hit]
        return np.concatenate([base + half, base - half])

    def _where_edges_end(self, obs: Obstacles) -> Array:
        along = obs.end - obs.start
        length = np.hypot(along[:, 0], along[:, 1])
        outside = obs.start + obs.radius * np.column_stack([along[:, 1], -along[:, 0]]) / length[:, None]
        run = along[:, self.axis]
        share = (self.value - outside[:, self.axis]) / np.where(run == 0, 1.0, run)
        hit = (run != 0) & (share >= 0) & (share <= 1)
        return np.asarray((outside + share[:, None] * along)[hit, 1 - self.axis])
