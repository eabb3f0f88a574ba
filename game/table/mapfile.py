"""Map files: a table with its terrain, in TOML."""
from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from game.errors import FileError
from game.table import datafile, tomltext
from game.table.picture import read_picture
from game.table.table import Background, Table
from game.table.terrain import Terrain
from game.table.terrainspec import TerrainSpec, build_terrain
from game.words import say

LARGEST_TABLE = 144.0
FURTHEST = 1000.0
"""Inches. Nothing of a table's picture lies further off."""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map as written. `table` is [width, height] in inches."""

    title: str
    table: tuple[float, float]
    author: str = ""
    about: str = ""
    ground: str = "street"
    seed: int = 1
    background: Background | None = None
    paint: tuple[dict[str, Any], ...] = ()
    terrain: tuple[TerrainSpec, ...] = ()


def read_map(path: Path) -> tuple[Table, dict[str, Terrain]]:
    """The table and its pieces by id. Raises FileError."""
    written = load_map(path)
    table = Table(
        width=written.table[0], height=written.table[1], title=written.title, ground=written.ground,
        seed=written.seed, paint=written.paint, background=placed_background(path, written.background),
    )
    return table, build_terrain(path, written.terrain)


def load_map(path: Path) -> MapFile:
    """The map as its file writes it; its pieces are not looked at yet. Raises FileError."""
    written = datafile.load(path, MapFile)
    check_size(path, written.table)
    return written


def check_size(path: object, size: tuple[float, float]) -> None:
    """Raises FileError unless both sides are above 0 and at most 144 in."""
    if not all(0 < side <= LARGEST_TABLE for side in size):
        raise FileError(path, "table", say("{size} is no table; sides above 0 and up to {most:g} in",
                                           size=list(size), most=LARGEST_TABLE))


def placed_background(path: Path, background: Background | None) -> Background | UnsetType:
    """A file's background with the whole path of its picture, which lies beside it. Raises FileError where there is
    no such picture, or it lies nowhere."""
    if background is None:
        return UNSET
    numbers = (*background.at, *(background.size or ()))
    if not all(math.isfinite(n) and abs(n) <= FURTHEST for n in numbers):
        raise FileError(path, "background", say("a picture lies within {furthest:g} in of the table's corner",
                                                furthest=FURTHEST))
    if background.size is not None and min(background.size) <= 0:
        raise FileError(path, "background.size", say("{size} is no size; inches above 0 are wanted",
                                                     size=list(background.size)))
    picture = path.parent / background.picture
    read_picture(picture, "background.picture", named=path)
    return replace(background, picture=str(picture.resolve()))


# --- writing


def write_text(written: MapFile) -> str:
    """The map as a file: the same map is read from it again."""
    lines = [_line(key, value) for key, value in _told(written, ("background", "paint", "terrain")).items()]
    if written.background is not None:
        lines += ["", "[background]", *(_line(k, v) for k, v in _told(written.background).items())]
    for name, tables in (("paint", written.paint), ("terrain", [_told(spec) for spec in written.terrain])):
        for table in tables:
            lines += ["", f"[[{name}]]", *(_line(key, value) for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _told(struct: msgspec.Struct, without: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """The fields that do not have their usual value."""
    usual = _usual(type(struct))
    return {name: getattr(struct, name) for name in usual
            if name not in without and getattr(struct, name) != usual[name]}


@functools.cache
def _usual(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    """The fields of a kind of table, each with its usual value."""
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


def _line(key: str, value: Any) -> str:
    return f"{tomltext.key(key)} = {tomltext.value(tomltext.short(value))}"
