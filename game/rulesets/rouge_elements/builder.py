"""How a force of characters is put together (RE-15)."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import edits
from game.engine.builder import Edit, Entry
from game.engine.verdict import YES, Verdict, refuse
from game.errors import FileError, UnknownName
from game.rulesets.rouge_elements.data import RULES, champions, find
from game.table.forcefile import Force, ForceUnit
from game.table.setting import UnitSpec


class ChampionBuilder:
    """The rule set's part of the force builder: ready champions by name."""

    limits: tuple[int, ...] = (25, 10, 15, 20, 45)
    joining = ""

    def catalogue(self) -> Sequence[Entry]:
        return [Entry(id=key, name=c.name, points=c.points, note=c.about) for key, c in champions().items()]

    def entries(self, force: Force) -> Sequence[Entry]:
        names = edits.titles([u.name or champions()[_key(force, u)].name for u in force.units])
        return [Entry(id=u.id, name=name, points=champions()[_key(force, u)].points)
                for u, name in zip(force.units, names, strict=True)]

    def points(self, force: Force) -> int:
        return sum(champions()[_key(force, u)].points for u in force.units)

    def verify(self, force: Force, edit: Edit) -> Verdict:
        plain = edits.check_plain(force, edit)
        if not plain:
            return plain
        if edit.do in ("join", "leave"):
            return refuse("RE-1.2", "Every character stands alone.")
        profile = edit.profile if edit.do == "add" else _key(force, _unit(force, edit.unit))
        if profile not in champions():
            return refuse("", str(UnknownName("champion", profile, champions())) + ".")
        if edit.do in ("add", "copy"):
            champion = champions()[profile]
            return edits.check_room(force, self.points(force), champion.name, champion.points, "RE-R95")
        return YES

    def apply(self, force: Force, edit: Edit) -> Force:
        plain = edits.apply_plain(force, edit)
        if plain is not None:
            return plain
        profile = edit.profile if edit.do == "add" else _unit(force, edit.unit).profile
        return force.with_unit(ForceUnit(id=force.free_id(profile), profile=profile))

    def check(self, force: Force) -> Sequence[Verdict]:
        return edits.check_total(force, self.points(force), "RE-R95")

    def ready(self, name: str) -> Force:
        key = find("champion", name, champions())
        champion = champions()[key]
        units = (ForceUnit(id=key.replace("_", "-"), profile=key),)
        limit = next((n for n in sorted(self.limits) if n >= champion.points), champion.points)
        return Force(name=champion.name, rules=RULES.id, about=champion.about, units=units, limit=limit)

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        names = {entry.id: entry.name for entry in self.entries(force)}
        return tuple(replace(spec, name=names[unit.id]) for unit in force.units
                     for spec in specs(f"{side}-{unit.id}", side, _key(force, unit)))


def specs(unit_id: str, side: str, champion: str) -> list[UnitSpec]:
    """The characters of a ready champion as a battle begins with them."""
    found = champions()[champion]
    made = []
    for number, recipe in enumerate(found.character):
        written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(recipe))
        extra = {key: written[key] for key in ("has", "upgrades", "spells", "weapons")}
        name = unit_id if len(found.character) == 1 else f"{unit_id}-{number + 1}"
        made.append(UnitSpec(id=name, side=side, profile=recipe.base, name=recipe.name, extra=extra,
                             set={"points": found.points // len(found.character)}))
    return made


def _key(force: Force, unit: ForceUnit) -> str:
    if unit.own or unit.joins:
        raise FileError(force.source, unit.id, "a ready champion has no keys but id, profile and name")
    try:
        return find("champion", unit.profile, champions())
    except UnknownName as error:
        raise FileError(force.source, unit.id, str(error)) from None


def _unit(force: Force, name: str) -> ForceUnit:
    unit = force.unit(name)
    if unit is None:
        raise UnknownName("unit", name, [u.id for u in force.units])
    return unit
