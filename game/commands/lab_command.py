"""Straight into the Lab: a scenario, a rule case, a table, a saved game, a force or a session of its own to try things
out with, or a bare table."""
from __future__ import annotations

import argparse

EXAMPLES = (
    "lab",
    "lab first_skirmish",
    "lab tests/cases/rezolution/ranged.toml",
    "lab --rules rouge_elements",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="", metavar="SCENARIO or CASE",
                        help="a scenario's id, or the file of a scenario, case, table, save, force or session "
                             "(a bare table)")
    parser.add_argument("--rules", default="", metavar="R", help="a rule set's id: a bare table of these rules")


def run(args: argparse.Namespace) -> int:
    """Opens the window in the Lab and stays until it is closed."""
    from game.commands.play_command import open_window
    from game.errors import UnknownName
    from game.rulesets.registry import rulesets
    from game.sim.lab.opening import BARE, open_lab

    if args.rules and args.rules not in rulesets():
        raise UnknownName("rule set", args.rules, rulesets())
    open_lab(args.what or None, args.rules)  # what cannot be opened is told before any window is
    return open_window(data_dir=args.data_dir, lab=args.what or f"{BARE}{args.rules}")
