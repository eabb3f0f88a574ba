"""Who sees whom, past terrain and the footprints of other units (GF-R38 to GF-R40, GF-R52, GF-R53)."""

from __future__ import annotations

import math
from collections.abc import Collection

from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.barriers import Barriers, barriers, with_models
from game.geometry.measure import gap, overlaps_piece
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.geometry.sight import Sight, look
from game.geometry.zbuffer import visible_fraction
from game.rulesets.grimdark_future.conditions import alive
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.memo import remembered
from game.table.model import Model
from game.units import CONTACT, within


def footprints(state: GameState, spared: Collection[str]) -> tuple[list[Base], list[tuple[int, int]]]:
    """The units as they stop sight, but for those `spared`: base discs as tall as the unit's tallest model, and the
    pairs of models within 1″ of each other, between whose centres a straight link runs. GF-R39, GF-R40"""
    discs: list[Base] = []
    ties: list[tuple[int, int]] = []
    for unit in state.units:
        members = alive(state, unit) if unit not in spared else []
        top = max((m.elevation + m.height for m in members), default=0.0)
        first = len(discs)
        discs += [replace(m.base, elevation=0.0, height=top) for m in members]
        ties += [
            (first + i, first + j)
            for i, a in enumerate(members)
            for j, b in enumerate(members[i + 1 :], i + 1)
            if within(gap(a.base, b.base), NUMBERS.link)
        ]
    return discs, ties


def walls_between(state: GameState, scene: Scene, shooters: str, targets: str) -> Barriers:
    """What stops sight between two units: the scene's barriers and every other unit's footprint. Kept with the places
    of the models."""
    key = ("walls", shooters, targets, tuple((m.id, m.at, m.elevation) for m in state.on_table()))
    return scene.recent(key, lambda s: with_models(barriers(s), *footprints(state, (shooters, targets))))


def sees(state: GameState, shooter: Model, target: Model) -> bool:
    """Whether one clear line runs from base to base. GF-R38"""
    return remembered(state, ("sees", shooter.id, target.id), lambda: look_at(state, shooter, target).clear)


def look_at(state: GameState, shooter: Model, target: Model) -> Sight:
    """The clear line from base to base, or what stops the line of centres."""
    walls = walls_between(state, state.scene, shooter.unit, target.unit) if _crowded(state, shooter, target) else None
    return look(state.scene, shooter.base, target.base, mode="any", walls=walls)


def _crowded(state: GameState, shooter: Model, target: Model) -> bool:
    """Whether any other unit's model stands near enough to the straight way to matter."""
    ax, ay = shooter.base.at
    bx, by = target.base.at
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    margin = max(shooter.radius, target.radius) + NUMBERS.link
    for model in state.on_table():
        if model.unit in (shooter.unit, target.unit):
            continue
        dx, dy = model.base.x - ax, model.base.y - ay
        along = dx * ux + dy * uy
        reach = margin + 2 * model.radius
        if -reach <= along <= length + reach and abs(dx * uy - dy * ux) <= reach:
            return True
    return False


def seen_by_any(state: GameState, shooter: Model, unit: str, reach: float) -> bool:
    """Whether the model has one model of the unit both in range and in sight. GF-R37"""
    near = sorted(alive(state, unit), key=lambda m: gap(shooter.base, m.base))
    return any(within(gap(shooter.base, m.base), reach) and sees(state, shooter, m) for m in near)


def is_behind(state: GameState, shooter: Model, target: Model) -> bool:
    """Whether less than half of the target's width is visible past what stops sight and what gives cover. GF-R52"""
    scene = _with_cover(state, shooter)
    walls = walls_between(state, scene, shooter.unit, target.unit)
    return visible_fraction(scene, shooter.base, target.base, walls=walls) < 0.5


def _with_cover(state: GameState, shooter: Model) -> Scene:
    """The table with cover terrain stopping sight too, but for what the shooter's base touches. GF-R53"""
    touched = frozenset(
        p.id for p in state.scene.pieces if p.cover and "opaque" not in p.traits and _touches(shooter.base, p)
    )
    return state.scene.memo(
        ("cover", touched), lambda s: Scene(s.width, s.height, [_solid(p, touched) for p in s.pieces])
    )


def _touches(base: Base, piece: Piece) -> bool:
    return overlaps_piece(replace(base, radius=base.radius + CONTACT), piece)


def _solid(piece: Piece, spared: Collection[str]) -> Piece:
    """A piece of cover as one that hides, unless it is spared or hides already."""
    if not piece.cover or piece.id in spared or "opaque" in piece.traits:
        return piece
    return replace(piece, traits=piece.traits | {"opaque"} - {"obscuring"})
