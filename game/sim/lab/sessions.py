"""A Lab session as a file: every moment with its table, its game and its dice, so that it is opened where it was left,
with all that could be undone and done again."""
from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.journal import Entry, Reseed, write_atomically
from game.engine.match import Match
from game.engine.state import GameState
from game.errors import FileError, FiringArcError, UnknownName
from game.rulesets.registry import ruleset
from game.sim import paths
from game.sim.lab import casesteps
from game.sim.lab.deltas import applied, difference
from game.sim.lab.dice import check_faces
from game.sim.lab.doc import Doc, refusal, sentence
from game.sim.lab.following import rebased
from game.sim.lab.lab import Lab, Moment, Seed
from game.table import datafile
from game.table.forcefile import slug
from game.table.mapfile import check_size
from game.table.table import Table
from game.table.terrain import Terrain
from game.words import plain, say

GAME, FORMAT = "firing-arc-lab", 1
END = ".lab"
"""How a session's file ends."""
AUTO = "auto-"
KEPT = 8
"""Sessions that were left, of which the newest are kept."""
LARGEST = 256 * 1024 * 1024


class Header(msgspec.Struct, kw_only=True):
    """What a list of sessions shows, and what a loader checks first."""

    game: str = GAME
    format: int = FORMAT
    rules: str = ""
    rules_version: str = ""
    title: str = ""
    moments: int = 0


class Kept(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A moment as the file holds it. `base` is the record that it comes from; `doc` what differs in its document;
    `plays` the order as it stands after it, else `start` what differs in the state that its game began from, with what
    was played since."""

    kind: Literal["start", "edit", "order", "answer"]
    base: int = -1
    words: str = ""
    seed: Seed = 1
    queue: tuple[int | None, ...] = ()
    merge: str = ""
    doc: Any = None
    same: bool = False
    plays: Entry | None = None
    start: Any = None
    game_seed: Seed = 1
    reseeds: tuple[Reseed, ...] = ()
    entries: tuple[Entry, ...] = ()
    running: Entry | None = None
    command: Command | None = None
    answer: Any = None
    before: bool = False
    edited: bool = False


class CaseKept(msgspec.Struct, kw_only=True):
    """The case that a session came from."""

    path: str
    number: int
    places: tuple[int, ...]


class Session(msgspec.Struct, kw_only=True):
    """The whole file. `moments` are the records that the history goes through, `at` the place in it, `kept` the file
    that somebody saved it to."""

    header: Header
    records: list[Kept]
    moments: list[int]
    at: int = 0
    kept: str = ""
    case: CaseKept | None = None


class SessionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A session as a list shows it; `fault` says why it cannot be opened."""

    path: Path
    title: str = ""
    rules: str = ""
    moments: int = 0
    time: float = 0.0
    fault: str = ""

    @property
    def left(self) -> bool:
        """Whether nobody saved it: it was kept when it was left."""
        return is_auto(self.path)


class _Peek(msgspec.Struct):
    header: Header


# --- writing


class Recorder:
    """Turns a Lab into its file; what was told once is remembered, for moments never change."""

    def __init__(self) -> None:
        self._records: list[Kept] = []
        self._known: dict[int, tuple[Moment, int]] = {}
        self._docs: list[Any] = []
        self._starts: list[Any] = []

    def encoded(self, moments: Iterable[Moment], at: int, case: casesteps.Opened | None = None,
                kept: Path | None = None) -> bytes:
        """The file of a history; `kept` is the file that somebody saved it to."""
        history = [self._record(moment, previous) for previous, moment in _pairs(list(moments))]
        last = self._moment(history[-1])
        header = Header(rules=last.doc.rules, rules_version=last.doc.ruleset.version, title=plain(last.doc.title),
                        moments=len(history))
        opened = CaseKept(path=case.path, number=case.number, places=case.places) if case is not None else None
        session = Session(header=header, records=self._records, moments=history, at=at, case=opened,
                          kept=str(kept or ""))
        return msgspec.json.encode(session, enc_hook=plain) + b"\n"

    def _moment(self, number: int) -> Moment:
        return next(moment for moment, place in self._known.values() if place == number)

    def _record(self, moment: Moment, previous: Moment | None) -> int:
        """The number of a moment's record, made with that of the moment it came from where it is new."""
        if id(moment) in self._known:
            return self._known[id(moment)][1]
        source = moment.before or previous
        base = self._record(source, None) if source is not None else -1
        doc, start = _plain(moment.doc), _plain(moment.match.journal.start)
        made = Kept(
            kind=moment.kind, base=base, words=plain(moment.words), seed=moment.seed, queue=moment.queue,
            merge=moment.merge, doc=difference(self._docs[base] if base >= 0 else None, doc), command=moment.command,
            answer=moment.answer, game_seed=moment.match.journal.seed, reseeds=moment.match.journal.reseeds,
            before=moment.before is not None, edited=moment.edit is not None,
        )
        self._tell_game(made, moment, source, self._starts[base] if base >= 0 else None, start)
        number = len(self._records)
        self._records.append(made)
        self._docs.append(doc)
        self._starts.append(start)
        self._known[id(moment)] = moment, number
        return number

    def _tell_game(self, made: Kept, moment: Moment, source: Moment | None, was: Any, start: Any) -> None:
        journal = moment.match.journal
        if source is not None and source.match is moment.match:
            made.same = True
        elif source is not None and moment.before is source and made.kind in ("order", "answer"):
            made.plays = journal.running or journal.entries[-1]
        else:
            made.start, made.entries, made.running = difference(was, start), tuple(journal.entries), journal.running
            made.start = made.start if made.start is not None else {"k": {}, "gone": []}


def _pairs(moments: list[Moment]) -> list[tuple[Moment | None, Moment]]:
    return list(zip([None, *moments], moments, strict=False))


def _plain(told: Doc | GameState) -> Any:
    built = msgspec.to_builtins(told, enc_hook=plain)
    terrain = built["setting"]["terrain"] if isinstance(told, Doc) else built["terrain"]
    for piece in terrain.values():
        piece["traits"] = sorted(piece["traits"])
    return built


def save_session(lab: Lab) -> Path:
    """Writes a session to the file that it was saved to before, else to a new one of its title, in one step; returns
    where. Raises FileError where the disk does not take it."""
    path = lab.kept if lab.kept is not None else new_path(lab.doc.title)
    write_atomically(path, Recorder().encoded(lab.moments, lab.at, lab.case, path))
    lab.kept = path
    return path


def new_path(title: str) -> Path:
    """A file of this title that is not there yet."""
    stem = slug(title)[:40] or "table"
    numbered = (paths.lab_dir() / f"{stem}{'' if n == 1 else f'-{n}'}{END}" for n in range(1, 10_000))
    return next(path for path in numbered if not path.exists())


def is_auto(path: Path) -> bool:
    """Whether a session was kept without being saved."""
    return path.name.startswith(AUTO)


def new_auto_path(title: str) -> Path:
    """A file of its own for a session that nobody saves, named by the moment and the title."""
    stem = f"{AUTO}{time.strftime('%Y%m%d-%H%M%S')}-{slug(title)[:40] or 'table'}"
    numbered = (paths.lab_dir() / f"{stem}{'' if n == 1 else f'-{n}'}{END}" for n in range(1, 10_000))
    return next(path for path in numbered if not path.exists())


# --- reading


def is_session(path: Path) -> bool:
    """Whether a file is a Lab session, by its name."""
    return path.suffix == END


def load_session(path: Path) -> Lab:
    """The Lab of a session, where it was left. Raises FileError."""
    session = _read(path)
    try:
        rules = ruleset(session.header.rules)
    except UnknownName as error:
        raise FileError(path, "header.rules", str(error)) from None
    if session.header.rules_version != rules.version:
        raise FileError(path, "header.rules_version",
                        say("the session was played with {rules} {old}; this is {rules} {version}, and dice would mean "
                            "something else", rules=rules.title, old=session.header.rules_version,
                            version=rules.version))
    try:
        made = _moments(session.records)
        history = [made[number] for number in session.moments]
        lab = Lab(history[0].doc, history[0].seed)
        lab.moments, lab.at = history, session.at
        assert 0 <= session.at < len(history), "a place beyond the end"
    except FiringArcError as error:
        raise FileError(path, "", say("cannot be played again ({error})", error=str(error))) from None
    except Exception as error:  # a file changed by hand can be wrong anywhere
        told = say("{name}: {error}", name=type(error).__name__, error=str(error))
        raise FileError(path, "", say("cannot be played again ({error})", error=told)) from error
    lab.case = _case(session.case)
    lab.kept = Path(session.kept) if session.kept else None
    if is_auto(path):
        lab.auto = path
    else:
        lab.kept = path
    return lab


def _read(path: Path) -> Session:
    data = datafile.read_bytes(path, LARGEST)
    try:
        header = msgspec.json.decode(data, type=_Peek).header
        if header.game != GAME:
            raise FileError(path, "", "is not a Lab session of Firing Arc")
        if header.format != FORMAT:
            raise FileError(path, "header.format", say("is {found!r}; this version reads {format}",
                                                       found=header.format, format=FORMAT))
        session: Session = msgspec.json.decode(data, type=Session)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise FileError(path, "", "is not a Lab session of Firing Arc (not JSON, or cut off)") from None
    if not session.moments:
        raise FileError(path, "moments", "is empty")
    return session


def _moments(records: list[Kept]) -> list[Moment]:
    """The moments of the records, each made of the one it came from."""
    made: list[Moment] = []
    docs: list[Any] = []
    starts: list[Any] = []
    for record in records:
        base = made[record.base] if record.base >= 0 else None
        docs.append(applied(docs[record.base] if base is not None else None, record.doc))
        starts.append(starts[record.base] if record.start is None and base is not None
                      else applied(starts[record.base] if base is not None else None, record.start))
        check_faces(record.queue)
        if base is not None and record.doc is None:
            doc = base.doc
        else:
            doc = msgspec.convert(docs[-1], Doc)
            _check_table(doc.setting.table, doc.setting.terrain)
        match = _match(record, base, doc, starts[-1])
        edit = rebased(base.doc, doc) if record.edited and base is not None else None
        made.append(Moment(
            doc=doc, match=match, seed=record.seed, kind=record.kind, words=record.words, queue=record.queue,
            edit=edit, command=record.command, answer=record.answer, merge="",
            before=base if record.before else None,
        ))
    return made


def _check_table(table: Table, terrain: Mapping[str, Terrain]) -> None:
    """Raises Refused for a table or a piece that could not be drawn."""
    try:
        check_size("", (table.width, table.height))
    except FileError as error:
        raise refusal(sentence(error.problem)) from None
    for piece in terrain.values():
        if min(piece.height, piece.depth) < 0:
            raise refusal(say("{piece}: heights and depths are inches, 0 or more", piece=piece.id))


def _match(record: Kept, base: Moment | None, doc: Doc, start: Any) -> Match:
    if record.same and base is not None:
        return base.match
    if record.plays is not None and base is not None:
        match = base.match.until(len(base.match.journal.entries))  # what waited for an answer is told anew
        match.replayed(record.plays)
        match.journal.reseeds = record.reseeds
        return match
    state = msgspec.convert(start, GameState)
    _check_table(state.table, state.terrain)
    match = Match(doc.ruleset, state, record.game_seed)
    for entry in (*record.entries, *((record.running,) if record.running is not None else ())):
        match.replayed(entry)
    match.journal.reseeds = record.reseeds
    return match


def _case(kept: CaseKept | None) -> casesteps.Opened | None:
    """The case that the session came from, as its file tells it now; None where that is gone."""
    if kept is None:
        return None
    try:
        found = casesteps.open_case(Path(kept.path), kept.number).case
    except FiringArcError:
        return None
    return replace(found, places=kept.places) if found is not None and len(found.places) == len(kept.places) else None


def list_sessions(folder: Path | None = None) -> list[SessionInfo]:
    """Every session, newest first; a damaged one is in the list with its fault."""
    where = folder or paths.lab_dir()
    found = [peek(path) for path in where.glob(f"*{END}")] if where.is_dir() else []
    return sorted(found, key=lambda s: (-s.time, s.path.name))


def left_last() -> SessionInfo | None:
    """The session that was left last without being saved, where it can be read."""
    return next((s for s in list_sessions() if s.left and not s.fault), None)


def peek(path: Path) -> SessionInfo:
    """A session's entry, by its header alone."""
    when = path.stat().st_mtime if path.exists() else 0.0
    try:
        header = msgspec.json.decode(datafile.read_bytes(path, LARGEST), type=_Peek).header
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return SessionInfo(path=path, time=when, fault=say("damaged: not a Lab session, or cut off"))
    except FileError as error:
        return SessionInfo(path=path, time=when, fault=say("damaged: {problem}", problem=error.problem))
    if header.game != GAME or header.format != FORMAT:
        return SessionInfo(path=path, time=when, fault=say("damaged: not a Lab session, or cut off"))
    return SessionInfo(path=path, title=header.title, rules=header.rules, moments=header.moments, time=when)


def forget(path: Path) -> None:
    """Removes a session. Raises FileError when the disk refuses; nothing there is no error."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(path, "", say("cannot be removed ({fault})", fault=error.strerror or error)) from None


def prune(keep: Path) -> None:
    """Forgets the oldest sessions that nobody saved, beyond those kept."""
    left = sorted((p for p in keep.parent.glob(f"{AUTO}*{END}") if p != keep and re.match(AUTO, p.name)),
                  key=lambda p: p.stat().st_mtime, reverse=True)
    for path in left[KEPT - 1 :]:
        path.unlink(missing_ok=True)
