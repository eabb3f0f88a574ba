"""Load: every saved game with what is known of it; a save is deleted only after a second thought."""
from __future__ import annotations

import time
from functools import partial

import pygame

from game.errors import FiringArcError
from game.rulesets.registry import rulesets
from game.sim import saves
from game.sim.saves import SaveInfo
from game.sim.settings import PLAYER_TITLES
from game.ui import theme
from game.ui.draw import icons, text
from game.ui.forms.controls import Row
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.widget import Look
from game.ui.scenes.notice import Notice
from game.ui.scenes.scene import Shell
from game.words import capital, joined, say

ROW_HIGH, WIDEST = 66, 980
KINDS = {"auto": say("Autosave"), "done": say("Finished"), "quick": say("Quick save"), "save": say("Saved")}
ICONS = {"auto": "l:history", "done": "l:trophy", "quick": "l:zap", "save": "l:save"}

MONTHS = (say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July"),
          say("August"), say("September"), say("October"), say("November"), say("December"))


class LoadScene(Page):
    """The saves, newest first; the chosen one can be gone on with or deleted."""

    title = "Load"
    default = "open"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._saves = saves.list_saves()
        self._chosen = self._saves[0].path if self._saves else None

    @property
    def chosen(self) -> SaveInfo | None:
        return next((save for save in self._saves if save.path == self._chosen), None)

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        region = Region("saves", body)
        wide = min(s(WIDEST), body.width - 2 * s(EDGE) - s(16))
        box = pygame.Rect(body.centerx - wide // 2, body.top + s(EDGE), wide, body.height)
        column = Column(region, box, s)
        if not self._saves:
            column.words("none", "No game has been saved yet. Every battle saves itself as it goes.",
                         theme.SENTENCE, theme.BODY)
        for save in self._saves:
            column.add(s(ROW_HIGH), partial(self._row, save))
            column.gap(4)
        column.close(EDGE)
        off = "" if self.chosen else say("There is no save.")
        return [region, self.foot(
            FootButton("delete", "Delete", self._ask, "danger", "l:trash-2", "Del", off),
            FootButton("open", "Load", self._open, "chief", "", "Enter", off),
        )]

    def _row(self, save: SaveInfo, rect: pygame.Rect) -> Row:
        chosen = save.path == self._chosen
        return Row(f"save_{save.path.name}", rect, chosen, partial(self._choose, save), partial(_draw_save, save))

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE and self.chosen:
            self._ask()
            return
        super().handle(event)

    def resized(self, size: tuple[int, int]) -> None:
        super().resized(size)
        if self._chosen and not self.form.focused:
            self.form.set_focus(f"save_{self._chosen.name}", shown=False)

    def _choose(self, save: SaveInfo) -> None:
        self._chosen = save.path
        self.refresh()

    def _open(self) -> None:
        if self._chosen is not None:
            self.shell.open_save(self._chosen)

    def _ask(self) -> None:
        save = self.chosen
        if save is None:
            return
        words = say("{game}: {told}, {when}. It cannot be brought back.", game=save.title or save.path.name,
                    told=save.about or save.fault, when=when(save.time))
        self.shell.push(Notice(self.shell, "Delete this save?", words, action=say("Delete"),
                               act=partial(self._delete, save), icon="l:trash-2"))

    def _delete(self, save: SaveInfo) -> None:
        place = self._saves.index(save)
        try:
            saves.delete(save.path)
        except FiringArcError as error:
            self.shell.fail(error)
        self._saves = saves.list_saves()
        nearest = self._saves[min(place, len(self._saves) - 1)] if self._saves else None
        self._chosen = nearest.path if nearest else None
        self.refresh()


def when(seconds: float) -> str:
    """'12 March 2026, 18:05' in the person's own time zone."""
    moment = time.localtime(seconds)
    return say("{day} {month} {year}, {clock}", day=moment.tm_mday, month=MONTHS[moment.tm_mon - 1],
               year=moment.tm_year, clock=time.strftime("%H:%M", moment))


def _draw_save(save: SaveInfo, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    scale = look.scale
    size = scale(22)
    surface.blit(
        icons.icon("l:triangle-alert" if save.fault else ICONS[save.kind], size, theme.LOW),
        (at.left + scale(18), at.centery - size // 2),
    )
    left = at.left + scale(58)
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    right = joined(", ", (KINDS[save.kind], when(save.time)))
    taken = text.draw(surface, right, (at.right - scale(16), at.top + scale(22)), small, theme.LOW, "rc").width
    rules = rulesets().get(save.rules)
    head = joined(", ", (part for part in (save.title or save.path.name, rules.title if rules else save.rules) if part))
    room = at.right - scale(32) - taken - left
    text.draw(surface, text.fit(head, name, room), (left, at.top + scale(22)), name, theme.HIGH)
    told = save.fault or save.about
    levels = joined(say(" against "), (PLAYER_TITLES.get(level, level) for level in save.players.values()))
    line = joined(". ", (part for part in (capital(told), levels) if part))
    color = theme.palette().harm if save.fault else theme.BODY
    text.draw(surface, text.fit(line, small, at.right - scale(16) - left), (left, at.top + scale(45)), small, color)
