"""Files and folders of rule cases and table questions: which there are, and what comes of them."""
from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from game.errors import FileError, FiringArcError
from game.sim.cases import CaseResult, run_case_files
from game.sim.questions import run_files
from game.words import joined, say

NOT_CASES = "untestable.toml"
"""In a folder of cases: the rules that no case can test, each with its reason."""
Standing: TypeAlias = Literal["passed", "failed", "error"]


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
        yield from run_files([file])
    else:
        yield from run_case_files([file])


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one case, or of a file that is none (an error). `number` is its place in its file, from 0;
    `lines` tell what does not hold."""

    path: Path
    number: int
    title: str
    standing: Standing
    lines: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def playable(self) -> bool:
        """Whether it is a case that can be opened and stepped through."""
        return self.path.suffix == ".toml" and self.standing != "error"


class FolderRun:
    """The cases of a folder, run one after the other in a thread of its own. `outcomes` grows while it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: list[Outcome] = []
        self.done = self.total = 0
        self.fault = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cases", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before its end."""
        return self._stop.is_set() and self.done < self.total

    def stop(self) -> None:
        """No further case is begun."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            files = list(case_files([self.folder]))
        except FiringArcError as error:
            self.fault = str(error)
            return
        self.total = len(files)
        for file in files:
            for outcome in outcomes_of(file):
                self.outcomes.append(outcome)
                if self._stop.is_set():
                    return
            self.done += 1


def outcomes_of(file: Path) -> Iterator[Outcome]:
    """What came of each case or question of a file; of one that cannot be read, the error."""
    number = 0
    try:
        for result in results_of(file):
            yield _outcome(file, number, result)
            number += 1
    except FiringArcError as error:
        yield Outcome(path=file, number=number, title=file.stem, standing="error", lines=(str(error),))
    except Exception as error:  # one broken case must not end the run of all
        told = say("cannot be played ({name}: {error})", name=type(error).__name__, error=str(error))
        yield Outcome(path=file, number=number, title=file.stem, standing="error", lines=(told,))


def _outcome(file: Path, number: int, result: Any) -> Outcome:
    standing: Standing = "passed" if result.passed else "failed"
    if isinstance(result, CaseResult):
        return Outcome(path=file, number=number, title=result.title, standing=standing, lines=result.problems,
                       cites=result.cites)
    told = say("should be {wanted}, is {found}", wanted=repr(result.expected), found=repr(result.found))
    lines = () if result.passed else (joined(" ", (told, result.why)) if result.why else told,)
    return Outcome(path=file, number=number, title=str(result.id), standing=standing, lines=lines)
