"""The whole window with a person's hands on it: real events, screens found by their controls."""
from __future__ import annotations

import pygame

from game.sim.settings import Settings
from game.ui.app import App

NAMES = {" ": pygame.K_SPACE, "/": pygame.K_SLASH, "_": pygame.K_UNDERSCORE, ".": pygame.K_PERIOD, "-": pygame.K_MINUS}


class AppHands:
    """Clicks, keys and dropped files on a window of its own."""

    def __init__(self, size=(1280, 720), scale=1.0) -> None:
        self.app = App(Settings(window=size, ui_scale=scale, animation_speed=0.0, confirm_hand_over=False))
        self.app.home()
        self.step()

    @property
    def scene(self):
        return self.app.scene

    def step(self, count: int = 2) -> None:
        for _ in range(count):
            self.app.step(0.05)

    def lab(self, what=None, **told):
        """The Lab with something in it, its ground left plain."""
        self.app.open_lab(what, **told)
        self.scene.picture.view.ground.layer.start = lambda *a: None
        self.step()
        return self.scene

    def send(self, kind: int, **fields) -> None:
        pygame.event.post(pygame.event.Event(kind, fields))
        self.step(1)

    def click(self, pos) -> None:
        pos = (round(pos[0]), round(pos[1]))
        self.send(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        self.step()

    def key(self, key: int, mod: int = 0) -> None:
        self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.send(pygame.KEYUP, key=key, mod=mod)
        self.step()

    def drop(self, path) -> None:
        self.send(pygame.DROPFILE, file=str(path))
        self.step()

    def press(self, *action) -> None:
        """A button of a panel of the Lab."""
        self.step()
        hots = [h for panel, _ in self.scene.picture.panels() for h in panel.hots]
        found = [h for h in hots if h.action[: len(action)] == action]
        assert found, (action, sorted({str(h.action) for h in hots if h.action}))
        self.click(found[0].box.center)

    def widget(self, name: str) -> None:
        """A control of a form, scrolled to where it must be."""
        form = self.scene.form
        found = next(((r, w) for r, w in form.all() if w.name == name), None)
        assert found is not None, (name, [w.name for _, w in form.all()])
        region, widget = found
        region.scroll_to(widget.rect.top - region.view.top - region.view.height // 3)
        self.click(region.place(widget).clip(region.view).center)

    def type_into(self, name: str, words: str) -> None:
        self.widget(name)
        self.key(pygame.K_BACKSPACE, pygame.KMOD_CTRL)
        self.send(pygame.TEXTINPUT, text=words)
        self.step()

    def close(self) -> None:
        self.app._clear()
