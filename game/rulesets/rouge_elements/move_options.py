"""The ways in which a character may move, as options (RE-3, RE-5.7, RE-7.5, RE-12.3)."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.engine.requests import Need, Option
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.geometry.measure import gap_to_piece
from game.rulesets.rouge_elements import movement, orders
from game.rulesets.rouge_elements.conditions import in_close_combat, is_down, value
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import TOLERANCE
from game.words import say

FACING = Need(key="facing", kind="direction", optional=True)


def movements(state: GameState, model: Model) -> Iterator[Option]:
    if is_down(model):
        yield Option(do="stand", title="Stand up", by=model.id, hint="1 AP", icon="l:arrow-up-from-line",
                     rule="RE-12.3", verdict=orders.check(state, "stand", model))
        return
    if model.has("fleeing") and not model.note("fled"):
        yield Option(do="flee", title="Flee", by=model.id, hint="1 AP, to the nearest edge", icon="run", rule="RE-7.5",
                     verdict=orders.check(state, "flee", model), needs=(FACING,), default=True)
        return
    begun = model.note("move")
    if begun:
        yield from _going_on(state, model, begun)
        return
    if in_close_combat(state, model) and not model.note("free"):
        yield Option(do="disengage", title="Disengage", by=model.id, hint="leadership test", icon="l:unlink",
                     rule="RE-5.7", verdict=orders.check(state, "disengage", model), dice=True)
    inches = inches_of(model)
    walk = movement.check_move(state, model, "walk")
    yield Option(do="walk", title="Walk", by=model.id, hint=say("1 AP, {inches:g}″", inches=inches),
                 icon="walk", rule="RE-3.1",
                 verdict=walk, needs=(Need(key="path", kind="path", budget=inches), FACING))
    yield Option(do="sprint", title="Sprint", by=model.id, hint=say("1 AP, {sprint:g} + D6″, no shots",
                                                                    sprint=NUMBERS.sprint * inches),
                 icon="sprint", rule="RE-3.3", verdict=movement.check_move(state, model, "sprint"), dice=True)
    roll = inches * NUMBERS.skill_roll
    yield Option(do="skill_roll", title="Skill roll", by=model.id, hint=say("1 AP, {roll:g}″, harder to hit",
                                                                            roll=roll),
                 icon="dodging", rule="RE-3.4", verdict=movement.check_move(state, model, "skill_roll"),
                 needs=(Need(key="path", kind="path", budget=roll), FACING))
    yield from _leaps(state, model, inches, walk)
    yield Option(do="turn", title="Turn", by=model.id, hint="1 AP, on the spot", icon="l:rotate-cw", rule="RE-R11",
                 verdict=movement.check_move(state, model, "turn"), needs=(Need(key="facing", kind="direction"),))


def _going_on(state: GameState, model: Model, begun: dict[str, Any]) -> Iterator[Option]:
    """What is left of the movement action that it has begun."""
    yield Option(do="go_on", title="Go on", by=model.id, hint=say("{begun:.1f}″ left", begun=float(begun["left"])),
                 icon="walk",
                 rule="RE-3.1", verdict=movement.check_go_on(state, model),
                 needs=(Need(key="path", kind="path", budget=float(begun["left"])), FACING))
    yield from _leaps(state, model, float(begun["left"]), movement.check_go_on(state, model))


def _leaps(state: GameState, model: Model, inches: float, verdict: Verdict) -> Iterator[Option]:
    """A jump where a gap is in reach, a drop from where it stands high. RE-R13, RE-R15"""
    near = [p for p in state.terrain.values() if "gap" in p.traits and gap_to_piece(model.base, p) <= inches]
    if near and model.elevation > -TOLERANCE:
        far = inches_of(model) + 6.0 - value(model, "A")
        yield Option(do="jump", title="Jump", by=model.id, hint=say("D6 + M − A, up to {most:g}″",
                                                                    most=max(0.0, far)),
                     icon="jump-across", rule="RE-3.6", verdict=verdict, dice=True,
                     needs=(Need(key="to", kind="point", ring=inches + max(0.0, far), budget=inches),))
    if model.elevation > NUMBERS.step + TOLERANCE:
        yield Option(do="drop", title="Drop down", by=model.id, hint=say("{elevation:g}″, a fall",
                                                                         elevation=model.elevation), icon="heavy-fall",
                     rule="RE-3.7", verdict=verdict, dice=True,
                     needs=(Need(key="to", kind="point", ring=inches, budget=inches),))
