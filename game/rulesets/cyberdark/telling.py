"""A crew's campaign in words: what the last battle did to each member and why, the story of all battles (CD-H26)."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine import edits
from game.engine.campaign import Change, Member
from game.rulesets.cyberdark import creation
from game.rulesets.cyberdark.data import NUMBERS, kit
from game.rulesets.cyberdark.record import BattleRecord, DeedRecord, MemberRecord, Person, Reason
from game.words import joined, say

TITLES = {"po": say("PO"), "stress": say("Stress"), "composure": say("Composure"), "chance": say("Chance")}
WHY = {
    "CD-8.4": say("spent for advantage dice"), "CD-6.5": say("a critical failure"),
    "CD-H22": say("the shock of a friend's fall"), "CD-7.4": say("its own fall"),
    "CD-9.5": say("failed rolls rolled again"), "CD-9.6": say("holding out"), "CD-H26": say("surviving"),
}
"""What each rule that changes nerves or Chance in a battle stands for."""
NEWS = {"conscious": say("On its feet at the end"), "stabilised": say("Fell and was stabilised"),
        "broken": say("Broke and left"), "dead": say("Died")}


def member(person: Person, name: str, record: MemberRecord | None) -> Member:
    """A member as the campaign screen shows it; `record` is what its last battle did to it."""
    who, standing = person.character, person.standing
    news = NEWS[record.how] if record else (
        say("Died in an earlier battle") if standing.dead else say("Has not fought yet"))
    return Member(id=person.unit.id, name=name, icon=who.icon, gone=say("Dead") if standing.dead else "", news=news,
                  about=joined(", ", (creation.KIND_NAMES[who.kind], edits.counted(who.points))),
                  changes=tuple(_changes(person, record)) if record or not standing.dead else (),
                  carries=tuple(kit()[key].name for key in creation.implants(who)))


def _changes(person: Person, record: MemberRecord | None) -> Iterator[Change]:
    """Before the battle, after it, and now: healed and slept, but for Composure."""
    who, dead = person.character, person.standing.dead
    now = {"po": who.po, "stress": 0, "composure": person.composure, "chance": who.chance}
    full = {"po": who.po, "stress": NUMBERS.breaks, "composure": who.composure, "chance": who.chance}
    since = {"po": say("Healed"), "stress": say("Rested"), "chance": say("Slept")}
    for key, title in TITLES.items():
        before, left = getattr(record, key) if record else (now[key], now[key])
        value = left if dead else now[key]
        told = _of_composure(person, left) if key == "composure" else since[key] if value != left else ""
        yield Change(title=title, before=before, after=left, now=value, full=full[key], since=told,
                     pips=key != "stress",
                     why=tuple(_why(reason) for reason in (record.why if record else ()) if reason.what == key),
                     rule="CD-9.7" if key == "chance" else "CD-H26")


def _of_composure(person: Person, left: int) -> str:
    """What was done since the battle that shows in its Composure. CD-8.2, CD-8.3"""
    unwound = person.standing.unwound
    done = [*([say("Unwound")] if unwound else []),
            *([say("New implant")] if not person.standing.dead and person.composure < left + unwound else [])]
    return joined(", ", done) if done else ""


def _why(reason: Reason) -> str:
    return say("{sign}{by}, {why} ({rule})", sign="−" if reason.by < 0 else "+", by=abs(reason.by), rule=reason.rule,
               why=WHY.get(reason.rule, say("the battle")))


# --- the story


def heading(number: int, battle: BattleRecord) -> str:
    """'Battle 2: The arcade against Brzask Security, won'."""
    result = {"won": say("won"), "lost": say("lost"), "draw": say("a draw")}[battle.result]
    return say("Battle {number}: {scenario} against {enemies}, {result}", number=number, scenario=battle.scenario,
               enemies=battle.against, result=result)


def lines(battle: BattleRecord) -> Iterator[str]:
    """A battle in sentences: each member's, then what was done since."""
    for one in battle.members:
        pairs = ((title, getattr(one, key)) for key, title in TITLES.items())
        numbers = [say("{what} {before} to {now}", what=title, before=pair[0], now=pair[1])
                   for title, pair in pairs if pair[0] != pair[1]]
        yield joined("; ", (say("{name}: {news}", name=one.name, news=NEWS[one.how]), *(
            [joined(", ", numbers)] if numbers else [])))
    yield from (_deed(deed) for deed in battle.since)


def _deed(deed: DeedRecord) -> str:
    if deed.do == "restore":
        return say("{name} unwinds: Composure {composure}. (CD-8.3)", name=deed.name, composure=deed.composure)
    return say("{name} gets an implant, {implant}: Composure {composure}. (CD-8.2)", name=deed.name,
               implant=kit()[deed.implant].name, composure=deed.composure)
