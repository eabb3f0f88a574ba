"""The force builder's panels: where the file to import lies, and what came of it."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.ui import theme
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.controls import TextField, pasted
from game.ui.forms.form import Region
from game.ui.forms.page import Column
from game.ui.forms.widget import label_height
from game.ui.scenes.notice import PAD, Panel
from game.ui.scenes.scene import Shell
from game.words import say, shown

WIDE, REPORT_WIDE = 680, 760
ABOUT = (say("The JSON behind an Army Forge list's share link (its TTS export), or a force file (.toml). Type or paste "
         "where it lies, or drop it on the window."))
LONGEST_PATH = 1000
WITH_CTRL = pygame.KMOD_CTRL | pygame.KMOD_META


class ImportPanel(Panel):
    """Asks for the path of a list; `take` gets it when the panel has gone."""

    title = "Import a list"
    icon = "l:file-input"
    default = "import"

    takes_files = True

    def __init__(self, shell: Shell, take: Callable[[Path], None]) -> None:
        super().__init__(shell)
        self.take = take
        self.path = ""
        self.form.focused = "path"
        self.form.shows_focus = True

    def regions(self) -> list[Region]:
        s, box = self.scale, self.box()
        inner = box.inflate(-2 * s(PAD), -2 * s(PAD))
        high = s(theme.BUTTON_HEIGHT)
        view = pygame.Rect(inner.left, inner.top, inner.width, inner.height - high - s(theme.GAP_LARGE))
        region = Region("words", view)
        column = Column(region, region.view.move(s(44), 0), s)
        column.width -= s(44)
        column.words("title", self.title, theme.CARD_NAME, theme.HIGH)
        column.gap(8)
        column.words("about", ABOUT, theme.SENTENCE, theme.BODY)
        column.gap(16)
        column.add(s(40), lambda rect: TextField("path", rect, self.path, self._type, longest=LONGEST_PATH,
                                                 empty=say("The file's path"), icon="l:folder-open"))
        column.close()
        bar = pygame.Rect(inner.left, inner.bottom - high, inner.width, high)
        wide, back = button_width("Import", s, "", "Enter"), button_width("Back", s, "", "Esc")
        off = "" if self.path.strip() else say("Name a file first.")
        return [region, Region("buttons", bar, [
            Button("import", pygame.Rect(bar.right - wide, bar.top, wide, high), "Import", self._go, kind="chief",
                   key="Enter", enabled=not off, hint=off),
            Button("close", pygame.Rect(bar.left, bar.top, back, high), "Back", self.back, key="Esc"),
        ])]

    def box(self) -> pygame.Rect:
        s = self.scale
        wide = min(s(WIDE), self.size[0] - s(32))
        room = wide - 2 * s(PAD) - s(44)
        high = label_height(self.title, theme.CARD_NAME, room, s) + label_height(ABOUT, theme.SENTENCE, room, s)
        high += 2 * s(PAD) + s(8 + 16 + 40) + s(theme.BUTTON_HEIGHT) + s(theme.GAP_LARGE)
        box = pygame.Rect(0, 0, wide, min(high, self.size[1] - s(32)))
        box.center = self.size[0] // 2, self.size[1] // 2
        return box

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._type(event.file)
            self._go()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_v and event.mod & WITH_CTRL:
            self._type((self.path + pasted())[:LONGEST_PATH])
        else:
            super().handle(event)

    def _type(self, words: str) -> None:
        self.path = words
        self.refresh()

    def _go(self) -> None:
        words = self.path.strip().strip("\"'").removeprefix("file://")
        if words:
            self.shell.pop()
            self.take(Path(words).expanduser())


class Report(Panel):
    """What an import took, line by line."""

    icon = "l:list-checks"
    default = "close"

    def __init__(self, shell: Shell, title: str, lines: Sequence[str]) -> None:
        super().__init__(shell)
        self.title, self.lines = title, tuple(lines)
        self.form.focused = "close"

    def regions(self) -> list[Region]:
        s, box = self.scale, self.box()
        inner = box.inflate(-2 * s(PAD), -2 * s(PAD))
        high = s(theme.BUTTON_HEIGHT)
        view = pygame.Rect(inner.left, inner.top, inner.width, inner.height - high - s(theme.GAP_LARGE))
        region = Region("words", view)
        column = Column(region, pygame.Rect(view.left + s(44), view.top, view.width - s(60), view.height), s)
        column.words("title", self.title, theme.CARD_NAME, theme.HIGH)
        column.gap(12)
        for number, line in enumerate(self.lines):
            line = shown(line)
            is_item = line.startswith("  ")
            column.words(f"line_{number}", line.strip(), theme.SMALL if is_item else theme.SENTENCE,
                         theme.BODY if is_item else theme.HIGH)
            column.gap(2 if is_item else 6)
        column.close()
        wide = button_width("Close", s, "", "Enter")
        bar = pygame.Rect(inner.left, inner.bottom - high, inner.width, high)
        close = Button("close", pygame.Rect(bar.right - wide, bar.top, wide, high), "Close", self.back, kind="chief",
                       key="Enter")
        return [region, Region("buttons", bar, [close])]

    def box(self) -> pygame.Rect:
        s = self.scale
        wide = min(s(REPORT_WIDE), self.size[0] - s(32))
        room = wide - 2 * s(PAD) - s(60)
        high = label_height(self.title, theme.CARD_NAME, room, s) + s(12)
        for line in self.lines:
            line = shown(line)
            style = theme.SMALL if line.startswith("  ") else theme.SENTENCE
            high += label_height(line.strip(), style, room, s) + s(2 if line.startswith("  ") else 6)
        high += 2 * s(PAD) + s(theme.BUTTON_HEIGHT) + s(theme.GAP_LARGE)
        box = pygame.Rect(0, 0, wide, min(high, self.size[1] - s(32)))
        box.center = self.size[0] // 2, self.size[1] // 2
        return box
