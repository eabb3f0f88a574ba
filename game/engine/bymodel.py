"""The answers of a rule set whose models are ordered one by one, to what is asked of units that act as one."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from game.engine.cards import Queue
from game.engine.commands import Command
from game.engine.requests import Ask, Option, Preview, Route, Volley
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.table.model import Model
from game.units import Point


class ByModel:
    """The answers of a rule set whose models are ordered one by one."""

    acts_by: Literal["model", "unit"] = "model"
    marker_ring = 1.0
    picks_zones = False

    def formation(self, state: GameState, option: Option, at: Point) -> dict[str, Any] | None:
        """Nothing is moved as one."""
        return None

    def adjust(
        self, state: GameState, option: Option, fields: Mapping[str, Any], model: str, at: Point
    ) -> dict[str, Any]:
        """Nothing is moved as one."""
        return dict(fields)

    def mend(self, state: GameState, option: Option, fields: Mapping[str, Any]) -> dict[str, Any] | None:
        """Nothing is moved as one."""
        return None

    def remarks(self, state: GameState, option: Option, paths: Mapping[str, Sequence[Point]]) -> tuple[str, ...]:
        """Nothing is moved as one."""
        return ()

    def bounds(self, state: GameState, option: Option) -> tuple[Mark, ...]:
        """The window knows the zones; there is nothing else."""
        return ()

    def propose(self, state: GameState, ask: Ask) -> Any:
        """Its questions have no answer that fits most often."""
        return None

    def variants(self, state: GameState, command: Command) -> Sequence[Command]:
        """Its orders have nothing more to name or spend that would be worth weighing."""
        return (command,)

    def volleys(self, state: GameState, ask: Ask) -> Sequence[Volley]:
        """Nobody fires in groups."""
        return ()

    def weigh(self, state: GameState, ask: Ask, value: Any) -> Preview | None:
        """Its questions tell their odds themselves."""
        return None

    def routes(
        self, state: GameState, option: Option, shifts: npt.NDArray[np.float64], files: int = 0
    ) -> Sequence[Route]:
        """Nothing is moved as one."""
        return ()

    def flow(self, state: GameState, option: Option, at: Point) -> Route | None:
        """Nothing is moved as one."""
        return None

    def along(self, state: GameState, option: Option, route: Route) -> dict[str, Any]:
        """Nothing is moved as one."""
        return {}

    def harm_on(
        self, state: GameState, model: Model, points: npt.NDArray[np.float64]
    ) -> Mapping[str, npt.NDArray[np.float64]]:
        """Nobody fires as one."""
        return {}

    def stride(self, state: GameState, unit: str) -> float:
        """Nothing is moved as one."""
        return 0.0

    def holds(self, state: GameState, unit: str) -> bool:
        """No place is held by units."""
        return False

    def contest(self, state: GameState) -> Mapping[str, tuple[str, ...]]:
        """Each marker with its owner."""
        return {m.id: (m.owner,) if m.owner else () for m in state.markers.values()}

    def aim(self, state: GameState) -> str:
        """Markers do not win by themselves."""
        return ""

    def queue(self, state: GameState) -> Queue | None:
        """Sides choose whom they activate."""
        return None

    def strength(self, state: GameState, unit: str) -> tuple[int, int]:
        """Models left, of how many."""
        return len(state.members(unit)), len(state.units[unit].models)
