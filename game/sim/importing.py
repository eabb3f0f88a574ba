"""Files of other programs: which kind one is, and what comes of it."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from game.errors import FileError
from game.sim import army_forge
from game.sim.army_forge import Imported
from game.table import datafile
from game.words import say

WANTED = say("an Army Forge list is wanted: the JSON behind the list's share link (its TTS export)")


def import_file(path: Path) -> Imported:
    """The force in a list of another program, with a report. Raises FileError for anything that is none."""
    data = read_json(path)
    if not army_forge.is_army_forge(data):
        raise FileError(path, "", say("is no list that can be imported; {wanted}", wanted=WANTED))
    try:
        return army_forge.read_list(str(path), data)
    except RecursionError:
        raise FileError(path, "", "is nested too deeply") from None


def read_json(path: Path) -> Any:
    """What a JSON file holds. Raises FileError."""
    data = datafile.read_bytes(path)
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise FileError(path, "", say("is not JSON ({error}); {wanted}", error=str(error).rstrip("."),
                                      wanted=WANTED)) from None
    except RecursionError:
        raise FileError(path, "", "is nested too deeply") from None
    except (UnicodeDecodeError, ValueError, OverflowError):
        raise FileError(path, "", say("is not JSON; {wanted}", wanted=WANTED)) from None
