"""What the Lab opens: a session of its own, a scenario, a table, a rule case, a saved game, a force, or nothing."""
from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from msgspec.structs import replace

from game.engine.match import Match
from game.engine.state import GameState
from game.errors import FileError, UnknownName
from game.sim import forces, saves
from game.sim.importing import LARGEST
from game.sim.lab import edits
from game.sim.lab.casesteps import open_case
from game.sim.lab.doc import Doc, empty, normal
from game.sim.lab.lab import Lab, Seed
from game.sim.lab.sessions import END, is_session, load_session
from game.sim.scenario import Scenario, find_scenario, load_scenario, read_scenario
from game.table import datafile
from game.table.mapfile import read_map
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import edge_zone
from game.table.table import Table
from game.table.terrain import Terrain
from game.units import MM_PER_INCH

BARE = "bare:"
"""What stands before a rule set's id where a bare table of it is to be opened."""
FIRST = "rezolution"
OWN = (".toml", ".json", END)
"""How files end that the Lab opens by what they hold; any other name is that of a scenario or a force."""
OF_CASES = {"step", "expect", "case", "dice", "cites"}
"""Keys that only a rule case has."""
FileKind: TypeAlias = Literal["session", "save", "case", "scenario", "force", "table", "folder", "foreign"]


def open_lab(name: str | Path | None = None, rules: str = "", seed: Seed = 1, number: int = 0) -> Lab:
    """The Lab with what a name or file holds (of a file of cases the one of this number, from 0), or a bare table of
    these rules (the first). Raises FileError, UnknownName, Refused."""
    told = str(name or BARE)
    if told.startswith(BARE):
        return Lab(empty(rules or told.removeprefix(BARE) or FIRST), seed)
    assert name is not None
    path = Path(name)
    if path.suffix not in OWN:
        try:
            return of_scenario(load_scenario(told), seed)
        except UnknownName:
            found = forces.find_file(told)
            if found is None:
                raise
            return of_force(found, seed)
    match kind_of(path):
        case "session":
            return load_session(path)
        case "save":
            return of_save(path)
        case "case":
            return open_case(path, number, seed)
        case "force":
            return of_force(path, seed)
        case "table":
            return of_table(path, rules or FIRST, seed)
        case "foreign" | "folder":
            raise FileError(path, "", "is no table, case, save, force or session of ours; the Lab's Import takes maps, "
                                      "pictures and army lists")
    return of_scenario(read_scenario(find_scenario(path)), seed)


def kind_of(path: Path) -> FileKind:
    """What a file holds, by its end and its content; "foreign" for one that is none of ours. Raises FileError for one
    that cannot be read."""
    if path.is_dir():
        return "folder"
    if is_session(path):
        return "session"
    if path.suffix == ".json":
        return "save" if _is_save(path) else "foreign"
    if path.suffix != ".toml":
        return "foreign"
    keys = set(datafile.read_toml(path))
    if keys & OF_CASES:
        return "case"
    if "sides" in keys:
        return "scenario"
    if "limit" in keys or ("name" in keys and "title" not in keys):
        return "force"
    return "table" if "table" in keys and "rules" not in keys else "case"


def _is_save(path: Path) -> bool:
    """Whether a JSON file is a saved game, sound or not: what its beginning says."""
    return b'"game":"firing-arc"' in datafile.read_bytes(path, LARGEST)[:400].replace(b" ", b"")


def of_table(path: Path, rules: str, seed: Seed = 1) -> Lab:
    """A table's file: its pieces on its ground, and nobody there yet. Raises FileError."""
    table, terrain = read_map(path)
    return Lab(on_table(table, terrain, rules), seed)


def on_table(table: Table, terrain: dict[str, Terrain], rules: str) -> Doc:
    """A table with its pieces and two sides without anybody."""
    bare = empty(rules, table.title)
    deep = min(bare.ruleset.zone_depth, table.height / 3)
    sides = {name: replace(side, zone=edge_zone(side.edge, deep, table.width, table.height))
             for name, side in bare.setting.sides.items()}
    return bare.with_setting(table=table, terrain=terrain, sides=sides)


def of_scenario(scenario: Scenario, seed: Seed = 1) -> Lab:
    """A scenario, as its file begins it."""
    info = scenario.info
    setting = scenario.setting()
    setting = replace(setting, table=replace(setting.table, title=info.title))
    doc = normal(info.rules, setting, about=info.about, minutes=info.minutes, points=info.points)
    return Lab(doc, seed)


def of_save(path: Path) -> Lab:
    """A saved game, at its end; every order of it can be gone back to."""
    match, _ = saves.load_match(path)
    return Lab.of_match(described(match.journal.start), match)


def of_match(match: Match) -> Lab:
    """A game that is being played."""
    return Lab.of_match(described(match.journal.start), match)


def of_force(path: Path, seed: Seed = 1) -> Lab:
    """A force on a bare table, ready for somebody to face it."""
    force = forces.load_force(path)
    doc = edits.add_force(str(path.resolve()), "blue")(empty(force.rules, force.name))
    return Lab(doc, seed)


def described(state: GameState) -> Doc:
    """A document of a game's beginning whose scenario is not at hand: who stands where. What else its models have, the
    game itself holds."""
    units = tuple(_unit(state, unit) for unit in state.units)
    table = state.table
    begin = {"phase": state.phase, "round": state.round}
    setting = Setting(source=state.title, title=state.title, table=table, terrain=state.terrain, sides=state.sides,
                      units=units, begin=begin, options=state.options)
    return normal(state.rules, setting)


def _unit(state: GameState, name: str) -> UnitSpec:
    unit = state.units[name]
    members = [state.models[m] for m in unit.models]
    told = [ModelSpec(id=m.id, profile=m.profile or None, name=m.name, at=m.at, facing=m.facing, elevation=m.elevation,
                      base=round(m.radius * 2 * MM_PER_INCH, 6)) for m in members]
    if len(members) == 1 and members[0].id == name:
        one = told[0]
        return UnitSpec(id=name, side=unit.side, profile=one.profile, name=one.name, at=one.at, facing=one.facing,
                        elevation=one.elevation, base=one.base)
    return UnitSpec(id=name, side=unit.side, name=unit.name, model=tuple(told))
