"""How a game of Grimdark Future begins: armies from their lists, and positions in mid-game for cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, InputError, UnknownName, did_you_mean
from game.geometry.ground import level_at
from game.geometry.scene import Scene
from game.geometry.shapes import MIN_HEIGHT
from game.rulesets.common.data import find
from game.rulesets.grimdark_future.data import RULES, Profile, arms_of, profiles, weapons
from game.rulesets.grimdark_future.rounds import is_waiting
from game.rulesets.grimdark_future.special import parse
from game.table.model import Model
from game.table.objective import Marker
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.unit import Unit
from game.units import base_radius

BEGIN_KEYS = ("round", "first", "turn", "phase", "markers", "finished", "marker")
UNIT_KEYS = ("start_size", "model_set", "reserve", "activated", "shaken", "fatigued", "arrived", "joins", "points")
SET_KEYS = (
    "shaken",
    "fatigued",
    "activated",
    "reserve",
    "wounds",
    "add_rules",
    "Q",
    "D",
    "quality",
    "defense",
    "in_play",
    "alive",
    "start_size",
    "arrived",
    "weapons",
    "rules",
    "height",
    "points",
    "spent",
    "icon",
)
PHASES = ("setup", "scouts", "reserves", "turns")
PLAIN = Profile(
    name="Nobody", army="", icon="person", size=1, quality=4, defense=4, base=32.0, weapons=(), rules=(), points=0
)
TALL = 2.2
"""Tough models of large bases stand higher than their base is wide would tell."""


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: set-up while somebody waits off the table, else round 1."""
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    scene = Scene(setting.table.width, setting.table.height, [t.standing for t in setting.terrain.values()])
    for number, spec in enumerate(setting.units):
        unit, members = _unit(setting, spec, number, scene)
        for model in members:
            if model.id in models:
                raise FileError(setting.source, f"unit[{number}]", f'the id "{model.id}" is used twice')
            models[model.id] = model
        if unit.id in units:
            raise FileError(setting.source, f"unit[{number}]", f'the id "{unit.id}" is used twice')
        units[unit.id] = unit
    state = GameState(
        rules=RULES.id,
        rules_version=RULES.version,
        title=setting.title,
        table=setting.table,
        sides=setting.sides,
        units=units,
        models=models,
        terrain=setting.terrain,
        options=setting.options,
        markers=_markers(setting),
    )
    return _where_it_begins(setting, state)


def _markers(setting: Setting) -> dict[str, Marker]:
    found = {}
    for number, entry in enumerate(setting.begin.get("marker") or setting.options.get("markers") or [], 1):
        if not isinstance(entry, dict) or entry.get("at") is None:
            raise FileError(setting.source, f"marker[{number - 1}]", "a marker needs its place: at = [x, y]")
        owner = entry.get("owner")
        found[str(entry.get("id", number))] = Marker(
            id=str(entry.get("id", number)),
            at=(float(entry["at"][0]), float(entry["at"][1])),
            name=str(entry.get("name", "")),
            owner=None if owner in (None, "neutral", "none") else str(owner),
        )
    return found


def _unit(setting: Setting, spec: UnitSpec, number: int, scene: Scene) -> tuple[Unit, list[Model]]:
    where = f"unit[{number}]"
    refuse_unknown(setting.source, where, spec.extra, UNIT_KEYS)
    if spec.side not in setting.sides:
        raise FileError(setting.source, f"{where}.side", f'no side "{spec.side}"; known: {", ".join(setting.sides)}')
    refuse_unknown(setting.source, f"{where}.set", spec.set, SET_KEYS)
    unit_id = spec.id or f"unit-{number + 1}"
    profile_id, profile = _profile(
        setting.source, where, spec.profile or next((m.profile for m in spec.model or ()), None)
    )
    members = spec.model if spec.model is not None else _whole_unit(spec, profile)
    dealt = arms_of(profile) if profile.size else []
    extra = spec.extra.get("model_set") or {}
    refuse_unknown(setting.source, f"{where}.model_set", extra, SET_KEYS)
    models, place = [], 0
    for count, member in enumerate(members, 1):
        own = member.profile if member.profile and find_or_none(member.profile) != profile_id else None
        arms = dealt[place % len(dealt)] if own is None and dealt else None
        place += own is None
        title = spec.name or profile.name
        changes = {**_for_each(spec.set, count), **extra, **member.set}
        models.append(
            _model(
                setting,
                member,
                unit_id,
                spec.side,
                own or profile_id,
                arms,
                changes,
                f"{where}.model[{count - 1}]",
                count,
                title,
                len(members),
                scene,
            )
        )
    notes: dict[str, Any] = {"start_size": int(_told(spec, "start_size", len(members)))}
    for key in ("shaken", "fatigued", "activated"):
        if _told(spec, key, False):
            notes[key] = True
    for key in ("reserve", "arrived"):
        if _told(spec, key, None) is not None:
            notes[key] = _told(spec, key, None)
    notes["points"] = spec.extra.get("points", _cost(profile, models) if profile_id else 0)
    return Unit(
        id=unit_id, side=spec.side, name=spec.name or profile.name, models=tuple(m.id for m in models), notes=notes
    ), models


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
    each = {
        k: v
        for k, v in changes.items()
        if k in ("wounds", "add_rules", "Q", "D", "quality", "defense", "weapons", "rules", "height")
    }
    if isinstance(each.get("wounds"), list):
        each["wounds"] = each["wounds"][count - 1] if count <= len(each["wounds"]) else 0
    return each


def find_or_none(name: str) -> str | None:
    try:
        return find("unit", name, profiles())
    except UnknownName:
        return None


def _profile(source: str, where: str, name: str | None) -> tuple[str, Profile]:
    if not name or name.casefold() == "none":
        return "", PLAIN
    try:
        profile_id = find("unit", name, profiles())
    except UnknownName as error:
        raise FileError(source, f"{where}.profile", str(error)) from None
    return profile_id, profiles()[profile_id]


def _model(
    setting: Setting,
    spec: ModelSpec,
    unit_id: str,
    side: str,
    profile_id: str,
    arms: tuple[str, ...] | None,
    changes: dict[str, Any],
    where: str,
    count: int,
    title: str,
    size: int,
    scene: Scene,
) -> Model:
    profile_id, profile = _profile(setting.source, where, profile_id)
    refuse_unknown(setting.source, f"{where}.set", changes, SET_KEYS)
    rules = _rules(setting.source, where, profile, changes)
    radius = base_radius(spec.base if spec.base is not None else profile.base)
    wounds = changes.get("wounds", 0)
    notes: dict[str, Any] = {"rules": rules}
    if wounds == "dead" or changes.get("in_play") is False or changes.get("alive") is False:
        return _made(
            spec,
            unit_id,
            side,
            profile_id,
            profile,
            arms,
            changes,
            notes,
            radius,
            count,
            title,
            size,
            scene,
            in_play=False,
        )
    if wounds:
        notes["wounds"] = int(wounds)
    return _made(spec, unit_id, side, profile_id, profile, arms, changes, notes, radius, count, title, size, scene)


def _made(
    spec: ModelSpec,
    unit_id: str,
    side: str,
    profile_id: str,
    profile: Profile,
    arms: tuple[str, ...] | None,
    changes: dict[str, Any],
    notes: dict[str, Any],
    radius: float,
    count: int,
    title: str,
    size: int,
    scene: Scene,
    *,
    in_play: bool = True,
) -> Model:
    gear = (
        tuple(find("weapon", str(w), weapons()) for w in changes["weapons"])
        if "weapons" in changes
        else (arms if arms is not None else arms_of(profile)[0] if profile.weapons else ())
    )
    own = profile.name if profile_id and not title.startswith(profile.name) else title
    named = spec.name or (f"{own} {count}" if size > 1 else own)
    elevation = spec.elevation or (level_at(scene, spec.at) if spec.at is not None else 0.0)
    return Model(
        id=spec.id or f"{unit_id}/{count}",
        unit=unit_id,
        side=side,
        profile=profile_id,
        name=named,
        radius=radius,
        height=float(changes.get("height", max(2 * radius, MIN_HEIGHT))),
        at=spec.at,
        facing=spec.facing or 0.0,
        elevation=elevation,
        in_play=in_play,
        gear=gear,
        icon=str(changes.get("icon", profile.icon)),
        stats={
            "Q": int(changes.get("quality", changes.get("Q", profile.quality))),
            "D": int(changes.get("defense", changes.get("D", profile.defense))),
        },
        points=int(changes.get("points", round(profile.points / profile.size))),
        notes=notes,
    )


def _rules(source: str, where: str, profile: Profile, changes: dict[str, Any]) -> list[str]:
    written = [*(changes.get("rules", profile.rules)), *changes.get("add_rules", [])]
    try:
        return [str(parse(str(rule))) for rule in written]
    except InputError as error:
        raise FileError(source, f"{where}.rules", str(error)) from None


def refuse_unknown(source: str, where: str, given: Iterable[str], known: Iterable[str]) -> None:
    for key in given:
        if key not in tuple(known):
            raise FileError(source, where, f'unknown key "{key}"{did_you_mean(key, known)}')


def _where_it_begins(setting: Setting, state: GameState) -> GameState:
    told = setting.begin
    refuse_unknown(setting.source, "", told, BEGIN_KEYS)
    waiting = any(m.at is None and m.in_play for m in state.models.values())
    phase = str(told.get("phase", "setup" if waiting else "turns"))
    if phase not in PHASES:
        raise FileError(setting.source, "phase", f'no phase "{phase}"{did_you_mean(phase, PHASES)}')
    first = told.get("turn", told.get("first"))
    if first is not None and first not in state.sides:
        raise FileError(setting.source, "first", f'no side "{first}"; known: {", ".join(state.sides)}')
    round_ = int(told.get("round", 0 if phase in ("setup", "scouts") else 1))
    notes: dict[str, Any] = {}
    if state.markers:
        notes["marker_count"] = len(state.markers)
        notes["first_marker"] = next(iter(state.sides))
    if told.get("finished"):
        notes["finished"] = told["finished"]
    if phase == "turns":
        done = [s for s in state.sides if not any(u.side == s and is_waiting(state, u) for u in state.units.values())]
        if len(done) == 1:
            notes.setdefault("finished", done[0])
        return replace(state, phase=phase, round=round_, turn=first or next(iter(state.sides)), notes=notes)
    if first is not None:
        notes["deployment_winner"] = first
        notes["edges"] = True
    return replace(state, phase=phase, round=round_, notes=notes)
