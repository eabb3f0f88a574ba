"""Characters who lie in wait: where, and when they come out (CD-S6)."""
from __future__ import annotations

import math

from game.engine.commands import Command
from game.engine.events import Altered, Placed
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap
from game.geometry.obstacles import NO_TOPS
from game.geometry.path import can_stand
from game.geometry.shapes import Base
from game.resolvers import deploying
from game.resolvers.sighting import look_at_base
from game.rulesets.common.given import facing_of, model_by
from game.rulesets.cyberdark import mission, nerves, turns
from game.rulesets.cyberdark.conditions import in_hiding, in_slot_order, is_conscious, lair, to_set_up
from game.rulesets.cyberdark.data import NUMBERS
from game.table.model import Model
from game.units import Point, heading, towards, within
from game.words import say

SNAP = 1.5
"""Inches from a hiding place within which a point means it."""


# --- setting up in hiding


def free_places(state: GameState, side: str) -> list[Point]:
    """The hiding places of a crew that nobody has taken."""
    found = mission.hiding(state)
    taken = [lair(m) for m in state.models_of(side) if in_hiding(m)]
    return [p for p in found.places if p not in taken] if found is not None and found.side == side else []


def place_meant(state: GameState, side: str, point: Point) -> Point | None:
    """The free hiding place nearest to a point, if that is near enough."""
    return min((p for p in free_places(state, side) if math.dist(p, point) <= SNAP),
               key=lambda p: math.dist(p, point), default=None)


def check_hide(state: GameState, model: Model, point: Point) -> Verdict:
    if place_meant(state, model.side, point) is not None:
        return YES
    return refuse("CD-S6", "A crew that lies in wait sets up in a hiding place that is free.",
                  *(Mark(kind="ring", points=(p,), radius=model.radius, role="ok")
                    for p in free_places(state, model.side)))


def hide(run: Writer, model_id: str, place: Point) -> None:
    run.emit(Altered(model=model_id, notes={"lair": [place[0], place[1]]}, rule="CD-S6"))


def hide_the_rest(run: Run, side: str) -> None:
    """Those who are left, each in a free place by lot; nobody sees the dice."""
    for model in list(to_set_up(run.state, side)):
        left = free_places(run.state, side)
        faces = 12 * math.ceil(len(left) / 12)
        roll = run.roll(1, faces, "hiding place", side)[0]
        hide(run, model.id, left[(roll - 1) * len(left) // faces])


# --- coming out


def base_in(model: Model) -> Base:
    """Its base if it stood where it hides."""
    place = lair(model)
    assert place is not None
    return deploying.standing(model, place)


def check_step_out(state: GameState, command: Command) -> Verdict:
    model = model_by(state, command)
    verdict = turns.check_acting(state, model)
    if verdict and not in_hiding(model):
        return refuse("CD-S6", say("{name} does not lie in wait.", name=model.name))
    return verdict


def do_step_out(run: Run, command: Command) -> Resolver:
    """Free, at the beginning of its activation. CD-S6"""
    model = model_by(run.state, command)
    nerves.tell(run, model, say("{name} steps out.", name=model.name), "CD-S6")
    come_out(run, model, facing_of(command))
    yield from ()


def reveal_the_seen(run: Writer) -> None:
    """After an action: whoever hides within 6″ and in sight of a conscious enemy is found. CD-S6"""
    for model in in_slot_order(run.state, [m for m in run.state.models.values() if in_hiding(m)]):
        finder = _finder(run.state, model)
        if finder is not None:
            nerves.tell(run, model, say("{finder} finds {name}.", finder=finder.name, name=model.name),
                        "CD-S6", "head")
            come_out(run, model, heading(base_in(model).at, finder.base.at))


def _finder(state: GameState, model: Model) -> Model | None:
    base = base_in(model)
    return next((e for e in in_slot_order(state, [e for e in state.enemies(model.side) if is_conscious(e)])
                 if within(gap(e.base, base), NUMBERS.spot)
                 and (e.base.at == base.at or look_at_base(state.scene, e.base, base).clear)), None)


def come_out(run: Writer, model: Model, facing: float | None) -> None:
    """Stands where it hid, or as near to it as there is room."""
    spot = _room(run.state, model)
    nearest = min((e.base for e in run.state.enemies(model.side)), key=lambda b: math.dist(b.at, spot), default=None)
    if facing is None:
        facing = heading(spot, nearest.at) if nearest is not None and nearest.at != spot else model.facing
    run.emit(Altered(model=model.id, notes={"lair": None}, rule="CD-S6"))
    run.emit(Placed(model=model.id, at=spot, facing=facing, elevation=model.elevation, rule="CD-S6"))


def _room(state: GameState, model: Model) -> Point:
    place = base_in(model).at
    others = [m.base for m in state.on_table()]
    rings = (towards(place, 15.0 * turn, far / 4) for far in range(1, 4 * 36) for turn in range(24))
    return next(p for p in (place, *rings) if can_stand(
        state.scene, deploying.standing(model, p), others, tops=NO_TOPS) is None)
