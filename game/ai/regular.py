"""A regular: looks one activation ahead. Where to stand and whom to attack go by the odds that the window shows."""
from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from game.ai.acts import Act, best_act
from game.ai.evaluate import Judge, Weights
from game.ai.moves import best_move
from game.ai.placing import placing
from game.ai.player import Answer, Choice, anything, command, is_plain, need_of, picks, target_need
from game.engine.commands import Command
from game.engine.requests import Option
from game.engine.view import View
from game.geometry.shapes import Base
from game.geometry.sight import sees_from
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import heading, turn_between

RING = tuple((math.sin(a), math.cos(a)) for a in (k * math.pi / 4 for k in range(8)))
TURN_WORTH = 0.25
"""The share of what threatens a model that a turn must bring to its front."""


class Regular:
    """Weighs every order by what it should bring. The same view always gets the same choice."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def decide(self, view: View) -> Choice:
        """The best order found; some legal one where nothing seems worth while."""
        if view.decision.inside:
            return self._answer(view)
        judge = Judge(view, self.weights)
        options = [option for option in view.decision.options if option.verdict]
        for think in (_who, _come_out, _set_up, _posture, _movement, _turn, _action, _go_on):
            order = think(judge, options)
            if order is not None and view.verify(order):
                return order
        return anything(view)

    def _answer(self, view: View) -> Choice:
        """What the rule set proposes. Else whom: the enemy worth most. Where: nearest to such a one."""
        option = view.decision.options[0]
        need = option.needs[0] if option.needs else None
        if need is None:
            return anything(view)
        proposed = view.propose()
        if proposed is not None and view.accepts(proposed):
            return Answer(proposed)
        models = [c.value for c in need.candidates if c.verdict and c.value in view.state.models]
        if models:
            return Answer(max(models, key=lambda m: view.worth(view.state.models[m])))
        piece = view.state.terrain.get(view.decision.subject)
        if need.kind == "point" and piece is not None:
            return _where(Judge(view, self.weights), replace(option, by=piece.id), piece)
        return anything(view)


def _by_model(judge: Judge, options: list[Option]) -> dict[str, list[Option]]:
    """The options of each model on the table, those nearest to an enemy first."""
    models = dict.fromkeys(o.by for o in options if o.by in judge.state.models and judge.state.models[o.by].on_table)
    centres = judge.centres

    def nearness(model: str) -> float:
        x, y = judge.state.models[model].base.at
        return float(np.hypot(centres[:, 0] - x, centres[:, 1] - y).min()) if len(centres) else 0.0

    return {m: [o for o in options if o.by == m] for m in sorted(models, key=nearness)}


# --- whose turn, who first


def _who(judge: Judge, options: list[Option]) -> Command | None:
    """Which unit acts: the one with most to give and most to lose. Or whether to name a unit of the enemy's."""
    for option in options:
        need = target_need(option)
        if need is not None and need.kind == "unit":
            able = [command(option, pick) for pick in picks(judge.view, option)]
            return able[0] if len(able) == 1 else max(able, key=lambda o: _urgency(judge, o.by), default=None)
    named = [o for o in options if is_plain(o) and o.fixed.get("unit") in judge.state.units]
    return _first_or_named(judge, options, named) if named else None


def _urgency(judge: Judge, unit: str) -> float:
    """What the unit could do now, and what may befall it if it waits."""
    total = 0.0
    for model in judge.state.members(unit):
        if model.on_table:
            danger = float(judge.view.harm_at(model, np.array([model.base.at]), in_points=True)[0])
            total += _strike(judge, model) + 0.5 * danger
    return total


def _strike(judge: Judge, model: Model) -> float:
    """The best attack from where it stands or could go."""
    x, y = model.base.at
    pace = judge.view.pace(model)
    ring = [(x, y), *((x + pace * dx, y + pace * dy) for dx, dy in RING if pace)]
    return float(judge.view.harm_from(model, np.array(ring)).max())


def _first_or_named(judge: Judge, options: list[Option], named: list[Option]) -> Command | None:
    """Goes first when its best strike beats the enemy's; else has the enemy's least dangerous unit come out first."""
    go = next((o for o in options if is_plain(o) and o not in named), None)
    own = max((_unit_strike(judge, u.id) for u in judge.state.units.values() if u.side == judge.view.side), default=0.0)
    theirs = {str(o.fixed["unit"]): _unit_strike(judge, str(o.fixed["unit"])) for o in named}
    meekest = min(named, key=lambda o: theirs[str(o.fixed["unit"])])
    if go is not None and (own > 0 or max(theirs.values()) > 0):
        return command(go)
    return command(meekest)


def _unit_strike(judge: Judge, unit: str) -> float:
    return sum(_strike(judge, m) for m in judge.state.members(unit) if m.on_table)


# --- an activation


def _come_out(judge: Judge, options: list[Option]) -> Command | None:
    """Whoever waits off the table for its moment comes out when that brings something."""
    for option in options:
        model = judge.state.models.get(option.by)
        if model is None or model.on_table or option.ends or not is_plain(option):
            continue
        preview = judge.view.preview(command(option))
        if preview is not None and (preview.worth or 0.0) > 0:
            return command(option)
    return None


def _set_up(judge: Judge, options: list[Option]) -> Command | None:
    return placing(judge, options)


def _posture(judge: Judge, options: list[Option]) -> Command | None:
    """What makes a model better off as it stands (getting up), facing what threatens it."""
    for option in options:
        model = judge.state.models.get(option.by)
        if model is None or not model.on_table or not is_plain(option) or option.dice or option.prepares:
            continue
        preview = judge.view.preview(command(option))
        if preview is not None and (preview.worth or 0.0) > 0:
            turns = any(need.kind == "direction" for need in option.needs)
            return command(option, facing=judge.facing(model, model.base.at)) if turns else command(option)
    return None


def _movement(judge: Judge, options: list[Option]) -> Command | None:
    """The first model, from the front, that gains by moving."""
    for model, own in _by_model(judge, options).items():
        order = best_move(judge, judge.state.models[model], own)
        if order is not None:
            return order
    return None


def _turn(judge: Judge, options: list[Option]) -> Command | None:
    """A turn on the spot, where a target or too much of the danger lies behind."""
    for name, own in _by_model(judge, options).items():
        turn = next((o for o in own if need_of(o, "direction") is not None), None)
        if turn is None or not judge.enemies:
            continue
        model = judge.state.models[name]
        act = best_act(judge, model, own)
        target = judge.state.models.get(str(act.order.get("at", ""))) if act else None
        must = target.base.at if target is not None and target.on_table else None
        wanted = judge.facing(model, model.base.at, must)
        blind = must is not None and turn_between(heading(model.base.at, must), model.facing) > 90.0
        gain = judge.exposed(model, model.base.at, model.facing) - judge.exposed(model, model.base.at, wanted)
        if blind or gain > TURN_WORTH:
            return command(turn, facing=wanted)
    return None


def _action(judge: Judge, options: list[Option]) -> Command | None:
    """The action that brings most, of any model that may act; held back where a better use of the turn is left."""
    best: Act | None = None
    for name, own in _by_model(judge, options).items():
        act = best_act(judge, judge.state.models[name], own)
        if act is not None and (best is None or act.worth > best.worth) and act.worth > _waiting(judge, options, name):
            best = act
    return best.order if best else None


def _waiting(judge: Judge, options: list[Option], model: str) -> float:
    """What the model could do later instead, where it is asked outside its activation."""
    if judge.state.active is not None or judge.view.decision.subject != model:
        return 0.0
    return 0.8 * _strike(judge, judge.state.models[model])


def _go_on(judge: Judge, options: list[Option]) -> Command | None:
    """The default, else the first option that needs nothing: what ends a step comes before what ends the turn."""
    plain = [o for o in options if is_plain(o) and (o.default or o.ends or o.by not in judge.state.models)]
    chosen = next((o for o in plain if o.default), plain[0] if plain else None)
    return command(chosen) if chosen else None


# --- questions inside a command


def _where(judge: Judge, option: Option, piece: Terrain) -> Answer:
    """The place in reach from which the nearest enemy in sight is worth most and near; stays where there is none."""
    reach = judge.view.reach(option)
    if reach is None or not judge.enemies:
        return Answer(None)
    points = reach.sample(1.5)
    if not len(points):
        return Answer(None)
    base = Base(*piece.centre, piece.disc[2] if piece.disc else 0.5, height=max(piece.height, 1.2))
    far = np.hypot(points[:, None, 0] - judge.centres[None, :, 0], points[:, None, 1] - judge.centres[None, :, 1])
    seen = sees_from(judge.state.scene, points, base, [e.base for e in judge.enemies])
    far = np.where(seen, far, np.inf)
    nearest = far.argmin(axis=1)
    value = judge.worths[nearest] * np.exp(-far[np.arange(len(points)), nearest] / 6.0)
    best = int(value.argmax())
    return Answer([float(points[best][0]), float(points[best][1])] if value[best] > 0 else None)


