"""What a model could do from where it stands, each order with what it should expect to bring, in points."""
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import msgspec

from game.ai.evaluate import Judge
from game.ai.player import command, is_plain, need_of, picks, target_need
from game.engine.commands import Command
from game.engine.requests import Option
from game.table.model import Model
from game.units import Point

PAIR = 3.5
"""Inches between two enemies that one burst may catch both."""


class Act(msgspec.Struct, frozen=True):
    """An order and the points it should bring; `ends` is where it leaves its doer, if elsewhere."""

    worth: float
    order: Command
    ends: Point | None = None


def acts(judge: Judge, model: Model, options: Iterable[Option]) -> Iterator[Act]:
    """Every order of these options that wants a target, a direction or a point, or nothing but luck, as far as the
    view can tell what it brings."""
    for option in options:
        for order in _orders(judge, model, option):
            preview = judge.view.preview(order)
            if preview is not None and preview.worth is not None:
                path = order.get("path")
                yield Act(preview.worth, order, (float(path[-1][0]), float(path[-1][1])) if path else None)


def best_act(judge: Judge, model: Model, options: Iterable[Option]) -> Act | None:
    """The order that brings most without leaving the place, None where none brings anything."""
    if model.id not in judge.best_acts:
        judge.best_acts[model.id] = _best(judge, model, options)
    found: Act | None = judge.best_acts[model.id]
    return found


def _best(judge: Judge, model: Model, options: Iterable[Option]) -> Act | None:
    here = (o for o in options if (need := target_need(o)) is None or not need.budget)
    found = [act for act in acts(judge, model, here) if act.worth > 0 and act.ends is None]
    return max(found, key=lambda act: act.worth, default=None)


def _orders(judge: Judge, model: Model, option: Option) -> Iterator[Command]:
    if target_need(option) is not None:
        yield from (command(option, pick) for pick in picks(judge.view, option))
        return
    if option.dice and is_plain(option):
        yield command(option)
        return
    aimed = need_of(option, "direction")
    if aimed is not None and need_of(option, "path") is None:
        yield from (command(option, **{aimed.key: pick.value}) for pick in judge.view.candidates(option, aimed.key)
                    if pick.verdict)
        return
    need = need_of(option, "point")
    if need is not None and need.ring > 0:
        for point in _aims(judge, model, need.ring):
            order = command(option, **{need.key: list(point)})
            if judge.view.verify(order):
                yield order


def _aims(judge: Judge, model: Model, ring: float) -> Iterator[Point]:
    """Points worth aiming a burst at: between two enemies that stand close together, in reach."""
    centres = [e.base.at for e in judge.enemies]
    for place, one in enumerate(centres):
        for other in centres[place + 1:]:
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            if math.dist(one, other) <= PAIR and math.dist(middle, model.base.at) <= ring + model.radius:
                yield middle
