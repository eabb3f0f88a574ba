"""How a battle of CyberDark begins: characters from their profiles, and a position in mid-round for cases."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, did_you_mean
from game.rulesets.common.begin import (
    check_switches,
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
from game.rulesets.common.data import Named, find_in
from game.rulesets.common.given import is_point
from game.rulesets.cyberdark import creation, mission
from game.rulesets.cyberdark.conditions import in_hiding, is_conscious
from game.rulesets.cyberdark.data import NUMBERS, RULES, SKILLS, Profile, kit, programs, weapons
from game.rulesets.cyberdark.interior_orders import DOOR_STATES, is_door
from game.rulesets.cyberdark.turns import BY_HAND, THIS_ACTIVATION
from game.table.model import Model
from game.table.setting import Setting, UnitSpec
from game.table.side import FACING_AWAY
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.words import joined, plain, say

OPTIONS = (*(s.id for s in RULES.switches), "limit", "rounds", "mission", "hiding")
"""The options of a scenario that a case may set."""
BEGIN_KEYS = ("phase", "round", "turn", "first", "slots", "slot", "file", "build", *OPTIONS)
PHASES = ("deploy", "initiative", "turns", "after")
STATES = ("conscious", "bleeding", "stabilised", "dead", "broken", "off")
COUNTS = ("po", "stress", "composure", "chance", "waiting", "white_noise", "actions", "battles")
LISTS = ("jammed", "programs", "weapons", "implants", "gear", "kit")
SET_KEYS = (*SKILLS, *COUNTS, *LISTS, "state", "deadline", "evade", "magazine", "move", "max_composure", "points",
            "height", "in_play", "lair")
UNIT_KEYS = ("character",)
"""`character` is a character of one's own, written as in a force file; without it a unit names its profile."""
NOBODY = Profile(name=plain(say("Nobody")), kind="extra", icon="person", skills=(5, 5, 5, 5, 5, 5, 5, 5), po=6,
                 composure=3)
"""A unit that names no profile: an average person. CD-7.1"""


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: deployment if anybody waits off the table, else initiative."""
    state = gather(setting, RULES, UNIT_KEYS, _unit, prepare_terrain)
    start = start_told(setting, state, BEGIN_KEYS, PHASES, before=PHASES[:2],
                       otherwise=PHASES[0] if is_waiting_off(state) else PHASES[1])
    switched = {k: v for k, v in setting.begin.items() if k in OPTIONS}
    state = replace(state, phase=start.phase, round=start.round, options={**state.options, **switched})
    _check_options(setting, state)
    mission.check(setting, state)
    if "file" in setting.begin:
        state = replace(state, notes={**state.notes, "file": str(setting.begin["file"])})
    return _in_mid_round(setting, state) if start.phase == "turns" else state


def prepare_terrain(source: str, piece: Terrain) -> Terrain:
    """Cover pieces are rough ground, where they can be entered at all; a door stands closed unless its file says
    otherwise. CD-H8, CD-S2"""
    if is_door(piece):
        if piece.state not in DOOR_STATES:
            raise FileError(source, piece.id, say('no state "{state}" of a door{hint}', state=piece.state,
                                                  hint=did_you_mean(piece.state, DOOR_STATES)))
        return replace(piece, traits=piece.traits | {"opaque", "impassable"})
    if "terminal" in piece.traits:
        return replace(piece, system=None)
    rough = piece.cover and "impassable" not in piece.traits
    return replace(piece, traits=piece.traits | {"difficult"}) if rough else piece


def _check_options(setting: Setting, state: GameState) -> None:
    refuse_unknown(setting.source, "options", state.options, (*OPTIONS, BY_HAND))
    check_switches(setting, state, RULES.switches)


# --- a character


def _unit(setting: Setting, spec: UnitSpec, unit_id: str, where: str) -> tuple[Unit, list[Model]]:
    if spec.model is not None:
        raise FileError(setting.source, f"{where}.model", "every character is a unit of its own")
    model = character(setting.source, where, spec, unit_id, setting.sides[spec.side].edge)
    return Unit(id=unit_id, side=spec.side, name=model.name, models=(unit_id,)), [model]


def character(source: str, where: str, spec: UnitSpec, model_id: str, edge: str) -> Model:
    """The model of a unit as a scenario, a force or a case writes it. Raises FileError."""
    told = spec.set
    refuse_unknown(source, f"{where}.set", told, SET_KEYS)
    key, profile = _profile(source, where, spec)
    radius = radius_told(source, where, spec.base if spec.base is not None else profile.base)
    levels = {s: whole(source, f"{where}.set.{s}", told.get(s, v), 1, 10) for s, v in profile.levels.items()}
    carried = _carried(source, where, told, profile)
    armed = tuple(_named(source, where, told, "weapons", list(profile.weapons), "weapon", weapons()))
    own = replace(profile, skills=tuple(levels.values()), weapons=armed, kit=tuple(carried["kit"]),
                  programs=tuple(carried["programs"]))
    model = Model(
        id=model_id, unit=model_id, side=spec.side, profile=key,
        name=spec.name or (profile.name if profile is not NOBODY else model_id), radius=radius,
        height=height_told(source, where, told, radius), at=spec.at,
        facing=(FACING_AWAY[edge] if spec.facing is None else spec.facing) % 360.0, elevation=spec.elevation,
        in_play=bool(told.get("in_play", True)), stats={**levels, "PO": profile.po}, icon=profile.icon,
        points=whole(source, f"{where}.set.points", told.get("points", own.points)),
        gear=armed, notes={**carried, **({} if key or profile is NOBODY else {"kind": profile.kind})},
    )
    return _as_it_stands(source, where, _counted(source, where, model, told, profile), told)


def _profile(source: str, where: str, spec: UnitSpec) -> tuple[str, Profile]:
    """The profile that it names, or what it is by itself, without an id. Raises FileError."""
    if "character" not in spec.extra:
        return profile_told(source, where, "profile", spec.profile, creation.known(), NOBODY)
    told = spec.extra["character"]
    if spec.profile or not isinstance(told, dict):
        raise FileError(source, f"{where}.character", "is a table, in the place of a profile")
    return "", creation.read(source, f"{where}.character", told, spec.name)


def _named(
    source: str, where: str, told: Mapping[str, Any], key: str, otherwise: list[str], what: str,
    known: Mapping[str, Named],
) -> list[str]:
    """The ids of a list of names that `set` gives; else what the profile has. Raises FileError."""
    if key not in told:
        return otherwise
    place = f"{where}.set.{key}"
    return [find_in(source, place, what, str(n), known) for n in listed(source, place, told[key])]


def _carried(source: str, where: str, told: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """Implants and gear, programs, the Move value."""
    own = {kind: [k for k in profile.kit if kit()[k].kind == kind] for kind in ("implant", "gear")}
    things = [*_named(source, where, told, "implants", own["implant"], "implant", kit()),
              *_named(source, where, told, "gear", own["gear"], "piece of gear", kit())]
    things = _named(source, where, told, "kit", things, "implant or gear", kit())
    loaded = _named(source, where, told, "programs", list(profile.programs), "program", programs())
    move = told.get("move", profile.move)
    if isinstance(move, bool) or not isinstance(move, (int, float)) or move < 0:
        raise FileError(source, f"{where}.set.move", "a Move value is inches, 0 or more")
    return {"kit": things, "programs": loaded, "move": float(move)}


def _counted(source: str, where: str, model: Model, told: Mapping[str, Any], profile: Profile) -> Model:
    """What it has of each that it can run out of, full where nothing else is said."""
    def count(key: str, otherwise: int, high: int = 1000) -> int:
        return whole(source, f"{where}.set.{key}", told.get(key, otherwise), 0, high)

    most = count("max_composure", profile.composure)
    notes = {**model.notes, "po": count("po", profile.po), "stress": count("stress", 0),
             "composure": count("composure", most), "most_composure": most,
             "chance": count("chance", profile.chance), "most_chance": profile.chance}
    for key, note in (("waiting", "waiting"), ("white_noise", "noise"), ("actions", "actions"),
                      ("battles", "battles")):
        if told.get(key):
            notes[note] = count(key, 0, NUMBERS.most_waiting if key == "waiting" else 100)
    if notes["po"] > profile.po:
        model = replace(model, stats={**model.stats, "PO": notes["po"]})
    return replace(model, notes=notes)


def _as_it_stands(source: str, where: str, model: Model, told: Mapping[str, Any]) -> Model:
    """The state of a case: down, gone, evading, with jams and magazines. Raises FileError."""
    state = str(told.get("state", "conscious"))
    if state not in STATES:
        raise FileError(source, f"{where}.set.state", say('no state "{state}"{hint}', state=state,
                                                          hint=did_you_mean(state, STATES)))
    notes = dict(model.notes)
    if "jammed" in told:
        both: dict[str, Named] = {**weapons(), **kit()}
        notes["jammed"] = _named(source, where, told, "jammed", [], "item", both)
    if "magazine" in told:
        notes["magazine"] = _magazines(source, f"{where}.set.magazine", model, told["magazine"])
    if told.get("evade"):
        notes["evade"] = True
    if "deadline" in told:
        place = f"{where}.set.deadline"
        pair = listed(source, place, told["deadline"])
        if len(pair) != 2:
            raise FileError(source, place, "a deadline is [round, slot]")
        notes["deadline"] = [whole(source, place, n, 1) for n in pair]
    if "lair" in told:
        lair = told["lair"]
        if not is_point(lair):
            raise FileError(source, f"{where}.set.lair", "a hiding place is a point, two numbers in inches")
        notes["lair"] = [float(lair[0]), float(lair[1])]
    if state in ("dead", "broken", "off"):
        return replace(model, notes={**notes, "left": state}, in_play=False)
    return replace(model, notes=notes, states=() if state == "conscious" else (state,))


def _magazines(source: str, where: str, model: Model, told: Any) -> dict[str, int]:
    if not isinstance(told, dict):
        raise FileError(source, where, "is a table by gun: magazine = { pistol = 3 }")
    found: dict[str, int] = {}
    for name, shots in told.items():
        gun = find_in(source, where, "weapon", str(name), weapons())
        if gun not in model.gear or not weapons()[gun].gun:
            raise FileError(source, where, say("{name} carries no such gun: {gun}", name=model.name, gun=name))
        found[gun] = whole(source, f"{where}.{name}", shots, 0, weapons()[gun].magazine)
    return found


# --- where it begins


def _in_mid_round(setting: Setting, state: GameState) -> GameState:
    """A position in the slot that a case names; its owner's activation has just begun."""
    order = _order(setting, state)
    slot = whole(setting.source, "slot", setting.begin.get("slot", 1), 1, max(1, len(order)))
    able = [n for n in range(slot, len(order) + 1)
            if is_conscious(state.models[order[n - 1]]) or in_hiding(state.models[order[n - 1]])]
    notes: dict[str, Any] = {**state.notes, "slots": order, "slot": able[0] if able else slot}
    if not able:
        return replace(state, notes=notes)
    model = state.models[order[able[0] - 1]]
    left = max(0, NUMBERS.actions - int(model.note("waiting", 0)))
    own = {k: v for k, v in model.notes.items() if k not in (*THIS_ACTIVATION, "waiting", "evade")}
    acts = replace(model, notes={**own, "actions": int(model.note("actions", left))})
    return replace(state, notes=notes, active=model.unit, turn=model.side,
                   models={**state.models, model.id: acts})


def _order(setting: Setting, state: GameState) -> list[str]:
    """The slots of a case; where it gives none, the roster. Raises FileError."""
    roster = [m.id for side in state.sides for m in state.models_of(side)]
    told = listed(setting.source, "slots", setting.begin.get("slots", roster))
    for name in told:
        if name not in state.models:
            raise FileError(setting.source, "slots", say('no character "{name}"{hint}', name=name,
                                                         hint=did_you_mean(str(name), state.models)))
    if sorted(map(str, told)) != sorted(roster):
        missing = [name for name in roster if name not in told]
        wrong = say("every character has one slot")
        if missing:
            wrong = say("every character has one slot; without one: {missing}", missing=joined(", ", missing))
        raise FileError(setting.source, "slots", wrong)
    return [str(name) for name in told]
