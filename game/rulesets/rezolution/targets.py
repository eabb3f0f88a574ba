"""Whom a ranged attack may be aimed at: sight, arc, and the nearest available enemy (RZ-6.1, 6.2, RZ-R32, RZ-R33)."""
from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.arc import in_arc
from game.geometry.measure import gap, gap_to_point
from game.geometry.shapes import Base
from game.geometry.sight import look_at_point
from game.resolvers.sighting import blocked_marks, look_at_base
from game.rulesets.rezolution.conditions import is_engaged
from game.rulesets.rezolution.data import Gear
from game.table.model import Model
from game.units import TOLERANCE, Point, within
from game.words import say


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """Who attacks at range with what: a model or a system's gun. `label` and `skill` are what is added to 2d6."""

    by: str
    side: str
    name: str
    base: Base
    weapon: Gear
    label: str
    skill: int
    all_round: bool = False


def check_target(state: GameState, shot: Shot, target: Model) -> Verdict:
    """Whether the shot may be aimed at this enemy."""
    if not target.on_table or target.side == shot.side:
        return refuse("RZ-6.2", say("{target} is no enemy in play.", target=target.name))
    verdict = available(state, shot, target)
    if not verdict:
        return verdict
    distance = gap(shot.base, target.base)
    for nearer in nearest(state, shot):
        if gap(shot.base, nearer.base) < distance - TOLERANCE:
            return refuse(
                "RZ-6.2", say("Not the nearest: {nearer} is {gap:.1f}″ away, {target} {distance:.1f}″.",
                              nearer=nearer.name, gap=gap(shot.base, nearer.base), target=target.name,
                              distance=distance),
                Mark(kind="line", points=(shot.base.at, target.base.at), role="bad"),
                Mark(kind="line", points=(shot.base.at, nearer.base.at), role="act"),
                Mark(kind="model", ref=nearer.id, role="act"),
            )
    return in_range(shot, distance, target.name, "RZ-R33")


def in_range(shot: Shot, distance: float, what: str, rule: str) -> Verdict:
    if within(distance, shot.weapon.range):
        return YES
    return refuse(
        rule, say("Out of range: {what} is {distance:.1f}″ away and the {weapon} reaches {range:g}″.", what=what,
                  distance=distance, weapon=shot.weapon.name, range=shot.weapon.range),
        Mark(kind="ring", points=(shot.base.at,), radius=shot.base.radius + shot.weapon.range, role="bad"),
    )


def available(state: GameState, shot: Shot, target: Model) -> Verdict:
    """In sight, in the front arc, and not itself engaged. RZ-R32"""
    sight = look_at_base(state.scene, replace(shot.base, facing=0.0), replace(target.base, facing=0.0))
    if not sight.clear:
        names = ", ".join(state.terrain[p].title.lower() for p in sight.blocked_by if p in state.terrain)
        return refuse("RZ-6.1", say("No sight of {target}: {names} is in the way.", target=target.name,
                                    names=names or "something"),
                      *blocked_marks(sight))
    if not shot.all_round and not in_arc(shot.base, target.base.at):
        return refuse("RZ-5.5", say("{target} is behind it: attacks go into the front arc.", target=target.name),
                      Mark(kind="arc", points=(shot.base.at,), facing=shot.base.facing, radius=8.0, role="bad"),
                      Mark(kind="line", points=(shot.base.at, target.base.at), role="bad"))
    if is_engaged(state, target):
        return refuse("RZ-R32", say("{target} is locked in close combat.", target=target.name),
                      Mark(kind="model", ref=target.id, role="bad"))
    return YES


def nearest(state: GameState, shot: Shot) -> list[Model]:
    """The available enemies with the smallest gap, more than one where they are equally near; none available, none."""
    found: list[Model] = []
    least = 0.0
    for distance, enemy in sorted(_by_gap(state, shot), key=lambda pair: pair[0]):
        if found and distance > least + TOLERANCE:
            break
        if available(state, shot, enemy):
            least = distance if not found else least
            found.append(enemy)
    return found


def _by_gap(state: GameState, shot: Shot) -> Iterator[tuple[float, Model]]:
    return ((gap(shot.base, enemy.base), enemy) for enemy in state.enemies(shot.side))


def check_point(state: GameState, shot: Shot, point: Point) -> Verdict:
    """Whether a grenade may be thrown at the point: sight, front arc and range; nearest does not apply. RZ-R40"""
    if not (0 <= point[0] <= state.table.width and 0 <= point[1] <= state.table.height):
        return refuse("RZ-R40", "The point is off the table.")
    sight = look_at_point(state.scene, shot.base, point, mode="centre")
    if not sight.clear:
        return refuse("RZ-R40", "No sight of that point.",
                      *blocked_marks(sight))
    if not in_arc(shot.base, point):
        return refuse("RZ-R40", "That point is behind it: attacks go into the front arc.",
                      Mark(kind="arc", points=(shot.base.at,), facing=shot.base.facing, radius=8.0, role="bad"))
    return in_range(shot, gap_to_point(shot.base, point), "the point", "RZ-R40")
