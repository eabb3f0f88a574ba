"""What a moving base may not overlap, as arrays; and which straight legs keep clear of it. Inches (design: table).

A base of radius r is a point among shapes grown by r: edges keep r away, discs (bases, round pieces) keep
their own radius more. Nothing is approximated: every answer is a distance compared with a sum of radii.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import shapely

from game.errors import GeometryError
from game.geometry.piece_shape import shape_of
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.units import TOLERANCE, Point
from game.words import say

Array: TypeAlias = np.ndarray
CHUNK = 400_000
NO_TOPS = -1.0
"""For `tops`: nothing may be climbed, however low."""
EDGES = ("west", "south", "east", "north")


class Terrain(NamedTuple):
    """The blocking pieces of a scene: directed edges with the solid on their left, convex corners, discs."""

    start: Array  # [m, 2]
    end: Array  # [m, 2]
    edge_owner: Array  # [m] index into scene.pieces
    corners: Array  # [c, 2] where a path may bend
    discs: Array  # [k, 3] x, y, radius
    disc_owner: Array  # [k] index into scene.pieces
    solid: shapely.Geometry  # the polygons as one area, prepared


class Obstacles(NamedTuple):
    """What one mover must keep clear of. `discs` already hold the mover's radius; edges do not."""

    radius: float
    box: tuple[float, float, float, float]  # where the centre may be: xmin, ymin, xmax, ymax
    start: Array
    end: Array
    edge_owner: Array
    corners: Array
    discs: Array
    disc_owner: Array  # piece index, or -1 - index of the base
    solid: shapely.Geometry


def blocks(piece: Piece, gaps: bool, tops: float) -> bool:
    """Whether no base may overlap `piece`: `gaps` says gaps may be crossed, `tops` how high may be climbed."""
    if "climbable" in piece.traits:
        return piece.height > tops + TOLERANCE
    return "impassable" in piece.traits or ("gap" in piece.traits and not gaps)


def terrain(scene: Scene, gaps: bool = False, tops: float = math.inf) -> Terrain:
    """The blocking pieces of `scene`, compiled once; arrays of length 0 where there are none."""
    return scene.memo(("blocking terrain", gaps, tops), lambda s: _compile(s, gaps, tops))


def _compile(scene: Scene, gaps: bool, tops: float) -> Terrain:
    owners = [i for i, piece in enumerate(scene.pieces) if blocks(piece, gaps, tops)]
    round_ones = [i for i in owners if scene.pieces[i].disc is not None]
    solids = [i for i in owners if scene.pieces[i].disc is None]
    rings = [(i, ring) for i in solids for ring in rings_of(scene.pieces[i])]
    sides = [(ring, np.roll(ring, -1, axis=0), np.full(len(ring), i)) for i, ring in rings]
    area = shapely.union_all([shape_of(scene.pieces[i]).polygon for i in solids])
    shapely.prepare(area)
    return Terrain(
        _stack([s[0] for s in sides], 2), _stack([s[1] for s in sides], 2),
        np.concatenate([s[2] for s in sides]) if sides else np.zeros(0, int),
        _stack([_convex_corners(ring) for _, ring in rings], 2),
        _stack([np.array([scene.pieces[i].disc], float) for i in round_ones], 3),
        np.array(round_ones, int), area)


def _stack(rows: list[Array], width: int) -> Array:
    return np.concatenate(rows) if rows else np.zeros((0, width))


def rings_of(piece: Piece) -> list[Array]:
    """The rings of a polygonal piece, each [n, 2], turned so that the solid lies to the left of every edge."""
    return [_turned(piece.outline, 1.0), *(_turned(hole, -1.0) for hole in piece.holes)]


def _turned(ring: Sequence[Point], sign: float) -> Array:
    points = np.array(ring, float)
    x, y = points[:, 0], points[:, 1]
    area = float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    points = points if area * sign > 0 else points[::-1]
    return points[np.any(points != np.roll(points, 1, axis=0), axis=1)]


def _convex_corners(ring: Array) -> Array:
    return ring[turns(ring) > 1e-9]


def turns(ring: Array) -> Array:
    """The sine of the left turn at each vertex of `ring`; above 0 where the solid is convex."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    return np.asarray(cross / (np.hypot(*before.T) * np.hypot(*after.T)))


def obstacles(scene: Scene, radius: float, others: Sequence[Base] = (), *, gaps: bool = False,
              tops: float = math.inf) -> Obstacles:
    """Everything a base of `radius` must keep clear of on `scene`: terrain, `others`, the table's edge."""
    check_radius(radius)
    land = terrain(scene, gaps, tops)
    bases = np.array([(b.x, b.y, b.radius) for b in others], float).reshape(-1, 3)
    check_numbers(bases)
    check_radius(float(bases[:, 2].min(initial=radius)))
    discs = np.concatenate([land.discs, bases])
    discs[:, 2] += radius
    owner = np.concatenate([land.disc_owner, -1 - np.arange(len(bases))])
    box = (radius, radius, scene.width - radius, scene.height - radius)
    return Obstacles(radius, box, land.start, land.end, land.edge_owner, land.corners, discs, owner, land.solid)


def near(obs: Obstacles, at: Point, distance: float) -> Obstacles:
    """`obs` without what a centre within `distance` of `at` can never touch."""
    if math.isinf(distance):
        return obs
    here = np.array(at)
    edges = point_segment(here[0], here[1], obs.start, obs.end) <= distance + obs.radius + TOLERANCE
    corners = np.hypot(*(obs.corners - here).T) <= distance + obs.radius
    discs = np.hypot(*(obs.discs[:, :2] - here).T) <= distance + obs.discs[:, 2]
    return obs._replace(start=obs.start[edges], end=obs.end[edges], edge_owner=obs.edge_owner[edges],
                        corners=obs.corners[corners], discs=obs.discs[discs], disc_owner=obs.disc_owner[discs])


def point_segment(x: Array | float, y: Array | float, start: Array, end: Array) -> Array:
    """Distances from points (broadcast against the segments' rows) to segments [..., 2]."""
    ax, ay = start[..., 0], start[..., 1]
    dx, dy = end[..., 0] - ax, end[..., 1] - ay
    square = dx * dx + dy * dy
    along = ((x - ax) * dx + (y - ay) * dy) / np.where(square > 0, square, 1.0)
    along = np.minimum(np.maximum(along, 0.0), 1.0)
    return np.asarray(np.hypot(x - ax - along * dx, y - ay - along * dy))


def points_clear(obs: Obstacles, points: Array) -> Array:
    """bool [n]: a base centred on each of `points` [n, 2] overlaps nothing by more than the tolerance."""
    x, y = points[:, 0], points[:, 1]
    clear = _in_box(obs.box, x, y)
    if len(obs.discs):
        centres = obs.discs
        far = np.hypot(x[:, None] - centres[:, 0], y[:, None] - centres[:, 1]) >= centres[:, 2] - TOLERANCE
        clear &= far.all(axis=1)
    left = clear.nonzero()[0]
    if len(obs.start) and len(left):
        clear[left] = _off_edges(obs, x[left], y[left])
        left = clear.nonzero()[0]
        clear[left] = ~shapely.contains_xy(obs.solid, x[left], y[left])
    return clear


def _off_edges(obs: Obstacles, x: Array, y: Array) -> Array:
    """bool [n]: each point keeps the radius from every edge. Only the edges whose boxes are near are measured."""
    west, south = (np.minimum(obs.start, obs.end) - obs.radius).T
    east, north = (np.maximum(obs.start, obs.end) + obs.radius).T
    column, row = x[:, None], y[:, None]
    close = (column >= west) & (column <= east) & (row >= south) & (row <= north)
    point, edge = close.nonzero()
    gap = point_segment(x[point], y[point], obs.start[edge], obs.end[edge])
    free = np.ones(len(x), bool)
    free[point[gap < obs.radius - TOLERANCE]] = False
    return free


def _in_box(box: tuple[float, float, float, float], x: Array, y: Array) -> Array:
    return np.asarray((x >= box[0] - TOLERANCE) & (y >= box[1] - TOLERANCE)
                      & (x <= box[2] + TOLERANCE) & (y <= box[3] + TOLERANCE))


def legs_clear(obs: Obstacles, legs: Array, *, rooted: bool = False) -> Array:
    """bool [n]: the base swept along each of `legs` [n, 4] (x0, y0, x1, y1) overlaps nothing.

    `rooted`: the starts are known to be outside all solids, so that a leg deep inside one cannot occur.
    """
    clear = _in_box(obs.box, legs[:, 0], legs[:, 1]) & _in_box(obs.box, legs[:, 2], legs[:, 3])
    step = max(1, CHUNK // max(1, len(obs.start) + len(obs.discs)))
    for first in range(0, len(legs), step):
        part = clear[first:first + step].nonzero()[0] + first
        frames = _frames(legs[part])
        free = _clear_of_discs(obs.discs, frames)
        clear[part] = free
        clear[part[free]] = _clear_of_edges(obs, frames[:, free])
    if not rooted and len(obs.start):
        left = clear.nonzero()[0]
        clear[left] = ~shapely.contains_xy(obs.solid, legs[left, 0], legs[left, 1])
    return np.asarray(clear)


def _frames(legs: Array) -> Array:
    """[5, n] start (x, y), unit direction (x, y) and length of each leg; a leg of no length points east."""
    frames = np.empty((5, len(legs)))
    frames[:2] = legs[:, :2].T
    dx, dy = legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1]
    length = np.hypot(dx, dy, out=frames[4])
    safe = np.where(length > 0, length, 1.0)
    frames[2] = np.where(length > 0, dx / safe, 1.0)
    frames[3] = dy / safe
    return frames


def _near_line(frames: Array, x: Array, y: Array, within: Array | float) -> tuple[Array, Array]:
    """The pairs (leg, point) for which the point is less than `within` (one for each point, or one) off the line."""
    ax, ay, ux, uy, _ = frames
    rows, columns = np.empty((len(ax), 3)), np.ones((3, len(x)))
    rows[:, 0], rows[:, 1], rows[:, 2] = -uy, ux, uy * ax - ux * ay
    columns[0], columns[1] = x, y
    off = rows @ columns
    leg, point = (np.abs(off, out=off) < within).nonzero()
    return leg, point


def _clear_of_discs(discs: Array, frames: Array) -> Array:
    """bool [n]: the leg keeps off every disc."""
    clear = np.ones(frames.shape[1], bool)
    if not len(discs) or not len(clear):
        return clear
    x, y, radius = discs.T
    keep = np.maximum(radius - TOLERANCE, 0.0)
    leg, disc = _near_line(frames, x, y, keep)
    near = frames[:, leg]
    u, v = _place(near, x[disc], y[disc])
    u -= np.minimum(np.maximum(u, 0.0), near[4])
    clear[leg[u * u + v * v < keep[disc] ** 2]] = False
    return clear


def _place(frames: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """Point k in the frame of leg k: along it and to its left, [n] each."""
    ax, ay, ux, uy, _ = frames
    dx, dy = x - ax, y - ay
    return ux * dx + uy * dy, ux * dy - uy * dx


def _clear_of_edges(obs: Obstacles, frames: Array) -> Array:
    """bool [n]: the leg keeps the radius from every edge."""
    clear = np.ones(frames.shape[1], bool)
    if not len(obs.start) or not len(clear):
        return clear
    keep = obs.radius - TOLERANCE
    (x1, y1), (x2, y2) = obs.start.T, obs.end.T
    half = np.hypot(x2 - x1, y2 - y1) / 2
    leg, edge = _near_line(frames, (x1 + x2) / 2, (y1 + y2) / 2, half + keep)
    near = frames[:, leg]
    u1, w1 = _place(near, x1[edge], y1[edge])
    u2, w2 = _place(near, x2[edge], y2[edge])
    close = (np.maximum(u1, u2) > -keep) & (np.minimum(u1, u2) < near[4] + keep)
    close &= (np.maximum(w1, w2) > -keep) & (np.minimum(w1, w2) < keep)
    close = close.nonzero()[0]
    gap = _segment_gap(u1[close], w1[close], u2[close], w2[close], near[4, close])
    clear[leg[close[gap < keep]]] = False
    return clear


def _segment_gap(u1: Array, v1: Array, u2: Array, v2: Array, length: Array) -> Array:
    """Distance between the leg from (0, 0) to (length, 0) and the edge from (u1, v1) to (u2, v2), all [n]."""
    gap = np.minimum(np.hypot(u1 - np.minimum(np.maximum(u1, 0.0), length), v1),
                     np.hypot(u2 - np.minimum(np.maximum(u2, 0.0), length), v2))
    du, dv = u2 - u1, v2 - v1
    square = du * du + dv * dv
    square[square == 0] = 1.0
    for x in (-u1, length - u1):
        along = np.minimum(np.maximum((x * du - v1 * dv) / square, 0.0), 1.0)
        gap = np.minimum(gap, np.hypot(x - along * du, v1 + along * dv))
    rise = np.where(v1 == v2, 1.0, v1 - v2)
    crossing = u1 + (u2 - u1) * v1 / rise
    return np.asarray(np.where((v1 * v2 < 0) & (crossing >= 0) & (crossing <= length), 0.0, gap))


def nearest_obstacle(scene: Scene, obs: Obstacles, at: Point) -> tuple[str, str | int]:
    """What a base at `at` overlaps most, or is nearest to: ("terrain", id), ("base", index), ("edge", name)."""
    x, y = at
    best: tuple[float, str, str | int] = min(
        (gap, "edge", name) for gap, name in zip(
            (x - obs.box[0], y - obs.box[1], obs.box[2] - x, obs.box[3] - y), EDGES, strict=True))
    if len(obs.discs):
        gaps = np.hypot(*(obs.discs[:, :2] - np.array(at)).T) - obs.discs[:, 2]
        i = int(np.argmin(gaps))
        best = min(best, (float(gaps[i]), *_disc_name(scene, int(obs.disc_owner[i]))), key=lambda b: b[0])
    if len(obs.start):
        inside = shapely.contains_xy(obs.solid, x, y)
        gaps = point_segment(x, y, obs.start, obs.end)
        i = int(np.argmin(gaps))
        depth = -obs.radius - float(gaps[i]) if inside else float(gaps[i]) - obs.radius
        best = min(best, (depth, "terrain", scene.pieces[int(obs.edge_owner[i])].id), key=lambda b: b[0])
    return best[1], best[2]


def _disc_name(scene: Scene, owner: int) -> tuple[str, str | int]:
    return ("terrain", scene.pieces[owner].id) if owner >= 0 else ("base", -1 - owner)


def check_radius(radius: float) -> None:
    """Raises GeometryError unless `radius` is a finite length above 0."""
    if not (math.isfinite(radius) and radius > 0):
        raise GeometryError(say("a base needs a radius above 0 in, not {radius}", radius=radius))


def check_numbers(values: Array | Sequence[float] | Point, what: str = "a position") -> None:
    """Raises GeometryError where `values` hold anything but finite numbers."""
    if not np.isfinite(values).all():
        raise GeometryError(say("{what} must be finite numbers in inches", what=what))
