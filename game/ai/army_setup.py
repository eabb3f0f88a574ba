"""Setting up an army: markers, heroes, who waits aside, where each unit goes."""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game.ai.outlook import Outlook
from game.ai.player import command, is_plain, need_of
from game.ai.ways import firm_ways, lengths_for
from game.engine.commands import Command
from game.engine.requests import Goal, Option
from game.geometry.piece_shape import shape_of
from game.geometry.shapes import Base
from game.geometry.sight import sees_from
from game.table.model import Model
from game.units import Point

Array = npt.NDArray[np.float64]
GRID = 4.0
TRIES = 6
CARE = 0.5
"""How much what it should expect to lose counts where a unit is put down."""
LONG = 26.0
"""Inches of range from which a unit may stay back."""
DRAWN = 140.0
"""Points of standing at a marker when the battle begins."""
TAKEN = 0.4
"""The share of them that each unit which is there already leaves."""
STAYS_BACK = 0.5
"""The share of them that counts for a unit with such a range."""
SLOWED = 1.4
"""How much longer a way over difficult ground seems than one that keeps off it."""
NEAR = 11.0
"""Inches from an enemy within which an arriving unit may strike at once."""


def setting_up(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    """The next step of a set-up; None where nothing is set up now."""
    return _marker(outlook, options) or _host(outlook, options) or _aside(outlook, options) or _place(outlook, options)


# --- markers


def _marker(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    """A marker near the middle line, far from the others."""
    option = next((o for o in options if need_of(o, "point") is not None and o.by in outlook.state.sides), None)
    if option is None:
        return None
    table = outlook.state.table
    others = [m.at for m in outlook.state.markers.values()]
    spots = [(x, y) for x in _axis(4.0, table.width - 4.0, 2.0) for y in _axis(2.0, table.height - 2.0, 2.0)]

    def fit(spot: Point) -> float:
        apart = min((math.dist(spot, o) for o in others), default=abs(spot[0] - table.width / 2) * -1 + 20)
        return min(apart, 20.0) - 0.8 * abs(spot[1] - table.height / 2) - 0.1 * abs(spot[0] - table.width / 2)

    for spot in sorted(spots, key=lambda s: (-round(fit(s), 6), s)):
        order = command(option, point=list(spot))
        if outlook.view.verify(order):
            return order
    return None


def _axis(low: float, high: float, step: float) -> list[float]:
    return [float(v) for v in np.arange(low, high + 1e-9, step)]


# --- heroes and those who wait


def _host(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    """A hero joins the strongest unit that takes him."""
    for option in options:
        need = need_of(option, "choice")
        if need is None or option.by not in outlook.state.units:
            continue
        hosts = [c.value for c in need.candidates if c.verdict and c.value in outlook.state.units]
        for host in sorted(hosts, key=lambda u: (-_worth(outlook, u), u)):
            order = command(option, **{need.key: host})
            if outlook.view.verify(order):
                return order
    return None


def _worth(outlook: Outlook, unit: str) -> float:
    return sum(m.points for m in outlook.state.members(unit))


def _aside(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    """Whoever may come later, nearer to the enemy, does."""
    for option in options:
        unit = outlook.state.units.get(option.by)
        if unit is None or not is_plain(option) or not option.fixed:
            continue
        if all(m.at is None for m in outlook.state.members(unit.id)):
            return command(option)
    return None


# --- where a unit goes


def _place(outlook: Outlook, options: Sequence[Option]) -> Command | None:
    """The unit that minds least where the enemy stands goes down first, at the best place of a grid that is free."""
    placing = [o for o in options if need_of(o, "points") is not None]
    for option in sorted(placing, key=lambda o: (_reach(outlook, o.by), -_worth(outlook, o.by), o.by)):
        for spot in _spots(outlook, option)[:TRIES]:
            fields = outlook.view.formation(option, spot)
            if fields is not None and outlook.view.verify(order := command(option, **fields)):
                return order
        order = command(option)
        if outlook.view.verify(order):
            return order
    return next((command(o) for o in options if o.by in outlook.state.units and is_plain(o)
                 and not outlook.own.get(o.by) and outlook.view.verify(command(o))), None) if placing else None


def _reach(outlook: Outlook, unit: str) -> float:
    """How far the unit's weapons carry, as far as enemies on the table tell; 0 for one that only fights."""
    members = outlook.state.members(unit)
    return max((far for far, _ in outlook.view.strikes(members[0])), default=0.0) if members else 0.0


def _spots(outlook: Outlook, option: Option) -> list[Point]:
    """Places for a unit's middle, the best first."""
    members = outlook.state.members(option.by)
    points = _grid(outlook, option)
    if not len(points) or not members:
        return []
    value = _marker_pull(outlook, option.by, points) + _lanes(outlook, members[0], points)
    value += _quarry(outlook, points) - _crowding(outlook, points) - _mire(outlook, members, points)
    value -= CARE * outlook.view.harm_at(members[0], points, in_points=True)
    order = np.argsort(-np.round(value, 6), kind="stable")
    return _spread([(float(points[i][0]), float(points[i][1])) for i in order])


def _spread(points: list[Point]) -> list[Point]:
    """The same, without those next to one that is better."""
    kept: list[Point] = []
    for point in points:
        if all(math.dist(point, k) >= GRID * 0.9 for k in kept):
            kept.append(point)
        if len(kept) >= TRIES:
            break
    return kept


def _grid(outlook: Outlook, option: Option) -> Array:
    """[n, 2] places in the zone that the option allows, off what it keeps away from."""
    marks = outlook.view.bounds(option)
    table = outlook.state.table
    zone = next((m.points for m in marks if m.role == "ok" and m.points), None) or (
        (0.0, 0.0), (table.width, table.height))
    xs, ys = [p[0] for p in zone], [p[1] for p in zone]
    points = np.array([(x, y) for x in _axis(min(xs) + 2.5, max(xs) - 2.5, GRID / 2)
                       for y in _axis(min(ys) + 1.5, max(ys) - 1.5, GRID / 2)]).reshape(-1, 2)
    for mark in marks:
        if mark.role == "bad" and mark.kind == "ring" and len(points):
            centre = np.array(mark.points[0])
            points = points[np.hypot(*(points - centre).T) > mark.radius + 1.5]
    return points


def _marker_pull(outlook: Outlook, unit: str, points: Array) -> Array:
    """[n] nearness to markers that few of the side's are near to, by the ways that go round what is between; the
    far-shooting may stay back where there are others enough."""
    total = np.zeros(len(points))
    if not outlook.goals or not len(points):
        return total
    scene, spots = outlook.state.scene, np.array([goal.at for goal in outlook.goals])
    radius = max((m.radius for m in outlook.state.members(unit)), default=0.6)
    way = np.minimum(
        firm_ways(scene, radius).lengths(points, spots), SLOWED * lengths_for(scene, points, spots, radius))
    few = sum(u.side == outlook.view.side for u in outlook.state.units.values()) <= len(outlook.goals) + 1
    drawn = DRAWN * (STAYS_BACK if _reach(outlook, unit) >= LONG and not few else 1.0)
    for k, goal in enumerate(outlook.goals):
        near = np.exp(-np.maximum(way[:, k] - 2.0, 0.0) / 14.0)
        total = np.maximum(total, drawn * _free(outlook, goal) * near)
    return total


def _free(outlook: Outlook, goal: Goal) -> float:
    near = sum(math.exp(-max(0.0, f.off(goal.at) - 4.0) / 10.0) for f in outlook.own.values())
    return TAKEN**near


def _lanes(outlook: Outlook, model: Model, points: Array) -> Array:
    """[n] how many of the markers and enemies are in sight: what a shooter looks for."""
    if _reach(outlook, model.unit) < 12.0:
        return np.zeros(len(points))
    spots = [Base(*g.at, 0.5, height=1.0) for g in outlook.goals] + [f.lead.base for f in outlook.foes.values()]
    if not spots:
        return np.zeros(len(points))
    base = Base(0.0, 0.0, model.radius, height=model.height)
    seen = sees_from(outlook.state.scene, points, base, spots)
    return 25.0 * np.asarray(seen.mean(axis=1), float)


def _quarry(outlook: Outlook, points: Array) -> Array:
    """[n] enemies that could be struck at from there at once, the weak and worthy first."""
    total = np.zeros(len(points))
    for foe in outlook.foes.values():
        apart = np.hypot(points[:, None, 0] - foe.at[None, :, 0], points[:, None, 1] - foe.at[None, :, 1]).min(axis=1)
        total = np.maximum(total, np.where(apart <= NEAR, 25.0 - 0.1 * foe.worth, 0.0))
    return total


def _crowding(outlook: Outlook, points: Array) -> Array:
    """[n] the price of company that is too close."""
    total = np.zeros(len(points))
    for force in outlook.own.values():
        apart = np.hypot(points[:, 0] - force.middle[0], points[:, 1] - force.middle[1])
        total += np.maximum(0.0, 8.0 - apart) * 1.5
    return total


def _mire(outlook: Outlook, members: Sequence[Model], points: Array) -> Array:
    """[n] the price of ground that slows or harms a unit, where it would touch it."""
    wide = (math.sqrt(len(members)) / 2 + 0.5) * (2 * max(m.radius for m in members) + 0.35)
    slow = [shape_of(p) for p in outlook.state.scene.pieces if p.traits & {"dangerous", "difficult", "impassable"}]
    total = np.zeros(len(points))
    for shape in slow:
        total += np.where(shape.distances(points) < wide, 12.0, 0.0)
    return np.minimum(total, 30.0)
