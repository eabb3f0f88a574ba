"""A window without a display for the tests of the front end."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest


@pytest.fixture(autouse=True)
def data_dir(monkeypatch, tmp_path) -> Path:
    """What a person keeps, and what the Lab and battles keep by themselves, goes to a folder of the test's own."""
    monkeypatch.setenv("FIRING_ARC_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def window() -> Iterator[pygame.Surface]:
    """A small window under the dummy driver, and the standard palette."""
    pygame.display.init()
    yield pygame.display.set_mode((64, 64))
    from game.ui import theme

    theme.use_palette("standard")


@pytest.fixture
def hands() -> Iterator[Callable[..., Any]]:
    """Makes windows with a person's hands on them, and closes them in the end."""
    from tests.ui.labapp import AppHands

    made: list[AppHands] = []

    def make(*args, **told) -> AppHands:
        made.append(AppHands(*args, **told))
        return made[-1]

    yield make
    for one in made:
        one.close()
