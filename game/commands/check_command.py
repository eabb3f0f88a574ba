"""Runs rule cases (.toml) and table questions (.jsonl): a line for each, then 'N passed, N failed'."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.commands.common import print_json, tell
from game.words import say

EXAMPLES = ("check tests/cases", "check tests/cases/table/arcs.jsonl tests/cases/rezolution --json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", nargs="+", type=Path, metavar="CASE", help="files, or folders with files in them")
    parser.add_argument("--json", action="store_true", help="the results as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """0 when every case holds, 1 when one does not. Raises FileError for what is no case."""
    from game.sim.casefolder import case_files, results_of

    passed = failed = 0
    told = []
    for file in list(case_files(args.cases)):  # all of them looked at before any is run
        for result in results_of(file):
            passed, failed = passed + result.passed, failed + (not result.passed)
            if args.json:
                told.append(_for_tools(result))
            else:
                tell(result.told())
    if args.json:
        print_json({"passed": passed, "failed": failed, "results": told})
    else:
        tell(say("{passed} passed, {failed} failed", passed=passed, failed=failed))
    return 1 if failed else 0


def _for_tools(result: Any) -> dict[str, Any]:
    """One result of either kind with the same first keys."""
    if hasattr(result, "problems"):
        return {"kind": "case", "file": result.path, "where": result.where, "title": result.title,
                "passed": result.passed, "cites": result.cites, "problems": result.problems,
                "log": () if result.passed else result.log}
    return {"kind": "question", "file": str(result.file), "where": f"line {result.line}", "title": result.id,
            "passed": result.passed, "expected": result.expected, "found": result.found, "why": result.why}
