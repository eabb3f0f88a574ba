"""The left column of the Lab's numbers: what is asked, how often, by whom, and of which set-ups."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.ai.levels import LEVELS
from game.sim.lab.numbers import LETTERS, Letter, Numbers
from game.sim.lab.offers import Offer
from game.sim.lab.onward import UNTIL
from game.sim.lab.set_ups import titled
from game.ui import theme
from game.ui.draw import icons, text
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.controls import Choice, Row, Stepper, TextField, titles_within
from game.ui.forms.page import Column
from game.ui.forms.widget import Look
from game.ui.lab.desk import BUDGETS
from game.ui.stage import known_icon
from game.ui.theme import Scale
from game.words import joined, say

LINE, FIELD, CHOICE = 40, 40, 38
TITLE, REASON = 32, 20
"""px at 100 % of an order's title where lines tell under it why it cannot be asked, and of each of them."""
NO_TURN = "crosshair"


class Asks:
    """Fills a column for a tab. `changed` is called after anything was chosen."""

    def __init__(self, numbers: Numbers, changed: Callable[[], None]) -> None:
        self.numbers, self.changed = numbers, changed

    def fill(self, column: Column) -> None:
        tab = self.numbers.tab
        if tab == "order":
            self._orders(column)
            self._often(column)
            self._spending(column)
        elif tab == "onward":
            self._until(column)
            self._often(column)
            self._levels(column)
        else:
            self._inches(column)
        if tab != "rules":
            self._set_ups(column)

    # --- one order
    def _orders(self, column: Column) -> None:
        numbers, models = self.numbers, self.numbers.lab.state.models
        column.heading("h_asked", say("What is asked"))
        viewer, target = models.get(numbers.viewer), models.get(numbers.target)
        if viewer is not None and target is not None:
            pair = say("{viewer} on {target}", viewer=viewer.name, target=target.name)
            column.words("pair", pair, theme.NAME, theme.HIGH)
            column.gap(6)
        if numbers.draft is not None:
            self._offer(column, Offer(title=say("As laid out in Play: {order}", order=numbers.draft.title),
                                      icon=numbers.draft.icon, wish=numbers.draft))
        for offer in numbers.offers:
            self._offer(column, offer)
        if numbers.draft is None and not numbers.offers:
            column.words("none", say("Put down a model for each side and choose them, or lay an order out in Play (F2) "
                                     "and press F4."), theme.SENTENCE, theme.LOW)
        column.gap(theme.GAP_LARGE)

    def _offer(self, column: Column, offer: Offer) -> None:
        numbers = self.numbers
        chosen = offer.wish is not None and offer.wish == numbers.wish

        def row(rect: pygame.Rect) -> Row:
            made = Row(f"ask_{offer.title}", rect, chosen, partial(self._choose, offer), partial(_draw_offer, offer))
            made.enabled, made.hint = offer.wish is not None, offer.verdict.reason
            return made

        s = column.scale
        refused = s(TITLE) + len(_reason(offer, column.width, s)) * s(REASON)
        column.add(s(LINE) if offer.wish is not None else refused, row)

    def _choose(self, offer: Offer) -> None:
        if offer.wish is not None:
            self.numbers.choose(offer.wish)
            self.changed()

    def _spending(self, column: Column) -> None:
        """Who pays for rerolls: nobody, as in the exact odds, or as the computer would."""
        titles = (say("left out"), say("paid for"))
        column.heading("h_spend", say("Luck and rerolls"))
        self._choice(column, "spend", titles, int(self.numbers.spend), self._set_spend)

    def _set_spend(self, place: int) -> None:
        self.numbers.spend = bool(place)
        self.changed()

    # --- playing on
    def _until(self, column: Column) -> None:
        column.heading("h_until", say("Play on to the end of the"))
        titles = (say("activation", context="end of the"), say("round", context="end of the"),
                  say("game", context="end of the"))
        self._choice(column, "until", titles, UNTIL.index(self.numbers.until), self._set_until)

    def _set_until(self, place: int) -> None:
        self.numbers.until = UNTIL[place]
        self.changed()

    def _levels(self, column: Column) -> None:
        names = list(LEVELS)
        titles = [say("Recruit") if name == "recruit" else say("Regular") if name == "regular" else name
                  for name in names]
        for side in self.numbers.lab.state.sides.values():
            column.heading(f"h_{side.id}", say("{side} is played by", side=side.name))
            level = self.numbers.levels.get(side.id, names[-1])
            self._choice(column, f"level_{side.id}", titles, names.index(level), partial(self._set_level, side.id))

    def _set_level(self, side: str, place: int) -> None:
        self.numbers.levels[side] = list(LEVELS)[place]
        self.changed()

    # --- other rules
    def _inches(self, column: Column) -> None:
        numbers = self.numbers
        models = numbers.lab.state.models
        column.heading("h_rules", say("The same table under every rule set"))
        if numbers.viewer in models and numbers.target in models:
            column.words("pair", say("{viewer} on {target}", viewer=models[numbers.viewer].name,
                                     target=models[numbers.target].name), theme.NAME, theme.HIGH)
        column.gap(theme.GAP_SMALL)
        column.words("told", say("Others of the same size stand in for the models: sight, cover and movement are "
                                 "compared, and nothing of a profile."), theme.SENTENCE, theme.LOW)
        column.gap(theme.GAP)
        lines = (say("{inches:g}″", inches=numbers.budget), say("of movement"))
        column.add(column.scale(58), lambda rect: Stepper("inches", rect, lines, self._step_inches))
        column.gap(theme.GAP)

    def _step_inches(self, step: int) -> None:
        place = BUDGETS.index(self.numbers.budget) if self.numbers.budget in BUDGETS else 0
        self.numbers.budget = BUDGETS[max(0, min(len(BUDGETS) - 1, place + step))]
        self.changed()

    # --- what several tabs have
    def _often(self, column: Column) -> None:
        numbers = self.numbers
        tab = numbers.tab
        column.heading("h_often", say("How often"))
        column.add(column.scale(FIELD), lambda rect: TextField(
            "runs", rect, numbers.counts[tab], self._set_count, longest=9, allowed=lambda sign: sign in "0123456789 ,",
            empty=say("runs"), icon="l:repeat"))
        column.gap(theme.GAP_LARGE)

    def _set_count(self, words: str) -> None:
        self.numbers.counts[self.numbers.tab] = words

    def _choice(self, column: Column, name: str, titles: tuple[str, ...] | list[str], chosen: int,
                choose: Callable[[int], None]) -> None:
        shown = titles_within(titles, column.scale, column.width)
        column.add(column.scale(CHOICE), lambda rect: Choice(name, rect, shown, chosen, choose))
        column.gap(theme.GAP_LARGE)

    def _set_ups(self, column: Column) -> None:
        """A and B, and what is done with them."""
        numbers, s = self.numbers, column.scale
        column.heading("h_set_ups", say("Compare two set-ups"))
        if not numbers.kept:
            column.words("how", say("Keep the table as A, change it in the Lab, and run again: A and the changed table "
                                    "are compared."), theme.SENTENCE, theme.LOW)
            column.gap(theme.GAP_SMALL)
        for letter in LETTERS:
            kept = numbers.kept.get(letter)
            if kept is not None:
                column.words(f"kept_{letter}", joined(": ", (letter, titled(kept))), theme.ROW, theme.BODY)
            elif numbers.kept:
                column.words(f"kept_{letter}", joined(": ", (letter, say("the table as it is now"))), theme.ROW,
                             theme.LOW)
            column.gap(4)
            left = column.left
            row = column.take(s(theme.BUTTON_HEIGHT - 6))
            for name, title, act, on in self._set_up_buttons(letter):
                if on:
                    wide = min(button_width(title, s), column.width)
                    column.region.widgets.append(Button(name, pygame.Rect(left, row.top, wide, row.height), title, act))
                    left += wide + s(theme.GAP_SMALL)
            column.gap(theme.GAP)

    def _set_up_buttons(self, letter: Letter) -> tuple[tuple[str, str, Callable[[], None], bool], ...]:
        kept = letter in self.numbers.kept
        return (
            (f"keep_{letter}", say("Keep as {letter}", letter=letter), partial(self._keep, letter), True),
            (f"forget_{letter}", say("Forget {letter}", letter=letter), partial(self._forget, letter), kept),
        )

    def _keep(self, letter: Letter) -> None:
        self.numbers.keep(letter)
        self.changed()

    def _forget(self, letter: Letter) -> None:
        self.numbers.forget(letter)
        self.changed()


def _reason(offer: Offer, width: int, scale: Scale) -> list[str]:
    """The lines that tell why an order cannot be asked."""
    return text.wrap(offer.verdict.reason, scale.style(theme.SMALL), width - scale(50))


def _draw_offer(offer: Offer, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    """An order with its icon; why it cannot be asked stands under it."""
    scale, ok = look.scale, offer.wish is not None
    size = scale(22)
    surface.blit(icons.icon(known_icon(offer.icon, NO_TURN), size, theme.palette().act if ok else theme.OFF),
                 (at.left + scale(10), at.centery - size // 2))
    left, room = at.left + scale(42), at.width - scale(50)
    style, small = scale.style(theme.ROW), scale.style(theme.SMALL)
    middle = at.centery if ok else at.top + scale(15)
    text.draw(surface, text.fit(offer.title, style, room), (left, middle), style, theme.HIGH if ok else theme.OFF, "lc")
    for number, line in enumerate([] if ok else _reason(offer, at.width, scale)):
        text.draw(surface, line, (left, at.top + scale(37) + number * scale(REASON)), small, theme.LOW, "lc")
