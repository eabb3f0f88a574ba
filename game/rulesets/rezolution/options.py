"""What each side is asked, as options that describe themselves (play: one idea)."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.measure import gap
from game.resolvers.deploying import unplaced
from game.rulesets.common.orders import with_fields
from game.rulesets.rezolution import action_orders, hacking, movement, orders, set_up, targets, turns
from game.rulesets.rezolution.conditions import (
    carried,
    in_front,
    in_hand,
    is_down,
    is_wired,
    strayed,
    touched_enemies,
)
from game.rulesets.rezolution.control import next_wired
from game.rulesets.rezolution.data import NUMBERS, Gear
from game.rulesets.rezolution.powers import shot_of_power
from game.rulesets.rezolution.ranged import shot_of
from game.rulesets.rezolution.targets import Shot
from game.table.model import Model
from game.units import heading
from game.words import joined, say

FACING = Need(key="facing", kind="direction", optional=True)
TARGET = Need(key="at", kind="model")


def awaits(state: GameState) -> str | None:
    """The side that must decide now, None when the phase has nothing left to ask."""
    if state.result is not None:
        return None
    if state.phase == "before set-up":
        return None if state.note("set_up_winner") else _grouping_side(state) or next(iter(state.sides))
    if state.phase == "set-up":
        return state.note("set_up_winner") if state.note("set_up_first") is None else set_up.placing_side(state)
    if state.phase == "control":
        return _asked_in_control(state)
    if state.active is not None:
        return state.units[state.active].side
    return state.turn


def _grouping_side(state: GameState) -> str | None:
    """The side that has two independents or more and has not said whether it groups them."""
    done = state.note("grouped", [])
    return next((s for s in state.sides if s not in done and len(set_up.lone_units(state, s)) > 1), None)


def _asked_in_control(state: GameState) -> str | None:
    step = state.note("step")
    if step == "choose":
        winner: str = state.note("winner")
        return winner
    if step == "wired":
        model = next_wired(state)
        return model.side if model else None
    return next(iter(state.sides))


def decision(state: GameState) -> Decision | None:
    """What is asked now, None when the phase or the game is over."""
    side = awaits(state)
    if side is None:
        return None
    if state.phase == "before set-up":
        return _before_set_up(state, side)
    if state.phase == "set-up":
        return _choose_set_up(state, side) if state.note("set_up_first") is None else _place(state, side)
    if state.phase == "control":
        return _control(state, side)
    return _activate(state, side) if state.active is None else _activation(state, side, state.active)


def _before_set_up(state: GameState, side: str) -> Decision:
    if _grouping_side(state) is None:
        roll = Option(do="set_up_roll", title="Roll", by=side, hint="who sets up first", icon="dice-six-faces-six",
                      rule="RZ-4.2", dice=True, default=True)
        return Decision(side=side, question="set_up_roll", prompt="Roll for set-up", options=(roll,), rule="RZ-4.2")
    lone = tuple(Candidate(u.id, title=u.name) for u in set_up.lone_units(state, side))
    return Decision(
        side=side, question="group", prompt="Group independents into a team for the whole game?", rule="RZ-5.8",
        options=(
            Option(do="keep_apart", title="Keep apart", by=side, hint="each on its own", icon="person", rule="RZ-5.8",
                   default=True),
            Option(do="group", title="Group", by=side, hint="one team, all game", icon="minions", rule="RZ-R29",
                   needs=(Need(key="units", kind="choice", candidates=lone, low=2, high=len(lone)),)),
        ),
    )


def _choose_set_up(state: GameState, side: str) -> Decision:
    options = tuple(
        Option(do="choose_set_up", title="We set up first" if s == side else "They set up first", by=side,
               hint=state.sides[s].name, icon="flag-objective", rule="RZ-R25", fixed={"first": s}, default=s != side)
        for s in state.sides
    )
    return Decision(side=side, question="choose_set_up", prompt="Who sets up first?", options=options, rule="RZ-4.2")


def _place(state: GameState, side: str) -> Decision:
    needs = (Need(key="where", kind="point"), FACING)
    each = tuple(
        Option(do="place", title=m.name, by=m.id, hint=state.units[m.unit].name, icon=m.icon, rule="RZ-R24",
               needs=needs)
        for m in unplaced(state, side)
    )
    line_up = Option(do="line_up", title="Line up the rest", by=side, hint="placed for you", icon="minions",
                     rule="RZ-R24")
    return Decision(side=side, question="place", prompt=say("Set up within {zone:g}″ of your edge",
                                                            zone=NUMBERS.zone),
                    options=(line_up, *each), rule="RZ-4.1")


def _control(state: GameState, side: str) -> Decision:
    step = state.note("step")
    if step == "choose":
        return _choose_first(state, side)
    if step == "wired":
        return _step_six(state, side)
    roll = Option(do="start_round", title="Roll for control", by=side, hint=say("round {round}", round=state.round),
                  icon="dice-six-faces-six", rule="RZ-3.2", dice=True, default=True)
    return Decision(side=side, question="start_round", prompt=say("Round {round} begins", round=state.round),
                    options=(roll,),
                    rule="RZ-3.1")


def _choose_first(state: GameState, side: str) -> Decision:
    named = tuple(
        Option(do="choose", title=say("{name} first", name=u.name), by=side, hint="they must begin",
               icon=state.models[u.models[0]].icon, rule="RZ-3.3", fixed={"unit": u.id}, dice=True)
        for u in state.units.values() if u.side != side and turns.is_waiting(state, u)
    )
    go = Option(do="choose", title="Go first", by=side, hint="you begin", icon="flag-objective", rule="RZ-3.3",
                dice=True, default=True)
    return Decision(side=side, question="choose", prompt="Go first, or name who must", options=(go, *named),
                    rule="RZ-3.3")


def _step_six(state: GameState, side: str) -> Decision:
    model = next_wired(state)
    assert model is not None
    decline = Option(do="decline", title="Not now", by=model.id, hint="activate later", icon="l:x", rule="RZ-R22",
                     default=True)
    return Decision(side=side, question="wired", prompt=say("{name} is hard wired: hack now?", name=model.name),
                    subject=model.id,
                    options=(*_hacks(state, model, wired_only=True), decline), rule="RZ-3.13")


def _activate(state: GameState, side: str) -> Decision:
    option = Option(do="activate", title="Activate", icon="l:play", rule="RZ-3.4", default=True,
                    needs=(Need(key="by", kind="unit"),))
    named = turns.named_unit(state)
    prompt = say("{named} was named to act first", named=named.name) if named else "Activate a unit"
    return Decision(side=side, question="activate", prompt=prompt, options=(option,), rule="RZ-3.4")


def _activation(state: GameState, side: str, unit: str) -> Decision:
    options: list[Option] = []
    team = bool(state.units[unit].note("team"))
    moving = state.note("stage") == "move"
    for model in state.members(unit):
        if turns.is_able(model):
            options += _moves(state, model) if moving else []
            options += _actions(state, model)
    if team and moving:
        options.append(Option(do="end_movement", title="End movement", by=unit, hint="then act", icon="l:check",
                              rule="RZ-5.9", dice=_would_test(state, unit)))
    options.append(Option(do="end_activation", title="End activation", by=unit, hint="the turn passes",
                          icon="l:skip-forward", rule="RZ-3.7"))
    prompt = "Move, then act" if moving else "Act"
    return Decision(side=side, question="act", prompt=prompt, subject=unit, options=tuple(options), rule="RZ-3.5")


def _would_test(state: GameState, unit: str) -> bool:
    return any(in_hand(m) and strayed(state, m) for m in state.members(unit))


# --- movement


def _moves(state: GameState, model: Model) -> Iterator[Option]:
    if model.has("prone"):
        yield Option(do="stand", title="Stand up", by=model.id, hint="instead of moving", icon="l:arrow-up-from-line",
                     rule="RZ-R30", verdict=movement.check_stand(state, model), needs=(FACING,))
        return
    allowed = movement.check_may_move(state, model)
    for how, title, icon, hint in (
        ("move", say("Move"), "walk", say("may act")),
        ("run", say("Run"), "run", say("no action")),
    ):
        budget = movement.budget(model, how)
        yield Option(do=how, title=title, by=model.id, icon=icon,
                     hint=joined(", ", (say("{inches:g}″", inches=budget), hint)),
                     rule="RZ-5.1" if how == "move" else "RZ-5.2", verdict=allowed,
                     needs=(Need(key="path", kind="path", budget=budget), FACING), final=how == "run")
    budget = movement.budget(model, "charge")
    yield Option(do="charge", title="Charge", by=model.id, hint=say("{budget:g}″ to contact", budget=budget),
                 icon="crossed-swords",
                 rule="RZ-5.3", verdict=allowed and _may_reach_somebody(state, model, budget),
                 needs=(Need(key="at", kind="model", budget=budget),))
    yield Option(do="turn", title="Turn", by=model.id, hint="on the spot", icon="l:rotate-cw", rule="RZ-R9",
                 verdict=movement.check_turn(state, model), needs=(Need(key="facing", kind="direction"),))


def _may_reach_somebody(state: GameState, model: Model, budget: float) -> Verdict:
    """A quick look before any path is sought: is an enemy near enough at all?"""
    if any(gap(model.base, enemy.base) <= budget for enemy in state.enemies(model.side)):
        return YES
    return refuse("RZ-R26", say("No enemy within {budget:g}″.", budget=budget))


# --- actions


def _actions(state: GameState, model: Model) -> Iterator[Option]:
    for name, weapon in carried(model, "ranged"):
        verdict = action_orders.check_ready(state, model, prone_ok=True)
        if verdict and model.note("jammed"):
            verdict = refuse("RZ-6.7", say("The {weapon} is jammed for the game.", weapon=weapon.name))
        yield _aimed("shoot", weapon.name, model, name, weapon, verdict and _has_target(state, shot_of(model, weapon)))
    for name, weapon in carried(model, "grenade"):
        ready = action_orders.check_ready(state, model, prone_ok=True)
        yield _aimed("throw", weapon.name, model, name, weapon, ready and _has_target(state, shot_of(model, weapon)))
        yield Option(do="throw", title=say("{weapon} at a point", weapon=weapon.name), by=model.id,
                     hint=say("{range:g}″, {blast:g}″ blast", range=weapon.range, blast=weapon.blast),
                     icon="on-target", rule="RZ-6.12",
                     verdict=ready, fixed={"weapon": name}, dice=True,
                     needs=(Need(key="point", kind="point", ring=weapon.range, budget=weapon.blast),))
    yield from _close_actions(state, model)
    for name, power in carried(model, "power"):
        ready = action_orders.check_ready(state, model, locked_ok=power.close, prone_ok=not power.close)
        target = _in_contact(state, model) if power.close else _has_target(state, shot_of_power(model, power))
        yield Option(do="power", title=power.name, by=model.id, hint=_power_hint(power), icon=power.icon, rule="RZ-9.1",
                     verdict=ready and target, fixed={"power": name}, dice=True, needs=(TARGET,))
    yield from _hacks(state, model)


def _aimed(do: str, title: str, model: Model, name: str, weapon: Gear, verdict: Verdict) -> Option:
    return Option(do=do, title=title, by=model.id, hint=_gun_hint(weapon),
                  icon=weapon.icon, rule="RZ-6.1" if do == "shoot" else "RZ-6.11", verdict=verdict,
                  fixed={"weapon": name}, dice=True, needs=(Need(key="at", kind="model", ring=weapon.range),))


def _gun_hint(weapon: Gear) -> str:
    if weapon.blast:
        return say("{range:g}″, {dice} dice, {blast:g}″ blast", range=weapon.range, dice=weapon.dice,
                   blast=weapon.blast)
    return say("{range:g}″, {dice} dice", range=weapon.range, dice=weapon.dice)


def _power_hint(power: Gear) -> str:
    reach = say("contact") if power.close else say("{inches:g}″", inches=power.range)
    told = say("{reach}, TN {tn}", reach=reach, tn=power.tn)
    return joined(", ", (told, say("{dice} dice", dice=power.dice))) if power.dice else told


def _has_target(state: GameState, shot: Shot) -> Verdict:
    """Whether the nearest available enemy is in range, turning about where that is still free."""
    found = targets.nearest(state, _facing_any(state, shot))
    if not found:
        return refuse("RZ-6.2", "No enemy in sight that it could attack.")
    return targets.in_range(shot, gap(shot.base, found[0].base), found[0].name, "RZ-R33")


def _facing_any(state: GameState, shot: Shot) -> Shot:
    model = state.models[shot.by]
    may_turn = state.note("stage") == "move" and bool(movement.check_turn(state, model))
    return replace(shot, all_round=True) if may_turn else shot


def _close_actions(state: GameState, model: Model) -> Iterator[Option]:
    ready = action_orders.check_ready(state, model, locked_ok=True)
    touched = list(touched_enemies(state, model))
    if touched or model.note("charged"):
        yield Option(do="fight", title="Fight", by=model.id, hint="2d6 + CCA each", icon="crossed-swords",
                     rule="RZ-7.1", verdict=ready and _in_contact(state, model), dice=True, needs=(TARGET,))
    if any(is_down(e) for e in touched):
        yield Option(do="execute", title="Execute", by=model.id, hint="no roll", icon="death-skull", rule="RZ-11.3",
                     verdict=ready, needs=(TARGET,))


def _in_contact(state: GameState, model: Model) -> Verdict:
    if any(touched_enemies(state, model)):
        return YES
    return refuse("RZ-7.1", "No enemy in contact.")


def _hacks(state: GameState, model: Model, *, wired_only: bool = False) -> Iterator[Option]:
    boards = [] if wired_only else [
        (name, b.name, say("+{bonus}, {inches:g}″", bonus=b.bonus, inches=b.range))
        for name, b in carried(model, "board")
    ]
    wired = []
    if is_wired(state, model):
        wired = [(hacking.WIRED, say("Hack"), say("HACK +{hack}", hack=model.stats["HACK"]))]
    systems = [p for p in state.terrain.values() if p.system]
    for using, title, hint in (wired + boards) if systems else []:
        verdict = YES if wired_only else action_orders.check_ready(state, model, prone_ok=True)
        reach = next((p for p in systems if hacking.check_hack(state, model, p, using)), None)
        if verdict and reach is None:
            verdict = refuse("RZ-8.3", "No system in reach.")
        yield Option(do="hack", title=title, by=model.id, hint=hint, icon="circuitry", rule="RZ-8.4", verdict=verdict,
                     fixed={"using": using}, dice=True, needs=(Need(key="at", kind="piece"),))
    if wired and carried(model, "grid"):
        foes = [e for e in state.enemies(model.side) if is_wired(state, e)]
        if foes:
            ready = YES if wired_only else action_orders.check_ready(state, model)
            yield Option(do="duel", title="Duel on the Grid", by=model.id, hint="HACK against HACK",
                         icon="lightning-helix", rule="RZ-8.2", verdict=ready, dice=True, needs=(TARGET,))


# --- candidates


def candidates(state: GameState, option: Option, key: str = "at") -> list[Candidate]:
    """For a need of an option, everything that could be picked with its verdict."""
    need = next((n for n in option.needs if n.key == key), None)
    if need is None or need.kind not in ("unit", "model", "piece"):
        return list(need.candidates) if need else []
    if need.kind == "unit":
        side = state.turn
        return [Candidate(u.id, turns.check_activation(state, u), u.name)
                for u in state.units.values() if u.side == side]
    if need.kind == "piece":
        return [Candidate(p.id, _verdict(state, option, p.id), p.title) for p in state.terrain.values() if p.system]
    model = state.models[option.by]
    if option.do == "charge":
        return _chargeable(state, option, model)
    return [_enemy(state, option, enemy, _turned_to(state, model, enemy)) for enemy in state.enemies(model.side)]


def _chargeable(state: GameState, option: Option, model: Model) -> list[Candidate]:
    """Every enemy with the way to it, sought in one reach; those beyond the inches have none."""
    reach = movement.reach_of(state, model, "charge")
    found = []
    for enemy in state.enemies(model.side):
        way = reach.to_contact(enemy.base) if gap(model.base, enemy.base) <= reach.budget else None
        found.append(_enemy(state, option, enemy, {"path": [list(p) for p in way]} if way else {}))
    return found


def _enemy(state: GameState, option: Option, enemy: Model, fields: dict[str, Any]) -> Candidate:
    """An enemy as a target, with the path of a charge or the free turn that goes with it."""
    command = Command(do=option.do, by=option.by, fields={**option.fixed, **fields, "at": enemy.id})
    with_it = {key: value for key, value in command.fields.items() if key in ("facing", "path")}
    return Candidate(enemy.id, orders.ORDERS[option.do].check(state, command), enemy.name, fields=with_it)


def _verdict(state: GameState, option: Option, at: str) -> Verdict:
    command = Command(do=option.do, by=option.by, fields={**option.fixed, "at": at})
    return orders.ORDERS[option.do].check(state, command)


def complete(state: GameState, command: Command) -> Command:
    """Fills in what has a natural answer: the shortest path of a charge that names only its enemy."""
    order = orders.ORDERS.get(command.do)
    if order is None or order.by != "model" or command.by not in state.models:
        return command
    model, target = state.models[command.by], state.models.get(str(command.get("at", "")))
    if command.do == "charge" and target is not None and not command.get("path") and model.on_table and target.on_table:
        path = movement.charge_path(state, model, target)
        if path is not None:
            return with_fields(command, path=[list(p) for p in path])
    return command


def _turned_to(state: GameState, model: Model, target: Model) -> dict[str, float]:
    """The free turn that brings a target to the front, where the movement step still allows one; else nothing."""
    if state.note("stage") != "move" or in_front(model, target) or not movement.check_turn(state, model):
        return {}
    return {"facing": heading(model.base.at, target.base.at)}
