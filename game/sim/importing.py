"""Files of other programs: which kind one is, and what comes of it."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.errors import FileError
from game.sim import army_forge
from game.sim.army_forge import Imported
from game.sim.maps.found import ImportedMap, Wish
from game.sim.maps.plain_data import WANTED, decoded
from game.sim.maps.plain_picture import read_plain_picture
from game.sim.maps.tiled import is_tiled, read_tiled
from game.sim.maps.uvtt import is_uvtt, read_uvtt
from game.table import datafile
from game.table.picture import is_picture
from game.words import say

LARGEST = 128 * 1024 * 1024
"""Bytes. A map carries its picture within it."""


def import_file(path: Path) -> Imported:
    """The force in a list of another program, with a report. Raises FileError for anything that is none."""
    found = import_any(path, Wish(picture=False), maps=False)
    assert isinstance(found, Imported)
    return found


def import_map(path: Path, wish: Wish | None = None) -> ImportedMap:
    """The table in a map or a picture of another program, with a report; nothing is written yet (`save_map` does).
    Raises FileError for anything that is none, UnknownName for a kind that is asked for and does not exist."""
    found = import_any(path, wish, forces=False)
    assert isinstance(found, ImportedMap)
    return found


def import_any(
    path: Path, wish: Wish | None = None, *, forces: bool = True, maps: bool = True
) -> Imported | ImportedMap:
    """A force or a table, whichever the file holds: its content tells, not its name. Raises FileError for anything
    else, and for what is not wanted here; UnknownName as `import_map`."""
    wish = wish or Wish()
    wish.check()
    data = datafile.read_bytes(path, LARGEST)
    read = _reader(path, data, wish)
    is_force = isinstance(read, _Force)
    if is_force and not forces:
        raise FileError(path, "", "is an Army Forge list, not a map; Forces imports it")
    if not is_force and not maps:
        raise FileError(path, "", "is a map, not a list of an army; the Lab imports it")
    try:
        return read()
    except RecursionError:
        raise FileError(path, "", "is nested too deeply") from None


class _Force:
    """An Army Forge list that is to be read."""

    def __init__(self, path: Path, data: Any) -> None:
        self._path, self._data = path, data

    def __call__(self) -> Imported:
        return army_forge.read_list(str(self._path), self._data)


def _reader(path: Path, data: bytes, wish: Wish) -> _Force | Callable[[], ImportedMap]:
    """What reads a file of this content. Raises FileError where nothing does."""
    if is_picture(data):
        return lambda: read_plain_picture(str(path), data, wish)
    found = decoded(str(path), data)
    if is_tiled(found):
        return lambda: read_tiled(path, found, wish)
    if is_uvtt(found):
        return lambda: read_uvtt(str(path), found, wish)
    if army_forge.is_army_forge(found):
        return _Force(path, found)
    raise FileError(path, "", say("holds nothing that can be imported; {wanted}", wanted=WANTED))
