"""The start of a turn: order, pools, then each character's rolls (RE-2.1, RE-8.2, RE-R6 to R8, RE-D1)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.events import Altered, Noted, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.geometry.measure import gap
from game.resolvers import action_points
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import items, lasting, tally, turns
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.conditions import (
    full_pool,
    having,
    is_down,
    movement,
    overridden,
    pool,
    starting_wounds,
    value,
    wounds_left,
)
from game.rulesets.rouge_elements.damage import Hit, strike
from game.rulesets.rouge_elements.data import NUMBERS, SHORT, equipment, traits
from game.rulesets.rouge_elements.harm import aftermath, lose_for_good
from game.rulesets.rouge_elements.morale import rally, settle
from game.rulesets.rouge_elements.throws import leadership, number, roll
from game.rulesets.rouge_elements.windows import Worth
from game.table.model import Model
from game.words import plain, say

THIS_TURN = ("stealth", "force_field", "stupid")
"""The states of a character that hold for one turn."""
PER_TURN = {"active_stealth": 1, "force_field": 2}
"""Abilities that are paid for as the turn starts, with their AP. T2"""
FIRE = Weapon(name=plain(say("Fire")), kind="spell", points=0, icon="flame")


def resolve_turn_start(run: Run, paid: Mapping[str, Sequence[str]] | None) -> Resolver:
    """`paid` says who pays for what; None asks. RE-R7"""
    run.emit(Said(text=say("Turn {round}.", round=run.state.round), tone="head", rule="RE-2.1"))
    yield from roll_order(run)
    lasting.end_effects(run, lambda e: not run.state.models[e.by].on_table)
    for model in list(run.state.on_table()):
        refill(run, model)
    yield from lasting.resolve_due(run)
    for model_id in list(run.state.note("order")):
        yield from _character_starts(run, model_id, paid)


def roll_order(run: Run) -> Resolver:
    """Highest L first; those that are tied roll D6 in roster order, again while still tied. RE-2.1, RE-R6"""
    order: list[str] = []
    for tied in turns.leadership_order(run.state.on_table()):
        ranked: list[str] = []
        yield from _roll_off(run, tied, ranked)
        order += ranked
    run.emit(Noted(notes={"order": order, "waiting": order}))
    tally.put(run, order=order)


def _roll_off(run: Run, tied: list[str], ranked: list[str]) -> Resolver:
    if len(tied) < 2:
        ranked += tied
        return
    rolled: dict[str, int] = {}
    for model_id in tied:
        rolled[model_id] = yield from number(run, "order", (1, 6), by=model_id, reason="order", rule="RE-R6",
                                             worth=_outranks(run, model_id, rolled))
    for face in sorted(set(rolled.values()), reverse=True):
        yield from _roll_off(run, [m for m in tied if rolled[m] == face], ranked)


def _outranks(run: Run, model_id: str, rolled: Mapping[str, int]) -> Worth:
    """How many of other sides, of those that have rolled already, come after it; one that it ties with counts half."""
    side = run.state.models[model_id].side
    faces = [face for other, face in rolled.items() if run.state.models[other].side != side]
    return lambda die: sum((die > face) + 0.5 * (die == face) for face in faces)


def refill(run: Run, model: Model) -> None:
    """The pool is set anew, what is owed taken from it; shots and what held for a turn begin again. RE-2.3, RE-R8"""
    action_points.refill(run, model.id, full_pool(model), "RE-R8")
    fresh = [replace(i, fired=0, shots=None) for i in items.items(model)]
    run.emit(Altered(model=model.id, states=model.losing(*THIS_TURN), notes={
        "stealth": None, "summoned_now": None, "weapons": items.written(fresh),
    }, rule="RE-R8"))


def _character_starts(run: Run, model_id: str, paid: Mapping[str, Sequence[str]] | None) -> Resolver:
    """Spotting, rally, Stupid, Regenerate, abilities by the turn, fire, corrosion. RE-R7c"""
    if not run.state.models[model_id].on_table:
        return
    yield from _spot(run, model_id)
    yield from rally(run, model_id)
    if having(run.state.models[model_id], "stupid"):
        passed = yield from leadership(run, model_id, "stupid", "RE-R93")
        if not passed:
            run.emit(Altered(model=model_id, states=run.state.models[model_id].gaining("stupid"), rule="RE-R93"))
    if having(run.state.models[model_id], "regenerate"):
        back = yield from number(run, "regenerate", (1, 6), by=model_id, reason="regenerate", rule="RE-R90",
                                 worth=lambda total: _room(run, model_id, total))
        regain(run, model_id, back)
    yield from _pay_abilities(run, model_id, paid)
    yield from _burn(run, model_id)
    _corrode(run, model_id)


def _spot(run: Run, model_id: str) -> Resolver:
    """2D6 + the AP characteristic, and what eyes add. RE-8.2, RE-R24"""
    model = run.state.models[model_id]
    added = [(SHORT["AP"], value(model, "AP"))]
    added += [(say("Hawkeye"), NUMBERS.hawkeye)] if having(model, "hawkeye") else []
    eyes = sum(equipment()[g].spotting for g in model.note("has", []) if g in equipment())
    added += [(say("Bionic Eyes"), eyes)] if eyes and not overridden(model) else []
    thrown = yield from roll(run, "spotting", 2, modifiers=tuple(added), by=model_id,
                             worth=_spots(run, model))
    tell(run, "spotting", thrown, by=model_id, side=model.side, rule="RE-8.2",
         outcome=say("{inches}″", inches=thrown.total))
    run.emit(Altered(model=model_id, notes={"SD": max(0, thrown.total)}, rule="RE-8.2"))


def _spots(run: Run, model: Model) -> Worth:
    """How many enemies are as near as that, and how many it could walk as near to."""
    far = [gap(model.base, enemy.base) for enemy in run.state.enemies(model.side)]
    return lambda total: sum((each <= total) + (each - movement(model) <= total) for each in far)


def regain(run: Run, model_id: str, wounds: int) -> None:
    """Wounds back, never above those at the start; those that Override has taken come back by themselves. RE-R90"""
    model, gained = run.state.models[model_id], _room(run, model_id, wounds)
    if gained:
        run.emit(Altered(model=model_id, notes={"W": wounds_left(model) + gained}, rule="RE-R90"))
        run.emit(Said(text=say("{name} regains {gained}.", name=model.name, gained=gained),
                      tone="good", models=(model_id,), rule="RE-R90"))


def _room(run: Run, model_id: str, wounds: int) -> int:
    """How many of these wounds it can have back."""
    model = run.state.models[model_id]
    return max(0, min(wounds, starting_wounds(model) - lasting.taken(model) - wounds_left(model)))


def _pay_abilities(run: Run, model_id: str, paid: Mapping[str, Sequence[str]] | None) -> Resolver:
    """RE-17.4, RE-17.5, RE-R87, RE-R88"""
    for ability, cost in PER_TURN.items():
        model = run.state.models[model_id]
        if not having(model, ability) or pool(model) < cost or is_down(model):
            continue
        if paid is None:
            title = traits().upgrades[ability].name
            answer = yield Ask(side=model.side, question="pay", subject=model_id, rule=traits().upgrades[ability].rule,
                               prompt=say("{name}: {title} this turn for {cost} AP?", name=model.name, title=title,
                                          cost=cost),
                               need=Need(key="pay", kind="choice", candidates=(
                                   Candidate(ability, title=say("{title}, {cost} AP", title=title, cost=cost)),)))
            wanted = answer is not None
        else:
            wanted = ability in paid.get(model_id, ())
        if wanted:
            turns.pay(run, model_id, cost)
            yield from _use(run, model_id, ability)


def _use(run: Run, model_id: str, ability: str) -> Resolver:
    if ability == "force_field":
        run.emit(Altered(model=model_id, states=run.state.models[model_id].gaining(ability), rule="RE-R88"))
        return
    hidden = yield from number(run, "stealth", (1, 6), by=model_id, reason="active stealth", rule="RE-R87")
    run.emit(Altered(model=model_id, states=run.state.models[model_id].gaining("stealth"), notes={"stealth": hidden},
                     rule="RE-R87"))


def _burn(run: Run, model_id: str) -> Resolver:
    """One hit of Dam 2D2 each turn. RE-12.1, RE-R47, RE-R48"""
    model = run.state.models[model_id]
    fire = model.note("burning")
    if not fire or not model.on_table:
        return
    run.emit(Altered(model=model_id, notes={"burning": {**fire, "turns": fire["turns"] + 1}}, rule="RE-R48"))
    dam = yield from number(run, "fire", (2, 2), by=fire["by"], reason="fire", rule="RE-R47")
    after = aftermath(run, fire["by"])
    yield from strike(run, Hit(victim=model_id, by=fire["by"], weapon=FIRE, dam=dam, plain=True, far=False,
                               specials=False), after)
    yield from settle(run, after)


def _corrode(run: Run, model_id: str) -> None:
    """1 A for good for each turn of it. RE-12.4, RE-R50"""
    model = run.state.models[model_id]
    left = int(model.note("corroded", 0))
    if model.on_table and left > 0:
        lose_for_good(run, model_id, "A", 1)
        run.emit(Altered(model=model_id, notes={"corroded": left - 1}, rule="RE-R50"))


def end_corrosion(run: Any) -> None:
    """Corrosion is over as the last of its turns ends. RE-R50"""
    for model in list(run.state.on_table()):
        if model.has("corroded") and int(model.note("corroded", 0)) <= 0:
            run.emit(Altered(model=model.id, states=model.losing("corroded"), notes={"corroded": None}, rule="RE-R50"))
