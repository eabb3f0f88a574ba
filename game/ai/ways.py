"""How far it is round the terrain, roughly: for ranking places to go to, never for what is legal. Inches."""
from __future__ import annotations

import functools
import math

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.ruleset import LegPrices
from game.geometry.path import swept_clear_many
from game.geometry.scene import Scene
from game.geometry.shapes import Piece
from game.units import Point

Array = npt.NDArray[np.float64]
NODES = 600
"""At most so many nodes to a table."""
WIDTHS = (0.6, 1.2, 2.0)
"""The radii of bases for which ways are judged; each unit by the one nearest to its own."""
FINE = 1.2
"""Inches between the nodes of a table whose ways are priced: small and dense."""
LINK = 2.3
"""Steps between nodes of such a table that are neighbours: a knight's move too."""
SQUEEZED = 1.3
"""How much longer a way seems that only smaller bases are sure to fit."""


class Ways:
    """The lengths of the ways between the nodes of a coarse net over a table's open ground."""

    def __init__(self, scene: Scene, width: float = WIDTHS[0], prices: LegPrices | None = None) -> None:
        step = max(FINE if prices else 2.0, math.sqrt(scene.width * scene.height / NODES))
        self.near = FINE if prices else NEAR
        across, along = max(1, int(scene.width / step)), max(1, int(scene.height / step))
        xs = (np.arange(across) + 0.5) * scene.width / across
        ys = (np.arange(along) + 0.5) * scene.height / along
        nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        price = prices or functools.partial(_open, width)
        self.nodes = nodes[np.isfinite(price(scene, np.concatenate([nodes, nodes], axis=1)))]
        link = LINK if prices else 1.5
        self.between = _lengths(scene, price, self.nodes, link * max(scene.width / across, scene.height / along))

    def lengths(self, points: Array, goals: Array) -> Array:
        """[n, m] the way from each of `points` [n, 2] to each of `goals` [m, 2]: never below the straight line, inf
        where none is known."""
        straight = np.hypot(points[:, None, 0] - goals[None, :, 0], points[:, None, 1] - goals[None, :, 1])
        if not len(self.nodes):
            return np.asarray(straight)
        near, off = self._nearest(points)
        end, last = self._nearest(goals)
        round_about = self.between[near][:, end] + 0.5 * (off[:, None] + last[None, :])
        return np.asarray(np.where(straight <= self.near, straight, np.maximum(straight, round_about)))

    def towards(self, start: Point, goal: Point, far: float) -> Point | None:
        """The place within `far` inches of the start from which the way to `goal` is shortest; None where none is
        known to be nearer than the start."""
        if not len(self.nodes):
            return None
        begin, _ = self._nearest(np.array([start]))
        end, _ = self._nearest(np.array([goal]))
        rest = np.where(self.between[begin[0]] <= far, self.between[:, end[0]], np.inf)
        best = int(rest.argmin())
        if not rest[best] < self.between[begin[0], end[0]]:
            return None
        return float(self.nodes[best][0]), float(self.nodes[best][1])

    def _nearest(self, points: Array) -> tuple[npt.NDArray[np.intp], Array]:
        far = np.hypot(points[:, None, 0] - self.nodes[None, :, 0], points[:, None, 1] - self.nodes[None, :, 1])
        near = far.argmin(axis=1)
        return near, np.asarray(far[np.arange(len(points)), near])


NEAR = 4.0
"""Inches below which the straight line is taken for the way."""


def _open(width: float, scene: Scene, legs: Array) -> Array:
    """The length of what such a base can walk."""
    far = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
    return np.asarray(np.where(swept_clear_many(scene, width, legs), far, np.inf))


def _lengths(scene: Scene, price: LegPrices, nodes: Array, link: float) -> Array:
    """[n, n] the shortest ways along links between neighbours (Floyd and Warshall)."""
    count = len(nodes)
    far = np.hypot(nodes[:, None, 0] - nodes[None, :, 0], nodes[:, None, 1] - nodes[None, :, 1])
    first, second = np.nonzero((far <= link) & (far > 0))
    between = np.full((count, count), np.inf)
    np.fill_diagonal(between, 0.0)
    between[first, second] = price(scene, np.concatenate([nodes[first], nodes[second]], axis=1))
    for middle in range(count):
        np.minimum(between, between[:, middle, None] + between[None, middle, :], out=between)
    return between


def ways(scene: Scene, radius: float = WIDTHS[0], prices: LegPrices | None = None) -> Ways:
    """The ways of this table as its terrain stands now, for such bases; made once. Small round things (a turret, a
    drone) are no matter. `prices`: what a rule set asks for them, on a finer net."""
    width = _width(radius)
    return scene.memo(f"ways {width} {prices is not None}", lambda s: _known(s.width, s.height, tuple(
        p for p in s.pieces if prices or p.disc is None or p.disc[2] > 1.0), width, prices))


def firm_ways(scene: Scene, radius: float = WIDTHS[0]) -> Ways:
    """The ways of this table for whoever keeps off difficult ground."""
    width = _width(radius)
    return scene.memo(f"firm ways {width}", lambda s: _known(s.width, s.height, tuple(
        replace(p, traits=frozenset({"impassable"})) if "difficult" in p.traits else p
        for p in s.pieces if p.disc is None or p.disc[2] > 1.0), width))


def lengths_for(scene: Scene, points: Array, goals: Array, radius: float) -> Array:
    """[n, m] the lengths of the ways for a base of this radius; where it knows none, of a usual base's, made longer:
    it may still come near."""
    wide = ways(scene, radius).lengths(points, goals)
    if np.isfinite(wide).all():
        return wide
    return np.where(np.isfinite(wide), wide, SQUEEZED * ways(scene).lengths(points, goals))


def _width(radius: float) -> float:
    return min(WIDTHS, key=lambda width: abs(width - radius))


@functools.lru_cache(24)
def _known(
    width: float, height: float, pieces: tuple[Piece, ...], base: float, prices: LegPrices | None = None
) -> Ways:
    return Ways(Scene(width, height, pieces), base, prices)
