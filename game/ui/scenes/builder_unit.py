"""The force builder's columns about the chosen unit: what it is and has, what may be done with it, and where its rules
let units be fitted out, the shelf of what may be bought for it."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.engine.builder import Edit, Entry, Part
from game.table.forcefile import LONGEST_NAME
from game.ui import theme
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.controls import Choice, Stepper, TextField
from game.ui.forms.page import Column
from game.ui.forms.widget import Act
from game.ui.scenes.builder_desk import BuilderDesk
from game.ui.scenes.builder_parts import ENTRY_HIGH, PART_HIGH, EntryRow, draw_owned, draw_part
from game.words import joined, say, say_many

FIELD_HIGH, LIMIT_HIGH, ACTION_HIGH = 38, 56, 40
"""px at 100 %."""


class UnitColumns(BuilderDesk):
    """`outfit` is the shelf of parts that lies open, '' for the first."""

    # --- the chosen unit

    def _add_unit(self, column: Column) -> None:
        entry = self.bench.entry()
        if entry is None:
            return
        s = self.scale
        column.heading("chosen", "Chosen unit")
        unit = self.bench.force.unit(entry.id)
        words = self.bench.words if self.bench.words is not None else unit.name if unit else ""
        column.add(s(FIELD_HIGH), lambda rect: TextField(
            "unit_name", rect, words, lambda typed: self.then(partial(self.bench.rename, typed)),
            longest=LONGEST_NAME, empty=entry.name, icon="l:pencil"))
        column.gap(12)
        points = say_many("{n} point", "{n} points", entry.points)
        column.words("numbers", joined(": ", (joined(", ", entry.numbers), points)), theme.ROW, theme.HIGH)
        column.gap(6)
        column.words("note", entry.note, theme.SMALL, theme.LOW)
        parts = self.bench.parts()
        if parts:
            self._add_owned(column, entry, parts)
        else:
            self._add_lines(column, entry)
        if entry.dropped:
            column.gap(6)
            column.words("dropped", say("Not automated: {dropped}", dropped=joined(", ", entry.dropped)),
                         theme.SMALL, theme.palette().harm)
        column.gap(14)
        self._add_joining(column, entry)
        self._add_actions(column, entry)

    def _add_lines(self, column: Column, entry: Entry) -> None:
        for number, line in enumerate(entry.lines):
            column.words(f"line_{number}", line, theme.SMALL, theme.BODY)
            column.gap(3)

    def _add_owned(self, column: Column, entry: Entry, parts: Sequence[Part]) -> None:
        """What was bought for it; each may be changed or given back."""
        column.gap(10)
        own = [part for part in parts if part.count and part.owned and not self._is_change(part, parts)]
        for part in own:
            rect, less = self._beside(column.take(self.scale(PART_HIGH)), "l:minus")
            change = Edit(do="sell", unit=entry.id, part=part.id)
            verdict = self.bench.may(change)
            column.region.widgets += [
                EntryRow(f"own_{part.id}", rect, partial(self._open_for, part), partial(draw_owned, part),
                         hint=hint_of(part)),
                Button(f"less_{part.id}", less, "", partial(self.edit, change), icon="l:minus", enabled=bool(verdict),
                       hint="Give it back" if verdict else str(verdict)),
            ]
            column.gap(2)
        if self.shelf != "Outfit":
            column.gap(6)
            self._action(column, "outfit", "Fit it out", "l:wrench", partial(self._open_shelf, ""), "")

    @staticmethod
    def _is_change(part: Part, parts: Sequence[Part]) -> bool:
        """Whether it is an upgrade or flaw of a weapon: the weapon tells of it."""
        return any(part.shelf and part.shelf == other.opens for other in parts)

    def _open_for(self, part: Part) -> None:
        """The shelf on which more of it lies, or what may be done to it."""
        self._open_shelf(part.opens or part.shelf)

    def _open_shelf(self, outfit: str) -> None:
        self.shelf, self.outfit = say("Outfit"), outfit
        self.refresh()

    # --- what may be bought

    def _settle_shelves(self) -> None:
        """What lies open is there: the chosen unit may be another one, with other parts."""
        parts = self.bench.parts()
        if self.shelf == "Outfit" and not parts:
            self.shelf = say("Units")
        if parts and self.outfit not in {p.shelf for p in parts if p.shelf}:
            self.outfit = next(p.shelf for p in parts if p.shelf)

    def _outfit_choice(self, rect: pygame.Rect) -> Choice:
        """The shelves of parts; none is chosen while a weapon's upgrades lie open."""
        parts = self.bench.parts()
        plain = list(dict.fromkeys(p.shelf for p in parts if p.shelf and not self._is_change(p, parts)))
        chosen = plain.index(self.outfit) if self.outfit in plain else -1
        return Choice("outfit_shelf", rect, plain, chosen, lambda number: self._open_shelf(plain[number]))

    def _add_outfit(self, column: Column) -> None:
        """One shelf of parts for the chosen unit."""
        entry, parts = self.bench.entry(), self.bench.parts()
        if entry is None or not parts:
            column.words("no_outfit", "Choose a unit first.", theme.SMALL, theme.LOW)
            return
        if any(p.opens == self.outfit for p in parts):
            column.words("outfit_of", self.outfit, theme.ROW, theme.HIGH)
            column.gap(6)
        group = ""
        for part in (p for p in parts if p.shelf == self.outfit):
            if part.group != group:
                column.gap(12 if group else 0)
                group = part.group
                column.heading(f"part_group_{group}", group)
            self._add_part(column, entry, part)
            column.gap(2)

    def _add_part(self, column: Column, entry: Entry, part: Part) -> None:
        """The part to buy, and where the unit has it a button to give one back."""
        rect = column.take(self.scale(ENTRY_HIGH))
        back = None
        if part.count:
            rect, back = self._beside(rect, "l:minus")
        change = Edit(do="buy", unit=entry.id, part=part.id)
        verdict = self.bench.may(change)
        column.region.widgets.append(EntryRow(
            f"buy_{part.id}", rect, partial(self.edit, change), partial(draw_part, part),
            off="" if verdict else str(verdict), hint=hint_of(part)))
        if back is not None:
            change = Edit(do="sell", unit=entry.id, part=part.id)
            verdict = self.bench.may(change)
            column.region.widgets.append(Button(
                f"sell_{part.id}", back, "", partial(self.edit, change), icon="l:minus", enabled=bool(verdict),
                hint="Give one back" if verdict else str(verdict)))

    def _beside(self, rect: pygame.Rect, icon: str) -> tuple[pygame.Rect, pygame.Rect]:
        """A row made shorter for a button with a picture at its right end."""
        s = self.scale
        wide = button_width("", s, icon)
        button = pygame.Rect(rect.right - wide, rect.top + s(4), wide, rect.height - s(8))
        return pygame.Rect(rect.left, rect.top, rect.width - wide - s(8), rect.height), button

    # --- what is done with it

    def _add_joining(self, column: Column, entry: Entry) -> None:
        """Which unit it could be put into, and whether the rules let it; how it gets out again."""
        s, bench = self.scale, self.bench
        others = [e for e in bench.entries() if e.id != entry.id and not e.inside]
        if entry.joins and others and not entry.inside:
            self.target = min(self.target, len(others) - 1)
            to = others[self.target]
            change = Edit(do="join", unit=entry.id, to=to.id)
            verdict = bench.may(change)
            told = say("{target} of {count}", target=self.target + 1, count=len(others))
            step = partial(self._step, len(others))
            column.add(s(LIMIT_HIGH), lambda rect: Stepper("target", rect, (to.name, told), step))
            column.gap(6)
            self._action(column, "join", say("{joining} with it", joining=bench.builder.joining),
                         "l:link", partial(self.edit, change),
                         "" if verdict else str(verdict))
        if entry.splits:
            self._action(column, "leave", "Let it stand alone" if entry.inside else "Split one off", "l:unlink",
                         partial(self.edit, Edit(do="leave", unit=entry.id)), "")

    def _step(self, count: int, by: int) -> None:
        self.target = (self.target + by) % count
        self.refresh()

    def _add_actions(self, column: Column, entry: Entry) -> None:
        copy = Edit(do="copy", unit=entry.id)
        verdict = self.bench.may(copy)
        self._action(column, "copy", "Duplicate", "l:copy", partial(self.edit, copy), "" if verdict else str(verdict))
        remove = partial(self.edit, Edit(do="remove", unit=entry.id))
        self._action(column, "remove", "Delete", "l:trash-2", remove, "", danger=True)

    def _action(
        self, column: Column, name: str, title: str, icon: str, act: Act, off: str, *, danger: bool = False
    ) -> None:
        wide = max(column.width, button_width(title, self.scale, icon))
        column.add(self.scale(ACTION_HIGH), lambda rect: Button(
            name, pygame.Rect(rect.left, rect.top, wide, rect.height), title, act, kind="danger" if danger else "plain",
            icon=icon, enabled=not off, hint=off))
        column.gap(6)


def hint_of(part: Part) -> str:
    """What a part is or does, whole."""
    return "\n".join(filter(None, (part.about, part.more)))
