"""One object of Tiled as a piece of terrain. Tiled measures pixels from the north-west corner, y down, and turns
clockwise about an object's x, y: its top left, and of a tile its bottom left."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.errors import FileError
from game.geometry.shapes import TRAITS
from game.geometry.strips import Rings, ellipse, strip_along, touches_table
from game.sim.foreign_fields import Json, clean, measure, objects, whole
from game.sim.maps.found import NONE, Tally
from game.sim.maps.tiled_properties import KNOWN, THICKNESS, piece_fields, properties, words_of
from game.table.terrainspec import TerrainSpec, build_terrain, kinds
from game.units import MM_PER_INCH, Point
from game.words import say

HOLE, PAINT = "hole", "paint"
"""The type of an object that is another's hole; the class of a layer of marks painted on the ground."""
PIECE = "piece"
"""The type of a piece of no kind, which has the traits that it tells and no others."""
OF = "of"
"""A hole's property: the object that it is a hole of."""
THICK = 0.1
"""Inches. A line becomes a strip this wide unless it tells its thickness."""
MOST_POINTS = 5000


class Frame:
    """The map's measure: where a pixel of it lies on the table, in inches."""

    def __init__(self, source: str, size: Point, pixels: float) -> None:
        self.source, self.size, self.pixels = source, size, pixels

    def inch(self, x: float, y: float) -> Point:
        return (_round(x / self.pixels), _round(self.size[1] - y / self.pixels))

    def length(self, pixels: float) -> float:
        return _round(pixels / self.pixels)


class TiledObject:
    """An object with what its layer lends it; every number checked when it is asked for."""

    def __init__(self, source: str, where: str, told: Json, layer: Json, offset: Point) -> None:
        self.source, self.where, self.told = source, where, told
        self.x = measure(source, where, told, "x", usual=0.0) + offset[0]
        self.y = measure(source, where, told, "y", usual=0.0) + offset[1]
        self.wide = measure(source, where, told, "width", 0, usual=0.0)
        self.deep = measure(source, where, told, "height", 0, usual=0.0)
        self.turn = measure(source, where, told, "rotation", usual=0.0)
        self.name = words_of(told.get("name"))
        self.properties = properties(source, where, told)
        self.layer_class = _class(layer)
        self.kind = _class(told) or self.layer_class or words_of(layer.get("name")) or "untyped"
        self.tile = "gid" in told

    @property
    def number(self) -> int | None:
        """Its number in the map."""
        told = self.told.get("id")
        return None if told is None else whole(self.source, self.where, self.told, "id", 0, 2**31)

    def spot(self, x: float, y: float) -> Point:
        """The pixel that lies `x`, `y` from the object's own corner, along its turned sides."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return self.x + x * cos - y * sin, self.y + x * sin + y * cos

    def line(self, key: str) -> list[Point] | None:
        """The pixels of its polygon or polyline; None where it has none."""
        if key not in self.told:
            return None
        points = objects(self.source, self.where, self.told, key)
        if len(points) > MOST_POINTS:
            raise FileError(self.source, f"{self.where}.{key}", say("{count} corners are more than {most}",
                                                                    count=len(points), most=MOST_POINTS))
        places = [f"{self.where}.{key}[{number}]" for number in range(len(points))]
        return [self.spot(measure(self.source, place, point, "x"), measure(self.source, place, point, "y"))
                for place, point in zip(places, points, strict=True)]


def add_object(frame: Frame, tally: Tally, thing: TiledObject) -> None:
    """The object as a piece, or a line in the report that says why it is none."""
    if "text" in thing.told:
        tally.drop("texts, which are no terrain")
        return
    kind = tally.kind(thing.kind)
    if kind == NONE:
        tally.drop(say("objects of {kind}, as asked for", kind=thing.kind))
    elif kind not in kinds() and kind not in TRAITS and kind != PIECE:
        tally.drop(say('objects of "{given}", which is no kind of terrain (--kind "{given}"=wall takes them as '
                       'walls)',
                       given=clean(thing.kind)))
    else:
        _add(frame, tally, thing, kind)


def _add(frame: Frame, tally: Tally, thing: TiledObject, kind: str) -> None:
    known = kind if kind in kinds() else ""
    place = f"{thing.where}.properties"
    fields = piece_fields(thing.source, place, thing.properties, known)
    if not known and kind in TRAITS:
        fields.setdefault("traits", (kind,))
    unknown = sorted(clean(name) for name in thing.properties.keys() - KNOWN)
    tally.drop(say("properties that mean nothing here ({names})", names=", ".join(unknown)), len(unknown))
    shapes = _shapes(frame, tally, thing, known)
    for number, shape in enumerate(shapes):
        if number:
            fields.pop("id", None)
        spec = msgspec.convert({"kind": known, "name": thing.name, **fields, **shape}, TerrainSpec)
        if _outside(frame, spec):
            tally.drop("objects outside the map")
        else:
            tally.add(spec)
            tally.numbers.setdefault(thing.number, len(tally.specs) - 1)


def _shapes(frame: Frame, tally: Tally, thing: TiledObject, kind: str) -> list[dict[str, Any]]:
    """The shape, as fields of a TerrainSpec; several for a line that is cut, none where there is no shape."""
    polygon, polyline = thing.line("polygon"), thing.line("polyline")
    if polygon is not None:
        return [{"outline": [frame.inch(*point) for point in polygon]}]
    if polyline is not None:
        return [_fields(rings) for rings in _strips(frame, tally, thing, polyline)]
    if thing.told.get("point") or not thing.wide or not thing.deep:
        return _spot(frame, tally, thing, kind)
    middle = thing.spot(thing.wide / 2, thing.deep / 2 * (-1 if thing.tile else 1))
    size = (frame.length(thing.wide), frame.length(thing.deep))
    if thing.told.get("ellipse"):
        return [_round_piece(frame, thing, middle, size)]
    if thing.turn % 360:
        return [{"at": frame.inch(*middle), "size": size, "angle": _round(thing.turn)}]
    x, y = thing.x, thing.y - (thing.deep if thing.tile else 0)
    west, north = frame.inch(x, y)
    east, south = frame.inch(x + thing.wide, y + thing.deep)
    return [{"rect": [west, south, east, north]}]


def _round_piece(frame: Frame, thing: TiledObject, middle: Point, size: Point) -> dict[str, Any]:
    """A disc where it is round, else an outline of 32 corners."""
    if math.isclose(thing.wide, thing.deep, rel_tol=1e-9):
        return {"at": frame.inch(*middle), "base": _round(thing.wide / frame.pixels * MM_PER_INCH)}
    return {"outline": ellipse(frame.inch(*middle), (size[0] / 2, size[1] / 2), thing.turn)}


def _spot(frame: Frame, tally: Tally, thing: TiledObject, kind: str) -> list[dict[str, Any]]:
    """A point: of a kind that has a size of its own, else nothing."""
    usual = kinds()[kind] if kind else None
    if usual is None or (usual.base is None and usual.size is None):
        tally.drop("points and objects of no size, whose kind has no size of its own")
        return []
    return [{"at": frame.inch(thing.x, thing.y), "angle": _round(thing.turn)}]


def _strips(frame: Frame, tally: Tally, thing: TiledObject, line: Sequence[Point]) -> list[Rings]:
    thick = measure(thing.source, f"{thing.where}.properties", thing.properties, THICKNESS, 0.01, 20, THICK)
    found = strip_along([frame.inch(*point) for point in line], thick) if len(line) > 1 else []
    if not found:
        tally.drop("lines of no length")
    return found


def _fields(rings: Rings) -> dict[str, Any]:
    return {"outline": rings[0], "holes": rings[1:]}


def _outside(frame: Frame, spec: TerrainSpec) -> bool:
    """Whether a sound piece reaches nowhere onto the table; one that is not sound is told of later."""
    try:
        piece = next(iter(build_terrain(frame.source, [spec]).values()))
    except FileError:
        return False
    if piece.disc is None:
        return not touches_table(piece.outline, frame.size)
    x, y, radius = piece.disc
    return not touches_table(((x - radius, y - radius), (x + radius, y + radius)), frame.size)


# --- holes and paint


def add_holes(frame: Frame, tally: Tally, holes: Sequence[TiledObject]) -> None:
    """Puts each hole into the outline that it names."""
    for thing in holes:
        of = thing.properties.get(OF)
        place = tally.numbers.get(of) if isinstance(of, int) else None
        ring = thing.line("polygon")
        if place is None or ring is None or tally.specs[place].outline is None:
            tally.drop("holes of nothing: a hole is a polygon that names an outline")
            continue
        spec = tally.specs[place]
        inner = tuple(frame.inch(*point) for point in ring)
        tally.specs[place] = replace(spec, holes=(*spec.holes, inner))


def read_paint(frame: Frame, thing: TiledObject) -> Json:
    """A mark painted on the ground, as a map file writes it."""
    line = thing.line("polyline") or thing.line("polygon") or [(thing.x, thing.y)]
    told = {key: _unpacked(value) for key, value in thing.properties.items() if isinstance(value, (str, int, float))}
    return {"kind": _class(thing.told), "points": [list(frame.inch(*point)) for point in line], **told}


def _unpacked(value: Any) -> Any:
    """A list of numbers that was packed into words, else the value itself."""
    if not isinstance(value, str) or not value.startswith("["):
        return value
    try:
        return msgspec.json.decode(value, type=list[float])
    except (msgspec.DecodeError, RecursionError):
        return value


def _class(thing: Json) -> str:
    """An object's or a layer's type, which some versions of Tiled call its class."""
    found = words_of(thing.get("class"))
    return found or ("" if "layers" in thing or "objects" in thing else words_of(thing.get("type")))


def _round(value: float) -> float:
    """To a millionth of an inch, the tolerance of every comparison; never -0."""
    return round(value, 6) + 0.0
