"""A crew from battle to battle: what a battle leaves of it, and what may be done until the next one (CD-8.2, CD-8.3,
CD-9.7, CD-H26)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine import edits
from game.engine.campaign import Change, Deed, Fought, Member, Offer
from game.engine.commands import Command
from game.engine.events import Altered, Event, Said
from game.engine.run import Rehearsal
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import Refused
from game.rulesets.cyberdark import after, begin, creation, phase_orders
from game.rulesets.cyberdark.conditions import chances, composure, full_chances, full_po, po, status, stress, things
from game.rulesets.cyberdark.data import NUMBERS, RULES, kit
from game.rulesets.cyberdark.record import (
    BattleRecord,
    MemberRecord,
    Person,
    Standing,
    battle_told,
    battles,
    living,
    people,
    standing_told,
)
from game.table.forcefile import Force
from game.table.model import Model
from game.table.setting import UnitSpec
from game.table.table import Table

CREW = "crew"
"""The side of a crew that is between battles."""
COUNTED = {"po": po, "stress": stress, "composure": composure, "chance": chances}
WHY = {
    "CD-8.4": "spent for advantage dice", "CD-6.5": "a critical failure", "CD-H22": "the shock of a friend's fall",
    "CD-7.4": "its own fall", "CD-9.5": "failed rolls rolled again", "CD-9.6": "holding out", "CD-H26": "surviving",
}
"""What each rule that changes nerves or Chance in a battle stands for."""
NEWS = {"conscious": "Came through on its feet", "stabilised": "Fell and was stabilised", "broken": "Broke and left",
        "dead": "Died"}


class CrewCampaign:
    """The rule set's part of a campaign."""

    # --- how the crew is

    def members(self, force: Force) -> Sequence[Member]:
        last = battles(force)[-1] if force.battles else None
        found = {record.id: record for record in last.members} if last else {}
        everybody = people(force)
        names = edits.titles([one.character.name for one in everybody])
        return [_member(one, name, found.get(one.unit.id)) for one, name in zip(everybody, names, strict=True)]

    def story(self, force: Force) -> Sequence[tuple[str, tuple[str, ...]]]:
        told = []
        for number, battle in reversed(list(enumerate(battles(force), 1))):
            result = {"won": "won", "lost": "lost", "draw": "a draw"}[battle.result]
            told.append((f"Battle {number}: {battle.scenario} against {battle.against}, {result}",
                         tuple(_lines(battle))))
        return told

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
        state, command = _between(force), _command(deed)
        diary = Diary(state)
        if deed.do == "restore":
            after.restore(diary, state.models[deed.unit])
        else:
            after.install(diary, state.models[deed.unit], str(command.get("implant")))
        last = battles(force)[-1]
        kept = replace(force, battles=(*force.battles[:-1], battle_told(replace(last, since=(
            *last.since, *diary.lines)))))
        person = next(one for one in people(force) if one.unit.id == deed.unit)
        model = diary.state.models[deed.unit]
        return kept.changed(_written(person, replace(
            person.standing, composure=composure(model), unwound=bool(model.note("restored"))), things(model)))

    # --- after a battle

    def check_record(self, force: Force, fought: Fought) -> Verdict:
        if not force.campaign:
            return refuse("CD-H26", f"{force.name} is in no campaign.")
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
                return refuse("CD-H26", f"{model.name} has changed since this battle began.")
        return YES

    def record(self, force: Force, fought: Fought) -> Force:
        verdict = self.check_record(force, fought)
        if not verdict:
            raise Refused(verdict)
        reasons = _reasons(fought)
        diary = Diary(fought.end)
        members, crew = [], force
        for person in living(force):
            name = f"{fought.side}-{person.unit.id}"
            start, end = fought.start.models[name], fought.end.models[name]
            pairs = {key: (value(start), value(end)) for key, value in COUNTED.items()}
            members.append(MemberRecord(id=person.unit.id, name=end.name, how=_how(end),
                                        why=tuple(reasons.get(name, ())), **pairs))
            crew = crew.changed(_rested(person, end, diary))
        battle = BattleRecord(
            scenario=fought.end.title, against=_enemies(fought), result=_result(fought), round=fought.end.round,
            members=tuple(members), since=tuple(diary.lines))
        return replace(crew, battles=(*force.battles, battle_told(battle)))


class Diary(Rehearsal):
    """What follows without dice, and the sentences told of it, each with its rule."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state)
        self.lines: list[str] = []

    def emit(self, event: Event) -> None:
        super().emit(event)
        if isinstance(event, Said):
            self.lines.append(f"{event.text} ({event.rule})")


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


def _member(person: Person, name: str, record: MemberRecord | None) -> Member:
    who, standing = person.character, person.standing
    changes = tuple(_changes(person, record)) if record or not standing.dead else ()
    news = NEWS[record.how] if record else "Died in an earlier battle" if standing.dead else "Has not fought yet"
    return Member(id=person.unit.id, name=name, icon=who.icon, gone="Dead" if standing.dead else "", news=news,
                  about=f"{who.kind.capitalize()}, {edits.counted(who.points)}", changes=changes,
                  carries=tuple(kit()[key].name for key in creation.implants(who)))


def _changes(person: Person, record: MemberRecord | None) -> Iterator[Change]:
    who = person.character
    rested = {"po": (who.po, who.po, "Healed"), "stress": (0, NUMBERS.breaks, "Rested"),
              "composure": (person.composure, who.composure, ""), "chance": (who.chance, who.chance, "Slept")}
    titles = {"po": "PO", "stress": "Stress", "composure": "Composure", "chance": "Chance"}
    for key, (now, full, since) in rested.items():
        before, left = getattr(record, key) if record else (now, now)
        if person.standing.dead:
            now = left
        if key == "composure":
            unwound = person.standing.unwound
            since = ", ".join([*(["Unwound"] if unwound else []), *(["New implant"] if now < left + unwound else [])])
        why = tuple(line for line in record.why if line.startswith(titles[key])) if record else ()
        told = since if now != left or key == "composure" else ""
        yield Change(title=titles[key], before=before, after=left, now=now, full=full, why=why, since=told,
                     rule="CD-9.7" if key == "chance" else "CD-H26")


# --- between two battles


def _command(deed: Deed) -> Command:
    return Command(do=deed.do, by=deed.unit, fields={"implant": deed.choice} if deed.choice else {})


def _verify(force: Force, deed: Deed) -> Verdict:
    """A living member, after a battle; then what the rules say of the deed."""
    state = _between(force)
    if deed.unit not in state.models:
        return refuse("CD-H26", "That is for the living of this crew.")
    if not force.battles:
        return refuse("CD-H26", "That is for the time between two battles; before the first one the builder fits "
                                "everybody out.")
    model, command = state.models[deed.unit], _command(deed)
    if deed.do == "restore":
        person = next(one for one in living(force) if one.unit.id == deed.unit)
        verdict = phase_orders.check_restore(state, command)
        if verdict and person.composure >= person.character.composure:
            return refuse("CD-H26", f"{model.name} has all of its Composure.")
        return verdict
    if deed.do != "implant":
        return refuse("", f'There is no such deed: "{deed.do}".')
    verdict = phase_orders.check_implant(state, command)
    if not verdict:
        return verdict
    thing = kit()[str(command.get("implant"))]
    spent = sum(one.character.points for one in living(force))
    return edits.check_room(force, spent, thing.name, thing.points - 1, "CD-H2")


def _written(person: Person, standing: Standing, carried: list[str] | None = None) -> Any:
    """The unit with how it stands, and with what it carries where that is new."""
    unit, kept = person.unit, standing_told(standing)
    character = person.character
    if carried is None or sorted(carried) == sorted(character.kit):
        plain = {key: value for key, value in unit.own.items() if key not in Standing.__struct_fields__}
        return replace(unit, own={**plain, **kept})
    made = creation.settled(replace(character, kit=tuple(carried)))
    return replace(unit, profile="", name=character.name, own={**creation.written(made), **kept})


# --- after a battle


def _how(model: Model) -> Any:
    return "stabilised" if status(model) == "bleeding" else status(model)


def _rested(person: Person, end: Model, diary: Diary) -> Any:
    """Dead, or slept and well, with the Composure that it has left. CD-H26"""
    standing = replace(person.standing, battles=person.standing.battles + 1, unwound=False, composure=composure(end))
    if status(end) == "dead":
        return _written(person, replace(standing, dead=True))
    if chances(end) < full_chances(end):
        after.sleep(diary, end)
    if po(end) < full_po(end) or stress(end):
        after.make_ready(diary, end)
    if standing.composure == person.character.composure:
        standing = replace(standing, composure=None)
    return _written(person, standing)


def _reasons(fought: Fought) -> dict[str, list[str]]:
    """For each character, what changed its Stress, Composure and Chance in the battle, by rule: 'Composure −1, the
    shock of a friend's fall (CD-H22)'."""
    now = {m.id: {key: value(m) for key, value in COUNTED.items()} for m in fought.start.models_of(fought.side)}
    sums: dict[str, dict[tuple[str, str], int]] = {name: {} for name in now}
    for event in fought.events:
        if not isinstance(event, Altered) or event.model not in now:
            continue
        for key in ("stress", "composure", "chance"):
            if key in event.notes:
                value = int(event.notes[key] or 0)
                by = value - now[event.model][key]
                now[event.model][key] = value
                if by:
                    sums[event.model][key, event.rule] = sums[event.model].get((key, event.rule), 0) + by
    return {name: [f"{key.capitalize()} {'−' if by < 0 else '+'}{abs(by)}, {WHY.get(rule, 'the battle')} ({rule})"
                   for (key, rule), by in found.items() if by] for name, found in sums.items()}


def _enemies(fought: Fought) -> str:
    return ", ".join(side.name for name, side in fought.end.sides.items() if name != fought.side)


def _result(fought: Fought) -> Any:
    result = fought.end.result
    assert result is not None
    return "draw" if result.winner == "draw" else "won" if result.winner == fought.side else "lost"


def _lines(battle: BattleRecord) -> Iterator[str]:
    """A battle in sentences: each member's, then what was done since."""
    for member in battle.members:
        numbers = [f"{title} {pair[0]} to {pair[1]}" for title, pair in (
            ("PO", member.po), ("Stress", member.stress), ("Composure", member.composure), ("Chance", member.chance))
            if pair[0] != pair[1]]
        yield f"{member.name}: {NEWS[member.how].lower()}" + (f"; {', '.join(numbers)}" if numbers else "")
    yield from battle.since
