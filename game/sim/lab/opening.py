"""What the Lab opens: a scenario, a rule case, a saved game, a force, or nothing."""
from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from game.engine.match import Match
from game.engine.state import GameState
from game.errors import FileError, UnknownName
from game.sim import forces, saves
from game.sim.lab import edits
from game.sim.lab.casesteps import open_case
from game.sim.lab.doc import Doc, empty, normal
from game.sim.lab.lab import Lab, Seed
from game.sim.scenario import Scenario, find_scenario, load_scenario, read_scenario
from game.table import datafile
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.units import MM_PER_INCH

BARE = "bare:"
"""What stands before a rule set's id where a bare table of it is to be opened."""
FIRST = "rezolution"


def open_lab(name: str | Path | None = None, rules: str = "", seed: Seed = 1) -> Lab:
    """The Lab with what a name or file holds, or a bare table of these rules (the first). Raises FileError,
    UnknownName, Refused."""
    told = str(name or BARE)
    if told.startswith(BARE):
        return Lab(empty(rules or told.removeprefix(BARE) or FIRST), seed)
    assert name is not None
    path = Path(name)
    if told.endswith(".json"):
        return of_save(path)
    if not told.endswith(".toml"):
        try:
            return of_scenario(load_scenario(told), seed)
        except UnknownName:
            found = forces.find_file(told)
            if found is None:
                raise
            return of_force(found, seed)
    keys = set(datafile.read_toml(path))
    if "sides" in keys:
        return of_scenario(read_scenario(find_scenario(path)), seed)
    if "limit" in keys or ("name" in keys and "title" not in keys):
        return of_force(path, seed)
    return open_case(path, seed=seed)


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
