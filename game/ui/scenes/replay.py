"""A game watched again: it plays, halts, goes step by step either way and jumps anywhere; every overlay works, and any
decision can be taken over. The game itself, and its file, stay as they are."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.engine import events as ev
from game.engine.events import Event
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FiringArcError
from game.sim.session import knowing
from game.ui.intents import Order
from game.ui.playback import Thrown
from game.ui.replay.hands import ReplayInput
from game.ui.replay.pages import Pages
from game.ui.replay.picture import ReplayPicture
from game.ui.replay.watch import Watch
from game.ui.scenes.battle import BREATH, BattleScene
from game.ui.scenes.scene import Shell

REST = 0.08
"""Seconds after which a place one has come to is looked at: its decision with all that could have been done."""


class WatchSession:
    """What the battle's screen asks of a session: nobody plays, nothing is saved."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.players: dict[str, str] = {}

    @property
    def ruleset(self) -> RuleSet:
        return self.match.ruleset

    def knows(self, deciding: str) -> tuple[str, ...]:
        return knowing(self.match)

    def autosave(self) -> None:
        """The file stays as it is."""


class ReplayScene(BattleScene):
    """`watch` is where one is; `origin` the file the game came from, None for one that was just played."""

    picture: ReplayPicture
    input: ReplayInput

    def __init__(self, shell: Shell, match: Match, *, origin: Path | None = None, cache_dir: Path | None = None
                 ) -> None:
        self.watch = Watch(match)
        self.course = self.watch.course
        self.origin = origin
        self._pages = Pages(match.ruleset, self.course)
        self._end: int | None = None
        self._rested = 0.0
        self._looked = False
        super().__init__(shell, WatchSession(match.until(0)), cache_dir=cache_dir)
        self.is_game = False
        self.stage.eyes = knowing(match)
        self.go(0)

    def _make_picture(self, cache_dir: Path | None) -> ReplayPicture:
        return ReplayPicture(self.watch, self.match, self.shell.scale, self.shell.size, cache_dir)

    def _make_input(self) -> ReplayInput:
        return ReplayInput(self)

    # --- the scene
    def update(self, dt: float) -> None:
        watch, playback = self.watch, self.playback
        playback.speed = 1 / watch.speed
        if watch.playing or self._end is not None:
            playback.update(dt)
            self._go_on(dt)
        self.stage.show(playback.state)
        self.stage.playing = watch.playing or self._end is not None
        self.input.update(dt)
        self.picture.update(dt)
        self._rested = 0.0 if self.stage.playing or watch.seeking else self._rested + dt
        if self._rested >= REST and not self._looked:
            self.decided()

    def _go_on(self, dt: float) -> None:
        """What is being shown is over: the next decision comes after a breath, or one has come to where one went."""
        watch = self.watch
        if self.playback.busy:
            return
        if self._end is not None:
            self._end = None
            self._moved()
            return
        self._breath += dt
        if watch.at_end:
            watch.playing = False
            self._moved()
        elif self._breath >= BREATH / watch.speed:
            self._breath = 0.0
            self._feed(self.course.decision(watch.place, 1))
            self.picture.look_at_actor()

    def _feed(self, end: int) -> None:
        """Shows what happens up to a place."""
        self._looked = False
        self.intents.halt()
        self.stage.playing = True
        self.playback.add(self.course.events[self.watch.place : end])

    def decided(self) -> None:
        """At rest: the decision that lay open here, with all that could have been done."""
        self._looked = True
        stop = self.course.stop_at(self.watch.place)
        self.match = self.course.game_at(stop) if stop is not None else Match(self.match.ruleset, self.playback.state)
        self.picture.use(self.match)
        self.intents.doer = ""
        if stop is None:
            self.intents.decision = None
        else:
            self.intents.refresh()
        self.intents.halt()
        self.look_at(self.stage.selected)

    def look_at(self, name: str) -> None:
        """The card and the overlays are about this model; without one, about who acts."""
        stop = self.course.stop_at(self.watch.place)
        self.stage.selected = self.stage.looking = name
        self.intents.doer = ""
        entries = self.watch.match.journal.entries
        if name:
            self.intents.focus(name)
        elif stop is not None and stop.command < len(entries):
            self.intents.focus(entries[stop.command].command.by)
        self.intents.halt()

    def carry_out(self, order: Order | None) -> bool:
        """Nothing is ordered in what has been played."""
        return False

    def _heard(self, event: Event, before: GameState, after: GameState) -> None:
        super()._heard(event, before, after)
        self.watch.place += 1

    # --- going along the game
    def go(self, place: int) -> None:
        """To any place, at once."""
        watch = self.watch
        watch.place = min(len(self.course), max(0, place))
        self._end, self._breath = None, 0.0
        self.playback.reset(self.course.state_at(watch.place))
        self.playback.thrown = self._thrown(watch.place)
        self.stage.show(self.playback.state)
        self.stage.playing = False
        self.picture.book.lines[:] = self._pages.lines(watch.place)
        self.picture.log.offset = 0
        self._moved()

    def _moved(self) -> None:
        """One has come to another place; its decision is looked at after a moment."""
        self._rested, self._looked = 0.0, False
        self.intents.halt()
        self.intents.decision = None

    def _thrown(self, place: int) -> Thrown | None:
        """The last dice of the command that was under way, as they lay."""
        for number in range(place - 1, self.course.start_of(place) - 1, -1):
            event = self.course.events[number]
            if isinstance(event, ev.Rolled) and event.dice:
                thrown = Thrown((event,), number=-number - 1)
                thrown.age = thrown.lasts
                return thrown
        return None

    def play(self) -> None:
        """Plays on or halts; at the end, from the beginning."""
        watch = self.watch
        if not watch.playing and watch.at_end:
            self.go(0)
        watch.playing = not watch.playing
        if watch.playing and self._end is not None:
            self._end = None
        if not watch.playing and not self.playback.busy:
            self._moved()
        self.shell.sound.play("click")

    def halt(self) -> None:
        """Halts where it is."""
        self.watch.playing = False

    def step(self, way: str) -> None:
        """A step by its name. The next event is shown as it happens; all else is there at once."""
        course, watch = self.course, self.watch
        self.halt()
        if way == "on":
            self._step_on()
            return
        if self._end is not None or self.playback.busy:
            self._break_off()
        ways: dict[str, Callable[[], int]] = {
            "back": lambda: course.beat(watch.place, -1), "start": lambda: 0, "end": lambda: len(course),
            "decision-back": lambda: course.decision(watch.place, -1),
            "decision-on": lambda: course.decision(watch.place, 1),
            "round-back": lambda: course.round(watch.place, -1), "round-on": lambda: course.round(watch.place, 1),
            "moment-back": lambda: course.moment(watch.place, -1), "moment-on": lambda: course.moment(watch.place, 1),
        }
        if way in ways:
            before = watch.place
            self.go(ways[way]())
            self.shell.sound.play("refuse" if watch.place == before else "click")

    def _step_on(self) -> None:
        """The next event; one that is being shown is over first."""
        if self._end is not None:
            self.playback.skip()
            self._end = None
        elif self.playback.busy:
            self._break_off()
        if self.watch.at_end:
            self.shell.sound.play("refuse")
            return
        self._end = self.course.beat(self.watch.place, 1)
        self.playback.reset(self.course.state_at(self.watch.place))
        self._feed(self._end)

    def _break_off(self) -> None:
        """What is under way has not happened: back to the event before it."""
        self.go(self.watch.place)

    def skip(self) -> None:
        """What is being shown is over."""
        self.playback.skip()

    def to_round(self, number: int) -> None:
        """Where a round begins; without such a round nothing happens."""
        place = self.course.rounds.get(number)
        if place is None:
            self.shell.sound.play("refuse")
            return
        self.halt()
        self.go(place)
        self.shell.sound.play("click")

    def turn_speed(self, by: int) -> None:
        self.shell.sound.play("click" if self.watch.faster(by) else "refuse")

    # --- the line of time
    def take_line(self, place: float) -> None:
        """The pointer takes hold of the line."""
        self.halt()
        self.watch.seeking = True
        self.seek(place)

    def seek(self, place: float) -> None:
        """The pointer draws the game along."""
        nearest = self.course.nearest(place)
        if nearest != self.watch.place or self.playback.busy:
            self.go(nearest)

    def let_go(self) -> None:
        self.watch.seeking = False

    # --- where it leads
    def take_over(self) -> None:
        """A game or a Lab from the decision that lies open here, or was taken last."""
        from game.ui.scenes.take_over import TakeOver

        self.halt()
        stop = self.watch.stop
        if stop is None or self.course.game_at(stop).over:
            self.shell.toast("The game is over here; go back to a decision to take it over.")
            self.shell.sound.play("refuse")
            return
        try:
            self.shell.push(TakeOver(self.shell, self.watch, stop))
        except FiringArcError as error:
            self.shell.fail(error)

    def save_pictures(self) -> None:
        """A moving picture of the game, or a row of them."""
        from game.ui.scenes.save_pictures import SavePictures

        self.halt()
        self.shell.push(SavePictures(self.shell, self.watch))

    def leave(self) -> None:
        """Back to where one came from."""
        self.shell.pop()

    def menu(self) -> None:
        self.leave()

    def show_result(self) -> None:
        """What came of the game is told by its line and its log."""
