"""A picture that lies on the ground, under all that stands there: read once a process, sampled block by block.

Every pixel of the table is looked up by itself, so that blocks meet without a seam at any zoom.
"""
from __future__ import annotations

import functools
import math
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from game.errors import FileError
from game.table.picture import read_picture
from game.ui.draw.ground.canvas import Canvas
from game.ui.draw.ground.spec import Backdrop, TableLook
from game.ui.draw.ground.tones import Plane

Texels = NDArray[np.uint8]
"""[row, column, red green blue alpha], row 0 in the north."""


def lay_backdrop(canvas: Canvas, table: TableLook) -> None:
    """The table's picture over its ground; nothing where there is none, or none that can be shown."""
    look = table.backdrop
    if look is None:
        return
    texels = _texels(look.picture, look.stamp, look.size, canvas.area.ppi)
    if texels is None:
        return
    north = table.height - look.at[1] - look.size[1]
    across = (canvas.area.xs - np.float32(look.at[0])) / np.float32(look.size[0])
    down = (canvas.area.ys - np.float32(north)) / np.float32(look.size[1])
    inside = ((across >= 0) & (across < 1)) & ((down >= 0) & (down < 1))
    if not inside.any():
        return
    sample = _sampled(texels, across[0], down[:, 0])
    cover = sample[..., 3] * inside
    canvas.lay(canvas.area, sample[..., :3], cover)
    canvas.wet *= 1 - cover
    canvas.shelter(canvas.area, cover)


def _sampled(texels: Texels, across: Plane, down: Plane) -> Plane:
    """[row, column, 4] from 0 to 1, between the four nearest texels. `across` and `down` span the picture."""
    rows, columns = texels.shape[:2]
    x0, x1, u = _between(across, columns)
    y0, y1, v = _between(down, rows)
    upper = texels[y0][:, x0] * (1 - u)[None, :, None] + texels[y0][:, x1] * u[None, :, None]
    lower = texels[y1][:, x0] * (1 - u)[None, :, None] + texels[y1][:, x1] * u[None, :, None]
    return np.asarray((upper * (1 - v)[:, None, None] + lower * v[:, None, None]) / np.float32(255), np.float32)


def _between(share: Plane, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Plane]:
    """The texels to either side of each place, and how far it lies towards the second."""
    place = np.clip(share * count - 0.5, 0, count - 1)
    low = np.floor(place).astype(np.int64)
    return low, np.minimum(low + 1, count - 1), np.asarray(place - low, np.float32)


@functools.lru_cache(2)
def _texels(picture: str, stamp: str, size: tuple[float, float], ppi: int) -> Texels | None:
    """The picture, halved until it is hardly finer than the table at that zoom; None where it cannot be shown.
    `stamp` tells one state of the file from another."""
    whole = _read(picture, stamp)
    if whole is None:
        return None
    finer = min(whole.shape[1] / (size[0] * ppi), whole.shape[0] / (size[1] * ppi))
    if finer < 2:
        return whole
    step = 2 ** int(math.log2(finer))
    wide, high = max(1, whole.shape[1] // step), max(1, whole.shape[0] // step)
    sheet = pygame.image.frombuffer(whole.tobytes(), (whole.shape[1], whole.shape[0]), "RGBA")
    return _array(pygame.transform.smoothscale(sheet, (wide, high)))


@functools.lru_cache(1)
def _read(picture: str, stamp: str) -> Texels | None:
    try:
        read_picture(Path(picture))  # a picture too large is refused by its head, before it is decoded
        return _array(pygame.image.load(picture))
    except (FileError, pygame.error, OSError, MemoryError):
        return None


def _array(sheet: pygame.Surface) -> Texels:
    raw = np.frombuffer(pygame.image.tobytes(sheet, "RGBA"), np.uint8)
    return raw.reshape(sheet.get_height(), sheet.get_width(), 4)


def backdrop_of(picture: str, at: tuple[float, float], size: tuple[float, float]) -> Backdrop | None:
    """The look of a picture as its file is now; None where it is not there any more."""
    try:
        found = Path(picture).stat()
    except (OSError, ValueError):
        return None
    return Backdrop(picture=picture, at=at, size=size, stamp=f"{found.st_size}-{found.st_mtime_ns}")
