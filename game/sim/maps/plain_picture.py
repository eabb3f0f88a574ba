"""A picture as a table: its ground, and nothing that stands on it."""
from __future__ import annotations

from game.sim.maps.found import ImportedMap, ScaleWanted, Tally, Wish
from game.table.picture import KINDS, check_whole
from game.table.table import Background
from game.words import say


def read_plain_picture(source: str, data: bytes, wish: Wish) -> ImportedMap:
    """A table as large as the picture is at the scale that was given. Raises FileError."""
    picture = check_whole(source, data)
    if not wish.scale.pixels:
        raise ScaleWanted(source, "", say("is a picture of {width} x {height} pixels, which tells no scale; say how "
                                          "many pixels are one inch, as in --scale 70px",
                                          width=picture.width, height=picture.height))
    size = (round(picture.width / wish.scale.pixels, 6), round(picture.height / wish.scale.pixels, 6))
    tally = Tally(source, wish)
    tally.notes.append(say("A picture knows no terrain: what stands in it is to be put there."))
    return tally.finished(size, background=Background(picture=""), picture=data, end=KINDS[picture.kind])
