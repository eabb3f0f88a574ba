"""Scenarios: a table, two sides and where the game begins, in TOML under `maps/<rule set>/`.

A scenario names its table as `map` (a path beside the file) or writes `table` and `[[terrain]]` itself; terrain of
its own is added to the map's. Its sides bring a force (a ready one's id, or a force file beside the scenario), or the
file lists `[[unit]]` itself: in the place of the force, or with `besides` of the side in addition to it.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine.state import GameState
from game.errors import FileError, FiringArcError, UnknownName, did_you_mean
from game.rulesets.registry import ruleset
from game.sim import paths
from game.sim.forces import info as force_info
from game.sim.forces import units_of
from game.table import datafile
from game.table.mapfile import check_size, placed_background, read_map
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import EDGES, SIDES, Side, edge_zone
from game.table.table import Background, Table
from game.table.terrain import Terrain
from game.table.terrainspec import TerrainSpec, build_terrain
from game.units import Point
from game.words import joined, say

TABLES = "tables"
"""The folder of maps, which is no rule set."""

Start = Literal["set-up", "placed"]


class SideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[sides.blue]`. `zone` is how deep, in inches from its edge, the side sets up; 0 leaves it to the rules.
    `briefing` is what its player is told before the battle; `besides`: units that the file lists for the side come
    besides its force."""

    name: str
    edge: str
    force: str = ""
    zone: float = 0.0
    briefing: str = ""
    besides: bool = False


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario as written. `table` is [width, height] in inches; `rounds` 0 leaves the length to the rules. `start`
    "placed" promises a place for every model listed; `begin` are the rule set's own keys for a start in mid-game."""

    title: str
    rules: str
    sides: dict[str, SideFile]
    map: str = ""
    table: tuple[float, float] | None = None
    ground: str = "street"
    seed: int = 1
    background: Background | None = None
    paint: tuple[dict[str, Any], ...] = ()
    about: str = ""
    minutes: int = 0
    points: int = 0
    rounds: int = 0
    start: Start = "set-up"
    options: dict[str, Any] = {}
    begin: dict[str, Any] = {}
    unit: tuple[dict[str, Any], ...] = ()
    terrain: tuple[TerrainSpec, ...] = ()


class SideInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One side as a list of scenarios tells it."""

    id: str
    name: str
    edge: str
    force: str = ""
    briefing: str = ""


class ScenarioInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of scenarios shows. `id` is rule set and file, as in "rezolution/first_skirmish"; `table` inches."""

    id: str
    title: str
    rules: str
    path: Path
    about: str = ""
    minutes: int = 0
    points: int = 0
    rounds: int = 0
    table: tuple[float, float] = (48.0, 48.0)
    sides: tuple[SideInfo, ...] = ()


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario read whole: its entry in the list, the table with its pieces, and what the rule set is told."""

    info: ScenarioInfo
    table: Table
    terrain: dict[str, Terrain]
    sides: dict[str, Side]
    units: tuple[UnitSpec, ...] = ()
    begin: dict[str, Any] = {}
    options: dict[str, Any] = {}
    besides: frozenset[str] = frozenset()

    def setting(self, forces: Mapping[str, str] | None = None) -> Setting:
        """What a game begins from; `forces` puts other forces (a ready one's id, one's own, a file) in the place of the
        scenario's, by side. A side whose units the file lists brings those, and a force only where they come besides
        it. Raises UnknownName for a side that does not play, or no such force; FileError for a force file that cannot
        be used."""
        for name in forces or {}:
            if name not in self.sides:
                raise UnknownName("side", name, self.sides)
        listed = {unit.side for unit in self.units} - self.besides
        sides, units = {}, list(self.units)
        for name, side in self.sides.items():
            force = (forces or {}).get(name) or side.force
            sides[name] = replace(side, force=force, zone=self.zone_of(side), name=self._called(side, force))
            if name not in listed:
                units += units_of(self.info.rules, force, name, near=self.info.path.parent)
        return Setting(
            source=str(self.info.path), title=self.info.title, table=self.table, terrain=self.terrain, sides=sides,
            units=tuple(units), begin=self.begin, options=self.options,
        )

    def _called(self, side: Side, force: str) -> str:
        """A side's name: the scenario's, or that of the force that is in the place of the scenario's."""
        known = force_info(self.info.rules, force, self.info.path.parent) if force not in ("", side.force) else None
        return known.name if known is not None else side.name

    def zone_of(self, side: Side) -> tuple[Point, ...]:
        """Where a side sets up: as deep as the file says, else as the rules do. Raises UnknownName for its rules."""
        depth = ruleset(self.info.rules).zone_depth
        return side.zone or edge_zone(side.edge, depth, self.table.width, self.table.height)

    def start(self, forces: Mapping[str, str] | None = None) -> GameState:
        """The state before the first decision. Raises UnknownName, FileError."""
        return ruleset(self.info.rules).begin(self.setting(forces))


def list_scenarios(folder: Path | None = None) -> list[ScenarioInfo]:
    """Every scenario that can be read, by rule set and then by minutes; broken ones are left to `faults`."""
    return sorted(
        (s for s in (_info_or_none(p, folder) for p in scenario_paths(folder)) if s is not None),
        key=lambda s: (s.rules, s.minutes, s.title),
    )


def faults(folder: Path | None = None) -> list[str]:
    """A sentence for each scenario file that cannot be used; empty when all can."""
    found = []
    for path in scenario_paths(folder):
        try:
            read_scenario(path, folder)
        except FiringArcError as error:
            found.append(str(error))
    return found


def scenario_paths(folder: Path | None = None) -> Iterator[Path]:
    """The scenario files under the maps folder, sorted."""
    root = folder or paths.maps_dir()
    return (p for p in sorted(root.glob("*/*.toml")) if p.parent.name != TABLES)


def load_scenario(name: str | Path, folder: Path | None = None) -> Scenario:
    """The scenario with this id ("rezolution/first_skirmish", or the last part alone where only one is called so)
    or in this file. Raises UnknownName, FileError."""
    return read_scenario(find_scenario(name, folder), folder)


def find_scenario(name: str | Path, folder: Path | None = None) -> Path:
    """The file of a scenario, by id or by path. Raises UnknownName when nothing answers to the name."""
    if isinstance(name, Path) or name.endswith(".toml"):
        return Path(name)
    known = {_id_of(path): path for path in scenario_paths(folder)}
    if name in known:
        return known[name]
    short = [path for key, path in known.items() if key.split("/")[-1] == name]
    if len(short) == 1:
        return short[0]
    raise UnknownName("scenario", name, [*known, *(k.split("/")[-1] for k in known)])


def read_scenario(path: Path, folder: Path | None = None) -> Scenario:
    """The scenario in a file. Raises FileError naming the place."""
    written = datafile.load(path, ScenarioFile)
    table, terrain = _table(path, written, folder or paths.maps_dir())
    _check(path, written)
    options = dict(written.options)
    if written.rounds:
        options.setdefault("rounds", written.rounds)
    return Scenario(
        info=_info(path, written, table), table=table, terrain=terrain, sides=_sides(written, table),
        units=_units(path, written), begin=written.begin, options=options,
        besides=frozenset(name for name, side in written.sides.items() if side.besides),
    )


def _info_or_none(path: Path, folder: Path | None) -> ScenarioInfo | None:
    try:
        return read_scenario(path, folder).info
    except FiringArcError:
        return None


def _id_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _info(path: Path, written: ScenarioFile, table: Table) -> ScenarioInfo:
    sides = tuple(SideInfo(id=i, name=s.name, edge=s.edge, force=s.force, briefing=s.briefing)
                  for i, s in written.sides.items())
    return ScenarioInfo(
        id=_id_of(path), title=written.title, rules=written.rules, path=path, about=written.about,
        minutes=written.minutes, points=written.points, rounds=written.rounds, table=(table.width, table.height),
        sides=sides,
    )


def _table(path: Path, written: ScenarioFile, root: Path) -> tuple[Table, dict[str, Terrain]]:
    """The scenario's own table, or the map's with the scenario's pieces added."""
    if bool(written.map) == (written.table is not None):
        raise FileError(path, "map", 'a scenario has one table: "map" (a file) or "table" (its size), not both')
    own = build_terrain(path, written.terrain)
    if written.table is not None:
        check_size(path, written.table)
        table = Table(
            width=written.table[0], height=written.table[1], title=written.title, ground=written.ground,
            seed=written.seed, paint=written.paint, background=placed_background(path, written.background),
        )
        return table, own
    table, pieces = read_map(map_path(path, written.map, root))
    double = next((piece for piece in own if piece in pieces), None)
    if double:
        raise FileError(path, "terrain", say('the map has a piece "{double}" already; give this one another id',
                                             double=double))
    return table, {**pieces, **own}


def map_path(path: Path, name: str, root: Path) -> Path:
    """The map file: beside the scenario or case, from the game's own folder, or by its name under the maps folder."""
    for near in (path.parent / name, root.parent / name):
        if datafile.is_file(near):
            return near.resolve()
    tables = {p.stem: p for p in sorted((root / TABLES).glob("*.toml"))}
    if name in tables:
        return tables[name]
    raise FileError(path, "map", say('no map "{name}"{near}', name=name,
                                     near=did_you_mean(Path(name).stem, tables)))


def _check(path: Path, written: ScenarioFile) -> None:
    """Raises FileError for numbers below 0, a side or an edge that is none, a side without models."""
    for key in ("minutes", "points", "rounds"):
        if getattr(written, key) < 0:
            raise FileError(path, key, say("{value} is below 0", value=getattr(written, key)))
    if len(written.sides) < 2:
        raise FileError(path, "sides", "a battle has two sides or more: [sides.blue] and [sides.red]")
    for name, side in written.sides.items():
        if name not in SIDES:
            raise FileError(path, f"sides.{name}", say('no side "{name}"{near}', name=name,
                                                       near=did_you_mean(name, SIDES)))
        if side.edge not in EDGES:
            raise FileError(path, f"sides.{name}.edge", say('no edge "{edge}"{near}', edge=side.edge,
                                                            near=did_you_mean(side.edge, EDGES)))
        if side.zone < 0:
            raise FileError(path, f"sides.{name}.zone", say("{zone:g} is below 0; inches from the edge are wanted",
                                                            zone=side.zone))
        if not side.force and not any(unit.get("side") == name for unit in written.unit):
            raise FileError(path, f"sides.{name}", 'brings no models: name a "force", or list [[unit]] with this side')


def _sides(written: ScenarioFile, table: Table) -> dict[str, Side]:
    return {
        name: Side(
            id=name, name=side.name, edge=side.edge, force=side.force,
            zone=edge_zone(side.edge, side.zone, table.width, table.height) if side.zone else (),
        )
        for name, side in written.sides.items()
    }


def _units(path: Path, written: ScenarioFile) -> tuple[UnitSpec, ...]:
    """The listed units. Keys that only the rule set knows go into `extra`."""
    units = tuple(_unit(path, written, unit, f"unit[{index}]") for index, unit in enumerate(written.unit))
    if written.start == "placed":
        for index, unit in enumerate(units):
            if any(spec.at is None for spec in unit.model or (unit,)):
                raise FileError(path, f"unit[{index}].at", 'start = "placed" wants a place for every model')
    return units


def _unit(path: Path, written: ScenarioFile, unit: dict[str, Any], place: str) -> UnitSpec:
    known = {f.encode_name for f in msgspec.structs.fields(UnitSpec)} - {"extra"}
    spec = datafile.convert(path, {k: v for k, v in unit.items() if k in known}, UnitSpec, place)
    if spec.side not in written.sides:
        wrong = say('no side "{side}" in this scenario', side=spec.side) if spec.side else say(
            'the key "side" is missing')
        raise FileError(path, f"{place}.side", joined("", (wrong, did_you_mean(spec.side, written.sides))))
    _check_models(path, unit.get("model", ()), place)
    near = {key: did_you_mean(key, known) for key in unit if key not in known}
    for key, guess in near.items():
        if guess.startswith("; did you mean"):
            raise FileError(path, place, say('unknown key "{key}"{guess}', key=key, guess=guess))
    return replace(spec, extra={key: unit[key] for key in near})


def _check_models(path: Path, models: Any, place: str) -> None:
    """A model has only the keys of every rule set. Raises FileError for another."""
    known = {f.encode_name for f in msgspec.structs.fields(ModelSpec)}
    for index, model in enumerate(models):
        for key in model:
            if key not in known:
                raise FileError(path, f"{place}.model[{index}]", say('unknown key "{key}"{near}', key=key,
                                                                     near=did_you_mean(key, known)))
