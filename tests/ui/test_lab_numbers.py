"""The Lab's numbers by real events: from the table to figures, set-ups compared, playing on stopped, other rules."""
from __future__ import annotations

import time
from concurrent.futures import Executor, ThreadPoolExecutor

import pygame
import pytest

from game.rulesets.registry import rulesets
from game.sim import paths
from game.sim.lab import edits, table_edits
from game.sim.lab.doc import empty
from game.sim.lab.lab import Lab
from game.sim.lab.numbers import Numbers
from game.ui.scenes.numbers import NumbersScene
from tests.ui.labdesk import LabHands

RULES = tuple(rulesets())
CTRL = pygame.KMOD_CTRL
READY = {"rezolution": ("glass_rat", "bailiff"), "grimdark_future": ("cm_rifles", "cm_rifles"),
         "rouge_elements": ("dace", "dace"), "cyberdark": ("crew_boss", "ganger")}


class NumberHands(LabHands):
    """Hands in the Lab, and on its numbers where they are open. With `executor` None there are real processes."""

    def __init__(self, rules: str = "rezolution", executor: Executor | None = None, **fields) -> None:
        lab = Lab(empty(rules), seed=7)
        known = [e.id for e in lab.ruleset.builder.catalogue()]
        one, other = (name if name in known else known[-1] for name in READY[rules])
        lab.edit(edits.add_unit(one, "blue", (17.0, 6.0)), "one")
        lab.edit(edits.add_unit(other, "red", (18.0, 13.0)), "other")
        lab.edit(table_edits.rounds(2), "rounds")
        super().__init__(lab, **fields)
        self.scene._numbers = Numbers(lab, executor)
        self.page: NumbersScene | None = None
        self.shell.push = self._pushed
        self.shell.pop = self._popped
        self.settle()

    @property
    def numbers(self) -> Numbers:
        return self.scene.numbers

    def _pushed(self, page) -> None:
        self.page = page
        page.resized(self.surface.get_size())
        page.draw(self.surface)

    def _popped(self) -> None:
        self.page = None

    def on_page(self, kind: int, **fields) -> None:
        assert self.page is not None
        self.page.handle(pygame.event.Event(kind, fields))
        if self.page is not None:
            self.page.update(0.02)
            self.page.draw(self.surface)

    def press_key(self, key: int, sign: str = "") -> None:
        self.actions += 1
        self.on_page(pygame.KEYDOWN, key=key, mod=0, unicode=sign)

    def press_widget(self, name: str, cell: int | None = None, of: int = 1) -> None:
        """A click on a control, scrolled to; on one of its `of` cells where it has several."""
        assert self.page is not None
        for region in self.page.form.regions:
            for widget in region.widgets:
                if widget.name != name:
                    continue
                region.scroll_to(widget.rect.centery - region.view.centery)
                at = region.place(widget)
                x = at.centerx if cell is None else at.left + at.width * (2 * cell + 1) // (2 * of)
                assert region.view.collidepoint(x, at.centery), f"{name} cannot be reached"
                self.actions += 1
                for kind, more in ((pygame.MOUSEMOTION, {"rel": (0, 0), "buttons": (0, 0, 0)}),
                                   (pygame.MOUSEBUTTONDOWN, {"button": 1}), (pygame.MOUSEBUTTONUP, {"button": 1})):
                    self.on_page(kind, pos=(x, at.centery), **more)
                return
        raise AssertionError(f"no {name}; there are {[w.name for r in self.page.form.regions for w in r.widgets]}")

    def type_into(self, name: str, words: str) -> None:
        self.press_widget(name)
        self.press_key(pygame.K_DELETE)
        self.on_page(pygame.TEXTINPUT, text=words)

    def words(self) -> str:
        """Everything that stands on the page as words."""
        assert self.page is not None
        return "\n".join(str(w.words) for r in self.page.form.regions for w in r.widgets if hasattr(w, "words"))

    def finish(self) -> None:
        while self.numbers.busy:
            self.numbers.poll(wait=True)
            self.page.update(0.2)
        self.page.update(0.2)
        self.page.refresh()
        self.page.draw(self.surface)


@pytest.fixture
def hands():
    made, pools = [], []

    def make(rules: str = "rezolution", real: bool = False, **fields) -> NumberHands:
        if not real:
            pools.append(ThreadPoolExecutor(1))
        made.append(NumberHands(rules, None if real else pools[-1], **fields))
        return made[-1]

    yield make
    for one in made:
        one.close()
    for pool in pools:
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("rules", RULES)
def test_from_the_table_to_a_thousand_runs(hands, rules: str) -> None:
    """F4 and Enter: what the viewer would most likely do to the target, told as exact and from 1,000 runs."""
    h = hands(rules)
    h.key(pygame.K_F4)
    assert h.page is not None and h.numbers.exact is not None
    assert "Exact" in h.words()
    h.press_key(pygame.K_RETURN)
    h.finish()
    assert h.numbers.sampled[0].sampling.done == 1000
    assert "From 1000 runs" in h.words() and "95 % from" in h.words()
    h.press_key(pygame.K_ESCAPE)
    assert h.page is None


def test_a_click_on_a_chance_opens_its_numbers(hands) -> None:
    h = hands()
    h.press("numbers", "Rattler SMG")
    assert h.page is not None and h.numbers.wish.title == "Rattler SMG"


def test_the_bar_and_the_menu_lead_there(hands) -> None:
    from game.ui.scenes.lab_menu import LabMenu

    h = hands()
    h.press("numbers")
    assert isinstance(h.page, NumbersScene)
    h.press_key(pygame.K_F4)
    assert h.page is None
    menu = LabMenu(h.shell, h.scene)
    menu.resized(h.surface.get_size())
    menu.form.find("numbers").activate()
    assert isinstance(h.page, NumbersScene)


def test_an_order_laid_out_in_play_is_asked_as_it_is(hands) -> None:
    """A move, which only the table can lay out: activated, the way clicked, F4."""
    h = hands()
    h.key(pygame.K_F2)
    from game.engine.commands import Command
    from game.ui.intents import Order

    shooter = next(h.lab.state.models_of("blue"))
    h.scene.carry_out(Order(Command(do="activate", by=shooter.unit)))
    h.settle()
    place = next(n for n, o in enumerate(h.scene.intents.options()) if o.do == "move")
    h.scene.input.do(("option", place))
    h.settle()
    h.click(h.inch(17.0, 8.0))
    h.key(pygame.K_F4)
    assert h.numbers.draft is not None and h.numbers.wish == h.numbers.draft
    assert h.numbers.draft.command.get("path") is not None
    h.press_key(pygame.K_RETURN)
    h.finish()
    assert h.numbers.sampled[0].sampling.done == 1000, "a move hurts nobody, and is asked all the same"


def test_the_answer_to_a_question_is_asked_as_well(hands) -> None:
    """A unit that holds is asked whom it shoots: its fire as laid out in play."""
    h = hands("grimdark_future")
    h.key(pygame.K_F2)
    from game.engine.commands import Command
    from game.ui.intents import Order

    unit = next(h.lab.state.models_of("blue")).unit
    h.scene.carry_out(Order(Command(do="hold", by=unit)))
    h.settle()
    h.key(pygame.K_F4)
    assert h.numbers.draft is not None and h.numbers.draft.asks == "shoot"
    h.press_key(pygame.K_RETURN)
    h.finish()
    assert h.numbers.sampled[0].harm.mean > 0.5


def test_two_set_ups_are_compared_by_hand(hands) -> None:
    h = hands("cyberdark")
    h.key(pygame.K_F4)
    h.press_widget("ask_Heavy pistol")
    h.type_into("runs", "600")
    h.press_widget("keep_A")
    h.press_key(pygame.K_ESCAPE)
    target = next(h.lab.state.models_of("red")).id
    h.click(h.at(target))
    h.drag(h.at(target), h.inch(18, 20))
    h.settle()
    h.key(pygame.K_F4)
    h.press_widget("run")
    h.finish()
    assert [a.letter for a in h.numbers.sampled] == ["A", "B"]
    harm, _ = h.numbers.harm_difference()
    assert harm.certain and harm.value < 0
    assert "B less A" in h.words()
    h.press_widget("keep_B")
    h.press_widget("forget_A")
    assert set(h.numbers.kept) == {"B"}


def test_playing_on_is_shown_saved_and_compared(hands, tmp_path) -> None:
    paths.use_data_dir(tmp_path)
    try:
        h = hands()
        h.key(pygame.K_F4)
        h.press_widget("tab", 1, 3)
        assert h.numbers.tab == "onward"
        h.press_widget("until", 2, 3)
        h.press_widget("level_red", 0, 2)
        assert h.numbers.until == "game" and h.numbers.levels == {"blue": "regular", "red": "recruit"}
        h.type_into("runs", "6")
        h.press_widget("run")
        h.finish()
        summary = h.numbers.played[0].summary
        assert summary.games == 6 and summary.head.levels["red"] == "recruit"
        names = {w.name.partition("_one")[0] for r in h.page.form.regions for w in r.widgets}
        assert {"wins", "rounds", "damage", "lost"} <= names, names
        h.press_widget("csv")
        h.press_widget("json")
        assert sorted(p.suffix for p in (tmp_path / "lab" / "numbers").iterdir()) == [".csv", ".json"]
        assert all("Saved" in words for words in h.shell.toasts)
    finally:
        paths.use_data_dir(None)


def test_a_running_order_shows_its_bar_and_is_stopped(hands) -> None:
    h = hands("rouge_elements")
    h.key(pygame.K_F4)
    h.press_widget("tab", 1, 3)
    h.type_into("runs", "5000")
    h.press_widget("until", 2, 3)
    h.press_widget("run")
    for _ in range(200):
        h.page.update(0.05)
        h.page.draw(h.surface)
        if h.numbers.progress[0]:
            break
        time.sleep(0.05)
    assert h.numbers.busy and h.page.form.find("progress") is not None
    h.press_widget("run")
    assert not h.numbers.busy and h.numbers.played[0].playing.stopped
    done = h.numbers.progress[0]
    assert 0 < done < 5000 and h.numbers.played[0].summary.games == done, "what has come stays"
    h.press_widget("tab", 0, 3)
    h.press_widget("run")
    h.finish()
    assert h.numbers.sampled[0].sampling.done == 1000, "nothing stands in the next one's way"


def test_the_window_goes_on_while_processes_work(hands) -> None:
    """With real processes: no frame waits for them, and what they find comes in."""
    h = hands("grimdark_future", real=True)
    h.key(pygame.K_F4)
    h.press_widget("tab", 1, 3)
    h.type_into("runs", "8")
    h.press_widget("run")
    slowest, end = 0.0, time.monotonic() + 90
    while h.numbers.busy and time.monotonic() < end:
        began = time.thread_time()
        h.page.update(0.016)
        h.page.draw(h.surface)
        slowest = max(slowest, time.thread_time() - began)
        time.sleep(0.01)
    assert h.numbers.played[0].playing.done == 8 and not h.numbers.played[0].playing.fault
    assert slowest < 0.2, "a frame that worked for the processes"


def test_other_rule_sets_answer_beside_this_one(hands) -> None:
    h = hands()
    h.key(pygame.K_F4)
    h.press_widget("tab", 2, 3)
    names = [w.name for r in h.page.form.regions for w in r.widgets if w.name.startswith("rules_")]
    assert names[0] == "rules_rezolution" and len(names) == len(RULES)
    before = h.numbers.elsewhere()[0].ground
    h.press_widget("inches", 2, 3)
    assert h.numbers.budget == 8.0 and h.numbers.elsewhere()[0].ground > before


def test_nonsense_is_refused_in_words(hands) -> None:
    h = hands()
    h.key(pygame.K_F4)
    h.type_into("runs", "0")
    h.press_widget("run")
    assert "whole number from 1 to 1 000 000" in h.shell.toasts[-1] and not h.numbers.sampled


def test_without_models_the_page_says_what_to_do(hands) -> None:
    h = hands()
    h.key(pygame.K_a, CTRL)
    h.key(pygame.K_DELETE)
    h.key(pygame.K_F4)
    assert "Put down a model for each side" in h.words()
    h.press_widget("run")
    assert "choose an order" in h.shell.toasts[-1]
    h.press_widget("tab", 2, 3)
    assert "Nobody looks at anybody" in h.words()


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 1.0),
                                             ((1920, 1080), 2.0), ((960, 540), 1.0)])
def test_every_size_has_room_for_every_control(hands, size, scale) -> None:
    h = hands("cyberdark", size=size, scale=scale)
    h.key(pygame.K_F4)
    h.type_into("runs", "40")
    h.press_widget("keep_A")
    h.press_widget("run")
    h.finish()
    for tab in range(3):
        h.press_widget("tab", tab, 3)
        for region in h.page.form.regions:
            for number, widget in enumerate(region.widgets):
                assert widget.rect.left >= 0 and widget.rect.right <= size[0], widget.name
                assert widget.rect.collidelist([w.rect for w in region.widgets[number + 1:]]) < 0, widget.name
