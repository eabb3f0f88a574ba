"""A switch of the rules in a column of a form: a box to tick, or a choice under its title."""
from __future__ import annotations

from collections.abc import Callable

from game.engine.switches import Switch
from game.ui import theme
from game.ui.forms.controls import Choice, choice_width, titles_within
from game.ui.forms.controls import Switch as Box
from game.ui.forms.page import Column

BOX_HIGH, CHOICE_HIGH = 32, 38


def add_switch(column: Column, switch: Switch, value: bool | str, turn: Callable[[bool | str], None]) -> None:
    """The switch as it stands; `turn` is told what it is turned to."""
    s, name = column.scale, f"switch_{switch.id}"
    if not switch.values:
        column.add(s(BOX_HIGH), lambda rect: Box(name, rect, switch.title, bool(value), turn))
        column.words(f"{name}_about", switch.about, theme.SMALL, theme.LOW)
        column.gap(8)
        return
    column.words(f"{name}_title", switch.title, theme.ROW, theme.BODY)
    column.gap(4)
    titles = titles_within(list(switch.titles or switch.values), s, column.width)
    rect = column.take(s(CHOICE_HIGH))
    rect.width = min(rect.width, choice_width(titles, s))
    at = switch.values.index(str(value)) if value in switch.values else -1
    column.region.widgets.append(Choice(name, rect, titles, at, lambda number: turn(switch.values[number])))
    column.gap(10)
