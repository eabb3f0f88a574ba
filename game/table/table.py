"""The table: its size and how its ground looks. What stands on it is terrain."""
from __future__ import annotations

from typing import Any

import msgspec


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """`ground` and `paint` only tell the front end how to draw; no rule reads them."""

    width: float = 48.0
    height: float = 48.0
    title: str = ""
    ground: str = "street"
    seed: int = 1
    paint: tuple[dict[str, Any], ...] = ()
