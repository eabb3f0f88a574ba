"""The Lab's right column: the form of what is chosen, sight in every variant, and what does not fit."""
from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import pygame

from game.engine.casewords import FormField
from game.geometry.shapes import TRAITS
from game.sim.lab.edits import Align
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.lab.desk import Desk
from game.ui.lab.form import shown
from game.ui.lab.parts import ROW, bar_heading, button, check, check_width, choices, value_box
from game.ui.lab.readings import Readings
from game.ui.lab.sightlist import SightList
from game.ui.panels.panel import scroll_bar
from game.ui.stage import Stage, Tip
from game.words import joined, say, say_many

BOX, BOX_SMALL, STEPPER = 88, 68, 20
"""px at 100 % of a value's box, of one that shares its row, and of each sign beside it."""
ALIGNS: tuple[tuple[Align, str, str], ...] = (
    ("west", "l:chevron-left", say("Left edges")), ("centre", "l:grip", say("Middles, west to east")),
    ("east", "l:chevron-right", say("Right edges")), ("north", "l:chevron-up", say("Upper edges")),
    ("middle", "l:minus", say("Middles, north to south")), ("south", "l:chevron-down", say("Lower edges")),
    ("across", "l:move", say("Spread west to east")), ("along", "l:arrow-up", say("Spread north to south")),
)


class Inspector(SightList):
    """Values are typed into their boxes, stepped with − and +, ticked or chosen."""

    def __init__(self, desk: Desk, readings: Readings) -> None:
        super().__init__(readings)
        self.desk = desk
        self.scroll = 0
        self.length = self.room = 0
        self.open = ""
        self._about: Hashable = None

    def key(self, stage: Stage) -> Hashable:
        desk = self.desk
        if desk.chosen != self._about:
            self._about, self.scroll, self.open = desk.chosen, 0, ""
        typing = desk.form.typing
        return (stage.version, desk.version, desk.lab.version, self.scroll, self.open, self.readings.version,
                (typing.key, typing.words, typing.fresh) if typing is not None else None, desk.why)

    def wheel(self, steps: float, stage: Stage) -> None:
        self.scroll = max(0, min(max(0, self.length - self.room), round(self.scroll - steps * stage.scale(40))))

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK1)
        below = self._below_height(stage, high)
        top = s(30)
        self.room = high - top - below
        y = self._form(sheet, stage, top + s(6) - self.scroll)
        self.length = y + self.scroll - top + s(4)
        body = pygame.Rect(self.box.x, self.box.y + top, wide, self.room)
        self.hots = [replace(h, box=h.box.clip(body)) for h in self.hots if h.box.colliderect(body)]
        self._head(sheet, stage)
        sheet.fill(theme.INK1, (0, top + self.room, wide, below))
        self._scroll_mark(sheet, stage, top)
        self._below(sheet, stage, top + self.room)
        pygame.draw.line(sheet, theme.LINE, (0, 0), (0, high))

    def _scroll_mark(self, sheet: pygame.Surface, stage: Stage, top: int) -> None:
        if self.length <= self.room:
            return
        part = sheet.subsurface((0, top, sheet.get_width(), self.room))
        scroll_bar(part, self.scroll, self.length, stage.scale(4))

    # --- the form
    def _head(self, sheet: pygame.Surface, stage: Stage) -> None:
        desk, piece, model = self.desk, self.desk.piece, self.desk.model
        if piece is not None:
            note = say_many("{n} corner", "{n} corners", len(piece.outline)) if piece.outline else say("round")
            bar_heading(sheet, stage, joined(", ", (piece.title, piece.id)), note)
        elif model is not None:
            bar_heading(sheet, stage, model.name, stage.state.sides[model.side].name)
        elif desk.one is not None:
            bar_heading(sheet, stage, say("Objective {id}", id=desk.one.id))
        elif desk.chosen:
            note = say("grouped") if self._grouped() else ""
            bar_heading(sheet, stage, say_many("{n} thing", "{n} things", len(desk.chosen)), note)
        else:
            bar_heading(sheet, stage, say("Table and sides"), stage.ruleset.title)

    def _grouped(self) -> bool:
        return bool(self.desk.chosen) and set(self.desk.doc.together(self.desk.chosen[0])) >= set(self.desk.chosen)

    def _form(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        s, wide, desk = stage.scale, sheet.get_width(), self.desk
        y = self._refusal(sheet, stage, y)
        fields = desk.form.fields()
        flags = [f for f in fields if f.kind == "flag"]
        numbers: list[FormField] = []
        for field in (*(f for f in fields if f.kind != "flag"), None):
            if field is not None and field.kind in ("whole", "number"):
                numbers.append(field)
                continue
            y = self._numbers(sheet, stage, numbers, y)
            numbers = []
            if field is not None:
                y = self._field(sheet, stage, field, y)
        y = self._flags(sheet, stage, flags, y)
        if desk.chosen:
            y = self._actions(sheet, stage, y + s(4))
        elif desk.mode == "edit":
            note = "Choose something on the table to change it, or put down what the palette holds."
            for line in text.wrap(note, s.style(theme.SMALL), wide - s(28)):
                text.draw(sheet, line, (s(14), y + s(14)), s.style(theme.SMALL), theme.LOW)
                y += s(20)
        return y

    def _refusal(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        """Why the last change was refused."""
        why, s = self.desk.why, stage.scale
        if why is None or why.ok:
            return y
        style = s.style(theme.LABEL)
        lines = text.wrap(str(why), style, sheet.get_width() - s(52))
        high = len(lines) * s(20) + s(10)
        sheet.fill(theme.REFUSED_PLATE, (s(8), y, sheet.get_width() - s(16), high))
        put(sheet, icon("l:ban", s(18), theme.palette().harm), (s(24), y + high / 2))
        for number, line in enumerate(lines):
            text.draw(sheet, line, (s(42), y + s(15) + number * s(20)), style, theme.REFUSED)
        return y + high + s(6)

    def _numbers(self, sheet: pygame.Surface, stage: Stage, fields: list[FormField], y: int) -> int:
        """Numbers, two in a row where their titles are short."""
        s, wide = stage.scale, sheet.get_width()
        style = s.style(theme.SENTENCE)
        waiting: FormField | None = None
        room = (wide - s(34)) // 2 - s(BOX_SMALL) - 2 * s(STEPPER) - s(6)
        for field in fields:
            short = text.width(field.title, style) <= room
            if not short:
                y = self._alone(sheet, stage, waiting, y)
                waiting = None
                self._number(sheet, stage, field, pygame.Rect(s(14), y, wide - s(26), s(ROW)))
                y += s(ROW)
            elif waiting is None:
                waiting = field
            else:
                half = (wide - s(34)) // 2
                self._number(sheet, stage, waiting, pygame.Rect(s(14), y, half, s(ROW)))
                self._number(sheet, stage, field, pygame.Rect(s(22) + half, y, half, s(ROW)))
                waiting, y = None, y + s(ROW)
        return self._alone(sheet, stage, waiting, y)

    def _alone(self, sheet: pygame.Surface, stage: Stage, field: FormField | None, y: int) -> int:
        if field is None:
            return y
        s = stage.scale
        self._number(sheet, stage, field, pygame.Rect(s(14), y, sheet.get_width() - s(26), s(ROW)))
        return y + s(ROW)

    def _number(self, sheet: pygame.Surface, stage: Stage, field: FormField, row: pygame.Rect) -> None:
        s, style = stage.scale, stage.scale.style(theme.SENTENCE)
        small = s(STEPPER)
        box = pygame.Rect(0, row.y + s(3), s(BOX) if row.w > s(220) else s(BOX_SMALL), s(25))
        box.right = row.right - 2 * small
        title = text.fit(field.title, style, box.x - row.x - s(6))
        text.draw(sheet, title, (row.x, row.centery), style, theme.BODY, "lc")
        limits = say("From {low:g} to {high:g}{unit}.", low=field.low, high=field.high, unit=field.unit)
        value_box(self, sheet, stage, box, field.key, shown(field, field.value), self.desk.form.typing,
                  Tip(field.title, limits))
        for by, name, x in ((-1, "l:minus", box.right + small // 2), (1, "l:plus", box.right + small + small // 2)):
            action = ("step", field.key, by)
            color = theme.HIGH if stage.hot == action else theme.LOW
            put(sheet, icon(name, s(15), color), (x, row.centery))
            self.hot((x - small // 2, row.y, small, row.h), action)

    def _field(self, sheet: pygame.Surface, stage: Stage, field: FormField, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        row = pygame.Rect(s(14), y, wide - s(26), s(ROW))
        style = s.style(theme.SENTENCE)
        text.draw(sheet, text.fit(field.title, style, s(92)), (row.x, row.centery), style, theme.BODY, "lc")
        box = pygame.Rect(row.x + s(100), row.y + s(2), row.w - s(100), s(27))
        if field.kind == "text":
            value_box(self, sheet, stage, box, field.key, shown(field, field.value), self.desk.form.typing)
            return row.bottom
        titles = [shown(field, c) or "none" for c in field.choices]
        small = s.style(theme.LABEL)
        if field.kind == "choice" and sum(text.width(t, small) + s(10) for t in titles) <= box.w + s(34):
            over = max(0, sum(text.width(t, small) + s(10) for t in titles) - box.w)
            box.x, box.w = box.x - over, box.w + over
            chosen = field.choices.index(field.value) if field.value in field.choices else -1
            choices(self, sheet, stage, box, titles, chosen, [("set", field.key, c) for c in field.choices])
            return row.bottom
        opened = self.open == field.key
        words = shown(field, field.value)
        button(self, sheet, stage, box, ("open", field.key), words=words, on=opened, tip=Tip(field.title, words))
        return self._opened(sheet, stage, field, row.bottom) if opened else row.bottom

    def _opened(self, sheet: pygame.Surface, stage: Stage, field: FormField, y: int) -> int:
        """All values of a field, to be ticked."""
        s, whole = stage.scale, sheet.get_width() - stage.scale(40)
        titles = [shown(field, name) if field.kind == "choice" else name.replace("_", " ") for name in field.choices]
        columns = 2 if all(check_width(t, s) <= whole // 2 - s(6) for t in titles) else 1
        for number, (name, title) in enumerate(zip(field.choices, titles, strict=True)):
            on = name in field.value if field.kind == "names" else name == field.value
            x = s(22) + number % columns * (whole // columns)
            check(self, sheet, stage, (x, y + s(13) + number // columns * s(26)), title, on,
                  ("tick", field.key, name), whole // columns - s(6))
        return y + -(-len(field.choices) // columns) * s(26) + s(4)

    def _flags(self, sheet: pygame.Surface, stage: Stage, flags: list[FormField], y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        if not flags:
            return y
        most = 3 if all(f.key in TRAITS for f in flags) and wide > s(340) else 2
        needs = max(check_width(f.title, s) for f in flags) + s(6)
        columns = max(1, min(most, (wide - s(24)) // needs))
        room = (wide - s(24)) // columns
        for number, field in enumerate(flags):
            at = (s(14) + number % columns * room, y + s(15) + number // columns * s(27))
            check(self, sheet, stage, at, field.title, bool(field.value), ("set", field.key, not field.value),
                  room - s(4))
        return y + -(-len(flags) // columns) * s(27) + s(4)

    def _actions(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        """What can be done with all that is chosen."""
        s, wide, desk = stage.scale, sheet.get_width(), self.desk
        items = [("duplicate", "l:copy", say("Duplicate (Ctrl+D)"), False),
                 ("delete", "l:trash-2", say("Delete (Del)"), False)]
        if len(desk.chosen) > 1:
            items.append(("ungroup" if self._grouped() else "group", "l:unlink" if self._grouped() else "l:link",
                          say("Ungroup (Ctrl+Shift+G)") if self._grouped() else say("Group (Ctrl+G)"), False))
        if desk.model is not None:
            items.append(("acts-next", "l:play", say("Acts next"), False))
        self._icon_row(sheet, stage, y, [((name,), i, w) for name, i, w, _ in items], wide)
        y += s(38)
        if len(desk.chosen) > 1:
            self._icon_row(sheet, stage, y, [(("align", name), i, w) for name, i, w in ALIGNS], wide)
            y += s(38)
        return y

    def _icon_row(self, sheet: pygame.Surface, stage: Stage, y: int, items: list[tuple[tuple[str, ...], str, str]],
                  wide: int) -> None:
        s, gap = stage.scale, stage.scale(6)
        size = min(s(44), (wide - s(28) - gap * (len(items) - 1)) // len(items))
        for number, (action, icon_name, words) in enumerate(items):
            box = pygame.Rect(s(14) + number * (size + gap), y, size, s(32))
            button(self, sheet, stage, box, action, icon_name=icon_name, tip=Tip(words, icon=icon_name))
