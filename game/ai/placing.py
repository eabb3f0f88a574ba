"""Where to set up: near what is worth going to, out of the enemy's sight, each unit together."""
from __future__ import annotations

from game.ai.evaluate import Judge
from game.ai.player import command, is_plain
from game.engine.commands import Command
from game.engine.requests import Option


def placing(judge: Judge, options: list[Option]) -> Command | None:
    """Places the first model that waits off the table at the best spot found; None where nobody waits."""
    waits = [o for o in options if o.by in judge.state.models and judge.state.models[o.by].at is None]
    if not waits:
        return None
    plain = next((o for o in options if is_plain(o)), None)
    return command(plain) if plain else None
