"""How a game of Rouge Elements begins: characters from what was bought, and a position in mid-turn for cases."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, UnknownName, brief, did_you_mean
from game.rulesets.common.begin import (
    check_switches,
    gather,
    height_told,
    is_waiting_off,
    listed,
    radius_told,
    refuse_unknown,
    start_told,
    whole,
)
from game.rulesets.common.data import Named
from game.rulesets.common.given import is_number, is_point, point_of
from game.rulesets.rouge_elements import conditions, items, prices, scoring, turns
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.data import (
    CHARACTERISTICS,
    NUMBERS,
    RULES,
    TABLES,
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
from game.table.objective import Marker
from game.table.setting import Setting, UnitSpec
from game.table.side import FACING_AWAY
from game.table.unit import Unit
from game.words import say

BEGIN_KEYS = ("phase", "turn", "first", "round", "order", "scenario", "build", "game", "stage", "offers")
UNIT_KEYS = ("has", "upgrades", "level", "spells", "weapons", "group", "state")
SET_KEYS = (*CHARACTERISTICS, "ap", "SD", "owed", "W_start", "states", "in_play", "points", "height", "level",
            "lucky_left")
STATE_KEYS = ("prone", "fleeing", "burning", "burn_by", "burn_less", "corroded", "mark", "arms_crippled",
              "legs_crippled", "arms_total", "legs_total", "stealth", "force_field", "stood", "stupid", "charged",
              "summoned")
WEAPON_KEYS = ("name", "weapon", "changes", "held", "shoulder", "dropped_at", "silent", "jammed", "used")
MARKS = ("moved", "sprinted", "skill rolled", "none")
PHASES = ("before set-up", "set-up", "start", "turns")
MOST = 1000
"""What no count of points, turns or wounds goes beyond."""
PLAIN = "trooper"
"""A unit that names no profile."""


def begin(setting: Setting) -> GameState:
    """The state of a setting. Without a phase: set-up if anybody waits off the table, else the start of turn 1."""
    state = gather(setting, RULES, UNIT_KEYS, _unit)
    lying = [lies for model in state.models.values() for lies in model.note("lying", [])]
    for lies in lying:
        if not (0 <= lies["at"][0] <= state.table.width and 0 <= lies["at"][1] <= state.table.height):
            raise FileError(setting.source, f'{lies["from"]}.weapons', say("{brief} is off the table",
                                                                           brief=brief(lies["at"])))
    models = {m.id: noted(m, lying=None) for m in state.models.values()}
    notes = {"dropped": lying} if lying else {}
    told = {"offers": setting.begin["offers"]} if "offers" in setting.begin else {}
    state = replace(state, models=models, notes=notes, options={**state.options, **told})
    check_switches(setting, state, RULES.switches)
    return _marked(_where_it_begins(setting, state))


def _marked(state: GameState) -> GameState:
    """Where a piece is the objective to be held, a marker on it: the window shows who holds it. T24"""
    piece = state.terrain.get(scoring.OBJECTIVE)
    if state.note("scenario") != "hold_ground" or piece is None or scoring.OBJECTIVE in state.markers:
        return state
    marker = Marker(id=scoring.OBJECTIVE, name="1", at=piece.centre)
    return replace(state, markers={**state.markers, marker.id: marker})


# --- a character


def _unit(setting: Setting, spec: UnitSpec, unit_id: str, where: str) -> tuple[Unit, list[Model]]:
    if spec.model is not None:
        raise FileError(setting.source, f"{where}.model", "every character is a unit of its own")
    model = character(setting.source, where, spec, unit_id, setting.sides[spec.side].edge)
    return Unit(id=unit_id, side=spec.side, name=model.name, models=(unit_id,)), [model]


def character(source: str, where: str, spec: UnitSpec, model_id: str, edge: str) -> Model:
    """The model of a unit as a scenario, a force or a case writes it. Raises FileError."""
    refuse_unknown(source, f"{where}.set", spec.set, SET_KEYS)
    base_id, base, sample = profile_of(source, where, spec.profile)
    bought = {**sample, **{k: v for k, v in spec.extra.items() if k in UNIT_KEYS}}
    has = named_list(source, f"{where}.has", [*sample.get("has", []), *listed(source, f"{where}.has", spec.extra.get(
        "has", []))], "skill, ability or gear", having())
    radius = radius_told(source, where, spec.base if spec.base is not None else NUMBERS.base)
    carried, lying = weapons_of(source, where, bought.get("weapons", []), model_id, "armstrong" in has)
    model = Model(
        id=model_id, unit=model_id, side=spec.side, profile=base_id,
        name=spec.name or bought.get("name") or (base.name if spec.profile else model_id), radius=radius,
        height=height_told(source, where, spec.set, radius), at=spec.at,
        facing=(FACING_AWAY[edge] if spec.facing is None else spec.facing) % 360.0, elevation=spec.elevation,
        in_play=truth(source, f"{where}.set.in_play", spec.set.get("in_play", True)),
        stats=own_values(source, where, base, has, bought.get("upgrades", {})), icon=base.icon,
        points=whole(source, f"{where}.set.points", spec.set.get("points", bought.get("points", base.points)), 0),
        gear=tuple(i.weapon for i in carried),
        notes={"has": has, "weapons": items.written(carried),
               "level": whole(source, f"{where}.level", bought.get("level", base.level + has.count("magic_level")), 0,
                             MOST),
               "spells": named_list(source, f"{where}.spells", bought.get("spells", []), "spell", spells())},
    )
    if bought.get("group"):
        if not isinstance(bought["group"], str):
            raise FileError(source, f"{where}.group", say("{brief} is no name; text in quotes is wanted",
                                                          brief=brief(bought["group"])))
        model = noted(model, group=bought["group"])
    model = noted(model, lying=lying or None)
    return _as_it_stands(source, where, _with_set(source, where, model, spec.set), spec)


def drone_radius() -> float:
    """Inches: the radius of a base that nobody says anything of. RE-R3"""
    return radius_told("", "", NUMBERS.base)


def profile_of(source: str, where: str, name: str | None) -> tuple[str, Character, dict[str, Any]]:
    """The base character of a profile's name; for one of the samples also what it has. Raises FileError."""
    if not name:
        return PLAIN, characters()[PLAIN], {}
    key = named(source, f"{where}.profile", name, "profile", {**characters(), **champions()})
    if key in characters():
        return key, characters()[key], {}
    champion = champions()[key]
    written = msgspec.json.decode(msgspec.json.encode(champion))
    bought = {k: written[k] for k in ("name", "has", "upgrades", "spells", "weapons")}
    return champion.base, characters()[champion.base], {**bought, "points": prices.price(champion)}


def own_values(source: str, where: str, base: Character, has: list[str], upgrades: Any) -> dict[str, int]:
    """Profile, basic upgrades, faults and armour; bionics are added where characteristics are asked for. RE-15.1"""
    bought = tabled(source, f"{where}.upgrades", upgrades)
    refuse_unknown(source, f"{where}.upgrades", bought, CHARACTERISTICS)
    own = {name: value + whole(source, f"{where}.upgrades.{name}", bought.get(name, 0))
           for name, value in base.values.items()}
    for key in has:
        thing: Trait | Equipment = having()[key]
        if thing.kind != "bionic":
            for name, change in thing.changes.items():
                own[name] += change
    return own


def weapons_of(
    source: str, where: str, written: Any, model_id: str, strong: bool
) -> tuple[list[Item], list[dict[str, Any]]]:
    """What it carries, and what of it lies on the ground. Where nothing is said, hands hold the first that they can
    (`strong` ones a two-handed weapon in one), and the rest is in its slots. RE-11.3, RE-R57. Raises FileError."""
    carried: list[Item] = []
    lying: list[dict[str, Any]] = []
    free = NUMBERS.hands
    for number, entry in enumerate(listed(source, f"{where}.weapons", written), 1):
        place = f"{where}.weapons[{number - 1}]"
        told = {"name": entry} if isinstance(entry, str) else tabled(source, place, entry)
        refuse_unknown(source, place, told, WEAPON_KEYS)
        changed = tuple(named_list(source, f"{place}.changes", told.get("changes", []), "weapon change", changes()))
        shoulder = truth(source, f"{place}.shoulder", told.get("shoulder", False)) or "shoulder" in changed
        key = named(source, place, told.get("name", told.get("weapon", "")), "weapon", weapons())
        hands = min(weapons()[key].hands, 1) if strong else weapons()[key].hands
        one = Item(
            id=f"{model_id}/{number}", changes=changed, shoulder=shoulder, weapon=key,
            held=truth(source, f"{place}.held", told.get("held", not shoulder and hands <= free)),
            silent=whole(source, f"{place}.silent", told.get("silent", 0), 0, MOST),
            jammed=truth(source, f"{place}.jammed", told.get("jammed", False)),
            used=truth(source, f"{place}.used", told.get("used", False)))
        if "dropped_at" in told:
            if not is_point(told["dropped_at"]):
                raise FileError(source, f"{place}.dropped_at", "a place is two numbers, in inches")
            at = point_of(told["dropped_at"])
            lying.append({"item": items.plain(one), "at": list(at), "from": model_id})
        else:
            carried.append(one)
            free -= hands if one.held else 0
    return carried, lying


def noted(model: Model, **notes: Any) -> Model:
    merged = {k: v for k, v in {**model.notes, **notes}.items() if v is not None}
    return replace(model, notes=merged)


def _with_set(source: str, where: str, model: Model, told: Mapping[str, Any]) -> Model:
    """Characteristics over the profile's: the value in use, so what bionics add is taken off again."""
    own = dict(model.stats)
    for name in CHARACTERISTICS:
        if name in told and name != "W":
            wanted = whole(source, f"{where}.set.{name}", told[name], NUMBERS.lowest, NUMBERS.highest)
            own[name] = next((guess for guess in range(-40, 60) if conditions.lasting_value(
                replace(model, stats={**own, name: guess}), name) == wanted), wanted)
    model = replace(model, stats=own)
    start = sum(v for _, v in conditions.parts(model, "W"))
    if "W_start" in told:
        start = whole(source, f"{where}.set.W_start", told["W_start"], 1, NUMBERS.most_wounds)
    left = whole(source, f"{where}.set.W", told["W"], 1, NUMBERS.most_wounds) if "W" in told else start
    owed = whole(source, f"{where}.set.owed", told.get("owed", 0), 0, MOST)
    model = noted(model, W=left, W_start=start, owed=owed or None, SD=_seen(source, where, told.get("SD")))
    if "lucky_left" in told:
        model = noted(model, lucky_used=not whole(source, f"{where}.set.lucky_left", told["lucky_left"], 0, 1))
    return noted(model, ap=whole(source, f"{where}.set.ap", told.get("ap", conditions.full_pool(model)), 0, MOST))


def _seen(source: str, where: str, inches: Any) -> float | None:
    """A spotting distance as a file writes it. Raises FileError."""
    if inches is not None and not (is_number(inches) and inches >= 0):
        raise FileError(source, f"{where}.set.SD", say("{brief} is no distance; inches from 0 are wanted",
                                                       brief=brief(inches)))
    return None if inches is None else inches


def _as_it_stands(source: str, where: str, model: Model, spec: UnitSpec) -> Model:
    """The conditions of a case's `state`."""
    told = dict(tabled(source, f"{where}.state", spec.extra.get("state", {})))
    for name in listed(source, f"{where}.set.states", spec.set.get("states", [])):
        told[str(name)] = True
    refuse_unknown(source, f"{where}.state", told, STATE_KEYS)
    for key, value in told.items():
        if key not in ("mark", "burn_by") and not (isinstance(value, int) and 0 <= value <= MOST):
            raise FileError(source, f"{where}.state.{key}", say("{brief} is no number from 0 to {most}, nor "
                                                                "true or false", brief=brief(value), most=MOST))
        if key.endswith("_crippled"):
            whole(source, f"{where}.state.{key}", value, 0, 2)
    if told.get("mark", "none") not in MARKS:
        raise FileError(source, f"{where}.state.mark", say('no mark "{mark}"{hint}', mark=told["mark"],
                                                           hint=did_you_mean(told["mark"], MARKS)))
    states = tuple(s for s in RULES.states if told.get(s) is not None and told.get(s) is not False)
    notes: dict[str, Any] = {"mark": None if told.get("mark") == "none" else told.get("mark")}
    if "burning" in states:
        turns_burned = told["burning"]
        notes["burning"] = {"turns": 0 if turns_burned is True else turns_burned, "less": told.get("burn_less", 0),
                            "by": str(told.get("burn_by", ""))}
    if "corroded" in states:
        notes["corroded"] = int(told["corroded"])
    for limb in conditions.LIMBS:
        notes[limb] = {part: told.get(f"{limb}_{part}", 0) for part in ("total", "crippled")}
    for key in ("stealth", "stood", "summoned"):
        notes[key] = told.get(key) or None
    return replace(noted(model, **notes), states=states)


# --- reading what a person wrote


def tabled(source: str, where: str, value: Any) -> Mapping[str, Any]:
    """A table. Raises FileError."""
    if not isinstance(value, dict):
        raise FileError(source, where, say("{value!r} is no table; {{ name = value }} is wanted", value=value))
    return value


def truth(source: str, where: str, value: Any) -> bool:
    """True or false. Raises FileError."""
    if not isinstance(value, bool):
        raise FileError(source, where, say("{brief} is neither true nor false", brief=brief(value)))
    return value


def named(source: str, where: str, value: Any, what: str, known: Mapping[str, Named]) -> str:
    """The id of a name. Raises FileError."""
    if not isinstance(value, str):
        raise FileError(source, where, say("{value!r} is no name; a text in quotes is wanted", value=value))
    try:
        return find(what, value, known)
    except UnknownName as error:
        raise FileError(source, where, str(error)) from None


def named_list(source: str, where: str, value: Any, what: str, known: Mapping[str, Named]) -> list[str]:
    """The ids of a list of names. Raises FileError."""
    return [named(source, where, v, what, known) for v in listed(source, where, value)]


# --- where it begins


def _where_it_begins(setting: Setting, state: GameState) -> GameState:
    told = setting.begin
    turn = told.get("turn")
    numbered = isinstance(turn, int)  # a case's `turn` is the number of the turn
    plain = replace(setting, begin={k: v for k, v in told.items() if not (k == "turn" and numbered)})
    start = start_told(plain, state, BEGIN_KEYS, PHASES, before=PHASES[:2],
                       otherwise=PHASES[0] if is_waiting_off(state) else "start")
    round_ = whole(setting.source, "turn", turn) if numbered else start.round
    notes = {**state.notes, **_scenario(setting)}
    if start.phase == "turns":
        notes.update(_order(setting, state))
    return replace(state, phase=start.phase, round=round_, notes=notes)


def _scenario(setting: Setting) -> dict[str, Any]:
    name = setting.begin.get("scenario", setting.options.get("scenario"))
    return {} if name is None else {"scenario": scenario_named(setting.source, name)}


def scenario_named(source: str, name: Any) -> str:
    """The id of a scenario's name. Raises FileError."""
    wanted = str(name).casefold().replace("_", " ")
    key = next((k for k, s in TABLES.scenarios.items() if wanted in (k.replace("_", " "), s.title.casefold())), None)
    if key is None:
        known = [s.title for s in TABLES.scenarios.values()]
        raise FileError(source, "scenario", say('no scenario "{name}"{hint}', name=name,
                                                hint=did_you_mean(str(name), known)))
    return key


def _order(setting: Setting, state: GameState) -> dict[str, Any]:
    """The activation order of a case; where it gives none, by L, and whoever acts first comes first."""
    order = setting.begin.get("order")
    ranked = [m for tied in turns.leadership_order(m for m in state.models.values() if m.in_play) for m in tied]
    if order is None:
        return {"order": ranked, "waiting": ranked, "order_open": True}
    for name in listed(setting.source, "order", order):
        if not isinstance(name, str) or name not in state.models:
            near = did_you_mean(str(name), state.models)
            raise FileError(setting.source, "order", say("no character {brief}{near}", brief=brief(name), near=near))
        if order.count(name) > 1:
            raise FileError(setting.source, "order", say('"{name}" acts twice', name=name))
    rest = [m for m in ranked if m not in order]
    return {"order": [*order, *rest], "waiting": [*order, *rest]}


