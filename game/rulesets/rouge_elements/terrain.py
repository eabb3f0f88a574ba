"""The ground that characters walk on: levels, climbs, gaps, and the table on which paths are sought (RE-R13, R15)."""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.geometry.ground import Stretch, ground_of, stretches_of
from game.geometry.inset import inset_gaps
from game.geometry.path import swept_clear_many
from game.geometry.scene import Scene
from game.rulesets.rouge_elements.data import NUMBERS
from game.units import TOLERANCE, Point, base_radius, within

Array = npt.NDArray[np.float64]
RIM = 0.001
"""Inches beyond the rim of a gap, where its ground begins for certain."""
RADIUS = base_radius(NUMBERS.base)
"""Inches: the radius of a usual base (RE-R3)."""
LEAP = 4.0
"""Inches that a leap over a wide gap seems to cost."""
RATES = {"difficult": NUMBERS.difficult}


def level(state: GameState, point: Point) -> float:
    """The height of what a centre at `point` stands on; the bottom of a gap is below 0."""
    return stretches_of(state.scene, point, point, RATES)[0].level


def gap_at(state: GameState, point: Point) -> str:
    """The gap that a centre at `point` is over; '' for none."""
    return stretches_of(state.scene, point, point, RATES)[0].gap


def level_at_end(state: GameState, start: Point, end: Point) -> float:
    """The level at which a jump from `start` comes down at `end`, which may be the very rim of the gap."""
    return level(state, along(start, end, math.dist(start, end) + RIM))


def lands(state: GameState, edge: Point, end: Point, width: float) -> bool:
    """Whether `end` is beyond the gap that begins at `edge`, and not over another one."""
    return math.dist(edge, end) <= width + RIM or not gap_at(state, end)


def ways(state: GameState, path: Sequence[Point]) -> list[list[Stretch]]:
    """The ground under each leg of a path."""
    return [stretches_of(state.scene, a, b, RATES) for a, b in itertools.pairwise(path)]


def climb(before: float, after: float) -> float:
    """Inches of movement that a change of level costs. RE-R15"""
    rise = abs(after - before)
    return 0.0 if within(rise, NUMBERS.step) else NUMBERS.climb * rise


def price(stretches: Iterable[Stretch], elevation: float) -> tuple[float, float]:
    """What walking these stretches costs, and the level at their end. Narrow gaps are stepped over. RE-3.2, RE-R15"""
    cost = 0.0
    for part in stretches:
        ground = elevation if part.gap and elevation > part.level and is_narrow(part) else part.level
        cost += climb(elevation, ground) + (part.end - part.start) * part.rate
        elevation = ground
    return cost, elevation


def is_narrow(part: Stretch) -> bool:
    """Whether this crossing of a gap is walked over. RE-3.6, RE-R13"""
    return within(part.across, NUMBERS.gap)


def wide_gaps(stretches: Sequence[Stretch], elevation: float) -> list[Stretch]:
    """The crossings that must be jumped by somebody who is not down in that gap already."""
    found = []
    for part in stretches:
        if part.gap and not is_narrow(part) and elevation > part.level + TOLERANCE:
            found.append(part)
        elevation = elevation if part.gap and not found else part.level
    return found


def along(start: Point, end: Point, inches: float) -> Point:
    """The point so many inches from `start` towards `end`."""
    far = math.dist(start, end)
    share = inches / far if far else 0.0
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def leg_prices(scene: Scene, legs: Array) -> Array:
    """[n] what straight ways [n, 4] should cost a usual champion, in inches: difficult ground and climbs by the rules,
    a leap over a wide gap by its risk; inf where something bars them. For judging how far off a place is."""
    flat = scene.memo("flat", lambda known: inset_gaps(known, math.inf, RADIUS))
    walked = scene.memo("walked", lambda known: inset_gaps(known, NUMBERS.gap, RADIUS))
    price = ground_of(scene, 1.0, RATES, "centre", NUMBERS.climb, NUMBERS.step).leg_prices(legs)
    price = np.where(swept_clear_many(walked, RADIUS, legs), price, price + LEAP)
    return np.asarray(np.where(swept_clear_many(flat, RADIUS, legs), price, np.inf))


def walking_scene(state: GameState, radius: float, elevation: float) -> Scene:
    """The table for seeking paths: narrow gaps left out, wide ones drawn in by the base's radius, since it is the
    centre that falls; for one that is down in a gap, no gaps at all."""
    below = elevation < -TOLERANCE
    return state.scene.memo(("walking", radius, below),
                            lambda scene: inset_gaps(scene, math.inf if below else NUMBERS.gap, radius))
