"""What a player may order: an option's id, who does it, and the option's own fields."""
from __future__ import annotations

from typing import Any

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """`do` is an option's id, `by` a model, unit or side, `fields` what the option needed (target, path, ...)."""

    do: str
    by: str = ""
    fields: dict[str, Any] = {}

    def get(self, key: str, default: Any = None) -> Any:
        return self.fields.get(key, default)

    def __str__(self) -> str:
        fields = ", ".join(f"{key}={value}" for key, value in self.fields.items())
        return f"{self.do}({', '.join(part for part in (self.by, fields) if part)})"
