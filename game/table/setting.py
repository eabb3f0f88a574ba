"""What a game begins from: the table, the sides, and who stands where; made from a scenario, a case or the Lab."""
from __future__ import annotations

from typing import Any

import msgspec

from game.table.objective import Marker
from game.table.side import Side
from game.table.table import Table
from game.table.terrain import Terrain
from game.units import Point


class ModelSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One model as a file writes it. `set` overrides attributes and states of the profile."""

    id: str | None = None
    profile: str | None = None
    name: str = ""
    at: Point | None = None
    facing: float | None = None
    elevation: float = 0.0
    base: float | None = None
    set: dict[str, Any] = {}


class UnitSpec(ModelSpec, frozen=True, kw_only=True):
    """One unit. Without `model` it is a single model, described by the unit's own fields. `extra` are keys that the
    rule set knows."""

    side: str = ""
    model: tuple[ModelSpec, ...] | None = None
    extra: dict[str, Any] = {}


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """`source` is the file it came from, for errors. `begin` are the rule set's keys about where the game begins
    (phase, turn, round, ...); `options` those of the scenario (rounds, objectives, switches)."""

    source: str
    title: str
    table: Table
    terrain: dict[str, Terrain]
    sides: dict[str, Side]
    units: tuple[UnitSpec, ...]
    markers: dict[str, Marker] = {}
    begin: dict[str, Any] = {}
    options: dict[str, Any] = {}
