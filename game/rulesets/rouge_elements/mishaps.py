"""Critical failures: a weapon's entry, Overheat! and Grenade! (RE-6.5, T8, T9, RE-R32, R35, R36, R46)."""
from __future__ import annotations

import operator
from collections.abc import Generator
from typing import Any

from msgspec.structs import replace

from game.engine.events import Said
from game.engine.requests import Ask
from game.engine.run import Run
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import areas, arms, items, pushes, tally
from game.rulesets.rouge_elements.arms import Item, Weapon
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.damage import Hit, strength, strike
from game.rulesets.rouge_elements.harm import Aftermath, lose_wounds
from game.rulesets.rouge_elements.scatter import stray
from game.rulesets.rouge_elements.throws import number, roll
from game.units import heading
from game.words import say

Steps = Generator[Ask, Any, None]


def entry(run: Run, attack: Attack, after: Aftermath) -> Steps:
    """What a critical failure's entry does besides losing the shot. RE-D2, RE-D3"""
    fail, user = attack.weapon.fail, attack.by
    if fail is None:
        return
    if fail.wounds:
        lose_wounds(run, user, fail.wounds, after, rule="RE-R46")
    if fail.wound_dice[0]:
        wounds = yield from number(run, "entry", fail.wound_dice, by=user, reason="the user's wounds", rule="RE-R46",
                                   worth=operator.neg)
        lose_wounds(run, user, wounds, after, rule="RE-R46")
    if fail.jams and attack.item:
        _change(run, user, attack.item, jammed=True)
    if fail.turns and attack.item:
        _change(run, user, attack.item, silent=run.state.round + fail.turns)
    if fail.hit:
        yield from _hits_user(run, attack, fail.hit, burns=fail.hit_burns, after=after)
    if fail.push and user not in after.dead:
        model, target = run.state.models[user], run.state.models[attack.at]
        yield from pushes.push(run, user, target.base.at, attack.weapon.push, after, by=user,
                               away=heading(target.base.at, model.base.at))
    if fail.overheat:
        yield from overheat(run, attack, after)
    if fail.grenade:
        yield from grenade(run, attack, after)


def _hits_user(run: Run, attack: Attack, power: int, *, burns: bool, after: Aftermath) -> Steps:
    """An automatic hit on the user: damage and location as normal, nothing special unless named. RE-R46"""
    weapon = Weapon(name=attack.weapon.name, kind=attack.weapon.kind, points=0, icon=attack.weapon.icon, burning=burns)
    yield from strike(run, Hit(victim=attack.by, by=attack.by, weapon=weapon, dam=power, far=False,
                               attack=False), after)


def _change(run: Run, user: str, name: str, **values: Any) -> None:
    now = next((i for i in items.items(run.state.models[user]) if i.id == name), None)
    if now is not None:
        items.change_item(run, user, replace(now, **values))


def own_item(run: Run, attack: Attack) -> Item | None:
    return next((i for i in items.items(run.state.models[attack.by]) if i.id == attack.item), None)


def _row(total: int) -> int:
    """Which row of T8 or T9 a total means, the worst 0."""
    return (total > 2) + (total > 4)


def overheat(run: Run, attack: Attack, after: Aftermath) -> Steps:
    """T8, RE-R35, RE-D10"""
    user = attack.by
    model = run.state.models[user]
    thrown = yield from roll(run, "row", by=user, reason="Overheat!", worth=_row)
    row = thrown.total
    word = say("explodes") if row <= 2 else say("critical overheat") if row <= 4 else say("overheats")
    tell(run, "Overheat!", thrown, by=user, side=model.side, outcome=word, rule="RE-6.5")
    tally.put(run, row=thrown.dice[0])
    one = own_item(run, attack)
    if row <= 2:
        hit = Hit(victim=user, by=user, weapon=attack.weapon, dam=strength(model, attack.weapon), named="arms",
                  far=False)
        if one is not None:
            _change(run, user, one.id, used=True)
        yield from strike(run, hit, after)
        return
    if row <= 4:
        wounds = yield from number(run, "entry", (1, 6), by=user, reason="overheat wounds", rule="RE-R35",
                                   worth=operator.neg)
        turns = yield from number(run, "entry", (1, 6), by=user, reason="turns too hot", rule="RE-R35",
                                  worth=operator.neg)
        if one is not None:
            one = replace(one, silent=run.state.round + turns)
        _let_go(run, user, one)
        lose_wounds(run, user, wounds, after, location="arms", rule="RE-R35")
        tally.put(run, wounds=wounds)
        return
    _let_go(run, user, one)


def _let_go(run: Run, user: str, one: Item | None) -> None:
    """The weapon falls to the ground; one in a shoulder slot only falls silent. RE-R35"""
    if one is None:
        return
    if one.shoulder:
        items.change_item(run, user, replace(one, jammed=True), "RE-R35")
        run.emit(Said(text=say("The {of} falls silent.", of=arms.of(one).name), models=(user,), rule="RE-R35"))
        return
    items.drop(run, user, one, "RE-R35")
    run.emit(Said(text=say("{name} drops the {of}.", name=run.state.models[user].name, of=arms.of(one).name),
                  tone="harm", models=(user,),
                  rule="RE-R35"))


def grenade(run: Run, attack: Attack, after: Aftermath) -> Steps:
    """T9, RE-R36, RE-D11: the grenade is used up on every row."""
    user = attack.by
    model = run.state.models[user]
    if attack.item:
        _change(run, user, attack.item, used=True)
    thrown = yield from roll(run, "row", by=user, reason="Grenade!", worth=_row)
    row = thrown.total
    word = say("explodes in the hand") if row <= 2 else say("dropped") if row <= 4 else say("a dud")
    tell(run, "Grenade!", thrown, by=user, side=model.side, outcome=word, rule="RE-6.5")
    tally.put(run, row=thrown.dice[0])
    if row >= 5:
        return
    centre = model.base.at
    if row >= 3:
        landed = yield from stray(run, centre, user, "RE-R36")
        if landed is None:
            return
        centre = landed
    yield from areas.explode(run, attack, centre, after)
