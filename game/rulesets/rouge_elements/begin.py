"""How a game of Rouge Elements begins: characters from what was bought, and a position in mid-turn for cases."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, UnknownName, did_you_mean
from game.geometry.shapes import MIN_HEIGHT
from game.rulesets.rouge_elements import conditions, turns
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.data import (
    CHARACTERISTICS,
    NUMBERS,
    RULES,
    TABLES,
    Champion,
    Character,
    Equipment,
    Trait,
    champions,
    changes,
    characters,
    find,
    having,
    spells,
    weapons,
)
from game.table.model import Model
from game.table.setting import Setting, UnitSpec
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.units import base_radius

BEGIN_KEYS = ("phase", "turn", "first", "round", "order", "scenario", "build", "game", "stage")
UNIT_KEYS = ("has", "upgrades", "level", "spells", "weapons", "group", "state")
SET_KEYS = (*CHARACTERISTICS, "ap", "SD", "owed", "W_start", "states", "in_play", "points", "height", "level",
            "lucky_left")
STATE_KEYS = ("prone", "fleeing", "burning", "burn_by", "burn_less", "corroded", "mark", "arms_crippled",
              "legs_crippled", "arms_total", "legs_total", "stealth", "force_field", "stood", "stupid", "charged",
              "summoned")
PHASES = ("before set-up", "set-up", "start", "turns")
FACING_AWAY = {"south": 0.0, "north": 180.0, "west": 90.0, "east": 270.0}
PLAIN = "trooper"
"""A unit of a case that names no profile."""


class Bad(Exception):
    """What is wrong with a unit, and at which key."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(problem)


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: set-up if anybody waits off the table, else the start of turn 1."""
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    lying: list[dict[str, Any]] = []
    for number, spec in enumerate(setting.units):
        where = f"unit[{number}]"
        if spec.side not in setting.sides:
            raise FileError(setting.source, f"{where}.side",
                            f'no side "{spec.side}"; known: {", ".join(setting.sides)}')
        if spec.model is not None:
            raise FileError(setting.source, f"{where}.model", "every character is a unit of its own")
        try:
            model = character(spec, setting.sides[spec.side].edge, number, lying)
        except Bad as bad:
            raise FileError(setting.source, f"{where}.{bad.where}", bad.problem) from None
        if model.id in models:
            raise FileError(setting.source, where, f'the id "{model.id}" is used twice')
        models[model.id] = model
        units[model.unit] = Unit(id=model.unit, side=model.side, name=model.name, models=(model.id,))
    state = GameState(
        rules=RULES.id, rules_version=RULES.version, title=setting.title, table=setting.table, sides=setting.sides,
        units=units, models=models, terrain=setting.terrain, markers=setting.markers, options=setting.options,
        notes={"dropped": lying} if lying else {},
    )
    return _where_it_begins(setting, state)


def prepare_terrain(source: str, piece: Terrain) -> Terrain:
    """Nothing is added to a piece."""
    return piece


# --- a character


def character(spec: UnitSpec, edge: str, number: int, lying: list[dict[str, Any]]) -> Model:
    """The model of a unit as a scenario, a force or a case writes it. Raises Bad."""
    unknown(spec.extra, UNIT_KEYS, "")
    unknown(spec.set, SET_KEYS, "set")
    base_id, base, sample = profile_of(spec.profile)
    bought = {**sample, **{k: v for k, v in spec.extra.items() if k in UNIT_KEYS}}
    has = named_list(bought.get("has", []), "has", "skill, ability or gear", having())
    level = whole(bought.get("level", base.level + has.count("magic_level")), "level")
    model_id = spec.id or f"unit-{number + 1}"
    radius = base_radius(spec.base if spec.base is not None else NUMBERS.base)
    own = own_values(base, has, table(bought.get("upgrades", {}), "upgrades"))
    carried = weapons_of(bought.get("weapons", []), model_id, spec, lying)
    model = Model(
        id=model_id, unit=model_id, side=spec.side, profile=base_id, name=spec.name or bought.get("name") or (
            base.name if spec.profile else model_id), radius=radius,
        height=float(spec.set.get("height", max(2 * radius, MIN_HEIGHT))), at=spec.at,
        facing=(FACING_AWAY[edge] if spec.facing is None else spec.facing) % 360.0, elevation=spec.elevation,
        in_play=bool(spec.set.get("in_play", True)), stats=own, icon=base.icon,
        points=whole(spec.set.get("points", bought.get("points", base.points)), "set.points"),
        gear=tuple(i.weapon for i in carried),
        notes={"has": has, "level": level, "weapons": [msgspec.to_builtins(i) for i in carried],
               "spells": named_list(bought.get("spells", []), "spells", "spell", spells())},
    )
    if bought.get("group"):
        model = noted(model, group=str(bought["group"]))
    return _as_it_stands(_with_set(model, spec.set), spec)


def profile_of(name: str | None) -> tuple[str, Character, dict[str, Any]]:
    """The base character of a profile's name; for one of the samples also what it has. Raises Bad."""
    if not name:
        return PLAIN, characters()[PLAIN], {}
    try:
        key = find("profile", name, characters())
        return key, characters()[key], {}
    except UnknownName:
        pass
    samples: dict[str, Champion] = champions()
    try:
        key = find("profile", name, {**characters(), **samples})
    except UnknownName as error:
        raise Bad("profile", str(error)) from None
    recipe = samples[key].character[0]
    written = msgspec.to_builtins(recipe)
    return recipe.base, characters()[recipe.base], {
        "name": recipe.name, "has": written["has"], "upgrades": written["upgrades"], "spells": written["spells"],
        "weapons": written["weapons"], "points": samples[key].points,
    }


def own_values(base: Character, has: list[str], upgrades: Mapping[str, Any]) -> dict[str, int]:
    """Profile, basic upgrades, faults and armour; bionics are added where characteristics are asked for. RE-15.1"""
    unknown(upgrades, CHARACTERISTICS, "upgrades")
    own = {name: value + whole(upgrades.get(name, 0), f"upgrades.{name}") for name, value in base.values.items()}
    for key in has:
        thing: Trait | Equipment = having()[key]
        if thing.kind != "bionic":
            for name, change in thing.changes.items():
                own[name] += change
    return own


def weapons_of(written: Any, model_id: str, spec: UnitSpec, lying: list[dict[str, Any]]) -> list[Item]:
    """What it carries, in hand unless said otherwise; a weapon `dropped_at` lies on the ground. Raises Bad."""
    carried: list[Item] = []
    for number, entry in enumerate(listed(written, "weapons"), 1):
        where = f"weapons[{number - 1}]"
        told = {"name": entry} if isinstance(entry, str) else entry
        if not isinstance(told, dict):
            raise Bad(where, "a weapon is its name, or a table with its name and changes")
        unknown(told, ("name", "weapon", "changes", "held", "shoulder", "dropped_at", "silent", "jammed", "used"), where)
        name = named(told.get("name", told.get("weapon", "")), where, "weapon", weapons())
        changed = tuple(named_list(told.get("changes", []), f"{where}.changes", "weapon change", changes()))
        shoulder = bool(told.get("shoulder", "shoulder" in changed))
        one = Item(id=f"{model_id}/{number}", weapon=name, changes=changed, held=bool(told.get("held", not shoulder)),
                   shoulder=shoulder, silent=whole(told.get("silent", 0), where), jammed=bool(told.get("jammed")),
                   used=bool(told.get("used")))
        if "dropped_at" in told:
            x, y = told["dropped_at"]
            lying.append({"item": msgspec.to_builtins(one), "at": [float(x), float(y)], "from": model_id})
        else:
            carried.append(one)
    return carried


def noted(model: Model, **notes: Any) -> Model:
    merged = {k: v for k, v in {**model.notes, **notes}.items() if v is not None}
    return replace(model, notes=merged)


def _with_set(model: Model, told: Mapping[str, Any]) -> Model:
    """Characteristics over the profile's: the value in use, so what bionics add is taken off again."""
    own = dict(model.stats)
    for name in CHARACTERISTICS:
        if name in told and name != "W":
            wanted = whole(told[name], f"set.{name}")
            own[name] = next((guess for guess in range(-40, 60) if conditions.value(
                replace(model, stats={**own, name: guess}), name) == wanted), wanted)
    model = replace(model, stats=own)
    start = whole(told.get("W_start", sum(v for _, v in conditions.parts(model, "W"))), "set.W_start")
    left = whole(told.get("W", start), "set.W")
    model = noted(model, W=left, W_start=start, owed=told.get("owed"), SD=told.get("SD"))
    if "lucky_left" in told:
        model = noted(model, lucky_used=not told["lucky_left"])
    return noted(model, ap=whole(told.get("ap", conditions.full_pool(model)), "set.ap"))


def _as_it_stands(model: Model, spec: UnitSpec) -> Model:
    """The conditions of a case's `state`."""
    told = dict(table(spec.extra.get("state", {}), "state"))
    for name in listed(spec.set.get("states", []), "set.states"):
        told[str(name)] = True
    unknown(told, STATE_KEYS, "state")
    states = tuple(s for s in ("prone", "fleeing", "burning", "corroded") if told.get(s) not in (None, False))
    notes: dict[str, Any] = {}
    if "burning" in states:
        notes["burning"] = {"turns": int(told["burning"]) if told["burning"] is not True else 0,
                            "by": str(told.get("burn_by", "")), "less": int(told.get("burn_less", 0))}
    if "corroded" in states:
        notes["corroded"] = int(told["corroded"])
    for limb in conditions.LIMBS:
        notes[limb] = {"total": int(told.get(f"{limb}_total", 0)), "crippled": int(told.get(f"{limb}_crippled", 0))}
    mark = told.get("mark")
    if mark not in (None, "moved", "sprinted", "skill rolled", "none"):
        raise Bad("state.mark", f'no mark "{mark}"; moved, sprinted or skill rolled')
    notes["mark"] = None if mark == "none" else mark
    for key, note in (("stealth", "stealth"), ("force_field", "field"), ("stood", "stood"), ("stupid", "stupid"),
                      ("summoned", "summoned")):
        notes[note] = told.get(key) or None
    return replace(noted(model, **notes), states=states)


# --- reading what a person wrote


def unknown(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    for key in given:
        if key not in tuple(known):
            raise Bad(where or key, f'unknown key "{key}"{did_you_mean(key, known)}')


def whole(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Bad(where, f"{value!r} is no whole number")
    return value


def listed(value: Any, where: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise Bad(where, f"{value!r} is no list; square brackets are wanted")
    return list(value)


def table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Bad(where, f"{value!r} is no table; {{ name = value }} is wanted")
    return value


def named(value: Any, where: str, what: str, known: Mapping[str, Any]) -> str:
    if not isinstance(value, str):
        raise Bad(where, f"{value!r} is no name; a text in quotes is wanted")
    try:
        return find(what, value, known)
    except UnknownName as error:
        raise Bad(where, str(error)) from None


def named_list(value: Any, where: str, what: str, known: Mapping[str, Any]) -> list[str]:
    return [named(v, where, what, known) for v in listed(value, where)]


# --- where it begins


def _where_it_begins(setting: Setting, state: GameState) -> GameState:
    told = setting.begin
    for key in told:
        if key not in BEGIN_KEYS:
            raise FileError(setting.source, key, f'unknown key "{key}"{did_you_mean(key, BEGIN_KEYS)}')
    waits = any(m.at is None and m.in_play for m in state.models.values())
    phase = told.get("phase", "before set-up" if waits else "start")
    if phase == "turns" and waits and state.models:
        state = replace(state, models={k: replace(m, in_play=m.in_play and m.at is not None)
                                       for k, m in state.models.items()})
    if phase not in PHASES:
        raise FileError(setting.source, "phase", f'no phase "{phase}"{did_you_mean(str(phase), PHASES)}')
    turn = told.get("turn") if isinstance(told.get("turn"), int) else told.get("round", 1)
    if isinstance(turn, bool) or not isinstance(turn, int) or turn < 0:
        raise FileError(setting.source, "turn", f"{turn!r} is no number of a turn")
    notes = {**state.notes, **_scenario(setting)}
    if phase == "turns":
        notes.update(_order(setting, state))
    return replace(state, phase=phase, round=0 if phase in ("before set-up", "set-up") else turn, notes=notes)


def _scenario(setting: Setting) -> dict[str, Any]:
    name = setting.begin.get("scenario", setting.options.get("scenario"))
    if name is None:
        return {}
    try:
        key = next(k for k, s in TABLES.scenarios.items()
                   if str(name).casefold().replace("_", " ") in (k.replace("_", " "), s.title.casefold()))
    except StopIteration:
        known = [s.title for s in TABLES.scenarios.values()]
        raise FileError(setting.source, "scenario", f'no scenario "{name}"{did_you_mean(str(name), known)}') from None
    return {"scenario": key}


def _order(setting: Setting, state: GameState) -> dict[str, Any]:
    """The activation order of a case; where it gives none, by L, and whoever acts first comes first."""
    order = setting.begin.get("order")
    if order is None:
        ranked = [m for tied in turns.leadership_order(state) for m in tied]
        return {"order": ranked, "waiting": ranked, "order_open": True}
    if not isinstance(order, list):
        raise FileError(setting.source, "order", "is a list of ids")
    for name in order:
        if name not in state.models:
            raise FileError(setting.source, "order", f'no character "{name}"{did_you_mean(str(name), state.models)}')
    rest = [m for tied in turns.leadership_order(state) for m in tied if m not in order]
    return {"order": [*order, *rest], "waiting": [*order, *rest]}


