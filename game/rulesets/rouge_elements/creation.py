"""Creating a character: how it is written, what may not be, what is made of it (RE-15, RE-16, RE-R64 to R68, R95)."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.verdict import Verdict, refuse
from game.errors import FileError
from game.rulesets.common.begin import listed, refuse_unknown, whole
from game.rulesets.rouge_elements import arms, begin, conditions
from game.rulesets.rouge_elements.arms import Change, Weapon
from game.rulesets.rouge_elements.data import (
    CHARACTERISTICS,
    LORES,
    NUMBERS,
    Carried,
    Recipe,
    changes,
    characters,
    equipment,
    having,
    spells,
    traits,
    weapons,
)
from game.rulesets.rouge_elements.prices import base_of, carried, deal, hands, level, mounted, price, slots
from game.table.model import Model
from game.table.setting import UnitSpec
from game.words import capital, joined, say, say_many

KEYS = ("base", "upgrades", "level", "has", "spells", "weapons")
"""What a file may say of a character that it creates."""
MOST_TIMES = 60
"""How often anything may be bought: no limit of points goes further."""


# --- reading


def read(source: str, where: str, told: Mapping[str, Any], name: str = "") -> Recipe:
    """A character as a file writes it, by names or ids. Raises FileError."""
    refuse_unknown(source, where, told, KEYS)
    base = begin.named(source, f"{where}.base", told.get("base", ""), "base character", characters())
    has = begin.named_list(source, f"{where}.has", told.get("has", []), "upgrade, trait or gear", having())
    return Recipe(
        name=name or characters()[base].name, base=base, has=tuple(has + _levels(source, where, told, base, has)),
        upgrades=_upgrades(source, f"{where}.upgrades", told.get("upgrades", {})),
        spells=tuple(begin.named_list(source, f"{where}.spells", told.get("spells", []), "spell", spells())),
        weapons=tuple(_weapon(source, f"{where}.weapons[{n}]", entry) for n, entry in enumerate(
            listed(source, f"{where}.weapons", told.get("weapons", [])))),
    )


def _levels(source: str, where: str, told: Mapping[str, Any], base: str, has: Sequence[str]) -> list[str]:
    """The magic levels that `level` asks for, beyond its base's and those that `has` names."""
    if "level" not in told:
        return []
    wanted = whole(source, f"{where}.level", told["level"])
    own = characters()[base].level + has.count("magic_level")
    if not own <= wanted <= MOST_TIMES:
        raise FileError(source, f"{where}.level", say("{wanted} is not from {own} (what it has) to {most_times}",
                                                      wanted=wanted, own=own, most_times=MOST_TIMES))
    return ["magic_level"] * (wanted - own)


def _upgrades(source: str, where: str, told: Any) -> dict[str, int]:
    bought = begin.tabled(source, where, told)
    refuse_unknown(source, where, bought, CHARACTERISTICS)
    found = {}
    for key, value in bought.items():
        found[key] = whole(source, f"{where}.{key}", value)
        if not 0 <= found[key] <= MOST_TIMES:
            raise FileError(source, f"{where}.{key}", say("{value} is not from 0 to {most_times}", value=value,
                                                          most_times=MOST_TIMES))
    return {key: value for key, value in found.items() if value}


def _weapon(source: str, where: str, entry: Any) -> str | Carried:
    """A weapon's name, or a table of `weapon` (or `name`), `changes`, `shoulder`."""
    if isinstance(entry, str):
        return begin.named(source, where, entry, "weapon", weapons())
    told = begin.tabled(source, where, entry)
    refuse_unknown(source, where, told, ("name", "weapon", "changes", "shoulder"))
    name = begin.named(source, where, told.get("weapon", told.get("name", "")), "weapon", weapons())
    changed = begin.named_list(source, f"{where}.changes", told.get("changes", []), "weapon change", changes())
    shoulder = told.get("shoulder", False)
    if not isinstance(shoulder, bool):
        raise FileError(source, f"{where}.shoulder", say("{shoulder!r} is neither true nor false", shoulder=shoulder))
    one = Carried(weapon=name, changes=tuple(changed), shoulder=shoulder)
    return name if one == Carried(weapon=name) else one


def written(recipe: Recipe) -> dict[str, Any]:
    """The character as a file holds it; read again, it is the same."""
    plain = msgspec.json.decode(msgspec.json.encode(replace(recipe, name="")))
    told: dict[str, Any] = {"base": recipe.base}
    told.update({key: plain[key] for key in ("upgrades", "has", "spells") if plain[key]})
    arms_ = [{k: v for k, v in w.items() if v} if isinstance(w, dict) else w for w in plain["weapons"]]
    return {**told, **({"weapons": arms_} if arms_ else {})}


# --- what is refused


def check(recipe: Recipe) -> list[Verdict]:
    """Every reason why the character may not be; the limit of points is its force's matter."""
    return [*_check_upgrades(recipe), *_check_having(recipe), *_check_weapons(recipe), *_check_slots(recipe),
            *_check_spells(recipe)]


def _check_upgrades(recipe: Recipe) -> Iterator[Verdict]:
    """RE-1.4, RE-R95"""
    made = None
    for name in recipe.upgrades:
        if name not in traits().basic:
            yield refuse("RE-R95", say("There is no upgrade of {name}.", name=name))
            continue
        made = made or model(recipe)
        most = NUMBERS.most_wounds if name == "W" else NUMBERS.highest
        total = sum(v for _, v in conditions.parts(made, name))
        if total > most:
            yield refuse("RE-1.4", say("{name} would be {total}; it goes no higher than {most}.", name=name,
                                       total=total, most=most))


def _check_having(recipe: Recipe) -> Iterator[Verdict]:
    """RE-R66, RE-R93, RE-15.3"""
    counts = Counter(recipe.has)
    suits = [key for key in recipe.has if key in equipment() and equipment()[key].kind == "armour"]
    if len(suits) > 1:
        yield refuse("RE-R66", say("One suit of armour, and there are {count}: {suits}.", count=len(suits),
                                   suits=joined(", ", [equipment()[key].name for key in suits])))
    for key, count in counts.items():
        thing = having()[key]
        if thing.kind == "bionic" and count > equipment()[key].most:
            yield refuse("RE-R66", say_many("{thing} goes in {n} time at most.", "{thing} goes in {n} times at most.",
                                            equipment()[key].most, thing=thing.name))
        if thing.kind in ("ability", "skill", "fault") and count > 1:
            rule = "RE-R93" if thing.kind == "fault" else "RE-15.3"
            yield refuse(rule, say("{thing} is taken once.", thing=thing.name) if thing.kind == "fault" else
                         say("{thing} is bought once.", thing=thing.name))


def _check_weapons(recipe: Recipe) -> Iterator[Verdict]:
    """Every change in its turn, on what those before have made of the weapon. RE-R64, RE-R65"""
    for one in carried(recipe):
        for number, key in enumerate(one.changes):
            before = arms.profile(one.weapon, one.changes[:number])
            why = why_not(before, changes()[key], one.changes[:number].count(key))
            if why:
                yield refuse("RE-R64" if changes()[key].swap_template else "RE-R65",
                             say("{weapon}, {change}: {why}.", weapon=weapons()[one.weapon].name,
                                 change=changes()[key].name, why=why))


def why_not(weapon: Weapon, change: Change, times: int) -> str:
    """Why a weapon cannot be changed so; '' where it can. `times` it was so before."""
    if change.most and times >= change.most:
        return say("once a weapon")
    fails: list[tuple[bool, str]] = [
        (bool(change.aoe) and not weapon.aoe, say("it has no AoE")),
        (change.aoe < 0 and weapon.aoe + change.aoe <= 0, say("no AoE would be left")),
        (change.burning is False and not weapon.burning, say("it does not burn")),
        (change.corrosion is False and not weapon.corrosion, say("it does not corrode")),
        (change.burning is True and weapon.burning, say("it burns already")),
        (change.corrosion is True and weapon.corrosion, say("it corrodes already")),
        (change.heavy is True and weapon.heavy, say("it is heavy already")),
        (bool(change.swap_template) and not weapon.template, say("it has no template")),
        (bool(change.range) and weapon.template, say("a template has a length of its own")),
        (change.range < 0 and weapon.range + change.range < 0, say("no range is left to take")),
        (change.pow < 0 and not weapon.strength and weapon.pow + change.pow < 0, say("no Pow is left to take")),
        (bool(change.rof) and weapon.close, say("it has no RoF")),
        (change.overheat and weapon.fail is not None and weapon.fail.overheat, say("it overheats already")),
    ]
    return next((why for fails_, why in fails if fails_), "")


def _check_slots(recipe: Recipe) -> Iterator[Verdict]:
    _, left = deal(recipe)
    if left:
        names = joined(", ", [weapons()[one.weapon].name for one in left])
        room = slots(recipe) * base_of(recipe).models
        yield refuse("RE-11.2", say("No weapon slot is left for: {names}. It has {room}, each for a two-handed "
                                    "weapon or two one-handed ones. A shoulder mounting is one more.", names=names,
                                    room=room))


def _check_spells(recipe: Recipe) -> Iterator[Verdict]:
    """As many spells as its magic level, all from one lore. RE-10.1, RE-10.2"""
    known = level(recipe)
    if recipe.spells and not known:
        yield refuse("RE-10.1", "Spells need a magic level.")
    elif len(recipe.spells) > known:
        yield refuse("RE-10.2", say("{count} spells are more than its magic level of {known}.",
                                    count=len(recipe.spells), known=known))
    if len(set(recipe.spells)) < len(recipe.spells):
        yield refuse("RE-10.2", "A spell is brought once.")
    found = list(dict.fromkeys(capital(LORES[spells()[key].lore]) for key in recipe.spells))
    if len(found) > 1:
        yield refuse("RE-10.2", say("All spells come from one lore, and these from {found}.",
                                    found=say("{first} and {other}", first=joined(", ", found[:-1]), other=found[-1])))


# --- what is made


def specs(recipe: Recipe, unit_id: str, side: str, points: int | None = None) -> list[UnitSpec]:
    """The models of the character as a battle begins with them: hands hold what they can, in the order of the list; the
    rest is in its slots. RE-11.3, RE-R94"""
    dealt, left = deal(recipe)
    count = len(dealt)
    share = -(-(price(recipe) if points is None else points) // count)
    made = []
    for number, own in enumerate(dealt):
        name = unit_id if count == 1 else f"{unit_id}-{number + 1}"
        extra: dict[str, Any] = {
            "has": list(recipe.has), "upgrades": dict(recipe.upgrades), "spells": list(recipe.spells),
            "weapons": _held(recipe, own + (left if not number else [])), **({"group": unit_id} if count > 1 else {}),
        }
        made.append(UnitSpec(id=name, side=side, profile=recipe.base, extra=extra, set={"points": share},
                             name=recipe.name if count == 1 else f"{recipe.name} {number + 1}"))
    return made


def _held(recipe: Recipe, own: Sequence[Carried]) -> list[dict[str, Any]]:
    free, told = NUMBERS.hands, []
    for one in own:
        held = not mounted(one) and hands(recipe, one) <= free
        free -= hands(recipe, one) if held else 0
        told.append({"weapon": one.weapon, "changes": list(one.changes), "held": held, "shoulder": mounted(one)})
    return told


def model(recipe: Recipe) -> Model:
    """The character, or the first of several, off the table: for its characteristics."""
    return begin.character("", "", specs(recipe, "new", "blue")[0], "new", "south")
