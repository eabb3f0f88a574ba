"""The window and its loop: a stack of scenes, the keys common to all, toasts, and faults told in words."""
from __future__ import annotations

import contextlib
import os
import time
import traceback
from pathlib import Path

import msgspec
import pygame

from game.ai.levels import player
from game.ai.player import Player
from game.errors import FileError, FiringArcError
from game.sim import paths
from game.sim.session import BattleRequest, Session
from game.sim.settings import SMALLEST_WINDOW, Settings, read_settings, write_settings
from game.ui import theme
from game.ui.draw import cache, icons
from game.ui.scenes.notice import Notice
from game.ui.scenes.scene import Scene, Tone
from game.ui.sound import Sound
from game.ui.theme import Scale
from game.ui.toasts import Toasts

FRAMES = 60
FRAMES_HIDDEN = 8
LONGEST_STEP = 0.1
PALETTE_NAMES = {"standard": "standard", "alternative": "contrast"}
"""What the settings call a palette, and what the theme does."""


class StartRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How the window opens: at the title; with `battle` in a battle; with `save` in a saved game. `data_dir` keeps
    the person's files there."""

    battle: BattleRequest | None = None
    save: Path | None = None
    data_dir: Path | None = None


def run(start: StartRequest) -> int:
    """Opens the window and stays until it is closed. 0 when all went well, 1 when no window can be opened (one line on
    stderr)."""
    if start.data_dir is not None:
        paths.use_data_dir(start.data_dir)
    app = App()
    app.open_at(start)
    return app.loop()


def computers(session: Session) -> dict[str, Player]:
    """The computer's players by side."""
    return {side: player(level) for side, level in session.players.items() if level != "human"}


class NoWindow(FiringArcError):
    """No display can be opened."""


class App:
    """The window; the `Shell` of every scene. Raises NoWindow."""

    def __init__(self, settings: Settings | None = None) -> None:
        told = ""
        if settings is None:
            settings, told = read_settings()
        self.settings = settings
        self.running = True
        self.hidden = False
        self._stack: list[Scene] = []
        self._toasts = Toasts()
        self._faults = 0
        os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
        try:
            pygame.display.init()
            pygame.font.init()
            pygame.display.set_caption("Firing Arc")
            self.surface = self._open_window()
        except pygame.error as error:
            raise NoWindow(
                f"No window can be opened here ({error}); simulate, check, odds, render and list need none."
            ) from None
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
            case pygame.KEYDOWN if event.key == pygame.K_F11:
                self.apply(msgspec.structs.replace(self.settings, full_screen=not self.settings.full_screen))
            case pygame.KEYDOWN if event.key == pygame.K_F12:
                self.screenshot()
            case pygame.KEYDOWN if event.key == pygame.K_F1:
                self.show_help(getattr(self._stack[-1], "rules", ""))
            case _:
                self._stack[-1].handle(event)

    def _draw(self) -> None:
        scene = self._stack[-1]
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
            f"Something inside the game went wrong ({type(error).__name__}). The battle is saved up to the last "
            f"decision: Continue goes on from there. What happened is written in {log}."
        ))

    # --- the window

    @property
    def scale(self) -> Scale:
        return Scale(self.settings.ui_scale)

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def _open_window(self) -> pygame.Surface:
        if self.settings.full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(self.settings.window, pygame.RESIZABLE)

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
                self.surface = self._open_window()
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
            self.fail(FileError(path, "", f"cannot be written ({error})"))
            return
        self.toast(f"Picture saved: {path}", "good")

    # --- Shell

    def push(self, scene: Scene) -> None:
        self._stack.append(scene)
        scene.resized(self.size)

    def pop(self) -> None:
        if len(self._stack) > 1:
            self._stack.pop().close()
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
        if settings.ui_scale != before.ui_scale:
            cache.clear_all()
        if (settings.full_screen, settings.window) != (before.full_screen, before.window):
            self.surface = self._open_window()
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

    # --- where scenes lead

    def open_at(self, start: StartRequest) -> None:
        """The first scene: always the title underneath."""
        self.home()
        if start.battle is not None:
            self.begin(start.battle)
        elif start.save is not None:
            self.open_save(start.save)

    def begin(self, request: BattleRequest) -> None:
        try:
            self._enter(Session.new(request))
        except FiringArcError as error:
            self.fail(error)

    def open_save(self, path: Path) -> None:
        try:
            session, told = Session.resume(path)
            self._enter(session)
        except FiringArcError as error:
            self.fail(error)
            return
        if told:
            self.toast(told, "harm")

    def resume_latest(self) -> None:
        try:
            session, told = Session.resume_latest()
            self._enter(session)
        except FiringArcError as error:
            self.fail(error)
            return
        if told:
            self.toast(told, "harm")

    def _enter(self, session: Session) -> None:
        """A battle over the title, with nothing between."""
        from game.ui.scenes.battle import BattleScene

        scene = BattleScene(
            self, session, computers(session), cache_dir=paths.cache_dir() / "tables",
            on_menu=lambda: self.show_menu(session),
        )
        self.home()
        self.push(scene)

    def show_menu(self, session: Session) -> None:
        from game.ui.scenes.pause import BattleMenu

        self.push(BattleMenu(self, session))

    def show_result(self, session: Session) -> None:
        from game.ui.scenes.result import ResultScene

        self.push(ResultScene(self, session))

    def show_help(self, rules: str = "") -> None:
        from game.ui.scenes.help import HelpScene

        if not isinstance(self._stack[-1], HelpScene):
            self.push(HelpScene(self, rules))

    def show_settings(self) -> None:
        from game.ui.scenes.settings import SettingsScene

        self.push(SettingsScene(self))

    def show_load(self) -> None:
        from game.ui.scenes.load import LoadScene

        self.push(LoadScene(self))

    def show_new_battle(self) -> None:
        from game.ui.scenes.new_battle import NewBattleScene

        self.push(NewBattleScene(self))
