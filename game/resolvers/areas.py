"""Areas of effect in the plane: whom a spray or a round area reaches, how far from its middle, nearest first."""
from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry import scatter as scattering
from game.geometry.measure import gap, gap_to_point
from game.geometry.shapes import Base
from game.geometry.sight import Sight
from game.geometry.template import blast_touches, spray_touches
from game.resolvers.sighting import look_at_base
from game.table.model import Model
from game.units import TOLERANCE, Point
from game.words import joined, say

CLOCK = range(1, 13)
INCHES = range(1, 7)


def under_round(state: GameState, centre: Point, radius: float, order: Sequence[str]) -> list[tuple[Model, float]]:
    """The models whose base a round area overlaps, whatever their height, each with the inches from `centre` to its
    nearest edge; nearest first, equal ones in the `order` of ids."""
    models = list(state.on_table())
    found = [models[i] for i in blast_touches(centre, radius, [_flat(m.base) for m in models])]
    return _ranked([(m, gap_to_point(m.base, centre)) for m in found], order)


def under_spray(
    state: GameState, user: Model, direction: float, length: float, width: float, order: Sequence[str]
) -> list[tuple[Model, float]]:
    """The models under a spray from the user's base, whatever their height, each with the inches from base to base;
    nearest first. What stops sight shields whatever is behind it."""
    seen = [m for m, sight in _sprayed(state, user, direction, length, width) if sight.clear]
    return _ranked([(m, gap(user.base, m.base)) for m in seen], order)


def shielded(state: GameState, user: Model, direction: float, length: float, width: float, rule: str) -> list[Mark]:
    """Who is under a spray and yet not reached, with what shields it."""
    return [Mark(kind="touched", ref=m.id, role="bad",
                 text=joined("\n", (say("shielded by {piece}", piece=_named(state, sight)), rule)))
            for m, sight in _sprayed(state, user, direction, length, width) if not sight.clear]


def _sprayed(
    state: GameState, user: Model, direction: float, length: float, width: float
) -> list[tuple[Model, Sight]]:
    models = [m for m in state.on_table() if m.id != user.id]
    touched = spray_touches(_flat(user.base), direction, [_flat(m.base) for m in models], length, width)
    return [(models[i], look_at_base(state.scene, user.base, models[i].base)) for i in touched]


def _named(state: GameState, sight: Sight) -> str:
    pieces = [state.terrain[name].title for name in sight.blocked_by if name in state.terrain]
    return pieces[0] if pieces else say("what stands between")


def _flat(base: Base) -> Base:
    return msgspec.structs.replace(base, elevation=0.0)


def _ranked(found: list[tuple[Model, float]], order: Sequence[str]) -> list[tuple[Model, float]]:
    places = {name: place for place, name in enumerate(order)}
    return sorted(found, key=lambda f: (round(f[1] / TOLERANCE), places.get(f[0].id, len(places))))


def whole_inches(inches: float) -> int:
    """Complete inches of a distance."""
    return math.floor(inches + TOLERANCE)


def landings(state: GameState, aim: Point) -> list[Point | None]:
    """Where a stray one comes down: a D12 clock face and a D6 of inches, each as likely; None off the table."""
    points = (scattering.scatter(aim, clock, float(inch)) for clock in CLOCK for inch in INCHES)
    return [p if scattering.on_table(state.scene, p) else None for p in points]


def stray_mark(aim: Point) -> Mark:
    """The picture of where a stray one may come down."""
    points = tuple(scattering.scatter(aim, clock, float(inch)) for clock in CLOCK for inch in INCHES)
    return Mark(kind="scatter", points=points, values=(1 / len(points),) * len(points), role="harm")
