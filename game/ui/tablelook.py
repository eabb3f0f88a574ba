"""A table of the rules as the painter wants it."""
from __future__ import annotations

from collections.abc import Mapping

import msgspec

from game.table import datafile
from game.table.table import Table
from game.table.terrain import Terrain
from game.ui.draw.ground.spec import KINDS, Paint, PieceLook, TableLook, look_of, steady_seed

TOKENS = frozenset({"terminal", "turret", "drone", "data_node"})
"""Kinds that are drawn as hexagons over the table, not painted on it."""

AS = {"tank": "barrel"}
"""Kinds that the painter knows by another name."""


def table_look(table: Table, source: object = "table") -> TableLook:
    """The ground with its decorations. Raises FileError, naming `source`, for a decoration that is none."""
    paint = tuple(
        datafile.convert(source, {"seed": steady_seed(f"{table.seed}-{number}"), **mark}, Paint, f"paint[{number}]")
        for number, mark in enumerate(table.paint)
    )
    return TableLook(width=table.width, height=table.height, ground=table.ground, seed=table.seed,
                     wet=0.0 if table.ground == "field" else 1.0, paint=paint)


def piece_looks(terrain: Mapping[str, Terrain]) -> list[PieceLook]:
    """The pieces that are painted, in file order."""
    return [piece_look(piece) for piece in terrain.values() if piece.kind not in TOKENS]


def piece_look(piece: Terrain) -> PieceLook:
    """One piece; a kind that the painter lacks is drawn by its traits."""
    kind = AS.get(piece.kind, piece.kind)
    look = look_of(piece, kind if kind in KINDS else "")
    return msgspec.structs.replace(look, seed=piece.seed, state=piece.state)
