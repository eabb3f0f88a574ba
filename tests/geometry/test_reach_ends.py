from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.path import can_stand
from game.geometry.reach import Reach
from game.units import TOLERANCE
from tests.geometry.walking import (
    at,
    free_points,
    hall,
    random_table,
    wall,
)

SEEDS = st.integers(0, 100_000)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.booleans())
def test_samples_and_rings_and_nearest_spots_are_legal(seed, rated):
    scene, bases = random_table(seed, rated=rated)
    rates = {"difficult": 2.0} if rated else {}
    reach = Reach(scene, bases[0], 5, blocked_by=bases[1:3], pass_through=bases[3:], rates=rates)
    ends = reach.sample(0.7)
    assert any(math.dist(end, bases[0].at) < 1e-9 for end in ends)
    for end in map(tuple, ends[:12]):
        assert reach.cost(end) <= 5 + TOLERANCE
        assert can_stand(scene, at(*end, bases[0].radius), bases[1:]) is None
    for wish in free_points(scene, bases[0], [], seed, 3):
        spot = reach.nearest(wish)
        assert reach.can_end(spot)
        assert math.dist(spot, wish) <= np.hypot(*(ends - np.array(wish)).T).min() + 0.01


def test_the_outline_of_open_ground_is_a_circle_and_a_friend_is_a_hole_in_it():
    friend = at(12, 15)
    rings = Reach(hall(), at(12, 12), 5, pass_through=[friend]).outline()
    areas = [shapely.Polygon(r).area * (1 if shapely.LinearRing(r).is_ccw else -1) for r in rings]
    assert sorted(areas) == pytest.approx([-math.pi, math.pi * 25], rel=0.03)


def test_without_a_budget_there_is_only_the_spot_itself():
    reach = Reach(hall(), at(5, 5), 0.0)
    assert reach.outline() == []
    assert reach.sample().tolist() == [[5, 5]]
    assert reach.nearest((9, 9)) == (5, 5)


def test_an_endless_budget_reaches_all_that_is_not_walled_off():
    scene = hall(wall(10, 0, 11, 24), wall(4, 4, 6, 6))
    reach = Reach(scene, at(2, 2), math.inf)
    assert reach.cost((8, 20)) is not None and reach.cost((14, 20)) is None
    assert len(reach.outline()) == 2
    assert reach.nearest((23, 12)) == pytest.approx((9.5, 12), abs=0.01)


def test_a_table_smaller_than_the_base_has_no_room():
    reach = Reach(hall(width=0.8, height=0.8), at(0.4, 0.4), 6)
    assert len(reach.sample()) == 0 and reach.outline() == [] and reach.nearest((0.4, 0.4)) is None


def test_a_wish_beyond_a_wall_is_met_against_it():
    reach = Reach(hall(wall(12, 0, 13, 24)), at(8, 8), 6)
    assert reach.nearest((12.2, 8)) == pytest.approx((11.5, 8), abs=0.01)
    assert reach.nearest((9, 8)) == (9, 8)
    assert reach.nearest((8, 20)) == pytest.approx((8, 14), abs=0.01)
