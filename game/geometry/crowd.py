"""Many models at once, as arrays: where they are, how tall, in which woods, and inside what. Inches."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from game.geometry.barriers import Array, Barriers, Flags, Indices, barriers
from game.geometry.piece_shape import check_base
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """n models. `absent` [n, P] are the pieces that do not count because a model stands in their wood."""

    at: Array
    """[n, 2]"""
    radius: Array
    elevation: Array
    height: Array
    """[n]"""
    absent: Flags

    @property
    def eye(self) -> Array:
        """[n] also the top of the model as a target."""
        eye: Array = self.elevation + self.height
        return eye

    def part(self, start: int, end: int) -> Crowd:
        """The models from `start` up to `end`."""
        rows = slice(start, end)
        return Crowd(self.at[rows], self.radius[rows], self.elevation[rows], self.height[rows], self.absent[rows])


def crowd(walls: Barriers, bases: Sequence[Base]) -> Crowd:
    """The models as arrays. Raises GeometryError for a base of no width or with something that is no number."""
    table = np.array([(b.x, b.y, b.radius, b.elevation, b.height, b.facing) for b in bases], float).reshape(-1, 6)
    if not (np.isfinite(table).all() and (table[:, 2] > 0).all()):
        for base in bases:
            check_base(base)
    at, radius, elevation = table[:, :2], table[:, 2], table[:, 3]
    return Crowd(at, radius, elevation, table[:, 4], _absent(walls, at, radius, elevation))


def same_crowd(scene: Scene, bases: Sequence[Base]) -> Crowd:
    """The models as arrays, kept for as long as the same ones are asked about: one viewer after another."""
    last: list[tuple[tuple[Base, ...], Crowd]] = scene.memo("last crowd", lambda _: [])
    models = tuple(bases)
    known = last[0] if last else None
    if known is None or known[0] != models:
        known = (models, crowd(barriers(scene), models))
        last[:] = [known]
    return known[1]


def copies(walls: Barriers, base: Base, spots: Array) -> Crowd:
    """Models like `base` at each of `spots`, [n, 2]."""
    check_base(base)
    radius, elevation, height = (np.full(len(spots), number) for number in (base.radius, base.elevation, base.height))
    return Crowd(spots, radius, elevation, height, _absent(walls, spots, radius, elevation))


def _absent(walls: Barriers, at: Array, radius: Array, elevation: Array) -> Flags:
    """[n, P] the pieces of every wood that a model stands in: overlaps, and stands lower than its top."""
    stands = np.zeros((len(at), len(walls.tops)), bool)
    row, piece = near(walls, at, radius, np.flatnonzero(walls.wood >= 0))
    low = elevation[row] < walls.tops[piece] - TOLERANCE
    row, piece = row[low], piece[low]
    stands[row, piece] = distances(walls, at[row], piece) < radius[row] - TOLERANCE
    if stands.any():
        rows, pieces = np.nonzero(stands)
        for row_, wood in {(int(r), int(walls.wood[p])) for r, p in zip(rows, pieces, strict=True)}:
            stands[row_] |= walls.wood == wood
    return stands


def buried(walls: Barriers, models: Crowd, heights: Array) -> Flags:
    """[n] whether each centre is inside an opaque piece that stands higher than `heights` ([n])."""
    hidden = np.zeros(len(models.at), bool)
    row, piece = near(walls, models.at, np.zeros(len(models.at)), np.flatnonzero(walls.wood < 0))
    low = heights[row] < walls.tops[piece] - TOLERANCE
    for one, other in zip(row[low].tolist(), piece[low].tolist(), strict=True):
        x, y = models.at[one].tolist()
        hidden[one] |= walls.shapes[other].depth((x, y)) > TOLERANCE
    return hidden


def near(walls: Barriers, at: Array, radius: Array, pieces: Indices) -> tuple[Indices, Indices]:
    """(model, piece) pairs whose circle and bounding box overlap."""
    box, reach = walls.boxes[pieces], radius[:, None]
    close = (at[:, :1] >= box[:, 0] - reach) & (at[:, :1] <= box[:, 2] + reach)
    close &= (at[:, 1:] >= box[:, 1] - reach) & (at[:, 1:] <= box[:, 3] + reach)
    row, column = np.nonzero(close)
    return row, pieces[column]


def distances(walls: Barriers, at: Array, piece: Indices) -> Array:
    """[k] inches from each of k points to its piece; 0 inside."""
    apart = np.zeros(len(piece))
    if not len(piece):
        return apart
    outlined = ~walls.is_round[piece]
    apart[outlined] = shapely.distance(walls.polygons[piece[outlined]], shapely.points(at[outlined]))
    for k in np.flatnonzero(~outlined):
        x, y = at[k].tolist()
        apart[k] = walls.shapes[piece[k]].distance((x, y))
    return apart
