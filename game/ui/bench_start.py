"""The start that `bench` times from outside: a new process up to the first frame in the window, and no more imports."""
from __future__ import annotations

import os

from game.sim.settings import read_settings
from game.ui.start import open_window, show_first


def first_frame() -> None:
    """Opens the window as `start.run` does and shows the first frame."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    settings, _ = read_settings()
    show_first(open_window(settings))
