"""Every order of the rules: whether it may be given, and what it does. One entry an option's id."""
from __future__ import annotations

from typing import Any

from game.engine.commands import Command
from game.engine.run import Rehearsal
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.common.orders import Order, check_known
from game.rulesets.rouge_elements import action_orders as action
from game.rulesets.rouge_elements import hand_orders as hands
from game.rulesets.rouge_elements import magic_orders as magic
from game.rulesets.rouge_elements import meaning, summon_orders, turns
from game.rulesets.rouge_elements import move_orders as move
from game.rulesets.rouge_elements import phase_orders as phase
from game.table.model import Model
from game.words import say

ORDERS: dict[str, Order] = {
    "set_up_roll": Order(phase.check_roll, phase.do_roll, "side"),
    "choose_zone": Order(phase.check_zone, phase.do_zone, "side"),
    "place": Order(phase.check_place, phase.do_place),
    "line_up": Order(phase.check_line_up, phase.do_line_up, "side"),
    "next_turn": Order(phase.check_next_turn, phase.do_next_turn, "side"),
    "end_turn": Order(phase.check_end_turn, phase.do_end_turn, "side"),
    "activate": Order(move.check_activate, move.do_activate),
    "stand": Order(move.check_stand, move.do_stand),
    "walk": Order(move.check_walk, move.do_walk),
    "go_on": Order(move.check_go_on, move.do_go_on),
    "jump": Order(move.check_jump, move.do_jump),
    "drop": Order(move.check_drop, move.do_drop),
    "sprint": Order(move.check_sprint, move.do_sprint),
    "skill_roll": Order(move.check_skill_roll, move.do_skill_roll),
    "turn": Order(move.check_turn, move.do_turn),
    "disengage": Order(move.check_disengage, move.do_disengage),
    "flee": Order(move.check_flee, move.do_flee),
    "shoot": Order(action.check_shoot, action.do_shoot),
    "cast": Order(magic.check_cast, magic.do_cast),
    "charge": Order(action.check_charge, action.do_charge),
    "fight": Order(action.check_fight, action.do_fight),
    "put_out": Order(action.check_put_out, action.do_put_out),
    "change": Order(hands.check_change, hands.do_change),
    "pick_up": Order(hands.check_pick_up, hands.do_pick_up),
    "hand_over": Order(hands.check_hand_over, hands.do_hand_over),
    "clear": Order(hands.check_clear, hands.do_clear),
    "summon": Order(summon_orders.check_summon, summon_orders.do_summon),
    "end_activation": Order(move.check_end_activation, move.do_end_activation),
}


def begins(state: GameState, command: Command) -> bool:
    """Whether the order begins its character's activation: nobody acts, in a game whose turns are taken by hand."""
    return ORDERS[command.do].by == "model" and state.phase == "turns" and state.active is None


def verify(state: GameState, command: Command) -> Verdict:
    """Whether the order may be given now."""
    known = check_known(state, command, ORDERS)
    if not known:
        return known
    order = ORDERS[command.do]
    if order.by == "model" and command.do != "place" and not state.models[command.by].on_table:
        return refuse("RE-1.1", say("{name} is not on the table.", name=state.models[command.by].name))
    wrong = meaning.unsound(command)
    if wrong:
        return refuse("", wrong)
    if begins(state, command):
        verdict = turns.check_activation(state, state.models[command.by])
        if not verdict:
            return verdict
        after = Rehearsal(state)
        turns.begin_activation(after, command.by)
        state = after.state
    return order.check(state, command) and YES


def check(state: GameState, do: str, model: Model, **fields: Any) -> Verdict:
    """Whether the model may be given this order, its own conditions alone."""
    return ORDERS[do].check(state, Command(do=do, by=model.id, fields=fields))
