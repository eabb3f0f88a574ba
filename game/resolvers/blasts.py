"""Blasts: where a stray one lands, and whom it catches in which order."""
from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.events import Rolled, Said
from game.engine.run import Run
from game.engine.state import GameState
from game.geometry import scatter as scattering
from game.geometry.sight import look_at_point
from game.table.model import Model
from game.units import TOLERANCE, Point
from game.words import say


def deviate(run: Run, aim: Point, *, by: str = "", side: str = "", rule: str = "") -> Point | None:
    """Rolls a d12 for the direction (a clock face, 12 north) and a d6 for the inches; where it lands, None when that
    is off the table."""
    clock = run.roll(1, 12, "direction", side)[0]
    distance = run.roll(1, 6, "distance", side)[0]
    run.emit(Rolled(reason="direction", by=by, side=side, dice=(clock,), sides=12, outcome=say("{clock} o'clock",
                                                                                               clock=clock),
                    rule=rule))
    run.emit(Rolled(reason="distance", by=by, side=side, dice=(distance,), outcome=f"{distance}″", rule=rule))
    return come_down(run, aim, clock, distance, side=side, rule=rule)


def come_down(run: Run, aim: Point, clock: int, inches: int, *, side: str = "", rule: str = "") -> Point | None:
    """So many inches from `aim` in the direction of a clock face; None off the table, which is told."""
    point = scattering.scatter(aim, clock, float(inches))
    if not scattering.on_table(run.state.scene, point):
        run.emit(Said(text="It leaves the table and is lost.", side=side, rule=rule))
        return None
    return point


def caught(state: GameState, centre: Point, radius: float, order: Sequence[str]) -> list[Model]:
    """The models whose base the blast overlaps, nearest centre first, equal ones in the sides' `order` and then the
    roster's; those behind terrain that stops sight are spared."""
    ranked = []
    for number, model in enumerate(state.on_table()):
        base = model.base
        distance = math.dist(centre, base.at)
        if distance >= radius + base.radius - TOLERANCE:
            continue
        if distance > TOLERANCE and not look_at_point(state.scene, base, centre, mode="centre").clear:
            continue
        ranked.append((round(distance / TOLERANCE), order.index(model.side), number, model))
    return [model for *_, model in sorted(ranked, key=lambda entry: entry[:3])]
