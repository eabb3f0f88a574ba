"""Lines of data cards that rule sets share."""
from __future__ import annotations

from collections.abc import Iterable

from game.engine.cards import CardLine
from game.rulesets.common.data import Sheet


def state_lines(sheet: Sheet, states: Iterable[str]) -> list[CardLine]:
    """What each state does."""
    told = [sheet.states[name] for name in states]
    return [CardLine(label=s.title, value=s.does, icon=s.icon, tone=s.tone, rule=s.rule) for s in told]
