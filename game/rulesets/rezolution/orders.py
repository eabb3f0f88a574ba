"""Every order of the rules: whether it may be given, and what it does. One entry an option's id."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.run import Rehearsal, Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict
from game.rulesets.common.orders import Order
from game.rulesets.rezolution import action_orders as action
from game.rulesets.rezolution import grid_orders as grid
from game.rulesets.rezolution import move_orders as move
from game.rulesets.rezolution import phase_orders as phase
from game.rulesets.rezolution import turns

BY_HAND = "ends_by_hand"
"""The option by which a unit stays active until its player says that it is done (rule cases)."""


ORDERS: dict[str, Order] = {
    "group": Order(phase.check_group, phase.do_group, "side"),
    "keep_apart": Order(phase.check_ready_to_roll, phase.do_keep_apart, "side"),
    "set_up_roll": Order(phase.check_ready_to_roll, phase.do_set_up_roll, "side"),
    "choose_set_up": Order(phase.check_choose_set_up, phase.do_choose_set_up, "side"),
    "place": Order(phase.check_place, phase.do_place),
    "line_up": Order(phase.check_line_up, phase.do_line_up, "side"),
    "start_round": Order(phase.check_start_round, phase.do_start_round, "side"),
    "choose": Order(phase.check_choose, phase.do_choose, "side"),
    "activate": Order(move.check_activate, move.do_activate, "unit"),
    "move": Order(move.check_move, move.do_move),
    "run": Order(move.check_move, move.do_move),
    "charge": Order(move.check_charge, move.do_charge),
    "turn": Order(move.check_turn, move.do_turn),
    "stand": Order(move.check_stand, move.do_stand),
    "end_movement": Order(move.check_end_movement, move.do_end_movement, "unit"),
    "shoot": Order(action.check_shoot, action.do_shoot),
    "throw": Order(action.check_throw, action.do_throw),
    "fight": Order(action.check_fight, action.do_fight),
    "execute": Order(action.check_execute, action.do_execute),
    "power": Order(action.check_power, action.do_power),
    "hack": Order(grid.check_hack, grid.do_hack),
    "duel": Order(grid.check_duel, grid.do_duel),
    "decline": Order(grid.check_decline, grid.do_decline),
    "pass": Order(move.check_pass, move.do_nothing, "side"),
    "end_activation": Order(move.check_end_activation, move.do_end_activation, "unit"),
}


def entered_unit(state: GameState, command: Command) -> str | None:
    """The unit that a command would bring in: its model's, if that is not the active one; None for other orders."""
    order = ORDERS[command.do]
    unit = state.models[command.by].unit if order.by == "model" else command.by if command.do == "activate" else None
    return None if state.phase != "turns" or unit == state.active else unit


def ends_active(state: GameState, command: Command) -> bool:
    """Whether the command implies that the active unit is done: it orders another unit, or begins the next round."""
    if state.phase != "turns" or state.active is None:
        return False
    return entered_unit(state, command) is not None or (command.do == "start_round" and turns.is_finished(state))


def rehearse(state: GameState, command: Command) -> tuple[GameState, Verdict]:
    """The state in which a command would be carried out: the active unit's activation over when another unit is
    ordered, and that unit activated."""
    unit = entered_unit(state, command)
    if unit is None and not ends_active(state, command):
        return state, YES
    after = Rehearsal(state)
    if ends_active(state, command):
        turns.end_activation(after)
    if unit is None or command.do == "activate":
        return after.state, YES
    verdict = turns.check_activation(after.state, state.units[unit])
    if verdict:
        turns.begin_activation(after, unit)
    return after.state, verdict


def enter(run: Run, command: Command) -> Resolver:
    """Carries out what `rehearse` foresees."""
    unit = entered_unit(run.state, command)
    if ends_active(run.state, command):
        yield from move.do_end_activation(run, command)
    if unit is not None and command.do != "activate" and turns.check_activation(run.state, run.state.units[unit]):
        turns.begin_activation(run, unit)
