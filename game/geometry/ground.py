"""What a stretch of ground costs to walk: rates of traits, climbs onto tops. Inches (design: the table)."""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import shapely

from game.errors import GeometryError
from game.geometry.obstacles import Array, check_numbers, point_segment, rings_of
from game.geometry.piece_shape import shape_of
from game.geometry.scene import Scene
from game.geometry.shapes import Piece
from game.units import TOLERANCE, Point
from game.words import say


class Region(NamedTuple):
    """One piece that makes walking dearer or higher: within `reach` of its outline it is under the mover."""

    piece: Piece
    start: Array  # [m, 2] edges; none for a disc
    end: Array
    area: shapely.Geometry | None
    reach: float
    rate: float | None
    level: float | None
    low: Array  # [2] the corners of a box around it and its reach
    high: Array

    def near(self, low: Array, high: Array) -> bool:
        """Whether its box meets the box from `low` to `high`."""
        return bool((self.low <= high).all() and (self.high >= low).all())

    def under(self, points: Array) -> Array:
        """bool [n]: this ground is under a mover centred on `points` [n, 2]; a border is inside."""
        if self.piece.disc is not None:
            x, y, radius = self.piece.disc
            return np.asarray(np.hypot(points[:, 0] - x, points[:, 1] - y) <= radius + self._margin())
        inside = np.asarray(((points >= self.low) & (points <= self.high)).all(axis=1))
        near = np.flatnonzero(inside)
        if not len(near):
            return inside
        inside[near] = shapely.contains_xy(self.area, points[near, 0], points[near, 1])
        out = near[~inside[near]]
        if len(out):
            gap = point_segment(points[out, :1], points[out, 1:], self.start, self.end).min(axis=1)
            inside[out] = gap <= self._margin()
        return np.asarray(inside)

    def _margin(self) -> float:
        return _margin(self.reach)

    def crossings(self, legs: Array) -> Array:
        """[n, c] the shares of each leg where it may enter or leave, 0 and 1 for none."""
        found = []
        if self.piece.disc is not None:
            x, y, radius = self.piece.disc
            found = _circle_shares(legs, np.array([[x, y]]), radius + self.reach)
        else:
            found = _line_shares(legs, self.start, self.end, self.reach)
            if self.reach:
                found += _circle_shares(legs, self.start, self.reach)
        shares = np.nan_to_num(np.concatenate(found, axis=1), nan=0.0, posinf=1.0, neginf=0.0)
        return np.asarray(np.clip(shares, 0.0, 1.0))


def _margin(reach: float) -> float:
    """How far beyond its outline a piece is under a mover."""
    return reach - TOLERANCE if reach else TOLERANCE


def _circle_shares(legs: Array, centres: Array, radius: float) -> list[Array]:
    d = legs[:, 2:] - legs[:, :2]
    fx, fy = legs[:, :1] - centres[:, 0], legs[:, 1:2] - centres[:, 1]
    a = (d * d).sum(axis=1)[:, None]
    b = fx * d[:, :1] + fy * d[:, 1:]
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(b * b - a * (fx * fx + fy * fy - radius * radius))
        return [(-b - root) / a, (-b + root) / a]


def _line_shares(legs: Array, start: Array, end: Array, reach: float) -> list[Array]:
    along = end - start
    length = np.hypot(along[:, 0], along[:, 1])
    nx, ny = -along[:, 1] / length, along[:, 0] / length
    offset = nx * start[:, 0] + ny * start[:, 1]
    v0 = np.outer(legs[:, 0], nx) + np.outer(legs[:, 1], ny) - offset
    v1 = np.outer(legs[:, 2], nx) + np.outer(legs[:, 3], ny) - offset
    with np.errstate(invalid="ignore", divide="ignore"):
        return [(v0 - side) / (v0 - v1) for side in ({reach, -reach} if reach else {0.0})]


class Ground:
    """The ground of a scene as one mover pays for it."""

    def __init__(self, scene: Scene, radius: float, rates: Mapping[str, float], measured_at: str = "centre",
                 climb: float | None = 1.0, free_step: float = 0.0) -> None:
        if measured_at not in ("centre", "touch"):
            raise GeometryError(say('ground is measured at "centre" or "touch", not "{measured_at}"',
                                    measured_at=measured_at))
        if not all(math.isfinite(rate) and rate > 0 for rate in rates.values()):
            raise GeometryError("a rate of ground must be a number above 0")
        if climb is not None and not (math.isfinite(climb) and climb >= 0):
            raise GeometryError("the price of a climb must be a number of at least 0")
        self.climb = climb or 0.0
        self.free_step = free_step
        reach = radius if measured_at == "touch" else 0.0
        self.regions = [r for piece in scene.pieces for r in _regions(piece, rates, reach, climb)]

    def near(self, at: Point, distance: float) -> Ground:
        """The same ground without the pieces that a centre within `distance` of `at` cannot have under it."""
        other = object.__new__(Ground)
        other.climb, other.free_step = self.climb, self.free_step
        other.regions = [r for r in self.regions if _gap(r, at) <= distance + r.reach + TOLERANCE]
        return other

    @property
    def priced(self) -> bool:
        """Whether any of it makes a way cost something else than its length."""
        return any(r.rate not in (None, 1.0) or (r.level is not None and self.climb > 0) for r in self.regions)

    @property
    def cheapest(self) -> float:
        """The lowest rate anywhere."""
        return min([1.0, *(r.rate for r in self.regions if r.rate is not None)])

    def levels(self, points: Array) -> Array:
        """[n] the height of what a centre on each of `points` stands on."""
        level = np.zeros(len(points))
        for region in self.regions:
            if region.level is not None:
                level = np.where(region.under(points), np.maximum(level, region.level), level)
        return level

    def _rates(self, points: Array) -> Array:
        rate = np.zeros(len(points))
        for region in self.regions:
            if region.rate is not None:
                rate = np.where(region.under(points), np.maximum(rate, region.rate), rate)
        return np.where(rate > 0, rate, 1.0)

    def _split(self, legs: Array) -> tuple[Array, Array, Array]:
        """The stretches of uniform ground, in order: the leg each is of, its length, its middle [s, 2]."""
        n = len(legs)
        corners = legs.reshape(-1, 2)
        low, high = corners.min(axis=0), corners.max(axis=0)
        ends = [np.zeros((n, 1)), np.ones((n, 1)), *(r.crossings(legs) for r in self.regions if r.near(low, high))]
        shares = np.sort(np.concatenate(ends, axis=1), axis=1)
        far = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        width = np.diff(shares, axis=1)
        leg, k = np.nonzero(width * far[:, None] > 1e-9)
        share = (shares[leg, k] + shares[leg, k + 1]) / 2
        middle = legs[leg, :2] + share[:, None] * (legs[leg, 2:] - legs[leg, :2])
        return leg, width[leg, k] * far[leg], middle

    def leg_prices(self, legs: Array) -> Array:
        """[n] the price of each of `legs` [n, 4], the climbs between the levels of its ends included."""
        far = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        if not self.regions or not len(legs):
            return np.asarray(far)
        leg, length, middle = self._split(legs)
        price = np.bincount(leg, length * self._rates(middle), len(legs)).astype(float)
        return price + self.climb * self._rises(legs, leg, middle) if self.climb else price

    def _rises(self, legs: Array, leg: Array, middle: Array) -> Array:
        every = np.arange(len(legs))
        owner = np.concatenate([every, leg, every])
        rank = np.concatenate([np.zeros(len(legs)), np.ones(len(leg)), np.full(len(legs), 2.0)])
        level = np.concatenate([self.levels(legs[:, :2]), self.levels(middle), self.levels(legs[:, 2:])])
        order = np.lexsort((np.arange(len(owner)), rank, owner))
        owner, level = owner[order], level[order]
        rise = np.where(owner[1:] == owner[:-1], self._climbed(level), 0.0)
        return np.bincount(owner[1:], rise, len(legs))

    def _climbed(self, level: Array) -> Array:
        """The rises and drops between neighbouring levels that must be climbed."""
        rise = np.abs(np.diff(level))
        return np.asarray(np.where(rise <= self.free_step + TOLERANCE, 0.0, rise) if self.free_step else rise)

    def path_price(self, legs: Array) -> float:
        """The price of a polyline given as its legs [n, 4]; a corner that only touches a border is no climb."""
        far = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
        if not self.regions or not len(legs):
            return float(far.sum())
        _, length, middle = self._split(legs)
        price = float((length * self._rates(middle)).sum())
        if self.climb:
            points = np.concatenate([legs[:1, :2], middle, legs[-1:, 2:]])
            price += self.climb * float(self._climbed(self.levels(points)).sum())
        return price


def ground_of(scene: Scene, radius: float, rates: Mapping[str, float], measured_at: str = "centre",
              climb: float | None = 1.0, free_step: float = 0.0) -> Ground:
    """The ground of `scene` as a mover of `radius` pays for it; compiled once. Steps up or down of at most `free_step`
    cost nothing. Raises GeometryError for odd prices."""
    key = ("ground", radius if measured_at == "touch" else 1.0, tuple(sorted(rates.items())), measured_at, climb,
           free_step)
    return scene.memo(key, lambda s: Ground(s, radius, rates, measured_at, climb, free_step))


class Stretch(NamedTuple):
    """A part of a straight way over ground of one kind: inches from its start, the level there (the bottom of a gap
    below 0), the rate, the gap that it runs through ('' for none), and how wide the whole crossing is that it is part
    of: from the ground before the gap to the ground behind it."""

    start: float
    end: float
    level: float
    rate: float
    gap: str = ""
    across: float = 0.0


def stretches_of(scene: Scene, start: Point, end: Point, rates: Mapping[str, float]) -> list[Stretch]:
    """The ground under a centre that goes straight from `start` to `end`, in order; one stretch of no length where the
    two are one point."""
    check_numbers((*start, *end))
    regions = scene.memo(("stretches", tuple(sorted(rates.items()))), lambda s: _profile_regions(s, rates))
    legs = np.array([[*start, *end]], float)
    far = math.dist(start, end)
    far = far if far > 1e-9 else 0.0
    shares = np.unique(np.concatenate([[0.0, 1.0], *(r.crossings(legs)[0] for r in regions)])) if far else np.zeros(2)
    bounds = [(a, b) for a, b in zip(shares[:-1].tolist(), shares[1:].tolist(), strict=True)
              if (b - a) * far > 1e-9 or not far]
    middles = np.array([[legs[0, k] + (a + b) / 2 * (legs[0, k + 2] - legs[0, k]) for k in (0, 1)] for a, b in bounds])
    under = [region.under(middles) for region in regions]
    return _crossed(_joined(_stretch(a * far, b * far, [r for r, u in zip(regions, under, strict=True) if u[i]])
                            for i, (a, b) in enumerate(bounds)))


def _joined(parts: Iterable[Stretch]) -> list[Stretch]:
    """Neighbours on the same ground as one: the drawn-out edge of something else divides nothing."""
    out: list[Stretch] = []
    for part in parts:
        last = out[-1] if out else None
        if last is not None and (last.level, last.rate, last.gap) == (part.level, part.rate, part.gap):
            out[-1] = last._replace(end=part.end)
        else:
            out.append(part)
    return out


def _crossed(stretches: list[Stretch]) -> list[Stretch]:
    """Each part of a gap told how wide the crossing is: one that changes its depth on the way is still one gap."""
    if not any(part.gap for part in stretches):
        return stretches
    found: list[Stretch] = []
    for over, run in itertools.groupby(stretches, key=lambda part: bool(part.gap)):
        parts = list(run)
        found += [part._replace(across=parts[-1].end - parts[0].start) for part in parts] if over else parts
    return found


def _stretch(start: float, end: float, regions: list[Region]) -> Stretch:
    tops = [r.level for r in regions if r.level is not None and "gap" not in r.piece.traits]
    rate = max((r.rate for r in regions if r.rate is not None), default=1.0)
    gap = next((r.piece for r in regions if "gap" in r.piece.traits), None)
    if gap is None or tops:
        return Stretch(start, end, max(tops, default=0.0), rate)
    return Stretch(start, end, -gap.depth, rate, gap.id)


def _profile_regions(scene: Scene, rates: Mapping[str, float]) -> list[Region]:
    gaps = [_region(piece, 0.0, None, None) for piece in scene.pieces if "gap" in piece.traits]
    return [*gaps, *(r for piece in scene.pieces for r in _regions(piece, rates, 0.0, 1.0))]


def levels_at(scene: Scene, points: Sequence[Point]) -> list[float]:
    """The height of what a model centred on each of `points` stands on."""
    spots = np.array(points, float).reshape(-1, 2)
    check_numbers(spots)
    return [float(level) for level in ground_of(scene, 1.0, {}).levels(spots)]


def level_at(scene: Scene, point: Point) -> float:
    """The height of what a model centred on `point` stands on: the highest climbable top there, else 0."""
    return levels_at(scene, [point])[0]


def _regions(piece: Piece, rates: Mapping[str, float], reach: float, climb: float | None) -> list[Region]:
    """Rates reach as far as they are measured; the level a model stands on is always its centre's."""
    known = [rates[t] for t in piece.traits if t in rates]
    rate = max(known) if known else None
    level = piece.height if climb is not None and "climbable" in piece.traits and piece.height > 0 else None
    if reach == 0.0 or rate is None or level is None:
        parts = [(reach if rate is not None else 0.0, rate, level)]
    else:
        parts = [(reach, rate, None), (0.0, None, level)]
    return [_region(piece, *part) for part in parts if part[1:] != (None, None)]


def _region(piece: Piece, reach: float, rate: float | None, level: float | None) -> Region:
    margin = _margin(reach)
    if piece.disc is not None:
        x, y, radius = piece.disc
        low, high = np.array([x, y]) - radius - margin, np.array([x, y]) + radius + margin
        return Region(piece, np.zeros((0, 2)), np.zeros((0, 2)), None, reach, rate, level, low, high)
    rings = rings_of(piece)
    start = np.concatenate(rings)
    area = shape_of(piece).polygon
    shapely.prepare(area)
    return Region(piece, start, np.concatenate([np.roll(r, -1, axis=0) for r in rings]),
                  area, reach, rate, level, start.min(axis=0) - margin, start.max(axis=0) + margin)


def _gap(region: Region, at: Point) -> float:
    if region.piece.disc is not None:
        x, y, radius = region.piece.disc
        return math.dist(at, (x, y)) - radius
    inside = shapely.contains_xy(region.area, *at)
    return 0.0 if inside else float(point_segment(at[0], at[1], region.start, region.end).min())
