"""Data of rule sets: what every `ruleset.toml` holds, tables of entries with names, and looking a name up."""
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from game.engine.plan import TurnPlan
from game.engine.switches import Switch
from game.errors import FileError, UnknownName
from game.table import datafile

T = TypeVar("T")


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition of a model or unit as the screen tells it."""

    title: str
    icon: str
    tone: str
    does: str
    rule: str


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the `ruleset.toml` of every rule set holds; each adds its own numbers. `game_master`: somebody may play who
    knows what is hidden."""

    id: str
    title: str
    version: str
    about: str
    plan: TurnPlan
    states: dict[str, State]
    switches: tuple[Switch, ...] = ()
    game_master: bool = False


class Named(Protocol):
    """An entry of a table that a player knows by name."""

    @property
    def name(self) -> str: ...


def table(path: Path, kind: type[T]) -> Callable[[], dict[str, T]]:
    """Gives the entries of a TOML file by their ids; the file is read once, when they are first asked for."""

    @functools.lru_cache(1)
    def entries() -> dict[str, T]:
        return datafile.load_table(path, kind)

    return entries


def find(what: str, name: str, known: Mapping[str, Named]) -> str:
    """The id that `name` (a name or id, in any case) stands for. Raises UnknownName."""
    if name in known:
        return name
    wanted = name.strip().casefold().replace("_", " ")
    for key, entry in known.items():
        if wanted in (key.casefold().replace("_", " "), entry.name.casefold()):
            return key
    raise UnknownName(what, name, [entry.name for entry in known.values()])


def find_in(source: str, where: str, what: str, name: str, known: Mapping[str, Named]) -> str:
    """The id that a name in a file stands for. Raises FileError."""
    try:
        return find(what, name, known)
    except UnknownName as error:
        raise FileError(source, where, str(error)) from None
