"""The course of a round: who may be activated, whose turn it is, who finished first (GF-3, GF-R18 to R22)."""

from __future__ import annotations

from game.engine.events import Advanced, Noted, Said, UnitNoted
from game.engine.run import Writer
from game.engine.state import GameState
from game.resolvers.activation import next_side
from game.rulesets.grimdark_future.conditions import alive
from game.table.unit import Unit
from game.words import say


def is_waiting(state: GameState, unit: Unit) -> bool:
    """On the table and not activated this round. GF-R22"""
    return not unit.note("activated") and bool(alive(state, unit.id))


def may_act(state: GameState, side: str) -> bool:
    return any(u.side == side and is_waiting(state, u) for u in state.units.values())


def first_side(state: GameState) -> str:
    """Who takes the first turn of the round: the one who finished first, in round 1 the deployment's winner. GF-3.2"""
    return str(state.note("first") or state.note("deployment_winner") or next(iter(state.sides)))


def begin_round(run: Writer) -> None:
    """Everybody can act again; a side without units has finished already. GF-R21"""
    for unit in run.state.units.values():
        if unit.note("activated"):
            run.emit(UnitNoted(unit=unit.id, notes={"activated": None}))
    run.emit(Noted(notes={"finished": None}))
    run.emit(Said(text=say("Round {round}.", round=run.state.round), tone="head", rule="GF-3.1"))
    first = first_side(run.state)
    order = [first, *(s for s in run.state.sides if s != first)]
    note_finished(run, order)
    turn = next((s for s in order if may_act(run.state, s)), "")
    run.emit(Advanced(turn=turn, active=""))


def end_turn(run: Writer, side: str) -> None:
    """After an activation of `side`: who has finished, and whose turn it is. GF-3.1, GF-R20, GF-R21"""
    note_finished(run, [side, *(s for s in run.state.sides if s != side)])
    run.emit(Advanced(turn=next_side(run.state, may_act) or "", active="", rule="GF-3.1"))


def note_finished(run: Writer, order: list[str]) -> None:
    """The first of `order` that has nobody left to activate was first to finish, unless somebody was before."""
    if run.state.note("finished"):
        return
    done = next((s for s in order if not may_act(run.state, s)), None)
    if done is not None:
        run.emit(Noted(notes={"finished": done}, rule="GF-3.2"))


def end_round(run: Writer) -> None:
    """Fatigue ends with the round, and the one who finished first begins the next. GF-8.2, GF-3.2"""
    for unit in run.state.units.values():
        if unit.note("fatigued"):
            run.emit(UnitNoted(unit=unit.id, notes={"fatigued": None}, rule="GF-8.2"))
    run.emit(Noted(notes={"first": run.state.note("finished") or first_side(run.state)}, rule="GF-3.2"))
    run.emit(Advanced(turn=""))
