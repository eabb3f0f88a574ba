"""What a person has set: window, scale, speed, sound, colours. Read with patience, written whole or not at all.

A settings file that cannot be used never stops the game: it is set aside as `settings.toml.broken`, said so, and the
defaults serve.
"""
from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
import tomli_w

from game.errors import FileError
from game.sim import paths
from game.table import datafile
from game.words import say

FILE = "settings.toml"
Level: TypeAlias = Literal["human", "recruit", "regular"]
LEVELS: tuple[Level, ...] = ("human", "recruit", "regular")
GM = "gm"
"""A person who knows what is hidden, where a rule set has something to hide."""
PEOPLE = ("human", GM)
LEVEL_TITLES: dict[str, str] = {"human": say("Human"), "recruit": say("Recruit"), "regular": say("Regular")}
PLAYER_TITLES: dict[str, str] = {**LEVEL_TITLES, GM: say("GM")}
SPEEDS = (0.0, 0.5, 1.0, 1.5)
"""What the animation's time is multiplied by; 0 shows results at once."""
SCALES = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0)
PALETTES = ("standard", "alternative")
SMALLEST_WINDOW = (960, 600)

Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`window` is [width, height] in px when not in full screen; volumes are shares from 0 to 1; "system" is the
    language that the system asks for. `switches` are what the person likes of the personal ones, by rule set."""

    window: tuple[Annotated[int, msgspec.Meta(ge=320, le=16384)], Annotated[int, msgspec.Meta(ge=240, le=16384)]] = (
        1600, 900,
    )
    full_screen: bool = False
    ui_scale: Annotated[float, msgspec.Meta(ge=0.75, le=2.0)] = 1.0
    animation_speed: float = 1.0
    master_volume: Share = 0.8
    effects_volume: Share = 1.0
    interface_volume: Share = 0.6
    palette: Literal["standard", "alternative"] = "standard"
    confirm_hand_over: bool = False
    language: Literal["system", "en", "pl"] = "system"
    blue_level: Level = "human"
    red_level: Level = "regular"
    switches: dict[str, dict[str, bool | str]] = {}


def settings_path() -> Path:
    """The file of the person who plays."""
    return paths.config_dir() / FILE


def read_settings(path: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a sentence for the person when the file could not be used ('' when all is well)."""
    path = path or settings_path()
    if not path.exists():
        return Settings(), ""
    try:
        return parse(path), ""
    except FileError as error:
        aside = path.with_name(path.name + ".broken")
        with contextlib.suppress(OSError):
            os.replace(path, aside)
        return Settings(), say("{error}. The file was set aside as {aside}; the defaults serve.", error=error,
                               aside=aside.name)


def parse(path: Path) -> Settings:
    """The settings in a file. Raises FileError for anything it should not hold."""
    settings = datafile.load(path, Settings)
    if settings.animation_speed not in SPEEDS:
        raise FileError(path, "animation_speed", say("{animation_speed:g} is none of 0, 0.5, 1, 1.5",
                                                     animation_speed=settings.animation_speed))
    return settings


def write_settings(settings: Settings, path: Path | None = None) -> None:
    """Writes the file in one step. Raises FileError when the disk does not take it."""
    from game.engine.journal import write_atomically  # the engine is slow to import, and the first frame needs none

    write_atomically(path or settings_path(), tomli_w.dumps(msgspec.to_builtins(settings)).encode())
