"""Where to set up: near what is worth going to, hardly seen from where the enemy begins, each unit together."""
from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from game.ai.evaluate import Judge
from game.ai.player import command, is_plain, need_of
from game.engine.commands import Command
from game.engine.requests import Option
from game.geometry.shapes import Base
from game.geometry.sight import sees_from
from game.table.model import Model
from game.table.side import Side

Array = npt.NDArray[np.float64]
STEP = 1.5
TRIES = 40
"""So many of the best spots are tried before the rest is left to the quick way."""
COMPANY = 2.6
"""Inches from base edge to base edge at which a unit sets up: within most rules of coherency, too far for one blast."""


def placing(judge: Judge, options: list[Option]) -> Command | None:
    """Places the first model that waits off the table at the best spot found, else what places all; None where
    nobody waits."""
    waits = [o for o in options if o.by in judge.state.models and judge.state.models[o.by].at is None]
    if not waits:
        return None
    option = waits[0]
    need = need_of(option, "point")
    if need is not None:
        model = judge.state.models[option.by]
        spots = _grid(judge, model)
        for place in np.argsort(-_values(judge, model, spots), kind="stable")[:TRIES].tolist():
            order = command(option, None, **{need.key: [float(v) for v in spots[place]]})
            if judge.view.verify(order):
                return order
    plain = next((o for o in options if is_plain(o)), None)
    return command(plain) if plain else None


def _zone(judge: Judge, side: Side) -> Array:
    """[n, 2] the corners of the side's zone; of the table where it has none."""
    w, h = judge.state.table.width, judge.state.table.height
    return np.array(side.zone or ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h)), float)


def _grid(judge: Judge, model: Model) -> Array:
    """[n, 2] spots of the model's zone, and about its mates."""
    zone = _zone(judge, judge.state.sides[model.side])
    low, high = zone.min(axis=0) + model.radius, zone.max(axis=0) - model.radius
    axes = [np.linspace(a, b, max(2, int((b - a) / STEP) + 1)) if b > a else np.array([a])
            for a, b in zip(low, high, strict=True)]
    spots = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    rings = [[(m.base.x + (COMPANY + m.radius + model.radius) * math.sin(k * math.pi / 6),
               m.base.y + (COMPANY + m.radius + model.radius) * math.cos(k * math.pi / 6)) for k in range(12)]
             for m in judge.state.members(model.unit) if m.at is not None]
    return np.concatenate([spots, *(np.array(ring) for ring in rings)])


def _values(judge: Judge, model: Model, spots: Array) -> Array:
    """[n] how good each spot is, in points: forward and near goals, unseen from the enemy's zone, near friends."""
    value = judge.prospects(model, spots) - 5.0 * _seen_share(judge, model, spots)
    value += 0.25 * _forward(judge, model, spots)
    mates = [m for m in judge.state.members(model.unit) if m.at is not None]
    friends = [m for m in judge.state.models_of(model.side) if m.at is not None]
    if mates:
        value -= 1.5 * np.maximum(_gaps(model, spots, mates).min(axis=1) - COMPANY - 0.1, 0.0)
    if friends:
        gaps = _gaps(model, spots, friends)
        value -= 0.15 * gaps.mean(axis=1) + 0.6 * np.maximum(2.0 - gaps.min(axis=1), 0.0)
    else:
        value -= 0.1 * np.hypot(*(spots - spots.mean(axis=0)).T)
    return np.asarray(value)


def _seen_share(judge: Judge, model: Model, spots: Array) -> Array:
    """[n] the share of the enemies' zones (and of where they stand already) that sees each spot."""
    others = [side for side in judge.state.sides.values() if side.id != model.side]
    bases = [e.base for e in judge.enemies] * 2
    for side in others:
        zone = _zone(judge, side)
        low, high = zone.min(axis=0), zone.max(axis=0)
        for x in np.linspace(0.08, 0.92, 6):
            for y in np.linspace(0.15, 0.85, 2):
                at = low + (high - low) * (np.array([x, y]) if high[0] - low[0] >= high[1] - low[1] else
                                           np.array([y, x]))
                bases.append(Base(float(at[0]), float(at[1]), 0.6))
    template = Base(0.0, 0.0, model.radius, 0.0, model.elevation, model.height)
    return np.asarray(sees_from(judge.state.scene, spots, template, bases).mean(axis=1))


def _forward(judge: Judge, model: Model, spots: Array) -> Array:
    """[n] inches that each spot is nearer to the table's middle than the zone's far side."""
    middle = np.array([judge.state.table.width / 2, judge.state.table.height / 2])
    far = np.hypot(*(spots - middle).T)
    return np.asarray(far.max() - far)


def _gaps(model: Model, spots: Array, others: list[Model]) -> Array:
    centres = np.array([m.base.at for m in others])
    radii = np.array([m.radius for m in others]) + model.radius
    between = np.hypot(spots[:, None, 0] - centres[None, :, 0], spots[:, None, 1] - centres[None, :, 1])
    return np.asarray(between - radii)
