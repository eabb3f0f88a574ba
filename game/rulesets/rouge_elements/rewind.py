"""Rewind: what attacks and spells did since the start of the previous turn is undone, the latest first (RE-R82)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.events import Altered, Noted, Returned, Said, SideNoted, UnitNoted
from game.engine.run import Run
from game.engine.state import GameState
from game.resolvers.effects import Effect, effects, is_due, set_effects
from game.rulesets.rouge_elements import arms, items, lasting, past, spell_targets, starting
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import pool, starting_wounds, wounds_left
from game.rulesets.rouge_elements.past import PAST, RULE, Entry
from game.table.model import Model
from game.units import Point, towards
from game.words import say


def resolve(run: Run) -> None:
    """Takes everything back, the latest first. RE-R82"""
    changes = past.kept(run.state)
    run.emit(Noted(notes={PAST: None}, rule=RULE))
    run.emit(Said(text="Time runs back: what attacks and spells did this turn and the turn before is undone.",
                  tone="head", rule=RULE))
    _end_spells(run)
    for entry in reversed(changes):
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
    """As it was before. One that was gone is in hand again if a hand is free, and at its owner's feet if other weapons
    fill the slots by now."""
    model = run.state.models[entry["model"]]
    one = next((i for i in items.items(model) if i.id == entry["item"]), None)
    if one is None:
        return
    back: Item = replace(one, **entry["was"])
    if one.used and not back.used and not back.shoulder:
        room = items.has_room(model, back)
        free = items.free_hands(model) >= items.hands_for(model, arms.of(one))
        back = replace(back, held=back.held and room and free)
        if not room and model.on_table:
            items.drop(run, model.id, back, RULE)
            return
    items.change_item(run, model.id, back, RULE)


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
    run.emit(Said(text=say("{name} is back.", name=model.name), tone="good", models=(model.id,), rule=RULE))


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
