"""Whether an answer answers its question."""
from __future__ import annotations

from typing import Any

from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.rouge_elements import abilities, spell_targets, summon_orders


def check(state: GameState, ask: Ask, value: Any) -> Verdict:
    """One of the candidates, of the very same kind: 1 is not True; or a place that the rules allow."""
    if ask.question == "evade":
        return abilities.check_evade(state, state.models[ask.subject], value)
    if ask.question == "drone":
        return summon_orders.check_place(state, state.models[ask.subject], value)
    if ask.question == spell_targets.SHIFT:
        return spell_targets.check_shifted(state, ask, value)
    if any(type(value) is type(c.value) and value == c.value for c in ask.need.candidates):
        return YES
    return refuse(ask.rule, "That is not among the answers.")
