"""How a game of Rezolution begins: crews from their cards, and a position in the middle of a game for cases."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, UnknownName, did_you_mean
from game.geometry.shapes import MIN_HEIGHT
from game.rulesets.rezolution.data import ATTRIBUTES, RULES, Profile, find, gear, profiles, systems
from game.rulesets.rezolution.set_up import FACING_AWAY
from game.rulesets.rezolution.turns import may_act
from game.table.model import Model
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.units import base_radius

PLAIN = Profile(
    name="Nobody", icon="person", points=0, base=30.0, armour=0, gauge=(0, 0, -1, 0), gear=(),
    attributes={"MVE": 5, "RCA": 3, "CCA": 3, "SAG": 3, "BDY": 4, "NRV": 4, "REP": 1},
)
"""A model of a case that names no profile."""

BEGIN_KEYS = ("phase", "turn", "first", "round", "nodes", "winner")
UNIT_KEYS = ("grouped", "activated", "half_tested", "quarter_tested", "starting", "team")
SET_KEYS = ("marked", "modifier", "states", "in_play", "gauge", "weapons", "starting", "armour", "points", "jammed",
            "activated", "half_tested", "height")
MOST_NODES = 1000
PHASES = {"before set-up": "before set-up", "set-up": "set-up", "control": "control", "turns": "turns"}


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: set-up if a model waits off the table, else round 1's control roll."""
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for number, spec in enumerate(setting.units):
        unit, members = _unit(setting, spec, number)
        for model in members:
            if model.id in models or unit.id in units:
                raise FileError(setting.source, f"unit[{number}]", f'the id "{model.id}" is used twice')
            models[model.id] = model
        units[unit.id] = unit
    terrain = {key: prepare_terrain(setting.source, piece) for key, piece in setting.terrain.items()}
    state = GameState(
        rules=RULES.id, rules_version=RULES.version, title=setting.title, table=setting.table, sides=setting.sides,
        units=units, models=models, terrain=terrain, markers=setting.markers, options=setting.options,
    )
    return _where_it_begins(setting, state)


def prepare_terrain(source: str, piece: Terrain) -> Terrain:
    """A system is known by name and blocks movement. RZ-8.5"""
    if piece.system is None:
        return piece
    if piece.kind == "terminal":
        return replace(piece, system=None, traits=piece.traits | {"terminal", "impassable"})
    try:
        name = find("system", piece.system, systems())
    except UnknownName as error:
        raise FileError(source, piece.id, str(error)) from None
    if systems()[name].move and piece.disc is None:
        raise FileError(source, piece.id, f"a {name} stands on a round base: at, and base in mm")
    state = piece.state or ("closed" if name == "door" else "")
    return replace(piece, system=name, state=state, traits=piece.traits | {"impassable"})


def _unit(setting: Setting, spec: UnitSpec, number: int) -> tuple[Unit, list[Model]]:
    where = f"unit[{number}]"
    _refuse_unknown(setting.source, where, spec.extra, UNIT_KEYS)
    if spec.side not in setting.sides:
        raise FileError(setting.source, f"{where}.side", f'no side "{spec.side}"; known: {", ".join(setting.sides)}')
    unit_id = spec.id or f"unit-{number + 1}"
    if spec.model is None:
        members = [_model(setting, spec, unit_id, unit_id, spec, where, "")]
    else:
        counts = _counts(setting, spec)
        members = [
            _model(setting, model, model.id or f"{unit_id}/{place}", unit_id, spec, f"{where}.model[{place - 1}]",
                   counts[place - 1])
            for place, model in enumerate(spec.model, 1)
        ]
    team = spec.model is not None or bool(spec.extra.get("grouped") or spec.extra.get("team"))
    in_play = sum(m.in_play for m in members)
    notes: dict[str, Any] = {
        "team": team, "current": in_play,
        "starting": _whole(setting.source, f"{where}.starting",
                           spec.set.get("starting", spec.extra.get("starting", len(members)))),
    }
    for key in ("activated", "half_tested", "quarter_tested"):
        if spec.extra.get(key) or spec.set.get(key):
            notes[key] = True
    unit = Unit(id=unit_id, side=spec.side, name=spec.name or members[0].name, models=tuple(m.id for m in members),
                notes=notes)
    return unit, members


def _counts(setting: Setting, spec: UnitSpec) -> list[str]:
    """Numbers that tell models of one profile apart: "1", "2", or "" where there is one only."""
    names = [m.profile or spec.profile or "" for m in spec.model or ()]
    return [str(names[:place].count(name) + 1) if names.count(name) > 1 else "" for place, name in enumerate(names)]


def _model(
    setting: Setting, spec: ModelSpec, model_id: str, unit_id: str, unit: UnitSpec, where: str, count: str
) -> Model:
    source = setting.source
    profile_id, profile = _profile(source, where, spec.profile or unit.profile)
    changes = {**{k: v for k, v in unit.set.items() if k not in ("starting", "half_tested")}, **spec.set}
    _refuse_unknown(source, f"{where}.set", changes, (*SET_KEYS, *ATTRIBUTES))
    stats = {**profile.attributes, "armour": profile.armour}
    stats.update({key: _whole(source, f"{where}.set.{key}", value) for key, value in changes.items()
                  if key in ATTRIBUTES or key == "armour"})
    base = spec.base if spec.base is not None else profile.base
    if base <= 0:
        raise FileError(source, f"{where}.base", "a base is a diameter in mm, above 0")
    radius = base_radius(base)
    side = setting.sides[unit.side]
    facing = spec.facing if spec.facing is not None else FACING_AWAY[side.edge]
    name = spec.name or (f"{profile.name} {count}".strip() if profile_id else model_id)
    return Model(
        id=model_id, unit=unit_id, side=unit.side, profile=profile_id, name=name, radius=radius,
        height=_height(source, where, changes, radius), at=spec.at, facing=facing % 360.0,
        elevation=spec.elevation, in_play=bool(changes.get("in_play", True)), stats=stats,
        gear=_gear(source, where, profile, changes), states=_states(source, where, changes),
        points=_whole(source, f"{where}.set.points", changes.get("points", profile.points)), icon=profile.icon,
        notes=_notes(source, where, profile, changes),
    )


def _height(source: str, where: str, changes: dict[str, Any], radius: float) -> float:
    height = changes.get("height", max(2 * radius, MIN_HEIGHT))
    if isinstance(height, bool) or not isinstance(height, (int, float)) or height <= 0:
        raise FileError(source, f"{where}.set.height", f"{height!r} is no height; inches above 0 are wanted")
    return float(height)


def _profile(source: str, where: str, name: str | None) -> tuple[str, Profile]:
    if not name or name.casefold() == "none":
        return "", PLAIN
    try:
        profile_id = find("profile", name, profiles())
    except UnknownName as error:
        raise FileError(source, f"{where}.profile", str(error)) from None
    return profile_id, profiles()[profile_id]


def _gear(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> tuple[str, ...]:
    if "weapons" not in changes:
        return profile.gear
    kept = tuple(item for item in profile.gear if gear()[item].kind in ("skill", "power"))
    try:
        named = tuple(find("weapon", str(name), gear()) for name in _list(source, f"{where}.set.weapons",
                                                                         changes["weapons"]))
    except UnknownName as error:
        raise FileError(source, f"{where}.set.weapons", str(error)) from None
    return tuple(dict.fromkeys((*named, *kept)))


def _states(source: str, where: str, changes: dict[str, Any]) -> tuple[str, ...]:
    states = tuple(str(s) for s in _list(source, f"{where}.set.states", changes.get("states", [])))
    for state in states:
        if state not in RULES.states:
            raise FileError(source, f"{where}.set.states", f'no state "{state}"{did_you_mean(state, RULES.states)}')
    return (*states, "prone") if "stunned" in states and "prone" not in states else states


def _notes(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> dict[str, Any]:
    track = [_whole(source, f"{where}.set.gauge", block) for block in
             _list(source, f"{where}.set.gauge", changes.get("gauge", list(profile.gauge)))]
    marked = _whole(source, f"{where}.set.marked", changes.get("marked", 0))
    if not track or not 0 <= marked <= len(track):
        raise FileError(source, f"{where}.set.marked", f"{marked} of a gauge of {len(track)} blocks cannot be marked")
    notes: dict[str, Any] = {"gauge": track, "marked": marked}
    if changes.get("modifier"):
        notes["modifier"] = _whole(source, f"{where}.set.modifier", changes["modifier"])
    if changes.get("jammed"):
        notes["jammed"] = True
    if changes.get("activated"):
        notes["done"] = True
    return notes


def _whole(source: str, where: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise FileError(source, where, f"{value!r} is no whole number")
    return value


def _list(source: str, where: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise FileError(source, where, f"{value!r} is no list; square brackets are wanted")
    return value


def _refuse_unknown(source: str, where: str, given: Iterable[str], known: Iterable[str]) -> None:
    for key in given:
        if key not in tuple(known):
            raise FileError(source, where, f'unknown key "{key}"{did_you_mean(key, known)}')


def _where_it_begins(setting: Setting, state: GameState) -> GameState:
    told = setting.begin
    _refuse_unknown(setting.source, "", told, BEGIN_KEYS)
    waiting = any(m.at is None and m.in_play for m in state.models.values())
    phase = str(told.get("phase", "before set-up" if waiting else "control"))
    if phase not in PHASES:
        raise FileError(setting.source, "phase", f'no phase "{phase}"{did_you_mean(phase, PHASES)}')
    first = told.get("turn", told.get("first"))
    if first is not None and str(first) not in state.sides:
        raise FileError(setting.source, "turn", f'no side "{first}"; known: {", ".join(state.sides)}')
    round_ = _whole(setting.source, "round", told.get("round", 0 if phase in ("before set-up", "set-up") else 1))
    nodes = _nodes(setting, told.get("nodes", {}))
    sides = {key: replace(side, notes={**side.notes, "nodes": nodes[key]}) if nodes.get(key) else side
             for key, side in state.sides.items()}
    notes = {"winner": told["winner"]} if "winner" in told else {}
    waits = phase == "turns" and any(may_act(state, side) for side in sides)
    return replace(state, phase=phase, round=round_, turn=first if waits else None, sides=sides, notes=notes)


def _nodes(setting: Setting, told: Any) -> dict[str, list[str]]:
    """The nodes each side has downloaded: their ids, or just how many. Raises FileError."""
    if not isinstance(told, dict):
        raise FileError(setting.source, "nodes", "is a table by side: nodes = { blue = 1 }")
    _refuse_unknown(setting.source, "nodes", told, setting.sides)
    return {
        side: [str(n) for n in scored] if isinstance(scored, list) else
        [f"scored-{n + 1}" for n in range(min(_whole(setting.source, f"nodes.{side}", scored), MOST_NODES))]
        for side, scored in told.items()
    }
