"""The cheapest way off the table: fleeing to an edge, round what stands in the way. Inches."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from game.errors import GeometryError
from game.geometry.ground import Ground, ground_of
from game.geometry.obstacles import (
    EDGES,
    NO_TOPS,
    Array,
    Obstacles,
    check_numbers,
    near,
    obstacles,
    point_segment,
    points_clear,
)
from game.geometry.path import legs_of, path_length
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.tangents import TangentGraph
from game.geometry.weighted import GroundGraph
from game.units import TOLERANCE, Point
from game.words import say


def shortest_to_edge(scene: Scene, mover: Base, edge: str, blocked_by: Sequence[Base] = (),
                     pass_through: Sequence[Base] = (), *, gaps: bool = False, climb: float | None = 1.0,
                     rates: Mapping[str, float] | None = None, measured_at: str = "centre") -> tuple[Point, ...] | None:
    """The cheapest way on which `mover`'s base comes to touch the table's `edge`; None when it is boxed in.

    Whom it passes through is no hindrance, also at its end: it leaves the table there. Prices as in `path_cost`.
    """
    if edge not in EDGES:
        raise GeometryError(say('no edge "{edge}"; known: {edges}', edge=edge, edges=", ".join(EDGES)))
    check_numbers(mover.at)
    check_numbers(np.array([b.at for b in pass_through], float))
    obs = obstacles(scene, mover.radius, blocked_by, gaps=gaps, tops=math.inf if climb is not None else NO_TOPS)
    if not points_clear(obs, np.array([mover.at]))[0]:
        return None
    goal = _Edge(scene, mover.radius, edge)
    way = _shortest(obs, goal, mover.at)
    ground = ground_of(scene, mover.radius, rates or {}, measured_at, climb)
    return way if way is None else _cheapest(obs, goal, way, ground)


def _shortest(obs: Obstacles, goal: _Edge, start: Point) -> tuple[Point, ...] | None:
    """The shortest way, whatever the ground: looked for in a narrow strip first, then in wider ones."""
    straight = float(goal.to_go(np.array([start]))[0])
    for stretch in STRETCHES:
        limit = straight * stretch + (stretch - 1) * obs.radius * 4
        graph = TangentGraph(_on_the_way(near(obs, start, limit), start, limit, goal), start, limit, goal.to_go)
        way = goal.reached(graph, goal.spots(graph))
        if way is not None:
            return way
    return None


def _on_the_way(obs: Obstacles, start: Point, limit: float, goal: _Edge) -> Obstacles:
    """`obs` without what no way within `limit` can touch: going there and on to the line takes longer."""
    here, room = np.array(start), limit + TOLERANCE
    edge_far = point_segment(start[0], start[1], obs.start, obs.end) - 2 * obs.radius
    edges = edge_far + np.minimum(goal.to_go(obs.start), goal.to_go(obs.end)) <= room
    corners = np.hypot(*(obs.corners - here).T) + goal.to_go(obs.corners) - 2 * obs.radius <= room
    discs = np.hypot(*(obs.discs[:, :2] - here).T) + goal.to_go(obs.discs) - 2 * obs.discs[:, 2] <= room
    return obs._replace(start=obs.start[edges], end=obs.end[edges], edge_owner=obs.edge_owner[edges],
                        corners=obs.corners[corners], discs=obs.discs[discs], disc_owner=obs.disc_owner[discs])


def _cheapest(obs: Obstacles, goal: _Edge, way: tuple[Point, ...], ground: Ground) -> tuple[Point, ...]:
    """The cheapest way, given the shortest: the same, unless it leads over ground that costs more than its length."""
    start, price = way[0], ground.path_price(legs_of(way))
    if price <= path_length(way) * ground.cheapest + TOLERANCE:
        return way
    far = price / ground.cheapest
    graph = GroundGraph(near(obs, start, far), ground.near(start, far), start, price)
    across = graph.turning_points()[0][:, 1 - goal.axis]
    other = goal.reached(graph, np.concatenate([goal.spots(graph), goal.on_line(across)]))
    return way if other is None or ground.path_price(legs_of(other)) >= price else other


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

    def on_line(self, along: Array) -> Array:
        """[n, 2] the points of the line at these places along it."""
        spots = np.full((len(along), 2), self.value)
        spots[:, 1 - self.axis] = along
        return spots

    def spots(self, graph: TangentGraph | GroundGraph) -> Array:
        """[n, 2] where a shortest way may end: straight on from the start or a circle, or at something on the line."""
        across, r = (graph.circles.x, graph.circles.y)[1 - self.axis], graph.circles.r
        return self.on_line(np.concatenate([[graph.start[1 - self.axis]], across + r, across - r,
                                            self._where_circles_end(graph), self._where_edges_end(graph.obs)]))

    def reached(self, graph: TangentGraph | GroundGraph, spots: Array) -> tuple[Point, ...] | None:
        """The cheapest way of `graph` to any of `spots`, or None."""
        costs = graph.costs(spots)
        if not np.isfinite(costs.min()):
            return None
        x, y = spots[int(np.argmin(costs))]
        return graph.trace((float(x), float(y)))

    def _where_circles_end(self, graph: TangentGraph | GroundGraph) -> Array:
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
