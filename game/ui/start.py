"""From the command line to the first frame: the window with the title's picture, before anything heavy is imported."""
from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.errors import FiringArcError
from game.sim import paths
from game.sim.settings import Settings, read_settings
from game.words import say

if TYPE_CHECKING:
    from game.sim.session import BattleRequest

PICTURE = Path("title", "title.jpg")
"""Under assets/; `python -m game.ui.draw.title_picture 1920 1080 assets/title/title.jpg` made it."""


class StartRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How the window opens: at the title; with `battle` in a battle; with `save` in a saved game;
    with `lab` in the Lab ('' with a bare table, else what is to be opened). `data_dir` keeps
    the person's files there."""

    battle: BattleRequest | None = None
    save: Path | None = None
    lab: str | None = None
    data_dir: Path | None = None


class NoWindow(FiringArcError):
    """No display can be opened."""


def run(start: StartRequest) -> int:
    """Opens the window and stays until it is closed. 0 when all went well, 1 after more than one fault of the game
    itself. Raises NoWindow."""
    if start.data_dir is not None:
        paths.use_data_dir(start.data_dir)
    settings, told = read_settings()
    show_first(open_window(settings))
    from game.ui.app import App  # a second of imports, behind the picture

    app = App(settings, told)
    app.open_at(start)
    return app.loop()


def open_window(settings: Settings) -> pygame.Surface:
    """The window as the settings want it; asked again, the same one in the new size. Raises NoWindow."""
    try:
        pygame.display.init()
        pygame.display.set_caption("Firing Arc")
        warnings.filterwarnings("ignore", say("Requested window was forcibly resized"))  # we take what the system gives
        if settings.full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        desktops = pygame.display.get_desktop_sizes() if pygame.display.get_driver() != "dummy" else ()
        return pygame.display.set_mode(within(settings.window, desktops), pygame.RESIZABLE)
    except pygame.error as error:
        raise NoWindow(
            say("No window can be opened here ({error}); simulate, check, odds, render and list need none.",
                error=error)
        ) from None


def within(wanted: tuple[int, int], desktops: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The wanted size, no larger than the largest desktop: what stands outside a screen cannot be reached."""
    wide, high = max(desktops, key=lambda d: d[0] * d[1], default=wanted)
    return min(wanted[0], wide), min(wanted[1], high)


def show_first(window: pygame.Surface) -> None:
    """The first frame: the title's picture. A file that is missing leaves the window dark."""
    with contextlib.suppress(pygame.error, OSError):
        window.blit(covering(shipped_picture(), window.get_size()), (0, 0))
    pygame.display.flip()


def shipped_picture() -> pygame.Surface:
    """The title's picture as shipped. Raises FileNotFoundError, pygame.error."""
    return pygame.image.load(paths.assets_dir() / PICTURE)


def covering(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The picture scaled to cover `size`, cut at the right or at the bottom."""
    share = max(size[0] / picture.get_width(), size[1] / picture.get_height())
    whole = math.ceil(picture.get_width() * share), math.ceil(picture.get_height() * share)
    out = pygame.Surface(size).convert()
    out.blit(pygame.transform.smoothscale(picture.convert(), whole), (0, 0))
    return out
