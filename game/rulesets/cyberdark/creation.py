"""Creating a character: how it is written, what may not be, what a battle makes of it (CD-2.3, CD-7.1, CD-H15, CD-H24,
data)."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from game.engine.verdict import Verdict, refuse
from game.errors import FileError, brief
from game.rulesets.common.begin import listed, refuse_unknown, whole
from game.rulesets.common.data import Named, find_in
from game.rulesets.cyberdark.data import (
    CYBERDECK,
    FISTS,
    KINDS,
    NUMBERS,
    RULES,
    SKILLS,
    Kind,
    Profile,
    kit,
    profiles,
    programs,
    weapons,
)
from game.words import plain, say

KEYS = ("kind", "body", "skills", "po", "weapons", "implants", "gear", "programs")
"""What a file may say of a character that it creates. `body` names the profile whose picture, base and Move it has."""
SKILL, PO = 3, 6
"""The levels and the PO that a new character begins with; an average person has 6 PO. CD-7.1"""
ICON = "person"
KIND_NAMES = {"lead": say("Lead"), "extra": say("Extra")}


# --- reading and writing


def new(kind: Kind) -> Profile:
    """A character of nobody in particular, to be bought up."""
    made = Profile(name=plain(KIND_NAMES[kind]), kind=kind, icon=ICON, po=PO, composure=0,
                   skills=(SKILL, SKILL, SKILL, SKILL, SKILL, SKILL, SKILL, SKILL))
    return settled(made)


def known() -> Mapping[str, Profile]:
    """Every profile that a unit may name: the blank characters by their kind, the ready ones."""
    return {**{kind: new(cast(Kind, kind)) for kind in KINDS}, **profiles()}


def settled(character: Profile) -> Profile:
    """With the Composure that its kind starts with, less 1 for each implant. CD-H24"""
    whole_ = NUMBERS.lead_composure if character.kind == "lead" else NUMBERS.extra_composure
    return replace(character, composure=max(0, whole_ - len(implants(character))))


def implants(character: Profile) -> list[str]:
    return [key for key in character.kit if kit()[key].kind == "implant"]


def read(source: str, where: str, told: Mapping[str, Any], name: str = "") -> Profile:
    """A character as a file writes it, by names or ids. Raises FileError."""
    refuse_unknown(source, where, told, KEYS)
    kind = told.get("kind", "lead")
    if kind not in KINDS:
        raise FileError(source, f"{where}.kind", say('{found} is neither "lead" nor "extra"', found=brief(kind)))
    base = new(kind)
    if "body" in told:
        body = profiles()[_named(source, f"{where}.body", told["body"], "profile", profiles())]
        base = replace(base, icon=body.icon, move=body.move, base=body.base)
    things: list[str] = []
    for key, what in (("implants", say("implant")), ("gear", say("piece of gear"))):
        fits = {k: v for k, v in kit().items() if v.kind == key.removesuffix("s")}
        things += _list(source, where, told, key, what, fits)
    return settled(replace(
        base, name=name or base.name, skills=_skills(source, f"{where}.skills", told.get("skills", {})),
        po=whole(source, f"{where}.po", told.get("po", PO), 1, NUMBERS.most_po), kit=tuple(things),
        weapons=tuple(_list(source, where, told, "weapons", "weapon", weapons())),
        programs=tuple(_list(source, where, told, "programs", "program", programs())),
    ))


def _skills(source: str, where: str, told: Any) -> tuple[int, int, int, int, int, int, int, int]:
    """Eight levels by the skills' names; one that is not told is 1."""
    if not isinstance(told, Mapping):
        raise FileError(source, where, "is a table of levels: { Shooting = 7, Dodge = 6 }")
    levels = dict.fromkeys(SKILLS, 1)
    for key, value in told.items():
        skill = _named(source, where, key, "skill", RULES.skills)
        levels[skill] = whole(source, f"{where}.{key}", value, 1, NUMBERS.most_level)
    return cast("tuple[int, int, int, int, int, int, int, int]", tuple(levels.values()))


def _named(source: str, where: str, told: Any, what: str, known: Mapping[str, Named]) -> str:
    if not isinstance(told, str):
        raise FileError(source, where, say("a name in quotes is wanted"))
    return find_in(source, where, what, told, known)


def _list(
    source: str, where: str, told: Mapping[str, Any], key: str, what: str, known: Mapping[str, Named]
) -> list[str]:
    place = f"{where}.{key}"
    return [_named(source, f"{place}[{n}]", name, what, known)
            for n, name in enumerate(listed(source, place, told.get(key, [])))]


def body_of(character: Profile) -> str:
    """The profile whose body it has; '' for anybody's."""
    own = (character.icon, character.move, character.base)
    return next((k for k, p in profiles().items() if (p.icon, p.move, p.base) == own), "")


def written(character: Profile) -> dict[str, Any]:
    """The character as a file holds it; read again, it is the same but for its name."""
    body = body_of(character)
    told: dict[str, Any] = {"kind": character.kind, **({"body": body} if body else {})}
    told["skills"] = {RULES.skills[s].name: n for s, n in character.levels.items()}
    told["po"] = character.po
    lists = {"weapons": character.weapons, "implants": implants(character),
             "gear": [k for k in character.kit if kit()[k].kind == "gear"], "programs": character.programs}
    return {**told, **{key: list(names) for key, names in lists.items() if names}}


# --- what is refused


def check(character: Profile) -> list[Verdict]:
    """Every reason why the character may not be; the limit of points is its crew's matter."""
    return [*_check_numbers(character), *_check_weapons(character), *_check_kit(character), *_check_deck(character)]


def _check_numbers(character: Profile) -> Iterator[Verdict]:
    for skill, level in character.levels.items():
        if not 1 <= level <= NUMBERS.most_level:
            yield refuse("CD-2.3", say("{skill} would be {level}; a level is 1 to {most}.", level=level,
                                       skill=RULES.skills[skill].name, most=NUMBERS.most_level))
    if not 1 <= character.po <= NUMBERS.most_po:
        yield refuse("CD-7.1", say("PO would be {po}; a character has 1 to {most}.", po=character.po,
                                   most=NUMBERS.most_po))
    starts = NUMBERS.lead_composure if character.kind == "lead" else NUMBERS.extra_composure
    if len(implants(character)) > starts:
        yield refuse("CD-H24", say("Each implant takes 1 of its starting Composure of {starts}, and there are {count}.",
                                   starts=starts, count=len(implants(character))))


def _check_weapons(character: Profile) -> Iterator[Verdict]:
    if FISTS in character.weapons:
        yield refuse("CD-H13", "Everyone has Fists already.")
    for key in _twice(character.weapons):
        weapon = weapons()[key]
        if weapon.gun:
            yield refuse("CD-H16", say("{weapon}: one is enough, spare magazines are not counted.",
                                       weapon=weapon.name))
        else:
            yield refuse("CD-H13", say("{weapon}: one is enough, a Fight uses one melee weapon.",
                                       weapon=weapon.name))


def _check_kit(character: Profile) -> Iterator[Verdict]:
    for key in _twice(character.kit):
        yield refuse("CD-H10", say("{thing} gives its die once; a second one adds nothing.", thing=kit()[key].name))


def _check_deck(character: Profile) -> Iterator[Verdict]:
    if character.programs and CYBERDECK not in character.kit:
        yield refuse("CD-H15", "A program needs a cyberdeck to run on.")
    if len(character.programs) > NUMBERS.programs:
        yield refuse("CD-H15", say("{count} programs are too many: a deck holds {most}.", most=NUMBERS.programs,
                                   count=len(character.programs)))
    for key in _twice(character.programs):
        yield refuse("CD-H15", say("{program} is loaded once.", program=programs()[key].name))


def _twice(keys: Sequence[str]) -> list[str]:
    return [key for key, count in Counter(keys).items() if count > 1]
