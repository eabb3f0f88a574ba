"""The battle screen: the game, its players, what is on show, and everything drawn of it.

No rule here. What can be done comes from the decision; orders go to the match; events come back and are played.
"""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import pygame

from game.ai.player import Answer
from game.engine import events as ev
from game.engine.commands import Command
from game.engine.events import Event
from game.engine.journal import Journal
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FiringArcError, Refused
from game.sim import saves
from game.sim.settings import GM
from game.ui.intents import Order
from game.ui.playback import Playback
from game.ui.scenes.battle_input import BattleInput
from game.ui.scenes.battle_picture import BattlePicture
from game.ui.scenes.scene import Shell
from game.ui.stage import Stage, letter
from game.ui.thinking import Brain, Player
from game.words import say

BREATH = 0.25
"""Seconds between the computer's orders."""
BANNER = 0.9
SOUNDS: tuple[tuple[type[Event], str], ...] = (
    (ev.Moved, "step"), (ev.Rolled, "dice"), (ev.Harmed, "hurt"), (ev.Left, "death"), (ev.Placed, "step"),
    (ev.Ended, "victory"),
)


class Sitting(Protocol):
    """What a battle's screen asks of the session that it shows: the game, and who plays which side."""

    @property
    def match(self) -> Match: ...

    @property
    def ruleset(self) -> RuleSet: ...

    @property
    def players(self) -> Mapping[str, str]: ...

    def knows(self, deciding: str) -> tuple[str, ...]:
        """The sides whose secrets may be on the screen while `deciding` has to decide."""

    def autosave(self) -> None:
        """Something was played, which may be kept."""


class BattleScene:
    """One battle in the window. `players` are the computer's sides; all others are people's."""

    def __init__(
        self, shell: Shell, session: Sitting, players: Mapping[str, Player] | None = None, *,
        cache_dir: Path | None = None, on_menu: Callable[[], None] | None = None,
        on_result: Callable[[], None] | None = None,
    ) -> None:
        self.shell, self.session = shell, session
        self.is_game = True
        self.players = dict(players or {})
        self.match: Match = session.match
        self._on_menu, self._on_result = on_menu, on_result
        self.picture = self._make_picture(cache_dir)
        self.stage: Stage = self.picture.stage
        self.intents = self.stage.intents
        self.playback = Playback(self.match.state, self._heard, self._began)
        self.playback.by_unit = self.stage.by_unit
        self.picture.playback = self.playback
        self.picture.book.rewrite(self.match.journal.start, self.match.events)
        self.brain = Brain()
        self.input = self._make_input()
        self._breath = 0.0
        self._banner_for = ""
        self.decided()

    def _make_picture(self, cache_dir: Path | None) -> BattlePicture:
        return BattlePicture(self.match, self.shell.scale, self.shell.size, cache_dir)

    def _make_input(self) -> BattleInput:
        return BattleInput(self)

    # --- the scene
    def resized(self, size: tuple[int, int]) -> None:
        self.picture.resized(size, self.shell.scale)

    def invalidate(self) -> None:
        self.picture.invalidate()

    def handle(self, event: pygame.event.Event) -> None:
        self.input.handle(event)

    def update(self, dt: float) -> None:
        self.playback.speed = self.shell.settings.animation_speed
        self.playback.update(dt)
        self.stage.show(self.playback.state)
        playing = self.playback.busy
        if self.stage.playing and not playing:
            self.stage.playing = False
            self._caught_up()
        self.input.update(dt)
        self.picture.update(dt)
        if not playing:
            self._computer(dt)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect] | None:
        return self.picture.draw(surface)

    def close(self) -> None:
        """Stops all threads."""
        self.brain.close()
        self.picture.close()

    # --- playing
    def carry_out(self, order: Order | None) -> bool:
        """Gives an order to the match, and shows what comes of it. False when there was none or it was refused."""
        if self.stage.thinking:
            return False
        if order is None:
            if self.intents.why_not is not None:
                self.shell.sound.play("refuse")
            return False
        try:
            told = self._give(order)
        except Refused as refused:
            self.intents.why_not = refused.verdict
            self.intents.version += 1
            self.shell.sound.play("refuse")
            return False
        self.shell.sound.play("confirm")
        self._happened(told)
        return True

    def _give(self, order: Order) -> list[Event]:
        """What an order or answer brings. Raises Refused."""
        if order.command is not None:
            return self.match.submit(order.command)
        return self.match.answer(order.answer)

    def _happened(self, told: list[Event]) -> None:
        self._autosave()
        self.intents.halt()
        self.picture.hover_off()
        if told:
            self.stage.playing = True
            self.playback.add(told)
        else:
            self._caught_up()

    def _caught_up(self) -> None:
        """The state on show is the game's: the next decision is asked."""
        self.stage.show(self.match.state)
        self.decided()

    def decided(self) -> None:
        """A decision lies open: says whose, and looks at who it is about."""
        self.intents.refresh()
        decision = self.intents.decision
        self.stage.eyes = self.session.knows(decision.side if decision else "")
        self.stage.thinking = decision.side if decision and decision.side in self.players else ""
        if decision is None:
            return
        humans = [s for s in self.match.state.sides if s not in self.players]
        if decision.side != self._banner_for:
            self._banner_for = decision.side
            self.stage.selected = ""
            if len(humans) != 1 or decision.side in humans:
                name = self.match.state.sides[decision.side].name
                self.picture.say_banner(decision.side, say("{name}'s turn", name=name), BANNER)
                self.shell.sound.play("turn")
            if len(humans) > 1 and decision.side in humans:
                self.shell.hand_over(letter(decision.side), self.match.state.sides[decision.side].name,
                                     must=self._keeps_secrets(humans))
        if self.stage.by_unit and self.intents.doer and not self._selected_acts():
            self.stage.selected = ""  # the card shows whoever is asked now
        self.picture.look_at_actor()

    def _keeps_secrets(self, humans: list[str]) -> bool:
        """Whether one of these people knows something that another one must not see."""
        if GM in self.session.players.values():
            return False
        known = [self.match.ruleset.notices(self.match.state, [side]) for side in humans]
        return any(list(other) != list(known[0]) for other in known[1:])

    def _selected_acts(self) -> bool:
        """Whether the selected model is of the unit that has the options."""
        model = self.match.state.models.get(self.stage.selected)
        return model is not None and self.intents.doer in (model.id, model.unit)

    def _heard(self, event: Event, before: GameState, after: GameState) -> None:
        self.picture.book.add(event, before, after)

    def _began(self, event: Event) -> None:
        """The sound of what begins to be shown."""
        name = next((sound for kind, sound in SOUNDS if isinstance(event, kind)), "")
        if isinstance(event, ev.Acted):
            name = "shot" if event.weapon else ""
        elif isinstance(event, ev.Moved) and event.drop > 0:
            name = "punch"
        if name:
            self.shell.sound.play(name)

    def _autosave(self) -> None:
        try:
            self.session.autosave()
        except FiringArcError as error:
            self.shell.toast(str(error), "harm")

    # --- the computer's sides
    def _computer(self, dt: float) -> None:
        decision = self.intents.decision
        if decision is None or self.stage.paused or decision.side not in self.players:
            return
        self._breath += dt
        if not self.brain.busy:
            if self._breath >= BREATH * self.shell.settings.animation_speed:
                self._breath = 0.0
                self.brain.think(self.players[decision.side], self.match, decision.side)
            return
        try:
            thought = self.brain.take()
            if thought is not None:
                self._obey(thought[0], decision.inside)
        except Exception as error:  # a player's fault must not end the game: a person takes over
            side = self.match.state.sides[decision.side].name
            self.players.pop(decision.side, None)
            self.shell.toast(say("The computer cannot go on ({error}); {side} is yours.", error=error, side=side),
                             "harm")
            self.decided()

    def _obey(self, thought: object, inside: bool) -> None:
        if inside:
            told = self.match.answer(thought.value if isinstance(thought, Answer) else thought)
        else:
            assert isinstance(thought, Command), f"{thought!r} is no order"
            told = self.match.submit(thought)
        self._happened(told)

    def pause(self) -> None:
        """Halts the computer, or lets it go on."""
        self.stage.paused = not self.stage.paused

    # --- undo, redo, saving
    def undo(self) -> None:
        """Takes the last order back; says why where dice stand in the way."""
        self.playback.skip()
        self._travel(self._undo_to_person, "undo")

    def _undo_to_person(self) -> None:
        """One order back, and further to the last decision of a person, as far as dice allow."""
        self.match.undo()
        while self._computer_decides() and self.match.can_undo():
            self.match.undo()

    def redo(self) -> None:
        """Does again what was undone, up to the next decision of a person."""
        self.playback.skip()
        self._travel(self._redo_to_person, "confirm")

    def _redo_to_person(self) -> None:
        self.match.redo()
        while self._computer_decides() and self.match.can_redo():
            self.match.redo()

    def _computer_decides(self) -> bool:
        decision, people = self.match.decision(), len(self.match.state.sides) - len(self.players)
        return decision is not None and decision.side in self.players and people > 0

    def _travel(self, step: Callable[[], object], sound: str) -> None:
        self.brain.forget()
        try:
            step()
        except Refused as refused:
            self.intents.why_not = refused.verdict
            self.intents.version += 1
            self.shell.toast(str(refused.verdict))
            self.shell.sound.play("refuse")
            return
        self.shell.sound.play(sound)
        self._autosave()
        self.playback.reset(self.match.state)
        self.stage.playing = False
        self.picture.book.rewrite(self.match.journal.start, self.match.events)
        self.picture.log.rewritten()
        self._caught_up()

    def quick_save(self) -> None:
        try:
            path = saves.quick_save(self.match)
            self.shell.toast(say("Saved as {stem}.", stem=path.stem), "good")
        except FiringArcError as error:
            self.shell.toast(str(error), "harm")

    def quick_load(self) -> None:
        found = next((info for info in saves.list_saves() if info.kind == "quick"), None)
        if found is None:
            self.shell.toast("There is no quick save yet; F5 makes one.")
        else:
            self.shell.open_save(found.path)

    def skip(self) -> None:
        """Shows the end of what is being played."""
        self.playback.skip()

    def show_result(self) -> None:
        if self.match.over and self._on_result is not None:
            self._on_result()

    def menu(self) -> None:
        """The menu; without one, back to the screen below."""
        if self._on_menu is not None:
            self._on_menu()
        else:
            with contextlib.suppress(FiringArcError):
                self.shell.pop()

    @property
    def journal(self) -> Journal:
        return self.match.journal
