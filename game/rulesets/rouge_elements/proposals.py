"""Answers that a player may take as they are, one for each question that is asked inside an order."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine.requests import Ask
from game.engine.state import GameState
from game.rulesets.rouge_elements import (
    abilities,
    casting,
    luck,
    magic_previews,
    means,
    spell_targets,
    spending,
    tally,
    threat,
    turns,
)
from game.rulesets.rouge_elements.attacks import ANY
from game.rulesets.rouge_elements.conditions import pool, value
from game.rulesets.rouge_elements.data import TABLES
from game.table.model import Model
from game.units import Point, towards

LEAST = 0.05
"""The points that stopping a spell must spare."""
AP_WORTH = 0.15
"""What an action point of one that is still to act is worth besides what it would strike with: it moves."""
ROUND = tuple(float(turn) for turn in range(0, 360, 45))


def propose(state: GameState, ask: Ask) -> Any:
    """What to answer; None for 'no'."""
    found = PROPOSE.get(ask.question)
    return found(state, ask) if found is not None else None


# --- dispelling


def _dispel(state: GameState, ask: Ask) -> Any:
    """Stops an enemy's spell, with or without a boost, where that spares more than the points would bring."""
    caster, model = turns.acting(state), state.models[ask.subject]
    if caster is None or caster.side == model.side:
        return None
    worth = magic_previews.stands(state, msgspec.convert(tally.of(state, "cast"), casting.Cast))
    needed = int(tally.of(state, "score", 0)) - casting.level(model)
    best, gain = None, LEAST
    for points, candidate in enumerate(ask.need.candidates, casting.COST):
        spared = casting.chance_above(needed, points + 1) * worth - _missed(state, model, points)
        if spared > gain:
            best, gain = candidate.value, spared
    return best


def _missed(state: GameState, model: Model, points: int) -> float:
    """What it could do no more without so many points, if it is still to act this turn; else little."""
    if model.id not in turns.waiting(state):
        return 0.0
    after = replace(model, notes={**model.notes, "ap": pool(model) - points})
    return threat.gives(state, model) - threat.gives(threat.put(state, after), after) + points * AP_WORTH


# --- evading


def _evade(state: GameState, ask: Ask) -> Any:
    """Where the attacker can do least, if that spares more than the point would bring."""
    model, attacker = state.models[ask.subject], turns.acting(state)
    if attacker is None or not attacker.on_table:
        return None
    spots = [model.base.at, *_ring(model.base.at, ask.need.budget)] if ask.need.budget else [model.base.at]
    legal = [s for s in spots if abilities.check_evade(state, model, list(s))]
    if not legal:
        return None
    points = np.array(legal)
    here = float(threat.stands_against(state, attacker, model, np.array([model.base.at]))[0])
    marked = replace(model, notes={**model.notes, "mark": "skill rolled"})
    there = threat.stands_against(threat.put(state, marked), attacker, marked, points)
    best = int(np.round(there, 9).argmin())
    spared, survives = here - float(there[best]), 1 - float(there[best]) / means.stake(model)
    needed = survives * spending.price(state, model) if model.id in turns.waiting(state) else 0.0
    return list(legal[best]) if spared > max(needed, 0.005 * means.stake(model)) else None


def _ring(at: Point, inches: float) -> list[Point]:
    return [towards(at, turn, far) for far in (inches, inches / 2) for turn in ROUND]


# --- abilities


def _ability(state: GameState, ask: Ask) -> Any:
    """The Charge ability's hit, unless the blows that it costs are better."""
    model = state.models[ask.subject]
    target = state.models.get(str(model.note("charged")))
    if target is None or not target.on_table:
        return None
    with_it = means.blows(state, model, target, pool(model), charged=True)
    without = means.blows(state, model, target, pool(model), charged=False)
    return ask.need.candidates[0].value if with_it > without else None


def _pay(state: GameState, ask: Ask) -> Any:
    """What it is spared this turn against what its points would do."""
    from game.rulesets.rouge_elements.starting import PER_TURN

    model, ability = state.models[ask.subject], str(ask.need.candidates[0].value)
    with_it = replace(model, notes={**model.notes, "ap": pool(model) - PER_TURN[ability]})
    if ability == "force_field":
        with_it = replace(with_it, states=with_it.gaining("force_field"))
    else:
        with_it = replace(with_it, states=with_it.gaining("stealth"), notes={**with_it.notes, "stealth": 3})
    return ability if threat.balance(threat.put(state, with_it), with_it) > threat.balance(state, model) else None


# --- dice


def _fall(state: GameState, ask: Ask) -> Any:
    return True


def _shift(state: GameState, ask: Ask) -> Any:
    """Where a wound counts most."""
    def times(candidate: Any) -> float:
        return TABLES.locations[str(candidate.fields["location"])].gravity

    return max(ask.need.candidates, key=lambda c: (times(c), -abs(c.value))).value


def _lucky(state: GameState, ask: Ask) -> Any:
    """Makes a blow of its own hit, saves itself from what may kill it, keeps its head."""
    model, kind = state.models[ask.subject], ask.need.key
    seen, acts = tally.of(state, luck.SEEN, {}), turns.acting(state)
    by, total = state.models.get(str(seen.get("by", ""))), int(seen.get("total", 0))
    if by is None or acts is None:
        return None
    avoid = int(tally.of(state, "avoid", ANY))
    if kind == "to_hit" and avoid != ANY and by.id == model.id:
        return 1 if 0 <= avoid - total <= 3 else None
    if kind == "to_hit" and avoid != ANY and by.side != model.side:
        return -1 if 1 <= total - avoid <= 4 and _deadly(state, acts, model) else None
    if kind == "defence" and by.id == model.id:
        lacks = int(tally.of(state, "attack_total", 0)) - total
        return 1 if 1 <= lacks <= 4 and _deadly(state, acts, model) else None
    if kind == "location" and by.id == model.id:
        return 1 if 6 <= total <= 9 else None
    if kind == "test" and by.id == model.id:
        return -1 if 1 <= total - value(model, "L") <= 3 else None
    return None


def _deadly(state: GameState, attacker: Model, model: Model) -> bool:
    spot = np.array([model.base.at])
    return float(threat.stands_against(state, attacker, model, spot)[0]) > 0.3 * means.stake(model)


# --- places


def _distance(state: GameState, ask: Ask) -> Any:
    """A friend to where it gives most and takes least, an enemy to where that is worst for it."""
    target, caster = state.models[ask.subject], turns.acting(state)
    spots = [s for s in _ring(target.base.at, ask.need.ring)
             if spell_targets.check_shifted(state, ask, list(s))]
    if not spots or caster is None:
        return None
    points = np.array([target.base.at, *spots])
    worth = threat.harm_from(state, target, points, "walk") - threat.harm_at(state, target, points, in_points=True)
    worth = np.round(worth if target.side == caster.side else -worth, 9)
    best = int(worth.argmax())
    return list(spots[best - 1]) if best else None


PROPOSE: dict[str, Callable[[GameState, Ask], Any]] = {
    casting.DISPEL: _dispel, "evade": _evade, "ability": _ability, "pay": _pay, "fall_skill_roll": _fall,
    "shift_by": _shift, "lucky": _lucky, spell_targets.SHIFT: _distance,
}
