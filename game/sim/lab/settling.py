"""What stands on the ground stays on it: a deck that is moved, raised or taken away lifts and lowers models."""
from __future__ import annotations

from game.sim.lab.doc import Doc
from game.sim.lab.edits import ground_level
from game.table.terrain import Terrain

CLIMBABLE = "climbable"
NEAR = 1e-6


def settled(before: Doc, after: Doc) -> Doc:
    """`after` with every model that stood on the ground standing on it again, where decks have changed or it was moved
    with them. One that somebody has put at a height of its own stays there."""
    if not _decks_differ(before, after):
        return after
    was = {str(spec.id): spec for _, spec in before.specs()}
    for _, spec in after.specs():
        old = was.get(str(spec.id))
        if old is None or old.at is None or spec.at is None:
            continue
        grounded = abs(old.elevation - ground_level(before, old.at)) <= NEAR
        level = ground_level(after, spec.at)
        if grounded and abs(level - spec.elevation) > NEAR:
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
