"""Rezolution's data: cards, gear, systems and crews, read once from the TOML beside this file."""
from __future__ import annotations

from pathlib import Path

import msgspec

from game.rulesets.common.data import Sheet, table
from game.table import datafile

HERE = Path(__file__).parent


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A data card. `attributes` by their short names; one it lacks is absent. RZ-2.1 to RZ-2.12"""

    name: str
    icon: str
    points: int
    base: float
    armour: int
    gauge: tuple[int, ...]
    gear: tuple[str, ...]
    attributes: dict[str, int]


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon, board, craft power or skill. Inches; `dice` of damage, before what adds or takes away."""

    name: str
    kind: str
    icon: str
    range: float = 0.0
    dice: int = 0
    blast: float = 0.0
    special: str = ""
    bonus: int = 0
    close: bool = False
    telepathic: bool = False
    mind: bool = False
    tn: int = 0
    effect: str = ""


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hackable system (RZ-8.5): what it needs and, where it has a gun, what that does."""

    name: str
    tn: int
    icon: str
    base: float | None = None
    RCA: int = 0
    dice: int = 0
    range: float = 0.0
    move: float = 0.0


class CrewUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    models: tuple[tuple[str, int], ...]
    team: bool = False


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    about: str
    unit: tuple[CrewUnit, ...]


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the rules, each named with its rule in `ruleset.toml`."""

    table: float
    zone: float
    charge_bonus: float
    coherency: float
    prone_far: float
    prone_tn_far: int
    prone_tn_near: int
    point_tn: int
    morale_tn: int
    free_attack_tn: int
    leader_reach: float
    quarter: float
    half: float
    node_points: int
    charge_dice: int
    fumble_dice: int
    unarmed_dice: int


class Rules(Sheet, frozen=True, forbid_unknown_fields=True, kw_only=True):
    numbers: Numbers
    attributes: dict[str, str]


profiles = table(HERE / "profiles.toml", Profile)
gear = table(HERE / "gear.toml", Gear)
systems = table(HERE / "systems.toml", System)
crews = table(HERE / "forces.toml", Crew)
RULES = datafile.load(HERE / "ruleset.toml", Rules)
NUMBERS = RULES.numbers
ATTRIBUTES = tuple(RULES.attributes)
MODIFIED = ("MVE", "RCA", "CCA", "NRV")
"""What the fatal modifier lowers (RZ-10.7)."""
