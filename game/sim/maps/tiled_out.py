"""Our tables as maps of Tiled (.tmj), which come back as the same tables."""
from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.engine.journal import write_atomically
from game.errors import FileError, UnknownName
from game.sim import paths
from game.sim.maps.tiled import HEIGHT, MAP_WORDS, PIXELS, WIDTH
from game.sim.maps.tiled_objects import HOLE, OF, PAINT, PIECE
from game.table.mapfile import MapFile, load_map, placed_background
from game.table.picture import read_picture
from game.table.terrain import Terrain
from game.table.terrainspec import TerrainSpec, build_terrain, kinds
from game.units import Point

Json = dict[str, Any]
USUAL_PIXELS = 32
TABLE = "table"
"""The class of a map of ours, so that Tiled shows what may be said of it."""
VERSION, TILED = "1.10", "1.10.2"
WRITTEN = ("height", "depth", "cover", "system", "state", "tn", "style")
"""What a piece's object tells where the table does; each comes back under the same name."""


def export_table(name: str, target: Path) -> MapFile:
    """Writes the table with this id, or in this file, as a map of Tiled; what was written. Raises FileError,
    UnknownName, and leaves nothing half written."""
    path = find_table(name)
    written = load_map(path)
    check_target(target)
    write_atomically(target, encoded(as_tiled(path, written, target)))
    return written


def find_table(name: str) -> Path:
    """The file of a table, by its id or its path. Raises UnknownName when nothing answers to the name."""
    if name.endswith(".toml"):
        return Path(name)
    known = {path.stem: path for path in sorted((paths.maps_dir() / "tables").glob("*.toml"))}
    if name not in known:
        raise UnknownName("table", name, known)
    return known[name]


def check_target(target: Path) -> None:
    """Raises FileError for a name that Tiled would not know."""
    if target.suffix not in (".tmj", ".json"):
        raise FileError(target, "", "a map of Tiled ends in .tmj (or .json)")
    if target.is_dir():
        raise FileError(target, "", "is a folder; a file is wanted")


def as_tiled(path: Path, written: MapFile, target: Path) -> Json:
    """The map file `path`, read as `written`, as a map of Tiled that is to lie at `target`. Raises FileError for a
    table that could not be played on either."""
    pieces = list(build_terrain(path, written.terrain).values())
    layers, pixels = _ground(path, written, target)
    out = _Objects(pixels, written.table[1])
    terrain = [entry for number, (spec, piece) in enumerate(zip(written.terrain, pieces, strict=True), 1)
               for entry in out.piece(spec, piece, number)]
    layers += [_layer("paint", [out.mark(mark) for mark in written.paint], PAINT)] if written.paint else []
    layers.append(_layer("terrain", terrain))
    for number, layer in enumerate(layers, 1):
        layer["id"] = number
    wide, deep = written.table
    told = {name: getattr(written, name) for name in MAP_WORDS if getattr(written, name)}
    return {
        "type": "map", "class": TABLE, "version": VERSION, "tiledversion": TILED, "orientation": "orthogonal",
        "renderorder": "right-down", "compressionlevel": -1, "infinite": False, "tilesets": [],
        **_squares(wide, deep, pixels), "nextlayerid": len(layers) + 1, "nextobjectid": out.next, "layers": layers,
        "properties": _properties({**told, "seed": written.seed, PIXELS: float(pixels), WIDTH: float(wide),
                                   HEIGHT: float(deep)}),
    }


def encoded(map_: Json) -> bytes:
    """A map or a project as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(map_), indent=1) + b"\n"


def _squares(wide: float, deep: float, pixels: float) -> Json:
    """As many squares of about an inch, of whole pixels, as cover the table."""
    tile = max(1, round(pixels))
    return {"width": math.ceil(wide * pixels / tile), "height": math.ceil(deep * pixels / tile), "tilewidth": tile,
            "tileheight": tile}


def _ground(path: Path, written: MapFile, target: Path) -> tuple[list[Json], float]:
    """The layer of the background, if there is one, and how many pixels are an inch: as many as its picture has."""
    if written.background is None:
        return [], USUAL_PIXELS
    placed = placed_background(path, written.background)
    assert isinstance(placed, msgspec.Struct)
    picture = read_picture(Path(placed.picture))
    wide, deep = placed.size or written.table
    pixels = picture.width / wide
    north = written.table[1] - placed.at[1] - deep
    image = os.path.relpath(placed.picture, target.resolve().parent).replace(os.sep, "/")
    return [{"type": "imagelayer", "name": "background", "image": image, "x": 0, "y": 0, "visible": True, "opacity": 1,
             "offsetx": placed.at[0] * pixels, "offsety": north * pixels,
             "properties": _properties({WIDTH: float(wide), HEIGHT: float(deep)})}], pixels


def _layer(name: str, objects: list[Json], kind: str = "") -> Json:
    return {"type": "objectgroup", "name": name, "draworder": "index", "x": 0, "y": 0, "visible": True, "opacity": 1,
            "objects": objects, **({"class": kind} if kind else {})}


class _Objects:
    """Makes objects, each with a number of its own."""

    def __init__(self, pixels: float, high: float) -> None:
        self._pixels, self._high = pixels, high
        self.next = 1

    def piece(self, spec: TerrainSpec, piece: Terrain, place: int) -> Iterator[Json]:
        """A piece's object, and one for each of its holes."""
        traits = {"traits": ",".join(spec.traits)} if spec.traits is not None else {}
        told = {"id": piece.id, **traits, "seed": spec.seed if spec.seed is not None else place,
                **{name: getattr(spec, name) for name in WRITTEN if getattr(spec, name) not in (None, "")}}
        if spec.state == "":
            told["state"] = ""
        main = self._object(piece.kind or PIECE, spec.name, told, **self._shape(spec, piece))
        yield main
        for hole in spec.holes:
            yield self._object(HOLE, "", {OF: main["id"]}, **self._ring("polygon", hole))

    def mark(self, mark: Mapping[str, Any]) -> Json:
        """A mark painted on the ground."""
        points = [(float(x), float(y)) for x, y in mark["points"]]
        shape = self._ring("polyline", points) if len(points) > 1 else {**self._corner(points[0]), "point": True}
        told = {key: value for key, value in mark.items() if key not in ("kind", "points")}
        return self._object(str(mark["kind"]), "", told, **shape)

    def _object(self, kind: str, name: str, told: Mapping[str, Any], **shape: Any) -> Json:
        self.next += 1
        return {"id": self.next - 1, "name": name, "type": kind, "visible": True, "rotation": 0, "width": 0,
                "height": 0, **shape, "properties": _properties(told)}

    def _shape(self, spec: TerrainSpec, piece: Terrain) -> Json:
        if spec.outline is not None:
            return self._ring("polygon", spec.outline)
        if piece.disc is not None:
            x, y, radius = piece.disc
            return {**self._corner((x - radius, y + radius)), **self._size(2 * radius, 2 * radius), "ellipse": True}
        if spec.rect is not None:
            x0, y0, x1, y1 = spec.rect
            return {**self._corner((min(x0, x1), max(y0, y1))), **self._size(abs(x1 - x0), abs(y1 - y0))}
        size = spec.size or kinds()[piece.kind].size
        assert spec.at is not None and size is not None
        return {**self._corner(_top_left(spec.at, size, spec.angle)), **self._size(*size), "rotation": spec.angle}

    def _ring(self, key: str, ring: Iterable[Point]) -> Json:
        """Points relative to the first one."""
        points = [self._pixel(point) for point in ring]
        x, y = points[0]
        return {"x": x, "y": y, key: [{"x": px - x, "y": py - y} for px, py in points]}

    def _corner(self, point: Point) -> Json:
        x, y = self._pixel(point)
        return {"x": x, "y": y}

    def _pixel(self, point: Point) -> Point:
        return point[0] * self._pixels, (self._high - point[1]) * self._pixels

    def _size(self, wide: float, deep: float) -> Json:
        return {"width": wide * self._pixels, "height": deep * self._pixels}


def _top_left(at: Point, size: Point, angle: float) -> Point:
    """Where the north-west corner of a rectangle about `at` comes to lie when it is turned clockwise."""
    turn = math.radians(angle)
    x, y = -size[0] / 2, size[1] / 2
    return (at[0] + x * math.cos(turn) + y * math.sin(turn), at[1] - x * math.sin(turn) + y * math.cos(turn))


def _properties(told: Mapping[str, Any]) -> list[Json]:
    return [_property(name, value) for name, value in told.items()]


def _property(name: str, value: Any) -> Json:
    enum = {"traits": "traits", "cover": "cover", "ground": "ground"}.get(name)
    match value:
        case bool():
            kind = "bool"
        case int():
            kind = "object" if name == OF else "int"
        case float():
            kind = "float"
        case str():
            kind = "string"
        case _:
            kind, value = "string", msgspec.json.encode(value).decode()
    return {"name": name, "type": kind, "value": value, **({"propertytype": enum} if enum and kind == "string" else {})}
