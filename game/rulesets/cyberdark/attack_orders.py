"""Orders of attacks: shooting, fighting, hacking, and the free Fights of those that a Move leaves (CD-H7 to H16)."""
from __future__ import annotations

from game.engine.commands import Command
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
from game.rulesets.cyberdark.data import CYBERDECK, NUMBERS, programs
from game.rulesets.cyberdark.situation import Attack, Test, attack_test
from game.table.model import Model
from game.units import within
from game.words import say

WITH_COMPOSURE = "+composure"
"""What the answer to a free Fight ends with when Composure is spent on it."""


def check_composure(model: Model, test: Test, command: Command) -> Verdict:
    """Whether the Composure that an order spends can be spent. CD-R13, CD-R14"""
    if not meaning.composure(command):
        return YES
    if not composure(model):
        return refuse("CD-R14", say("{name} has no Composure left.", name=model.name))
    if not test.takes_composure:
        return refuse("CD-R13", "The roll has two advantage dice already.")
    return YES


def _check_target(state: GameState, command: Command) -> Verdict:
    """A conscious enemy. CD-H11"""
    model, target = model_by(state, command), target_of(state, command)
    if target is None or target.side == model.side or not target.on_table:
        return refuse("CD-H11", "An attack names an enemy on the table.")
    if not is_conscious(target):
        return refuse("CD-H11", say("{target} is unconscious and cannot be attacked.", target=target.name),
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
        return refuse("CD-H5", say("{name} has no such gun.", name=model.name))
    name = weapon_of(weapon).name
    if weapon in jammed(model):
        return refuse("CD-H17", say("The {name} is jammed.", name=name))
    if not magazine(model, weapon):
        return refuse("CD-H16", say("The {name}'s magazine is empty.", name=name))
    if weapon_of(weapon).hands == 2 and engaged_with(state, model):
        return refuse("CD-H13", say("The {weapon} takes two hands and cannot shoot while {name} is engaged.",
                                    weapon=name, name=model.name))
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
        return refuse("CD-H9", say("{target} is {away:.1f}″ away; the {gun} reaches {long:g}″.", target=target.name,
                                   away=away, gun=gun.name, long=gun.long),
                      Mark(kind="ring", points=(model.base.at,), radius=gun.long + model.radius, role="bad"))
    seen = sight(state, model, target)
    if not seen.clear:
        return refuse("CD-H11", say("{name} does not see {target}.", name=model.name, target=target.name),
                      *blocked_marks(seen))
    return _check_dice(state, command, _attack(command, "shoot", weapon))


def do_shoot(run: Run, command: Command) -> Resolver:
    weapon = meaning.weapon(command, guns(model_by(run.state, command)))
    yield from _do_attack(run, _attack(command, "shoot", weapon))


def check_melee(state: GameState, model: Model, weapon: str) -> Verdict:
    """Whether it could fight with a weapon at all. CD-H13, CD-H17"""
    if weapon not in melee_weapons(model):
        return refuse("CD-H13", say("{name} has no such melee weapon.", name=model.name))
    if weapon in jammed(model):
        return refuse("CD-H17", say("The {weapon_of} is jammed.", weapon_of=weapon_of(weapon).name))
    if not engaged_with(state, model):
        return refuse("CD-H13", say("{name} is engaged with nobody.", name=model.name))
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
        return refuse("CD-H13", say("{name} is not engaged with {target}.", name=model.name, target=target.name),
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
        return refuse("CD-H15", say("{name} has no cyberdeck.", name=model.name))
    if CYBERDECK in jammed(model):
        return refuse("CD-H15", say("The cyberdeck of {name} is jammed.", name=model.name))
    return YES


def check_hack(state: GameState, command: Command) -> Verdict:
    """CD-H15"""
    model = model_by(state, command)
    verdict = check_deck(state, model)
    if not verdict:
        return verdict
    name = meaning.program(command, loaded(model))
    if not name:
        return refuse("CD-H15", say("{name} has no such program loaded.", name=model.name))
    verdict = _check_target(state, command)
    if not verdict:
        return verdict
    target = state.models[str(command.get("at"))]
    away = gap(model.base, target.base)
    if not within(away, NUMBERS.hack):
        return refuse("CD-H15", say("{target} is {away:.1f}″ away; a hack reaches {hack:g}″.", target=target.name,
                                    away=away, hack=NUMBERS.hack),
                      Mark(kind="ring", points=(model.base.at,), radius=NUMBERS.hack + model.radius, role="bad"))
    program, item = programs()[name], meaning.item(command)
    if not item and command.get("item"):
        return refuse("CD-H15", say("{target} has no such item.", target=target.name))
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
            return refuse("CD-H7", say("{enemy} is out of reach of one Move.", enemy=enemy.name))
        return refuse("CD-H7", "A Move needs a path.")
    return movement.check_path(state, model, meaning.path(command))


def do_move(run: Run, command: Command) -> Resolver:
    """Whoever it breaks off from strikes first. CD-H14"""
    model = model_by(run.state, command)
    turns.spend_action(run, model.id, "move")
    yield from free_fights(run, model)
    if is_conscious(run.state.models[model.id]):
        movement.resolve_move(run, model.id, meaning.path(command), facing_of(command))


def free_fights(run: Run, model: Model) -> Resolver:
    """Of each enemy that it leaves, until it falls. CD-H14"""
    for striker in engaged_with(run.state, model):
        yield from _offer_free_fight(run, striker, model)
        if not is_conscious(run.state.models[model.id]):
            return


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
        title, hint = weapon_of(weapon).name, say("{dice}k6", dice=weapon_of(weapon).dice)
        found.append(Candidate(weapon, title=title, hint=hint))
        test = attack_test(state, Attack(kind="fight", by=striker.id, at=mover.id, item=weapon, free=True))
        if composure(striker) and test.takes_composure:
            found.append(Candidate(weapon + WITH_COMPOSURE, title=say("{title}, 1 Composure", title=title), hint=hint))
    return Ask(side=striker.side, question="free_fight", subject=striker.id, rule="CD-H14", icon="crossed-swords",
               prompt=say("{mover} breaks off: a free Fight of {striker}?", mover=mover.name, striker=striker.name),
               need=Need(key="free_fight", kind="choice", candidates=tuple(found)))
