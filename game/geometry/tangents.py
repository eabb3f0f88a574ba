"""The exact shortest ways of a round base among obstacles: tangents between grown corners, and arcs round them.

A shortest way is made of straight legs that touch circles (a corner grown by the base's radius, or a base or
round piece grown likewise) and of arcs along those circles. The graph holds just these. An arc is walked as
short legs on its outside, so that the way is a polyline that stays clear; it is priced as that polyline, which
is at most 0.1 % longer than the arc. Inches; angles here are radians from east, counter-clockwise.
"""
from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from game.geometry.circles import FULL, SAGITTA, TURN, Circles, circles_of, tight_spots, turn_to
from game.geometry.obstacles import Array, Obstacles, legs_clear, points_clear
from game.units import TOLERANCE, Point


class Landings(NamedTuple):
    """Last legs of ways, each [m]: to which of the points asked about, in which column (circle, or circle + k for the
    tangent on its other side), what it costs in all; the node that the last arc comes from (-1 - node where that arc
    is clockwise) and the angle where it ends."""

    point: Array
    column: Array
    circle: Array
    cost: Array
    source: Array
    angle: Array


class TangentGraph:
    """All shortest ways from `start` up to `limit` long.

    `detour(points [n, 2])` may give, for each point, the least that is still to go beyond it: what cannot
    be part of a way within the limit is then left out.
    """

    def __init__(self, obs: Obstacles, start: Point, limit: float,
                 detour: Callable[[Array], Array] | None = None) -> None:
        self.obs, self.start, self.limit = obs, start, limit
        self._detour = detour
        self._built = False

    @cached_property
    def circles(self) -> Circles:
        """What ways bend round."""
        return circles_of(self.obs)

    def _ready(self) -> None:
        """Build the graph on the first question that a straight line does not answer."""
        if not self._built:
            self._build()
            self._spread()
            self._built = True

    def _build(self) -> None:
        """Lay out the nodes, sorted by circle and angle, with the one leg and the two arcs of each."""
        circle, angle, mate, length = self._legs()
        tight = tight_spots(self.obs, self.circles, 4 * SAGITTA)
        circle = np.concatenate([circle, tight[0]])
        angle = np.concatenate([angle, tight[1]])
        mate = np.concatenate([mate, np.full(len(tight[0]), -2)])
        length = np.concatenate([length, np.full(len(tight[0]), math.inf)])
        order = np.argsort(circle * TURN + angle, kind="stable")
        place = np.empty(len(order), int)
        place[order] = np.arange(len(order))
        self.circle, self.angle, self.leg = circle[order], angle[order], length[order]
        self.mate = np.where(mate[order] >= 0, place[np.maximum(mate[order], 0)] if len(order) else mate, mate[order])
        self.key = self.circle * TURN + self.angle
        self.first = np.searchsorted(self.circle, np.arange(len(self.circles.x)))
        self.last = np.searchsorted(self.circle, np.arange(len(self.circles.x)), side="right") - 1

    def _legs(self) -> tuple[Array, Array, Array, Array]:
        """Circle, angle, mate (-1: the start) and length of the legs' ends that are clear and near enough."""
        _, angles = self.circles.touching(np.array([self.start]))
        circle, angle = np.tile(np.arange(len(self.circles.x)), 2), angles[0].T.ravel()
        circle, angle, length = self._keep_start(circle, angle)
        i, j, a, b = self._bitangents()
        ok = np.arange(len(i))
        for whose, angles in ((i, a), (j, b)):
            ok = ok[self.circles.open_at(whose[ok], angles[ok])]
        i, j, a, b = i[ok], j[ok], a[ok], b[ok]
        p, q = self.circles.at(i, a), self.circles.at(j, b)
        far = np.hypot(*(q - p).T)
        ok = self._within(p, q, far)
        i, j, a, b, p, q, far = i[ok], j[ok], a[ok], b[ok], p[ok], q[ok], far[ok]
        ok = legs_clear(self.obs, np.concatenate([p, q], axis=1), rooted=True)
        i, j, a, b, far = i[ok], j[ok], a[ok], b[ok], far[ok]
        n, k = len(circle), len(i)
        pair = np.arange(n, n + k)
        return (np.concatenate([circle, i, j]), np.concatenate([angle, a, b]),
                np.concatenate([np.full(n, -1), pair + k, pair]), np.concatenate([length, far, far]))

    def _keep_start(self, circle: Array, angle: Array) -> tuple[Array, Array, Array]:
        ends = self.circles.at(circle, angle)
        length = np.hypot(*(ends - np.array(self.start)).T)
        ok = self.circles.open_at(circle, angle) & (length + self._to_go(ends) <= self.limit + TOLERANCE)
        circle, angle, ends, length = circle[ok], angle[ok], ends[ok], length[ok]
        legs = np.column_stack([np.broadcast_to(self.start, ends.shape), ends])
        ok = legs_clear(self.obs, legs, rooted=True)
        return circle[ok], angle[ok], length[ok]

    def _to_go(self, points: Array) -> Array:
        return self._detour(points) if self._detour else np.zeros(len(points))

    def _within(self, p: Array, q: Array, far: Array) -> Array:
        """bool: a way within the limit may use the leg between `p` and `q`, one way or the other."""
        here = np.array(self.start)
        there = np.hypot(*(p - here).T) + far + self._to_go(q)
        back = np.hypot(*(q - here).T) + far + self._to_go(p)
        return np.asarray(np.minimum(there, back) <= self.limit + TOLERANCE)

    def _bitangents(self) -> tuple[Array, Array, Array, Array]:
        """Circles i, j and the angles on each of the lines that touch both and may be near enough."""
        c = self.circles
        i, j = np.triu_indices(len(c.x), 1)
        dx, dy = c.x[j] - c.x[i], c.y[j] - c.y[i]
        d = np.hypot(dx, dy)
        base = np.arctan2(dy, dx)
        off = np.hypot(c.x - self.start[0], c.y - self.start[1]) - c.r - TOLERANCE
        least = np.minimum(off[i], off[j])  # what comes before the leg, at the least
        found = []
        for add, flip in ((-c.r[j], 0.0), (c.r[j], math.pi)):
            total = c.r[i] + add
            ok = (d > 1e-12) & (np.abs(total) <= d + TOLERANCE)
            ok &= least + np.sqrt(np.maximum(d * d - total * total, 0.0)) <= self.limit + 2 * TOLERANCE
            half = np.arccos(np.clip(total[ok] / d[ok], -1, 1))
            for sign in (1.0, -1.0):
                a = (base[ok] + sign * half) % FULL
                found.append((i[ok], j[ok], a, (a + flip) % FULL))
        first, second, leaves, lands = (np.concatenate([f[k] for f in found]) for k in range(4))
        return first, second, leaves, lands

    def _spread(self) -> None:
        """Dijkstra's algorithm: `cost` of every node, and the node and the manner it is reached by."""
        n = len(self.circle)
        after = np.arange(1, n + 1)
        if n:
            wrap = self.last[self.circle]
            after = np.where(np.arange(n) == wrap, self.first[self.circle], after)
        arc = self._arcs(np.arange(n), after)
        before, back = np.empty(n, int), np.empty(n)
        before[after], back[after] = np.arange(n), arc
        links = list(zip(self.mate.tolist(), self.leg.tolist(), after.tolist(), arc.tolist(),
                         before.tolist(), back.tolist(), strict=True))
        cost, parent, turned = [math.inf] * n, [-1] * n, [0.0] * n
        heap = [(length, k) for k, (mate, length, *_) in enumerate(links) if mate == -1]
        for length, k in heap:
            cost[k] = length
        heapq.heapify(heap)
        while heap:
            spent, k = heapq.heappop(heap)
            if spent > cost[k] or spent > self.limit + TOLERANCE:
                continue
            mate, leg, right, turn, left, other = links[k]
            for node, more, way in ((mate, leg, 0.0), (right, turn, 1.0), (left, other, -1.0)):
                if node >= 0 and spent + more < cost[node]:
                    cost[node], parent[node], turned[node] = spent + more, k, way
                    heapq.heappush(heap, (spent + more, node))
        self.cost, self.parent, self.turned = np.array(cost), parent, turned
        self.least = np.full(len(self.circles.x), math.inf)  # of the nodes of each circle
        np.minimum.at(self.least, self.circle, self.cost)

    def _arcs(self, a: Array, b: Array) -> Array:
        """What walking counter-clockwise from nodes `a` to nodes `b` on the same circles costs; inf if blocked."""
        circle = self.circle[a]
        free = self.circles.arc_open(circle, self.angle[a], self.angle[b]) & (a != b)
        turn = turn_to(self.angle[a], self.angle[b])
        return np.where(free, turn * self.circles.rate[circle], math.inf) if len(a) else np.zeros(0)

    # --- asking

    def costs(self, points: Array, limit: float | None = None, *, exact: bool = True, free: bool = False) -> Array:
        """The length of the shortest way to each of `points` [n, 2]; inf where there is none within the limit.

        It is always `exact`; over rated ground that is dearer to ask for, so whoever asks says whether it matters.
        `free`: nothing is in the way at the points themselves, that is known.
        """
        return self._ask(points, self.limit if limit is None else limit, free)[0]

    def _ask(self, points: Array, limit: float, free: bool = False) -> tuple[Array, Array]:
        """Costs [n], and how each is reached: -1 straight, else a `column` of `Landings`."""
        best, how = np.full(len(points), math.inf), np.full(len(points), -1)
        straight = np.hypot(*(points - np.array(self.start)).T)
        near = straight <= limit + TOLERANCE
        open_ = (near if free else near & points_clear(self.obs, points)).nonzero()[0]
        legs = np.column_stack([np.broadcast_to(self.start, (len(open_), 2)), points[open_]])
        clear = legs_clear(self.obs, legs, rooted=True)
        best[open_[clear]] = straight[open_[clear]]
        left = open_[~clear]
        if len(left):
            self._ready()
        if len(left) and len(self.circle):
            best[left], how[left] = self._round(points[left], limit)
        return best, how

    def _round(self, points: Array, limit: float) -> tuple[Array, Array]:
        """As `_ask`, for points that cannot be walked to straight. Tries the cheapest last leg first."""
        best, how = np.full(len(points), math.inf), np.full(len(points), -1)
        last = self._landings(points, limit)
        order = np.lexsort((last.column, last.cost, last.point))
        point, circle, angle = last.point[order], last.circle[order], last.angle[order]
        every = np.arange(len(points))
        turn, end = np.searchsorted(point, every), np.searchsorted(point, every, side="right")
        todo = every[turn < end]
        while len(todo):
            place = turn[todo]
            foot = self.circles.at(circle[place], angle[place])
            clear = legs_clear(self.obs, np.concatenate([foot, points[todo]], axis=1), rooted=True)
            chosen = order[place[clear]]
            best[todo[clear]], how[todo[clear]] = last.cost[chosen], last.column[chosen]
            todo = todo[~clear]
            turn[todo] += 1
            todo = todo[turn[todo] < end[todo]]
        return best, how

    def _landings(self, points: Array, limit: float) -> Landings:
        """The last arcs and legs that may bring a way to each of `points` [n, 2] within the limit."""
        c = self.circles
        dx, dy = points[:, :1] - c.x, points[:, 1:] - c.y
        d = np.hypot(dx, dy)
        length = np.sqrt(np.maximum(d * d - c.r * c.r, 0.0))
        point, at = ((length + self.least <= limit + TOLERANCE) & (self.least < math.inf)).nonzero()
        base = np.arctan2(dy[point, at], dx[point, at])
        half = np.arccos(np.minimum(c.r[at] / np.maximum(d[point, at], 1e-12), 1.0))
        angle = np.concatenate([(base + half) % FULL, (base - half) % FULL])
        length = np.tile(length[point, at], 2)
        point, column, circle = np.tile(point, 2), np.concatenate([at, at + len(c.x)]), np.tile(at, 2)
        here = np.searchsorted(self.key, circle * TURN + angle)
        first, last = self.first[circle], self.last[circle]
        right, left = np.where(here > last, first, here), np.where(here <= first, last, here - 1)
        a, b = self.angle[left], self.angle[right]
        rate = c.rate[circle]
        forth = np.where(c.arc_open(circle, a, angle), self.cost[left] + turn_to(a, angle) * rate, math.inf)
        back = np.where(c.arc_open(circle, angle, b), self.cost[right] + turn_to(angle, b) * rate, math.inf)
        total = np.minimum(forth, back) + length
        source = np.where(forth <= back, left, -1 - right)
        ok = (total <= limit + TOLERANCE) & (total < math.inf)
        return Landings(point[ok], column[ok], circle[ok], total[ok], source[ok], angle[ok])

    def turning_points(self) -> tuple[Array, Array]:
        """The start and every node, [n, 2], and what each costs."""
        self._ready()
        return (np.concatenate([[self.start], self.circles.at(self.circle, self.angle)]),
                np.concatenate([[0.0], self.cost]))

    def trace(self, point: Point) -> tuple[Point, ...] | None:
        """The shortest way to `point` as a polyline from the start; None where there is none."""
        points = np.array([point], float)
        cost, how = self._ask(points, self.limit)
        if not math.isfinite(cost[0]):
            return None
        if how[0] < 0:
            return (self.start, point)
        last = self._landings(points, self.limit)
        k = int((last.column == how[0]).argmax())
        return self._polyline(int(last.source[k]), float(last.angle[k]), point)

    def _polyline(self, source: int, angle: float, point: Point) -> tuple[Point, ...]:
        """The way to the node `source`, on round its circle to `angle`, straight to `point`."""
        node, way = (source, 1.0) if source >= 0 else (-1 - source, -1.0)
        arcs: list[tuple[int, float, float]] = []  # circle, angle, radians walked round; backwards
        turn = _signed_turn(float(self.angle[node]), angle, way)
        while True:
            arc_goes_on = self.parent[node] >= 0 and self.turned[node] != 0.0
            if not arc_goes_on or self.mate[node] == -2:
                arcs.append((int(self.circle[node]), float(self.angle[node]), turn))
                turn = 0.0
            before = self.parent[node]
            if before < 0:
                break
            if arc_goes_on:
                turn += _signed_turn(float(self.angle[before]), float(self.angle[node]), self.turned[node])
            node = before
        bends = [p for arc in reversed(arcs) for p in self._bend(*arc)]
        return _without_repeats([self.start, *bends, point])

    def _bend(self, circle: int, angle: float, turn: float) -> list[Point]:
        """Points outside the arc of `turn` radians from `angle`, so that every leg between them touches it."""
        x, y, r = (float(v[circle]) for v in (self.circles.x, self.circles.y, self.circles.r))
        count = max(1, math.ceil(abs(turn) / float(self.circles.step[circle]) - 1e-9))
        part = turn / count
        out = r / math.cos(part / 2)
        return [(x + out * math.cos(angle + (k + 0.5) * part), y + out * math.sin(angle + (k + 0.5) * part))
                for k in range(count)]


def _signed_turn(a: float, b: float, way: float) -> float:
    """Radians from angle `a` to `b`, counter-clockwise if `way` is 1.0, clockwise and below 0 if it is -1.0."""
    return float(turn_to(np.array(a), np.array(b)) if way > 0 else -turn_to(np.array(b), np.array(a)))


def _without_repeats(points: list[Point]) -> tuple[Point, ...]:
    """`points` without those that lie on the one before; the first and the last stay."""
    out = points[:1]
    for p in points[1:-1]:
        if math.dist(p, out[-1]) > 1e-9 and math.dist(p, points[-1]) > 1e-9:
            out.append(p)
    return (*out, points[-1])
