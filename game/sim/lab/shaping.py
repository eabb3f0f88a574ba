"""Pieces of terrain moved, turned, stretched and reshaped. Inches; degrees turn clockwise."""
from __future__ import annotations

import math
from collections.abc import Callable

from msgspec.structs import replace

from game.errors import GeometryError
from game.geometry.piece_shape import shape_of
from game.sim.lab.doc import refusal
from game.table.terrain import Terrain
from game.units import MM_PER_INCH, Point, base_radius
from game.words import say

LEAST = 0.1
"""Inches that a piece is wide at least."""


def checked(piece: Terrain) -> Terrain:
    """The piece, if something can be measured from it. Raises Refused."""
    try:
        shape_of(piece)
    except GeometryError as error:
        raise refusal(told(error)) from None
    return piece


def told(error: GeometryError) -> str:
    """What is wrong with a shape, for somebody who has it before them."""
    words = str(error).partition(": ")[2] or str(error)
    if "is not simple" in words:
        return say("The outline would cross itself.")
    if "encloses no area" in words:
        return say("The outline would enclose no area.")
    return f"{words[:1].upper()}{words[1:]}."


def mapped(piece: Terrain, move: Callable[[Point], Point]) -> Terrain:
    """The piece with every corner moved; of a round one the middle."""
    if piece.disc is not None:
        x, y = move(piece.disc[:2])
        return checked(replace(piece, disc=(grain(x), grain(y), piece.disc[2])))
    return checked(replace(piece, outline=_ring(piece.outline, move),
                           holes=tuple(_ring(hole, move) for hole in piece.holes)))


def moved(piece: Terrain, by: Point) -> Terrain:
    return mapped(piece, lambda p: (p[0] + by[0], p[1] + by[1]))


def turned(piece: Terrain, degrees: float, about: Point) -> Terrain:
    """The piece turned clockwise about a point."""
    return mapped(piece, lambda p: turn(p, degrees, about))


def turn(point: Point, degrees: float, about: Point) -> Point:
    """A point turned clockwise about another."""
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + x * cos + y * sin, about[1] - x * sin + y * cos


def stretched(piece: Terrain, across: float, along: float, about: Point) -> Terrain:
    """The piece made `across` times as wide and `along` times as deep from a point that stays; a round one grows alike
    in both. Raises Refused for one that would become too small."""
    if piece.disc is not None:
        x, y, radius = piece.disc
        wide = base_radius(round(max(across, along) * radius * 2 * MM_PER_INCH, 1))
        share = max(across, along)
        if wide < LEAST / 2:
            raise refusal(say("A piece is at least {least:g}″ wide.", least=LEAST))
        place = (about[0] + (x - about[0]) * share, about[1] + (y - about[1]) * share)
        return checked(replace(piece, disc=(grain(place[0]), grain(place[1]), wide)))
    west, south, east, north = bounds(piece)
    if (east - west) * abs(across) < LEAST or (north - south) * abs(along) < LEAST:
        raise refusal(say("A piece is at least {least:g}″ wide.", least=LEAST))
    return mapped(piece, lambda p: (about[0] + (p[0] - about[0]) * across, about[1] + (p[1] - about[1]) * along))


def sized(piece: Terrain, wide: float | None = None, deep: float | None = None) -> Terrain:
    """The piece so many inches wide (west to east) and deep about its middle."""
    west, south, east, north = bounds(piece)
    across = 1.0 if wide is None else wide / (east - west)
    along = 1.0 if deep is None else deep / (north - south)
    if piece.disc is not None:
        across = along = across if wide is not None else along
    return stretched(piece, across, along, piece.centre)


def corner_moved(piece: Terrain, number: int, to: Point) -> Terrain:
    """The piece with one corner of its outline elsewhere. Raises Refused for an outline that crosses itself."""
    ring = [*piece.outline]
    ring[number] = grained(to)
    return checked(replace(piece, outline=tuple(ring)))


def corner_added(piece: Terrain, after: int, at: Point) -> Terrain:
    """The piece with a corner more, between the corner `after` and the next."""
    ring = [*piece.outline]
    ring.insert(after + 1, grained(at))
    return checked(replace(piece, outline=tuple(ring)))


def corner_dropped(piece: Terrain, number: int) -> Terrain:
    """The piece without one of its corners. Raises Refused where three are left."""
    if len(piece.outline) <= 3:
        raise refusal("An outline has three corners or more.")
    return checked(replace(piece, outline=(*piece.outline[:number], *piece.outline[number + 1:])))


def bounds(piece: Terrain) -> tuple[float, float, float, float]:
    """West, south, east, north."""
    if piece.disc is not None:
        x, y, radius = piece.disc
        return x - radius, y - radius, x + radius, y + radius
    xs, ys = zip(*piece.outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def grain(inches: float) -> float:
    """To a millionth, as corners are kept, so that a file holds them as they are."""
    return round(inches, 6)


def grained(point: Point) -> Point:
    return grain(point[0]), grain(point[1])


def _ring(ring: tuple[Point, ...], move: Callable[[Point], Point]) -> tuple[Point, ...]:
    return tuple(grained(move(p)) for p in ring)
