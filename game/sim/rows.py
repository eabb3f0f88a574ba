"""The finished games of a batch, a JSON line each: written as they end, read again to go on.

The first line tells what is played: a batch, or the cells of a matrix, each of them a batch.
"""
from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from game.errors import FileError
from game.words import joined, plain, say


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """One unit in one game: its models, those lost, the harm (blocks, wounds) it dealt and took, whom it felled."""

    name: str
    side: str
    models: int
    lost: int
    dealt: int
    taken: int
    felled: int


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One finished game. `winner` is a side or "draw"; `luck` by side in standard deviations of its dice; `swapped`
    tells that the sides had exchanged their table edges; `harm` by side what its attacks did in each round; `error`
    what went wrong, if anything did; `cell` which cell of a matrix it is of."""

    number: int
    seed: str
    levels: dict[str, str]
    swapped: bool
    winner: str
    why: str
    rounds: int
    score: dict[str, int]
    decisions: int
    seconds: float
    luck: dict[str, float]
    units: dict[str, UnitRow]
    error: str = ""
    harm: dict[str, tuple[int, ...]] = {}
    cell: int | UnsetType = UNSET

    @property
    def place(self) -> tuple[int, int]:
        """Its cell (0 in a batch) and its number."""
        return (self.cell or 0, self.number)


class BatchHead(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what is played. Rows of another batch are not mixed in. `forces` are those that were put in the
    place of the scenario's."""

    scenario: str
    rules: str
    levels: dict[str, str]
    seed: str
    mirrored: bool
    key: str
    forces: dict[str, str] | UnsetType = UNSET


class MatrixHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a matrix: every cell of it, in order."""

    cells: tuple[BatchHead, ...]


Head: TypeAlias = BatchHead | MatrixHead


def read_rows(path: Path, head: Head) -> dict[tuple[int, int], GameRow]:
    """The finished games in the file, by cell and number; none if it does not exist. A last line cut short is left
    out. Raises FileError where the file is of another batch, or none at all."""
    if not path.exists():
        return {}
    lines = path.read_bytes().split(b"\n")
    found = _head(path, lines[0]) if lines[0] else head
    if found != head:
        raise FileError(path, "line 1", say("the games in it are of another batch ({told}); name another file",
                                            told=_told(found)))
    return {row.place: row for row in _rows(path, lines[1:])}


def _head(path: Path, line: bytes) -> Head:
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(line, type=MatrixHead)
    try:
        return msgspec.json.decode(line, type=BatchHead)
    except msgspec.DecodeError:
        raise FileError(path, "line 1", "this is no file of finished games; name another one") from None


def _rows(path: Path, lines: list[bytes]) -> Iterable[GameRow]:
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        try:
            yield msgspec.json.decode(line, type=GameRow)
        except msgspec.DecodeError as error:
            if number == len(lines) + 1:  # cut short by an interrupt: that game is played again
                return
            raise FileError(path, say("line {number}", number=number),
                            say("no finished game: {error}", error=error)) from None


def _told(head: Head) -> str:
    if isinstance(head, MatrixHead):
        return say("a matrix of {count} set-ups", count=len(head.cells))
    players = joined(say(" against "), head.levels.values())
    told = say("{scenario}, {players}, seed {seed}", scenario=head.scenario, players=players, seed=head.seed)
    return told if head.mirrored else joined(", ", (told, say("not mirrored")))


class Keeper:
    """Keeps rows in a file, if one is named: what is there already, then each as it comes, flushed."""

    def __init__(self, path: Path | None, head: Head, rows: Iterable[GameRow] = ()) -> None:
        self._path, self._head, self._rows = path, head, list(rows)
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Keeper:
        if self._path is not None:
            self._begin(self._path)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _begin(self, path: Path) -> None:
        """Writes afresh what is known, in one move, so that a line cut short does not stay."""
        fresh = path.with_name(path.name + ".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(_line(self._head) + b"".join(_line(row) for row in self._rows))
            os.replace(fresh, path)
            self._file = path.open("ab")
        except OSError as error:
            raise FileError(path, "", say("cannot be written: {fault}", fault=error.strerror)) from None

    def keep(self, row: GameRow) -> None:
        """Adds a row and sees that it is on its way to the disk."""
        if self._file is not None:
            self._file.write(_line(row))
            self._file.flush()


def _line(entry: Head | GameRow) -> bytes:
    return msgspec.json.encode(entry, enc_hook=plain) + b"\n"
