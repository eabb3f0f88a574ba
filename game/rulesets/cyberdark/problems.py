"""Every invariant of a state, in words."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.state import GameState
from game.rulesets.cyberdark.conditions import (
    actions,
    chances,
    composure,
    deadline,
    full_po,
    guns,
    in_hiding,
    is_conscious,
    magazine,
    po,
    stress,
    waiting,
    weapon_of,
)
from game.rulesets.cyberdark.data import NUMBERS, SKILLS
from game.rulesets.cyberdark.turns import acting, slots
from game.table.model import Model


def model_problems(state: GameState) -> list[str]:
    """What is wrong with the characters and the slots; empty when all is well."""
    found = [problem for model in state.models.values() for problem in _of(model)]
    who = acting(state)
    if who is not None and not is_conscious(who) and not in_hiding(who):
        found.append(f"{who.id} acts and is not conscious")
    order = slots(state)
    found += [f"{m.id} has {order.count(m.id)} slots" for m in state.models.values()
              if order and is_conscious(m) and order.count(m.id) != 1]
    found += [f"{m.id} has actions out of its slot" for m in state.models.values() if actions(m) and m != who]
    return found


def _of(model: Model) -> Iterator[str]:
    if not 0 <= po(model) <= full_po(model):
        yield f"{model.id} has {po(model)} PO of {full_po(model)}"
    if min(stress(model), composure(model), chances(model), waiting(model)) < 0:
        yield f"{model.id} has less than nothing of something"
    if waiting(model) > NUMBERS.most_waiting:
        yield f"{model.id} waits to lose {waiting(model)} actions"
    if not all(1 <= model.stats[s] <= 10 for s in SKILLS):
        yield f"{model.id} has a level out of 1 to 10"
    if is_conscious(model) and not po(model):
        yield f"{model.id} is conscious with no PO"
    if is_conscious(model) and stress(model) >= NUMBERS.breaks:
        yield f"{model.id} should have broken"
    if model.in_play and model.has("bleeding") is not (deadline(model) is not None):
        yield f"{model.id} bleeds without a deadline, or has one and does not bleed"
    if not model.in_play and model.states:
        yield f"{model.id} is gone and {', '.join(model.states)}"
    if model.at is not None and model.note("lair"):
        yield f"{model.id} stands on the table and lies in wait"
    for gun in guns(model):
        if not 0 <= magazine(model, gun) <= weapon_of(gun).magazine:
            yield f"{model.id} has {magazine(model, gun)} shots in the {weapon_of(gun).name}"
