"""Charts of the Lab's numbers: columns for a distribution, rows for shares, each with its interval. Lengths are px."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.sim.lab.figures import Spread, gathered
from game.sim.summary import wilson
from game.ui import theme
from game.ui.draw import text
from game.ui.theme import Color, Scale
from game.words import percent, shown

COLUMN, MOST_COLUMNS = 56, 16
"""px at 100 % that a column of a histogram needs, and how many there are at most; several values then share one."""
CHART, ROW, STACKED = 170, 30, 50
TOP, FOOT = 26, 24


@dataclass(frozen=True)
class Bar:
    """A share from 0 to 1 under its label, with its interval where it has one, and `words` to be told beside it."""

    label: str
    share: float
    low: float | None = None
    high: float | None = None
    words: str = ""
    color: Color | None = None


def histogram(
    spread: Spread, beside: Sequence[Spread], color: Color | None, surface: pygame.Surface, at: pygame.Rect,
    scale: Scale,
) -> None:
    """The values of a spread as columns, with Wilson's interval of each; as those of others `beside` it have them, so
    that what stands at one height in both is as often."""
    most = max(3, min(MOST_COLUMNS, at.width // scale(COLUMN)))
    all_values = {value: 0 for one in (spread, *beside) for value in one.counts}
    ours, *others = ([_column(found, max(one.of, 1), color) for found in gathered(all_values | one.counts, most)]
                     for one in (spread, *beside))
    columns(ours, surface, at, scale, max((b.high or 0.0 for bars in others for b in bars), default=0.0))


def _column(found: tuple[int, int, int], of: int, color: Color | None) -> Bar:
    first, last, count = found
    return Bar(str(first) if first == last else f"{first}–{last}", count / of, *wilson(count, of), color=color)


def columns(bars: Sequence[Bar], surface: pygame.Surface, at: pygame.Rect, scale: Scale, top: float = 0.0) -> None:
    """Columns side by side, their labels below, their shares above; the first is grey where none has a colour. The
    share `top`, where it is more than any of theirs, is the height of the whole."""
    if not bars:
        return
    small, ramp = scale.style(theme.SMALL), theme.palette().ramp
    base, most = at.bottom - scale(FOOT), max(top, *(b.share for b in bars), *(b.high or 0.0 for b in bars)) or 1.0
    room = base - at.top - scale(TOP)
    pitch = min(at.width / len(bars), float(scale(130)))
    for number, bar in enumerate(bars):
        tall = round(room * bar.share / most)
        color = bar.color or (theme.SPENT if number == 0 and len(bars) > 1 else ramp[min(3, max(1, number))])
        middle = at.left + (number + 0.5) * pitch
        box = pygame.Rect(0, base - tall, max(2, round(pitch * 0.7)), tall)
        box.centerx = round(middle)
        surface.fill(color, box)
        if bar.low is not None and bar.high is not None:
            _whisker(surface, (middle, base - room * bar.high / most), (middle, base - room * bar.low / most), scale)
        label = bar.label if text.width(bar.label, small) <= pitch else shown(bar.label).split()[0]
        text.draw(surface, text.fit(label, small, round(pitch) - scale(4)), (middle, base + scale(12)), small,
                  theme.LOW, "cc")
        share = percent(bar.share, 1 if pitch > scale(52) and bar.share < 0.0995 else 0)
        over = base - room * max(bar.share, bar.high or 0.0) / most - scale(11)
        text.draw(surface, text.fit(share, small, round(pitch)), (middle, over), small, theme.HIGH, "cc")
    pygame.draw.line(surface, theme.LINE_STRONG, (at.left, base), (at.left + round(pitch * len(bars)), base))


def rows_high(bars: Sequence[Bar], width: int, scale: Scale) -> int:
    """The px that rows take on so many: two lines each where a label leaves no room for its bar."""
    return len(bars) * scale(STACKED if _label_wide(bars, scale) > width * 3 // 5 else ROW)


def _label_wide(bars: Sequence[Bar], scale: Scale) -> int:
    return max((text.width(b.label, scale.style(theme.ROW)) for b in bars), default=0) + scale(12)


def rows(bars: Sequence[Bar], surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    """A row for each share: its label, a bar over a track that is 1 wide, the interval on it, its words."""
    style, small = scale.style(theme.ROW), scale.style(theme.SMALL)
    words = max((text.width(b.words, small) for b in bars), default=0) + scale(10)
    stacked = _label_wide(bars, scale) > at.width * 3 // 5
    label = 0 if stacked else _label_wide(bars, scale)
    high, track = scale(STACKED if stacked else ROW), max(scale(40), at.width - label - words)
    for number, bar in enumerate(bars):
        box = pygame.Rect(at.left, at.top + number * high, at.width, high)
        middle = box.bottom - scale(14) if stacked else box.centery
        room = at.width if stacked else label - scale(10)
        text.draw(surface, text.fit(bar.label, style, room), (box.left, box.top + scale(12) if stacked else middle),
                  style, theme.BODY, "lc")
        line = pygame.Rect(box.left + label, middle - scale(7), track, scale(14))
        surface.fill(theme.INK2, line)
        surface.fill(bar.color or theme.palette().mint, (line.left, line.top, round(track * min(1.0, bar.share)),
                                                         line.height))
        if bar.low is not None and bar.high is not None:
            _whisker(surface, (line.left + track * bar.low, line.centery), (line.left + track * bar.high, line.centery),
                     scale)
        text.draw(surface, bar.words, (box.right, middle), small, theme.HIGH, "rc")


def progress(done: int, wanted: int, words: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    """How far it has come, in words and as a bar under them."""
    small = scale.style(theme.SMALL)
    text.draw(surface, text.fit(words, small, at.width), (at.left, at.top + scale(10)), small, theme.BODY, "lc")
    track = pygame.Rect(at.left, at.top + scale(24), at.width, scale(8))
    pygame.draw.rect(surface, theme.INK3, track, 0, scale(4))
    filled = pygame.Rect(track.topleft, (round(track.width * min(1.0, done / max(1, wanted))), track.height))
    pygame.draw.rect(surface, theme.palette().act, filled, 0, scale(4))


def _whisker(surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float], scale: Scale) -> None:
    """An interval as a line with a stroke at each end."""
    wide, half = scale(2), scale(4)
    (ax, ay), (bx, by) = ((round(x), round(y)) for x, y in (start, end))
    pygame.draw.line(surface, theme.VOID, (ax, ay), (bx, by), wide + 2)
    pygame.draw.line(surface, theme.HIGH, (ax, ay), (bx, by), wide)
    across = (0, half) if ay == by and ax != bx else (half, 0)
    for x, y in ((ax, ay), (bx, by)):
        pygame.draw.line(surface, theme.HIGH, (x - across[0], y - across[1]), (x + across[0], y + across[1]), wide)
