"""Our tables as maps of Tiled (.tmj), which come back as the same tables; and the project file that names our kinds."""
from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.errors import FileError
from game.geometry.shapes import COVERS, TRAITS
from game.sim.maps.found import NONE
from game.sim.maps.tiled import MAP_WORDS, PIXELS
from game.sim.maps.tiled_objects import HOLE, OF, PAINT, THICK
from game.sim.maps.tiled_properties import THICKNESS
from game.table.mapfile import MapFile, placed_background
from game.table.picture import read_picture
from game.table.terrain import Terrain
from game.table.terrainspec import KindSpec, TerrainSpec, build_terrain, kinds
from game.units import Point

Json = dict[str, Any]
USUAL_PIXELS = 32
VERSION, TILED = "1.10", "1.10.2"
WRITTEN = ("height", "depth", "cover", "system", "state", "tn", "style")
"""What a piece's object tells where the table does; each comes back under the same name."""
COLOURS = {"opaque": "#8b857b", "obscuring": "#454d33", "gap": "#0b0f14", "climbable": "#6d7a80",
           "dangerous": "#5f6628", "difficult": "#6b655c", "impassable": "#8d9296"}
"""How Tiled shows a kind, by the first trait of these that it has."""


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
        "type": "map", "version": VERSION, "tiledversion": TILED, "orientation": "orthogonal",
        "renderorder": "right-down", "compressionlevel": -1, "infinite": False, "tilesets": [],
        **_squares(wide, deep, pixels), "nextlayerid": len(layers) + 1, "nextobjectid": out.next, "layers": layers,
        "properties": _properties({**told, "seed": written.seed, PIXELS: float(pixels)}),
    }


def encoded(map_: Json) -> bytes:
    """A map or a project as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(map_), indent=1) + b"\n"


def _squares(wide: float, deep: float, pixels: float) -> Json:
    """Squares of an inch where both sides are whole; else one square as large as the table."""
    if float(wide).is_integer() and float(deep).is_integer() and float(pixels).is_integer():
        return {"width": int(wide), "height": int(deep), "tilewidth": int(pixels), "tileheight": int(pixels)}
    return {"width": 1, "height": 1, "tilewidth": wide * pixels, "tileheight": deep * pixels}


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
             "properties": _properties({"width_in": float(wide), "height_in": float(deep)})}], pixels


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
        main = self._object(spec.kind or piece.kind, spec.name, told, **self._shape(spec, piece))
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


# --- the project


def project() -> Json:
    """Our Tiled project: the kinds of terrain as types of objects, each with its usual values."""
    types = [_enum("cover", (NONE, *COVERS)), _enum("traits", TRAITS, flags=True),
             _enum("ground", ("street", "field", "interior", "concrete"))]
    types += [_class(name, kind) for name, kind in kinds().items()]
    types.append(_member_class(HOLE, "#ff00ff", [{"name": OF, "type": "object", "value": 0}], ["object"]))
    types.append(_member_class(PAINT, "#999999", [], ["layer"]))
    types.append(_member_class("table", "#cccccc", [
        *({"name": name, "type": "string", "value": ""} for name in MAP_WORDS if name != "ground"),
        {"name": "ground", "type": "string", "propertyType": "ground", "value": "concrete"},
        {"name": PIXELS, "type": "float", "value": float(USUAL_PIXELS)}, {"name": "seed", "type": "int", "value": 1},
    ], ["map"]))
    for number, entry in enumerate(types, 1):
        entry["id"] = number
    return {"automappingRulesFile": "", "commands": [], "compatibilityVersion": 1100, "extensionsPath": "extensions",
            "folders": ["."], "properties": [], "propertyTypes": types}


def _class(name: str, kind: KindSpec) -> Json:
    members: list[Json] = [
        {"name": "height", "type": "float", "value": kind.height}, {"name": "depth", "type": "float", "value": kind.depth},
        {"name": "traits", "type": "string", "propertyType": "traits", "value": ",".join(kind.traits)},
        {"name": "cover", "type": "string", "propertyType": "cover", "value": kind.cover or NONE},
        {"name": "system", "type": "string", "value": kind.system or ""},
        {"name": "state", "type": "string", "value": kind.state}, {"name": "style", "type": "string", "value": ""},
        {"name": THICKNESS, "type": "float", "value": THICK},
    ]
    colour = next((tone for trait, tone in COLOURS.items() if trait in kind.traits), "#56b4e9")
    return _member_class(name, colour, members, ["object"])


def _member_class(name: str, colour: str, members: list[Json], uses: list[str]) -> Json:
    return {"color": colour, "drawFill": True, "id": 0, "members": members, "name": name, "type": "class", "useAs": uses}


def _enum(name: str, values: tuple[str, ...], *, flags: bool = False) -> Json:
    return {"id": 0, "name": name, "storageType": "string", "type": "enum", "values": list(values),
            "valuesAsFlags": flags}


def check_target(target: Path) -> None:
    """Raises FileError for a name that Tiled would not know."""
    if target.suffix not in (".tmj", ".json"):
        raise FileError(target, "", "a map of Tiled ends in .tmj (or .json)")
