"""What a crew's file keeps of its campaign: each member as it is now, and what every battle did to whom (CD-H26)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from game.errors import FileError, brief
from game.rulesets.common.begin import whole
from game.rulesets.common.data import find_in
from game.rulesets.cyberdark import creation
from game.rulesets.cyberdark.data import Profile, kit, profiles
from game.table import datafile
from game.table.forcefile import Force, ForceUnit
from game.words import plain, say

KEYS = ("composure", "battles", "unwound", "dead")
"""What a file keeps of a member beside what it is."""
Pair = tuple[Annotated[int, msgspec.Meta(ge=0)], Annotated[int, msgspec.Meta(ge=0)]]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a member stands: its Composure now (None: as it starts), battles fought, whether it has unwound since the
    last one, whether it is dead."""

    composure: int | None = None
    battles: int = 0
    unwound: bool = False
    dead: bool = False


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a crew: what it is and how it stands."""

    unit: ForceUnit
    character: Profile
    standing: Standing

    @property
    def composure(self) -> int:
        most = self.character.composure
        return most if self.standing.composure is None else min(most, self.standing.composure)


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a rule changed by how much in a battle, all told."""

    what: Literal["stress", "composure", "chance"]
    by: int
    rule: str


class MemberRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a battle did to a member: each pair before and after it, and why."""

    id: str
    name: str
    how: Literal["conscious", "stabilised", "broken", "dead"]
    po: Pair
    stress: Pair
    composure: Pair
    chance: Pair
    why: tuple[Reason, ...] = ()


class DeedRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a member did between two battles, and its Composure after it."""

    id: str
    name: str
    do: Literal["restore", "implant"]
    implant: str = ""
    composure: Annotated[int, msgspec.Meta(ge=0)]


class BattleRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle, and what was done `since`."""

    scenario: str
    against: str
    result: Literal["won", "lost", "draw"]
    round: int = 0
    members: tuple[MemberRecord, ...] = ()
    since: tuple[DeedRecord, ...] = ()


def people(force: Force) -> list[Person]:
    """Everybody of the crew, the dead with them. Raises FileError."""
    return [_person(force, unit, f"unit[{number}]") for number, unit in enumerate(force.units)]


def living(force: Force) -> list[Person]:
    return [one for one in people(force) if not one.standing.dead]


def _person(force: Force, unit: ForceUnit, where: str) -> Person:
    if unit.joins:
        raise FileError(force.source, f"{where}.joins", "is no key of these rules: every character stands for itself")
    own = {key: value for key, value in unit.own.items() if key not in KEYS}
    if unit.profile and own:
        raise FileError(force.source, where, say(
            'unknown key "{key}" beside a profile; a character of one\'s own has {keys}', key=next(iter(own)),
            keys=", ".join(creation.KEYS)))
    if unit.profile:
        key = find_in(force.source, f"{where}.profile", "profile", unit.profile, profiles())
        character = replace(profiles()[key], name=unit.name or profiles()[key].name)
    else:
        character = creation.read(force.source, where, own, unit.name)
    return Person(unit=unit, character=character, standing=_standing(force, unit.own, where, character))


def _standing(force: Force, own: Mapping[str, Any], where: str, character: Profile) -> Standing:
    kept = {key: own[key] for key in KEYS if key in own}
    if kept and not force.campaign:
        raise FileError(force.source, f"{where}.{next(iter(kept))}", "belongs to a crew with campaign = true")
    for key in ("unwound", "dead"):
        if not isinstance(kept.get(key, False), bool):
            raise FileError(force.source, f"{where}.{key}", say("{found} is neither true nor false",
                                                                found=brief(kept[key])))
    if "composure" in kept:
        whole(force.source, f"{where}.composure", kept["composure"], 0, character.composure)
    whole(force.source, f"{where}.battles", kept.get("battles", 0), 0, len(force.battles))
    return Standing(**kept)


def standing_told(standing: Standing) -> dict[str, Any]:
    """What a file says of it: nothing of what is as it starts."""
    fresh = Standing()
    return {key: getattr(standing, key) for key in KEYS if getattr(standing, key) != getattr(fresh, key)}


def battles(force: Force) -> list[BattleRecord]:
    """The battles of the crew, the oldest first. Raises FileError."""
    found = [datafile.convert(force.source, told, BattleRecord, f"battle[{number}]")
             for number, told in enumerate(force.battles)]
    for number, battle in enumerate(found):
        for place, deed in enumerate(battle.since):
            if deed.do == "implant":
                find_in(force.source, f"battle[{number}].since[{place}].implant", "implant", deed.implant, kit())
    return found


def battle_told(battle: BattleRecord) -> dict[str, Any]:
    """A battle as the file holds it, without what is empty."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(battle, enc_hook=plain))
    for key in ("members", "since"):
        told[key] = [{k: v for k, v in entry.items() if v not in ([], "")} for entry in told[key]]
    return {key: value for key, value in told.items() if value not in ([], "")}
