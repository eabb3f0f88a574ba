"""What stands on the ground stays on it: a deck that is moved, raised or taken away lifts and lowers models."""
from __future__ import annotations

from game.sim.lab import shaping
from game.sim.lab.doc import Doc
from game.sim.lab.edits import ground_levels
from game.table.terrain import Terrain
from game.units import Point

CLIMBABLE = "climbable"
NEAR = 1e-6


def settled(before: Doc, after: Doc) -> Doc:
    """`after` with every model that stood on the ground standing on it again, where decks have changed or it was moved
    with them. One that somebody has put at a height of its own stays there."""
    decks = [shaping.bounds(piece) for piece in _changed_decks(before, after)]
    if not decks:
        return after
    was = {str(spec.id): spec for _, spec in before.specs()}
    pairs = [(old, spec) for _, spec in after.specs() if (old := was.get(str(spec.id))) and old.at and spec.at
             and (old.at != spec.at or any(_within(spec.at, deck) for deck in decks))]
    if not pairs:
        return after
    levels = ground_levels(before, [old.at for old, _ in pairs if old.at])
    for (old, spec), stood, level in zip(
            pairs, levels, ground_levels(after, [spec.at for _, spec in pairs if spec.at]), strict=True):
        if abs(old.elevation - stood) <= NEAR < abs(level - spec.elevation):
            after = after.with_model(str(spec.id), elevation=level)
    return after


def _changed_decks(before: Doc, after: Doc) -> list[Terrain]:
    """The pieces that can be stood on and came, went or changed, as they were and as they are."""
    one, other = before.setting.terrain, after.setting.terrain
    if one is other:
        return []
    return [piece for key in {*one, *other} if one.get(key) is not other.get(key)
            for piece in (one.get(key), other.get(key))
            if piece is not None and CLIMBABLE in piece.traits and piece.height > 0]


def _within(at: Point, bounds: tuple[float, float, float, float]) -> bool:
    west, south, east, north = bounds
    return west - NEAR <= at[0] <= east + NEAR and south - NEAR <= at[1] <= north + NEAR
