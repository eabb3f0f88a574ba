"""Pictures without a window: the table, or the whole battle screen, as surfaces."""
from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import pygame

from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FileError
from game.ui.overlays.registry import at_first
from game.ui.scenes.battle_picture import BattlePicture
from game.ui.theme import Scale
from game.words import say


def headless() -> None:
    """A display that nobody sees, when there is none yet."""
    if not pygame.display.get_init():
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((64, 64))


def render_screen(
    match: Match, size: tuple[int, int] = (1600, 900), scale: float = 1.0, *, select: str = "",
    overlays: Collection[str] | None = None, textured: bool = True, cache_dir: Path | None = None,
) -> pygame.Surface:
    """The battle screen as it would look at the present decision, `select` being the model in focus."""
    headless()
    picture = BattlePicture(match, Scale(scale), size, cache_dir)
    surface = pygame.Surface(size)
    try:
        stage = picture.stage
        stage.overlays = set(at_first(match.ruleset) if overlays is None else overlays)
        stage.intents.refresh()
        stage.selected = select
        if select:
            stage.intents.focus(select)
        picture.book.rewrite(match.journal.start, match.events)
        settled(picture, surface, textured)
        return surface
    finally:
        picture.close()


def write(picture: pygame.Surface, path: Path) -> None:
    """The picture as a file. Raises FileError where the disk does not take it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(picture, path)
    except (OSError, pygame.error) as error:
        raise FileError(path, "", say("cannot be written ({error})", error=error)) from None


def settled(picture: BattlePicture, surface: pygame.Surface, textured: bool = True) -> None:
    """Draws until nothing that is worked out elsewhere is missing."""
    picture.draw(surface)
    if textured:
        picture.view.ground.layer.start(round(picture.camera.ppi))
        picture.view.ground.layer.settle(wait=True)
    picture.heavy.settle(wait=True)
    picture.invalidate()
    picture.draw(surface)


def render_table(
    state: GameState, ruleset: RuleSet, size: tuple[int, int] = (1200, 1200), select: str = "",
    overlays: Collection[str] = (), *, textured: bool = True, cache_dir: Path | None = None,
) -> pygame.Surface:
    """The table alone with its models, `overlays` shown for the model `select`."""
    headless()
    picture = BattlePicture(Match(ruleset, state), Scale(1.0), (1600, 900), cache_dir)
    surface = pygame.Surface(size)
    try:
        picture.stage.overlays = set(overlays)
        picture.stage.intents.refresh()
        picture.stage.selected = select
        if select:
            picture.stage.intents.focus(select)
        picture.camera.resized(surface.get_rect())
        picture.view.refresh(picture.show(floating=False))
        if textured:
            picture.view.ground.layer.start(round(picture.camera.ppi))
            picture.view.ground.layer.settle(wait=True)
        picture.heavy.settle(wait=True)
        picture.view.refresh(picture.show(floating=False))
        picture.view.draw(surface)
        return surface
    finally:
        picture.close()
