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
from game.rulesets.rouge_elements.conditions import full_pool, having
from game.rulesets.rouge_elements.data import find, traits
from game.words import say


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
    if state.phase != "start" and not (state.phase == "turns" and state.options.get(turns.BY_HAND)):
        return refuse("RE-2.1", "A turn starts when everybody has had an activation.")
    return _check_paid(state, command.get("pay"))


def _check_paid(state: GameState, told: Any) -> Verdict:
    """Whether those who are to pay for abilities by the turn have them, and will have the AP. RE-17.4, RE-17.5"""
    if told is None:
        return YES
    if not isinstance(told, dict) or not all(meaning.is_names(names) for names in told.values()):
        return refuse("RE-R7", "Who pays is told by character: the names of abilities.")
    for name, abilities in told.items():
        model = state.models.get(name)
        if model is None or not model.on_table:
            return refuse("RE-R7", say("There is no character {name} to pay.", name=str(name)[:40]))
        wanted = paid({name: abilities}).get(name, [])
        lacking = next((a for a in wanted if not having(model, a)), None)
        if lacking is not None or len(wanted) < len(as_list(abilities)):
            rule = traits().upgrades[lacking].rule if lacking else "RE-R7"
            return refuse(rule, say("{name} has no such ability.", name=model.name))
        if sum(starting.PER_TURN[a] for a in wanted) > full_pool(model) - int(model.note("owed", 0)):
            return refuse("RE-2.3", say("{name} will not have the action points for that.", name=model.name))
    return YES


def do_next_turn(run: Run, command: Command) -> Resolver:
    asks = command.get("pay") is None and not run.state.options.get(turns.BY_HAND)
    yield from starting.resolve_turn_start(run, None if asks else paid(command.get("pay") or {}))
    run.emit(Noted(notes={"started": run.state.round}))


def paid(told: Mapping[str, Any]) -> dict[str, list[str]]:
    """Who pays for which abilities, by their ids."""
    chosen: dict[str, list[str]] = {}
    for model, names in told.items():
        for name in as_list(names):
            try:
                key = find("ability", name, traits().upgrades)
            except UnknownName:
                continue
            if key in starting.PER_TURN:
                chosen.setdefault(model, []).append(key)
    return chosen


def as_list(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def check_end_turn(state: GameState, command: Command) -> Verdict:
    if state.phase == "turns" and state.options.get(turns.BY_HAND):
        return YES
    return refuse("RE-2.1", "A turn ends when everybody has had an activation.")


def do_end_turn(run: Run, command: Command) -> Resolver:
    yield from ()
