"""Lasting effects: what somebody's power does to a model's numbers while it lasts, whose it is, when it ends.

A model keeps its effects in the note "effects", in the order in which they came.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from game.engine.events import Altered, Said
from game.engine.run import Writer
from game.engine.state import GameState
from game.resolvers.tests import Modifiers
from game.table.model import Model
from game.words import plain, say

NOTE = "effects"


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect of the power `spell`, called `name`, by the model `by`.

    It came in round `since` and is due in round `until`; 0 never ends. `changes` are added to the numbers that they
    name, `refill` to every refill of action points. `data` is the rule set's own.
    """

    spell: str
    name: str
    by: str
    since: int = 0
    until: int = 0
    changes: dict[str, int] = {}
    refill: int = 0
    data: dict[str, Any] = {}


def effects(model: Model) -> list[Effect]:
    """What lasts on the model, in the order in which it came."""
    return [msgspec.convert(written, Effect) for written in model.note(NOTE, [])]


def under(model: Model, spell: str) -> Effect | None:
    """The effect of this power that lasts on the model."""
    return next((e for e in effects(model) if e.spell == spell), None)


def changes_of(model: Model, name: str) -> Modifiers:
    """What effects add to a number, with their names."""
    return tuple((e.name, e.changes[name]) for e in effects(model) if e.changes.get(name))


def set_effects(run: Writer, model_id: str, kept: Sequence[Effect], rule: str = "") -> None:
    """The model's effects as they are now."""
    written = [msgspec.json.decode(msgspec.json.encode(e, enc_hook=plain)) for e in kept]
    run.emit(Altered(model=model_id, notes={NOTE: written or None}, rule=rule))


def add(run: Writer, model_id: str, effect: Effect, rule: str = "") -> None:
    """Lays an effect on the model; the same power does not add up: a new one takes the place of the old."""
    kept = [e for e in effects(run.state.models[model_id]) if e.spell != effect.spell]
    set_effects(run, model_id, [*kept, effect], rule)


def is_due(state: GameState, effect: Effect) -> bool:
    return bool(effect.until) and state.round >= effect.until


def end_due(run: Writer, picks: Callable[[Effect], bool], rule: str = "") -> list[tuple[str, Effect]]:
    """Ends the effects that `picks` chooses and that are due this round, on whomever they lie; which those were."""
    ended: list[tuple[str, Effect]] = []
    for model in list(run.state.models.values()):
        over = [e for e in effects(model) if is_due(run.state, e) and picks(e)]
        if over:
            set_effects(run, model.id, [e for e in effects(model) if e not in over], rule)
            for effect in over:
                run.emit(Said(text=say("{effect} on {name} ends.", effect=effect.name, name=model.name),
                              models=(model.id,), rule=rule))
        ended += [(model.id, effect) for effect in over]
    return ended
