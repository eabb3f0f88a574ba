"""A game's table and terrain as the ground painter wants them."""
from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import msgspec

from game.table.table import Table
from game.table.terrain import Terrain
from game.ui.draw.ground.backdrop import backdrop_of
from game.ui.draw.ground.layer import StaticLayer
from game.ui.draw.ground.spec import GROUNDS, KINDS, Paint, PieceLook, TableLook, look_of
from game.ui.stage import is_system
from game.words import joined, say

DRY = ("field", "interior", "concrete")


def table_look(table: Table) -> TableLook:
    """The ground and its decorations; decorations that no painter knows are left out."""
    ground = table.ground if table.ground in GROUNDS else "street"
    paint = tuple(p for p in (_paint(written) for written in table.paint) if p is not None)
    backdrop = None
    if table.background:
        under = table.background
        backdrop = backdrop_of(under.picture, under.at, under.size or (table.width, table.height))
    dry = ground in DRY or backdrop is not None
    return TableLook(width=table.width, height=table.height, ground=ground, seed=table.seed,
                     wet=0.0 if dry else 1.0, paint=paint, backdrop=backdrop)


def _paint(written: dict[str, Any]) -> Paint | None:
    try:
        return msgspec.convert(written, Paint)
    except msgspec.ValidationError:
        return None


def piece_look(piece: Terrain) -> PieceLook:
    """How one piece is drawn. An unknown kind is drawn after its traits."""
    kind = piece.kind if piece.kind in KINDS else ""
    return look_of(piece, kind, seed=piece.seed, style=piece.style, state=piece.state if kind == "door" else "")


def drawn(pieces: Iterable[Terrain]) -> list[PieceLook]:
    """The pieces that lie in the static layer: all but the hexagons."""
    return [piece_look(piece) for piece in pieces if not is_system(piece)]


TRAITS = {"difficult": say("difficult"), "dangerous": say("dangerous")}


@functools.lru_cache(256)
def label_of(piece: Terrain) -> str:
    """What a piece is in a few words: 'Wall 3″', 'Rubble, heavy, difficult'."""
    words = [piece.title]
    if piece.system:
        words += [piece.state.replace("_", " ")] if piece.state else []
        words += [say("TN {tn}", tn=piece.tn)] if piece.tn is not None else []
    else:
        if piece.height >= 0.75 and not is_system(piece):
            words[0] = joined(" ", (piece.title, f"{piece.height:g}″"))
        words += [piece.cover] if piece.cover else []
        words += [told for trait, told in TRAITS.items() if trait in piece.traits]
        words += [say("see in, not through")] if "obscuring" in piece.traits else []
        words += [say("drop {depth:g}″", depth=piece.depth)] if "gap" in piece.traits else []
    return joined(", ", words)


class Ground:
    """The static layer of one table, kept in step with the terrain as it stands."""

    def __init__(self, table: Table, terrain: dict[str, Terrain], cache_dir: Any = None) -> None:
        self._terrain = terrain
        self.layer = StaticLayer(table_look(table), drawn(terrain.values()), cache_dir=cache_dir)

    def follow(self, terrain: dict[str, Terrain]) -> None:
        """Repaints what is another piece than before (a door that opened)."""
        if terrain is self._terrain:
            return
        before, self._terrain = self._terrain, terrain
        changed = [p for p in terrain.values() if before.get(p.id) is not p and not is_system(p)]
        looks = [piece_look(p) for p in changed]
        old = {name: piece_look(before[name]) for name in (p.id for p in changed) if name in before}
        self.layer.changed(*[look for look in looks if old.get(look.id) != look])
        gone = [name for name in before if name not in terrain and not is_system(before[name])]
        if gone:
            self.layer.removed(*gone)
