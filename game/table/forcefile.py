"""Force files: an army or a crew in TOML, of any rule set, written to be read and changed by hand.

A unit names a `profile` of its rule set's catalogue, or is given in full with the keys that its rule set knows.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from game.errors import FileError, did_you_mean
from game.table import datafile, tomltext
from game.words import say

KEYS = ("id", "profile", "name", "joins")
LONGEST_NAME = 40
MOST_UNITS = 200
HIGHEST_LIMIT = 100_000


class ForceUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a force. `joins` is the id of the unit that it is deployed in; `own` are its rule set's keys."""

    id: str
    profile: str = ""
    name: str = ""
    joins: str = ""
    own: dict[str, Any] = {}


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """A force as a player puts it together, in roster order. `limit` is in points, 0 for none; `source` is the file it
    came from, for errors. One in a `campaign` keeps a record of its `battles`, whose keys its rule set knows."""

    name: str
    rules: str
    limit: int = 0
    about: str = ""
    units: tuple[ForceUnit, ...] = ()
    source: str = ""
    campaign: bool = False
    battles: tuple[dict[str, Any], ...] = ()

    def unit(self, name: str) -> ForceUnit | None:
        """The unit with this id."""
        return next((u for u in self.units if u.id == name), None)

    def joined_to(self, name: str) -> list[ForceUnit]:
        """The units that are deployed in this one."""
        return [u for u in self.units if name and u.joins == name]

    def free_id(self, wish: str) -> str:
        """An id like `wish` that no unit has: "rifles-1", "rifles-2", ..."""
        stem = re.sub(r"-\d+$", "", slug(wish)) or "unit"
        taken = {u.id for u in self.units}
        return next(i for i in (f"{stem}-{n}" for n in range(1, len(taken) + 2)) if i not in taken)

    def with_unit(self, unit: ForceUnit, after: str = "") -> Force:
        """The force with one unit more, at its end or after another."""
        place = next((n for n, u in enumerate(self.units, 1) if u.id == after), len(self.units))
        return replace(self, units=(*self.units[:place], unit, *self.units[place:]))

    def without(self, name: str) -> Force:
        """The force without a unit; those that were joined to it stand alone."""
        kept = (replace(u, joins="") if u.joins == name else u for u in self.units if u.id != name)
        return replace(self, units=tuple(kept))

    def changed(self, unit: ForceUnit) -> Force:
        """The force with the unit of the same id replaced."""
        return replace(self, units=tuple(unit if u.id == unit.id else u for u in self.units))


class ForceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A force as written."""

    name: str
    rules: str
    limit: int = 0
    about: str = ""
    campaign: bool = False
    unit: tuple[dict[str, Any], ...] = ()
    battle: tuple[dict[str, Any], ...] = ()


def read_force(path: Path) -> Force:
    """The force in a file; what only its rule set knows is not looked at yet. Raises FileError."""
    written = datafile.load(path, ForceFile)
    if not written.name.strip() or len(written.name) > LONGEST_NAME or not written.name.isprintable():
        raise FileError(path, "name", say("a name of 1 to {most} printable signs is wanted",
                                          most=LONGEST_NAME))
    if not 0 <= written.limit <= HIGHEST_LIMIT:
        raise FileError(path, "limit", say("{limit} is not from 0 (no limit) to {most}",
                                           limit=written.limit, most=HIGHEST_LIMIT))
    if len(written.unit) > MOST_UNITS:
        raise FileError(path, "unit", say("{count} units are more than {most}", count=len(written.unit),
                                          most=MOST_UNITS))
    units = tuple(_unit(path, entry, number) for number, entry in enumerate(written.unit))
    _check_ids(path, units)
    if written.battle and not written.campaign:
        raise FileError(path, "battle", "belongs to a force with campaign = true")
    joined = tuple(_joined(path, unit, number, units) for number, unit in enumerate(units))
    return Force(name=written.name, rules=written.rules, limit=written.limit, about=written.about, units=joined,
                 source=str(path), campaign=written.campaign, battles=written.battle)


def _unit(path: Path, entry: Mapping[str, Any], number: int) -> ForceUnit:
    where = f"unit[{number}]"
    for key in KEYS:
        if not isinstance(entry.get(key, ""), str):
            raise FileError(path, f"{where}.{key}", "a word in quotes is wanted")
    unit_id = entry.get("id") or f"unit-{number + 1}"
    if slug(unit_id) != unit_id:
        raise FileError(path, f"{where}.id", say('"{unit_id}" is no id: small letters, digits, "-" and "_"',
                                                 unit_id=unit_id))
    name = entry.get("name", "")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise FileError(path, f"{where}.name", say("a name of up to {most} printable signs is wanted",
                                                   most=LONGEST_NAME))
    return ForceUnit(
        id=unit_id, profile=entry.get("profile", ""), name=name, joins=entry.get("joins", ""),
        own={key: value for key, value in entry.items() if key not in KEYS},
    )


def _check_ids(path: Path, units: Iterable[ForceUnit]) -> None:
    seen: set[str] = set()
    for number, unit in enumerate(units):
        if unit.id in seen:
            raise FileError(path, f"unit[{number}].id", say('the id "{id}" is used twice', id=unit.id))
        seen.add(unit.id)


def _joined(path: Path, unit: ForceUnit, number: int, units: tuple[ForceUnit, ...]) -> ForceUnit:
    """The unit with the id of the one it joins, which the file may also tell by name."""
    if not unit.joins:
        return unit
    named = [u.id for u in units if unit.joins in (u.id, u.name) and u.id != unit.id]
    if len(named) != 1:
        known = [u.id for u in units if u.id != unit.id]
        wrong = say('several units are called "{name}"; give an id', name=unit.joins) if named else (
            say('no unit "{joins}" in this force{near}', joins=unit.joins,
                near=did_you_mean(unit.joins, known)))
        raise FileError(path, f"unit[{number}].joins", wrong)
    return replace(unit, joins=named[0])


def slug(words: str) -> str:
    """`words` as an id or a file's name: small letters, digits, "-" and "_"; '' when nothing is left of them."""
    return re.sub(r"[^a-z0-9_]+", "-", words.casefold()).strip("-")[:48].rstrip("-")


def write_text(force: Force) -> str:
    """The force as a file: the same force is read from it again."""
    about = ("A crew in a campaign for Firing Arc: its members as they are now, then its battles." if force.campaign
             else "A force for Firing Arc. `joins` names the unit that a hero is deployed in.")
    lines = [f"# {about}", ""]
    lines += [f"{key} = {tomltext.value(getattr(force, key))}"
              for key in ("name", "rules", "limit", "about", "campaign")
              if getattr(force, key) or key in ("name", "rules")]
    for unit in force.units:
        lines += ["", "[[unit]]"]
        lines += [f"{key} = {tomltext.value(getattr(unit, key))}" for key in KEYS if getattr(unit, key)]
        lines += [f"{key} = {tomltext.value(value)}" for key, value in unit.own.items()]
    for battle in force.battles:
        lines += ["", "[[battle]]", *(f"{key} = {_lines(value)}" for key, value in battle.items())]
    return "\n".join(lines) + "\n"


def _lines(value: Any) -> str:
    """A value in TOML; a list of sentences has each on a line of its own."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(v, str) for v in value):
        return "[\n" + "".join(f"    {tomltext.value(entry)},\n" for entry in value) + "]"
    return tomltext.value(value)
