"""The regular of armies: which unit acts next, and what it does; looks one activation ahead."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.ai.army_answers import answer
from game.ai.army_moves import Plan, order_of, plans, settled
from game.ai.army_setup import setting_up
from game.ai.force import Force
from game.ai.outlook import Outlook
from game.ai.player import Choice, anything, command, need_of
from game.ai.stakes import Stakes
from game.engine.commands import Command
from game.engine.requests import Option
from game.engine.view import View

TRIES = 4
PASS = 14.0
"""Points by which a unit that gains nothing by acting goes early: it lets the enemy show first."""
WAIT = 0.35
"""The share of a marker's points by which a unit that takes it goes late: the enemy has less left to answer with."""
SURE = 0.15
"""The share by which it goes early where none of them can come there."""
FEAR = 0.5
"""The share of what it may lose by which a unit in danger goes early."""


class ArmyRegular:
    """Weighs every unit's ways, fire and charges by what they should bring. The same view gets the same choice."""

    def __init__(self, stakes: Stakes | None = None) -> None:
        self.stakes = stakes or Stakes()

    def decide(self, view: View) -> Choice:
        """The best order found; some legal one where nothing seems worth while."""
        outlook = Outlook(view, self.stakes)
        if view.decision.inside:
            return answer(outlook)
        options = [option for option in view.decision.options if option.verdict]
        order = setting_up(outlook, options) or _activation(outlook, options) or mend(view, options)
        return order if order is not None else anything(view)


def _activation(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    """The most urgent unit's best plan that may be carried out. Guesses are looked into only where they come first."""
    found: dict[str, list[Plan]] = {}
    for name, force in outlook.own.items():
        own = [o for o in options if o.by == name]
        if own and (ranked := plans(outlook, force, own)):
            found[name] = ranked
    failed = dict.fromkeys(found, 0)
    while found:
        name = min(found, key=lambda n: (-round(urgency(outlook, outlook.own[n], found[n]), 6), n))
        plan, force = found[name].pop(0), outlook.own[name]
        if plan.guessed:
            sure = settled(outlook, force, plan)
            if sure is not None:
                found[name] = sorted([*found[name], sure], key=lambda p: -p.worth)
        elif (order := order_of(outlook, force, plan)) is not None:
            return order
        else:
            failed[name] += 1
        if not found[name] or failed[name] >= TRIES:
            del found[name]
    return None


def urgency(outlook: Outlook, force: Force, ranked: Sequence[Plan]) -> float:
    """How soon the unit should act: for what it does at once and what it may lose by waiting; later for a marker that
    enemies may still come to, sooner for one that only its own losses could keep it from, and for a charge, whose foe
    may yet go or fall back."""
    best = ranked[0]
    lost = float(outlook.harm(force, np.zeros((1, 2)))[0])
    waits = any(f.waits for f in outlook.foes.values())
    tarries = outlook.disputed(force) and not best.target
    late = (WAIT if tarries else -SURE) * max(0.0, best.marker) if waits else 0.0
    early = PASS if best.now <= 0 and best.marker <= 0 else 0.0
    return best.now + FEAR * lost * (best.worth > ranked[-1].worth) - late + early


def mend(view: View, options: Sequence[Option]) -> Command | None:
    """A move that brings a unit together, or any at all, where nothing simpler may be ordered."""
    for option in options:
        need = need_of(option, "moves")
        if need is None:
            continue
        for dx, dy in ((0.0, 0.0), (0.0, 2.0), (2.0, 0.0), (0.0, -2.0), (-2.0, 0.0)):
            fields = view.formation(option, (dx, dy))
            if fields is not None and view.verify(order := command(option, **fields)):
                return order
    return None
