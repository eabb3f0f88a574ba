"""How a game of Grimdark Future begins: armies from their lists, and positions in mid-game for cases."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, InputError, UnknownName, brief
from game.geometry.ground import level_at
from game.geometry.scene import Scene
from game.rulesets.common.begin import (
    gather,
    height_told,
    is_waiting_off,
    listed,
    profile_told,
    radius_told,
    refuse_unknown,
    scene_of,
    side_told,
    start_told,
    whole,
)
from game.rulesets.common.data import find, find_in
from game.rulesets.common.given import is_point, point_of
from game.rulesets.grimdark_future.data import RULES, Profile, arms_of, profiles, weapons
from game.rulesets.grimdark_future.rounds import is_waiting
from game.rulesets.grimdark_future.special import parse
from game.table.model import Model
from game.table.objective import Marker
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.unit import Unit
from game.units import Point
from game.words import joined, plain, say

BEGIN_KEYS = ("round", "first", "turn", "phase", "markers", "finished", "marker")
UNIT_KEYS = ("start_size", "model_set", "reserve", "activated", "shaken", "fatigued", "arrived", "points")
SET_KEYS = (
    *("shaken", "fatigued", "activated", "reserve", "wounds", "add_rules", "Q", "D", "quality", "defense", "in_play"),
    *("alive", "start_size", "arrived", "weapons", "rules", "height", "points", "spent", "icon"),
)
OF_MODELS = ("wounds", "add_rules", "Q", "D", "quality", "defense", "weapons", "rules", "height")
"""What a unit's `set` says of each of its models."""
RESERVES = ("none", "deploy", "scout", "ambush")
PHASES = ("setup", "scouts", "reserves", "turns")
PLAIN = Profile(
    name=plain(say("Nobody")), army="", icon="person", size=1, quality=4, defense=4, base=32.0, weapons=(), rules=(),
    points=0
)


class Among(msgspec.Struct, frozen=True, kw_only=True):
    """What a model has from its unit: where it stands in the file, its number there, and the unit's weapons for it."""

    scene: Scene
    unit: str
    side: str
    title: str
    size: int
    count: int
    where: str
    arms: tuple[str, ...] | None


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: set-up while somebody waits off the table, else round 1."""
    state = gather(setting, RULES, UNIT_KEYS, partial(_unit, scene_of(setting)))
    return _where_it_begins(setting, replace(state, markers=_markers(setting)))


def _markers(setting: Setting) -> dict[str, Marker]:
    found = {}
    told = listed(setting.source, "marker", setting.begin.get("marker") or setting.options.get("markers") or [])
    for number, entry in enumerate(told, 1):
        if not isinstance(entry, dict) or not is_point(entry.get("at")):
            raise FileError(setting.source, f"marker[{number - 1}]", "a marker needs its place: at = [x, y]")
        owner = entry.get("owner")
        if owner not in (None, "neutral", "none"):
            side_told(setting, f"marker[{number - 1}].owner", owner)
        found[str(entry.get("id", number))] = Marker(
            id=str(entry.get("id", number)),
            at=point_of(entry["at"]),
            name=str(entry.get("name", "")),
            owner=None if owner in (None, "neutral", "none") else str(owner),
        )
    return found


def _unit(scene: Scene, setting: Setting, spec: UnitSpec, unit_id: str, where: str) -> tuple[Unit, list[Model]]:
    refuse_unknown(setting.source, f"{where}.set", spec.set, SET_KEYS)
    named = spec.profile or next((m.profile for m in spec.model or ()), None)
    profile_id, profile = profile_told(setting.source, where, "unit", named, profiles(), PLAIN)
    members = spec.model if spec.model is not None else _whole_unit(spec, profile)
    dealt = arms_of(profile) if profile.size else []
    extra = spec.extra.get("model_set", {})
    if not isinstance(extra, dict):
        raise FileError(setting.source, f"{where}.model_set", say("{brief} is no table of what is set",
                                                                  brief=brief(extra)))
    refuse_unknown(setting.source, f"{where}.model_set", extra, SET_KEYS)
    title = spec.name or profile.name
    models, place = [], 0
    for count, member in enumerate(members, 1):
        own = member.profile if member.profile and find_or_none(member.profile) != profile_id else None
        arms = dealt[place % len(dealt)] if own is None and dealt else None
        place += own is None
        among = Among(scene=scene, unit=unit_id, side=spec.side, title=title, size=len(members), count=count,
                      where=f"{where}.model[{count - 1}]", arms=arms)
        changes = {**_for_each(spec.set, count), **extra, **member.set}
        models.append(_model(setting.source, member, among, own or profile_id, changes))
    notes = _notes(setting.source, spec, where, len(members))
    notes["points"] = spec.extra.get("points", _cost(profile, models) if profile_id else 0)
    return Unit(id=unit_id, side=spec.side, name=title, models=tuple(m.id for m in models), notes=notes), models


def _notes(source: str, spec: UnitSpec, where: str, size: int) -> dict[str, Any]:
    """What the file says of the unit's state."""
    began = whole(source, f"{where}.start_size", _told(spec, "start_size", size), 1)
    notes: dict[str, Any] = {"start_size": began}
    for key in ("shaken", "fatigued", "activated"):
        if _told(spec, key, False):
            notes[key] = True
    if (reserve := _told(spec, "reserve", None)) is not None:
        if reserve not in RESERVES:
            raise FileError(source, f"{where}.reserve", say("{brief} is none of {reserves}", brief=brief(reserve),
                                                            reserves=joined(", ", RESERVES)))
        notes["reserve"] = reserve
    if (arrived := _told(spec, "arrived", None)) is not None:
        notes["arrived"] = whole(source, f"{where}.arrived", arrived)
    return notes


def _cost(profile: Profile, models: list[Model]) -> int:
    """What the unit costs with a hero in it."""
    return profile.points + sum(m.points for m in models[profile.size :])


def _whole_unit(spec: UnitSpec, profile: Profile) -> tuple[ModelSpec, ...]:
    """The models of a unit that lists none: the one that it describes itself, or off the table all of its size."""
    if spec.at is not None:
        return (
            ModelSpec(profile=spec.profile, at=spec.at, facing=spec.facing, elevation=spec.elevation, base=spec.base),
        )
    return (ModelSpec(profile=spec.profile, base=spec.base),) * profile.size


def _told(spec: UnitSpec, key: str, default: Any) -> Any:
    return spec.set.get(key, spec.extra.get(key, default))


def _for_each(changes: dict[str, Any], count: int) -> dict[str, Any]:
    """What a unit's `set` says of its models: wounds as a list go by number."""
    each = {k: v for k, v in changes.items() if k in OF_MODELS}
    if isinstance(each.get("wounds"), list):
        each["wounds"] = each["wounds"][count - 1] if count <= len(each["wounds"]) else 0
    return each


def find_or_none(name: str) -> str | None:
    try:
        return find("unit", name, profiles())
    except UnknownName:
        return None


def _model(source: str, spec: ModelSpec, among: Among, named: str, changes: dict[str, Any]) -> Model:
    where = among.where
    profile_id, profile = profile_told(source, where, "unit", named, profiles(), PLAIN)
    refuse_unknown(source, f"{where}.set", changes, SET_KEYS)
    notes: dict[str, Any] = {"rules": _rules(source, where, profile, changes)}
    wounds = changes.get("wounds", 0)
    dead = wounds == "dead" or changes.get("in_play") is False or changes.get("alive") is False
    if wounds and not dead:
        tough = max([1, *(rule.value for written in notes["rules"] if (rule := parse(written)).name == "Tough")])
        notes["wounds"] = whole(source, f"{where}.set.wounds", wounds, 0, tough - 1)
    if "spent" in changes:
        notes["spent"] = list(_weapons(source, f"{where}.set.spent", changes["spent"]))
    radius = radius_told(source, where, spec.base if spec.base is not None else profile.base)
    own = profile.name if profile_id and not among.title.startswith(profile.name) else among.title
    return Model(
        id=spec.id or f"{among.unit}/{among.count}",
        unit=among.unit,
        side=among.side,
        profile=profile_id,
        name=spec.name or (_numbered(own, among.count) if among.size > 1 else own),
        radius=radius,
        height=height_told(source, where, changes, radius),
        at=spec.at,
        facing=spec.facing or 0.0,
        elevation=spec.elevation or (_level(among.scene, spec.at) if spec.at is not None else 0.0),
        in_play=not dead,
        gear=_gear(source, among, profile, changes),
        icon=str(changes.get("icon", profile.icon)),
        stats=_stats(source, where, profile, changes),
        points=whole(source, f"{where}.set.points", changes.get("points", _share(profile, among.count))),
        notes=notes,
    )


def _numbered(title: str, count: int) -> str:
    """One model of a unit: "Tally Guard 3", and "Levy Rifles 1 #3" where the unit has a number already."""
    return f"{title} #{count}" if title[-1:].isdigit() else f"{title} {count}"


def _share(profile: Profile, count: int) -> int:
    """The whole points of one model of a unit, so dealt that those of all come to the unit's."""
    place = (count - 1) % profile.size
    return profile.points * (place + 1) // profile.size - profile.points * place // profile.size


def _level(scene: Scene, at: Point) -> float:
    """The height of the ground there; worked out once while the same terrain begins one game after another."""
    return scene.recent(("level", at), lambda s: level_at(s, at), keep=1024)


def _stats(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> dict[str, int]:
    quality = changes.get("quality", changes.get("Q", profile.quality))
    defense = changes.get("defense", changes.get("D", profile.defense))
    return {"Q": whole(source, f"{where}.set.quality", quality, 2, 6),
            "D": whole(source, f"{where}.set.defense", defense, 2, 6)}


def _gear(source: str, among: Among, profile: Profile, changes: dict[str, Any]) -> tuple[str, ...]:
    if "weapons" in changes:
        return _weapons(source, f"{among.where}.set.weapons", changes["weapons"])
    if among.arms is not None:
        return among.arms
    return arms_of(profile)[0] if profile.weapons else ()


def _weapons(source: str, where: str, named: Any) -> tuple[str, ...]:
    return tuple(find_in(source, where, "weapon", str(w), weapons()) for w in listed(source, where, named))


def _rules(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> list[str]:
    written = [
        *listed(source, f"{where}.set.rules", changes.get("rules", list(profile.rules))),
        *listed(source, f"{where}.set.add_rules", changes.get("add_rules", [])),
    ]
    try:
        return [str(parse(str(rule))) for rule in written]
    except InputError as error:
        raise FileError(source, f"{where}.rules", str(error)) from None


def _where_it_begins(setting: Setting, state: GameState) -> GameState:
    told = setting.begin
    start = start_told(setting, state, BEGIN_KEYS, PHASES, before=("setup", "scouts"),
                       otherwise="setup" if is_waiting_off(state) else "turns")
    phase, first = start.phase, start.first
    notes: dict[str, Any] = {}
    if state.markers:
        notes["marker_count"] = len(state.markers)
        notes["first_marker"] = next(iter(state.sides))
    if told.get("finished"):
        side_told(setting, "finished", told["finished"])
        notes["finished"] = told["finished"]
    if phase == "turns":
        done = [s for s in state.sides if not any(u.side == s and is_waiting(state, u) for u in state.units.values())]
        if len(done) == 1:
            notes.setdefault("finished", done[0])
        return replace(state, phase=phase, round=start.round, turn=first or next(iter(state.sides)), notes=notes)
    if first is not None:
        notes["deployment_winner"] = first
        notes["edges"] = True
    return replace(state, phase=phase, round=start.round, notes=notes)
