"""Orders of an activation: each action checked and done (CD-H5 to H21)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.commands import Command
from game.engine.events import Moved
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap
from game.resolvers.sighting import blocked_marks
from game.rulesets.common.given import facing_of, model_by, target_of
from game.rulesets.cyberdark import attacks, hacking, meaning, movement, nerves, turns
from game.rulesets.cyberdark.conditions import (
    composure,
    engaged_with,
    guns,
    has_deck,
    is_conscious,
    jammed,
    loaded,
    magazine,
    melee_weapons,
    sight,
    weapon_of,
)
from game.rulesets.cyberdark.data import CYBERDECK, NUMBERS, kit, programs, weapons
from game.rulesets.cyberdark.situation import Attack, Test, attack_test, plain_test
from game.rulesets.cyberdark.throws import offer_reroll, roll
from game.table.model import Model
from game.units import within

WITH_COMPOSURE = "+composure"
"""What the answer to a free Fight ends with when Composure is spent on it."""


def item_name(item: str) -> str:
    """The name of something that can jam."""
    return weapons()[item].name if item in weapons() else kit()[item].name


def check_composure(model: Model, test: Test, command: Command) -> Verdict:
    """Whether the Composure that an order spends can be spent. CD-R13, CD-R14"""
    if not meaning.composure(command):
        return YES
    if not composure(model):
        return refuse("CD-R14", f"{model.name} has no Composure left.")
    if not test.takes_composure:
        return refuse("CD-R13", "The roll has two advantage dice already.")
    return YES


def _turn_first(run: Run, command: Command) -> None:
    """A free turn before an action. CD-H6"""
    facing, model = facing_of(command), model_by(run.state, command)
    if facing is not None:
        run.emit(Moved(model=model.id, path=(model.base.at, model.base.at), facing=facing, elevation=model.elevation,
                       how="turn", rule="CD-H6"))


# --- attacks


def _check_target(state: GameState, command: Command) -> Verdict:
    """A conscious enemy. CD-H11"""
    model, target = model_by(state, command), target_of(state, command)
    if target is None or target.side == model.side or not target.on_table:
        return refuse("CD-H11", "An attack names an enemy on the table.")
    if not is_conscious(target):
        return refuse("CD-H11", f"{target.name} is unconscious and cannot be attacked.",
                      Mark(kind="model", ref=target.id, role="bad"))
    return YES


def _attack(command: Command, kind: str, item: str, aimed_at: str = "") -> Attack:
    return Attack(kind=kind, by=command.by, at=str(command.get("at")), item=item, aimed_at=aimed_at,
                  composure=meaning.composure(command))


def _check_dice(state: GameState, command: Command, attack: Attack) -> Verdict:
    plain = Attack(kind=attack.kind, by=attack.by, at=attack.at, item=attack.item)
    return check_composure(model_by(state, command), attack_test(state, plain), command)


def check_gun(state: GameState, model: Model, weapon: str) -> Verdict:
    """Whether it could shoot with a gun at all. CD-H13, CD-H16, CD-H17"""
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if weapon not in guns(model):
        return refuse("CD-H5", f"{model.name} has no such gun.")
    name = weapon_of(weapon).name
    if weapon in jammed(model):
        return refuse("CD-H17", f"The {name} is jammed.")
    if not magazine(model, weapon):
        return refuse("CD-H16", f"The {name}'s magazine is empty.")
    if weapon_of(weapon).hands == 2 and engaged_with(state, model):
        return refuse("CD-H13", f"The {name} takes two hands and cannot shoot while {model.name} is engaged.")
    return YES


def check_shoot(state: GameState, command: Command) -> Verdict:
    """CD-H9, CD-H11"""
    model = model_by(state, command)
    weapon = meaning.weapon(command, guns(model))
    verdict = check_gun(state, model, weapon) and _check_target(state, command)
    if not verdict:
        return verdict
    target = state.models[str(command.get("at"))]
    gun, away = weapon_of(weapon), gap(model.base, target.base)
    if not within(away, gun.long):
        return refuse("CD-H9", f"{target.name} is {away:.1f}″ away; the {gun.name} reaches {gun.long:g}″.",
                      Mark(kind="ring", points=(model.base.at,), radius=gun.long + model.radius, role="bad"))
    seen = sight(state, model, target)
    if not seen.clear:
        return refuse("CD-H11", f"{model.name} does not see {target.name}.", *blocked_marks(seen))
    return _check_dice(state, command, _attack(command, "shoot", weapon))


def do_shoot(run: Run, command: Command) -> Resolver:
    weapon = meaning.weapon(command, guns(model_by(run.state, command)))
    yield from _do_attack(run, _attack(command, "shoot", weapon))


def check_melee(state: GameState, model: Model, weapon: str) -> Verdict:
    """Whether it could fight with a weapon at all. CD-H13, CD-H17"""
    if weapon not in melee_weapons(model):
        return refuse("CD-H13", f"{model.name} has no such melee weapon.")
    if weapon in jammed(model):
        return refuse("CD-H17", f"The {weapon_of(weapon).name} is jammed.")
    if not engaged_with(state, model):
        return refuse("CD-H13", f"{model.name} is engaged with nobody.")
    return YES


def check_fight(state: GameState, command: Command) -> Verdict:
    """CD-H11, CD-H13"""
    model = model_by(state, command)
    weapon = meaning.weapon(command, melee_weapons(model))
    verdict = turns.check_action(state, model) and _check_target(state, command) and check_melee(state, model, weapon)
    if not verdict:
        return verdict
    target = state.models[str(command.get("at"))]
    if target.id not in [e.id for e in engaged_with(state, model)]:
        return refuse("CD-H13", f"{model.name} is not engaged with {target.name}.",
                      Mark(kind="ring", points=(target.base.at,), radius=target.radius + NUMBERS.engaged, role="bad"))
    return _check_dice(state, command, _attack(command, "fight", weapon))


def do_fight(run: Run, command: Command) -> Resolver:
    weapon = meaning.weapon(command, melee_weapons(model_by(run.state, command)))
    yield from _do_attack(run, _attack(command, "fight", weapon))


def check_deck(state: GameState, model: Model) -> Verdict:
    """Whether it could hack at all. CD-H15, CD-H17"""
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if not has_deck(model):
        return refuse("CD-H15", f"{model.name} has no cyberdeck.")
    if CYBERDECK in jammed(model):
        return refuse("CD-H15", f"The cyberdeck of {model.name} is jammed.")
    return YES


def check_hack(state: GameState, command: Command) -> Verdict:
    """CD-H15"""
    model = model_by(state, command)
    verdict = check_deck(state, model)
    if not verdict:
        return verdict
    name = meaning.program(command, loaded(model))
    if not name:
        return refuse("CD-H15", f"{model.name} has no such program loaded.")
    verdict = _check_target(state, command)
    if not verdict:
        return verdict
    target = state.models[str(command.get("at"))]
    away = gap(model.base, target.base)
    if not within(away, NUMBERS.hack):
        return refuse("CD-H15", f"{target.name} is {away:.1f}″ away; a hack reaches {NUMBERS.hack:g}″.",
                      Mark(kind="ring", points=(model.base.at,), radius=NUMBERS.hack + model.radius, role="bad"))
    program, item = programs()[name], meaning.item(command)
    if not item and command.get("item"):
        return refuse("CD-H15", f"{target.name} has no such item.")
    verdict = hacking.check_needs(program, target) and hacking.check_item(program, target, item)
    return verdict and _check_dice(state, command, _attack(command, "hack", name))


def do_hack(run: Run, command: Command) -> Resolver:
    name = meaning.program(command, loaded(model_by(run.state, command)))
    yield from _do_attack(run, _attack(command, "hack", name, meaning.item(command)))


def _do_attack(run: Run, attack: Attack) -> Resolver:
    """The dice are counted before the action is spent: an Aim just before still counts. CD-H10"""
    model = run.state.models[attack.by]
    nerves.note(run, attack.by, "CD-H5", actions=int(model.note("actions", 0)) - 1)
    yield from attacks.resolve_attack(run, attack)
    nerves.note(run, attack.by, last=attack.kind)


# --- moving


def check_move(state: GameState, command: Command) -> Verdict:
    """CD-H7"""
    model = model_by(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if not command.get("path"):
        enemy = target_of(state, command)
        if enemy is not None:
            return refuse("CD-H7", f"{enemy.name} is out of reach of one Move.")
        return refuse("CD-H7", "A Move needs a path.")
    return movement.check_path(state, model, meaning.path(command))


def do_move(run: Run, command: Command) -> Resolver:
    """Whoever it breaks off from strikes first. CD-H14"""
    model = model_by(run.state, command)
    turns.spend_action(run, model.id, "move")
    for striker in engaged_with(run.state, model):
        yield from _offer_free_fight(run, striker, model)
        if not is_conscious(run.state.models[model.id]):
            return
    movement.resolve_move(run, model.id, meaning.path(command), facing_of(command))


def _offer_free_fight(run: Run, striker: Model, mover: Model) -> Resolver:
    """A Fight that costs nothing, or none; the striker picks its weapon. CD-H14"""
    answer = yield free_fight(run.state, striker, mover)
    if answer is None:
        return
    weapon = str(answer).removesuffix(WITH_COMPOSURE)
    yield from attacks.free_fight(run, striker.id, mover.id, weapon, str(answer).endswith(WITH_COMPOSURE))


def free_fight(state: GameState, striker: Model, mover: Model) -> Ask:
    """The question, with every weapon that works, plain and with Composure."""
    found = []
    for weapon in melee_weapons(striker):
        if weapon in jammed(striker):
            continue
        title, hint = weapon_of(weapon).name, f"{weapon_of(weapon).dice}k6"
        found.append(Candidate(weapon, title=title, hint=hint))
        test = attack_test(state, Attack(kind="fight", by=striker.id, at=mover.id, item=weapon, free=True))
        if composure(striker) and test.takes_composure:
            found.append(Candidate(weapon + WITH_COMPOSURE, title=f"{title}, 1 Composure", hint=hint))
    return Ask(side=striker.side, question="free_fight", subject=striker.id, rule="CD-H14", icon="crossed-swords",
               prompt=f"{mover.name} breaks off: a free Fight of {striker.name}?",
               need=Need(key="free_fight", kind="choice", candidates=tuple(found)))


# --- the rest


def check_plain(state: GameState, command: Command) -> Verdict:
    """Aim and Evade ask for nothing but an action. CD-H5"""
    return turns.check_action(state, model_by(state, command))


def do_aim(run: Run, command: Command) -> Resolver:
    _turn_first(run, command)
    turns.spend_action(run, command.by, "aim")
    model = model_by(run.state, command)
    nerves.tell(run, model, f"{model.name} aims.", "CD-H5")
    yield from ()


def do_evade(run: Run, command: Command) -> Resolver:
    _turn_first(run, command)
    turns.spend_action(run, command.by, "evade")
    nerves.note(run, command.by, "CD-H12", evade=True)
    model = model_by(run.state, command)
    nerves.tell(run, model, f"{model.name} evades.", "CD-H12")
    yield from ()


def check_reload(state: GameState, command: Command) -> Verdict:
    """CD-H16"""
    model = model_by(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    weapon = meaning.weapon(command, guns(model))
    if not weapon:
        return refuse("CD-H16", f"{model.name} has no such gun.")
    if magazine(model, weapon) >= weapon_of(weapon).magazine:
        return refuse("CD-H16", f"The {weapon_of(weapon).name}'s magazine is full.")
    return YES


def do_reload(run: Run, command: Command) -> Resolver:
    _turn_first(run, command)
    turns.spend_action(run, command.by, "reload")
    model = model_by(run.state, command)
    weapon = meaning.weapon(command, guns(model))
    full = weapon_of(weapon).magazine
    nerves.note(run, command.by, "CD-H16", magazine={**model.note("magazine", {}), weapon: full})
    nerves.tell(run, model, f"{model.name} reloads the {weapon_of(weapon).name}: {full}.", "CD-H16")
    yield from ()


def check_clear(state: GameState, command: Command) -> Verdict:
    """CD-H17"""
    model = model_by(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if meaning.item(command) not in jammed(model):
        return refuse("CD-H17", f"{model.name} has no such jam to clear.")
    return check_composure(model, plain_test(model, "clear"), command)


def do_clear(run: Run, command: Command) -> Resolver:
    item = meaning.item(command)
    success = yield from _tested(run, command, "clear")
    if success:
        model = model_by(run.state, command)
        left = [i for i in jammed(model) if i != item]
        nerves.note(run, model.id, "CD-H17", jammed=left or None)
        nerves.tell(run, model, f"The {item_name(item)} is clear.", "CD-H17", "good")


def check_stabilise(state: GameState, command: Command) -> Verdict:
    """CD-H21"""
    model, target = model_by(state, command), target_of(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if target is None or target.side != model.side or target.id == model.id or not target.on_table:
        return refuse("CD-H21", "First Aid is for a friend on the table.")
    if not target.has("bleeding"):
        return refuse("CD-H21", f"{target.name} does not bleed.")
    if not within(gap(model.base, target.base), NUMBERS.stabilise):
        return refuse("CD-H21", f"{target.name} is not within {NUMBERS.stabilise:g}″.",
                      Mark(kind="ring", points=(target.base.at,), radius=target.radius + NUMBERS.stabilise, role="bad"))
    return check_composure(model, plain_test(model, "stabilise"), command)


def do_stabilise(run: Run, command: Command) -> Resolver:
    success = yield from _tested(run, command, "stabilise")
    if success:
        turns.stabilise(run, run.state.models[str(command.get("at"))])


def _tested(run: Run, command: Command, action: str) -> Generator[Ask, Any, bool]:
    """A test without a defence roll; a critical success gives the action back. CD-D2, CD-H19"""
    _turn_first(run, command)
    model = model_by(run.state, command)
    test = plain_test(model, action)
    turns.spend_action(run, model.id, action)
    if meaning.composure(command):
        nerves.spend_composure(run, model.id)
        test = test.with_composure()
    made = roll(run, test, "CD-3.1")
    if not made.success:
        made = yield from offer_reroll(run, made, test.level)
    if made.fumble:
        nerves.critical_failure(run, model.id)
    if made.critical:
        nerves.note(run, model.id, "CD-H19", actions=int(run.state.models[model.id].note("actions", 0)) + 1)
        nerves.tell(run, model, f"{model.name} loses no time over it.", "CD-H19", "good")
    return made.success


def check_end(state: GameState, command: Command) -> Verdict:
    return turns.check_acting(state, model_by(state, command))


def do_end(run: Run, command: Command) -> Resolver:
    yield from turns.end_activation(run)
