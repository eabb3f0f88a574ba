"""Orders of the set-up and of whole turns (RE-R7, RE-R96)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.events import Noted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.rulesets.common.given import facing_of, model_by
from game.rulesets.rouge_elements import meaning, set_up, starting, turns
from game.rulesets.rouge_elements.conditions import having
from game.rulesets.rouge_elements.data import find, traits


def check_roll(state: GameState, command: Command) -> Verdict:
    if state.note("set_up_order"):
        return refuse("RE-R96", "The set-up roll is made once.")
    if state.phase not in ("before set-up", "set-up"):
        return refuse("RE-R96", "The set-up roll is made before anybody is placed.")
    return YES


def do_roll(run: Run, command: Command) -> Resolver:
    yield from set_up.resolve_roll(run)


def check_zone(state: GameState, command: Command) -> Verdict:
    return set_up.check_zone(state, command.by, str(command.get("zone")))


def do_zone(run: Run, command: Command) -> Resolver:
    set_up.resolve_zone(run, command.by, str(command.get("zone")))
    yield from ()


def check_place(state: GameState, command: Command) -> Verdict:
    where = meaning.point(command, "where")
    if where is None:
        return refuse("RE-R96", "A character is placed at a point.")
    return set_up.check_place(state, model_by(state, command), where)


def do_place(run: Run, command: Command) -> Resolver:
    where = meaning.point(command, "where")
    assert where is not None
    set_up.resolve_place(run, model_by(run.state, command), where, facing_of(command))
    yield from ()


def check_line_up(state: GameState, command: Command) -> Verdict:
    if state.phase != "set-up" or set_up.setting_up(state) != command.by:
        return refuse("RE-R96", "Players set up one after the other, in the order of the roll.")
    if command.by not in state.note("zones", {}):
        return refuse("RE-R96", "First a corner or side is chosen.")
    return YES


def do_line_up(run: Run, command: Command) -> Resolver:
    set_up.resolve_line_up(run, command.by)
    yield from ()


def check_next_turn(state: GameState, command: Command) -> Verdict:
    if state.phase == "start" or (state.phase == "turns" and state.options.get(turns.BY_HAND)):
        return check_paid(state, paid(command.get("pay"), asks=False) or {})
    return refuse("RE-2.1", "A turn starts when everybody has had an activation.")


def do_next_turn(run: Run, command: Command) -> Resolver:
    yield from starting.resolve_turn_start(run, paid(command.get("pay"), asks=not run.state.options.get(turns.BY_HAND)))
    run.emit(Noted(notes={"started": run.state.round}))


def paid(told: Any, *, asks: bool) -> Mapping[str, Sequence[str]] | None:
    """Who pays for which abilities, by their ids; None where everybody is to be asked."""
    if not isinstance(told, dict):
        return None if asks else {}
    chosen: dict[str, list[str]] = {}
    for model, names in told.items():
        for name in [names] if isinstance(names, str) else names if isinstance(names, (list, tuple)) else []:
            try:
                chosen.setdefault(str(model), []).append(find("ability", str(name), traits().upgrades))
            except UnknownName:
                continue
    return chosen


def check_paid(state: GameState, chosen: Mapping[str, Sequence[str]]) -> Verdict:
    """Nobody pays for an ability that it has not, or that is not paid for by the turn. RE-17.4, RE-17.5"""
    for name, abilities in chosen.items():
        if name not in state.models:
            return refuse("RE-R7", f'There is no character "{name}".')
        for ability in abilities:
            trait = traits().upgrades[ability]
            if ability not in starting.PER_TURN or not having(state.models[name], ability):
                return refuse(trait.rule, f"{state.models[name].name} has no {trait.name} to pay for.")
    return YES


def check_end_turn(state: GameState, command: Command) -> Verdict:
    if state.phase == "turns" and state.options.get(turns.BY_HAND):
        return YES
    return refuse("RE-2.1", "A turn ends when everybody has had an activation.")


def do_end_turn(run: Run, command: Command) -> Resolver:
    yield from ()
