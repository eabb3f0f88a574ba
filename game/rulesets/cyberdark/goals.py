"""Where a crew should want to go, and what getting there is worth: fallen friends, terminals, the way out (CD-S1)."""
from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from game.engine.requests import Goal, Option
from game.engine.state import GameState
from game.geometry.measure import gap, gap_to_edge
from game.geometry.reach import Reach
from game.resolvers.keeping import chance
from game.rulesets.cyberdark import carrying, hands, interior_orders, mission
from game.rulesets.cyberdark.conditions import actions, is_conscious, is_down
from game.rulesets.cyberdark.data import NUMBERS
from game.rulesets.cyberdark.mission import Mission
from game.rulesets.cyberdark.situation import plain_test
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import Point, towards, within

Array = npt.NDArray[np.float64]
STABILISED = 0.3
"""The share of its points that it is worth to a crew that a friend bleeds no more."""
PRIZE = 600.0
"""Points that a whole mission is worth, shared out among its parts."""


def share(found: Mission) -> float:
    """What one part of the mission is worth."""
    parts = (1 if found.one else len(found.terminals)) + len(found.fallen) + found.leave
    return PRIZE / math.sqrt(max(1, parts))


def goals(state: GameState, side: str) -> list[Goal]:
    """Everything that somebody of the crew may want to get to."""
    able = [m for m in state.models_of(side) if is_conscious(m) or (m.in_play and m.at is None)]
    found = mission.mission(state)
    made = [*_bleeding(state, side, able)]
    if found is not None and found.side == side:
        made += [*_terminals(state, able, found), *_fallen(state, able, found), *_way_out(state, able, found)]
    if found is not None:
        made += _guarded(state, able, found)
    return made


def _guarded(state: GameState, able: list[Model], found: Mission) -> Iterator[Goal]:
    """What the mission is about is worth standing near, to either crew."""
    names = [holder] if (holder := mission.holder(state)) else list(found.terminals)
    places = [state.terrain[t].centre for t in names if state.terrain[t].state != mission.READ]
    places += [m.base.at for f in mission.fallen_left(state, found) if (m := state.models[f]).at is not None]
    for place in places:
        yield Goal(at=place, within=GUARD, worth=GUARDED / len(places), what="guard", by=tuple(m.id for m in able),
                   free=True)


GUARD, GUARDED = 6.0, 30.0
"""Inches at which a crew guards what the other one is after, and what that is worth to each who does."""


def _bleeding(state: GameState, side: str, able: list[Model]) -> Iterator[Goal]:
    for friend in state.models_of(side):
        if not friend.on_table or not friend.has("bleeding"):
            continue
        for model in able:
            test = plain_test(model, "stabilise")
            worth = STABILISED * friend.points * float(chance(test.level, test.net))
            yield Goal(at=friend.base.at, radius=friend.radius, within=NUMBERS.stabilise, worth=worth,
                       what="stabilise", by=(model.id,))


def prize_in(state: GameState, model: Model, piece: Terrain) -> float:
    """What a terminal that is broken into brings, if it is one that is looked for."""
    found = mission.mission(state)
    left = mission.unread(state, found) if found is not None and found.side == model.side else []
    if found is None or piece.id not in left:
        return 0.0
    return share(found) / math.sqrt(len(left) if found.one else 1)


def _terminals(state: GameState, able: list[Model], found: Mission) -> Iterator[Goal]:
    for name in mission.unread(state, found):
        piece = state.terrain[name]
        for model in able:
            test = interior_orders.access_test(state, model)
            worth = prize_in(state, model, piece) * float(chance(test.level, test.net))
            radius = piece.disc[2] if piece.disc else 0.5
            yield Goal(at=piece.centre, radius=radius, within=NUMBERS.reach, worth=worth, what="access",
                       by=(model.id,))


def _fallen(state: GameState, able: list[Model], found: Mission) -> Iterator[Goal]:
    """A friend to be brought off; those two who are nearest go for it."""
    for name in mission.fallen_left(state, found):
        friend = state.models[name]
        if friend.on_table and is_down(friend):
            near = sorted(able, key=lambda m: math.dist(m.base.at, friend.base.at) if m.at is not None else 0.0)
            yield Goal(at=friend.base.at, radius=friend.radius, within=NUMBERS.reach, worth=share(found), what="carry",
                       by=tuple(m.id for m in near[:BEARERS]))


BEARERS = 3


def _way_out(state: GameState, able: list[Model], found: Mission) -> Iterator[Goal]:
    """The edge, for as many as still have to leave it on their feet."""
    if not mission.walkers(state, found):
        return
    for spot in carrying.doorsteps(state, found.side):
        yield Goal(at=spot, within=NUMBERS.leave, worth=share(found), what="leave", by=tuple(m.id for m in able))


def spots(state: GameState, option: Option, reach: Reach) -> list[Point]:
    """Ends of a Move that a sample misses: beside doors that are shut, terminals, and friends who are down, and at the
    way out."""
    model = state.models.get(option.by)
    if model is None or option.do not in ("move", "carry"):
        return []
    ring = [*_beside_things(state, model, reach.budget), *_at_the_way_out(state, model, reach.budget)]
    if not ring:
        return []
    legal = np.isfinite(reach.end_costs(np.array(ring)))
    return [spot for spot, free in zip(ring, legal.tolist(), strict=True) if free]


def _beside_things(state: GameState, model: Model, far: float) -> list[Point]:
    discs = [(m.base.at, m.radius) for m in state.models_of(model.side) if is_down(m)]
    discs += [(p.disc[:2], p.disc[2]) for p in mission.terminals(state) if p.disc is not None]
    discs += [(p.centre, 0.0) for p in state.terrain.values()
              if interior_orders.is_door(p) and p.state != interior_orders.OPEN]
    near = [(at, radius) for at, radius in discs if math.dist(at, model.base.at) <= far + BESIDE]
    return [towards(at, turn, radius + model.radius + BESIDE) for at, radius in near for turn in range(0, 360, 45)]


def _at_the_way_out(state: GameState, model: Model, far: float) -> list[Point]:
    edge, (x, y) = mission.exit_edge(state, model.side), model.base.at
    if not edge or gap_to_edge(model.base, edge, state.scene) > far + BESIDE:
        return []
    off = model.radius + BESIDE
    wide, high = state.table.width, state.table.height
    line = {"south": (None, off), "north": (None, high - off), "west": (off, None), "east": (wide - off, None)}[edge]
    return [(line[0] if line[0] is not None else x + step, line[1] if line[1] is not None else y + step)
            for step in (-3.0, -1.0, 0.0, 1.0, 3.0)]


BESIDE = 0.5
"""Inches from a thing at which to stand beside it."""


def errand(state: GameState, model: Model, points: Array, how: str) -> Array:
    """[n] what it is worth that somebody in tow comes to each of the points: nearer to the way out than here. For who
    stays, another try at what it has at hand."""
    if not how:
        return np.full(len(points), _another_try(state, model))
    found = mission.mission(state)
    names = mission.fallen_left(state, found) if found is not None and found.side == model.side else []
    near = {m.id for m in carrying.in_reach(state, model)} if how == "carry" else set()
    if found is None or not near & set(names):
        return np.zeros(len(points))
    edge = mission.exit_edge(state, model.side)
    span = state.table.width if edge in ("west", "east") else state.table.height
    there, here = (_to_edge(edge, span, at) for at in (points, np.array([model.base.at])))
    stays = sum(np.hypot(*(points - np.array(m.base.at)).T) - m.radius - model.radius <= NUMBERS.reach
                for m in (state.models[f] for f in near & set(names)))  # that it lies there does not count twice
    return np.asarray(share(found) * (1.0 - stays + HOMEWARD * (here - there) / span))


def _another_try(state: GameState, model: Model) -> float:
    """What a second action is worth where the first may fail."""
    if actions(model) < 2:
        return 0.0
    tries = [(chance(test.level, test.net), prize_in(state, model, piece)) for piece in mission.terminals(state)
             if hands.is_at(state, model, piece) for test in [interior_orders.access_test(state, model)]]
    test = plain_test(model, "stabilise")
    tries += [(chance(test.level, test.net), STABILISED * friend.points) for friend in state.models_of(model.side)
              if friend.on_table and friend.has("bleeding")
              and within(gap(model.base, friend.base), NUMBERS.stabilise)]
    return max((worth * float(p * (1 - p)) for p, worth in tries), default=0.0)


def _to_edge(edge: str, span: float, at: Array) -> Array:
    """[n] inches from points to an edge of the table."""
    along = at[:, 0] if edge in ("west", "east") else at[:, 1]
    return np.asarray(along if edge in ("south", "west") else span - along)


HOMEWARD = 3.0
"""How much more a friend in tow is worth at the edge than at the other end of the table."""
