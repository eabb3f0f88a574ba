"""Tiled's templates: an object that tells only where it stands, the rest lies in a file beside the map."""
from __future__ import annotations

from pathlib import Path

from game.errors import FileError
from game.sim.foreign_fields import Json, clean, objects, shown
from game.sim.maps.found import Tally
from game.sim.maps.plain_data import decoded
from game.table import datafile
from game.words import say


class Templates:
    """The templates of one map, each read once."""

    def __init__(self, path: Path, tally: Tally) -> None:
        self._path, self._tally = path, tally
        self._known: dict[str, Json | None] = {}

    def whole(self, told: Json, where: str) -> Json | None:
        """The object with what its template tells; None, and a line in the report, where that file is not there.
        Raises FileError for a template that cannot be used."""
        name = told.get("template")
        if name is None:
            return told
        if not isinstance(name, str):
            raise FileError(str(self._path), f"{where}.template", say("{given} is no file's name",
                                                                      given=shown(name)))
        if name not in self._known:
            self._known[name] = self._read(name)
        base = self._known[name]
        if base is None:
            self._tally.drop(say('objects of the template "{given}", which is not there', given=clean(name)))
            return None
        own = {key: value for key, value in told.items() if key != "template"}
        return {**base, **own, "properties": _merged(str(self._path), where, base, own)}

    def _read(self, name: str) -> Json | None:
        path = self._path.parent / name
        if not datafile.is_file(path):
            return None
        found = decoded(str(path), datafile.read_bytes(path))
        base = found.get("object") if isinstance(found, dict) else None
        if not isinstance(base, dict):
            raise FileError(path, "object", "is no template of Tiled, which holds one object")
        if "template" in base:
            raise FileError(path, "object.template", "a template cannot be made from another one; write its object "
                                                     "out in full")
        return {key: value for key, value in base.items() if key not in ("x", "y", "id")}


def _merged(source: str, where: str, base: Json, own: Json) -> list[Json]:
    """The properties of both; the object's own come first in rank."""
    mine = objects(source, where, own, "properties")
    names = [entry.get("name") for entry in mine]
    return [*mine, *(e for e in objects(source, where, base, "properties") if e.get("name") not in names)]
