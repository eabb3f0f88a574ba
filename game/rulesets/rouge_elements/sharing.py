"""Wounds sent back: Reflect and return (RE-R80)."""
from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

from game.engine.events import Said
from game.engine.requests import Ask
from game.engine.run import Run
from game.rulesets.rouge_elements.conditions import effects
from game.rulesets.rouge_elements.damage import Hit
from game.rulesets.rouge_elements.throws import number
from game.rulesets.rouge_elements.windows import Share
from game.words import say

ROWS = {"reflect": (1.0, 1.0, 1.0, 0.0, 0.0, 0.0), "return": (0.0, 0.0, 0.5, 0.5, 1.0, 1.0)}
"""For each face of the die, which part of the wounds the attacker takes."""


def _sent(wounds: int, row: Sequence[float], die: int) -> int:
    """How many of the wounds a die sends back."""
    return int(wounds * row[max(1, min(6, die)) - 1])


def share(run: Run, hit: Hit, wounds: int, location: str) -> Generator[Ask, Any, list[Share]]:
    """A die for each such spell on the target, while it has wounds to pass on. What goes to the attacker comes straight
    off its W, as Body; conditions go with the larger share. RE-2, RE-R80"""
    attacker, victim = run.state.models.get(hit.by), run.state.models[hit.victim]
    back, by = 0, ""
    if hit.attack and not hit.plain and attacker is not None and attacker.on_table and attacker.id != victim.id:
        for effect in effects(victim):
            row = ROWS.get(str(effect.data.get("shares")))
            if row is None or back == wounds:
                continue
            sends = partial(_sent, wounds - back, row)
            die = yield from number(run, "reflect", (1, 6), by=victim.id, reason=effect.name, rule="RE-R80",
                                    worth=sends)
            sent = sends(die)
            back, by = back + sent, effect.by if sent else by
    if not back or attacker is None:
        return [Share(victim.id, wounds, location)]
    run.emit(Said(text=say("{attacker} takes {back} of it.", attacker=attacker.name, back=back),
                  models=(attacker.id, victim.id), rule="RE-R80"))
    own = wounds - back
    found = [Share(victim.id, own, location, conditions=own >= back)] if own else []
    return [*found, Share(attacker.id, back, "body", conditions=back > own, by=by)]
