"""All that can stop a sight line in a scene, compiled once into arrays.

A line is stopped only deeper than the tolerance inside a piece, so every outline is drawn in by the tolerance: what
then crosses, crosses, and a line through a corner or along an edge passes clear of rounding. Joints are added as links.
Inches; V corners, E edges (links last), D discs, P pieces in the order of their ids.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.errors import GeometryError
from game.geometry.joints import Body, Link, joined, links, near_pairs, rings_of
from game.geometry.piece_shape import Shape, shape_of, shapes
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.units import CONTACT, TOLERANCE
from game.words import say

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

AIMS = {"top": 1.0, "half": 0.5}
STOPS_SIGHT = ("opaque", "obscuring")


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The edges of outlines, the piece on their left, then the links of joints, as indices of corners."""

    corners: Array
    """[V, 2]"""
    first: Indices
    second: Indices
    """[E] the corners each edge runs from and to."""
    starts: Array
    ends: Array
    """[E, 2]"""
    owner: Indices
    other: Indices
    """[E] the piece of an edge, twice; the two pieces that a link joins."""
    tops: Array
    link: Flags
    """[E]"""


@dataclass(frozen=True, slots=True, eq=False)
class Barriers:
    """See the module."""

    shapes: tuple[Shape, ...]
    tops: Array
    """[P]"""
    wood: Indices
    """[P] which wood an obscuring piece belongs to; -1 for an opaque one."""
    core: Edges
    """Of the outlines drawn in by the tolerance."""
    outline: Edges
    """Of the outlines as they are."""
    discs: Array
    """[D, 3] centre and radius of round pieces, drawn in by the tolerance."""
    disc_owner: Indices
    """[D]"""
    boxes: Array
    """[P, 4] west, south, east, north."""
    rounds: Array
    """[P, 3] a circle round each piece, its joints included."""
    polygons: NDArray[np.object_]
    """[P] empty for round pieces."""
    is_round: Flags
    """[P]"""

    def absent_for(self, *bases: Base) -> Flags:
        """[P] the pieces that count as absent because one of `bases` stands in their wood."""
        absent = np.zeros(len(self.shapes), bool)
        for base in bases:
            west, south, east, north = self.boxes.T
            close = (west < base.x + base.radius) & (east > base.x - base.radius)
            close &= (south < base.y + base.radius) & (north > base.y - base.radius) & (self.wood >= 0)
            for index in np.flatnonzero(close):
                if stands_in(base, self.shapes[index]):
                    absent |= self.wood == self.wood[index]
        return absent


def barriers(scene: Scene) -> Barriers:
    """The compiled barriers of `scene`, made on the first call. Raises GeometryError for a piece it cannot measure."""
    return scene.memo("barriers", _build_barriers)


def outlines(scene: Scene) -> Barriers:
    """The outlines of all pieces of `scene`, whatever their traits, without joints."""
    return scene.memo("outlines", _build_outlines)


def eye_height(base: Base) -> float:
    """Where the model sees from, and its top as a target, in inches above the table."""
    return base.elevation + base.height


def aim_height(target: Base, aim: str) -> float:
    """Where a sight line to `target` ends: its "top", or "half" its height."""
    return target.elevation + target.height * aim_share(aim)


def aim_share(aim: str) -> float:
    """The share of a target's height that lines are aimed at: its "top", or "half"."""
    if aim not in AIMS:
        raise GeometryError(say('a line is aimed at the "top" or at "half" the height, not at "{aim}"', aim=aim))
    return AIMS[aim]


def with_models(walls: Barriers, models: Sequence[Base], ties: Sequence[tuple[int, int]] = ()) -> Barriers:
    """The barriers, and after them each of `models` as a round one that stops what passes it at its top or lower.

    `ties` are pairs of places in `models`: the straight link between their centres, which has no width, stops lines as
    well, up to the lower of the two tops.
    """
    if not models:
        return walls
    pieces = [Piece(id=f"base:{i}", disc=(m.x, m.y, m.radius), height=model_top(m)) for i, m in enumerate(models)]
    extra = _compiled([Body(shape_of(piece), None) for piece in pieces], [])
    tops = np.concatenate([walls.tops, extra.tops])
    found = [Link(models[i].at, models[j].at, i + len(walls.shapes), j + len(walls.shapes)) for i, j in ties]
    return replace(
        walls,
        shapes=walls.shapes + extra.shapes,
        core=_with_links(walls.core, found, tops),
        outline=_with_links(walls.outline, found, tops),
        discs=np.concatenate([walls.discs, extra.discs]),
        disc_owner=np.concatenate([walls.disc_owner, extra.disc_owner + len(walls.shapes)]),
        tops=tops,
        wood=np.concatenate([walls.wood, extra.wood]),
        boxes=np.concatenate([walls.boxes, extra.boxes]),
        rounds=np.concatenate([walls.rounds, _rounds_with_ties(extra.rounds, models, ties)]),
        polygons=np.concatenate([walls.polygons, extra.polygons]),
        is_round=np.concatenate([walls.is_round, extra.is_round]),
    )


def _with_links(edges: Edges, found: Sequence[Link], tops: Array) -> Edges:
    """The edges with further links after them."""
    if not found:
        return edges
    ends = np.array([point for link in found for point in (link.start, link.end)], float)
    first = len(edges.corners) + 2 * np.arange(len(found), dtype=np.intp)
    one, other = (np.array([link[k] for link in found], np.intp) for k in (2, 3))
    return Edges(
        corners=np.concatenate([edges.corners, ends]),
        first=np.concatenate([edges.first, first]),
        second=np.concatenate([edges.second, first + 1]),
        starts=np.concatenate([edges.starts, ends[0::2]]),
        ends=np.concatenate([edges.ends, ends[1::2]]),
        owner=np.concatenate([edges.owner, one]),
        other=np.concatenate([edges.other, other]),
        tops=np.concatenate([edges.tops, np.minimum(tops[one], tops[other])]),
        link=np.concatenate([edges.link, np.ones(len(found), bool)]),
    )


def _rounds_with_ties(rounds: Array, models: Sequence[Base], ties: Sequence[tuple[int, int]]) -> Array:
    """A circle round each model that takes in half of its longest link."""
    wide = rounds.copy()
    for i, j in ties:
        half = math.dist(models[i].at, models[j].at) / 2
        wide[[i, j], 2] = np.maximum(wide[[i, j], 2], half)
    return wide


def model_top(model: Base) -> float:
    """Up to where a blocking model stops a line. At its very top too, or nobody would hide his equals."""
    return eye_height(model) + 2 * TOLERANCE


def stands_in(base: Base, shape: Shape) -> bool:
    """Whether the base overlaps the piece by more than the tolerance and stands lower than its top."""
    if base.elevation >= shape.piece.height - TOLERANCE:
        return False
    return shape.distance(base.at) < base.radius - TOLERANCE


def is_obscuring(shape: Shape) -> bool:
    """Whether one sees in and out of the piece, but not through; a piece that is opaque too is opaque."""
    return "obscuring" in shape.piece.traits and "opaque" not in shape.piece.traits


def _build_barriers(scene: Scene) -> Barriers:
    bodies = [Body(s, _core(s)) for s in shapes(scene) if not s.piece.traits.isdisjoint(STOPS_SIGHT)]
    return _compiled(bodies, links(bodies, scene.width, scene.height))


def _build_outlines(scene: Scene) -> Barriers:
    return _compiled([Body(s, _core(s)) for s in shapes(scene)], [])


def _compiled(bodies: Sequence[Body], found: Sequence[Link]) -> Barriers:
    pieces = [body.shape for body in bodies]
    tops = np.array([shape.piece.height for shape in pieces], float)
    discs = [(i, shape.disc) for i, shape in enumerate(pieces) if shape.disc is not None]
    return Barriers(
        shapes=tuple(pieces),
        tops=tops,
        wood=_woods(pieces),
        core=_edges([(i, body.core) for i, body in enumerate(bodies) if body.core is not None], found, tops),
        outline=_edges([(i, s.polygon) for i, s in enumerate(pieces) if s.disc is None], found, tops),
        discs=np.array([(x, y, r - TOLERANCE) for _, (x, y, r) in discs], float).reshape(-1, 3),
        disc_owner=np.array([i for i, _ in discs], np.intp),
        boxes=np.array([shape.bounds for shape in pieces], float).reshape(-1, 4),
        rounds=np.array([_round(shape) for shape in pieces], float).reshape(-1, 3),
        polygons=np.array([shape.polygon for shape in pieces], object),
        is_round=np.array([shape.disc is not None for shape in pieces], bool),
    )


def _edges(outlines: Sequence[tuple[int, BaseGeometry]], found: Sequence[Link], tops: Array) -> Edges:
    rings = [(i, np.asarray(ring.coords)[:-1]) for i, outline in outlines for ring in rings_of(outline)]
    lengths = [len(ring) for _, ring in rings]
    first, second = _ring_edges(lengths)
    owner = np.repeat(np.array([i for i, _ in rings], np.intp), lengths)
    ends = np.array([point for link in found for point in (link.start, link.end)], float).reshape(-1, 2)
    tail = len(first) + 2 * np.arange(len(found), dtype=np.intp)
    one, other = (np.array([link[k] for link in found], np.intp) for k in (2, 3))
    corners = np.concatenate([*(ring for _, ring in rings), ends])
    firsts, seconds = np.concatenate([first, tail]), np.concatenate([second, tail + 1])
    owners, others = np.concatenate([owner, one]), np.concatenate([owner, other])
    return Edges(
        corners, firsts, seconds, corners[firsts], corners[seconds], owners, others,
        np.minimum(tops[owners], tops[others]), np.arange(len(owners)) >= len(first),
    )  # fmt: skip


def _core(shape: Shape) -> BaseGeometry | None:
    """What lies deeper inside a polygon than the tolerance."""
    if shape.disc is not None:
        return None
    return shapely.orient_polygons(shapely.buffer(shape.polygon, -TOLERANCE, join_style="mitre"))


def _round(shape: Shape) -> tuple[float, float, float]:
    west, south, east, north = shape.bounds
    return ((west + east) / 2, (south + north) / 2, math.hypot(east - west, north - south) / 2 + 2 * CONTACT)


def _ring_edges(lengths: Sequence[int]) -> tuple[Indices, Indices]:
    """Corner indices of the edges of closed rings that are stored one after the other."""
    first = np.arange(sum(lengths), dtype=np.intp)
    second = first + 1
    last = np.cumsum(lengths, dtype=np.intp) - 1
    second[last] = last + 1 - np.array(lengths, np.intp)
    return first, second


def _woods(pieces: Sequence[Shape]) -> Indices:
    """[P] a number for each wood: obscuring pieces of the same traits that touch; -1 for opaque pieces."""
    wood = np.array([i if is_obscuring(s) else -1 for i, s in enumerate(pieces)], np.intp).reshape(-1)
    for i, j in near_pairs(pieces):
        if wood[i] >= 0 and wood[j] >= 0 and _one_kind(pieces[i], pieces[j]) and joined(pieces[i], pieces[j]):
            wood[wood == wood[j]] = wood[i]
    return wood


def _one_kind(a: Shape, b: Shape) -> bool:
    return (a.piece.traits, a.piece.cover) == (b.piece.traits, b.piece.cover)
