"""Maps of Tiled (.tmj, .json, .tmx): object layers become terrain, an image layer the ground, tiles are left out."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from game.errors import FileError
from game.geometry.strips import touches_table
from game.sim.foreign_fields import Json, clean, measure, objects, shown, whole
from game.sim.maps.found import ImportedMap, Tally, Wish, check_table, title_of
from game.sim.maps.templates import Templates
from game.sim.maps.tiled_objects import HOLE, PAINT, Frame, TiledObject, add_holes, add_object, read_paint
from game.sim.maps.tiled_properties import properties, words_of
from game.table import datafile
from game.table.mapfile import FURTHEST, MapFile
from game.table.picture import KINDS as PICTURE_ENDS
from game.table.picture import check_whole
from game.table.table import Background
from game.units import Point
from game.words import say

DEEPEST = 30
MOST_OBJECTS = 20_000
PIXELS, WIDTH, HEIGHT = "pixels_per_inch", "width_in", "height_in"
"""Properties of a map (the last two of its picture, too) in which it tells its scale and its size in inches."""
MAP_WORDS = ("title", "author", "about", "ground")
LARGEST_PICTURE = 64 * 1024 * 1024


def is_tiled(data: Any) -> bool:
    """Whether it looks like a map of Tiled."""
    return isinstance(data, dict) and "layers" in data and ("tilewidth" in data or data.get("type") == "map")


def read_tiled(path: Path, data: Json, wish: Wish) -> ImportedMap:
    """The map as a table, with a report. Raises FileError, UnknownName."""
    return _Reader(path, data, wish).read()


class _Reader:
    """Goes through a map's layers."""

    def __init__(self, path: Path, data: Json, wish: Wish) -> None:
        self.path, self.source, self.data, self.wish = path, str(path), data, wish
        self.tally = Tally(self.source, wish)
        self.told = properties(self.source, "", data)
        self.frame = self._frame()
        self.templates = Templates(path, self.tally)
        self.paint: list[Json] = []
        self.holes: list[TiledObject] = []
        self.count = 0
        self.background: Background | None = None
        self.picture, self.end = b"", ""

    def read(self) -> ImportedMap:
        self._layers(self.data, "", (0.0, 0.0), 0)
        add_holes(self.frame, self.tally, self.holes)
        known = {PIXELS, WIDTH, HEIGHT, "seed", *MAP_WORDS}
        self.tally.drop("properties of the map that mean nothing here", len(self.told.keys() - known))
        return self.tally.finished(self.frame.size, written=self._written(), background=self.background,
                                   picture=self.picture, end=self.end)

    def _frame(self) -> Frame:
        data, source = self.data, self.source
        orientation = data.get("orientation", "orthogonal")
        if orientation != "orthogonal":
            raise FileError(source, "orientation", say("is {given}; only an orthogonal map can be laid on a table",
                                                       given=shown(orientation)))
        tile = measure(source, "", data, "tilewidth", 1, 10_000)
        high = measure(source, "", data, "tileheight", 1, 10_000)
        wide, deep = (whole(source, "map", data, key, 1, 100_000) for key in ("width", "height"))
        pixels = self._pixels(tile)
        size = self._size(self.told, "properties", wide * tile / pixels, deep * high / pixels)
        check_table(source, size)
        return Frame(source, size, pixels)

    def _pixels(self, tile: float) -> float:
        """Pixels of the map to one inch."""
        scale = self.wish.scale
        if scale.pixels or scale.inches:
            return scale.pixels or tile / scale.inches
        if PIXELS in self.told:
            return measure(self.source, "properties", self.told, PIXELS, 0.1, 10_000)
        self.tally.notes.append(say("The map does not tell {pixels}; one square of it was taken as one inch.",
                                    pixels=PIXELS))
        return tile

    def _size(self, told: Json, where: str, wide: float, deep: float) -> Point:
        """Width and height in inches: as the properties tell, unless another scale is asked for; else these."""
        if not (self.wish.scale.pixels or self.wish.scale.inches):
            wide = measure(self.source, where, told, WIDTH, 1e-3, usual=wide)
            deep = measure(self.source, where, told, HEIGHT, 1e-3, usual=deep)
        return round(wide, 6), round(deep, 6)

    def _written(self) -> MapFile:
        """What the map tells of the table besides its pieces."""
        title, author, about, ground = (words_of(self.told.get(key)) for key in MAP_WORDS)
        seed = whole(self.source, "properties", self.told, "seed", 0, 2**31) if "seed" in self.told else 1
        return MapFile(title=title or title_of(self.source), table=self.frame.size, author=author, about=about,
                       ground=ground or "concrete", seed=seed, paint=tuple(self.paint))

    def _layers(self, parent: Json, where: str, offset: Point, depth: int) -> None:
        if depth > DEEPEST:
            raise FileError(self.source, where, "is nested too deeply")
        for number, layer in enumerate(objects(self.source, where, parent, "layers")):
            self._layer(layer, f"{where}.layers[{number}]" if where else f"layers[{number}]", offset, depth)

    def _layer(self, layer: Json, where: str, offset: Point, depth: int) -> None:
        x = offset[0] + measure(self.source, where, layer, "offsetx", usual=0.0)
        y = offset[1] + measure(self.source, where, layer, "offsety", usual=0.0)
        match layer.get("type"):
            case "group":
                self._layers(layer, where, (x, y), depth + 1)
            case "objectgroup":
                self._objects(layer, where, (x, y))
            case "imagelayer":
                self._image(layer, where, (x, y))
            case "tilelayer":
                self.tally.drop("layers of tiles, which are no terrain")
            case other:
                self.tally.drop(say('layers of the unknown type "{given}"', given=shown(other)))

    def _objects(self, layer: Json, where: str, offset: Point) -> None:
        for number, told in enumerate(objects(self.source, where, layer, "objects")):
            self.count += 1
            if self.count > MOST_OBJECTS:
                raise FileError(self.source, where, say("has the map's object number {number}; up to {most} "
                                                        "are read",
                                                        number=MOST_OBJECTS + 1, most=MOST_OBJECTS))
            merged = self.templates.whole(told, f"{where}.objects[{number}]")
            if merged is not None:
                self._object(TiledObject(self.source, f"{where}.objects[{number}]", merged, layer, offset))

    def _object(self, thing: TiledObject) -> None:
        if thing.layer_class == PAINT:
            self.paint.append(read_paint(self.frame, thing))
        elif thing.kind == HOLE:
            self.holes.append(thing)
        else:
            add_object(self.frame, self.tally, thing)

    def _image(self, layer: Json, where: str, offset: Point) -> None:
        """The first image layer whose picture lies there is the table's ground."""
        name = layer.get("image")
        if not isinstance(name, str) or not name or not self.wish.picture or self.background is not None:
            self.tally.drop(say("layers of a picture besides the first") if self.background else
                            say("layers of a picture"))
            return
        path = self.path.parent / name
        if not datafile.is_file(path):
            self.tally.drop(say('the picture "{given}", which is not there', given=clean(name)))
            return
        data = datafile.read_bytes(path, LARGEST_PICTURE)
        picture = check_whole(path, data)
        told = properties(self.source, where, layer)
        wide, deep = self._size(told, f"{where}.properties", picture.width / self.frame.pixels,
                                picture.height / self.frame.pixels)
        x, y = offset[0] / self.frame.pixels, offset[1] / self.frame.pixels
        at = (round(x, 6) + 0.0, round(self.frame.size[1] - y - deep, 6) + 0.0)
        corners = (at, (at[0] + wide, at[1] + deep))
        if not touches_table(corners, self.frame.size) or max(map(abs, (*corners[0], *corners[1]))) > FURTHEST:
            self.tally.drop(say("pictures outside the map"))
            return
        whole_table = at == (0.0, 0.0) and (wide, deep) == self.frame.size
        self.background = Background(picture="", at=at, size=None if whole_table else (wide, deep))
        self.picture, self.end = data, PICTURE_ENDS[picture.kind]

