"""Rewind: what attacks and spells did since the start of the previous turn is undone (RE-18.1, RE-R82).

While somebody in the game knows the spell, every order leaves entries in the game's note `past`: single changes that
attacks and spells made, each with its turn. Rewind takes them back, the latest first. Moves, falls, points spent and
tests passed leave no entry. What a Rewind does leaves none either, so nothing undoes it.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.events import Altered, Event, Harmed, Left, Noted, Returned, Said, SideNoted, UnitNoted, apply
from game.engine.run import Run
from game.engine.state import GameState
from game.resolvers.effects import Effect, effects, is_due, set_effects
from game.rulesets.rouge_elements import arms, items, lasting, spell_targets, starting
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import LIMBS, pool, starting_wounds, wounds_left
from game.table.model import Model
from game.units import Point, towards

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


# --- what is kept


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
    old = [e for e in run.state.note(PAST, []) if e["turn"] >= run.state.round - 1]
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


def wounds_back(state: GameState) -> dict[str, int]:
    """The wounds that a Rewind now would give back, or take, by character."""
    found: dict[str, int] = {}
    for entry in state.note(PAST, []):
        if entry["what"] == "W" and entry["turn"] >= state.round - 1:
            found[entry["model"]] = found.get(entry["model"], 0) - int(entry["by"])
    return found


# --- what is undone


def resolve(run: Run) -> None:
    """Takes everything back, the latest first. RE-R82"""
    past = [e for e in run.state.note(PAST, []) if e["turn"] >= run.state.round - 1]
    run.emit(Noted(notes={PAST: None}, rule=RULE))
    run.emit(Said(text="Time runs back: what attacks and spells did this turn and the turn before is undone.",
                  tone="head", rule=RULE))
    _end_spells(run)
    for entry in reversed(past):
        UNDO[entry["what"]](run, entry)


def _end_spells(run: Run) -> None:
    for model in list(run.state.models.values()):
        gone = [e for e in effects(model) if e.since >= run.state.round - 1]
        if gone:
            set_effects(run, model.id, [e for e in effects(model) if e not in gone], RULE)
            for effect in gone:
                lasting.lift(run, model.id, effect, RULE)


def _alter(run: Run, model: str, **notes: Any) -> None:
    run.emit(Altered(model=model, notes=notes, rule=RULE))


def _undo_wounds(run: Run, entry: Entry) -> None:
    """Wounds come back up to what it had; ones gained go, but never the last."""
    model = run.state.models[entry["model"]]
    now = wounds_left(model)
    most = max(now, int(entry["was"]), starting_wounds(model))
    _alter(run, model.id, W=max(1, min(most, now - int(entry["by"]))))


def _undo_lost(run: Run, entry: Entry) -> None:
    lost = dict(run.state.models[entry["model"]].note("lost", {}))
    lost[entry["key"]] = lost.get(entry["key"], 0) - entry["by"]
    _alter(run, entry["model"], lost={k: v for k, v in lost.items() if v} or None)


def _undo_limb(run: Run, entry: Entry) -> None:
    _alter(run, entry["model"], **{entry["key"]: entry["was"]})


def _undo_points(run: Run, entry: Entry) -> None:
    """What this turn's pool lost or gained, and what is still owed."""
    model = run.state.models[entry["model"]]
    back = int(entry["by"]) if entry["turn"] == run.state.round else 0
    owed = max(0, int(model.note("owed", 0)) - int(entry["owed"]))
    _alter(run, model.id, ap=max(0, pool(model) - back), owed=owed or None)


def _undo_fire(run: Run, entry: Entry) -> None:
    model = run.state.models[entry["model"]]
    if model.note("burning"):
        run.emit(Altered(model=model.id, states=model.losing("burning"), notes={"burning": None}, rule=RULE))


def _undo_corroded(run: Run, entry: Entry) -> None:
    """The earlier corrosion, if any, less the turns that have passed."""
    model = run.state.models[entry["model"]]
    now = model.note("corroded")
    if now is None:
        return
    left = int(entry["was"]) - (int(entry["to"]) - int(now))
    if entry["was"] and left >= 0:
        _alter(run, model.id, corroded=left)
    else:
        run.emit(Altered(model=model.id, states=model.losing("corroded"), notes={"corroded": None}, rule=RULE))


def _undo_has(run: Run, entry: Entry) -> None:
    _alter(run, entry["model"], has=entry["was"])
    model = run.state.models[entry["model"]]
    if model.has("stupid") and "stupid" not in entry["was"]:
        run.emit(Altered(model=model.id, states=model.losing("stupid"), rule=RULE))


def _undo_replaced(run: Run, entry: Entry) -> None:
    """An older casting is back, if it would last still."""
    effect, model = msgspec.convert(entry["effect"], Effect), run.state.models[entry["model"]]
    lasts = effect.since < run.state.round - 1 and not is_due(run.state, effect)
    if lasts and all(e.spell != effect.spell for e in effects(model)):
        taken = min(int(effect.data.get(lasting.TAKEN, 0)), wounds_left(model) - 1)
        effect = replace(effect, data={**effect.data, lasting.TAKEN: taken}) if taken > 0 else effect
        set_effects(run, model.id, [*effects(model), effect], RULE)
        if taken > 0:
            _alter(run, model.id, W=wounds_left(model) - taken)


def _undo_weapon(run: Run, entry: Entry) -> None:
    one = next((i for i in items.items(run.state.models[entry["model"]]) if i.id == entry["item"]), None)
    if one is not None:
        items.change_item(run, entry["model"], replace(one, **entry["was"]), RULE)


def _undo_dropped(run: Run, entry: Entry) -> None:
    """A weapon that still lies where it fell is back with its user, in hand if there is a hand for it."""
    model, lying = run.state.models[entry["model"]], items.dropped(run.state)
    lies = next((d for d in lying if d["item"]["id"] == entry["item"] and d.get("from") == model.id), None)
    if lies is None or not items.has_room(model, items.found(lies)):
        return
    one = items.found(lies)
    held = items.free_hands(model) >= items.hands_for(model, arms.of(one))
    back: Item = replace(one, held=held, silent=0)
    run.emit(Noted(notes={"dropped": [d for d in lying if d is not lies] or None}, rule=RULE))
    items.add_item(run, model.id, back, RULE)


def _undo_state(run: Run, entry: Entry) -> None:
    model = run.state.models[entry["model"]]
    if model.has(entry["key"]):
        notes = {"routed_by": None} if entry["key"] == "fleeing" else {}
        run.emit(Altered(model=model.id, states=model.losing(entry["key"]), notes=notes, rule=RULE))


def _undo_dead(run: Run, entry: Entry) -> None:
    """Back where it fell, or on the nearest clear ground."""
    model = run.state.models[entry["model"]]
    spot = _spot(run.state, model)
    elevation = model.elevation if spot == model.at else spell_targets.standing(run.state, model, spot).elevation
    stale = starting.THIS_TURN if entry["turn"] < run.state.round else ()
    states = tuple(s for s in entry["states"] if s not in stale)
    run.emit(Returned(model=model.id, at=spot, elevation=elevation, states=states, rule=RULE))
    if stale:
        _alter(run, model.id, stealth=None)
    run.emit(Said(text=f"{model.name} is back.", tone="good", models=(model.id,), rule=RULE))


def _spot(state: GameState, model: Model) -> Point:
    """The place where it fell if that is clear, else the nearest one found about it."""
    assert model.at is not None
    if spell_targets.is_clear(state, model, model.at):
        return model.at
    for step in range(1, 200):
        for course in range(0, 360, 15):
            spot = towards(model.at, float(course), step * 0.25)
            if spell_targets.is_clear(state, model, spot):
                return spot
    return model.at


def _undo_killer(run: Run, entry: Entry) -> None:
    run.emit(UnitNoted(unit=entry["unit"], notes={"killed_by": None}, rule=RULE))


def _undo_kills(run: Run, entry: Entry) -> None:
    kills = int(run.state.sides[entry["side"]].note("kills", 0)) - int(entry["by"])
    run.emit(SideNoted(side=entry["side"], notes={"kills": max(0, kills) or None}, rule=RULE))


UNDO: dict[str, Callable[[Run, Entry], None]] = {
    "W": _undo_wounds,
    "lost": _undo_lost,
    "limb": _undo_limb,
    "points": _undo_points,
    "fire": _undo_fire,
    "corroded": _undo_corroded,
    "has": _undo_has,
    "replaced": _undo_replaced,
    "weapon": _undo_weapon,
    "dropped": _undo_dropped,
    "state": _undo_state,
    "dead": _undo_dead,
    "killer": _undo_killer,
    "kills": _undo_kills,
}
