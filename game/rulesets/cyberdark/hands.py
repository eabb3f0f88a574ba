"""What a character can lay hands on: near enough, and with no wall between (CD-S2 to CD-S5)."""
from __future__ import annotations

from game.engine.state import GameState
from game.geometry.cover import pieces_between
from game.geometry.measure import gap, gap_to_piece
from game.geometry.shapes import Base
from game.rulesets.cyberdark.data import NUMBERS
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import within

WALL = frozenset({"opaque", "impassable"})
"""What blocking terrain is; arms do not go through it either. CD-H8"""
POINT = 1e-6
"""Inches: the radius of what stands for a point."""


def is_at(state: GameState, model: Model, piece: Terrain) -> bool:
    """Whether it can lay hands on a door or a terminal. CD-S2, CD-S3"""
    near = within(gap_to_piece(model.base, piece), NUMBERS.reach)
    return near and not _walls(state, model.base, Base(*piece.centre, POINT), piece.id)


def is_at_friend(state: GameState, model: Model, friend: Model) -> bool:
    """Whether it can take somebody up. CD-S4, CD-S5"""
    return within(gap(model.base, friend.base), NUMBERS.reach) and not _walls(state, model.base, friend.base)


def _walls(state: GameState, base: Base, other: Base, besides: str = "") -> bool:
    """Whether blocking terrain other than `besides` lies on the line of centres."""
    if base.at == other.at:
        return False
    return any(p.traits >= WALL and p.id != besides for p in pieces_between(state.scene, base, other))
