"""Every order of the rules: whether it may be given, and what it does. One entry an option's id."""

from __future__ import annotations

from game.rulesets.common.orders import Order
from game.rulesets.grimdark_future import list_orders as army
from game.rulesets.grimdark_future import reserve_orders as reserve
from game.rulesets.grimdark_future import set_up_orders as place
from game.rulesets.grimdark_future import turn_orders as turn

ORDERS: dict[str, Order] = {
    "roll_markers": Order(place.check_roll_markers, place.do_roll_markers, "side"),
    "first_marker": Order(place.check_first_marker, place.do_first_marker, "side"),
    "place_marker": Order(place.check_place_marker, place.do_place_marker, "side"),
    "roll_deployment": Order(place.check_roll_deployment, place.do_roll_deployment, "side"),
    "choose_edge": Order(place.check_choose_edge, place.do_choose_edge, "side"),
    "quick_set_up": Order(place.check_quick, place.do_quick, "side"),
    "join": Order(place.check_join, place.do_join, "unit"),
    "deploy": Order(place.check_deploy, place.do_deploy, "unit"),
    "set_aside": Order(place.check_set_aside, place.do_set_aside, "unit"),
    "scout": Order(reserve.check_scout, reserve.do_scout, "unit"),
    "arrive": Order(reserve.check_arrive, reserve.do_arrive, "unit"),
    "decline": Order(reserve.check_reserve, reserve.do_decline, "unit"),
    "hold": Order(turn.check_hold, turn.do_hold, "unit"),
    "advance": Order(turn.check_walk, turn.do_walk, "unit"),
    "rush": Order(turn.check_walk, turn.do_walk, "unit"),
    "charge": Order(turn.check_charge, turn.do_charge, "unit"),
    "idle": Order(turn.check_idle, turn.do_idle, "unit"),
    "check_list": Order(army.check_list, army.do_list, "side"),
}
