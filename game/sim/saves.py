"""Saved games: one autosave a game, a quick save, and saves that people name; each with the one before it.

A game that is over leaves `auto-...` for `done-...`, so that Continue offers only what can go on. Every file is written
whole or not at all, and the file before it stays as `.previous`.
"""
from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from game.engine import journal as journals
from game.engine.journal import Header, Journal
from game.engine.match import Match
from game.errors import FileError, FiringArcError
from game.rulesets.registry import ruleset as ruleset_of
from game.sim import paths
from game.sim.scenario import list_scenarios
from game.table import datafile
from game.words import say

Kind: TypeAlias = Literal["auto", "done", "quick", "save"]
PREVIOUS = ".previous"
KEPT_AUTOSAVES = 12
_NAME = re.compile(r"(auto|done|quick|save)\b.*\.json")


class SaveInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A save as a list shows it. `about` tells round and whose decision it is; `time` is the file's, in seconds since
    1970; `fault` says why it cannot be loaded, '' when its header is sound."""

    path: Path
    kind: Kind
    title: str = ""
    rules: str = ""
    about: str = ""
    players: dict[str, str] = {}
    time: float = 0.0
    fault: str = ""


class _Peek(msgspec.Struct):
    """Only a save's header."""

    header: Header


# --- writing


def new_auto_path(scenario: str) -> Path:
    """A file of its own for a new game, named by the moment and the scenario."""
    return _free_path("auto", scenario)


def autosave(match: Match, path: Path) -> Path:
    """Writes the game to its autosave, under `done-...` once it is over; returns where. Raises FileError."""
    kind: Kind = "done" if match.over else "auto"
    target = path.with_name(re.sub(r"^(auto|done)", kind, path.name))
    write(match, target)
    if target != path:
        delete(path)
    _prune(target)
    return target


def quick_save(match: Match) -> Path:
    """Writes the one quick save. Raises FileError."""
    return write(match, paths.saves_dir() / "quick.json")


def save_as(match: Match, name: str = "") -> Path:
    """A save of its own; without a name it is called after the game. Raises FileError."""
    return write(match, _free_path("save", name or match.journal.header.title))


def write(match: Match, path: Path) -> Path:
    """Writes the game to `path`, its header told anew."""
    match.journal.header.about = standing(match)
    journals.save(match.journal, path)
    return path


def standing(match: Match) -> str:
    """'round 3, Gutterglass to act', or how it ended."""
    state = match.state
    if state.result is not None:
        winner = state.sides.get(state.result.winner)
        ended = say("{winner} won", winner=winner.name) if winner else say("a draw")
        return say("ended in round {round}, {ended}", round=state.round, ended=ended)
    decision = match.decision()
    when = say("round {round}", round=state.round) if state.round else match.ruleset.plan.title(state.phase).lower()
    side = state.sides.get(decision.side) if decision else None
    return say("{when}, {side} to act", when=when, side=side.name) if side else when


def delete(path: Path) -> None:
    """Removes a save with the one before it. Raises FileError when the disk refuses; nothing there is no error."""
    for file in (path, previous_of(path)):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(file, "", say("cannot be removed ({fault})", fault=error.strerror or error)) from None


# --- reading


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """Every save, newest first; a damaged one is in the list with its fault."""
    found = [peek(path) for path in _files(folder or paths.saves_dir())]
    return sorted(found, key=lambda s: (-s.time, s.path.name))


def unfinished(folder: Path | None = None) -> list[SaveInfo]:
    """The games that can be continued, newest first."""
    return [s for s in list_saves(folder) if s.kind == "auto"]


def last_rules() -> str:
    """The rule set of the game that was played last; '' where none was, or none can be told of."""
    return next((s.rules for s in list_saves() if not s.fault), "")


def latest() -> SaveInfo | None:
    """What Continue would go on with, by its header; None when no game was left."""
    return next((s for s in unfinished() if not s.fault or previous_of(s.path).exists()), None)


def continue_latest() -> tuple[Path, Match, str]:
    """The newest unfinished game that loads, where it is, and a sentence about those that did not ('' if none).
    Raises FileError when no game can be continued."""
    told: list[str] = []
    for save in unfinished():
        try:
            match, note = load_match(save.path)
        except FiringArcError as error:
            told.append(str(error))
            continue
        return save.path, match, " ".join([*told, note] if note else told)
    raise FileError(paths.saves_dir(), "", " ".join(told) or "holds no game to continue")


def load_match(path: Path) -> tuple[Match, str]:
    """The game in a save, played again to where it stopped. A damaged file gives way to the one before it, which the
    second value says. Raises FileError, ReplayDiverged, UnknownName for the newer file when neither can be used."""
    try:
        return _load(path), ""
    except FiringArcError as error:
        with contextlib.suppress(FiringArcError):
            return _load(previous_of(path)), say("{error}. The save before it was used.", error=error)
        raise


def peek(path: Path) -> SaveInfo:
    """A save's entry, by its header alone."""
    kind, when = kind_of(path), _written(path)
    try:
        header = msgspec.json.decode(datafile.read_bytes(path), type=_Peek).header
        journals.check_header(path, {"header": msgspec.to_builtins(header)})
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return SaveInfo(path=path, kind=kind, time=when, fault=say("damaged: not a saved game, or cut off"))
    except FileError as error:
        return SaveInfo(path=path, kind=kind, time=when, fault=say("damaged: {problem}", problem=error.problem))
    return SaveInfo(
        path=path, kind=kind, title=header.title, rules=header.rules, about=header.about, players=header.players,
        time=when,
    )


def _written(path: Path) -> float:
    """When the save was written, or the one before it where it is missing; 0 for neither."""
    for file in (path, previous_of(path)):
        with contextlib.suppress(OSError):
            return file.stat().st_mtime
    return 0.0


def kind_of(path: Path) -> Kind:
    """What a save is for, by its name; any other file is somebody's own save."""
    match path.name.split("-")[0].split(".")[0]:
        case "auto":
            return "auto"
        case "done":
            return "done"
        case "quick":
            return "quick"
    return "save"


def previous_of(path: Path) -> Path:
    """Where the save before this one is kept."""
    return path.with_name(path.name + PREVIOUS)


def scenario_of(header: Header) -> str:
    """The id of the scenario a game came from, found by rule set and title; '' when there is none."""
    return next((s.id for s in list_scenarios() if (s.rules, s.title) == (header.rules, header.title)), "")


def _load(path: Path) -> Match:
    journal: Journal = journals.load(path)
    ruleset = ruleset_of(journal.header.rules)
    journals.check_rules(path, journal, ruleset)
    try:
        return Match.resume(ruleset, journal)
    except FiringArcError:
        raise
    except Exception as error:  # a file changed by hand can break a rule anywhere
        raise FileError(path, "", say("cannot be played again ({name}: {error})", name=type(error).__name__,
                                      error=error)) from error


def _files(folder: Path) -> Iterator[Path]:
    """The saves; one whose newest file is missing counts, for the one before it is there."""
    if folder.is_dir():
        names = {p.name.removesuffix(PREVIOUS) for p in folder.iterdir()}
        yield from (folder / name for name in sorted(names) if _NAME.fullmatch(name))


def _free_path(kind: Kind, name: str) -> Path:
    """A file name that is not taken: kind, moment, a slug of `name`."""
    slug = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:40] or "game"
    stem = f"{kind}-{time.strftime('%Y%m%d-%H%M%S')}-{slug}"
    folder = paths.saves_dir()
    numbered = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.json" for n in range(1, 10_000))
    return next(path for path in numbered if not path.exists())


def _prune(keep: Path) -> None:
    """Forgets the oldest autosaves and finished games beyond those kept. What cannot be removed stays."""
    old = [p for p in _files(keep.parent) if kind_of(p) == kind_of(keep) and p != keep]
    old.sort(key=lambda p: (_written(p), p.name))
    for path in old[: max(0, len(old) + 1 - KEPT_AUTOSAVES)]:
        with contextlib.suppress(FileError):
            delete(path)
