"""The Lab's numbers in the window: one order many times, a position played on many times, other rule sets beside it."""
from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from game.errors import FiringArcError
from game.sim import paths
from game.sim.lab import results
from game.sim.lab.doc import verdict_of
from game.sim.lab.numbers import Numbers, Tab
from game.table.forcefile import slug
from game.ui import theme
from game.ui.forms.controls import Choice, choice_width, titles_within
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.lab import numbers_rules
from game.ui.lab.numbers_asks import Asks
from game.ui.lab.numbers_found import Found, side_by_side
from game.ui.scenes.scene import Shell
from game.words import say

ASKS, SLIM_ASKS, NARROW = 400, 330, 900
"""px at 100 %: the left column, the same in a small window, and the width under which all is one column."""
OFTEN = 0.1
"""Seconds between two pictures of what is coming in."""
TABS: tuple[tuple[Tab, str], ...] = (
    ("order", say("One order")), ("onward", say("Play on")), ("rules", say("Other rules")))


class NumbersScene(Page):
    """Esc or F4 goes back to the table; what runs goes on meanwhile, and its figures are there when one comes back."""

    title = "Numbers"
    default = "run"

    def __init__(self, shell: Shell, numbers: Numbers) -> None:
        super().__init__(shell)
        self.numbers, self.rules = numbers, numbers.lab.doc.rules
        self.asks, self.found = Asks(numbers, self.refresh), Found(numbers)
        self._waited, self._came = 0.0, False
        if numbers.tab != "rules":
            numbers.workers.warm_up()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F4:
            self.back()
            return
        super().handle(event)

    def update(self, dt: float) -> None:
        """Takes in what has come, and shows it a few times a second."""
        self._came |= self.numbers.poll()
        self._waited += dt
        if self._came and (self._waited >= OFTEN or not self.numbers.busy):
            self._waited, self._came = 0.0, False
            self.refresh()

    # --- the form
    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        if self.size[0] < s(NARROW):
            region = Region("numbers", body)
            column = Column(region, pygame.Rect(s(EDGE), body.top + s(EDGE), body.width - 2 * s(EDGE) - s(12), 0), s)
            if self.numbers.asked and self.numbers.tab != "rules":  # what came of it first
                column.y = self._figures(region, pygame.Rect(column.left, column.y, column.width, 0)) + s(EDGE)
                self.asks.fill(column)
                column.close(EDGE)
            else:
                self.asks.fill(column)
                self._figures(region, pygame.Rect(column.left, column.y + s(EDGE), column.width, 0))
            return [self._tabs(), region, self._foot()]
        wide = s(ASKS if self.size[0] >= s(1400) else SLIM_ASKS)
        left = Region("asks", pygame.Rect(0, body.top, wide + s(EDGE), body.height))
        column = Column(left, pygame.Rect(s(EDGE), body.top + s(EDGE), wide - s(24), 0), s)
        self.asks.fill(column)
        column.close(EDGE)
        right = Region("found", pygame.Rect(left.view.right, body.top, body.width - left.view.width, body.height))
        self._figures(right, pygame.Rect(right.view.left + s(EDGE), body.top + s(EDGE),
                                         right.view.width - 2 * s(EDGE) - s(8), 0))
        return [self._tabs(), left, right, self._foot()]

    def _figures(self, region: Region, box: pygame.Rect) -> int:
        """What came of it; two set-ups side by side where there is room. Where it ends."""
        numbers, s, found = self.numbers, self.scale, self.found
        column = Column(region, box, s)
        if numbers.tab == "rules":
            numbers_rules.fill(numbers, column)
            column.close(EDGE)
            return column.y
        found.progress(column)
        asked = list(numbers.asked)
        if not asked and numbers.tab == "order":
            found.order_now(column)
        elif not asked:
            column.words("hint", say("Enter plays the position on, many times, by computer players."), theme.SENTENCE,
                         theme.LOW)
        if numbers.tab == "order":
            found.order_differences(column)
        else:
            found.run_differences(column)
        beside = side_by_side(asked, box.width, s)
        wide = (box.width - s(EDGE)) // 2 if beside else box.width
        low = column.y
        for number in range(len(asked)):
            at = pygame.Rect(box.left + (number * (wide + s(EDGE)) if beside else 0), column.y if beside else low, wide,
                             0)
            part = Column(region, at, s)
            if numbers.tab == "order":
                found.order(part, numbers.sampled[number])
            else:
                found.runs(part, numbers.played[number])
            low = max(low, part.y)
        column.y = low
        column.close(EDGE)
        return low

    def _tabs(self) -> Region:
        s = self.scale
        titles = titles_within([title for _, title in TABS], s, self.size[0] - s(220))
        wide = min(choice_width(titles, s), self.size[0] - s(220))
        rect = pygame.Rect(self.size[0] - wide - s(EDGE), s(7), wide, s(32))
        chosen = [tab for tab, _ in TABS].index(self.numbers.tab)
        return Region("tabs", rect.copy(), [Choice("tab", rect, titles, chosen, self._choose_tab)])

    def _choose_tab(self, place: int) -> None:
        self.numbers.tab = TABS[place][0]
        for region in self.form.regions:
            region.scroll = 0
        self.refresh()

    def _foot(self) -> Region:
        numbers = self.numbers
        none = "" if results.has_results(numbers) else say("There are no results yet: run something first.")
        save = [FootButton("csv", "CSV", partial(self._save, ".csv"), icon="l:save", off=none),
                FootButton("json", "JSON", partial(self._save, ".json"), icon="l:save", off=none)]
        if numbers.tab == "rules":
            return self.foot(*save)
        if numbers.busy:
            return self.foot(*save, FootButton("run", say("Stop"), self._stop, "danger", "l:square", "Enter"))
        return self.foot(*save, FootButton("run", say("Run", context="begin"), self._run, "chief", "l:play", "Enter"))

    # --- what can be done
    def _run(self) -> None:
        try:
            self.numbers.run()
        except FiringArcError as error:
            self.shell.toast(str(verdict_of(error)), "harm")
            self.shell.sound.play("refuse")
        self.refresh()

    def _stop(self) -> None:
        self.numbers.stop()
        self.refresh()

    def _save(self, ending: str) -> None:
        try:
            path = _free(self.numbers, ending)
            results.write(self.numbers, path)
        except FiringArcError as error:
            self.shell.toast(str(error), "harm")
            return
        self.shell.toast(say("Saved as {path}", path=path), "good")


def _free(numbers: Numbers, ending: str) -> Path:
    """A file of its own for these results, among the Lab's."""
    stem = f"{slug(numbers.lab.doc.title) or 'table'}-{numbers.tab}"
    folder = paths.lab_dir() / "numbers"
    number = 1
    while (folder / f"{stem}-{number}{ending}").exists():
        number += 1
    return folder / f"{stem}-{number}{ending}"
