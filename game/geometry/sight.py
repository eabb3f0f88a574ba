"""Who can see whom, and why not (design: the table, sight). Inches.

A sight line runs from the viewer's eye (elevation + height) to the target's top, or to half its height.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from game.errors import GeometryError
from game.geometry.anyline import free_line
from game.geometry.barriers import Barriers, aim_height, barriers, eye_height
from game.geometry.field import field
from game.geometry.hurdles import Hurdles, between, stops
from game.geometry.matrix import sees_from, sees_matrix
from game.geometry.piece_shape import check_base, check_number, check_point
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.zbuffer import fraction_matrix, fractions, visible_fraction
from game.units import Point
from game.words import say

__all__ = [
    "Aim", "Mode", "Sight", "can_see", "field", "fraction_matrix", "fractions", "look", "look_at_point",
    "sees_from", "sees_matrix", "visible_fraction",
]  # fmt: skip

Mode: TypeAlias = Literal["any", "centre"]
Aim: TypeAlias = Literal["top", "half"]


class Sight(msgspec.Struct, frozen=True):
    """An answer with its reason.

    `line` is the clear line, or the line of centres. `blocked_by` names what stops the line of centres, nearest first,
    ties by name, both pieces at a joint; a blocking model is "base:" and its place among `blockers`. `stop` is the
    point where it is first stopped. Both are empty if `clear`.
    """

    clear: bool
    line: tuple[Point, Point]
    blocked_by: tuple[str, ...] = ()
    stop: Point | None = None


def look(
    scene: Scene,
    viewer: Base,
    target: Base,
    *,
    mode: Mode = "any",
    aim: Aim = "top",
    blockers: Sequence[Base] = (),
    walls: Barriers | None = None,
) -> Sight:
    """Whether `viewer` sees `target`: by any line from base to base, or by the line of their centres.

    Models stop sight only if they are among `blockers`; the two that ask never do. At level heights exact; to the top
    the same both ways. Raises GeometryError for a base of no width, numbers that are not finite, a viewer that is its
    own target, and a mode or aim that is neither of its two. `walls` are the barriers to use instead of the scene's
    own (units that screen others: `with_models`).
    """
    _check_question(viewer, target, mode)
    eye, top = eye_height(viewer), aim_height(target, aim)
    walls = walls or barriers(scene)
    hurdles = between(walls, viewer, target, min(eye, top), walls.absent_for(viewer, target), blockers)
    centres = (viewer.at, target.at)
    if hurdles.none:
        return Sight(True, centres)
    found = stops(hurdles, viewer.at, eye, target.at, top)
    if not found:
        return Sight(True, centres)
    line = free_line(hurdles, viewer, target, eye, top) if mode == "any" else None
    return Sight(True, line) if line else _stopped(walls, centres, found)


def can_see(
    scene: Scene,
    viewer: Base,
    target: Base,
    *,
    mode: Mode = "any",
    aim: Aim = "top",
    blockers: Sequence[Base] = (),
) -> bool:
    """Whether `look` finds a clear line."""
    return look(scene, viewer, target, mode=mode, aim=aim, blockers=blockers).clear


def look_at_point(
    scene: Scene, viewer: Base, point: Point, *, mode: Mode = "centre", height: float = 0.0
) -> Sight:
    """Whether `viewer` sees a point `height` inches above the table: from its centre, or from any point of its base.

    Nobody stands at the point, so an obscuring piece round it hides it, unless the viewer stands in that wood.
    """
    check_base(viewer, "viewer")
    check_point(point)
    check_number(height, "height of the point")
    _check_mode(mode)
    eye = eye_height(viewer)
    walls = barriers(scene)
    spot = Base(point[0], point[1], POINT_RADIUS)
    hurdles = between(walls, viewer, spot, min(eye, height), walls.absent_for(viewer))
    centres = (viewer.at, point)
    found = _point_stops(hurdles, viewer.at, eye, point, height)
    if not found:
        return Sight(True, centres)
    line = free_line(hurdles, viewer, spot, eye, height) if mode == "any" else None
    return Sight(True, (line[0], point)) if line else _stopped(walls, centres, found)


POINT_RADIUS = 1e-9
"""Inches: what stands for a point where the question is asked of bases."""


def _check_question(viewer: Base, target: Base, mode: str) -> None:
    check_base(viewer, "viewer")
    check_base(target, "target")
    if viewer == target:
        raise GeometryError("a model cannot be asked whether it sees itself")
    _check_mode(mode)


def _check_mode(mode: str) -> None:
    if mode not in ("any", "centre"):
        raise GeometryError(say('sight is asked from "any" point or from the "centre", not "{mode}"', mode=mode))


def _point_stops(hurdles: Hurdles, a: Point, za: float, b: Point, zb: float) -> list[tuple[float, int]]:
    """As `stops`; a point straight below the viewer's centre is seen."""
    return [] if a == b else stops(hurdles, a, za, b, zb)


def _stopped(walls: Barriers, centres: tuple[Point, Point], found: list[tuple[float, int]]) -> Sight:
    (ax, ay), (bx, by) = centres
    share = found[0][0]
    names = [_name(walls, owner) for _, owner in found]
    return Sight(False, centres, tuple(names), (ax + (bx - ax) * share, ay + (by - ay) * share))


def _name(walls: Barriers, owner: int) -> str:
    pieces = len(walls.shapes)
    return walls.shapes[owner].piece.id if owner < pieces else f"base:{owner - pieces}"
