"""Who sees whom, past terrain and the footprints of other units (GF-R38 to GF-R40, GF-R52, GF-R53)."""
from __future__ import annotations

import math
from collections.abc import Collection

from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.measure import gap, overlaps_piece
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.geometry.sight import look
from game.geometry.zbuffer import visible_fraction
from game.rulesets.grimdark_future.conditions import alive
from game.rulesets.grimdark_future.data import NUMBERS
from game.table.model import Model
from game.units import within

LINK = 2e-4
"""Inches: how wide the straight link of a footprint is drawn, so that crossing it counts and grazing it does not."""
FOOTPRINT = "footprint of "


def footprint(state: GameState, unit: str) -> list[Piece]:
    """A unit as it stops sight: its base discs, and the links between the centres of its models within 1″ of each
    other, as tall as its tallest model. GF-R39, GF-R40"""
    members = alive(state, unit)
    if not members:
        return []
    top = max(m.elevation + m.height for m in members)
    opaque = frozenset({"opaque"})
    pieces = [Piece(id=f"{FOOTPRINT}{unit}/{m.id}", disc=(m.base.x, m.base.y, m.radius), height=top, traits=opaque)
              for m in members]
    for i, a in enumerate(members):
        for b in members[i + 1:]:
            if within(gap(a.base, b.base), NUMBERS.link):
                pieces.append(Piece(id=f"{FOOTPRINT}{unit}/{a.id}-{b.id}", outline=_strip(a.base, b.base), height=top,
                                    traits=opaque))
    return pieces


def _strip(a: Base, b: Base) -> tuple[tuple[float, float], ...]:
    """A hair's breadth along the line of centres."""
    length = math.dist(a.at, b.at)
    nx, ny = -(b.y - a.y) / length * LINK / 2, (b.x - a.x) / length * LINK / 2
    return (a.x + nx, a.y + ny), (b.x + nx, b.y + ny), (b.x - nx, b.y - ny), (a.x - nx, a.y - ny)


def scene_between(state: GameState, shooters: str, targets: str) -> Scene:
    """The table with every other unit's footprint as something that stops sight. Kept with the positions."""
    others = [u for u in state.units if u not in (shooters, targets)]
    standing = tuple((m.id, m.at, m.elevation) for u in others for m in alive(state, u))

    def build(scene: Scene) -> Scene:
        pieces = [piece for u in others for piece in footprint(state, u)]
        return Scene(scene.width, scene.height, [*scene.pieces, *pieces]) if pieces else scene

    return state.scene.memo(("between", standing), build)


def sees(state: GameState, shooter: Model, target: Model) -> bool:
    """Whether one clear line runs from base to base. GF-R38"""
    if not _crowded(state, shooter, target):
        return look(state.scene, shooter.base, target.base, mode="any").clear
    return look(scene_between(state, shooter.unit, target.unit), shooter.base, target.base, mode="any").clear


def _crowded(state: GameState, shooter: Model, target: Model) -> bool:
    """Whether any other unit's model stands near enough to the straight way to matter."""
    ax, ay = shooter.base.at
    bx, by = target.base.at
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    margin = max(shooter.radius, target.radius) + 3.0
    for model in state.on_table():
        if model.unit in (shooter.unit, target.unit):
            continue
        dx, dy = model.base.x - ax, model.base.y - ay
        along = dx * ux + dy * uy
        if -margin <= along <= length + margin and abs(dx * uy - dy * ux) <= margin + model.radius:
            return True
    return False


def seen_by_any(state: GameState, shooter: Model, unit: str, reach: float) -> bool:
    """Whether the model has one model of the unit both in range and in sight. GF-R37"""
    near = sorted(alive(state, unit), key=lambda m: gap(shooter.base, m.base))
    return any(within(gap(shooter.base, m.base), reach) and sees(state, shooter, m) for m in near)


def is_behind(state: GameState, shooter: Model, target: Model, *, alone: bool = False) -> bool:
    """Whether less than half of the target's width is visible past what stops sight and what gives cover. GF-R52

    `alone` takes the target as a unit of one, whose unit mates give it no cover (GF-S25).
    """
    scene = _scene_of_cover(state, shooter, target.unit)
    return visible_fraction(scene, shooter.base, target.base) < 0.5


def _scene_of_cover(state: GameState, shooter: Model, targets: str) -> Scene:
    """As `scene_between`, with cover terrain stopping sight too, but for what the shooter's base touches. GF-R53"""
    plain = scene_between(state, shooter.unit, targets)
    touched = {p.id for p in plain.pieces if p.cover and "opaque" not in p.traits and _touches(shooter.base, p)}

    def build(scene: Scene) -> Scene:
        return Scene(scene.width, scene.height, [_solid(p, touched) for p in scene.pieces])

    return plain.memo(("cover", tuple(sorted(touched))), build)


def _touches(base: Base, piece: Piece) -> bool:
    return overlaps_piece(Base(base.x, base.y, base.radius + 0.01, 0.0, base.elevation, base.height), piece)


def _solid(piece: Piece, spared: Collection[str]) -> Piece:
    """A piece of cover as one that hides: at least as tall as a man, unless it is spared."""
    if not piece.cover or piece.id in spared or "opaque" in piece.traits:
        return piece
    return replace(piece, traits=piece.traits | {"obscuring"})
