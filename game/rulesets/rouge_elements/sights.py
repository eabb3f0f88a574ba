"""Whom a character can choose, and what stands between: sight, spotting, arc, range, cover (RE-8, RE-R23 to R25)."""
from __future__ import annotations

import functools
import math

import msgspec

from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.cover import covers
from game.geometry.measure import gap, inside
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.sight import Sight
from game.resolvers.sighting import blocked_marks, look_at_base
from game.rulesets.rouge_elements.conditions import in_front, under
from game.rulesets.rouge_elements.data import TABLES
from game.table.model import Model
from game.units import TOLERANCE, Point, within
from game.words import joined, lowered, say

POINT = 1e-6
"""Inches: the radius of what stands for a blast's centre where the question is asked of bases."""


class Cover(msgspec.Struct, frozen=True):
    """The best fixed cover in the way, as points off the roll, and whether shifting cover is there too. RE-R23"""

    fixed: int = 0
    grade: str = ""
    shifting: bool = False

    @property
    def any(self) -> bool:
        return self.shifting or self.fixed > 0


NONE = Cover()


def cover_from(state: GameState, viewer: Base, target: Model) -> Cover:
    """The cover that the target has against an attack from `viewer` (a blast's centre: `spot`). RE-R23, RE-R41"""
    found = _cover(state.scene, msgspec.structs.replace(viewer, facing=0.0),
                   msgspec.structs.replace(target.base, facing=0.0))
    hidden = under(target, "coat_of_flame") is not None
    return msgspec.structs.replace(found, shifting=True) if hidden else found


@functools.lru_cache(8192)
def _cover(scene: Scene, viewer: Base, target: Base) -> Cover:
    if math.dist(viewer.at, target.at) <= TOLERANCE:
        grades = [str(p.cover) for p in scene.pieces if p.cover and inside(target, p, "centre")]
    else:
        grades = [str(p.cover) for p in covers(scene, viewer, target)]
    fixed = max((g for g in grades if g in TABLES.cover), key=TABLES.cover.__getitem__, default="")
    return Cover(TABLES.cover.get(fixed, 0), fixed, "shifting" in grades)


def spot(point: Point, elevation: float = 0.0) -> Base:
    """A point as something that can be looked from."""
    return Base(point[0], point[1], POINT, 0.0, elevation)


def sight(state: GameState, viewer: Base, target: Base) -> Sight:
    """Centre to centre; characters never block. RE-R23"""
    return look_at_base(state.scene, msgspec.structs.replace(viewer, facing=0.0),
                        msgspec.structs.replace(target, facing=0.0))


def check_choice(state: GameState, model: Model, target: Model | None, what: str = "An attack") -> Verdict:
    """Whether the character may choose this enemy: in play, in front, in sight, within its spotting distance.
    RE-8.2, RE-8.3, RE-R24, RE-R25"""
    if target is None or not target.on_table or target.side == model.side:
        return refuse("RE-R24", say("{what} names an enemy in play.", what=what))
    return check_front(model, target) and check_sight(state, model, target) and check_spotted(model, target)


def check_front(model: Model, target: Model) -> Verdict:
    if in_front(model, target):
        return YES
    return refuse("RE-8.3", say("{target} is behind it: attacks go into the front arc.", target=target.name),
                  Mark(kind="arc", points=(model.base.at,), facing=model.facing, radius=6.0, role="bad"),
                  Mark(kind="line", points=(model.base.at, target.base.at), role="bad"))


def check_sight(state: GameState, model: Model, target: Model) -> Verdict:
    seen = sight(state, model.base, target.base)
    if seen.clear:
        return YES
    names = joined(", ", [lowered(state.terrain[p].title) for p in seen.blocked_by if p in state.terrain])
    return refuse("RE-R23", say("No sight of {target}: {names} is in the way.", target=target.name,
                                names=names or "something"), *blocked_marks(seen))


def check_spotted(model: Model, target: Model) -> Verdict:
    """Whether the target is within the inches that the character sees clearly this turn. RE-8.2, RE-R24"""
    far, distance = model.note("SD"), gap(model.base, target.base)
    if far is None or within(distance, float(far)):
        return YES
    return refuse("RE-R24", say("{target} is {distance:.1f}″ away; {name} sees clearly as far as {far:g}″.",
                                target=target.name, distance=distance, name=model.name, far=far),
                  Mark(kind="ring", points=(model.base.at,), radius=model.radius + float(far), role="bad"))


def check_range(model: Model, target: Model, reach: float, what: str, rule: str = "RE-4.2") -> Verdict:
    distance = gap(model.base, target.base)
    if within(distance, reach):
        return YES
    return refuse(rule, say("Out of range: {target} is {distance:.1f}″ away and the {what} reaches {reach:g}″.",
                            target=target.name, distance=distance, what=what, reach=reach),
                  Mark(kind="ring", points=(model.base.at,), radius=model.radius + reach, role="bad"))
