"""What attacks and spells changed, kept for Rewind (RE-R82).

While somebody in the game knows the spell, every order leaves entries in the game's note `past`: single changes that
attacks and spells made, each with its turn. Moves, falls, points spent and tests passed leave no entry. What a Rewind
does leaves none either, so nothing undoes it.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from game.engine.events import Altered, Event, Harmed, Left, Noted, SideNoted, UnitNoted, apply
from game.engine.run import Run
from game.engine.state import GameState
from game.resolvers.effects import effects
from game.rulesets.rouge_elements import items
from game.rulesets.rouge_elements.conditions import LIMBS, pool, wounds_left
from game.table.model import Model

RULE = "RE-R82"
SPELL = "rewind"
PAST = "past"
ATTACKS = ("shoot", "fight", "charge", "cast")
"""Orders in which things happen by attacks and spells."""
STARTS = ("next_turn",)
"""In these fire goes on burning, which attacks have lit; but characters rally and heal by themselves."""
FALLS = ("RE-R14", "RE-3.7")
DISENGAGING = "RE-R31"
POINTS = ("RE-R43", "RE-R78")
"""The rules by which hits and spells take or give points of the pool."""
SPENT = ("used", "silent", "jammed")
"""What attacks do to a weapon: it is used up or destroyed, or falls silent."""
Entry = dict[str, Any]


def record(run: Run) -> None:
    """Keeps what this order's attacks and spells changed; forgets what is older than the previous turn."""
    if not any(SPELL in m.note("spells", []) for m in run.state.models.values()):
        return
    state, found, fallen = run.checkpoint, list[Entry](), set[str]()
    for event in run.events:
        after = apply(state, event)
        if event.rule == RULE:
            found = [] if isinstance(event, Noted) else found
        else:
            if isinstance(event, Harmed):
                (fallen.add if event.rule in FALLS else fallen.discard)(event.model)
            found += [{"turn": after.round, **e} for e in _entries(run.command.do, state, after, event, fallen)]
        state = after
    old = kept(run.state)
    if found or len(old) < len(run.state.note(PAST, [])):
        run.emit(Noted(notes={PAST: [*old, *found] or None}))


def _entries(do: str, state: GameState, after: GameState, event: Event, fallen: set[str]) -> Iterator[Entry]:
    match event:
        case Harmed(model=model) if event.rule not in FALLS:
            yield from _wounds(state.models[model], after.models[model])
        case Altered(model=model):
            yield from _altered(do, state.models[model], after.models[model], event)
        case Left(model=model, how="dead") if model not in fallen and do in (*ATTACKS, *STARTS):
            yield {"what": "dead", "model": model, "states": list(state.models[model].states)}
        case UnitNoted(unit=unit) if "killed_by" in event.notes and do in (*ATTACKS, *STARTS):
            yield {"what": "killer", "unit": unit}
        case SideNoted(side=side) if "kills" in event.notes and do in (*ATTACKS, *STARTS):
            more = int(event.notes["kills"]) - int(state.sides[side].note("kills", 0))
            yield {"what": "kills", "side": side, "by": more}


def _wounds(before: Model, after: Model) -> Iterator[Entry]:
    if wounds_left(before) != wounds_left(after):
        yield {"what": "W", "model": before.id, "by": wounds_left(after) - wounds_left(before),
               "was": wounds_left(before)}


def _altered(do: str, before: Model, after: Model, event: Altered) -> Iterator[Entry]:
    """The entries of one change of a character's notes and states."""
    name, notes = before.id, event.notes
    if "W" in notes and (event.rule == "RE-R79" or (do in ATTACKS and event.rule != "RE-R81")):
        yield from _wounds(before, after)
    if "lost" in notes:
        for key, value in after.note("lost", {}).items():
            if value != before.note("lost", {}).get(key, 0):
                yield {"what": "lost", "model": name, "key": key, "by": value - before.note("lost", {}).get(key, 0)}
    for limb in LIMBS:
        if limb in notes:
            yield {"what": "limb", "model": name, "key": limb, "was": before.note(limb)}
    if "ap" in notes and event.rule in POINTS:
        yield {"what": "points", "model": name, "by": pool(after) - pool(before),
               "owed": int(after.note("owed", 0)) - int(before.note("owed", 0))}
    if after.note("burning") and not before.note("burning"):
        yield {"what": "fire", "model": name}
    if int(after.note("corroded", 0)) > int(before.note("corroded", 0)):
        yield {"what": "corroded", "model": name, "was": int(before.note("corroded", 0)),
               "to": int(after.note("corroded", 0))}
    if "has" in notes:
        yield {"what": "has", "model": name, "was": before.note("has", [])}
    if "effects" in notes:
        kept = {e.spell for e in effects(after)}
        for old in (e for e in effects(before) if e.spell in kept and e not in effects(after)):
            yield {"what": "replaced", "model": name, "effect": msgspec.to_builtins(old)}
    if "weapons" in notes:
        yield from _weapons(before, after, event.rule)
    for state in ("prone", "fleeing"):
        gained = after.has(state) and not before.has(state)
        if gained and do in (*ATTACKS, *STARTS) and event.rule not in (*FALLS, DISENGAGING):
            yield {"what": "state", "model": name, "key": state}


def _weapons(before: Model, after: Model, rule: str) -> Iterator[Entry]:
    now = {i.id: i for i in items.items(after)}
    for old in items.items(before):
        new = now.get(old.id)
        if new is None and rule == "RE-R35":
            yield {"what": "dropped", "model": before.id, "item": old.id}
        changed = {f: getattr(old, f) for f in SPENT if new is not None and getattr(old, f) != getattr(new, f)}
        if changed and rule not in ("RE-11.4", "RE-R58", "RE-R8"):
            yield {"what": "weapon", "model": before.id, "item": old.id, "was": changed}


def kept(state: GameState) -> list[Entry]:
    """The changes that a Rewind now would take back, in the order in which they came."""
    return [e for e in state.note(PAST, []) if e["turn"] >= state.round - 1]


def wounds_back(state: GameState) -> dict[str, int]:
    """The wounds that a Rewind now would give back, or take, by character."""
    found: dict[str, int] = {}
    for entry in kept(state):
        if entry["what"] == "W":
            found[entry["model"]] = found.get(entry["model"], 0) - int(entry["by"])
    return found
