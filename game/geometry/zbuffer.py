"""How much of a target can be seen: the share of its width, as an angle from the viewer's centre, that is reached.

Every edge and disc hides an interval of directions; what is left of the target's own interval is what shows. A piece
hides only up to the target's near rim. At angle f from the line of centres the near rim is at rho(f) =
d cos f - sqrt(r^2 - d^2 sin^2 f), and a sight line that falls or rises evenly to it is lower than a top over a fixed
band of that way, low * rho to high * rho; the ends of a band are rims too, of the target scaled about the viewer.
So every hidden interval ends at a corner or where an edge meets a circle, and is exact.

Inches, radians; m targets, E edges, D discs, P pieces, K pairs of a target and an edge or disc.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.geometry.barriers import Array, Barriers, Flags, Indices, aim_height, barriers, eye_height
from game.geometry.piece_shape import check_base
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE

TURN = 2 * np.pi
SLIVER = 1e-4
"""A share this small that shows is the tolerance between two pieces, not a view."""


class Aims(NamedTuple):
    """Targets seen from the origin: centres [m, 2], radii, distances, bearings, half widths (radians), tops: [m]."""

    centre: Array
    radius: Array
    distance: Array
    bearing: Array
    half: Array
    top: Array


class Hidden(NamedTuple):
    """Intervals of directions that are hidden: of which target, from, to (relative to its bearing). [K] each."""

    target: Indices
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
    for base in (viewer, *bases):
        check_base(base)
    walls = barriers(scene)
    absent = walls.absences((viewer, *bases))
    return _fractions(walls, viewer, bases, aim, absent[0] | absent[1:])


def fraction_matrix(scene: Scene, bases: Sequence[Base], aim: str = "top") -> NDArray[np.float64]:
    """[n, n] the visible fraction of each base (column) as seen from each (row); 1 on the diagonal."""
    for base in bases:
        check_base(base)
    walls = barriers(scene)
    absent = walls.absences(bases)
    rows = [_fractions(walls, base, bases, aim, absent[i] | absent) for i, base in enumerate(bases)]
    return np.array(rows, float).reshape(len(bases), len(bases))


def _fractions(walls: Barriers, viewer: Base, bases: Sequence[Base], aim: str, absent: Flags) -> Array:
    """[m]; `absent` is [m, P]."""
    eye = eye_height(viewer)
    if not bases:
        return np.zeros(0)
    if walls.buried((viewer,), np.array([eye]))[0]:
        return np.array([float(base == viewer) for base in bases])
    aims = _aims(viewer, bases, aim)
    found = [
        _behind_edges(walls, viewer, aims, eye, absent),
        _behind_discs(walls, viewer, aims, eye, absent),
        _rims_buried(walls, viewer, bases, aims, eye),
    ]
    shown = 1.0 - _covered(Hidden(*(np.concatenate(column) for column in zip(*found, strict=True))), aims)
    shown[shown < SLIVER] = 0.0
    shown[aims.distance <= aims.radius] = 1.0
    return shown


def _aims(viewer: Base, bases: Sequence[Base], aim: str) -> Aims:
    x, y, radius = np.array([(base.x - viewer.x, base.y - viewer.y, base.radius) for base in bases], float).T
    distance = np.hypot(x, y)
    half = np.arcsin(np.minimum(radius / np.maximum(distance, 1e-300), 1.0))
    tops = np.array([aim_height(base, aim) for base in bases], float)
    return Aims(np.c_[x, y], radius, distance, np.arctan2(y, x), half, tops)


def _covered(hidden: Hidden, aims: Aims) -> Array:
    """[m] the share of each target's interval that the hidden ones cover together."""
    half = aims.half[hidden.target]
    low, high = np.maximum(hidden.low, -half), np.minimum(hidden.high, half)
    real = high > low
    target, low, high = hidden.target[real], low[real], high[real]
    order = np.lexsort((low, target))
    target, low, high = target[order], low[order], high[order]
    # Each target gets a stretch of its own on one long line, so that one running maximum serves them all.
    offset = 2 * TURN * target
    reached = np.maximum.accumulate(np.concatenate([[-TURN], high + offset]))[:-1] - offset
    fresh = high - np.clip(reached, low, high)
    covered: Array = np.bincount(target, fresh, len(aims.half)) / (2 * aims.half)
    return np.minimum(covered, 1.0)


def _bands(tops: Array, eye: float, aim_tops: Array) -> tuple[Array, Array]:
    """[K] the stretch of the way, in shares, over which the line from `eye` to `aim_tops` is lower than `tops`."""
    rise = aim_tops - eye
    low, high = np.zeros(len(tops)), np.ones(len(tops))
    share = np.divide(tops - TOLERANCE - eye, rise, out=np.full(len(tops), np.inf), where=np.abs(rise) > TOLERANCE)
    low = np.where(rise < -TOLERANCE, np.maximum(share, 0.0), low)
    high = np.where(rise > TOLERANCE, np.minimum(share, 1.0), high)
    level = np.abs(rise) <= TOLERANCE
    high = np.where(level & (np.maximum(eye, aim_tops) >= tops - TOLERANCE), -1.0, high)
    return low, high


def _behind_edges(walls: Barriers, viewer: Base, aims: Aims, eye: float, absent: Flags) -> Hidden:
    """What edges and links hide."""
    high_enough = np.flatnonzero(walls.edge_tops > min(eye, aims.top.min()) + TOLERANCE)
    corners = walls.corners - np.array(viewer.at)
    bearings = np.arctan2(corners[:, 1], corners[:, 0])
    one, two = bearings[walls.first[high_enough]], bearings[walls.second[high_enough]]
    target, edge, low, high = _meetings(np.minimum(one, two), np.maximum(one, two), aims)
    edge = high_enough[edge]
    start, end = corners[walls.first[edge]], corners[walls.second[edge]]
    stop_low, stop_high = _bands(walls.edge_tops[edge], eye, aims.top[target])
    keep = (stop_low < stop_high) & (stop_low < 1.0)
    keep &= ~(absent[target, walls.owner[edge]] | absent[target, walls.other[edge]])
    way = end - start
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-300)
    here = _cross(start, way)
    beyond = np.sign(here) * (_cross(aims.centre[target], way) - here) / length
    full = (stop_low <= 0.0) & (stop_high >= 1.0)
    keep &= beyond > -aims.radius[target]
    plain = keep & full & (beyond >= aims.radius[target])
    rest = np.flatnonzero(keep & ~plain)
    detail = _edge_detail(
        aims, target[rest], start[rest], end[rest], low[rest], high[rest], stop_low[rest], stop_high[rest]
    )
    return Hidden(
        np.concatenate([target[plain], detail.target]),
        np.concatenate([low[plain], detail.low]),
        np.concatenate([high[plain], detail.high]),
    )


def _cross(a: Array, b: Array) -> Array:
    cross: Array = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return cross


def _meetings(low: Array, high: Array, aims: Aims) -> tuple[Indices, Indices, Array, Array]:
    """(target, column, low, high): where intervals of bearings, [E], overlap targets', relative to the target's.

    An interval wider than half a turn is the other way round the back.
    """
    back = high - low > np.pi
    column = np.arange(len(low))
    # The two copies a turn apart that may lie within reach of bearings from -pi to pi, and their half widths more.
    low, high = np.where(back, high, low), np.where(back, low + TURN, high)
    copies = [(low, high, column)]
    for shift in (-TURN, TURN):
        near = (low + shift < 1.5 * np.pi) & (high + shift > -1.5 * np.pi)
        copies.append((low[near] + shift, high[near] + shift, column[near]))
    low, high, column = (np.concatenate(part) for part in zip(*copies, strict=True))
    begin, finish = aims.bearing - aims.half, aims.bearing + aims.half
    target, which = np.nonzero((low < finish[:, None]) & (high > begin[:, None]))
    bearing = aims.bearing[target]
    return target, column[which], low[which] - bearing, high[which] - bearing


def _edge_detail(
    aims: Aims, target: Indices, start: Array, end: Array, low: Array, high: Array, stop_low: Array, stop_high: Array
) -> Hidden:
    """The parts of edges, [K], that lie on the stopping stretch of the way to the near rim."""
    half = aims.half[target]
    low, high = np.maximum(low, -half), np.minimum(high, half)
    cuts = [low, high]
    for scale in (stop_low, stop_high):
        cuts.extend(_edge_on_circle(aims, target, start, end, scale))
    bounds = np.sort(np.clip(np.stack(cuts, 1), low[:, None], high[:, None]), axis=1)
    middle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    bearing = aims.bearing[target][:, None] + middle
    way = end - start
    across = np.cos(bearing) * way[:, 1:] - np.sin(bearing) * way[:, :1]
    reach = np.divide(_cross(start, way)[:, None], across, out=np.full_like(across, np.inf), where=across != 0)
    rim = _near_rim(aims, target, middle)
    hides = (reach > stop_low[:, None] * rim) & (reach < stop_high[:, None] * rim)
    return _parts(target, bounds, hides)


def _near_rim(aims: Aims, target: Indices, angle: Array) -> Array:
    """[K, q] how far it is to the near rim at angles from the line of centres."""
    distance, radius = aims.distance[target][:, None], aims.radius[target][:, None]
    rim: Array = distance * np.cos(angle) - np.sqrt(np.maximum(radius**2 - (distance * np.sin(angle)) ** 2, 0.0))
    return rim


def _parts(target: Indices, bounds: Array, hides: Flags) -> Hidden:
    rows, columns = np.nonzero(hides & (bounds[:, 1:] > bounds[:, :-1]))
    return Hidden(target[rows], bounds[rows, columns], bounds[rows, columns + 1])


def _edge_on_circle(aims: Aims, target: Indices, start: Array, end: Array, scale: Array) -> list[Array]:
    """The two angles, [K] each, at which an edge's line meets the target's rim scaled about the viewer; 0 for none."""
    centre, radius = aims.centre[target] * scale[:, None], aims.radius[target] * scale
    way, to = end - start, start - centre
    square = np.maximum((way**2).sum(1), 1e-300)
    middle = (to * way).sum(1)
    root = np.sqrt(np.maximum(middle**2 - square * ((to**2).sum(1) - radius**2), 0.0))
    spots = [start + ((-middle + sign * root) / square)[:, None] * way for sign in (-1.0, 1.0)]
    return [_turned(np.arctan2(spot[:, 1], spot[:, 0]) - aims.bearing[target]) for spot in spots]


def _turned(angle: Array) -> Array:
    turned: Array = (angle + np.pi) % TURN - np.pi
    return turned


def _behind_discs(walls: Barriers, viewer: Base, aims: Aims, eye: float, absent: Flags) -> Hidden:
    """What round pieces hide: their tangents, and where they meet the rims, part the directions."""
    to = walls.discs[:, :2] - np.array(viewer.at)
    distance, radius = np.hypot(to[:, 0], to[:, 1]), walls.discs[:, 2]
    half = np.where(distance > radius, np.arcsin(np.minimum(radius / np.maximum(distance, 1e-300), 1.0)), np.pi)
    middle = np.arctan2(to[:, 1], to[:, 0])
    turn = _turned(middle - aims.bearing[:, None])
    piece = walls.disc_owner
    met = (np.abs(turn) < half + aims.half[:, None]) & ~absent[:, piece]
    target, disc = np.nonzero(met)
    low, high = _bands(walls.tops[piece[disc]], eye, aims.top[target])
    wanted = low < np.minimum(high, 1.0)
    target, disc, low, high = target[wanted], disc[wanted], low[wanted], high[wanted]
    turn, half, distance, radius, to = turn[target, disc], half[disc], distance[disc], radius[disc], to[disc]
    cuts = [-aims.half[target], aims.half[target], turn - half, turn + half, turn - half + TURN, turn + half - TURN]
    for scale in (low, high):
        cuts.extend(_disc_on_circle(aims, target, to, radius, scale))
    edge = aims.half[target][:, None]
    bounds = np.sort(np.clip(np.stack(cuts, 1), -edge, edge), axis=1)
    angle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    off = turn[:, None] - angle
    root = radius[:, None] ** 2 - (distance[:, None] * np.sin(off)) ** 2
    along, chord = distance[:, None] * np.cos(off), np.sqrt(np.maximum(root, 0.0))
    rim = _near_rim(aims, target, angle)
    hides = (root > 0) & (np.maximum(along - chord, 0.0) < high[:, None] * rim) & (along + chord > low[:, None] * rim)
    return _parts(target, bounds, hides & (along + chord > 0))


def _disc_on_circle(aims: Aims, target: Indices, centre: Array, radius: Array, scale: Array) -> list[Array]:
    """The two angles, [K] each, at which a disc's rim meets the target's, scaled about the viewer."""
    other, reach = aims.centre[target] * scale[:, None], aims.radius[target] * scale
    apart = other - centre
    distance = np.maximum(np.hypot(apart[:, 0], apart[:, 1]), 1e-12)
    along = (distance**2 + radius**2 - reach**2) / (2 * distance)
    aside = np.sqrt(np.maximum(radius**2 - along**2, 0.0))
    way = apart / distance[:, None]
    foot = centre + way * along[:, None]
    left = np.c_[-way[:, 1], way[:, 0]] * aside[:, None]
    return [_turned(np.arctan2(s[:, 1], s[:, 0]) - aims.bearing[target]) for s in (foot + left, foot - left)]


def _rims_buried(walls: Barriers, viewer: Base, bases: Sequence[Base], aims: Aims, eye: float) -> Hidden:
    """Where the near rim of a lower target lies inside an opaque piece that the line came into from above."""
    found: list[tuple[int, float, float]] = []
    for m, p in walls.near(bases, np.flatnonzero(walls.wood < 0)):
        shape, top = walls.shapes[p], walls.tops[p] - TOLERANCE
        buried = shape.disc is None and aims.top[m] < min(top, eye - TOLERANCE) and eye >= top
        if buried and shape.distance(bases[m].at) < bases[m].radius:
            found.extend((m, low, high) for low, high in _rim_inside(walls, p, viewer, aims, m))
    target, low, high = np.array(found, float).reshape(-1, 3).T
    return Hidden(target.astype(np.intp), low, high)


def _rim_inside(walls: Barriers, piece: int, viewer: Base, aims: Aims, m: int) -> list[tuple[float, float]]:
    """The intervals of angles at which the near rim of target `m` is inside `piece`."""
    edges = np.flatnonzero((walls.owner == piece) & ~walls.link)
    one = np.full(len(edges), m)
    start, end = (walls.corners[corner[edges]] - np.array(viewer.at) for corner in (walls.first, walls.second))
    half = float(aims.half[m])
    cuts = np.concatenate([[-half, half], *_edge_on_circle(aims, one, start, end, np.ones(len(edges)))])
    bounds = np.unique(np.clip(cuts, -half, half))
    angles = (bounds[:-1] + bounds[1:]) / 2
    rim = _near_rim(aims, np.array([m]), angles[None])[0]
    bearing = aims.bearing[m] + angles
    x, y = viewer.x + rim * np.cos(bearing), viewer.y + rim * np.sin(bearing)
    inside = [walls.shapes[piece].depth(spot) > TOLERANCE for spot in zip(x.tolist(), y.tolist(), strict=True)]
    return [(float(bounds[i]), float(bounds[i + 1])) for i in np.flatnonzero(inside)]
