"""A game as text: one line an event, as a player would tell it."""
from __future__ import annotations

from collections.abc import Iterable

from game.engine.events import Acted, Event, Moved, Placed, Rolled, Said, TerrainAltered
from game.engine.state import GameState
from game.geometry.path import path_length
from game.words import joined, say


def transcript(state: GameState, events: Iterable[Event]) -> list[str]:
    """A line for every event that a player would want to read. Names are those of `state`."""
    return [line for event in events if (line := told(state, event))]


def told(state: GameState, event: Event) -> str:
    """The event in a line, "" for bookkeeping."""
    match event:
        case Said(text=text):
            return _with_rule(text, event)
        case Acted(by=by, verb=verb, at=at):
            return _with_rule(joined(" ", (name(state, by), verb, *((name(state, at),) if at else ()))), event)
        case Rolled():
            return _with_rule(_rolled(state, event), event)
        case Moved(model=model, how="turn", facing=facing):
            return say("{name} turns to {facing:.0f}°", name=name(state, model), facing=facing)
        case Moved(model=model, path=path, how=how):
            return _with_rule(say("{name}: {how} {length:.1f}″ to {point}", name=name(state, model), how=how,
                                  length=path_length(path), point=_point(path[-1])), event)
        case Placed(model=model, at=at):
            return say("{name} is placed at {point}", name=name(state, model), point=_point(at))
        case TerrainAltered(piece=piece, state=now) if now:
            return joined(": ", (name(state, piece), now))
    return ""


def name(state: GameState, key: str) -> str:
    if key in state.models:
        return state.models[key].name
    return state.terrain[key].title if key in state.terrain else key


def _rolled(state: GameState, event: Rolled) -> str:
    who = name(state, event.by) if event.by else state.sides[event.side].name if event.side in state.sides else ""
    dice = "+".join(map(str, event.dice)) if event.total is not None else " ".join(map(str, event.dice))
    added = joined("", (joined("", (" + ", label, f" {value}")) for label, value in event.modifiers))
    total = f" = {event.total}" if event.total is not None else ""
    tail = joined(", ", (part for part in (event.against, event.outcome) if part))
    return joined("", ("  ", event.reason, ", ", who, ": ", dice, added, total, *((" ", tail) if tail else ())))


def _point(point: tuple[float, float]) -> str:
    return f"({point[0]:.2f}, {point[1]:.2f})"


def _with_rule(text: str, event: Event) -> str:
    return joined("", (text, f" ({event.rule})")) if event.rule else text
