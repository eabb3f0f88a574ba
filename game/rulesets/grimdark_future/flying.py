"""Charges through the air: straight into contact, over units and all terrain (GF-S11, GF-7.1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.geometry.measure import gap, in_contact
from game.geometry.obstacles import obstacles, points_clear
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future.movement import lifted
from game.table.model import Model
from game.units import Point

Array = npt.NDArray[np.float64]
Fits = Callable[[Base], bool]
"""Whether the unit takes a model that ends there."""
TURN = 3.0
"""Degrees between the places round a foe that are tried."""
GRAIN = 0.5
"""Inches between the places that are tried where no contact is to be had."""


def fly_to(
    state: GameState, model: Model, far: float, foes: Sequence[Base], others: Sequence[Base], fits: Fits, *,
    short: bool = True,
) -> tuple[Point, ...] | None:
    """The straight way into contact with the nearest foe within `far` inches; failing that, unless not `short`, to the
    place nearest to the foes. `others` are not stood on either. None where there is no such place."""
    for foe in sorted(foes, key=lambda f: gap(model.base, f)):
        spots = _free(state, model, far, _round(model.base, foe), [*others, *foes])
        way = _first(state, model, spots, fits, foe)
        if way is not None:
            return way
    if not short:
        return None
    spots = _free(state, model, far, _grid(model.base.at, far), [*others, *foes])
    centres = np.array([f.at for f in foes])
    apart = np.hypot(spots[:, None, 0] - centres[None, :, 0], spots[:, None, 1] - centres[None, :, 1]).min(axis=1)
    return _first(state, model, spots[np.argsort(apart, kind="stable")], fits)


def _first(
    state: GameState, model: Model, spots: Array, fits: Fits, foe: Base | None = None
) -> tuple[Point, ...] | None:
    """The straight way to the first of the places that fits, in contact with `foe` where one is named."""
    for x, y in spots.tolist():
        end = lifted(state, at_end(model, (x, y)))
        if (foe is None or in_contact(end, foe)) and fits(end):
            return (model.base.at, (x, y))
    return None


def _free(state: GameState, model: Model, far: float, spots: Array, blockers: Sequence[Base]) -> Array:
    """Those of the places [n, 2] within `far` inches where the model may stand."""
    near = spots[np.hypot(*(spots - np.array(model.base.at)).T) <= far]
    return np.asarray(near[points_clear(obstacles(state.scene, model.radius, blockers), near)])


def _round(mover: Base, foe: Base) -> Array:
    """[n, 2] the places in contact with a foe, the one on the mover's side first."""
    ahead = math.atan2(mover.y - foe.y, mover.x - foe.x)
    turns = sorted(np.radians(np.arange(-180.0, 180.0, TURN)).tolist(), key=abs)
    away = mover.radius + foe.radius
    return np.array([(foe.x + away * math.cos(ahead + t), foe.y + away * math.sin(ahead + t)) for t in turns])


def _grid(at: Point, far: float) -> Array:
    """[n, 2] places about a point, as far as `far` inches to either hand."""
    steps = GRAIN * np.arange(-math.floor(far / GRAIN), math.floor(far / GRAIN) + 1)
    return np.stack(np.meshgrid(at[0] + steps, at[1] + steps), axis=-1).reshape(-1, 2)
