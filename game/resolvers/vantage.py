"""Measures from many places at once, for threat maps and the computer player."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game.table.model import Model

Array = npt.NDArray[np.float64]


def gaps_from(points: Array, model: Model, others: Sequence[Model]) -> Array:
    """[n, m] gaps from the model's base at each of the [n, 2] points to each other base."""
    centres = np.array([o.base.at for o in others])
    radii = np.array([o.radius for o in others])
    between = np.hypot(points[:, None, 0] - centres[None, :, 0], points[:, None, 1] - centres[None, :, 1])
    return np.asarray(np.maximum(between - radii[None, :] - model.radius, 0.0))


def from_behind(points: Array, models: Sequence[Model]) -> npt.NDArray[np.bool_]:
    """[n, m] whether each point lies in the rear 180° of each model."""
    centres = np.array([m.base.at for m in models])
    facing = np.radians([m.facing for m in models])
    ahead = np.stack([np.sin(facing), np.cos(facing)], axis=1)
    return np.asarray(((points[:, None, :] - centres[None]) * ahead[None]).sum(axis=2) < -1e-6)
