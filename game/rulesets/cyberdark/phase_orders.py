"""Orders of the set-up and of the time after a battle (CD-H2, CD-H3, CD-H26)."""
from __future__ import annotations

from collections.abc import Mapping

from game.engine.commands import Command
from game.engine.events import Noted, Returned, Said, SideNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.obstacles import NO_TOPS
from game.geometry.path import can_stand
from game.resolvers import deploying
from game.resolvers.activation import alternating
from game.rulesets.common.given import facing_of, model_by
from game.rulesets.cyberdark import after, interior_orders, lairs, meaning, mission, turns
from game.rulesets.cyberdark.conditions import composure, in_hiding, loaded, points, status, things, to_set_up
from game.rulesets.cyberdark.data import NUMBERS
from game.rulesets.cyberdark.nerves import tell
from game.table.model import Model
from game.units import Point
from game.words import joined, say

SPOT = deploying.SpotRules(zone="CD-H2", room="CD-H1", depth=NUMBERS.zone)


# --- deployment


def deploying_now(state: GameState) -> str | None:
    """The crew that places a character now. CD-H2"""
    left = {side: any(to_set_up(state, side)) for side in state.sides}
    for side in state.sides:  # who lies in wait is set up when all others stand. CD-S6
        if mission.hides(state, side) and any(left[s] for s in state.sides if s != side):
            left[side] = False
    return alternating(state, next(iter(state.sides)), left, state.note("placed_last"))


def check_deploy(state: GameState, command: Command) -> Verdict:
    model, point = model_by(state, command), meaning.point(command)
    if state.phase != "deploy":
        return refuse("CD-H2", "Characters are set up before the battle.")
    if model.at is not None or in_hiding(model):
        return refuse("CD-H2", say("{name} is set up already.", name=model.name))
    if deploying_now(state) != model.side:
        return refuse("CD-H2", "The crews set up one character each in turn.")
    if point is None:
        return refuse("CD-H2", "A character is set up at a point.")
    if mission.hides(state, model.side):
        return lairs.check_hide(state, model, point)
    return _spot(state, model, point)


def do_deploy(run: Run, command: Command) -> Resolver:
    model, point = model_by(run.state, command), meaning.point(command)
    assert point is not None
    place = lairs.place_meant(run.state, model.side, point) if mission.hides(run.state, model.side) else None
    if place is not None:
        lairs.hide(run, model.id, place)
        tell(run, model, say("{name} hides.", name=model.name), "CD-S6")
    else:
        deploying.place(run, model.id, point, facing_of(command), "CD-H2")
    run.emit(Noted(notes={"placed_last": model.side}))
    _place_in_turn(run)
    yield from ()


def check_line_up(state: GameState, command: Command) -> Verdict:
    if state.phase != "deploy" or deploying_now(state) != command.by:
        return refuse("CD-H2", "The crews set up one character each in turn.")
    return YES


def do_line_up(run: Run, command: Command) -> Resolver:
    if mission.hides(run.state, command.by):
        lairs.hide_the_rest(run, command.by)
        run.emit(Said(text=say("{name} lies in wait.", name=run.state.sides[command.by].name), side=command.by,
                      rule="CD-S6"))
        run.emit(Noted(notes={"placed_last": command.by}))
    else:
        run.emit(SideNoted(side=command.by, notes={"lines_up": True}))
    _place_in_turn(run)
    yield from ()


def _place_in_turn(run: Run) -> None:
    """A crew that lets the rest be placed for it still puts down one character when it is its turn. CD-H2"""
    while (side := deploying_now(run.state)) is not None and run.state.sides[side].note("lines_up"):
        placed = next(iter(deploying.plan(run.state, side, _spot).items()), None)
        if placed is None:
            deploying.leave_out(run, side, "CD-H2")
            continue
        deploying.place(run, *placed, None, "CD-H2")
        run.emit(Noted(notes={"placed_last": side}))


def _spot(state: GameState, model: Model, point: Point) -> Verdict:
    """In its zone, on free ground; these rules know no climbing. CD-H2"""
    verdict = deploying.check_spot(state, model, point, SPOT)
    if verdict and can_stand(state.scene, deploying.standing(model, point), tops=NO_TOPS) is not None:
        return refuse("CD-H1", "No room to stand there.",
                      Mark(kind="ring", points=(point,), radius=model.radius, role="bad"))
    return verdict


# --- crews


def crew_points(state: GameState) -> dict[str, int]:
    return {side: sum(points(m) for m in state.models_of(side)) for side in state.sides}


def check_crews(state: GameState, command: Command) -> Verdict:
    """Two crews of equal points, or both within the same limit. CD-H2"""
    limit = int(command.get("limit") or state.options.get("limit") or 0)
    full = next((m for m in state.models.values() if len(loaded(m)) > NUMBERS.programs), None)
    if full is not None:
        return refuse("CD-H15", say("{full} has {count} programs; a deck holds {programs}.", full=full.name,
                                    count=len(loaded(full)), programs=NUMBERS.programs))
    return check_points({state.sides[side].name: n for side, n in crew_points(state).items()}, limit)


def check_points(costs: Mapping[str, int], limit: int) -> Verdict:
    """Whether crews of these points, by name, are a match: equal, or all within a limit (0 for none). CD-H2"""
    told = joined(", ", [say("{name} {n}", name=name, n=n) for name, n in costs.items()])
    if limit and max(costs.values(), default=0) > limit:
        return refuse("CD-H2", say("A crew costs more than the limit of {limit}: {told}.", limit=limit, told=told))
    if not limit and len(set(costs.values())) > 1:
        return refuse("CD-H2", say("The crews are not of equal points: {told}.", told=told))
    return YES


def do_check_crews(run: Run, command: Command) -> Resolver:
    told = joined(", ", [joined(" ", (run.state.sides[side].name, str(n)))
                         for side, n in crew_points(run.state).items()])
    run.emit(Said(text=say("Points: {told}.", told=told), rule="CD-H2"))
    yield from ()


# --- initiative


def check_initiative(state: GameState, command: Command) -> Verdict:
    if state.phase != "initiative" or state.note("slots"):
        return refuse("CD-H3", "Initiative is rolled once, before the first round.")
    return YES


def do_initiative(run: Run, command: Command) -> Resolver:
    words = mission.told(run.state)
    if words:
        run.emit(Said(text=words, tone="head", rule="CD-S1"))
    interior_orders.resolve_file(run)
    turns.resolve_initiative(run)
    yield from ()


# --- after the battle


def _check_after(state: GameState) -> Verdict:
    return YES if state.phase == "after" else refuse("CD-H26", "That is for after the battle.")


def check_after(state: GameState, command: Command) -> Verdict:
    return _check_after(state)


def do_after_battle(run: Run, command: Command) -> Resolver:
    after.see_to_the_wounded(run)
    yield from ()


def check_between(state: GameState, command: Command) -> Verdict:
    """Between battles only the living, and who bleeds no more. CD-H26"""
    model = model_by(state, command)
    verdict = _check_after(state)
    if verdict and status(model) == "dead":
        return refuse("CD-H26", say("{name} is dead.", name=model.name))
    return verdict


def check_restore(state: GameState, command: Command) -> Verdict:
    model = model_by(state, command)
    verdict = check_between(state, command)
    if verdict and model.note("restored"):
        return refuse("CD-H26", "One restoring activity between two battles.")
    return verdict


def check_implant(state: GameState, command: Command) -> Verdict:
    model, implant = model_by(state, command), meaning.implant(command)
    verdict = check_between(state, command)
    if not verdict:
        return verdict
    if not implant:
        return refuse("CD-H26", "There is no such implant.")
    if implant in things(model):
        return refuse("CD-H26", say("{name} has that implant.", name=model.name))
    if not composure(model):
        return refuse("CD-R14", say("A new implant costs 1 Composure; {name} has none.", name=model.name))
    return YES


def do_sleep(run: Run, command: Command) -> Resolver:
    for model in [m for m in run.state.models.values() if status(m) != "dead"]:
        after.sleep(run, model)
    yield from ()


def do_restore(run: Run, command: Command) -> Resolver:
    after.restore(run, model_by(run.state, command))
    yield from ()


def do_implant(run: Run, command: Command) -> Resolver:
    after.install(run, model_by(run.state, command), meaning.implant(command))
    yield from ()


def do_next_battle(run: Run, command: Command) -> Resolver:
    """Whoever lives is well again and back with its crew."""
    for model in list(run.state.models.values()):
        if status(model) == "dead":
            continue
        if not model.in_play and model.at is not None:
            run.emit(Returned(model=model.id, at=model.at, elevation=model.elevation, rule="CD-H26"))
        after.make_ready(run, run.state.models[model.id])
    yield from ()
