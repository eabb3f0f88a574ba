"""The words of rule cases that rule sets share."""
from __future__ import annotations

from typing import Any

from game.engine.state import GameState


def side_named(state: GameState, step: dict[str, Any]) -> str | None:
    """The side that a step names as the one who gives the order."""
    named = step.get("side", step.get("by"))
    return str(named) if named in state.sides else None
