"""A marker on the table that a rule set scores or watches."""
from __future__ import annotations

from typing import Any

import msgspec

from game.units import Point


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered objective. `owner` is a side's id, None while nobody holds it."""

    id: str
    at: Point
    name: str = ""
    owner: str | None = None
    notes: dict[str, Any] = {}
