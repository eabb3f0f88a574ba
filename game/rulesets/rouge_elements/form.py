"""What a file may say of a character of Rouge Elements, as the Lab's form shows it."""
from __future__ import annotations

from game.engine.casewords import FormField
from game.engine.state import GameState
from game.rulesets.common.forms import flags, height, wholes
from game.rulesets.rouge_elements import conditions
from game.rulesets.rouge_elements.data import CHARACTERISTICS, NUMBERS
from game.table.model import Model
from game.words import say

OF_STATE = ("prone", "fleeing", "burning", "corroded", "force_field", "stealth", "stupid")
LIMBS = {"arms_crippled": ("arms", say("Arms crippled")), "legs_crippled": ("legs", say("Legs crippled"))}


def form(state: GameState, model: Model) -> list[FormField]:
    """Characteristics, action points, wounds, conditions and limbs, as they are now."""
    values = {name: conditions.lasting_value(model, name) for name in CHARACTERISTICS if name not in ("W", "AP")}
    limbs = [FormField(key=key, title=title, kind="whole", value=conditions.crippled(model, limb), place="state",
                       high=2) for key, (limb, title) in LIMBS.items()]
    return [
        *wholes(values, NUMBERS.lowest, NUMBERS.highest),
        *wholes({"AP": conditions.lasting_value(model, "AP")}, NUMBERS.lowest, NUMBERS.highest),
        *wholes({"ap": int(model.note("ap", 0))}, 0, 40, {"ap": say("AP left")}, conditions.full_pool(model)),
        *wholes({"W": conditions.wounds_left(model)}, 1, NUMBERS.most_wounds, {"W": say("Wounds left")}),
        height(model.height),
        *flags({name: model.has(name) for name in OF_STATE},
               {name: name.replace("_", " ").capitalize() for name in OF_STATE}, "state"),
        *limbs,
        *flags({"in_play": model.in_play}, {"in_play": say("In play")}),
    ]


def acts_next(state: GameState, model: str) -> dict[str, object]:
    """It comes first in the order of activation. RE-2.2"""
    return {"phase": "turns", "order": [model]}
