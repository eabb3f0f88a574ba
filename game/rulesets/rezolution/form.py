"""What a file may say of a model of Rezolution, as the Lab's form shows it."""
from __future__ import annotations

from game.engine.casewords import FormField
from game.engine.state import GameState
from game.rulesets.common.forms import flags, height, several, wholes
from game.rulesets.rezolution.conditions import gauge, marked, modifier
from game.rulesets.rezolution.data import ATTRIBUTES, RULES, gear
from game.table.model import Model
from game.words import say

HIGHEST = 20
TITLES = {"armour": say("Armour"), "marked": say("Blocks marked"), "modifier": say("Fatal modifier")}
FLAGS = {"jammed": say("Jammed"), "activated": say("Has acted"), "in_play": say("In play")}


def form(state: GameState, model: Model) -> list[FormField]:
    """Attributes, harm, states and weapons, as they are now."""
    printed = {name: model.stats.get(name, 0) for name in (*ATTRIBUTES, "armour")}
    weapons = [name for name, thing in gear().items() if thing.kind not in ("skill", "power")]
    return [
        *wholes(printed, 0, HIGHEST, TITLES),
        *wholes({"marked": marked(model)}, 0, len(gauge(model)), TITLES),
        *wholes({"modifier": modifier(model)}, -9, 0, TITLES),
        height(model.height),
        several("states", "States", model.states, RULES.states),
        *flags({"jammed": model.note("jammed"), "activated": model.note("done"), "in_play": model.in_play}, FLAGS),
        several("weapons", "Weapons", [g for g in model.gear if g in weapons], weapons),
    ]


def acts_next(state: GameState, model: str) -> dict[str, object]:
    """The turn is its side's. RZ-5.1"""
    return {"phase": "turns", "turn": state.models[model].side}
