"""What the last order came to, kept in the game's notes: totals, wounds, victims, rolled distances. Rule cases ask for
it, and so may a screen; no rule reads it."""
from __future__ import annotations

from typing import Any

from game.engine.events import Noted
from game.engine.run import Run
from game.engine.state import GameState


def start(run: Run) -> None:
    """A new order: nothing has come of it yet."""
    run.emit(Noted(notes={"tally": {}}))


def put(run: Run, **values: Any) -> None:
    """Keeps values of the order that runs, in the place of earlier ones."""
    run.emit(Noted(notes={"tally": {**run.state.note("tally", {}), **values}}))


def add(run: Run, key: str, value: Any) -> None:
    """One more of a list."""
    put(run, **{key: [*run.state.note("tally", {}).get(key, []), value]})


def of(state: GameState, key: str, default: Any = None) -> Any:
    return state.note("tally", {}).get(key, default)
