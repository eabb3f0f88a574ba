"""How an army list is put together: points against the limit, heroes in units (GF-2.1, GF-R11, GF-S13, GF-S30)."""
from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from game.engine import edits
from game.engine.builder import Edit, Entry, Part
from game.engine.verdict import YES, Verdict, refuse
from game.errors import FileError, UnknownName
from game.rulesets.common.data import find, find_in
from game.rulesets.grimdark_future.data import (
    NUMBERS,
    RULES,
    Profile,
    Weapon,
    arms_of,
    lists,
    profiles,
    range_told,
    weapons,
)
from game.rulesets.grimdark_future.own_units import (
    OwnUnit,
    deal_rules,
    deal_weapons,
    known_rule,
    not_automated,
    read_own,
    unit_icon,
)
from game.rulesets.grimdark_future.special import Special, titled
from game.table.forcefile import Force, ForceUnit
from game.table.setting import ModelSpec, UnitSpec
from game.words import joined, say

NOBODY = "none"
"""The profile of a model whose numbers are given in full."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit of a list is, from its profile or as given in full. `arms` and `each` hold one entry a model: weapon
    ids, and special rules as written."""

    name: str
    icon: str
    group: str
    size: int
    quality: int
    defense: int
    base: float
    points: int
    arms: tuple[tuple[str, ...], ...]
    each: tuple[tuple[str, ...], ...]
    profile: str = ""
    dropped: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def rules(self) -> list[Special]:
        """The special rules of any of its models, each once."""
        return _known(dict.fromkeys(rule for model in self.each for rule in model))

    def value(self, name: str) -> int:
        """The sum of a rule's numbers on the model that has most of it. GF-S1"""
        return max((sum(r.value for r in _known(model) if r.name == name) for model in self.each), default=0)

    @property
    def is_hero(self) -> bool:
        return any(rule.name == "Hero" for rule in self.rules)


def _known(written: Iterable[str]) -> list[Special]:
    """The special rules among them that are automated."""
    return [rule for rule in (known_rule(w, weapon=False) for w in written) if rule is not None]


class ArmyBuilder:
    """The rule set's part of the force builder."""

    limits: tuple[int, ...] = (1000, 500, 750, 1500, 2000)
    joining: str = say("Join")

    def catalogue(self) -> Sequence[Entry]:
        return [_entry(key, _of_profile(key, profile)) for key, profile in profiles().items()]

    def entries(self, force: Force) -> Sequence[Entry]:
        facts = _facts(force)
        names = dict(zip(facts, edits.titles([_name(u, facts[u.id]) for u in force.units]), strict=True))
        told = []
        for host in (u for u in force.units if not force.unit(u.joins)):
            for unit in (host, *force.joined_to(host.id)):
                entry = _entry(unit.id, facts[unit.id])
                told.append(replace(entry, name=names[unit.id], inside=unit.joins, splits=bool(unit.joins)))
        return told

    def points(self, force: Force) -> int:
        return sum(f.points for f in _facts(force).values())

    def parts(self, force: Force, unit: str) -> Sequence[Part]:
        return ()

    def verify(self, force: Force, edit: Edit) -> Verdict:
        plain = edits.check_plain(force, edit)
        if not plain:
            return plain
        facts = _facts(force)
        match edit.do:
            case "add":
                return self._check_add(force, edit, facts)
            case "copy":
                wanted = facts[edit.unit]
                return edits.check_room(force, self.points(force), wanted.name, wanted.points, "GF-R11")
            case "join":
                return check_join(force, facts, edit.unit, facts[edit.unit], edit.to)
            case "rename" if not (edit.words.strip() or facts[edit.unit].profile):
                return refuse("", "A unit that is given in full keeps a name of its own.")
            case "leave" if not edits.unit_of(force, edit.unit).joins:
                return refuse("GF-S13", say("{facts} is in no other unit.", facts=facts[edit.unit].name))
        return YES

    def _check_add(self, force: Force, edit: Edit, facts: dict[str, Facts]) -> Verdict:
        if edit.profile not in profiles():
            return refuse("", str(UnknownName("unit", edit.profile, profiles())) + ".")
        wanted = _of_profile(edit.profile, profiles()[edit.profile])
        room = edits.check_room(force, self.points(force), wanted.name, wanted.points, "GF-R11")
        return room and (check_join(force, facts, "", wanted, edit.to) if edit.to else YES)

    def apply(self, force: Force, edit: Edit) -> Force:
        plain = edits.apply_plain(force, edit)
        if plain is not None:
            return plain
        if edit.do == "add":
            made = ForceUnit(id=force.free_id(_short(edit.profile)), profile=edit.profile, joins=edit.to)
            return force.with_unit(made)
        unit = edits.unit_of(force, edit.unit)
        if edit.do == "copy":
            return force.with_unit(replace(unit, id=force.free_id(unit.id), joins=""), after=unit.id)
        return force.changed(replace(unit, joins=edit.to if edit.do == "join" else ""))

    def check(self, force: Force) -> Sequence[Verdict]:
        facts = _facts(force)
        found = edits.check_total(force, self.points(force), "GF-R11")
        for unit in force.units:
            for rule in facts[unit.id].refused:
                found.append(refuse("GF-S30", say("{name}: {rule} is not automated.",
                                                  name=_name(unit, facts[unit.id]), rule=rule)))
            if unit.joins:
                alone = replace(force, units=tuple(u for u in force.units if u.id != unit.id))
                verdict = check_join(alone, facts, unit.id, facts[unit.id], unit.joins)
                found += [] if verdict else [verdict]
        return found

    def ready(self, name: str) -> Force:
        army = lists()[find("list", name, lists())]
        force = Force(name=army.name, rules=RULES.id, limit=army.limit, about=army.about)
        for profile in army.units:
            force = force.with_unit(ForceUnit(id=force.free_id(_short(profile)), profile=profile))
        for hero, to in army.joins:
            force = force.changed(replace(force.units[hero - 1], joins=force.units[to - 1].id))
        return force

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        facts = _facts(force)
        names = {entry.id: entry.name for entry in self.entries(force)}
        specs = []
        for unit in force.units:
            if force.unit(unit.joins):
                continue
            inside = force.joined_to(unit.id)
            members = [m for u in (unit, *inside) for m in _members(u, facts[u.id], hero=u is not unit)]
            specs.append(UnitSpec(
                id=f"{side}-{unit.id}", side=side, name=names[unit.id], profile=facts[unit.id].profile or NOBODY,
                model=tuple(members), extra={"points": sum(facts[u.id].points for u in (unit, *inside))},
            ))
        return tuple(specs)


def check_join(force: Force, facts: dict[str, Facts], unit: str, wanted: Facts, to: str) -> Verdict:
    """Whether a hero may be deployed in a unit of the force. GF-S13"""
    host, name = edits.unit_of(force, to), wanted.name
    title = _name(host, facts[to])
    if not wanted.is_hero:
        return refuse("GF-S13", say("{name} is no hero; only heroes join other units.", name=name))
    if wanted.value("Tough") > NUMBERS.hero_tough:
        return refuse("GF-S13", say("{name} has Tough({value}); a hero that joins a unit has at most "
                                    "Tough({hero_tough}).", name=name, value=wanted.value("Tough"),
                                    hero_tough=NUMBERS.hero_tough))
    if wanted.size > 1 or force.joined_to(unit):
        return refuse("GF-S13", say("{name} is more than one model; a hero joins alone.", name=name))
    if host.joins:
        return refuse("GF-S13", say("{title} is in another unit itself.", title=title))
    if facts[to].size < 2:
        return refuse("GF-S13", say("{title} is a single model; a hero joins a unit of several.", title=title))
    if facts[to].is_hero or any(u.id != unit for u in force.joined_to(to)):
        return refuse("GF-S13", say("{title} has a hero already.", title=title))
    return YES


# --- what a unit is


def _facts(force: Force) -> dict[str, Facts]:
    """What each unit of the force is, by id. Raises FileError."""
    return {unit.id: _facts_of(force, unit, f"unit[{number}]") for number, unit in enumerate(force.units)}


def _facts_of(force: Force, unit: ForceUnit, where: str) -> Facts:
    if not unit.profile:
        if not unit.name:
            raise FileError(force.source, where, "a unit names its profile, or is given in full with its name")
        return _of_own(unit.name, read_own(force.source, where, unit.own))
    if unit.own:
        raise FileError(force.source, where, say('unknown key "{key}" beside a profile; a unit of the '
                                                 "catalogue has {keys}", key=next(iter(unit.own)),
                                                 keys=joined(", ", ("id", "profile", "name", "joins"))))
    key = find_in(force.source, f"{where}.profile", "unit", unit.profile, profiles())
    return _of_profile(key, profiles()[key])


@functools.lru_cache(256)
def _of_profile(key: str, profile: Profile) -> Facts:
    return Facts(
        name=profile.name, icon=profile.icon, group=army_name(profile.army), size=profile.size, base=profile.base,
        quality=profile.quality, defense=profile.defense, points=profile.points, profile=key,
        arms=tuple(arms_of(profile)), each=(profile.rules,) * profile.size,
    )


def _of_own(name: str, unit: OwnUnit) -> Facts:
    facts = Facts(
        name=name, icon=unit.icon, group="", size=unit.size, base=unit.base, quality=unit.quality,
        defense=unit.defense, points=unit.points, arms=tuple(deal_weapons(unit)), each=tuple(deal_rules(unit)),
        dropped=unit.dropped, refused=tuple(not_automated(unit)),
    )
    return facts if unit.icon else replace(facts, icon=unit_icon(facts.rules, unit.base))


def army_name(army: str) -> str:
    """An army's name: that of its largest ready list."""
    known = [entry for entry in lists().values() if entry.army == army]
    return max(known, key=lambda entry: entry.limit).name if known else army.title()


def _members(unit: ForceUnit, facts: Facts, *, hero: bool) -> list[ModelSpec]:
    """The unit's models; those of a unit given in full carry all that they are."""
    if facts.profile:
        return [ModelSpec(profile=facts.profile, name=unit.name if hero else "") for _ in range(facts.size)]
    return [
        ModelSpec(profile=NOBODY, name=_name(unit, facts) if hero else "", base=facts.base, set={
            "quality": facts.quality, "defense": facts.defense, "rules": list(facts.each[n]),
            "weapons": list(facts.arms[n]), "points": round(facts.points / facts.size), "icon": facts.icon,
        })
        for n in range(facts.size)
    ]


def _name(unit: ForceUnit, facts: Facts) -> str:
    return unit.name or facts.name


def _short(profile: str) -> str:
    """"rifles" of "cm_rifles"."""
    return profile.split("_", 1)[-1]


# --- how it is shown


def _entry(key: str, facts: Facts) -> Entry:
    return Entry(
        id=key, name=facts.name, group=facts.group, icon=facts.icon, points=facts.points, models=facts.size,
        numbers=(f"Q{facts.quality}+", f"D{facts.defense}+", say("{base:g} mm", base=facts.base)),
        lines=tuple(_lines(facts)),
        rules=joined(", ", [rule.title for rule in facts.rules]), joins=facts.is_hero, dropped=facts.dropped,
        note="" if facts.profile else "Points as its list says.",
    )


def _lines(facts: Facts) -> list[str]:
    """Its weapons with how many carry each, and its special rules."""
    counts: dict[str, int] = {}
    for model in facts.arms:
        for weapon in model:
            counts[weapon] = counts.get(weapon, 0) + 1
    told = [_weapon_line(weapons()[name], count) for name, count in counts.items()]
    shared = [rule for rule in dict.fromkeys(facts.each[0]) if all(rule in each for each in facts.each)]
    some = dict.fromkeys(rule for each in facts.each for rule in each if rule not in shared)
    told += [joined(", ", [titled(rule) for rule in shared])] if shared else []
    return told + [say("{rule}: {some} of {size} models", rule=titled(rule),
                       some=sum(rule in each for each in facts.each), size=facts.size) for rule in some]


def _weapon_line(weapon: Weapon, count: int) -> str:
    name = joined(" × ", (str(count), weapon.name)) if count > 1 else weapon.name
    told = [range_told(weapon), f"A{weapon.attacks}", *([f"AP({weapon.ap})"] if weapon.ap else []),
            *(titled(rule) for rule in weapon.special)]
    return joined(": ", (name, joined(", ", told)))
