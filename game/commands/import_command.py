"""Brings a list of another program in: an OPR Army Forge list, as the JSON of its share link (TTS export).

Writes a force file for Grimdark Future and tells what was taken, which special rules are not automated, and that the
points are the list's. Without --out the file goes among your own forces, where New battle finds it.
"""
from __future__ import annotations

import argparse
import os
from pathlib import Path

from game.commands.common import print_json, tell
from game.errors import FileError
from game.words import joined, say

EXAMPLES = ("import my_list.json --out my_list.toml", "import my_list.json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the list, as JSON")
    parser.add_argument("--out", type=Path, metavar="FILE.toml",
                        help="the force file (a new one among your own forces)")
    parser.add_argument("--json", action="store_true", help="the report as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """Writes the file and prints the report. Raises FileError, and writes nothing then."""
    if args.out is not None:
        _check_target(args.file, args.out)
    from game.sim.forces import save_force  # the wrong words are refused before anything heavy is imported
    from game.sim.importing import import_file

    found = import_file(args.file)
    saved = save_force(found.force, args.out)
    if args.json:
        print_json({"file": saved.source, "name": saved.name, "rules": saved.rules, "taken": found.taken,
                    "not_automated": found.not_automated, "notes": found.notes})
        return 0
    tell(joined("\n", [say("{name}: written to {source}", name=saved.name, source=saved.source), *found.lines()]))
    return 0


def _check_target(source: Path, target: Path) -> None:
    if target.suffix != ".toml":
        raise FileError(target, "", "a force file ends in .toml")
    if target.is_dir():
        raise FileError(target, "", "is a folder; a file is wanted")
    if os.path.realpath(target) == os.path.realpath(source):  # of links that lead in a circle, too
        raise FileError(target, "", "is the file to import; give the force another name")
