"""What else an order could name or spend (a part, aim, a boost, a place), and what a point is worth otherwise."""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.state import GameState
from game.geometry.path import swept_clear_many
from game.rulesets.rouge_elements import arms, casting, meaning, means, movement, threat, turns
from game.rulesets.rouge_elements.conditions import having, pool, value
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.data import TABLES, Spell, spells
from game.rulesets.rouge_elements.magic_orders import cast_of
from game.rulesets.rouge_elements.recall import recalled
from game.table.model import Model
from game.units import Point, towards

GRID = 4.0
"""Inches between the places that a teleport is weighed for."""
TURN = 15
"""Degrees between the directions in which a leap is weighed."""
MOST_AIM = 6
RESERVE = 0.02
"""The part of its worth that a point kept for another's activation is to one who has a use for it."""


def price(state: GameState, model: Model) -> float:
    """The points that an action point of it should bring otherwise: in close combat later in this activation, or in
    another's."""
    return recalled(state, ("price", model.id), lambda: _price(state, model))


def _price(state: GameState, model: Model) -> float:
    ap = pool(model)
    if not model.on_table or not ap:
        return 0.0
    spot, best = np.array([model.base.at]), 0.0
    for enemy in state.enemies(model.side):
        chance = float(threat.contact_chance(state, model, spot, enemy)[0])
        if chance > 0:
            best = max(best, chance * means.blows(state, model, enemy, ap, charged=not model.note("charged")) / ap)
    others = any(state.models[m].side != model.side for m in turns.waiting(state))
    if others and (having(model, "evade") or casting.level(model)):
        best = max(best, RESERVE * means.stake(model))
    return best


# --- orders worth weighing


def variants(state: GameState, command: Command) -> Sequence[Command]:
    """Orders like this one that are worth weighing, itself among them where it names all that it must."""
    model = state.models.get(command.by)
    if model is None or not model.on_table:
        return (command,)
    match command.do:
        case "shoot":
            one = meaning.weapon(model, command)
            weapon = arms.of(one) if one is not None else None
            if weapon is None:
                return (command,)
            return list(_aimed(command, pool(model), parts=not weapon.template and not weapon.aoe,
                               shifts=not weapon.template and not weapon.aoe))
        case "fight":
            return [command, *(_more(command, part=part) for part in TABLES.parts)]
        case "cast":
            return list(_casts(state, model, command))
        case "jump" | "drop" if command.get("to") is None:
            return [_more(command, to=list(spot)) for spot in leaps(state, model, command.do)]
    return (command,)


def _more(command: Command, **fields: object) -> Command:
    return replace(command, fields={**command.fields, **fields})


def _aimed(command: Command, most: int, *, parts: bool, shifts: bool) -> Iterator[Command]:
    """With each aim, part and shift that the points pay for."""
    for aim in range(min(most, MOST_AIM) + 1):
        aimed = _more(command, aim=aim) if aim else command
        yield aimed
        for part in TABLES.parts if parts else ():
            yield _more(aimed, part=part)
        for shift in range(1, min(3, most - aim) + 1) if shifts else ():
            yield _more(aimed, shift=shift)


def _casts(state: GameState, model: Model, command: Command) -> Iterator[Command]:
    cast = cast_of(command)
    if cast is None:
        return
    book, left = spells()[cast.spell], pool(model) - casting.COST
    if book.does == "teleport" and cast.aimed.to is None:
        target = state.models.get(cast.aimed.at)
        spots = landings(state, target, book) if target is not None and target.on_table else []
        plain = [_more(command, to=list(spot)) for spot in spots]
    else:
        plain = [command]
    for boost in range(2 if left > 0 and book.does != "teleport" else 1):
        for one in plain:
            boosted = _more(one, boost=boost) if boost else one
            if book.type != "missile":
                yield boosted
                continue
            free = not book.does and not book.attack.template and not book.attack.aoe
            yield from _aimed(boosted, left - boost, parts=free, shifts=False)


# --- places


def landings(state: GameState, model: Model, book: Spell) -> list[Point]:
    """Clear places for a teleport, all over its reach."""
    xs = np.arange(model.radius + 0.1, state.table.width - model.radius, GRID)
    ys = np.arange(model.radius + 0.1, state.table.height - model.radius, GRID)
    spots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    spots = spots[np.hypot(*(spots - np.array(model.base.at)).T) <= book.reach]
    others = [m.base for m in state.on_table() if m.id != model.id]
    free = swept_clear_many(state.scene, model.radius, np.concatenate([spots, spots], axis=1), others, gaps=True)
    return [(float(x), float(y)) for x, y in spots[free]]


def leaps(state: GameState, model: Model, do: str) -> Iterator[Point]:
    """Where a jump beyond a gap, or a drop from a height, could lead: straight on, in every direction."""
    inches = movement.budget(model, "walk")
    far = inches + (max(0.0, inches_of(model) + 6.0 - value(model, "A")) if do == "jump" else 0.0)
    for degrees in range(0, 360, TURN):
        end = towards(model.base.at, float(degrees), max(far, 0.1))
        if not (0 < end[0] < state.table.width and 0 < end[1] < state.table.height):
            end = _inside(state, model.base.at, end)
        found = movement.plan(state, model, (model.base.at, end), drop=do == "drop")
        if do == "jump" and found.stop == "jump" and found.cost <= inches:
            past = math.dist(model.base.at, found.path[-1]) + found.width
            for more in (0.05, model.radius + 0.1, 2.0):
                yield towards(model.base.at, float(degrees), past + more)
        if do == "drop" and found.stop == "fall" and found.cost <= inches:
            yield found.path[-1]


def _inside(state: GameState, start: Point, end: Point) -> Point:
    """The end, drawn back onto the table."""
    share = 1.0
    for at, to, most in ((start[0], end[0], state.table.width), (start[1], end[1], state.table.height)):
        if to > most:
            share = min(share, (most - at) / (to - at))
        elif to < 0:
            share = min(share, at / (at - to))
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
