"""One unit of an Army Forge list, as it is after its upgrades."""
from __future__ import annotations

import math
from typing import Any

from game.errors import FileError
from game.rulesets.grimdark_future.own_units import MOST_MODELS, OwnItem, OwnUnit, OwnWeapon, known_rule
from game.sim.foreign_fields import Json, list_of, number_of, shown, whole, words
from game.words import say

WEAPON, ITEM = "ArmyBookWeapon", "ArmyBookItem"
BASES = ((3, 32.0), (6, 40.0), (12, 60.0))
"""The base in mm for a list that names none, by Tough below the first number; 100 beyond."""


class UnitReader:
    """Reads one unit; `notes` gathers what a player should know of it, `dropped` the rules left out."""

    def __init__(self, source: str, where: str, name: str) -> None:
        self.source, self.where, self.name = source, where, name
        self.notes: list[str] = []
        self.dropped: list[str] = []

    def unit(self, unit: Json) -> OwnUnit:
        size = whole(self.source, self.where, unit, "size", 1, MOST_MODELS)
        rules = self.rules(unit.get("rules"), "rules")
        weapons, items = self.loadout(unit, size)
        tough = max((int(r[6:-1]) for r in rules if r.startswith("Tough(")), default=1)
        return OwnUnit(
            size=size, quality=whole(self.source, self.where, unit, "quality", 2, 6),
            defense=whole(self.source, self.where, unit, "defense", 2, 6), base=self.base(unit.get("bases"), tough),
            points=self.points(unit), rules=tuple(rules), weapons=tuple(weapons), items=tuple(items),
            dropped=tuple(dict.fromkeys(self.dropped)),
        )

    def base(self, bases: Any, tough: int) -> float:
        """Its base in mm: an oval one becomes the round one of the same area."""
        told = bases.get("round") if isinstance(bases, dict) else None
        parts = str(told).lower().split("x") if isinstance(told, (str, int, float)) else []
        sizes = [number_of(part) for part in parts]
        if len(sizes) in (1, 2) and all(size is not None and 10 <= size <= 250 for size in sizes):
            known = [size for size in sizes if size is not None]
            mean = round(math.sqrt(known[0] * known[-1]), 1)
            if len(known) == 2:
                self.notes.append(say("{name}: the oval base of {told} mm became a round one of {mean:g} mm.",
                                      name=self.name, told=told, mean=mean))
            return mean
        usual = next((base for below, base in BASES if tough < below), 100.0)
        self.notes.append(say("{name}: the list names no round base; {usual:g} mm were taken.", name=self.name,
                              usual=usual))
        return usual

    def points(self, unit: Json) -> int:
        """Its cost with its upgrades'."""
        total = whole(self.source, self.where, unit, "cost", 0, 100_000)
        for number, chosen in enumerate(list_of(unit.get("selectedUpgrades"))):
            option = chosen.get("option") if isinstance(chosen, dict) else None
            where = f"{self.where}.selectedUpgrades[{number}]"
            if not isinstance(option, dict):
                raise FileError(self.source, where, "an upgrade has an option with its cost")
            total += self.upgrade(where, option, unit.get("id"))
        if not 0 <= total <= 100_000:
            raise FileError(self.source, f"{self.where}.cost", say("{total} points are none that a unit can cost",
                                                                   total=total))
        return total

    def upgrade(self, where: str, option: Json, unit: Any) -> int:
        """What an upgrade costs this unit: its own price where there is one, else the common one."""
        for cost in list_of(option.get("costs")):
            if isinstance(cost, dict) and cost.get("unitId") == unit and unit is not None:
                return whole(self.source, where, cost, "cost", -10_000, 10_000)
        return whole(self.source, where, option, "cost", -10_000, 10_000) if option.get("cost") is not None else 0

    def rules(self, told: Any, place: str) -> list[str]:
        """The special rules of a unit that are automated, each once."""
        found: list[str] = []
        for written in self.written(told, place):
            rule = known_rule(written, weapon=False)
            if rule is None:
                self.dropped.append(written)
            else:
                found.append(str(rule))
        return list(dict.fromkeys(found))

    def written(self, told: Any, place: str) -> list[str]:
        """The rules as words: {name, rating} becomes "Tough(3)"."""
        if told is None:
            return []
        if not isinstance(told, list):
            raise FileError(self.source, f"{self.where}.{place}", "a list of special rules is wanted")
        return [self.rule_words(rule, f"{place}[{n}]") for n, rule in enumerate(told)]

    def rule_words(self, rule: Any, place: str) -> str:
        if not isinstance(rule, dict):
            raise FileError(self.source, f"{self.where}.{place}", "a special rule is an object with its name")
        name = words(self.source, f"{self.where}.{place}", rule, "name")
        rating = rule.get("rating")
        if rating in (None, "", 0):
            return name
        number = number_of(rating)
        return f"{name}({number:g})" if number is not None and 0 < number < 100 else f"{name}({str(rating)[:20]})"

    def loadout(self, unit: Json, size: int) -> tuple[list[OwnWeapon], list[OwnItem]]:
        """What the unit carries after its upgrades; `weapons` only where a list has no `loadout`."""
        told = unit.get("loadout")
        if told is None:
            told = unit.get("weapons")
            self.notes.append(say("{name}: no loadout; the weapons before upgrades were taken.", name=self.name))
        if not isinstance(told, list):
            raise FileError(self.source, f"{self.where}.loadout", "a list of weapons and items is wanted")
        weapons: list[OwnWeapon] = []
        items: list[OwnItem] = []
        for number, thing in enumerate(told):
            self.carried(thing, f"loadout[{number}]", size, weapons, items)
        return weapons, items

    def carried(self, thing: Any, place: str, size: int, weapons: list[OwnWeapon], items: list[OwnItem]) -> None:
        if not isinstance(thing, dict):
            raise FileError(self.source, f"{self.where}.{place}", "a weapon or an item is an object with its name")
        kind = thing.get("type")
        if kind == WEAPON or (kind is None and "attacks" in thing):
            weapon = self.weapon(thing, place, size)
            weapons += [weapon] if weapon else []
        elif kind == ITEM:
            self.item(thing, place, size, weapons, items)
        else:
            name = shown(thing.get("name"))
            self.notes.append(say('{name}: "{name2}" is neither weapon nor item and was left out.', name=self.name,
                                  name2=name))

    def item(self, thing: Json, place: str, size: int, weapons: list[OwnWeapon], items: list[OwnItem]) -> None:
        """An item gives its rules to those who carry it, and its weapons."""
        name = words(self.source, f"{self.where}.{place}", thing, "name")
        count = self.count(thing, place, size)
        content = list_of(thing.get("content"))
        inside = [c for c in content if isinstance(c, dict) and c.get("type") in (WEAPON, ITEM)]
        for number, weapon in enumerate(inside):
            if weapon.get("type") == WEAPON:
                self.carried(weapon, f"{place}.content[{number}]", size, weapons, items)
        rules = self.rules([c for c in content if c not in inside], f"{place}.content")
        if rules and count:
            items.append(OwnItem(name=name, rules=tuple(rules), models=0 if count >= size else count))
        elif not content:
            self.notes.append(say("{name}: {name2} brings no rule.", name=self.name, name2=name))

    def weapon(self, thing: Json, place: str, size: int) -> OwnWeapon | None:
        where = f"{self.where}.{place}"
        name = words(self.source, where, thing, "name")
        count = self.count(thing, place, size)
        if not count:
            return None
        if thing.get("attacksMultiplier") not in (None, 1):
            self.notes.append(say("{name}: {name2} multiplies its attacks by {thing}; they were taken as they are.",
                                  name=self.name, name2=name, thing=shown(thing["attacksMultiplier"])))
        ap, special = self.weapon_rules(thing, place, name)
        return OwnWeapon(
            name=name, attacks=whole(self.source, where, thing, "attacks", 1, 100), range=self.range(thing, where),
            ap=ap, special=tuple(special), models=0 if count == size else count,
        )

    def range(self, thing: Json, where: str) -> float:
        """In inches; null or 0 is melee."""
        if thing.get("range") is None:
            return 0.0
        reach = number_of(thing["range"])
        if reach is None or not 0 <= reach <= 120:
            raise FileError(self.source, f"{where}.range", say("{thing} is no range from 0 to 120 inches",
                                                               thing=shown(thing["range"])))
        return reach

    def weapon_rules(self, thing: Json, place: str, name: str) -> tuple[int, list[str]]:
        """Its AP, and its other special rules that are automated."""
        ap, found = 0, []
        for written in self.written(thing.get("specialRules"), f"{place}.specialRules"):
            rule = known_rule(written, weapon=True)
            if rule is None:
                self.dropped.append(say("{written} of {name}", written=written, name=name))
            elif rule.name == "AP":
                ap = min(10, ap + rule.value)
            else:
                found.append(str(rule))
        return ap, list(dict.fromkeys(found))

    def count(self, thing: Json, place: str, size: int) -> int:
        """How many of it the unit has: 1 where it is not told."""
        if thing.get("count") is None:
            return 1
        return whole(self.source, f"{self.where}.{place}", thing, "count", 0, 100)
