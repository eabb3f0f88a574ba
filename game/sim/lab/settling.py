"""What stands on the ground stays on it: a deck that is moved, raised or taken away lifts and lowers models."""
from __future__ import annotations

from game.sim.lab.doc import Doc
from game.sim.lab.edits import ground_levels
from game.table.terrain import Terrain

CLIMBABLE = "climbable"
NEAR = 1e-6


def settled(before: Doc, after: Doc) -> Doc:
    """`after` with every model that stood on the ground standing on it again, where decks have changed or it was moved
    with them. One that somebody has put at a height of its own stays there."""
    if not _decks_differ(before, after):
        return after
    was = {str(spec.id): spec for _, spec in before.specs()}
    pairs = [(old, spec) for _, spec in after.specs() if (old := was.get(str(spec.id))) and old.at and spec.at]
    levels = ground_levels(before, [old.at for old, _ in pairs if old.at])
    for (old, spec), stood, level in zip(
            pairs, levels, ground_levels(after, [spec.at for _, spec in pairs if spec.at]), strict=True):
        if abs(old.elevation - stood) <= NEAR < abs(level - spec.elevation):
            after = after.with_model(str(spec.id), elevation=level)
    return after


def _decks_differ(before: Doc, after: Doc) -> bool:
    """Whether any piece that can be stood on came, went or changed."""
    one, other = before.setting.terrain, after.setting.terrain
    if one is other:
        return False
    return any(_is_deck(piece) for key in {*one, *other} if one.get(key) is not other.get(key)
               for piece in (one.get(key), other.get(key)))


def _is_deck(piece: Terrain | None) -> bool:
    return piece is not None and CLIMBABLE in piece.traits and piece.height > 0
