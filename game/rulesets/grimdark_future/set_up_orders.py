"""Orders of the set-up: markers, edges, deployment, heroes in units (GF-2.5 to 2.10, GF-R15, GF-R17, GF-S13)."""

from __future__ import annotations

import functools

from game.engine.commands import Command
from game.engine.events import Noted, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.common.given import point_of
from game.rulesets.common.orders import Check
from game.rulesets.grimdark_future import quick, set_up
from game.units import Point
from game.words import joined, say


def in_set_up(check: Check) -> Check:
    """The check, for the set-up only."""

    @functools.wraps(check)
    def checked(state: GameState, command: Command) -> Verdict:
        if state.phase != "setup":
            return refuse("GF-2.5", "That belongs to the set-up.")
        return check(state, command)

    return checked


@in_set_up
def check_roll_markers(state: GameState, command: Command) -> Verdict:
    if state.note("marker_count") is not None:
        return refuse("GF-2.5", "The markers have been rolled for.")
    return YES


def do_roll_markers(run: Run, command: Command) -> Resolver:
    set_up.roll_markers(run)
    yield from ()


@in_set_up
def check_first_marker(state: GameState, command: Command) -> Verdict:
    if state.note("marker_count") is None or state.note("first_marker"):
        return refuse("GF-R15", "Who places first is chosen once, after the roll.")
    if command.by != state.note("marker_winner"):
        return refuse("GF-R15", "The winner of the roll-off says who places first.")
    if str(command.get("player", "")) not in state.sides:
        return refuse("GF-R15", say("The player is one of {name}.", name=joined(", ", state.sides)))
    return YES


def do_first_marker(run: Run, command: Command) -> Resolver:
    run.emit(Noted(notes={"first_marker": str(command.get("player"))}, rule="GF-R15"))
    yield from ()


@in_set_up
def check_place_marker(state: GameState, command: Command) -> Verdict:
    if set_up.marker_side(state) is None:
        return refuse("GF-2.5", "No marker is to be placed now.")
    if set_up.marker_side(state) != command.by:
        return refuse("GF-2.6", "The players take turns placing markers.")
    point = command.get("point")
    return (
        set_up.check_marker(state, point_of(point))
        if point is not None
        else refuse("GF-2.6", "A marker needs a point.")
    )


def do_place_marker(run: Run, command: Command) -> Resolver:
    set_up.put_marker(run, point_of(command.get("point")))
    yield from ()


@in_set_up
def check_roll_deployment(state: GameState, command: Command) -> Verdict:
    if state.note("deployment_winner"):
        return refuse("GF-2.9", "The roll-off for deployment has been made.")
    if set_up.zone_depth(state) <= 0:
        return refuse("GF-R13", "The table is not deep enough: the armies deploy 24″ or more apart.")
    if set_up.marker_side(state) is not None:
        return refuse("GF-2.6", "All markers are placed first.")
    return YES


def do_roll_deployment(run: Run, command: Command) -> Resolver:
    set_up.roll_deployment(run)
    yield from ()


@in_set_up
def check_choose_edge(state: GameState, command: Command) -> Verdict:
    if not state.note("deployment_winner") or state.note("edges"):
        return refuse("GF-2.9", "The edge is chosen once, by the winner of the roll-off.")
    if command.by != state.note("deployment_winner"):
        return refuse("GF-2.9", "The winner of the roll-off chooses.")
    if command.get("edge") not in set_up.LONG_EDGES:
        return refuse("GF-2.9", "One of the long edges: south or north.")
    return YES


def do_choose_edge(run: Run, command: Command) -> Resolver:
    set_up.take_edge(run, command.by, str(command.get("edge")))
    yield from ()


def spots_of(command: Command) -> list[Point]:
    """A place for each of the unit's models."""
    return [point_of(p) for p in command.get("at") or []]


@in_set_up
def check_deploy(state: GameState, command: Command) -> Verdict:
    unit = state.units[command.by]
    if unit.side != set_up.deploying_side(state):
        return refuse("GF-2.10", "The players take turns placing a unit.")
    if not set_up.is_off(state, unit):
        return refuse("GF-2.10", say("{name} is on the table.", name=unit.name))
    return set_up.check_deploy(state, command.by, spots_of(command))


def do_deploy(run: Run, command: Command) -> Resolver:
    set_up.put_down(run, command.by, spots_of(command), "GF-2.10")
    run.emit(UnitNoted(unit=command.by, notes={"reserve": None}))
    run.emit(Noted(notes={"last_deployed": run.state.units[command.by].side}))
    yield from ()


@in_set_up
def check_set_aside(state: GameState, command: Command) -> Verdict:
    kind = str(command.get("kind", ""))
    if kind not in ("scout", "ambush") or not set_up.may_wait(state, command.by, kind):
        return refuse("GF-S3" if kind == "ambush" else "GF-S23", "Only units with the rule are set aside.")
    if not set_up.is_off(state, state.units[command.by]):
        return refuse("GF-S3", "It is on the table.")
    return YES


def do_set_aside(run: Run, command: Command) -> Resolver:
    """It takes no turn of the deployment. GF-R17"""
    run.emit(UnitNoted(unit=command.by, notes={"reserve": command.get("kind")}, rule="GF-S3"))
    yield from ()


@in_set_up
def check_join(state: GameState, command: Command) -> Verdict:
    return set_up.check_join(state, command.by, str(command.get("to", "")))


def do_join(run: Run, command: Command) -> Resolver:
    set_up.join(run, command.by, str(command.get("to")))
    yield from ()


def do_quick(run: Run, command: Command) -> Resolver:
    """Everything that is left of the set-up, done by the program: markers, edges, both armies."""
    yield from quick.set_up_all(run)


@in_set_up
def check_quick(state: GameState, command: Command) -> Verdict:
    return YES
