"""Morale by losses: when a unit's dead and gone have reached a share of it."""
from __future__ import annotations

from game.units import TOLERANCE


def share_lost(lost: int, of: int, share: float) -> bool:
    """Whether `lost` out of `of` is at least `share`, checked without rounding. Nobody lost is never a share."""
    return lost > 0 and of > 0 and lost / of >= share - TOLERANCE
