"""What is asked for again and again in one state: worked out once for each of the states asked about of late."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from game.engine.state import GameState

KEPT = 6
"""So many states are remembered, the last asked about first."""
T = TypeVar("T")
_recent: list[tuple[GameState, dict[Any, Any]]] = []


def recalled(state: GameState, key: tuple[str, ...], make: Callable[[], T]) -> T:
    """What `make` gives for this state and key; the same again without asking it."""
    known = _known(state)
    if key not in known:
        known[key] = make()
    found: T = known[key]
    return found


def _known(state: GameState) -> dict[Any, Any]:
    found = next((known for of, known in _recent if of is state), {})
    _recent[:] = [(state, found), *(pair for pair in _recent if pair[0] is not state)][:KEPT]
    return found
