"""Setting up: the roll, corners or sides, and placing (RE-R96, T24)."""
from __future__ import annotations

from game.engine.events import Noted, Placed, Said, SideAltered
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import inside
from game.geometry.shapes import Piece
from game.resolvers import deploying
from game.rulesets.rouge_elements import tally, terrain
from game.rulesets.rouge_elements.data import NUMBERS, TABLES
from game.rulesets.rouge_elements.throws import number
from game.table.model import Model
from game.table.side import edge_zone
from game.units import Point, heading
from game.words import joined, say

CORNERS = {"south-west": ("south", "west"), "north-east": ("north", "east"), "south-east": ("south", "east"),
           "north-west": ("north", "west")}
ZONES = {
    "corner": say("corner"), "side": say("side"), "north": say("north"), "east": say("east"), "south": say("south"),
    "west": say("west"), "south-west": say("south-west"), "north-east": say("north-east"),
    "south-east": say("south-east"), "north-west": say("north-west"),
}
"""Corners and sides, as they are told."""
SPOT = deploying.SpotRules(zone="RE-R96", room="RE-R96", depth=NUMBERS.zone)
OPPOSITE = {"south-west": "north-east", "north-east": "south-west", "south-east": "north-west",
            "north-west": "south-east", "south": "north", "north": "south", "west": "east", "east": "west"}


def resolve_roll(run: Run) -> Resolver:
    """D6 each, ties among themselves again; the highest chooses and sets up first. RE-R96, RE-D15"""
    order: list[str] = []
    yield from _ranked(run, list(run.state.sides), order)
    run.emit(Noted(notes={"set_up_order": order}, rule="RE-R96"))
    tally.put(run, set_up_order=order)
    run.emit(Said(text=say("{name} sets up first.", name=run.state.sides[order[0]].name),
                  side=order[0], rule="RE-R96"))


def _ranked(run: Run, sides: list[str], order: list[str]) -> Resolver:
    if len(sides) < 2:
        order += sides
        return
    rolled: dict[str, int] = {}
    for side in sides:
        rolled[side] = yield from number(run, "set_up", (1, 6), side=side, reason=say("set-up"), rule="RE-R96")
    for face in sorted(set(rolled.values()), reverse=True):
        yield from _ranked(run, [s for s in sides if rolled[s] == face], order)


def kind_of_zone(state: GameState) -> str:
    scenario = TABLES.scenarios.get(str(state.note("scenario", "")))
    return scenario.zone if scenario else "side"


def setting_up(state: GameState) -> str | None:
    """The side that sets up now."""
    order: list[str] = state.note("set_up_order", [])
    return next((s for s in order if any(deploying.unplaced(state, s))), None)


def zones(state: GameState, side: str) -> list[str]:
    """The corners or sides that are left to choose: of two players, the second has what lies opposite."""
    taken: dict[str, str] = state.note("zones", {})
    known = list(CORNERS) if kind_of_zone(state) == "corner" else ["south", "north", "west", "east"]
    left = [z for z in known if z not in taken.values()]
    if len(state.sides) == 2 and taken:
        return [OPPOSITE[next(iter(taken.values()))]]
    return left


def outline(state: GameState, zone: str) -> tuple[Point, ...]:
    w, h = state.table.width, state.table.height
    depth = min(NUMBERS.zone, w / 3, h / 3)
    if zone not in CORNERS:
        return edge_zone(zone, depth, w, h)
    down, across = CORNERS[zone]
    y0, x0 = (0.0 if down == "south" else h - depth), (0.0 if across == "west" else w - depth)
    return (x0, y0), (x0 + depth, y0), (x0 + depth, y0 + depth), (x0, y0 + depth)


def check_zone(state: GameState, side: str, zone: str) -> Verdict:
    if state.phase != "set-up" or setting_up(state) != side:
        return refuse("RE-R96", "Each player chooses in the order of the set-up roll.")
    if side in state.note("zones", {}):
        return refuse("RE-R96", "A corner or side is chosen once.")
    if zone not in zones(state, side):
        return refuse("RE-R96", say("Left to choose: {zones}.",
                                    zones=joined(", ", [ZONES[z] for z in zones(state, side)])))
    return YES


def resolve_zone(run: Run, side: str, zone: str) -> None:
    taken = {**run.state.note("zones", {}), side: zone}
    edge = CORNERS[zone][0] if zone in CORNERS else zone
    run.emit(Noted(notes={"zones": taken}, rule="RE-R96"))
    run.emit(SideAltered(side=side, edge=edge, zone=outline(run.state, zone), rule="RE-R96"))


def check_place(state: GameState, model: Model, point: Point) -> Verdict:
    if state.phase != "set-up" or setting_up(state) != model.side:
        return refuse("RE-R96", "Players set up one after the other, in the order of the roll.")
    if model.side not in state.note("zones", {}):
        return refuse("RE-R96", "First a corner or side is chosen.")
    if model.at is not None:
        return refuse("RE-R96", say("{name} is placed already.", name=model.name))
    return check_spot(state, model, point)


def check_spot(state: GameState, model: Model, point: Point) -> Verdict:
    verdict = deploying.check_spot(state, model, point, SPOT)
    if verdict and terrain.gap_at(state, point):
        return refuse("RE-R96", "Nobody is set up over a gap.")
    return verdict and _check_corner(state, model, point)


def _check_corner(state: GameState, model: Model, point: Point) -> Verdict:
    """Where a scenario sets two players up one character per corner: a corner of its side that is free. T24"""
    scenario = TABLES.scenarios.get(str(state.note("scenario", "")))
    zone = state.note("zones", {}).get(model.side)
    if scenario is None or not scenario.per_corner or len(state.sides) != 2 or zone is None:
        return YES
    corners = [c for c, edges in CORNERS.items() if zone in edges]
    base = deploying.standing(model, point)
    mine = next((c for c in corners if inside(base, Piece(id=c, outline=outline(state, c)), "whole")), None)
    marks = tuple(Mark(kind="polygon", points=outline(state, c), role="ok") for c in corners)
    if mine is None:
        return refuse("RE-18.3", "Each character is set up in a corner of its side.", *marks)
    piece = Piece(id=mine, outline=outline(state, mine))
    own = list(state.models_of(model.side))
    there = [m for m in own if m.on_table and inside(m.base, piece, "whole")]
    most = max(scenario.per_corner, -(-len(own) // len(corners)))  # drones are three for one
    if len(there) >= most:
        return refuse("RE-18.3", say("{there} has that corner; {most} in a corner at most.", there=there[0].name,
                                     most=most), *marks)
    return YES


def resolve_place(run: Run, model: Model, point: Point, facing: float | None) -> None:
    middle = (run.state.table.width / 2, run.state.table.height / 2)
    run.emit(Placed(model=model.id, at=point, facing=heading(point, middle) if facing is None else facing,
                    elevation=terrain.level(run.state, point), rule="RE-R96"))


def resolve_line_up(run: Run, side: str) -> None:
    """Places the rest for the player, and on whatever they stand on."""
    waiting = [m.id for m in deploying.unplaced(run.state, side)]
    deploying.line_up(run, side, check_spot, "RE-R96")
    for model_id in waiting:
        placed = run.state.models[model_id]
        if placed.at is not None:
            resolve_place(run, placed, placed.at, None)
