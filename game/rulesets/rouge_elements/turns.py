"""Activations: leadership order, the steps of one, its beginning and its end (RE-2, RE-R6 to R10)."""
from __future__ import annotations

from collections.abc import Iterable

from game.engine.cards import Queue
from game.engine.events import Advanced, Altered, Noted, Said
from game.engine.run import Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.resolvers import action_points
from game.resolvers.activation import queued
from game.rulesets.rouge_elements import lasting
from game.rulesets.rouge_elements.conditions import crippled, in_close_combat, is_down, pool, value
from game.table.model import Model
from game.words import capital, say

STAND, MOVE, SHOOT, CHARGE, FIGHT = range(5)
STEPS = (say("standing up"), say("movement"), say("shooting and casting"), say("the charge"), say("close combat"))
"""The steps of an activation, in order. RE-R9"""

THIS_ACTIVATION = {"move": None, "charged": None, "free": None, "must_fight": None, "fled": None}
"""The notes on a character that hold for one activation."""

BY_HAND = "ends_by_hand"
"""The option by which activations and turns end only when that is ordered (rule cases)."""


def waiting(state: GameState) -> list[str]:
    """The characters still to be activated this turn, in order; those that have gone are left out."""
    return [m for m in state.note("waiting", []) if state.models[m].on_table]


def next_up(state: GameState) -> str | None:
    """Who is activated next. RE-2.1"""
    return next(iter(waiting(state)), None)


def acting(state: GameState) -> Model | None:
    """The character whose activation it is."""
    if state.active is None:
        return None
    return state.models[state.units[state.active].models[0]]


def queue(state: GameState) -> Queue | None:
    """The turn's order by leadership, of those that are left. RE-2.1, RE-R6"""
    there = [state.models[m] for m in state.note("order", []) if state.models[m].on_table]
    if state.phase != "turns" or not there:
        return None
    return queued("Order by leadership", "RE-2.1", [(m.id, str(value(m, "L"))) for m in there], waiting(state),
                  acting(state))


def check_activation(state: GameState, model: Model) -> Verdict:
    """Whether its activation may begin now: nobody before it in the order is left. RE-2.1, RE-R6"""
    if state.phase != "turns":
        return refuse("RE-2.1", "Characters act in the activations, after the start of the turn.")
    if model.id not in waiting(state):
        return refuse("RE-2.1", say("{name} has had its activation this turn.", name=model.name))
    first = next_up(state)
    if first != model.id and not state.note("order_open"):
        assert first is not None
        return refuse("RE-2.1", say("{models} acts before {name}.", models=state.models[first].name, name=model.name))
    return YES


def begin_activation(run: Writer, model_id: str) -> None:
    """Marks and spells that last until now end. RE-R40, RE-R76"""
    model = run.state.models[model_id]
    if run.state.note("order_open"):
        order = [model_id, *(m for m in run.state.note("order") if m != model_id)]
        run.emit(Noted(notes={"order": order, "waiting": order, "order_open": None}))
    left = [m for m in run.state.note("waiting") if m != model_id]
    run.emit(Noted(notes={"waiting": left, "stage": STAND}))
    run.emit(Advanced(active=model.unit, turn=model.side, rule="RE-2.1"))
    run.emit(Altered(model=model_id, notes={**THIS_ACTIVATION, "mark": None, "down_at_start": is_down(model) or None}))
    lasting.end_effects(run, lambda e: e.by == model_id)
    run.emit(Said(text=say("{name} acts, {pool} AP.", name=model.name, pool=pool(model)),
                  side=model.side, tone="head", models=(model_id,),
                  rule="RE-2.1"))


def end_activation(run: Writer) -> None:
    """The next in order follows at once. RE-2.1"""
    model = acting(run.state)
    assert model is not None
    run.emit(Altered(model=model.id, notes=THIS_ACTIVATION))
    run.emit(Noted(notes={"stage": None}))
    run.emit(Advanced(active="", turn="", rule="RE-2.1"))
    upcoming = next_up(run.state)
    if upcoming is not None and run.state.result is None:
        begin_activation(run, upcoming)


# --- what the acting character may do


def check_acting(state: GameState, model: Model) -> Verdict:
    """Whether it is this character's activation. RE-2.1"""
    if state.phase != "turns":
        return refuse("RE-2.1", "Characters act in the activations, after the start of the turn.")
    who = acting(state)
    if who is None or who.id != model.id:
        return refuse("RE-2.1", say("{name} is not being activated.", name=model.name))
    return YES


def check_step(state: GameState, model: Model, step: int) -> Verdict:
    """Whether this step of its activation is still to come or is now, and it stands. RE-2.2, RE-R9, RE-R49"""
    verdict = check_up(state, model)
    if not verdict:
        return verdict
    if int(state.note("stage", STAND)) > step:
        return refuse("RE-R9", say("{steps} comes before {steps2}.", steps=capital(STEPS[step]),
                                   steps2=STEPS[int(state.note("stage"))]))
    if step > MOVE and must_flee(model):
        return refuse("RE-R38", say("{name} flees first.", name=model.name))
    return YES


def check_up(state: GameState, model: Model) -> Verdict:
    """It acts, and does not lie. RE-12.3, RE-R49"""
    verdict = check_acting(state, model)
    if verdict and is_down(model):
        return refuse("RE-12.3", say("{name} lies on the ground: all it can do is stand up.", name=model.name))
    return verdict


def must_flee(model: Model) -> bool:
    """Whether it has a flight to make yet, and the AP for it. RE-7.5, RE-R38"""
    return bool(model.has("fleeing") and not model.note("fled") and not model.note("move") and pool(model)
                and crippled(model, "legs") < 2)


def check_pool(model: Model, cost: int, what: str, rule: str = "RE-2.3") -> Verdict:
    """Whether its action points pay for it. T2"""
    return action_points.check_pool(model, cost, what, rule)


def pay(run: Writer, model_id: str, cost: int) -> None:
    action_points.pay(run, model_id, cost, "RE-2.3")


def reach_step(run: Writer, step: int) -> None:
    """The activation has come to this step; those before are over. RE-R9"""
    if int(run.state.note("stage", STAND)) < step:
        run.emit(Noted(notes={"stage": step}))


def is_free(state: GameState, model: Model) -> bool:
    """Out of close combat, or let out of it this activation. RE-5.7"""
    return bool(model.note("free")) or not in_close_combat(state, model)


def leadership_order(models: Iterable[Model]) -> list[list[str]]:
    """The highest L first; those that are tied together. RE-2.1, RE-R6"""
    ranked = list(models)
    values = sorted({value(m, "L") for m in ranked}, reverse=True)
    return [[m.id for m in ranked if value(m, "L") == level] for level in values]
