"""Brings a file of another program in: an army list as a force, a map or a picture as a table. Its content tells which.

An OPR Army Forge list (the JSON of its share link) becomes a force of Grimdark Future; without --out it goes among your
own forces, where New battle finds it. A map of Universal VTT (.dd2vtt, .uvtt, .df2vtt) or Tiled (.tmj, .tmx) or a
picture (PNG, JPEG, WebP) becomes a table, its picture in a file beside it. A report tells what was taken, what was
left out, and what became another kind of terrain.
"""
from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.common import print_json, tell
from game.errors import FileError, InputError
from game.words import joined, say

if TYPE_CHECKING:
    from game.sim.army_forge import Imported
    from game.sim.maps.found import ImportedMap, Wish

EXAMPLES = (
    "import my_list.json --out my_list.toml",
    "import crypt.dd2vtt --out crypt.toml --scale 1.5",
    "import crypt.dd2vtt --out crypt.toml --kind wall=ruin --kind door=none",
    "import street.tmx --out street.toml",
    "import street.jpg --out street.toml --scale 70px",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the list, the map or the picture")
    parser.add_argument("--out", type=Path, metavar="FILE.toml",
                        help="the file to write (a force: a new one among your own; a map wants it named)")
    parser.add_argument("--scale", metavar="S", help="of a map: 1.5 are the inches to one of its squares, 70px the "
                                                     "pixels to one inch (one square is one inch)")
    parser.add_argument("--kind", action="append", default=[], metavar="ITS=OURS",
                        help="take a kind of the map as one of ours, or as none: --kind bounds=wall --kind tree=none")
    parser.add_argument("--no-picture", action="store_true", help="leave a map's picture out")
    parser.add_argument("--json", action="store_true", help="the report as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """Writes the file and prints the report. Raises InputError and FileError, and writes nothing then."""
    if args.out is not None:
        _check_target(args.file, args.out)
    from game.sim.army_forge import Imported  # the wrong words are refused before anything heavy is imported
    from game.sim.importing import import_any

    found = import_any(args.file, _wish(args))
    if isinstance(found, Imported):
        return _keep_force(args, found)
    return _keep_map(args, found)


def _wish(args: argparse.Namespace) -> Wish:
    from game.sim.maps.found import Scale, Wish, read_scale

    kinds: dict[str, str] = {}
    for entry in args.kind:
        theirs, sign, ours = entry.rpartition("=")
        if not sign or not theirs or not ours:
            raise InputError(say("--kind {entry} should read ITS=OURS, as in --kind bounds=wall", entry=repr(entry)))
        kinds[theirs] = ours
    return Wish(scale=Scale() if args.scale is None else read_scale(args.scale), kinds=kinds,
                picture=not args.no_picture)


def _keep_force(args: argparse.Namespace, found: Imported) -> int:
    from game.sim.forces import save_force

    if args.scale or args.kind or args.no_picture:
        raise FileError(args.file, "", "is an army list; --scale, --kind and --no-picture are for maps")
    saved = save_force(found.force, args.out)
    if args.json:
        print_json({"file": saved.source, "name": saved.name, "rules": saved.rules, "taken": found.taken,
                    "not_automated": found.not_automated, "notes": found.notes})
        return 0
    tell(joined("\n", [say("{name}: written to {source}", name=saved.name, source=saved.source), *found.lines()]))
    return 0


def _keep_map(args: argparse.Namespace, found: ImportedMap) -> int:
    from game.sim.maps.saving import save_map

    if args.out is None:
        raise FileError(args.file, "", "is a map; say where its table is to be written, as in --out street.toml")
    files = [str(path) for path in save_map(found, args.out)]
    if args.json:
        print_json({"files": files, "title": found.map.title, "table": found.map.table,
                    "pieces": len(found.map.terrain), "taken": found.taken, "retagged": found.retagged,
                    "left_out": found.dropped, "notes": found.notes})
        return 0
    told = say("{name}: written to {source}", name=found.map.title, source=", ".join(files))
    tell(joined("\n", [told, *found.lines()]))
    return 0


def _check_target(source: Path, target: Path) -> None:
    if target.suffix != ".toml":
        raise FileError(target, "", "a force or a table is written to a file that ends in .toml")
    if target.is_dir():
        raise FileError(target, "", "is a folder; a file is wanted")
    if os.path.realpath(target) == os.path.realpath(source):  # of links that lead in a circle, too
        raise FileError(target, "", "is the file to import; give the new one another name")
