"""The table as a game left it, as a picture within a page: plain at once, painted as soon as the ground is there."""
from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.match import Match
from game.ui import theme
from game.ui.scenes.battle_picture import BattlePicture
from game.ui.theme import Scale

SMALL = 0.8
"""The scale of flags and words on it, as a share of the page's."""


class FinalTable:
    """Draws a match's table with its models and markers."""

    def __init__(self, match: Match, cache_dir: Path) -> None:
        table = match.state.table
        self._shape = table.height / table.width
        self._picture = BattlePicture(match, Scale(SMALL), (1280, 720), cache_dir)
        self._version = -1
        self._image: pygame.Surface | None = None
        self._of: tuple[tuple[int, int], float] | None = None

    def height(self, width: int) -> int:
        """How high it is when it is `width` px wide."""
        return round(width * self._shape)

    def better(self) -> bool:
        """Whether the ground has been painted further since the last drawing."""
        layer = self._picture.view.ground.layer
        layer.settle()
        return self._image is not None and layer.version != self._version

    def draw(self, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
        """Draws it into `at`."""
        if self._image is None or self._of != (at.size, scale.factor) or self.better():
            self._of, self._image = (at.size, scale.factor), self._paint(at.size, Scale(scale.factor * SMALL))
        surface.blit(self._image, at)
        pygame.draw.rect(surface, theme.LINE, at, 1)

    def close(self) -> None:
        """Stops what paints the ground."""
        self._picture.close()

    def _paint(self, size: tuple[int, int], scale: Scale) -> pygame.Surface:
        picture, view = self._picture, self._picture.view
        picture.resized((1280, 720), scale)
        picture.camera.resized(pygame.Rect((0, 0), size))
        view.ground.layer.start(round(picture.camera.ppi))
        self._version = view.ground.layer.version
        image = pygame.Surface(size)
        view.sprites.invalidate()
        view.reserved = []
        view.refresh(picture.show(floating=False))
        view.draw(image)
        return image
