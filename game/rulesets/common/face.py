"""The plain answers of a rule set to the engine; a rule set overrides those in which it differs."""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from game.engine.builder import Builder
from game.engine.campaign import Campaign
from game.engine.plan import TurnPlan
from game.engine.requests import Option
from game.engine.ruleset import LegPrices
from game.engine.state import GameState
from game.engine.switches import Switch
from game.engine.verdict import YES, Mark, Verdict
from game.geometry.measure import overlaps, whole_on_table
from game.geometry.reach import Reach
from game.rulesets.common.data import Sheet
from game.table.model import Model
from game.table.setting import UnitSpec
from game.table.terrain import Terrain
from game.units import Point
from game.words import say


class PlainFace(ABC):
    """`sheet` is what its `ruleset.toml` holds, `folder` where it and `reference.md` are."""

    sheet: ClassVar[Sheet]
    folder: ClassVar[Path]
    builder: Builder
    campaign: Campaign | None = None
    id: str
    title: str
    version: str
    about: str
    plan: TurnPlan
    switches: Sequence[Switch]
    game_master: bool

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        sheet = cls.sheet
        cls.id, cls.title, cls.version, cls.about, cls.plan = (
            sheet.id, sheet.title, sheet.version, sheet.about, sheet.plan)
        cls.switches, cls.game_master = sheet.switches, sheet.game_master

    def force_units(self, force: str, side: str) -> tuple[UnitSpec, ...]:
        return self.builder.units(self.builder.ready(force), side)

    def check_forces(self, points: Mapping[str, int], limit: int) -> Verdict:
        """Any forces may meet."""
        return YES

    def prepare_terrain(self, source: str, piece: Terrain) -> Terrain:
        """Terrain is what it is."""
        return piece

    def settled(self, state: GameState) -> GameState | None:
        """Every activation is ended by an order."""
        return None

    def errand(
        self, state: GameState, model: Model, points: npt.NDArray[np.float64], how: str
    ) -> npt.NDArray[np.float64]:
        """Movements take nobody along."""
        return np.zeros(len(points))

    def openable(self, state: GameState, side: str) -> Sequence[str]:
        """Nothing is opened by hand."""
        return ()

    def spots(self, state: GameState, option: Option, reach: Reach) -> Sequence[Point]:
        """A plain sample misses nothing."""
        return ()

    @property
    def leg_prices(self) -> LegPrices | None:
        """Walking costs its length."""
        return None

    def spacing(self, state: GameState, model: Model) -> float:
        """Nobody minds how close his friends are."""
        return 0.0

    def state_icons(self) -> Mapping[str, tuple[str, str, str]]:
        return {name: (s.icon, s.tone, s.does) for name, s in self.sheet.states.items()}

    def busy(self, state: GameState, unit: str) -> str:
        if state.active == unit:
            return "acting"
        return "" if state.phase != "turns" or self.is_waiting(state, unit) else "done"

    @abstractmethod
    def is_waiting(self, state: GameState, unit: str) -> bool:
        """Whether the unit has yet to act this round."""

    def reference(self) -> str:
        return (self.folder / "reference.md").read_text(encoding="utf-8")

    def view(self, state: GameState, side: str | None) -> GameState:
        """Nothing is hidden."""
        return state

    def notices(self, state: GameState, sides: Sequence[str]) -> Sequence[Mark]:
        """The table shows everything."""
        return ()

    def problems(self, state: GameState) -> list[str]:
        """Models that overlap or hang over the table's edge."""
        found = []
        standing = list(state.on_table())
        for place, model in enumerate(standing):
            if not whole_on_table(model.base, state.scene):
                found.append(say("{id} hangs over the table's edge", id=model.id))
            found += [say("{id} overlaps {other}", id=model.id, other=o.id) for o in standing[place + 1 :]
                      if overlaps(model.base, o.base)]
        return found
