"""What an order would bring, told by the rules that resolve it."""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry import path as paths
from game.geometry.obstacles import NO_TOPS
from game.geometry.path import can_stand
from game.resolvers import deploying
from game.resolvers.keeping import chance, faces
from game.resolvers.moving import walked
from game.rulesets.common.given import piece_of, target_of
from game.rulesets.common.orders import with_fields
from game.rulesets.cyberdark import (
    carrying,
    goals,
    interior_orders,
    lairs,
    meaning,
    mission,
    movement,
    odds,
    prices,
    stances,
    threat,
)
from game.rulesets.cyberdark.conditions import (
    actions,
    composure,
    engaged_with,
    guns,
    is_conscious,
    jammed,
    lair,
    loaded,
    melee_weapons,
)
from game.rulesets.cyberdark.data import NUMBERS
from game.rulesets.cyberdark.situation import Attack, Test, attack_test, cover_between, defence_test, plain_test
from game.rulesets.cyberdark.throws import skill_name
from game.table.model import Model
from game.units import towards
from game.words import joined, say, signed

SPRING, HEARD = 6.0, 9.0
"""Points that whoever lies in wait must expect of its first attacks to step out, and inches from which on it does
anyway."""
ROLLED = ("shoot", "fight", "hack", "clear", "stabilise", "unlock", "access")


def preview(state: GameState, command: Command) -> Preview | None:
    """The odds of an order; None where that says nothing."""
    model, target = state.models.get(command.by), target_of(state, command)
    if model is None or not model.on_table:
        return _hidden(state, model, command) if model is not None else None
    if command.do in ("shoot", "fight", "hack") and target is not None and target.on_table:
        attack = attack_of(model, command)
        return _attack(state, attack) if attack is not None else None
    match command.do:
        case "move" | "carry":
            return _move(state, model, command)
        case "clear":
            return _test(state, plain_test(model, "clear"), command, prices.JAM * model.points)
        case "stabilise" if target is not None:
            return _test(state, plain_test(model, "stabilise"), command, goals.STABILISED * target.points)
        case "aim":
            return Preview(lines=(say("+1 on a shot right after"),), worth=stances.aim_worth(state, model))
        case "evade":
            return Preview(lines=(say("Dodge against every shot until it acts again"),),
                           worth=stances.evade_worth(state, model))
        case "reload":
            gun = meaning.weapon(command, guns(model))
            return Preview(worth=stances.reload_worth(state, model, gun)) if gun else None
        case "door" | "unlock" | "access":
            return _piece(state, model, command)
        case "leave":
            return Preview(worth=_leave_worth(state, model, command))
    return None


def _hidden(state: GameState, model: Model, command: Command) -> Preview | None:
    """Stepping out is worth its attacks from there or from nearby, and something as soon as an enemy comes near."""
    if command.do != "step_out" or lair(model) is None:
        return None
    at, enemies = lairs.base_in(model).at, [e for e in state.enemies(model.side) if is_conscious(e)]
    ring = [towards(at, turn, far) for turn in range(0, 360, 45) for far in (2.5, movement.inches_of(model))]
    free = [p for p in ring if can_stand(state.scene, deploying.standing(model, p), tops=NO_TOPS) is None]
    worth = float(threat.harm_from(state, model, np.array([at, *free])).max())
    near = any(math.dist(e.base.at, at) <= HEARD for e in enemies)
    return Preview(worth=max(worth, 1.0) if near else worth if worth > SPRING else 0.0)


def variants(state: GameState, command: Command) -> Sequence[Command]:
    """With Composure and without it, where a roll of the order takes it and there is some. CD-R13"""
    model = state.models.get(command.by)
    if model is None or not composure(model) or command.do not in ROLLED or meaning.composure(command):
        return (command,)
    return command, with_fields(command, composure=1)


def attack_of(model: Model, command: Command) -> Attack | None:
    """The attack that a command means; None for one that names nothing of the model's."""
    item = {"shoot": lambda: meaning.weapon(command, guns(model)),
            "fight": lambda: meaning.weapon(command, melee_weapons(model)),
            "hack": lambda: meaning.program(command, loaded(model))}[command.do]()
    if not item:
        return None
    return Attack(kind=command.do, by=model.id, at=str(command.get("at")), item=item, aimed_at=meaning.item(command),
                  composure=meaning.composure(command))


def told(test: Test) -> str:
    """'Shooting 7, two dice, the higher kept: long range −1'."""
    kept = {-2: say("3 dice, the highest kept"), -1: say("2 dice, the higher kept"), 0: say("1 die"),
            1: say("2 dice, the lower kept"), 2: say("3 dice, the lowest kept")}[test.net]
    line = say("{skill} {level}: {kept}", skill=skill_name(test.skill), level=test.level, kept=kept)
    why = joined(", ", [joined(" ", (name, signed(n))) for name, n in test.parts])
    return say("{line} ({why})", line=line, why=why) if why else line


def _attack(state: GameState, attack: Attack) -> Preview:
    found = odds.attack_odds(state, attack)
    test, defence = attack_test(state, attack), defence_test(state, attack)
    lines = [told(test), say("against {defence}", defence=told(defence)) if defence else say("no defence roll")]
    if attack.pool:
        lines.append(say("{pool}k6, each of {damage} or more takes 1 PO", pool=attack.pool, damage=NUMBERS.damage))
    by, at = state.models[attack.by].base, state.models[attack.at].base
    marks = [Mark(kind="line", points=(by.at, at.at), role="act")]
    if attack.kind == "shoot":
        marks += [Mark(kind="piece", ref=piece, role="info") for piece in cover_between(state.scene, by, at)[1]]
    price = prices.of_composure(state, state.models[attack.by]) if attack.composure else 0.0
    worth = odds.worth_of(state, attack, found) - price
    return Preview(chance=found.hit, harm=found.harm if attack.pool else None, unit="PO",
                   worth=worth, lines=tuple(lines), marks=tuple(marks),
                   outcomes=((say("falls"), found.falls), (say("critical"), found.critical)))


def _test(state: GameState, test: Test, command: Command, worth: float, clears: str = "") -> Preview:
    """`worth` is what success brings."""
    spent = meaning.composure(command)
    price = prices.of_composure(state, state.models[test.by]) if spent else 0.0
    test = test.with_composure() if spent else test
    found = float(chance(test.level, test.net))
    return Preview(chance=found, worth=worth * found - price, lines=(told(test),), clears=clears,
                   outcomes=((say("critical failure"), float(faces(test.net).worst)),))


def _move(state: GameState, model: Model, command: Command) -> Preview | None:
    path = meaning.path(command)
    if not path:
        return None
    way = walked(model, path)
    inches = carrying.inches_of(model) if command.do == "carry" else movement.inches_of(model)
    lines = [say("{path_cost:.1f} of {inches:g}″",
                 path_cost=paths.path_cost(state.scene, model.base, way, movement.RATES, climb=None), inches=inches)]
    strikers = engaged_with(state, model)
    lines += [say("{e} may strike first, for nothing", e=e.name) for e in strikers]
    danger = -sum(best_blow(state, e, model) for e in strikers)
    enemy = target_of(state, command)
    if enemy is None or enemy.side == model.side:
        return Preview(lines=tuple(lines), worth=danger or None)
    blow = best_blow(state, model, enemy) if actions(model) > 1 else 0.0
    return Preview(lines=(*lines, say("then engaged with {enemy}", enemy=enemy.name)), worth=blow + danger)


def best_blow(state: GameState, model: Model, target: Model) -> float:
    """The points that its best Fight should take from a target."""
    blows = [Attack(kind="fight", by=model.id, at=target.id, item=w, free=True) for w in melee_weapons(model)
             if w not in jammed(model)]
    return max(odds.worth_of(state, blow, odds.attack_odds(state, blow)) for blow in blows)


def _piece(state: GameState, model: Model, command: Command) -> Preview | None:
    """Opening a door clears the way; closing one brings nothing that could be told."""
    piece = piece_of(state, command)
    if piece is None:
        return None
    if command.do == "access":
        test = interior_orders.access_test(state, model)
        return _test(state, test, command, goals.prize_in(state, model, piece))
    if command.do == "unlock":
        return _test(state, interior_orders.unlock_test(state, model, piece), command, 0.0, clears=piece.id)
    opens = piece.state != interior_orders.OPEN
    return Preview(worth=0.0, clears=piece.id if opens else "")


def _leave_worth(state: GameState, model: Model, command: Command) -> float:
    """A part of the mission, where leaving is one."""
    found = mission.mission(state)
    if found is None or found.side != model.side:
        return 0.0
    taken = str(command.get("take", "")) in mission.fallen_left(state, found)
    return goals.share(found) * goals.HOMEWARD if taken else goals.share(found) * bool(mission.walkers(state, found))
