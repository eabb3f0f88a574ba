"""What the static layer is asked to paint: a table's ground and its pieces, as plain data.

Inches, x east, y north, from the table's south-west corner; compass degrees. Nothing here knows pixels.
"""
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.geometry.shapes import Piece
from game.units import Point

GROUNDS: tuple[str, ...] = ("street", "field", "interior", "concrete")

KINDS: tuple[str, ...] = (
    "building", "wall", "ruin", "wood", "rubble", "crater", "water", "barrier", "sandbags", "crates", "pipe", "car",
    "dumpster", "door", "smoke", "hazard", "level", "gap", "floor", "fence", "barrel", "plain",
)

PAINTS: tuple[str, ...] = (
    "slabs", "broken", "road", "patch", "line", "crossing", "arrow", "hatching", "manhole", "drain", "puddle", "stain",
    "pock", "tracks", "lamp", "glow", "neon", "ladder",
)


class Paint(msgspec.Struct, frozen=True, kw_only=True):
    """A decoration that no rule knows: lies on the ground (or, a neon tube or a ladder, on a piece's edge).

    | kind | points | width | angle |
    |---|---|---|---|
    | slabs | polygon of a pavement; its edge is the kerb | slab side, 1.35 | of the slabs' rows, 90 |
    | broken | polygon of a ruined floor | slab side, 1.15 | turn of the slabs |
    | road | polyline of a broken paved road | its width, 3.5 | |
    | patch | polygon of re-laid ground | | |
    | line | polyline of road paint | 0.16 | |
    | crossing, hatching | polygon to stripe | stripe, 0.46 | of the stripes |
    | arrow | its centre | length, 3 | heading |
    | manhole, drain | centre | diameter, length | of the drain |
    | puddle, stain, pock | centre | diameter | of its long axis (puddle) |
    | tracks | polyline between two tread marks | gauge, 2.4 | |
    | lamp | its foot | radius of its light, 2.9 | |
    | glow | centre of a light from above | radius, 2.6 | |
    | neon | two ends on a wall | | heading of the side it lights |
    | ladder | its middle, on the ledge | length, 1.5 | heading of the climb |

    `tone` is "white" or "amber" for road paint, "warm", "violet" or "rose" for lights. `dash` is (on, off) of a line.
    """

    kind: str
    points: tuple[Point, ...]
    width: float = 0.0
    angle: float = 0.0
    tone: str = ""
    dash: tuple[float, float] | None = None
    seed: int = 0


class Backdrop(msgspec.Struct, frozen=True, kw_only=True):
    """A picture on the ground: its file, where its south-west corner lies and how large it is, and a `stamp` that
    changes with the file."""

    picture: str
    at: Point
    size: Point
    stamp: str = ""


class TableLook(msgspec.Struct, frozen=True, kw_only=True):
    """The table: its size, the ground it is made of, and the decorations on it. `wet` is 0 dry to 1 rain."""

    width: float
    height: float
    ground: str = "street"
    seed: int = 1
    wet: float = 1.0
    paint: tuple[Paint, ...] = ()
    backdrop: Backdrop | None = None


class PieceLook(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of terrain as it is drawn: the rule's own outline (or disc) and what it is made of.

    `height` is the top above the table and `depth` the drop of a gap, as in the rules. `elevation` is what the
    piece stands on. `angle` is the heading of its front or long side; None takes the longest edge. `style` picks a
    variant (roof: gravel, ribbed, slab; crates: wood, steel; wall: brick, steel; car: wreck; level: tread, grate);
    "" leaves it to `seed`. `state` is "open", "closed" or "locked" for a door.
    """

    id: str
    kind: str = "plain"
    outline: tuple[Point, ...] = ()
    holes: tuple[tuple[Point, ...], ...] = ()
    disc: tuple[float, float, float] | None = None
    height: float = 0.0
    depth: float = 0.0
    elevation: float = 0.0
    angle: float | None = None
    seed: int = 0
    style: str = ""
    state: str = ""
    traits: frozenset[str] = frozenset()


def look_of(piece: Piece, kind: str = "", **choices: object) -> PieceLook:
    """The look of a rule's piece: its shape and heights, `kind` or else what its traits suggest, and `choices`."""
    look = PieceLook(
        id=piece.id, kind=kind or kind_of(piece.traits, piece.height, piece.depth), outline=piece.outline,
        holes=piece.holes, disc=piece.disc, height=piece.height, depth=piece.depth, traits=piece.traits,
        seed=steady_seed(piece.id),
    )
    return msgspec.structs.replace(look, **choices)


def kind_of(traits: Iterable[str], height: float = 0.0, depth: float = 0.0) -> str:
    """The nearest kind for a piece that names none, from its traits; "plain" when they say too little."""
    has = frozenset(traits)
    if "gap" in has or depth > 0:
        return "gap"
    if "dangerous" in has:
        return "hazard"
    if "obscuring" in has:
        return "wood" if height > 0 else "smoke"
    if "opaque" in has:
        return "building" if "impassable" in has else "wall"
    if "climbable" in has and height >= 2.0:
        return "level"
    if "difficult" in has:
        return "rubble"
    return "barrier" if 0.0 < height < 2.0 else "plain"


def steady_seed(name: str) -> int:
    """The same small number for the same name, in every run and process."""
    value = 2166136261
    for byte in name.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value & 0x7FFF
