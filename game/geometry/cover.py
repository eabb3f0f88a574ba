"""What stands between two models, and the cover it gives. By the line of centres (design: the table, terrain)."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import shapely

from game.errors import GeometryError
from game.geometry.barriers import aim_height, eye_height, outlines
from game.geometry.hurdles import between, first_low, stretches
from game.geometry.measure import contact_with_piece, inside
from game.geometry.piece_shape import check_base, shapes
from game.geometry.scene import Scene
from game.geometry.shapes import COVERS, Base, Piece
from game.units import CONTACT, TOLERANCE

Array = npt.NDArray[np.float64]


def pieces_between(scene: Scene, viewer: Base, target: Base) -> tuple[Piece, ...]:
    """The pieces, of any traits, that the line of centres runs through deeper than the tolerance, nearest first.

    Height does not matter; a piece that either centre is in counts. Ties in the order of ids.
    """
    return tuple({piece.id: piece for piece, _, _ in _crossed(scene, viewer, target)}.values())


def covers(scene: Scene, viewer: Base, target: Base, aim: str | None = None) -> tuple[Piece, ...]:
    """The pieces that give the target cover against the viewer, nearest first.

    A piece with a grade of cover gives it if the line of centres runs through it, or the target's centre is in it. One
    that the viewer's base touches gives none, unless the target's centre is in it. With `aim` "half" (or "top"), a
    piece that the target's centre is not in gives cover only if the sight line to half the target's height (or its
    top) runs through it lower than the piece's top; None leaves heights out.
    """
    eye, end = eye_height(viewer), aim_height(target, aim or "top")
    given: dict[str, Piece] = {}
    for piece, start, stop in _crossed(scene, viewer, target):
        low = aim is None or first_low(start, stop, piece.height, eye, end) is not None
        if piece.cover and (inside(target, piece, "centre") or (low and not contact_with_piece(viewer, piece))):
            given[piece.id] = piece
    on_border = (p for p in scene.pieces if p.cover and p.id not in given and inside(target, p, "centre"))
    return (*given.values(), *sorted(on_border, key=lambda piece: piece.id))


def cover_of(
    scene: Scene, viewer: Base, target: Base, aim: str | None = None
) -> tuple[str | None, tuple[str, ...]]:
    """The best grade of cover that `covers` finds, and the ids of the pieces that give that grade, nearest first.

    Grades rank soft, medium, heavy, shifting. (None, ()) without cover.
    """
    found = covers(scene, viewer, target, aim)
    if not found:
        return (None, ())
    best = max((str(piece.cover) for piece in found), key=COVERS.index)
    return (best, tuple(piece.id for piece in found if piece.cover == best))


def grades_many(scene: Scene, viewers: Array, targets: Array, radius: float, ranks: Mapping[str, int]) -> Array:
    """[n] the best rank of cover on each line from one of `viewers` [n, 2], of this radius, to its one of `targets`
    [n, 2]; 0 without. As `covers` without heights, for many places at once. `ranks` says which grades count, and how
    much."""
    best = np.zeros(len(viewers))
    if not len(viewers):
        return best
    lines = shapely.linestrings(np.stack([viewers, targets], axis=1))
    starts, ends = shapely.points(viewers), shapely.points(targets)
    for shape in shapes(scene):
        rank = ranks.get(str(shape.piece.cover), 0)
        if not rank:
            continue
        area = shape.polygon if shape.disc is None else shapely.Point(shape.disc[:2]).buffer(shape.disc[2])
        inside = shapely.distance(ends, area) <= TOLERANCE
        crossed = shapely.length(shapely.intersection(lines, area)) > TOLERANCE
        touched = shapely.distance(starts, area) - radius <= CONTACT
        best = np.where(inside | (crossed & ~touched), np.maximum(best, rank), best)
    return best


def grades_between(
    scene: Scene, starts: Array, ends: Array, radii: tuple[float, float], beside: float, ranks: Mapping[str, int]
) -> npt.NDArray[np.int_]:
    """[n] the best rank of cover that a line of centres from one of `starts` [n, 2] to its one of `ends` [n, 2] runs
    through, for bases of these radii; 0 without. A piece that the first base is within `beside` inches of, and the
    second is not, gives none."""
    best = np.zeros(len(starts), int)
    if not len(starts):
        return best
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    here, there = shapely.points(starts), shapely.points(ends)
    for grade, area in scene.memo("areas of cover", _areas):
        rank = ranks.get(grade, 0)
        if not rank:
            continue
        hit = np.nonzero(shapely.intersects(area, lines) & (best < rank))[0]
        hit = hit[shapely.length(shapely.intersection(lines[hit], area)) > TOLERANCE]
        over = shapely.distance(here[hit], area) - radii[0] <= beside + TOLERANCE
        over &= shapely.distance(there[hit], area) - radii[1] > beside + TOLERANCE
        best[hit[~over]] = rank
    return best


def _areas(scene: Scene) -> list[tuple[str, shapely.Geometry]]:
    """Each piece of cover by its grade, ready to be asked many times."""
    found = [(str(shape.piece.cover), shape.polygon if shape.disc is None else shapely.Point(
        shape.disc[:2]).buffer(shape.disc[2])) for shape in shapes(scene) if shape.piece.cover]
    for _, area in found:
        shapely.prepare(area)
    return found


def _crossed(scene: Scene, viewer: Base, target: Base) -> list[tuple[Piece, float, float]]:
    """(piece, from, to) in shares of the way: every stretch of the line of centres in a piece, nearest first."""
    check_base(viewer, "viewer")
    check_base(target, "target")
    if viewer == target:
        raise GeometryError("a model has nothing between itself and itself")
    walls = outlines(scene)
    hurdles = between(walls, viewer, target)
    found = sorted((start, owner, stop) for owner, start, stop, _ in stretches(hurdles, viewer.at, target.at))
    return [(walls.shapes[owner].piece, start, stop) for start, owner, stop in found]
