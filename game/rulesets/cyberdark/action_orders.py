"""Orders of an activation that attack nobody: aiming, evading, reloading, clearing, stabilising, ending (CD-H5)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap
from game.rulesets.common.given import model_by, target_of
from game.rulesets.cyberdark import meaning, nerves, turns
from game.rulesets.cyberdark.attack_orders import check_composure
from game.rulesets.cyberdark.conditions import guns, jammed, magazine, weapon_of
from game.rulesets.cyberdark.data import NUMBERS, kit, weapons
from game.rulesets.cyberdark.situation import plain_test
from game.rulesets.cyberdark.trials import resolve_test, turn_first
from game.units import within
from game.words import say


def item_name(item: str) -> str:
    """The name of something that can jam."""
    return weapons()[item].name if item in weapons() else kit()[item].name


def check_plain(state: GameState, command: Command) -> Verdict:
    """Aim and Evade ask for nothing but an action. CD-H5"""
    return turns.check_action(state, model_by(state, command))


def do_aim(run: Run, command: Command) -> Resolver:
    turn_first(run, command)
    turns.spend_action(run, command.by, "aim")
    model = model_by(run.state, command)
    nerves.tell(run, model, say("{name} aims.", name=model.name), "CD-H5")
    yield from ()


def do_evade(run: Run, command: Command) -> Resolver:
    turn_first(run, command)
    turns.spend_action(run, command.by, "evade")
    nerves.note(run, command.by, "CD-H12", evade=True)
    model = model_by(run.state, command)
    nerves.tell(run, model, say("{name} evades.", name=model.name), "CD-H12")
    yield from ()


def check_reload(state: GameState, command: Command) -> Verdict:
    """CD-H16"""
    model = model_by(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    weapon = meaning.weapon(command, guns(model))
    if not weapon:
        return refuse("CD-H16", say("{name} has no such gun.", name=model.name))
    if magazine(model, weapon) >= weapon_of(weapon).magazine:
        return refuse("CD-H16", say("The {weapon_of}'s magazine is full.", weapon_of=weapon_of(weapon).name))
    return YES


def do_reload(run: Run, command: Command) -> Resolver:
    turn_first(run, command)
    turns.spend_action(run, command.by, "reload")
    model = model_by(run.state, command)
    weapon = meaning.weapon(command, guns(model))
    full = weapon_of(weapon).magazine
    nerves.note(run, command.by, "CD-H16", magazine={**model.note("magazine", {}), weapon: full})
    nerves.tell(run, model, say("{name} reloads the {weapon_of}: {full}.", name=model.name,
                                weapon_of=weapon_of(weapon).name, full=full), "CD-H16")
    yield from ()


def check_clear(state: GameState, command: Command) -> Verdict:
    """CD-H17"""
    model = model_by(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if meaning.item(command) not in jammed(model):
        return refuse("CD-H17", say("{name} has no such jam to clear.", name=model.name))
    return check_composure(model, plain_test(model, "clear"), command)


def do_clear(run: Run, command: Command) -> Resolver:
    item = meaning.item(command)
    success = yield from resolve_test(run, command, plain_test(model_by(run.state, command), "clear"), "clear")
    if success:
        model = model_by(run.state, command)
        left = [i for i in jammed(model) if i != item]
        nerves.note(run, model.id, "CD-H17", jammed=left or None)
        nerves.tell(run, model, say("The {item_name} is clear.", item_name=item_name(item)), "CD-H17", "good")


def check_stabilise(state: GameState, command: Command) -> Verdict:
    """CD-H21"""
    model, target = model_by(state, command), target_of(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if target is None or target.side != model.side or target.id == model.id or not target.on_table:
        return refuse("CD-H21", "First Aid is for a friend on the table.")
    if not target.has("bleeding"):
        return refuse("CD-H21", say("{target} does not bleed.", target=target.name))
    if not within(gap(model.base, target.base), NUMBERS.stabilise):
        return refuse("CD-H21", say("{target} is not within {stabilise:g}″.", target=target.name,
                                    stabilise=NUMBERS.stabilise),
                      Mark(kind="ring", points=(target.base.at,), radius=target.radius + NUMBERS.stabilise, role="bad"))
    return check_composure(model, plain_test(model, "stabilise"), command)


def do_stabilise(run: Run, command: Command) -> Resolver:
    success = yield from resolve_test(run, command, plain_test(model_by(run.state, command), "stabilise"), "stabilise")
    if success:
        turns.stabilise(run, run.state.models[str(command.get("at"))])


def check_end(state: GameState, command: Command) -> Verdict:
    return turns.check_acting(state, model_by(state, command))


def do_end(run: Run, command: Command) -> Resolver:
    yield from turns.end_activation(run)
