"""How a crew is put together: profiles as independents and in teams, within points (RZ-1.1, RZ-3.4, RZ-5.8)."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from game.engine import edits
from game.engine.builder import Edit, Entry, Part
from game.engine.verdict import YES, Verdict, refuse
from game.errors import FileError, UnknownName
from game.rulesets.common.data import find, find_in
from game.rulesets.rezolution.data import ATTRIBUTES, RULES, Gear, Profile, crews, gear, profiles
from game.table import datafile
from game.table.forcefile import Force, ForceUnit
from game.table.setting import ModelSpec, UnitSpec
from game.words import joined, say

Count = Annotated[int, msgspec.Meta(ge=1, le=40)]
MOST_IN_TEAM = 40


class Members(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """So many models of a profile."""

    profile: str
    count: Count = 1


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a force file tells of a team: its models in roster order."""

    models: Annotated[tuple[Members, ...], msgspec.Meta(min_length=1, max_length=MOST_IN_TEAM)]


class CrewBuilder:
    """The rule set's part of the force builder. Putting a model into a unit makes it a team."""

    limits: tuple[int, ...] = (300, 75, 150, 500)
    joining: str = say("Group")

    def catalogue(self) -> Sequence[Entry]:
        return [_entry(key, [key]) for key in profiles()]

    def entries(self, force: Force) -> Sequence[Entry]:
        made = {unit.id: _models(force, unit, f"unit[{n}]") for n, unit in enumerate(force.units)}
        names = edits.titles([_name(u, made[u.id]) for u in force.units])
        return [replace(_entry(u.id, made[u.id]), name=name, splits=len(made[u.id]) > 1)
                for u, name in zip(force.units, names, strict=True)]

    def points(self, force: Force) -> int:
        return sum(profiles()[p].points for n, u in enumerate(force.units) for p in _models(force, u, f"unit[{n}]"))

    def parts(self, force: Force, unit: str) -> Sequence[Part]:
        return ()

    def verify(self, force: Force, edit: Edit) -> Verdict:
        plain = edits.check_plain(force, edit)
        if not plain:
            return plain
        match edit.do:
            case "add":
                return self._check_add(force, edit)
            case "copy":
                models = _models(force, edits.unit_of(force, edit.unit))
                return edits.check_room(force, self.points(force), _name(edits.unit_of(force, edit.unit), models),
                                        sum(profiles()[p].points for p in models), "")
            case "join":
                return check_group(force, _models(force, edits.unit_of(force, edit.unit)), edit.to)
            case "leave" if len(_models(force, edits.unit_of(force, edit.unit))) < 2:
                return refuse("RZ-5.8", "A single model has nobody to leave.")
        return YES

    def _check_add(self, force: Force, edit: Edit) -> Verdict:
        if edit.profile not in profiles():
            return refuse("", str(UnknownName("profile", edit.profile, profiles())) + ".")
        profile = profiles()[edit.profile]
        room = edits.check_room(force, self.points(force), profile.name, profile.points, "")
        return room and (check_group(force, [edit.profile], edit.to) if edit.to else YES)

    def apply(self, force: Force, edit: Edit) -> Force:
        """A model that leaves a team, its last one, stands alone after it."""
        plain = edits.apply_plain(force, edit)
        if plain is not None:
            return plain
        if edit.do == "add":
            if edit.to:
                return _put(force, [edit.profile], edit.to)
            return force.with_unit(ForceUnit(id=force.free_id(edit.profile), profile=edit.profile))
        unit = edits.unit_of(force, edit.unit)
        models = _models(force, unit)
        if edit.do == "copy":
            return force.with_unit(replace(unit, id=force.free_id(unit.id)), after=unit.id)
        if edit.do == "join":
            return _put(force.without(unit.id), models, edit.to)
        less = force.changed(_with_models(unit, models[:-1]))
        return less.with_unit(ForceUnit(id=less.free_id(models[-1]), profile=models[-1]), after=unit.id)

    def check(self, force: Force) -> Sequence[Verdict]:
        found = edits.check_total(force, self.points(force), "")
        for unit in force.units:
            models = _models(force, unit)
            kinds = {is_independent(profile) for profile in models}
            if len(kinds) > 1:
                found.append(refuse("RZ-5.8", say("{name} mixes independents with others.",
                                                  name=_name(unit, models))))
        return found

    def ready(self, name: str) -> Force:
        key = find("crew", name, crews())
        crew = crews()[key]
        units = tuple(
            ForceUnit(id=u.id, name=u.name, own=_written([p for p, n in u.models for _ in range(n)]))
            if u.team else ForceUnit(id=u.id, profile=u.models[0][0])
            for u in crew.unit
        )
        force = Force(name=crew.name, rules=RULES.id, about=crew.about, units=units)
        total = self.points(force)
        return replace(force, limit=min((limit for limit in self.limits if limit >= total), default=total))

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        names = {entry.id: entry.name for entry in self.entries(force)}
        specs = []
        for unit in force.units:
            models = _models(force, unit)
            team = tuple(ModelSpec(profile=p) for p in models) if _is_team(unit) else None
            specs.append(UnitSpec(id=f"{side}-{unit.id}", side=side, name=names[unit.id], model=team,
                                  profile=None if team else models[0]))
        return tuple(specs)


def check_group(force: Force, models: Sequence[str], to: str) -> Verdict:
    """Whether models may be put into a unit of the force: independents with independents. RZ-5.8, RZ-R29"""
    host = _models(force, edits.unit_of(force, to))
    if len(host) + len(models) > MOST_IN_TEAM:
        return refuse("", say("A team holds up to {most} models.", most=MOST_IN_TEAM))
    if is_independent(models[0]) == is_independent(host[0]):
        return YES
    name = profiles()[models[0]].name
    if is_independent(models[0]):
        return refuse("RZ-5.8", say("{name} is an independent; independents are grouped with other independents"
                                    " only.", name=name))
    return refuse("RZ-5.8", say("{name} belongs to teams; {other} is an independent.", name=name,
                                other=profiles()[host[0]].name))


def is_independent(profile: str) -> bool:
    """Whether its card makes it an independent: it stands alone in the first crew that has it. RZ-3.4"""
    return next((not u.team for crew in crews().values() for u in crew.unit if profile in dict(u.models)), True)


def crew_name(profile: str) -> str:
    """The first crew that has the profile."""
    return next((crew.name for crew in crews().values() for u in crew.unit if profile in dict(u.models)), "")


# --- what a unit is


def _models(force: Force, unit: ForceUnit, where: str = "unit") -> list[str]:
    """The profile of each model. Raises FileError."""
    if unit.joins:
        raise FileError(force.source, f"{where}.joins", "is no key of a crew; a team lists its models")
    if unit.profile:
        if unit.own:
            raise FileError(force.source, where, say('unknown key "{key}" beside a profile; a team lists its '
                                                     "models instead", key=next(iter(unit.own))))
        return [_profile(force, where, unit.profile)]
    team = datafile.convert(force.source, unit.own, Team, where)
    found = [_profile(force, f"{where}.models", m.profile) for m in team.models for _ in range(m.count)]
    if len(found) > MOST_IN_TEAM:
        raise FileError(force.source, f"{where}.models", say("{count} models are more than {most}",
                                                             count=len(found), most=MOST_IN_TEAM))
    return found


def _profile(force: Force, where: str, name: str) -> str:
    return find_in(force.source, where, "profile", name, profiles())


def _is_team(unit: ForceUnit) -> bool:
    return not unit.profile


def _written(models: Sequence[str]) -> dict[str, Any]:
    """A team's models as a force file tells them: equal neighbours counted."""
    told: list[dict[str, Any]] = []
    for profile in models:
        if told and told[-1]["profile"] == profile:
            told[-1]["count"] += 1
        else:
            told.append({"profile": profile, "count": 1})
    return {"models": told}


def _with_models(unit: ForceUnit, models: Sequence[str]) -> ForceUnit:
    return replace(unit, profile="", own=_written(models))


def _put(force: Force, models: Sequence[str], to: str) -> Force:
    """The models into a unit, equal ones side by side."""
    host = edits.unit_of(force, to)
    grown = [*_models(force, host), *models]
    order = list(dict.fromkeys(grown))
    return force.changed(_with_models(host, sorted(grown, key=order.index)))


def _name(unit: ForceUnit, models: Sequence[str]) -> str:
    """Its own name, else its profile's; a team is called after its first model."""
    first = profiles()[models[0]].name
    return unit.name or (say("Team of {first}", first=first) if _is_team(unit) else first)


# --- how it is shown


def _entry(key: str, models: Sequence[str]) -> Entry:
    first = profiles()[models[0]]
    kinds = list(dict.fromkeys(models))
    return Entry(
        id=key, name=first.name, group=crew_name(models[0]), icon=first.icon, models=len(models),
        points=sum(profiles()[p].points for p in models), joins=True,
        numbers=tuple(_numbers(first) if len(kinds) == 1 else [_counted(models, p) for p in kinds]),
        lines=tuple(line for p in kinds for line in _lines(profiles()[p], alone=len(kinds) == 1)),
    )


def _counted(models: Sequence[str], profile: str) -> str:
    count = list(models).count(profile)
    return joined(" × ", (str(count), profiles()[profile].name)) if count > 1 else profiles()[profile].name


def _numbers(profile: Profile) -> list[str]:
    """The attributes it has, as on its card."""
    return [joined(" ", (name, str(profile.attributes[name]))) for name in ATTRIBUTES if name in profile.attributes]


def _lines(profile: Profile, *, alone: bool) -> list[str]:
    """Its armour, gauge and gear; of one among several, its name and attributes before."""
    head = [] if alone else [joined(": ", (profile.name, joined(", ", _numbers(profile))))]
    told = [say("Armour {armour}, gauge of {count}", armour=profile.armour, count=len(profile.gauge))]
    return head + told + [_gear_line(gear()[name]) for name in profile.gear]


def _gear_line(item: Gear) -> str:
    told: list[str] = [say("{inches:g}″", inches=item.range)] if item.range else []
    told += [say("{dice} dice", dice=item.dice)] if item.dice else []
    return joined(": ", (item.name, joined(", ", told))) if told else item.name
