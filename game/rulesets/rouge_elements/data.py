"""Rouge Elements' data: tables T1 to T25 in the TOML files beside this one, read once into frozen classes."""
from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from game.errors import UnknownName
from game.rulesets.common.data import Named, Sheet, table
from game.rulesets.rouge_elements.arms import Change, Weapon
from game.table import datafile
from game.words import plain, say

HERE = Path(__file__).parent
DiceOf: TypeAlias = tuple[int, int]
"""How many dice of how many sides."""
CHARACTERISTICS = ("RA", "CA", "M", "AV", "S", "L", "A", "AP", "W")
SHORT = {**{name: name for name in CHARACTERISTICS}, "AP": say("AP", context="action points")}
"""Characteristics as they are told."""
LORES = {"fire": say("fire", context="lore"), "tech": say("tech", context="lore"),
         "darkness": say("darkness", context="lore"), "light": say("light", context="lore"),
         "chance": say("chance", context="lore"), "time": say("time", context="lore")}
TYPES = {"missile": say("missile", context="spell"), "direct": say("direct", context="spell"),
         "augment": say("augment", context="spell")}
"""Lores and kinds of spells, as they are told. RE-10.2, RE-10.6 to 10.8"""
PLACES = {"head": say("head"), "vitals": say("vitals"), "arms": say("arms"), "body": say("body"), "groin": say("groin"),
          "legs": say("legs", context="of a body")}
"""Locations, as they are told. RE-9.2"""
SENSES = {plain(name): name for name in (
    say("Tank", context="soldier"), say("Barrier", context="spell"), say("Burning", context="of a weapon"))}
"""Names that mean something else in other rules or on the table."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A base character (T10). `profile` in the order of CHARACTERISTICS; `level` its magic level."""

    name: str
    points: int
    icon: str
    profile: tuple[int, int, int, int, int, int, int, int, int]
    level: int = 0
    models: int = 1

    @property
    def values(self) -> dict[str, int]:
        return dict(zip(CHARACTERISTICS, self.profile, strict=True))


class Trait(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A special upgrade, ability, skill or fault (T12 to T14). `points` of a fault are given back."""

    name: str
    kind: Literal["upgrade", "ability", "skill", "fault"]
    points: int
    icon: str
    does: str
    rule: str
    changes: dict[str, int] = {}


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    upgrades: dict[str, Trait]
    basic: dict[str, int]


class Equipment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Armour or a bionic (T21). `limb_wounds` raise what cripples that limb the first time (RE-R68)."""

    name: str
    kind: Literal["armour", "bionic"]
    points: int
    icon: str
    changes: dict[str, int]
    strength_part: int = 0
    limb: str = ""
    limb_wounds: int = 0
    spotting: int = 0
    most: int = 1


class RolledChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One die (or sum) that is added to each characteristic of `to`."""

    dice: DiceOf
    to: tuple[str, ...]


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spell (T22); the fields are told in `spells.toml`."""

    name: str
    lore: str
    about: str
    type: Literal["direct", "missile", "augment"]
    value: int
    icon: str
    turns: int = 1
    turn_dice: DiceOf = (0, 0)
    range: float = 0.0
    reach: float = 0.0
    self: bool = False
    changes: dict[str, int] = {}
    dice: tuple[RolledChange, ...] = ()
    weapon: dict[str, Any] = {}
    harm: DiceOf = (0, 0)
    does: str = ""

    @property
    def bracket(self) -> bool:
        """Whether its number of turns stands in brackets. RE-10.9, RE-R78"""
        return self.turns > 1 or self.turn_dice[0] > 0

    @property
    def attack(self) -> Weapon:
        """What it attacks with."""
        written = {"name": self.name, "kind": "spell", "points": 0, "icon": self.icon, **self.weapon}
        return msgspec.convert(written, Weapon)


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of T5: the totals that mean it, what wounds are multiplied by, and what it takes for good."""

    rolls: tuple[int, ...]
    times: int = 1
    M: int = 0
    AP: int = 0
    down: bool = False

    @property
    def gravity(self) -> float:
        """How much a hit here is worth to who strikes: wounds above all."""
        return self.times + 0.2 * self.AP + 0.1 * self.M + (0.3 if self.down else 0.0)


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of T24. `turns` 0 has no last turn; `per_corner` is how many of a player's characters may be set up in one
    corner of its side, 0 for anywhere along it."""

    title: str
    characters: int
    points: int
    zone: Literal["corner", "side"]
    about: str
    turns: int = 0
    per_corner: int = 0


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    cover: dict[str, int]
    parts: dict[str, int]
    locations: dict[str, Location]
    scenarios: dict[str, Scenario]


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon that a character was given, with its changes. `shoulder`: it stands in a shoulder slot."""

    weapon: str
    changes: tuple[str, ...] = ()
    shoulder: bool = False


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character as it was created: its base and what was bought for it. `has` lists upgrades, abilities, skills,
    faults and gear, as often as it has them."""

    name: str
    base: str
    upgrades: dict[str, int] = {}
    has: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    weapons: tuple[str | Carried, ...] = ()


class Champion(Recipe, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ready character."""

    about: str


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ready force of several champions, by their ids."""

    name: str
    about: str
    characters: tuple[str, ...]


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the rules, each named with its rule in `ruleset.toml`."""

    table: float
    zone: float
    base: float
    highest: int
    lowest: int
    most_wounds: int
    sprint: float
    skill_roll: float
    roll_to_hit: int
    roll_damage: int
    gap: float
    step: float
    climb: float
    difficult: float
    keep_away: float
    shaken: float
    fleeing_to_hit: int
    down_to_hit: int
    down_damage: int
    burning_damage: int
    corroded_damage: int
    heavy_to_hit: int
    intangible: int
    template_to_hit: int
    template_length: float
    template_width: float
    augment: float
    summon: float
    force_field: int
    force_field_from: float
    drone_swap: float
    crippled_by: int
    hands: int
    slots: int
    grenades: int
    hawkeye: int


class Rules(Sheet, frozen=True, forbid_unknown_fields=True, kw_only=True):
    numbers: Numbers
    characteristics: dict[str, str]


RULES = datafile.load(HERE / "ruleset.toml", Rules)
NUMBERS = RULES.numbers
TABLES = datafile.load(HERE / "tables.toml", Tables)


T = TypeVar("T", Character, Change, Spell)


def _told_apart(path: Path, kind: type[T]) -> Callable[[], dict[str, T]]:
    """The entries of a file, with names that tell which of their senses is meant."""
    read = table(path, kind)

    @functools.lru_cache(1)
    def entries() -> dict[str, T]:
        return {key: msgspec.structs.replace(entry, name=SENSES[entry.name]) if entry.name in SENSES else entry
                for key, entry in read().items()}

    return entries


characters = _told_apart(HERE / "characters.toml", Character)
equipment = table(HERE / "gear.toml", Equipment)
weapons = table(HERE / "weapons.toml", Weapon)
changes = _told_apart(HERE / "changes.toml", Change)
spells = _told_apart(HERE / "spells.toml", Spell)
champions = table(HERE / "champions.toml", Champion)
crews = table(HERE / "crews.toml", Crew)


@functools.lru_cache(1)
def traits() -> Traits:
    return datafile.load(HERE / "traits.toml", Traits)


@functools.lru_cache(1)
def having() -> dict[str, Trait | Equipment]:
    """All that a character may have besides weapons and spells: upgrades, abilities, skills, faults, gear."""
    return {**traits().upgrades, **equipment()}


def folded(name: str) -> str:
    """A name without case, signs or spaces that tell nothing: '+1\" range' and "+1_range" are the same."""
    return re.sub(r"[^a-z0-9+-]+", " ", name.casefold().replace("−", "-")).replace("-", " ").strip()


def find(what: str, name: str, known: Mapping[str, Named]) -> str:
    """The id that `name` (a name or id, in any case) stands for. Raises UnknownName."""
    wanted = folded(name)
    for key, entry in known.items():
        if wanted in (folded(key), folded(entry.name)):
            return key
    raise UnknownName(what, name, [entry.name for entry in known.values()])
