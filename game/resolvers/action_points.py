"""Action points: a pool that is refilled every round, paid from, and lost from; what cannot be lost now may be owed.

A model keeps its pool in the note "ap", what it owes in "owed".
"""
from __future__ import annotations

from game.engine.events import Altered
from game.engine.run import Writer
from game.engine.verdict import YES, Verdict, refuse
from game.table.model import Model
from game.words import say


def pool(model: Model) -> int:
    """The points that it has left."""
    return int(model.note("ap", 0))


def owed(model: Model) -> int:
    """The points that its next refill will lack."""
    return int(model.note("owed", 0))


def check_pool(model: Model, cost: int, what: str, rule: str) -> Verdict:
    """Whether its points pay for something."""
    if pool(model) >= cost:
        return YES
    return refuse(rule, say("{what} costs {cost} AP; {name} has {pool}.", what=what, cost=cost, name=model.name,
                            pool=pool(model)))


def pay(run: Writer, model_id: str, cost: int, rule: str) -> None:
    """Takes the price of something from the pool."""
    if cost:
        run.emit(Altered(model=model_id, notes={"ap": pool(run.state.models[model_id]) - cost}, rule=rule))


def change(run: Writer, model_id: str, by: int, rule: str, *, owes: bool = False) -> None:
    """Adds to the pool or takes from it, not below 0; with `owes`, what is lacking is owed."""
    model = run.state.models[model_id]
    left = pool(model) + by
    debt = owed(model) + (-left if owes and left < 0 else 0)
    run.emit(Altered(model=model_id, notes={"ap": max(0, left), "owed": debt or None}, rule=rule))


def refill(run: Writer, model_id: str, points: int, rule: str) -> None:
    """Sets the pool anew, what is owed taken from it; unspent points are lost."""
    debt = owed(run.state.models[model_id])
    run.emit(Altered(model=model_id, notes={"ap": max(0, points - debt), "owed": max(0, debt - points) or None},
                     rule=rule))
