"""Orders of those who come later: scouts after the deployment, ambushes as rounds begin (GF-S3, GF-S23)."""

from __future__ import annotations

from game.engine.commands import Command
from game.engine.events import Noted, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.grimdark_future import set_up
from game.rulesets.grimdark_future.set_up_orders import spots_of
from game.words import say


def check_scout(state: GameState, command: Command) -> Verdict:
    unit = state.units[command.by]
    if state.phase != "scouts":
        return refuse("GF-S23", "Scouts are placed after all other units are down.")
    if unit.side != set_up.scouting_side(state) or unit.note("reserve") != "scout":
        return refuse("GF-S23", "It is not this unit's turn to scout.")
    return set_up.check_scout(state, command.by, spots_of(command))


def do_scout(run: Run, command: Command) -> Resolver:
    set_up.put_down(run, command.by, spots_of(command), "GF-S23")
    run.emit(UnitNoted(unit=command.by, notes={"reserve": None}))
    run.emit(Noted(notes={"last_scout": run.state.units[command.by].side}))
    yield from ()


def check_reserve(state: GameState, command: Command) -> Verdict:
    unit = state.units[command.by]
    if state.phase != "reserves" or command.by not in (state.note("reserves") or []):
        return refuse("GF-S3", say("{name} does not arrive now: an ambush is placed at the start of rounds 2 to 4.",
                                   name=unit.name))
    if unit.side != set_up.reserve_side(state):
        return refuse("GF-S3", "The players take turns with their ambushes.")
    return YES


def check_arrive(state: GameState, command: Command) -> Verdict:
    verdict = check_reserve(state, command)
    return verdict and set_up.check_arrival(state, command.by, spots_of(command))


def do_arrive(run: Run, command: Command) -> Resolver:
    set_up.put_down(run, command.by, spots_of(command), "GF-S3")
    run.emit(UnitNoted(unit=command.by, notes={"reserve": None, "arrived": run.state.round}))
    _asked(run, command.by)
    yield from ()


def do_decline(run: Run, command: Command) -> Resolver:
    _asked(run, command.by)
    yield from ()


def _asked(run: Run, unit: str) -> None:
    left = [u for u in run.state.note("reserves") or [] if u != unit]
    run.emit(Noted(notes={"reserves": left, "last_reserve": run.state.units[unit].side}))
