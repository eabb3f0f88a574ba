"""What a screen is to the window, and what the window is to a screen."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import pygame

from game.engine.campaign import Fought
from game.sim.session import BattleRequest, Session
from game.sim.settings import Settings
from game.ui.sound import Sound
from game.ui.theme import Scale

if TYPE_CHECKING:
    from game.engine.match import Match
    from game.ui.scenes.lab import LabScene

Tone: TypeAlias = Literal["plain", "good", "harm"]


class Scene(Protocol):
    """One screen. One that `takes_files` is told of what is dropped on the window, which else opens it itself; one that
    `is_game` is left for that only when it is wanted. The window calls `resized` before the first `draw`, and again
    whenever size, scale or palette change; `invalidate` when the picture on the window is no longer the scene's."""

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event. Esc backs out one step (`Shell.pop`) and never quits."""

    def update(self, dt: float) -> None:
        """Goes on by `dt` seconds."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect] | None:
        """Draws what changed and returns where; [] for nothing, None for everything."""

    def resized(self, size: tuple[int, int]) -> None:
        """Lays itself out for a window of `size` px; all of it is drawn next time."""

    def invalidate(self) -> None:
        """All of it is drawn next time."""

    def close(self) -> None:
        """The window has let go of the scene: threads and processes end."""


class Shell(Protocol):
    """What a scene may ask of the window."""

    settings: Settings
    sound: Sound

    @property
    def scale(self) -> Scale: ...

    @property
    def size(self) -> tuple[int, int]: ...

    def push(self, scene: Scene) -> None:
        """Shows `scene` over the present one."""

    def pop(self) -> None:
        """Back to the scene below; the last one stays."""

    def home(self) -> None:
        """Back to the title, whatever is open."""

    def apply(self, settings: Settings) -> None:
        """Makes new settings true at once and writes them down."""

    def toast(self, words: str, tone: Tone = "plain") -> None:
        """Says something for a few seconds at the window's lower edge."""

    def fail(self, error: Exception) -> None:
        """Says what went wrong, in words, until it is put away."""

    def quit(self) -> None:
        """Closes the window."""

    # --- where a scene may lead
    def begin(self, request: BattleRequest) -> None:
        """Starts a battle from the title on; says why where it cannot."""

    def open_save(self, path: Path) -> None:
        """Goes on with a saved game."""

    def resume_latest(self) -> None:
        """Goes on with the game that was left last."""

    def show_help(self, rules: str = "") -> None:
        """Keys, and the reference of a rule set (the first one without a name)."""

    def show_settings(self) -> None: ...

    def show_load(self) -> None: ...

    def show_new_battle(self) -> None: ...

    def show_forces(self, rules: str = "") -> None:
        """The force builder, for a rule set (the first one without a name)."""

    def show_campaign(self, path: Path, fought: Fought | None = None) -> None:
        """The record of a force in a campaign, with a battle that it has just fought; says why where it cannot."""

    def hand_over(self, letter: str, name: str, must: bool = False) -> None:
        """A curtain before the next person's turn, where it must be or the settings ask for one."""

    def open_lab(self, what: str | Path | None = None, rules: str = "", number: int = 0) -> None:
        """The Lab with a session, a scenario, a case (the one of this number in its file), a save, a table or a force
        in it, or with a bare table of these rules."""

    def show_lab_files(self) -> None:
        """The list of what the Lab can open."""

    def show_cases(self, folder: Path | None = None) -> None:
        """The page that runs the cases of a folder; of one that is named at once."""

    def show_import(self, path: Path | None = None) -> None:
        """The page that brings a map, a picture or a list of another program in."""

    def enter(self, session: Session) -> None:
        """A battle that is there already, from the title on; says why where it cannot."""

    def open_lab_with(self, match: Match) -> None:
        """The Lab with a game that has been played up to now."""

    def show_replays(self) -> None:
        """The list of games that can be watched again."""

    def show_replay(self, match: Match, origin: Path | None = None) -> None:
        """A game watched again from its beginning, over what is shown; `origin` is its file."""

    def open_replay(self, path: Path) -> None:
        """The game of a file watched again; says why where it cannot."""

    def show_lab_menu(self, scene: LabScene) -> None:
        """The menu of the Lab, over it."""
