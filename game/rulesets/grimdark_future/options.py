"""What each side is asked, as options that describe themselves (play: one idea)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.commands import Command
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.grimdark_future import quick, set_up
from game.rulesets.grimdark_future.conditions import (
    alive,
    is_hero,
    is_immobile,
    is_shaken,
    move_of,
    tough,
    unit_gap,
    units_on_table,
)
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.movement import may_stay
from game.rulesets.grimdark_future.orders import ORDERS
from game.rulesets.grimdark_future.rounds import is_waiting
from game.rulesets.grimdark_future.shooting import types_of
from game.rulesets.grimdark_future.turn_orders import complete
from game.table.unit import Unit
from game.units import within
from game.words import joined, say, say_many

DICE = "dice-six-faces-six"


def awaits(state: GameState) -> str | None:
    """The side that must decide now, None when the phase has nothing left to ask."""
    if state.result is not None:
        return None
    if state.phase == "setup":
        return _asked_in_setup(state)
    if state.phase == "scouts":
        return set_up.scouting_side(state)
    if state.phase == "reserves":
        return set_up.reserve_side(state)
    return state.turn


def _asked_in_setup(state: GameState) -> str | None:
    first = next(iter(state.sides))
    if not state.note("deployment_winner"):
        if state.note("marker_count") is None:
            return first
        if state.note("first_marker") is None:
            return str(state.note("marker_winner"))
        return set_up.marker_side(state) or first
    if not state.note("edges"):
        return str(state.note("deployment_winner"))
    return set_up.deploying_side(state)


def decision(state: GameState) -> Decision | None:
    """What is asked now, None when the phase or the game is over."""
    side = awaits(state)
    if side is None:
        return None
    if state.phase == "setup":
        return _setup(state, side)
    if state.phase == "scouts":
        return _put_down(state, side, "scout", set_up.set_aside(state, "scout", side), "Place a scout", "GF-S23")
    if state.phase == "reserves":
        return _reserves(state, side)
    return _turn(state, side)


def _quick(side: str) -> Option:
    return Option(
        do="quick_set_up",
        title="Quick set-up",
        by=side,
        hint="the program places all",
        icon="minions",
        rule="GF-2.10",
        dice=True,
    )


def _setup(state: GameState, side: str) -> Decision:
    if not state.note("deployment_winner"):
        return _before_deployment(state, side)
    if not state.note("edges"):
        options = tuple(
            Option(
                do="choose_edge",
                title=say("The {edge} edge", edge=edge),
                by=side,
                icon="position-marker",
                rule="GF-2.9",
                fixed={"edge": edge},
                default=state.sides[side].edge == edge,
            )
            for edge in set_up.LONG_EDGES
        )
        return Decision(
            side=side, question="choose_edge", prompt="Which edge is yours?", options=options, rule="GF-2.9"
        )
    units = set_up.undeployed(state, side)
    decided = _put_down(state, side, "deploy", units, "Deploy a unit", "GF-2.10")
    extra = [_quick(side), *_joins(state, units), *_aside(state, units)]
    return Decision(
        side=side, question="deploy", prompt=decided.prompt, options=(*decided.options, *extra), rule="GF-2.10"
    )


def _before_deployment(state: GameState, side: str) -> Decision:
    """The markers, and the roll-off for the edges."""
    if state.note("marker_count") is None:
        return _roll(side, "roll_markers", say("How many markers?"), say("Roll for markers"), "D3 + 2", "GF-2.5")
    if state.note("first_marker") is None:
        return _first_marker(state, side)
    if set_up.marker_side(state) is not None:
        return _marker(state, side)
    return _roll(side, "roll_deployment", say("Who deploys first?"), say("Roll off"), say("for the edge"), "GF-2.9")


def _roll(side: str, do: str, prompt: str, title: str, hint: str, rule: str) -> Decision:
    roll = Option(do=do, title=title, by=side, hint=hint, icon=DICE, rule=rule, dice=True, default=True)
    return Decision(side=side, question=do, prompt=prompt, options=(roll, _quick(side)), rule=rule)


def _first_marker(state: GameState, side: str) -> Decision:
    options = tuple(
        Option(
            do="first_marker",
            title="We place first" if s == side else "They place first",
            by=side,
            hint=state.sides[s].name,
            icon="flag-objective",
            rule="GF-R15",
            fixed={"player": s},
            default=s == side,
        )
        for s in state.sides
    )
    return Decision(
        side=side, question="first_marker", prompt="Who places the first marker?", options=options, rule="GF-R15"
    )


def _marker(state: GameState, side: str) -> Decision:
    place = Option(
        do="place_marker",
        title="Place a marker",
        by=side,
        hint="over 9″ apart",
        icon="flag-objective",
        rule="GF-2.6",
        needs=(Need(key="point", kind="point"),),
        default=True,
    )
    prompt = say("Place marker {count} of {marker_count}", count=len(state.markers) + 1,
                 marker_count=state.note("marker_count"))
    return Decision(side=side, question="place_marker", prompt=prompt, options=(place, _quick(side)), rule="GF-2.6")


def _put_down(state: GameState, side: str, do: str, units: list[Unit], prompt: str, rule: str) -> Decision:
    options = tuple(
        Option(
            do=do,
            title=u.name,
            by=u.id,
            hint=strength(state, u),
            icon=icon_of(state, u),
            rule=rule,
            needs=(Need(key="at", kind="points", low=len(state.members(u.id))),),
            default=i == 0,
        )
        for i, u in enumerate(units)
    )
    return Decision(side=side, question=do, prompt=prompt, options=options, rule=rule)


def strength(state: GameState, unit: Unit) -> str:
    members = state.members(unit.id)
    return say_many("{n} model", "{n} models", len(members))


def icon_of(state: GameState, unit: Unit) -> str:
    return state.models[unit.models[0]].icon


def _joins(state: GameState, units: list[Unit]) -> Iterator[Option]:
    for hero in units:
        members = state.members(hero.id)
        if len(members) == 1 and is_hero(members[0]) and tough(members[0]) <= NUMBERS.hero_tough:
            hosts = tuple(
                Candidate(u.id, set_up.check_join(state, hero.id, u.id), u.name) for u in units if u.id != hero.id
            )
            if any(c.verdict for c in hosts):
                yield Option(
                    do="join",
                    title=say("{hero} joins", hero=hero.name),
                    by=hero.id,
                    hint="a unit, all game",
                    icon="linked-rings",
                    rule="GF-S13",
                    needs=(Need(key="to", kind="choice", candidates=hosts),),
                )


WAITING = (
    ("scout", say("Scout later"), say("after all others")),
    ("ambush", say("Lie in ambush"), say("from round 2")),
)
"""How a unit may be kept back at the set-up: the special rule, and the option's name and hint. GF-S3, GF-S23"""


def _aside(state: GameState, units: list[Unit]) -> Iterator[Option]:
    for unit in units:
        for kind, title, hint in WAITING:
            if set_up.may_wait(state, unit.id, kind):
                yield Option(
                    do="set_aside",
                    title=title,
                    by=unit.id,
                    hint=hint,
                    icon="hidden",
                    rule="GF-S23" if kind == "scout" else "GF-S3",
                    fixed={"kind": kind},
                )


def _reserves(state: GameState, side: str) -> Decision:
    units = [state.units[u] for u in state.note("reserves") or [] if state.units[u].side == side]
    arriving = _put_down(state, side, "arrive", units, "", "GF-S3").options
    waiting = tuple(
        Option(do="decline", title=say("{name} waits", name=u.name),
               by=u.id, hint="a later round", icon="hourglass", rule="GF-S3")
        for u in units
    )
    return Decision(
        side=side, question="arrive", prompt="Spring the ambush?", options=(*arriving, *waiting), rule="GF-S3"
    )


# --- turns


def _turn(state: GameState, side: str) -> Decision:
    options: list[Option] = []
    for unit in state.units.values():
        if unit.side == side and is_waiting(state, unit):
            options += _activations(state, unit)
    return Decision(side=side, question="activate", prompt="Activate a unit", options=tuple(options), rule="GF-3.1")


def _activations(state: GameState, unit: Unit) -> Iterator[Option]:
    if is_shaken(unit):
        yield Option(
            do="idle", title="Idle", by=unit.id, hint="steadies it", icon="hourglass", rule="GF-9.5", default=True
        )
        return
    fires = bool(types_of(state, unit.id))
    held = may_stay(state, unit.id)
    yield Option(
        do="hold",
        title="Hold",
        by=unit.id,
        hint="may shoot" if fires else "stays",
        icon="shield",
        rule="GF-5.1",
        verdict=held,
        dice=fires,
    )
    rooted = is_immobile(state, unit.id)
    stuck = refuse("GF-S14", say("{name} is Immobile.", name=unit.name)) if rooted else YES
    for do, title, icon, hint in (
        ("advance", say("Advance"), "walk", say("may shoot") if fires else say("no weapon to fire")),
        ("rush", say("Rush"), "run", say("no shooting")),
    ):
        far = min(move_of(m, do) for m in alive(state, unit.id))
        yield Option(
            do=do,
            title=title,
            by=unit.id,
            hint=joined(", ", (say("{inches:g}″", inches=far), hint)),
            icon=icon,
            rule="GF-5.1",
            verdict=stuck,
            needs=(Need(key="moves", kind="moves", budget=far),),
            dice=do == "advance" and fires,
        )
    far = max(move_of(m, "charge") for m in alive(state, unit.id))
    yield Option(
        do="charge",
        title="Charge",
        by=unit.id,
        hint=say("{far:g}″ to contact", far=far),
        icon="crossed-swords",
        rule="GF-5.1",
        verdict=stuck and _near_enough(state, unit, far),
        dice=True,
        needs=(Need(key="at", kind="unit", budget=far),),
    )


def _near_enough(state: GameState, unit: Unit, far: float) -> Verdict:
    """A quick look before any path is sought."""
    if any(within(unit_gap(state, unit.id, foe.id), far) for foe in units_on_table(state) if foe.side != unit.side):
        return YES
    return refuse("GF-R56", say("No enemy within {far:g}″.", far=far))


def candidates(state: GameState, option: Option, key: str = "at") -> list[Candidate]:
    """For a need of an option, everything that could be picked with its verdict: the legal first, then the nearest."""
    need = next((n for n in option.needs if n.key == key), None)
    if need is None or need.kind != "unit":
        return list(need.candidates) if need else []
    side = state.units[option.by].side
    found = []
    for foe in units_on_table(state):
        if foe.side == side:
            continue
        command = Command(do=option.do, by=option.by, fields={**option.fixed, "at": foe.id})
        if not within(unit_gap(state, option.by, foe.id), need.budget):
            verdict = refuse(
                "GF-R56", say("{foe} is {unit_gap:.1f}″ away, over {budget:g}″.", foe=foe.name,
                              unit_gap=unit_gap(state, option.by, foe.id), budget=need.budget)
            )
            found.append(Candidate(foe.id, verdict, foe.name))
            continue
        whole = complete(state, command)
        fields = {"moves": whole.fields["moves"]} if "moves" in whole.fields else {}
        found.append(Candidate(foe.id, ORDERS[option.do].check(state, whole), foe.name, fields=fields))
    return sorted(found, key=lambda c: (not c.verdict.ok, unit_gap(state, option.by, c.value)))


def wishes(state: GameState, unit: Unit, do: str) -> tuple[float, float]:
    """Where a unit put down by the program would like to stand."""
    return quick.scout_wish(state, unit) if do == "scout" else quick.wish_for(state, unit)
