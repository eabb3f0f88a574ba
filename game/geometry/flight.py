"""The shortest way off the table: fleeing to an edge, round what stands in the way. Inches."""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.errors import GeometryError
from game.geometry.obstacles import EDGES, Array, Obstacles, check_numbers, near, obstacles, points_clear
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.tangents import TangentGraph
from game.units import Point


def shortest_to_edge(scene: Scene, mover: Base, edge: str, blocked_by: Sequence[Base] = (),
                     pass_through: Sequence[Base] = (), *, gaps: bool = False,
                     climb: float | None = 1.0) -> tuple[Point, ...] | None:
    """The shortest way on which `mover`'s base comes to touch the table's `edge`; None when it is boxed in.

    Whom it passes through is no hindrance, also at its end: it leaves the table there.
    """
    if edge not in EDGES:
        raise GeometryError(f'no edge "{edge}"; known: {", ".join(EDGES)}')
    check_numbers(mover.at)
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
