"""Where the fonts, icons and sounds lie."""
from __future__ import annotations

from pathlib import Path

from game.errors import FileError

ASSETS = Path(__file__).resolve().parents[3] / "assets"


def asset(*parts: str) -> Path:
    """The path of a file under assets/. Raises FileError when it is not there."""
    path = ASSETS.joinpath(*parts)
    if not path.is_file():
        raise FileError(path, "", "missing; restore the assets folder of this version")
    return path
