"""Places of a reach that are asked about over and over, against asking anew; batches against one by one."""
from __future__ import annotations

import math
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.obstacles import legs_clear, obstacles, points_clear
from game.geometry.places import Places
from game.geometry.reach import Reach
from tests.geometry.walking import at as base_at
from tests.geometry.walking import hall, pillar, random_table, wall

SEEDS = st.integers(0, 100_000)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_the_nearest_place_is_the_nearest_of_the_whole_sample(seed):
    scene, bases = random_table(seed)
    dice = random.Random(seed)
    reach = Reach(scene, bases[0], 5, blocked_by=bases[1:3], pass_through=bases[3:])
    places, ends = Places(reach, 0.6), reach.sample(0.6)
    costs = reach.costs(ends)
    for _ in range(8):
        wish, far = (dice.uniform(0, 14), dice.uniform(0, 14)), dice.uniform(0, 6)
        spot = places.nearest(wish, far)
        near = ends[costs <= far]
        assert spot is not None and spot in {tuple(end) for end in near.tolist()}
        assert math.dist(spot, wish) == min(math.dist(end, wish) for end in near.tolist())


def test_only_places_among_those_wanted_are_found():
    reach = Reach(hall(wall(10, 0, 11, 24)), base_at(5, 12), 6.0)
    places = Places(reach, 0.5)
    assert places.nearest((20, 12), among=places.spots[:, 1] > 20) is None
    spot = places.nearest((20, 12), among=places.spots[:, 1] > 14)
    assert spot is not None and spot[1] > 14 and spot[0] <= 9.5
    assert places.nearest((5, 12), among=np.zeros(len(places.spots), bool)) is None


def test_legal_ends_come_in_the_order_in_which_they_are_given():
    reach = Reach(hall(pillar(8, 12, 1.0)), base_at(5, 12), 6.0)
    points = reach.grid(0.4)[::-1]
    legal = [tuple(p) for p in points.tolist() if reach.can_end(tuple(p))]
    assert [tuple(p) for p in reach.legal_in_turn(points)] == legal


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_many_legs_and_points_at_once_are_as_one_by_one(seed):
    scene, bases = random_table(seed)
    dice = np.random.default_rng(seed)
    obs = obstacles(scene, 0.5, bases)
    points = dice.uniform(0, 14, (60, 2))
    points[:10] = obs.start[:10] if len(obs.start) >= 10 else points[:10]
    legs = np.concatenate([points, points + dice.normal(0, 3, points.shape)], axis=1)
    legs[:5, 2:] = legs[:5, :2]
    assert points_clear(obs, points).tolist() == [bool(points_clear(obs, p[None])[0]) for p in points]
    assert legs_clear(obs, legs).tolist() == [bool(legs_clear(obs, leg[None])[0]) for leg in legs]
    along = legs[:, :2] + np.linspace(0, 1, 200)[:, None, None] * (legs[:, 2:] - legs[:, :2])
    stood = np.array([points_clear(obs, spots) for spots in along]).all(axis=0)
    assert not (legs_clear(obs, legs) & ~stood).any()
