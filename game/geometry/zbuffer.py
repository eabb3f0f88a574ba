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

import numpy as np
import shapely
from numpy.typing import NDArray

from game.errors import GeometryError
from game.geometry.barriers import Array, Barriers, Flags, Indices, aim_share, barriers, with_models
from game.geometry.crowd import Crowd, buried, crowd, distances, near, same_crowd
from game.geometry.hidden import TURN, Hidden, covered, joined, parts
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE

SLIVER = 1e-8
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


def visible_fraction(
    scene: Scene, viewer: Base, target: Base, aim: str = "top", *, blockers: Sequence[Base] = (),
    walls: Barriers | None = None,
) -> float:
    """The share, 0 to 1, of the target's width that unobstructed lines from the viewer's centre reach.

    Models hide only if they are among `blockers`; the two that ask never do. `walls` are the barriers to use instead
    of the scene's own. Raises GeometryError for a viewer that is its own target, a base of no width, numbers that are
    not finite.
    """
    if viewer == target:
        raise GeometryError("a model cannot be asked whether it sees itself")
    if walls is not None:
        return float(_shares(walls, crowd(walls, (viewer,)), crowd(walls, (target,)), aim)[0, 0])
    return float(fractions(scene, viewer, (target,), aim, blockers=blockers)[0])


def fractions(
    scene: Scene, viewer: Base, bases: Sequence[Base], aim: str = "top", *, blockers: Sequence[Base] = ()
) -> NDArray[np.float64]:
    """[m] the visible fraction of each of `bases`; 1 for the viewer itself, [0] for none.

    Models hide only if they are among `blockers`; neither the viewer nor a target hides that target.
    """
    models = [model for model in blockers if model != viewer]
    walls = with_models(barriers(scene), models)
    targets = crowd(walls, bases) if models else same_crowd(scene, bases)
    for i, model in enumerate(models, len(walls.shapes) - len(models)):
        targets.absent[:, i] = [base == model for base in bases]
    shares: Array = _shares(walls, crowd(walls, (viewer,)), targets, aim)[0]
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
    hidden = joined(
        _behind_edges(walls, viewers, aims, absent),
        _behind_discs(walls, viewers, aims, absent),
        _rims_buried(walls, viewers, targets, aims),
        _rims_from_border(walls, viewers, aims),
    )
    shown = 1.0 - covered(hidden, aims.half)
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
    found = Hidden(pair[plain], low[plain], high[plain])
    if not rest.any():
        return found
    return joined(found, _edge_detail(walls, viewers, aims, pair[rest], edge[rest], low[rest], high[rest]))


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
    both_sides = edges.link | (edges.tops <= highest + TOLERANCE) | _on_border(walls, viewers)
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


def _on_border(walls: Barriers, viewers: Crowd) -> Flags:
    """[n, E] the edges of pieces that a viewer's centre is on or in: none of them need face it."""
    every = np.full(len(viewers.at), TOLERANCE)
    viewer, piece = near(walls, viewers.at, every, np.flatnonzero(~walls.is_round))
    on = distances(walls, viewers.at[viewer], piece) <= TOLERANCE
    edges = np.zeros((len(viewers.at), len(walls.outline.owner)), bool)
    for row, owner in zip(viewer[on].tolist(), piece[on].tolist(), strict=True):
        edges[row] |= walls.outline.owner == owner
    return edges


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
    for scale in (stop_low, stop_high) if stop_low.any() else (stop_high,):
        cuts.extend(_edge_on_circle(aims, pair, start, end, scale))
    bounds = np.sort(np.clip(np.stack(cuts, 1), low[:, None], high[:, None]), axis=1)
    middle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    bearing = aims.bearing[pair][:, None] + middle
    way = end - start
    across = np.cos(bearing) * way[:, 1:] - np.sin(bearing) * way[:, :1]
    reach = np.divide(_cross(start, way)[:, None], across, out=np.full_like(across, np.inf), where=across != 0)
    rim = _near_rim(aims, pair, middle)
    hides = (reach > stop_low[:, None] * rim) & (reach < stop_high[:, None] * rim)
    return parts(pair, bounds, hides)


def _near_rim(aims: Aims, pair: Indices, angle: Array) -> Array:
    """[K, q] how far it is to the near rim at angles from the line of centres."""
    distance, radius = aims.distance[pair][:, None], aims.radius[pair][:, None]
    rim: Array = distance * np.cos(angle) - np.sqrt(np.maximum(radius**2 - (distance * np.sin(angle)) ** 2, 0.0))
    return rim


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
    piece, eye, aim_top = walls.disc_owner[disc], aims.eye[pair], aims.top[pair]
    top = walls.tops[piece] - TOLERANCE
    to = walls.discs[disc, :2] - viewers.at[aims.viewer[pair]]
    distance, reach = np.hypot(to[:, 0], to[:, 1]), walls.discs[disc, 2] + TOLERANCE
    near, far = aims.distance[pair] - aims.radius[pair], aims.distance[pair]
    wanted = (np.minimum(eye, aim_top) < top) & ~absent[pair, piece] & (distance - reach < far)
    plain = wanted & (np.maximum(eye, aim_top) < top) & (distance + reach <= near)
    rest = np.flatnonzero(wanted & ~plain)
    found = Hidden(pair[plain], turn[plain] - half[plain], turn[plain] + half[plain])
    if not len(rest):
        return found
    return joined(found, _disc_detail(walls, aims, pair[rest], disc[rest], turn[rest], half[rest], to[rest]))


def _disc_detail(
    walls: Barriers, aims: Aims, pair: Indices, disc: Indices, turn: Array, half: Array, to: Array
) -> Hidden:
    """The parts of discs, [K], that lie where the line to the near rim is lower than their tops."""
    low, high = _bands(walls.tops[walls.disc_owner[disc]], aims.eye[pair], aims.top[pair])
    radius = _radii(walls, np.hypot(to[:, 0], to[:, 1]), disc)
    cuts = [-aims.half[pair], aims.half[pair], turn - half, turn + half, turn - half + TURN, turn + half - TURN]
    for scale in (low, high) if low.any() else (high,):
        cuts.extend(_disc_on_circle(aims, pair, to, radius, scale))
    edge = aims.half[pair][:, None]
    bounds = np.sort(np.clip(np.stack(cuts, 1), -edge, edge), axis=1)
    angle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    off, distance = turn[:, None] - angle, np.hypot(to[:, 0], to[:, 1])[:, None]
    root = radius[:, None] ** 2 - (distance * np.sin(off)) ** 2
    along, chord = distance * np.cos(off), np.sqrt(np.maximum(root, 0.0))
    rim = _near_rim(aims, pair, angle)
    hides = (root > 0) & (np.maximum(along - chord, 0.0) < high[:, None] * rim) & (along + chord > low[:, None] * rim)
    return parts(pair, bounds, hides & (along + chord > 0))


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
    none = Hidden(np.zeros(0, np.intp), np.zeros(0), np.zeros(0))
    lowest, highest = aims.top.min(), aims.eye.max()
    middling = (walls.tops - TOLERANCE > lowest) & (walls.tops - TOLERANCE <= highest)
    outlined = np.flatnonzero((walls.wood < 0) & ~walls.is_round & middling)
    if not len(outlined):
        return none
    target, piece = near(walls, targets.at, targets.radius, outlined)
    touch = distances(walls, targets.at[target], piece) < targets.radius[target]
    found = [none]
    for t, p in zip(target[touch].tolist(), piece[touch].tolist(), strict=True):
        top = walls.tops[p] - TOLERANCE
        pairs = np.flatnonzero((aims.target == t) & (aims.top < top) & (aims.eye >= top))
        if len(pairs):
            found.append(_rims_inside(walls, p, viewers, aims, pairs))
    return joined(*found)


def _rims_from_border(walls: Barriers, viewers: Crowd, aims: Aims) -> Hidden:
    """Where the near rim lies inside an opaque piece on whose outline a lower eye stands: such a line meets no edge."""
    found = [Hidden(np.zeros(0, np.intp), np.zeros(0), np.zeros(0))]
    every = np.full(len(viewers.at), TOLERANCE)
    viewer, piece = near(walls, viewers.at, every, np.flatnonzero((walls.wood < 0) & ~walls.is_round))
    on = distances(walls, viewers.at[viewer], piece) <= TOLERANCE
    on &= viewers.eye[viewer] < walls.tops[piece] - TOLERANCE
    for v, p in zip(viewer[on].tolist(), piece[on].tolist(), strict=True):
        found.append(_rims_inside(walls, p, viewers, aims, np.flatnonzero(aims.viewer == v)))
    return joined(*found)


def _rims_inside(walls: Barriers, piece: int, viewers: Crowd, aims: Aims, pairs: Indices) -> Hidden:
    """Where the near rims of these pairs' targets are inside `piece`."""
    edges = np.flatnonzero((walls.outline.owner == piece) & ~walls.outline.link)
    each, edge = np.repeat(pairs, len(edges)), np.tile(edges, len(pairs))
    at = viewers.at[aims.viewer[each]]
    start, end = walls.outline.starts[edge] - at, walls.outline.ends[edge] - at
    cuts = _edge_on_circle(aims, each, start, end, np.ones(len(each)))
    half = aims.half[pairs][:, None]
    turns = np.concatenate([-half, half, *(cut.reshape(len(pairs), -1) for cut in cuts)], axis=1)
    bounds = np.sort(np.clip(turns, -half, half), axis=1)
    angle = (bounds[:, :-1] + bounds[:, 1:]) / 2
    rim, bearing = _near_rim(aims, pairs, angle), aims.bearing[pairs][:, None] + angle
    x, y = (viewers.at[aims.viewer[pairs], axis][:, None] for axis in (0, 1))
    inside = shapely.contains_xy(walls.polygons[piece], x + rim * np.cos(bearing), y + rim * np.sin(bearing))
    return parts(pairs, bounds, inside)
