"""An imported map as files: the table, and the picture beside it. Both or neither, and nothing of others lost."""
from __future__ import annotations

import contextlib
from pathlib import Path

from msgspec.structs import replace

from game.engine.journal import write_atomically
from game.errors import FileError
from game.sim.maps.found import ImportedMap
from game.table import datafile
from game.table.mapfile import write_text


def save_map(found: ImportedMap, target: Path) -> list[Path]:
    """Writes the table and its picture; the files written, the table first. A picture of other content that lies
    there already stays, and the new one gets another name. Raises FileError, and leaves nothing half written."""
    if not found.picture:
        write_atomically(target, write_text(replace(found.map, background=None)).encode())
        return [target]
    picture = _place(target, found)
    fresh = not datafile.is_file(picture)
    if fresh:
        write_atomically(picture, found.picture)
    background = found.map.background
    assert background is not None
    try:
        named = replace(found.map, background=replace(background, picture=picture.name))
        write_atomically(target, write_text(named).encode())
    except BaseException:
        if fresh:
            with contextlib.suppress(OSError):
                picture.unlink()
        raise
    return [target, picture]


def _place(target: Path, found: ImportedMap) -> Path:
    """Beside the table, named like it: where nothing lies, or the same picture."""
    for number in range(1, 100):
        stem = target.stem if number == 1 else f"{target.stem}-{number}"
        path = target.with_name(stem + found.picture_end)
        if not path.exists() or _holds(path, found.picture):
            return path
    raise FileError(target, "", "has a hundred pictures of its name beside it; give the table another name")


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False
