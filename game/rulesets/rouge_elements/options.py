"""What each side is asked, as options that describe themselves."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict
from game.geometry.measure import gap, gap_to_piece
from game.resolvers import deploying
from game.rulesets.rouge_elements import (
    action_orders,
    areas,
    arms,
    charging,
    close,
    hand_orders,
    items,
    magic_options,
    movement,
    orders,
    ranged,
    set_up,
    summon_orders,
    turns,
)
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import in_close_combat, is_down, pool, value
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.data import NUMBERS, TABLES
from game.table.model import Model
from game.units import CONTACT, TOLERANCE

FACING = Need(key="facing", kind="direction", optional=True)
TARGET = Need(key="at", kind="model")
PART = Need(key="part", kind="choice", optional=True, title="Part", hint="free, instead of a roll", candidates=tuple(
    Candidate(name, title=f"{name.capitalize()} −{-off}") for name, off in TABLES.parts.items()))


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
        return _plain(side, "next_turn", f"Turn {state.round} begins", "spotting, order, fires", "RE-R7")
    who = turns.acting(state)
    return _activation(state, who) if who is not None else _next_up(state, side)


def _plain(side: str, do: str, prompt: str, hint: str, rule: str) -> Decision:
    option = Option(do=do, title="Roll", by=side, hint=hint, icon="dice-six-faces-six", rule=rule, dice=True,
                    default=True)
    return Decision(side=side, question=do, prompt=prompt, options=(option,), rule=rule)


def _zone(state: GameState, side: str) -> Decision:
    options = tuple(
        Option(do="choose_zone", title=zone.capitalize(), by=side, hint=set_up.kind_of_zone(state),
               icon="flag-objective", rule="RE-R96", fixed={"zone": zone},
               default=zone == (state.sides[side].edge if set_up.kind_of_zone(state) == "side" else zone))
        for zone in set_up.zones(state, side)
    )
    return Decision(side=side, question="choose_zone", prompt=f"Choose your {set_up.kind_of_zone(state)}",
                    options=options, rule="RE-R96")


def _place(state: GameState, side: str) -> Decision:
    each = tuple(
        Option(do="place", title=m.name, by=m.id, hint="facing is free", icon=m.icon, rule="RE-R96",
               needs=(Need(key="where", kind="point"), FACING))
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
    options = [*_movement(state, model), *_attacks(state, model), *magic_options.casts(state, model),
               *_hands(state, model)]
    options += summon_orders.options(state, model)
    options.append(Option(do="end_activation", title="End activation", by=model.id, hint="the next in order acts",
                          icon="l:skip-forward", rule="RE-R9", ends=True,
                          verdict=_check(state, "end_activation", model)))
    return Decision(side=model.side, question="act", prompt=f"{model.name}: {pool(model)} AP", subject=model.unit,
                    options=tuple(options), rule="RE-2.2")


def _check(state: GameState, do: str, model: Model, **fields: Any) -> Verdict:
    return orders.ORDERS[do].check(state, Command(do=do, by=model.id, fields=fields))


# --- movement


def _movement(state: GameState, model: Model) -> Iterator[Option]:
    if is_down(model):
        yield Option(do="stand", title="Stand up", by=model.id, hint="1 AP", icon="l:arrow-up-from-line",
                     rule="RE-12.3", verdict=_check(state, "stand", model))
        return
    if model.has("fleeing") and not model.note("fled"):
        yield Option(do="flee", title="Flee", by=model.id, hint="1 AP, to the nearest edge", icon="run", rule="RE-7.5",
                     verdict=_check(state, "flee", model), needs=(FACING,), default=True)
        return
    begun = model.note("move")
    if begun:
        yield from _going_on(state, model, begun)
        return
    if in_close_combat(state, model) and not model.note("free"):
        yield Option(do="disengage", title="Disengage", by=model.id, hint="leadership test", icon="l:unlink",
                     rule="RE-5.7", verdict=_check(state, "disengage", model), dice=True)
    inches = inches_of(model)
    walk = movement.check_move(state, model, "walk")
    yield Option(do="walk", title="Walk", by=model.id, hint=f"1 AP, {inches:g}″", icon="walk", rule="RE-3.1",
                 verdict=walk, needs=(Need(key="path", kind="path", budget=inches), FACING))
    yield Option(do="sprint", title="Sprint", by=model.id, hint=f"1 AP, {NUMBERS.sprint * inches:g} + D6″, no shots",
                 icon="sprint", rule="RE-3.3", verdict=movement.check_move(state, model, "sprint"), dice=True)
    roll = inches * NUMBERS.skill_roll
    yield Option(do="skill_roll", title="Skill roll", by=model.id, hint=f"1 AP, {roll:g}″, harder to hit",
                 icon="dodging", rule="RE-3.4", verdict=movement.check_move(state, model, "skill_roll"),
                 needs=(Need(key="path", kind="path", budget=roll), FACING))
    yield from _leaps(state, model, inches, walk)
    yield Option(do="turn", title="Turn", by=model.id, hint="1 AP, on the spot", icon="l:rotate-cw", rule="RE-R11",
                 verdict=movement.check_move(state, model, "turn"), needs=(Need(key="facing", kind="direction"),))


def _going_on(state: GameState, model: Model, begun: dict[str, Any]) -> Iterator[Option]:
    """What is left of the movement action that it has begun."""
    yield Option(do="go_on", title="Go on", by=model.id, hint=f"{float(begun['left']):.1f}″ left", icon="walk",
                 rule="RE-3.1", verdict=movement.check_go_on(state, model),
                 needs=(Need(key="path", kind="path", budget=float(begun["left"])), FACING))
    yield from _leaps(state, model, float(begun["left"]), movement.check_go_on(state, model))


def _leaps(state: GameState, model: Model, inches: float, verdict: Verdict) -> Iterator[Option]:
    """A jump where a gap is in reach, a drop from where it stands high. RE-R13, RE-R15"""
    near = [p for p in state.terrain.values() if "gap" in p.traits and gap_to_piece(model.base, p) <= inches]
    if near and model.elevation > -TOLERANCE:
        far = inches_of(model) + 6.0 - value(model, "A")
        yield Option(do="jump", title="Jump", by=model.id, hint=f"D6 + M − A, up to {max(0.0, far):g}″",
                     icon="jump-across", rule="RE-3.6", verdict=verdict, dice=True,
                     needs=(Need(key="to", kind="point", ring=inches + max(0.0, far), budget=inches),))
    if model.elevation > NUMBERS.step + TOLERANCE:
        yield Option(do="drop", title="Drop down", by=model.id, hint=f"{model.elevation:g}″, a fall", icon="heavy-fall",
                     rule="RE-3.7", verdict=verdict, dice=True,
                     needs=(Need(key="to", kind="point", ring=inches, budget=inches),))


# --- attacks


def _attacks(state: GameState, model: Model) -> Iterator[Option]:
    for one in items.carried(model):
        if not arms.of(one).close:
            yield _shot(state, model, one)
    yield Option(do="charge", title="Charge", by=model.id, hint=f"D6 + {inches_of(model):g}″", icon="charging",
                 rule="RE-5.2", dice=True, step=turns.CHARGE,
                 verdict=charging.check_may_charge(state, model) and _nearest_verdict(
                     state, model, lambda enemy: charging.check_charge(state, model, enemy)),
                 needs=(Need(key="at", kind="model", budget=inches_of(model) + 6.0),))
    yield from _blows(state, model)
    if model.has("burning"):
        yield Option(do="put_out", title="Put out the fire", by=model.id, icon="water-drop", rule="RE-12.2",
                     hint=f"1 AP, {action_orders.put_out_number(model)} or less", dice=True,
                     verdict=_check(state, "put_out", model))


def _shot(state: GameState, model: Model, one: Item) -> Option:
    weapon = arms.of(one)
    verdict = ranged.check_may_shoot(state, model, one)
    if verdict and not weapon.template:
        verdict = _nearest_verdict(state, model, lambda enemy: ranged.check_shot(state, model, one, [enemy]))
    left = items.shots_left(one)
    shots = f"D{weapon.burst} shots" if left is None else f"{left} shot{'s' if left != 1 else ''}"
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
    reach = "10″ template" if weapon.template else f"{weapon.range:g}″"
    return Option(do="shoot", title=weapon.name, by=model.id, hint=f"{reach}, Pow {weapon.pow}, {shots}",
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
    title = weapon.name if len(used) == 1 else f"{len(used)} × {weapon.name}"
    verdict = close.check_may_fight(state, model, used) and _nearest_verdict(
        state, model, lambda enemy: close.check_struck(state, model, weapon, enemy))
    return Option(do="fight", title=title, by=model.id, hint=f"{weapon.ap} AP, {_reach(weapon.range)}",
                  icon=weapon.icon, rule="RE-5.3", verdict=verdict, needs=(TARGET, PART),
                  fixed={"weapon": [i.id if i else "unarmed" for i in used]}, dice=True, step=turns.FIGHT)


def _reach(inches: float) -> str:
    return f"{inches:g}″" if inches else "contact"


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


def _hands(state: GameState, model: Model) -> Iterator[Option]:
    loose = [i for i in items.carried(model) if not i.shoulder]
    for one in loose:
        if not one.held:
            away = _to_make_room(model, one)
            yield _hand(state, model, "change", f"Take {arms.of(one).name}", {"take": [one.id], "away": away})
    for lies in items.dropped(state):
        one = items.found(lies)
        if items.lying(state, one.id, model.base.at, model.radius + CONTACT):
            yield _hand(state, model, "pick_up", f"Pick up {arms.of(one).name}", {"weapon": one.id})
    friends = [m for m in state.models_of(model.side) if m.on_table and m.id != model.id]
    for other in friends:
        if hand_orders.near_enough(model, other):
            for one in loose:
                yield _hand(state, model, "hand_over", f"{arms.of(one).name} to {other.name}",
                            {"weapon": one.id, "to": other.id})
    for one in items.carried(model):
        if one.jammed:
            yield _hand(state, model, "clear", f"Clear {arms.of(one).name}", {"weapon": one.id})


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
                  verdict=_check(state, do, model, **fixed))


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
