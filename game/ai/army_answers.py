"""Questions asked of a unit while a command runs: whom to shoot, closing up, striking back, moving on."""
from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from msgspec.structs import replace

from game.ai.outlook import Outlook
from game.ai.player import Answer, anything
from game.engine.requests import Volley
from game.table.model import Model

PAYS = 0.15
"""Wounds that striking back should bring."""
ALONE = 0.5
"""Points that a second target must bring more than the first alone."""


def answer(outlook: Outlook) -> Answer:
    """The answer that should bring most; the rule set's own proposal where nothing speaks against it."""
    view = outlook.view
    option = view.decision.options[0]
    kind = option.needs[0].kind if option.needs else ""
    if kind == "shots":
        return Answer(_shots(outlook))
    if kind == "truth":
        preview = view.weigh(True)
        return Answer(preview is None or preview.harm is None or preview.harm >= PAYS)
    if kind == "moves":
        return Answer(_short_move(outlook))
    if view.decision.question == "casualties" and (fallen := _fallen(outlook)) and view.accepts(fallen):
        return Answer(fallen)
    if kind in ("model", "models", "unit", "choice"):
        proposed = view.propose()
        if proposed is not None and view.accepts(proposed):
            return Answer(proposed)
        return Answer(None) if any(o.do == "no" for o in view.decision.options) else _anything(outlook)
    return _anything(outlook)


def _anything(outlook: Outlook) -> Answer:
    chosen = anything(outlook.view)
    assert isinstance(chosen, Answer)
    return chosen


# --- shots


def _shots(outlook: Outlook) -> list[dict[str, Any]] | None:
    """Each weapon at the better of the two targets that together promise most."""
    volleys = outlook.view.volleys()
    targets = list(dict.fromkeys(aim.unit for v in volleys for aim in v.aims if aim.able))
    if not targets:
        return None
    shares = {t: _share(outlook, t) for t in targets}
    best = max(targets, key=lambda t: (_value(outlook, volleys, (t,), shares), t))
    chosen: tuple[str, ...] = (best,)
    most = _value(outlook, volleys, (best,), shares) + ALONE
    for pair in itertools.combinations(targets, 2):
        value = _value(outlook, volleys, pair, shares)
        if value > most:
            chosen, most = pair, value
    fire = [{"weapon": v.id, "at": at} for v in volleys if (at := _aimed(v, chosen, shares))]
    if fire and outlook.view.accepts(fire):
        return fire
    alone = [{"at": best}]
    return alone if outlook.view.accepts(alone) else None


def _aimed(volley: Volley, targets: tuple[str, ...], shares: dict[str, float]) -> str:
    """Which of the targets a weapon fires at; "" where none is in its reach."""
    able = [aim for t in targets if (aim := volley.aim(t)) is not None and aim.able]
    return max(able, key=lambda aim: (aim.worth * shares[aim.unit], aim.unit)).unit if able else ""


def _value(outlook: Outlook, volleys: Any, targets: tuple[str, ...], shares: dict[str, float]) -> float:
    """The points that firing at these targets should bring; no more than each is worth."""
    sums = dict.fromkeys(targets, 0.0)
    for volley in volleys:
        at = _aimed(volley, targets, shares)
        aim = volley.aim(at) if at else None
        if aim is not None:
            sums[at] += aim.worth
    taken = {t: min(total, outlook.foes[t].worth) for t, total in sums.items()}
    return sum(shares[t] * points + _clearing(outlook, t, points) for t, points in taken.items())


def _clearing(outlook: Outlook, target: str, taken: float) -> float:
    """The points for the markers of an enemy of whom fire should take so many."""
    force = outlook.own.get(outlook.view.decision.subject)
    if force is None or not outlook.at_stake(target):
        return 0.0
    there = outlook.there(force, np.zeros((1, 1, 2)))[0]
    return float(outlook.broken(target, taken)) * outlook.cleared(force.id, there, target) / outlook.toll


def _share(outlook: Outlook, unit: str) -> float:
    """What a point of this enemy's counts: more while it has yet to act, more where little is left of it."""
    foe = outlook.foes[unit]
    size = len(outlook.state.units[unit].models)
    torn = 1.15 if 2 * len(foe.models) > size >= 2 and 2 * (len(foe.models) - 2) <= size else 1.0
    return (1.1 if foe.waits else 1.0) * torn


# --- casualties


def _fallen(outlook: Outlook) -> list[str] | None:
    """Those off the markers first, where some of the unit stand at one."""
    need = outlook.view.decision.options[0].needs[0]
    models = [outlook.state.models[str(c.value)] for c in need.candidates if c.verdict]

    def off(model: Model) -> float:
        return min((math.dist(model.base.at, g.at) - model.radius - g.within for g in outlook.goals), default=1.0)

    if all(off(m) <= 0 for m in models) or all(off(m) > 0 for m in models):
        return None
    return [m.id for m in sorted(models, key=lambda m: -round(off(m), 6))][:need.high]


# --- short moves


def _short_move(outlook: Outlook) -> Any:
    """What the rule set proposes, or a step towards the nearest marker that is not held."""
    view = outlook.view
    proposed = view.propose()
    if proposed and view.accepts(proposed):
        return proposed
    force = outlook.own.get(view.decision.subject)
    option = replace(view.decision.options[0], by=view.decision.subject)
    if force is None or view.decision.question == "meet":
        return None
    wanted = [k for k in range(len(outlook.goals)) if not force.reaches(outlook.goals[k], np.zeros((1, 1, 2)))[0]]
    there = [k for k in range(len(outlook.goals)) if k not in wanted]
    goal = min(wanted, key=lambda k: (force.off(outlook.goals[k].at), k), default=None)
    if goal is None or there:
        return None
    at = outlook.goals[goal].at
    fields = view.formation(option, (at[0] - float(force.middle[0]), at[1] - float(force.middle[1])))
    moves = fields.get("moves") if fields else None
    return moves if moves and view.accepts(moves) else None
