"""Help: the keys, and the reference of a rule set, with a search over both."""
from __future__ import annotations

import contextlib
import re
from functools import partial
from typing import TypeAlias

import pygame

from game.rulesets.registry import rulesets
from game.ui import markdown, theme
from game.ui.draw import text
from game.ui.draw.text import Segment
from game.ui.forms.controls import Choice, Row, TextField, choice_width, titles_within
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, Page
from game.ui.forms.widget import Look, keycap, keycap_width
from game.ui.markdown import Block, Section
from game.ui.overlays.registry import OVERLAYS
from game.ui.scenes.scene import Shell
from game.ui.theme import Color, Scale, Style
from game.words import say, shown

LIST_WIDE, WIDE, ROW_HIGH, KEY_HIGH, READ_WIDE = 300, 980, 40, 36, 860

Keys: TypeAlias = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
KEYS: Keys = (
    (say("Everywhere"), (
        ("Tab", say("next control, or next thing to pick")), ("Enter", say("confirm")),
        ("Esc", say("one step back; never quits")),
        (say("Arrows"), say("go about a form; pan the table, or move what is placed")),
        ("F1", say("this help")), ("F11", say("full screen")), ("F12", say("picture of the window")),
    )),
    (say("Battle"), (
        (say("1 to 9"), say("the options under the table")), ("0", say("more options")), ("N", say("no to a question")),
        ("Q  E", say("turn the model; with Shift by 5°")), ("Backspace", say("a corner of the path at the pointer")),
        (say("Space"), say("skip the animation")), ("P", say("halt the computer, or let it go on")),
        ("Ctrl+Z", say("undo, up to the last die")), ("Ctrl+Y", say("redo")),
        ("F5", say("quick save")), ("F9", say("quick load")),
    )),
    (say("Units"), (
        (say("Drag"), say("the unit by one of its models; a ghost by itself")),
        ("Tab", say("one ghost after another, for the arrows")),
        ("F", say("form up: the nearest legal formation")), ("↑  ↓", say("a group of weapons, while a unit shoots")),
        ("Backspace", say("the group holds its fire; a casualty in or out")),
    )),
    (say("The Lab"), (
        ("F2", say("edit, or play")), ("F3", say("type the dice to come; Delete in play leaves all to chance")),
        ("F4", say("numbers: an order or the game many times, two set-ups compared, other rule sets")),
        (say("Del"), say("delete what is chosen; a right click on a corner drops it")),
        (say("Arrows"), say("move what is chosen; with Shift by 0.1″")),
        ("Q  E", say("turn what is chosen; with Shift by 5°")),
        ("Shift", say("while clicking: choose more; while a corner is dragged: stretch the whole piece")),
        ("Alt", say("while dragging: nothing snaps")), ("N", say("what things snap to")),
        ("Ctrl+C X V", say("copy, cut, paste; Ctrl+D duplicates")), ("Ctrl+G", say("group; with Shift ungroup")),
        ("X", say("swap viewer and target")), ("[  ]", say("the budget of the reach")),
        ("J  B", say("who can hurt the viewer; the harm it could do to the target, place by place")),
        (".  ,", say("the next event of an order, the one before")),
        ("Ctrl+S", say("save the session; it keeps itself, too")),
        ("Ctrl+O", say("open a session, table, case, scenario, save or force")),
        ("Ctrl+E", say("keep what was played as a rule case")), ("Ctrl+R", say("run the cases of a folder")),
        ("Ctrl+I", say("bring in a map, a picture or an army list; or drop it on the window")),
        ("Ctrl+Z", say("undo, without limit")),
    )),
    (say("Replays"), (
        (say("Space"), say("play, or halt")), ("→  ←", say("the next event, the one before")),
        ("↓  ↑", say("the next decision, the one before")), ("E  Q", say("the next round, the one before")),
        (".  ,", say("the next loss or score, the one before")), (say("1 to 9"), say("to that round")),
        ("Ctrl+Home End", say("to the beginning, to the end")), ("[  ]", say("slower, faster")),
        (say("Wheel"), say("over the line of time: event by event")),
        (say("Enter"), say("take over from here, as a game or as a Lab")),
        ("Ctrl+S", say("save a moving picture, or a row of pictures")),
    )),
    (say("View"), (
        (say("Wheel"), say("zoom at the pointer")), ("+  −", say("zoom")),
        (say("Drag"), say("pan with the middle or right button")),
        ("W A S D", say("pan the table")), ("Home", say("the whole table")),
    )),
    (say("Overlays"), (
        *((overlay.letter, overlay.title) for overlay in OVERLAYS), ("M", say("Tape measure")),
        ("L", say("Names of the terrain")),
    )),
)
BLANKS = 6
"""px at 100 % between blocks."""


class HelpScene(Page):
    """Sections at the left, the chosen one at the right; a search shows every place that holds its words."""

    title = "Help"
    default = "back"

    def __init__(self, shell: Shell, rules: str = "") -> None:
        super().__init__(shell)
        self._sets = list(rulesets())
        self._rules_at = self._sets.index(rules) if rules in self._sets else 0
        self._wanted = ""
        self._chosen = 0
        self._sections = self._read()

    def _read(self) -> list[Section]:
        """The keys' place, then the reference of the chosen rule set."""
        keys = Section(say("Keys"), [Block("paragraph", markdown.spans(told)) for _, group in KEYS for told in
                                (f"{shown(key)}: {shown(what)}" for key, what in group)])
        source = ""
        if self._sets:
            with contextlib.suppress(OSError):  # a rule set without a reference still has its keys explained
                source = rulesets()[self._sets[self._rules_at]].reference()
        return [keys, *markdown.parse(source)]

    # --- the form

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        shown = markdown.matching(self._sections, self._wanted)
        tabs = [self._tabs()] if len(self._sets) > 1 else []
        if self.size[0] < s(WIDE):
            region = Region("help", body)
            column = Column(region, body.inflate(-2 * s(EDGE) - s(16), -2 * s(EDGE)), s)
            self._add_search(column)
            if not self._wanted:
                self._add_list(column)
            column.gap(16)
            self._add_text(column, shown)
            column.close(EDGE)
            return [*tabs, region, self.foot()]
        left = Region("sections", pygame.Rect(0, body.top, s(LIST_WIDE) + s(EDGE), body.height))
        column = Column(left, pygame.Rect(s(EDGE), body.top + s(EDGE), s(LIST_WIDE) - s(16), 0), s)
        self._add_search(column)
        self._add_list(column)
        column.close(EDGE)
        right = Region("text", pygame.Rect(left.view.right, body.top, body.width - left.view.width, body.height))
        wide = min(right.view.width - 2 * s(40), s(READ_WIDE))
        column = Column(right, pygame.Rect(right.view.left + s(40), body.top + s(EDGE), wide, 0), s)
        self._add_text(column, shown)
        column.close(EDGE)
        return [*tabs, left, right, self.foot()]

    def _tabs(self) -> Region:
        s = self.scale
        titles = [rulesets()[name].title for name in self._sets]
        titles = titles_within(titles, s, self.size[0] - s(180))
        wide = min(choice_width(titles, s), self.size[0] - s(180))
        rect = pygame.Rect(self.size[0] - wide - s(EDGE), s(7), wide, s(32))
        return Region("tabs", rect.copy(), [Choice("rules", rect, titles, self._rules_at, self._choose_rules)])

    def _add_search(self, column: Column) -> None:
        column.add(self.scale(38), lambda rect: TextField(
            "search", rect, self._wanted, self._search, empty=say("Search"), longest=40, icon="magnifying-glass"
        ))
        column.gap(12)

    def _add_list(self, column: Column) -> None:
        for number, section in enumerate(self._sections):
            chosen = number == self._chosen and not self._wanted
            make = partial(self._section_row, number, section.title, chosen)
            column.add(self.scale(ROW_HIGH), make)

    def _section_row(self, number: int, title: str, chosen: bool, rect: pygame.Rect) -> Row:
        return Row(f"section_{number}", rect, chosen, partial(self._choose, number), partial(_draw_title, title))

    def _add_text(self, column: Column, shown: list[Section]) -> None:
        if self._wanted:
            self._add_found(column, shown)
        elif self._chosen == 0:
            self._add_keys(column)
        else:
            self._add_section(column, self._sections[self._chosen], 0)

    def _add_found(self, column: Column, shown: list[Section]) -> None:
        if not shown:
            column.words("nothing", say('Nothing holds "{wanted}".', wanted=self._wanted), theme.SENTENCE, theme.BODY)
        for number, section in enumerate(shown):
            self._add_section(column, section, number)
            column.gap(20)

    def _add_keys(self, column: Column) -> None:
        for title, group in KEYS:
            column.heading(f"keys_{title}", title)
            for key, what in group:
                column.drawn(f"key_{title}_{key}", self.scale(KEY_HIGH), partial(_draw_key, key, what))
            column.gap(20)

    def _add_section(self, column: Column, section: Section, number: int) -> None:
        column.words(f"title_{number}", section.title, theme.CARD_NAME, theme.HIGH)
        column.gap(8)
        for place, block in enumerate(section.blocks):
            self._add_block(column, f"block_{number}_{place}", block)
            column.gap(BLANKS)

    def _add_block(self, column: Column, name: str, block: Block) -> None:
        if block.kind == "table":
            self._add_table(column, name, block)
            return
        s = self.scale
        indent = s(24 * (block.depth + 1)) if block.kind == "item" else 0
        lines = text.wrap_rich(self._segments(block, s), column.width - indent)
        step = text.line_height(s.style(theme.SENTENCE))
        column.drawn(name, step * max(1, len(lines)), partial(_draw_lines, lines, indent, block.mark, step))

    def _add_table(self, column: Column, name: str, block: Block) -> None:
        """Columns as wide as their words ask for, shrunk together where the page is too narrow."""
        s = self.scale
        widths = _column_widths(block, column.width, s)
        for number, row in enumerate(block.rows):
            style = s.style(theme.TAG if number == 0 else theme.SMALL)
            cells = [text.wrap(cell, style, wide - s(12)) or [""] for cell, wide in zip(row, widths, strict=False)]
            step = text.line_height(style)
            high = step * max(len(cell) for cell in cells) + s(8)
            column.drawn(f"{name}_{number}", high, partial(_draw_cells, cells, widths, style, number == 0))

    def _segments(self, block: Block, scale: Scale) -> list[Segment]:
        segments = []
        for span in block.spans:
            style, color = MANNERS[span.manner]
            if block.kind == "heading":
                style = theme.QUESTION
            for words, hit in _split(span.words, self._wanted):
                segments.append(Segment(words, scale.style(style), theme.palette().act if hit else color))
        return segments

    # --- what is chosen

    def _choose(self, number: int) -> None:
        self._chosen, self._wanted = number, ""
        self._to_top()

    def _choose_rules(self, number: int) -> None:
        self._rules_at, self._chosen = number, 0
        self._sections = self._read()
        self._to_top()

    def _search(self, wanted: str) -> None:
        self._wanted = wanted.strip()
        self._to_top()

    def _to_top(self) -> None:
        for region in self.form.regions:
            if region.name == "text":
                region.scroll = 0
        self.refresh()


MANNERS: dict[str, tuple[Style, Color]] = {
    "plain": (theme.SENTENCE, theme.BODY),
    "bold": (theme.NAME, theme.HIGH),
    "italic": (theme.Style("italic", 16), theme.BODY),
    "code": (theme.LABEL, theme.LOW),
}


def _split(words: str, wanted: str) -> list[tuple[str, bool]]:
    """The words cut where they hold what is searched."""
    needles = [re.escape(needle) for needle in wanted.split()]
    if not needles:
        return [(words, False)]
    parts = re.split(f"({'|'.join(needles)})", words, flags=re.IGNORECASE)
    return [(part, bool(number % 2)) for number, part in enumerate(parts) if part]


def _column_widths(block: Block, room: int, scale: Scale) -> list[int]:
    style, gap = scale.style(theme.TAG), scale(16)
    count = max(len(row) for row in block.rows)
    asked = [
        max((text.width(row[at], style) for row in block.rows if at < len(row)), default=0) + gap for at in range(count)
    ]
    if sum(asked) <= room:
        return asked
    # narrow columns keep what they ask for; the wide ones share the rest
    fair = room / count
    narrow = sum(wide for wide in asked if wide <= fair)
    left = sum(wide for wide in asked if wide > fair)
    return [wide if wide <= fair else int(wide * (room - narrow) / left) for wide in asked]


def _draw_title(title: str, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    style = look.scale.style(theme.ROW)
    left = at.left + look.scale(16)
    text.draw(surface, text.fit(title, style, at.right - left - look.scale(8)), (left, at.centery), style, theme.HIGH)


def _draw_key(key: str, what: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    right = at.left + scale(190)
    keycap(surface, key, max(right, at.left + keycap_width(key, scale)), at.centery, scale)
    style = scale.style(theme.SENTENCE)
    room = at.right - right - scale(16)
    text.draw(surface, text.fit(what, style, room), (right + scale(16), at.centery), style, theme.BODY)


def _draw_lines(
    lines: list[list[Segment]], indent: int, mark: str, step: int, surface: pygame.Surface, at: pygame.Rect,
    scale: Scale,
) -> None:
    if mark:
        style = scale.style(theme.SENTENCE)
        text.draw(surface, mark, (at.left + indent - scale(8), at.top), style, theme.LOW, "rt")
    for number, line in enumerate(lines):
        text.draw_rich(surface, line, (at.left + indent, at.top + number * step), "lt")


def _draw_cells(
    cells: list[list[str]], widths: list[int], style: Style, head: bool, surface: pygame.Surface, at: pygame.Rect,
    scale: Scale,
) -> None:
    x = at.left
    step = text.line_height(style)
    for lines, wide in zip(cells, widths, strict=False):
        for number, line in enumerate(lines):
            color = theme.LOW if head else theme.BODY
            text.draw(surface, line, (x, at.top + scale(4) + number * step), style, color, "lt")
        x += wide
    surface.fill(theme.LINE, (at.left, at.bottom - 1, at.width, 1))
