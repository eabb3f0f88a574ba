"""Dice: faces in the side's colours, turned and rolling sprites, six-sided and twelve-sided.

A die that belongs to nobody (a chart, a scatter) is pale. Sizes are px of the die's edge.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.shapes import Canvas, faded, rotated, smooth, towards
from game.ui.theme import Color, Style, mix

Sides: TypeAlias = Literal[6, 12]
ANGLE_STEP = 6
ROLL_STEPS = 6
"""A quarter roll is shown in this many pictures."""
FAILED_SHARE = 0.4
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
PIP_AT = (0.27, 0.5, 0.73)
_sprites = SpriteCache(12 * MEGABYTE)


@dataclass(frozen=True)
class Die:
    """A die that fell on `face`. `side` is its owner's letter, None for nobody's. Added dice are ringed act, as is the
    one of several that is kept; the `unused` ones are faded, in the tray too."""

    face: int
    side: str | None = None
    sides: Sides = 6
    failed: bool = False
    added: bool = False
    group: int = 0
    unused: bool = False

    def colors(self) -> tuple[Color, Color]:
        """Body and pips."""
        return (theme.side(self.side).fill, theme.HIGH) if self.side else (theme.CHART_DIE, theme.CHART_PIP)


def die(look: Die, size: int) -> pygame.Surface:
    """The die seen from above, `size` px square: failed ones faded, added ones ringed. Not to be drawn upon."""
    key = ("die", look, size, look.colors(), theme.palette().act)

    def make() -> pygame.Surface:
        image = smooth(_face(look, size * 4), (size, size))
        if look.added:
            canvas = Canvas(size, size)
            thick, half = max(1.5, size * 0.075), size / 2
            if look.sides == 6:
                canvas.rect((0, 0, size, size), theme.palette().act, thick, size * 0.25)
            else:
                canvas.circle((half, half), half, theme.palette().act, thick)
            image.blit(canvas.image(), (0, 0))
        return faded(image, FAILED_SHARE) if look.failed or look.unused else image

    return _sprites.get(key, make)


def turned(look: Die, size: int, degrees: float) -> pygame.Surface:
    """The die turned clockwise on the table, in steps of a few degrees. Not to be drawn upon."""
    angle = round(degrees / ANGLE_STEP) * ANGLE_STEP % 360
    return _sprites.get(
        ("turned", look, size, angle, look.colors()), lambda: _shrunk(rotated(_face(look, size * 3), angle), 3)
    )


def rolling(look: Die, after: int, size: int, degrees: float, share: float) -> pygame.Surface:
    """The die on its way over an edge, from `look.face` to the face `after`; `share` 0 to 1. Not to be drawn upon.

    A twelve-sided die only turns: its face changes half way.
    """
    step = min(ROLL_STEPS, max(0, round(share * ROLL_STEPS)))
    following = Die(after, look.side, look.sides)
    if step == 0 or look.sides != 6:
        return turned(look if share < 0.5 else following, size, degrees)
    if step == ROLL_STEPS:
        return turned(following, size, degrees)
    angle = round(degrees / ANGLE_STEP) * ANGLE_STEP % 360
    key = ("rolling", look, after, size, angle, step, look.colors())
    return _sprites.get(key, lambda: _shrunk(rotated(_two_faces(look, following, size * 3, step), angle), 3))


def _shrunk(image: pygame.Surface, times: int) -> pygame.Surface:
    return smooth(image, (image.get_width() // times, image.get_height() // times))


def _two_faces(first: Die, second: Die, size: int, step: int) -> pygame.Surface:
    """Two neighbouring faces, each as tall as it is seen from above; the nearer edge between them."""
    angle = math.pi / 2 * step / ROLL_STEPS
    tall, short = max(1, round(size * math.cos(angle))), max(1, round(size * math.sin(angle)))
    out = pygame.Surface((size, tall + short), pygame.SRCALPHA)
    dark, margin = mix(first.colors()[0], (0, 0, 0), 0.35), round(size * 0.04)
    box = (margin, 0, size - 2 * margin, tall + short)
    pygame.draw.rect(out, dark, box, 0, round(size * 0.14))  # the edge between the faces
    upper, lower = (_foreshortened(d, size, high) for d, high in ((second, short), (first, tall)))
    shade = round(255 * (1 - 0.35 * math.sin(angle)))
    lower.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(upper, (0, 0))
    out.blit(lower, (0, short))
    return out


def _foreshortened(look: Die, size: int, high: int) -> pygame.Surface:
    """A face without its margin above and below, `high` px tall."""
    margin = round(size * 0.04)
    whole = _cube(look, size)
    return smooth(whole.subsurface((0, margin, size, size - 2 * margin)), (size, high))


def _face(look: Die, size: int) -> pygame.Surface:
    return _cube(look, size) if look.sides == 6 else _dodecahedron(look, size)


def _cube(look: Die, size: int) -> pygame.Surface:
    body, pip = look.colors()
    out = pygame.Surface((size, size), pygame.SRCALPHA)
    margin, corner = round(size * 0.04), round(size * 0.22)
    edge = size - 2 * margin
    pygame.draw.rect(out, mix(body, (0, 0, 0), 0.45), (margin, margin, edge, edge), 0, corner)
    top = (margin, margin, edge, edge - round(size * 0.05))
    pygame.draw.rect(out, mix(body, (255, 255, 255), 0.22), top, 0, corner)
    x, y = margin + round(size * 0.03), margin + round(size * 0.05)
    pygame.draw.rect(out, body, (x, y, edge - round(size * 0.06), edge - round(size * 0.12)), 0, round(corner * 0.85))
    for column, row in PIPS[look.face]:
        pygame.draw.circle(out, pip, (PIP_AT[column] * size, (PIP_AT[row] - 0.015) * size), size * 0.092)
    return out


def _dodecahedron(look: Die, size: int) -> pygame.Surface:
    """Seen from above: a pentagon with the number, five slanted faces round it lit from the north-west."""
    body, ink = look.colors()
    middle = (size / 2, size / 2)
    out = pygame.Surface((size, size), pygame.SRCALPHA)
    rim = [towards(middle, 36 * i, size * 0.49) for i in range(10)]
    top = [towards(middle, 72 * i, size * 0.31) for i in range(5)]
    pygame.draw.polygon(out, mix(body, (0, 0, 0), 0.55), rim)
    for i in range(5):
        corners = [rim[2 * i], rim[2 * i + 1], rim[(2 * i + 2) % 10], top[(i + 1) % 5], top[i]]
        towards_light = math.cos(math.radians(72 * i + 36 + 45))
        shade = mix(body, (255, 255, 255), 0.30 * towards_light) if towards_light > 0 else mix(
            body, (0, 0, 0), -0.45 * towards_light
        )
        pygame.draw.polygon(out, shade, corners)
        pygame.draw.line(out, mix(body, (0, 0, 0), 0.55), rim[2 * i], top[i], max(1, size // 60))
    pygame.draw.polygon(out, mix(body, (255, 255, 255), 0.12), top)
    pygame.draw.polygon(out, mix(body, (0, 0, 0), 0.45), top, max(1, size // 50))
    label = str(look.face) + ("." if look.face in (6, 9) else "")
    style = Style("display_800", max(6, round(size * (0.34 if look.face < 10 else 0.29))))
    text.draw(out, label, (middle[0], middle[1] + size * 0.02), style, ink, "cc")
    return out
