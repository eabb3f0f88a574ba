"""Replays: every game that was saved or played to its end, newest first; the chosen one with its table as it was left.

A game is played again in the background when it is chosen: what is wrong with its file is told here, in the list.
"""
from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from game.engine.match import Match
from game.errors import FileError, FiringArcError
from game.rulesets.registry import rulesets
from game.sim import paths, saves
from game.sim.saves import SaveInfo
from game.sim.settings import PLAYER_TITLES
from game.ui import theme
from game.ui.draw import icons, text
from game.ui.final_table import FinalTable
from game.ui.forms.controls import Row
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.sides import draw_side
from game.ui.forms.widget import Look
from game.ui.scenes.load import ICONS, KINDS, when
from game.ui.scenes.scene import Shell
from game.ui.stage import letter
from game.ui.thinking import Latest
from game.words import capital, joined, say, say_many, verbatim

ROW_HIGH, LIST_WIDE, WIDE = 66, 620, 1080
SIDE_HIGH = 30
PATIENCE = 0.15
"""Seconds that a game is chosen before it is played again."""


class ReplaysScene(Page):
    """`found` is the chosen game, or what is wrong with its file; None while it is being played again."""

    title = "Replays"
    default = "watch"
    takes_files = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._saves = saves.list_saves()
        self._faults = {save.path: fault for save in self._saves if (fault := fault_of(save))}
        self._chosen = self._saves[0].path if self._saves else None
        self._worker = Latest()
        self._games: dict[Path, Match] = {}
        self._table: FinalTable | None = None
        self._waited = 0.0
        self._asked: Path | None = None
        self._hasty = False

    @property
    def chosen(self) -> SaveInfo | None:
        return next((save for save in self._saves if save.path == self._chosen), None)

    @property
    def game(self) -> Match | None:
        """The chosen game, once it has been played again."""
        return self._games.get(self._chosen) if self._chosen is not None else None

    @property
    def fault(self) -> str:
        """What is wrong with the chosen file."""
        return self._faults.get(self._chosen, "") if self._chosen is not None else ""

    # --- the form
    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        off = say("There is no replay.") if self.chosen is None else self.fault
        foot = self.foot(FootButton("watch", "Watch", self._watch, "chief", "l:film", "Enter", off))
        if self.size[0] < s(WIDE):
            return [self._list(pygame.Rect(body)), foot]
        left, right = pygame.Rect(body), pygame.Rect(body)
        left.width = min(s(LIST_WIDE), body.width // 2)
        right.left, right.width = left.right, body.right - left.right
        return [self._list(left), self._details(right), foot]

    def _list(self, view: pygame.Rect) -> Region:
        s = self.scale
        region = Region("replays", view)
        box = pygame.Rect(view.left + s(EDGE), view.top + s(EDGE), view.width - 2 * s(EDGE), view.height)
        column = Column(region, box, s)
        if not self._saves:
            column.words("none", "There is no replay yet. Every game that is played can be watched here.",
                         theme.SENTENCE, theme.BODY)
        for save in self._saves:
            column.add(s(ROW_HIGH), partial(self._row, save))
            column.gap(4)
        column.close(EDGE)
        return region

    def _row(self, save: SaveInfo, rect: pygame.Rect) -> Row:
        fault = self._faults.get(save.path, "")
        return Row(f"replay_{save.path.name}", rect, save.path == self._chosen, partial(self._choose, save),
                   partial(_draw_replay, save, fault))

    def _details(self, view: pygame.Rect) -> Region:
        """The table as it was left, who played, and how it went."""
        s, save, match = self.scale, self.chosen, self.game
        region = Region("details", view)
        box = pygame.Rect(view.left + s(EDGE), view.top + s(EDGE), view.width - 2 * s(EDGE) - s(16), view.height)
        column = Column(region, box, s)
        if save is None:
            return region
        column.words("game", save.title or save.path.name, theme.CARD_NAME, theme.HIGH)
        column.gap(4)
        if self.fault:
            column.words("fault", self.fault, theme.SENTENCE, theme.palette().harm)
        elif match is None:
            column.words("reading", "Reading the game…", theme.SENTENCE, theme.LOW)
        else:
            self._add_game(column, save, match)
        column.gap(8)
        column.words("file", str(save.path), theme.SMALL, theme.LOW)
        column.close(EDGE)
        return region

    def _add_game(self, column: Column, save: SaveInfo, match: Match) -> None:
        s = self.scale
        count = len(match.journal.entries)
        told: list[str] = [capital(save.about), say_many("{n} command", "{n} commands", count),
                           say("seed {seed}", seed=match.journal.seed)]
        column.words("facts", joined(", ", told), theme.ROW, theme.BODY)
        result = match.state.result
        if result is not None:
            column.words("why", result.why, theme.SENTENCE, theme.LOW)
        column.gap(10)
        score = match.ruleset.score(match.state)
        for side, looks in match.state.sides.items():
            level = match.journal.header.players.get(side, "")
            words = joined(", ", (part for part in (looks.name, PLAYER_TITLES.get(level, level)) if part))
            paint = partial(draw_side, letter(side), words, right=str(score.get(side, 0)))
            column.drawn(f"side_{side}", s(SIDE_HIGH), paint)
            column.gap(4)
        column.gap(10)
        if self._table is not None:
            wide, high = column.width, self._table.height(column.width)
            room = column.region.view.bottom - column.y - s(60)
            if high > room > s(160):
                column.width = round(column.width * room / high)
                high = self._table.height(column.width)
            column.drawn("table", high, self._table.draw)
            column.width = wide

    def resized(self, size: tuple[int, int]) -> None:
        super().resized(size)
        if self._chosen and not self.form.focused:
            self.form.set_focus(f"replay_{self._chosen.name}", shown=False)

    # --- events
    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self.shell.open_replay(Path(event.file))
            return
        super().handle(event)

    def _choose(self, save: SaveInfo) -> None:
        self._chosen, self._waited, self._hasty = save.path, 0.0, False
        self._show_table()
        self.refresh()

    def _watch(self) -> None:
        """Opens the chosen game; one that is still being read opens as soon as it is there."""
        match = self.game
        if match is not None and self._chosen is not None:
            self.shell.show_replay(match, self._chosen)
        elif self._chosen is not None and not self.fault:
            self._hasty, self._waited = True, PATIENCE

    # --- reading
    def update(self, dt: float) -> None:
        self._waited += dt
        path = self._chosen
        if path is not None and path not in self._games and path not in self._faults and path != self._asked and (
                self._waited >= PATIENCE):
            self._asked = path
            self._worker.want(partial(_read, path))
        made = self._worker.take()
        if made is not None:
            self._take(*made)
        if self._table is not None and self._table.better():
            self.form.changed = True

    def _take(self, path: Path, match: Match | None, fault: str) -> None:
        self._asked = None
        if match is not None:
            self._games = {path: match}
        else:
            self._faults[path] = fault
        self._show_table()
        self.refresh()
        if self._hasty and path == self._chosen:
            self._hasty = False
            self._watch()

    def _show_table(self) -> None:
        if self._table is not None:
            self._table.close()
        match = self.game
        self._table = FinalTable(match, paths.cache_dir() / "tables") if match is not None else None

    def close(self) -> None:
        self._worker.close()
        if self._table is not None:
            self._table.close()


def fault_of(save: SaveInfo) -> str:
    """Why a game cannot be played again, as far as its head tells."""
    rules = rulesets().get(save.rules)
    if save.fault:
        return save.fault
    if rules is None:
        return say("played with rules that are not here: {rules}", rules=verbatim(save.rules))
    if rules.version != save.version:
        return say("played with {rules} {old}; this is {version}", rules=rules.title, old=save.version,
                   version=rules.version)
    return ""


def _read(path: Path) -> tuple[Path, Match | None, str]:
    """The game in a file, or what is wrong with it."""
    try:
        return path, saves.load_match(path)[0], ""
    except FiringArcError as error:
        return path, None, error.problem if isinstance(error, FileError) else str(error)


def _draw_replay(save: SaveInfo, fault: str, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    scale = look.scale
    size, left, right = scale(22), at.left + scale(50), at.right - scale(14)
    icon = icons.icon("l:triangle-alert" if fault else ICONS[save.kind], size, theme.LOW)
    surface.blit(icon, (at.left + scale(14), at.centery - size // 2))
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    taken = text.draw(surface, when(save.time), (right, at.top + scale(22)), small, theme.LOW, "rc").width
    rules = rulesets().get(save.rules)
    head = joined(", ", (p for p in (save.title or save.path.name, rules.title if rules else save.rules) if p))
    room = right - left - taken - scale(16)
    text.draw(surface, text.fit(head, name, room), (left, at.top + scale(22)), name, theme.HIGH)
    levels = joined(say(" against "), (PLAYER_TITLES.get(level, level) for level in save.players.values()))
    told = fault or joined(". ", (p for p in (KINDS[save.kind], capital(save.about), levels) if p))
    color = theme.palette().harm if fault else theme.BODY
    text.draw(surface, text.fit(told, small, right - left), (left, at.top + scale(45)), small, color)
