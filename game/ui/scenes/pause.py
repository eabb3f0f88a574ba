"""The menu of a battle: go on, save, load, settings, help, or leave for the title."""
from __future__ import annotations

import pygame

from game.errors import FiringArcError
from game.sim.session import Session
from game.ui import theme
from game.ui.forms.buttons import MenuLine
from game.ui.forms.form import Region
from game.ui.forms.widget import Act, Label, label_height
from game.ui.scenes.notice import PAD, Panel
from game.ui.scenes.scene import Shell
from game.words import say

WIDE, LINE_HIGH = 380, 47


class BattleMenu(Panel):
    """Esc goes on with the battle; nothing here ends it without its autosave."""

    title = "Menu"
    default = "resume"

    def __init__(self, shell: Shell, session: Session) -> None:
        super().__init__(shell)
        self.session, self.rules = session, session.ruleset.id
        self.form.focused = "resume"

    def regions(self) -> list[Region]:
        s, box = self.scale, self.box()
        view = box.inflate(-2 * s(PAD), -2 * s(PAD))
        head = label_height(self.session.match.state.title, theme.CARD_NAME, view.width, s)
        region = Region("menu", view, height=head + s(12) + len(self._lines()) * s(LINE_HIGH))
        region.widgets.append(Label(
            "title", pygame.Rect(view.topleft, (view.width, head)), self.session.match.state.title, theme.CARD_NAME,
            theme.HIGH,
        ))
        y = view.top + head + s(12)
        for name, title, icon, act in self._lines():
            rect = pygame.Rect(view.left, y, view.width - s(14), s(LINE_HIGH))
            region.widgets.append(MenuLine(name, rect, title, icon, act, last=name == "home"))
            y += s(LINE_HIGH)
        return [region]

    def _lines(self) -> tuple[tuple[str, str, str, Act], ...]:
        return (
            ("resume", say("Go on"), "l:play", self.back),
            ("save", say("Save"), "l:save", self._save),
            ("load", say("Load"), "l:folder-open", self.shell.show_load),
            ("settings", say("Settings"), "l:settings", self.shell.show_settings),
            ("help", say("Help"), "l:circle-help", lambda: self.shell.show_help(self.rules)),
            ("home", say("Leave for the title"), "l:log-out", self.shell.home),
        )

    def box(self) -> pygame.Rect:
        s = self.scale
        wide = min(s(WIDE), self.size[0] - s(32))
        head = label_height(self.session.match.state.title, theme.CARD_NAME, wide - 2 * s(PAD), s)
        high = head + s(12) + len(self._lines()) * s(LINE_HIGH) + 2 * s(PAD)
        box = pygame.Rect(0, 0, wide, min(high, self.size[1] - s(32)))
        box.center = self.size[0] // 2, self.size[1] // 2
        return box

    def _save(self) -> None:
        try:
            path = self.session.save()
        except FiringArcError as error:
            self.shell.fail(error)
            return
        self.shell.toast(say("Saved as {path}", path=path.name), "good")
