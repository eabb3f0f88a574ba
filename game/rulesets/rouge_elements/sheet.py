"""How a character that is being created is told: numbers, weapons, gear, spells, slots, what is still to choose."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.engine.builder import Entry
from game.rulesets.rouge_elements import arms, card, conditions, creation, prices
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.data import (
    CHARACTERISTICS,
    NUMBERS,
    PLACES,
    SHORT,
    Equipment,
    Recipe,
    changes,
    having,
    spells,
    traits,
    weapons,
)
from game.rulesets.rouge_elements.prices import base_of, carried, hands, mounted
from game.words import joined, say, say_many, signed


def entry(key: str, recipe: Recipe, group: str = "") -> Entry:
    """The character as the builder shows it."""
    return Entry(
        id=key, name=recipe.name, group=group, icon=base_of(recipe).icon, points=prices.price(recipe),
        models=base_of(recipe).models, numbers=tuple(numbers(recipe)), lines=tuple(lines(recipe)), note=note(recipe),
        rules=joined(", ", _counted([k for k in recipe.has if k in traits().upgrades])),
    )


def numbers(recipe: Recipe) -> list[str]:
    """Characteristics in use, and the magic level."""
    model = creation.model(recipe)
    told: list[str] = [joined("", (SHORT[name], str(conditions.value(model, name)).replace("-", "−")))
                       for name in CHARACTERISTICS]
    return told + ([say("magic {level}", level=prices.level(recipe))] if prices.level(recipe) else [])


def lines(recipe: Recipe) -> list[str]:
    """Weapons, traits, gear and spells, a line each."""
    told = [weapon_line(arms.profile(one.weapon, one.changes), one.changes) for one in carried(recipe)]
    bought = [k for k in recipe.has if k != "magic_level"]
    for kinds in (("ability", "skill"), ("fault",), ("armour", "bionic"), ("upgrade",)):
        some = _counted([key for key in bought if having()[key].kind in kinds])
        told += [joined(", ", some)] if some else []
    names = [spells()[key].name for key in recipe.spells]
    return told + ([say("Spells: {names}", names=joined(", ", names))] if names else [])


def _counted(keys: Sequence[str]) -> list[str]:
    return [joined(" × ", (str(count), having()[key].name)) if count > 1 else having()[key].name
            for key, count in Counter(keys).items()]


def weapon_line(weapon: Weapon, changed: Sequence[str] = ()) -> str:
    """'Stub pistol: 14″, Pow 5, RoF 1', its specials, and what was changed of it."""
    told = [card.reach(weapon), card.power(weapon), *card.notes(weapon)]
    if weapon.hands > 1:
        told.append(say("two hands"))
    line = joined(": ", (weapon.name, joined(", ", told)))
    return say("{weapon} ({changes})", weapon=line, changes=changes_told(changed)) if changed else line


def changes_told(changed: Sequence[str]) -> str:
    """A weapon's changes, each with how often it was made."""
    return joined(", ", [joined(" × ", (str(n), changes()[k].name)) if n > 1 else changes()[k].name
                         for k, n in Counter(changed).items()])


def gear_effect(gear: Equipment) -> str:
    """What armour or a bionic does, in numbers."""
    told: list[str] = [joined(" ", (signed(v), SHORT[k])) for k, v in gear.changes.items()]
    if gear.strength_part:
        told.append(say("S raised by a {strength_part}th part", strength_part=gear.strength_part))
    told += [say("+{spotting} spotting", spotting=gear.spotting)] if gear.spotting else []
    told += [say("+{limb_wounds} wounds to the first crippling of {limb}", limb_wounds=gear.limb_wounds,
                 limb=PLACES[gear.limb])] if gear.limb else []
    return joined(", ", told)


def note(recipe: Recipe) -> str:
    """Slots taken, what hands hold as a battle begins, spells still to choose. RE-10.2, RE-11.2, RE-11.3"""
    base = base_of(recipe)
    loose = [one for one in carried(recipe) if not mounted(one)]
    grenades = min(sum(one.weapon == "grenade" for one in loose),
                   base.models * NUMBERS.grenades * recipe.has.count("grenade_slots"))
    taken = sum(hands(recipe, one) for one in loose) - grenades
    room = prices.slots(recipe) * base.models
    told = [say("{taken:g} of {room} weapon slots taken.", taken=taken / 2, room=room)]
    held = [weapons()[w["weapon"]].name for spec in creation.specs(recipe, "new", "blue")
            for w in spec.extra["weapons"] if w["held"]]
    told += [say("In hand as a battle begins: {held}.", held=joined(", ", held))] if held else []
    free = prices.level(recipe) - len(recipe.spells)
    if free > 0:
        told.append(say_many("{n} spell still to choose.", "{n} spells still to choose.", free))
    if base.models > 1:
        told.append(say("{count} models, each with this line; weapons are shared.", count=base.models))
    return joined(" ", told)
