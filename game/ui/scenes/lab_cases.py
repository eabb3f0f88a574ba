"""Run cases: those of a folder, one after the other, with what came of each; a click opens one in the Lab at the step
where it fails."""
from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pygame

from game.sim import paths
from game.sim.casefolder import FolderRun, Outcome
from game.ui import theme
from game.ui.draw import icons, text
from game.ui.forms.controls import Choice, Paint, Row, TextField, choice_width
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.widget import Act, Look
from game.ui.scenes.scene import Shell
from game.words import joined, say, say_many, verbatim

ROW_HIGH, FIELD_HIGH, CHOICE_HIGH, WIDEST, DETAIL_HIGH = 46, 40, 36, 1180, 132
ORDER = {"error": 0, "failed": 1, "passed": 2}
ICONS = {"passed": "l:circle-check", "failed": "l:circle-x", "error": "l:triangle-alert"}
FILTERS = ("", "failed", "error", "passed")
EVERY = 0.25
"""Seconds between two looks at a run."""


class _Last:
    """The run that was looked at last, so that one comes back to it from the Lab."""

    run: FolderRun | None = None
    shown = ""


class CasesPage(Page):
    """`run` is what is going on or was; `shown` the filter, '' for all."""

    title = "Run cases"
    default = "open"

    def __init__(self, shell: Shell, folder: Path | None = None) -> None:
        super().__init__(shell)
        self.run: FolderRun | None = _Last.run if folder is None else None
        self.folder = str(folder or (self.run.folder if self.run is not None else usual_folder()))
        self.shown = _Last.shown
        self.chosen: Outcome | None = None
        self._age = 0.0
        self._seen: object = None
        if folder is not None:
            self._begin()

    # --- the form
    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        wide = min(s(WIDEST), body.width - 2 * s(EDGE) - s(16))
        left = body.centerx - wide // 2
        head = Region("head", pygame.Rect(body.left, body.top, body.width, 0))
        column = Column(head, pygame.Rect(left, body.top + s(14), wide, 0), s)
        self._head(column)
        column.gap(10)
        head.view.height = min(column.y - body.top, body.height * 2 // 3)
        column.close()
        detail = min(s(DETAIL_HIGH), body.height // 4) if self.chosen is not None and self.chosen.lines else 0
        list_box = pygame.Rect(body.left, head.view.bottom, body.width, body.height - head.view.height - detail)
        told = Region("outcomes", list_box)
        column = Column(told, pygame.Rect(left, list_box.top, wide, list_box.height), s)
        self._rows(column)
        column.close(8)
        regions = [head, told]
        if detail:
            regions.append(self._detail(pygame.Rect(body.left, list_box.bottom, body.width, detail), left, wide))
        return [*regions, self._foot()]

    def _head(self, column: Column) -> None:
        s = self.scale
        column.words("folder_title", say("Folder"), theme.SMALL, theme.LOW)
        column.gap(4)
        column.add(s(FIELD_HIGH), lambda rect: TextField("folder", rect, self.folder, self._typed, longest=400,
                                                         icon="l:folder-open"))
        column.gap(8)
        for name, title, folder in known_folders():
            if str(folder) != self.folder:
                column.add(s(30), partial(self._folder_row, name, title, folder))
        column.gap(6)
        column.words("standing", self._standing(), theme.NAME, theme.HIGH)
        if self.run is not None and self.run.fault:
            column.words("fault", self.run.fault, theme.SENTENCE, theme.palette().harm)
        if self.run is None or not self.run.outcomes:
            return
        column.gap(8)
        titles = self._filters()
        rect = column.take(s(CHOICE_HIGH))
        rect.width = min(rect.width, choice_width(titles, s))
        column.region.widgets.append(Choice("filter", rect, titles, FILTERS.index(self.shown), self._filter))

    def _folder_row(self, name: str, title: str, folder: Path, rect: pygame.Rect) -> Row:
        def paint(surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
            scale, style = look.scale, look.scale.style(theme.SENTENCE)
            surface.blit(icons.icon("l:folder-open", scale(18), theme.LOW), (at.left + scale(8), at.centery - scale(9)))
            told = joined(": ", (title, verbatim(folder)))
            text.draw(surface, text.fit(told, style, at.w - scale(44)), (at.left + scale(36), at.centery), style,
                      theme.HIGH if look.lit else theme.BODY)
        return OpensRow(f"folder_{name}", rect, False, partial(self._take_folder, folder), paint, _nothing)

    def _standing(self) -> str:
        run = self.run
        if run is None:
            return say("Run plays every case of the folder and of those in it.")
        if run.running:
            return say("{done} of {total} files, {count} cases so far", done=run.done, total=run.total,
                       count=len(run.outcomes))
        count = Counter(o.standing for o in run.outcomes)
        told = say("{passed} passed, {failed} failed", passed=count["passed"], failed=count["failed"])
        if count["error"]:
            told = joined(", ", (told, say_many("{n} file cannot be read", "{n} files cannot be read",
                                                count["error"])))
        return joined(", ", (told, say("stopped before the end"))) if run.stopped else told

    def _filters(self) -> list[str]:
        count = Counter(o.standing for o in self.run.outcomes) if self.run is not None else Counter()
        total = sum(count.values())
        return [say("All, {count}", count=total), say("Failed, {count}", count=count["failed"]),
                say("Errors, {count}", count=count["error"]), say("Passed, {count}", count=count["passed"])]

    def listed(self) -> list[Outcome]:
        """What is on show, what does not hold first."""
        outcomes = list(self.run.outcomes) if self.run is not None else []
        found = [o for o in outcomes if not self.shown or o.standing == self.shown]
        return sorted(found, key=lambda o: (ORDER[o.standing], str(o.path), o.number))

    def _rows(self, column: Column) -> None:
        for outcome in self.listed():
            column.add(self.scale(ROW_HIGH), partial(self._row, outcome))
            column.gap(2)

    def _row(self, outcome: Outcome, rect: pygame.Rect) -> Row:
        name = f"case_{outcome.path}_{outcome.number}"
        return OpensRow(name, rect, outcome == self.chosen, partial(self._open, outcome),
                        partial(_draw, outcome, Path(self.folder)), partial(self._choose, outcome))

    def _detail(self, box: pygame.Rect, left: int, wide: int) -> Region:
        assert self.chosen is not None
        region = Region("detail", box)
        column = Column(region, pygame.Rect(left, box.top + self.scale(8), wide, box.height), self.scale)
        for number, line in enumerate(self.chosen.lines):
            column.words(f"line_{number}", line, theme.SENTENCE, theme.palette().harm)
        column.close(8)
        return region

    def _foot(self) -> Region:
        running = self.run is not None and self.run.running
        opens = self.chosen is not None and self.chosen.playable
        why = "" if opens else say("Choose a case; table questions have nothing to step through.")
        go = (FootButton("stop", "Stop", self._stop, "danger", "l:octagon", "") if running else
              FootButton("run", say("Run", context="cases"), self._begin, "plain", "l:play", "F5"))
        return self.foot(go, FootButton("open", "Open in the Lab", self._open_chosen, "chief", "", "Enter", why))

    # --- events and time
    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F5:
            if self.run is None or not self.run.running:
                self._begin()
            return
        super().handle(event)

    def update(self, dt: float) -> None:
        self._age += dt
        run = self.run
        now = (len(run.outcomes), run.running, run.done) if run is not None else None
        if now != self._seen and self._age >= EVERY:
            self._age, self._seen = 0.0, now
            self.refresh()

    def back(self) -> None:
        if self.run is not None and self.run.running:
            self._stop()
        super().back()

    def close(self) -> None:
        if self.run is not None:
            self.run.stop()

    # --- what is done
    def _typed(self, words: str) -> None:
        self.folder = words
        self.refresh()

    def _take_folder(self, folder: Path) -> None:
        self.folder = str(folder)
        self._begin()

    def _begin(self) -> None:
        if self.run is not None:
            self.run.stop()
        self.chosen, self.shown, _Last.shown = None, "", ""
        self.run = _Last.run = FolderRun(Path(self.folder).expanduser())
        self.refresh()

    def _stop(self) -> None:
        if self.run is not None:
            self.run.stop()
        self.refresh()

    def _filter(self, number: int) -> None:
        self.shown = _Last.shown = FILTERS[number]
        self.refresh()

    def _choose(self, outcome: Outcome) -> None:
        self.chosen = outcome
        self.refresh()

    def _open_chosen(self) -> None:
        if self.chosen is not None:
            self._open(self.chosen)

    def _open(self, outcome: Outcome) -> None:
        if outcome.playable:
            self.shell.open_lab(outcome.path, number=outcome.number)
        else:
            self._choose(outcome)


class OpensRow(Row):
    """A row that a click opens; the keyboard chooses it first."""

    def __init__(self, name: str, rect: pygame.Rect, chosen: bool, act: Act, paint: Paint, choose: Act) -> None:
        super().__init__(name, rect, chosen, choose, paint)
        self.act = act

    def activate(self) -> None:
        self.act()


def usual_folder() -> Path:
    """The project's own cases where they are there, else one's own."""
    shipped = paths.shipped_cases_dir()
    return shipped if shipped.is_dir() else paths.cases_dir()


def known_folders() -> list[tuple[str, str, Path]]:
    """Folders that can be run at a click."""
    known = (("shipped", say("The game's own cases"), paths.shipped_cases_dir()),
             ("own", say("Cases of your own"), paths.cases_dir()))
    return [(name, title, folder) for name, title, folder in known if folder.is_dir()]


def _nothing() -> None:
    """A row that the keyboard only comes by."""


def _draw(outcome: Outcome, folder: Path, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    scale, size = look.scale, look.scale(20)
    palette = theme.palette()
    color = {"passed": palette.mint, "failed": palette.harm, "error": palette.harm}[outcome.standing]
    surface.blit(icons.icon(ICONS[outcome.standing], size, color), (at.left + scale(14), at.centery - size // 2))
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    left = at.left + scale(48)
    place = outcome.path.relative_to(folder) if outcome.path.is_relative_to(folder) else outcome.path
    note = text.fit(verbatim(place), small, at.w // 3)
    taken = text.draw(surface, note, (at.right - scale(16), at.top + scale(14)), small, theme.LOW, "rc").w
    room = at.right - scale(32) - taken - left
    text.draw(surface, text.fit(outcome.title, name, room), (left, at.top + scale(14)), name, theme.HIGH)
    told = outcome.lines[0] if outcome.lines else verbatim(", ".join(outcome.cites))
    text.draw(surface, text.fit(told, small, at.right - scale(16) - left), (left, at.top + scale(33)), small,
              color if outcome.lines else theme.LOW)
