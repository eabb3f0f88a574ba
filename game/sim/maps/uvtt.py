"""Universal VTT (.dd2vtt, .uvtt, .df2vtt): walls as lines, doors as portals, a picture, no heights.

A cropped export still carries the whole level, so everything is moved by the map's origin and clipped to the map.
"""
from __future__ import annotations

import binascii
import math
from collections.abc import Sequence
from typing import Any

from game.errors import FileError
from game.geometry.strips import Rings, rings_within, strips
from game.sim.foreign_fields import Json, measure, objects, shown
from game.sim.maps.found import NONE, ImportedMap, Tally, Wish, check_table, picture_end
from game.table.table import Background
from game.table.terrainspec import TerrainSpec, kinds
from game.units import Point
from game.words import say

WALL, PILLAR, DOOR = "wall", "pillar", "door"
"""What a line, a closed ring among the objects and a portal are called."""
WALL_WIDTH = 0.1
DOOR_WIDTH = 0.25
"""Inches."""
MOST_CORNERS = 200_000


def is_uvtt(data: Any) -> bool:
    """Whether it looks like a Universal VTT map."""
    if not isinstance(data, dict):
        return False
    resolution = data.get("resolution")
    return "line_of_sight" in data or (isinstance(resolution, dict) and "map_size" in resolution)


def read_uvtt(source: str, data: Json, wish: Wish) -> ImportedMap:
    """The map as a table, with a report. Raises FileError, UnknownName."""
    grid = _Grid(source, data, wish)
    check_table(source, grid.size)
    tally = Tally(source, wish)
    _add_walls(grid, tally)
    _add_pillars(grid, tally)
    for number, portal in enumerate(objects(source, "", data, "portals")):
        _add_door(grid, tally, portal, f"portals[{number}]")
    lights = data.get("lights")
    tally.drop("lights, which a table has none of", len(lights) if isinstance(lights, list) else 0)
    picture, end = _picture(source, data, wish)
    tally.notes.append(say("The file knows no heights and no cover: every piece has those of its kind."))
    if not grid.told:
        tally.notes.append(say("One square of the map was taken as one inch."))
    return tally.finished(grid.size, background=Background(picture="") if picture else None, picture=picture, end=end)


class _Grid:
    """The map's squares, and where a point of the file lies on the table."""

    def __init__(self, source: str, data: Json, wish: Wish) -> None:
        self.source, self.data = source, data
        resolution = data.get("resolution")
        if not isinstance(resolution, dict):
            raise FileError(source, "resolution", say("{given} tells no size: map_size and pixels_per_grid",
                                                      given=shown(resolution)))
        self.told = bool(wish.scale.inches or wish.scale.pixels)
        pixels = measure(source, "resolution", resolution, "pixels_per_grid", 1, 10_000, 100)
        self.inches = wish.scale.inches or (pixels / wish.scale.pixels if wish.scale.pixels else 1.0)
        wide, deep = self._pair("resolution.map_size", resolution.get("map_size"), 1e-3)
        self.size = (round(wide * self.inches, 6), round(deep * self.inches, 6))
        origin = resolution.get("map_origin")
        self._origin = (0.0, 0.0) if origin is None else self._pair("resolution.map_origin", origin)

    def point(self, where: str, told: Any) -> Point:
        """A point of the file in inches from the table's south-west corner."""
        x, y = self._pair(where, told)
        return ((x - self._origin[0]) * self.inches, self.size[1] - (y - self._origin[1]) * self.inches)

    def lines(self, key: str) -> list[list[Point]]:
        """The lines under a key, in inches. Raises FileError for too many corners."""
        told = self.data.get(key)
        if told is None:
            return []
        if not isinstance(told, list):
            raise FileError(self.source, key, say("{given} is no list of lines", given=shown(told)))
        if sum(len(line) for line in told if isinstance(line, list)) > MOST_CORNERS:
            raise FileError(self.source, key, say("holds more than {most} corners, the most that are read; "
                                                  "crop the map",
                                                  most=MOST_CORNERS))
        return [self._line(f"{key}[{number}]", line) for number, line in enumerate(told)]

    def outside(self, point: Point) -> bool:
        return not all(-1e-9 <= at <= side + 1e-9 for at, side in zip(point, self.size, strict=True))

    def _line(self, where: str, told: Any) -> list[Point]:
        if not isinstance(told, list):
            raise FileError(self.source, where, say("{given} is no line of points", given=shown(told)))
        return [self.point(f"{where}[{number}]", point) for number, point in enumerate(told)]

    def _pair(self, where: str, told: Any, low: float = -1e6) -> Point:
        if not isinstance(told, dict):
            raise FileError(self.source, where, say("{given} is no point with x and y", given=shown(told)))
        return measure(self.source, where, told, "x", low), measure(self.source, where, told, "y", low)


def _add_walls(grid: _Grid, tally: Tally) -> None:
    lines = grid.lines("line_of_sight")
    lines += [line for line in grid.lines("objects_line_of_sight") if not _closed(line)]
    if not lines:
        return
    kind = tally.kind(WALL, len(lines))
    corners = [point for line in lines for point in line]
    outside = sum(grid.outside(point) for point in corners)
    tally.drop(say("corners of walls, of {count}, that lie outside the map", count=len(corners)), outside)
    if kind == NONE:
        tally.drop("walls, as asked for", len(lines))
        return
    for rings in strips(lines, WALL_WIDTH, grid.size):
        tally.add(_filled(kind, rings))
    tally.notes.append(say("Walls have no thickness in the file; they became strips {wide:g} in wide.",
                           wide=WALL_WIDTH))


def _add_pillars(grid: _Grid, tally: Tally) -> None:
    for ring in (line for line in grid.lines("objects_line_of_sight") if _closed(line)):
        kind = tally.kind(PILLAR)
        kind = WALL if kind == PILLAR else kind
        found = rings_within(ring, grid.size) if kind != NONE else []
        for rings in found:
            tally.add(_filled(kind, rings, "Pillar" if kind == WALL else ""))
        if not found:
            tally.drop(say("pillars, as asked for") if kind == NONE else
                       say("pillars outside the map, or that cross themselves"))


def _closed(line: Sequence[Point]) -> bool:
    return len(line) >= 4 and math.dist(line[0], line[-1]) < 1e-6


def _filled(kind: str, rings: Rings, name: str = "") -> TerrainSpec:
    return TerrainSpec(kind=kind, name=name, outline=rings[0], holes=rings[1:])


def _add_door(grid: _Grid, tally: Tally, portal: Json, where: str) -> None:
    kind = tally.kind(DOOR)
    bounds = objects(grid.source, where, portal, "bounds")
    if len(bounds) < 2:
        raise FileError(grid.source, f"{where}.bounds", "two points are wanted, the ends of the door")
    a, b = grid.point(f"{where}.bounds[0]", bounds[0]), grid.point(f"{where}.bounds[1]", bounds[1])
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    if kind == NONE or grid.outside(middle):
        tally.drop(say("doors, as asked for") if kind == NONE else say("doors outside the map"))
        return
    opens = kinds()[kind].system == "door"
    tally.add(TerrainSpec(
        kind=kind, at=(round(middle[0], 6), round(middle[1], 6)), size=(round(math.dist(a, b), 6), DOOR_WIDTH),
        angle=round(-math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])), 6) % 180,
        state="open" if opens and portal.get("closed") is False else None,
    ))


def _picture(source: str, data: Json, wish: Wish) -> tuple[bytes, str]:
    """The picture's bytes, and how its file ends; nothing where there is none or none is wanted."""
    told = data.get("image")
    if not told or not wish.picture:
        return b"", ""
    if not isinstance(told, str):
        raise FileError(source, "image", say("{given} is no picture in base64; --no-picture leaves it out",
                                             given=shown(told)))
    try:
        picture = binascii.a2b_base64(told.partition(",")[2] if told.startswith("data:") else told)
    except ValueError:
        raise FileError(source, "image", "is no picture in base64; --no-picture leaves it out") from None
    return picture, picture_end(source, picture, "image")
