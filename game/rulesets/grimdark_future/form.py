"""What a file may say of a model of Grimdark Future, as the Lab's form shows it."""
from __future__ import annotations

from game.engine.casewords import FormField
from game.engine.state import GameState
from game.rulesets.common.forms import flags, height, several, wholes
from game.rulesets.grimdark_future.conditions import tough, wounds
from game.rulesets.grimdark_future.data import weapons
from game.table.model import Model
from game.words import say

TITLES = {"Q": say("Quality"), "D": say("Defense"), "wounds": say("Wounds taken")}
OF_UNIT = {"shaken": say("Shaken"), "fatigued": say("Fatigued"), "activated": say("Activated")}


def form(state: GameState, model: Model) -> list[FormField]:
    """Quality and Defense, wounds, weapons, and how its unit is, as it is now."""
    unit = state.units[model.unit]
    return [
        *wholes({key: model.stats.get(key, 4) for key in ("Q", "D")}, 2, 6, TITLES),
        *wholes({"wounds": wounds(model)} if tough(model) > 1 else {}, 0, tough(model) - 1, TITLES),
        height(model.height),
        *flags({key: unit.note(key) for key in OF_UNIT}, OF_UNIT, "unit"),
        *flags({"in_play": model.in_play}, {"in_play": say("In play")}),
        several("weapons", "Weapons", model.gear, weapons()),
    ]


def acts_next(state: GameState, model: str) -> dict[str, object]:
    """The turn is its side's. GF-3.2"""
    return {"phase": "turns", "turn": state.models[model].side}
