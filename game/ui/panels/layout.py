"""Where everything stands in the window: bars, columns, the table. Pure arithmetic on the size and the UI scale."""
from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui import theme
from game.ui.theme import Scale

LEAST_WIDTH, LEAST_HEIGHT = 960, 540
"""Under this many px at 100 % the layout no longer fits; a larger UI scale is lowered until it does."""
ROSTER_ICONS = 88
NARROW_COLUMN = 300
STRIP, STRIP_LOW = 46, 36
"""The markers' strip above the table."""
LOG_LEAST, LOG_ROOMY = 128, 216
ROOMY = 840
"""From this height on the card keeps its full height whatever it shows, so that the log stays where it is."""


@dataclass(frozen=True)
class Layout:
    """The boxes of the battle screen, px. `icons` when the roster shows icons alone."""

    size: tuple[int, int]
    scale: Scale
    top: pygame.Rect
    bottom: pygame.Rect
    roster: pygame.Rect
    card: pygame.Rect
    log: pygame.Rect
    tray: pygame.Rect
    table: pygame.Rect
    strip: pygame.Rect
    icons: bool
    tray_open: bool


def fitting_scale(size: tuple[int, int], scale: Scale) -> Scale:
    """The scale, or the largest one that the window has room for."""
    return Scale(min(scale.factor, max(theme.SCALE_LEAST, min(size[0] / LEAST_WIDTH, size[1] / LEAST_HEIGHT))))


def lay_out(size: tuple[int, int], scale: Scale, *, card: int = theme.CARD_HEIGHT, rolling: bool = False,
            strip: bool = False) -> Layout:
    """The layout for a window. `card` is the height that the card asks for at 100 %; `rolling` opens the tray of a
    low window; `strip` leaves room for the markers above the table."""
    scale = fitting_scale(size, scale)
    wide, high = size
    narrow = wide / scale.factor < theme.NARROW
    low = high / scale.factor < theme.LOW_WINDOW
    top, bottom = scale(theme.TOP_BAR), scale(theme.BOTTOM_BAR)
    column = scale(theme.RIGHT_COLUMN if wide / scale.factor >= 1080 else NARROW_COLUMN)
    roster = scale(ROSTER_ICONS if narrow else theme.ROSTER)
    open_tray = rolling or not low
    tray = scale(theme.TRAY_HEIGHT) if open_tray else 0
    right, height = wide - column, high - top
    roomy = high / scale.factor >= ROOMY
    wish = scale(max(card, theme.CARD_HEIGHT) if roomy else card)
    log = scale(LOG_ROOMY if roomy else LOG_LEAST)
    tall = min(wish, max(scale(theme.CARD_HEIGHT) // 2, height - tray - log))
    over = scale(STRIP if not low else STRIP_LOW) if strip else 0
    return Layout(
        size, scale,
        top=pygame.Rect(0, 0, wide, top),
        bottom=pygame.Rect(0, high - bottom, right, bottom),
        roster=pygame.Rect(0, top, roster, high - top - bottom),
        card=pygame.Rect(right, top, column, tall),
        log=pygame.Rect(right, top + tall, column, height - tall - tray),
        tray=pygame.Rect(right, high - tray, column, tray),
        table=pygame.Rect(roster, top + over, right - roster, high - top - bottom - over),
        strip=pygame.Rect(roster, top, right - roster, over),
        icons=narrow,
        tray_open=open_tray,
    )
