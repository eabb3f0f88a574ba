"""The cheapest ways over ground that is dear to walk or high to climb. Inches (design: the table, movement).

On rated ground a cheapest way bends where the rate changes. The graph's nodes are the start, points round grown
corners, and points along the borders of the ground, just on the side where walking is cheaper; straight legs
between them are priced exactly. A way that is asked for has its bends slid along the borders until that gains
nothing more. No way is ever priced below what the rule asks; the cheapest is found to 0.05 in.
"""
from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise

import numpy as np
import shapely

from game.geometry.circles import Circles, circles_of, tight_spots
from game.geometry.ground import Ground, Region
from game.geometry.obstacles import Array, Obstacles, legs_clear, points_clear
from game.units import TOLERANCE, Point

SPACING = 0.2
"""Inches between nodes along a border where the rate changes."""
HAIR = 1e-4
"""Inches a node stands off a border, so that its ground and level are beyond doubt."""
SAGITTA = 0.004
SLACK = 0.1
"""Inches by which the graph alone may price a way too dear, before its bends are slid along the borders."""
WAVES = 8
BATCH = 16
"""Last legs to a point that are priced at once when few points are asked for."""
SLIDES = (0.12, 0.12, 0.05, 0.05, 0.02, 0.02, 0.008, 0.003)


class GroundGraph:
    """Cheapest ways from `start` for at most `limit`."""

    def __init__(self, obs: Obstacles, ground: Ground, start: Point, limit: float) -> None:
        self.obs, self.ground, self.start, self.budget, self.limit = obs, ground, start, limit, limit + SLACK
        self.nodes = np.array([start])
        self.cost, self.parent = np.zeros(1), np.full(1, -1)
        self._built = False

    @cached_property
    def circles(self) -> Circles:
        """What ways bend round."""
        return circles_of(self.obs)

    @cached_property
    def borders(self) -> list[tuple[shapely.LinearRing, bool]]:
        """The rings along which ways may bend, and whether they may bend anywhere on them."""
        return [ring for region in self.ground.regions for ring in _borders(region)]

    def _ready(self) -> None:
        """Build the graph on the first question that a straight way over cheap ground does not answer."""
        if self._built:
            return
        nodes = np.concatenate([self._bends(), *(self._along(ring, dense) for ring, dense in self.borders),
                                *self._meetings()])
        near = np.hypot(*(nodes - np.array(self.start)).T) * self.ground.cheapest <= self.limit
        nodes = np.unique(nodes[near], axis=0)
        self.nodes = np.concatenate([[self.start], nodes[points_clear(self.obs, nodes)]])
        self._spread()
        self._built = True

    def _bends(self) -> Array:
        """[n, 2] points round every circle such that legs from one to the next stay outside."""
        c = self.circles
        step = np.minimum(np.sqrt(8 * SAGITTA / np.maximum(c.r, 1e-9)), 0.5)
        count = np.ceil(2 * math.pi / step).astype(int)
        circle = np.repeat(np.arange(len(c.x)), count)
        part = 2 * math.pi / count
        turn = np.arange(len(circle)) - np.repeat(np.cumsum(count) - count, count)
        tight, facing = tight_spots(self.obs, c, 2 * SAGITTA)
        owner = np.concatenate([circle, tight, tight])
        angle = np.concatenate([turn * part[circle], facing - part[tight] / 2, facing + part[tight] / 2])
        out = c.r[owner] / np.cos(part[owner] / 2)
        return np.column_stack([c.x[owner] + out * np.cos(angle), c.y[owner] + out * np.sin(angle)])

    def _meetings(self) -> list[Array]:
        """Where borders cross each other: the way often leads through just there."""
        rings = [ring for ring, _ in self.borders]
        return [shapely.get_coordinates(a.intersection(b)) for k, a in enumerate(rings) for b in rings[:k]]

    def _along(self, ring: shapely.LinearRing, dense: bool) -> Array:
        """[n, 2] the nodes along a border: its corners; if `dense` also between, and where obstacles cut it."""
        if not dense:
            return np.asarray(shapely.get_coordinates(ring)[:-1])
        points = shapely.get_coordinates(shapely.segmentize(ring, SPACING))
        clear = points_clear(self.obs, points)
        cut = np.flatnonzero(clear[1:] != clear[:-1])
        free = np.where(clear[cut, None], points[cut], points[cut + 1])
        shut = np.where(clear[cut, None], points[cut + 1], points[cut])
        for _ in range(18):
            middle = (free + shut) / 2
            ok = points_clear(self.obs, middle)[:, None]
            free, shut = np.where(ok, middle, free), np.where(ok, shut, middle)
        return np.concatenate([points[:-1], free])

    def _spread(self) -> None:
        """Dijkstra's algorithm in waves: every leg that may cheapen a node is priced, many at a time."""
        n = len(self.nodes)
        self.cost, self.parent = np.full(n, math.inf), np.full(n, -1)
        self.cost[0] = 0.0
        fresh = np.zeros(n, bool)
        fresh[0] = True
        wave = min(self.limit, float(np.hypot(*np.ptp(self.nodes, axis=0)))) / WAVES + 0.1
        while fresh.any():
            front = np.flatnonzero(fresh & (self.cost <= self.cost[fresh].min() + wave))
            fresh[front] = False
            a, b, price = self._offers(front)
            order = np.lexsort((a, -price))
            before = self.cost.copy()
            np.minimum.at(self.cost, b, price)
            best = order[price[order] == self.cost[b[order]]]
            better = self.cost < before
            keep = better[b[best]]
            self.parent[b[best][keep]] = a[best][keep]
            fresh |= better

    def _offers(self, front: Array) -> tuple[Array, Array, Array]:
        """From, to and new cost of every clear leg from `front` that makes a node cheaper."""
        far = np.hypot(self.nodes[front, None, 0] - self.nodes[:, 0], self.nodes[front, None, 1] - self.nodes[:, 1])
        least = self.cost[front, None] + far * self.ground.cheapest
        i, b = np.nonzero((least < np.minimum(self.cost, self.limit + TOLERANCE) - 1e-9) & (far > 0))
        a = front[i]
        price = self.cost[a] + self.ground.leg_prices(self._legs(a, self.nodes[b]))
        ok = np.flatnonzero((price < self.cost[b] - 1e-9) & (price <= self.limit + TOLERANCE))
        ok = ok[legs_clear(self.obs, self._legs(a[ok], self.nodes[b[ok]]), rooted=True)]
        return a[ok], b[ok], price[ok]

    def _legs(self, a: Array, ends: Array) -> Array:
        return np.concatenate([self.nodes[a], ends], axis=1)

    # --- asking

    def costs(self, points: Array, limit: float | None = None, *, exact: bool = True, free: bool = False) -> Array:
        """What the cheapest way to each of `points` [n, 2] costs; inf where there is none within the limit.

        A cost may be too high by a few hundredths of an inch; with `exact`, whether it is within the limit is not.
        `free`: nothing is in the way at the points themselves, that is known.
        """
        most = self.budget if limit is None else limit
        if not exact:
            return self._ask(points, most, free)[0]
        found, source = self._ask(points, most + SLACK, free)
        for k in np.flatnonzero(np.isfinite(found) & (found > most + TOLERANCE)):
            way = self._slide(self._way(points[k], int(source[k])))
            price = float(self.ground.leg_prices(np.concatenate([way[:-1], way[1:]], axis=1)).sum())
            found[k] = price if price <= most + TOLERANCE else math.inf
        return found

    def _ask(self, points: Array, limit: float, free: bool = False) -> tuple[Array, Array]:
        """Costs [n], and the node that the last leg comes from."""
        best, source = np.full(len(points), math.inf), np.full(len(points), -1)
        todo = np.arange(len(points)) if free else np.flatnonzero(points_clear(self.obs, points))
        todo = todo[~self._straight(points, todo, limit, best, source)]
        if not len(todo):
            return best, source
        self._ready()
        far = np.hypot(points[todo, None, 0] - self.nodes[:, 0], points[todo, None, 1] - self.nodes[:, 1])
        least = self.cost + far * self.ground.cheapest
        rank = np.argsort(least, axis=1, kind="stable")
        row, block = np.arange(len(todo)), 1 if len(todo) > BATCH else BATCH
        for first in range(0, len(self.nodes), block):
            nodes = rank[row, first:first + block]
            offer = least[row[:, None], nodes] < np.minimum(best[todo[row]], limit + TOLERANCE)[:, None]
            row = row[offer[:, 0]]
            if not len(row):
                break
            k, column = np.nonzero(offer[offer[:, 0]])
            self._improve(points, todo[row[k]], nodes[offer[:, 0]][k, column], limit, best, source)
        return best, source

    def _straight(self, points: Array, todo: Array, limit: float, best: Array, source: Array) -> Array:
        """bool [n]: the straight way to these points is the cheapest possible, and written down."""
        legs = self._legs(np.zeros(len(todo), int), points[todo])
        far = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        done = (far * self.ground.cheapest <= limit + TOLERANCE) & legs_clear(self.obs, legs, rooted=True)
        done[done] = self.ground.leg_prices(legs[done]) <= far[done] * self.ground.cheapest + 1e-9
        best[todo[done]], source[todo[done]] = far[done] * self.ground.cheapest, 0
        return np.asarray(done)

    def _improve(self, points: Array, point: Array, node: Array, limit: float, best: Array, source: Array) -> None:
        """Write into `best` and `source` what the last legs from `node` to `point` [n] cheapen."""
        legs = self._legs(node, points[point])
        price = self.cost[node] + self.ground.leg_prices(legs)
        good = np.flatnonzero((price < best[point]) & (price <= limit + TOLERANCE))
        good = good[legs_clear(self.obs, legs[good], rooted=True)]
        good = good[np.argsort(-price[good], kind="stable")]
        best[point[good]], source[point[good]] = price[good], node[good]  # the cheapest is written last

    def turning_points(self) -> tuple[Array, Array]:
        """The nodes [n, 2], the start first, and what each costs."""
        self._ready()
        return self.nodes, self.cost

    def trace(self, point: Point) -> tuple[Point, ...] | None:
        """The cheapest way to `point` as a polyline from the start; None where there is none."""
        cost, source = self._ask(np.array([point], float), self.limit)
        if not math.isfinite(cost[0]):
            return None
        way = self._slide(self._way(np.array(point, float), int(source[0])))
        if self.ground.path_price(np.concatenate([way[:-1], way[1:]], axis=1)) > self.budget + TOLERANCE:
            return None
        return (self.start, *((float(x), float(y)) for x, y in way[1:-1]), point)

    def _way(self, point: Array, node: int) -> Array:
        """[n, 2] the graph's own way to `point`, whose last leg comes from `node`."""
        way = [point]
        while node >= 0:
            way.append(self.nodes[node])
            node = int(self.parent[node])
        return np.array(way[::-1])

    def _slide(self, way: Array) -> Array:
        """`way` with its bends moved along the borders they lie on, and new bends where it crosses one."""
        rings = [ring for ring, dense in self.borders if dense]
        if not rings:
            return way
        way, on = self._with_crossings(way, rings)
        for reach in SLIDES:
            for k in range(1, len(way) - 1):
                if on[k] is not None:
                    way[k] = self._best_place(way[k - 1], way[k], way[k + 1], on[k], reach)
        return self._without_idle(way)

    def _with_crossings(self, way: Array, rings: list[shapely.LinearRing]) -> tuple[Array, list[shapely.LinearRing]]:
        """The way with a point wherever it meets a border, and the border each point lies on (or None)."""
        points, on = [way[0]], [None]
        for a, b in pairwise(way):
            leg = shapely.LineString([a, b])
            hits = [(float(np.hypot(*(p - a))), k, ring) for k, ring in enumerate(rings)
                    for p in shapely.get_coordinates(leg.intersection(ring))]
            span = float(np.hypot(*(b - a)))
            for far, _, ring in sorted(hits, key=lambda h: h[:2]):
                if 1e-3 < far < span - 1e-3 and far - np.hypot(*(points[-1] - a)) > 1e-3:
                    points.append(a + (b - a) * (far / span))
                    on.append(ring)
            points.append(b)
            on.append(next((r for r in rings if r.distance(shapely.Point(b)) < 1e-6), None))
        return _with_loose_ends(np.array(points), on)

    def _best_place(self, before: Array, here: Array, after: Array, ring: shapely.LinearRing, reach: float) -> Array:
        at = ring.project(shapely.Point(here))
        tries = (at + reach * np.linspace(-1, 1, 9)) % ring.length
        spots = np.concatenate([[here], shapely.get_coordinates(shapely.line_interpolate_point(ring, tries))])
        first = np.column_stack([np.broadcast_to(before, spots.shape), spots])
        second = np.column_stack([spots, np.broadcast_to(after, spots.shape)])
        price = self.ground.leg_prices(first) + self.ground.leg_prices(second)
        clear = legs_clear(self.obs, first, rooted=True) & legs_clear(self.obs, second, rooted=True)
        price = np.where(clear, price, math.inf)
        k = int(np.argmin(price))
        return np.asarray(spots[k] if price[k] < price[0] - 1e-9 else here)

    def _without_idle(self, way: Array) -> Array:
        """`way` without the points that going straight past makes no dearer."""
        keep = [way[0]]
        for k in range(1, len(way) - 1):
            past = np.array([[*keep[-1], *way[k + 1]], [*keep[-1], *way[k]], [*way[k], *way[k + 1]]])
            price = self.ground.leg_prices(past)
            if price[0] > price[1] + price[2] + 1e-9 or not legs_clear(self.obs, past[:1], rooted=True)[0]:
                keep.append(way[k])
        return np.array([*keep, way[-1]])


def _with_loose_ends(way: Array, on: list[shapely.LinearRing]) -> tuple[Array, list[shapely.LinearRing]]:
    """`way` with the first and last bend of each run along a border doubled, so that one of them may slide off."""
    again = [1 + (ring is not None and 0 < k < len(way) - 1 and (on[k - 1] is not ring or on[k + 1] is not ring))
             for k, ring in enumerate(on)]
    return np.repeat(way, again, axis=0), [ring for ring, n in zip(on, again, strict=True) for _ in range(n)]


def _borders(region: Region) -> list[tuple[shapely.LinearRing, bool]]:
    """The rings along which ways over `region` may bend, and whether they may bend anywhere on them."""
    out: list[tuple[shapely.LinearRing, bool]] = []
    rated = region.rate is not None and region.rate != 1.0
    if region.level is not None or (rated and (region.rate or 1.0) > 1.0):
        out += [(ring, rated) for ring in _rings(_grown(region, HAIR))]
    if region.level is not None or (rated and (region.rate or 1.0) < 1.0):
        out += [(ring, rated) for ring in _rings(_grown(region, -HAIR))]
    return out


def _grown(region: Region, hair: float) -> shapely.Geometry:
    """The region grown by what it reaches and `hair`; arcs as polygons on the cheap side of them."""
    if region.piece.disc is not None:
        x, y, radius = region.piece.disc
        return _circle(x, y, radius + region.reach + hair, outside=hair > 0)
    if region.reach == 0.0:
        return shapely.buffer(region.area, hair, join_style="mitre", mitre_limit=20)
    spread = (region.reach + hair) / (math.cos(math.pi / 64) if hair > 0 else 1.0)
    return shapely.buffer(region.area, spread, quad_segs=16)


def _circle(x: float, y: float, radius: float, outside: bool) -> shapely.Geometry:
    count = max(16, math.ceil(2 * math.pi * radius / SPACING))
    spread = radius / math.cos(math.pi / count) if outside else radius
    angle = 2 * math.pi * np.arange(count) / count
    return shapely.Polygon(np.column_stack([x + spread * np.cos(angle), y + spread * np.sin(angle)]))


def _rings(area: shapely.Geometry) -> list[shapely.LinearRing]:
    return [ring for part in shapely.get_parts(area) for ring in (part.exterior, *part.interiors) if not part.is_empty]
