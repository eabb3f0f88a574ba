"""A file of another program as plain data, whether it is JSON or XML."""
from __future__ import annotations

from typing import Any

import msgspec

from game.errors import FileError
from game.sim.maps.tmx import read_xml
from game.words import say

WANTED = say("wanted is an Army Forge list (the JSON behind its share link), a map of Universal VTT or Tiled, or a "
             "picture (PNG, JPEG, WebP)")


def decoded(source: str, data: bytes) -> Any:
    """What the file holds. Raises FileError."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_xml(source, data)
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise FileError(source, "", say("is not JSON ({fault}); {wanted}",
                                        fault=str(error).rstrip('.'), wanted=WANTED)) from None
    except RecursionError:
        raise FileError(source, "", "is nested too deeply") from None
    except (UnicodeDecodeError, ValueError, OverflowError):
        raise FileError(source, "", say("is not JSON; {wanted}", wanted=WANTED)) from None
