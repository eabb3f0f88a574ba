"""Setting models up one by one: where each may stand, and what is left of a force lined up by the program."""
from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from game.engine.events import Placed, Said
from game.engine.run import Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import inside
from game.geometry.path import can_stand
from game.geometry.shapes import Base, Piece
from game.table.model import Model
from game.table.side import FACING_AWAY
from game.units import Point
from game.words import say

CheckSpot = Callable[[GameState, Model, Point], Verdict]
FRONT = 2.0
"""Inches behind the front of its zone at which a force lines up."""
STEP = 0.5
"""Inches between the places that are tried for it."""


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
    """Places what is left of the side: each unit in a block along the front of its zone."""
    units = [u for u in run.state.units.values() if u.side == side and any(
        m.at is None for m in run.state.members(u.id))]
    for number, unit in enumerate(units):
        share = (number + 0.5) / len(units)
        for model in run.state.members(unit.id):
            if model.at is None:
                spot = _spot_near(run.state, model, share, check)
                if spot is not None:
                    place(run, model.id, spot, None, rule)
    run.emit(Said(text=say("{side} lines up.", side=run.state.sides[side].name), side=side, rule=rule))


def _spot_near(state: GameState, model: Model, share: float, check: CheckSpot) -> Point | None:
    """The legal spot of the zone nearest to the unit's place in the line, searched on a grid."""
    wish = _wish(state, model, share)
    left, bottom, right, top = _bounds(state, model.side)
    grid = [
        (left + column * STEP + model.radius, bottom + row * STEP + model.radius)
        for row in range(int((top - bottom) / STEP) + 1) for column in range(int((right - left) / STEP) + 1)
    ]
    grid.sort(key=lambda p: (round((p[0] - wish[0]) ** 2 + (p[1] - wish[1]) ** 2, 6), p))
    return next((p for p in grid if check(state, model, p)), None)


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
