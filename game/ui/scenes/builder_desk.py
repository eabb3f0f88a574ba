"""What the force builder does: edits, files, imports; the form itself is `builder`."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

import pygame

from game.engine.builder import Edit
from game.errors import FiringArcError
from game.rulesets.registry import rulesets
from game.sim import forces, saves
from game.sim.army_forge import Imported
from game.sim.forces import SavedForce
from game.sim.importing import import_file
from game.ui.forms.controls import TextField
from game.ui.forms.page import Page
from game.ui.forms.widget import Act
from game.ui.scenes.builder_panels import ImportPanel, Report
from game.ui.scenes.notice import Notice
from game.ui.scenes.scene import Shell
from game.ui.workbench import Workbench
from game.words import say


class BuilderDesk(Page):
    """Holds the force and does what the form, the keys and dropped files ask."""

    title = "Forces"
    default = "save"

    takes_files = True

    def __init__(self, shell: Shell, rules: str = "") -> None:
        super().__init__(shell)
        self.known = list(rulesets())
        self.bench = Workbench(next((r for r in (rules, saves.last_rules()) if r in self.known), self.known[0]))
        self.shelf, self.outfit = say("Units"), ""
        self.target = 0
        self.saved: list[SavedForce] = []

    @property
    def rules(self) -> str:
        return self.bench.force.rules

    # --- what is done

    def edit(self, edit: Edit) -> None:
        verdict = self.bench.do(edit)
        if not verdict:
            self.shell.sound.play("refuse")
            self.shell.toast(str(verdict), "harm")
        self.refresh()

    def then(self, act: Callable[[], object]) -> None:
        """Does something and shows the force as it is then."""
        try:
            act()
        except FiringArcError as error:
            self.shell.fail(error)
        self.target = 0
        self.refresh()

    def _leaving(self, act: Act) -> None:
        """Does what lets go of the force, after a second thought where it is not kept."""
        if not self.bench.unsaved:
            act()
            return
        words = say("{force} has changes that are not saved.", force=self.bench.force.name or say("The force"))
        self.shell.push(Notice(self.shell, "Let the changes go?", words, action=say("Let go"), act=act, icon="l:save"))

    def save(self) -> None:
        def save() -> None:
            path = self.bench.save()
            self.saved = forces.saved_forces()
            self.shell.sound.play("confirm")
            self.shell.toast(say("Saved: {path}", path=path), "good")

        self.then(save)

    def new(self) -> None:
        self._leaving(partial(self.then, partial(self.bench.take_new, self.rules)))

    def open_ready(self, name: str) -> None:
        self._leaving(partial(self.then, partial(self.bench.take_ready, self.rules, name)))

    def open_file(self, path: Path) -> None:
        self._leaving(partial(self.then, partial(self.bench.take_file, path)))

    def open_copy(self, path: Path) -> None:
        self._leaving(partial(self.then, partial(self.bench.take_copy, path)))

    def choose_rules(self, number: int) -> None:
        if self.known[number] != self.rules:
            self._leaving(partial(self.then, partial(self.bench.take_new, self.known[number])))
        self.refresh()

    def open_campaign(self) -> None:
        self.shell.show_campaign(Path(self.bench.force.source))

    def ask_import(self) -> None:
        self.shell.push(ImportPanel(self.shell, self.bring_in))

    def bring_in(self, path: Path) -> None:
        """Imports a list of another program: the force is opened and not kept yet, the report told. A force file is
        opened. The force at hand is let go only for one that could be read."""
        try:
            if path.suffix == ".toml":
                forces.load_force(path)
                self.open_file(path)
            else:
                self._leaving(partial(self._bring_in, import_file(path)))
        except FiringArcError as error:
            self.shell.fail(error)

    def _bring_in(self, found: Imported) -> None:
        self.then(partial(self.bench.take_import, found.force))
        self.shell.push(Report(self.shell, found.force.name, found.lines()))

    def ask_delete(self, saved: SavedForce) -> None:
        def delete() -> None:
            forces.delete_force(saved.path)
            self.saved = forces.saved_forces()

        words = say("{info} ({path}). It cannot be brought back.", info=saved.info.name, path=saved.path.name)
        self.shell.push(Notice(self.shell, "Delete this force?", words, action=say("Delete"), icon="l:trash-2",
                               act=partial(self.then, delete)))

    def back(self) -> None:
        self._leaving(self.shell.pop)

    # --- events

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self.bring_in(Path(event.file))
        elif not (event.type == pygame.KEYDOWN and self._shortcut(event)):
            super().handle(event)

    def _shortcut(self, event: pygame.event.Event) -> bool:
        """Ctrl with S, Z, D, N or O; Delete outside a field."""
        with_ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        acts: dict[int, Act] = {pygame.K_s: self.save, pygame.K_z: self.undo, pygame.K_n: self.new,
                                pygame.K_o: self.ask_import, pygame.K_d: partial(self._edit_chosen, "copy")}
        if with_ctrl and event.key in acts:
            acts[event.key]()
            return True
        if event.key == pygame.K_DELETE and not isinstance(self.form.find(self.form.focused), TextField):
            self._edit_chosen("remove")
            return True
        return False

    def undo(self) -> None:
        self.bench.undo()
        self.refresh()

    def _edit_chosen(self, do: Literal["copy", "remove"]) -> None:
        """What a key does to the unit that the focus is on, else to the chosen one."""
        focused = self.form.focused.removeprefix("unit_") if self.form.shows_focus else ""
        unit = focused if self.bench.force.unit(focused) else self.bench.chosen
        if unit:
            self.edit(Edit(do=do, unit=unit))

    def refresh(self) -> None:
        focused = self.form.focused
        super().refresh()
        if focused.startswith("unit_") and not self.form.focused:  # the unit has gone; its neighbour is chosen
            self.form.set_focus(f"unit_{self.bench.chosen}", shown=self.form.shows_focus)

    def resized(self, size: tuple[int, int]) -> None:
        self.saved = forces.saved_forces()
        self.bench.take_news()
        super().resized(size)
