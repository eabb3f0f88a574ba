"""Parts of a card that only some rule sets have: meters of what runs out, and the body with its wounds."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeAlias

import pygame

from game.engine.cards import BodyPart, Meter
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.shapes import Canvas
from game.ui.stage import Tip
from game.ui.theme import Color, Scale, mix
from game.words import joined, say

Register: TypeAlias = Callable[[tuple[int, int, int, int], Tip], None]
METER_ROW, BODY_ROW = 27, 25
PIPS = 12
"""Points up to this many are pips, more are a bar."""
FLESH, FLESH_EDGE = theme.rgb("#3A4752"), theme.rgb("#0B0F13")


def meters(sheet: pygame.Surface, s: Scale, shown: tuple[Meter, ...], tint: Color, y: int, hot: Register) -> int:
    """A row for each meter: its name, a bar or pips, '14 of 20'. Where the next row begins."""
    wide = sheet.get_width()
    name, number = s.style(theme.LABEL), s.style(theme.NUMBER)
    left = s(14) + max((text.width(m.title, name) for m in shown), default=0) + s(12)
    for meter in shown:
        middle = y + s(METER_ROW) // 2
        said = say("{left} of {full}", left=meter.left, full=meter.full)
        right = wide - s(16)
        text.draw(sheet, meter.title, (s(14), middle), name, theme.LOW)
        text.draw(sheet, said, (right, middle), number, theme.HIGH, "rc")
        room = pygame.Rect(left, middle - s(7), right - s(74) - left, s(14))
        if meter.kind == "points" and max(meter.full, meter.left) <= PIPS:
            pips(sheet, s, meter, (left, middle), s.exact(7), s(22))
        else:
            bar(sheet, s, meter, room, tint)
        hot((0, y, wide, s(METER_ROW)), Tip(joined(", ", (meter.title, said)), meter.note, meter.rule))
        y += s(METER_ROW)
    return y + s(4)


def bar(sheet: pygame.Surface, s: Scale, meter: Meter, box: pygame.Rect, tint: Color) -> None:
    """What is left as a filled bar; a third or less is in harm."""
    pygame.draw.rect(sheet, theme.VOID, box, 0, s(4))
    share = max(0.0, min(1.0, meter.left / meter.full)) if meter.full else 0.0
    inner = box.inflate(-s(2), -s(2))
    inner.w = round(inner.w * share)
    if inner.w > 0:
        color = theme.palette().harm if share <= 1 / 3 else tint
        pygame.draw.rect(sheet, color, inner, 0, s(3))


def pips(sheet: pygame.Surface, s: Scale, meter: Meter, at: tuple[float, float], radius: float, pitch: int) -> int:
    """A disc for each point: filled while it is left, hollow when it is spent; the px they take."""
    count = max(meter.full, meter.left)
    canvas = Canvas(max(1, count * pitch), round(2 * radius) + 4, (at[0], at[1] - radius - 2))
    for i in range(count):
        centre = at[0] + radius + 1 + i * pitch, at[1]
        if i < meter.left:
            canvas.circle(centre, radius, theme.palette().act)
        else:
            canvas.circle(centre, radius, theme.OFF)
            canvas.circle(centre, radius - max(1.2, radius * 0.22), theme.INK1)
    canvas.onto(sheet)
    return count * pitch


def body(sheet: pygame.Surface, s: Scale, parts: tuple[BodyPart, ...], y: int, hot: Register) -> int:
    """The body beside its places: what finds each, what a hit there does, wounds and cripples of the limbs."""
    wide, high = sheet.get_width(), len(parts) * s(BODY_ROW)
    figure = _figure(s(84), high, tuple((p.id, p.crippled) for p in parts), theme.palette().name)
    sheet.blit(figure, (s(16), y))
    row, number, small = s.style(theme.ROW), s.style(theme.NUMBER), s.style(theme.SMALL)
    left = s(118)
    for part in parts:
        middle = y + s(BODY_ROW) // 2
        hurt = part.crippled > 0
        color = theme.palette().harm if hurt else theme.HIGH
        text.draw(sheet, part.rolls, (left + s(24), middle), small, theme.LOW, "rc")
        text.draw(sheet, part.name, (left + s(34), middle), row, color)
        text.draw(sheet, part.does, (wide - s(16), middle), number, theme.BODY, "rc")
        if part.cripples:
            x = left + s(34) + text.width(say("Vitals"), row) + s(12)
            for i in range(part.cripples):
                _box(sheet, s, pygame.Rect(x + i * s(20), middle - s(7), s(15), s(15)), i < part.crippled)
            said, x = say("{total} of {limit}", total=part.total, limit=part.limit), x + part.cripples * s(20) + s(4)
            if part.crippled < part.cripples and x + text.width(said, small) < wide - s(44):
                text.draw(sheet, said, (x, middle), small, theme.palette().harm if part.total else theme.LOW)
        hot((0, y, wide, s(BODY_ROW)), Tip(joined(", ", (part.name, part.rolls)), part.note, part.rule))
        y += s(BODY_ROW)
    return y + s(6)


def _box(sheet: pygame.Surface, s: Scale, box: pygame.Rect, crossed: bool) -> None:
    harm = theme.palette().harm
    pygame.draw.rect(sheet, theme.BLOCK_MARKED if crossed else theme.INK1, box, 0, s(3))
    pygame.draw.rect(sheet, harm if crossed else theme.OFF, box, max(1, s(1)), s(3))
    if crossed:
        canvas = Canvas(box.w, box.h, box.topleft)
        d = box.w * 0.24
        x, y = box.x + box.w / 2, box.y + box.h / 2
        canvas.line([(x - d, y - d), (x + d, y + d)], harm, s.exact(1.8))
        canvas.line([(x + d, y - d), (x - d, y + d)], harm, s.exact(1.8))
        canvas.onto(sheet)


@functools.lru_cache(64)
def _figure(wide: int, high: int, hurt: tuple[tuple[str, int], ...], palette: str) -> pygame.Surface:
    """A body seen from the front; limbs that are crippled in harm, the left one first."""
    k = min(wide / 84, high / 150)
    canvas = Canvas(wide, high)
    x, harm = wide / 2, theme.PALETTES[palette].harm
    times = dict(hurt)

    def color(part: str, number: int) -> Color:
        return mix(harm, theme.INK1, 0.2) if times.get(part, 0) > number else FLESH

    def limb(points: list[tuple[float, float]], fill: Color) -> None:
        placed = [(x + px * k, py * k) for px, py in points]
        canvas.polygon(placed, fill)
        canvas.line([*placed, placed[0], placed[1]], FLESH_EDGE, 2 * k)

    for side in (-1, 1):
        place = 0 if side < 0 else 1
        limb([(side * 20, 37), (side * 31, 40), (side * 34, 60), (side * 39, 84), (side * 31, 87), (side * 24, 64)],
             color("arms", place))
        limb([(side * 1.5, 88), (side * 17, 86), (side * 16, 112), (side * 15, 145), (side * 4.5, 145),
              (side * 3, 112)], color("legs", place))
    limb([(-20, 35), (20, 35), (17, 62), (16, 78), (-16, 78), (-17, 62)], color("body", 0))
    limb([(-16, 79), (16, 79), (15, 87), (0, 96), (-15, 87)], color("groin", 0))
    canvas.circle((x, 47 * k), 6.5 * k, FLESH_EDGE)
    canvas.circle((x, 47 * k), 5 * k, mix(color("vitals", 0), theme.HIGH, 0.22))
    canvas.rect((x - 5 * k, 26 * k, 10 * k, 9 * k), FLESH)
    canvas.circle((x, 15 * k), 14.5 * k, FLESH_EDGE)
    canvas.circle((x, 15 * k), 13 * k, color("head", 0))
    return canvas.image()
