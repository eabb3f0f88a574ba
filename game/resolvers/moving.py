"""Moves: whether a drawn path is legal, in words and marks."""
from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.measure import in_contact
from game.geometry.shapes import Base
from game.table.model import Model
from game.units import Point, within
from game.words import say


class MoveRules(msgspec.Struct, frozen=True):
    """The ids of the rules that a refused path cites: too far, through something, ending on something, ending in
    contact."""

    distance: str
    crossing: str
    ending: str
    contact: str


def others_about(state: GameState, model: Model) -> tuple[list[Model], list[Model]]:
    """The friends and the enemies of `model` on the table, in roster order."""
    friends = [m for m in state.on_table() if m.side == model.side and m.id != model.id]
    return friends, list(state.enemies(model.side))


def walked(model: Model, path: Sequence[Point]) -> tuple[Point, ...]:
    """The path with the model's place as its first point."""
    assert model.at is not None
    points = tuple((float(x), float(y)) for x, y in path)
    return points if len(points) > 1 and points[0] == model.at else (model.at, *points)


def at_end(model: Model, point: Point, facing: float | None = None) -> Base:
    """The model's base as it would stand at `point`."""
    base = model.base
    turned = base.facing if facing is None else facing
    return Base(point[0], point[1], base.radius, turned, base.elevation, base.height)


def check_path(
    state: GameState, model: Model, path: Sequence[Point], budget: float, rules: MoveRules, *,
    may_touch: Sequence[Model] = (),
) -> Verdict:
    """Whether the model may walk `path` (its place first): length, what it sweeps, where it ends.

    Friends may be passed but not stood on; enemies, impassable terrain and the table's edge stop it. It may not end
    touching a standing enemy unless that one is among `may_touch`.
    """
    length = paths.path_length(path)
    if not within(length, budget):
        ring = Mark(kind="ring", points=(path[0],), radius=budget, role="bad")
        return refuse(rules.distance, say("Too far: the path is {length:.1f}″ and {name} has {budget:g}″.",
                                          length=length, name=model.name, budget=budget),
                      Mark(kind="path", points=tuple(path), role="bad"), ring)
    friends, enemies = others_about(state, model)
    block = paths.swept_clear(state.scene, model.base, path, [m.base for m in enemies])
    if block is not None:
        return refuse(rules.crossing, say("The way is blocked by {blocker}.",
                                          blocker=_blocker(state, block, enemies)),
                      Mark(kind="path", points=tuple(path), role="bad"),
                      Mark(kind="cross", points=(block.point,), role="bad"))
    end = at_end(model, path[-1])
    stood_on = paths.can_stand(state.scene, end, [m.base for m in friends + enemies])
    if stood_on is not None:
        return refuse(rules.ending, say("No room to stand there: {blocker}.",
                                        blocker=_blocker(state, stood_on, friends + enemies)),
                      Mark(kind="ring", points=(path[-1],), radius=model.radius, role="bad"))
    allowed = {m.id for m in may_touch}
    for enemy in enemies:
        if enemy.id not in allowed and in_contact(end, enemy.base):
            return refuse(rules.contact, say("Only a charge may end touching {enemy}.", enemy=enemy.name),
                          Mark(kind="ring", points=(path[-1],), radius=model.radius, role="bad"),
                          Mark(kind="model", ref=enemy.id, role="bad"))
    return YES


def _blocker(state: GameState, block: paths.Block, models: Sequence[Model]) -> str:
    if isinstance(block.what, int):
        return models[block.what].name
    if block.what in state.terrain:
        return state.terrain[block.what].title
    return say("the table's edge")
