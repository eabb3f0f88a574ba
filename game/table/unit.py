"""A unit: the models that are activated together, one or many."""
from __future__ import annotations

from typing import Any

import msgspec


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """`models` in roster order. `notes` is the rule set's record on the unit (activated, losses)."""

    id: str
    side: str
    name: str
    models: tuple[str, ...]
    notes: dict[str, Any] = {}

    def note(self, key: str, default: Any = None) -> Any:
        return self.notes.get(key, default)
