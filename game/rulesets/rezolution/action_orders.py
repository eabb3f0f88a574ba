"""Orders of the action step: shooting, throwing, fighting, executing, craft powers (RZ-3.5, RZ-R15, RZ-R16, RZ-R31)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.common.given import facing_of, model_by, target_of
from game.rulesets.rezolution import close, movement, powers, ranged, targets, turns
from game.rulesets.rezolution.conditions import is_engaged, touched_enemies
from game.rulesets.rezolution.data import Gear
from game.rulesets.rezolution.meaning import gear_of, turned
from game.table.model import Model
from game.words import say


def check_ready(state: GameState, model: Model, *, locked_ok: bool = False, prone_ok: bool = False) -> Verdict:
    """Whether the model may take an action, as it stands. RZ-R15, RZ-R16, RZ-R31, RZ-R26"""
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if model.has("prone") and not prone_ok:
        return refuse("RZ-R31", say("{name} is prone and cannot do that.", name=model.name))
    if not locked_ok:
        if is_engaged(state, model):
            return refuse("RZ-R16", say("{name} is locked in close combat.", name=model.name))
        if model.note("charged"):
            return refuse("RZ-R26", say("{name} charged: it attacks in close combat.", name=model.name))
    return YES


def _bound_by_charge(state: GameState, model: Model, target: Model) -> Verdict:
    """A charger's action goes against the enemy it charged while that one is there: in play and in contact. RZ-R26"""
    charged = model.note("charged")
    if charged and charged != target.id and any(e.id == charged for e in touched_enemies(state, model)):
        return refuse("RZ-R26", say("{name} charged {models} and must attack it.", name=model.name,
                                    models=state.models[charged].name))
    return YES


def _ready(
    state: GameState, command: Command, *, locked_ok: bool = False, prone_ok: bool = False
) -> tuple[GameState, Model, Verdict]:
    """The state after the free turn that a command asks for, its model there, and whether that may take an action."""
    state, verdict = turned(state, command)
    model = model_by(state, command)
    return state, model, verdict and check_ready(state, model, locked_ok=locked_ok, prone_ok=prone_ok)


def check_shoot(state: GameState, command: Command) -> Verdict:
    state, model, verdict = _ready(state, command, prone_ok=True)
    if not verdict:
        return verdict
    weapon = gear_of(model, command, "weapon", "ranged")
    if weapon is None:
        return refuse("RZ-6.3", say("{name} has no such gun.", name=model.name))
    if model.note("jammed"):
        return refuse("RZ-6.7", say("The {weapon} of {name} is jammed for the game.", weapon=weapon[1].name,
                                    name=model.name))
    target = target_of(state, command)
    if target is None:
        return refuse("RZ-6.2", "A shot needs an enemy to aim at.")
    return targets.check_target(state, ranged.shot_of(model, weapon[1]), target)


def do_shoot(run: Run, command: Command) -> Resolver:
    model, gun = yield from _use(run, command, "weapon", "ranged")
    if model.note("acted"):
        yield from ranged.resolve_shot(run, ranged.shot_of(model, gun), str(command.get("at")))


def check_throw(state: GameState, command: Command) -> Verdict:
    state, model, verdict = _ready(state, command, prone_ok=True)
    if not verdict:
        return verdict
    grenade = gear_of(model, command, "weapon", "grenade")
    if grenade is None:
        return refuse("RZ-6.11", say("{name} has no such grenade.", name=model.name))
    shot = ranged.shot_of(model, grenade[1])
    if command.get("point") is not None:
        point = command.get("point")
        return targets.check_point(state, shot, (float(point[0]), float(point[1])))
    target = target_of(state, command)
    if target is None:
        return refuse("RZ-6.11", "A grenade needs an enemy or a point to aim at.")
    return targets.check_target(state, shot, target)


def do_throw(run: Run, command: Command) -> Resolver:
    model, grenade = yield from _use(run, command, "weapon", "grenade")
    if not model.note("acted"):
        return
    shot = ranged.shot_of(model, grenade)
    if command.get("point") is not None:
        x, y = command.get("point")
        yield from ranged.resolve_throw_at_point(run, shot, (float(x), float(y)))
    else:
        yield from ranged.resolve_throw_at_model(run, shot, str(command.get("at")))


def check_fight(state: GameState, command: Command) -> Verdict:
    state, model, verdict = _ready(state, command, locked_ok=True)
    target = target_of(state, command)
    if not verdict:
        return verdict
    if target is None:
        return refuse("RZ-7.1", "A close combat needs an enemy in contact.")
    return close.check_contact(state, model, target, "RZ-7.1") and _bound_by_charge(state, model, target)


def do_fight(run: Run, command: Command) -> Resolver:
    yield from before_action(run, command)
    if model_by(run.state, command).note("acted"):
        yield from close.resolve_fight(run, command.by, str(command.get("at")))


def check_execute(state: GameState, command: Command) -> Verdict:
    state, model, verdict = _ready(state, command, locked_ok=True)
    target = target_of(state, command)
    if not verdict:
        return verdict
    if target is None:
        return refuse("RZ-11.3", "An execution needs a prone enemy in contact.")
    return close.check_execution(state, model, target) and _bound_by_charge(state, model, target)


def do_execute(run: Run, command: Command) -> Resolver:
    yield from before_action(run, command)
    if model_by(run.state, command).note("acted"):
        yield from close.resolve_execution(run, command.by, str(command.get("at")))


def check_power(state: GameState, command: Command) -> Verdict:
    state, verdict = turned(state, command)
    model, target = model_by(state, command), target_of(state, command)
    power = gear_of(model, command, "power", "power")
    if power is None:
        return refuse("RZ-9.1", say("{name} has no such craft power.", name=model.name))
    verdict = verdict and check_ready(state, model, locked_ok=power[1].close, prone_ok=not power[1].close)
    if not verdict:
        return verdict
    if target is None:
        return refuse("RZ-9.2", say("{power} needs an enemy to be used on.", power=power[1].name))
    if power[1].close:
        return close.check_contact(state, model, target, "RZ-R51") and _bound_by_charge(state, model, target)
    return targets.check_target(state, powers.shot_of_power(model, power[1]), target)


def do_power(run: Run, command: Command) -> Resolver:
    model, power = yield from _use(run, command, "power", "power")
    if model.note("acted"):
        resolve = powers.resolve_close_power if power.close else powers.resolve_ranged_power
        yield from resolve(run, command.by, power, str(command.get("at")))


def before_action(run: Run, command: Command) -> Resolver:
    """The free turn a command asks for, then the end of movement, then the action is spent."""
    facing = facing_of(command)
    if facing is not None:
        movement.resolve_turn(run, command.by, facing)
    yield from turns.spend_action(run, command.by)


def _use(run: Run, command: Command, key: str, kind: str) -> Generator[Ask, Any, tuple[Model, Gear]]:
    """Spends the action on a piece of gear; the model as it is then (it may have lost its action), and the gear."""
    yield from before_action(run, command)
    model = model_by(run.state, command)
    item = gear_of(model, command, key, kind)
    assert item is not None
    return model, item[1]
