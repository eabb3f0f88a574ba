"""What a moving base touches on its way. Inches; a path is the base's centre (design: the table)."""
from __future__ import annotations

from collections.abc import Sequence

import shapely

from game.geometry.path import path_length
from game.geometry.piece_shape import shapes
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import TOLERANCE, Point


def touched_pieces(scene: Scene, mover: Base, path: Sequence[Point], trait: str) -> tuple[str, ...]:
    """The ids of the pieces with `trait` that the base overlaps, by more than the tolerance, anywhere on `path`.

    The start and the end count. A path of two like points asks where the base stands.
    """
    still = path_length(path) <= TOLERANCE
    way = shapely.Point(path[0]) if still else shapely.LineString(path)
    found = []
    for shape in shapes(scene):
        if trait not in shape.piece.traits:
            continue
        if shape.disc is not None:
            gap = way.distance(shapely.Point(shape.disc[:2])) - shape.disc[2]
        else:
            gap = way.distance(shape.polygon)
        if gap < mover.radius - TOLERANCE:
            found.append(shape.piece.id)
    return tuple(found)
