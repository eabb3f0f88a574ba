"""The Lab's menu, and the list of what it can open."""
from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.rulesets.registry import rulesets
from game.sim import forces, paths, saves
from game.sim.lab import sessions
from game.sim.scenario import list_scenarios
from game.ui import theme
from game.ui.draw import icons, text
from game.ui.forms.buttons import MenuLine
from game.ui.forms.controls import Row
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.widget import Act, Label, Look, label_height
from game.ui.scenes.notice import PAD, Panel
from game.ui.scenes.scene import Shell
from game.words import say

if TYPE_CHECKING:
    from game.ui.scenes.lab import LabScene

WIDE, LINE_HIGH, ROW_HIGH, WIDEST = 380, 47, 52, 980


class LabMenu(Panel):
    """Esc goes on; a table that is left keeps itself."""

    title = "The Lab"
    default = "resume"

    def __init__(self, shell: Shell, scene: LabScene) -> None:
        super().__init__(shell)
        self.scene, self.rules = scene, scene.lab.doc.rules
        self.form.focused = "resume"

    def regions(self) -> list[Region]:
        s, box = self.scale, self.box()
        view = box.inflate(-2 * s(PAD), -2 * s(PAD))
        head = label_height(self._title(), theme.CARD_NAME, view.width, s)
        region = Region("menu", view, height=head + s(12) + len(self._lines()) * s(LINE_HIGH))
        region.widgets.append(Label("title", pygame.Rect(view.topleft, (view.width, head)), self._title(),
                                    theme.CARD_NAME, theme.HIGH))
        y = view.top + head + s(12)
        for name, title, icon, act in self._lines():
            rect = pygame.Rect(view.left, y, view.width - s(14), s(LINE_HIGH))
            region.widgets.append(MenuLine(name, rect, title, icon, act, last=name == "home"))
            y += s(LINE_HIGH)
        return [region]

    def _title(self) -> str:
        return self.scene.lab.doc.title

    def _lines(self) -> tuple[tuple[str, str, str, Act], ...]:
        return (
            ("resume", say("Go on"), "l:play", self.back),
            ("save", say("Save"), "l:save", partial(self._after, self.scene.save)),
            ("scenario", say("Save as a scenario"), "l:map", partial(self._after, self.scene.save_scenario)),
            ("case", say("Keep as a case"), "l:list-checks", partial(self._after, self.scene.casework.keep)),
            ("numbers", say("Numbers"), "l:bar-chart-3", partial(self._after, self.scene.show_numbers)),
            ("cases", say("Run cases"), "l:check-check", self.shell.show_cases),
            ("open", say("Open"), "l:folder-open", self.shell.show_lab_files),
            ("import", say("Import"), "l:file-input", self.shell.show_import),
            ("new", say("A bare table"), "l:file", self._new),
            ("settings", say("Settings"), "l:settings", self.shell.show_settings),
            ("help", say("Help"), "l:circle-help", lambda: self.shell.show_help(self.rules)),
            ("home", say("Leave for the title"), "l:log-out", self.shell.home),
        )

    def box(self) -> pygame.Rect:
        s = self.scale
        wide = min(s(WIDE), self.size[0] - s(32))
        head = label_height(self._title(), theme.CARD_NAME, wide - 2 * s(PAD), s)
        high = head + s(12) + len(self._lines()) * s(LINE_HIGH) + 2 * s(PAD)
        box = pygame.Rect(0, 0, wide, min(high, self.size[1] - s(32)))
        box.center = self.size[0] // 2, self.size[1] // 2
        return box

    def _after(self, act: Act) -> None:
        """Puts the menu away first."""
        self.back()
        act()

    def _new(self) -> None:
        self.shell.open_lab(None, self.rules)


class LabOpen(Page):
    """Sessions, tables and cases of one's own, scenarios, saved games and forces; any other file can be dropped on the
    window."""

    title = "Open in the Lab"
    default = "open"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._entries = _entries()
        self._chosen = self._entries[0][0] if self._entries else ""

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        region = Region("entries", body)
        wide = min(s(WIDEST), body.width - 2 * s(EDGE) - s(16))
        box = pygame.Rect(body.centerx - wide // 2, body.top + s(EDGE), wide, body.height)
        column = Column(region, box, s)
        for entry in self._entries:
            column.add(s(ROW_HIGH), partial(self._row, entry))
            column.gap(2)
        column.close(EDGE)
        return [region, self.foot(FootButton("open", "Open", self._open, "chief", "", "Enter",
                                             "" if self._chosen else say("There is nothing to open.")))]

    def _row(self, entry: tuple[str, str, str, str], rect: pygame.Rect) -> Row:
        name = entry[0]
        return Row(f"open_{name}", rect, name == self._chosen, partial(self._choose, name), partial(_draw, entry))

    def resized(self, size: tuple[int, int]) -> None:
        super().resized(size)
        if self._chosen and not self.form.focused:
            self.form.set_focus(f"open_{self._chosen}", shown=False)

    def _choose(self, name: str) -> None:
        self._chosen = name
        self.refresh()

    def _open(self) -> None:
        if self._chosen:
            self.shell.open_lab(Path(self._chosen))


def _entries() -> list[tuple[str, str, str, str]]:
    """Path, title, what it is, icon of everything that can be opened."""
    titles = {key: rules.title for key, rules in rulesets().items()}
    out = []
    folder = paths.lab_dir()
    out += [(str(s.path), s.title or s.path.name, _about_session(s, titles),
             "l:history" if s.left else "l:flask-conical") for s in sessions.list_sessions() if not s.fault]
    if folder.is_dir():
        out += [(str(p), p.stem.replace("-", " "), say("A table of your own"), "l:map")
                for p in sorted(folder.glob("*.toml"))]
    for kept, about, icon in ((paths.own_tables_dir(), say("A table that was imported"), "l:file-input"),
                              (paths.cases_dir(), say("A case of your own"), "l:list-checks")):
        if kept.is_dir():
            out += [(str(p), p.stem.replace("-", " ").replace("_", " "), about, icon)
                    for p in sorted(kept.rglob("*.toml"))]
    out += [(str(info.path), info.title, say("Scenario, {rules}", rules=titles.get(info.rules, info.rules)), "l:map")
            for info in list_scenarios()]
    out += [(str(save.path), save.title or save.path.name,
             say("Saved game, {rules}, {about}", rules=titles.get(save.rules, save.rules), about=save.about), "l:save")
            for save in saves.list_saves() if not save.fault]
    out += [(str(force.path), force.info.name, say("Force, {rules}", rules=titles.get(force.rules, force.rules)),
             "l:users") for force in forces.saved_forces() if not force.fault]
    return out


def _about_session(session: sessions.SessionInfo, titles: dict[str, str]) -> str:
    rules = titles.get(session.rules, session.rules)
    if session.left:
        return say("Lab session that was left, {rules}", rules=rules)
    return say("Lab session, {rules}", rules=rules)


def _draw(entry: tuple[str, str, str, str], surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    scale, size = look.scale, look.scale(22)
    surface.blit(icons.icon(entry[3], size, theme.LOW), (at.left + scale(18), at.centery - size // 2))
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    left = at.left + scale(58)
    note = text.fit(entry[2], small, at.w // 2)
    taken = text.draw(surface, note, (at.right - scale(16), at.centery), small, theme.LOW, "rc").w
    room = at.right - scale(32) - taken - left
    text.draw(surface, text.fit(entry[1], name, room), (left, at.centery), name, theme.HIGH)
