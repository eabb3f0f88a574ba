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


def lands(state: GameState, edge: Point, end: Point) -> bool:
    """Whether a jump from `edge` comes down at `end` on ground, which may be the very rim of the gap. RE-R13"""
    return not gap_at(state, along(edge, end, math.dist(edge, end) + RIM))


def bears(state: GameState, at: Point, elevation: float) -> bool:
    """Whether what is under a centre at `at` is so high: nobody stands in the air over a gap. On an edge either side
    will do. RE-R13, RE-R15"""
    about = ((at[0] + dx, at[1] + dy) for dx in (0.0, -RIM, RIM) for dy in (0.0, -RIM, RIM))
    return any(abs(level(state, point) - elevation) <= TOLERANCE for point in about)


def ways(state: GameState, path: Sequence[Point]) -> list[list[Stretch]]:
    """The ground under each leg of a path. A corner over a gap divides no crossing: each part of it is told how wide
    the whole is, along the path."""
    legs = [stretches_of(state.scene, a, b, RATES) for a, b in itertools.pairwise(path)]
    if not any(one[-1].gap and two[0].gap for one, two in itertools.pairwise(legs)):
        return legs
    whole: list[list[Stretch]] = [[] for _ in legs]
    parts = ((leg, part) for leg, stretches in enumerate(legs) for part in stretches)
    for over, run in itertools.groupby(parts, key=lambda entry: bool(entry[1].gap)):
        crossing = list(run)
        across = sum(part.end - part.start for _, part in crossing)
        for leg, part in crossing:
            whole[leg].append(part._replace(across=across) if over else part)
    return whole


def width_of_gap(state: GameState, edge: Point, towards: Point) -> float:
    """How wide the gap that begins at `edge` is on the line through `towards`, be that beyond it or not."""
    far = math.hypot(state.table.width, state.table.height)
    line = stretches_of(state.scene, edge, along(edge, towards, far), RATES)
    return next((part.across for part in line if part.gap), 0.0)


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
