"""What a viewer's centre sees, as one outline to draw. Inches."""
from __future__ import annotations

import math

import numpy as np

from game.geometry.barriers import Array, Barriers, Flags, barriers, eye_height
from game.geometry.crowd import buried, crowd
from game.geometry.piece_shape import check_base, check_number
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point

ASIDE = 1e-7
"""Radians: how close past a corner the outline follows what lies behind it."""
ROUND_STEP = math.radians(3.0)
"""Between corners of the outline along a round piece or the reach."""


def field(scene: Scene, viewer: Base, reach: float | None = None) -> list[Point]:
    """The outline, counter-clockwise, of what level lines from the viewer's centre reach, at most `reach` off.

    Pieces as low as its eye do not stop them; the wood it stands in is absent, and any other ends the view at its
    border. Empty if the viewer is off the table or inside an opaque piece. Round borders are drawn in 3 degree steps.
    """
    check_base(viewer, "viewer")
    if reach is not None:
        check_number(reach, "reach", 0.0)
    walls = barriers(scene)
    eye = eye_height(viewer)
    if buried(walls, crowd(walls, (viewer,)), np.array([eye]))[0] or not _on(scene, viewer):
        return []
    keep = (walls.tops > eye + TOLERANCE) & ~walls.absent_for(viewer)
    angles = _angles(scene, walls, viewer, keep, reach)
    way = np.c_[np.cos(angles), np.sin(angles)]
    distance = np.minimum.reduce([
        _to_table_edge(scene, viewer, way),
        _to_edges(walls, viewer, way, keep),
        _to_discs(walls, viewer, way, keep),
        np.full(len(angles), math.inf if reach is None else reach),
    ])  # fmt: skip
    spots = np.array(viewer.at) + way * distance[:, None]
    return [(x, y) for x, y in spots.tolist()]


def _on(scene: Scene, viewer: Base) -> bool:
    return 0.0 < viewer.x < scene.width and 0.0 < viewer.y < scene.height


def _angles(scene: Scene, walls: Barriers, viewer: Base, keep: Flags, reach: float | None) -> Array:
    """The directions at which the outline may turn, each with one just before and one just after."""
    edges = keep[walls.core.owner] & keep[walls.core.other]
    table = np.array([(0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height)])
    starts, ends = walls.core.starts[edges], walls.core.ends[edges]
    spots = np.concatenate([table, starts, ends, _meeting_points(starts, ends)])
    to = spots - np.array(viewer.at)
    turns = [np.arctan2(to[:, 1], to[:, 0])]
    for x, y, radius in walls.discs[keep[walls.disc_owner]]:
        away = math.hypot(x - viewer.x, y - viewer.y)
        half = math.asin(min(radius / max(away, radius), 1.0))
        turns.append(math.atan2(y - viewer.y, x - viewer.x) + np.linspace(-half, half, 3 + int(2 * half / ROUND_STEP)))
    if reach is not None:
        turns.append(np.arange(-math.pi, math.pi, ROUND_STEP))
    every = np.concatenate(turns)
    beside = np.concatenate([every - ASIDE, every, every + ASIDE])
    return np.unique((beside + math.pi) % (2 * math.pi) - math.pi)


def _meeting_points(starts: Array, ends: Array) -> Array:
    """[n, 2] where edges of different pieces cross."""
    way = ends - starts
    cross = way[:, None, 0] * way[None, :, 1] - way[:, None, 1] * way[None, :, 0]
    to = starts[None, :] - starts[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        one = (to[..., 0] * way[None, :, 1] - to[..., 1] * way[None, :, 0]) / cross
        other = (to[..., 0] * way[:, None, 1] - to[..., 1] * way[:, None, 0]) / cross
        met = np.triu((cross != 0) & (one > 0) & (one < 1) & (other > 0) & (other < 1))
    row, column = np.nonzero(met)
    spots: Array = starts[row] + one[row, column][:, None] * way[row]
    return spots


def _to_table_edge(scene: Scene, viewer: Base, way: Array) -> Array:
    with np.errstate(divide="ignore"):
        east = np.where(way[:, 0] > 0, scene.width - viewer.x, -viewer.x) / way[:, 0]
        north = np.where(way[:, 1] > 0, scene.height - viewer.y, -viewer.y) / way[:, 1]
    distance: Array = np.minimum(np.where(way[:, 0] != 0, east, np.inf), np.where(way[:, 1] != 0, north, np.inf))
    return distance


def _to_edges(walls: Barriers, viewer: Base, way: Array, keep: Flags) -> Array:
    edges = keep[walls.core.owner] & keep[walls.core.other]
    start, end = walls.core.starts[edges] - np.array(viewer.at), walls.core.ends[edges] - np.array(viewer.at)
    one = way[:, :1] * start[:, 1] - way[:, 1:] * start[:, 0]
    two = way[:, :1] * end[:, 1] - way[:, 1:] * end[:, 0]
    hit = (one > 0) != (two > 0)
    share = np.divide(one, one - two, out=np.zeros_like(one), where=hit)
    along = way @ start.T
    along += share * (way @ end.T - along)
    nearest: Array = np.where(hit & (along > 0), along, np.inf).min(1, initial=np.inf)
    return nearest


def _to_discs(walls: Barriers, viewer: Base, way: Array, keep: Flags) -> Array:
    discs = walls.discs[keep[walls.disc_owner]]
    to = discs[:, :2] - np.array(viewer.at)
    along, aside = way @ to.T, way[:, :1] * to[:, 1] - way[:, 1:] * to[:, 0]
    root = discs[:, 2] ** 2 - aside**2
    enter = along - np.sqrt(np.maximum(root, 0.0))
    nearest: Array = np.where((root > 0) & (enter > 0), enter, np.inf).min(1, initial=np.inf)
    return nearest
