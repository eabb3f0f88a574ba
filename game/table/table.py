"""The table: its size and how its ground looks. What stands on it is terrain."""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from game.units import Point


class Background(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A picture on the ground, under everything that stands there: its file, and in inches where its south-west corner
    lies and how large it is; without `size` it covers the table."""

    picture: str
    at: Point = (0.0, 0.0)
    size: Point | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """`ground`, `paint` and `background` only tell the front end how to draw; no rule reads them. A table without a
    background is written as if there were no such thing, so that older games keep their digests."""

    width: float = 48.0
    height: float = 48.0
    title: str = ""
    ground: str = "street"
    seed: int = 1
    paint: tuple[dict[str, Any], ...] = ()
    background: Background | UnsetType = UNSET
