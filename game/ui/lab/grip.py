"""What a hand in the Lab has taken hold of, and the edit that a drag of it would make."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.sim.lab import edits, shaping
from game.sim.lab.doc import Thing
from game.sim.lab.edits import Edit
from game.table.terrain import Terrain
from game.ui.lab.handles import Handle
from game.ui.lab.keys import FINE_TURN, TURN
from game.units import Point, heading
from game.words import say

if TYPE_CHECKING:
    from game.ui.scenes.lab import LabScene

FREE = pygame.KMOD_ALT
"""Held while dragging: nothing snaps."""


def free() -> bool:
    return bool(pygame.key.get_mods() & FREE)


class Grip:
    """`handle` or `thing` is what is held; `doing` is the edit that a drag would make, with the words it is told by."""

    def __init__(self, scene: LabScene) -> None:
        self.scene = scene
        self.doing: tuple[Edit, str] | None = None
        self.handle: Handle | None = None
        self.thing: Thing | None = None

    def pull(self, start: tuple[int, int], point: Point) -> bool:
        """What is held follows the pointer from `start` (px) to `point` (inches). False where nothing is."""
        if self.handle is not None:
            self._pull_handle(self.handle, start, point)
        elif self.thing is not None:
            self._pull_things(start, point)
        return self.handle is not None or self.thing is not None

    def _pull_things(self, start: tuple[int, int], point: Point) -> None:
        desk, picture = self.scene.desk, self.scene.picture
        origin = picture.camera.inch(start)
        by = (point[0] - origin[0], point[1] - origin[1])
        by = desk.snapping.shift(desk.lab.present, desk.chosen, by, free())
        self._try(edits.move(desk.chosen, by), "Move")
        away = math.hypot(*by)
        picture.says = f"{by[0]:+.2f}, {by[1]:+.2f}  ({away:.1f}″)"

    def _pull_handle(self, handle: Handle, start: tuple[int, int], point: Point) -> None:
        desk, picture = self.scene.desk, self.scene.picture
        piece = desk.lab.present.setting.terrain.get(desk.one.id if desk.one else "")
        if handle.what == "facing" and desk.model is not None and desk.model.at is not None:
            course = heading(desk.model.at, point)
            course = course if free() else round(course / FINE_TURN) * FINE_TURN
            self._try(edits.face(desk.model.id, course), "Facing")
            picture.says = f"{course % 360:.0f}°"
            return
        if piece is None:
            return
        to = desk.snapping.snapped(point, free())
        change = self._change(handle, piece, start, point, to)
        self._try(edits.reshape(piece.id, change), {"corner": say("Corner moved"), "edge": say("Corner added"),
                                                    "turn": say("Turn"), "radius": say("Size")}[handle.what])

    def _change(self, handle: Handle, piece: Terrain, start: tuple[int, int], point: Point, to: Point
                ) -> Callable[[Terrain], Terrain]:
        picture, number = self.scene.picture, handle.number
        if handle.what == "radius":
            assert piece.disc is not None
            wide = 2 * math.dist(piece.disc[:2], to)
            picture.says = say("{wide:.2f}″ wide", wide=wide)
            return lambda p: shaping.sized(p, wide=wide)
        if handle.what == "turn":
            degrees = heading(piece.centre, point) - heading(piece.centre, picture.camera.inch(start))
            grain = 1.0 if free() else TURN
            degrees = round(degrees / grain) * grain
            picture.says = f"{(degrees + 180) % 360 - 180:+.0f}°"
            return lambda p: shaping.turned(p, degrees, p.centre)
        picture.says = f"{to[0]:g}, {to[1]:g}"
        if handle.what == "edge":
            return lambda p: shaping.corner_added(p, number, to)
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            return lambda p: _stretched(p, number, to)
        return lambda p: shaping.corner_moved(p, number, to)

    def _try(self, edit: Edit, words: str) -> None:
        if self.scene.desk.try_out(edit):
            self.doing = (edit, words)


def _stretched(piece: Terrain, number: int, to: Point) -> Terrain:
    """The piece stretched by one of its corners, from the middle of its box's other side."""
    west, south, east, north = shaping.bounds(piece)
    x, y = piece.outline[number]
    about = (west if x > (west + east) / 2 else east, south if y > (south + north) / 2 else north)
    across = (to[0] - about[0]) / (x - about[0]) if abs(x - about[0]) > 1e-6 else 1.0
    along = (to[1] - about[1]) / (y - about[1]) if abs(y - about[1]) > 1e-6 else 1.0
    return shaping.stretched(piece, across, along, about)
