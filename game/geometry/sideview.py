"""A sight line seen from the side: the ground below it, what stands along it, and where it is stopped. Inches.

Nothing is judged here: the answer of the sight rule comes in, and is laid out along its own line.
"""
from __future__ import annotations

import math

import msgspec

from game.errors import GeometryError
from game.geometry.barriers import aim_height, barriers, eye_height, outlines
from game.geometry.ground import Stretch, stretches_of
from game.geometry.hurdles import between, first_low, stretches
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.sight import Sight
from game.units import TOLERANCE, Point


class Block(msgspec.Struct, frozen=True):
    """A piece that the line runs through, from `start` to `end` along it, up to `top` above the table.

    `solid` tells whether it can stop this line at all: it is of a kind that does, and neither end stands in its wood.
    `over` is how far the line passes above it at the least; below 0 it runs through. `low` is where it first does.
    """

    piece: str
    start: float
    end: float
    top: float
    solid: bool
    over: float
    low: float | None


class SideView(msgspec.Struct, frozen=True):
    """`line` runs from the viewer to the target, `length` long, from height `eye` to height `top`. `stop` is how far
    along it is stopped, None when it is clear; `blocked_by` what stops it, as the sight rule names it."""

    line: tuple[Point, Point]
    length: float
    eye: float
    top: float
    ground: tuple[Stretch, ...]
    blocks: tuple[Block, ...]
    clear: bool
    stop: float | None
    blocked_by: tuple[str, ...]

    def height(self, along: float) -> float:
        """How high the line is, so far along it."""
        share = along / self.length if self.length > 0 else 0.0
        return self.eye + (self.top - self.eye) * share

    @property
    def least_over(self) -> Block | None:
        """The solid piece that a clear line passes over most closely; None where nothing is near."""
        return min((b for b in self.blocks if b.solid and b.over >= 0), key=lambda b: b.over, default=None)


def side_view(scene: Scene, viewer: Base, target: Base, sight: Sight, aim: str = "top") -> SideView:
    """The answer `sight` to whether `viewer` sees `target`, laid out along its line.

    Raises GeometryError for a line of no length."""
    start, end = sight.line
    length = math.dist(start, end)
    if length <= TOLERANCE:
        raise GeometryError("a line of no length has no side view")
    eye, top = eye_height(viewer), aim_height(target, aim)
    walls, solids = outlines(scene), barriers(scene)
    absent = solids.absent_for(viewer, target)
    stopping = {s.piece.id for s, gone in zip(solids.shapes, absent.tolist(), strict=True) if not gone}
    crossed = stretches(between(walls, viewer, target), start, end)
    found = sorted((first, last, owner) for owner, first, last, _ in crossed)
    pieces = [(walls.shapes[owner].piece, max(0.0, first), min(1.0, last)) for first, last, owner in found]
    blocks = tuple(
        _block(piece.id, piece.height, first, last, length, (eye, top), solid=piece.id in stopping)
        for piece, first, last in pieces if piece.height > 0)
    stop = None if sight.stop is None else min(length, math.dist(start, sight.stop))
    ground = _ground(stretches_of(scene, start, end, {}))
    return SideView(sight.line, length, eye, top, ground, blocks, sight.clear, stop, sight.blocked_by)


def _ground(parts: list[Stretch]) -> tuple[Stretch, ...]:
    """The ground with stretches of one level made one."""
    out: list[Stretch] = []
    for part in parts:
        if out and (out[-1].level, out[-1].gap) == (part.level, part.gap):
            out[-1] = out[-1]._replace(end=part.end)
        else:
            out.append(part)
    return tuple(out)


def _block(
    piece: str, height: float, first: float, last: float, length: float, ends: tuple[float, float], *, solid: bool
) -> Block:
    eye, top = ends
    over = min(eye + (top - eye) * share for share in (first, last)) - height
    low = first_low(first, last, height, eye, top)
    return Block(piece, first * length, last * length, height, solid, over, None if low is None else low * length)
