"""Rule case files: what they may hold, read strictly (design: cases)."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from game.engine.ruleset import RuleSet
from game.errors import FileError, UnknownName, brief, did_you_mean
from game.rulesets.registry import ruleset, rulesets
from game.sim.paths import maps_dir
from game.sim.scenario import map_path
from game.table import datafile
from game.table.mapfile import check_size, read_map
from game.table.objective import Marker
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import EDGES, SIDES, Side, edge_zone
from game.table.table import Table
from game.table.terrain import Terrain
from game.table.terrainspec import TerrainSpec, build_terrain
from game.words import say

COMMON = ("title", "rules", "cites", "comment", "table", "map", "dice", "sides", "options", "terrain", "unit", "marker",
          "step", "expect", "case")
SIDE_KEYS = ("name", "edge", "zone")
BY_HAND = {"ends_by_hand": True}
"""What a case's options are where it says nothing else: nobody's activation ends by itself."""
MARKER_KEYS = ("id", "at", "name", "owner")
MODEL_KEYS = ("id", "profile", "name", "at", "facing", "elevation", "base", "set")
NAMES = ("by", "side", "unit", "weapon", "power", "using", "first")
"""Keys of steps that name something."""
UNIT_KEYS = (*MODEL_KEYS, "side", "model")


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case: where it begins, its dice, its steps and what must hold. `where` is its place in its file."""

    path: str
    where: str
    title: str
    rules: RuleSet
    cites: tuple[str, ...]
    dice: tuple[int, ...]
    setting: Setting
    steps: tuple[dict[str, Any], ...]
    expects: tuple[dict[str, Any], ...]


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file, in order. Raises FileError. A file of untestable rules holds none."""
    yield from cases_of(path, datafile.read_toml(path))


def cases_of(path: Path, data: dict[str, Any]) -> Iterator[Case]:
    """The cases that a file of this content holds. Raises FileError."""
    if set(data) == {"rule"}:
        return
    shared = {key: value for key, value in data.items() if key != "case"}
    cases = data.get("case")
    if cases is None:
        yield _case(path, "", shared)
        return
    if not isinstance(cases, list) or not all(isinstance(c, dict) for c in cases):
        raise FileError(path, "case", "several cases are [[case]] tables")
    for number, case in enumerate(cases):
        yield _case(path, f"case[{number}]", {**shared, **case})


def _case(path: Path, where: str, data: dict[str, Any]) -> Case:
    rules = _rules(path, where, data)
    words = rules.case_words
    known = (*COMMON, *words.begin_keys)
    for key in data:
        if key not in known:
            raise FileError(path, _at(where, key), say('unknown key "{key}"{near}', key=key,
                                                       near=did_you_mean(key, known)))
    steps = _tables(path, where, data, "step")
    for number, step in enumerate(steps):
        _check_step(path, _at(where, f"step[{number}]"), step, words.steps)
    expects = _tables(path, where, data, "expect")
    return Case(
        path=str(path), where=where, title=_typed(path, where, data, "title", str, path.stem), rules=rules,
        cites=tuple(datafile.convert(path, data.get("cites", []), list[str], _at(where, "cites"))),
        dice=_dice(path, where, data),
        setting=_setting(path, where, data, rules, steps), steps=tuple(steps), expects=tuple(expects),
    )


def _dice(path: Path, where: str, data: dict[str, Any]) -> tuple[int, ...]:
    dice = datafile.convert(path, data.get("dice", []), list[int], _at(where, "dice"))
    for number, face in enumerate(dice):
        if face < 1:
            raise FileError(path, _at(where, f"dice[{number}]"), say("{face} is no face of a die; they count from 1",
                                                                     face=face))
    return tuple(dice)


def _rules(path: Path, where: str, data: dict[str, Any]) -> RuleSet:
    name = data.get("rules")
    if not isinstance(name, str):
        raise FileError(path, _at(where, "rules"), say("a case names its rule set; known: {rulesets}",
                                                       rulesets=", ".join(rulesets())))
    try:
        return ruleset(name)
    except UnknownName as error:
        raise FileError(path, _at(where, "rules"), str(error)) from None


def _check_step(path: Path, where: str, step: dict[str, Any], known: Any) -> None:
    do = step.get("do")
    if not isinstance(do, str) or do not in known:
        raise FileError(path, f"{where}.do", say('no option "{do}"{near}', do=do,
                                                 near=did_you_mean(str(do), known)))
    for key in step:
        if key not in ("do", "comment", *known[do]):
            raise FileError(path, f"{where}.{key}", say('unknown key "{key}" of {do}{near}', key=key, do=do,
                                                        near=did_you_mean(key, known[do])))
        if key in NAMES and not isinstance(step[key], str) and not _is_names(key, step[key]):
            raise FileError(path, f"{where}.{key}", say("{found} is no name; a text in quotes is wanted",
                                                        found=brief(step[key])))


def _is_names(key: str, value: Any) -> bool:
    """Whether several are named where a rule set lets several weapons strike together."""
    return key == "weapon" and isinstance(value, list) and all(isinstance(name, str) for name in value)


def _setting(
    path: Path, where: str, data: dict[str, Any], rules: RuleSet, steps: list[dict[str, Any]]
) -> Setting:
    table, terrain = _table(path, where, data, rules)
    units = tuple(_unit(path, _at(where, f"unit[{n}]"), unit, rules)
                  for n, unit in enumerate(_tables(path, where, data, "unit")))
    present = [s for s in SIDES if any(u.side == s for u in units)]
    names = [*present, *(s for s in SIDES if s not in present)][: max(2, len(present))]
    told = _sides_told(path, where, data)
    names += [s for s in told if s not in names]
    sides = {s: _side(path, where, s, table, rules, told.get(s, {})) for s in sorted(names, key=SIDES.index)}
    begin = {key: data[key] for key in rules.case_words.begin_keys if key in data}
    begin.setdefault("phase", "turns")
    if begin["phase"] == "turns" and "turn" not in begin and "first" not in begin:
        begin["turn"] = _first_actor(units, steps) or next(iter(sides))
    return Setting(source=str(path), title=str(data.get("title", path.stem)), table=table, terrain=terrain, sides=sides,
                   units=units, markers=_markers(path, where, data), begin=begin, options=_options(path, where, data))


def _options(path: Path, where: str, data: dict[str, Any]) -> dict[str, Any]:
    told = data.get("options", {})
    if not isinstance(told, dict):
        raise FileError(path, _at(where, "options"), "is a table, as in [options]")
    return {**BY_HAND, **told}


def _sides_told(path: Path, where: str, data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What a case says of its sides besides who stands on them."""
    told = data.get("sides", {})
    place = _at(where, "sides")
    if not isinstance(told, dict) or not all(isinstance(side, dict) for side in told.values()):
        raise FileError(path, place, "is a table by side, as in [sides.blue]")
    for name, side in told.items():
        if name not in SIDES:
            raise FileError(path, f"{place}.{name}", say("{found} is no side; one of {sides}", found=brief(name),
                                                         sides=", ".join(SIDES)))
        for key in side:
            if key not in SIDE_KEYS:
                raise FileError(path, f"{place}.{name}.{key}", say('unknown key "{key}"{near}', key=key,
                                                                   near=did_you_mean(key, SIDE_KEYS)))
        if side.get("edge", EDGES[0]) not in EDGES:
            raise FileError(path, f"{place}.{name}.edge", say('no edge "{edge}"{near}', edge=str(side["edge"]),
                                                              near=did_you_mean(str(side["edge"]), EDGES)))
    return told


def _markers(path: Path, where: str, data: dict[str, Any]) -> dict[str, Marker]:
    markers: dict[str, Marker] = {}
    for number, table in enumerate(_tables(path, where, data, "marker")):
        place = _at(where, f"marker[{number}]")
        for key in table:
            if key not in MARKER_KEYS:
                raise FileError(path, f"{place}.{key}", say('unknown key "{key}"{near}', key=key,
                                                            near=did_you_mean(key, MARKER_KEYS)))
        marker = datafile.convert(path, {"id": str(number + 1), **table}, Marker, place)
        if marker.id in markers:
            raise FileError(path, f"{place}.id", say('the id "{id}" is used twice', id=marker.id))
        markers[marker.id] = marker
    return markers


def _side(path: Path, where: str, name: str, table: Table, rules: RuleSet, told: dict[str, Any]) -> Side:
    """A side; `told` is what the case says of it: its name, its edge, the depth of its zone in inches (0: anywhere)."""
    edge = str(told.get("edge", EDGES[SIDES.index(name)]))
    place = _at(where, f"sides.{name}")
    deep = datafile.convert(path, told.get("zone", rules.zone_depth), float, f"{place}.zone")
    if deep < 0:
        raise FileError(path, f"{place}.zone", say("{zone:g} is below 0; inches from the edge are wanted", zone=deep))
    called = datafile.convert(path, told.get("name", name.capitalize()), str, f"{place}.name")
    return Side(id=name, name=called, edge=edge,
                zone=edge_zone(edge, deep, table.width, table.height) if deep else ())


def _table(path: Path, where: str, data: dict[str, Any], rules: RuleSet) -> tuple[Table, dict[str, Terrain]]:
    specs = [datafile.convert(path, t, TerrainSpec, _at(where, f"terrain[{n}]"))
             for n, t in enumerate(_tables(path, where, data, "terrain"))]
    if "map" in data:
        if "table" in data:
            raise FileError(path, _at(where, "map"), 'a case has one table: "map" (a file) or "table" (its size)')
        table, pieces = read_map(map_path(path, _typed(path, where, data, "map", str, ""), maps_dir()))
        for spec in specs:
            if spec.id in pieces:
                raise FileError(path, _at(where, "terrain"), say('the map has a piece "{id}" already', id=spec.id))
        return table, {**pieces, **build_terrain(path, specs, _at(where, "terrain"))}
    size = datafile.convert(path, data.get("table", list(rules.table_size)), tuple[float, float], _at(where, "table"))
    check_size(path, size)
    return Table(width=size[0], height=size[1]), build_terrain(path, specs, _at(where, "terrain"))


def _unit(path: Path, where: str, data: dict[str, Any], rules: RuleSet) -> UnitSpec:
    extra = {key: value for key, value in data.items() if key not in UNIT_KEYS}
    known = (*UNIT_KEYS, *rules.case_words.unit_keys)
    for key in extra:
        if key not in known:
            raise FileError(path, f"{where}.{key}", say('unknown key "{key}"{near}', key=key,
                                                        near=did_you_mean(key, known)))
    if data.get("side") not in SIDES:
        raise FileError(path, f"{where}.side", say("{found} is no side; one of {sides}",
                                                   found=brief(data.get("side")), sides=", ".join(SIDES)))
    plain = {key: value for key, value in data.items() if key in UNIT_KEYS and key != "model"}
    models = data.get("model")
    members = None
    if models is not None:
        members = tuple(_member(path, f"{where}.model[{n}]", model) for n, model in enumerate(
            _tables(path, where, data, "model")))
        if not members:
            raise FileError(path, f"{where}.model", "a unit has one model or more")
    spec = datafile.convert(path, plain, UnitSpec, where)
    return msgspec.structs.replace(spec, model=members, extra=extra)


def _member(path: Path, where: str, data: dict[str, Any]) -> ModelSpec:
    for key in data:
        if key not in MODEL_KEYS:
            raise FileError(path, f"{where}.{key}", say('unknown key "{key}"{near}', key=key,
                                                        near=did_you_mean(key, MODEL_KEYS)))
    return datafile.convert(path, data, ModelSpec, where)


def _first_actor(units: tuple[UnitSpec, ...], steps: list[dict[str, Any]]) -> str | None:
    """The side of whoever acts first, where the case does not say whose turn it is."""
    owner = {u.id: u.side for u in units if u.id}
    for unit in units:
        owner.update({m.id or f"{unit.id}/{n}": unit.side for n, m in enumerate(unit.model or (), 1)})
    for step in steps:
        if step.get("side") in SIDES:
            return str(step["side"])
        for key in ("by", "unit"):
            if step.get(key) in owner:
                return owner[step[key]]
    return None


def _tables(path: Path, where: str, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise FileError(path, _at(where, key), say("is a list of tables, [[{key}]]", key=key))
    return tables


def _typed(path: Path, where: str, data: dict[str, Any], key: str, kind: type[str], default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, kind):
        raise FileError(path, _at(where, key), "is a text in quotes")
    return value


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
