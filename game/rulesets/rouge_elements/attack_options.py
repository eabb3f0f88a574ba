"""Shots, charges, blows and what a character does with its hands, as options (RE-4, RE-5, RE-11)."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from game.engine.requests import Need, Option
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict
from game.geometry.measure import gap
from game.rulesets.rouge_elements import (
    action_orders,
    arms,
    charging,
    close,
    hand_orders,
    items,
    magic_options,
    orders,
    ranged,
    turns,
)
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import in_close_combat, pool
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import CONTACT
from game.words import joined, say, say_many

TARGET = Need(key="at", kind="model")
PART = magic_options.PART


def attacks(state: GameState, model: Model) -> Iterator[Option]:
    for one in items.carried(model):
        if not arms.of(one).close:
            yield _shot(state, model, one)
    yield Option(do="charge", title="Charge", by=model.id, icon="charging",
                 hint=say("D6 + {inches:g}″", inches=inches_of(model)),
                 rule="RE-5.2", dice=True, step=turns.CHARGE,
                 verdict=charging.check_may_charge(state, model) and _nearest_verdict(
                     state, model, lambda enemy: charging.check_charge(state, model, enemy)),
                 needs=(Need(key="at", kind="model", budget=inches_of(model) + 6.0),))
    yield from _blows(state, model)
    if model.has("burning"):
        yield Option(do="put_out", title="Put out the fire", by=model.id, icon="water-drop", rule="RE-12.2",
                     hint=say("1 AP, {put_out_number} or less", put_out_number=action_orders.put_out_number(model)),
                     dice=True,
                     verdict=orders.check(state, "put_out", model))


def _shot(state: GameState, model: Model, one: Item) -> Option:
    weapon = arms.of(one)
    verdict = ranged.check_may_shoot(state, model, one)
    if verdict and not weapon.template:
        verdict = _nearest_verdict(state, model, lambda enemy: ranged.check_shot(state, model, one, [enemy]))
    left = items.shots_left(one)
    shots = say("D{burst} shots", burst=weapon.burst) if left is None else say_many("{n} shot", "{n} shots", left)
    if weapon.template:
        needs: tuple[Need, ...] = (Need(key="direction", kind="direction", ring=NUMBERS.template_length),)
    else:
        most = pool(model)
        needs = (Need(key="at", kind="model", ring=weapon.range),
                 Need(key="aim", kind="number", optional=True, low=0, high=most, title="Aim",
                      hint="1 AP, +1 to hit each"),)
        if not weapon.aoe:
            needs += (Need(key="shift", kind="number", optional=True, low=0, high=most, title="Location",
                           hint="1 AP, ±1 to its roll each"), PART)
    reach = say("10″ template") if weapon.template else say("{inches:g}″", inches=weapon.range)
    return Option(do="shoot", title=weapon.name, by=model.id, hint=say("{reach}, Pow {pow}, {shots}", reach=reach,
                                                                       pow=weapon.pow, shots=shots),
                  icon=weapon.icon, rule="RE-4.1", verdict=verdict, needs=needs, fixed={"weapon": one.id}, dice=True,
                  step=turns.SHOOT)


def _blows(state: GameState, model: Model) -> Iterator[Option]:
    having = [i for i in items.carried(model) if arms.of(i).close]
    for one in having:
        yield _blow(state, model, [one])
    names = list(dict.fromkeys(i.weapon for i in having))
    for name in names:
        same = [i for i in having if i.weapon == name]
        if len(same) > 1:
            yield _blow(state, model, same)
    if not having or in_close_combat(state, model):
        yield _blow(state, model, [None])


def _blow(state: GameState, model: Model, used: Sequence[Item | None]) -> Option:
    weapon = close.weapon_of(used[0])
    title = weapon.name if len(used) == 1 else joined(" × ", (str(len(used)), weapon.name))
    verdict = close.check_may_fight(state, model, used) and _nearest_verdict(
        state, model, lambda enemy: close.check_struck(state, model, weapon, enemy))
    return Option(do="fight", title=title, by=model.id, hint=say("{ap} AP, {reach}", ap=weapon.ap,
                                                                 reach=_reach(weapon.range)),
                  icon=weapon.icon, rule="RE-5.3", verdict=verdict, needs=(TARGET, PART),
                  fixed={"weapon": [i.id if i else "unarmed" for i in used]}, dice=True, step=turns.FIGHT)


def _reach(inches: float) -> str:
    return say("{inches:g}″", inches=inches) if inches else say("contact")


def _nearest_verdict(state: GameState, model: Model, check: Callable[[Model], Verdict]) -> Verdict:
    """Whether any enemy may be chosen; if none, why the nearest may not."""
    enemies = sorted(state.enemies(model.side), key=lambda e: gap(model.base, e.base))
    first = YES
    for enemy in enemies:
        verdict = check(enemy)
        if verdict:
            return YES
        first = first and verdict
    return first


# --- hands


def hands(state: GameState, model: Model) -> Iterator[Option]:
    loose = [i for i in items.carried(model) if not i.shoulder]
    for one in loose:
        if not one.held:
            away = _to_make_room(model, one)
            yield _hand(state, model, "change", say("Take {of}", of=arms.of(one).name),
                        {"take": [one.id], "away": away})
    for lies in items.dropped(state):
        one = items.found(lies)
        if items.lying(state, one.id, model.base.at, model.radius + CONTACT):
            yield _hand(state, model, "pick_up", say("Pick up {of}", of=arms.of(one).name), {"weapon": one.id})
    friends = [m for m in state.models_of(model.side) if m.on_table and m.id != model.id]
    for other in friends:
        if hand_orders.near_enough(model, other):
            for one in loose:
                yield _hand(state, model, "hand_over", say("{of} to {other}", of=arms.of(one).name, other=other.name),
                            {"weapon": one.id, "to": other.id})
    for one in items.carried(model):
        if one.jammed:
            yield _hand(state, model, "clear", say("Clear {of}", of=arms.of(one).name), {"weapon": one.id})


def _to_make_room(model: Model, one: Item) -> list[str]:
    """What must be put away for a weapon to be held: the last first, as little as will do."""
    wanted, free, away = items.hands_for(model, arms.of(one)), items.free_hands(model), []
    for held in reversed(items.in_hand(model)):
        if free >= wanted:
            break
        free += items.hands_for(model, arms.of(held))
        away.append(held.id)
    extra = [i.id for i in items.carried(model) if i.held and not i.shoulder and i not in items.in_hand(model)]
    return away + extra


def _hand(state: GameState, model: Model, do: str, title: str, fixed: dict[str, Any]) -> Option:
    return Option(do=do, title=title, by=model.id, hint="1 AP", icon="hand", rule="RE-R58", fixed=fixed,
                  verdict=orders.check(state, do, model, **fixed))
