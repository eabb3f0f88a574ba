"""A window without a display for the tests of the front end."""
from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest


@pytest.fixture(autouse=True)
def own_data(monkeypatch, tmp_path) -> None:
    """What the Lab and battles keep by themselves goes to a folder of the test's own."""
    monkeypatch.setenv("FIRING_ARC_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def window() -> Iterator[pygame.Surface]:
    """A small window under the dummy driver, and the standard palette."""
    pygame.display.init()
    yield pygame.display.set_mode((64, 64))
    from game.ui import theme

    theme.use_palette("standard")
