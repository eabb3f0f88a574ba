"""Gaps as a walker's centre meets them: narrow ones stepped over, wide ones drawn in by its radius. Inches."""
from __future__ import annotations

import math

from msgspec.structs import replace
from shapely.geometry import MultiPolygon, Polygon

from game.geometry.piece_shape import shape_of
from game.geometry.scene import Scene
from game.geometry.shapes import Piece


def inset_gaps(scene: Scene, narrow: float, radius: float) -> Scene:
    """The scene without gaps up to `narrow` inches wide, and with the others smaller by `radius` all round, so that a
    base kept off them keeps its centre off the gap itself."""
    kept = [_inset(piece, narrow, radius) if "gap" in piece.traits else [piece] for piece in scene.pieces]
    return Scene(scene.width, scene.height, [piece for pieces in kept for piece in pieces])


def _inset(piece: Piece, narrow: float, radius: float) -> list[Piece]:
    if piece.disc is not None:
        x, y, r = piece.disc
        return [replace(piece, disc=(x, y, r - radius))] if 2 * r > narrow and r > radius else []
    if math.isinf(narrow):
        return []
    area = shape_of(piece).polygon
    if area.buffer(-narrow / 2, join_style="mitre").is_empty:
        return []
    left = area.buffer(-radius, join_style="mitre")
    parts = list(left.geoms) if isinstance(left, MultiPolygon) else [left]
    return [_piece(piece, part, n) for n, part in enumerate(parts) if isinstance(part, Polygon) and not part.is_empty]


def _piece(piece: Piece, part: Polygon, number: int) -> Piece:
    name = piece.id if number == 0 else f"{piece.id}/{number}"
    holes = tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in part.interiors)
    return replace(piece, id=name, outline=tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1]),
                   holes=holes)
