"""Custom properties of Tiled, and what of them a piece of terrain is told."""
from __future__ import annotations

from typing import Any

from game.errors import FileError, did_you_mean
from game.geometry.shapes import COVERS, TRAITS
from game.sim.foreign_fields import Json, clean, measure, objects, shown, whole
from game.table.terrainspec import kinds
from game.words import say

HIGHEST = 100.0
WORDS = ("id", "system", "state", "style")
NUMBERS = ("height", "depth")
WHOLES = {"tn": (-1000, 1000), "seed": (0, 2**31)}
THICKNESS = "thickness"
KNOWN = frozenset({*WORDS, *NUMBERS, *WHOLES, *TRAITS, "traits", "cover", THICKNESS})
LONGEST = 400
"""Letters of a title or a text; more are cut."""


def properties(source: str, where: str, thing: Json) -> Json:
    """A thing's custom properties by name. Raises FileError."""
    told = thing.get("properties")
    if isinstance(told, dict):  # as Tiled wrote them before 1.2
        return told
    found: Json = {}
    for number, entry in enumerate(objects(source, where, thing, "properties")):
        name = entry.get("name")
        if not isinstance(name, str):
            place = f"{where}.properties[{number}].name" if where else f"properties[{number}].name"
            raise FileError(source, place, say("{given} is no name", given=shown(name)))
        found[name] = entry.get("value")
    return found


def words_of(value: Any) -> str:
    """A property's words on one line; '' for anything else."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())[:LONGEST] \
        if isinstance(value, str) else ""


def piece_fields(source: str, where: str, told: Json, kind: str) -> Json:
    """What the properties tell of a piece, as the fields of a TerrainSpec. Raises FileError."""
    found: Json = {key: clean(told[key]) for key in WORDS if isinstance(told.get(key), str)}
    found |= {key: measure(source, where, told, key, 0, HIGHEST) for key in NUMBERS if key in told}
    found |= {key: whole(source, where, told, key, *limits) for key, limits in WHOLES.items() if key in told}
    if not found.get("id", "x"):
        del found["id"]
    traits = _traits(source, where, told, kind)
    if traits is not None:
        found["traits"] = traits
    cover = _cover(source, where, told, kind)
    return found if cover is None else {**found, "cover": cover}


def _traits(source: str, where: str, told: Json, kind: str) -> tuple[str, ...] | None:
    """The list under "traits", else the kind's own with those of single properties (opaque = true) put in or out."""
    if "traits" in told:
        given = told["traits"]
        if not isinstance(given, str):
            raise FileError(source, f"{where}.traits", say("{given} are no traits; words with commas are wanted",
                                                           given=shown(given)))
        names = tuple(clean(name) for name in given.split(",") if clean(name))
        for name in names:
            _check(source, f"{where}.traits", "trait", name, TRAITS)
        return names
    single = {name: told[name] is not False for name in TRAITS if name in told}
    if not single:
        return None
    own = kinds()[kind].traits if kind else ()
    return tuple(name for name in TRAITS if single.get(name, name in own))


def _cover(source: str, where: str, told: Json, kind: str) -> str | None:
    """A grade of cover by name; of true the kind's own, or soft."""
    given = told.get("cover")
    if given is None:
        return None
    if isinstance(given, bool):
        return ((kinds()[kind].cover if kind else None) or "soft") if given else "none"
    name = clean(given) if isinstance(given, str) else shown(given)
    if name not in ("", "none"):
        _check(source, f"{where}.cover", "cover", name, COVERS)
    return name or None


def _check(source: str, where: str, what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise FileError(source, where, say('no {what} "{name}"{near}',
                                           what=what, name=name, near=did_you_mean(name, known)))
