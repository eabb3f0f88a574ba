"""The levels of the computer player, by the names that the window and the command line use."""
from __future__ import annotations

from collections.abc import Callable

from game.ai.army import ArmyRegular
from game.ai.army_recruit import ArmyRecruit
from game.ai.player import Choice, Player
from game.ai.recruit import Recruit
from game.ai.regular import Regular
from game.engine.view import View
from game.errors import UnknownName


class Either:
    """Plays games of single models and games of whole units, each by its own player."""

    def __init__(self, models: Player, units: Player) -> None:
        self.models, self.units = models, units

    def decide(self, view: View) -> Choice:
        """What the player for this kind of game does."""
        return (self.units if view.acts_by == "unit" else self.models).decide(view)


LEVELS: dict[str, Callable[[], Player]] = {
    "recruit": lambda: Either(Recruit(), ArmyRecruit()),
    "regular": lambda: Either(Regular(), ArmyRegular()),
}


def player(level: str) -> Player:
    """The player of this level. Raises UnknownName."""
    if level not in LEVELS:
        raise UnknownName("level", level, LEVELS)
    return LEVELS[level]()
