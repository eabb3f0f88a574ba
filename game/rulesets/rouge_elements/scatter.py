"""Where a blast that strays comes down: direction first, then distance, each a roll like any other (RE-R4, RE-13.2)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.requests import Ask
from game.engine.run import Run
from game.resolvers.blasts import come_down
from game.resolvers.tests import tell
from game.rulesets.rouge_elements.throws import roll
from game.units import Point
from game.words import say


def stray(run: Run, aim: Point, by: str, rule: str) -> Generator[Ask, Any, Point | None]:
    """D12 as a clock face, D6 inches; None off the table. Luck turns the clock on, past 12 too, and takes the inches no
    lower than 0. RE-R92"""
    side = run.state.models[by].side
    turned = yield from roll(run, "direction", sides=12, by=by)
    clock = (turned.total - 1) % 12 + 1
    tell(run, "direction", turned, by=by, side=side, outcome=say("{clock} o'clock", clock=clock), rule=rule)
    gone = yield from roll(run, "distance", by=by)
    inches = max(0, gone.total)
    tell(run, "distance", gone, by=by, side=side, outcome=say("{inches}″", inches=inches), rule=rule)
    return come_down(run, aim, clock, inches, side=side, rule=rule)
