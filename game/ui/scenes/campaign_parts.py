"""What the rows and numbers of the campaign screen look like. Lengths are px, at 100 % where they are constants."""
from __future__ import annotations

import pygame

from game.engine.campaign import Change, Member, Offer
from game.ui import theme
from game.ui.draw import icons, text
from game.ui.draw.shapes import Canvas
from game.ui.forms.widget import Look
from game.ui.theme import Color, Scale
from game.words import say

HEAD_HIGH, CHANGE_HIGH = 64, 40
MOST_PIPS = 12


def draw_member(member: Member, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    """A member of the list: its picture, its name, how it came out of the last battle."""
    scale, gone = look.scale, bool(member.gone)
    size = scale(26)
    left = at.left + scale(12)
    icon = "death-skull" if gone else member.icon
    if icons.has(icon):
        surface.blit(icons.icon(icon, size, theme.OFF if gone else theme.BODY), (left, at.centery - size // 2))
    left += size + scale(12)
    room = at.right - scale(12) - left
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    text.draw(surface, text.fit(member.name, name, room), (left, at.top + scale(18)), name,
              theme.OFF if gone else theme.HIGH)
    text.draw(surface, text.fit(member.news, small, room), (left, at.top + scale(38)), small,
              theme.palette().harm if gone else theme.LOW)


def draw_head(member: Member, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    """The chosen member: picture, name, what it is and how it came out of the last battle."""
    size = scale(48)
    if icons.has(member.icon):
        surface.blit(icons.icon(member.icon, size, theme.BODY), (at.left, at.top + scale(6)))
    left = at.left + size + scale(16)
    big, row = scale.style(theme.CARD_NAME), scale.style(theme.ROW)
    room = at.right - left
    text.draw(surface, text.fit(member.name, big, room), (left, at.top + scale(18)), big, theme.HIGH)
    told = say("{about}. {news}.", about=member.about, news=member.news)
    text.draw(surface, text.fit(told, row, room), (left, at.top + scale(44)), row,
              theme.palette().harm if member.gone else theme.BODY)


def draw_change(change: Change, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    """'Composure 4 → 2 → 3', as figures, as pips of how many there are, and the rule at the right."""
    y = at.top + scale(18)
    surface.fill(theme.LINE, (at.left, at.top, at.width, 1))
    small, number = scale.style(theme.SMALL), scale.style(theme.DICE_TOTAL)
    text.draw(surface, change.title, (at.left, y), scale.style(theme.NAME), theme.HIGH)
    right = at.right - text.draw(surface, change.rule, (at.right, y), small, theme.LOW, "rc").width - scale(16)
    x = at.left + scale(110)
    for value, color in _steps(change):
        if x > at.left + scale(110):
            size = scale(16)
            surface.blit(icons.icon("l:arrow-right", size, theme.LOW), (x, y - size // 2))
            x += size + scale(8)
        x += text.draw(surface, str(value), (x, y), number, color).width + scale(8)
    if change.since:
        x += text.draw(surface, change.since, (x, y), small, theme.palette().mint).width + scale(8)
    wide = change.full * scale(18)
    if change.pips and 0 < change.full <= MOST_PIPS and right - wide > x + scale(8):
        _pips(surface, scale, change, right - wide, y)


def _steps(change: Change) -> list[tuple[int, Color]]:
    """The numbers to show one after another: what did not change is told once."""
    palette = theme.palette()
    steps = [(change.before, theme.BODY)]
    if change.after != change.before:
        steps.append((change.after, palette.harm))
    if change.now != change.after:
        steps.append((change.now, palette.mint))
    return steps


def _pips(surface: pygame.Surface, scale: Scale, change: Change, left: int, y: int) -> None:
    radius, pitch = scale.exact(6), scale(18)
    canvas = Canvas(change.full * pitch, round(2 * radius) + 4, (left, y - radius - 2))
    for place in range(change.full):
        centre = left + radius + 1 + place * pitch, y
        full = place < change.now
        canvas.circle(centre, radius, theme.palette().act if full else theme.OFF)
        if not full:
            canvas.circle(centre, radius - max(1.2, radius * 0.22), theme.INK1)
    canvas.onto(surface)


def draw_offer(offer: Offer, surface: pygame.Surface, at: pygame.Rect, look: Look, on: bool) -> None:
    """Something to do: its picture, what it is called, what it brings or why not."""
    scale = look.scale
    left, size = at.left + scale(12), scale(26)
    if icons.has(offer.icon):
        surface.blit(icons.icon(offer.icon, size, theme.BODY if on else theme.OFF), (left, at.centery - size // 2))
    left += size + scale(12)
    room = at.right - scale(12) - left
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    text.draw(surface, text.fit(offer.title, name, room), (left, at.top + scale(18)), name,
              theme.HIGH if on else theme.OFF)
    told = offer.about if on else offer.verdict.reason
    text.draw(surface, text.fit(told, small, room), (left, at.top + scale(38)), small,
              theme.LOW if on else theme.OFF)
