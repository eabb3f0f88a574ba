"""The two things the geometry asks about: a round base, and a piece of terrain. Inches, compass degrees."""
from __future__ import annotations

import msgspec

from game.units import Point

TRAITS = ("opaque", "obscuring", "difficult", "dangerous", "impassable", "climbable", "gap", "terminal")
COVERS = ("soft", "medium", "heavy", "shifting")
MIN_HEIGHT = 1.2


class Base(msgspec.Struct, frozen=True, gc=False):
    """A model's round base: centre, radius, where it faces, what it stands on, how tall it is."""

    x: float
    y: float
    radius: float
    facing: float = 0.0
    elevation: float = 0.0
    height: float = MIN_HEIGHT

    @property
    def at(self) -> Point:
        return (self.x, self.y)


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of terrain: an outline (or a disc), how high it stands, and its traits.

    `outline` is a simple ring in either order, not closed; `holes` likewise. A round piece has `disc`
    (x, y, radius) and an empty outline. `height` is its top above the table; `depth` the drop of a gap.
    """

    id: str
    outline: tuple[Point, ...] = ()
    holes: tuple[tuple[Point, ...], ...] = ()
    disc: tuple[float, float, float] | None = None
    height: float = 0.0
    depth: float = 0.0
    traits: frozenset[str] = frozenset()
    cover: str | None = None
