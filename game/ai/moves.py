"""Where a model should go: every place in reach, judged by what it may do and what may be done to it there."""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator

import msgspec
import numpy as np
import numpy.typing as npt

from game.ai.acts import Act, acts, arrivals
from game.ai.evaluate import Judge
from game.ai.player import command, is_plain, need_of, target_need
from game.engine.commands import Command
from game.engine.requests import Need, Option
from game.geometry.reach import Reach
from game.table.model import Model

Array = npt.NDArray[np.float64]
STEP = 2.0
TRIES = 3
"""So many of the best places are tried before the model stays where it is."""
WORTHWHILE = 0.4
"""Points that a move must gain over staying."""


class Plan(msgspec.Struct, frozen=True):
    """A movement, and the points it gains over staying put. `order` makes its command, None where there is no way."""

    gain: float
    order: Callable[[], Command | None]


def best_move(judge: Judge, model: Model, options: Iterable[Option]) -> Command | None:
    """The movement (or charge) that gains most over staying, None where staying is as good."""
    options = list(options)
    walks = [(option, need) for option in options if (need := need_of(option, "path")) is not None]
    blind = [o for o in options if o.dice and is_plain(o) and judge.view.reach(o) is not None]
    leaps = [o for o in options if need_of(o, "point") is not None]
    if not (walks or blind or leaps):
        return None
    afar = [option for option in options if (need := target_need(option)) is not None and need.budget > 0]
    charges = [act for act in acts(judge, model, afar) if act.ends is not None]
    here = float(judge.places(model, np.array([model.base.at]), acts=True)[0])
    plans = [*_walks(judge, model, walks, here), *_charges(judge, model, charges, here)]
    plans += [*_runs(judge, model, blind, here), *_leaps(judge, model, leaps)]
    for plan in sorted(plans, key=lambda p: -p.gain)[:TRIES]:
        order = plan.order() if plan.gain > WORTHWHILE else None
        if order is not None and judge.view.verify(order):
            return order
    return None


def _walks(judge: Judge, model: Model, walks: list[tuple[Option, Need]], here: float) -> Iterator[Plan]:
    """The best few ends of each walk, with the way there and the facing on arrival."""
    nearer = 0.0
    for option, need in walks:
        reach = judge.view.reach(option)
        if reach is None:
            continue
        points = _ends(judge, option, reach)
        if option.final:
            points = points[np.hypot(*(points - np.array(model.base.at)).T) > nearer]
        else:
            nearer = max(nearer, need.budget * 0.9)
        if not len(points):
            continue
        values = judge.places(model, points, acts=not option.final, how=option.do)
        for place in np.argsort(-values, kind="stable")[:TRIES].tolist():
            yield Plan(float(values[place]) - here,
                       functools.partial(_walk, judge, model, option, reach, points[place]))


def _ends(judge: Judge, option: Option, reach: Reach) -> Array:
    spots = np.array([*judge.view.spots(option, reach)], float).reshape(-1, 2)
    return np.concatenate([reach.sample(STEP), spots])


def _walk(judge: Judge, model: Model, option: Option, reach: Reach, point: Array) -> Command | None:
    end = (float(point[0]), float(point[1]))
    way = reach.path(end)
    if way is None:
        return None
    fields: dict[str, object] = {"path": [list(p) for p in way]}
    if any(need.kind == "direction" for need in option.needs):
        fields["facing"] = judge.facing(model, end)
    return command(option, **fields)


def _charges(judge: Judge, model: Model, charges: list[Act], here: float) -> Iterator[Plan]:
    """Charges: what the fight should bring, and where it leaves the model; locked, it is hardly shot at."""
    if not charges:
        return
    ends = np.array([act.ends for act in charges], float)
    left = judge.prospects(model, ends) - judge.straying(model, ends)
    left -= judge.caution * judge.weights.lock * judge.view.harm_at(model, ends, in_points=True)
    for act, value in zip(charges, left.tolist(), strict=True):
        yield Plan(act.worth + value - here, functools.partial(_order, act))


def _runs(judge: Judge, model: Model, runs: list[Option], here: float) -> Iterator[Plan]:
    """Movements whose length is rolled before their way is chosen: by where they lead for certain."""
    for option in runs:
        reach = judge.view.reach(option)
        points = _ends(judge, option, reach) if reach is not None else np.zeros((0, 2))
        if len(points):
            best = float(judge.places(model, points, acts=True, how=option.do).max())
            yield Plan(best - here, functools.partial(command, option))


def _leaps(judge: Judge, model: Model, options: list[Option]) -> Iterator[Plan]:
    """Jumps and drops: what it is worth to be there, by the chance to get there, less what a fall costs."""
    found = [act for act in acts(judge, model, options) if act.ends is not None]
    for act in arrivals(judge, model, found) if found else ():
        yield Plan(act.worth, functools.partial(_order, act))


def _order(act: Act) -> Command:
    return act.order
