"""An answer to each offer that a player may take as it is."""
from __future__ import annotations

from typing import Any

from game.engine.requests import Ask
from game.engine.state import GameState
from game.rulesets.cyberdark.attack_orders import WITH_COMPOSURE
from game.rulesets.cyberdark.conditions import chances, composure, po, weapon_of
from game.rulesets.cyberdark.throws import YES


def propose(state: GameState, ask: Ask) -> Any:
    """Strike with the best weapon, hold out, keep the last Chance to hold out, keep one point of Composure."""
    model = state.models.get(ask.subject)
    if model is None:
        return None
    match ask.question:
        case "free_fight":
            plain = [str(c.value) for c in ask.need.candidates if not str(c.value).endswith(WITH_COMPOSURE)]
            return max(plain, key=lambda w: weapon_of(w).dice, default=None)
        case "hold_out":
            return YES
        case "chance":
            return YES if chances(model) > 1 else None
        case "composure":
            return YES if composure(model) > 1 or po(model) <= 2 else None
    return None
