"""What comes of a map: the table, the picture that it lies on, and a report of what was taken, left out, retagged."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.errors import FileError, InputError, UnknownName
from game.sim.foreign_fields import clean, number_of
from game.table.mapfile import LARGEST_TABLE, MapFile
from game.table.picture import KINDS as PICTURE_ENDS
from game.table.picture import check_whole
from game.table.table import Background
from game.table.terrainspec import TerrainSpec, build_terrain, kinds
from game.units import Point
from game.words import joined, plain, say

MOST_PIECES = 5000
MOST_CORNERS = 100_000
NONE = "none"
"""The kind that leaves a thing out."""


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """How large a map is meant to be: `inches` to one square, or `pixels` to one inch. 0 and 0 leave it to the file,
    and where that says nothing one square is one inch."""

    inches: float = 0.0
    pixels: float = 0.0


def read_scale(text: str) -> Scale:
    """"1.5" (inches to a square) or "70px" (pixels to an inch). Raises InputError."""
    told = text.strip().casefold()
    number = number_of(told.removesuffix("px"))
    if number is None or not 0.01 <= number <= 10_000:
        raise InputError(say('the scale "{given}" should read 1.5 (inches to one square of the map) or 70px (pixels '
                             'to one inch), from 0.01 to 10000',
                             given=text[:20]))
    return Scale(pixels=number) if told.endswith("px") else Scale(inches=number)


class ScaleWanted(FileError):
    """A map that can be taken once it is said how large it is meant to be."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What the person wants of an import: the scale, other kinds for kinds of the file (ours, or "none" to leave
    them out), and whether its picture is taken."""

    scale: Scale = Scale()
    kinds: Mapping[str, str] = {}
    picture: bool = True

    def check(self) -> None:
        """Raises UnknownName for a kind of terrain that is none."""
        for kind in self.kinds.values():
            if kind != NONE and kind not in kinds():
                raise UnknownName("kind of terrain", kind, [*kinds(), NONE])


class ImportedMap(msgspec.Struct, frozen=True, kw_only=True):
    """A map as a table of ours. `picture` are the bytes that lie beside it, in a file that ends in `picture_end`;
    its background names that file once it is saved (`saving.save_map`)."""

    map: MapFile
    picture: bytes = b""
    picture_end: str = ""
    taken: tuple[str, ...] = ()
    retagged: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """The kinds of things that the file has, as `Wish.kinds` may name them."""

    def lines(self) -> list[str]:
        """The whole report."""
        told: list[str] = []
        for title, lines in ((say("Taken:"), self.taken), (say("Retagged:"), self.retagged),
                             (say("Left out:"), self.dropped)):
            if lines:
                told += [title, *(joined("", ("  ", line)) for line in lines)]
        if not self.dropped:
            told.append(say("Nothing was left out."))
        return [*told, *self.notes]


class Tally:
    """Gathers pieces and the report while a map is read."""

    def __init__(self, source: str, wish: Wish) -> None:
        self.source, self.wish = source, wish
        self.specs: list[TerrainSpec] = []
        self.notes: list[str] = []
        self.numbers: dict[int | None, int] = {}
        """Where in `specs` the object of a number is."""
        self._corners = 0
        self._asked = {_plain(name): kind for name, kind in wish.kinds.items()}
        self._seen: dict[str, None] = {}
        self._retagged: Counter[tuple[str, str]] = Counter()
        self._dropped: Counter[str] = Counter()

    def kind(self, name: str, count: int = 1) -> str:
        """Our kind for a kind of the file, of which there are `count` things: the one asked for, else itself."""
        self._seen.setdefault(_plain(name))
        kind = self._asked.get(_plain(name), _plain(name))
        if kind != _plain(name):
            self._retagged[(name, kind)] += count
        return kind

    def add(self, spec: TerrainSpec) -> None:
        if len(self.specs) >= MOST_PIECES:
            raise FileError(self.source, "", say("holds more than {most} pieces, the most that a table "
                                                 "takes; leave a kind out, as in --kind wall=none, or crop the map",
                                                 most=MOST_PIECES))
        self._corners += sum(map(len, (spec.outline or (), *spec.holes)))
        if self._corners > MOST_CORNERS:
            raise FileError(self.source, "", say("makes pieces of more than {most} corners, the most that a table "
                                                 "takes; crop the map", most=MOST_CORNERS))
        self.specs.append(spec)

    def drop(self, what: str, count: int = 1) -> None:
        """`what` says in a few words what was left out and why; things alike are counted."""
        if count:
            self._dropped[what] += count

    def finished(self, size: Point, *, written: MapFile | None = None, background: Background | None = None,
                 picture: bytes = b"", end: str = "") -> ImportedMap:
        """The table of what was gathered. Raises FileError, UnknownName."""
        check_table(self.source, size)
        unknown = next((name for name in self._asked if name not in self._seen), None)
        if unknown is not None:
            raise UnknownName("kind in this map", unknown, self._seen)
        pieces = self._sound()
        told = written or MapFile(title=title_of(self.source), table=size, ground="concrete")
        return ImportedMap(
            map=replace(told, table=size, terrain=tuple(pieces), background=background),
            picture=picture, picture_end=end, notes=tuple(self.notes), kinds=tuple(self._seen),
            taken=tuple(_taken(size, pieces, told, background)),
            retagged=tuple(_retagged(name, kind, count)
                           for (name, kind), count in self._retagged.items()),
            dropped=tuple(say("{what}: {count}", what=what, count=count) for what, count in self._dropped.items()),
        )

    def _sound(self) -> list[TerrainSpec]:
        """The pieces that can stand on a table, each with an id of its own; the others are told."""
        sound: list[TerrainSpec] = []
        taken: set[str] = set()
        for spec in self.specs:
            try:
                build_terrain(self.source, [spec])
            except FileError as error:
                self.drop(say("{name}, which cannot stand ({fault})",
                              name=spec.name or spec.id or spec.kind or say("a piece"), fault=clean(error.problem)))
                continue
            name = spec.id if spec.id and spec.id not in taken else _free(taken, spec)
            taken.add(name)
            sound.append(replace(spec, id=name))
        return sound


def check_table(source: str, size: Point) -> None:
    """Raises FileError unless a table can be that large."""
    if not all(0.5 <= side <= LARGEST_TABLE for side in size):
        wide, deep = size
        raise ScaleWanted(source, "", say("makes a table of {wide:.4g} x {deep:.4g} in; sides from 0.5 to "
                                        "{most:g} in can be played on: give another scale, as in --scale "
                                        "0.5 (inches to a square) or --scale 70px (pixels to an inch)",
                                        wide=wide, deep=deep, most=LARGEST_TABLE))


def picture_end(source: str, data: bytes, where: str) -> str:
    """How the file of a picture ends. Raises FileError for one that cannot be shown."""
    return PICTURE_ENDS[check_whole(source, data, where).kind]


def title_of(source: str) -> str:
    return clean(Path(source).stem.replace("_", " ")).capitalize() or plain(say("Imported table"))


def _plain(name: str) -> str:
    """A kind's name as names are compared."""
    return clean(name).casefold().replace(" ", "_")


def _retagged(name: str, kind: str, count: int) -> str:
    if kind == NONE:
        return say("{name} as nothing: {count}", name=name, count=count)
    return say("{name} as {kind}: {count}", name=name, kind=kind, count=count)


def _free(taken: set[str], spec: TerrainSpec) -> str:
    stem, number = spec.kind or "piece", len(taken) + 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def _taken(size: Point, pieces: Sequence[TerrainSpec], told: MapFile, background: Background | None) -> list[str]:
    wide, deep = size
    lines = [say("a table of {wide:g} x {deep:g} in", wide=wide, deep=deep)]
    counts = Counter(spec.kind or say("terrain of no kind") for spec in pieces)
    lines += [say("{what}: {count}", what=kind, count=count) for kind, count in counts.items()]
    lines += [say("marks painted on the ground: {count}", count=len(told.paint))] if told.paint else []
    return [*lines, *([say("its picture, as the ground")] if background is not None else [])]
