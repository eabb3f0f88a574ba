"""Sounds by name. Without a device, or with a file that will not play, there is silence and no error."""
from __future__ import annotations

import contextlib

import pygame

from game.errors import FileError
from game.sim.settings import Settings
from game.ui.draw.assets import asset

INTERFACE = frozenset({"click", "confirm", "hover", "key", "refuse", "switch", "undo", "turn"})
"""Sounds of the window; all others belong to the table."""


class Sound:
    """Plays `assets/sounds/<name>.wav`, each read once when it is first wanted."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: dict[str, pygame.mixer.Sound | None] = {}
        self.available = False
        with contextlib.suppress(pygame.error, NotImplementedError):
            pygame.mixer.init(44100, -16, 2, 512)
            self.available = True

    def use(self, settings: Settings) -> None:
        """Takes the volumes of `settings` from the next sound on."""
        self._settings = settings

    def volume(self, name: str) -> float:
        """How loud a sound is to be, 0 to 1."""
        settings = self._settings
        part = settings.interface_volume if name in INTERFACE else settings.effects_volume
        return settings.master_volume * part

    def play(self, name: str, *, share: float = 1.0) -> None:
        """Plays an effect at `share` of its volume. A name without a file is silent."""
        loud = self.volume(name) * share
        if not self.available or loud <= 0:
            return
        sound = self._sound(name)
        if sound is not None:
            with contextlib.suppress(pygame.error):
                sound.set_volume(loud)
                sound.play()

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._kept:
            try:
                self._kept[name] = pygame.mixer.Sound(asset("sounds", f"{name}.wav"))
            except (pygame.error, FileError):
                self._kept[name] = None
        return self._kept[name]
