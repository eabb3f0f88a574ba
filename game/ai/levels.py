"""The levels of the computer player, by the names that the window and the command line use."""
from __future__ import annotations

from collections.abc import Callable

from game.ai.player import Player
from game.ai.recruit import Recruit
from game.ai.regular import Regular
from game.errors import UnknownName

LEVELS: dict[str, Callable[[], Player]] = {"recruit": Recruit, "regular": Regular}


def player(level: str) -> Player:
    """The player of this level. Raises UnknownName."""
    if level not in LEVELS:
        raise UnknownName("level", level, LEVELS)
    return LEVELS[level]()
