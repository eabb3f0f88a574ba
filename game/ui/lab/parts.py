"""Controls that the Lab's panels share: small buttons, value boxes, choices, check boxes, headings."""
from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui import theme
from game.ui.draw import shapes, text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.lab.form import Typing
from game.ui.panels.panel import Action, Panel
from game.ui.stage import Stage, Tip
from game.ui.theme import Color, Scale, Style, mix
from game.words import Shown, shown

ROW = 31


def heading(panel: Panel, sheet: pygame.Surface, stage: Stage, words: str, y: int, right: str = "", *, left: int = 14,
            wide: int = 0) -> int:
    """A section's heading; where what it heads begins."""
    s = stage.scale
    wide = wide or sheet.get_width()
    style, small = s.style(theme.HEADING), s.style(theme.SMALL)
    title = Shown(shown(words).upper())
    note = text.fit(right, small, max(0, wide - s(left) - text.width(title, style) - s(30))) if right else ""
    text.draw(sheet, text.fit(title, style, wide - s(left) - s(10)), (s(left), y + s(14)), style, theme.LOW)
    text.draw(sheet, note, (wide - s(14), y + s(14)), small, theme.LOW, "rc")
    return y + s(28)


def bar_heading(sheet: pygame.Surface, stage: Stage, words: str, right: str = "", *, cut: bool = True) -> int:
    """The strip over a panel; where what is below begins. The note at its `right` is cut, or left out, where there is
    no room for it."""
    s, wide = stage.scale, sheet.get_width()
    high = s(30)
    sheet.fill(theme.INK2, (0, 0, wide, high))
    pygame.draw.line(sheet, theme.LINE, (0, high - 1), (wide, high - 1))
    style, small = s.style(theme.HEADING), s.style(theme.SMALL)
    title_wide = text.width(Shown(shown(words).upper()), style)
    left = wide - s(40) - title_wide
    note = text.fit(right, small, min(wide // 2 - s(14), left)) if cut else right
    note = note if text.width(note, small) <= max(0, left) else ""
    room = wide - s(28) - (text.width(note, small) + s(12) if note else 0)
    text.draw(sheet, text.fit(Shown(shown(words).upper()), style, room), (s(14), high // 2), style, theme.LOW)
    text.draw(sheet, note, (wide - s(14), high // 2), small, theme.LOW, "rc")
    return high


def button(panel: Panel, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, action: Action, *, words: str = "",
           icon_name: str = "", on: bool = False, off: bool = False, tip: Tip | None = None, size: int = 18) -> None:
    """A flat button with an icon or words, or both."""
    s = stage.scale
    hot = stage.hot == action
    fill = theme.palette().act if on else theme.INK3 if hot and not off else theme.INK2
    ink = theme.ON_ACT if on else theme.OFF if off else theme.HIGH if hot else theme.BODY
    sheet.blit(shapes.rounded(box.size, fill, None if on else theme.LINE, s.exact(4)), box)
    style = s.style(theme.LABEL)
    room = box.w - s(12) - (s(size) + s(6) if icon_name else 0)
    if icon_name and text.width(words, style) > room:
        words = ""  # the icon says it, and the tip tells it whole
    shown = text.fit(words, style, room) if words else ""
    total = (s(size) if icon_name else 0) + (s(6) if icon_name and shown else 0) + text.width(shown, style)
    x = box.centerx - total // 2
    if icon_name:
        put(sheet, icon(icon_name, s(size), ink), (x + s(size) / 2, box.centery))
        x += s(size) + s(6)
    text.draw(sheet, shown, (x, box.centery), style, ink, "lc")
    panel.hot(box, () if off else action, tip)


def value_box(panel: Panel, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, key: str, words: str,
              typing: Typing | None, tip: Tip | None = None, style: Style = theme.NAME) -> None:
    """A box with a value that can be clicked and typed into."""
    s = stage.scale
    edited = typing is not None and typing.key == key
    action = ("type", key)
    border = theme.palette().act if edited else theme.LINE_STRONG if stage.hot == action else theme.LINE
    sheet.blit(shapes.rounded(box.size, theme.INK0, border, s.exact(4)), box)
    scaled = s.style(style)
    shown = typing.words if edited and typing is not None else words
    room = box.w - s(18)
    while edited and shown and text.width(shown, scaled) > room:
        shown = shown[1:]
    if not edited and text.width(shown, scaled) > room:
        shown = text.fit(shown.partition(" ")[0] if shown.endswith(" mm") else shown, scaled, room)
    at = (box.x + s(9), box.centery)
    if edited and typing is not None and typing.fresh and shown:
        sheet.fill(mix(theme.palette().act, theme.INK0, 0.7),
                   (at[0] - 2, box.y + s(4), text.width(shown, scaled) + 4, box.h - s(8)))
    text.draw(sheet, shown, at, scaled, theme.HIGH, "lc")
    if edited:
        sheet.fill(theme.palette().act, (at[0] + text.width(shown, scaled) + 1, box.y + s(5), s(2), box.h - s(10)))
    panel.hot(box, action, tip)


def check(panel: Panel, sheet: pygame.Surface, stage: Stage, at: tuple[int, int], words: str, on: bool,
          action: Action, room: int, tip: Tip | None = None) -> None:
    """A box that is ticked or not, with words beside it; `at` its left middle."""
    s, size = stage.scale, stage.scale(18)
    box = pygame.Rect(at[0], at[1] - size // 2, size, size)
    hot = stage.hot == action
    fill = theme.palette().act if on else theme.INK2
    sheet.blit(shapes.rounded(box.size, fill, theme.HIGH if hot else theme.LINE_STRONG, s.exact(3)), box)
    if on:
        put(sheet, icon("l:check", size - s(4), theme.ON_ACT), box.center)
    style = s.style(theme.SENTENCE)
    shown = text.fit(words, style, room - size - s(8))
    text.draw(sheet, shown, (box.right + s(8), at[1]), style, theme.HIGH if hot else theme.BODY, "lc")
    panel.hot((at[0], at[1] - s(13), room, s(26)), action, tip)


def check_width(words: str, scale: Scale) -> int:
    """The px that a box to tick takes with its words."""
    return scale(18) + scale(8) + text.width(words, scale.style(theme.SENTENCE))


def choices(panel: Panel, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, titles: Sequence[str], chosen: int,
            actions: Sequence[Action]) -> None:
    """Values side by side, one of them chosen; each as wide as its words need."""
    s, style = stage.scale, stage.scale.style(theme.LABEL)
    needs = [text.width(t, style) for t in titles]
    gap = s(4)
    spare = (box.w - gap * (len(titles) - 1) - sum(needs)) / max(1, len(titles))
    x = float(box.x)
    for number, (title, need, action) in enumerate(zip(titles, needs, actions, strict=True)):
        cell = pygame.Rect(round(x), box.y, round(x + need + spare) - round(x), box.h)
        on, hot = number == chosen, stage.hot == action
        fill = theme.palette().act if on else theme.INK3 if hot else theme.INK2
        sheet.blit(shapes.rounded(cell.size, fill, None, s.exact(4)), cell)
        ink: Color = theme.ON_ACT if on else theme.HIGH if hot else theme.BODY
        text.draw(sheet, text.fit(title, style, cell.w - 2), cell.center, style, ink, "cc")
        panel.hot(cell, action)
        x += need + spare + gap
