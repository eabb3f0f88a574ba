"""What playback shows over the table as sprites: tracers, rising numbers, the dust of a fall."""
from __future__ import annotations

import functools
import math

import pygame

from game.ui import theme
from game.ui.bursts import burst_sprites
from game.ui.camera import Camera
from game.ui.draw import text
from game.ui.draw.shapes import Canvas, corner, faded
from game.ui.overlays.areas import Blit, box_of, role_color
from game.ui.playback import RISE, Frame, Number
from game.ui.theme import Scale
from game.units import Point

RISES = 24
PUFFS = 9


def effect_sprites(frame: Frame, numbers: list[Number], camera: Camera, scale: Scale) -> list[Blit]:
    """The effects of this frame."""
    out: list[Blit] = []
    if frame.tracer is not None:
        out.append(_tracer(frame, camera, scale))
    if frame.burst is not None:
        out += burst_sprites(*frame.burst, camera, scale)
    if frame.thud is not None:
        out.append(_dust(*frame.thud, camera, scale))
    for number in numbers:
        image = _number(number.words, number.role, scale)
        share = number.age / RISE
        if share > 0.6:
            image = faded(image, max(0.0, 1 - (share - 0.6) / 0.4))
        x, y = camera.px(number.at)
        out.append((image, corner(image, (x, y - scale.exact(20) - scale.exact(RISES) * share))))
    return out


def _tracer(frame: Frame, camera: Camera, scale: Scale) -> Blit:
    assert frame.tracer is not None
    start, end, share = frame.tracer
    a, b = camera.px(start), camera.px(end)
    head, tail = min(1.0, share * 1.15), max(0.0, share - 0.35)
    p = (a[0] + (b[0] - a[0]) * tail, a[1] + (b[1] - a[1]) * tail)
    q = (a[0] + (b[0] - a[0]) * head, a[1] + (b[1] - a[1]) * head)
    box = box_of([p, q], 14).clip(camera.view.inflate(60, 60))
    canvas = Canvas(max(1, box.w), max(1, box.h), box.topleft, 2)
    canvas.line([p, q], (*theme.LIGHT_WARM, 110), scale.exact(6))
    canvas.line([p, q], theme.HIGH, scale.exact(2.4))
    if share >= 1:
        canvas.circle(b, scale.exact(11), (*theme.LIGHT_WARM, 150))
        canvas.circle(b, scale.exact(6), theme.HIGH)
    return canvas.image(), box.topleft


def _dust(at: Point, base: float, share: float, camera: Camera, scale: Scale) -> Blit:
    """A ring that runs outward from the base of one who came down, and puffs that thin out."""
    r = base * camera.ppi
    canvas = Canvas.centred(math.ceil(2.4 * r) + 4, 2)
    fade = 1 - share
    canvas.circle((0, 0), r * (1.05 + 0.9 * share), (*theme.HIGH, round(200 * fade)), scale.exact(3 - 2 * share))
    for turn in range(0, 360, 360 // PUFFS):
        way = math.radians(turn + 20)
        far = r * (1.1 + 0.7 * share)
        canvas.circle((math.sin(way) * far, math.cos(way) * far), r * (0.16 + 0.22 * share),
                      (*theme.BODY, round(150 * fade)))
    image = canvas.image()
    return image, corner(image, camera.px(at))


@functools.lru_cache(64)
def _number(words: str, role: str, scale: Scale) -> pygame.Surface:
    style = scale.style(theme.CARD_NAME)
    image = pygame.Surface((text.width(words, style) + 6, text.line_height(style) + 4), pygame.SRCALPHA)
    text.draw(image, words, image.get_rect().center, style, role_color(role), "cc", edge=theme.VOID)
    return image
