"""What orders that hurt nobody are worth to their doer: getting up, fires, breaking away, hands, drones. In points."""
from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.state import GameState
from game.rulesets.rouge_elements import items, meaning, means, spending, threat
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.conditions import pool, value, wounds_left
from game.table.model import Model
from game.units import towards

CONTACT = 0.05
"""Points for coming into contact, so that nobody stays away for want of a good blow; and for a charge that is none."""
DRONE = 1.0
"""Points that a summoned drone brings."""
FIRE = 6.5
"""What a turn's fire rolls for damage, on average."""
AROUND = tuple(float(turn) for turn in range(0, 360, 30))


def stand(state: GameState, model: Model) -> float:
    """To be up is to act; unless it would only run off the table."""
    if model.note("will_flee") is None and not model.has("fleeing"):
        return 0.3
    x, y = model.base.at
    edge = min(x, y, state.table.width - x, state.table.height - y) - model.radius
    return 0.3 if edge > inches_of(model) else -1.0


def put_out(state: GameState, model: Model, chance: float) -> float:
    """Two turns of fire less, and what it adds to every hit."""
    wounds = 2 * max(0.5, FIRE - value(model, "A")) + 1.0
    spared = means.SHARE * means.stake(model) * min(1.0, wounds / max(1, wounds_left(model)))
    if wounds >= 2 * wounds_left(model):
        spared = means.stake(model)
    return chance * spared - spending.price(state, model)


def disengage(state: GameState, model: Model, chance: float) -> float:
    """What awaits it at arm's length from here, against what it gives and takes if it stays."""
    here, far = model.base.at, inches_of(model)
    away = [towards(here, turn, far) for turn in AROUND]
    away = [p for p in away if 0 < p[0] < state.table.width and 0 < p[1] < state.table.height]
    if not away or not far:
        return -1.0
    spots = np.array([here, *away])
    danger = threat.harm_at(state, model, spots, in_points=True)
    gives = threat.harm_from(state, model, spots, "walk")
    stay = float(threat.harm_from(state, model, spots[:1])[0] - danger[0])
    leave = float((gives - danger)[1:].max())
    return chance * (leave - stay) - (1 - chance) * means.DOWN * means.stake(model)


def summon(state: GameState, model: Model, chance: float) -> float:
    """Drones, as long as there are turns left for them."""
    return chance * 2 * DRONE - spending.price(state, model)


def hands(state: GameState, model: Model, command: Command) -> float | None:
    """What it could do from here with its hands full of something else, a point poorer."""
    kept = _after(state, model, command)
    if kept is None:
        return None
    spot = np.array([model.base.at])
    after = replace(model, notes={**model.notes, "weapons": items.written(kept), "ap": pool(model) - 1})
    gain = threat.harm_from(threat.put(state, after), after, spot) - threat.harm_from(state, model, spot)
    later = _later(threat.put(state, after), after) - _later(state, model)
    return float(gain[0]) + 0.4 * later


def _later(state: GameState, model: Model) -> float:
    return max((worth for _, worth in threat.strikes(state, model)), default=0.0)


def _after(state: GameState, model: Model, command: Command) -> list[Item] | None:
    """Its weapons after the order."""
    kept = items.carried(model)
    if command.do == "change":
        take, away = meaning.names(command, "take"), meaning.names(command, "away")
        return [replace(i, held=i.id in take or (i.held and i.id not in away)) for i in kept]
    named = str(command.get("weapon"))
    if command.do == "clear":
        return [replace(i, jammed=False) if i.id == named else i for i in kept]
    lies = items.lying(state, named, model.base.at, math.inf)
    return None if lies is None else [*kept, items.found(lies)]
