"""The Lab: a battle's screen with all hands free. What lies on the table is edited; both sides are played with the dice
of one's choice; every step can be gone back to."""
from __future__ import annotations

from pathlib import Path

import pygame

from game.engine import events as ev
from game.engine.events import Event
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FiringArcError, Refused
from game.sim import paths
from game.sim.lab import sessions, table_edits
from game.sim.lab.doc import verdict_of
from game.sim.lab.edits import Edit
from game.sim.lab.lab import Lab
from game.sim.lab.numbers import Numbers
from game.sim.lab.writing import write_scenario
from game.sim.session import random_seed
from game.table.forcefile import slug
from game.ui.intents import Order
from game.ui.lab.casework import Casework
from game.ui.lab.desk import Desk
from game.ui.lab.hands import LabInput
from game.ui.lab.keeping import Keeper
from game.ui.lab.laid_out import drafted
from game.ui.lab.picture import LabPicture
from game.ui.scenes.battle import BattleScene
from game.ui.scenes.numbers import NumbersScene
from game.ui.scenes.scene import Shell
from game.words import say, say_many


class LabSession:
    """What the battle's screen asks of a session: nobody but people plays, and nothing is a secret."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.players: dict[str, str] = {}

    @property
    def match(self) -> Match:
        return self.lab.now.match

    @property
    def ruleset(self) -> RuleSet:
        return self.lab.ruleset

    def knows(self, deciding: str) -> tuple[str, ...]:
        return tuple(self.match.state.sides)

    def autosave(self) -> None:
        """The Lab's own keeper writes every moment down."""


class LabScene(BattleScene):
    """`desk` is what the hands hold."""

    picture: LabPicture
    input: LabInput

    def __init__(self, shell: Shell, lab: Lab, *, cache_dir: Path | None = None) -> None:
        self.desk = Desk(lab)
        self.keeper = Keeper(lab)
        self.casework = Casework(self)
        self._told: list[Event] = []
        self._told_from: GameState = lab.state
        self._shown = 0
        self._numbers: Numbers | None = None
        super().__init__(shell, LabSession(lab), cache_dir=cache_dir)
        self.is_game = False
        self.follow()

    @property
    def lab(self) -> Lab:
        return self.desk.lab

    def _make_picture(self, cache_dir: Path | None) -> LabPicture:
        return LabPicture(self.desk, self.match, self.shell.scale, self.shell.size, cache_dir)

    def _make_input(self) -> LabInput:
        return LabInput(self)

    # --- the scene
    def close(self) -> None:
        self.keeper.close()
        if self._numbers is not None:
            self._numbers.close()
        super().close()

    def update(self, dt: float) -> None:
        self.keeper.update(dt)
        if fault := self.keeper.take_fault():
            self.shell.toast(fault, "harm")
        if self.desk.mode == "play":
            super().update(dt)
            return
        self.desk.rest(dt)
        self.stage.show(self.desk.state)
        self.stage.looking = self.desk.viewer
        self.input.update(dt)
        self.picture.update(dt)

    def decided(self) -> None:
        """A decision lies open, whosever it is: all sides are the same person's."""
        if self.desk.mode == "edit":
            self.intents.halt()
            self.intents.decision, self.intents.doer = None, ""
            return
        self.intents.refresh()
        self.stage.thinking = ""
        if self.stage.by_unit and self.intents.doer and not self._selected_acts():
            self.stage.selected = ""
        self.picture.look_at_actor()

    # --- what is on the table
    def follow(self) -> None:
        """The game on the table is that of the present moment."""
        match = self.lab.now.match
        if match is self.match:
            return
        rules = match.ruleset is not self.match.ruleset
        self.match = match
        self.picture.use(match)
        if rules:
            self.playback.by_unit = self.stage.by_unit
            self.picture.enter_mode()
        if self.desk.mode == "play":
            self._show_now()

    def _show_now(self) -> None:
        """The present moment is shown whole, with everything that was told so far."""
        self.playback.reset(self.match.state)
        self.stage.playing = False
        self.picture.book.rewrite(self.match.journal.start, self.match.events)
        self.picture.log.rewritten()
        self._caught_up()

    def enter(self, mode: str) -> None:
        """Goes from editing to playing, or back."""
        desk = self.desk
        if mode == desk.mode or mode not in ("edit", "play"):
            return
        if self.playback.busy:
            self.playback.skip()
            self.stage.playing = False
        desk.mode = "play" if mode == "play" else "edit"
        desk.brush, desk.outline, desk.form.typing, desk.tool = None, (), None, "select"
        self.picture.measuring, self.picture.tape = False, None
        self.stage.looking, self.stage.hovered, self.stage.hot = "", "", None
        desk.went()
        self.picture.enter_mode()
        self._show_now()
        self.stage.selected = desk.viewer if mode == "play" else ""
        if mode == "play" and desk.viewer:
            self.intents.focus(desk.viewer)
        self.shell.sound.play("switch")

    def edit(self, edit: Edit, words: str, merge: str = "") -> None:
        """Makes an edit and shows it; says why where it is refused."""
        if self.desk.do(edit, words, merge):
            self.made()
        elif self.desk.why is not None:
            self.shell.sound.play("refuse")
        self.follow()

    def made(self) -> None:
        self.shell.sound.play("click")

    def other_rules(self, rules: str) -> None:
        """The table under other rules; its models cannot come along, which an undo brings back."""
        desk = self.desk
        if rules == self.lab.doc.rules:
            return
        lost = sum(1 for _ in self.lab.doc.specs())
        desk.brush, desk.viewer, desk.target, desk.side = None, "", "", next(iter(self.lab.doc.setting.sides))
        if desk.do(table_edits.other_rules(rules), "Other rules") and lost:
            self.shell.toast(say_many("The terrain stayed; {n} model of the other rules did not. Undo brings it back.",
                                      "The terrain stayed; {n} models of the other rules did not. Undo brings them "
                                      "back.",
                                      lost))
        self.follow()

    def drop_brush(self) -> None:
        self.desk.brush, self.desk.tool = None, "select"
        self.desk.touched()

    def back_out(self) -> None:
        """Esc: one step back out of whatever is in hand; the menu when nothing is."""
        desk = self.desk
        if self.picture.tape is not None or self.picture.measuring:
            self.picture.tape, self.picture.measuring, desk.tool = None, False, "select"
        elif desk.outline:
            desk.outline = ()
        elif desk.brush is not None:
            self.drop_brush()
        elif desk.chosen:
            desk.choose([])
        else:
            self.menu()
        desk.touched()

    # --- playing
    def _give(self, order: Order) -> list[Event]:
        self._told_from = self.lab.state
        if order.command is not None:
            told = self.lab.submit(order.command)
        else:
            told = self.lab.answer(order.answer)
        self._begin_telling(told)
        return told

    def _begin_telling(self, told: list[Event]) -> None:
        self.match = self.lab.now.match
        self.picture.use(self.match)
        self._told, self._shown = told, 0
        self.playback.held = self.desk.stepping
        self.desk.touched()

    def again(self, *, other: bool) -> None:
        """The last order once more, with the dice that fell or with others."""
        place = self.lab.last_order()
        if place is None:
            return
        self.playback.skip()
        moment = self.lab.moments[place]
        before = moment.before or self.lab.moments[place - 1]
        try:
            told = self.lab.again(random_seed() if other else None)
        except (Refused, FiringArcError) as error:
            self.desk.why = verdict_of(error)
            self.shell.toast(str(self.desk.why), "harm")
            self.shell.sound.play("refuse")
            return
        last = self.lab.now
        self._told_from = last.before.state if last.before is not None else before.state
        if self.desk.mode == "edit":
            self.enter("play")
        self.playback.reset(self._told_from)
        self._begin_telling(told)
        self.picture.book.rewrite(self.match.journal.start, self.match.events[: -len(told)] if told else [])
        self.picture.log.rewritten()
        self._happened(told)

    def tell_again(self, before: GameState, told: list[Event]) -> None:
        """What brought the present moment is played back from how things stood before."""
        self._told_from = before
        self.playback.reset(before)
        self._begin_telling(told)
        self.picture.book.rewrite(self.match.journal.start, self.match.events[: -len(told)])
        self.picture.log.rewritten()
        self.stage.playing = True
        self.playback.add(told)

    def toggle_stepping(self) -> None:
        """Whether every event waits for `step_on`."""
        self.desk.stepping = not self.desk.stepping
        self.playback.held = self.desk.stepping
        self.desk.touched()

    def _heard(self, event: Event, before: GameState, after: GameState) -> None:
        super()._heard(event, before, after)
        self._shown = min(len(self._told), self._shown + 1)

    def step_on(self) -> None:
        """The next event of what was ordered last."""
        self.desk.stepping = self.playback.held = True
        self.playback.step()
        self.desk.touched()

    def step_back(self) -> None:
        """One event back; at the first, one moment."""
        self.desk.stepping = self.playback.held = True
        place = self._shown - 1
        while place > 0 and isinstance(self._told[place - 1], ev.Said) and isinstance(self._told[place], ev.Said):
            place -= 1
        if place < 0 or not self._told:
            self.undo()
            return
        state = self._told_from
        for event in self._told[:place]:
            state = ev.apply(state, event)
        self.playback.reset(state)
        self._shown = place
        self.stage.playing = True
        past = self.match.events[: len(self.match.events) - len(self._told)]
        self.picture.book.rewrite(self.match.journal.start, [*past, *self._told[:place]])
        self.picture.log.rewritten()
        self.playback.add(self._told[place:])
        self.desk.touched()

    # --- back and forth
    def undo(self) -> None:
        self._go(self.lab.undo())

    def redo(self) -> None:
        self._go(self.lab.redo())

    def go(self, place: int) -> None:
        """To any moment of the past, or of what was undone."""
        self._go(self.lab.go(place))

    def _go(self, went: bool) -> None:
        if not went:
            self.shell.sound.play("refuse")
            return
        self._told, self._shown = [], 0
        self.desk.went()
        self.shell.sound.play("undo")
        self.follow()
        if self.desk.mode == "play":
            self._show_now()

    # --- numbers
    @property
    def numbers(self) -> Numbers:
        """What is asked many times; kept, with what runs, while the Lab is open."""
        if self._numbers is None:
            self._numbers = Numbers(self.lab)
        return self._numbers

    def show_numbers(self, order: str = "") -> None:
        """The numbers of what is laid out in play, or of the viewer against the target; `order` is the title of one."""
        desk, numbers = self.desk, self.numbers
        draft = drafted(self.match, self.intents) if desk.mode == "play" else None
        numbers.budget = desk.budget
        numbers.look(desk.viewer, desk.target, draft)
        if order or draft is not None:
            numbers.tab = "order"
        if order:
            numbers.choose(order)
        self.shell.push(NumbersScene(self.shell, numbers))

    # --- files
    def save(self) -> None:
        """The whole session under its own name; what was done since is what will be kept of it."""
        try:
            path = sessions.save_session(self.lab)
        except FiringArcError as error:
            self.shell.toast(str(error), "harm")
            return
        self.keeper.saved()
        self.desk.saved = self.lab.doc
        self.desk.touched()
        self.shell.toast(say("Saved as {path}", path=path), "good")

    def filework(self, key: int) -> bool:
        """What Ctrl and a key do with files, in either mode. False for a key that means something else."""
        doing = {pygame.K_s: self.save, pygame.K_e: self.casework.keep, pygame.K_r: self.casework.run_folder,
                 pygame.K_o: self.shell.show_lab_files, pygame.K_i: self.shell.show_import}
        if key not in doing:
            return False
        doing[key]()
        return True

    def save_scenario(self) -> None:
        """The table as a scenario among the person's own; its name is its title's."""
        try:
            doc = self.lab.standing()
            path = Path(self.desk.path) if self.desk.path else paths.lab_dir() / f"{slug(doc.title) or 'table'}.toml"
            write_scenario(doc, path)
        except FiringArcError as error:
            self.shell.toast(str(error), "harm")
            return
        self.desk.path = str(path)
        self.desk.touched()
        self.shell.toast(say("Saved as {path}", path=path), "good")

    def show_result(self) -> None:
        """A game that is over is told; in the Lab it can be taken back like anything else."""
        result = self.match.state.result
        if result is not None:
            self.shell.toast(result.why)

    def quick_save(self) -> None:
        self.save()

    def quick_load(self) -> None:
        """A quick save is a battle's."""

    def menu(self) -> None:
        self.shell.show_lab_menu(self)
