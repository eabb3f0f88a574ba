"""A side: a player's force, its edge of the table and its zone for setting up."""
from __future__ import annotations

from typing import Any

import msgspec

from game.units import Point

SIDES = ("blue", "red", "green", "violet")
EDGES = ("south", "north", "west", "east")
FACING_AWAY = {"south": 0.0, "north": 180.0, "west": 90.0, "east": 270.0}
"""Degrees that a model faces with its back to an edge."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """`edge` is the friendly edge; `zone` the outline it sets up in (empty: anywhere)."""

    id: str
    name: str
    edge: str
    zone: tuple[Point, ...] = ()
    force: str = ""
    notes: dict[str, Any] = {}

    def note(self, key: str, default: Any = None) -> Any:
        return self.notes.get(key, default)


def edge_zone(edge: str, depth: float, width: float, height: float) -> tuple[Point, ...]:
    """The strip `depth` inches deep along a table edge."""
    left, bottom, right, top = {
        "south": (0.0, 0.0, width, depth),
        "north": (0.0, height - depth, width, height),
        "west": (0.0, 0.0, depth, height),
        "east": (width - depth, 0.0, width, height),
    }[edge]
    return (left, bottom), (right, bottom), (right, top), (left, top)
