"""What must hold of every position, whoever played it: for tests, and for whoever looks for a mistake (RE-1.4, 1.5).

Overlaps and the table's edge are the table's own affair; here is what only these rules know.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from game.engine.state import GameState
from game.geometry import path as paths
from game.resolvers.action_points import owed
from game.resolvers.effects import effects
from game.rulesets.rouge_elements import arms, items, terrain
from game.rulesets.rouge_elements.conditions import (
    LIMBS,
    crippled,
    limb,
    pool,
    starting_wounds,
    threshold,
    wounds_left,
)
from game.rulesets.rouge_elements.data import NUMBERS, RULES, spells
from game.rulesets.rouge_elements.lasting import DUE
from game.table.model import Model
from game.words import joined, say

NOTED = {"burning": "burning", "corroded": "corroded", "stealth": "stealth"}
"""States that go with a note of a name of their own."""


def problems(state: GameState) -> list[str]:
    """A sentence for whatever does not hold."""
    found = [*_of_game(state), *_of_weapons(state)]
    for model in state.models.values():
        for check in (_of_wounds, _of_states, _of_effects, _of_hands):
            found += [joined("", (model.id, told)) for told in check(state, model)]
        if model.on_table:
            found += [joined("", (model.id, told)) for told in _of_place(state, model)]
    return found


def _of_place(state: GameState, model: Model) -> Iterator[str]:
    """On the ground, in nothing solid, over no gap. RE-R13, RE-R15, RE-R16"""
    assert model.at is not None
    if not all(map(math.isfinite, (*model.at, model.facing, model.elevation))) or not 0 <= model.facing < 360:
        yield say(" stands at {at}, {facing}°, {elevation}″", at=model.at, facing=model.facing,
                  elevation=model.elevation)
        return
    told = state.scene.recent(("sound", model.base), lambda scene: _of_ground(state, model))
    if told:
        yield told


def _of_ground(state: GameState, model: Model) -> str:
    at, elevation = model.base.at, model.elevation
    block = paths.can_stand(state.scene, model.base, gaps=True)
    if block is not None:
        return say(" stands in {what}", what=block.what)
    if terrain.bears(state, at, elevation):
        return ""
    return say(" is {elevation:g}″ up where the ground is {level:g}″", elevation=elevation,
               level=terrain.level(state, at))


def _of_wounds(state: GameState, model: Model) -> Iterator[str]:
    """Wounds, points and limbs. RE-1.4, RE-1.5, RE-R8, RE-R44"""
    if not 0 <= wounds_left(model) <= NUMBERS.most_wounds or starting_wounds(model) < 1:
        yield say(" has {wounds_left} wounds of {starting_wounds}", wounds_left=wounds_left(model),
                  starting_wounds=starting_wounds(model))
    if pool(model) < 0 or owed(model) < 0:
        yield say(" has {pool} action points and owes {owed}", pool=pool(model), owed=owed(model))
    for name in LIMBS:
        now = limb(model, name)
        if not 0 <= now["crippled"] <= 2 or now["total"] < 0:
            yield say("'s {name} are crippled {now} times with {now2}", name=name, now=now["crippled"],
                      now2=now["total"])
        if now["crippled"] < 2 and now["total"] >= threshold(model, name) + NUMBERS.most_wounds:
            yield say("'s {name} bear {now} wounds", name=name, now=now["total"])


def _of_states(state: GameState, model: Model) -> Iterator[str]:
    unknown = [s for s in model.states if s not in RULES.states]
    if unknown or len(set(model.states)) < len(model.states):
        yield say(" has the states {states}", states=joined(", ", model.states))
    if not model.in_play:
        if model.states:
            yield say(" is out of play and {states}", states=joined(", ", model.states))
        return
    for name, note in NOTED.items():
        if model.has(name) is not (model.note(note) is not None):
            yield say(" is {name} in one place and not in another", name=name)
    if state.phase == "turns" and model.on_table and int(model.note("SD", 0) or 0) < 0:
        yield say(" sees {sd}″ far", sd=model.note("SD"))


def _of_effects(state: GameState, model: Model) -> Iterator[str]:
    """Each has a source, is there once, and is not over. RE-R76, RE-R77"""
    lasting = effects(model)
    for effect in lasting:
        if effect.spell not in spells() or effect.by not in state.models:
            yield say(" is under {spell} by {by}", spell=effect.spell, by=effect.by)
        if effect.since > state.round:
            yield say(" is under {effect} from turn {since}", effect=effect.name, since=effect.since)
        if effect.until and (effect.until <= effect.since or (state.phase == "turns" and state.round > effect.until)):
            yield say(" is under {effect} from turn {since} until {until}", effect=effect.name, since=effect.since,
                      until=effect.until)
        if not effect.until and DUE not in effect.data:
            yield say(" is under {effect} for ever", effect=effect.name)
    twice = [name for name, count in Counter(e.spell for e in lasting).items() if count > 1]
    if twice:
        yield say(" is twice under {twice}", twice=joined(", ", twice))


def _of_hands(state: GameState, model: Model) -> Iterator[str]:
    """Hands hold no more than two hands can, slots what they have room for. RE-11.2, RE-11.3"""
    if not model.in_play:
        return
    held = [i for i in items.carried(model) if i.held and not i.shoulder]
    needed = sum(items.hands_for(model, arms.of(i)) for i in held)
    if needed > NUMBERS.hands or any(i.held for i in items.carried(model) if i.shoulder):
        yield say(" holds {weapon}", weapon=joined(", ", [i.weapon for i in held]))
    if crippled(model, "arms") and sum(items.hands_for(model, arms.of(i)) for i in items.in_hand(model)) > max(
            0, NUMBERS.hands - crippled(model, "arms")):
        yield say(" holds more than its arms can")
    slots, _ = items.slots_needed(model, items.carried(model))
    if slots > items.half_slots(model):
        yield say(" has {slots:g} slots full of {half_slots:g}", slots=slots / 2,
                  half_slots=items.half_slots(model) / 2)


def _of_weapons(state: GameState) -> Iterator[str]:
    """Every weapon is somewhere once."""
    names = [i.id for m in state.models.values() for i in items.items(m)]
    lying = items.dropped(state)
    names += [d["item"]["id"] for d in lying]
    yield from (say("the weapon {name} is there {count} times", name=name, count=count)
                for name, count in Counter(names).items() if count > 1)
    for lies in lying:
        x, y = lies["at"]
        if not (0 <= x <= state.table.width and 0 <= y <= state.table.height):
            yield say("the weapon {lies} lies at {x}, {y}", lies=lies["item"]["id"], x=x, y=y)


def _of_game(state: GameState) -> Iterator[str]:
    """Who acts, and who is still to. RE-2.1"""
    order, waiting = list(state.note("order", [])), list(state.note("waiting", []))
    for name, ids in (("order", order), ("waiting", waiting)):
        if len(set(ids)) < len(ids) or any(i not in state.models for i in ids):
            yield say("the {name} is {ids}", name=name, ids=joined(", ", ids))
    if [m for m in order if m in waiting] != waiting:
        yield say("those who wait are {waiting}, in the order {order}", waiting=joined(", ", waiting),
                  order=joined(", ", order))
    if state.active is not None:
        if state.active not in state.units:
            yield say("{active} acts but is no unit", active=state.active)
        elif set(state.units[state.active].models) & set(waiting):
            yield say("{active} acts and waits", active=state.active)
    for side in state.sides.values():
        if int(side.note("kills", 0)) < 0:
            yield say("{id} has {kills} kills", id=side.id, kills=side.note("kills"))
