"""The fields that rule sets put on the Lab's form of a model."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from game.engine.casewords import FormField


def wholes(values: Mapping[str, int], low: float, high: float, titles: Mapping[str, str] | None = None,
           fresh: int | None = None) -> list[FormField]:
    """A field for each whole number, titled by its key where nothing else is said."""
    return [FormField(key=key, title=(titles or {}).get(key, key), kind="whole", value=value, low=low, high=high,
                      fresh=fresh)
            for key, value in values.items()]


def flags(values: Mapping[str, Any], titles: Mapping[str, str], place: Any = "set") -> list[FormField]:
    """A field for each thing that is so or is not. Who begins to act has not been activated."""
    return [FormField(key=key, title=titles.get(key, key), kind="flag", value=bool(value), place=place,
                      fresh=False if key == "activated" else None)
            for key, value in values.items()]


def several(key: str, title: str, chosen: Iterable[str], choices: Iterable[str]) -> FormField:
    """A field of which any number of names may be chosen."""
    return FormField(key=key, title=title, kind="names", value=tuple(chosen), choices=tuple(choices))


def height(inches: float) -> FormField:
    """How tall a model stands."""
    return FormField(key="height", title="Height", kind="number", value=inches, low=0.1, high=12, unit="″")
