"""What there is: rule sets, scenarios, maps, forces and levels of the computer player."""
from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path

from game.commands.common import print_columns, print_json, tell
from game.engine.ruleset import RuleSet
from game.errors import FiringArcError, UnknownName
from game.rulesets.registry import rulesets
from game.sim import paths
from game.sim.forces import saved_forces
from game.sim.scenario import TABLES, faults, list_scenarios
from game.sim.settings import LEVEL_TITLES
from game.table import datafile
from game.table.mapfile import MapFile
from game.words import say

EXAMPLES = ("list", "list scenarios", "list forces --json")
Entry = Mapping[str, object]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", metavar="|".join(KINDS), help="one kind only; everything without it")
    parser.add_argument("--json", action="store_true", help="as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """Prints the lists. Raises UnknownName for a kind that is none."""
    if args.what is not None and args.what not in KINDS:
        raise UnknownName("list of", args.what, KINDS)
    kinds = [args.what] if args.what else list(KINDS)
    found = {kind: KINDS[kind]() for kind in kinds}
    if args.json:
        print_json(found[args.what] if args.what else found)
        return 0
    for kind, entries in found.items():
        if not args.what:
            tell(kind)
        print_columns([_row(entry) for entry in entries], indent="" if args.what else "  ")
    return 0


def _rules() -> list[Entry]:
    return [{"id": r.id, "title": r.title, "rules": r.id, "version": r.version, "about": r.about,
             "file": _shown(Path(inspect.getfile(type(r))).parent)} for r in rulesets().values()]


def _scenarios() -> list[Entry]:
    """Those that can be used; each broken one with its fault."""
    good = [{"id": s.id, "title": s.title, "rules": s.rules, "about": s.about, "minutes": s.minutes,
             "points": s.points, "table": s.table, "sides": {i.id: i.name for i in s.sides}, "file": _shown(s.path)}
            for s in list_scenarios()]
    return [*good, *({"id": "", "title": say("cannot be used"), "rules": "", "file": fault} for fault in faults())]


def _maps() -> list[Entry]:
    entries: list[Entry] = []
    for path in sorted((paths.maps_dir() / TABLES).glob("*.toml")):
        try:
            written = datafile.load(path, MapFile)
        except FiringArcError as error:
            entries.append({"id": path.stem, "title": say("cannot be used"), "rules": "", "file": str(error)})
            continue
        entries.append({"id": path.stem, "title": written.title, "rules": "any", "table": written.table,
                        "about": written.about, "file": _shown(path)})
    return entries


def _forces() -> list[Entry]:
    """The ready ones by rule set, then the person's own; each that cannot be played with its fault."""
    ready = [{"id": f.id, "title": f.name, "rules": r.id, "points": f.points, "models": f.models, "about": f.about,
              "file": _shown(_data_of(r))}
             for r in rulesets().values() for f in r.forces()]
    own = [{"id": s.info.id, "title": s.info.name, "rules": s.rules, "points": s.info.points, "models": s.info.models,
            "about": s.info.about, "file": f"{s.path}: {s.fault}" if s.fault and s.rules else s.fault or str(s.path)}
           for s in saved_forces()]
    return [*ready, *own]


def _data_of(rules: RuleSet) -> Path:
    """The file that holds a rule set's ready forces, else its folder."""
    folder = Path(inspect.getfile(type(rules))).parent
    return next((folder / name for name in ("forces.toml", "lists.toml") if (folder / name).is_file()), folder)


def _levels() -> list[Entry]:
    return [{"id": level, "title": title, "rules": "any", "file": ""} for level, title in LEVEL_TITLES.items()]


KINDS: dict[str, Callable[[], list[Entry]]] = {
    "rules": _rules, "scenarios": _scenarios, "maps": _maps, "forces": _forces, "levels": _levels,
}


def _row(entry: Entry) -> tuple[str, ...]:
    return tuple(str(entry[key]) for key in ("id", "title", "rules", "file"))


def _shown(path: Path) -> str:
    """Under the game's folder: relative to it."""
    return path.relative_to(paths.ROOT).as_posix() if path.is_relative_to(paths.ROOT) else str(path)
