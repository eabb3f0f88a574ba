"""Words for building tables to ask about, random ones, and a slow oracle for sight that shares no code with the game.

The oracle cuts every line out of every piece with shapely, one height band at a time, and asks by sampling.
"""
from __future__ import annotations

import math
import random

import numpy as np
import shapely
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece

SIZE = 24.0
HEIGHTS = (5.0, 5.0, 1.5, 2.5)


def box(name, west, south, east, north, *traits, height=5.0, cover=None):
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Piece(id=name, outline=corners, height=height, traits=frozenset(traits or ("opaque",)), cover=cover)


def pillar(name, x, y, radius, *traits, height=5.0, cover=None):
    return Piece(id=name, disc=(x, y, radius), height=height, traits=frozenset(traits or ("opaque",)), cover=cover)


def outline(name, *corners):
    return Piece(id=name, outline=corners, height=5.0, traits=frozenset({"opaque"}))


def table(*pieces, width=SIZE, height=SIZE):
    return Scene(width, height, pieces)


def random_piece(rng: random.Random, name: str) -> Piece:
    x, y, height = rng.uniform(2, 22), rng.uniform(2, 22), rng.choice(HEIGHTS)
    trait = rng.choice(("opaque", "opaque", "obscuring"))
    kind = rng.random()
    if kind < 0.2:
        return pillar(name, x, y, rng.uniform(0.3, 2), trait, height=height)
    if kind < 0.4:
        corners = _star(rng, x, y)
        if Polygon(corners).is_valid and Polygon(corners).area > 0.01:
            return Piece(id=name, outline=corners, height=height, traits=frozenset((trait,)))
    turn = rng.choice((0.0, rng.uniform(0, 3)))
    corners = _turned_box(x, y, rng.uniform(0.2, 4), rng.uniform(0.2, 2), turn)
    return Piece(id=name, outline=corners, height=height, traits=frozenset((trait,)))


def _star(rng, x, y):
    turns = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(5, 9)))
    reaches = [rng.uniform(0.5, 2.5) for _ in turns]
    return tuple((x + r * math.cos(t), y + r * math.sin(t)) for t, r in zip(turns, reaches, strict=True))


def _turned_box(x, y, width, depth, turn):
    cos, sin = math.cos(turn), math.sin(turn)
    corners = ((0, 0), (width, 0), (width, depth), (0, depth))
    return tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in corners)


def random_table(rng: random.Random, most: int = 8) -> Scene:
    return table(*(random_piece(rng, f"p{i}") for i in range(rng.randint(1, most))))


def random_base(rng: random.Random, *, level: bool = False) -> Base:
    radius = rng.choice((0.5, 0.6, 0.98, 1.5))
    height = 1.2 if level else rng.choice((1.2, 2.0, 3.0))
    elevation = 0.0 if level else rng.choice((0.0, 0.0, 0.0, 1.5))
    return Base(rng.uniform(1.5, 22.5), rng.uniform(1.5, 22.5), radius, elevation=elevation, height=height)


def random_pairs(seed: int, *, level: bool, count: int = 1):
    """(scene, a, b) with the bases apart, from one seed."""
    rng = random.Random(seed)
    for _ in range(count):
        scene = random_table(rng)
        a, b = random_base(rng, level=level), random_base(rng, level=level)
        if math.hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius:
            yield scene, a, b


half_inches = st.integers(2, 46).map(lambda n: n / 2)


@st.composite
def grid_tables(draw):
    """Tables of boxes on a half-inch grid: corners meet, edges run flush, lines go through corners."""
    pieces = []
    for i in range(draw(st.integers(1, 6))):
        west, south = draw(half_inches), draw(half_inches)
        east, north = west + draw(st.integers(1, 6)) / 2, south + draw(st.integers(1, 4)) / 2
        trait, top = draw(st.sampled_from(("opaque", "obscuring"))), draw(st.sampled_from(HEIGHTS))
        pieces.append(box(f"p{i}", west, south, min(east, SIZE), min(north, SIZE), trait, height=top))
    return table(*pieces)


@st.composite
def grid_bases(draw, heights=(1.2,)):
    radius = draw(st.sampled_from((0.5, 0.75, 1.0)))
    return Base(draw(half_inches), draw(half_inches), radius, height=draw(st.sampled_from(heights)))


# The oracle ------------------------------------------------------------------------------------------------------


def body(piece: Piece) -> Polygon:
    if piece.disc:
        x, y, radius = piece.disc
        return ShapelyPoint(x, y).buffer(radius, 256)
    return Polygon(piece.outline, piece.holes)


def oracle(scene: Scene, a: Base, b: Base, lines: np.ndarray, end_height: float | None = None, depth: float = 1e-6):
    """[n] whether each of `lines` [n, 4], from a's eye to b's top (or `end_height`), is stopped by no piece.

    Knows nothing of joints across gaps; pieces of one wood it finds by distance.
    """
    za = a.elevation + a.height
    zb = b.elevation + b.height if end_height is None else end_height
    clear = np.ones(len(lines), bool)
    for piece in _present(scene, a, b):
        low, high = _share_below(piece.height, za, zb)
        if low >= high:
            continue
        start = lines[:, :2] + low * (lines[:, 2:] - lines[:, :2])
        end = lines[:, :2] + high * (lines[:, 2:] - lines[:, :2])
        core = body(piece).buffer(-depth, join_style="mitre")
        clear &= ~shapely.intersects(core, shapely.linestrings(np.stack([start, end], 1)))
    return clear


def _share_below(top, za, zb):
    if max(za, zb) < top:
        return 0.0, 1.0
    if min(za, zb) >= top:
        return 0.0, 0.0
    share = (top - za) / (zb - za)
    return (share, 1.0) if za > zb else (0.0, share)


def _present(scene: Scene, a: Base, b: Base) -> list[Piece]:
    woods = [piece for piece in scene.pieces if piece.traits == {"obscuring"}]
    stood_in = [piece for piece in woods if _stands(a, piece) or _stands(b, piece)]
    for piece in stood_in:
        stood_in.extend(other for other in woods if other not in stood_in and _joined(piece, other))
    return [piece for piece in scene.pieces if piece not in stood_in]


def _stands(base: Base, piece: Piece) -> bool:
    overlap = base.radius - body(piece).distance(ShapelyPoint(base.at))
    return base.elevation < piece.height and overlap > 1e-6


def _joined(one: Piece, other: Piece) -> bool:
    return body(one).distance(body(other)) <= 0.01 + 1e-6


def sampled_lines(a: Base, b: Base, count: int, seed: int = 1) -> np.ndarray:
    """[n, 4] lines between points of two bases, their rims most of all."""
    rng = np.random.default_rng(seed)

    def points(base: Base) -> np.ndarray:
        turn = rng.uniform(0, 2 * np.pi, count)
        reach = base.radius * np.where(rng.random(count) < 0.6, 1.0, np.sqrt(rng.random(count)))
        return np.c_[base.x + reach * np.cos(turn), base.y + reach * np.sin(turn)]

    return np.c_[points(a), points(b)]


def rim_lines(a: Base, b: Base, count: int) -> np.ndarray:
    """[n, 4] lines from a's centre to b's near rim, evenly over the angle b spans."""
    distance, bearing = math.hypot(b.x - a.x, b.y - a.y), math.atan2(b.y - a.y, b.x - a.x)
    half = math.asin(b.radius / distance)
    turn = ((np.arange(count) + 0.5) / count * 2 - 1) * half
    reach = distance * np.cos(turn) - np.sqrt(np.maximum(b.radius**2 - (distance * np.sin(turn)) ** 2, 0))
    ends = np.c_[a.x + reach * np.cos(bearing + turn), a.y + reach * np.sin(bearing + turn)]
    return np.c_[np.full(count, a.x), np.full(count, a.y), ends]
