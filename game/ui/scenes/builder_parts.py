"""What the force builder's rows and gauges look like. Lengths are px, at 100 % where they are constants."""
from __future__ import annotations

from collections.abc import Callable

import pygame

from game.engine.builder import Entry, Part
from game.ui import theme
from game.ui.draw import icons, shapes, text
from game.ui.forms.controls import Row
from game.ui.forms.widget import Act, Look, Widget
from game.ui.theme import Scale
from game.words import joined, say, say_many, shown, verbatim

ENTRY_HIGH, GAUGE_HIGH, SHELF_HIGH, PART_HIGH = 54, 64, 50, 40
INSIDE = 22
"""How far a unit that is in another one stands in."""


class EntryRow(Widget):
    """A row that does something at once when it is clicked, or by Enter or Space: a unit to add, a force to open."""

    focusable = True
    confirms = True

    def __init__(
        self, name: str, rect: pygame.Rect, act: Act, paint: Callable[[pygame.Surface, pygame.Rect, Look, bool], None],
        *, off: str = "", hint: str = "",
    ) -> None:
        super().__init__(name, rect, enabled=not off, hint=off or hint)
        self.act, self.paint = act, paint

    def activate(self) -> None:
        self.act()

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        if look.lit:
            surface.fill(theme.INK3 if look.held and self.enabled else theme.INK2, at)
        self.paint(surface, at, look, self.enabled)


class UnitRow(Row):
    """A unit of the force. Enter or Space chooses it: the keyboard passes by the others on its way to the details."""

    confirms = True

    def focus(self) -> None:
        """Looking at it does not choose it."""


def draw_entry(entry: Entry, sign: str, surface: pygame.Surface, at: pygame.Rect, look: Look, on: bool) -> None:
    """A unit: its picture, name and numbers, and at the right what it costs; `sign` is the icon of what a click does.
    One that is off keeps its words readable, struck out of colour."""
    scale = look.scale
    inside = scale(INSIDE) if entry.inside else 0
    left = at.left + scale(12) + inside
    size = scale(26)
    color = theme.HIGH if on else theme.OFF
    if inside:
        turn = scale(16)
        surface.blit(icons.icon("l:corner-down-left", turn, theme.LOW), (at.left + scale(10), at.centery - turn // 2))
    if icons.has(entry.icon):
        surface.blit(icons.icon(entry.icon, size, theme.BODY if on else theme.OFF), (left, at.centery - size // 2))
    left += size + scale(12)
    right = _draw_cost(entry, sign, surface, at, scale, on)
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    many = joined("", (entry.name, f" [{entry.models}]")) if entry.models > 1 else entry.name
    lines = text.wrap(joined("  ", (part for part in (*entry.numbers, entry.rules) if part)), small, right - left)[:2]
    first, step = (18, 0) if len(lines) < 2 else (13, 15)
    text.draw(surface, text.fit(many, name, right - left), (left, at.top + scale(first)), name, color)
    for number, line in enumerate(lines):
        y = at.top + scale(first + (20 if step == 0 else 17) + step * number)
        text.draw(surface, line, (left, y), small, theme.LOW if on else theme.OFF)


def _draw_cost(entry: Entry, sign: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale, on: bool) -> int:
    """The points at the right, and what a click does; returns where the room for words ends."""
    right = at.right - scale(12)
    if sign:
        size = scale(18)
        color = theme.palette().act if on else theme.OFF
        surface.blit(icons.icon(sign, size, color), (right - size, at.centery - size // 2))
        right -= size + scale(12)
    figure = scale.style(theme.NUMBER)
    taken = text.draw(surface, str(entry.points), (right, at.centery), figure, theme.HIGH if on else theme.OFF, "rc")
    return right - taken.width - scale(12)


def counted_part(part: Part) -> str:
    """Its name, with how many there are of it."""
    return part.counted or (joined(" × ", (str(part.count), part.name)) if part.count > 1 else part.name)


def draw_part(part: Part, surface: pygame.Surface, at: pygame.Rect, look: Look, on: bool) -> None:
    """A part to buy: its picture, how many there are, what it does, and at the right what it costs or gives back."""
    scale = look.scale
    right = _draw_figure(_price(part.points), surface, at, scale, on=on, sign="l:plus", good=part.points < 0)
    left, size = at.left + scale(12), scale(24)
    if icons.has(part.icon):
        surface.blit(icons.icon(part.icon, size, theme.BODY if on else theme.OFF), (left, at.centery - size // 2))
    left += size + scale(12)
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    told = counted_part(part)
    color = theme.palette().act if part.count and part.owned else theme.HIGH if on else theme.OFF
    y = at.top + scale(18) if part.about else at.centery
    text.draw(surface, text.fit(told, name, right - left), (left, y), name, color)
    if part.about:
        about = verbatim(shown(part.about).removeprefix(f"{shown(part.name)}: "))
        text.draw(surface, text.fit(about, small, right - left), (left, at.top + scale(38)), small,
                  theme.LOW if on else theme.OFF)


def draw_owned(part: Part, surface: pygame.Surface, at: pygame.Rect, look: Look, on: bool) -> None:
    """A part that the unit has; a weapon that may be changed shows a wrench."""
    scale = look.scale
    right = _draw_figure(_price(part.points * part.count), surface, at, scale, on=on,
                         sign="l:wrench" if part.opens else "", good=part.points < 0)
    left, size = at.left + scale(8), scale(20)
    if icons.has(part.icon):
        surface.blit(icons.icon(part.icon, size, theme.BODY), (left, at.centery - size // 2))
    left += size + scale(10)
    row = scale.style(theme.ROW)
    told = counted_part(part)
    text.draw(surface, text.fit(told, row, right - left), (left, at.centery), row, theme.HIGH)


def _price(points: int) -> str:
    return str(points).replace("-", "−") if points else ""


def _draw_figure(
    words: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale, *, on: bool, sign: str, good: bool
) -> int:
    """A price at the right and what a click does; returns where the room for words ends."""
    right = at.right - scale(8)
    if sign:
        size = scale(16)
        color = theme.palette().act if on else theme.OFF
        surface.blit(icons.icon(sign, size, color), (right - size, at.centery - size // 2))
        right -= size + scale(10)
    color = theme.OFF if not on else theme.palette().mint if good else theme.HIGH
    taken = text.draw(surface, words, (right, at.centery), scale.style(theme.NUMBER), color, "rc")
    return right - taken.width - scale(10)


def draw_gauge(
    points: int, limit: int, told: str, problem: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale
) -> None:
    """The points against the limit as a bar, and under it what a battle would say of the force."""
    over = bool(limit) and points > limit
    act, harm = theme.palette().act, theme.palette().harm
    big, small = scale.style(theme.DICE_TOTAL), scale.style(theme.SMALL)
    y = at.top + scale(12)
    taken = text.draw(surface, str(points), (at.left, y), big, harm if over else theme.HIGH)
    of = say_many("of {n} point", "of {n} points", limit) if limit else say("points, no limit")
    text.draw(surface, of, (taken.right + scale(8), y), scale.style(theme.ROW), theme.BODY)
    text.draw(surface, told, (at.right, y), small, theme.LOW, "rc")
    track = pygame.Rect(at.left, at.top + scale(27), at.width, scale(8))
    surface.blit(shapes.rounded(track.size, theme.INK3, None, scale.exact(3)), track)
    share = min(1.0, points / limit) if limit else 0.0
    if share:
        bar = track.copy()
        bar.width = max(scale(6), round(track.width * share))
        surface.blit(shapes.rounded(bar.size, harm if over else act, None, scale.exact(3)), bar)
    words, color = (problem, harm) if problem else (say("Ready for battle"), theme.palette().mint)
    text.draw(surface, text.fit(words, small, at.width), (at.left, at.top + scale(52)), small, color)


def draw_force(
    name: str, told: str, fault: str, icon: str, surface: pygame.Surface, at: pygame.Rect, look: Look, on: bool
) -> None:
    """A force to open: its name, what it holds or what is wrong with it."""
    scale = look.scale
    size = scale(20)
    color = theme.palette().harm if fault else theme.LOW
    surface.blit(icons.icon("l:triangle-alert" if fault else icon, size, color),
                 (at.left + scale(14), at.centery - size // 2))
    left, room = at.left + scale(48), at.width - scale(60)
    upper, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    text.draw(surface, text.fit(name, upper, room), (left, at.top + scale(18)), upper, theme.HIGH if on else theme.OFF)
    text.draw(surface, text.fit(fault or told, small, room), (left, at.top + scale(38)), small, color)
