"""Orders of the set-up and of the Control Phase's first step (RZ-3.2, RZ-3.3, RZ-4)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.events import Noted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.resolvers import deploying
from game.rulesets.common.given import facing_of, model_by, point_of
from game.rulesets.rezolution import control, set_up, turns
from game.words import joined, say


def units_of(command: Command) -> list[str]:
    units = command.get("units")
    return [str(u) for u in units] if isinstance(units, (list, tuple)) else []


def check_group(state: GameState, command: Command) -> Verdict:
    return set_up.check_group(state, units_of(command))


def do_group(run: Run, command: Command) -> Resolver:
    set_up.resolve_group(run, units_of(command), str(command.get("name", "")))
    yield from ()


def check_ready_to_roll(state: GameState, command: Command) -> Verdict:
    if state.phase != "before set-up":
        return refuse("RZ-4.2", "The set-up roll is made before the crews are placed.")
    return YES


def do_keep_apart(run: Run, command: Command) -> Resolver:
    run.emit(Noted(notes={"grouped": [*run.state.note("grouped", []), command.by]}))
    yield from ()


def do_set_up_roll(run: Run, command: Command) -> Resolver:
    set_up.resolve_set_up_roll(run)
    yield from ()


def check_choose_set_up(state: GameState, command: Command) -> Verdict:
    if state.phase != "set-up" or state.note("set_up_first") is not None:
        return refuse("RZ-4.2", "Who sets up first is chosen once, after the set-up roll.")
    if command.by != state.note("set_up_winner"):
        return refuse("RZ-R25", "The winner of the set-up roll says who sets up first.")
    if str(command.get("first")) not in state.sides:
        return refuse("RZ-R25", say("First is one of {name}.", name=joined(", ", state.sides)))
    return YES


def do_choose_set_up(run: Run, command: Command) -> Resolver:
    set_up.resolve_choose_set_up(run, str(command.get("first")))
    yield from ()


def check_place(state: GameState, command: Command) -> Verdict:
    where = command.get("where")
    if where is None:
        return refuse("RZ-R24", "A model is placed at a point.")
    return set_up.check_place(state, model_by(state, command), point_of(where))


def do_place(run: Run, command: Command) -> Resolver:
    deploying.place(run, command.by, point_of(command.get("where")), facing_of(command), "RZ-R24")
    yield from ()


def check_line_up(state: GameState, command: Command) -> Verdict:
    if state.phase != "set-up" or set_up.placing_side(state) != command.by:
        return refuse("RZ-R24", "One crew is placed in full, then the other.")
    return YES


def do_line_up(run: Run, command: Command) -> Resolver:
    deploying.line_up(run, command.by, set_up.check_spot, "RZ-R24")
    yield from ()


def check_start_round(state: GameState, command: Command) -> Verdict:
    over = state.phase == "turns" and state.active is None and state.turn is None
    if not over and (state.phase != "control" or state.note("step")):
        return refuse("RZ-3.1", "A round starts with its control roll, once.")
    return YES


def do_start_round(run: Run, command: Command) -> Resolver:
    yield from control.resolve_start_round(run)


def named_by(command: Command) -> str | None:
    """The unit that a choice names, None for going first."""
    unit = command.get("unit") or (command.get("name") if isinstance(command.get("name"), str) else None)
    return str(unit) if unit else None


def check_choose(state: GameState, command: Command) -> Verdict:
    if state.phase != "control" or state.note("step") != "choose":
        if state.note("unasked") and named_by(command):
            return refuse("RZ-R13", "The other crew has no unit able to act: the winner goes first.")
        return refuse("RZ-3.3", "The winner chooses once, right after the control roll.")
    if command.by != state.note("winner"):
        return refuse("RZ-3.3", "The winner of the control roll chooses.")
    named = named_by(command)
    if named is None:
        return YES
    unit = state.units.get(named)
    if unit is None or unit.side == state.note("winner"):
        return refuse("RZ-3.3", "Only a unit of the opposing crew can be named.")
    if not turns.is_waiting(state, unit):
        return refuse("RZ-R13", say("{name} cannot be activated and so cannot be named.", name=unit.name))
    return YES


def do_choose(run: Run, command: Command) -> Resolver:
    yield from control.resolve_choice(run, named_by(command))
