"""The mark (a firing arc over its shooter) and the wordmark."""
from __future__ import annotations

import pygame

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.shapes import Canvas, Point, circle_points, towards

HALF_ANGLE = 48
_sprites = SpriteCache(2 * MEGABYTE)


def mark(radius: int) -> pygame.Surface:
    """The small mark: a fan of `radius` px with the shooter's dot; the dot's centre is in the middle."""
    act = theme.palette().act

    def make() -> pygame.Surface:
        canvas = Canvas.centred(radius + 2)
        canvas.polygon([(0, 0), *circle_points((0, 0), radius, -HALF_ANGLE, HALF_ANGLE, 40)], act)
        canvas.polygon([(0, 0), *circle_points((0, 0), radius * 0.42, -HALF_ANGLE, HALF_ANGLE, 30)], (0, 0, 0, 0))
        canvas.circle((0, 0), radius * 0.24, theme.HIGH)
        return canvas.image()

    return _sprites.get(("mark", radius, act), make)


def draw_mark(surface: pygame.Surface, shooter: Point, radius: int) -> None:
    """The small mark with the shooter's dot at `shooter`."""
    image = mark(radius)
    surface.blit(image, (round(shooter[0]) - radius - 2, round(shooter[1]) - radius - 2))


def emblem(radius: int) -> pygame.Surface:
    """The large mark with its degrees, as on the title; the dot's centre is in the middle."""
    act = theme.palette().act

    def make() -> pygame.Surface:
        canvas = Canvas.centred(radius + 2)
        canvas.ring((0, 0), radius * 0.48, radius, act, -46, 46)
        for degrees in range(-40, 41, 10):
            long = degrees % 20 == 0
            inner, outer = (0.81, 0.94) if long else (0.81, 0.96)
            ends = [towards((0, 0), degrees, radius * inner), towards((0, 0), degrees, radius * outer)]
            canvas.line(ends, theme.INK0, radius * (0.027 if long else 0.017))
        canvas.circle((0, 0), radius * 0.156, theme.HIGH)
        return canvas.image()

    return _sprites.get(("emblem", radius, act), make)


def draw_wordmark(surface: pygame.Surface, pos: Point, scale: theme.Scale) -> pygame.Rect:
    """Emblem and name with its top left at `pos`, about 450 x 140 px at 100 %. Returns the box."""
    x, y = pos
    style = scale.style(theme.WORDMARK)
    radius = scale(96)
    image = emblem(radius)
    shooter = x + scale(56), y + scale(122)
    surface.blit(image, (round(shooter[0]) - radius - 2, round(shooter[1]) - radius - 2))
    left = x + scale(150)
    first = text.draw(surface, "FIRING", (left, y + scale(62)), style, theme.HIGH, "lb")
    text.draw(surface, "ARC", (left, y + scale(140)), style, theme.palette().act, "lb")
    return pygame.Rect(round(x) - scale(16), round(y), first.right - round(x) + scale(16), scale(140))
