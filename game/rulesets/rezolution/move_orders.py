"""Orders of the movement step and of units: moving, turning, standing up, activating and ending (RZ-3.4, RZ-5)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.common.given import facing_of, model_by, target_of
from game.rulesets.rezolution import movement, turns
from game.words import say


def _path(command: Command) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in command.get("path") or []]


def check_move(state: GameState, command: Command) -> Verdict:
    model = model_by(state, command)
    verdict = movement.check_may_move(state, model)
    if verdict and not command.get("path"):
        return refuse("RZ-5.1", "A move needs a path.")
    return verdict and movement.check_move(state, model, command.do, _path(command))


def do_move(run: Run, command: Command) -> Resolver:
    movement.resolve_move(run, command.by, command.do, _path(command), facing_of(command))
    yield from ()


def check_charge(state: GameState, command: Command) -> Verdict:
    model, target = model_by(state, command), target_of(state, command)
    verdict = movement.check_may_move(state, model)
    if not verdict:
        return verdict
    if target is None or not target.on_table or target.side == model.side:
        return refuse("RZ-R26", "A charge names one enemy.")
    if not command.get("path"):
        budget = movement.budget(model, "charge")
        return refuse("RZ-R26", say("{target} cannot be reached within {budget:g}″.", target=target.name,
                                    budget=budget))
    return movement.check_charge(state, model, target, _path(command), facing_of(command))


def do_charge(run: Run, command: Command) -> Resolver:
    movement.resolve_charge(run, command.by, str(command.get("at")), _path(command), facing_of(command))
    yield from ()


def check_turn(state: GameState, command: Command) -> Verdict:
    verdict = movement.check_turn(state, model_by(state, command))
    if verdict and command.get("facing") is None:
        return refuse("RZ-R9", "A turn needs a facing.")
    return verdict


def do_turn(run: Run, command: Command) -> Resolver:
    movement.resolve_turn(run, command.by, facing_of(command) or 0.0)
    yield from ()


def check_stand(state: GameState, command: Command) -> Verdict:
    return movement.check_stand(state, model_by(state, command))


def do_stand(run: Run, command: Command) -> Resolver:
    movement.resolve_stand(run, command.by, facing_of(command))
    yield from ()


def check_activate(state: GameState, command: Command) -> Verdict:
    return turns.check_activation(state, state.units[command.by])


def do_activate(run: Run, command: Command) -> Resolver:
    turns.begin_activation(run, command.by)
    yield from ()


def check_end_movement(state: GameState, command: Command) -> Verdict:
    return turns.check_end_movement(state)


def do_end_movement(run: Run, command: Command) -> Resolver:
    yield from turns.end_movement(run)


def check_end_activation(state: GameState, command: Command) -> Verdict:
    if state.active is None:
        return refuse("RZ-3.4", "Nobody is being activated.")
    return YES


def do_end_activation(run: Run, command: Command) -> Resolver:
    """A team that stops without acting still ends its movement, and its stragglers test."""
    yield from turns.end_movement(run)
    turns.end_activation(run)


def check_pass(state: GameState, command: Command) -> Verdict:
    return refuse("RZ-R14", "There is no passing; a unit may be activated and do nothing.")


def do_nothing(run: Run, command: Command) -> Resolver:
    yield from ()
