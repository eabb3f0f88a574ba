"""Moving a unit: how far, past whom, through what, and holding together (GF-5, GF-10.4, GF-R30 to R36, R84, R85)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from game.engine.events import Moved
from game.engine.run import Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.ground import level_at, levels_at
from game.geometry.measure import gap, in_contact, overlaps, whole_on_table
from game.geometry.obstacles import obstacles, points_clear
from game.geometry.path import can_stand, legs_of, path_length, swept_clear, swept_clear_many
from game.geometry.shapes import Base
from game.geometry.sweep import touched_pieces
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future.coherency import is_coherent, linked, spanned, strays
from game.rulesets.grimdark_future.conditions import alive, has, move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.mending import can_mend
from game.table.model import Model
from game.units import TOLERANCE, Point, within
from game.words import say

Paths = dict[str, tuple[Point, ...]]
"""The way of each model that moves, its place first, in the order they move."""


def stretched(state: GameState, model: Model, how: str, *, capped: bool) -> float:
    """A model's inches for this move; difficult ground caps the unit's at 6″, after Fast. GF-10.4, GF-R84"""
    far = move_of(model, how)
    return min(far, NUMBERS.difficult) if capped else far


def is_capped(state: GameState, unit: str, paths: Paths, members: Sequence[Model] | None = None) -> bool:
    """Whether any model (of `members`) touches difficult ground, at its start or on its way; Strider and Flying do not.
    GF-R84"""
    return any(
        touched_pieces(state.scene, m.base, paths.get(m.id, (m.base.at, m.base.at)), "difficult")
        for m in members or alive(state, unit)
        if not has(m, "Strider") and not has(m, "Flying")
    )


def ends(state: GameState, unit: str, paths: Paths) -> dict[str, Base]:
    """Every model's base as it would stand after the moves."""
    bases = {m.id: at_end(m, paths[m.id][-1]) if m.id in paths else m.base for m in alive(state, unit)}
    moved = [name for name in bases if name in paths]
    for name, level in zip(moved, levels_at(state.scene, [bases[name].at for name in moved]), strict=True):
        base = bases[name]
        bases[name] = Base(base.x, base.y, base.radius, base.facing, level, base.height)
    return bases


def lifted(state: GameState, base: Base) -> Base:
    """The base at the height of the ground under its centre; heights cost nothing. GF-R89"""
    return Base(base.x, base.y, base.radius, base.facing, level_at(state.scene, base.at), base.height)


def check_moves(
    state: GameState,
    unit: str,
    paths: Paths,
    budgets: Mapping[str, float],
    *,
    rule: str,
    near: Collection[str] = (),
    clear: bool = True,
) -> Verdict:
    """Whether the unit may move along these paths: length, what stands in the way, where it ends, coherency.

    `near` are units to which the 1″ gap does not hold (the other side of a melee); without `clear` it holds to none
    (a charge). Bases never overlap, whatever the gap.
    """
    movers = [m for m in alive(state, unit) if m.id in paths]
    rest = [m for m in state.on_table() if m.unit != unit]
    free = _free(state, movers, paths, rest)
    for model in movers:
        verdict = _check_length(model, paths[model.id], budgets[model.id], rule)
        if verdict and has(model, "Flying"):
            verdict = _check_flight(state, model, paths[model.id])
        elif verdict:
            verdict = YES if free[model.id] else _blocked(state, model, paths[model.id], rest)
            verdict = verdict and (_check_clear(model, paths[model.id], rest, near) if clear else YES)
        if not verdict:
            return verdict
    after = ends(state, unit, paths)
    return check_stand(state, unit, after, near=near, clear=clear, moved=set(paths)) and _check_coherency(
        state, unit, after)


def _free(state: GameState, movers: Sequence[Model], paths: Paths, rest: Sequence[Model]) -> dict[str, bool]:
    """Whether nothing stands in the way of each mover; asked of all that are alike at once."""
    free = {m.id: True for m in movers}
    others = [m.base for m in rest]
    whole = [m for m in movers if len(paths[m.id]) > 1 and all(math.isfinite(n) for p in paths[m.id] for n in p)]
    for radius in {m.radius for m in whole}:
        alike = [m for m in whole if m.radius == radius]
        legs = [legs_of(paths[m.id]) for m in alike]
        clear = swept_clear_many(state.scene, radius, np.concatenate(legs), others)
        own = np.split(clear, np.cumsum([len(part) for part in legs])[:-1])
        free |= {m.id: bool(part.all()) for m, part in zip(alike, own, strict=True)}
    return free


def _check_length(model: Model, path: Sequence[Point], budget: float, rule: str) -> Verdict:
    length = path_length(path)
    if within(length, budget):
        return YES
    return refuse(rule, say("{name} would move {length:.1f}″ of {budget:g}″.", name=model.name, length=length,
                            budget=budget),
                  Mark(kind="path", points=tuple(path), role="bad"))


def _blocked(state: GameState, model: Model, path: Sequence[Point], rest: Sequence[Model]) -> Verdict:
    block = swept_clear(state.scene, model.base, path, [m.base for m in rest])
    if block is None:
        return YES
    what = (
        rest[block.what].name
        if isinstance(block.what, int)
        else state.terrain[block.what].title
        if block.what in state.terrain
        else "the table's edge"
    )
    return refuse(
        "GF-R12" if block.kind == "edge" else "GF-R31",
        say("{name} cannot pass {what}.", name=model.name, what=what),
        Mark(kind="path", points=tuple(path), role="bad"),
        Mark(kind="cross", points=(block.point,), role="bad"),
    )


def _check_clear(model: Model, path: Sequence[Point], rest: Sequence[Model], near: Collection[str]) -> Verdict:
    """Whether the way keeps 1″ from the other units, but for those `near`. GF-5.4"""
    far = path_length(path)
    for other in rest:
        if math.dist(path[0], other.base.at) > far + model.radius + other.radius + 2 * NUMBERS.clear:
            continue
        if other.unit not in near and not keeps_clear(path, model.radius, other):
            return refuse(
                "GF-5.4",
                say("{name} would come within {clear:g}″ of {other}.", name=model.name, clear=NUMBERS.clear,
                    other=other.name),
                Mark(kind="path", points=tuple(path), role="bad"),
                Mark(kind="ring", points=(other.base.at,), radius=other.radius + NUMBERS.clear, role="bad"),
            )
    return YES


def _check_flight(state: GameState, model: Model, path: Sequence[Point]) -> Verdict:
    """Whoever flies passes everything but the table's edge. GF-R12, GF-S11"""
    off = next((point for point in path if not whole_on_table(at_end(model, point), state.scene)), None)
    if off is None:
        return YES
    return refuse(
        "GF-R12",
        say("{name} cannot pass the table's edge.", name=model.name),
        Mark(kind="path", points=tuple(path), role="bad"),
        Mark(kind="cross", points=(off,), role="bad"),
    )


def keeps_clear(path: Sequence[Point], radius: float, other: Model) -> bool:
    """Whether a base keeps 1″ from the other's all along; one that starts nearer may only draw away until it is
    clear. GF-5.4, GF-R32"""
    wanted = radius + other.radius + NUMBERS.clear
    centre = other.base.at
    freed = math.dist(path[0], centre) >= wanted - TOLERANCE
    for start, end in itertools.pairwise(path):
        if not freed:
            drift = (end[0] - start[0]) * (start[0] - centre[0]) + (end[1] - start[1]) * (start[1] - centre[1])
            if drift < -TOLERANCE:
                return False
            freed = math.dist(end, centre) >= wanted - TOLERANCE
        elif _nearest_on(start, end, centre) < wanted - TOLERANCE:
            return False
    return freed or path_length(path) <= TOLERANCE


def _nearest_on(start: Point, end: Point, point: Point) -> float:
    """The distance from `point` to the segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = (
        0.0 if square == 0 else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square))
    )
    return math.dist((start[0] + share * dx, start[1] + share * dy), point)


def check_stand(
    state: GameState,
    unit: str,
    bases: Mapping[str, Base],
    *,
    near: Collection[str] = (),
    clear: bool = True,
    moved: Collection[str] | None = None,
) -> Verdict:
    """Whether the models may stand there: whole on the table, on free ground, off each other, 1″ from other units."""
    rest = [m for m in state.on_table() if m.unit != unit]
    others = [m.base for m in rest]
    standing = list(bases.items())
    stands = _stands(state, bases, others)
    for place, (model_id, base) in enumerate(standing):
        if moved is not None and model_id not in moved:
            continue
        name = state.models[model_id].name
        block = None if stands[model_id] else can_stand(state.scene, base, others)
        if block is not None:
            if block.kind == "edge":
                return refuse("GF-R12", say("{name} would hang over the table's edge.", name=name), _ring(base))
            return refuse("GF-R31", say("{name} has no room to stand there.", name=name), _ring(base))
        for other_place, (other, other_base) in enumerate(standing):
            if other_place != place and overlaps(base, other_base):
                return refuse(
                    "GF-R31", say("{name} and {models} would stand on each other.", name=name,
                                  models=state.models[other].name), _ring(base)
                )
        if clear:
            close = next((m for m, other_base in zip(rest, others, strict=True) if m.unit not in near
                          and gap(base, other_base) < NUMBERS.clear - TOLERANCE), None)
            if close is not None:
                return refuse(
                    "GF-5.4",
                    say("{name} would end within {clear:g}″ of {close}.", name=name, clear=NUMBERS.clear,
                        close=close.name),
                    _ring(base),
                    Mark(kind="ring", points=(close.base.at,), radius=close.radius + NUMBERS.clear, role="bad"),
                )
    return YES


def _stands(state: GameState, bases: Mapping[str, Base], others: Sequence[Base]) -> dict[str, bool]:
    """Whether each base stands on free ground, off the others; asked of all of a size at once."""
    found: dict[str, bool] = {}
    for radius in {b.radius for b in bases.values()}:
        alike = [name for name, base in bases.items() if base.radius == radius]
        spots = np.array([bases[name].at for name in alike])
        free = points_clear(obstacles(state.scene, radius, others), spots)
        found |= zip(alike, free.tolist(), strict=True)
    return found


def _ring(base: Base) -> Mark:
    return Mark(kind="ring", points=(base.at,), radius=base.radius, role="bad")


def _check_coherency(state: GameState, unit: str, bases: Mapping[str, Base]) -> Verdict:
    before = [m.base for m in alive(state, unit)]
    after = list(bases.values())
    verdict = coherency_of(state, unit, bases)
    if verdict or is_coherent(before):
        return verdict
    was, now = _looseness(before), _looseness(after)
    if was > max(move_of(m, "advance") for m in alive(state, unit)) and now < was - TOLERANCE:
        return YES
    return YES if now <= was + TOLERANCE and not can_mend(state, unit) else verdict


def coherency_of(state: GameState, unit: str, bases: Mapping[str, Base]) -> Verdict:
    """Whether bases standing so are coherent, and if not which of them stray."""
    placed = list(bases.values())
    if is_coherent(placed):
        return YES
    loose = strays(placed)
    marks = tuple(_ring(placed[i]) for i in loose)
    if not linked(placed):
        alone = [
            i
            for i, b in enumerate(placed)
            if not any(i != j and within(gap(b, o), NUMBERS.link) for j, o in enumerate(placed))
        ]
        rule = "GF-5.2" if alone else "GF-R34"
        names = ", ".join(state.models[list(bases)[i]].name for i in (alone or loose)[:3])
        return refuse(rule, say("Out of coherency: {names} must be within {link:g}″ of the rest.", names=names,
                                link=NUMBERS.link), *marks)
    assert not spanned(placed)
    return refuse("GF-5.3", say("Out of coherency: two models would be over {span:g}″ apart.", span=NUMBERS.span),
                  *marks)


def _looseness(bases: Sequence[Base]) -> float:
    """How far from coherent: what the chain through all bases has over 1″ links, and the widest pair over 9″."""
    left, total = list(range(1, len(bases))), 0.0
    chain = [0]
    while left:
        distance, nearest = min((gap(bases[i], bases[j]), j) for i in chain for j in left)
        total += max(0.0, distance - NUMBERS.link)
        chain.append(nearest)
        left.remove(nearest)
    widest = max((gap(a, b) for i, a in enumerate(bases) for b in bases[i + 1 :]), default=0.0)
    return total + max(0.0, widest - NUMBERS.span)


def may_stay(state: GameState, unit: str) -> Verdict:
    """A unit out of coherency that can move may not Hold. GF-R35"""
    verdict = coherency_of(state, unit, {m.id: m.base for m in alive(state, unit)})
    if verdict or any(has(m, "Immobile") for m in alive(state, unit)):
        return YES
    return refuse("GF-R35", "The unit is out of coherency and must move to mend it.", *verdict.marks)


def walk(run: Run, unit: str, paths: Paths, how: str, rule: str) -> bool:
    """Moves the models along; whether any changed its place. GF-R36"""
    changed = False
    for model_id, path in paths.items():
        model = run.state.models[model_id]
        if path_length(path) <= TOLERANCE:
            continue
        changed = changed or math.dist(path[0], path[-1]) > TOLERANCE
        end = lifted(run.state, at_end(model, path[-1]))
        run.emit(Moved(model=model_id, path=path, facing=model.facing, elevation=end.elevation, how=how, rule=rule))
    return changed


def touches(state: GameState, unit: str, other: str) -> bool:
    """Whether some model of each is in base contact."""
    return any(in_contact(a.base, b.base) for a in alive(state, unit) for b in alive(state, other))
