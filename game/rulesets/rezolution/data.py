"""Rezolution's data: cards, gear, systems and crews, read once from the TOML beside this file."""
from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import msgspec

from game.engine.plan import TurnPlan
from game.errors import UnknownName
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


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition of a model as the screen tells it."""

    title: str
    icon: str
    tone: str
    does: str
    rule: str


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
    system_tn: int
    morale_tn: int
    free_attack_tn: int
    leader_reach: float
    quarter: float
    half: float
    node_points: int
    drone_move: float
    charge_dice: int
    fumble_dice: int
    unarmed_dice: int


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    title: str
    version: str
    about: str
    plan: TurnPlan
    numbers: Numbers
    attributes: dict[str, str]
    states: dict[str, State]


RULES = datafile.load(HERE / "ruleset.toml", Rules)
NUMBERS = RULES.numbers
ATTRIBUTES = tuple(RULES.attributes)
MODIFIED = ("MVE", "RCA", "CCA", "NRV")
"""What the fatal modifier lowers (RZ-10.7)."""


@functools.lru_cache(1)
def profiles() -> dict[str, Profile]:
    return datafile.load(HERE / "profiles.toml", dict[str, Profile])


@functools.lru_cache(1)
def gear() -> dict[str, Gear]:
    return datafile.load(HERE / "gear.toml", dict[str, Gear])


@functools.lru_cache(1)
def systems() -> dict[str, System]:
    return datafile.load(HERE / "systems.toml", dict[str, System])


@functools.lru_cache(1)
def crews() -> dict[str, Crew]:
    return datafile.load(HERE / "forces.toml", dict[str, Crew])


def find(what: str, name: str, known: dict[str, Any]) -> str:
    """The id that `name` (a name or id, in any case) stands for. Raises UnknownName."""
    wanted = name.strip().casefold().replace("_", " ")
    for key, entry in known.items():
        if wanted in (key.casefold().replace("_", " "), entry.name.casefold()):
            return key
    raise UnknownName(what, name, [entry.name for entry in known.values()])
