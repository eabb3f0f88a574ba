"""CyberDark's data: the tables of the TOML files beside this one, read once into frozen classes."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from game.rulesets.common.data import Sheet, table
from game.table import datafile

HERE = Path(__file__).parent
SKILLS = ("Sh", "Me", "Do", "Co", "Re", "Ha", "FA", "Te")
FISTS = "fists"
CYBERDECK = "cyberdeck"
Level = Annotated[int, msgspec.Meta(ge=1, le=10)]
Kind = Literal["lead", "extra"]
KINDS = ("lead", "extra")


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Lengths in inches, counts and limits; told in `ruleset.toml`."""

    table: float
    zone: float
    base: float
    move: float
    rough: float
    beside_cover: float
    engaged: float
    hack: float
    reach: float
    carry: float
    leave: float
    spot: float
    shock: float
    stabilise: float
    actions: int
    most_waiting: int
    shaken: int
    breaks: int
    damage: int
    stress_die: int
    jams: int
    lead_chance: int
    lead_composure: int
    extra_composure: int
    per_po: int
    per_chance: int
    programs: int
    most_level: int
    most_po: int


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Advantage (above 0) and penalty dice of situations. CD-H10"""

    long: int
    light_cover: int
    heavy_cover: int
    friend_engaged: int
    engaged: int
    no_sight: int
    hindered: int
    aim: int
    helped: int
    second_attack: int
    behind: int
    stress: int
    white_noise: int
    composure: int
    gear: int


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A skill: its name, what it is rolled for."""

    name: str
    does: str


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon. Without a `long` range it is a melee weapon."""

    name: str
    icon: str
    dice: int
    points: int
    short: float = 0.0
    long: float = 0.0
    magazine: int = 0
    hands: int = 1
    electronic: bool = False

    @property
    def gun(self) -> bool:
        return self.long > 0


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An implant or a piece of gear. `helps` names the rolls on which it gives an advantage die."""

    name: str
    kind: Literal["implant", "gear"]
    icon: str
    points: int
    does: str
    helps: tuple[str, ...] = ()


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A program; its fields are told in `programs.toml`."""

    name: str
    icon: str
    points: int
    needs: Literal["implant", "implant or cyberdeck", "electronic weapon"]
    does: str
    dice: int = 0
    jams: bool = False
    noise: int = 0
    actions: int = 0


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character as it comes. `composure` is what it starts with, lowered by its implants. CD-H24"""

    name: str
    kind: Kind
    icon: str
    skills: tuple[Level, Level, Level, Level, Level, Level, Level, Level]
    po: int
    composure: int
    move: float = 5.0
    base: float = 25.0
    weapons: tuple[str, ...] = ()
    kit: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()

    @property
    def levels(self) -> dict[str, int]:
        return dict(zip(SKILLS, self.skills, strict=True))

    @property
    def chance(self) -> int:
        """CD-H24, CD-R25"""
        return NUMBERS.lead_chance if self.kind == "lead" else 0

    @property
    def points(self) -> int:
        """Levels, PO, Composure, Chance, and what everything that it has costs."""
        own = sum(self.skills) + NUMBERS.per_po * self.po + self.composure + NUMBERS.per_chance * self.chance
        own += sum(weapons()[w].points for w in self.weapons) + sum(kit()[k].points for k in self.kit)
        return own + sum(programs()[p].points for p in self.programs)


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ready crew: its profiles in roster order."""

    name: str
    about: str
    members: tuple[str, ...]


class Rules(Sheet, frozen=True, forbid_unknown_fields=True, kw_only=True):
    numbers: Numbers
    dice: Dice
    skills: dict[str, Skill]


RULES = datafile.load(HERE / "ruleset.toml", Rules)
NUMBERS = RULES.numbers
DICE = RULES.dice
weapons = table(HERE / "weapons.toml", Weapon)
kit = table(HERE / "kit.toml", Thing)
programs = table(HERE / "programs.toml", Program)
profiles = table(HERE / "profiles.toml", Profile)
crews = table(HERE / "crews.toml", Crew)
