"""Quick set-up: the program does what is left of it, fairly, so that a game begins at once."""

from __future__ import annotations

from game.engine.events import Noted, Said, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.rulesets.grimdark_future import set_up
from game.rulesets.grimdark_future.conditions import arms, has
from game.table.unit import Unit
from game.units import Point
from game.words import say


def set_up_all(run: Run) -> Resolver:
    """Markers alternately, edges as they are, units alternately; ambushes wait, scouts go last."""
    run.emit(Said(text="Quick set-up.", tone="head", rule="GF-2.10"))
    if not run.state.markers and run.state.note("marker_count") is None:
        set_up.roll_markers(run)
    if run.state.note("first_marker") is None:
        run.emit(Noted(notes={"first_marker": run.state.note("marker_winner") or next(iter(run.state.sides))}))
    while set_up.marker_side(run.state) is not None:
        spot = marker_spot(run.state)
        if spot is None:
            run.emit(Noted(notes={"marker_count": len(run.state.markers)}))
            break
        set_up.put_marker(run, spot)
    if not run.state.note("deployment_winner"):
        set_up.roll_deployment(run)
    if not run.state.note("edges"):
        winner = str(run.state.note("deployment_winner"))
        set_up.take_edge(run, winner, run.state.sides[winner].edge)
    _wait_aside(run)
    while (side := set_up.deploying_side(run.state)) is not None:
        _deploy_one(run, side)
    yield from ()


def marker_spot(state: GameState) -> Point | None:
    """A legal place for the next marker: the middle first, then outwards, to either hand in turn."""
    table = state.table
    number = len(state.markers)
    wishes = [(0.5, 0.5), (0.2, 0.42), (0.8, 0.58), (0.34, 0.64), (0.66, 0.36)]
    x, y = wishes[number % len(wishes)]
    spots = [
        (x * table.width + dx, y * table.height + dy)
        for dx in (0, 2, -2, 4, -4, 7, -7, 10, -10)
        for dy in (0, 2, -2, 4, -4)
    ]
    return next((s for s in spots if set_up.check_marker(state, s)), None)


def _wait_aside(run: Run) -> None:
    for unit in list(run.state.units.values()):
        if set_up.is_off(run.state, unit) and unit.note("reserve") in (None, "deploy"):
            kind = next((k for k in ("scout", "ambush") if set_up.may_wait(run.state, unit.id, k)), None)
            if kind:
                run.emit(UnitNoted(unit=unit.id, notes={"reserve": kind}))


def _deploy_one(run: Run, side: str) -> None:
    units = set_up.undeployed(run.state, side)
    unit = max(units, key=lambda u: len(run.state.members(u.id)))
    spots = set_up.find_spots(run.state, unit.id, wish_for(run.state, unit), set_up.check_deploy)
    if spots is None:
        run.emit(UnitNoted(unit=unit.id, notes={"reserve": "none"}))
        run.emit(Said(text=say("There is no room for {name}.", name=unit.name), side=side, tone="harm", rule="GF-R17"))
    else:
        set_up.put_down(run, unit.id, spots, "GF-2.10")
    run.emit(Noted(notes={"last_deployed": side}))


def wish_for(state: GameState, unit: Unit) -> Point:
    """Where a unit would like to stand: near a marker's lane, shooters back, fighters forward."""
    side = state.sides[unit.side]
    placed = sum(not set_up.is_off(state, u) for u in state.units.values() if u.side == unit.side)
    lanes = [m.at[0] for m in state.markers.values()] or [state.table.width * s for s in (0.3, 0.5, 0.7)]
    x = lanes[placed % len(lanes)] + (placed // len(lanes)) * 5.0 * (1 if placed % 2 else -1)
    depth = set_up.zone_depth(state)
    far = max((w.range for m in state.members(unit.id) for _, w in arms(m, melee=False)), default=0.0)
    back = 0.35 if far > 30 or any(has(m, "Immobile") for m in state.members(unit.id)) else 0.7
    y = depth * back if side.edge == "south" else state.table.height - depth * back
    return min(max(x, 3.0), state.table.width - 3.0), y


def scout_wish(state: GameState, unit: Unit) -> Point:
    """Scouts go up to the marker nearest to the middle of their zone's front."""
    side = state.sides[unit.side]
    far = set_up.zone_depth(state) + 9.0
    y = far if side.edge == "south" else state.table.height - far
    middle = state.table.width / 2
    lane = min((m.at[0] for m in state.markers.values()), key=lambda x: abs(x - middle), default=middle)
    return lane, y
