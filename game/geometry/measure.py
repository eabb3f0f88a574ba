"""How far, and what touches what. Inches, from base edge to base edge in the plane (design: the table)."""
from __future__ import annotations

import math
from collections.abc import Sequence

from game.errors import GeometryError
from game.geometry.piece_shape import check_base, check_number, check_point, shape_of
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.units import CONTACT, CONTACT_RISE, TOLERANCE, Point, within
from game.words import say

EDGES = ("north", "south", "east", "west")


def gap(a: Base, b: Base) -> float:
    """Inches from base edge to base edge in the plane; 0 if they overlap."""
    check_base(a)
    check_base(b)
    return _gap(a, b)


def _gap(a: Base, b: Base) -> float:
    return max(0.0, math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)


def gap_to_point(a: Base, p: Point) -> float:
    """Inches from the base's edge to `p`; 0 if it lies under the base."""
    check_base(a)
    check_point(p)
    return max(0.0, math.hypot(a.x - p[0], a.y - p[1]) - a.radius)


def gap_to_edge(a: Base, edge: str, scene: Scene) -> float:
    """Inches from the base's edge to the table's `edge` (north, south, east, west); 0 if it hangs over."""
    check_base(a)
    distances = {"north": scene.height - a.y, "south": a.y, "east": scene.width - a.x, "west": a.x}
    if edge not in distances:
        raise GeometryError(say('a table has no edge "{edge}"; its edges are {edges}', edge=edge,
                                edges=", ".join(EDGES)))
    return max(0.0, distances[edge] - a.radius)


def gap_to_piece(a: Base, piece: Piece) -> float:
    """Inches from the base's edge to `piece`; 0 if they touch or overlap. Exact for round pieces."""
    check_base(a)
    return max(0.0, shape_of(piece).distance(a.at) - a.radius)


def vertical(a: Base, b: Base) -> float:
    """The difference of what the two stand on, in inches."""
    return abs(a.elevation - b.elevation)


def in_contact(a: Base, b: Base) -> bool:
    """Whether the bases touch: at most 0.01 in apart in the plane and 1 in in elevation, both included."""
    return within(gap(a, b), CONTACT) and within(vertical(a, b), CONTACT_RISE)


def contact_with_piece(a: Base, piece: Piece) -> bool:
    """Whether the base is at most 0.01 in from the piece in the plane, or on it."""
    return within(gap_to_piece(a, piece), CONTACT)


def overlaps(a: Base, b: Base) -> bool:
    """Whether the bases overlap in the plane by more than the tolerance; touching is not overlapping."""
    check_base(a)
    check_base(b)
    return math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius - TOLERANCE


def overlaps_piece(a: Base, piece: Piece) -> bool:
    """Whether the base overlaps the piece by more than the tolerance; touching is not overlapping."""
    check_base(a)
    return shape_of(piece).distance(a.at) < a.radius - TOLERANCE


def whole_on_table(a: Base, scene: Scene) -> bool:
    """Whether no part of the base hangs over the table's edge."""
    check_base(a)
    spare = a.radius - TOLERANCE
    return spare <= a.x <= scene.width - spare and spare <= a.y <= scene.height - spare


def inside(a: Base, piece: Piece, how: str = "whole") -> bool:
    """Whether the base is inside the piece: "whole" of it, its "centre" (a border is inside), or any part ("touch").

    Touching from outside is not inside.
    """
    if how == "touch":
        return overlaps_piece(a, piece)
    check_base(a)
    if how == "centre":
        return within(shape_of(piece).distance(a.at), 0.0)
    if how == "whole":
        return within(a.radius, shape_of(piece).depth(a.at))
    raise GeometryError(say('inside is asked as "whole", "centre" or "touch", not "{how}"', how=how))


def is_coherent(bases: Sequence[Base], link: float, span: float | None = None) -> bool:
    """Whether the bases hang together in a chain of gaps of at most `link`, no two over `span` apart.

    None or one of them is coherent. `span` None sets no limit.
    """
    if not all(ok for *_, ok in links(bases, link)):
        return False
    if span is None:
        return True
    check_number(span, "span", 0.0)
    return all(within(_gap(a, b), span) for i, a in enumerate(bases) for b in bases[:i])


def links(bases: Sequence[Base], link: float) -> list[tuple[int, int, float, bool]]:
    """The shortest chain that joins all bases: (i, j, gap, whether the gap is at most `link`), i < j, sorted.

    A chain broken anywhere shows its shortest gap too long there. Empty for fewer than two bases.
    """
    check_number(link, "link", 0.0)
    for base in bases:
        check_base(base)
    if len(bases) < 2:
        return []
    nearest = {j: (_gap(bases[0], bases[j]), 0) for j in range(1, len(bases))}
    chain = []
    while nearest:
        j = min(nearest, key=lambda k: (nearest[k], k))
        distance, i = nearest.pop(j)
        chain.append((min(i, j), max(i, j), distance, within(distance, link)))
        for k, known in nearest.items():
            nearest[k] = min(known, (_gap(bases[j], bases[k]), j))
    return sorted(chain)
