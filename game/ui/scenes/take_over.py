"""A replay is taken over at a decision: as a new game, with who plays which side and with which dice, or as a Lab."""
from __future__ import annotations

from functools import partial

import pygame

from game.sim.course import Stop
from game.sim.session import Session, players_of, random_seed
from game.sim.settings import PLAYER_TITLES
from game.ui import theme
from game.ui.forms.buttons import Button, Kind, button_width
from game.ui.forms.controls import Choice, titles_within
from game.ui.forms.form import Region
from game.ui.forms.page import Column
from game.ui.forms.sides import draw_side
from game.ui.forms.widget import Act, label_height
from game.ui.replay.watch import Watch
from game.ui.scenes.notice import PAD, Panel
from game.ui.scenes.scene import Shell
from game.ui.stage import letter
from game.words import say

WIDE, SIDE_HIGH, CHOICE_HIGH = 560, 30, 36
DICE = (say("Other dice"), say("The same dice"))
ABOUT = say("What was played up to here stays as it was, and so does the replay. With the same dice, the same orders "
            "bring the same results.")


class TakeOver(Panel):
    """Enter begins the game, Esc goes back to the replay."""

    title = "Take over from here"
    default = "game"

    def __init__(self, shell: Shell, watch: Watch, stop: Stop) -> None:
        super().__init__(shell)
        self.watch, self.stop = watch, stop
        self.rules = watch.match.ruleset.id
        self.levels = players_of(watch.match.ruleset)
        self.players = {side: self._player(side) for side in watch.match.state.sides}
        self.same_dice = False
        self.form.focused = "game"

    def _player(self, side: str) -> str:
        """Who played the side; where nobody did, a person plays the one to decide, and the computer the others."""
        known = self.watch.match.journal.header.players
        if any(level in ("human", "gm") for level in known.values()) and known.get(side) in self.levels:
            return known[side]
        return "human" if side == self.stop.side else "regular"

    # --- the form
    def regions(self) -> list[Region]:
        s, box = self.scale, self.box()
        view = box.inflate(-2 * s(PAD), -2 * s(PAD))
        view.height -= s(theme.BUTTON_HEIGHT) + s(theme.GAP_LARGE)
        region = Region("choices", view)
        column = Column(region, view, s)
        column.width -= s(16)
        column.words("title", self.title, theme.CARD_NAME, theme.HIGH)
        column.gap(4)
        column.words("where", self._where(), theme.SENTENCE, theme.BODY)
        column.gap(14)
        for side in self.players:
            self._add_side(column, side)
        column.gap(6)
        column.add(s(CHOICE_HIGH), lambda rect: Choice("dice", rect, DICE, int(self.same_dice), self._set_dice))
        column.gap(10)
        column.words("about", ABOUT, theme.SMALL, theme.LOW)
        column.close()
        return [region, self._buttons(box)]

    def _where(self) -> str:
        decision = self.watch.decision_words(self.stop)
        return say("{counted}. {decision}.", counted=self.watch.counted(), decision=decision)

    def _add_side(self, column: Column, side: str) -> None:
        name = self.watch.match.state.sides[side].name
        column.drawn(f"side_{side}", self.scale(SIDE_HIGH), partial(draw_side, letter(side), name))
        column.gap(4)
        titles = titles_within([PLAYER_TITLES[level] for level in self.levels], self.scale, column.width)
        chosen = self.levels.index(self.players[side])
        column.add(self.scale(CHOICE_HIGH), lambda rect: Choice(
            f"player_{side}", rect, titles, chosen, partial(self._set_player, side)))
        column.gap(12)

    def _buttons(self, box: pygame.Rect) -> Region:
        s, high = self.scale, self.scale(theme.BUTTON_HEIGHT)
        bar = pygame.Rect(box.left + s(PAD), box.bottom - s(PAD) - high, box.width - 2 * s(PAD), high)
        region, right = Region("buttons", bar), bar.right
        offered: tuple[tuple[str, str, Act, Kind, str, str], ...] = (
            ("game", say("As a game"), self._game, "chief", "", "Enter"),
            ("lab", say("As a Lab"), self._lab, "plain", "l:flask-conical", ""))
        for name, title, act, kind, icon, key in offered:
            wide = button_width(title, s, icon, key)
            at = pygame.Rect(right - wide, bar.top, wide, high)
            region.widgets.insert(0, Button(name, at, title, act, kind=kind, icon=icon, key=key))
            right = at.left - s(theme.GAP_SMALL)
        wide = button_width("Back", s, "", "Esc")
        at = pygame.Rect(bar.left, bar.top, wide, high)
        region.widgets.insert(0, Button("back", at, "Back", self.back, key="Esc"))
        return region

    def box(self) -> pygame.Rect:
        s = self.scale
        wide = min(s(WIDE), self.size[0] - s(32))
        room = wide - 2 * s(PAD) - s(16)
        high = label_height(self.title, theme.CARD_NAME, room, s) + label_height(self._where(), theme.SENTENCE, room, s)
        high += len(self.players) * (s(SIDE_HIGH) + s(4) + s(CHOICE_HIGH) + s(12)) + s(CHOICE_HIGH) + s(36)
        high += label_height(ABOUT, theme.SMALL, room, s) + 2 * s(PAD) + s(theme.BUTTON_HEIGHT) + s(theme.GAP_LARGE)
        box = pygame.Rect(0, 0, wide, min(high, self.size[1] - s(32)))
        box.center = self.size[0] // 2, self.size[1] // 2
        return box

    # --- what is chosen
    def _set_player(self, side: str, level: int) -> None:
        self.players[side] = self.levels[level]
        self.refresh()

    def _set_dice(self, number: int) -> None:
        self.same_dice = bool(number)
        self.refresh()

    def _game(self) -> None:
        match = self.watch.course.game_at(self.stop)
        if not self.same_dice:
            match.reseed(random_seed())
        self.shell.sound.play("confirm")
        self.shell.enter(Session.take_over(match, self.players))

    def _lab(self) -> None:
        match = self.watch.course.game_at(self.stop)
        if not self.same_dice:
            match.reseed(random_seed())
        self.shell.sound.play("confirm")
        self.shell.open_lab_with(match)
