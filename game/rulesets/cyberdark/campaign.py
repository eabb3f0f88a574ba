"""A crew from battle to battle: what a battle leaves of it, and what may be done until the next one (CD-8.2, CD-8.3,
CD-9.7, CD-H26)."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from msgspec.structs import replace

from game.engine import edits
from game.engine.campaign import Deed, Fought, Member, Offer
from game.engine.commands import Command
from game.engine.events import Altered
from game.engine.run import Rehearsal
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import Refused
from game.rulesets.cyberdark import after, begin, creation, phase_orders, telling
from game.rulesets.cyberdark.conditions import chances, composure, po, status, stress, things
from game.rulesets.cyberdark.data import NUMBERS, RULES, kit
from game.rulesets.cyberdark.record import (
    BattleRecord,
    DeedRecord,
    MemberRecord,
    Person,
    Reason,
    Standing,
    battle_told,
    battles,
    living,
    people,
    standing_told,
)
from game.table.forcefile import Force, ForceUnit
from game.table.model import Model
from game.table.setting import UnitSpec
from game.table.table import Table
from game.words import plain, say

CREW = "crew"
"""The side of a crew that is between battles."""
COUNTED = {"po": po, "stress": stress, "composure": composure, "chance": chances}


class CrewCampaign:
    """The rule set's part of a campaign."""

    # --- how the crew is

    def members(self, force: Force) -> Sequence[Member]:
        last = battles(force)[-1] if force.battles else None
        found = {record.id: record for record in last.members} if last else {}
        everybody = people(force)
        names = edits.titles([one.character.name for one in everybody])
        return [telling.member(one, name, found.get(one.unit.id)) for one, name in zip(everybody, names, strict=True)]

    def story(self, force: Force) -> Sequence[tuple[str, tuple[str, ...]]]:
        return [(telling.heading(number, battle), tuple(telling.lines(battle)))
                for number, battle in reversed(list(enumerate(battles(force), 1)))]

    # --- between two battles

    def offers(self, force: Force, unit: str) -> Sequence[Offer]:
        unwind = Deed(do="restore", unit=unit)
        made = [Offer(deed=unwind, title="Unwind", icon="heart-plus", verdict=_verify(force, unwind),
                      about="A party, friends or therapy: 1 Composure back")]
        for key, thing in kit().items():
            if thing.kind == "implant":
                deed = Deed(do="implant", unit=unit, choice=key)
                made.append(Offer(deed=deed, title=thing.name, about=thing.does, icon=thing.icon,
                                  verdict=_verify(force, deed)))
        return made

    def apply(self, force: Force, deed: Deed) -> Force:
        verdict = _verify(force, deed)
        if not verdict:
            raise Refused(verdict)
        rehearsal = Rehearsal(_between(force))
        if deed.do == "restore":
            after.restore(rehearsal, rehearsal.state.models[deed.unit])
        else:
            after.install(rehearsal, rehearsal.state.models[deed.unit], deed.choice)
        model = rehearsal.state.models[deed.unit]
        done = DeedRecord(id=deed.unit, name=plain(model.name), do=cast(Any, deed.do), implant=deed.choice,
                          composure=composure(model))
        last = battles(force)[-1]
        kept = replace(force, battles=(*force.battles[:-1], battle_told(replace(last, since=(*last.since, done)))))
        person = next(one for one in people(force) if one.unit.id == deed.unit)
        standing = replace(person.standing, composure=composure(model), unwound=bool(model.note("restored")))
        return kept.changed(_written(person, standing, things(model)))

    # --- after a battle

    def check_record(self, force: Force, fought: Fought) -> Verdict:
        if not force.campaign:
            return refuse("CD-H26", say("{name} is in no campaign.", name=force.name))
        if fought.end.result is None:
            return refuse("CD-H26", "The battle is not over yet.")
        began = {m.id: m for m in fought.start.models_of(fought.side)}
        for one in people(force):
            before = began.get(f"{fought.side}-{one.unit.id}")
            if before is not None and one.standing.battles > before.note("battles", 0):
                return refuse("CD-H26", "The crew's record holds this battle, or a later one, already.")
        now = {f"{fought.side}-{key}": model for key, model in _between(force).models.items()}
        if now.keys() != began.keys():
            return refuse("CD-H26", "Others belong to the crew now than fought this battle.")
        for key, model in began.items():
            if _as_it_began(now[key]) != _as_it_began(model):
                return refuse("CD-H26", say("{name} has changed since this battle began.", name=model.name))
        return YES

    def record(self, force: Force, fought: Fought) -> Force:
        verdict = self.check_record(force, fought)
        if not verdict:
            raise Refused(verdict)
        reasons = _reasons(fought)
        members, crew = [], force
        for person in living(force):
            name = f"{fought.side}-{person.unit.id}"
            start, end = fought.start.models[name], fought.end.models[name]
            pairs = {key: (value(start), value(end)) for key, value in COUNTED.items()}
            members.append(MemberRecord(id=person.unit.id, name=plain(end.name), how=_how(end), why=reasons[name],
                                        **pairs))
            crew = crew.changed(_rested(person, end))
        battle = BattleRecord(scenario=fought.end.title, against=_enemies(fought), result=_result(fought),
                              round=fought.end.round, members=tuple(members))
        return replace(crew, battles=(*force.battles, battle_told(battle)))


# --- the crew as it stands


def specs(force: Force, side: str) -> tuple[UnitSpec, ...]:
    """The living members for a battle, as they are now. Raises FileError."""
    everybody = people(force)
    names = edits.titles([one.character.name for one in everybody])
    return tuple(_spec(one, name, side) for one, name in zip(everybody, names, strict=True) if not one.standing.dead)


def _spec(person: Person, name: str, side: str) -> UnitSpec:
    """A ready character names its profile; one of its own is written out."""
    own = {} if person.unit.profile else {"character": creation.written(person.character)}
    told: dict[str, Any] = {}
    if person.standing.composure is not None:
        told["composure"] = person.composure
    if person.standing.battles:
        told["battles"] = person.standing.battles
    return UnitSpec(id=f"{side}-{person.unit.id}", side=side, name=name, profile=person.unit.profile or None,
                    set=told, extra=own)


def _between(force: Force) -> GameState:
    """The living, in the time between two battles."""
    models = {}
    for number, (person, spec) in enumerate(zip(living(force), specs(force, CREW), strict=True)):
        model = begin.character(force.source, f"unit[{number}]", spec, person.unit.id, "south")
        notes = {**model.notes, **({"restored": True} if person.standing.unwound else {})}
        models[person.unit.id] = replace(model, notes=notes)
    return GameState(rules=RULES.id, rules_version=RULES.version, sides={}, units={}, models=models, phase="after",
                     table=Table(width=NUMBERS.table, height=NUMBERS.table))


def _as_it_began(model: Model) -> tuple[object, ...]:
    return model.stats, composure(model), sorted(things(model)), sorted(model.gear)


def _written(person: Person, standing: Standing, carried: list[str] | None = None) -> ForceUnit:
    """The unit with how it stands, and with what it carries where that is new."""
    unit, kept, character = person.unit, standing_told(standing), person.character
    if carried is None or sorted(carried) == sorted(character.kit):
        own = {key: value for key, value in unit.own.items() if key not in Standing.__struct_fields__}
        return replace(unit, own={**own, **kept})
    made = creation.settled(replace(character, kit=tuple(carried)))
    return replace(unit, profile="", name=character.name, own={**creation.written(made), **kept})


# --- between two battles


def _verify(force: Force, deed: Deed) -> Verdict:
    """A living member, after a battle; then what the rules say of the deed."""
    state = _between(force)
    if deed.unit not in state.models:
        return refuse("CD-H26", "That is for the living of this crew.")
    if not force.battles:
        return refuse("CD-H26", "That is for the time between two battles; before the first one the builder fits "
                                "everybody out.")
    model = state.models[deed.unit]
    if deed.do == "restore":
        person = next(one for one in living(force) if one.unit.id == deed.unit)
        verdict = phase_orders.check_restore(state, Command(do="restore", by=deed.unit))
        if verdict and person.composure >= person.character.composure:
            return refuse("CD-H26", say("{name} has all of its Composure.", name=model.name))
        return verdict
    if deed.do != "implant":
        return refuse("", say('There is no such deed: "{deed}".', deed=deed.do))
    verdict = phase_orders.check_implant(state, Command(do="implant", by=deed.unit, fields={"implant": deed.choice}))
    if not verdict:
        return verdict
    thing = kit()[deed.choice]
    spent = sum(one.character.points for one in living(force))
    return edits.check_room(force, spent, thing.name, thing.points - 1, "CD-H2")


# --- after a battle


def _how(model: Model) -> Any:
    return "stabilised" if status(model) == "bleeding" else status(model)


def _rested(person: Person, end: Model) -> ForceUnit:
    """Dead; or slept, healed and calm, so that nothing of the battle is left but its Composure. CD-9.7, CD-H26"""
    standing = replace(person.standing, battles=person.standing.battles + 1, unwound=False, composure=composure(end))
    if status(end) == "dead":
        return _written(person, replace(standing, dead=True))
    if standing.composure == person.character.composure:
        standing = replace(standing, composure=None)
    return _written(person, standing)


def _reasons(fought: Fought) -> dict[str, tuple[Reason, ...]]:
    """For each character, what changed its Stress, Composure and Chance in the battle, summed up by rule."""
    now = {m.id: {key: value(m) for key, value in COUNTED.items()} for m in fought.start.models_of(fought.side)}
    sums: dict[str, dict[tuple[str, str], int]] = {name: {} for name in now}
    for event in fought.events:
        if not isinstance(event, Altered) or event.model not in now:
            continue
        for key in ("stress", "composure", "chance"):
            if key in event.notes:
                by = int(event.notes[key] or 0) - now[event.model][key]
                now[event.model][key] += by
                sums[event.model][key, event.rule] = sums[event.model].get((key, event.rule), 0) + by
    return {name: tuple(Reason(what=cast(Any, key), by=by, rule=rule) for (key, rule), by in found.items() if by)
            for name, found in sums.items()}


def _enemies(fought: Fought) -> str:
    return ", ".join(side.name for name, side in fought.end.sides.items() if name != fought.side)


def _result(fought: Fought) -> Any:
    result = fought.end.result
    assert result is not None
    return "draw" if result.winner == "draw" else "won" if result.winner == fought.side else "lost"
