"""What it is worth to keep Composure and Chance, in points: dear early, cheap in the last rounds (CD-8.4, CD-9)."""
from __future__ import annotations

from game.engine.state import GameState
from game.rulesets.cyberdark.conditions import chances, composure
from game.rulesets.cyberdark.turns import last_round
from game.table.model import Model

NERVE, LAST_NERVE = 2.0, 2.5
"""The price of a point of Composure when the battle begins, and how much dearer the last point is: who has none left
gains Stress at the next shock."""
LUCK = (7.0, 4.0, 2.5)
"""The price of the last Chance, with which to hold out, of the last but one, and of any before, when it begins."""
CHEAPEST = 0.15
"""The share of a price that is left in the last round."""
FUMBLE = 0.15
"""The share of its points that a critical failure costs a character: a jam, an action, perhaps Stress."""

JAM = 0.15
"""The share of its points that a character gains by a jam less."""
LOCK = 12.0
"""Points that it is worth to have a lock open that somebody works at."""


def _ahead(state: GameState) -> float:
    """The share of the battle that is still to come."""
    rounds = last_round(state)
    return max(CHEAPEST, (rounds - state.round) / max(1, rounds - 1))


def of_composure(state: GameState, model: Model) -> float:
    return NERVE * _ahead(state) * (LAST_NERVE if composure(model) <= 1 else 1.0)


def of_chance(state: GameState, model: Model) -> float:
    return LUCK[min(len(LUCK), max(1, chances(model))) - 1] * _ahead(state)
