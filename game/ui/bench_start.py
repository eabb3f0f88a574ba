"""The start that `bench` times from outside: a new process up to the first frame of the title, and no more imports."""
from __future__ import annotations

import os
import tempfile
from pathlib import Path

from game.sim import paths
from game.ui.app import App, StartRequest


def first_frame() -> None:
    """Opens the window at its title, in a folder of its own, and draws once."""
    with tempfile.TemporaryDirectory() as folder:
        paths.use_data_dir(Path(folder))
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
        app = App()
        app.open_at(StartRequest())
        app.step(0.0)
