"""Every order of the rules: whether it may be given, and what it does (GF-5, GF-R25)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from game.engine.commands import Command
from game.engine.events import Advanced, Noted, Said, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import InputError, UnknownName
from game.geometry.measure import in_contact
from game.geometry.path import path_length
from game.geometry.shapes import Base
from game.rulesets.grimdark_future import propose, quick, set_up
from game.rulesets.grimdark_future.casualties import Toll
from game.rulesets.grimdark_future.conditions import alive, is_immobile, is_shaken, move_of
from game.rulesets.grimdark_future.dangerous import test_danger, who_tests
from game.rulesets.grimdark_future.data import find, profiles
from game.rulesets.grimdark_future.melee import resolve_melee
from game.rulesets.grimdark_future.morale import test_wounded
from game.rulesets.grimdark_future.movement import Paths, check_moves, ends, is_capped, may_stay, stretched, walk
from game.rulesets.grimdark_future.points import cost
from game.rulesets.grimdark_future.rounds import end_turn, is_waiting
from game.rulesets.grimdark_future.shooting import ask_to_shoot, resolve_fire
from game.rulesets.grimdark_future.special import parse
from game.rulesets.grimdark_future.steps import read_moves, written_moves
from game.units import Point

Check = Callable[[GameState, Command], Verdict]
Resolve = Callable[[Run, Command], Resolver]


class Order(msgspec.Struct, frozen=True):
    """How an order is verified and resolved. `by` says who gives it: unit or side."""

    check: Check
    resolve: Resolve
    by: str = "unit"


# --- activations


def check_turn(state: GameState, unit: str, *, shaken: bool = False) -> Verdict:
    """Whether the unit may be activated now, and for what. GF-3.1, GF-5.1, GF-9.5, GF-R22"""
    entry = state.units[unit]
    if state.phase != "turns":
        return refuse("GF-3.1", "Units are activated in the turns.")
    if entry.side != state.turn:
        return refuse("GF-3.1", f"It is {state.sides[state.turn].name if state.turn else 'nobody'}'s turn.")
    if entry.note("activated"):
        return refuse("GF-3.1", f"{entry.name} has been activated this round.")
    if not is_waiting(state, entry):
        return refuse("GF-R22", f"{entry.name} is not on the table.")
    if is_shaken(entry) and not shaken:
        return refuse("GF-9.5", f"{entry.name} is Shaken and has to stay idle.")
    if shaken and not is_shaken(entry):
        return refuse("GF-R79", f"{entry.name} is not Shaken: it may Hold instead.")
    return YES


def check_hold(state: GameState, command: Command) -> Verdict:
    if command.get("moves") or command.get("shift"):
        return refuse("GF-5.1", "A unit that Holds does not move.")
    return check_turn(state, command.by) and may_stay(state, command.by)


def check_idle(state: GameState, command: Command) -> Verdict:
    if command.get("moves") or command.get("shift"):
        return refuse("GF-R79", "A unit that idles does not move.")
    return check_turn(state, command.by, shaken=True)


def check_walk(state: GameState, command: Command) -> Verdict:
    """Advance or rush: the moves, their length, clearance, coherency. GF-5.1, GF-R30 to R35"""
    verdict = check_turn(state, command.by)
    if not verdict:
        return verdict
    if is_immobile(state, command.by):
        return refuse("GF-S14", f"{state.units[command.by].name} is Immobile and only holds.")
    paths, verdict = read_moves(state, command.by, command.fields)
    if not verdict:
        return verdict
    rule = "GF-10.4" if is_capped(state, command.by, paths) and not _uncapped(state, command, paths) else "GF-5.1"
    return check_moves(state, command.by, paths, budgets(state, command.by, command.do, paths), rule=rule)


def _uncapped(state: GameState, command: Command, paths: Paths) -> bool:
    """Whether the moves would be too long even on open ground: then difficult ground is not to blame."""
    return any(path_length(p) > move_of(state.models[m], command.do) for m, p in paths.items())


def budgets(state: GameState, unit: str, how: str, paths: Paths) -> dict[str, float]:
    capped = is_capped(state, unit, paths)
    return {m.id: stretched(state, m, how, capped=capped) for m in alive(state, unit)}


def check_charge(state: GameState, command: Command) -> Verdict:
    """One target, some model in contact with it, none with another. GF-R33, GF-R55 to R57"""
    verdict = check_turn(state, command.by)
    if not verdict:
        return verdict
    if is_immobile(state, command.by):
        return refuse("GF-S14", f"{state.units[command.by].name} is Immobile and only holds.")
    target = str(command.get("at", ""))
    if (
        target not in state.units
        or not alive(state, target)
        or state.units[target].side == state.units[command.by].side
    ):
        return refuse("GF-R55", "A charge names one enemy unit on the table.")
    if command.get("moves") is None and command.get("shift") is None:
        return refuse("GF-R56", f"{state.units[target].name} cannot be reached by a charge.")
    paths, verdict = read_moves(state, command.by, command.fields)
    if not verdict:
        return verdict
    verdict = check_moves(
        state, command.by, paths, budgets(state, command.by, "charge", paths), rule="GF-R56", clear=False
    )
    return verdict and _check_contacts(state, command.by, target, paths)


def _check_contacts(state: GameState, unit: str, target: str, paths: Paths) -> Verdict:
    standing = ends(state, unit, paths)
    foes = [m.base for m in alive(state, target)]
    if not any(in_contact(b, f) for b in standing.values() for f in foes):
        return refuse("GF-R56", f"No model reaches {state.units[target].name}.")
    strangers = [m for m in state.on_table() if m.unit not in (unit, target)]
    for model_id, base in standing.items():
        touched = next((s for s in strangers if in_contact(base, s.base)), None)
        if touched is not None:
            return refuse("GF-R33", f"{state.models[model_id].name} would touch {touched.name}, not the target.")
    return _check_zeal(state, unit, target, paths)


def _check_zeal(state: GameState, unit: str, target: str, paths: Paths) -> Verdict:
    """The first mover goes into contact; whoever is short of it, or stayed, and could have come into contact must.
    GF-R57"""
    standing = ends(state, unit, paths)
    foes = [m.base for m in alive(state, target)]
    movers = list(paths)
    if movers and not any(in_contact(standing[movers[0]], f) for f in foes):
        return refuse("GF-R57", f"The first to move, {state.models[movers[0]].name}, goes into contact.")
    capped = is_capped(state, unit, paths)
    placed: list[Base] = []
    for model_id in (*movers, *(m for m in standing if m not in paths)):
        base = standing[model_id]
        if not any(in_contact(base, f) for f in foes) and propose.could_touch(
            state, model_id, target, placed, capped, [b for k, b in standing.items() if k != model_id]
        ):
            return refuse("GF-R57", f"{state.models[model_id].name} can come into contact and must.")
        placed.append(base)
    return YES


def do_hold(run: Run, command: Command) -> Resolver:
    yield from activation(run, command.by, {}, "hold")


def do_idle(run: Run, command: Command) -> Resolver:
    """The unit does nothing; tests owed come first, then it is Shaken no more. GF-9.9, GF-R79, GF-R81"""
    unit = command.by
    toll = Toll()
    _begin(run, unit, "idles")
    yield from test_danger(run, unit, who_tests(run.state, unit, {}, activated=True), toll)
    test_wounded(run, toll, ())
    if alive(run.state, unit):
        run.emit(UnitNoted(unit=unit, notes={"shaken": None}, rule="GF-9.9"))
        run.emit(
            Said(
                text=f"{run.state.units[unit].name} is steady again.",
                side=run.state.units[unit].side,
                tone="good",
                rule="GF-9.9",
            )
        )
    end_turn(run, run.state.units[unit].side)


def do_walk(run: Run, command: Command) -> Resolver:
    paths, _ = read_moves(run.state, command.by, command.fields)
    yield from activation(run, command.by, paths, command.do)


def activation(run: Run, unit: str, paths: Paths, how: str) -> Resolver:
    """Move, dangerous dice, shooting, owed tests. GF-R25, GF-D3"""
    toll = Toll()
    _begin(run, unit, {"hold": "holds", "advance": "advances", "rush": "rushes"}[how])
    testing = who_tests(run.state, unit, paths, activated=True)
    moved = walk(run, unit, paths, how, "GF-5.1")
    yield from test_danger(run, unit, testing, toll)
    if how != "rush" and alive(run.state, unit):
        salvos = yield from ask_to_shoot(run, unit, moved=moved)
        yield from resolve_fire(run, unit, salvos, toll, moved=moved)
    test_wounded(run, toll, ())
    end_turn(run, run.state.units[unit].side)


def _begin(run: Run, unit: str, verb: str) -> None:
    entry = run.state.units[unit]
    run.emit(Advanced(active=unit))
    run.emit(UnitNoted(unit=unit, notes={"activated": True}, rule="GF-3.1"))
    run.emit(Said(text=f"{entry.name} {verb}.", side=entry.side, tone="head", models=entry.models, rule="GF-5.1"))


def do_charge(run: Run, command: Command) -> Resolver:
    """The charge move, its dangerous dice, and the melee. GF-7, GF-R58"""
    unit, target = command.by, str(command.get("at"))
    toll = Toll()
    _begin(run, unit, f"charges {run.state.units[target].name}")
    paths, _ = read_moves(run.state, unit, command.fields)
    testing = who_tests(run.state, unit, paths, activated=True)
    walk(run, unit, paths, "charge", "GF-7.1")
    yield from test_danger(run, unit, testing, toll)
    if alive(run.state, unit):
        yield from resolve_melee(run, unit, target, toll)
    test_wounded(run, toll, (unit, target))
    end_turn(run, run.state.units[unit].side)


# --- setting up


def check_setup(state: GameState, command: Command) -> Verdict:
    if state.phase != "setup":
        return refuse("GF-2.5", "That belongs to the set-up.")
    return YES


def check_roll_markers(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if verdict and state.note("marker_count") is not None:
        return refuse("GF-2.5", "The markers have been rolled for.")
    return verdict


def do_roll_markers(run: Run, command: Command) -> Resolver:
    set_up.roll_markers(run)
    yield from ()


def check_first_marker(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if not verdict:
        return verdict
    if state.note("marker_count") is None or state.note("first_marker"):
        return refuse("GF-R15", "Who places first is chosen once, after the roll.")
    if command.by != state.note("marker_winner"):
        return refuse("GF-R15", "The winner of the roll-off says who places first.")
    if str(command.get("player", "")) not in state.sides:
        return refuse("GF-R15", f"The player is one of {', '.join(state.sides)}.")
    return YES


def do_first_marker(run: Run, command: Command) -> Resolver:
    run.emit(Noted(notes={"first_marker": str(command.get("player"))}, rule="GF-R15"))
    yield from ()


def check_place_marker(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if not verdict:
        return verdict
    if set_up.marker_side(state) is None:
        return refuse("GF-2.5", "No marker is to be placed now.")
    if set_up.marker_side(state) != command.by:
        return refuse("GF-2.6", "The players take turns placing markers.")
    point = command.get("point")
    return (
        set_up.check_marker(state, point_of(point))
        if point is not None
        else refuse("GF-2.6", "A marker needs a point.")
    )


def do_place_marker(run: Run, command: Command) -> Resolver:
    set_up.put_marker(run, point_of(command.get("point")))
    yield from ()


def check_roll_deployment(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if verdict and state.note("deployment_winner"):
        return refuse("GF-2.9", "The roll-off for deployment has been made.")
    if verdict and set_up.zone_depth(state) <= 0:
        return refuse("GF-R13", "The table is not deep enough: the armies deploy 24″ or more apart.")
    if verdict and set_up.marker_side(state) is not None:
        return refuse("GF-2.6", "All markers are placed first.")
    return verdict


def do_roll_deployment(run: Run, command: Command) -> Resolver:
    set_up.roll_deployment(run)
    yield from ()


def check_choose_edge(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if not verdict:
        return verdict
    if not state.note("deployment_winner") or state.note("edges"):
        return refuse("GF-2.9", "The edge is chosen once, by the winner of the roll-off.")
    if command.by != state.note("deployment_winner"):
        return refuse("GF-2.9", "The winner of the roll-off chooses.")
    if command.get("edge") not in set_up.LONG_EDGES:
        return refuse("GF-2.9", "One of the long edges: south or north.")
    return YES


def do_choose_edge(run: Run, command: Command) -> Resolver:
    set_up.take_edge(run, command.by, str(command.get("edge")))
    yield from ()


def spots_of(command: Command) -> list[Point]:
    return [point_of(p) for p in command.get("at") or []]


def point_of(value: Any) -> Point:
    return (float(value[0]), float(value[1]))


def check_deploy(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if not verdict:
        return verdict
    unit = state.units[command.by]
    if unit.side != set_up.deploying_side(state):
        return refuse("GF-2.10", "The players take turns placing a unit.")
    if not set_up.is_off(state, unit):
        return refuse("GF-2.10", f"{unit.name} is on the table.")
    return set_up.check_deploy(state, command.by, spots_of(command))


def do_deploy(run: Run, command: Command) -> Resolver:
    set_up.put_down(run, command.by, spots_of(command), "GF-2.10")
    run.emit(UnitNoted(unit=command.by, notes={"reserve": None}))
    run.emit(Noted(notes={"last_deployed": run.state.units[command.by].side}))
    yield from ()


def check_set_aside(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    if not verdict:
        return verdict
    kind = str(command.get("kind", ""))
    if kind not in ("scout", "ambush") or not set_up.may_wait(state, command.by, kind):
        return refuse("GF-S3" if kind == "ambush" else "GF-S23", "Only units with the rule are set aside.")
    if not set_up.is_off(state, state.units[command.by]):
        return refuse("GF-S3", "It is on the table.")
    return YES


def do_set_aside(run: Run, command: Command) -> Resolver:
    """It takes no turn of the deployment. GF-R17"""
    run.emit(UnitNoted(unit=command.by, notes={"reserve": command.get("kind")}, rule="GF-S3"))
    yield from ()


def check_scout(state: GameState, command: Command) -> Verdict:
    unit = state.units[command.by]
    if state.phase != "scouts":
        return refuse("GF-S23", "Scouts are placed after all other units are down.")
    if unit.side != set_up.scouting_side(state) or unit.note("reserve") != "scout":
        return refuse("GF-S23", "It is not this unit's turn to scout.")
    return set_up.check_scout(state, command.by, spots_of(command))


def do_scout(run: Run, command: Command) -> Resolver:
    set_up.put_down(run, command.by, spots_of(command), "GF-S23")
    run.emit(UnitNoted(unit=command.by, notes={"reserve": None}))
    run.emit(Noted(notes={"last_scout": run.state.units[command.by].side}))
    yield from ()


def check_arrive(state: GameState, command: Command) -> Verdict:
    verdict = _check_reserve(state, command)
    return verdict and set_up.check_arrival(state, command.by, spots_of(command))


def _check_reserve(state: GameState, command: Command) -> Verdict:
    unit = state.units[command.by]
    if state.phase != "reserves" or command.by not in (state.note("reserves") or []):
        return refuse("GF-S3", f"{unit.name} does not arrive now: an ambush is placed at the start of rounds 2 to 4.")
    if unit.side != reserve_side(state):
        return refuse("GF-S3", "The players take turns with their ambushes.")
    return YES


def reserve_side(state: GameState) -> str | None:
    """Whose turn it is to bring in an ambush, or to wait with it. GF-S3"""
    waiting = {s: any(state.units[u].side == s for u in state.note("reserves") or []) for s in state.sides}
    first = str(state.note("first") or state.note("deployment_winner") or next(iter(state.sides)))
    return set_up.alternating(state, first, waiting, state.note("last_reserve"))


def do_arrive(run: Run, command: Command) -> Resolver:
    set_up.put_down(run, command.by, spots_of(command), "GF-S3")
    run.emit(UnitNoted(unit=command.by, notes={"reserve": None, "arrived": run.state.round}))
    _asked(run, command.by)
    yield from ()


def do_decline(run: Run, command: Command) -> Resolver:
    _asked(run, command.by)
    yield from ()


def _asked(run: Run, unit: str) -> None:
    left = [u for u in run.state.note("reserves") or [] if u != unit]
    run.emit(Noted(notes={"reserves": left, "last_reserve": run.state.units[unit].side}))


def check_join(state: GameState, command: Command) -> Verdict:
    verdict = check_setup(state, command)
    return verdict and set_up.check_join(state, command.by, str(command.get("to", "")))


def do_join(run: Run, command: Command) -> Resolver:
    set_up.join(run, command.by, str(command.get("to")))
    yield from ()


# --- lists


def check_list(state: GameState, command: Command) -> Verdict:
    """A list keeps to its limit and uses only rules that are automated. GF-2.1, GF-R11, GF-S30"""
    units, limit = command.get("units") or [], command.get("limit")
    if not isinstance(units, (list, tuple)) or not isinstance(limit, (int, float, type(None))):
        return refuse("GF-R11", "A list is made of units, and its limit is a number of points.")
    total, verdict = list_total(units)
    if verdict and limit is not None and total > limit:
        return refuse("GF-R11", f"The list costs {total} points, {total - limit:g} over the limit of {limit:g}.")
    return verdict


def list_total(units: Sequence[Any]) -> tuple[int, Verdict]:
    """The points of a list: names of units, or tables with a name and further rules."""
    total = 0
    for entry in units:
        name = str(entry.get("profile", "")) if isinstance(entry, dict) else str(entry)
        try:
            profile = profiles()[find("unit", name, profiles())]
            for rule in (entry.get("add_rules") or []) if isinstance(entry, dict) else []:
                parse(str(rule))
        except UnknownName as error:
            return 0, refuse("GF-R1", str(error))
        except InputError as error:
            return 0, refuse("GF-S30", str(error))
        total += cost(profile)
    return total, YES


def do_list(run: Run, command: Command) -> Resolver:
    run.emit(Noted(notes={"list_total": list_total(command.get("units") or [])[0]}))
    yield from ()


def quick_set_up(run: Run, command: Command) -> Resolver:
    """Everything that is left of the set-up, done by the program: markers, edges, both armies."""
    yield from quick.set_up_all(run)


def check_quick(state: GameState, command: Command) -> Verdict:
    return check_setup(state, command)


ORDERS: dict[str, Order] = {
    "roll_markers": Order(check_roll_markers, do_roll_markers, "side"),
    "first_marker": Order(check_first_marker, do_first_marker, "side"),
    "place_marker": Order(check_place_marker, do_place_marker, "side"),
    "roll_deployment": Order(check_roll_deployment, do_roll_deployment, "side"),
    "choose_edge": Order(check_choose_edge, do_choose_edge, "side"),
    "quick_set_up": Order(check_quick, quick_set_up, "side"),
    "join": Order(check_join, do_join),
    "deploy": Order(check_deploy, do_deploy),
    "set_aside": Order(check_set_aside, do_set_aside),
    "scout": Order(check_scout, do_scout),
    "arrive": Order(check_arrive, do_arrive),
    "decline": Order(_check_reserve, do_decline),
    "hold": Order(check_hold, do_hold),
    "advance": Order(check_walk, do_walk),
    "rush": Order(check_walk, do_walk),
    "charge": Order(check_charge, do_charge),
    "idle": Order(check_idle, do_idle),
    "check_list": Order(check_list, do_list, "side"),
}


def complete(state: GameState, command: Command) -> Command:
    """Fills in what has a natural answer: how a charge closes in, where a unit is put down."""
    if command.do == "charge" and command.get("moves") is None and command.get("shift") is None:
        target = str(command.get("at", ""))
        if command.by in state.units and target in state.units and alive(state, target) and alive(state, command.by):
            paths = propose.close_in(state, command.by, target)
            if paths is not None:
                return with_fields(command, moves=written_moves(paths))
    return command


def with_fields(command: Command, **fields: Any) -> Command:
    return Command(do=command.do, by=command.by, fields={**command.fields, **fields})
