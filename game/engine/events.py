"""What happened. `apply(state, event)` is the only writer of state; the rest of the game hears events afterwards."""
from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState, Result
from game.table.model import Model
from game.table.objective import Marker
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.units import Point


class Event(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """The root of the events. `rule` is the digest's id where one applies."""

    rule: str = ""


class Said(Event, tag="said", frozen=True, kw_only=True):
    """A line of the log. `tone`: plain, head, good, harm, system. `models` are lit on hover."""

    text: str
    side: str = ""
    tone: str = "plain"
    models: tuple[str, ...] = ()


class Acted(Event, tag="acted", frozen=True, kw_only=True):
    """The head line of a piece of action: who does what to whom. `verb` as in 'shoots'. An area that opens has a
    `radius` about its `point`, or an `outline` with its tip first."""

    by: str
    verb: str
    at: str = ""
    point: Point | None = None
    how: str = ""
    weapon: str = ""
    radius: float = 0.0
    outline: tuple[Point, ...] = ()


class Rolled(Event, tag="rolled", frozen=True, kw_only=True):
    """Dice that fell in a test. `total` is dice plus modifiers where they are summed; `outcome` in a word or two.

    `marks` says of each die whether it counts: "" plainly, "fail", "success", "extra" (added by another die), "kept"
    (the one of several that counts), "unused" (one that does not). `sources` are the rules of the modifiers, one each,
    where each modifier is dice to roll and has a rule of its own.
    """

    reason: str
    by: str = ""
    side: str = ""
    dice: tuple[int, ...] = ()
    sides: int = 6
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    against: str = ""
    outcome: str = ""
    marks: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


class Placed(Event, tag="placed", frozen=True, kw_only=True):
    model: str
    at: Point
    facing: float
    elevation: float = 0.0


class Moved(Event, tag="moved", frozen=True, kw_only=True):
    """A model walked `path` (its centre; the first point is where it stood). `how`: move, run, charge, flee, turn.
    `drop` are the inches that it falls at the end of it, down to `elevation`."""

    model: str
    path: tuple[Point, ...]
    facing: float
    elevation: float = 0.0
    how: str = "move"
    drop: float = 0.0


class Altered(Event, tag="altered", frozen=True, kw_only=True):
    """A model's states or notes changed. None leaves `states` as they are; a note of None is dropped."""

    model: str
    states: tuple[str, ...] | None = None
    notes: dict[str, Any] = {}
    stats: dict[str, int] = {}


class Harmed(Event, tag="harmed", frozen=True, kw_only=True):
    """A model was hurt: `amount` for show, `notes` the new record (blocks marked)."""

    model: str
    amount: int
    notes: dict[str, Any]


class Left(Event, tag="left", frozen=True, kw_only=True):
    """A model left play. `how`: dead, fled."""

    model: str
    how: str


class Returned(Event, tag="returned", frozen=True, kw_only=True):
    """A model that had left play is back on the table, with these states."""

    model: str
    at: Point
    elevation: float = 0.0
    states: tuple[str, ...] = ()


class TerrainAltered(Event, tag="terrain", frozen=True, kw_only=True):
    """A piece changed state, or moved to `at` (a drone)."""

    piece: str
    state: str | None = None
    at: Point | None = None


class UnitNoted(Event, tag="unit", frozen=True, kw_only=True):
    unit: str
    notes: dict[str, Any]


class SideNoted(Event, tag="side", frozen=True, kw_only=True):
    side: str
    notes: dict[str, Any]


class SideAltered(Event, tag="side altered", frozen=True, kw_only=True):
    """A side takes an edge of the table, and the zone that goes with it."""

    side: str
    edge: str
    zone: tuple[Point, ...]


class MarkerAltered(Event, tag="marker", frozen=True, kw_only=True):
    """A marker is put down at `at`, or changes hands: `owner` "" makes it neutral, None leaves it."""

    marker: str
    at: Point | None = None
    owner: str | None = None


class Noted(Event, tag="noted", frozen=True, kw_only=True):
    """The rule set's own record on the game changed; a note of None is dropped."""

    notes: dict[str, Any]


class Joined(Event, tag="joined", frozen=True, kw_only=True):
    """A unit that was not in the game joins it, at the end of the roster; its models are placed after that."""

    unit: Unit
    models: tuple[Model, ...]


class Grouped(Event, tag="grouped", frozen=True, kw_only=True):
    """Several units became one unit, standing where the first stood in the roster."""

    units: tuple[str, ...]
    into: str
    name: str


class Advanced(Event, tag="advanced", frozen=True, kw_only=True):
    """The game went on: every field that is not None is the new value; "" clears `turn` and `active`."""

    round: int | None = None
    phase: str | None = None
    turn: str | None = None
    active: str | None = None


class Ended(Event, tag="ended", frozen=True, kw_only=True):
    result: Result




def apply(state: GameState, event: Event) -> GameState:
    """The state after `event`. What only tells (Said, Acted, Rolled) leaves it as it is."""
    match event:
        case Said() | Acted() | Rolled():
            return state
        case Placed(model=model, at=at, facing=facing, elevation=elevation):
            return _with_model(state, model, at=at, facing=facing % 360.0, elevation=elevation)
        case Moved(model=model, path=path, facing=facing, elevation=elevation):
            return _with_model(state, model, at=path[-1], facing=facing % 360.0, elevation=elevation)
        case Altered():
            return _alter(state, event)
        case Harmed(model=model, notes=notes):
            return _with_model(state, model, notes=_merged(state.models[model].notes, notes))
        case Left(model=model, how=how):
            notes = _merged(state.models[model].notes, {"left": how})
            return _with_model(state, model, in_play=False, states=(), notes=notes)
        case Returned(model=model, at=at, elevation=elevation, states=states):
            notes = _merged(state.models[model].notes, {"left": None})
            return _with_model(state, model, in_play=True, at=at, elevation=elevation, states=states, notes=notes)
        case TerrainAltered():
            return _alter_terrain(state, event)
        case UnitNoted(unit=unit, notes=notes):
            changed = replace(state.units[unit], notes=_merged(state.units[unit].notes, notes))
            return replace(state, units={**state.units, unit: changed})
        case SideNoted(side=side, notes=notes):
            sided = replace(state.sides[side], notes=_merged(state.sides[side].notes, notes))
            return replace(state, sides={**state.sides, side: sided})
        case SideAltered(side=side, edge=edge, zone=zone):
            return replace(state, sides={**state.sides, side: replace(state.sides[side], edge=edge, zone=zone)})
        case MarkerAltered():
            return _alter_marker(state, event)
        case Noted(notes=notes):
            return replace(state, notes=_merged(state.notes, notes))
        case Joined(unit=unit, models=models):
            return replace(state, units={**state.units, unit.id: unit},
                           models={**state.models, **{m.id: m for m in models}})
        case Grouped():
            return _group(state, event)
        case Advanced():
            return _advance(state, event)
        case Ended(result=result):
            return replace(state, result=result)
    raise TypeError(f"no such event: {event!r}")


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**old, **new}.items() if value is not None}


def _with_model(state: GameState, model: str, **changes: Any) -> GameState:
    return replace(state, models={**state.models, model: replace(state.models[model], **changes)})


def _alter(state: GameState, event: Altered) -> GameState:
    model: Model = state.models[event.model]
    if event.states is not None:
        model = replace(model, states=event.states)
    if event.notes:
        model = replace(model, notes=_merged(model.notes, event.notes))
    if event.stats:
        model = replace(model, stats={**model.stats, **event.stats})
    return replace(state, models={**state.models, model.id: model})


def _alter_terrain(state: GameState, event: TerrainAltered) -> GameState:
    piece: Terrain = state.terrain[event.piece]
    if event.state is not None:
        piece = replace(piece, state=event.state)
    if event.at is not None and piece.disc is not None:
        piece = replace(piece, disc=(event.at[0], event.at[1], piece.disc[2]))
    return replace(state, terrain={**state.terrain, piece.id: piece})


def _alter_marker(state: GameState, event: MarkerAltered) -> GameState:
    marker = state.markers.get(event.marker)
    if marker is None:
        assert event.at is not None, "a new marker lies somewhere"
        marker = Marker(id=event.marker, at=event.at)
    if event.at is not None:
        marker = replace(marker, at=event.at)
    if event.owner is not None:
        marker = replace(marker, owner=event.owner or None)
    return replace(state, markers={**state.markers, marker.id: marker})


def _group(state: GameState, event: Grouped) -> GameState:
    joined = tuple(m for unit in event.units for m in state.units[unit].models)
    first = state.units[event.units[0]]
    units = {}
    for unit in state.units.values():
        if unit.id == first.id:
            units[event.into] = replace(first, id=event.into, name=event.name, models=joined)
        elif unit.id not in event.units:
            units[unit.id] = unit
    models = {m.id: replace(m, unit=event.into) if m.id in joined else m for m in state.models.values()}
    return replace(state, units=units, models=models)


def _advance(state: GameState, event: Advanced) -> GameState:
    changes: dict[str, Any] = {}
    if event.round is not None:
        changes["round"] = event.round
    if event.phase is not None:
        changes["phase"] = event.phase
    if event.turn is not None:
        changes["turn"] = event.turn or None
    if event.active is not None:
        changes["active"] = event.active or None
    return replace(state, **changes)
