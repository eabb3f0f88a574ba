"""Units given in full in a force file, as an import or a player writes them: numbers, weapons and rules.

What such a unit costs is what its list says; the points formula is not asked.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from game.errors import FileError, InputError
from game.rulesets.grimdark_future.data import Weapon, written_weapon
from game.rulesets.grimdark_future.special import UNIT_RULES, WEAPON_RULES, Special, parse
from game.table import datafile
from game.words import say

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Target = Annotated[int, msgspec.Meta(ge=2, le=6)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Rules = Annotated[tuple[Words, ...], msgspec.Meta(max_length=40)]
MOST_MODELS = 60


class OwnWeapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`range` in inches, 0 for melee; `models` how many carry it, 0 for every model."""

    name: Words
    attacks: Annotated[int, msgspec.Meta(ge=1, le=100)]
    range: Annotated[float, msgspec.Meta(ge=0, le=120)] = 0.0
    ap: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    special: Rules = ()
    models: Count = 0


class OwnItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something carried that gives rules to `models` of the unit, 0 for every model."""

    name: Words
    rules: Rules = ()
    models: Count = 0


class OwnUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`base` in mm; `rules` as written, such as "Tough(3)"; `dropped` what its list has besides and the program does
    not automate."""

    quality: Target
    defense: Target
    base: Annotated[float, msgspec.Meta(ge=10, le=250)]
    points: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    size: Annotated[int, msgspec.Meta(ge=1, le=MOST_MODELS)] = 1
    icon: str = ""
    rules: Rules = ()
    weapons: Annotated[tuple[OwnWeapon, ...], msgspec.Meta(max_length=40)] = ()
    items: Annotated[tuple[OwnItem, ...], msgspec.Meta(max_length=40)] = ()
    dropped: Annotated[tuple[str, ...], msgspec.Meta(max_length=100)] = ()


def read_own(source: str, where: str, keys: dict[str, Any]) -> OwnUnit:
    """The unit that a force file's keys give in full. Raises FileError."""
    unit = datafile.convert(source, keys, OwnUnit, where)
    short = next((n for n, weapon in enumerate(unit.weapons) if 0 < weapon.range < 1), None)
    if short is not None:
        raise FileError(source, f"{where}.weapons[{short}].range", "0 (melee) or 1 and more inches are wanted")
    return unit


def deal_weapons(unit: OwnUnit) -> list[tuple[str, ...]]:
    """The weapon ids of each model. Those of some models only go to the models with the fewest of their kind, so that
    who lost a rifle to another weapon is who carries that."""
    dealt: list[list[OwnWeapon]] = [[] for _ in range(unit.size)]
    for weapon in unit.weapons:
        for _ in range(weapon.models or unit.size):
            least = min(range(unit.size), key=lambda n: (sum(_alike(w, weapon) for w in dealt[n]), n))
            dealt[least].append(weapon)
    return [tuple(weapon_id(weapon) for weapon in model) for model in dealt]


def _alike(a: OwnWeapon, b: OwnWeapon) -> bool:
    return (a.range == 0) == (b.range == 0)


def deal_rules(unit: OwnUnit) -> list[tuple[str, ...]]:
    """The special rules of each model: the unit's, and those of what it carries."""
    return [
        (*unit.rules, *(r for item in unit.items if n < (item.models or unit.size) for r in item.rules))
        for n in range(unit.size)
    ]


def weapon_id(weapon: OwnWeapon) -> str:
    """The weapon's id in a model's gear, which tells all of it: 'Arc Lance (24", A2, AP(1))'."""
    rules = [rule for rule in (known_rule(w, weapon=True) for w in weapon.special) if rule is not None]
    ap = weapon.ap + sum(rule.value for rule in rules if rule.name == "AP")
    special = tuple(str(rule) for rule in rules if rule.name != "AP")
    return written_weapon(Weapon(name=weapon.name, icon="", range=round(weapon.range, 2), attacks=weapon.attacks, ap=ap,
                                 special=special))


def not_automated(unit: OwnUnit) -> list[str]:
    """The special rules that the unit uses and the program does not know where they stand. GF-S30"""
    rules = [*unit.rules, *(rule for item in unit.items for rule in item.rules)]
    found = [rule for rule in rules if known_rule(rule, weapon=False) is None]
    return found + [say("{rule} of {weapon}", rule=rule, weapon=weapon.name)
                    for weapon in unit.weapons for rule in weapon.special if known_rule(rule, weapon=True) is None]


def known_rule(written: str, *, weapon: bool) -> Special | None:
    """The special rule of a unit or of a weapon that is written so; None for one that is not automated."""
    try:
        rule = parse(written)
    except InputError:
        return None
    return rule if rule.name in (WEAPON_RULES if weapon else UNIT_RULES) else None


def unit_icon(rules: Sequence[Special], base: float) -> str:
    """A picture for a unit whose list brings none."""
    names = {rule.name for rule in rules}
    tough = next((rule.value for rule in rules if rule.name == "Tough"), 1)
    if "Hero" in names:
        return "medal"
    if tough >= 9:
        return "battle-tank"
    if tough >= 6:
        return "battle-mech"
    if "Flying" in names:
        return "jet-pack"
    if base >= 50:
        return "mounted-knight"
    return "brute" if tough >= 3 else "visored-helm"
