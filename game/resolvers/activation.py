"""Alternating: whose turn it is next to activate or to place something."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.engine.cards import Place, Queue
from game.engine.state import GameState
from game.table.model import Model


def next_side(state: GameState, may_act: Callable[[GameState, str], bool]) -> str | None:
    """The side after the one whose turn it is that may act, the same side last of all; None when none may."""
    order = list(state.sides)
    place = order.index(state.turn) + 1 if state.turn in order else 0
    return next((side for side in order[place:] + order[:place] if may_act(state, side)), None)


def alternating(state: GameState, first: str, waiting: Mapping[str, bool], last: str | None) -> str | None:
    """Whose turn it is when sides alternate from `first`, `last` having placed; a side alone goes on. `waiting` says
    who has something left to place."""
    order = [first, *(s for s in state.sides if s != first)]
    if last in order:
        place = order.index(last) + 1
        order = order[place:] + order[:place]
    return next((s for s in order if waiting.get(s)), None)


def queued(
    title: str, rule: str, ranked: Sequence[tuple[str, str]], waiting: Sequence[str], acting: Model | None
) -> Queue:
    """A fixed order of activation as a screen shows it: `ranked` are models with the figures that rank them."""
    first = next(iter(waiting), "") if acting is None else ""
    places = tuple(
        Place(model=name, figure=figure,
              when="acts" if acting is not None and name == acting.id else "next" if name == first else
              "waits" if name in waiting else "gone")
        for name, figure in ranked)
    return Queue(title=title, places=places, rule=rule)
