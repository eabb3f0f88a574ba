"""Moves that the game proposes: a unit that follows one drag, a charge that closes in (GF-5, GF-7.1, GF-R57)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.bodies import formation
from game.geometry.measure import gap, in_contact
from game.geometry.path import path_length
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import alive, has, move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.flying import fly_to
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.movement import Paths, check_moves, is_capped
from game.table.model import Model
from game.units import TOLERANCE, Point, within
from game.words import say

NEAREST = 2
"""Foes to whom a charger that cannot reach contact is brought as near as it can get."""
CLOSE = 0.05
"""Inches to which that is asked for. GF-R57"""

Array = npt.NDArray[np.float64]
GRAIN = 0.5
"""Inches between the places that are tried for a charger that cannot reach contact."""


def others_grown(state: GameState, unit: str, by: float = NUMBERS.clear) -> list[Base]:
    """The bases of the other units, wider by the inches that this unit keeps from them."""
    return [
        Base(m.base.x, m.base.y, m.radius + by, 0.0, m.elevation, m.height) for m in state.on_table() if m.unit != unit
    ]


def budgets_of(state: GameState, unit: str, how: str, paths: Paths) -> dict[str, float]:
    """Each model's inches for this move, capped where the unit touches difficult ground."""
    capped = is_capped(state, unit, paths)
    return {m.id: min(move_of(m, how), NUMBERS.difficult) if capped else move_of(m, how) for m in alive(state, unit)}


def follow(state: GameState, unit: str, how: str, shift: Point) -> Paths | None:
    """The whole unit moved by `shift`, as far as its slowest may: straight where the way is free, else each model round
    what is in the way and the crowd closed up. None where no such move is legal."""
    members = alive(state, unit)
    length = math.hypot(*shift)
    if length <= TOLERANCE:
        return {}
    far = min(move_of(m, how) for m in members)
    for share in (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.12):
        limit = min(far, NUMBERS.difficult) if share < 1.0 and far > NUMBERS.difficult else far
        for reach in dict.fromkeys((far, limit)):
            scale = share * min(1.0, reach / length)
            paths = _shifted(members, (shift[0] * scale, shift[1] * scale))
            if check_moves(state, unit, paths, budgets_of(state, unit, how, paths), rule="GF-5.1"):
                return paths
    return _round_about(state, unit, how, shift)


def _shifted(members: Sequence[Model], shift: Point) -> Paths:
    return {m.id: (m.base.at, (m.base.x + shift[0], m.base.y + shift[1])) for m in members}


def _round_about(state: GameState, unit: str, how: str, shift: Point) -> Paths | None:
    """The crowd goes round what is in the way."""
    members = alive(state, unit)
    blockers = others_grown(state, unit)
    far = min(move_of(m, how) for m in members)
    length = math.hypot(*shift)
    for share in (1.0, 0.7, 0.45):
        scale = share * min(1.0, far / length)
        wish = (shift[0] * scale, shift[1] * scale)
        spots = formation(
            state.scene, [m.base for m in members], wish, blockers, budgets=[far] * len(members), climb=0.0
        )
        paths: Paths = {}
        for model, spot in zip(members, spots, strict=True):
            mates = [m.base for m in members if m.id != model.id]
            reach = Reach(state.scene, model.base, far, blocked_by=blockers, pass_through=mates, climb=0.0)
            paths[model.id] = reach.path(spot) or (model.base.at, model.base.at)
        if check_moves(state, unit, paths, budgets_of(state, unit, how, paths), rule="GF-5.1"):
            return paths
    return None


def close_in(state: GameState, unit: str, target: str) -> Paths | None:
    """A charge: the nearest model into contact first, the others into contact or as near as they can get, coherent.
    None where no model can reach contact. GF-7.1, GF-R56, GF-R57"""
    found = remembered(state, ("close in", unit, target), lambda: _closed_in(state, unit, target))
    return None if found is None else dict(found)


def _closed_in(state: GameState, unit: str, target: str) -> Paths | None:
    """Straight over whatever ground where that is far enough, else round the difficult ground, else across it."""
    paths = _close_in(state, unit, target, False, state.scene)
    if paths is None or not is_capped(state, unit, paths):
        return paths
    round_about = _close_in(state, unit, target, False, _firm(state.scene))
    if round_about is not None and not is_capped(state, unit, round_about):
        return round_about
    return _close_in(state, unit, target, True, state.scene)


def _firm(scene: Scene) -> Scene:
    """The table with difficult ground as no ground at all, for ways that lead round it."""
    return scene.memo("firm", lambda s: Scene(s.width, s.height, [
        replace(p, traits=p.traits - {"climbable"} | {"impassable"}) if "difficult" in p.traits else p
        for p in s.pieces]))


def _close_in(state: GameState, unit: str, target: str, capped: bool, ground: Scene) -> Paths | None:
    foes = [m.base for m in alive(state, target)]
    queue = deque(sorted(alive(state, unit), key=lambda m: min(gap(m.base, f) for f in foes)))
    placed: dict[str, Base] = {}
    paths: Paths = {}
    failed = 0
    while queue:
        model = queue.popleft()
        far = min(move_of(model, "charge"), NUMBERS.difficult) if capped else move_of(model, "charge")
        over = state.scene if has(model, "Strider") else ground
        way = _to_foe(state, over, model, far, foes, list(placed.values()), target)
        if way is None:
            queue.append(model)  # who cannot hold on to those placed may hold on to the next ones
            failed += 1
            if failed == len(queue):
                return None
            continue
        failed = 0
        paths[model.id] = way
        placed[model.id] = at_end(model, way[-1])
    return paths if is_coherent(list(placed.values())) else None


def _to_foe(
    state: GameState, ground: Scene, model: Model, far: float, foes: Sequence[Base], placed: Sequence[Base], target: str
) -> tuple[Point, ...] | None:
    """The way into contact with the nearest foe it can reach; for those after the first, else to the spot nearest to
    them that holds the unit together."""
    strangers = [m.base for m in state.on_table() if m.unit not in (model.unit, target)]
    kept_off = [Base(b.x, b.y, b.radius + 0.02, 0.0, b.elevation, b.height) for b in strangers]
    if has(model, "Flying"):
        return fly_to(
            state, model, far, foes, [*kept_off, *placed], lambda end: _holds(end, placed), short=bool(placed))
    reach = Reach(ground, model.base, far, blocked_by=[*kept_off, *foes], pass_through=placed, climb=0.0)
    for foe in sorted(foes, key=lambda f: gap(model.base, f)):
        if not within(gap(model.base, foe), far):
            break
        way = reach.to_contact(foe)
        if way is not None and _holds(at_end(model, way[-1]), placed):
            return way
    if not placed:
        return None  # the first one in must touch
    close = _closest(reach, model, foes, placed, strangers)
    return _nearest_hold(reach, model, foes, placed, strangers) if close is None else reach.path(close.at)


def _nearest_hold(
    reach: Reach, model: Model, foes: Sequence[Base], placed: Sequence[Base], strangers: Sequence[Base]
) -> tuple[Point, ...] | None:
    """The way to the place nearest to the foes that holds on to those placed and touches no stranger."""
    spots = reach.grid(GRAIN)
    nearest = _apart(spots, foes).min(axis=1)
    spots = spots[np.argsort(nearest, kind="stable")]
    gaps = _apart(spots, placed) - (model.radius + np.array([b.radius for b in placed]))
    hair = 2 * TOLERANCE
    spots = spots[(gaps <= NUMBERS.link + hair).any(axis=1) & (gaps <= NUMBERS.span + hair).all(axis=1)]
    for x, y in reach.legal_in_turn(spots):
        end = at_end(model, (x, y))
        if _holds(end, placed) and not any(in_contact(end, s) for s in strangers):
            return reach.path((x, y))
    return None


def _apart(spots: Array, bases: Sequence[Base]) -> Array:
    """[n, m] inches between places and the centres of bases."""
    centres = np.array([b.at for b in bases])
    return np.asarray(np.hypot(spots[:, None, 0] - centres[None, :, 0], spots[:, None, 1] - centres[None, :, 1]))


def _closest(
    reach: Reach, model: Model, foes: Sequence[Base], placed: Sequence[Base], strangers: Sequence[Base]
) -> Base | None:
    """Where the model gets nearest to one of the foes next to it, if that holds on to those placed and touches no
    stranger."""
    ends = [
        at_end(model, spot)
        for foe in sorted(foes, key=lambda f: gap(model.base, f))[:NEAREST]
        if (spot := reach.nearest(foe.at, rim=False)) is not None
    ]
    fit = [e for e in ends if _holds(e, placed) and not any(in_contact(e, s) for s in strangers)]
    return min(fit, key=lambda e: _off(e, foes), default=None)


def _off(end: Base, foes: Sequence[Base]) -> float:
    """The gap to the nearest foe."""
    return min(gap(end, f) for f in foes)


def _holds(end: Base, placed: Sequence[Base]) -> bool:
    """Whether the base is linked to those that moved before it, and near enough to all of them."""
    if not placed:
        return True
    return any(gap(end, b) <= NUMBERS.link + TOLERANCE for b in placed) and all(
        gap(end, b) <= NUMBERS.span + TOLERANCE for b in placed
    )


def close_up(state: GameState, unit: str, chargers: str) -> Paths:
    """The defenders' 3″ towards the chargers, in contact where that is in reach; who is in contact stays. GF-7.2"""
    foes = [m.base for m in alive(state, chargers)]
    paths: Paths = {}
    standing = {m.id: m.base for m in alive(state, unit)}
    strangers = [b for b in others_grown(state, unit) if not any(b.at == f.at for f in foes)]
    for model in sorted(alive(state, unit), key=lambda m: min(gap(m.base, f) for f in foes)):
        if any(in_contact(model.base, f) for f in foes):
            continue
        mates = [b for key, b in standing.items() if key != model.id]
        reach = Reach(
            state.scene, model.base, NUMBERS.after_melee, blocked_by=[*foes, *strangers], pass_through=mates, climb=0.0
        )
        way = next(
            (w for f in sorted(foes, key=lambda f: gap(model.base, f)) if (w := reach.to_contact(f)) is not None), None
        )
        if way is None:
            wish = min(foes, key=lambda f: gap(model.base, f))
            spot = reach.nearest(wish.at)
            way = reach.path(spot) if spot is not None else None
        if way is None or path_length(way) <= TOLERANCE:
            continue
        end = at_end(model, way[-1])
        if is_coherent([*mates, end]) and min(gap(end, f) for f in foes) < min(gap(model.base, f) for f in foes):
            paths[model.id] = way
            standing[model.id] = end
    return paths


def shortfall(
    state: GameState, model_id: str, end: Base, target: str, placed: Sequence[Base], capped: bool,
    mates: Sequence[Base],
) -> str:
    """What a charger that stops short of contact at `end` could do and does not: "come into contact" or "get nearer",
    coherent with those before it; "" where it is as near as it can get. GF-R57"""
    model = state.models[model_id]
    far = min(move_of(model, "charge"), NUMBERS.difficult) if capped else move_of(model, "charge")
    foes = [m.base for m in alive(state, target)]
    strangers = [
        Base(m.base.x, m.base.y, m.radius + 0.02) for m in state.on_table() if m.unit not in (model.unit, target)
    ]
    if has(model, "Flying"):
        way = fly_to(
            state, model, far, foes, [*strangers, *mates], lambda e: _holds(e, placed), short=False)
        return "" if way is None else say("come into contact")
    ground = state.scene if capped or has(model, "Strider") else _firm(state.scene)
    reach = Reach(ground, model.base, far, blocked_by=[*strangers, *foes], pass_through=mates, climb=0.0)
    for foe in foes:
        if within(gap(model.base, foe), far):
            way = reach.to_contact(foe)
            if way is not None and _holds(at_end(model, way[-1]), placed):
                return say("come into contact")
    close = _closest(reach, model, foes, placed, strangers)
    return say("get nearer") if close is not None and _off(close, foes) < _off(end, foes) - CLOSE else ""


def check_approach(state: GameState, unit: str, chargers: str, paths: Paths) -> Verdict:
    """The defenders' 3″ brings each model nearer to the chargers, and leaves those in contact where they are. GF-R59"""
    foes = [m.base for m in alive(state, chargers)]
    for model_id, path in paths.items():
        model = state.models[model_id]
        if path_length(path) <= TOLERANCE:
            continue
        before = min(gap(model.base, f) for f in foes)
        if any(in_contact(model.base, f) for f in foes):
            return refuse("GF-R59", say("{name} is in contact and stays.", name=model.name))
        if min(gap(at_end(model, path[-1]), f) for f in foes) > before - TOLERANCE:
            return refuse("GF-R59", say("{name} must end nearer to the chargers.", name=model.name))
    return YES
