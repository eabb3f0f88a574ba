"""A unit on the table as a computer player sees it: where it stands, what it is worth, which markers it is at."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.engine.requests import Goal
from game.engine.view import View
from game.table.model import Model
from game.units import TOLERANCE, Point

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class Force:
    """A unit on the table."""

    def __init__(self, view: View, unit: str) -> None:
        self.id = unit
        self.side = view.state.units[unit].side
        self.models: list[Model] = [m for m in view.state.members(unit) if m.on_table]
        self.at = np.array([m.base.at for m in self.models]).reshape(-1, 2)
        self.radii = np.array([m.radius for m in self.models])
        self.middle: Array = self.at.mean(axis=0)
        self.lead = self.models[int(np.hypot(*(self.at - self.middle).T).argmin())]
        self.worth = sum(view.worth(m) for m in self.models)
        self.waits = view.busy(unit) == ""
        self.holds = view.holds(unit)
        self.stride = view.stride(unit)

    @property
    def counts(self) -> bool:
        """Whether it may count at a marker when the round ends: who is to steady itself yet will."""
        return self.holds or self.waits

    def gap(self, other: Force) -> float:
        """Inches between the nearest models."""
        apart = np.hypot(self.at[:, None, 0] - other.at[None, :, 0], self.at[:, None, 1] - other.at[None, :, 1])
        return float((apart - self.radii[:, None] - other.radii[None, :]).min())

    def share_at(self, goal: Goal, shifts: Array) -> Array:
        """[n] the share of its models at the goal after each move: [n, k, 2] shifts of every model, [n, 1, 2] of all
        alike."""
        ends = self.at[None] + shifts
        apart = np.hypot(ends[..., 0] - goal.at[0], ends[..., 1] - goal.at[1])
        return np.asarray((apart - self.radii <= goal.within + TOLERANCE).mean(axis=1))

    def reaches(self, goal: Goal, shifts: Array) -> Flags:
        """[n] whether a model of it is at the goal after each move, given alike."""
        return np.asarray(self.share_at(goal, shifts) > 0)

    def nears(self, goal: Goal) -> bool:
        """Whether the goal is within its stride."""
        return self.off(goal.at) - goal.within <= self.stride

    def off(self, point: Point) -> float:
        """Inches from its nearest base to a point."""
        return float((np.hypot(*(self.at - np.array(point)).T) - self.radii).min())
