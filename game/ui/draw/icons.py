"""Icons from SVG bodies: any size in px, any colour, cached.

A name is that of game-icons.net ('rat'), or of Lucide with the prefix 'l:' ('l:undo-2').
"""
from __future__ import annotations

import functools
import io

import msgspec
import pygame

from game.errors import UnknownName
from game.ui.draw.assets import asset
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.shapes import rotated, smooth
from game.ui.theme import Color

LUCIDE = "l:"
_sprites = SpriteCache(12 * MEGABYTE)


class _IconSet(msgspec.Struct, frozen=True):
    size: int
    icons: dict[str, str]


@functools.cache
def _icon_set(name: str) -> _IconSet:
    return msgspec.json.decode(asset("icons", f"{name}.json").read_bytes(), type=_IconSet)


def names() -> list[str]:
    """Every icon there is, sorted, Lucide's with their prefix."""
    return sorted(_icon_set("game-icons").icons) + sorted(LUCIDE + n for n in _icon_set("lucide").icons)


def has(name: str) -> bool:
    """Whether there is an icon called `name`."""
    return name.removeprefix(LUCIDE) in _set_of(name).icons


def icon(name: str, size: int, color: Color, *, turned: int = 0) -> pygame.Surface:
    """The icon `size` px square in `color`, turned clockwise by `turned` degrees. Not to be drawn upon.

    Raises UnknownName.
    """
    return _sprites.get((name, size, color, turned), lambda: _make(name, max(1, size), color, turned))


def _make(name: str, size: int, color: Color, turned: int) -> pygame.Surface:
    # larger first, then down: thin strokes stay even at 15 px
    finer = 4 if size < 40 else 2
    image = pygame.image.load_sized_svg(io.BytesIO(_svg(name, color)), (size * finer, size * finer)).convert_alpha()
    if turned % 90 == 0:
        image = pygame.transform.rotate(image, -turned)
        return smooth(image, (size, size))
    image = rotated(image, turned)
    return smooth(image, (image.get_width() // finer, image.get_height() // finer))


def _svg(name: str, color: Color) -> bytes:
    found = _set_of(name)
    body = found.icons.get(name.removeprefix(LUCIDE))
    if body is None:
        raise UnknownName("icon", name, names())
    body = body.replace("currentColor", "#{:02x}{:02x}{:02x}".format(*color))
    side = found.size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">'
    return f"{head}{body}</svg>".encode()


def _set_of(name: str) -> _IconSet:
    return _icon_set("lucide" if name.startswith(LUCIDE) else "game-icons")
