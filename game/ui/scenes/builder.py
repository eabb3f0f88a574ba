"""The force builder: units to choose from at the left, the force in the middle, the chosen unit at the right.

Whatever the rules or the limit refuse is off and says why where the pointer or the focus rests on it.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.builder import Edit, Entry
from game.engine.ruleset import ForceInfo
from game.rulesets.registry import rulesets
from game.sim.forces import SavedForce
from game.table.forcefile import LONGEST_NAME
from game.ui import theme
from game.ui.forms.buttons import Button
from game.ui.forms.controls import Choice, Stepper, Switch, TextField, choice_width, titles_within
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton
from game.ui.scenes.builder_parts import (
    ENTRY_HIGH,
    GAUGE_HIGH,
    SHELF_HIGH,
    EntryRow,
    UnitRow,
    draw_entry,
    draw_force,
    draw_gauge,
)
from game.ui.scenes.builder_unit import FIELD_HIGH, LIMIT_HIGH, UnitColumns
from game.ui.workbench import NEW
from game.words import joined, say, say_many

LEFT_WIDE, RIGHT_WIDE, WIDE, HALF_WIDE = 430, 360, 1220, 900
"""px at 100 %: the outer columns, and the window's widths from which there are three columns, or two."""
SWITCH_HIGH = 34
TITLE_WIDE = 140
"""px at 100 % that the screen's name takes of the upper bar."""


class BuilderScene(UnitColumns):
    """Puts a force together, keeps it in a file, opens one, imports one."""

    # --- the form

    def regions(self) -> list[Region]:
        self._settle_shelves()
        s, body = self.scale, self.body()
        tabs = [self._tabs()] if len(self.known) > 1 else []
        foot = self._foot()
        inner = body.inflate(0, -2 * s(EDGE))
        if self.size[0] < s(HALF_WIDE):
            return [*tabs, self._region("all", body, s(EDGE), s(EDGE), self._add_all), foot]
        left = pygame.Rect(inner.left, inner.top, s(LEFT_WIDE) + s(EDGE), inner.height)
        shelf = pygame.Rect(left.left, left.top, left.width, s(SHELF_HIGH) * (2 if self.shelf == "Outfit" else 1))
        units = pygame.Rect(left.left, shelf.bottom, left.width, left.height - shelf.height)
        shelf_name = f"shelf_{self.outfit}" if self.shelf == "Outfit" else "shelf"
        columns = [self._shelf(shelf), self._region(shelf_name, units, s(EDGE), 0, self._add_shelf)]
        rest = pygame.Rect(left.right + s(EDGE), inner.top, inner.right - left.right - 2 * s(EDGE), inner.height)
        if self.size[0] < s(WIDE):
            return [*tabs, *columns, self._region("force", rest, 0, 0, self._add_force, self._add_unit), foot]
        middle = rest.copy()
        middle.width = rest.width - s(RIGHT_WIDE) - s(EDGE)
        right = pygame.Rect(middle.right + s(EDGE), rest.top, s(RIGHT_WIDE), rest.height)
        return [*tabs, *columns, self._region("force", middle, 0, 0, self._add_force),
                self._region("unit", right, 0, 0, self._add_unit), foot]

    def _region(
        self, name: str, view: pygame.Rect, inset: int, above: int, *parts: Callable[[Column], None]
    ) -> Region:
        """A region of one column, `inset` px from its left; room for a scroll bar at its right."""
        region = Region(name, view)
        box = pygame.Rect(view.left + inset, view.top + above, view.width - 2 * inset - self.scale(16), view.height)
        if inset and not above:
            box.width += inset
        column = Column(region, box, self.scale)
        for part in parts:
            part(column)
        column.close(EDGE if above else 0)
        return region

    def _tabs(self) -> Region:
        s = self.scale
        titles = [rulesets()[name].title for name in self.known]
        room = self.size[0] - s(TITLE_WIDE + EDGE)
        titles = titles_within(titles, s, room)
        rect = pygame.Rect(0, s(7), min(choice_width(titles, s), room), s(32))
        rect.left = max((self.size[0] - rect.width) // 2, s(TITLE_WIDE))
        chosen = self.known.index(self.rules)
        return Region("tabs", rect.copy(), [Choice("rules", rect, titles, chosen, self.choose_rules)])

    def _foot(self) -> Region:
        nothing = "" if self.bench.can_undo else say("There is nothing to take back.")
        short = self.size[0] < self.scale(HALF_WIDE)
        buttons = [
            FootButton("undo", "Undo", self.undo, icon="l:undo-2", off=nothing),
            FootButton("new", "New", self.new, icon="l:plus"),
            FootButton("import", "Import", self.ask_import, icon="l:file-input"),
            FootButton("save", "Save", self.save, "chief", "l:save", "" if short else "Enter"),
        ]
        return self.foot(*buttons[1 if short else 0:])

    def _shelf(self, view: pygame.Rect) -> Region:
        s = self.scale
        rect = pygame.Rect(view.left + s(EDGE), view.top, view.width - s(EDGE) - s(16), s(FIELD_HIGH))
        lower = rect.move(0, s(SHELF_HIGH))
        return Region("shelves", view, [
            self._shelf_choice(rect), *([self._outfit_choice(lower)] if self.shelf == "Outfit" else [])])

    def _shelf_choice(self, rect: pygame.Rect) -> Choice:
        """Units and forces to take; between them what the chosen unit may be given, where it may."""
        shelves = [say("Units"), *([say("Outfit")] if self.bench.parts() else []), say("Forces")]
        return Choice("shelf", rect, shelves, shelves.index(self.shelf), lambda number: self._turn(shelves[number]))

    def _turn(self, shelf: str) -> None:
        self.shelf = shelf
        self.refresh()

    def _add_all(self, column: Column) -> None:
        self._add_force(column)
        column.gap(20)
        self._add_unit(column)
        column.gap(20)
        column.add(self.scale(FIELD_HIGH), self._shelf_choice)
        if self.shelf == "Outfit":
            column.gap(12)
            column.add(self.scale(FIELD_HIGH), self._outfit_choice)
        column.gap(12)
        self._add_shelf(column)

    # --- the shelves

    def _add_shelf(self, column: Column) -> None:
        {"Outfit": self._add_outfit, "Forces": self._add_forces}.get(self.shelf, self._add_catalogue)(column)

    def _add_catalogue(self, column: Column) -> None:
        group = ""
        for entry in self.bench.builder.catalogue():
            if entry.group != group:
                column.gap(12 if group else 0)
                group = entry.group
                column.heading(f"group_{group}", group)
            self._add_entry(column, entry)
            column.gap(2)

    def _add_entry(self, column: Column, entry: Entry) -> None:
        """The unit to add, and beside it a button that puts it into the chosen unit."""
        rect = column.take(self.scale(ENTRY_HIGH))
        host = self.bench.entry()
        if entry.joins and host is not None:
            rect, into = self._beside(rect, "l:user-plus")
            change = Edit(do="add", profile=entry.id, to=host.id)
            verdict = self.bench.may(change)
            column.region.widgets.append(Button(
                f"into_{entry.id}", into, "", partial(self.edit, change), icon="l:user-plus", enabled=bool(verdict),
                hint=say("Into {host}", host=host.name) if verdict else str(verdict),
            ))
        change = Edit(do="add", profile=entry.id)
        verdict = self.bench.may(change)
        row = EntryRow(f"add_{entry.id}", rect, partial(self.edit, change), partial(draw_entry, entry, "l:plus"),
                       off="" if verdict else str(verdict),
                       hint=joined("\n", filter(None, [joined(", ", entry.numbers), entry.note, *entry.lines])))
        column.region.widgets.insert(self._before_into(column.region, entry), row)

    @staticmethod
    def _before_into(region: Region, entry: Entry) -> int:
        """Where a row stands in the order of Tab: before its own button."""
        names = [w.name for w in region.widgets]
        return names.index(f"into_{entry.id}") if f"into_{entry.id}" in names else len(names)

    def _add_forces(self, column: Column) -> None:
        column.heading("own", "Your own")
        own = [saved for saved in self.saved if saved.rules in ("", self.rules)]
        for saved in own:
            self._add_saved(column, saved)
            column.gap(2)
        if not own:
            column.words("no_own", "None yet: Save keeps the force beside this list.", theme.SMALL, theme.LOW)
        column.gap(12)
        column.heading("ready", "Ready forces")
        for force in rulesets()[self.rules].forces():
            column.add(self.scale(ENTRY_HIGH), partial(self._ready_row, force))
            column.gap(2)

    def _ready_row(self, force: ForceInfo, rect: pygame.Rect) -> EntryRow:
        return EntryRow(f"ready_{force.id}", rect, partial(self.open_ready, force.id),
                        partial(draw_force, force.name, counted(force), "", "l:book"), hint=force.about)

    def _add_saved(self, column: Column, saved: SavedForce) -> None:
        rect, remove = self._beside(column.take(self.scale(ENTRY_HIGH)), "l:trash-2")
        rect, copy = self._beside(rect, "l:copy")
        off = saved.fault if saved.fault and not saved.rules else ""
        told = joined(", ", (counted(saved.info), saved.path.name))
        column.region.widgets += [
            EntryRow(f"open_{saved.info.id}", rect, partial(self.open_file, saved.path),
                     partial(draw_force, saved.info.name, told, saved.fault, "l:file-text"), off=off,
                     hint=saved.fault or saved.info.about),
            Button(f"copy_{saved.info.id}", copy, "", partial(self.open_copy, saved.path), icon="l:copy",
                   enabled=not off, hint=off or "Open a copy of this force"),
            Button(f"delete_{saved.info.id}", remove, "", partial(self.ask_delete, saved), icon="l:trash-2",
                   hint="Delete this force"),
        ]

    # --- the force

    def _add_force(self, column: Column) -> None:
        s, bench = self.scale, self.bench
        unnamed = bench.force.name == NEW  # what is typed replaces that name
        column.add(s(FIELD_HIGH), lambda rect: TextField(
            "name", rect, "" if unnamed else bench.force.name, lambda words: self.then(partial(bench.call, words)),
            longest=LONGEST_NAME, empty=NEW if unnamed else say("The force's name"), icon="l:pencil"))
        column.gap(8)
        limit = say_many("{n} point", "{n} points", bench.force.limit) if bench.force.limit else say("No limit")
        column.add(s(LIMIT_HIGH), lambda rect: Stepper(
            "limit", rect, (limit, say("the limit")), lambda by: self.then(partial(bench.step_limit, by))))
        column.gap(12)
        entries = bench.entries()
        models = sum(entry.models for entry in entries)
        told = joined(", ", (say_many("{n} unit", "{n} units", len(entries)),
                             say_many("{n} model", "{n} models", models)))
        column.drawn("gauge", s(GAUGE_HIGH), partial(
            draw_gauge, bench.builder.points(bench.force), bench.force.limit, told, self.told_problem()))
        column.gap(12)
        if rulesets()[self.rules].campaign is not None:
            self._add_campaign(column)
        for entry in entries:
            column.add(s(ENTRY_HIGH), partial(self._unit_row, entry))
            column.gap(2)
        if not entries:
            column.words("empty", "Choose units from the list; each one that does not fit says why.", theme.SENTENCE,
                         theme.LOW)

    def _add_campaign(self, column: Column) -> None:
        """Whether the force keeps a record from battle to battle, and the way to it."""
        force = self.bench.force
        if not force.battles:
            column.add(self.scale(SWITCH_HIGH), lambda rect: Switch(
                "campaign", rect, "Keep a campaign record", force.campaign,
                lambda on: self.then(self.bench.turn_campaign)))
            column.gap(8)
        if force.campaign:
            unkept = self.bench.unsaved or not force.source
            off = say("Save the force first: its file keeps the record.") if unkept else ""
            self._action(column, "between", "Between battles", "l:history", self.open_campaign, off)
            column.gap(6)

    def told_problem(self) -> str:
        """Why a battle would refuse the force; '' when it would not."""
        problem = self.bench.problem()
        return "" if problem is None else str(problem)

    def _unit_row(self, entry: Entry, rect: pygame.Rect) -> UnitRow:
        return UnitRow(f"unit_{entry.id}", rect, entry.id == self.bench.chosen, partial(self._choose, entry.id),
                       lambda surface, at, look: draw_entry(entry, "", surface, at, look, True))

    def _choose(self, unit: str) -> None:
        """What may be bought for it lies open at once."""
        self.bench.choose(unit)
        self.target = 0
        if self.bench.parts():
            self.shelf = say("Outfit")
        self.refresh()


def counted(force: ForceInfo) -> str:
    """'465 points, 12 models'."""
    return joined(", ", (say_many("{n} point", "{n} points", force.points),
                         say_many("{n} model", "{n} models", force.models)))
