"""Words for tables to walk on, and a slow second opinion on which ways are shortest."""
from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import shapely

from game.geometry.path import can_stand
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.units import TOLERANCE, Point

RADIUS = 0.5


def wall(x0: float, y0: float, x1: float, y1: float, *traits: str, name: str = "", height: float = 2.0) -> Piece:
    """A rectangle; impassable unless told otherwise."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Piece(id=name or f"wall {x0:g} {y0:g}", outline=ring, height=height,
                 traits=frozenset(traits or ("impassable",)))


def pillar(x: float, y: float, radius: float, *traits: str, name: str = "pillar") -> Piece:
    return Piece(id=name, disc=(x, y, radius), traits=frozenset(traits or ("impassable",)))


def hall(*pieces: Piece, width: float = 24.0, height: float = 24.0) -> Scene:
    return Scene(width, height, pieces)


def at(x: float, y: float, radius: float = RADIUS) -> Base:
    return Base(x, y, radius)


def random_table(seed: int, size: float = 14.0, pieces: int = 5, rated: bool = False) -> tuple[Scene, list[Base]]:
    """A table of slanted blocks, a pillar and five bases, legal where they stand."""
    dice = random.Random(seed)
    made = [_block(dice, f"block {k}", size, ("impassable",)) for k in range(pieces)]
    made.append(pillar(dice.uniform(0, size), dice.uniform(0, size), dice.uniform(0.3, 1.5)))
    if rated:
        made += [_block(dice, f"mud {k}", size, ("difficult",)) for k in range(2)]
    scene, bases = Scene(size, size, made), []
    while len(bases) < 5:
        base = at(dice.uniform(0.5, size - 0.5), dice.uniform(0.5, size - 0.5), dice.choice([0.5, 0.63]))
        if can_stand(scene, base, bases) is None:
            bases.append(base)
    return scene, bases


def _block(dice: random.Random, name: str, size: float, traits: tuple[str, ...]) -> Piece:
    x, y, turn = dice.uniform(1, size - 1), dice.uniform(1, size - 1), dice.choice([0.0, dice.uniform(0, 6)])
    w, h = dice.uniform(0.3, 4) / 2, dice.uniform(0.3, 3) / 2
    ring = [(-w, -h), (w, -h), (w, h), (-w, h)][:dice.choice([3, 4])]
    cos, sin = math.cos(turn), math.sin(turn)
    return Piece(id=name, outline=tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ring),
                 traits=frozenset(traits))


def free_points(scene: Scene, mover: Base, others: Sequence[Base], seed: int, count: int) -> list[Point]:
    """`count` random points on which `mover` could stand."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        point = (dice.uniform(0, scene.width), dice.uniform(0, scene.height))
        if can_stand(scene, at(*point, mover.radius), others) is None:
            found.append(point)
    return found


def solids(scene: Scene, mover: Base, others: Sequence[Base]) -> list[tuple[shapely.Geometry, float]]:
    """Each obstacle as a shape and how far the mover's centre must keep from it."""
    found = [(shapely.Polygon(p.outline), mover.radius) if p.disc is None
             else (shapely.Point(p.disc[:2]), p.disc[2] + mover.radius)
             for p in scene.pieces if "impassable" in p.traits]
    return found + [(shapely.Point(b.at), b.radius + mover.radius) for b in others]


def clear_by_sampling(scene: Scene, mover: Base, path: Sequence[Point], others: Sequence[Base] = ()) -> bool:
    """Whether the base fits on every one of many points along `path`."""
    line = shapely.LineString(path)
    points = shapely.line_interpolate_point(line, np.linspace(0, line.length, 400))
    xy, r = shapely.get_coordinates(points), mover.radius - TOLERANCE
    on_table = (xy >= r).all() and (xy <= np.array([scene.width, scene.height]) - r).all()
    return bool(on_table and all((shapely.distance(shape, points) >= keep - TOLERANCE).all()
                                 for shape, keep in solids(scene, mover, others)))


def slow_costs(scene: Scene, mover: Base, others: Sequence[Base], goals: Sequence[Point], *, mud: float = 1.0,
               spokes: int = 20) -> np.ndarray:
    """Cheapest costs to `goals` by plain Dijkstra over a dense graph: a little dear, never too cheap."""
    shapes = solids(scene, mover, others)
    slow = shapely.union_all([shapely.Polygon(p.outline) for p in scene.pieces if "difficult" in p.traits])
    points = np.array([mover.at, *goals, *_round(shapes, spokes), *(_along(slow) if mud != 1.0 else [])])
    points = points[_standing(scene, mover, shapes, points) | (np.arange(len(points)) <= len(goals))]
    i, j = np.triu_indices(len(points), 1)
    legs = shapely.linestrings(np.stack([points[i], points[j]], axis=1))
    price = shapely.length(legs)
    for shape, keep in shapes:
        shapely.prepare(shape)
        price[shapely.dwithin(shape, legs, keep - TOLERANCE - 1e-9)] = math.inf
    cut = np.flatnonzero(np.isfinite(price) & shapely.intersects(slow, legs))
    price[cut] += (mud - 1) * shapely.length(shapely.intersection(legs[cut], slow))
    table = np.full((len(points), len(points)), math.inf)
    table[i, j] = table[j, i] = price
    return _dijkstra(table)[1:len(goals) + 1]


def _round(shapes: list[tuple[shapely.Geometry, float]], spokes: int) -> list[Point]:
    turns = 2 * math.pi * np.arange(spokes) / spokes
    return [(x + (keep + 1e-6) / math.cos(math.pi / spokes) * math.cos(t),
             y + (keep + 1e-6) / math.cos(math.pi / spokes) * math.sin(t))
            for shape, keep in shapes for x, y in np.unique(shapely.get_coordinates(shape), axis=0) for t in turns]


def _along(slow: shapely.Geometry) -> list[Point]:
    rings = shapely.boundary(shapely.buffer(slow, 1e-4, join_style="mitre"))
    return [tuple(p) for p in shapely.get_coordinates(shapely.segmentize(rings, 0.12))]


def _standing(scene: Scene, mover: Base, shapes: list[tuple[shapely.Geometry, float]], xy: np.ndarray) -> np.ndarray:
    r = mover.radius - TOLERANCE
    ok = (xy >= r).all(axis=1) & (xy <= np.array([scene.width, scene.height]) - r).all(axis=1)
    for shape, keep in shapes:
        ok &= shapely.distance(shape, shapely.points(xy)) >= keep - TOLERANCE
    return ok


def _dijkstra(table: np.ndarray) -> np.ndarray:
    cost, done = np.full(len(table), math.inf), np.zeros(len(table), bool)
    cost[0] = 0.0
    for _ in range(len(table)):
        k = int(np.argmin(np.where(done, math.inf, cost)))
        if not math.isfinite(cost[k]):
            break
        done[k] = True
        cost = np.minimum(cost, cost[k] + table[k])
    return cost
