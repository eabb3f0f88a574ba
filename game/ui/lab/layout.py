"""Where everything stands in the Lab's window. Pure arithmetic on the size and the UI scale."""
from __future__ import annotations

from dataclasses import dataclass, field, replace

import pygame

from game.ui import theme
from game.ui.panels.layout import Layout, fitting_scale, lay_out
from game.ui.theme import Scale

PALETTE, INSPECTOR = 220, 364
PALETTE_SLIM, INSPECTOR_SLIM = 196, 316
FOOT, FOOT_LOW = 236, 176
DICE, DICE_SLIM, CHANCES, CHANCES_SLIM = 330, 272, 470, 330
DICE_IN_PLAY = 216
SLIM, LOW = 1400, 800
"""Under this many px at 100 % columns and foot are narrower."""
NOTHING = pygame.Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class LabLayout(Layout):
    """The boxes of a battle's screen, and those of the Lab; what is not on show has no height."""

    palette: pygame.Rect
    inspector: pygame.Rect
    dice: pygame.Rect
    chances: pygame.Rect
    profile: pygame.Rect
    case: pygame.Rect = field(default_factory=lambda: NOTHING.copy())
    expected: pygame.Rect = field(default_factory=lambda: NOTHING.copy())


def with_case(layout: LabLayout, bar: int, listed: int) -> LabLayout:
    """The layout with a line of `bar` px at 100 % over the table for the case that is open. What it expects (`listed`
    px, 0 while it is put away) stands where chances and heights are while editing, in play under that line."""
    if not bar:
        return layout
    table, tall = layout.table, layout.scale(bar)
    case = pygame.Rect(table.x, table.y, table.w, tall)
    if listed and layout.chances.h:
        layout = replace(layout, expected=layout.chances.union(layout.profile), chances=NOTHING.copy(),
                         profile=NOTHING.copy())
        listed = 0
    below = min(layout.scale(listed), table.h * 2 // 5)
    if below:
        layout = replace(layout, expected=pygame.Rect(table.x, case.bottom, table.w, below))
    return replace(layout, case=case, table=pygame.Rect(table.x, table.y + tall + below, table.w,
                                                        table.h - tall - below))


def lay_out_edit(size: tuple[int, int], scale: Scale) -> LabLayout:
    """Palette, table and form; below them dice, chances and the height along the line of sight."""
    s = fitting_scale(size, scale)
    wide, high = size
    slim, low = wide / s.factor < SLIM, high / s.factor < LOW
    top, foot = s(theme.TOP_BAR), s(FOOT_LOW if low else FOOT)
    left, right = s(PALETTE_SLIM if slim else PALETTE), s(INSPECTOR_SLIM if slim else INSPECTOR)
    dice, chances = s(DICE_SLIM if slim else DICE), s(CHANCES_SLIM if slim else CHANCES)
    below, middle = high - foot, high - top - foot
    none = NOTHING.copy
    return LabLayout(
        size, s, top=pygame.Rect(0, 0, wide, top), bottom=none(), roster=none(), card=none(), log=none(), tray=none(),
        table=pygame.Rect(left, top, wide - left - right, middle), strip=none(), icons=False, tray_open=False,
        palette=pygame.Rect(0, top, left, middle), inspector=pygame.Rect(wide - right, top, right, middle),
        dice=pygame.Rect(0, below, dice, foot), chances=pygame.Rect(dice, below, chances, foot),
        profile=pygame.Rect(dice + chances, below, wide - dice - chances, foot),
    )


def lay_out_play(size: tuple[int, int], scale: Scale, *, card: int, rolling: bool, strip: bool) -> LabLayout:
    """The battle's screen, with the dice to come under the roster."""
    base = lay_out(size, scale, card=card, rolling=rolling, strip=strip)
    s = base.scale
    roster = pygame.Rect(base.roster)
    left = s(theme.ROSTER) if base.icons else roster.w
    table = pygame.Rect(base.table)
    if base.icons:
        roster.w = left
        table = pygame.Rect(left, table.y, table.right - left, table.h)
    high = min(s(DICE_IN_PLAY), roster.h * 2 // 3)
    roster.h -= high
    none = NOTHING.copy
    return LabLayout(
        base.size, s, base.top, base.bottom, roster, base.card, base.log, base.tray, table,
        pygame.Rect(left, base.strip.y, table.w, base.strip.h), False, base.tray_open, palette=none(),
        inspector=none(), dice=pygame.Rect(0, roster.bottom, left, high), chances=none(), profile=none(),
    )
