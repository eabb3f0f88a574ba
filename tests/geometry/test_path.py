from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.geometry.ground import level_at
from game.geometry.obstacles import NO_TOPS
from game.geometry.path import (
    can_stand,
    cut,
    path_cost,
    path_length,
    swept_clear,
    swept_clear_many,
)
from game.units import TOLERANCE
from tests.geometry.walking import RADIUS, at, clear_by_sampling, hall, pillar, random_table, wall

NAN = math.nan
EDGE = 12.0 - RADIUS  # a centre here touches a wall whose side is at 12


@pytest.mark.parametrize("offset, stops", [(-0.1, False), (0.0, False), (TOLERANCE / 2, False), (0.0001, True)])
def test_a_base_may_touch_a_wall_but_not_overlap_it(offset, stops):
    scene = hall(wall(12, 0, 13, 24))
    assert (can_stand(scene, at(EDGE + offset, 5)) is not None) is stops
    assert (swept_clear(scene, at(5, 5), [(5, 5), (EDGE + offset, 5)]) is not None) is stops


@pytest.mark.parametrize("gap, fits", [(1.0, True), (1.0 + TOLERANCE, True), (1 - TOLERANCE / 2, True), (0.999, False)])
def test_a_gap_as_wide_as_the_base_lets_it_through(gap, fits):
    scene = hall(wall(10, 0, 11, 12), wall(10, 12 + gap, 11, 24))
    block = swept_clear(scene, at(5, 12 + gap / 2), [(5, 12 + gap / 2), (15, 12 + gap / 2)])
    assert (block is None) is fits


@pytest.mark.parametrize("gap, fits", [(0.0, True), (-TOLERANCE / 2, True), (-0.001, False)])
def test_bases_may_touch_but_not_overlap(gap, fits):
    other = at(10 + 1.0 + gap, 10)
    assert (can_stand(hall(), at(10, 10), [other]) is None) is fits


def test_a_move_names_what_stops_it_and_where():
    scene = hall(wall(12, 0, 13, 24, name="long wall"))
    block = swept_clear(scene, at(5, 5), [(3, 5), (5, 5), (20, 5)])
    assert (block.kind, block.what, block.leg) == ("terrain", "long wall", 1)
    assert block.point == pytest.approx((EDGE, 5), abs=1e-5)


def test_a_move_names_the_base_that_stops_it():
    block = swept_clear(hall(), at(5, 5), [(5, 5), (20, 5)], [at(3, 20), at(10, 5)])
    assert (block.kind, block.what) == ("base", 1)
    assert block.point == pytest.approx((9, 5), abs=1e-5)


def test_a_move_off_the_table_is_stopped_by_its_edge():
    block = swept_clear(hall(), at(5, 5), [(5, 5), (5, 25)])
    assert (block.kind, block.what) == ("edge", "north")
    assert block.point == pytest.approx((5, 23.5), abs=1e-5)


def test_a_base_deep_inside_a_solid_cannot_stand_or_move_there():
    scene = hall(wall(2, 2, 20, 20, name="block"))
    assert can_stand(scene, at(11, 11)).what == "block"
    assert swept_clear(scene, at(11, 11), [(11, 11), (12, 11)]).leg == 0


def test_a_hole_in_a_piece_is_free():
    ring = wall(4, 4, 16, 16)
    scene = hall(type(ring)(id="yard", outline=ring.outline, traits=ring.traits,
                            holes=(((6, 6), (14, 6), (14, 14), (6, 14)),)))
    assert swept_clear(scene, at(8, 8), [(8, 8), (12, 12)]) is None
    assert swept_clear(scene, at(8, 8), [(8, 8), (18, 8)]).what == "yard"


@pytest.mark.parametrize("past, stops", [(2.5, False), (2.5 - TOLERANCE / 2, False), (2.499, True)])
def test_a_round_piece_is_round(past, stops):
    scene = hall(pillar(12, 12, 2.0))
    assert (swept_clear(scene, at(5, 12 + past), [(5, 12 + past), (19, 12 + past)]) is not None) is stops


def test_gaps_and_climbs_are_as_the_rules_say():
    scene = hall(wall(8, 0, 10, 24, "gap", name="drop"), wall(14, 0, 16, 24, "climbable", "impassable", name="roof"))
    path = [(5, 5), (12, 5)]
    assert swept_clear(scene, at(5, 5), path).what == "drop"
    assert swept_clear(scene, at(5, 5), path, gaps=True) is None
    assert swept_clear(scene, at(12, 5), [(12, 5), (20, 5)]) is None
    assert swept_clear(scene, at(12, 5), [(12, 5), (20, 5)], tops=NO_TOPS).what == "roof"
    assert swept_clear(scene, at(12, 5), [(12, 5), (20, 5)], tops=2.0) is None
    assert swept_clear(scene, at(12, 5), [(12, 5), (20, 5)], tops=1.9).what == "roof"


@pytest.mark.parametrize("path", [[], [(1, 1)], [(1, 1), (NAN, 2)], [(1, 1), (math.inf, 2)]])
def test_a_path_of_one_point_or_of_no_numbers_is_refused(path):
    for ask in (lambda: swept_clear(hall(), at(5, 5), path), lambda: path_length(path),
                lambda: path_cost(hall(), at(5, 5), path), lambda: cut(path, 1)):
        with pytest.raises(GeometryError, match="path"):
            ask()


@pytest.mark.parametrize("radius", [0.0, -1.0, NAN])
def test_a_base_without_a_radius_is_refused(radius):
    with pytest.raises(GeometryError, match="radius"):
        can_stand(hall(), at(5, 5, radius))


def test_nan_positions_are_refused():
    with pytest.raises(GeometryError):
        can_stand(hall(), at(NAN, 5))
    with pytest.raises(GeometryError):
        can_stand(hall(), at(5, 5), [at(NAN, 5)])
    with pytest.raises(GeometryError):
        swept_clear_many(hall(), RADIUS, np.array([[1, 1, NAN, 2]]))


def test_no_legs_have_no_answers():
    assert swept_clear_many(hall(wall(1, 1, 2, 2)), RADIUS, np.zeros((0, 4))).shape == (0,)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_swept_legs_agree_with_a_fine_sampling(seed):
    scene, bases = random_table(seed)
    dice = random.Random(seed)
    legs = np.array([[dice.uniform(0.2, 13.8) for _ in range(4)] for _ in range(12)])
    answers = swept_clear_many(scene, bases[0].radius, legs, bases[1:])
    for leg, clear in zip(legs, answers, strict=True):
        path = [tuple(leg[:2]), tuple(leg[2:])]
        sampled = clear_by_sampling(scene, bases[0], path, bases[1:])
        block = swept_clear(scene, bases[0], path, bases[1:])
        assert clear == (block is None)
        assert sampled or not clear  # what is swept clear is clear at every point
        if block is None or math.dist(block.point, path[0]) < 1e-9:
            continue
        assert clear_by_sampling(scene, bases[0], [path[0], block.point], bases[1:])


# --- cutting


def test_a_path_is_cut_at_a_length():
    path = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0))
    assert cut(path, 5) == ((0, 0), (3, 0), (3, 2))
    assert cut(path, 99) == path
    assert cut(path, 0) == ((0, 0), (0, 0))


# --- prices


def test_open_ground_costs_its_length():
    assert path_cost(hall(), at(1, 1), [(1, 1), (4, 5), (4, 6)]) == pytest.approx(6)


@pytest.mark.parametrize("measured, price", [("centre", 10 + 2), ("touch", 10 + 3)])
def test_difficult_ground_counts_at_its_rate_under_the_centre_or_the_base(measured, price):
    scene = hall(wall(8, 0, 10, 24, "difficult"))
    cost = path_cost(scene, at(4, 5), [(4, 5), (14, 5)], {"difficult": 2}, measured)
    assert cost == pytest.approx(price, abs=1e-5)


def test_a_round_bog_counts_along_its_chord():
    scene = hall(pillar(10, 10, 2, "difficult"))
    assert path_cost(scene, at(5, 10), [(5, 10), (15, 10)], {"difficult": 3}) == pytest.approx(10 + 2 * 4, abs=1e-5)
    chord = 2 * math.sqrt(4 - 1)
    assert path_cost(scene, at(5, 11), [(5, 11), (15, 11)], {"difficult": 3}) == pytest.approx(10 + 2 * chord, abs=1e-5)


def test_where_two_rates_overlap_the_dearer_counts():
    scene = hall(wall(8, 0, 12, 24, "difficult"), wall(10, 0, 12, 24, "dangerous", name="fire"))
    cost = path_cost(scene, at(4, 5), [(4, 5), (14, 5)], {"difficult": 2, "dangerous": 3})
    assert cost == pytest.approx(10 + 2 + 4, abs=1e-5)


@pytest.mark.parametrize("end, climbs", [((9, 5), 1), ((14, 5), 2)])
def test_a_climb_costs_its_height_up_and_down(end, climbs):
    scene = hall(wall(8, 0, 10, 24, "climbable", height=3))
    path = [(4, 5), end]
    assert path_cost(scene, at(4, 5), path) == pytest.approx(end[0] - 4 + 3 * climbs)
    assert path_cost(scene, at(4, 5), path, climb=0.5) == pytest.approx(end[0] - 4 + 1.5 * climbs)
    assert path_cost(scene, at(4, 5), path, climb=None) == pytest.approx(end[0] - 4)


def test_from_roof_to_touching_roof_only_the_difference_is_climbed():
    scene = hall(wall(8, 0, 10, 24, "climbable", height=3), wall(10, 0, 12, 24, "climbable", height=2))
    assert path_cost(scene, at(4, 5), [(4, 5), (14, 5)]) == pytest.approx(10 + 3 + 1 + 2)


def test_a_corner_touched_in_passing_is_no_climb():
    scene = hall(wall(8, 0, 10, 5, "climbable", height=3))
    assert path_cost(scene, at(6, 7), [(6, 7), (8, 5), (8, 9)]) == pytest.approx(math.hypot(2, 2) + 4, abs=1e-6)


@pytest.mark.parametrize("x, level", [(7.9, 0), (8, 3), (9, 3), (11, 5), (13, 0)])
def test_a_model_stands_on_the_highest_roof_under_its_centre(x, level):
    scene = hall(wall(8, 0, 12, 24, "climbable", height=3), wall(10, 0, 12, 24, "climbable", height=5))
    assert level_at(scene, (x, 5)) == level


@pytest.mark.parametrize("words", [{"rates": {"difficult": NAN}}, {"rates": {"difficult": 0}}, {"climb": -1},
                                   {"measured_at": "edge"}])
def test_prices_that_make_no_sense_are_refused(words):
    with pytest.raises(GeometryError):
        path_cost(hall(), at(1, 1), [(1, 1), (2, 2)], **words)
