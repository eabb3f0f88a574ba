"""Every order of the rules: whether it may be given, and what it does. One entry an option's id."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.rulesets.common.orders import Order, check_known
from game.rulesets.cyberdark import action_orders as action
from game.rulesets.cyberdark import attack_orders as attack
from game.rulesets.cyberdark import carrying, lairs, meaning
from game.rulesets.cyberdark import interior_orders as interior
from game.rulesets.cyberdark import phase_orders as phase

ORDERS: dict[str, Order] = {
    "check_crews": Order(phase.check_crews, phase.do_check_crews, "side"),
    "deploy": Order(phase.check_deploy, phase.do_deploy),
    "line_up": Order(phase.check_line_up, phase.do_line_up, "side"),
    "initiative": Order(phase.check_initiative, phase.do_initiative, "side"),
    "move": Order(attack.check_move, attack.do_move),
    "shoot": Order(attack.check_shoot, attack.do_shoot),
    "fight": Order(attack.check_fight, attack.do_fight),
    "hack": Order(attack.check_hack, attack.do_hack),
    "aim": Order(action.check_plain, action.do_aim),
    "evade": Order(action.check_plain, action.do_evade),
    "reload": Order(action.check_reload, action.do_reload),
    "clear": Order(action.check_clear, action.do_clear),
    "stabilise": Order(action.check_stabilise, action.do_stabilise),
    "door": Order(interior.check_door, interior.do_door),
    "unlock": Order(interior.check_unlock, interior.do_unlock),
    "access": Order(interior.check_access, interior.do_access),
    "carry": Order(carrying.check_carry, carrying.do_carry),
    "leave": Order(carrying.check_leave, carrying.do_leave),
    "step_out": Order(lairs.check_step_out, lairs.do_step_out),
    "end": Order(action.check_end, action.do_end),
    "after_battle": Order(phase.check_after, phase.do_after_battle, "side"),
    "sleep": Order(phase.check_after, phase.do_sleep, "side"),
    "restore": Order(phase.check_restore, phase.do_restore),
    "implant": Order(phase.check_implant, phase.do_implant),
    "next_battle": Order(phase.check_after, phase.do_next_battle, "side"),
}


def verify(state: GameState, command: Command) -> Verdict:
    """Whether the order may be given now."""
    known = check_known(state, command, ORDERS)
    if not known:
        return known
    wrong = meaning.unsound(command)
    if wrong:
        return refuse("", wrong)
    return ORDERS[command.do].check(state, command)
