"""The same question of every rule set: a row for each, with sight, cover, the way to the target and the ground."""
from __future__ import annotations

from functools import partial

import pygame

from game.sim.lab.elsewhere import Elsewhere
from game.sim.lab.numbers import Numbers
from game.ui import theme
from game.ui.draw import text
from game.ui.forms.page import Column
from game.ui.theme import Scale
from game.words import capital, joined, say, shown

RULE_ROW, RULE_STACK = 66, 178
RULES_WIDE = 720
"""px at 100 % under which what a rule set says stands line by line."""


def fill(numbers: Numbers, column: Column) -> None:
    """A row for each rule set."""
    found = numbers.elsewhere()
    if not found:
        column.words("nobody", say("Nobody looks at anybody: put down a model for each side."), theme.SENTENCE,
                     theme.LOW)
        return
    high = RULE_ROW if column.width >= column.scale(RULES_WIDE) else RULE_STACK
    for answer in found:
        column.drawn(f"rules_{answer.rules}", column.scale(high), partial(_rule_row, numbers, answer))
        column.gap(theme.GAP_SMALL)
    column.gap(theme.GAP)
    column.words("ways", say("The way to the target is that to where the viewer must stop beside it; the ground in "
                             "reach counts every place it could end on."), theme.SMALL, theme.LOW)


def _rule_row(numbers: Numbers, answer: Elsewhere, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    """What one rule set says, beside one another or one under another: sight, cover, way and ground."""
    surface.fill(theme.INK3 if answer.own else theme.INK2, at)
    if answer.own:
        surface.fill(theme.palette().act, (at.left, at.top, scale(4), at.height))
    stacked = at.width < scale(RULES_WIDE)
    wide = at.width - scale(36) if stacked else (at.width - scale(36)) // 4
    name, small, row = scale.style(theme.NAME), scale.style(theme.SMALL), scale.style(theme.ROW)
    left, first = at.left + scale(18), at.top + scale(22)
    taken = text.draw(surface, text.fit(answer.title, name, wide - scale(10)), (left, first), name, theme.HIGH, "lc")
    if answer.own:
        spot = (taken.right + scale(12), first) if stacked else (left, first + scale(23))
        text.draw(surface, say("this table"), spot, small, theme.LOW, "lc")
    cells = _cells(numbers, answer)
    for number, (words, color, note) in enumerate(cells, 1):
        room = wide - scale(12)
        x, y = (left, first + scale(6) + number * scale(40) - scale(14)) if stacked else (left + number * wide, first)
        said = text.draw(surface, text.fit(capital(words), row, room), (x, y), row, color, "lc")
        if stacked:
            text.draw(surface, text.fit(note, small, max(0, room - said.width - scale(14))),
                      (said.right + scale(14), y), small, theme.LOW, "lc")
        else:
            text.draw(surface, text.fit(note, small, room), (x, y + scale(23)), small, theme.LOW, "lc")


def _cells(numbers: Numbers, answer: Elsewhere) -> list[tuple[str, theme.Color, str]]:
    """Words, their colour and what stands under them: of sight, cover, and movement."""
    palette = theme.palette()
    if answer.fault:
        return [(answer.fault, palette.harm, "")]
    way = say("{way:.1f}″ to the target", way=answer.way) if answer.way is not None else say("target out of reach")
    cover = say("no cover") if not answer.cover else say("in cover") if answer.cover == "cover" else (
        say("{cover} cover", cover=answer.cover))
    return [
        (say("sees it") if answer.clear else say("sees nothing"), palette.mint if answer.clear else palette.harm,
         _pieces(numbers, answer.blocked_by)),
        (cover, theme.HIGH, _pieces(numbers, answer.behind)),
        (way, theme.HIGH, say("{ground:.0f} square inches in reach", ground=answer.ground)),
    ]


def _pieces(numbers: Numbers, names: tuple[str, ...]) -> str:
    terrain = numbers.lab.state.terrain
    titles = [terrain[n].title if n in terrain else say("a model") for n in names]
    return joined(", ", [shown(title) for title in dict.fromkeys(titles)])
