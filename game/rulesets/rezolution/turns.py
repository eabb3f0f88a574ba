"""Turns: activating a unit, its movement step, its actions, its end (RZ-3.4 to 3.7, RZ-5.7, 5.9, RZ-R14, RZ-R15)."""
from __future__ import annotations

from game.engine.events import Advanced, Altered, Noted, Said, UnitNoted
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.resolvers.activation import next_side
from game.resolvers.tests import test
from game.rulesets.rezolution.conditions import attribute, in_hand, is_team, strayed
from game.rulesets.rezolution.data import NUMBERS
from game.rulesets.rezolution.harm import Aftermath
from game.rulesets.rezolution.nerve import fails_morale, settle_nerve
from game.table.model import Model
from game.table.unit import Unit
from game.words import say

THIS_ACTIVATION = {"moved": None, "acted": None, "idle": None, "charged": None, "rear": None}
"""The notes on a model that hold for one activation."""


# --- who may be activated


def may_act(state: GameState, side: str) -> bool:
    """Whether the side has a unit left to activate."""
    return any(unit.side == side and is_waiting(state, unit) for unit in state.units.values())


def is_waiting(state: GameState, unit: Unit) -> bool:
    """Not activated yet, and somebody in it can be. RZ-R14, RZ-R22"""
    return not unit.note("activated") and any(is_able(m) for m in state.members(unit.id))


def is_able(model: Model) -> bool:
    """In hand, and not activated hard wired this round already."""
    return in_hand(model) and not model.note("done")


def check_activation(state: GameState, unit: Unit) -> Verdict:
    """Whether the unit may be activated now. RZ-3.3, 3.4, 3.7, RZ-R13, RZ-R14"""
    if state.phase != "turns":
        return refuse("RZ-3.1", "Units are activated in the turns, after the Control Phase.")
    if state.active is not None:
        return refuse("RZ-3.4", say("{name} is acting; one unit a turn.", name=state.units[state.active].name))
    if unit.side != state.turn:
        return refuse("RZ-3.7", say("It is {crew}'s turn.", crew=_crew(state, state.turn)))
    if unit.note("activated"):
        return refuse("RZ-R14", say("{name} has been activated this round.", name=unit.name))
    if not is_waiting(state, unit):
        return refuse("RZ-R14", say("Nobody in {name} can act: stunned, panicked or done.", name=unit.name))
    named = named_unit(state)
    if named is not None and named.id != unit.id:
        return refuse("RZ-3.3", say("{named} was named to act first.", named=named.name), *(
            Mark(kind="model", ref=m, role="act") for m in named.models))
    return YES


def named_unit(state: GameState) -> Unit | None:
    """The unit named by the control roll's winner, while it must still go first and can. RZ-3.3, RZ-R13"""
    named = state.units.get(state.note("named", ""))
    if named is None or named.side != state.turn or not is_waiting(state, named):
        return None
    return named


def _crew(state: GameState, side: str | None) -> str:
    return state.sides[side].name if side in state.sides else "nobody"


# --- beginning and ending


def begin_activation(run: Writer, unit: str) -> None:
    """Activates the unit: its movement step begins."""
    run.emit(Advanced(active=unit, rule="RZ-3.4"))
    run.emit(Noted(notes={"stage": "move", "named": None}))
    run.emit(UnitNoted(unit=unit, notes={"activated": True}))
    for model in run.state.members(unit):
        run.emit(Altered(model=model.id, notes={**THIS_ACTIVATION, "began": list(model.at) if model.at else None}))
    run.emit(Said(text=say("{name} is activated.", name=run.state.units[unit].name),
                  side=run.state.units[unit].side, tone="head",
                  rule="RZ-3.4"))


def end_activation(run: Writer) -> None:
    """The turn passes to the other crew if it has a unit left, else the same crew goes on. RZ-3.7, RZ-R14"""
    unit = run.state.active
    assert unit is not None
    for model in run.state.units[unit].models:
        run.emit(Altered(model=model, notes={**THIS_ACTIVATION, "began": None}))
    run.emit(Noted(notes={"stage": None}))
    run.emit(Advanced(turn=next_side(run.state, may_act) or "", active="", rule="RZ-3.7"))


def is_finished(state: GameState) -> bool:
    """Whether nobody in the active unit can do anything more. A team's movement is ended by its player."""
    assert state.active is not None
    members = state.members(state.active)
    if is_team(state, state.active) and state.note("stage") == "move" and any(map(is_able, members)):
        return False
    return all(map(_is_spent, members))


def _is_spent(model: Model) -> bool:
    return not is_able(model) or bool(model.note("acted") or model.note("idle")) or model.note("moved") == "run"


# --- the movement step


def check_in_movement(state: GameState, model: Model) -> Verdict:
    """Whether the model's unit is in its movement step and the model may take part in it."""
    verdict = check_active(state, model)
    if not verdict:
        return verdict
    if state.note("stage") != "move":
        rule = "RZ-5.9" if is_team(state, model.unit) else "RZ-3.5"
        return refuse(rule, say("The movement of {name} is over.", name=state.units[model.unit].name))
    return YES


def check_active(state: GameState, model: Model) -> Verdict:
    """Whether the model belongs to the unit that acts, and is in hand. RZ-3.4, RZ-R14, RZ-R59"""
    if state.phase != "turns":
        return refuse("RZ-R22", "Models move and act in the turns; the Control Phase only asks the hard wired to hack.")
    if state.active != model.unit:
        return refuse("RZ-3.4", say("{name} is not being activated.", name=model.name))
    if not in_hand(model):
        why = "stunned" if model.has("stunned") else "panicked" if model.has("panicked") else "out of play"
        return refuse("RZ-R59" if model.has("stunned") else "RZ-R14", say("{name} is {why}.", name=model.name,
                                                                          why=why))
    if model.note("done"):
        return refuse("RZ-R22", say("{name} was activated hard wired this round.", name=model.name))
    return YES


def check_action(state: GameState, model: Model) -> Verdict:
    """Whether the model has an action left and its unit's movement does not stand in the way. RZ-3.5, 5.2, 5.9"""
    verdict = check_active(state, model)
    if not verdict:
        return verdict
    if model.note("acted"):
        return refuse("RZ-R15", say("{name} has taken its action.", name=model.name))
    if model.note("idle"):
        return refuse("RZ-5.7", say("{name} is out of coherency and suppressed: nothing further this turn.",
                                    name=model.name))
    if model.note("moved") == "run":
        return refuse("RZ-5.2", say("{name} ran and takes no other action.", name=model.name))
    if state.note("stage") == "move" and not may_end_movement(state):
        moved = [m for m in state.members(model.unit) if m.note("moved")]
        return refuse("RZ-5.9", say("The whole team moves first: {count} of {count2} have.", count=len(moved),
                                    count2=len(state.members(model.unit))))
    return YES


def may_end_movement(state: GameState) -> bool:
    """Whether an action may end the movement step by itself: nobody has moved, or everybody who can. RZ-5.9"""
    assert state.active is not None
    able = [m for m in state.members(state.active) if is_able(m)]
    moved = [bool(m.note("moved")) for m in able]
    return not any(moved) or all(moved) or not is_team(state, state.active)


def check_end_movement(state: GameState) -> Verdict:
    if state.active is None:
        return refuse("RZ-3.4", "Nobody is being activated.")
    if state.note("stage") != "move":
        return refuse("RZ-5.9", "The movement is over already.")
    return YES


def end_movement(run: Run) -> Resolver:
    """Movement is over; members out of coherency test their nerve. RZ-5.7, RZ-5.9, RZ-R28, RZ-D14"""
    if run.state.note("stage") != "move":
        return
    run.emit(Noted(notes={"stage": "act"}, rule="RZ-5.9"))
    unit = run.state.active
    assert unit is not None
    if not is_team(run.state, unit):
        return
    after = Aftermath()
    stragglers = [m.id for m in run.state.members(unit) if in_hand(m) and strayed(run.state, m)]
    for model_id in stragglers:
        yield from _straggler_tests(run, model_id, after)
    yield from settle_nerve(run, after, run.state.units[unit].side)


def _straggler_tests(run: Run, model_id: str, after: Aftermath) -> Resolver:
    """On a failure it is suppressed, or panics if it was, and does nothing further this turn. RZ-5.7"""
    model = run.state.models[model_id]
    if not in_hand(model):
        return
    passed = test(run, "coherency", (("NRV", attribute(model, "NRV")),), NUMBERS.morale_tn, by=model_id,
                  side=model.side, rule="RZ-5.7")
    if not passed:
        run.emit(Altered(model=model_id, notes={"idle": True}, rule="RZ-5.7"))
        yield from fails_morale(run, model_id, after)


def spend_action(run: Run, model_id: str) -> Resolver:
    """Ends the movement step if it lasts, and marks the action as taken; a straggler may lose it. RZ-R14, RZ-R15

    Whether it still acts stands in the model's note "acted".
    """
    yield from end_movement(run)
    model = run.state.models[model_id]
    if is_able(model) and not model.note("idle"):
        run.emit(Altered(model=model_id, notes={"acted": True}))
