"""What several commands share: printing JSON, numbers as arguments, tables."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from game.errors import InputError
from game.words import plain, say, shown

N = TypeVar("N", int, float)


def print_json(value: Any) -> None:
    """`value` as indented JSON on stdout."""
    data = msgspec.json.format(msgspec.json.encode(value, enc_hook=_written), indent=2)
    sys.stdout.write(data.decode() + "\n")


def tell(text: str) -> None:
    """A text on stdout, in the language in use."""
    print(shown(text))


def _written(value: Any) -> str:
    return plain(value) if isinstance(value, str) else str(value)


def print_columns(rows: Sequence[Sequence[str]], *, indent: str = "") -> None:
    """Rows in aligned columns, the last one as long as it likes; nothing for no rows."""
    if not rows:
        return
    rows = [[shown(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print(indent + "  ".join([*cells, row[-1]]).rstrip())


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: a whole number from `low` to `high`."""
    return _within(int, low, high, lambda text: say("{text!r} is no whole number", text=text),
                   lambda text: say("{value} is not from {low} to {high}", value=int(text), low=low, high=high))


def inches(low: float, high: float) -> Callable[[str], float]:
    """An argparse type: a length in inches from `low` to `high`."""
    return _within(float, low, high, lambda text: say("{text!r} is no number of inches", text=text),
                   lambda text: say("{text} is not from {low:g} to {high:g} inches", text=text, low=low, high=high))


def number_from(low: float, high: float) -> Callable[[str], float]:
    """An argparse type: a number from `low` to `high`."""
    return _within(float, low, high, lambda text: say("{text!r} is no number", text=text),
                   lambda text: say("{text} is not from {low:g} to {high:g}", text=text, low=low, high=high))


def _within(kind: Callable[[str], N], low: N, high: N, nonsense: Callable[[str], str],
            outside: Callable[[str], str]) -> Callable[[str], N]:
    """An argparse type: a number of this kind from `low` to `high`, and what is said of any other text."""

    def read(text: str) -> N:
        try:
            value = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(shown(nonsense(text))) from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(shown(outside(text)))
        return value

    return read


def pairs(entries: Sequence[str], what: str) -> dict[str, Any]:
    """`key=value` entries as a dict; numbers, true, false and lists are what they look like, all else is text. Raises
    InputError for one without '='."""
    told: dict[str, Any] = {}
    for entry in entries:
        key, sign, value = entry.partition("=")
        if not sign or not key:
            raise InputError(say("{what} {entry!r} should read key=value, as in {what} weapon=carbine", what=what,
                                 entry=entry))
        told[key] = _plain(value)
    return told


def _plain(text: str) -> Any:
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    return value if isinstance(value, (bool, int, float, list)) else text
