"""How much of a target can be seen: the share of its width, as an angle from the viewer's centre, that is reached.

Every edge and disc hides an interval of directions; what is left of the target's own interval is what shows. A piece
hides only up to the target's near rim. At angle f from the line of centres the near rim is at rho(f) =
d cos f - sqrt(r^2 - d^2 sin^2 f), and a sight line that falls or rises evenly to it is lower than a top over a fixed
band of that way, low * rho to high * rho; the ends of a band are rims too, of the target scaled about the viewer.
So every hidden interval ends at a corner or where an edge meets a circle, and is exact.

Inches, radians; n viewers, m targets, Q = n m pairs of them, E edges, D discs, P pieces, K meetings of a pair and an
edge or disc.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.geometry.barriers import Array, Barriers, Flags, Indices, aim_share, barriers
from game.geometry.crowd import Crowd, buried, crowd, distances, near
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE

TURN = 2 * np.pi
SLIVER = 1e-9
"""A share this small that shows is rounding, not a view."""
BLOCK = 64
"""Viewers asked in one go."""


@dataclass(frozen=True, slots=True, eq=False)
class Aims:
    """Every pair of a viewer and a target, viewer by viewer, as seen from the viewer. [Q] each, or [Q, 2]."""

    viewer: Indices
    target: Indices
    centre: Array
    radius: Array
    distance: Array
    bearing: Array
    half: Array
    """Half the angle the target's base spans."""
    eye: Array
    top: Array
    """The heights at which lines begin and end."""


class Hidden(NamedTuple):
    """Intervals of directions that are hidden: in which pair, from, to (relative to its bearing). [K] each."""

    pair: Indices
    low: Array
    high: Array


def visible_fraction(scene: Scene, viewer: Base, target: Base, aim: str = "top") -> float:
    """The share, 0 to 1, of the target's width that unobstructed lines from the viewer's centre reach.

    Raises GeometryError for a viewer that is its own target, a base of no width, numbers that are not finite.
    """
    if viewer == target:
        raise GeometryError("a model cannot be asked whether it sees itself")
    return float(fractions(scene, viewer, (target,), aim)[0])


def fractions(scene: Scene, viewer: Base, bases: Sequence[Base], aim: str = "top") -> NDArray[np.float64]:
    """[m] the visible fraction of each of `bases`; 1 for the viewer itself, [0] for none."""
    walls = barriers(scene)
    shares: Array = _shares(walls, crowd(walls, (viewer,)), crowd(walls, bases), aim)[0]
    return shares


def fraction_matrix(scene: Scene, bases: Sequence[Base], aim: str = "top") -> NDArray[np.float64]:
    """[n, n] the visible fraction of each base (column) as seen from each (row); 1 on the diagonal."""
    walls = barriers(scene)
    models = crowd(walls, bases)
    blocks = [models.part(i, i + BLOCK) for i in range(0, len(bases), BLOCK)]
    return np.concatenate([np.zeros((0, len(bases))), *(_shares(walls, block, models, aim) for block in blocks)])


def _shares(walls: Barriers, viewers: Crowd, targets: Crowd, aim: str) -> Array:
    """[n, m] the visible fractions."""
    n, m = len(viewers.at), len(targets.at)
    aims = _aims(viewers, targets, aim)
    if not n * m:
        return np.zeros((n, m))
    absent = viewers.absent[:, None] | targets.absent
    absent = absent.reshape(n * m, -1)
    found = [
        _behind_edges(walls, viewers, aims, absent),
        _behind_discs(walls, viewers, aims, absent),
        _rims_buried(walls, viewers, targets, aims),
    ]
    shown = 1.0 - _covered(Hidden(*(np.concatenate(column) for column in zip(*found, strict=True))), aims)
    shown[shown < SLIVER] = 0.0
    shown[buried(walls, viewers, viewers.eye)[aims.viewer]] = 0.0
    shown[(aims.distance <= aims.radius) & (shown > 0)] = 1.0
    shown[(aims.centre == 0.0).all(1) & (viewers.eye[aims.viewer] == targets.eye[aims.target])] = 1.0
    return shown.reshape(n, m)


def _aims(viewers: Crowd, targets: Crowd, aim: str) -> Aims:
    n, m = len(viewers.at), len(targets.at)
    viewer, target = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
    centre = targets.at[target] - viewers.at[viewer]
    distance, radius = np.hypot(centre[:, 0], centre[:, 1]), targets.radius[target]
    half = np.arcsin(np.minimum(radius / np.maximum(distance, 1e-300), 1.0))
    tops = targets.elevation + targets.height * aim_share(aim)
    bearing = np.arctan2(centre[:, 1], centre[:, 0])
    return Aims(viewer, target, centre, radius, distance, bearing, half, viewers.eye[viewer], tops[target])


def _covered(hidden: Hidden, aims: Aims) -> Array:
    """[Q] the share of each target's interval that the hidden ones cover together."""
    half = aims.half[hidden.pair]
    low, high = np.maximum(hidden.low, -half), np.minimum(hidden.high, half)
    real = high > low
    pair, low, high = hidden.pair[real], low[real], high[real]
    # Each pair gets a stretch of its own on one long line, so that one running maximum serves them all.
    offset = TURN * pair
    order = np.argsort(offset + low)
    pair, low, high, offset = pair[order], low[order], high[order], offset[order]
    reached = np.maximum.accumulate(np.concatenate([[-TURN], high + offset]))[:-1] - offset
    fresh = high - np.clip(reached, low, high)
    covered: Array = np.bincount(pair, fresh, len(aims.half)) / (2 * aims.half)
    return np.minimum(covered, 1.0)


def _bands(tops: Array, eye: Array, aim_tops: Array) -> tuple[Array, Array]:
    """[K] the stretch of the way, in shares, over which the line from `eye` to `aim_tops` is lower than `tops`."""
    tops = tops - TOLERANCE
    rise = aim_tops - eye
    share = np.divide(tops - eye, rise, out=np.full(len(tops), np.inf), where=rise != 0)
    low = np.where(rise < 0, np.maximum(share, 0.0), 0.0)
    high = np.where(rise > 0, np.minimum(share, 1.0), np.where((rise == 0) & (eye >= tops), -1.0, 1.0))
    return low, high


def _behind_edges(walls: Barriers, viewers: Crowd, aims: Aims, absent: Flags) -> Hidden:
    """What edges and links hide."""
    edges = walls.outline
    start, way = edges.starts, edges.ends - edges.starts
    here = way[:, 1] * (viewers.at[:, :1] - start[:, 0]) - way[:, 0] * (viewers.at[:, 1:] - start[:, 1])
    pair, edge, low, high = _meetings(walls, viewers, aims, here)
    tops, eye, aim_top = edges.tops[edge], aims.eye[pair], aims.top[pair]
    way, here = way[edge], here[aims.viewer[pair], edge]
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-300)
    beyond = np.sign(here) * (_cross(aims.centre[pair], -way) - here) / length
    # An edge that the viewer's centre is on, within the tolerance, is not before it.
    wanted = (np.abs(here) > TOLERANCE * length) & (beyond > -aims.radius[pair])
    wanted &= np.minimum(eye, aim_top) < tops - TOLERANCE
    wanted &= ~(absent[pair, edges.owner[edge]] | absent[pair, edges.other[edge]])
    plain = wanted & (beyond >= aims.radius[pair]) & (np.maximum(eye, aim_top) < tops - TOLERANCE)
    rest = wanted & ~plain
    detail = _edge_detail(walls, viewers, aims, pair[rest], edge[rest], low[rest], high[rest])
    return Hidden(
        np.concatenate([pair[plain], detail.pair]),
        np.concatenate([low[plain], detail.low]),
        np.concatenate([high[plain], detail.high]),
    )


def _cross(a: Array, b: Array) -> Array:
    cross: Array = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return cross


def _meetings(
    walls: Barriers, viewers: Crowd, aims: Aims, here: Array
) -> tuple[Indices, Indices, Array, Array]:
    """(pair, edge, low, high): where an edge that may hide something overlaps a target's interval, relative to it.

    An outline that is higher than all lines hides by the edges that face the viewer; others need their backs too.
    """
    edges = walls.outline
    to = edges.corners - viewers.at[:, None]
    bearings = np.arctan2(to[..., 1], to[..., 0])
    one, two = bearings[:, edges.first], bearings[:, edges.second]
    half = np.abs(two - one) / 2
    middle = (one + two) / 2
    back = half > np.pi / 2
    middle = np.where(back, middle - np.copysign(np.pi, middle), middle)
    half = np.where(back, np.pi - half, half)
    highest, lowest = max(aims.eye.max(), aims.top.max()), min(aims.eye.min(), aims.top.min())
    both_sides = edges.link | (edges.tops <= highest + TOLERANCE)
    use = (edges.tops > lowest + TOLERANCE) & ((here > 0) | both_sides)
    m = len(aims.bearing) // len(viewers.at)
    found = []
    for i, columns in enumerate(use):
        used = np.flatnonzero(columns)
        pairs = slice(i * m, (i + 1) * m)
        pair, column = _overlaps(aims.bearing[pairs], aims.half[pairs], middle[i, used], half[i, used])
        found.append((pair + i * m, used[column]))
    pair, edge = (np.concatenate(column) for column in zip(*found, strict=True))
    viewer = aims.viewer[pair]
    turn, span = _turned(middle[viewer, edge] - aims.bearing[pair]), half[viewer, edge]
    return pair, edge, turn - span, turn + span


def _overlaps(bearing: Array, half: Array, middle: Array, span: Array) -> tuple[Indices, Indices]:
    """(row, column) of intervals [m] and [e], each a middle and half its width, that overlap on the circle.

    In single precision, with a margin: it only has to leave none out.
    """
    apart = np.abs(np.subtract.outer(bearing.astype(np.float32), middle.astype(np.float32)))
    reach = np.add.outer(half.astype(np.float32), (span + 1e-5).astype(np.float32))
    near = apart < reach
    near |= apart > np.float32(TURN) - reach
    row, column = np.nonzero(near)
    return row, column


def _edge_detail(
    walls: Barriers, viewers: Crowd, aims: Aims, pair: Indices, edge: Indices, low: Array, high: Array
) -> Hidden:
    """The parts of edges, [K], that lie where the line to the near rim is lower than their tops."""
    at = viewers.at[aims.viewer[pair]]
    start, end = walls.outline.starts[edge] - at, walls.outline.ends[edge] - at
    stop_low, stop_high = _bands(walls.outline.tops[edge], aims.eye[pair], aims.top[pair])
    half = aims.half[pair]
    low, high = np.maximum(low, -half), np.minimum(high, half)
    cuts = [low, high]
    for scale in (stop_low, stop_high):
        cuts.extend(_edge_on_circle(aims, pair, start, end, scale))
    bounds = np.sort(np.clip(np.stack(cuts, 1), low[:, None], high[:, None]), axis=1)
    middle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    bearing = aims.bearing[pair][:, None] + middle
    way = end - start
    across = np.cos(bearing) * way[:, 1:] - np.sin(bearing) * way[:, :1]
    reach = np.divide(_cross(start, way)[:, None], across, out=np.full_like(across, np.inf), where=across != 0)
    rim = _near_rim(aims, pair, middle)
    hides = (reach > stop_low[:, None] * rim) & (reach < stop_high[:, None] * rim)
    return _parts(pair, bounds, hides)


def _near_rim(aims: Aims, pair: Indices, angle: Array) -> Array:
    """[K, q] how far it is to the near rim at angles from the line of centres."""
    distance, radius = aims.distance[pair][:, None], aims.radius[pair][:, None]
    rim: Array = distance * np.cos(angle) - np.sqrt(np.maximum(radius**2 - (distance * np.sin(angle)) ** 2, 0.0))
    return rim


def _parts(pair: Indices, bounds: Array, hides: Flags) -> Hidden:
    rows, columns = np.nonzero(hides & (bounds[:, 1:] > bounds[:, :-1]))
    return Hidden(pair[rows], bounds[rows, columns], bounds[rows, columns + 1])


def _edge_on_circle(aims: Aims, pair: Indices, start: Array, end: Array, scale: Array) -> list[Array]:
    """The two angles, [K] each, at which an edge's line meets the target's rim scaled about the viewer; 0 for none."""
    centre, radius = aims.centre[pair] * scale[:, None], aims.radius[pair] * scale
    way, to = end - start, start - centre
    square = np.maximum((way**2).sum(1), 1e-300)
    middle = (to * way).sum(1)
    root = np.sqrt(np.maximum(middle**2 - square * ((to**2).sum(1) - radius**2), 0.0))
    spots = [start + ((-middle + sign * root) / square)[:, None] * way for sign in (-1.0, 1.0)]
    return [_turned(np.arctan2(spot[:, 1], spot[:, 0]) - aims.bearing[pair]) for spot in spots]


def _turned(angle: Array) -> Array:
    turned: Array = (angle + np.pi) % TURN - np.pi
    return turned


def _behind_discs(walls: Barriers, viewers: Crowd, aims: Aims, absent: Flags) -> Hidden:
    """What round pieces hide: their tangents, and where they meet the rims, part the directions."""
    pair, disc, turn, half = _disc_meetings(walls, viewers, aims)
    piece = walls.disc_owner[disc]
    low, high = _bands(walls.tops[piece], aims.eye[pair], aims.top[pair])
    wanted = (low < np.minimum(high, 1.0)) & ~absent[pair, piece]
    pair, disc, low, high = pair[wanted], disc[wanted], low[wanted], high[wanted]
    turn, half = turn[wanted], half[wanted]
    to = walls.discs[disc, :2] - viewers.at[aims.viewer[pair]]
    radius = _radii(walls, np.hypot(to[:, 0], to[:, 1]), disc)
    cuts = [-aims.half[pair], aims.half[pair], turn - half, turn + half, turn - half + TURN, turn + half - TURN]
    for scale in (low, high):
        cuts.extend(_disc_on_circle(aims, pair, to, radius, scale))
    edge = aims.half[pair][:, None]
    bounds = np.sort(np.clip(np.stack(cuts, 1), -edge, edge), axis=1)
    angle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    off, distance = turn[:, None] - angle, np.hypot(to[:, 0], to[:, 1])[:, None]
    root = radius[:, None] ** 2 - (distance * np.sin(off)) ** 2
    along, chord = distance * np.cos(off), np.sqrt(np.maximum(root, 0.0))
    rim = _near_rim(aims, pair, angle)
    hides = (root > 0) & (np.maximum(along - chord, 0.0) < high[:, None] * rim) & (along + chord > low[:, None] * rim)
    return _parts(pair, bounds, hides & (along + chord > 0))


def _disc_meetings(walls: Barriers, viewers: Crowd, aims: Aims) -> tuple[Indices, Indices, Array, Array]:
    """(pair, disc, turn, half): where a disc overlaps a target's interval; its own middle and half width."""
    to = walls.discs[:, :2] - viewers.at[:, None]
    distance = np.hypot(to[..., 0], to[..., 1])
    radius = _radii(walls, distance, np.arange(len(walls.discs)))
    sine = np.divide(radius, distance, out=np.ones_like(distance), where=distance > radius)
    half = np.where(distance > radius, np.arcsin(sine), np.pi)
    turn = _turned(np.arctan2(to[..., 1], to[..., 0])[aims.viewer] - aims.bearing[:, None])
    pair, disc = np.nonzero(np.abs(turn) < half[aims.viewer] + aims.half[:, None])
    return pair, disc, turn[pair, disc], half[aims.viewer[pair], disc]


def _radii(walls: Barriers, distance: Array, disc: Indices) -> Array:
    """The radii of discs as they are, drawn in only for a viewer no deeper inside than the tolerance."""
    drawn_in = walls.discs[disc, 2]
    radii: Array = np.where(distance > drawn_in + TOLERANCE, drawn_in + TOLERANCE, drawn_in)
    return radii


def _disc_on_circle(aims: Aims, pair: Indices, centre: Array, radius: Array, scale: Array) -> list[Array]:
    """The two angles, [K] each, at which a disc's rim meets the target's, scaled about the viewer."""
    other, reach = aims.centre[pair] * scale[:, None], aims.radius[pair] * scale
    apart = other - centre
    distance = np.maximum(np.hypot(apart[:, 0], apart[:, 1]), 1e-12)
    along = (distance**2 + radius**2 - reach**2) / (2 * distance)
    aside = np.sqrt(np.maximum(radius**2 - along**2, 0.0))
    way = apart / distance[:, None]
    foot = centre + way * along[:, None]
    left = np.c_[-way[:, 1], way[:, 0]] * aside[:, None]
    return [_turned(np.arctan2(s[:, 1], s[:, 0]) - aims.bearing[pair]) for s in (foot + left, foot - left)]


def _rims_buried(walls: Barriers, viewers: Crowd, targets: Crowd, aims: Aims) -> Hidden:
    """Where the near rim of a lower target lies inside an opaque piece that the line came into from above."""
    outlined = np.flatnonzero((walls.wood < 0) & ~walls.is_round)
    target, piece = near(walls, targets.at, targets.radius, outlined)
    touch = distances(walls, targets.at[target], piece) < targets.radius[target]
    found: list[tuple[int, float, float]] = []
    for t, p in zip(target[touch].tolist(), piece[touch].tolist(), strict=True):
        top = walls.tops[p] - TOLERANCE
        pairs = np.flatnonzero((aims.target == t) & (aims.top < top) & (aims.eye >= top))
        for q in pairs.tolist():
            found.extend((q, low, high) for low, high in _rim_inside(walls, p, viewers, aims, q))
    pair, low, high = np.array(found, float).reshape(-1, 3).T
    return Hidden(pair.astype(np.intp), low, high)


def _rim_inside(walls: Barriers, piece: int, viewers: Crowd, aims: Aims, pair: int) -> list[tuple[float, float]]:
    """The intervals of angles at which the near rim of the pair's target is inside `piece`."""
    edges = np.flatnonzero((walls.outline.owner == piece) & ~walls.outline.link)
    at, one = viewers.at[aims.viewer[pair]], np.full(len(edges), pair)
    start, end = walls.outline.starts[edges] - at, walls.outline.ends[edges] - at
    half = float(aims.half[pair])
    cuts = np.concatenate([[-half, half], *_edge_on_circle(aims, one, start, end, np.ones(len(edges)))])
    bounds = np.unique(np.clip(cuts, -half, half))
    angles = (bounds[:-1] + bounds[1:]) / 2
    rim = _near_rim(aims, np.array([pair]), angles[None])[0]
    bearing = aims.bearing[pair] + angles
    spots = np.c_[at[0] + rim * np.cos(bearing), at[1] + rim * np.sin(bearing)].tolist()
    inside = [walls.shapes[piece].depth((x, y)) > TOLERANCE for x, y in spots]
    return [(float(bounds[i]), float(bounds[i + 1])) for i in np.flatnonzero(inside)]
