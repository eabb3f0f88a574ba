"""The title's picture: the shipped one at once, and for windows it does not fit one made in a process of its own."""
from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

import pygame

from game.sim import paths
from game.ui.start import covering, shipped_picture

EDITION = 1
"""Grows when the picture changes, so that older ones are not shown."""


SHIPPED = (1920, 1080)
NEAR = 0.03
"""How far, as a share, a window's shape may be from the shipped picture's."""


class TitlePicture:
    """The picture for one window size: the shipped one scaled, until a better one is on disk."""

    def __init__(self) -> None:
        self._size = (0, 0)
        self._picture = pygame.Surface((1, 1))
        self._maker: subprocess.Popen[bytes] | None = None
        self._done = False

    def resized(self, size: tuple[int, int]) -> None:
        """Fits the picture to another size."""
        if size != self._size:
            self.stop()
            self._size = size
            self._picture = covering(shipped_picture(), size)
            self._done = _fits(size) or self._read()

    @property
    def picture(self) -> pygame.Surface:
        """The best there is now, as large as the window."""
        return self._picture

    def start(self) -> None:
        """Begins to make a better picture, unless there is no need or it is under way."""
        if self._done or self._maker is not None:
            return
        command = [sys.executable, "-m", "game.ui.draw.title_picture", *map(str, self._size), str(self.path)]
        try:
            self._maker = subprocess.Popen(
                command, cwd=paths.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            self._done = True

    def arrived(self) -> bool:
        """Whether the picture has come since the last question."""
        if self._maker is None or self._maker.poll() is None:
            return False
        self._maker, self._done = None, True
        return self._read()

    def stop(self) -> None:
        """Stops making it; what is half made is lost."""
        if self._maker is not None:
            self._maker.kill()
            self._maker.wait()
            self._maker = None

    @property
    def path(self) -> Path:
        return paths.cache_dir() / "title" / f"{EDITION}-{self._size[0]}x{self._size[1]}.png"

    def _read(self) -> bool:
        """Takes the picture from disk, if it is there and sound."""
        if not self.path.exists():
            return False
        with contextlib.suppress(pygame.error, OSError):
            self._picture = pygame.image.load(self.path).convert()
            return self._picture.get_size() == self._size
        return False


def _fits(size: tuple[int, int]) -> bool:
    """Whether the shipped picture, scaled, is as good as one of its own."""
    shape = (size[0] / size[1]) / (SHIPPED[0] / SHIPPED[1])
    return abs(shape - 1) <= NEAR and size[0] <= SHIPPED[0] * (1 + NEAR)
