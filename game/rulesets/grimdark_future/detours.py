"""Ways that a unit may try where its straight way is not free: shorter, aside, bent. Inches, [n, 2, 2] each: how far it
has gone at the bend, and at the end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game.rulesets.grimdark_future.data import NUMBERS
from game.units import TOLERANCE

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]
SHARES = (1.0, 0.75, 0.5, 0.25)
TURNS = (20.0, -20.0, 45.0, -45.0)
ASIDE = (2.5, -2.5, 5.5, -5.5)
"""Inches to either hand by which a way bends round what is in it."""
HAIR = 1e-9


def detours(wishes: Array, blocked: Sequence[int], far: float) -> tuple[Indices, Array]:
    """(whose, [n, 2, 2]) the further ways that are tried for wishes whose straight way is not free."""
    whose = np.array(blocked, np.intp)
    length = np.hypot(wishes[whose, 0], wishes[whose, 1])
    whose, length = whose[length > TOLERANCE], length[length > TOLERANCE]
    wish = wishes[whose]
    pairs = np.stack([wish, 2 * wish], axis=1)
    firm = np.minimum(length, NUMBERS.difficult - HAIR)
    parts = np.concatenate([np.multiply.outer(reach, SHARES) / length[:, None] / 2 for reach in (length, firm)], axis=1)
    on = pairs[:, None] * parts[:, :, None, None]
    turned = np.stack([pairs @ _turned(turn) * (share / 2) for turn, share in itertools.product(TURNS, (1.0, 0.6))], 1)
    tries = np.concatenate([on, turned, _bent(wish, length, far)], axis=1)
    wanted = np.ones(tries.shape[:2], bool)
    wanted[:, len(SHARES):2 * len(SHARES)] = (firm < length)[:, None]
    wanted[:, -len(ASIDE):] = (length > 3.0)[:, None]
    row, column = wanted.nonzero()
    return whose[row], tries[row, column]


def _bent(wish: Array, length: Array, far: float) -> Array:
    """[n, k, 2, 2] the ways that go aside half way."""
    across = np.stack([-wish[:, 1], wish[:, 0]], axis=1) / length[:, None]
    bend = (wish / 2)[:, None] + np.array(ASIDE)[:, None] * across[:, None]
    shrink = np.array([[min(1.0, far / (2 * math.hypot(half, aside))) for aside in ASIDE] for half in
                       (length / 2).tolist()]).reshape(-1, len(ASIDE))
    both = np.stack([bend, np.broadcast_to(wish[:, None], bend.shape)], axis=2)
    return np.asarray(both * shrink[:, :, None, None])


def _turned(degrees: float) -> Array:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cos, sin], [-sin, cos]])


def lengths(ways: Array) -> Array:
    """[n] inches of the ways [n, 2, 2]."""
    bend, rest = ways[:, 0], ways[:, 1] - ways[:, 0]
    return np.asarray(np.hypot(bend[:, 0], bend[:, 1]) + np.hypot(rest[:, 0], rest[:, 1]))
