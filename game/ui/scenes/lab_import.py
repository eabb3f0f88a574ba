"""Import: a map, a picture or an army list of another program. What was taken and what was left out is told before
anything is kept; the scale and the kinds of terrain can be set until it is right."""
from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pygame

from game.errors import FiringArcError
from game.sim import paths
from game.sim.army_forge import Imported
from game.sim.forces import save_force
from game.sim.importing import import_any
from game.sim.maps.found import NONE, ImportedMap, ScaleWanted, Wish, read_scale
from game.sim.maps.found import Scale as MapScale
from game.sim.maps.saving import save_map
from game.table.forcefile import slug
from game.table.terrainspec import kinds
from game.ui import theme
from game.ui.forms.controls import Stepper, Switch, TextField
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.widget import Widget
from game.ui.scenes.scene import Shell
from game.words import joined, say, shown, verbatim

FIELD_HIGH, STEPPER_HIGH, FORM_WIDE, NARROW, WIDEST = 40, 56, 380, 860, 900
REST = 0.4
"""Seconds after the last sign typed at which the file is read anew."""
Found: TypeAlias = Imported | ImportedMap


class ImportPage(Page):
    """`found` is what came of the file as it was read last; `fault` why it cannot be had as it is wished for. `asks` is
    whether the file does not tell its scale. `rules` are those that the Lab goes on with."""

    title = "Import"
    default = "take"

    def __init__(self, shell: Shell, path: Path | None = None, rules: str = "") -> None:
        super().__init__(shell)
        self.rules = rules
        self.file = str(path or "")
        self.scale_told = ""
        self.asks = False
        self.kinds: dict[str, str] = {}
        self.picture = True
        self.found: Found | None = None
        self.fault = ""
        self._known: tuple[str, ...] = ()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="import")
        self._reading: Future[Found] | None = None
        self._again = False
        self._wait = 0.0
        self._dropped = path is not None
        if path is None:
            self.form.focused = "file"
        else:
            self._read()

    # --- the form
    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        if body.width < s(NARROW):
            region = Region("all", body)
            wide = min(s(WIDEST), body.width - 2 * s(EDGE) - s(16))
            column = Column(region, pygame.Rect(body.left + s(EDGE), body.top + s(EDGE), wide, body.height), s)
            self._form(column)
            column.gap(16)
            self._report(column)
            column.close(EDGE)
            return [region, self._foot()]
        left = pygame.Rect(body.left, body.top, s(FORM_WIDE) + 2 * s(EDGE), body.height)
        right = pygame.Rect(left.right, body.top, body.width - left.width, body.height)
        form, told = Region("form", left), Region("report", right)
        column = Column(form, pygame.Rect(left.left + s(EDGE), left.top + s(EDGE), s(FORM_WIDE), left.height), s)
        self._form(column)
        column.close(EDGE)
        wide = min(s(WIDEST), right.width - s(EDGE) - s(16))
        column = Column(told, pygame.Rect(right.left, right.top + s(EDGE), wide, right.height), s)
        self._report(column)
        column.close(EDGE)
        return [form, told, self._foot()]

    def _form(self, column: Column) -> None:
        s = self.scale
        column.words("file_title", say("File: type where it lies, or drop it on the window"), theme.SMALL, theme.LOW)
        column.gap(4)
        column.add(s(FIELD_HIGH), lambda rect: TextField("file", rect, self.file, self._file_typed, longest=400,
                                                         icon="l:file-input"))
        column.gap(12)
        if isinstance(self.found, Imported):
            return
        told = say("The file does not tell its scale: how large is it meant to be?") if self.asks else say(
            "Scale: inches to one of its squares, as 1.5, or pixels to one inch, as 70px")
        column.words("scale_title", told, theme.SMALL, theme.palette().act if self.asks else theme.LOW)
        column.gap(4)
        column.add(s(FIELD_HIGH), lambda rect: TextField("scale", rect, self.scale_told, self._scale_typed, longest=12,
                                                         empty=say("1.5 or 70px")))
        column.gap(12)
        if not self._known and not isinstance(self.found, ImportedMap):
            return
        column.add(s(32), lambda rect: Switch("picture", rect, say("Take its picture as the ground"), self.picture,
                                              self._take_picture))
        if self._known:
            column.gap(12)
            column.heading("kinds", say("Its kinds of terrain"))
        for name in self._known:
            column.add(s(STEPPER_HIGH), partial(self._kind, name))
            column.gap(6)

    def _kind(self, name: str, rect: pygame.Rect) -> Widget:
        told = self.kinds.get(name, "")
        words = (say("as it is") if not told else say("left out") if told == NONE
                 else say("as {kind}", kind=kind_words(told)))
        return Stepper(f"kind_{name}", rect, (verbatim(name), words), partial(self._retag, name))

    def _report(self, column: Column) -> None:
        column.heading("report", say("What comes of it"))
        if self._reading is not None:
            column.words("reading", say("Reading."), theme.SENTENCE, theme.LOW)
        if self.fault:
            column.words("fault", self.fault, theme.SENTENCE, theme.palette().harm)
        if self.found is None:
            if not self.fault and self._reading is None:
                column.words("what", say("Maps of Universal VTT and Tiled, pictures (PNG, JPEG, WebP), and lists of "
                                         "Army Forge."), theme.SENTENCE, theme.BODY)
            return
        name = self.found.map.title if isinstance(self.found, ImportedMap) else self.found.force.name
        column.words("name", name, theme.CARD_NAME, theme.HIGH)
        column.gap(8)
        for number, line in enumerate(self.found.lines()):
            inner = shown(line).startswith("  ")
            by = self.scale(18) if inner else 0
            column.left, column.width = column.left + by, column.width - by
            column.words(f"line_{number}", line, theme.SENTENCE, theme.BODY if inner else theme.HIGH)
            column.left, column.width = column.left - by, column.width + by

    def _foot(self) -> Region:
        off = "" if self.found is not None and self._reading is None else say("There is nothing to take yet.")
        if isinstance(self.found, Imported):
            return self.foot(FootButton("keep", "Keep among the forces", self._keep, "plain", "l:users", "", off),
                             FootButton("take", "Open in the Lab", self._take, "chief", "", "Enter", off))
        return self.foot(FootButton("take", "Open in the Lab", self._take, "chief", "", "Enter", off))

    # --- reading
    def update(self, dt: float) -> None:
        if self._wait > 0:
            self._wait -= dt
            if self._wait <= 0:
                self._read()
        if self._reading is not None and self._reading.done():
            reading, self._reading = self._reading, None
            if self._again:
                self._again = False
                self._read()
                return
            self._take_over(reading)
            self.refresh()

    def _take_over(self, reading: Future[Found]) -> None:
        try:
            self.found, self.fault = reading.result(), ""
        except ScaleWanted as error:
            self.found, self.fault, self.asks = None, str(error), not self.scale_told
        except FiringArcError as error:
            self.found, self.fault = None, str(error)
            if self._dropped and not self._known:
                self.shell.pop()
                self.shell.fail(error)
        else:
            if isinstance(self.found, ImportedMap):
                self._known = self.found.kinds
        self._dropped = False

    def settle(self) -> None:
        """Waits for what is being read."""
        while self._reading is not None or self._wait > 0:
            if self._reading is not None:
                self._reading.exception()
            self.update(REST)

    def wish(self) -> Wish:
        """What is wanted of the file. Raises InputError for a scale that is none."""
        scale = read_scale(self.scale_told) if self.scale_told.strip() else MapScale()
        return Wish(scale=scale, kinds=dict(self.kinds), picture=self.picture)

    def _read(self) -> None:
        if self._reading is not None:
            self._again = True
            return
        if not self.file.strip():
            return
        try:
            wish = self.wish()
        except FiringArcError as error:
            self.found, self.fault = None, str(error)
            self.refresh()
            return
        self._reading = self._pool.submit(import_any, Path(self.file.strip()).expanduser(), wish)

    # --- what is done
    def _file_typed(self, words: str) -> None:
        self.file, self.kinds, self._known, self.found, self.asks = words, {}, (), None, False
        self.fault, self._wait = "", REST
        self.refresh()

    def _scale_typed(self, words: str) -> None:
        self.scale_told, self._wait = words, REST
        self.refresh()

    def _take_picture(self, on: bool) -> None:
        self.picture = on
        self._read()
        self.refresh()

    def _retag(self, name: str, by: int) -> None:
        choices = ["", *(kind for kind in kinds() if kind != name), NONE]
        place = choices.index(self.kinds.get(name, ""))
        chosen = choices[(place + by) % len(choices)]
        self.kinds = {**{k: v for k, v in self.kinds.items() if k != name}, **({name: chosen} if chosen else {})}
        self._read()
        self.refresh()

    def _keep(self) -> None:
        self._kept_force()
        self.back()

    def _kept_force(self) -> Path | None:
        assert isinstance(self.found, Imported)
        try:
            saved = save_force(self.found.force, None)
        except FiringArcError as error:
            self.shell.fail(error)
            return None
        self.shell.toast(joined(": ", (say("Kept among the forces"), verbatim(saved.name))), "good")
        return Path(saved.source)

    def _take(self) -> None:
        if isinstance(self.found, Imported):
            path = self._kept_force()
        elif self.found is not None:
            path = self._kept_table(self.found)
        else:
            return
        if path is not None:
            self.shell.open_lab(path, self.rules)

    def _kept_table(self, found: ImportedMap) -> Path | None:
        """The table and its picture as files among one's own."""
        folder, stem = paths.own_tables_dir(), slug(found.map.title) or "table"
        names = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.toml" for n in range(1, 10_000))
        try:
            return save_map(found, next(path for path in names if not path.exists()))[0]
        except FiringArcError as error:
            self.shell.fail(error)
            return None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def kind_words(kind: str) -> str:
    """A kind of terrain in words."""
    return kind.replace("_", " ")
