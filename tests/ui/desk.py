"""A window for tests: a shell that remembers what it was asked, a session without files, hands on mouse and keys."""
from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pygame

from game.engine.match import Match
from game.sim.settings import Settings
from game.ui.scenes.battle import BattleScene
from game.ui.theme import Scale


class QuietSound:
    def __init__(self) -> None:
        self.played: list[str] = []

    def play(self, name: str, *, share: float = 1.0) -> None:
        self.played.append(name)


class FakeShell:
    def __init__(self, size=(1600, 900), scale=1.0, speed=0.0) -> None:
        self.settings = Settings(animation_speed=speed)
        self.size, self.scale = size, Scale(scale)
        self.sound = QuietSound()
        self.toasts: list[str] = []
        self.asked: list[str] = []

    def toast(self, words: str, tone: str = "plain") -> None:
        self.toasts.append(words)

    def __getattr__(self, name: str) -> Any:
        def asked(*args: Any, **words: Any) -> None:
            self.asked.append(name)

        return asked


class Desk:
    """The battle screen with a person's hands on it."""

    def __init__(self, match: Match, size=(1600, 900), scale=1.0, speed=0.0, players=None, cache_dir=None) -> None:
        self.saved = 0
        self.match = match
        self.session = SimpleNamespace(match=match, autosave=self._autosave, players={}, knows=lambda side: ())
        self._open(lambda shell: BattleScene(shell, self.session, players, cache_dir=cache_dir), size, scale, speed)
        self.frame()

    def _open(self, scene: Callable[[FakeShell], Any], size, scale, speed=0.0, textured=False) -> None:
        """A window with a scene of a table in it; most tests need no textures."""
        pygame.display.init()
        pygame.font.init()
        self.surface = pygame.display.set_mode(size)
        self.shell = FakeShell(size, scale, speed)
        self.scene = scene(self.shell)
        if not textured:
            self.scene.picture.view.ground.layer.start = lambda *a: None
        self.scene.resized(size)

    def _autosave(self) -> None:
        self.saved += 1

    @property
    def picture(self):
        return self.scene.picture

    @property
    def intents(self):
        return self.scene.intents

    def frame(self, dt: float = 0.02, count: int = 1):
        drawn = None
        for _ in range(count):
            self.scene.update(dt)
            drawn = self.scene.draw(self.surface)
        return drawn

    def settle(self, limit: int = 400) -> None:
        """Frames until nothing moves any more."""
        self.frame()
        for _ in range(limit):
            if not (self.scene.stage.playing or self.picture.camera.gliding):
                return
            self.frame()
        raise AssertionError("it never comes to rest")

    # --- hands
    def send(self, kind: int, **fields: Any) -> None:
        self.scene.handle(pygame.event.Event(kind, fields))

    def key(self, key: int, mod: int = 0, held: float = 0.02) -> None:
        self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.frame(held)
        self.send(pygame.KEYUP, key=key, mod=mod)
        self.settle()

    def point(self, pos) -> None:
        self.send(pygame.MOUSEMOTION, pos=(round(pos[0]), round(pos[1])), rel=(0, 0), buttons=(0, 0, 0))
        self.frame()

    def click(self, pos, button: int = 1) -> None:
        pos = (round(pos[0]), round(pos[1]))
        self.point(pos)
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=button)
        self.settle()

    def drag(self, start, end, button: int) -> None:
        self.send(pygame.MOUSEBUTTONDOWN, pos=start, button=button)
        rel = (end[0] - start[0], end[1] - start[1])
        self.send(pygame.MOUSEMOTION, pos=end, rel=rel, buttons=(0, 0, 0))
        self.frame()
        self.send(pygame.MOUSEBUTTONUP, pos=end, button=button)
        self.settle()

    def at(self, model: str):
        """Where a model stands on screen."""
        return self.picture.camera.px(self.scene.stage.state.models[model].at)

    def inch(self, x: float, y: float):
        return self.picture.camera.px((x, y))

    def button(self, *action: Any):
        """The middle of the button with this action."""
        hots = [h for panel, _ in self.picture.panels() for h in panel.hots] + self.picture.switches.hots
        found = [h for h in hots if h.action[: len(action)] == action]
        assert found, f"no button {action}; there are {[h.action for h in hots if h.action]}"
        return found[0].box.center

    def press(self, *action: Any) -> None:
        self.click(self.button(*action))

    def option(self, do: str):
        """The middle of an option's button."""
        number = next(i for i, o in enumerate(self.intents.options()) if o.do == do)
        return self.button("option", number)

    def close(self) -> None:
        self.scene.close()
