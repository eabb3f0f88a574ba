"""Sends a table out to Tiled, as a map of its kind (.tmj) that `import` brings back as the same table.

Pieces are objects whose type is our kind of terrain; open maps/firing_arc.tiled-project in Tiled, and it knows the
kinds and what may be said of each.
"""
from __future__ import annotations

import argparse
from pathlib import Path

from game.commands.common import tell
from game.words import say

EXAMPLES = ("export hollow_ford --out hollow_ford.tmj", "export my_table.toml --out my_table.tmj")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", help="a table's id (see: list maps) or its file")
    parser.add_argument("--out", type=Path, metavar="FILE.tmj", required=True, help="the map to write")


def run(args: argparse.Namespace) -> int:
    """Writes the map. Raises FileError, UnknownName, and writes nothing then."""
    from game.sim.maps.tiled_out import check_target, export_table

    check_target(args.out)
    written = export_table(args.table, args.out)
    tell(say("{title}: {count} pieces written to {file}", title=written.title, count=len(written.terrain),
             file=args.out))
    return 0
