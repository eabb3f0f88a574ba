"""The faces of switches, as cached sprites; what a click does is the panel's business.

`unit` is px on screen per px of the design (the UI scale). Sprites are not to be drawn upon.
"""
from __future__ import annotations

import pygame

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.theme import Scale, mix

_sprites = SpriteCache(8 * MEGABYTE)


def switch(icon_name: str, key: str, on: bool, unit: float = 1.0) -> pygame.Surface:
    """One overlay switch: icon and key, act while on."""
    act = theme.palette().act

    def make() -> pygame.Surface:
        scale = Scale(unit)
        wide, high = scale(theme.OVERLAY_SWITCH[0]), scale(theme.OVERLAY_SWITCH[1])
        canvas = Canvas(wide, high)
        if on:
            fill = mix(act, theme.INK1, 0.78)
            canvas.rect((scale(1), scale(3), wide - scale(2), high - scale(6)), fill, 0, 5 * unit)
        image = canvas.image()
        color = act if on else theme.LOW
        put(image, icon(icon_name, scale(18), color), (scale(14), high / 2))
        text.draw(image, key, (scale(33), high / 2), scale.style(theme.KEY), color, "cc")
        return image

    return _sprites.get(("switch", icon_name, key, on, unit, act), make)
