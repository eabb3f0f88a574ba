"""Map files: a table with its terrain, in TOML."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from game.errors import FileError
from game.table import datafile
from game.table.table import Table
from game.table.terrain import Terrain
from game.table.terrainspec import TerrainSpec, build_terrain
from game.words import say

LARGEST_TABLE = 144.0


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map as written. `table` is [width, height] in inches."""

    title: str
    table: tuple[float, float]
    author: str = ""
    about: str = ""
    ground: str = "street"
    seed: int = 1
    paint: tuple[dict[str, Any], ...] = ()
    terrain: tuple[TerrainSpec, ...] = ()


def read_map(path: Path) -> tuple[Table, dict[str, Terrain]]:
    """The table and its pieces by id. Raises FileError."""
    written = datafile.load(path, MapFile)
    check_size(path, written.table)
    table = Table(
        width=written.table[0], height=written.table[1], title=written.title, ground=written.ground,
        seed=written.seed, paint=written.paint,
    )
    return table, build_terrain(path, written.terrain)


def check_size(path: object, size: tuple[float, float]) -> None:
    """Raises FileError unless both sides are above 0 and at most 144 in."""
    if not all(0 < side <= LARGEST_TABLE for side in size):
        raise FileError(path, "table", say("{size} is no table; sides above 0 and up to {most:g} in",
                                           size=list(size), most=LARGEST_TABLE))
