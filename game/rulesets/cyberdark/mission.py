"""What a scenario asks of one crew, how far it has come, and who lies in wait where (CD-S1, CD-S6)."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeVar

import msgspec

from game.engine.state import GameState
from game.errors import FileError, did_you_mean
from game.rulesets.cyberdark.conditions import in_hiding, is_conscious, status
from game.table import datafile
from game.table.model import Model
from game.table.setting import Setting
from game.table.side import EDGES
from game.table.terrain import Terrain
from game.units import Point
from game.words import joined, listed, say, say_many

T = TypeVar("T")
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
READ = "read"
"""The state of a terminal that somebody has broken into."""
OFF = "off"
"""How a character left that went over an edge of its own will."""


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The scenario's `mission`: all that it names must be done by crew `side`. `terminals` are read, or with `one` that
    one of them which holds the file; the `fallen` (ids) are brought off the table, and `leave` characters on their own
    feet, over the crew's `own` or the `far` edge."""

    side: str
    terminals: tuple[str, ...] = ()
    one: bool = False
    fallen: tuple[str, ...] = ()
    leave: int = 0
    edge: Literal["", "own", "far"] = ""


class Hiding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The scenario's `hiding`: crew `side` sets up unseen, each character in one of these places."""

    side: str
    places: tuple[Point, ...]


def mission(state: GameState) -> Mission | None:
    told = state.options.get("mission")
    return msgspec.convert(told, Mission) if told else None


def hiding(state: GameState) -> Hiding | None:
    told = state.options.get("hiding")
    return msgspec.convert(told, Hiding) if told else None


def hides(state: GameState, side: str) -> bool:
    """Whether the crew sets up in hiding. CD-S6"""
    found = hiding(state)
    return found is not None and found.side == side


# --- a file's mission


def check(setting: Setting, state: GameState) -> None:
    """Raises FileError for a mission or hiding places that this table and these crews cannot have."""
    found = _told(setting, "mission", Mission)
    if found is not None:
        _known(setting, "options.mission.side", found.side, "side", state.sides)
        _check_mission(setting, state, found)
    places = _told(setting, "hiding", Hiding)
    if places is not None:
        _known(setting, "options.hiding.side", places.side, "side", state.sides)
        count = sum(1 for m in state.models_of(places.side) if m.at is None)
        if count > len(places.places):
            raise FileError(setting.source, "options.hiding.places",
                            say("{count} places do not hide {most} characters", count=len(places.places),
                                most=count))


def _told(setting: Setting, key: str, kind: type[T]) -> T | None:
    value = setting.options.get(key, setting.begin.get(key))
    return datafile.convert(setting.source, value, kind, f"options.{key}") if value is not None else None


def _check_mission(setting: Setting, state: GameState, found: Mission) -> None:
    for name in found.terminals:
        _known(setting, "options.mission.terminals", name, "terminal", {t.id: t for t in terminals(state)})
    for name in found.fallen:
        _known(setting, "options.mission.fallen", name, "character", state.models)
    if (found.leave or found.fallen) and not found.edge:
        raise FileError(setting.source, "options.mission.edge", 'over which edge do they go? "own" or "far"')
    if not (found.terminals or found.fallen or found.leave):
        raise FileError(setting.source, "options.mission", "asks for nothing: name terminals, fallen or leave")


def _known(setting: Setting, where: str, name: str, what: str, known: Any) -> None:
    if name not in known:
        raise FileError(setting.source, where, say('no {what} "{name}"{hint}', what=what, name=name,
                                                   hint=did_you_mean(name, known)))


# --- how far it has come


def terminals(state: GameState) -> Iterator[Terrain]:
    return (piece for piece in state.terrain.values() if "terminal" in piece.traits)


def holder(state: GameState) -> str:
    """The terminal that holds the file; '' where none is chosen, or where that is not known."""
    return str(state.note("file", ""))


def exit_edge(state: GameState, side: str) -> str:
    """The edge over which a crew may leave; '' where it may not. CD-S5"""
    found = mission(state)
    if found is None or found.side != side or not found.edge:
        return ""
    own = state.sides[side].edge
    assert own in EDGES
    return own if found.edge == "own" else OPPOSITE[own]


def gone_off(state: GameState, side: str) -> list[Model]:
    return [m for m in state.models_of(side) if status(m) == OFF]


def unread(state: GameState, found: Mission) -> list[str]:
    """The terminals that are still worth breaking into, as far as it is known which."""
    left = [t for t in found.terminals if state.terrain[t].state != READ]
    if found.one and holder(state) not in ("", *left):
        return []
    return left


def walkers(state: GameState, found: Mission) -> int:
    """How many more have to leave on their own feet."""
    off = [m for m in gone_off(state, found.side) if m.id not in found.fallen]
    return max(0, found.leave - len(off))


def fallen_left(state: GameState, found: Mission) -> list[str]:
    return [f for f in found.fallen if status(state.models[f]) != OFF]


def is_done(state: GameState) -> bool:
    """CD-S1"""
    found = mission(state)
    if found is None or walkers(state, found) or fallen_left(state, found):
        return False
    if found.one:
        return bool(holder(state)) and state.terrain[holder(state)].state == READ
    return not unread(state, found)


def is_lost(state: GameState) -> bool:
    """Whether it cannot be done any more: one to be brought off is dead or has run, or too few are left who could
    leave on their own feet. CD-S1"""
    found = mission(state)
    if found is None:
        return False
    able = sum(can_go_on(m) for m in state.models_of(found.side) if m.id not in found.fallen)
    return able < walkers(state, found) or any(
        status(state.models[f]) in ("dead", "broken") for f in found.fallen)


def can_go_on(model: Model) -> bool:
    """Whether it counts among those left of its crew. CD-H25, CD-S6"""
    return is_conscious(model) or in_hiding(model)


# --- in words


def told(state: GameState) -> str:
    """The mission in sentences; '' where there is none."""
    found = mission(state)
    if found is None:
        return ""
    crew, other = state.sides[found.side].name, state.sides[state.other(found.side)].name
    edge = exit_edge(state, found.side)
    parts = []
    if found.terminals and found.one:
        parts.append(say("{crew} must find the file in one of {n} terminals.", crew=crew, n=len(found.terminals)))
    elif found.terminals:
        names = listed([state.terrain[t].title for t in found.terminals])
        parts.append(say("{crew} must break into: {terminals}.", crew=crew, terminals=names))
    parts += [say("{crew} must bring {friend} off the table. The way out: the {edge} edge.", crew=crew,
                  friend=state.models[name].name, edge=edge) for name in found.fallen]
    if found.leave:
        parts.append(say_many("{crew} must get {n} character off the table. The way out: the {edge} edge.",
                              "{crew} must get {n} characters off the table. The way out: the {edge} edge.",
                              found.leave, crew=crew, edge=edge))
    return joined(" ", [*parts, say("If the rounds run out, {other} has won.", other=other)])
