"""A unit that follows the hand: straight where the way is free, else each model round what is in it, kept together
(GF-5, GF-10.4). What a model can reach is kept for as long as the state lasts: a drag asks for it again and again."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.geometry.path import path_length
from game.geometry.places import Places
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future import propose
from game.rulesets.grimdark_future.conditions import alive, has, move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.movement import Paths, check_moves, is_capped
from game.table.model import Model
from game.units import TOLERANCE, Point

Array = npt.NDArray[np.float64]
SHORT = ("meet", "consolidate")
GRAIN = 0.4
"""Inches between the places that are tried for a model whose wish is taken."""
RING = np.array([(math.sin(a), math.cos(a)) for a in (k * math.pi / 8 for k in range(16))])


# --- how far, and off whom


def budget(state: GameState, model: Model, do: str, capped: bool) -> float:
    """A model's inches; difficult ground caps them at 6″. GF-10.4"""
    far = NUMBERS.after_melee if do in SHORT else move_of(model, do)
    return min(far, NUMBERS.difficult) if capped else far


def melee_foes(state: GameState, do: str) -> tuple[str, ...]:
    """The units that need not be kept 1″ from: the other side of a melee."""
    return (state.active,) if do == "meet" and state.active else ()


def reach_of(state: GameState, model: Model, do: str, capped: bool, mates: Sequence[Base] = ()) -> Reach:
    """Where a model of the unit could go in this move, `mates` passed but not stood on."""
    near, far = melee_foes(state, do), budget(state, model, do, capped)
    clear = 0.0 if do == "charge" else NUMBERS.clear + 1e-6
    rest = [Base(m.base.x, m.base.y, m.radius + (1e-6 if m.unit in near else clear), 0.0, m.elevation, m.height)
            for m in state.on_table() if m.unit != model.unit
            and math.dist(m.base.at, model.base.at) <= far + m.radius + model.radius + 2.0]
    if has(model, "Flying"):
        return Reach(state.scene, model.base, far, pass_through=[*rest, *mates], climb=0.0)
    stuck = [b for b in rest if math.dist(b.at, model.base.at) < b.radius + model.radius]
    if stuck:  # it stands too near already: their bases alone are in the way
        shrunk = {b.at: Base(b.x, b.y, max(0.05, b.radius - clear), 0.0, b.elevation, b.height) for b in stuck}
        rest = [shrunk.get(b.at, b) for b in rest]
    return Reach(state.scene, model.base, far, blocked_by=rest, pass_through=mates, climb=0.0)


def check(state: GameState, unit: str, do: str, paths: Paths) -> Verdict:
    """Whether the unit may move so, by the rules of the move."""
    if do in SHORT:
        budgets = {m.id: NUMBERS.after_melee for m in alive(state, unit)}
        if do == "meet":
            assert state.active is not None
            verdict = propose.check_approach(state, unit, state.active, paths)
            return verdict and check_moves(state, unit, paths, budgets, rule="GF-7.2", near=melee_foes(state, do))
        return check_moves(state, unit, paths, budgets, rule="GF-7.9")
    return check_moves(state, unit, paths, propose.budgets_of(state, unit, do, paths), rule="GF-5.1")


# --- the whole unit


def follow(state: GameState, unit: str, do: str, shift: Point) -> Paths | None:
    """The unit moved by `shift`, as far as it may: straight where the way is free, else each model round what is in the
    way, kept together. None where no such move is legal."""
    members = alive(state, unit)
    length = math.hypot(*shift)
    if not members or length <= TOLERANCE:
        return {}
    slow = is_capped(state, unit, {})
    for capped in (True,) if slow else (False, True):
        far = min(budget(state, m, do, capped) for m in members)
        scale = min(1.0, (far - 1e-9) / length)
        wish = (shift[0] * scale, shift[1] * scale)
        paths: Paths = {m.id: (m.base.at, (m.base.x + wish[0], m.base.y + wish[1])) for m in members}
        if check(state, unit, do, paths):
            return paths
        if far <= NUMBERS.difficult and not capped:
            break
    for short in dict.fromkeys((slow, far > NUMBERS.difficult or capped)):
        far = min(budget(state, m, do, short) for m in members)
        for share in (1.0, 0.6):
            scale = share * min(1.0, far / length)
            found = gather(state, unit, do, _shifted(members, (shift[0] * scale, shift[1] * scale)), short)
            if found is not None:
                return found
    return propose.follow(state, unit, do, shift) if do not in SHORT else None


def _shifted(members: Sequence[Model], shift: Point) -> dict[str, Point]:
    return {m.id: (m.base.x + shift[0], m.base.y + shift[1]) for m in members}


def gather(state: GameState, unit: str, do: str, wishes: Mapping[str, Point], capped: bool = False) -> Paths | None:
    """Every model as near to its wish as it can get, by its own way, the unit kept together: the foremost choose
    first. None where that leads to no legal move."""
    members = alive(state, unit)
    for order in _orders(members, wishes):
        paths = _gathered(state, do, order, wishes, capped)
        if paths is not None and check(state, unit, do, paths):
            return paths
    return None


def _gathered(
    state: GameState, do: str, order: Sequence[Model], wishes: Mapping[str, Point], capped: bool
) -> Paths | None:
    """The ways of the models that choose in this order; None where one finds none, or where difficult ground turns out
    to cap what has been gone already. GF-10.4"""
    placed: dict[str, Base] = {}
    paths: Paths = {}
    slow, longest = capped, 0.0
    for model in order:
        way = _place(state, model, do, capped, wishes[model.id], list(placed.values()))
        if way is None:
            return None
        slow = slow or is_capped(state, model.unit, {model.id: way}, [model])
        longest = max(longest, path_length(way))
        if slow and do not in SHORT and longest > NUMBERS.difficult + TOLERANCE:
            return None
        paths[model.id] = way
        placed[model.id] = at_end(model, way[-1])
    return walked(paths)


def walked(paths: Paths) -> Paths:
    """The paths that lead anywhere."""
    return {name: way for name, way in paths.items() if math.dist(way[0], way[-1]) > TOLERANCE or len(way) > 2}


def _orders(members: Sequence[Model], wishes: Mapping[str, Point]) -> list[list[Model]]:
    """Who chooses first: those nearest to the middle of all wishes, or the foremost."""
    middle = (sum(p[0] for p in wishes.values()) / len(wishes), sum(p[1] for p in wishes.values()) / len(wishes))
    start = (sum(m.base.x for m in members) / len(members), sum(m.base.y for m in members) / len(members))
    ahead = (middle[0] - start[0], middle[1] - start[1])
    foremost = sorted(members, key=lambda m: -(wishes[m.id][0] * ahead[0] + wishes[m.id][1] * ahead[1]))
    inmost = sorted(members, key=lambda m: math.dist(wishes[m.id], middle))
    return [_chained(foremost, wishes), _chained(inmost, wishes)]


def _chained(order: Sequence[Model], wishes: Mapping[str, Point]) -> list[Model]:
    """The same order, but each next to one that has chosen, so that links can hold."""
    out, left = [order[0]], list(order[1:])
    while left:
        nearest = min(left, key=lambda m: (round(min(
            math.dist(wishes[m.id], wishes[o.id]) - m.radius - o.radius for o in out) / NUMBERS.link), order.index(m)))
        out.append(nearest)
        left.remove(nearest)
    return out


def _place(
    state: GameState, model: Model, do: str, capped: bool, wish: Point, placed: Sequence[Base]
) -> tuple[Point, ...] | None:
    """The way to the place nearest to the wish that holds on to those already placed."""
    places = remembered(state, ("places", model.id, do, capped), lambda: Places(
        reach_of(state, model, do, capped), GRAIN))
    reach = places.reach
    if reach.can_end(wish) and _holding(np.array([wish]), model.radius, placed)[0]:
        return reach.path(wish)
    spot = places.nearest(wish, among=_holding(places.spots, model.radius, placed))
    return None if spot is None else reach.path(_nearer(reach, wish, spot, model.radius, placed))


def _nearer(reach: Reach, wish: Point, spot: Point, radius: float, placed: Sequence[Base]) -> Point:
    """A place about `spot` that is nearer to the wish and as good: on the way to it, or just round about."""
    here, ahead = np.array(spot), np.array(wish) - np.array(spot)
    far = float(np.hypot(*ahead))
    on = np.multiply.outer(np.linspace(0.0, min(1.0, 1.5 * GRAIN / far), 16), ahead)
    near = here + np.concatenate([on, GRAIN / 2 * RING, GRAIN / 5 * RING])
    apart = np.hypot(*(near - np.array(wish)).T)
    order = np.argsort(apart, kind="stable")
    near = near[order[(apart[order] <= far) & _holding(near[order], radius, placed)]]
    return next(reach.legal_in_turn(near), spot)


def _holding(spots: Array, radius: float, placed: Sequence[Base]) -> npt.NDArray[np.bool_]:
    """[n] which of the places link to those placed, are near enough to all of them, and overlap none."""
    if not placed:
        return np.ones(len(spots), bool)
    centres = np.array([b.at for b in placed])
    apart = np.hypot(spots[:, None, 0] - centres[None, :, 0], spots[:, None, 1] - centres[None, :, 1])
    gaps = apart - radius - np.array([b.radius for b in placed])
    held: npt.NDArray[np.bool_] = (gaps <= NUMBERS.link).any(axis=1) & (
        (gaps <= NUMBERS.span) & (gaps >= -TOLERANCE)).all(axis=1)
    return held
