"""Runs rule cases (.toml) and table questions (.jsonl): a line for each, then 'N passed, N failed'."""
from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.commands.common import print_json, tell
from game.errors import FileError
from game.words import say

EXAMPLES = ("check tests/cases", "check tests/cases/table/arcs.jsonl tests/cases/rezolution --json")
NOT_CASES = "untestable.toml"
"""In a folder of cases: the rules that no case can test, each with its reason."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", nargs="+", type=Path, metavar="CASE", help="files, or folders with files in them")
    parser.add_argument("--json", action="store_true", help="the results as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """0 when every case holds, 1 when one does not. Raises FileError for what is no case."""
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


def case_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files named and those in the folders named, sorted. Raises FileError for a path that is neither, for a
    file of another kind, and for a folder that holds no case."""
    for path in paths:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".toml", ".jsonl") and p.name != NOT_CASES)
            if not found:
                raise FileError(path, "", "holds no rule case (.toml) and no table question (.jsonl)")
            yield from found
        elif not path.exists():
            raise FileError(path, "", "no such file or folder")
        elif path.suffix not in (".toml", ".jsonl"):
            raise FileError(path, "", "is no case: rule cases end in .toml, table questions in .jsonl")
        else:
            yield path


def results_of(file: Path) -> Iterator[Any]:
    """The results of one file's cases or questions."""
    if file.suffix == ".jsonl":
        from game.sim.questions import run_files

        yield from run_files([file])
    else:
        from game.sim.cases import run_case_files

        yield from run_case_files([file])


def _for_tools(result: Any) -> dict[str, Any]:
    """One result of either kind with the same first keys."""
    if hasattr(result, "problems"):
        return {"kind": "case", "file": result.path, "where": result.where, "title": result.title,
                "passed": result.passed, "cites": result.cites, "problems": result.problems,
                "log": () if result.passed else result.log}
    return {"kind": "question", "file": str(result.file), "where": f"line {result.line}", "title": result.id,
            "passed": result.passed, "expected": result.expected, "found": result.found, "why": result.why}
