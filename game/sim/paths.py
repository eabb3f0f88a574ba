"""Where things lie: what ships with the game, and what belongs to the person who plays.

A person's files go where their system keeps such files; `use_data_dir` or the variable FIRING_ARC_DATA put them all
under one folder instead. Nothing here makes a folder: who writes does.
"""
from __future__ import annotations

import os
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parents[2]
"""The repository, which is also the installed game."""

VARIABLE = "FIRING_ARC_DATA"
NAME = "firing-arc"
_chosen: Path | None = None


def use_data_dir(path: Path | None) -> None:
    """All of a person's files go under `path` from now on; None goes back to the variable or the system's places."""
    global _chosen
    _chosen = path.expanduser() if path is not None else None


def data_override() -> Path | None:
    """The one folder for everything, if one was chosen; `use_data_dir` comes before the variable."""
    if _chosen is not None:
        return _chosen
    named = os.environ.get(VARIABLE, "")
    return Path(named).expanduser() if named else None


def maps_dir() -> Path:
    """Tables and scenarios that ship with the game."""
    return ROOT / "maps"


def assets_dir() -> Path:
    """Fonts, icons, sounds."""
    return ROOT / "assets"


def saves_dir() -> Path:
    """Saved games."""
    return _under("saves", Path(platformdirs.user_data_dir(NAME, appauthor=False)) / "saves")


def forces_dir() -> Path:
    """Forces put together or imported."""
    return _under("forces", Path(platformdirs.user_data_dir(NAME, appauthor=False)) / "forces")


def lab_dir() -> Path:
    """Tables made in the Lab."""
    return _under("lab", Path(platformdirs.user_data_dir(NAME, appauthor=False)) / "lab")


def cases_dir() -> Path:
    """Rule cases kept in the Lab."""
    return _under("cases", Path(platformdirs.user_data_dir(NAME, appauthor=False)) / "cases")


def own_tables_dir() -> Path:
    """Tables brought in from other programs."""
    return _under("tables", Path(platformdirs.user_data_dir(NAME, appauthor=False)) / "tables")


def shipped_cases_dir() -> Path:
    """The project's own rule cases; they lie beside the source, and not in every installed game."""
    return ROOT / "tests" / "cases"


def config_dir() -> Path:
    """Settings."""
    return _under("config", Path(platformdirs.user_config_dir(NAME, appauthor=False)))


def logs_dir() -> Path:
    """Logs of faults."""
    return _under("logs", Path(platformdirs.user_log_dir(NAME, appauthor=False)))


def cache_dir() -> Path:
    """What can be made again: baked pictures."""
    return _under("cache", Path(platformdirs.user_cache_dir(NAME, appauthor=False)))


def pictures_dir() -> Path:
    """Screenshots."""
    return _under("pictures", Path(platformdirs.user_pictures_dir()) / "Firing Arc")


def _under(name: str, usual: Path) -> Path:
    override = data_override()
    return usual if override is None else override / name
