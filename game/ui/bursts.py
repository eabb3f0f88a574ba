"""Blasts and sprays as they play: where a stray one went, a flash, rings that run outward, and who is reached in turn.

The area stays, faint, until all that it does has been told.
"""
from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace

import pygame

from game.engine import events as ev
from game.engine.events import Event
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw.shapes import Canvas, corner, faded
from game.ui.overlays.areas import Blit, box_of
from game.ui.theme import Scale
from game.units import Point
from game.words import joined

LASTS, STRAYS, FLASHES = 0.75, 0.35, 0.16
"""Seconds that an area takes to open, that a stray one's way is shown before, and that the flash lasts."""
NEAR = 0.05


@dataclass(frozen=True)
class Burst:
    """An area that opens: a round one of `radius` about `point`, or the triangle `outline`. `aimed` is where it should
    have come down, None where it did. `victims` are reached in this order."""

    point: Point
    radius: float = 0.0
    outline: tuple[Point, ...] = ()
    aimed: Point | None = None
    victims: tuple[str, ...] = ()

    @property
    def lasts(self) -> float:
        return LASTS + (STRAYS if self.aimed is not None else 0.0)


def burst_of(event: Event, aimed: Point | None) -> Burst | None:
    """The area that an event opens, None for any other; `aimed` is where the shot before it flew to."""
    if not isinstance(event, ev.Acted) or (event.radius <= 0 and len(event.outline) < 3):
        return None
    if event.outline:
        return Burst(event.outline[0], outline=event.outline)
    if event.point is None:
        return None
    strayed = aimed is not None and math.dist(aimed, event.point) > NEAR
    return Burst(event.point, event.radius, aimed=aimed if strayed else None)


def followed(burst: Burst, event: Event) -> Burst | None:
    """The area after another event: it learns whom it reaches, and is gone when somebody acts again."""
    if isinstance(event, ev.Said) and event.models and not burst.victims:
        return replace(burst, victims=event.models)
    return None if isinstance(event, (ev.Acted, ev.Advanced, ev.Ended)) else burst


def lasting_marks(burst: Burst, state: GameState) -> tuple[Mark, ...]:
    """The area while its harm is told, and its victims numbered in their order."""
    area = Mark(kind="polygon", points=burst.outline, role="harm") if burst.outline else Mark(
        kind="blast", points=(burst.point,), radius=burst.radius, role="harm")
    found = [state.models[name] for name in burst.victims if name in state.models]
    numbers = [Mark(kind="label", points=(m.at,), radius=m.radius, role="harm", text=joined(" ", (f"{place}.", m.name)))
               for place, m in enumerate(found, 1) if m.at is not None]
    return (area, *numbers)


def burst_sprites(burst: Burst, gone: float, camera: Camera, scale: Scale) -> list[Blit]:
    """The picture `gone` seconds into it."""
    out: list[Blit] = []
    if burst.aimed is not None:
        out.append(_strayed(burst, min(1.0, gone / STRAYS), camera, scale))
        gone -= STRAYS
    if gone <= 0:
        return out
    share = min(1.0, gone / LASTS)
    if burst.outline:
        return [*out, _jet(burst, share, camera)]
    return out + _opening(burst, share, gone, camera, scale)


def _strayed(burst: Burst, share: float, camera: Camera, scale: Scale) -> Blit:
    """Dashes from where it was aimed to where it comes down."""
    assert burst.aimed is not None
    a, b = camera.px(burst.aimed), camera.px(burst.point)
    head = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    box = box_of([a, b], 16)
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    s, harm = scale.exact, theme.palette().harm
    canvas.circle(a, s(6), harm, s(2))
    if share > 0.02:
        canvas.dashed([a, head], (*theme.VOID, 200), s(5), s(7), s(5))
        canvas.dashed([a, head], harm, s(2.4), s(7), s(5))
    canvas.circle(head, s(4.5), theme.HIGH)
    return canvas.image(), box.topleft


def _opening(burst: Burst, share: float, gone: float, camera: Camera, scale: Scale) -> list[Blit]:
    """The flash at the heart, then rings one after another, each inch with its number."""
    centre, radius = camera.px(burst.point), burst.radius * camera.ppi
    half = math.ceil(radius) + 6
    canvas = Canvas.centred(half, 2)
    s = scale.exact
    front = radius * min(1.0, share * 1.6)
    fade = max(0.0, 1 - max(0.0, share - 0.45) / 0.55)
    canvas.circle((0, 0), front, (*theme.LIGHT_WARM, round(105 * fade)))
    canvas.circle((0, 0), front * 0.62, (*theme.LIGHT_WARM, round(150 * fade)))
    for inch in range(1, math.ceil(burst.radius) + 1):
        at = min(radius, inch * camera.ppi)
        if at <= front + 1:
            age = max(0.0, share * 1.6 - at / radius)
            canvas.circle((0, 0), at, (*theme.HIGH, round(235 * max(0.25, 1 - age))), s(2.4))
    rings = canvas.image()
    out: list[Blit] = [(rings, corner(rings, centre))]
    if gone < FLASHES:
        flash = _flash(round(radius * 0.5))
        image = faded(flash, 1 - gone / FLASHES)
        out.append((image, corner(image, centre)))
    return out


@functools.lru_cache(16)
def _flash(radius: int) -> pygame.Surface:
    canvas = Canvas.centred(max(4, radius) + 2, 2)
    for part, alpha in ((1.0, 90), (0.7, 150), (0.42, 255)):
        canvas.circle((0, 0), radius * part, (*theme.HIGH, alpha))
    return canvas.image()


def _jet(burst: Burst, share: float, camera: Camera) -> Blit:
    """A triangle that fills from its tip."""
    tip, left, right = (camera.px(p) for p in burst.outline[:3])
    box = box_of([tip, left, right], 8)
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    front, fade = min(1.0, share * 1.7), max(0.0, 1 - max(0.0, share - 0.55) / 0.45)
    tail = max(0.0, share * 1.7 - 1.0)
    for color, wide in ((theme.LIGHT_WARM, 1.0), (theme.HIGH, 0.5)):
        ends = []
        for corner_ in (left, right):
            middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
            far = middle[0] + (corner_[0] - middle[0]) * wide, middle[1] + (corner_[1] - middle[1]) * wide
            ends.append([(tip[0] + (far[0] - tip[0]) * p, tip[1] + (far[1] - tip[1]) * p) for p in (tail, front)])
        (a0, a1), (b0, b1) = ends
        canvas.polygon([a0, a1, b1, b0], (*color, round((150 if wide == 1.0 else 190) * fade)))
    return canvas.image(), box.topleft
