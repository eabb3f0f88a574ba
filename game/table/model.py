"""A model: one miniature with its base, its profile's numbers and what has befallen it."""
from __future__ import annotations

from typing import Any

import msgspec

from game.geometry.shapes import Base
from game.units import Point


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """One miniature. `at` is its base's centre, None while it waits off the table.

    `stats` are the attributes as printed (or overridden by a scenario); `states` the conditions it is in, in the
    order gained; `notes` the rule set's own record on it (blocks marked, what it did this activation, jams).
    """

    id: str
    unit: str
    side: str
    profile: str
    name: str
    radius: float
    height: float
    at: Point | None = None
    facing: float = 0.0
    elevation: float = 0.0
    in_play: bool = True
    stats: dict[str, int] = {}
    gear: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    points: int = 0
    icon: str = ""
    notes: dict[str, Any] = {}

    @property
    def base(self) -> Base:
        """Its base where it stands now. Raises TypeError off the table."""
        if self.at is None:
            raise TypeError(f"{self.id} is not on the table")
        return Base(self.at[0], self.at[1], self.radius, self.facing, self.elevation, self.height)

    @property
    def on_table(self) -> bool:
        return self.in_play and self.at is not None

    def has(self, state: str) -> bool:
        return state in self.states

    def gaining(self, state: str) -> tuple[str, ...]:
        """Its states with this one."""
        return self.states if state in self.states else (*self.states, state)

    def losing(self, *states: str) -> tuple[str, ...]:
        """Its states without these."""
        return tuple(s for s in self.states if s not in states)

    def note(self, key: str, default: Any = None) -> Any:
        return self.notes.get(key, default)
