"""A game in progress and the document of its table kept in step: what was played is written into the document, and an
edit of the document changes just that in the game."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import Refused
from game.geometry.ground import level_at
from game.sim.lab import shaping
from game.sim.lab.doc import Doc, with_value
from game.sim.lab.edits import Edit
from game.table.model import Model
from game.table.setting import UnitSpec

T = TypeVar("T", bound=msgspec.Struct)
FREE_FIELDS = ("table", "options", "round", "phase", "turn", "active", "result", "title")


def patched(live: GameState, before: GameState, after: GameState) -> GameState:
    """`live` with everything changed that differs between `before` and `after`; `after` itself where nothing has been
    played since `before`."""
    if live == before:
        return _same_ground(after, live)
    changes: dict[str, Any] = {name: getattr(after, name) for name in FREE_FIELDS
                               if getattr(after, name) != getattr(before, name)}
    for name in ("models", "units", "terrain", "sides", "markers"):
        changes[name] = _each(getattr(live, name), getattr(before, name), getattr(after, name))
    changes["notes"] = _keys(live.notes, before.notes, after.notes)
    return _same_ground(replace(live, **changes), live)


def _same_ground(state: GameState, live: GameState) -> GameState:
    """The state with the very terrain of `live` where it is the same, for what was compiled of it is kept by that."""
    if state.terrain is live.terrain or state.table != live.table or state.terrain != live.terrain:
        return state
    return replace(state, terrain=live.terrain)


def tried(live: GameState, before: Doc, after: Doc) -> GameState | None:
    """`live` with what a drag changes, near enough while it lasts: pieces of another shape or place, models put
    elsewhere. What follows from that (who stands how high on what was moved, what the rule set refuses) is left to
    `patched`. None where the edit is of another kind."""
    was, now = before.setting, after.setting
    same = replace(was, terrain=now.terrain, units=now.units)
    if same != now or before.groups != after.groups or len(was.units) != len(now.units) or (
            was.terrain.keys() != now.terrain.keys()):
        return None
    pieces = {name: _fields(live.terrain[name], was.terrain[name], piece) for name, piece in now.terrain.items()
              if piece is not was.terrain[name] and name in live.terrain}
    state = replace(live, terrain={**live.terrain, **pieces}) if pieces else live
    models = dict(state.models)
    for old, new in zip(was.units, now.units, strict=True):
        if old is new:
            continue
        for spec, wanted in zip(old.model or (old,), new.model or (new,), strict=False):
            if spec is wanted:
                continue
            model = models.get(str(wanted.id))
            if model is None or wanted.at is None or replace(spec, at=wanted.at, facing=wanted.facing) != wanted:
                return None
            turned = wanted.facing is not None and wanted.facing != spec.facing
            facing = wanted.facing if turned and wanted.facing is not None else model.facing
            models[model.id] = replace(model, at=wanted.at, facing=facing, elevation=level_at(state.scene, wanted.at))
    return replace(state, models=models)


def begun_anew(live: GameState, begun: GameState) -> GameState:
    """`live` with the turn where a beginning in mid-game puts it: whoever was acting is done."""
    return replace(live, phase=begun.phase, turn=begun.turn, active=begun.active, result=None,
                   notes={**live.notes, **begun.notes})


def _each(live: Mapping[str, T], before: Mapping[str, T], after: Mapping[str, T]) -> dict[str, T]:
    """Entries that came, went or changed; what is in play by the game's own doing stays."""
    out = {key: value for key, value in live.items() if key in after or key not in before}
    for key, wanted in after.items():
        if key not in before:
            out[key] = wanted
        elif key in out and wanted != before[key]:
            out[key] = _fields(out[key], before[key], wanted)
    order = {key: n for n, key in enumerate(after)}
    return dict(sorted(out.items(), key=lambda entry: order.get(entry[0], len(order))))


def _fields(live: T, before: T, after: T) -> T:
    """A struct with the fields changed that differ, notes and numbers key by key."""
    changes: dict[str, Any] = {}
    for name in live.__struct_fields__:
        was, wanted = getattr(before, name), getattr(after, name)
        if was == wanted:
            continue
        mapping = isinstance(wanted, dict) and isinstance(was, dict)
        changes[name] = _keys(getattr(live, name), was, wanted) if mapping else wanted
    return replace(live, **changes)


def _keys(live: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    out = {key: value for key, value in live.items() if key in after or key not in before}
    out.update({key: value for key, value in after.items() if key not in before or before[key] != value})
    return out


def followed(doc: Doc, live: GameState) -> Doc:
    """The document as the table stands now: places, facings, and every value that its rule set's form tells. What a
    game alone brought (somebody summoned) and what it took away are in it too."""
    begun = doc.begin()
    if begun == live:
        return doc
    for piece in doc.setting.terrain.values():
        now = live.terrain.get(piece.id)
        if now is not None and (now.disc, now.state) != (begun.terrain[piece.id].disc, begun.terrain[piece.id].state):
            doc = doc.with_piece(replace(piece, disc=now.disc, state=now.state))
    for name, model in live.models.items():
        was = begun.models.get(name)
        if was is None:
            doc = _joined(doc, live, model)
        elif was != model or live.units.get(model.unit) != begun.units.get(was.unit):
            doc = _written(doc, live, model, begun)
    return _where_it_is(doc, begun, live)


def _joined(doc: Doc, live: GameState, model: Model) -> Doc:
    """The document with a model that came into play, as far as a scenario could hold it."""
    spec = UnitSpec(id=model.id, side=model.side, profile=model.profile or None, name=model.name, at=model.at,
                    facing=model.facing, elevation=model.elevation)
    trial = doc.with_setting(units=(*doc.setting.units, spec))
    try:
        trial.begin()
    except Refused:
        return doc
    return trial


def _written(doc: Doc, live: GameState, model: Model, begun: GameState) -> Doc:
    was = begun.models[model.id]
    places: dict[str, Any] = {}
    if model.at != was.at:
        places["at"] = None if model.at is None else shaping.grained(model.at)
    if model.facing != was.facing:
        places["facing"] = shaping.grain(model.facing)
    if model.elevation != was.elevation:
        places["elevation"] = model.elevation
    doc = doc.with_model(model.id, **places) if places else doc
    then = {(f.place, f.key): f.value for f in doc.ruleset.case_words.form(begun, was)}
    for field in doc.ruleset.case_words.form(live, model):
        if then.get((field.place, field.key)) != field.value:
            trial = with_value(doc, model.id, field, field.value)
            try:
                trial.begin()
            except Refused:
                continue  # a value that no file may give (a gauge that is full): the game alone holds it
            doc = trial
    return doc


def _where_it_is(doc: Doc, begun: GameState, live: GameState) -> Doc:
    """The round, and whose turn it is, where the rule set's beginning can say it."""
    told = dict(doc.setting.begin)
    if live.round != begun.round:
        told["round"] = live.round
    if live.phase != begun.phase:
        told["phase"] = live.phase
    if live.turn != begun.turn and live.turn is not None and not isinstance(told.get("turn"), int):
        told["turn"] = live.turn
    if told == doc.setting.begin:
        return doc
    trial = doc.with_setting(begin=told)
    try:
        trial.begin()
    except Refused:
        return doc
    return trial


def rebased(before: Doc, after: Doc) -> Edit:
    """The edit that made `after` of `before`, for any document: just what differs is changed."""
    def edit(doc: Doc) -> Doc:
        was, wanted, now = before.setting, after.setting, doc.setting
        changes: dict[str, Any] = {name: getattr(wanted, name) for name in wanted.__struct_fields__
                                   if getattr(wanted, name) != getattr(was, name)}
        for name in ("terrain", "sides"):
            if name in changes:
                changes[name] = _each(getattr(now, name), getattr(was, name), getattr(wanted, name))
        if "units" in changes:
            named = [{str(u.id): u for u in setting.units} for setting in (now, was, wanted)]
            changes["units"] = tuple(_each(*named).values())
        for name in ("begin", "options"):
            if name in changes:
                changes[name] = _keys(getattr(now, name), getattr(was, name), getattr(wanted, name))
        other = {name: getattr(after, name) for name in ("rules", "groups", "about", "minutes", "points")
                 if getattr(after, name) != getattr(before, name)}
        return replace(doc, setting=replace(now, **changes), **other)
    return edit
