"""What a command's fields hold, before any rule looks at them: numbers, points and paths, who gives it and to whom."""
from __future__ import annotations

import math
from typing import Any

from game.engine.commands import Command
from game.engine.state import GameState
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import Point


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_point(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(map(is_number, value))


def are_points(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(map(is_point, value))


def point_of(value: Any) -> Point:
    return (float(value[0]), float(value[1]))


def model_by(state: GameState, command: Command) -> Model:
    """The model that gives the command."""
    return state.models[command.by]


def target_of(state: GameState, command: Command) -> Model | None:
    """The model that a command aims at; None where it names none."""
    return state.models.get(str(command.get("at", "")))


def piece_of(state: GameState, command: Command) -> Terrain | None:
    """The piece of terrain that a command aims at; None where it names none."""
    return state.terrain.get(str(command.get("at", "")))


def facing_of(command: Command) -> float | None:
    """Degrees from 0 up to 360; None where the command names none."""
    value = command.get("facing")
    return None if value is None else float(value) % 360.0
