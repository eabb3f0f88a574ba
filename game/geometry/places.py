"""The places of a reach on a grid, each priced when it is first asked for: for whoever asks over and over. Inches."""
from __future__ import annotations

import math

import numpy as np

from game.geometry.obstacles import Array
from game.geometry.reach import Reach
from game.units import Point

FEW = 24
"""Places priced at first; then twice as many."""


class Places:
    """The grid of `step` inches round the mover of a reach. The reach must not change."""

    def __init__(self, reach: Reach, step: float) -> None:
        self.reach = reach
        self.spots = reach.grid(step)
        self._costs = np.full(len(self.spots), math.nan)

    def nearest(self, wish: Point, far: float = math.inf, among: Array | None = None) -> Point | None:
        """The legal end nearest to `wish` that costs at most `far`; of those `among` (bool [n]) if given."""
        every = np.arange(len(self.spots)) if among is None else among.nonzero()[0]
        apart = np.hypot(self.spots[every, 0] - wish[0], self.spots[every, 1] - wish[1])
        order = every[np.argsort(apart, kind="stable")]
        first, size = 0, FEW
        while first < len(order):
            part = order[first:first + size]
            price = self._price(part)
            legal = part[(price <= far) & (price < math.inf)]
            if len(legal):
                x, y = self.spots[legal[0]].tolist()
                return x, y
            first, size = first + size, 2 * size
        return None

    def _price(self, part: Array) -> Array:
        new = part[np.isnan(self._costs[part])]
        if len(new):
            self._costs[new] = self.reach.end_costs(self.spots[new])
        return np.asarray(self._costs[part])
