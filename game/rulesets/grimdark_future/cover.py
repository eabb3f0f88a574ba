"""Cover: most of the unit wholly inside cover, or behind what hides it (GF-10.1 to 10.3, GF-R50 to R54)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.state import GameState
from game.geometry.measure import gap, inside
from game.rulesets.grimdark_future.conditions import alive, number
from game.rulesets.grimdark_future.sightlines import is_behind
from game.table.model import Model


def has_cover(state: GameState, shooters: Sequence[Model], unit: str, *, behind_counts: bool = True) -> bool:
    """Whether more than half of the unit is inside cover or behind something, as its nearest firing model sees it.

    Without `behind_counts` (Indirect) only being inside does. GF-R50, GF-S16
    """
    members = alive(state, unit)
    viewer = nearest_shooter(state, shooters, unit)
    covered = sum(
        is_inside(state, m, alone=len(members) == 1) or (behind_counts and is_behind(state, viewer, m)) for m in members
    )
    return 2 * covered > len(members)


def model_has_cover(state: GameState, shooter: Model, target: Model, behind_counts: bool) -> bool:
    """Cover of one model, as a unit of one. GF-S25, GF-S16"""
    return is_inside(state, target, alone=True) or (behind_counts and is_behind(state, shooter, target))


def nearest_shooter(state: GameState, shooters: Sequence[Model], unit: str) -> Model:
    """The firing model nearest to the unit, the lowest number of equals. GF-R52"""
    targets = alive(state, unit)
    return min(shooters, key=lambda s: (round(min(gap(s.base, t.base) for t in targets), 6), number(state, s)))


def is_inside(state: GameState, model: Model, *, alone: bool) -> bool:
    """Wholly in a piece of cover; a lone model by its centre. GF-R51"""
    how = "centre" if alone else "whole"
    return any(piece.cover and inside(model.base, piece, how) for piece in state.scene.pieces)
