"""Setting up: grouping independents, the set-up roll, and placing the crews (RZ-4, RZ-R24, R25, R29)."""
from __future__ import annotations

from collections.abc import Sequence

from game.engine.events import Grouped, Noted, Said, UnitNoted
from game.engine.run import Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap
from game.geometry.shapes import Base
from game.resolvers import deploying
from game.rulesets.rezolution.control import control_roll
from game.rulesets.rezolution.data import NUMBERS
from game.table.model import Model
from game.table.unit import Unit
from game.units import Point, within
from game.words import plain, say

SPOT = deploying.SpotRules(zone="RZ-4.1", room="RZ-R27", depth=NUMBERS.zone)


# --- before set-up


def lone_units(state: GameState, side: str) -> list[Unit]:
    """The side's independents that are not grouped."""
    return [u for u in state.units.values() if u.side == side and not u.note("team")]


def check_group(state: GameState, units: Sequence[str]) -> Verdict:
    """Two or more independents of one crew, before set-up, for the whole game. RZ-5.8, RZ-R29"""
    if state.phase != "before set-up":
        return refuse("RZ-R29", "Independents are grouped before set-up only.")
    if len(set(units)) < 2:
        return refuse("RZ-5.8", "A group needs two independents or more.")
    unknown = [u for u in units if u not in state.units]
    if unknown:
        return refuse("RZ-5.8", say("There is no unit {unknown}.", unknown=unknown[0]))
    if len({state.units[u].side for u in units}) > 1:
        return refuse("RZ-5.8", "A group is of one crew.")
    teams = [state.units[u].name for u in units if state.units[u].note("team")]
    if teams:
        return refuse("RZ-5.8", say("{name} is a team; only independents are grouped.", name=teams[0]))
    return YES


def resolve_group(run: Run, units: Sequence[str], name: str) -> None:
    into = name if name and name not in run.state.units else units[0]
    count = sum(len(run.state.units[u].models) for u in units)
    run.emit(Grouped(units=tuple(units), into=into, name=name or plain(say("Group")), rule="RZ-5.8"))
    run.emit(UnitNoted(unit=into, notes={"team": True, "starting": count, "current": count}, rule="RZ-R29"))
    run.emit(Said(text=say("{name} is grouped.", name=run.state.units[into].name),
                  side=run.state.units[into].side, rule="RZ-5.8"))


def resolve_set_up_roll(run: Run) -> None:
    """A control roll says who chooses. RZ-4.2, RZ-R25"""
    winner = control_roll(run, "RZ-4.2")
    run.emit(Noted(notes={"set_up_winner": winner, "winner": winner}))


def resolve_choose_set_up(run: Run, first: str) -> None:
    """The winner says which crew is placed first. RZ-R25"""
    run.emit(Noted(notes={"set_up_first": first}, rule="RZ-4.2"))
    run.emit(Said(text=say("{name} sets up first.", name=run.state.sides[first].name), side=first, rule="RZ-4.2"))


# --- placing


def placing_side(state: GameState) -> str | None:
    """The crew being placed: first the chosen one in full, then the other. RZ-R24"""
    first = state.note("set_up_first")
    if first is None:
        return None
    return next((s for s in (first, state.other(first)) if any(deploying.unplaced(state, s))), None)


def check_place(state: GameState, model: Model, point: Point) -> Verdict:
    """Whether the model may be set up there: its zone, free ground, its team's coherency. RZ-4.1, RZ-R24"""
    if state.phase != "set-up" or placing_side(state) is None:
        return refuse("RZ-R24", "Crews are placed after the set-up roll.")
    if model.side != placing_side(state):
        return refuse("RZ-R24", "One crew is placed in full, then the other.")
    if model.at is not None:
        return refuse("RZ-R24", say("{name} is placed already.", name=model.name))
    return check_spot(state, model, point)


def check_spot(state: GameState, model: Model, point: Point) -> Verdict:
    """Its zone, free ground, its team's coherency."""
    verdict = deploying.check_spot(state, model, point, SPOT)
    if not verdict:
        return verdict
    if state.units[model.unit].note("team") and not _keeps_company(state, model, deploying.standing(model, point)):
        return refuse("RZ-R24", say("{name} must be placed within {coherency:g}″ of a teammate.", name=model.name,
                                    coherency=NUMBERS.coherency),
                      *(Mark(kind="ring", points=(m.base.at,), radius=m.radius + NUMBERS.coherency, role="info")
                        for m in state.members(model.unit) if m.at is not None))
    return YES


def _keeps_company(state: GameState, model: Model, base: Base) -> bool:
    """Whether the team can still end in coherency: nobody alone, or one alone and someone left to join it."""
    members = [m for m in state.members(model.unit) if m.id != model.id]
    placed = [*(m.base for m in members if m.at is not None), base]
    alone = [b for b in placed if not any(b is not o and within(gap(b, o), NUMBERS.coherency) for o in placed)]
    left = sum(m.at is None for m in members)
    return not alone or (len(alone) == 1 and (left > 0 or len(placed) == 1))
