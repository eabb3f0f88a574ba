"""Carrying a fallen friend, and leaving the table over an edge (CD-S4, CD-S5)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.events import Altered, Left, Moved
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap, gap_to_edge
from game.geometry.obstacles import NO_TOPS
from game.geometry.path import can_stand
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.resolvers.moving import at_end, walked
from game.rulesets.common.given import facing_of, model_by, target_of
from game.rulesets.cyberdark import hands, meaning, mission, movement, nerves, turns
from game.rulesets.cyberdark.attack_orders import free_fights
from game.rulesets.cyberdark.conditions import engaged_with, is_conscious, is_down
from game.rulesets.cyberdark.data import NUMBERS
from game.table.model import Model
from game.units import CONTACT, TOLERANCE, Point, heading, towards, within
from game.words import say

ROUND = (0.0, *(sign * turn for turn in range(15, 181, 15) for sign in (1.0, -1.0)))
"""Degrees off straight behind the bearer at which a place for the carried one is looked for."""


def inches_of(model: Model) -> float:
    """How far it goes with somebody in tow. CD-S4"""
    return min(movement.inches_of(model), NUMBERS.carry)


def in_reach(state: GameState, model: Model) -> list[Model]:
    """The fallen friends that it could take up."""
    return [m for m in state.models_of(model.side) if m.on_table and is_down(m) and _check_near(state, model, m)]


def _check_near(state: GameState, model: Model, friend: Model | None) -> Verdict:
    if friend is None or friend.side != model.side or friend.id == model.id or not friend.on_table:
        return refuse("CD-S4", "Somebody carried is a friend on the table.")
    if not is_down(friend):
        return refuse("CD-S4", say("{friend} is on its feet.", friend=friend.name))
    if not within(gap(model.base, friend.base), NUMBERS.reach):
        return refuse("CD-S4", say("{friend} is not within {reach:g}″ of {name}.", friend=friend.name,
                                   reach=NUMBERS.reach, name=model.name),
                      Mark(kind="ring", points=(friend.base.at,), radius=friend.radius + NUMBERS.reach, role="bad"))
    if not hands.is_at_friend(state, model, friend):
        return refuse("CD-S4", say("A wall is between {name} and {friend}.", name=model.name, friend=friend.name),
                      Mark(kind="line", points=(model.base.at, friend.base.at), role="bad"))
    return YES


# --- carrying


def check_carry(state: GameState, command: Command) -> Verdict:
    """A shorter Move, at whose end there is room for both. CD-S4"""
    model, friend = model_by(state, command), target_of(state, command)
    verdict = turns.check_action(state, model) and _check_near(state, model, friend)
    if not verdict or friend is None:
        return verdict
    path = meaning.path(command)
    if not path:
        return refuse("CD-S4", "Carrying needs a path.")
    verdict = movement.check_path(without(state, friend), model, path, inches_of(model))
    if verdict and laid_down(state, model, friend, path) is None:
        return refuse("CD-S4", say("There is no room to lay {friend} down.", friend=friend.name),
                      Mark(kind="ring", points=(path[-1],), radius=model.radius, role="bad"))
    return verdict


def without(state: GameState, friend: Model) -> GameState:
    """The state as it is for the bearer: the one it carries is in nobody's way."""
    return replace(state, models={m.id: m for m in state.models.values() if m.id != friend.id})


def laid_down(state: GameState, model: Model, friend: Model, path: Sequence[Point]) -> Point | None:
    """Where the carried one comes to lie: in contact with its bearer, as straight behind it as there is room."""
    way = walked(model, path)
    end = at_end(model, way[-1])
    start = way[-2] if way[-2] != way[-1] else friend.base.at
    behind = heading(way[-1], start)
    others = [m.base for m in state.on_table() if m.id not in (model.id, friend.id)]
    for turn in ROUND:
        spot = towards(way[-1], behind + turn, model.radius + friend.radius + CONTACT / 2)
        base = Base(spot[0], spot[1], friend.radius, 0.0, friend.elevation, friend.height)
        if can_stand(state.scene, base, [*others, end], tops=NO_TOPS) is None:
            return spot
    return None


def do_carry(run: Run, command: Command) -> Resolver:
    """Whoever the bearer breaks off from strikes first. CD-H14, CD-S4"""
    model, friend = model_by(run.state, command), target_of(run.state, command)
    assert friend is not None
    turns.spend_action(run, model.id, "carry")
    yield from free_fights(run, model)
    if not is_conscious(run.state.models[model.id]):
        return
    spot = laid_down(run.state, model, friend, meaning.path(command))
    assert spot is not None
    movement.resolve_move(run, model.id, meaning.path(command), facing_of(command))
    run.emit(Moved(model=friend.id, path=(friend.base.at, spot), facing=friend.facing, elevation=friend.elevation,
                   how="carried", rule="CD-S4"))


def reach_of(state: GameState, model: Model, friend: str) -> Reach:
    """Where it can go with the friend in tow."""
    return movement.reach_of(without(state, state.models[friend]), model, inches_of(model))


# --- leaving


def check_leave(state: GameState, command: Command) -> Verdict:
    """CD-S5"""
    model = model_by(state, command)
    edge = mission.exit_edge(state, model.side)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if not edge:
        return refuse("CD-S5", say("{name} has no edge to leave by.", name=state.sides[model.side].name))
    if not is_at_edge(state, model, edge):
        return refuse("CD-S5", say("{name} is not within {leave:g}″ of the {edge} edge.", name=model.name,
                                   leave=NUMBERS.leave, edge=edge))
    if engaged_with(state, model):
        return refuse("CD-S5", say("{name} is engaged.", name=model.name))
    return _check_near(state, model, state.models.get(str(command.get("take")))) if command.get("take") else YES


def is_at_edge(state: GameState, model: Model, edge: str) -> bool:
    return within(gap_to_edge(model.base, edge, state.scene), NUMBERS.leave)


def do_leave(run: Run, command: Command) -> Resolver:
    """Off the table, with the friend that it takes along; neither is put out. CD-S5"""
    model = model_by(run.state, command)
    turns.spend_action(run, model.id, "leave")
    edge = mission.exit_edge(run.state, model.side)
    friend = run.state.models.get(str(command.get("take", "")))
    if friend is not None:
        run.emit(Altered(model=friend.id, notes={"deadline": None}, rule="CD-S5"))
        nerves.tell(run, friend, say("{name} brings {friend} off over the {edge} edge.", name=model.name,
                                     friend=friend.name, edge=edge), "CD-S5", "good")
        run.emit(Left(model=friend.id, how=mission.OFF, rule="CD-S5"))
    nerves.tell(run, model, say("{name} leaves over the {edge} edge.", name=model.name, edge=edge), "CD-S5", "good")
    run.emit(Left(model=model.id, how=mission.OFF, rule="CD-S5"))
    yield from ()


def doorsteps(state: GameState, side: str, step: float = 4.0) -> Iterator[Point]:
    """Points along the edge over which the crew may leave."""
    edge, width, height = mission.exit_edge(state, side), state.table.width, state.table.height
    if not edge:
        return
    along = np.arange(step / 2, (width if edge in ("south", "north") else height) + TOLERANCE, step)
    for share in along.tolist():
        yield {"south": (share, 0.0), "north": (share, height), "west": (0.0, share), "east": (width, share)}[edge]
