"""What a model could do from where it stands, each order with what it should expect to bring, in points."""
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from game.ai.evaluate import Judge
from game.ai.player import command, is_plain, need_of, picks, target_need
from game.engine.commands import Command
from game.engine.requests import Option
from game.table.model import Model
from game.units import TOLERANCE, Point

PAIR = 3.5
"""Inches between two enemies that one burst may catch both."""


class Act(msgspec.Struct, frozen=True):
    """An order and the points it should bring; `ends` is where it leaves its doer, if elsewhere, with this `chance`."""

    worth: float
    order: Command
    ends: Point | None = None
    chance: float = 1.0
    step: int = 0


def acts(judge: Judge, model: Model, options: Iterable[Option]) -> Iterator[Act]:
    """Every order of these options that wants a target, a direction or a point, or nothing but luck, as far as the
    view can tell what it brings."""
    for option in options:
        for base in _orders(judge, model, option):
            best: Act | None = None
            for order in judge.view.variants(base):
                preview = judge.view.preview(order)
                if preview is None or preview.worth is None:
                    continue
                path = order.get("path")
                ends = (float(path[-1][0]), float(path[-1][1])) if path else preview.ends
                likely = preview.chance if preview.chance is not None else 1.0
                worth = preview.worth + (likely * judge.cleared(model, preview.clears) if preview.clears else 0.0)
                act = Act(worth, order, ends, likely, option.step)
                if preview.ends is not None:
                    yield act
                elif best is None or act.worth > best.worth:
                    best = act
            if best is not None:
                yield best


def best_act(judge: Judge, model: Model, options: Iterable[Option]) -> Act | None:
    """The order that brings most without leaving the place, None where none brings anything."""
    if model.id not in judge.best_acts:
        judge.best_acts[model.id] = _best(judge, model, options)
    found: Act | None = judge.best_acts[model.id]
    return found


def _best(judge: Judge, model: Model, options: Iterable[Option]) -> Act | None:
    found = list(acts(judge, model, (option for option in options if not _by_a_path(judge, option))))
    put = [act for act in found if act.ends is not None and math.dist(act.ends, model.base.at) > TOLERANCE
           and act.order.get("path") is None and act.order.get("at")]
    found = [act for act in found if act.ends is None]
    if put:
        found += arrivals(judge, model, put)
    worthy = [act for act in found if act.worth > 0]
    soonest = min((act.step for act in worthy), default=0)
    return max((act for act in worthy if act.step == soonest), key=lambda act: act.worth, default=None)


def _by_a_path(judge: Judge, option: Option) -> bool:
    """Whether the option takes its doer to its target by a way: a movement."""
    need = target_need(option)
    return need is not None and need.budget > 0 and any("path" in pick.fields for pick in picks(judge.view, option)[:1])


def arrivals(judge: Judge, model: Model, found: Sequence[Act]) -> list[Act]:
    """Orders that put their doer elsewhere, with what it is worth to be there."""
    points = np.array([model.base.at, *(act.ends for act in found)], float)
    values = judge.places(model, points, acts=True, how=found[0].order.do)
    values[0] = judge.places(model, points[:1], acts=True)[0]
    return [replace(act, worth=act.worth + act.chance * float(value - values[0]))
            for act, value in zip(found, values[1:], strict=True)]


def _orders(judge: Judge, model: Model, option: Option) -> Iterator[Command]:
    if target_need(option) is not None:
        yield from (command(option, pick) for pick in picks(judge.view, option))
        return
    if (option.dice or option.prepares) and is_plain(option):
        yield command(option)
        return
    aimed = need_of(option, "direction")
    if aimed is not None and need_of(option, "path") is None:
        yield from (command(option, **{aimed.key: pick.value}) for pick in judge.view.candidates(option, aimed.key)
                    if pick.verdict)
        return
    need = need_of(option, "point")
    if need is not None and need.ring > 0:
        yield command(option)
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
