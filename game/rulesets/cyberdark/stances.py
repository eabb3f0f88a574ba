"""What Aim, Evade and Reload are worth to one who could do something else with the action."""
from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from game.engine.state import GameState
from game.geometry.measure import gap
from game.rulesets.cyberdark import odds, threat
from game.rulesets.cyberdark.conditions import (
    actions,
    guns,
    is_conscious,
    jammed,
    magazine,
    sees,
    weapon_of,
)
from game.rulesets.cyberdark.situation import Attack
from game.table.model import Model
from game.units import within

IDLE = 0.1
"""Points that Evade is worth where nobody is in sight: an action that is not used is gone."""
HEED = 0.5
"""How much of what enemies could do to it a character should count on: they have other targets too."""


def aim_worth(state: GameState, model: Model) -> float:
    """An aimed shot with the last action, less the second attack that it takes the place of."""
    if actions(model) < 2 or model.note("last") == "aim":
        return 0.0
    here = np.array([model.base.at])
    aimed, again = threat.attacks_from(state, model, here, threat.AIMED, threat.AGAIN)
    return max(0.0, float(aimed[0] - again[0]))


def reload_worth(state: GameState, model: Model, gun: str) -> float:
    """What it will take with the gun full rather than with what works now: with the action that is left after this, or
    in a round to come. A little for a gun that is half empty, where there is nothing better."""
    full = weapon_of(gun).magazine
    if gun in jammed(model):
        return 0.0
    spare = SPARE * (2 * magazine(model, gun) <= full)
    filled = replace(model, notes={**model.notes, "magazine": {**model.note("magazine", {}), gun: full}})
    here = np.array([model.base.at])
    then = float(threat.attacks_from(state, filled, here, threat.Asked())[0][0])
    if actions(model) > 1:
        now = float(threat.attacks_from(state, model, here, threat.AGAIN)[0][0])
        return max(spare, then - now)
    now = float(threat.attacks_from(state, model, here, threat.Asked())[0][0])
    return max(spare, LATER * (then - now))


SPARE = 0.5
"""Points that it is worth to fill a gun when there is nothing else to do."""
LATER = 0.6
"""What an attack of the round to come counts for."""


def evade_worth(state: GameState, model: Model) -> float:
    """What the shots of those who see it would take from it without, less what they take with a Dodge: as the last
    thing that it does, and before that only where there is nothing else."""
    if model.note("evade") or model.note("last") == "aim":
        return 0.0
    if actions(model) > 1:
        return IDLE
    return IDLE + HEED * sum(_spared(state, e, model) for e in state.enemies(model.side) if is_conscious(e))


def _spared(state: GameState, enemy: Model, model: Model) -> float:
    """The points that a Dodge saves against an enemy's best gun."""
    if not sees(state, enemy, model):
        return 0.0
    away = gap(enemy.base, model.base)
    usable = [g for g in guns(enemy) if g in threat.ready(enemy) and within(away, weapon_of(g).long)]
    return max((_saved(state, enemy, model, gun) for gun in usable), default=0.0)


def _saved(state: GameState, enemy: Model, model: Model, gun: str) -> float:
    """What one shot takes from it as it stands, less what it takes once it evades."""
    attack = Attack(kind="shoot", by=enemy.id, at=model.id, item=gun)
    evades = replace(model, notes={**model.notes, "evade": True})
    then = replace(state, models={**state.models, model.id: evades})
    plain, dodged = (odds.worth_of(s, attack, odds.attack_odds(s, attack)) for s in (state, then))
    return plain - dodged
