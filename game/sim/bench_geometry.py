"""Measurements of the geometry: sight, swept legs, reach, and how sight grows with the table."""
from __future__ import annotations

import statistics

import numpy as np

from game.engine.dice import SeededDice
from game.geometry.matrix import sees_matrix
from game.geometry.path import can_stand, swept_clear_many
from game.geometry.plain import PlainGraph, PlainTable
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.geometry.zbuffer import fraction_matrix, fractions
from game.sim.bench import ROUNDS, Bench, Figure, faster, seconds
from game.units import base_radius

SIZE = 72.0
RADIUS = base_radius(30.0)
FINE = 10_000


class Chance:
    """Numbers for scenes, the same in every run."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * (self._dice.roll(1, FINE, "scene")[0] - 1) / FINE


def some_pieces(count: int, seed: str = "pieces") -> list[Piece]:
    """Opaque boxes of 0.8 to 3.2 in, turned any way: three lines in ten are clear, as on the tables of the game."""
    chance, pieces = Chance(seed), []
    for number in range(count):
        x, y = chance.between(4, SIZE - 4), chance.between(4, SIZE - 4)
        wide, deep, turn = chance.between(0.4, 1.6), chance.between(0.4, 1.6), chance.between(0, 3.14)
        c, s = float(np.cos(turn)), float(np.sin(turn))
        outline = tuple((x + a * wide * c - b * deep * s, y + a * wide * s + b * deep * c)
                        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        pieces.append(Piece(id=f"p{number}", outline=outline, height=4.0, traits=frozenset({"opaque", "impassable"})))
    return pieces


def some_bases(count: int, scene: Scene) -> list[Base]:
    """Bases of 30 mm anywhere on the table where they may stand."""
    chance, bases = Chance("bases"), list[Base]()
    while len(bases) < count:
        base = Base(chance.between(1, SIZE - 1), chance.between(1, SIZE - 1), RADIUS)
        if can_stand(scene, base) is None:
            bases.append(base)
    return bases


def _scene(pieces: list[Piece]) -> Scene:
    return Scene(SIZE, SIZE, pieces)


def _sixty() -> tuple[Scene, PlainTable, list[Base]]:
    """Sixty pieces, both ways, and a hundred bases among them."""
    pieces = some_pieces(60)
    scene = _scene(pieces)
    return scene, PlainTable(pieces), some_bases(100, scene)


def _sight_matrix() -> list[Figure]:
    scene, plain, bases = _sixty()
    return [faster("sight-matrix", "whole sight matrix, 100 bases, 60 pieces", lambda: sees_matrix(scene, bases),
                   lambda: plain.sees_all(bases), "loop over prepared polygons", aim=40, beyond=400)]


def _fraction_matrix() -> list[Figure]:
    scene, plain, bases = _sixty()
    some = bases[:2]
    return [faster("fraction-matrix", "exact visible fraction, all pairs of it", lambda: fraction_matrix(scene, bases),
                   lambda: [plain.fraction(a, b) for a in some for b in bases], "the loop with 9 rays a pair",
                   aim=60, beyond=400, share=len(some) / len(bases))]


def _one_viewer() -> list[Figure]:
    scene, plain, bases = _sixty()
    viewer = bases[0]
    return [faster("one-viewer", "one viewer, 100 targets, fraction", lambda: fractions(scene, viewer, bases),
                   lambda: [plain.fraction(viewer, b) for b in bases], "the same loop", aim=100, beyond=500)]


def _swept_legs() -> list[Figure]:
    pieces = some_pieces(60)
    scene, plain = _scene(pieces), PlainTable(pieces)
    chance = Chance("legs")
    starts = np.array([[chance.between(1, SIZE - 1), chance.between(1, SIZE - 1)] for _ in range(2000)])
    ways = np.array([[chance.between(-6, 6), chance.between(-6, 6)] for _ in range(2000)])
    legs = np.hstack([starts, np.clip(starts + ways, 1, SIZE - 1)])
    return [faster("swept-legs", "swept legs, a batch of 2,000", lambda: swept_clear_many(scene, RADIUS, legs),
                   lambda: plain.legs_clear(legs[:400], RADIUS), "buffer and intersects a leg", aim=10, beyond=200,
                   share=0.2)]


def _reach() -> list[Figure]:
    """Field and path: where 6 in lead to, and the cheapest way to a spot, both exact."""
    pieces = some_pieces(60)
    scene = _scene(pieces)
    mover, *others = some_bases(51, scene)
    plain = PlainGraph(pieces, others, RADIUS)
    count = len(plain.corners)
    first, last = count // 2, count // 2 + 20
    done = sum(range(first, last)) / plain.pairs

    def ours() -> None:
        reach = Reach(scene, mover, 6.0, blocked_by=others)
        reach.outline()
        end = reach.nearest((mover.x + 5.0, mover.y + 3.0))
        if end is not None:
            reach.path(end)

    return [faster("reach", "exact reach at 6 in among 50 bases, field and path", ours,
                   lambda: plain.edges(first, last), "visibility graph of the whole table", aim=50, beyond=200,
                   share=done)]


def _growth() -> list[Figure]:
    """Sight a pair, at 500 against 20: of models (flat), of pieces (at most 20 times)."""
    few_pieces, many_pieces = _scene(some_pieces(20)), _scene(some_pieces(500))
    few, many = some_bases(20, few_pieces), some_bases(500, few_pieces)
    some = some_bases(100, many_pieces)
    models, pieces = [], []
    for scene, bases in ((few_pieces, few), (few_pieces, many), (many_pieces, some), (few_pieces, some)):
        sees_matrix(scene, bases)
    for _ in range(ROUNDS):
        at_20 = seconds(lambda: sees_matrix(few_pieces, few)) / len(few) ** 2
        models.append(seconds(lambda: sees_matrix(few_pieces, many)) / len(many) ** 2 / at_20)
        thin = seconds(lambda: sees_matrix(few_pieces, some))
        pieces.append(seconds(lambda: sees_matrix(many_pieces, some)) / thin)
    return [
        Figure(name="growth-models", title="sight a pair, 20 to 500 models", value=statistics.median(models), unit="x",
               better="less", aim=1.0, against="itself"),
        Figure(name="growth-pieces", title="sight a pair, 20 to 500 pieces", value=statistics.median(pieces), unit="x",
               better="less", aim=20.0, against="itself"),
    ]


BENCHES = (
    Bench(name="sight-matrix", title="sight of everybody", measure=_sight_matrix),
    Bench(name="fraction-matrix", title="visible fractions of everybody", measure=_fraction_matrix),
    Bench(name="one-viewer", title="visible fractions for one", measure=_one_viewer),
    Bench(name="swept-legs", title="swept legs", measure=_swept_legs),
    Bench(name="reach", title="reach", measure=_reach),
    Bench(name="growth", title="growth of sight", measure=_growth),
)
