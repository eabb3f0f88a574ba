"""Orders of the turns: hold, advance, rush, charge, idle (GF-3.1, GF-5, GF-R25, GF-R55 to R58, GF-R79)."""

from __future__ import annotations

from game.engine.commands import Command
from game.engine.events import Advanced, Said, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.measure import in_contact
from game.geometry.path import path_length
from game.geometry.shapes import Base
from game.rulesets.common.orders import with_fields
from game.rulesets.grimdark_future import propose
from game.rulesets.grimdark_future.casualties import Toll
from game.rulesets.grimdark_future.conditions import alive, is_immobile, is_shaken, move_of
from game.rulesets.grimdark_future.dangerous import test_danger, who_tests
from game.rulesets.grimdark_future.melee import resolve_melee
from game.rulesets.grimdark_future.morale import test_wounded
from game.rulesets.grimdark_future.movement import Paths, check_moves, ends, is_capped, may_stay, stretched, walk
from game.rulesets.grimdark_future.rounds import end_turn, is_waiting
from game.rulesets.grimdark_future.shooting import ask_to_shoot, resolve_fire
from game.rulesets.grimdark_future.steps import read_moves, written_moves
from game.words import say


def check_turn(state: GameState, unit: str, *, shaken: bool = False) -> Verdict:
    """Whether the unit may be activated now, and for what. GF-3.1, GF-5.1, GF-9.5, GF-R22"""
    entry = state.units[unit]
    if state.phase != "turns":
        return refuse("GF-3.1", "Units are activated in the turns.")
    if entry.side != state.turn:
        return refuse("GF-3.1", say("It is {name}'s turn.",
                                    name=state.sides[state.turn].name if state.turn else say("nobody")))
    if entry.note("activated"):
        return refuse("GF-3.1", say("{entry} has been activated this round.", entry=entry.name))
    if not is_waiting(state, entry):
        return refuse("GF-R22", say("{entry} is not on the table.", entry=entry.name))
    if is_shaken(entry) and not shaken:
        return refuse("GF-9.5", say("{entry} is Shaken and has to stay idle.", entry=entry.name))
    if shaken and not is_shaken(entry):
        return refuse("GF-R79", say("{entry} is not Shaken: it may Hold instead.", entry=entry.name))
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
        return refuse("GF-S14", say("{name} is Immobile and only holds.", name=state.units[command.by].name))
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
        return refuse("GF-S14", say("{name} is Immobile and only holds.", name=state.units[command.by].name))
    target = str(command.get("at", ""))
    if (
        target not in state.units
        or not alive(state, target)
        or state.units[target].side == state.units[command.by].side
    ):
        return refuse("GF-R55", "A charge names one enemy unit on the table.")
    if command.get("moves") is None and command.get("shift") is None:
        return refuse("GF-R56", say("No way that is short enough leads to {name}.", name=state.units[target].name))
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
        return refuse("GF-R56", say("No model reaches {name}.", name=state.units[target].name))
    strangers = [m for m in state.on_table() if m.unit not in (unit, target)]
    for model_id, base in standing.items():
        touched = next((s for s in strangers if in_contact(base, s.base)), None)
        if touched is not None:
            return refuse("GF-R33", say("{name} would touch {touched}, not the target.",
                                        name=state.models[model_id].name, touched=touched.name))
    return _check_zeal(state, unit, target, paths)


def _check_zeal(state: GameState, unit: str, target: str, paths: Paths) -> Verdict:
    """The first mover goes into contact; whoever is short of it, or stayed, comes as near as it can. GF-R57"""
    standing = ends(state, unit, paths)
    foes = [m.base for m in alive(state, target)]
    movers = list(paths)
    if movers and not any(in_contact(standing[movers[0]], f) for f in foes):
        return refuse("GF-R57", say("The first to move, {name}, goes into contact.",
                                    name=state.models[movers[0]].name))
    capped = is_capped(state, unit, paths)
    placed: list[Base] = []
    for model_id in (*movers, *(m for m in standing if m not in paths)):
        base = standing[model_id]
        if not any(in_contact(base, f) for f in foes):
            mates = [b for k, b in standing.items() if k != model_id]
            short = propose.shortfall(state, model_id, base, target, placed, capped, mates)
            if short:
                return refuse("GF-R57", say("{name} can {short} and must.", name=state.models[model_id].name,
                                            short=short))
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
                text=say("{name} is steady again.", name=run.state.units[unit].name),
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
    _begin(run, unit, {"hold": say("holds"), "advance": say("advances"), "rush": say("rushes")}[how])
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
    run.emit(Said(text=say("{name} {verb}.", name=entry.name, verb=verb), side=entry.side, tone="head",
                  models=entry.models, rule="GF-5.1"))


def do_charge(run: Run, command: Command) -> Resolver:
    """The charge move, its dangerous dice, and the melee. GF-7, GF-R58"""
    unit, target = command.by, str(command.get("at"))
    toll = Toll()
    _begin(run, unit, say("charges {name}", name=run.state.units[target].name))
    paths, _ = read_moves(run.state, unit, command.fields)
    testing = who_tests(run.state, unit, paths, activated=True)
    walk(run, unit, paths, "charge", "GF-7.1")
    yield from test_danger(run, unit, testing, toll)
    if alive(run.state, unit):
        yield from resolve_melee(run, unit, target, toll)
    test_wounded(run, toll, (unit, target))
    end_turn(run, run.state.units[unit].side)


def complete(state: GameState, command: Command) -> Command:
    """Fills in what has a natural answer: how a charge closes in, where a unit is put down."""
    if command.do == "charge" and command.get("moves") is None and command.get("shift") is None:
        target = str(command.get("at", ""))
        if command.by in state.units and target in state.units and alive(state, target) and alive(state, command.by):
            paths = propose.close_in(state, command.by, target)
            if paths is not None:
                return with_fields(command, moves=written_moves(paths))
    return command
