"""What stands on the table and is no model: systems, objectives, unit flags."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui import theme
from game.ui.draw import badges, text, token_parts
from game.ui.draw.badges import State
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, Point, circle_points, hexagon, put
from game.ui.theme import Color, Style, mix

_sprites = SpriteCache(16 * MEGABYTE)


# ---- systems: hexagons, never discs
def system(icon_name: str, radius: float, usable: bool = False, unit: float = 1.0) -> pygame.Surface:
    """A terminal, turret, drone or node as a hexagon of `radius` px, with an act ring when usable."""
    act = theme.palette().act

    def make() -> pygame.Surface:
        canvas = Canvas.centred(round(radius * 1.12 + 8 * unit) + 2)
        if usable:
            canvas.polygon(hexagon((0, 0), radius * 1.12 + 6 * unit), (*theme.VOID, 200))
            canvas.polygon(hexagon((0, 0), radius * 1.12 + 4.8 * unit), act)
            canvas.polygon(hexagon((0, 0), radius * 1.12 + 1.8 * unit), (*theme.VOID, 200))
        canvas.polygon(hexagon((0, 0), radius * 1.12), theme.VOID)
        canvas.polygon(hexagon((0, 0), radius), theme.SYSTEM_RIM)
        canvas.polygon(hexagon((0, 0), radius * 0.80), theme.SYSTEM_PLATE)
        image = canvas.image()
        middle = image.get_width() / 2, image.get_height() / 2
        put(image, icon(icon_name, max(8, round(radius * 1.1)), theme.SYSTEM_ICON), middle)
        return image

    return _sprites.get(("system", icon_name, radius, usable, unit, act), make)


def draw_system(
    surface: pygame.Surface, icon_name: str, radius: float, pos: Point, *, usable: bool = False, unit: float = 1.0
) -> pygame.Rect:
    """Draw a system with its shadow; returns the hexagon's box."""
    put(surface, token_parts.shadow(round(radius * 2) / 2, False), (pos[0] + radius * 0.12, pos[1] + radius * 0.16))
    return put(surface, system(icon_name, radius, usable, unit), pos)


# ---- objectives: a flag on an upright hexagon
def objective(radius: float, owner: str | None, label: str = "") -> pygame.Surface:
    """The marker of an objective, in the owner's colours or pale; `label` replaces the flag."""
    side = theme.side(owner) if owner else None
    fill = side.fill if side else theme.HIGH
    ink = theme.HIGH if side else theme.INK0

    def make() -> pygame.Surface:
        canvas = Canvas.centred(round(radius * 1.14) + 2)
        canvas.polygon(hexagon((0, 0), radius * 1.14), theme.VOID)
        canvas.polygon(hexagon((0, 0), radius), fill)
        image = canvas.image()
        middle = image.get_width() / 2, image.get_height() / 2
        if label:
            text.draw(image, label, middle, Style("display_700", max(8, round(radius * 1.15))), ink, "cc")
        else:
            put(image, icon("l:flag", max(8, round(radius * 1.1)), ink), middle)
        return image

    return _sprites.get(("objective", radius, fill, ink, label), make)


def objective_ring(radius: float, holders: Sequence[str], unit: float = 1.0) -> pygame.Surface:
    """The ring round an objective: one holder, its tint and fill; more, dashes in turn; none, pale dashes."""
    tints = tuple(theme.side(h).tint for h in holders)
    fill = theme.side(holders[0]).fill if len(holders) == 1 else None

    def make() -> pygame.Surface:
        canvas = Canvas.centred(round(radius + 3 * unit) + 2, 3)
        if fill:
            canvas.circle((0, 0), radius, (*fill, 41))
        points = circle_points((0, 0), radius)
        if len(tints) == 1:
            canvas.line(points, theme.VOID, 4.4 * unit)
            canvas.line(points, tints[0], 2.4 * unit)
            return canvas.image()
        for i, tint in enumerate(tints or (theme.LOW,)):
            period = 13 * unit * max(1, len(tints))
            on = 9 * unit
            canvas.dashed(points, theme.VOID, 4.4 * unit, on, period - on, -13 * unit * i)
            canvas.dashed(points, tint, 2.4 * unit, on, period - on, -13 * unit * i)
        return canvas.image()

    return _sprites.get(("objective ring", radius, tints, fill, unit), make)


def objective_words(words: str, owner: str | None, unit: float = 1.0) -> pygame.Surface:
    """'2 · contested' as it stands under a marker, in the holder's tint. Not to be drawn upon."""
    color = theme.side(owner).tint if owner else theme.HIGH
    style = Style("semibold", max(8, round(15 * unit)))

    def make() -> pygame.Surface:
        image = pygame.Surface((text.width(words, style) + 4, round(22 * unit)), pygame.SRCALPHA)
        text.draw(image, words, (image.get_width() / 2, image.get_height() / 2), style, color, "cc", edge=theme.VOID)
        return image

    return _sprites.get(("objective words", words, color, style), make)


# ---- unit flags
@dataclass(frozen=True)
class Flag:
    """A unit's flag: its icon, how many of how many are left, its states. `below` hangs it under its point."""

    side: str
    icon: str
    left: int
    full: int
    states: tuple[str | State, ...] = ()
    activated: bool = False
    selected: bool = False
    below: bool = False
    unit: float = 1.0

    @property
    def strength(self) -> str:
        """'8/10', or '10' when nobody is missing."""
        return str(self.left) if self.left == self.full else f"{self.left}/{self.full}"


def flag(look: Flag) -> pygame.Surface:
    """The flag as a sprite, not to be drawn upon."""
    return _sprites.get((look, theme.palette().name), lambda: _make_flag(look))


def _flag_style(look: Flag) -> Style:
    return Style("display", max(8, round(16 * look.unit)))


def _flag_size(look: Flag) -> tuple[tuple[int, int], int]:
    wide = round(26 * look.unit) + text.width(look.strength, _flag_style(look)) + round(14 * look.unit)
    return (wide, round(25 * look.unit)), round(9 * look.unit)


def _make_flag(look: Flag) -> pygame.Surface:
    u = look.unit
    (wide, high), margin = _flag_size(look)
    badge_room = round(19 * u) * len(look.states) + (round(4 * u) if look.states else 0)
    canvas = Canvas(wide + 2 * margin + badge_room, high + margin + round(7 * u), finer=3)
    top = margin if not look.below else round(7 * u)
    side = token_parts.side_colors(look.side, look.activated)
    border: Color = theme.palette().act if look.selected else theme.VOID
    thick = 2.6 * u if look.selected else 1.4 * u
    tail = high + top if not look.below else top
    way = 1 if not look.below else -1
    middle = margin + wide / 2
    canvas.rect((margin - thick, top - thick, wide + 2 * thick, high + 2 * thick), border, 0, 5 * u)
    canvas.polygon([(middle - 5 * u, tail), (middle + 5 * u, tail), (middle, tail + 6.5 * u * way)], border)
    canvas.rect((margin, top, wide, high), theme.INK0, 0, 4 * u)
    block = 26 * u
    canvas.rect((margin, top, block, high), side.fill, 0, 4 * u)
    canvas.rect((margin + block - 6 * u, top, 6 * u, high), side.fill)
    _flag_pattern(canvas, side, (margin, top, block, high), u)
    image = canvas.image()
    put(image, icon(look.icon, round(18 * u), theme.HIGH), (margin + block / 2, top + high / 2))
    color = theme.HIGH if not look.activated else theme.LOW
    at = margin + block + (wide - block) / 2, top + high / 2
    text.draw(image, look.strength, at, _flag_style(look), color, "cc")
    for i, state in enumerate(look.states):
        x = margin + wide + (13 + 19 * i) * u
        put(image, badges.badge(state, round(20 * u)), (x, top + high / 2))
    if look.activated:
        put(image, badges.tick(round(16 * u)), (margin, top if not look.below else top + high))
    return image


def _flag_pattern(canvas: Canvas, side: theme.Side, block: tuple[float, float, float, float], u: float) -> None:
    """The side's pattern along the block's foot, so that flags differ without colour too."""
    x, y, w, h = block
    dark = mix(side.plate, side.fill, 0.1)
    if side.pattern == "notched":
        for i in range(3):
            left = x + (1 + 9 * i) * u
            foot = y + h
            canvas.polygon(
                [(left, foot), (left + 4 * u, foot), (left + 8 * u, foot - 6 * u), (left + 4 * u, foot - 6 * u)], dark
            )
    elif side.pattern == "double":
        canvas.rect((x, y + h - 4.5 * u, w, 2 * u), dark)
    elif side.pattern == "chequered":
        for i in range(6):
            canvas.rect((x + i * w / 6, y + h - (3 + 3 * (i % 2)) * u, w / 6, 3 * u), dark)


def tail_line(surface: pygame.Surface, start: Point, end: Point, unit: float = 1.0) -> None:
    """The thin line from a flag that had to move aside to its models."""
    box = Canvas.around(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), abs(start[0] - end[0]) / 2
                        + abs(start[1] - end[1]) / 2 + 4 * unit, 3)
    box.line([start, end], theme.VOID, 3.4 * unit)
    box.line([start, end], theme.LOW, 1.4 * unit)
    box.onto(surface)
