"""When something that may be spent on a roll is offered: a scenario's `offers`."""
from __future__ import annotations

from game.engine.state import GameState
from game.errors import FileError, did_you_mean
from game.table.setting import Setting

ALWAYS, USEFUL, NEVER = "always", "when it matters", "never"
OFFERS = (ALWAYS, USEFUL, NEVER)


def check_offers(setting: Setting, state: GameState) -> None:
    """Raises FileError where a scenario names another way."""
    offers = state.options.get("offers", ALWAYS)
    if offers not in OFFERS:
        raise FileError(setting.source, "options.offers", f'no such way "{offers}"{did_you_mean(str(offers), OFFERS)}')
