"""What each side is asked, as options that describe themselves."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.resolvers import deploying
from game.rulesets.rouge_elements import (
    areas,
    arms,
    attack_options,
    items,
    magic_options,
    move_options,
    orders,
    set_up,
    summon_orders,
    turns,
)
from game.rulesets.rouge_elements.conditions import pool
from game.table.model import Model
from game.words import capital, say


def awaits(state: GameState) -> str | None:
    """The side that must decide now, None when the phase has nothing left to ask."""
    if state.result is not None:
        return None
    first = next(iter(state.sides))
    if state.phase == "before set-up":
        return None if state.note("set_up_order") else first
    if state.phase == "set-up":
        return set_up.setting_up(state)
    if state.phase == "start":
        return None if state.note("started") == state.round else first
    return _awaited_in_turn(state, first)


def _awaited_in_turn(state: GameState, first: str) -> str | None:
    who = turns.acting(state)
    if who is not None:
        return who.side
    upcoming = turns.next_up(state)
    if upcoming is not None:
        return state.models[upcoming].side
    over = state.note("turn_over") == state.round
    return first if state.options.get(turns.BY_HAND) and not over else None


def decision(state: GameState) -> Decision | None:
    """What is asked now, None when the phase or the game is over."""
    side = awaits(state)
    if side is None:
        return None
    if state.phase == "before set-up":
        return _plain(side, "set_up_roll", "Roll for set-up", "who sets up first", "RE-R96")
    if state.phase == "set-up":
        return _zone(state, side) if side not in state.note("zones", {}) else _place(state, side)
    if state.phase == "start":
        return _plain(side, "next_turn", say("Turn {round} begins", round=state.round),
                      "spotting, order, fires", "RE-R7")
    who = turns.acting(state)
    return _activation(state, who) if who is not None else _next_up(state, side)


def _plain(side: str, do: str, prompt: str, hint: str, rule: str) -> Decision:
    option = Option(do=do, title="Roll", by=side, hint=hint, icon="dice-six-faces-six", rule=rule, dice=True,
                    default=True)
    return Decision(side=side, question=do, prompt=prompt, options=(option,), rule=rule)


def _zone(state: GameState, side: str) -> Decision:
    options = tuple(
        Option(do="choose_zone", title=capital(set_up.ZONES[zone]), by=side,
               hint=set_up.ZONES[set_up.kind_of_zone(state)], icon="flag-objective", rule="RE-R96",
               fixed={"zone": zone},
               default=zone == (state.sides[side].edge if set_up.kind_of_zone(state) == "side" else zone))
        for zone in set_up.zones(state, side)
    )
    return Decision(side=side, question="choose_zone", prompt=say("Choose your {kind_of_zone}",
                                                                  kind_of_zone=set_up.ZONES[set_up.kind_of_zone(state)]),
                    options=options, rule="RE-R96")


def _place(state: GameState, side: str) -> Decision:
    each = tuple(
        Option(do="place", title=m.name, by=m.id, hint="facing is free", icon=m.icon, rule="RE-R96",
               needs=(Need(key="where", kind="point"), move_options.FACING))
        for m in deploying.unplaced(state, side)
    )
    line_up = Option(do="line_up", title="Place the rest", by=side, hint="placed for you", icon="minions",
                     rule="RE-R96")
    return Decision(side=side, question="place", prompt="Set up", options=(line_up, *each), rule="RE-R96")


def _next_up(state: GameState, side: str) -> Decision:
    """Only in games whose activations are begun by hand."""
    upcoming = turns.next_up(state)
    if upcoming is None:
        return _plain(side, "next_turn", "The turn is over", "the next one begins", "RE-R7")
    option = Option(do="activate", title=state.models[upcoming].name, by=upcoming, icon="l:play", rule="RE-2.1",
                    default=True)
    return Decision(side=side, question="activate", prompt="Next in the order", options=(option,), rule="RE-2.1")


def _activation(state: GameState, model: Model) -> Decision:
    options = [*move_options.movements(state, model), *attack_options.attacks(state, model),
               *magic_options.casts(state, model), *attack_options.hands(state, model)]
    options += summon_orders.options(state, model)
    options.append(Option(do="end_activation", title="End activation", by=model.id, hint="the next in order acts",
                          icon="l:skip-forward", rule="RE-R9", ends=True,
                          verdict=orders.check(state, "end_activation", model)))
    return Decision(side=model.side, question="act", prompt=say("{name}: {pool} AP", name=model.name,
                                                                pool=pool(model)), subject=model.unit,
                    options=tuple(options), rule="RE-2.2")


# --- candidates


def candidates(state: GameState, option: Option, key: str) -> list[Candidate]:
    """For a need of an option, everything that could be picked with its verdict."""
    need = next((n for n in option.needs if n.key == key), None)
    if need is not None and need.key == magic_options.DIRECTION and option.do in ("shoot", "cast"):
        return magic_options.directions(state, state.models[option.by])
    if need is None or need.kind != "model":
        return list(need.candidates) if need else []
    model = state.models[option.by]
    if option.do == "cast":
        return magic_options.candidates(state, option)
    return [Candidate(e.id, _target_verdict(state, option, e), e.name, _reaches(state, option, e))
            for e in state.enemies(model.side)]


def _reaches(state: GameState, option: Option, target: Model) -> str:
    """Whom a shot's blast on this target would reach."""
    model = state.models[option.by]
    one = items.item(model, str(option.fixed.get("weapon"))) if option.do == "shoot" else None
    return areas.reaches(state, model, arms.of(one), target) if one is not None and arms.of(one).aoe else ""


def _target_verdict(state: GameState, option: Option, target: Model) -> Verdict:
    command = Command(do=option.do, by=option.by, fields={**option.fixed, "at": target.id})
    return orders.ORDERS[option.do].check(state, command)


def complete(state: GameState, command: Command) -> Command:
    """Orders here name everything that they need."""
    return command
