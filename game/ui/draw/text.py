"""Text: one cached surface a line, anchored, fitted and wrapped to a width.

Sizes are px. An anchor is two letters: l c r, then t (top of the line), c (the middle of the capitals) or b (the
baseline). The display font lacks a few signs (″ ′ → ✓ ≈); those are set in the text font on the same baseline.
Texts arrive in English and are put into the language in use here, before they are measured.
"""
from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.ui.draw.assets import asset
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.theme import Color, FontName, Style
from game.words import Shown, shown

FILES: dict[FontName, str] = {
    "regular": "IBMPlexSans-Regular.ttf",
    "text": "IBMPlexSans-Text.ttf",
    "medium": "IBMPlexSans-Medium.ttf",
    "semibold": "IBMPlexSans-SemiBold.ttf",
    "bold": "IBMPlexSans-Bold.ttf",
    "italic": "IBMPlexSans-Italic.ttf",
    "display_500": "Oxanium-500.ttf",
    "display": "Oxanium-600.ttf",
    "display_700": "Oxanium-700.ttf",
    "display_800": "Oxanium-800.ttf",
}
FALLBACK: dict[FontName, FontName] = {
    "display_500": "medium",
    "display": "semibold",
    "display_700": "bold",
    "display_800": "bold",
}
ELLIPSIS = "…"
NO_GLYPH = "\uffff"
CAP_MIDDLE = 0.35
"""Half the height of a capital, as a share of the size."""

_lines = SpriteCache(24 * MEGABYTE)
Pos: TypeAlias = tuple[float, float]
Edge: TypeAlias = Color | None


@dataclass(frozen=True)
class Segment:
    """A piece of a rich line."""

    text: str
    style: Style
    color: Color


@functools.lru_cache(64)
def font(name: FontName, size: int) -> pygame.font.Font:
    """The font at `size` px, opened once."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(asset("fonts", FILES[name]), max(1, size))


def runs(string: str, name: FontName) -> list[tuple[str, FontName]]:
    """`string` cut where the font has to change for a sign it lacks; [] for ''."""
    fallback = FALLBACK.get(name)
    if fallback is None or not string:
        return [(string, name)] if string else []
    out: list[tuple[str, FontName]] = []
    for sign in string:
        chosen = name if _has(name, sign) else fallback
        if out and out[-1][1] == chosen:
            out[-1] = (out[-1][0] + sign, chosen)
        else:
            out.append((sign, chosen))
    return out


@functools.lru_cache(2048)
def _has(name: FontName, sign: str) -> bool:
    # metrics() answers for the missing-glyph box too, so the pictures are compared
    return sign.isspace() or _shape(name, sign) != _shape(name, NO_GLYPH)


@functools.lru_cache(2048)
def _shape(name: FontName, sign: str) -> bytes:
    return pygame.image.tobytes(font(name, 16).render(sign, True, (255, 255, 255)), "RGBA")


def width(string: str, style: Style) -> int:
    """The px that `string` takes on one line, tracking included."""
    return _width(shown(string), style)


@functools.lru_cache(16384)
def _width(string: str, style: Style) -> int:
    plain = sum(font(name, style.size).size(run)[0] for run, name in runs(string, style.font))
    return round(plain + style.tracking * len(string))


def line_height(style: Style) -> int:
    """The px from one line to the next."""
    return font(style.font, style.size).get_linesize()


def render(string: str, style: Style, color: Color) -> pygame.Surface:
    """One line as a cached surface with alpha, its baseline at the font's ascent. Not to be drawn upon."""
    string = shown(string)
    return _lines.get((string, style, color), lambda: _render(string, style, color))


def _render(string: str, style: Style, color: Color) -> pygame.Surface:
    pieces = runs(string, style.font)
    if len(pieces) == 1 and not style.tracking:
        return font(pieces[0][1], style.size).render(string, True, color)
    main = font(style.font, style.size)
    out = pygame.Surface((width(string, style) + 2, main.get_height() + 4), pygame.SRCALPHA)
    x, most = 0.0, max(_above(run, name, style.size) for run, name in pieces)
    for run, name in pieces:
        face = font(name, style.size)
        top = main.get_ascent() - face.get_ascent() + most
        for part in run if style.tracking else (run,):
            out.blit(face.render(part, True, color), (round(x), top - _above(part, name, style.size)))
            x += face.size(part)[0] + (style.tracking if style.tracking else 0)
    return out


def _above(string: str, name: FontName, size: int) -> int:
    """The px by which the highest of the signs (an accent on a capital) outreaches the ascent: the font sets what holds
    it so much lower."""
    face = font(name, size)
    tops = [found[3] for found in face.metrics(string) if found is not None]
    return max(0, max(tops, default=0) - face.get_ascent())


def draw(
    surface: pygame.Surface, string: str, pos: Pos, style: Style, color: Color,
    anchor: str = "lc", *, edge: Edge = None, alpha: int = 255,
) -> pygame.Rect:
    """Draw one line; `edge` puts a 1 px outline of that colour under it. Returns the box it takes."""
    if not string:
        return pygame.Rect(round(pos[0]), round(pos[1]), 0, 0)
    string = shown(string)
    box = place(string, pos, style, anchor)
    image = _edged(string, style, color, edge) if edge else render(string, style, color)
    if alpha < 255:
        image = image.copy()
        image.set_alpha(alpha)
    surface.blit(image, (box.x - 1, box.y - 1) if edge else box.topleft)
    return box


def place(string: str, pos: Pos, style: Style, anchor: str) -> pygame.Rect:
    """The box of a line drawn at `pos` with `anchor`."""
    face = font(style.font, style.size)
    wide = width(string, style)
    x = pos[0] - {"l": 0.0, "c": wide / 2, "r": float(wide)}[anchor[0]]
    y = pos[1] - {"t": 0.0, "c": face.get_ascent() - style.size * CAP_MIDDLE, "b": face.get_ascent()}[anchor[1]]
    return pygame.Rect(round(x), round(y), wide, face.get_height())


def _edged(string: str, style: Style, color: Color, edge: Color) -> pygame.Surface:
    def make() -> pygame.Surface:
        under, over = render(string, style, edge), render(string, style, color)
        out = pygame.Surface((over.get_width() + 2, over.get_height() + 2), pygame.SRCALPHA)
        out.fblits([(under, (x, y)) for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) != (1, 1)])
        out.blit(over, (1, 1))
        return out

    return _lines.get((string, style, color, edge), make)


def rich_width(segments: Iterable[Segment]) -> int:
    """The px that the segments take on one line."""
    return sum(width(s.text, s.style) for s in segments)


def draw_rich(
    surface: pygame.Surface, segments: Sequence[Segment], pos: Pos, anchor: str = "lc", *, edge: Edge = None,
) -> int:
    """Draw segments one after another on one line; returns the width."""
    total = rich_width(segments)
    x = pos[0] - {"l": 0.0, "c": total / 2, "r": float(total)}[anchor[0]]
    for segment in segments:
        draw(surface, segment.text, (x, pos[1]), segment.style, segment.color, "l" + anchor[1], edge=edge)
        x += width(segment.text, segment.style)
    return total


def fit(string: str, style: Style, room: int) -> str:
    """`string`, or as much of it as fits `room` px with an ellipsis; '' when not even that fits."""
    return _fit(shown(string), style, room)


@functools.lru_cache(8192)
def _fit(string: str, style: Style, room: int) -> Shown:
    string = Shown(string)
    if width(string, style) <= room:
        return string
    low, high = 0, len(string)
    while low < high:
        middle = (low + high + 1) // 2
        if width(Shown(string[:middle].rstrip() + ELLIPSIS), style) <= room:
            low = middle
        else:
            high = middle - 1
    cut = Shown(string[:low].rstrip() + ELLIPSIS)
    return cut if width(cut, style) <= room else Shown()


def fit_numbered(string: str, style: Style, room: int) -> str:
    """Like `fit`, but a number at the end stays: 'Levy… 2', so that those who differ by it can be told apart."""
    string = shown(string)
    name, _, number = string.rpartition(" ")
    if not number.isdigit() or width(string, style) <= room:
        return fit(string, style, room)
    tail = f" {number}"
    return Shown(fit(Shown(name), style, room - width(tail, style)) + tail)


def wrap(string: str, style: Style, room: int) -> list[str]:
    """`string` on as many lines as `room` px ask for; a word too long for a line ends in an ellipsis.

    Newlines break too; a percent sign stays with its number. [] for ''.
    """
    return [line for part in shown(string).splitlines() for line in _wrap_part(part, style, room)]


_BLANKS = re.compile(r"[ \t]+(?!%)")
"""Where a line may break: not inside a number with blanks between its groups of three, nor before a percent sign."""


@functools.lru_cache(2048)
def _wrap_part(string: str, style: Style, room: int) -> tuple[str, ...]:
    lines, current = [], Shown()
    for word in map(Shown, filter(None, _BLANKS.split(string))):
        longer = Shown(f"{current} {word}") if current else word
        if width(longer, style) <= room:
            current = longer
            continue
        if current:
            lines.append(current)
        current = Shown(fit(word, style, room))
    return (*lines, current) if current else tuple(lines)


def wrap_rich(segments: Sequence[Segment], room: int) -> list[list[Segment]]:
    """The segments on as many lines as `room` px ask for, broken at spaces and between segments; [] for none."""
    lines: list[list[Segment]] = []
    for piece in _pieces(segments):
        longer = _joined([*lines[-1], piece]) if lines else []
        if lines and rich_width(_trimmed(longer)) <= room:
            lines[-1] = longer
            continue
        lines.append([Segment(fit(Shown(piece.text.strip()), piece.style, room), piece.style, piece.color)])
        if piece.text.endswith(" ") and not lines[-1][0].text.endswith(ELLIPSIS):
            lines[-1][0] = Segment(Shown(piece.text.lstrip()), piece.style, piece.color)
    return [_trimmed(line) for line in lines]


def _pieces(segments: Iterable[Segment]) -> Iterable[Segment]:
    """Each word with the blanks after it."""
    for segment in segments:
        start, words = 0, shown(segment.text)
        for i in range(1, len(words) + 1):
            ends = i == len(words) or (words[i - 1] == " " and words[i] not in " %")
            if ends:
                yield Segment(Shown(words[start:i]), segment.style, segment.color)
                start = i


def _joined(line: Sequence[Segment]) -> list[Segment]:
    out: list[Segment] = []
    for piece in line:
        if out and (out[-1].style, out[-1].color) == (piece.style, piece.color):
            piece = Segment(Shown(out.pop().text + piece.text), piece.style, piece.color)
        out.append(piece)
    return out


def _trimmed(line: Sequence[Segment]) -> list[Segment]:
    """The line without the blanks at its end."""
    last = line[-1]
    return [*line[:-1], Segment(Shown(last.text.rstrip()), last.style, last.color)]
