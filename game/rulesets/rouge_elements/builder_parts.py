"""What may be bought for a character, as the builder lays it out, and what buying and selling makes of it."""
from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.engine.builder import Part
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.rouge_elements import arms, sheet
from game.rulesets.rouge_elements.data import (
    LORES,
    RULES,
    SHORT,
    TYPES,
    Carried,
    Recipe,
    Trait,
    changes,
    equipment,
    having,
    spells,
    traits,
    weapons,
)
from game.rulesets.rouge_elements.prices import carried, level, price_of, weapon_prices
from game.words import capital, joined, say

KINDS = {"close": say("Close combat"), "pistol": say("Pistols"), "rifle": say("Rifles"),
         "special": say("Special weapons"),
         "explosive": say("Explosives")}
GROUPS = {"upgrade": say("Special upgrades"), "ability": say("Abilities"), "skill": say("Skills"),
          "fault": say("Faults"),
          "armour": say("Armour"), "bionic": say("Bionics")}
SHELF = {"upgrade": say("Body"), "ability": say("Traits"), "skill": say("Traits"), "fault": say("Traits"),
         "armour": say("Gear"), "bionic": say("Gear")}


def parts(recipe: Recipe) -> list[Part]:
    """Every part, shelf by shelf: body, traits, gear, arms, magic, and the changes of each weapon it carries."""
    return [*_basic(recipe), *_having(recipe), *_weapons(recipe), *_magic(recipe), *_carried(recipe)]


def _basic(recipe: Recipe) -> Iterator[Part]:
    """T11."""
    for name, points in traits().basic.items():
        yield Part(id=f"up:{name}", name=joined(" ", ("+1", SHORT[name])), shelf=say("Body"),
                   group=say("Characteristics"), icon="l:chevrons-up", points=points,
                   count=recipe.upgrades.get(name, 0), about=RULES.characteristics[name])


def _having(recipe: Recipe) -> Iterator[Part]:
    """T12 to T14, T21, by kind; magic levels lie beside the spells."""
    for kind in GROUPS:
        for key, thing in having().items():
            if thing.kind == kind and key != "magic_level":
                yield _part_of(recipe, key, SHELF[kind], GROUPS[kind])


def _part_of(recipe: Recipe, key: str, shelf: str, group: str) -> Part:
    thing = having()[key]
    about = thing.does if isinstance(thing, Trait) else sheet.gear_effect(equipment()[key])
    return Part(id=f"has:{key}", name=thing.name, shelf=shelf, group=group, icon=thing.icon, points=price_of(key),
                count=recipe.has.count(key), about=about)


def _weapons(recipe: Recipe) -> Iterator[Part]:
    """T15 to T19. What it carries of them is listed weapon by weapon."""
    for key, weapon in weapons().items():
        yield Part(id=f"weapon:{key}", name=weapon.name, shelf=say("Arms"), group=KINDS[weapon.kind], icon=weapon.icon,
                   points=weapon.points, about=sheet.weapon_line(weapon))


def _magic(recipe: Recipe) -> Iterator[Part]:
    """T22."""
    level_part = _part_of(recipe, "magic_level", say("Magic"), say("Magic level {level}", level=level(recipe)))
    yield level_part
    for key, spell in spells().items():
        yield Part(id=f"spell:{key}", name=spell.name, shelf=say("Magic"), group=say("Lore of {lore}",
                                                                                lore=capital(LORES[spell.lore])),
                   icon=spell.icon, count=recipe.spells.count(key),
                   about=say("{type}, cast above {value}", type=capital(TYPES[spell.type]), value=spell.value))


def _carried(recipe: Recipe) -> Iterator[Part]:
    """Each weapon that it carries, and T20 for it."""
    for number, (one, points) in enumerate(zip(carried(recipe), weapon_prices(recipe), strict=True)):
        weapon = arms.profile(one.weapon, one.changes)
        shelf = joined(" ", (f"{number + 1}.", weapons()[one.weapon].name))
        name = weapon.name
        if one.changes:
            name = say("{weapon} ({changes})", weapon=weapon.name, changes=sheet.changes_told(one.changes))
        yield Part(id=f"carried:{number}", name=name, icon=weapon.icon, points=points, count=1, opens=shelf,
                   about=sheet.weapon_line(weapon, one.changes))
        for key, change in changes().items():
            yield Part(id=f"change:{number}:{key}", name=change.name, shelf=shelf, icon=weapon.icon,
                       group=say("Flaws") if change.flaw else say("Upgrades"), points=change.points,
                       count=one.changes.count(key))


# --- buying and selling


def name_of(recipe: Recipe, part: str) -> str:
    return next((p.name for p in parts(recipe) if p.id == part), part)


def traded(recipe: Recipe, part: str, *, buys: bool) -> tuple[Recipe | None, Verdict]:
    """The character with one of the part more, or less; None where there is no such part, or none to give back."""
    kind, _, key = part.partition(":")
    none = refuse("", say("{recipe} has none of that.", recipe=recipe.name))
    if kind == "up" and key in traits().basic:
        times = recipe.upgrades.get(key, 0) + (1 if buys else -1)
        bought = {k: v for k, v in {**recipe.upgrades, key: times}.items() if v}
        return (replace(recipe, upgrades=bought), YES) if times >= 0 else (None, none)
    if kind == "has" and key in having():
        made = _listed(recipe.has, key, buys)
        return (replace(recipe, has=made), YES) if made is not None else (None, none)
    if kind == "spell" and key in spells():
        made = _listed(recipe.spells, key, buys)
        return (replace(recipe, spells=made), YES) if made is not None else (None, none)
    if kind == "weapon" and key in weapons() and buys:
        return replace(recipe, weapons=(*recipe.weapons, key)), YES
    if kind in ("carried", "change"):
        return _with_weapon(recipe, kind, key, buys=buys)
    return None, none if kind == "weapon" and not buys else refuse("", say('There is no part "{part}".', part=part))


def _listed(now: tuple[str, ...], key: str, buys: bool) -> tuple[str, ...] | None:
    """One more at the end, or the last one less."""
    if buys:
        return (*now, key)
    if key not in now:
        return None
    place = len(now) - 1 - now[::-1].index(key)
    return (*now[:place], *now[place + 1:])


def _with_weapon(recipe: Recipe, kind: str, key: str, *, buys: bool) -> tuple[Recipe | None, Verdict]:
    """A weapon that it carries put away for good, or a change of it."""
    number, _, change = key.partition(":")
    if not number.isdigit() or int(number) >= len(recipe.weapons) or (kind == "change" and change not in changes()):
        return None, refuse("", "There is no such weapon to change.")
    place, own = int(number), carried(recipe)
    if kind == "carried":
        if buys:
            return replace(recipe, weapons=(*recipe.weapons, recipe.weapons[place])), YES
        return replace(recipe, weapons=(*recipe.weapons[:place], *recipe.weapons[place + 1:])), YES
    made = _listed(own[place].changes, change, buys)
    if made is None:
        return None, refuse("", say("The {weapons} has none of that.", weapons=weapons()[own[place].weapon].name))
    one = replace(own[place], changes=made, shoulder=own[place].shoulder and (buys or change != "shoulder"))
    kept: list[str | Carried] = list(recipe.weapons)
    kept[place] = one.weapon if one == Carried(weapon=one.weapon) else one
    return replace(recipe, weapons=tuple(kept)), YES


