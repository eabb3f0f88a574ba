"""Answers kept with the state that they are about: a state never changes, so they hold as long as it does."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from game.engine.state import GameState

T = TypeVar("T")
KEPT = 32
_known: OrderedDict[int, tuple[GameState, dict[Hashable, Any]]] = OrderedDict()
_lock = threading.Lock()


def remembered(state: GameState, key: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives, made once for each state and key while the state is among those asked about last."""
    with _lock:  # the computer player thinks in another thread
        entry = _known.get(id(state))
        if entry is None or entry[0] is not state:
            entry = _known[id(state)] = (state, {})
            while len(_known) > KEPT:
                _known.popitem(last=False)
        else:
            _known.move_to_end(id(state))
    answers = entry[1]
    if key not in answers:
        answers[key] = make()
    found: T = answers[key]
    return found
