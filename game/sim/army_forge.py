"""Lists of OPR's Army Forge: the JSON behind a list's share link, read into a force of Grimdark Future.

What the list says of a unit after its upgrades (`loadout`) counts. Nothing is trusted: a field of the wrong kind is
refused with its place, or left out and told. Points are the list's own, added up unit by unit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from game.errors import FileError
from game.rulesets.grimdark_future.own_units import MOST_MODELS, OwnItem, OwnUnit, OwnWeapon
from game.sim.foreign_fields import Json, clean, shown, words
from game.sim.forge_unit import UnitReader
from game.table.forcefile import LONGEST_NAME, MOST_UNITS, Force, ForceUnit, slug
from game.words import joined, plain, say, say_many

RULES = "grimdark_future"
GAMES = {"gf": "", "gff": "Grimdark Future: Firefight", "aof": "Age of Fantasy", "aofs": "Age of Fantasy: Skirmish",
         "aofr": "Age of Fantasy: Regiments"}


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a file: the force, what was taken, which special rules are not automated, what else to know."""

    force: Force
    taken: tuple[str, ...]
    not_automated: tuple[str, ...]
    notes: tuple[str, ...]

    def lines(self) -> list[str]:
        """The whole report."""
        told = [say("Taken:"), *(f"  {line}" for line in self.taken)]
        told += [say("Points come from the list; the formula was not asked.")]
        told += [say("Not automated, and left out:") if self.not_automated
                 else say("Every special rule of it is automated.")]
        return [*told, *(f"  {line}" for line in self.not_automated), *self.notes]


class _Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the list while it is read; a combined pair becomes one of them, known by both selections."""

    selections: tuple[str, ...]
    book_id: str
    name: str
    combined: bool
    joins: str
    where: str
    unit: OwnUnit
    notes: tuple[str, ...] = ()


def is_army_forge(data: Any) -> bool:
    """Whether it looks like a list of Army Forge, an export or a save."""
    return isinstance(data, dict) and ("saveVersion" in data or isinstance(data.get("units"), list))


def read_list(source: str, data: Json) -> Imported:
    """The list as a force, with a report. Raises FileError."""
    if "saveVersion" in data:
        raise FileError(source, "saveVersion", "is Army Forge's own save, which holds no profiles; in Army Forge share "
                                               "the list and export it for TTS, and import that JSON")
    units = data.get("units")
    if not isinstance(units, list) or not units:
        raise FileError(source, "units", "a list of units is wanted, as in the JSON of a list's share link")
    if len(units) > MOST_UNITS:
        raise FileError(source, "units", say("{count} units are more than {most_units}", count=len(units),
                                             most_units=MOST_UNITS))
    entries = [_entry(source, f"units[{n}]", unit) for n, unit in enumerate(units)]
    merged = _merged(source, entries)
    return _imported(source, data, merged)


def _entry(source: str, where: str, unit: Any) -> _Entry:
    if not isinstance(unit, dict):
        raise FileError(source, where, "a unit is an object with its name, size, quality, defense")
    name = words(source, where, unit, "name")[:LONGEST_NAME].rstrip()
    reader = UnitReader(source, where, name)
    own = reader.unit(unit)
    return _Entry(
        selections=(str(unit.get("selectionId") or ""),), book_id=str(unit.get("id") or ""), name=name,
        combined=unit.get("combined") is True, joins=str(unit.get("joinToUnit") or ""), where=where, unit=own,
        notes=tuple(reader.notes),
    )


# --- the whole list


def _merged(source: str, entries: Sequence[_Entry]) -> list[_Entry]:
    """Combined pairs as one unit: the same id, the second joined to the first."""
    pairs = {n: first for n, entry in enumerate(entries) if (first := _first_half(entries, entry)) is not None}
    kept = {n: entry for n, entry in enumerate(entries) if n not in pairs or pairs[n] in pairs}
    for second, first in pairs.items():
        if second not in kept:
            kept[first] = _both(source, kept[first], entries[second])
    return list(kept.values())


def _first_half(entries: Sequence[_Entry], entry: _Entry) -> int | None:
    """The place of the unit that a combined unit's second half belongs to."""
    if not entry.combined or not entry.joins:
        return None
    return next((n for n, other in enumerate(entries) if other is not entry and other.book_id == entry.book_id
                 and entry.joins in other.selections), None)


def _both(source: str, first: _Entry, second: _Entry) -> _Entry:
    """One unit of two halves: weapons alike are counted together."""
    a, b = first.unit, second.unit
    size = a.size + b.size
    if size > MOST_MODELS:
        raise FileError(source, first.where, say("{size} models in a combined unit are more than {most_models}",
                                                 size=size, most_models=MOST_MODELS))
    counts: dict[OwnWeapon, int] = {}
    for unit in (a, b):
        for weapon in unit.weapons:
            key = msgspec.structs.replace(weapon, models=0)
            counts[key] = counts.get(key, 0) + (weapon.models or unit.size)
    weapons = tuple(msgspec.structs.replace(w, models=0 if n == size else min(n, 100)) for w, n in counts.items())
    rules = tuple(rule for rule in a.rules if rule in b.rules)
    items = [_counted(item, unit) for unit in (a, b) for item in unit.items]
    items += [OwnItem(name=plain(say("One half")), rules=(rule,), models=unit.size)
              for unit in (a, b) for rule in unit.rules if rule not in rules]
    unit = msgspec.structs.replace(
        a, size=size, points=a.points + b.points, weapons=weapons, items=_together(items, size), rules=rules,
        dropped=tuple(dict.fromkeys((*a.dropped, *b.dropped))),
    )
    notes = (*first.notes, *second.notes, say("{first}: a combined pair became one unit of {size} models.",
                                              first=first.name, size=size))
    return msgspec.structs.replace(first, selections=first.selections + second.selections, unit=unit, notes=notes)


def _counted(item: OwnItem, unit: OwnUnit) -> OwnItem:
    return msgspec.structs.replace(item, models=item.models or unit.size)


def _together(items: Sequence[OwnItem], size: int) -> tuple[OwnItem, ...]:
    """Items of the same name and rules counted together; 0 where every model has one."""
    counts: dict[tuple[str, tuple[str, ...]], int] = {}
    for item in items:
        key = (item.name, item.rules)
        counts[key] = counts.get(key, 0) + item.models
    return tuple(OwnItem(name=name, rules=rules, models=0 if n >= size else n) for (name, rules), n in counts.items())


def _imported(source: str, data: Json, entries: Sequence[_Entry]) -> Imported:
    from game.rulesets.registry import ruleset  # the rule sets are slow to import, and this module is not

    builder = ruleset(RULES).builder
    notes = _about_list(data)
    force = Force(name=_list_name(data), rules=RULES, limit=_limit(data), about="Imported from an Army Forge list.",
                  source=source)
    ids: dict[str, str] = {}
    for entry in entries:
        unit = ForceUnit(id=force.free_id(slug(entry.name) or "unit"), name=entry.name, own=_keys(entry.unit))
        force = force.with_unit(unit)
        ids.update({selection: unit.id for selection in entry.selections if selection not in ids})
        notes += entry.notes
    for entry, unit in zip(entries, force.units, strict=True):
        force, told = _join(builder, force, entry, unit, ids)
        notes += [told] if told else []
    total = builder.points(force)
    notes += _about_points(data, total)
    notes += [say("As it stands a battle refuses it: {verdict}", verdict=verdict) for verdict in builder.check(force)]
    return Imported(force=force, taken=tuple(_taken(builder, force, total)), notes=tuple(notes),
                    not_automated=tuple(f"{e.name}: {', '.join(e.unit.dropped)}" for e in entries if e.unit.dropped))


def _join(builder: Any, force: Force, entry: _Entry, unit: ForceUnit, ids: dict[str, str]) -> tuple[Force, str]:
    """The hero in the unit that it is joined to, where the rules allow it; else a sentence."""
    from game.engine.builder import Edit

    if not entry.joins:
        return force, ""
    to = ids.get(entry.joins)
    if to is None or to == unit.id:
        return force, say("{entry} is joined to a unit that is not in the list; it stands alone.", entry=entry.name)
    edit = Edit(do="join", unit=unit.id, to=to)
    verdict = builder.verify(force, edit)
    if not verdict:
        return force, say("{entry} stands alone: {verdict}", entry=entry.name, verdict=verdict)
    return builder.apply(force, edit), ""


def _taken(builder: Any, force: Force, total: int) -> list[str]:
    told = []
    for entry in builder.entries(force):
        parts: list[str] = [entry.name]
        if entry.models > 1:
            parts.append(say_many("{n} model", "{n} models", entry.models))
        if entry.inside:
            parts.append(say("in {name}", name=next(u.name for u in force.units if u.id == entry.inside)))
        told.append(say("{unit}: {points} points", unit=joined(", ", parts), points=entry.points))
    return [*told, say_many("{n} unit, {total} points in all", "{n} units, {total} points in all", len(force.units),
                            total=total)]


def _about_list(data: Json) -> list[str]:
    system = data.get("gameSystem")
    name = GAMES.get(system, shown(system)) if isinstance(system, str) else ""
    return [say("The list is of {name}; it was taken as one of Grimdark Future.", name=name)] if name else []


def _about_points(data: Json, total: int) -> list[str]:
    said = data.get("listPoints")
    if isinstance(said, (int, float)) and not isinstance(said, bool) and said != total:
        return [say("The list calls itself {said:g} points; its units and upgrades add up to {total}.", said=said,
                    total=total)]
    return []


def _list_name(data: Json) -> str:
    name = data.get("name")
    return (clean(name)[:LONGEST_NAME].rstrip() if isinstance(name, str) else "") or plain(say("Imported list"))


def _limit(data: Json) -> int:
    limit = data.get("pointsLimit")
    whole = isinstance(limit, (int, float)) and not isinstance(limit, bool) and float(limit).is_integer()
    return int(limit) if whole and limit is not None and 0 <= limit <= 100_000 else 0


def _keys(unit: OwnUnit) -> Json:
    """The unit as a force file tells it: what has its usual value is left out."""
    items = [{k: v for k, v in msgspec.to_builtins(item).items() if v not in (0, [], ())} for item in unit.items]
    told: Json = {
        "size": unit.size, "quality": unit.quality, "defense": unit.defense, "base": _short_number(unit.base),
        "points": unit.points, "rules": list(unit.rules), "weapons": [_weapon_keys(w) for w in unit.weapons],
        "items": [{**item, "rules": list(item["rules"])} for item in items], "dropped": list(unit.dropped),
    }
    return {key: value for key, value in told.items() if value != []}


def _short_number(value: float) -> float:
    """A whole number without its point."""
    return int(value) if value == int(value) else value


def _weapon_keys(weapon: OwnWeapon) -> Json:
    told: Json = {"name": weapon.name}
    if weapon.range:
        told["range"] = _short_number(weapon.range)
    told["attacks"] = weapon.attacks
    told |= {"ap": weapon.ap} if weapon.ap else {}
    told |= {"special": list(weapon.special)} if weapon.special else {}
    return told | ({"models": weapon.models} if weapon.models else {})
