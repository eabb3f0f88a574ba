"""What an order would bring, told by the rules that resolve it."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry import path as paths
from game.resolvers.keeping import chance, faces
from game.resolvers.moving import walked
from game.rulesets.common.given import target_of
from game.rulesets.cyberdark import meaning, movement, odds
from game.rulesets.cyberdark.conditions import (
    actions,
    engaged_with,
    guns,
    is_conscious,
    jammed,
    loaded,
    magazine,
    melee_weapons,
    sees,
)
from game.rulesets.cyberdark.data import NUMBERS
from game.rulesets.cyberdark.situation import Attack, Test, attack_test, cover_between, defence_test, plain_test
from game.rulesets.cyberdark.throws import skill_name
from game.table.model import Model

IDLE = 0.2
"""Points that Evade is worth to one who has nothing better to do."""
JAM, WOUND = 0.15, 0.3
"""The share of its points that a character gains by a jam less, and by being stabilised."""


def preview(state: GameState, command: Command) -> Preview | None:
    """The odds of an order; None where that says nothing."""
    model, target = state.models.get(command.by), target_of(state, command)
    if model is None or not model.on_table:
        return None
    if command.do in ("shoot", "fight", "hack") and target is not None and target.on_table:
        attack = attack_of(model, command)
        return _attack(state, attack) if attack is not None else None
    match command.do:
        case "move":
            return _move(state, model, command)
        case "clear":
            return _test(plain_test(model, "clear"), command, JAM * model.points)
        case "stabilise" if target is not None:
            return _test(plain_test(model, "stabilise"), command, WOUND * target.points)
        case "aim":
            return Preview(lines=("+1 on a shot right after",))
        case "evade":
            return _evade(state, model)
        case "reload":
            return _reload(model, command)
    return None


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
    kept = {-2: "3 dice, the highest kept", -1: "2 dice, the higher kept", 0: "1 die", 1: "2 dice, the lower kept",
            2: "3 dice, the lowest kept"}[test.net]
    why = ", ".join(f"{name} {_signed(n)}" for name, n in test.parts)
    return f"{skill_name(test.skill)} {test.level}: {kept}" + (f" ({why})" if why else "")


def _signed(n: int) -> str:
    return f"{n:+d}".replace("-", "−")


def _attack(state: GameState, attack: Attack) -> Preview:
    found = odds.attack_odds(state, attack)
    test, defence = attack_test(state, attack), defence_test(state, attack)
    lines = [told(test), f"against {told(defence)}" if defence else "no defence roll"]
    if attack.pool:
        lines.append(f"{attack.pool}k6, each of {NUMBERS.damage} or more takes 1 PO")
    by, at = state.models[attack.by].base, state.models[attack.at].base
    marks = [Mark(kind="line", points=(by.at, at.at), role="act")]
    if attack.kind == "shoot":
        marks += [Mark(kind="piece", ref=piece, role="info") for piece in cover_between(state.scene, by, at)[1]]
    return Preview(chance=found.hit, harm=found.harm if attack.pool else None, unit="PO",
                   worth=odds.worth_of(state, attack, found), lines=tuple(lines), marks=tuple(marks),
                   outcomes=(("falls", found.falls), ("critical", found.critical)))


def _test(test: Test, command: Command, worth: float) -> Preview:
    test = test.with_composure() if meaning.composure(command) else test
    found = float(chance(test.level, test.net))
    return Preview(chance=found, worth=worth * found, lines=(told(test),),
                   outcomes=(("critical failure", float(faces(test.net).worst)),))


def _move(state: GameState, model: Model, command: Command) -> Preview | None:
    path = meaning.path(command)
    if not path:
        return None
    way = walked(model, path)
    lines = [f"{paths.path_cost(state.scene, model.base, way, movement.RATES, climb=None):.1f} of "
             f"{movement.inches_of(model):g}″"]
    strikers = engaged_with(state, model)
    lines += [f"{e.name} may strike first, for nothing" for e in strikers]
    danger = -sum(best_blow(state, e, model) for e in strikers)
    enemy = target_of(state, command)
    if enemy is None:
        return Preview(lines=tuple(lines), worth=danger or None)
    blow = best_blow(state, model, enemy) if actions(model) > 1 else 0.0
    return Preview(lines=(*lines, f"then engaged with {enemy.name}"), worth=blow + danger)


def best_blow(state: GameState, model: Model, target: Model) -> float:
    """The points that its best Fight should take from a target."""
    blows = [Attack(kind="fight", by=model.id, at=target.id, item=w, free=True) for w in melee_weapons(model)
             if w not in jammed(model)]
    return max(odds.worth_of(state, blow, odds.attack_odds(state, blow)) for blow in blows)


def _evade(state: GameState, model: Model) -> Preview:
    """Worth something as the last action of one who can be seen."""
    watched = any(is_conscious(e) and sees(state, e, model) for e in state.enemies(model.side))
    last = actions(model) == 1 and watched and not model.note("evade") and model.note("last") != "aim"
    busy = engaged_with(state, model) or _has_shot(state, model)
    return Preview(worth=IDLE if last and not busy else 0.0, lines=("Dodge against every shot until it acts again",))


def _has_shot(state: GameState, model: Model) -> bool:
    """Whether it could still attack somebody it sees."""
    ready = [g for g in guns(model) if magazine(model, g) and g not in jammed(model)]
    return bool(ready) and any(is_conscious(e) and sees(state, model, e) for e in state.enemies(model.side))


def _reload(model: Model, command: Command) -> Preview:
    """Worth something when nothing that works is loaded."""
    ready = [g for g in guns(model) if magazine(model, g) and g not in jammed(model)]
    weapon = meaning.weapon(command, guns(model))
    empty = bool(weapon) and not ready and weapon not in jammed(model)
    return Preview(worth=1.0 if empty else 0.0)
