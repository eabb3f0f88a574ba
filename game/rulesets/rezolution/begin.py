"""How a game of Rezolution begins: crews from their cards, and a position in the middle of a game for cases."""
from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, did_you_mean
from game.rulesets.common.begin import (
    gather,
    height_told,
    is_waiting_off,
    listed,
    profile_told,
    radius_told,
    refuse_unknown,
    start_told,
    whole,
)
from game.rulesets.common.data import find_in
from game.rulesets.rezolution.data import ATTRIBUTES, RULES, Profile, gear, profiles, systems
from game.rulesets.rezolution.turns import may_act
from game.table.model import Model
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import FACING_AWAY
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.words import plain, say

PLAIN = Profile(
    name=plain(say("Nobody")), icon="person", points=0, base=30.0, armour=0, gauge=(0, 0, -1, 0), gear=(),
    attributes={"MVE": 5, "RCA": 3, "CCA": 3, "SAG": 3, "BDY": 4, "NRV": 4, "REP": 1},
)
"""A model of a case that names no profile."""

BEGIN_KEYS = ("phase", "turn", "first", "round", "nodes", "winner")
UNIT_KEYS = ("grouped", "activated", "half_tested", "quarter_tested", "starting", "team")
SET_KEYS = ("marked", "modifier", "states", "in_play", "gauge", "weapons", "starting", "armour", "points", "jammed",
            "activated", "half_tested", "height")
MOST_NODES = 1000
PHASES = ("before set-up", "set-up", "control", "turns")


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: set-up if a model waits off the table, else round 1's control roll."""
    return _where_it_begins(setting, gather(setting, RULES, UNIT_KEYS, _unit, prepare_terrain))


def prepare_terrain(source: str, piece: Terrain) -> Terrain:
    """A system is known by name and blocks movement. RZ-8.5"""
    if piece.system is None:
        return piece
    if piece.kind == "terminal":
        return replace(piece, system=None, traits=piece.traits | {"terminal", "impassable"})
    name = find_in(source, piece.id, "system", piece.system, systems())
    if systems()[name].move and piece.disc is None:
        raise FileError(source, piece.id, say("a {name} stands on a round base: at, and base in mm", name=name))
    state = piece.state or ("closed" if name == "door" else "")
    return replace(piece, system=name, state=state, traits=piece.traits | {"impassable"})


def _unit(setting: Setting, spec: UnitSpec, unit_id: str, where: str) -> tuple[Unit, list[Model]]:
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
        "starting": whole(setting.source, f"{where}.starting",
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
    profile_id, profile = profile_told(source, where, "profile", spec.profile or unit.profile, profiles(), PLAIN)
    changes = {**{k: v for k, v in unit.set.items() if k not in ("starting", "half_tested")}, **spec.set}
    refuse_unknown(source, f"{where}.set", changes, (*SET_KEYS, *ATTRIBUTES))
    stats = {**profile.attributes, "armour": profile.armour}
    stats.update({key: whole(source, f"{where}.set.{key}", value) for key, value in changes.items()
                  if key in ATTRIBUTES or key == "armour"})
    radius = radius_told(source, where, spec.base if spec.base is not None else profile.base)
    side = setting.sides[unit.side]
    facing = spec.facing if spec.facing is not None else FACING_AWAY[side.edge]
    name = spec.name or (f"{profile.name} {count}".strip() if profile_id else model_id)
    return Model(
        id=model_id, unit=unit_id, side=unit.side, profile=profile_id, name=name, radius=radius,
        height=height_told(source, where, changes, radius), at=spec.at, facing=facing % 360.0,
        elevation=spec.elevation, in_play=bool(changes.get("in_play", True)), stats=stats,
        gear=_gear(source, where, profile, changes), states=_states(source, where, changes),
        points=whole(source, f"{where}.set.points", changes.get("points", profile.points)), icon=profile.icon,
        notes=_notes(source, where, profile, changes),
    )


def _gear(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> tuple[str, ...]:
    if "weapons" not in changes:
        return profile.gear
    kept = tuple(item for item in profile.gear if gear()[item].kind in ("skill", "power"))
    place = f"{where}.set.weapons"
    named = tuple(find_in(source, place, "weapon", str(name), gear())
                  for name in listed(source, place, changes["weapons"]))
    return tuple(dict.fromkeys((*named, *kept)))


def _states(source: str, where: str, changes: dict[str, Any]) -> tuple[str, ...]:
    states = tuple(str(s) for s in listed(source, f"{where}.set.states", changes.get("states", [])))
    for state in states:
        if state not in RULES.states:
            raise FileError(source, f"{where}.set.states", say('no state "{state}"{hint}', state=state,
                                                               hint=did_you_mean(state, RULES.states)))
    return (*states, "prone") if "stunned" in states and "prone" not in states else states


def _notes(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> dict[str, Any]:
    track = [whole(source, f"{where}.set.gauge", block) for block in
             listed(source, f"{where}.set.gauge", changes.get("gauge", list(profile.gauge)))]
    marked = whole(source, f"{where}.set.marked", changes.get("marked", 0))
    if not track or not 0 <= marked <= len(track):
        raise FileError(source, f"{where}.set.marked", say("{marked} of a gauge of {count} blocks cannot be marked",
                                                           marked=marked, count=len(track)))
    notes: dict[str, Any] = {"gauge": track, "marked": marked}
    if changes.get("modifier"):
        notes["modifier"] = whole(source, f"{where}.set.modifier", changes["modifier"])
    if changes.get("jammed"):
        notes["jammed"] = True
    if changes.get("activated"):
        notes["done"] = True
    return notes


def _where_it_begins(setting: Setting, state: GameState) -> GameState:
    told = setting.begin
    start = start_told(setting, state, BEGIN_KEYS, PHASES, before=PHASES[:2],
                       otherwise=PHASES[0] if is_waiting_off(state) else "control")
    nodes = _nodes(setting, told.get("nodes", {}))
    sides = {key: replace(side, notes={**side.notes, "nodes": nodes[key]}) if nodes.get(key) else side
             for key, side in state.sides.items()}
    notes = {"winner": told["winner"]} if "winner" in told else {}
    waits = start.phase == "turns" and any(may_act(state, side) for side in sides)
    return replace(state, phase=start.phase, round=start.round, turn=start.first if waits else None, sides=sides,
                   notes=notes)


def _nodes(setting: Setting, told: Any) -> dict[str, list[str]]:
    """The nodes each side has downloaded: their ids, or just how many. Raises FileError."""
    if not isinstance(told, dict):
        raise FileError(setting.source, "nodes", "is a table by side: nodes = { blue = 1 }")
    refuse_unknown(setting.source, "nodes", told, setting.sides)
    return {
        side: [str(n) for n in scored] if isinstance(scored, list) else
        [f"scored-{n + 1}" for n in range(min(whole(setting.source, f"nodes.{side}", scored), MOST_NODES))]
        for side, scored in told.items()
    }
