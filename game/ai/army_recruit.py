"""The recruit of armies: goes for what is nearest, shoots the nearest, charges what it can. No forethought."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.ai.army import mend
from game.ai.army_setup import setting_up
from game.ai.force import Force
from game.ai.outlook import Outlook
from game.ai.player import Answer, Choice, anything, command, is_plain, need_of, picks, target_need
from game.ai.stakes import Stakes
from game.engine.commands import Command
from game.engine.requests import Option
from game.engine.view import View


class ArmyRecruit:
    """Decides by the first thing that will do."""

    def decide(self, view: View) -> Choice:
        """Charges, shoots or walks on with the first unit that may act."""
        outlook = Outlook(view, Stakes())
        if view.decision.inside:
            return Answer(_answer(outlook))
        options = [option for option in view.decision.options if option.verdict]
        order = _placing(view, options) or setting_up(outlook, options) or _activation(outlook, options)
        return order or mend(view, options) or anything(view)


def _placing(view: View, options: Sequence[Option]) -> Command | None:
    """A unit goes down where the rule set proposes."""
    for option in options:
        if need_of(option, "points") is not None and view.verify(order := command(option)):
            return view.complete(order)
    return None


def _answer(outlook: Outlook) -> Any:
    """Everything at the nearest; strikes back; moves nowhere."""
    view = outlook.view
    need = view.decision.options[0].needs[0]
    force = outlook.own.get(view.decision.subject)
    if need.kind == "truth":
        return True
    if need.kind == "shots" and force is not None:
        targets = [outlook.foes[c.value] for c in need.candidates if c.verdict and c.value in outlook.foes]
        nearest = min(targets, key=lambda f: (round(force.gap(f), 6), f.id), default=None)
        return [{"at": nearest.id}] if nearest is not None else None
    if need.kind in ("model", "models"):
        return None if any(o.do == "no" for o in view.decision.options) else need.candidates[0].value
    return None


def _activation(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    for name in dict.fromkeys(o.by for o in options):
        force = outlook.own.get(name)
        if force is None:
            continue
        own = [o for o in options if o.by == name]
        for order in (_charge(outlook, force, own), _walk(outlook, force, own), _stay(own)):
            if order is not None and outlook.view.verify(order):
                return order
    return None


def _charge(outlook: Outlook, force: Force, options: Sequence[Option]) -> Command | None:
    """Whoever is nearest and can be reached, unless the unit would rather shoot."""
    reach = max((far for far, worth in outlook.view.strikes(force.lead) if worth > 0), default=0.0)
    option = next((o for o in options if target_need(o) is not None), None)
    if option is None or reach > 12.0:
        return None
    legal = [c for c in picks(outlook.view, option) if c.value in outlook.foes]
    nearest = min(legal, key=lambda c: (round(force.gap(outlook.foes[c.value]), 6), c.value), default=None)
    return command(option, nearest) if nearest is not None else None


def _walk(outlook: Outlook, force: Force, options: Sequence[Option]) -> Command | None:
    """Towards the nearest enemy: without shooting where nothing would be in reach."""
    walking = [o for o in options if need_of(o, "moves") is not None]
    foe = outlook.nearest_foe(force)
    if foe is None or not walking:
        return None
    aim = foe.middle
    reach = max((far for far, worth in outlook.view.strikes(force.lead) if worth > 0), default=0.0)
    quick = force.gap(foe) > reach + 6.0
    for option in sorted(walking, key=_budget, reverse=quick):
        routes = outlook.view.routes(option, (aim - force.middle).reshape(1, 2), files=1)
        for route in reversed(routes):
            order = command(option, **outlook.view.along(option, route))
            if outlook.view.verify(order):
                return order
    return None


def _budget(option: Option) -> float:
    need = need_of(option, "moves")
    return need.budget if need is not None else 0.0


def _stay(options: Sequence[Option]) -> Command | None:
    plain = next((o for o in options if is_plain(o)), None)
    return command(plain) if plain is not None else None
