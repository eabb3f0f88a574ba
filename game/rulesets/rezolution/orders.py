"""Every order of the rules: whether it may be given, and what it does. One entry an option's id."""
from __future__ import annotations

from collections.abc import Callable

import msgspec

from game.engine.commands import Command
from game.engine.events import Event, Noted, apply
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.rulesets.rezolution import close, control, hacking, movement, powers, ranged, set_up, targets, turns
from game.rulesets.rezolution.conditions import carried, is_engaged, touched_enemies
from game.rulesets.rezolution.data import Gear, find, gear
from game.table.model import Model
from game.table.terrain import Terrain

Check = Callable[[GameState, Command], Verdict]
Resolve = Callable[[Run, Command], Resolver]


BY_HAND = "ends_by_hand"
"""The option by which a unit stays active until its player says that it is done (rule cases)."""


class Order(msgspec.Struct, frozen=True):
    """How an order is verified and resolved. `by` says who gives it: model, unit, side."""

    check: Check
    resolve: Resolve
    by: str = "model"


# --- what a command means


def model_by(state: GameState, command: Command) -> Model:
    return state.models[command.by]


def target_of(state: GameState, command: Command) -> Model | None:
    return state.models.get(str(command.get("at", "")))


def piece_of(state: GameState, command: Command) -> Terrain | None:
    return state.terrain.get(str(command.get("at", "")))


def gear_of(model: Model, command: Command, key: str, *kinds: str) -> tuple[str, Gear] | None:
    """The weapon or power a command names, or the model's first of these kinds; None where it has none such."""
    having = carried(model, *kinds)
    if not command.get(key):
        return having[0] if having else None
    try:
        name = find(key, str(command.get(key)), gear())
    except UnknownName:
        return None
    return next((entry for entry in having if entry[0] == name), None)


def facing_of(command: Command) -> float | None:
    value = command.get("facing")
    return None if value is None else float(value) % 360.0


def turned(state: GameState, command: Command) -> tuple[GameState, Verdict]:
    """The state after the free turn that a command's `facing` asks for before an action. RZ-R9"""
    facing = facing_of(command)
    if facing is None:
        return state, YES
    model = model_by(state, command)
    verdict = movement.check_turn(state, model)
    if not verdict:
        return state, verdict
    turned_model = msgspec.structs.replace(model, facing=facing)
    return msgspec.structs.replace(state, models={**state.models, model.id: turned_model}), YES


# --- actions


def check_ready(state: GameState, model: Model, *, locked_ok: bool = False, prone_ok: bool = False) -> Verdict:
    """Whether the model may take an action, as it stands. RZ-R15, RZ-R16, RZ-R31, RZ-R26"""
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if model.has("prone") and not prone_ok:
        return refuse("RZ-R31", f"{model.name} is prone and cannot do that.")
    if not locked_ok:
        if is_engaged(state, model):
            return refuse("RZ-R16", f"{model.name} is locked in close combat.")
        if model.note("charged"):
            return refuse("RZ-R26", f"{model.name} charged: it attacks in close combat.")
    return YES


def _bound_by_charge(state: GameState, model: Model, target: Model) -> Verdict:
    """A charger's action goes against the enemy it charged while that one is there: in play and in contact. RZ-R26"""
    charged = model.note("charged")
    if charged and charged != target.id and any(e.id == charged for e in touched_enemies(state, model)):
        return refuse("RZ-R26", f"{model.name} charged {state.models[charged].name} and must attack it.")
    return YES


def check_shoot(state: GameState, command: Command) -> Verdict:
    state, verdict = turned(state, command)
    model = model_by(state, command)
    verdict = verdict and check_ready(state, model, prone_ok=True)
    if not verdict:
        return verdict
    weapon = gear_of(model, command, "weapon", "ranged")
    if weapon is None:
        return refuse("RZ-6.3", f"{model.name} has no such gun.")
    if model.note("jammed"):
        return refuse("RZ-6.7", f"The {weapon[1].name} of {model.name} is jammed for the game.")
    target = target_of(state, command)
    if target is None:
        return refuse("RZ-6.2", "A shot needs an enemy to aim at.")
    return targets.check_target(state, ranged.shot_of(model, weapon[1]), target)


def do_shoot(run: Run, command: Command) -> Resolver:
    yield from _before_action(run, command)
    model = model_by(run.state, command)
    weapon = gear_of(model, command, "weapon", "ranged")
    assert weapon is not None
    if model.note("acted"):
        yield from ranged.resolve_shot(run, ranged.shot_of(model, weapon[1]), str(command.get("at")))


def check_throw(state: GameState, command: Command) -> Verdict:
    state, verdict = turned(state, command)
    model = model_by(state, command)
    verdict = verdict and check_ready(state, model, prone_ok=True)
    if not verdict:
        return verdict
    grenade = gear_of(model, command, "weapon", "grenade")
    if grenade is None:
        return refuse("RZ-6.11", f"{model.name} has no such grenade.")
    shot = ranged.shot_of(model, grenade[1])
    if command.get("point") is not None:
        point = command.get("point")
        return targets.check_point(state, shot, (float(point[0]), float(point[1])))
    target = target_of(state, command)
    if target is None:
        return refuse("RZ-6.11", "A grenade needs an enemy or a point to aim at.")
    return targets.check_target(state, shot, target)


def do_throw(run: Run, command: Command) -> Resolver:
    yield from _before_action(run, command)
    model = model_by(run.state, command)
    grenade = gear_of(model, command, "weapon", "grenade")
    assert grenade is not None
    if not model.note("acted"):
        return
    shot = ranged.shot_of(model, grenade[1])
    if command.get("point") is not None:
        x, y = command.get("point")
        yield from ranged.resolve_throw_at_point(run, shot, (float(x), float(y)))
    else:
        yield from ranged.resolve_throw_at_model(run, shot, str(command.get("at")))


def check_fight(state: GameState, command: Command) -> Verdict:
    state, verdict = turned(state, command)
    model, target = model_by(state, command), target_of(state, command)
    verdict = verdict and check_ready(state, model, locked_ok=True)
    if not verdict:
        return verdict
    if target is None:
        return refuse("RZ-7.1", "A close combat needs an enemy in contact.")
    return close.check_contact(state, model, target, "RZ-7.1") and _bound_by_charge(state, model, target)


def do_fight(run: Run, command: Command) -> Resolver:
    yield from _before_action(run, command)
    if model_by(run.state, command).note("acted"):
        yield from close.resolve_fight(run, command.by, str(command.get("at")))


def check_execute(state: GameState, command: Command) -> Verdict:
    state, verdict = turned(state, command)
    model, target = model_by(state, command), target_of(state, command)
    verdict = verdict and check_ready(state, model, locked_ok=True)
    if not verdict:
        return verdict
    if target is None:
        return refuse("RZ-11.3", "An execution needs a prone enemy in contact.")
    return close.check_execution(state, model, target) and _bound_by_charge(state, model, target)


def do_execute(run: Run, command: Command) -> Resolver:
    yield from _before_action(run, command)
    if model_by(run.state, command).note("acted"):
        yield from close.resolve_execution(run, command.by, str(command.get("at")))


def check_power(state: GameState, command: Command) -> Verdict:
    state, verdict = turned(state, command)
    model, target = model_by(state, command), target_of(state, command)
    power = gear_of(model, command, "power", "power")
    if power is None:
        return refuse("RZ-9.1", f"{model.name} has no such craft power.")
    verdict = verdict and check_ready(state, model, locked_ok=power[1].close, prone_ok=not power[1].close)
    if not verdict:
        return verdict
    if target is None:
        return refuse("RZ-9.2", f"{power[1].name} needs an enemy to be used on.")
    if power[1].close:
        return close.check_contact(state, model, target, "RZ-R51") and _bound_by_charge(state, model, target)
    return targets.check_target(state, powers.shot_of_power(model, power[1]), target)


def do_power(run: Run, command: Command) -> Resolver:
    yield from _before_action(run, command)
    model = model_by(run.state, command)
    power = gear_of(model, command, "power", "power")
    assert power is not None
    if not model.note("acted"):
        return
    resolve = powers.resolve_close_power if power[1].close else powers.resolve_ranged_power
    yield from resolve(run, command.by, power[1], str(command.get("at")))


def using_of(state: GameState, command: Command) -> str:
    """"hpt" (which a terminal's own id means too), a board's id, or "" for the best the model has."""
    using = str(command.get("using", "")).strip()
    if not using:
        return ""
    if using in state.terrain and "terminal" in state.terrain[using].traits:
        return hacking.WIRED
    if using.casefold() in ("hpt", "terminal", "hard wired", "hard_wired", "wired", "hack"):
        return hacking.WIRED
    if using.casefold() in ("board", "remote board", "remote_board"):
        return next((name for name, _ in carried(model_by(state, command), "board")), using)
    try:
        return find("board", using, gear())
    except UnknownName:
        return using


def in_step_six(state: GameState, model: Model) -> bool:
    """Whether the Control Phase asks this model for its hard wired activation now."""
    asked = control.next_wired(state) if state.note("step") == "wired" else None
    return asked is not None and asked.id == model.id


def check_hack(state: GameState, command: Command) -> Verdict:
    model, piece = model_by(state, command), piece_of(state, command)
    if state.phase == "control":
        verdict = _check_step_six(state, model)
        if verdict and using_of(state, command) not in ("", hacking.WIRED):
            return refuse("RZ-R49", "By board only in the model's own activation, never in step 6.")
        return verdict and hacking.check_hack(state, model, piece, hacking.WIRED)
    state, verdict = turned(state, command)
    verdict = verdict and check_ready(state, model_by(state, command), prone_ok=True)
    return verdict and hacking.check_hack(state, model_by(state, command), piece, using_of(state, command))


def _check_step_six(state: GameState, model: Model) -> Verdict:
    if in_step_six(state, model):
        return YES
    return refuse("RZ-R22", f"{model.name} is not the hard wired model that is asked now.")


def do_hack(run: Run, command: Command) -> Resolver:
    if run.state.phase == "control":
        control.was_asked(run, command.by)
        control.spend_round(run, command.by)
        yield from hacking.resolve_hack(run, command.by, str(command.get("at")), hacking.WIRED)
        return
    yield from _before_action(run, command)
    if model_by(run.state, command).note("acted"):
        yield from hacking.resolve_hack(run, command.by, str(command.get("at")), using_of(run.state, command))


def check_duel(state: GameState, command: Command) -> Verdict:
    model, target = model_by(state, command), target_of(state, command)
    if state.phase == "control":
        return _check_step_six(state, model) and hacking.check_duel(state, model, target)
    state, verdict = turned(state, command)
    verdict = verdict and check_ready(state, model_by(state, command))
    return verdict and hacking.check_duel(state, model_by(state, command), target)


def do_duel(run: Run, command: Command) -> Resolver:
    if run.state.phase == "control":
        control.was_asked(run, command.by)
        control.spend_round(run, command.by)
    else:
        yield from _before_action(run, command)
        if not model_by(run.state, command).note("acted"):
            return
    yield from hacking.resolve_duel(run, command.by, str(command.get("at")))


def check_decline(state: GameState, command: Command) -> Verdict:
    if state.phase != "control":
        return refuse("RZ-R22", "Only a hard wired activation of step 6 can be declined.")
    return _check_step_six(state, model_by(state, command))


def do_decline(run: Run, command: Command) -> Resolver:
    control.was_asked(run, command.by)
    yield from ()


def _before_action(run: Run, command: Command) -> Resolver:
    """The free turn a command asks for, then the end of movement, then the action is spent."""
    facing = facing_of(command)
    if facing is not None:
        movement.resolve_turn(run, command.by, facing)
    yield from turns.spend_action(run, command.by)


# --- movement


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
        return refuse("RZ-R26", f"{target.name} cannot be reached within {budget:g}″.")
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


# --- units


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


# --- set-up and the Control Phase


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
        return refuse("RZ-R25", f"First is one of {', '.join(state.sides)}.")
    return YES


def do_choose_set_up(run: Run, command: Command) -> Resolver:
    set_up.resolve_choose_set_up(run, str(command.get("first")))
    yield from ()


def check_place(state: GameState, command: Command) -> Verdict:
    where = command.get("where")
    if where is None:
        return refuse("RZ-R24", "A model is placed at a point.")
    return set_up.check_place(state, model_by(state, command), (float(where[0]), float(where[1])))


def do_place(run: Run, command: Command) -> Resolver:
    x, y = command.get("where")
    set_up.resolve_place(run, command.by, (float(x), float(y)), facing_of(command))
    yield from ()


def check_line_up(state: GameState, command: Command) -> Verdict:
    if state.phase != "set-up" or set_up.placing_side(state) != command.by:
        return refuse("RZ-R24", "One crew is placed in full, then the other.")
    return YES


def do_line_up(run: Run, command: Command) -> Resolver:
    yield from set_up.resolve_line_up(run, command.by)


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
        return refuse("RZ-R13", f"{unit.name} cannot be activated and so cannot be named.")
    return YES


def do_choose(run: Run, command: Command) -> Resolver:
    yield from control.resolve_choice(run, named_by(command))


ORDERS: dict[str, Order] = {
    "group": Order(check_group, do_group, "side"),
    "keep_apart": Order(check_ready_to_roll, do_keep_apart, "side"),
    "set_up_roll": Order(check_ready_to_roll, do_set_up_roll, "side"),
    "choose_set_up": Order(check_choose_set_up, do_choose_set_up, "side"),
    "place": Order(check_place, do_place),
    "line_up": Order(check_line_up, do_line_up, "side"),
    "start_round": Order(check_start_round, do_start_round, "side"),
    "choose": Order(check_choose, do_choose, "side"),
    "activate": Order(check_activate, do_activate, "unit"),
    "move": Order(check_move, do_move),
    "run": Order(check_move, do_move),
    "charge": Order(check_charge, do_charge),
    "turn": Order(check_turn, do_turn),
    "stand": Order(check_stand, do_stand),
    "end_movement": Order(check_end_movement, do_end_movement, "unit"),
    "shoot": Order(check_shoot, do_shoot),
    "throw": Order(check_throw, do_throw),
    "fight": Order(check_fight, do_fight),
    "execute": Order(check_execute, do_execute),
    "power": Order(check_power, do_power),
    "hack": Order(check_hack, do_hack),
    "duel": Order(check_duel, do_duel),
    "decline": Order(check_decline, do_decline),
    "pass": Order(check_pass, do_nothing, "side"),
    "end_activation": Order(check_end_activation, do_end_activation, "unit"),
}


class Rehearsal:
    """What would follow without dice: events applied to a state that nobody else sees."""

    def __init__(self, state: GameState) -> None:
        self._state = state

    @property
    def state(self) -> GameState:
        return self._state

    def emit(self, event: Event) -> None:
        self._state = apply(self._state, event)


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
        yield from do_end_activation(run, command)
    if unit is not None and command.do != "activate" and turns.check_activation(run.state, run.state.units[unit]):
        turns.begin_activation(run, unit)
