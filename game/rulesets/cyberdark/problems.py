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
from game.words import joined, say


def model_problems(state: GameState) -> list[str]:
    """What is wrong with the characters and the slots; empty when all is well."""
    found = [problem for model in state.models.values() for problem in _of(model)]
    who = acting(state)
    if who is not None and not is_conscious(who) and not in_hiding(who):
        found.append(say("{id} acts and is not conscious", id=who.id))
    order = slots(state)
    found += [say("{id} has {count} slots", id=m.id, count=order.count(m.id)) for m in state.models.values()
              if order and is_conscious(m) and order.count(m.id) != 1]
    found += [say("{id} has actions out of its slot", id=m.id)
              for m in state.models.values() if actions(m) and m != who]
    return found


def _of(model: Model) -> Iterator[str]:
    if not 0 <= po(model) <= full_po(model):
        yield say("{id} has {po} PO of {full_po}", id=model.id, po=po(model), full_po=full_po(model))
    if min(stress(model), composure(model), chances(model), waiting(model)) < 0:
        yield say("{id} has less than nothing of something", id=model.id)
    if waiting(model) > NUMBERS.most_waiting:
        yield say("{id} waits to lose {waiting} actions", id=model.id, waiting=waiting(model))
    if not all(1 <= model.stats[s] <= 10 for s in SKILLS):
        yield say("{id} has a level out of 1 to 10", id=model.id)
    if is_conscious(model) and not po(model):
        yield say("{id} is conscious with no PO", id=model.id)
    if is_conscious(model) and stress(model) >= NUMBERS.breaks:
        yield say("{id} should have broken", id=model.id)
    if model.in_play and model.has("bleeding") is not (deadline(model) is not None):
        yield say("{id} bleeds without a deadline, or has one and does not bleed", id=model.id)
    if not model.in_play and model.states:
        yield say("{id} is gone and {states}", id=model.id, states=joined(", ", model.states))
    if model.at is not None and model.note("lair"):
        yield say("{id} stands on the table and lies in wait", id=model.id)
    for gun in guns(model):
        if not 0 <= magazine(model, gun) <= weapon_of(gun).magazine:
            yield say("{id} has {magazine} shots in the {weapon}", id=model.id, magazine=magazine(model, gun),
                      weapon=weapon_of(gun).name)
