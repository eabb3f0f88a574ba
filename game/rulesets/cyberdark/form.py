"""What a file may say of a character of CyberDark, as the Lab's form shows it."""
from __future__ import annotations

from game.engine.casewords import FormField
from game.engine.state import GameState
from game.rulesets.common.forms import flags, height, several, wholes
from game.rulesets.cyberdark import conditions
from game.rulesets.cyberdark.begin import STATES
from game.rulesets.cyberdark.data import NUMBERS, SKILLS, programs, weapons
from game.table.model import Model
from game.words import say

TITLES = {"po": say("PO left"), "stress": say("Stress"), "composure": say("Composure"), "chance": say("Chance"),
          "white_noise": say("White Noise"), "actions": say("Actions left"), "waiting": say("Actions to wait")}


def form(state: GameState, model: Model) -> list[FormField]:
    """Skills, what it can run out of, its state, weapons and programs, as they are now."""
    counts = {"po": conditions.po(model), "stress": conditions.stress(model),
              "composure": conditions.composure(model), "chance": conditions.chances(model),
              "white_noise": conditions.noise(model)}
    return [
        *wholes({name: conditions.level(model, name) for name in SKILLS}, 1, 10),
        *wholes(counts, 0, 100, TITLES),
        *wholes({"actions": conditions.actions(model)}, 0, NUMBERS.actions, TITLES, NUMBERS.actions),
        *wholes({"waiting": conditions.waiting(model)}, 0, NUMBERS.most_waiting, TITLES),
        FormField(key="move", title="Move", kind="number", value=float(model.note("move", 0.0)), high=24, unit="″"),
        height(model.height),
        FormField(key="state", title="State", kind="choice", value=conditions.status(model), choices=STATES),
        *flags({"evade": model.note("evade")}, {"evade": say("Evading")}),
        several("weapons", "Weapons", model.gear, weapons()),
        several("programs", "Programs", conditions.loaded(model), programs()),
    ]


def acts_next(state: GameState, model: str) -> dict[str, object]:
    """Its slot is the one whose turn it is. CD-H4"""
    rest = [m.id for side in state.sides for m in state.models_of(side) if m.id != model]
    return {"phase": "turns", "slots": [model, *rest], "slot": 1}
