"""The record of a game: how it began, every command with what was rolled and answered, and a digest after each.

A journal is the save file. Loading plays it again, so a save, an undo and a replay cannot disagree.
"""
from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from game.engine.commands import Command
from game.engine.dice import LARGEST_SEED
from game.engine.requests import Recorded
from game.engine.ruleset import RuleSet
from game.engine.state import GameState, encode_in_order
from game.errors import FileError
from game.table import datafile
from game.words import plain, say

FORMAT = 1


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command with its record, and the digest of the state after it."""

    command: Command
    record: tuple[Recorded, ...] = ()
    digest: str = ""


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a game stands, for a list to tell it in any language: its round or, before the first, its phase; the names
    of the side to act and, of a game that is over, of the winner."""

    round: int = 0
    phase: str = ""
    to_act: str = ""
    over: bool = False
    winner: str = ""


class Header(msgspec.Struct, kw_only=True):
    """What a list of saved games shows, and what a loader checks first. `about` is `standing` in English."""

    game: str = "firing-arc"
    format: int = FORMAT
    rules: str = ""
    rules_version: str = ""
    title: str = ""
    players: dict[str, str] = {}
    about: str = ""
    standing: Standing | None = None


class Reseed(msgspec.Struct, frozen=True, kw_only=True):
    """From the command with this number (from 0) on, behind so many rolls and answers of it, the dice are those of
    another seed."""

    entry: int
    record: int
    seed: int | str


class Journal(msgspec.Struct, kw_only=True):
    """`seed` is that of the first dice; `reseeds` follow it in their order."""

    header: Header
    seed: int | str
    start: GameState
    entries: list[Entry] = []
    running: Entry | None = None
    reseeds: tuple[Reseed, ...] = ()

    def seed_at(self, entry: int, record: int = 0) -> int | str:
        """The seed of the dice of a command, behind so many of its rolls and answers."""
        seeds = [r.seed for r in self.reseeds if (r.entry, r.record) <= (entry, record)]
        return seeds[-1] if seeds else self.seed

    @classmethod
    def new(cls, ruleset: RuleSet, start: GameState, seed: int | str) -> Journal:
        header = Header(rules=ruleset.id, rules_version=ruleset.version, title=start.title)
        return cls(header=header, seed=seed, start=start)


def encode(journal: Journal) -> bytes:
    """The journal as JSON: the same game, the same bytes. Keys keep their order, for that of the units is the roster's,
    and rules go by it."""
    fields = {name: getattr(journal, name) for name in journal.__struct_fields__}
    if not journal.reseeds:
        del fields["reseeds"]
    return msgspec.json.encode({**fields, "start": msgspec.Raw(encode_in_order(journal.start))}, enc_hook=plain) + b"\n"


def save(journal: Journal, path: Path) -> None:
    """Writes the journal whole or not at all, keeping the file before it as `name.previous`.
    Raises FileError when the disk does not take it."""
    write_atomically(path, encode(journal), keep_previous=True)


def write_atomically(path: Path, data: bytes, *, keep_previous: bool = False) -> None:
    """Replaces `path` by `data` in one step, so that a crash leaves the old file or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if keep_previous and path.exists():
                os.replace(path, path.with_name(path.name + ".previous"))
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise FileError(path, "", say("cannot be written ({fault})", fault=error.strerror or error)) from None


def load(path: Path) -> Journal:
    """The journal in a file. Raises FileError for anything that is not one, or of another format."""
    data = datafile.read_bytes(path)
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        raise FileError(path, "", "is not a saved game of Firing Arc (not JSON, or cut off)") from None
    check_header(path, raw)
    datafile.refuse_nonsense(path, {key: value for key, value in raw.items() if key not in ("seed", "reseeds")})
    journal = datafile.convert(path, raw, Journal)
    _check_seeds(path, journal)
    for number, entry in enumerate(journal.entries):
        _check_record(path, f"entries[{number}].record", entry.record)
    if journal.running is not None:
        _check_record(path, "running.record", journal.running.record)
    return journal


def _check_seeds(path: Path, journal: Journal) -> None:
    """Raises FileError for seeds that no game can have had: too large, out of their order, or of what is to come."""
    lengths = [len(entry.record) for entry in journal.entries]
    lengths.append(len(journal.running.record) if journal.running is not None else 0)
    seeds, before = [("seed", journal.seed)], (-1, 0)
    for number, reseed in enumerate(journal.reseeds):
        where, here = f"reseeds[{number}]", (reseed.entry, reseed.record)
        if not (0 <= reseed.entry < len(lengths) and 0 <= reseed.record <= lengths[reseed.entry]):
            raise FileError(path, where, say("is about a place that the game does not have: {entry} commands were "
                                             "given, and a seed changes behind one of them", entry=len(lengths) - 1))
        if here <= before:
            raise FileError(path, where, "does not come behind the one before it")
        before = here
        seeds.append((f"{where}.seed", reseed.seed))
    for where, seed in seeds:
        if isinstance(seed, int) and abs(seed) > LARGEST_SEED:
            raise FileError(path, where, say("{data} is larger than any number of this game", data=str(seed)[:20]))


def _check_record(path: Path, where: str, record: tuple[Recorded, ...]) -> None:
    """Raises FileError for dice that cannot have fallen, and for forced ones that are none of them."""
    for number, recorded in enumerate(record):
        roll, faces = recorded.roll, recorded.dice
        place = f"{where}[{number}]"
        if roll is not None and (len(faces) != roll.count or any(not 1 <= face <= roll.sides for face in faces)):
            raise FileError(path, f"{place}.dice", say(
                "{count} dice from 1 to {sides} are wanted, as its roll says", count=roll.count, sides=roll.sides))
        if len(set(recorded.forced)) != len(recorded.forced) or not set(recorded.forced) <= set(range(len(faces))):
            raise FileError(path, f"{place}.forced", say(
                "names dice that did not fall: places from 0, each once, of {count} are wanted", count=len(faces)))


def read_header(path: Path) -> Header:
    """Only the header, for a list of saved games. Raises FileError."""
    return load(path).header


def check_header(path: object, raw: Any) -> None:
    header = raw.get("header") if isinstance(raw, dict) else None
    if not isinstance(header, dict) or header.get("game") != "firing-arc":
        raise FileError(path, "", "is not a saved game of Firing Arc")
    if header.get("format") != FORMAT:
        raise FileError(path, "header.format", say("is {found!r}; this version reads {format}",
                                                   found=header.get("format"), format=FORMAT))


def check_rules(path: object, journal: Journal, ruleset: RuleSet) -> None:
    """Raises FileError when the game was played with another version of its rules."""
    if journal.header.rules_version != ruleset.version:
        raise FileError(
            path, "header.rules_version",
            say("the game was played with {rules} {old}; this is {rules} {version}, and dice "
                "would mean something else", rules=ruleset.title, old=journal.header.rules_version,
                version=ruleset.version),
        )
