"""What the palette shows of each kind of terrain: painted by the table's own painter, off the frame's time."""
from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pygame

from game.sim.lab import shaping
from game.sim.lab.doc import empty
from game.sim.lab.edits import new_piece
from game.table.terrain import Terrain
from game.ui.draw.ground.bake import paint_block
from game.ui.draw.ground.plain import plain_table
from game.ui.draw.ground.scene import scene_of
from game.ui.draw.ground.spec import TableLook
from game.ui.stage import is_system
from game.ui.tablelook import piece_look

PPI = 26
ROUND = (4.6, 2.6)
"""Inches of ground round a piece, at least."""


class Swatches:
    """Pictures by kind; plain at once, painted when they are there. `version` grows with each."""

    def __init__(self) -> None:
        self.version = 0
        self._made: dict[str, pygame.Surface] = {}
        self._scaled: dict[tuple[str, tuple[int, int], int], pygame.Surface] = {}
        self._asked: dict[str, Future[Any]] = {}
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="swatch")

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def settle(self, *, wait: bool = False) -> None:
        """Takes over what is painted."""
        for kind, future in list(self._asked.items()):
            if wait or future.done():
                del self._asked[kind]
                if not future.cancelled() and future.exception() is None:
                    pixels = np.ascontiguousarray(future.result())
                    size = pixels.shape[1], pixels.shape[0]
                    self._made[kind] = pygame.image.frombuffer(pixels.tobytes(), size, "RGB")
                    self.version += 1

    def picture(self, kind: str, size: tuple[int, int]) -> pygame.Surface:
        """A piece of this kind on a bit of ground."""
        key = kind, size, self.version
        if key not in self._scaled:
            if len(self._scaled) > 200:
                self._scaled.clear()
            self._scaled[key] = pygame.transform.smoothscale(self._whole(kind, size), size)
        return self._scaled[key]

    def _whole(self, kind: str, size: tuple[int, int]) -> pygame.Surface:
        if kind not in self._made:
            scene, area = self._scene(kind, size)
            self._made[kind] = plain_table(scene, PPI)
            self._asked[kind] = self._pool.submit(paint_block, scene, area)
        return self._made[kind]

    def _scene(self, kind: str, size: tuple[int, int]) -> tuple[Any, Any]:
        piece = sample(kind)
        xs, ys = zip(*(piece.outline or ((0.0, 0.0), (2.0, 1.0))), strict=True)
        shape = size[0] / size[1]
        wide = max(ROUND[0], (max(xs) - min(xs)) * 1.12, (max(ys) - min(ys)) * 1.25 * shape)
        high = wide / shape
        by = wide / 2 - (min(xs) + max(xs)) / 2, high / 2 - (min(ys) + max(ys)) / 2
        look = TableLook(width=wide, height=high, ground="street", seed=3, wet=0.3)
        shown = [] if is_system(piece) else [piece_look(shaping.moved(piece, by))]
        scene = scene_of(look, shown)
        return scene, scene.area(PPI)


def sample(kind: str) -> Terrain:
    """A piece as it comes from the palette."""
    return new_piece(empty("rezolution"), kind, (20.0, 20.0))
