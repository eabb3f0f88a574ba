"""Fields of another program's JSON, any of which may hold anything: read with patience or refused with their place."""
from __future__ import annotations

import math
from typing import Any, TypeAlias

from game.errors import FileError
from game.words import say

Json: TypeAlias = dict[str, Any]
LONGEST_WORDS = 60


def words(source: str, where: str, thing: Json, key: str) -> str:
    told = thing.get(key)
    clear = clean(told) if isinstance(told, str) else ""
    if not clear:
        raise FileError(source, f"{where}.{key}", "words are wanted")
    return clear


def clean(words: str) -> str:
    """The words without signs that cannot be printed, and no more than 60 of them."""
    kept = "".join(sign if sign.isprintable() else " " for sign in words)
    return " ".join(kept.split())[:LONGEST_WORDS].rstrip()


def whole(source: str, where: str, thing: Json, key: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`, also one written as words."""
    number = number_of(thing.get(key))
    if number is None or number != int(number) or not low <= number <= high:
        raise FileError(source, f"{where}.{key}",
                        say("{given} is no whole number from {low} to {high}",
                            given=shown(thing.get(key)), low=low, high=high))
    return int(number)


def number_of(value: Any) -> float | None:
    """A finite number, also one written as words ("3", "4+"); None for anything else."""
    if isinstance(value, str):
        try:
            value = float(value.strip().rstrip("+").strip('"″'))
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def shown(value: Any) -> str:
    """A value in an error, cut short."""
    if value is None:
        return "nothing"
    return clean(str(value) if not isinstance(value, (dict, list)) else type(value).__name__)[:40] or '""'


def measure(source: str, where: str, thing: Json, key: str, low: float = -1e6, high: float = 1e6,
            usual: float | None = None) -> float:
    """A finite number from `low` to `high`; `usual` where the key is missing. Raises FileError."""
    told = thing.get(key)
    if told is None and usual is not None:
        return usual
    number = number_of(told)
    if number is None or not low <= number <= high:
        raise FileError(source, f"{where}.{key}" if where else key,
                        say("{given} is no number from {low:g} to {high:g}", given=shown(told), low=low, high=high))
    return number


def objects(source: str, where: str, thing: Json, key: str) -> list[Json]:
    """A list of objects; none where the key is missing. Raises FileError for anything else."""
    told = thing.get(key)
    if told is None:
        return []
    place = f"{where}.{key}" if where else key
    if not isinstance(told, list):
        raise FileError(source, place, say("{given} is no list", given=shown(told)))
    for number, entry in enumerate(told):
        if not isinstance(entry, dict):
            raise FileError(source, f"{place}[{number}]", say("{given} is no object with names and values",
                                                              given=shown(entry)))
    return told
