"""What a command means: with what it is carried out, and the free turn before an action."""
from __future__ import annotations

import msgspec

from game.engine.commands import Command
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict
from game.errors import UnknownName
from game.rulesets.common.data import find
from game.rulesets.common.given import facing_of, model_by
from game.rulesets.rezolution import movement
from game.rulesets.rezolution.conditions import carried
from game.rulesets.rezolution.data import Gear, gear
from game.table.model import Model


def gear_of(model: Model, command: Command, key: str, *kinds: str) -> tuple[str, Gear] | None:
    """The weapon or power a command names, or the model's first of these kinds; None where it has none such."""
    having = carried(model, *kinds)
    if not command.get(key):
        return having[0] if having else None
    try:
        name = find(key, str(command.get(key)), gear())
    except UnknownName:
        return None
    return next((entry for entry in having if entry[0] == name), None)


def turned(state: GameState, command: Command) -> tuple[GameState, Verdict]:
    """The state after the free turn that a command's `facing` asks for before an action. RZ-R9"""
    facing = facing_of(command)
    if facing is None:
        return state, YES
    model = model_by(state, command)
    verdict = movement.check_turn(state, model)
    if not verdict:
        return state, verdict
    turned_model = msgspec.structs.replace(model, facing=facing)
    return msgspec.structs.replace(state, models={**state.models, model.id: turned_model}), YES
