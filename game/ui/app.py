"""The window and its loop: a stack of scenes, the keys common to all, toasts, and faults told in words."""
from __future__ import annotations

import contextlib
import time
import traceback
from pathlib import Path

import msgspec
import pygame

from game import words
from game.errors import FileError, FiringArcError
from game.sim import paths
from game.sim.settings import SMALLEST_WINDOW, Settings, read_settings, write_settings
from game.ui import theme
from game.ui.draw import cache, icons
from game.ui.dropping import open_dropped
from game.ui.scenes.notice import Notice
from game.ui.scenes.scene import Scene, Tone
from game.ui.sound import Sound
from game.ui.start import open_window
from game.ui.theme import Scale
from game.ui.toasts import Toasts
from game.ui.ways import Ways, rules_of
from game.words import say, verbatim

OWN_KEYS = (pygame.K_F1, pygame.K_F11, pygame.K_F12)
FRAMES = 60
FRAMES_HIDDEN = 8
LONGEST_STEP = 0.1
PALETTE_NAMES = {"standard": "standard", "alternative": "contrast"}
"""What the settings call a palette, and what the theme does."""


class App(Ways):
    """The window; the `Shell` of every scene. `told` is what there is to say about the settings. Raises NoWindow."""

    def __init__(self, settings: Settings | None = None, told: str = "") -> None:
        if settings is None:
            settings, told = read_settings()
        self.settings = settings
        self.running = True
        self.hidden = False
        self._stack: list[Scene] = []
        self._toasts = Toasts()
        self._faults = 0
        self._uncovered = False
        self._down: set[int] = set()
        self._curtain = None
        pygame.font.init()
        self.surface = open_window(settings)
        self.sound = Sound(settings)
        theme.use_palette(PALETTE_NAMES[settings.palette])
        self._clock = pygame.time.Clock()
        pygame.key.set_repeat(320, 45)
        with contextlib.suppress(pygame.error):
            pygame.display.set_icon(icons.icon("on-target", 64, theme.palette().act))
        if told:
            self.toast(told, "harm")

    # --- the loop

    def loop(self) -> int:
        """Runs until the window is closed."""
        while self.running and self._stack:
            dt = min(LONGEST_STEP, self._clock.tick(FRAMES_HIDDEN if self.hidden else FRAMES) / 1000)
            self.step(dt)
        self._clear()
        pygame.display.quit()
        return 1 if self._faults > 1 else 0

    def step(self, dt: float) -> None:
        """One frame: events, time, picture."""
        try:
            for event in pygame.event.get():
                self.handle(event)
            self._toasts.update(dt)
            if self._stack:
                self._stack[-1].update(dt)
            if not self.hidden and self._stack:
                self._draw()
        except FiringArcError as error:
            self.fail(error)
        except Exception as error:
            self._survive(error)

    def handle(self, event: pygame.event.Event) -> None:
        """The window's own events and keys; all others are the scene's."""
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
        if event.type == pygame.KEYDOWN and event.key in OWN_KEYS:
            self._own_key(event.key)
            return
        match event.type:
            case pygame.QUIT:
                self.quit()
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                self._resized()
            case pygame.WINDOWMINIMIZED | pygame.WINDOWHIDDEN:
                self.hidden = True
            case pygame.WINDOWRESTORED | pygame.WINDOWSHOWN | pygame.WINDOWEXPOSED | pygame.WINDOWFOCUSGAINED:
                self.hidden = False
                self._stack[-1].invalidate()
            case pygame.DROPFILE if not getattr(self._stack[-1], "takes_files", False):
                self.dropped(Path(event.file))
            case _:
                self._stack[-1].handle(event)

    def dropped(self, path: Path) -> None:
        """A file or folder was dropped on the window: it is opened as what it is; a battle that is being played is
        left only when that is wanted."""
        if not any(getattr(scene, "is_game", False) for scene in self._stack):
            open_dropped(self, path)
            return
        words = say("{name} would be opened in its place. The battle is saved up to the last decision: Continue goes "
                    "on from there.", name=verbatim(path.name))
        self.push(Notice(self, "Leave the battle?", words, action=say("Open it"),
                         act=lambda: open_dropped(self, path), kind="plain", icon="l:file-input"))

    def _own_key(self, key: int) -> None:
        """F1, F11, F12: once a press, however long it is held."""
        if key in self._down:
            return
        self._down.add(key)
        if key == pygame.K_F11:
            self.apply(msgspec.structs.replace(self.settings, full_screen=not self.settings.full_screen))
        elif key == pygame.K_F12:
            self.screenshot()
        else:
            self.show_help(rules_of(self._stack[-1]))

    def _draw(self) -> None:
        scene, self._uncovered = self._stack[-1], False
        if self._toasts.moved():
            scene.invalidate()
        boxes = scene.draw(self.surface)
        over = self._toasts.draw(self.surface, self.scale) if boxes is None or boxes else []
        if boxes is None:
            pygame.display.flip()
        elif boxes:
            pygame.display.update(boxes + over)

    def _survive(self, error: Exception) -> None:
        """An unexpected fault: written to a log, told in words, and back to the title. A second one ends the game."""
        self._faults += 1
        log = paths.logs_dir() / "faults.log"
        with contextlib.suppress(OSError):
            log.parent.mkdir(parents=True, exist_ok=True)
            with log.open("a", encoding="utf-8") as file:
                file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{traceback.format_exc()}\n")
        if self._faults > 3:
            self.running = False
            return
        self.home()
        self.fail(FiringArcError(
            say("Something inside the game went wrong ({name}). The battle is saved up to the last decision: "
                "Continue goes on from there. What happened is written in {log}.", name=type(error).__name__,
                log=log)
        ))

    # --- the window

    @property
    def scale(self) -> Scale:
        return Scale(self.settings.ui_scale)

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None or (surface is self.surface and surface.get_size() == self._laid_out):
            return
        self.surface = surface
        if not self.settings.full_screen:
            wide, high = surface.get_size()
            window = max(wide, SMALLEST_WINDOW[0]), max(high, SMALLEST_WINDOW[1])
            self.settings = msgspec.structs.replace(self.settings, window=window)
            if window != (wide, high):
                self.surface = open_window(self.settings)
        self._lay_out()

    _laid_out: tuple[int, int] = (0, 0)

    def _lay_out(self) -> None:
        self._laid_out = self.size
        if self._stack:
            self._stack[-1].resized(self.size)

    def screenshot(self) -> None:
        """The window as a picture file."""
        folder = paths.pictures_dir()
        path = folder / f"firing-arc-{time.strftime('%Y%m%d-%H%M%S')}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.surface, path)
        except (OSError, pygame.error) as error:
            self.fail(FileError(path, "", say("cannot be written ({error})", error=error)))
            return
        self.toast(say("Picture saved: {path}", path=path), "good")

    # --- Shell

    def push(self, scene: Scene) -> None:
        if self._uncovered and self._stack:  # a panel darkens what lies under it, not what lay there before
            self._stack[-1].invalidate()
            self._stack[-1].draw(self.surface)
        self._stack.append(scene)
        scene.resized(self.size)

    def pop(self) -> None:
        if len(self._stack) > 1:
            self._stack.pop().close()
            self._uncovered = True
            self._lay_out()

    def home(self) -> None:
        from game.ui.scenes.title import TitleScene

        self._clear()
        self.push(TitleScene(self))

    def _clear(self) -> None:
        while self._stack:
            self._stack.pop().close()

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self._stack[-1]

    def apply(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        if settings.palette != before.palette:
            theme.use_palette(PALETTE_NAMES[settings.palette])
        if settings.language != before.language:
            words.use(settings.language)
        if (settings.ui_scale, settings.language) != (before.ui_scale, before.language):
            cache.clear_all()
        if (settings.full_screen, settings.window) != (before.full_screen, before.window):
            self.surface = open_window(self.settings)
        self.sound.use(settings)
        self._lay_out()
        write_settings(settings)

    def toast(self, words: str, tone: Tone = "plain") -> None:
        self._toasts.add(words, tone)

    def fail(self, error: Exception) -> None:
        self.sound.play("refuse")
        self.push(Notice(self, "That did not work", str(error)))

    def quit(self) -> None:
        with contextlib.suppress(FiringArcError):
            write_settings(self.settings)
        self.running = False
