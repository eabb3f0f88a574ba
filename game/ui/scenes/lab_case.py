"""Keep as a case: what was played in the Lab becomes a rule case. One says what it is called and about which rules, and
ticks what must hold; what may be ticked was found to hold."""
from __future__ import annotations

import re
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pygame

from game.errors import FiringArcError
from game.sim import paths
from game.sim.lab import casewriting, expecting
from game.sim.lab.casewriting import Draft, Label, Refusal
from game.sim.lab.expecting import Offer
from game.sim.lab.lab import Lab
from game.table.forcefile import slug
from game.ui import theme
from game.ui.forms.controls import Stepper, Switch, TextField
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.tick import TickLine, tick_height
from game.ui.scenes.notice import Notice
from game.ui.scenes.scene import Shell
from game.words import joined, say, say_many, verbatim

if TYPE_CHECKING:
    from game.ui.scenes.lab import LabScene

Made: TypeAlias = tuple[Draft, list[Offer], list[Refusal]]
FIELD_HIGH, STEPPER_HIGH, FORM_WIDE, NARROW = 40, 56, 380, 860
WIDEST = 900
MOST_REFUSALS = 60
SOON = 0.08
"""Seconds that a case is waited for before the page shows without it: most are there by then."""


class CasePage(Page):
    """`draft` is the case so far, None where none can be made (`fault` says why). `ticked` are the offers and refusals
    that are expected, by their place in the list."""

    title = "Keep as a case"
    default = "save"

    def __init__(self, shell: Shell, scene: LabScene) -> None:
        super().__init__(shell)
        self.scene = scene
        self.rules = scene.lab.doc.rules
        self.orders = min(1, casewriting.orders_to_tell(scene.lab))
        self.name, self.called, self.cites = self._first_name()
        self.also_same = False
        self.draft: Draft | None = None
        self.fault = ""
        self.offers: list[Offer] = []
        self.refusals: list[Refusal] = []
        self.ticked: set[tuple[str, int]] = set()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="case")
        self._making: Future[Made] | None = None
        self._again = False
        self._draw_up()

    def _first_name(self) -> tuple[str, str, str]:
        opened = self.scene.lab.case
        if opened is not None:
            return Path(opened.path).stem, opened.case.title, ", ".join(opened.case.cites)
        title = self.scene.lab.doc.title
        return slug(title).replace("-", "_") or "case", title, ""

    def _draw_up(self) -> None:
        """The case of so many orders, with what could be expected of it: begun here, made off the window's thread,
        for a large battle takes a second or two."""
        self.fault, self.draft, self.offers, self.refusals, self.ticked = "", None, [], [], set()
        self._again = self._making is not None
        if self._making is None:
            desk = self.scene.desk
            self._making = self._pool.submit(_made, self.scene.lab, self.orders, (desk.viewer, desk.target))
            wait([self._making], SOON)
            self._take_over()

    def _take_over(self) -> bool:
        """Takes in the case that was made. False while there is none."""
        making = self._making
        if making is None or not making.done():
            return False
        self._making = None
        if self._again:
            self._draw_up()
            return True
        try:
            self.draft, self.offers, self.refusals = making.result()
        except FiringArcError as error:
            self.fault = str(error)
        self.ticked = {("offer", n) for n, offer in enumerate(self.offers) if offer.likely}
        if not self.cites:
            self.cites = ", ".join(self._rules_told()[:3])
        return True

    def update(self, dt: float) -> None:
        if self._take_over():
            self.refresh()

    def settle(self) -> None:
        """Waits for the case that is being made."""
        while self._making is not None:
            wait([self._making])
            self.update(0.0)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _rules_told(self) -> list[str]:
        """The rules that the last order cited, the first one first."""
        events = self.draft.moments[-1].match.events if self.draft is not None else []
        return list(dict.fromkeys(e.rule for e in events if e.rule and getattr(e, "dice", None)))

    # --- the form
    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        if body.width < s(NARROW):
            region = Region("all", body)
            column = self._column(region, body, min(s(WIDEST), body.width - 2 * s(EDGE) - s(16)))
            self._form(column)
            column.gap(16)
            self._list(column)
            column.close(EDGE)
            return [region, self._foot()]
        left = pygame.Rect(body.left, body.top, s(FORM_WIDE) + 2 * s(EDGE), body.height)
        right = pygame.Rect(left.right, body.top, body.width - left.width, body.height)
        form, told = Region("form", left), Region("list", right)
        column = self._column(form, left, s(FORM_WIDE))
        self._form(column)
        column.close(EDGE)
        column = self._column(told, right, min(s(WIDEST), right.width - s(EDGE) - s(16)), margin=0)
        self._list(column)
        column.close(EDGE)
        return [form, told, self._foot()]

    def _column(self, region: Region, box: pygame.Rect, wide: int, margin: int = EDGE) -> Column:
        s = self.scale
        return Column(region, pygame.Rect(box.left + s(margin), box.top + s(EDGE), wide, box.height), s)

    def _form(self, column: Column) -> None:
        s = self.scale
        for name, title, value, longest in (
                ("name", say("File"), self.name, 60), ("called", say("Title", context="a name"), self.called, 120),
                ("cites", say("Rules it is about, as RZ-6.5"), self.cites, 120)):
            column.words(f"{name}_title", title, theme.SMALL, theme.LOW)
            column.gap(4)
            column.add(s(FIELD_HIGH), partial(self._field, name, value, longest))
            column.gap(12)
        place = verbatim("/".join(self.path.parts[-3:]))  # whole it would be longer than the column is wide
        column.words("where", say("Kept as {path}", path=place), theme.SMALL, theme.LOW)
        column.gap(16)
        most = casewriting.orders_to_tell(self.scene.lab)
        played = say_many("the last order", "the last {n} orders", self.orders)
        lines = (played if self.orders else say("the table alone"), self._begins())
        column.words("orders_title", say("What it plays"), theme.SMALL, theme.LOW)
        column.gap(4)
        column.add(s(STEPPER_HIGH), lambda rect: Stepper("orders", rect, lines, self._orders, enabled=most > 0,
                                                         hint="" if most else say("Nothing has been ordered yet.")))
        if self.scene.lab.now.match.run is not None:
            column.gap(4)
            column.words("waits", say("The order that waits for an answer is left out."), theme.SMALL, theme.LOW)
        column.gap(16)
        if self.draft is not None:
            dice = ", ".join(map(str, self.draft.dice)) or say("none")
            column.words("dice", say("Dice: {dice}", dice=dice), theme.SMALL, theme.BODY)
            for number, step in enumerate(self.draft.steps, 1):
                column.words(f"step_{number}", _step_line(number, step), theme.SMALL, theme.BODY)
        if self.fault:
            column.words("fault", self.fault, theme.SENTENCE, theme.palette().harm)

    def _field(self, name: str, value: str, longest: int, rect: pygame.Rect) -> TextField:
        return TextField(name, rect, value, partial(self._typed, name), longest=longest)

    def _begins(self) -> str:
        if self._making is not None:
            return say("Working it out.")
        if self.draft is None:
            return say("cannot be told")
        steps = len(self.draft.steps)
        return say_many("{n} step", "{n} steps", steps) if steps else say("no step")

    def _list(self, column: Column) -> None:
        s = self.scale
        column.heading("expected", say("What must hold"))
        column.add(s(32), lambda rect: Switch("also_same", rect, say("Show what stayed as it was, too"),
                                              self.also_same, self._show_same))
        column.gap(8)
        after = None
        for number, offer in enumerate(self.offers):
            if not (offer.changed or self.also_same or ("offer", number) in self.ticked):
                continue
            if offer.after != after:
                after = offer.after
                column.gap(8)
                column.words(f"after_{number}", self._after(after), theme.NAME, theme.HIGH)
            self._tick(column, ("offer", number), offer.words, offer.likely)
        if self.refusals:
            column.gap(16)
            column.heading("refused", say("What must be refused at the end"))
        for number, refusal in enumerate(self.refusals):
            told = joined("", (refusal.words, ". ", refusal.verdict.reason, verbatim(
                f" ({refusal.verdict.rule})" if refusal.verdict.rule else "")))
            self._tick(column, ("refusal", number), told, False)

    def _tick(self, column: Column, key: tuple[str, int], words: str, strong: bool) -> None:
        name = f"{key[0]}_{key[1]}"
        column.add(tick_height(words, column.width, self.scale), lambda rect: TickLine(
            name, rect, words, key in self.ticked, partial(self._turn, key), strong=strong))

    def _after(self, after: int) -> str:
        if not after or self.draft is None:
            return say("At the beginning")
        return say("After step {number}: {step}", number=after, step=verbatim(self.draft.steps[after - 1]["do"]))

    def _foot(self) -> Region:
        off = self.fault or (say("Working it out.") if self._making is not None else "")
        off = off or (say("Give the file a name.") if not slug(self.name) else "")
        if not off and not self.ticked:
            off = say("Tick what must hold: a case that expects nothing tests nothing.")
        return self.foot(FootButton("save", "Keep the case", self._save, "chief", "l:check", "Enter", off))

    # --- what is done
    @property
    def path(self) -> Path:
        """Where it goes: the file that the opened case came from where it is called so, else among one's own."""
        opened = self.scene.lab.case
        if opened is not None and Path(opened.path).stem == self.name and not opened.case.where:
            return Path(opened.path)
        return paths.cases_dir() / self.rules / f"{re.sub(r'[^a-z0-9_-]+', '_', self.name.casefold()).strip('_')}.toml"

    def _typed(self, name: str, words: str) -> None:
        setattr(self, name, words)
        self.refresh()

    def _orders(self, by: int) -> None:
        most = casewriting.orders_to_tell(self.scene.lab)
        self.orders = (self.orders + by) % (most + 1)
        self._draw_up()
        self.refresh()

    def _show_same(self, on: bool) -> None:
        self.also_same = on
        self.refresh()

    def _turn(self, key: tuple[str, int], on: bool) -> None:
        (self.ticked.add if on else self.ticked.discard)(key)
        self.refresh()

    def text(self) -> str:
        """The case file as it would be written."""
        assert self.draft is not None
        offers = [offer for n, offer in enumerate(self.offers) if ("offer", n) in self.ticked]
        refused = [refusal for n, refusal in enumerate(self.refusals) if ("refusal", n) in self.ticked]
        cites = tuple(word for word in re.split(r"[\s,;]+", self.cites) if word)
        expects = expecting.expected(offers, refused, len(self.draft.steps))
        return casewriting.case_text(self.draft, Label(title=self.called or self.name, cites=cites), refused, expects)

    def _save(self) -> None:
        if self.path.exists():
            self.shell.push(Notice(self.shell, "Replace this case?",
                                   say("{path} is there already.", path=str(self.path)), action=say("Replace"),
                                   act=self._write))
            return
        self._write()

    def _write(self) -> None:
        try:
            casewriting.write_case(self.path, self.text())
        except FiringArcError as error:
            self.shell.fail(error)
            return
        self.shell.toast(say("Kept as {path}; it passes.", path=str(self.path)), "good")
        self.back()


def _made(lab: Lab, orders: int, pair: tuple[str, str]) -> Made:
    """A case of the last orders, with what it could expect and what it could have refused. Raises FiringArcError."""
    draft = casewriting.drafted(lab, orders)
    return draft, expecting.offers(draft, pair), expecting.refusals(draft.rules, draft.end)[:MOST_REFUSALS]


def _step_line(number: int, step: dict[str, object]) -> str:
    told = " ".join(expecting.value_words(step[key]) for key in ("do", "by", "weapon", "at", "answer") if isinstance(
        step.get(key), (str, bool, int)))
    return verbatim(f"{number}. {told}")
