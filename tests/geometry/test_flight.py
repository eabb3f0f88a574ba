from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.geometry.path import path_cost, path_length, swept_clear
from game.geometry.reach import Reach, shortest_to_edge
from tests.geometry.walking import at, hall, random_table, wall

SEEDS = st.integers(0, 100_000)


@pytest.mark.parametrize("edge, end", [("north", (5, 23.5)), ("east", (23.5, 8)), ("west", (0.5, 8))])
def test_the_way_to_an_open_edge_is_straight(edge, end):
    assert shortest_to_edge(hall(), at(5, 8), edge) == ((5, 8), end)


def test_the_way_to_an_edge_leads_round_walls_and_enemies_and_through_friends():
    scene, friend, enemy = hall(wall(0, 12, 8, 13)), at(8.5, 10), at(9.2, 13.5)
    way = shortest_to_edge(scene, at(7, 8), "north", [enemy], [friend])
    assert way[-1][1] == 23.5
    assert swept_clear(scene, at(7, 8), way, [enemy]) is None


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_no_point_of_the_edge_is_nearer_than_the_way_to_it(seed):
    scene, bases = random_table(seed)
    mover = bases[0]
    way = shortest_to_edge(scene, mover, "north", bases[1:])
    spots = np.array([(x, scene.height - mover.radius) for x in np.linspace(mover.radius, 14 - mover.radius, 150)])
    costs = Reach(scene, mover, 200.0, blocked_by=bases[1:]).costs(spots)
    assert (way is not None) >= bool(np.isfinite(costs.min()))
    if way is not None:
        assert swept_clear(scene, mover, way, bases[1:]) is None
        assert path_length(way) <= costs.min() + 1e-3


def test_the_way_to_an_edge_leads_round_what_is_dear_to_cross():
    scene = hall(wall(6, 14, 10, 18, "climbable", height=5), wall(14, 14, 18, 15, "difficult"))
    round_roof = shortest_to_edge(scene, at(8, 10), "north")
    assert path_cost(scene, at(8, 10), round_roof) == pytest.approx(math.hypot(2, 4) + 9.5, abs=0.01)
    assert shortest_to_edge(scene, at(8, 10), "north", climb=0.0) == ((8, 10), (8, 23.5))
    round_mud = shortest_to_edge(scene, at(16, 10), "north", rates={"difficult": 2})
    assert path_cost(scene, at(16, 10), round_mud, {"difficult": 2}) == pytest.approx(math.hypot(2, 4) + 9.5, abs=0.01)


def test_who_is_boxed_in_has_no_way_to_any_edge():
    scene = hall(wall(4, 4, 12, 5), wall(4, 11, 12, 12), wall(4, 5, 5, 11), wall(11, 5, 12, 11))
    assert shortest_to_edge(scene, at(8, 8), "north") is None
    assert shortest_to_edge(hall(), at(8, 8), "north", [at(8, 8)]) is None


def test_who_touches_the_edge_already_need_not_move():
    assert shortest_to_edge(hall(), at(8, 23.5), "north") == ((8, 23.5), (8, 23.5))


@pytest.mark.parametrize("mover, edge", [(at(5, 5), "up"), (at(math.nan, 5), "north"), (at(5, 5, 0.0), "north")])
def test_no_such_edge_or_mover_is_refused(mover, edge):
    with pytest.raises(GeometryError):
        shortest_to_edge(hall(), mover, edge)
