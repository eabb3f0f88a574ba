"""Setting models up one by one: where each may stand, and what is left of a force lined up by the program."""
from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine.events import Left, Placed, Said
from game.engine.run import Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import inside
from game.geometry.obstacles import obstacles, points_clear
from game.geometry.path import can_stand
from game.geometry.shapes import Base, Piece
from game.table.model import Model
from game.table.side import FACING_AWAY
from game.units import Point, towards
from game.words import say

CheckSpot = Callable[[GameState, Model, Point], Verdict]
Choose = Callable[[GameState, Model], Iterable[Point]]
"""The places to try for a model, best first."""
FRONT = 2.0
"""Inches behind the front of its zone at which a force lines up."""
STEP = 0.5
"""Inches between the places that are tried for it."""
CLOSE, ROUND = 0.1, 15
"""Where it is crowded: inches between the places that are tried, degrees between those round one who stands there."""
NO_ROOM = "no room"
"""How somebody is out of the game for whom the zone had no room."""


class SpotRules(msgspec.Struct, frozen=True):
    """The ids of the rules that a refused place cites: outside the zone, no room; and how deep the zone is."""

    zone: str
    room: str
    depth: float


def unplaced(state: GameState, side: str) -> Iterator[Model]:
    return (m for m in state.models_of(side) if m.in_play and m.at is None)


def standing(model: Model, point: Point) -> Base:
    """The model's base if it were set up at `point`."""
    return Base(point[0], point[1], model.radius, 0.0, model.elevation, model.height)


def check_spot(state: GameState, model: Model, point: Point, rules: SpotRules) -> Verdict:
    """Whether the model's whole base is in its side's zone, and on free ground."""
    base = standing(model, point)
    zone = state.sides[model.side].zone
    if zone and not inside(base, Piece(id="zone", outline=zone), "whole"):
        return refuse(rules.zone, say("The whole base stands within {depth:g}″ of the crew's own edge.",
                                      depth=rules.depth),
                      Mark(kind="polygon", points=zone, role="bad"))
    if can_stand(state.scene, base, [m.base for m in state.on_table()]) is not None:
        return refuse(rules.room, "No room to stand there.",
                      Mark(kind="ring", points=(point,), radius=model.radius, role="bad"))
    return YES


def place(run: Writer, model_id: str, point: Point, facing: float | None, rule: str) -> None:
    """Sets the model up, with its back to its own edge unless its player says otherwise."""
    model = run.state.models[model_id]
    away = FACING_AWAY[run.state.sides[model.side].edge]
    run.emit(Placed(model=model_id, at=(float(point[0]), float(point[1])), facing=away if facing is None else facing,
                    elevation=model.elevation, rule=rule))


def line_up(run: Writer, side: str, check: CheckSpot, rule: str) -> None:
    """Places what is left of the side. Whoever its zone has no room for stays out of the game, and that is told."""
    for model_id, spot in plan(run.state, side, check).items():
        place(run, model_id, spot, None, rule)
    leave_out(run, side, rule)
    run.emit(Said(text=say("{side} lines up.", side=run.state.sides[side].name), side=side, rule=rule))


def leave_out(run: Writer, side: str, rule: str) -> None:
    """Whoever is not placed by now stays out of the game."""
    for model in list(unplaced(run.state, side)):
        told = say("There is no room to set up {model}: it stays out of the battle.", model=model.name)
        run.emit(Said(text=told, side=side, tone="harm", models=(model.id,), rule=rule))
        run.emit(Left(model=model.id, how=NO_ROOM, rule=rule))


def plan(state: GameState, side: str, check: CheckSpot) -> dict[str, Point]:
    """Where each of the side that waits would stand: in blocks along the front of its zone, or as close together as
    may be where that leaves somebody out. Who is missing has no room."""
    ranked = [m.id for u in state.units.values() if u.side == side for m in state.members(u.id) if m.at is None]
    loose = _planned(state, ranked, check, _in_line(state, side))
    if len(loose) == len(ranked):
        return loose
    widest = sorted(ranked, key=lambda m: -state.models[m].radius)
    return max(loose, *(_planned(state, widest, check, choose) for choose in (_nested, _squared)), key=len)


def _planned(state: GameState, ranked: Sequence[str], check: CheckSpot, choose: Choose) -> dict[str, Point]:
    """Puts one after the other at the first of its places that is legal."""
    found: dict[str, Point] = {}
    for model_id in ranked:
        model = state.models[model_id]
        spot = next((p for p in choose(state, model) if check(state, model, p)), None)
        if spot is not None:
            found[model_id] = spot
            state = replace(state, models={**state.models, model_id: replace(model, at=spot)})
    return found


def _in_line(state: GameState, side: str) -> Choose:
    """Places in a line: each unit about its own share of the front."""
    units = [u.id for u in state.units.values() if u.side == side and any(
        m.at is None for m in state.members(u.id))]

    def choose(state: GameState, model: Model) -> Iterable[Point]:
        wish = _wish(state, model, (units.index(model.unit) + 0.5) / len(units))
        grid = _grid(state, model, STEP)
        return sorted(grid, key=lambda p: (round((p[0] - wish[0]) ** 2 + (p[1] - wish[1]) ** 2, 6), p))

    return choose


def _nested(state: GameState, model: Model) -> Iterable[Point]:
    """Places from the back corner of the zone on, in the gaps between those who stand already."""
    beside = [towards(m.base.at, way, m.radius + model.radius) for m in state.on_table()
              for way in range(0, 360, ROUND)]
    return _free(state, model, [*_grid(state, model, CLOSE), *beside])


def _squared(state: GameState, model: Model) -> Iterable[Point]:
    """Places in rows one behind the other, each as wide as the base."""
    return _free(state, model, _grid(state, model, 2 * model.radius))


def _free(state: GameState, model: Model, spots: Sequence[Point]) -> list[Point]:
    """Those of the spots where nothing is in the way, from the south-west on."""
    clear = obstacles(state.scene, model.radius, [m.base for m in state.on_table()])
    kept = itertools.compress(spots, points_clear(clear, np.array(spots)).tolist())
    return sorted(kept, key=lambda p: (round(p[1], 3), round(p[0], 3)))


def _grid(state: GameState, model: Model, step: float) -> list[Point]:
    left, bottom, right, top = _bounds(state, model.side)
    return [
        (left + column * step + model.radius, bottom + row * step + model.radius)
        for row in range(int((top - bottom) / step) + 1) for column in range(int((right - left) / step) + 1)
    ]


def _wish(state: GameState, model: Model, share: float) -> Point:
    """Beside the one of its unit placed last, else at the unit's share of the front."""
    placed = [m for m in state.members(model.unit) if m.at is not None]
    if placed:
        near = placed[-1].base
        return near.x + near.radius + model.radius + 1.0, near.y
    left, bottom, right, top = _bounds(state, model.side)
    along_x, along_y = left + (right - left) * share, bottom + (top - bottom) * share
    return {"south": (along_x, top - FRONT), "north": (along_x, bottom + FRONT),
            "west": (right - FRONT, along_y), "east": (left + FRONT, along_y)}[state.sides[model.side].edge]


def _bounds(state: GameState, side: str) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of the side's zone, or of the table where it has none."""
    zone = state.sides[side].zone or ((0.0, 0.0), (state.table.width, state.table.height))
    xs, ys = zip(*zone, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
