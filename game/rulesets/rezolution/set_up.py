"""Setting up: grouping independents, the set-up roll, and placing the crews (RZ-4, RZ-R24, R25, R29)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.events import Grouped, Noted, Placed, Said, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap, inside
from game.geometry.path import can_stand
from game.geometry.shapes import Base, Piece
from game.rulesets.rezolution.control import control_roll
from game.rulesets.rezolution.data import NUMBERS
from game.table.model import Model
from game.table.side import FACING_AWAY
from game.table.unit import Unit
from game.units import Point, within

# --- before set-up


def lone_units(state: GameState, side: str) -> list[Unit]:
    """The side's independents that are not grouped."""
    return [u for u in state.units.values() if u.side == side and not u.note("team")]


def check_group(state: GameState, units: Sequence[str]) -> Verdict:
    """Two or more independents of one crew, before set-up, for the whole game. RZ-5.8, RZ-R29"""
    if state.phase != "before set-up":
        return refuse("RZ-R29", "Independents are grouped before set-up only.")
    if len(set(units)) < 2:
        return refuse("RZ-5.8", "A group needs two independents or more.")
    unknown = [u for u in units if u not in state.units]
    if unknown:
        return refuse("RZ-5.8", f"There is no unit {unknown[0]}.")
    if len({state.units[u].side for u in units}) > 1:
        return refuse("RZ-5.8", "A group is of one crew.")
    teams = [state.units[u].name for u in units if state.units[u].note("team")]
    if teams:
        return refuse("RZ-5.8", f"{teams[0]} is a team; only independents are grouped.")
    return YES


def resolve_group(run: Run, units: Sequence[str], name: str) -> None:
    into = name if name and name not in run.state.units else units[0]
    count = sum(len(run.state.units[u].models) for u in units)
    run.emit(Grouped(units=tuple(units), into=into, name=name or "Group", rule="RZ-5.8"))
    run.emit(UnitNoted(unit=into, notes={"team": True, "starting": count, "current": count}, rule="RZ-R29"))
    run.emit(Said(text=f"{run.state.units[into].name} is grouped.", side=run.state.units[into].side, rule="RZ-5.8"))


def resolve_set_up_roll(run: Run) -> None:
    """A control roll says who chooses. RZ-4.2, RZ-R25"""
    winner = control_roll(run, "RZ-4.2")
    run.emit(Noted(notes={"set_up_winner": winner, "winner": winner}))


def resolve_choose_set_up(run: Run, first: str) -> None:
    """The winner says which crew is placed first. RZ-R25"""
    run.emit(Noted(notes={"set_up_first": first}, rule="RZ-4.2"))
    run.emit(Said(text=f"{run.state.sides[first].name} sets up first.", side=first, rule="RZ-4.2"))


# --- placing


def placing_side(state: GameState) -> str | None:
    """The crew being placed: first the chosen one in full, then the other. RZ-R24"""
    first = state.note("set_up_first")
    if first is None:
        return None
    return next((s for s in (first, state.other(first)) if any(unplaced(state, s))), None)


def unplaced(state: GameState, side: str) -> Iterator[Model]:
    return (m for m in state.models_of(side) if m.in_play and m.at is None)


def check_place(state: GameState, model: Model, point: Point) -> Verdict:
    """Whether the model may be set up there: its zone, free ground, its team's coherency. RZ-4.1, RZ-R24"""
    if state.phase != "set-up" or placing_side(state) is None:
        return refuse("RZ-R24", "Crews are placed after the set-up roll.")
    if model.side != placing_side(state):
        return refuse("RZ-R24", "One crew is placed in full, then the other.")
    if model.at is not None:
        return refuse("RZ-R24", f"{model.name} is placed already.")
    return check_spot(state, model, point)


def check_spot(state: GameState, model: Model, point: Point) -> Verdict:
    base = Base(point[0], point[1], model.radius, 0.0, model.elevation, model.height)
    zone = state.sides[model.side].zone
    if zone and not inside(base, Piece(id="zone", outline=zone), "whole"):
        return refuse("RZ-4.1", f"The whole base stands within {NUMBERS.zone:g}″ of the crew's own edge.",
                      Mark(kind="polygon", points=zone, role="bad"))
    block = can_stand(state.scene, base, [m.base for m in state.on_table()])
    if block is not None:
        return refuse("RZ-R27", "No room to stand there.",
                      Mark(kind="ring", points=(point,), radius=model.radius, role="bad"))
    if state.units[model.unit].note("team") and not _keeps_company(state, model, base):
        return refuse("RZ-R24", f"{model.name} must be placed within {NUMBERS.coherency:g}″ of a teammate.",
                      *(Mark(kind="ring", points=(m.base.at,), radius=m.radius + NUMBERS.coherency, role="info")
                        for m in state.members(model.unit) if m.at is not None))
    return YES


def _keeps_company(state: GameState, model: Model, base: Base) -> bool:
    """Whether the team can still end in coherency: nobody alone, or one alone and someone left to join it."""
    members = [m for m in state.members(model.unit) if m.id != model.id]
    placed = [*(m.base for m in members if m.at is not None), base]
    alone = [b for b in placed if not any(b is not o and within(gap(b, o), NUMBERS.coherency) for o in placed)]
    left = sum(m.at is None for m in members)
    return not alone or (len(alone) == 1 and (left > 0 or len(placed) == 1))


def resolve_place(run: Run, model_id: str, point: Point, facing: float | None) -> None:
    """With its back to its own edge unless its player says otherwise."""
    model = run.state.models[model_id]
    away = FACING_AWAY[run.state.sides[model.side].edge]
    run.emit(Placed(model=model_id, at=(float(point[0]), float(point[1])), facing=away if facing is None else facing,
                    elevation=model.elevation, rule="RZ-R24"))


def resolve_line_up(run: Run, side: str) -> Resolver:
    """Places what is left of the crew: teams in blocks along the front of its zone, independents between them."""
    units = [u for u in run.state.units.values() if u.side == side and any(
        m.at is None for m in run.state.members(u.id))]
    for number, unit in enumerate(units):
        share = (number + 0.5) / len(units)
        for model in run.state.members(unit.id):
            if model.at is None:
                spot = _spot_near(run.state, model, share)
                if spot is not None:
                    resolve_place(run, model.id, spot, None)
    run.emit(Said(text=f"{run.state.sides[side].name} lines up.", side=side, rule="RZ-R24"))
    yield from ()


def _spot_near(state: GameState, model: Model, share: float) -> Point | None:
    """The legal spot of the zone nearest to the unit's place in the line, searched on a grid of half inches."""
    wish = _wish(state, model, share)
    xs, ys = zip(*(state.sides[model.side].zone or _whole_table(state)), strict=True)
    step = 0.5
    grid = [
        (min(xs) + column * step + model.radius, min(ys) + row * step + model.radius)
        for row in range(int((max(ys) - min(ys)) / step) + 1) for column in range(int((max(xs) - min(xs)) / step) + 1)
    ]
    grid.sort(key=lambda p: (round((p[0] - wish[0]) ** 2 + (p[1] - wish[1]) ** 2, 6), p))
    return next((p for p in grid if check_spot(state, model, p)), None)


def _wish(state: GameState, model: Model, share: float) -> Point:
    placed = [m for m in state.members(model.unit) if m.at is not None]
    if placed:
        near = placed[-1].base
        return near.x + near.radius + model.radius + 1.0, near.y
    xs, ys = zip(*(state.sides[model.side].zone or _whole_table(state)), strict=True)
    edge = state.sides[model.side].edge
    along_x, along_y = min(xs) + (max(xs) - min(xs)) * share, min(ys) + (max(ys) - min(ys)) * share
    forward = {"south": (along_x, max(ys) - 2.0), "north": (along_x, min(ys) + 2.0),
               "west": (max(xs) - 2.0, along_y), "east": (min(xs) + 2.0, along_y)}
    return forward[edge]


def _whole_table(state: GameState) -> tuple[Point, ...]:
    w, h = state.table.width, state.table.height
    return (0.0, 0.0), (w, 0.0), (w, h), (0.0, h)
