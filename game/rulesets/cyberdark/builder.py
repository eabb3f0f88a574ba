"""How a crew is put together: ready characters and characters bought piece by piece, within points (CD-H2, data)."""
from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from game.engine import edits
from game.engine.builder import Edit, Entry, Part
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.rulesets.common.data import find
from game.rulesets.cyberdark import builder_parts, campaign, creation
from game.rulesets.cyberdark.data import KINDS, RULES, SKILLS, Kind, Profile, crews, profiles
from game.rulesets.cyberdark.record import KEYS, Person, battles, people, standing_told
from game.table.forcefile import Force, ForceUnit
from game.table.setting import UnitSpec
from game.words import joined, say, say_many

LIMIT = "CD-H2"
OWN = say("A character of your own")


class CrewBuilder:
    """The rule set's part of the force builder."""

    limits: tuple[int, ...] = (435, 150, 300, 600)
    joining = ""

    def catalogue(self) -> Sequence[Entry]:
        """Blank characters, then the ready ones by the crew that has them."""
        blank = [_entry(kind, creation.new(cast(Kind, kind)), OWN) for kind in KINDS]
        named = {key: next((c.name for c in crews().values() if key in c.members), "") for key in profiles()}
        ready = sorted(profiles(), key=lambda key: [*(c.name for c in crews().values()), ""].index(named[key]))
        return [*blank, *(_entry(key, profiles()[key], named[key]) for key in ready)]

    def entries(self, force: Force) -> Sequence[Entry]:
        battles(force)  # what is wrong with the record is told with the rest
        everybody = people(force)
        names = edits.titles([one.character.name for one in everybody])
        return [_of_person(one, name) for one, name in zip(everybody, names, strict=True)]

    def points(self, force: Force) -> int:
        return sum(entry.points for entry in self.entries(force))

    def parts(self, force: Force, unit: str) -> Sequence[Part]:
        return builder_parts.parts(_person(force, unit).character)

    def verify(self, force: Force, edit: Edit) -> Verdict:
        plain = edits.check_plain(force, edit, trades=True)
        if not plain:
            return plain
        if edit.do in ("join", "leave") or edit.to:
            return refuse("CD-1.1", "Every character stands for itself.")
        if edit.do == "add":
            known = creation.known()
            if edit.profile not in known:
                return refuse("", joined("", (str(UnknownName("profile", edit.profile, known)), ".")))
            return self._check_room(force, known[edit.profile])
        if edit.do == "copy":
            return self._check_room(force, _person(force, edit.unit).character)
        if edit.do in ("buy", "sell"):
            return self._check_trade(force, edit)
        return YES

    def _check_room(self, force: Force, character: Profile) -> Verdict:
        return edits.check_room(force, self.points(force), character.name, character.points, LIMIT)

    def _check_trade(self, force: Force, edit: Edit) -> Verdict:
        """The part exists, no rule is broken that was not broken before, and the points are there."""
        person = _person(force, edit.unit)
        if person.standing.battles:
            return refuse("CD-H26", say(
                "{name} has fought: from battle to battle only rest and new implants change it.",
                name=person.character.name))
        before = person.character
        after, verdict = builder_parts.traded(before, edit.part, buys=edit.do == "buy")
        if after is None:
            return verdict
        old, now = creation.check(before), creation.check(after)
        new = [v for v in now if v not in old]
        if new and (edit.do == "buy" or len(now) >= len(old)):
            return new[0]
        more, spent = after.points - before.points, self.points(force)
        if more <= 0 or not force.limit or spent + more <= force.limit:
            return YES
        return refuse(LIMIT, say("That costs {cost}; {left} of the limit of {limit}.", cost=edits.counted(more),
                                 left=edits.left_told(force.limit - spent), limit=force.limit))

    def apply(self, force: Force, edit: Edit) -> Force:
        plain = edits.apply_plain(force, edit)
        if plain is not None:
            return plain
        if edit.do == "add":
            made = ForceUnit(id=force.free_id(edit.profile))
            if edit.profile in profiles():
                return force.with_unit(replace(made, profile=edit.profile))
            return force.with_unit(replace(made, own=creation.written(creation.known()[edit.profile])))
        unit = edits.unit_of(force, edit.unit)
        if edit.do == "copy":
            fresh = {key: value for key, value in unit.own.items() if key not in KEYS}
            return force.with_unit(replace(unit, id=force.free_id(unit.id), own=fresh), after=unit.id)
        person = _person(force, unit.id)
        after, _ = builder_parts.traded(person.character, edit.part, buys=edit.do == "buy")
        assert after is not None
        name = unit.name or (person.character.name if unit.profile else "")
        own = {**creation.written(after), **standing_told(person.standing)}
        return force.changed(replace(unit, profile="", name=name, own=own))

    def check(self, force: Force) -> Sequence[Verdict]:
        everybody = people(force)
        found = edits.check_total(force, self.points(force), LIMIT)
        if everybody and all(one.standing.dead for one in everybody):
            found.append(refuse("CD-R10", "Nobody of this crew is alive."))
        for one in everybody:
            found += [replace(v, reason=joined(": ", (one.character.name, v.reason)))
                      for v in creation.check(one.character)]
        return found

    def ready(self, name: str) -> Force:
        crew = crews()[find("crew", name, crews())]
        force = Force(name=crew.name, rules=RULES.id, about=crew.about)
        for key in crew.members:
            force = force.with_unit(ForceUnit(id=force.free_id(key), profile=key))
        return replace(force, limit=self.points(force))

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        return campaign.specs(force, side)


def _person(force: Force, unit: str) -> Person:
    wanted = edits.unit_of(force, unit).id
    return next(one for one in people(force) if one.unit.id == wanted)


def _of_person(person: Person, name: str) -> Entry:
    """The dead cost nothing and fight no more."""
    made = replace(_entry(person.unit.id, person.character), name=name)
    if person.standing.dead:
        return replace(made, points=0, models=0, icon="death-skull", numbers=(say("Dead"),),
                       note="It stays in the record until it is deleted.")
    fought = person.standing.battles
    if not fought:
        return made
    told = (say_many("{n} battle fought.", "{n} battles fought.", fought),
            say("Composure {now} now.", now=person.composure))
    return replace(made, note=joined(" ", (made.note, *told)))


def _entry(key: str, character: Profile, group: str = "") -> Entry:
    numbers = (*(joined(" ", (s, str(character.levels[s]))) for s in SKILLS), say("PO {n}", n=character.po),
               say("Composure {n}", n=character.composure), say("Chance {n}", n=character.chance),
               say("Move {inches:g}″", inches=character.move))
    note = (say("{kind}.", kind=creation.KIND_NAMES[character.kind]), *builder_parts.notes(character))
    return Entry(id=key, name=character.name, group=group, icon=character.icon, points=character.points,
                 numbers=numbers, lines=tuple(builder_parts.told_lines(character)),
                 note=joined(" ", note))
