"""A file that was dropped on the window: opened as what it is. Also what Continue goes on with."""
from __future__ import annotations

from pathlib import Path

from game.errors import FiringArcError
from game.sim import saves
from game.sim.lab import sessions
from game.sim.lab.opening import kind_of
from game.sim.lab.sessions import SessionInfo
from game.sim.saves import SaveInfo
from game.ui.scenes.scene import Shell


def open_dropped(shell: Shell, path: Path) -> None:
    """Opens what was dropped: a folder runs its cases, a save goes on, a map or list is brought in, all else of ours is
    opened in the Lab. What cannot be used is told in a line, and what is on screen stays."""
    try:
        kind = kind_of(path)
    except FiringArcError as error:
        shell.fail(error)
        return
    if kind == "folder":
        shell.show_cases(path)
    elif kind == "save":
        shell.open_save(path)
    elif kind == "foreign":
        shell.show_import(path)
    else:
        shell.open_lab(path)


def newest_left() -> SaveInfo | SessionInfo | None:
    """What Continue goes on with: the battle or the Lab session that was left last."""
    battle, lab = saves.latest(), sessions.left_last()
    if battle is None or (lab is not None and lab.time > battle.time):
        return lab or battle
    return battle
