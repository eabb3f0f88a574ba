"""Grimdark Future's data: units, weapons and ready lists, read once from the TOML beside this file."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import msgspec

from game.errors import InputError
from game.rulesets.common.data import Sheet, table
from game.rulesets.grimdark_future.special import Special, parse
from game.table import datafile
from game.words import say

HERE = Path(__file__).parent


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the rules, each named with its rule in `ruleset.toml`."""

    table: tuple[float, float]
    zone: float
    between_zones: float
    marker_gap: float
    marker_reach: float
    advance: float
    rush: float
    charge: float
    link: float
    span: float
    clear: float
    after_melee: float
    reach: float
    reach_up: float
    difficult: float
    ambush_gap: float
    scout: float
    far: float
    regeneration: int
    fearless: int
    impact: int
    sure: int
    rending: int
    fast: tuple[float, float]
    slow: tuple[float, float]
    hero_tough: int


class Rules(Sheet, frozen=True, forbid_unknown_fields=True, kw_only=True):
    numbers: Numbers


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon profile. `range` 0 is melee; `special` as written, such as "Blast(3)"."""

    name: str
    icon: str
    range: float
    attacks: int
    ap: int = 0
    special: tuple[str, ...] = ()

    @property
    def melee(self) -> bool:
        return self.range == 0

    def has(self, name: str) -> bool:
        return any(s.name == name for s in self.rules)

    def value(self, name: str) -> int:
        """The number in the brackets of a special rule, 0 without it."""
        return sum(s.value for s in self.rules if s.name == name)

    @property
    def rules(self) -> tuple[Special, ...]:
        return _parsed(self.special)


@functools.lru_cache(512)
def _parsed(written: tuple[str, ...]) -> tuple[Special, ...]:
    return tuple(parse(rule) for rule in written)


WRITTEN = re.compile(r'(.+) \((?:(\d+(?:\.\d+)?)", )?A(\d+)((?:, [A-Za-z ]+(?:\(\d+\))?)*)\)')
"""A weapon of a list of one's own, whose id tells all of it: 'Arc Lance (24", A2, AP(1))'."""


class Armoury(dict[str, Weapon]):
    """The weapons by id; one that the data lacks is read from what its id says."""

    def __missing__(self, key: str) -> Weapon:
        weapon = read_weapon(key)
        if weapon is None:
            raise KeyError(key)
        return weapon

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (isinstance(key, str) and read_weapon(key) is not None)


@functools.lru_cache(512)
def read_weapon(written: str) -> Weapon | None:
    """The weapon that an id like 'Arc Lance (24", A2, AP(1))' tells; None for any other words."""
    match = WRITTEN.fullmatch(written) if len(written) < 600 else None
    if match is None or not int(match.group(3)):
        return None
    try:
        rules = [parse(rule) for rule in match.group(4).split(", ")[1:]]
    except InputError:
        return None
    ap = sum(rule.value for rule in rules if rule.name == "AP")
    weapon = Weapon(
        name=match.group(1), icon="", range=float(match.group(2) or 0), attacks=int(match.group(3)), ap=ap,
        special=tuple(str(rule) for rule in rules if rule.name != "AP"),
    )
    return msgspec.structs.replace(weapon, icon=_weapon_icon(weapon))


def range_told(weapon: Weapon) -> str:
    """Its range as it is shown."""
    return say("melee") if weapon.melee else say("{inches:g}″", inches=weapon.range)


def written_weapon(weapon: Weapon) -> str:
    """The id that `read_weapon` reads the weapon from."""
    told = [] if weapon.melee else [f'{weapon.range:.2f}'.rstrip("0").rstrip(".") + '"']
    told += [f"A{weapon.attacks}", *([f"AP({weapon.ap})"] if weapon.ap else []), *weapon.special]
    return f"{weapon.name} ({', '.join(told)})"


def _weapon_icon(weapon: Weapon) -> str:
    """A picture for a weapon whose list brings none."""
    if weapon.melee:
        return "broadsword" if weapon.attacks < 4 else "fist"
    if weapon.has("Blast"):
        return "missile-launcher" if weapon.range > 12 else "grenade"
    if weapon.has("Sniper"):
        return "crosshair"
    if weapon.has("Deadly") or weapon.ap > 2:
        return "cannon"
    return "minigun" if weapon.attacks > 3 else "rifle"


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon of a unit: every model's, or that of the first `models` not yet armed with another such entry."""

    weapon: str
    models: int = 0


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit as an army list has it. `base` in mm; `rules` as written, such as "Tough(3)"."""

    name: str
    army: str
    icon: str
    size: int
    quality: int
    defense: int
    base: float
    weapons: tuple[Arm, ...]
    rules: tuple[str, ...]
    points: int


class ArmyList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ready list. `joins` are pairs of places in `units`, from 1: this hero into that unit."""

    name: str
    army: str
    limit: int
    about: str
    units: tuple[str, ...]
    joins: tuple[tuple[int, int], ...] = ()


profiles = table(HERE / "units.toml", Profile)
lists = table(HERE / "lists.toml", ArmyList)
RULES = datafile.load(HERE / "ruleset.toml", Rules)
NUMBERS = RULES.numbers


@functools.lru_cache(1)
def weapons() -> dict[str, Weapon]:
    return Armoury(datafile.load_table(HERE / "weapons.toml", Weapon))


def arms_of(profile: Profile) -> list[tuple[str, ...]]:
    """The weapon ids of each model: "3 of 5" entries are dealt in number order."""
    dealt: list[list[str]] = [[] for _ in range(profile.size)]
    place = 0
    for arm in profile.weapons:
        if arm.models:
            for number in range(place, place + arm.models):
                dealt[number % profile.size].append(arm.weapon)
            place += arm.models
        else:
            for model in dealt:
                model.append(arm.weapon)
    return [tuple(model) for model in dealt]
