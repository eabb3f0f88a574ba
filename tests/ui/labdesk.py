"""The Lab's screen with a person's hands on it, every click and key counted."""
from __future__ import annotations

from typing import Any

import pygame

from game.sim.lab.lab import Lab
from game.ui.scenes.lab import LabScene
from tests.ui.desk import Desk


class LabHands(Desk):
    """Real pygame events into a Lab scene. `actions` counts clicks, drags and keys."""

    def __init__(self, lab: Lab, size=(1600, 900), scale=1.0, speed=0.0, textured=False, cache_dir=None) -> None:
        self.actions = 0
        self._open(lambda shell: LabScene(shell, lab, cache_dir=cache_dir), size, scale, speed, textured)
        self.frame()

    @property
    def desk(self):
        return self.scene.desk

    @property
    def lab(self):
        return self.scene.lab

    def settle(self) -> None:
        """Everything that is worked out elsewhere is there."""
        self.frame()
        if self.desk.mode == "edit":
            self.picture.readings.settle()
            self.picture.heavy.settle(wait=True)
        for _ in range(600):
            if not (self.scene.stage.playing or self.picture.camera.gliding) or self.scene.playback.held:
                break
            self.frame()
        self.frame()

    def key(self, key: int, mod: int = 0, sign: str = "") -> None:
        self.actions += 1
        pygame.key.set_mods(mod)
        self.send(pygame.KEYDOWN, key=key, mod=mod, unicode=sign)
        self.frame()
        self.send(pygame.KEYUP, key=key, mod=mod)
        pygame.key.set_mods(0)
        self.settle()

    def type(self, words: str) -> None:
        """Each sign is an action."""
        for sign in words:
            self.key(pygame.key.key_code(sign) if sign.isalnum() else pygame.K_SPACE, 0, sign)

    def click(self, pos, button: int = 1, mod: int = 0) -> None:
        self.actions += 1
        pygame.key.set_mods(mod)
        pos = (round(pos[0]), round(pos[1]))
        self.point(pos)
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=button)
        pygame.key.set_mods(0)
        self.settle()

    def drag(self, start, end, button: int = 1, mod: int = 0, steps: int = 4, drop: bool = True) -> None:
        self.actions += 1
        pygame.key.set_mods(mod)
        self.point(start)
        self.send(pygame.MOUSEBUTTONDOWN, pos=(round(start[0]), round(start[1])), button=button)
        for n in range(1, steps + 1):
            pos = tuple(round(a + (b - a) * n / steps) for a, b in zip(start, end, strict=True))
            self.send(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))
            self.frame()
        if drop:
            self.send(pygame.MOUSEBUTTONUP, pos=(round(end[0]), round(end[1])), button=button)
        pygame.key.set_mods(0)
        self.settle()

    def at(self, name: str):
        """Where a model or piece is on screen."""
        model = self.desk.state.models.get(name)
        return self.inch(*(model.at if model is not None else self.desk.doc.setting.terrain[name].centre))

    def button(self, *action: Any):
        """The middle of the button with this action, scrolled to where it must be."""
        for _ in range(80):
            hots = [h for panel, _ in self.picture.panels() for h in panel.hots] + self.picture.switches.hots
            found = [h for h in hots if h.action[: len(action)] == action]
            if found and found[0].box.h > 10:
                return found[0].box.center
            self.picture.palette.wheel(-1, self.scene.stage)
            self.picture.inspector.wheel(-1, self.scene.stage)
            self.frame()
        raise AssertionError(f"no button {action}; there are {sorted({str(h.action) for h in hots if h.action})}")
