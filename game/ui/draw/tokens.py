"""Model tokens: what a model looks like on the table, at the true size of its base.

`TokenLook` says everything to show. `blit` gives the one sprite it makes and where it goes, for `Surface.fblits`;
`draw` draws it. Draw tokens from north to south. A rule set without facing leaves `facing` out.
"""
from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import badges, token_parts
from game.ui.draw.badges import State
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.shapes import Point, corner, faded, straightened, towards
from game.ui.draw.token_parts import SMALL, Block, Disc, in_steps

Blit: TypeAlias = tuple[pygame.Surface, tuple[int, int]]
Target: TypeAlias = Literal["legal", "illegal"]

GHOST_SHARE = 0.8
STATES_SHOWN = 3
CAST = 0.24, 0.32
"""How far a shadow lies to the south-east, for each inch of height."""
_ghosts = SpriteCache(4 * MEGABYTE)
_whole = SpriteCache(48 * MEGABYTE)


@dataclass(frozen=True)
class TokenLook:
    """What a token shows. `radius` is the base's, in px; `unit` the UI scale; `front` degrees of rim in the tint;
    `level` the inches above the table, or below it, that it stands at; `lift` the px that it is in the air above what
    its shadow falls on."""

    side: str
    icon: str
    radius: float
    facing: float | None = None
    front: float = 180.0
    activated: bool = False
    prone: bool = False
    can_act: bool = False
    selected: bool = False
    hovered: bool = False
    target: Target | None = None
    states: tuple[str | State, ...] = ()
    gauge: tuple[Block, ...] = ()
    ghost: bool = False
    level: float = 0.0
    lift: float = 0.0
    shadow: bool = True
    unit: float = 1.0

    @property
    def small(self) -> bool:
        """Whether the base is too small on screen for an icon."""
        return self.radius < SMALL * self.unit

    @property
    def shows_gauge(self) -> bool:
        """Only when marked, selected or hovered; never on an unhurt model at rest."""
        return any(b.marked for b in self.gauge) or ((self.selected or self.hovered) and bool(self.gauge))


def sprite(look: TokenLook) -> pygame.Surface:
    """The disc alone, its centre in the middle. Not to be drawn upon."""
    disc = Disc(
        look.side, look.icon, _half_px(look.radius), in_steps(look.facing), look.front,
        look.activated, look.prone, look.small,
    )
    if not look.ghost:
        return token_parts.disc(disc)
    key = (disc, token_parts.side_colors(disc.side, disc.activated))
    return _ghosts.get(key, lambda: faded(token_parts.disc(disc), GHOST_SHARE))


def blit(look: TokenLook, pos: Point) -> Blit:
    """The whole token as one cached sprite, and where its top left goes for the base to be centred on `pos`."""
    key = _in_steps(look)
    return _at(_whole.get((key, theme.palette().name), lambda: _composed(key)), pos)


def draw(surface: pygame.Surface, look: TokenLook, pos: Point) -> pygame.Rect:
    """Draw a token; returns the box that it touches, for dirty rectangles."""
    return surface.blit(*blit(look, pos))


@functools.lru_cache(4096)
def _in_steps(look: TokenLook) -> TokenLook:
    """`look` with the radius and facing that sprites are kept for."""
    return replace(look, radius=_half_px(look.radius), facing=in_steps(look.facing))


def _composed(look: TokenLook) -> pygame.Surface:
    """All parts on one surface, the base's centre in the middle, cut to what shows."""
    layers = parts(look, (0.0, 0.0))
    half = max(max(-x, -y, x + i.get_width(), y + i.get_height()) for i, (x, y) in layers)
    sheet = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    # premultiplied: pygame's own blend over a half clear surface would darken the rings with the shadow
    placed = [(image.premul_alpha(), (x + half, y + half)) for image, (x, y) in layers]
    sheet.fblits(placed, pygame.BLEND_PREMULTIPLIED)
    straightened(sheet)
    shown = sheet.get_bounding_rect(min_alpha=3)
    wide, high = (max(half - low, top - half) for low, top in ((shown.left, shown.right), (shown.top, shown.bottom)))
    return sheet.subsurface((half - wide, half - high, 2 * wide, 2 * high)).copy()


def parts(look: TokenLook, pos: Point) -> list[Blit]:
    """The sprites that a token centred on `pos` is made of, bottom first."""
    r = _half_px(look.radius)
    raised = look.hovered or look.ghost
    out = [_shadow(r, pos, raised, look.level, look.lift)] if look.shadow else []
    x, y = pos
    if look.hovered:
        y -= r * 0.14
    here = (x, y)
    out += [_at(token_parts.ring(kind, r, look.unit), here) for kind in _rings_under(look)]
    out.append(_at(sprite(look), here))
    if look.shows_gauge and not look.small:
        out.append(_gauge(look, r, here))
    if look.target:
        out.append(_at(token_parts.ring(look.target, r, look.unit), here))
    if look.activated and not look.small:
        out.append(_tick(look, r, here))
    if look.level and not look.small:
        out.append(_level(look, r, here))
    return out + _badges(look, r, here)


def draw_fallen(surface: pygame.Surface, side: str, radius: float, pos: Point) -> pygame.Rect:
    """Mark where a model fell."""
    image = token_parts.fallen(side, _half_px(radius))
    return surface.blit(image, corner(image, pos))


def _half_px(radius: float) -> float:
    return max(1.0, round(radius * 2) / 2)


def _at(image: pygame.Surface, pos: Point) -> Blit:
    return image, corner(image, pos)


def _shadow(r: float, pos: Point, raised: bool, level: float, lift: float) -> Blit:
    """One that stands high throws its shadow farther; that of one in the air lies apart from it."""
    dx, dy = (0.46, 0.62) if raised else (0.28, 0.38) if level > 0 else (0.16, 0.22)
    x, y = (dx * r + CAST[0] * lift, dy * r + CAST[1] * lift)
    return _at(token_parts.shadow(r, raised or lift > 0), (pos[0] + x, pos[1] + y))


def _rings_under(look: TokenLook) -> list[str]:
    if look.ghost:
        return ["ghost"]
    if look.selected:
        return ["selected"]
    if look.hovered:
        return ["hovered"]
    return ["can_act"] if look.can_act else []


def _gauge(look: TokenLook, r: float, pos: Point) -> Blit:
    image = token_parts.gauge(look.gauge, r, look.unit)
    top = r + 1 * look.unit
    if look.selected or look.hovered or look.target:
        top += 6 * look.unit
    if look.facing is not None and math.cos(math.radians(look.facing - 180)) > 0.75:
        top += 0.34 * r
    return image, (round(pos[0] - image.get_width() / 2), round(pos[1] + top))


def _level(look: TokenLook, r: float, pos: Point) -> Blit:
    """How high it stands, at its lower side away from the facing mark."""
    image = badges.height(look.level, look.unit)
    facing = look.facing if look.facing is not None else 0.0
    way = 1 if 150 <= facing % 360 < 300 else -1
    return _at(image, (pos[0] + way * (r * 0.74 + image.get_width() * 0.3), pos[1] + r * 0.72))


def _states_on_left(facing: float | None) -> bool:
    return facing is not None and 5 < facing % 360 < 140


def _badges(look: TokenLook, r: float, pos: Point) -> list[Blit]:
    unit = look.unit
    diameter = round(15 * unit if look.small else max(15 * unit, min(22 * unit, r * 0.95)))
    shown = look.states[: 1 if look.small else STATES_SHOWN]
    way = -1 if _states_on_left(look.facing) else 1
    reach = r * 1.02 + diameter * 0.22
    step = max(44.0, math.degrees(2 * math.asin(min(1.0, 0.46 * diameter / reach))))
    out = [_round(badges.badge(s, diameter), pos, way * (26 + i * step), reach) for i, s in enumerate(shown)]
    if len(look.states) > len(shown):
        # outside the last one, so that the gauge stays free
        rest = badges.more(len(look.states) - len(shown), diameter)
        out.append(_round(rest, pos, way * (26 + (len(shown) - 1) * step), reach + diameter * 0.92))
    return out


def _round(image: pygame.Surface, pos: Point, degrees: float, reach: float) -> Blit:
    return _at(image, towards(pos, degrees, reach))


def _tick(look: TokenLook, r: float, pos: Point) -> Blit:
    angle = _tick_angle(look)
    image = badges.tick(round(max(13 * look.unit, r * 0.78)))
    return _round(image, pos, angle, r)


def _tick_angle(look: TokenLook) -> float:
    """Upper left, away from the facing mark and the states."""
    angle = 48.0 if look.states and _states_on_left(look.facing) else -48.0
    if look.facing is None or abs((look.facing - angle + 180) % 360 - 180) >= 52:
        return angle
    return -angle if not look.states else math.copysign(132.0, angle)
