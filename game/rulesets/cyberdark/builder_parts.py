"""What may be bought for a character, as the builder lays it out, and what buying and selling makes of it."""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from game.engine.builder import Part
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.common.data import Named
from game.rulesets.cyberdark import creation
from game.rulesets.cyberdark.data import CYBERDECK, FISTS, NUMBERS, RULES, SKILLS, Profile, kit, programs, weapons
from game.words import joined, say, say_many

SKILL_ICONS = {"Sh": "on-sight", "Me": "crossed-swords", "Do": "dodging", "Co": "brain", "Re": "power-lightning",
               "Ha": "keyboard", "FA": "first-aid-kit", "Te": "wrench"}

ABOUT = {"Do": say("Defends in Fights; after Evade"), "Co": say("Defends against Hacks"), "Re": say("Who acts when")}
SKILLS_SHELF, NERVES, IMPLANTS, GEAR = say("Skills"), say("Body and nerves"), say("Implants"), say("Gear")

MAKE = {"lead": say("Make it a Lead"), "extra": say("Make it an Extra")}
NEEDS = {
    "implant": say("Its target needs an implant."), "electronic weapon": say("Its target needs an electronic weapon."),
    "implant or cyberdeck": say("Its target needs an implant or a cyberdeck."),
}


def parts(character: Profile) -> list[Part]:
    """Every part, shelf by shelf: skills, weapons, implants, gear."""
    return [*_skills(character), *_weapons(character), *_kit(character), *_programs(character)]


def _skills(character: Profile) -> Iterator[Part]:
    """CD-2.3, CD-7.1, CD-H24"""
    for skill, level in character.levels.items():
        told = RULES.skills[skill]
        yield Part(id=f"skill:{skill}", name=told.name, shelf=SKILLS_SHELF, group=SKILLS_SHELF, icon=SKILL_ICONS[skill],
                   points=1, count=level, counted=joined(" ", (told.name, str(level))), owned=False,
                   about=ABOUT.get(skill, told.does), more=told.does if skill in ABOUT else "")
    yield Part(id="po", name=say("Damage Points"), shelf=SKILLS_SHELF, group=NERVES, icon="heart-plus",
               points=NUMBERS.per_po, count=character.po, counted=say("Damage Points {n}", n=character.po), owned=False,
               about="How much harm it can take")
    other = "extra" if character.kind == "lead" else "lead"
    turned = creation.settled(replace(character, kind=other))
    yield Part(id=f"kind:{other}", name=MAKE[other], shelf=SKILLS_SHELF, group=NERVES, icon="sergeant",
               points=turned.points - character.points, about=say(
                   "Starts with Chance {chance} and Composure {composure}", chance=turned.chance,
                   composure=turned.composure))


def _weapons(character: Profile) -> Iterator[Part]:
    for key, weapon in weapons().items():
        if key != FISTS:
            yield Part(id=f"weapon:{key}", name=weapon.name, shelf=say("Weapons"), icon=weapon.icon,
                       group=say("Guns") if weapon.gun else say("Melee weapons"), points=weapon.points,
                       count=character.weapons.count(key), about=weapon_line(key))


def _kit(character: Profile) -> Iterator[Part]:
    """Implants cost what they cost, less the point of Composure that goes with them. CD-H24"""
    for key, thing in kit().items():
        implant = thing.kind == "implant"
        yield Part(id=f"has:{key}", name=thing.name, shelf=IMPLANTS if implant else GEAR, icon=thing.icon,
                   group=say("Each lowers starting Composure by 1") if implant else GEAR,
                   points=thing.points - (1 if implant else 0), count=character.kit.count(key), about=thing.does)


def _programs(character: Profile) -> Iterator[Part]:
    group = say("Programs, {count} of {most} loaded", count=len(character.programs), most=NUMBERS.programs)
    for key, program in programs().items():
        yield Part(id=f"program:{key}", name=program.name, shelf=GEAR, group=group, icon=program.icon,
                   points=program.points, count=character.programs.count(key),
                   about=program.does, more=NEEDS[program.needs])


def weapon_line(key: str) -> str:
    """'Pistol: 2k6, 8/16″, 6 shots'."""
    weapon = weapons()[key]
    told: list[str] = [say("{dice}k6", dice=weapon.dice)]
    if weapon.gun:
        told += [say("{short:g}/{long:g}″", short=weapon.short, long=weapon.long),
                 say_many("{n} shot", "{n} shots", weapon.magazine)]
    told += [word for word, on in ((say("two hands"), weapon.hands == 2), (say("electronic"), weapon.electronic)) if on]
    return joined(": ", (weapon.name, joined(", ", told)))


# --- buying and selling


def traded(character: Profile, part: str, *, buys: bool) -> tuple[Profile | None, Verdict]:
    """The character with one of the part more, or less; None where there is no such part, or none to give back."""
    kind, _, key = part.partition(":")
    by = 1 if buys else -1
    if kind == "skill" and key in SKILLS:
        place = SKILLS.index(key)
        levels = (*character.skills[:place], character.skills[place] + by, *character.skills[place + 1:])
        return replace(character, skills=levels), YES
    if kind == "po" and not key:
        return replace(character, po=character.po + by), YES
    if kind == "kind" and key in ("lead", "extra") and buys:
        return creation.settled(replace(character, kind=key)), YES
    fields: dict[str, tuple[str, Mapping[str, Named]]] = {
        "weapon": ("weapons", weapons()), "has": ("kit", kit()), "program": ("programs", programs())}
    if kind not in fields or key not in fields[kind][1]:
        return None, refuse("", say('There is no part "{part}".', part=part))
    field = fields[kind][0]
    own: tuple[str, ...] = getattr(character, field)
    if not buys and key not in own:
        return None, refuse("", say("{name} has none of that.", name=character.name))
    now = (*own, key) if buys else tuple(k for n, k in enumerate(own) if n != own.index(key))
    return creation.settled(replace(character, **{field: now})), YES


def told_lines(character: Profile) -> list[str]:
    """Weapons, implants, gear and programs, a line each."""
    told = [weapon_line(key) for key in character.weapons]
    things = [kit()[key] for key in character.kit]
    told += [joined(": ", (thing.name, thing.does)) for thing in things]
    return told + [joined(": ", (programs()[key].name, programs()[key].does)) for key in character.programs]


def notes(character: Profile) -> list[str]:
    """What else to know: a deck without programs, an unarmed character."""
    told: list[str] = [] if character.weapons else [say("No weapon but its fists.")]
    if CYBERDECK in character.kit and not character.programs:
        told.append(say("Its deck has no program."))
    return told
