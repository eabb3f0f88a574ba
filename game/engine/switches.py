"""Switches: rules of a set that a battle may be played with or without, and how often its players are asked things."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from game.errors import InputError, UnknownName
from game.words import say


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One option of a battle by its `id`. Without `values` it is on or off; else it is one of them, told by `titles`.
    A `personal` one is a matter of taste: the settings keep what a person likes."""

    id: str
    title: str
    about: str = ""
    rule: str = ""
    values: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    default: bool | str = False
    personal: bool = False

    def takes(self, value: Any) -> bool:
        return value in self.values if self.values else isinstance(value, bool)


def checked(switches: Sequence[Switch], told: Mapping[str, Any]) -> dict[str, Any]:
    """What was told, if every key is a switch and every value one of its own. Raises UnknownName, InputError."""
    known = {s.id: s for s in switches}
    for key, value in told.items():
        if key not in known:
            raise UnknownName("switch", key, known)
        if not known[key].takes(value):
            right = ", ".join(known[key].values) or "true, false"
            raise InputError(say('{key}: "{value}" is not among {right}', key=key, value=value, right=right))
    return dict(told)


def settled(switches: Sequence[Switch], *told: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch with its value: what is told last counts, then what was told before it, then its default."""
    return {s.id: next((t[s.id] for t in reversed(told) if s.takes(t.get(s.id))), s.default) for s in switches}
