"""States that many runs of one order share. They all begin alike, and much of what follows comes again and again: kept
as the same objects, whatever a rule set remembers of a state is worked out once for all of them."""
from __future__ import annotations

from game.engine.events import Event, apply
from game.engine.state import GameState

FEW = 24
"""Ways on from one state that are kept; a state from which so many lead seldom comes again."""
MOST = 4000
"""States kept in all."""


class Offshoots:
    """What became of each state by each event. Made for one order, and thrown away with its runs."""

    def __init__(self) -> None:
        self._ways: dict[int, tuple[GameState, list[tuple[Event, GameState]]]] = {}

    def after(self, state: GameState, event: Event) -> GameState:
        """The state after `event`, the very same one for the same event in the same state."""
        entry = self._ways.get(id(state))
        if entry is None or entry[0] is not state:
            made = apply(state, event)
            if made is not state and len(self._ways) < MOST:
                self._ways[id(state)] = (state, [(event, made)])
            return made
        ways = entry[1]
        for known, made in ways:
            if known == event:
                return made
        made = apply(state, event)
        if made is not state and len(ways) < FEW:
            ways.append((event, made))
        return made
