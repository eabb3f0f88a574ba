"""How a crew is put together: characters by their profiles, within points (CD-H2, data)."""
from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine import edits
from game.engine.builder import Edit, Entry, Part
from game.engine.verdict import YES, Verdict, refuse
from game.errors import FileError, UnknownName
from game.rulesets.common.data import find, find_in
from game.rulesets.cyberdark.data import RULES, SKILLS, Profile, crews, kit, profiles, programs, weapons
from game.table.forcefile import Force, ForceUnit
from game.table.setting import UnitSpec


class CrewBuilder:
    """The rule set's part of the force builder."""

    limits: tuple[int, ...] = (435, 150, 300, 600)
    joining = "Join"

    def catalogue(self) -> Sequence[Entry]:
        return [_entry(key, key) for key in profiles()]

    def entries(self, force: Force) -> Sequence[Entry]:
        keys = [_profile(force, unit, f"unit[{n}]") for n, unit in enumerate(force.units)]
        names = edits.titles([u.name or profiles()[k].name for u, k in zip(force.units, keys, strict=True)])
        return [replace(_entry(u.id, k), name=name) for u, k, name in zip(force.units, keys, names, strict=True)]

    def points(self, force: Force) -> int:
        return sum(profiles()[_profile(force, u, f"unit[{n}]")].points for n, u in enumerate(force.units))

    def parts(self, force: Force, unit: str) -> Sequence[Part]:
        return ()

    def verify(self, force: Force, edit: Edit) -> Verdict:
        plain = edits.check_plain(force, edit)
        if not plain:
            return plain
        if edit.do == "add" and edit.profile not in profiles():
            return refuse("", str(UnknownName("profile", edit.profile, profiles())) + ".")
        if edit.do in ("join", "leave") or edit.to:
            return refuse("CD-1.1", "Every character stands for itself.")
        if edit.do in ("add", "copy"):
            key = edit.profile if edit.do == "add" else _profile(force, edits.unit_of(force, edit.unit), "unit")
            return edits.check_room(force, self.points(force), profiles()[key].name, profiles()[key].points, "CD-H2")
        return YES

    def apply(self, force: Force, edit: Edit) -> Force:
        plain = edits.apply_plain(force, edit)
        if plain is not None:
            return plain
        if edit.do == "add":
            return force.with_unit(ForceUnit(id=force.free_id(edit.profile), profile=edit.profile))
        unit = edits.unit_of(force, edit.unit)
        return force.with_unit(replace(unit, id=force.free_id(unit.id)), after=unit.id)

    def check(self, force: Force) -> Sequence[Verdict]:
        return edits.check_total(force, self.points(force), "CD-H2")

    def ready(self, name: str) -> Force:
        crew = crews()[find("crew", name, crews())]
        force = Force(name=crew.name, rules=RULES.id, about=crew.about)
        for key in crew.members:
            force = force.with_unit(ForceUnit(id=force.free_id(key), profile=key))
        return replace(force, limit=self.points(force))

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        return tuple(
            UnitSpec(id=f"{side}-{unit.id}", side=side, name=entry.name, profile=_profile(force, unit, f"unit[{n}]"))
            for n, (unit, entry) in enumerate(zip(force.units, self.entries(force), strict=True)))


def _profile(force: Force, unit: ForceUnit, where: str) -> str:
    """The id of a unit's profile. Raises FileError."""
    if unit.joins or unit.own:
        key = "joins" if unit.joins else next(iter(unit.own))
        raise FileError(force.source, f"{where}.{key}", "is no key of a character; it names its profile")
    return find_in(force.source, f"{where}.profile", "profile", unit.profile, profiles())


def _entry(key: str, profile_id: str) -> Entry:
    profile = profiles()[profile_id]
    crew = next((c.name for c in crews().values() if profile_id in c.members), "")
    return Entry(id=key, name=profile.name, group=crew, icon=profile.icon, points=profile.points,
                 numbers=(*(f"{s} {profile.levels[s]}" for s in SKILLS), f"PO {profile.po}"),
                 rules=f"{profile.kind.capitalize()}, Composure {profile.composure}, Chance {profile.chance}",
                 lines=tuple(_lines(profile)))


def _lines(profile: Profile) -> list[str]:
    guns = [weapons()[w] for w in profile.weapons]
    told = [f"{w.name}: {w.dice}k6" + (f", {w.short:g}/{w.long:g}″, {w.magazine} shots" if w.gun else "") for w in guns]
    told += [f"{kit()[k].name}: {kit()[k].does}" for k in profile.kit]
    return told + [f"{programs()[p].name}: {programs()[p].does}" for p in profile.programs]
