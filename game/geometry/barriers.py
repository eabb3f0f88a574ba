"""All that can stop a sight line in a scene, compiled once into arrays.

A line is stopped only deeper than the tolerance inside a piece, so every outline is drawn in by the tolerance: what
then crosses, crosses, and a line through a corner or along an edge passes clear of rounding. Joints are added as links.
Inches; V corners, E edges (links last), D discs, P pieces in the order of their ids.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from game.errors import GeometryError
from game.geometry.joints import Body, Link, edges_of, joined, links, near_pairs, rings_of
from game.geometry.piece_shape import Shape, shapes
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.units import CONTACT, TOLERANCE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

AIMS = {"top": 1.0, "half": 0.5}
STOPS_SIGHT = ("opaque", "obscuring")


@dataclass(frozen=True, slots=True, eq=False)
class Barriers:
    """See the module. A link's two owners are the pieces it joins; an edge has the same owner twice."""

    shapes: tuple[Shape, ...]
    tops: Array
    """[P]"""
    wood: Indices
    """[P] which wood an obscuring piece belongs to; -1 for an opaque one."""
    corners: Array
    """[V, 2] of the outlines drawn in by the tolerance, the piece on the left, and the ends of links."""
    first: Indices
    second: Indices
    """[E] the corners each edge joins."""
    owner: Indices
    other: Indices
    """[E] the pieces an edge belongs to."""
    edge_tops: Array
    link: Flags
    """[E]"""
    discs: Array
    """[D, 3] centre, and radius less the tolerance."""
    disc_owner: Indices
    true_starts: Array
    true_ends: Array
    true_owner: Indices
    """[C] the edges of the outlines as they are, and their pieces."""
    rounds: Array
    """[P, 3] a circle round each piece, its joints included."""
    boxes: Array
    """[P, 4] west, south, east, north."""
    polygons: NDArray[np.object_]
    """[P] empty for round pieces."""
    is_round: Flags

    @property
    def starts(self) -> Array:
        """[E, 2]"""
        return self.corners[self.first]

    @property
    def ends(self) -> Array:
        """[E, 2]"""
        return self.corners[self.second]

    def ids(self, pieces: Sequence[int]) -> tuple[str, ...]:
        """The names of pieces."""
        return tuple(self.shapes[p].piece.id for p in pieces)

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
        raise GeometryError(f'a line is aimed at the "top" or at "half" the height, not at "{aim}"')
    return AIMS[aim]


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
    tops = np.array([body.shape.piece.height for body in bodies], float)
    rings = [(i, np.asarray(ring.coords)[:-1]) for i, b in enumerate(bodies) if b.core for ring in rings_of(b.core)]
    lengths = [len(ring) for _, ring in rings]
    first, second = _ring_edges(lengths)
    owner = np.repeat(np.array([i for i, _ in rings], np.intp), lengths)
    ends = np.array([point for link in found for point in (link.start, link.end)], float).reshape(-1, 2)
    tail = len(first) + 2 * np.arange(len(found))
    one, other = (np.array([link[k] for link in found], np.intp) for k in (2, 3))
    owner, second_owner = np.concatenate([owner, one]), np.concatenate([owner, other])
    borders = [(i, *edges_of(b.shape)) for i, b in enumerate(bodies) if b.shape.disc is None]
    round_ones = [(i, b.shape.disc) for i, b in enumerate(bodies) if b.shape.disc is not None]
    return Barriers(
        shapes=tuple(body.shape for body in bodies),
        tops=tops,
        wood=_woods([body.shape for body in bodies]),
        corners=np.concatenate([*(ring for _, ring in rings), ends]),
        first=np.concatenate([first, tail]).astype(np.intp),
        second=np.concatenate([second, tail + 1]).astype(np.intp),
        owner=owner,
        other=second_owner,
        edge_tops=np.minimum(tops[owner], tops[second_owner]),
        link=np.arange(len(owner)) >= len(first),
        discs=np.array([(x, y, r - TOLERANCE) for _, (x, y, r) in round_ones], float).reshape(-1, 3),
        disc_owner=np.array([i for i, _ in round_ones], np.intp),
        true_starts=np.concatenate([np.zeros((0, 2)), *(starts for _, starts, _ in borders)]),
        true_ends=np.concatenate([np.zeros((0, 2)), *(ends for _, _, ends in borders)]),
        true_owner=np.repeat(np.array([o[0] for o in borders], np.intp), [len(o[1]) for o in borders]),
        boxes=np.array([body.shape.bounds for body in bodies], float).reshape(-1, 4),
        polygons=np.array([body.shape.polygon for body in bodies], object),
        is_round=np.array([body.shape.disc is not None for body in bodies], bool),
        rounds=np.array([_round(body.shape) for body in bodies], float).reshape(-1, 3),
    )


def _core(shape: Shape) -> shapely.Geometry | None:
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
