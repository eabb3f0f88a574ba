"""Arcs by base centres: the border is in front."""
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.geometry.arc import arc_of, in_arc
from game.geometry.shapes import Base
from game.units import towards


def facing(degrees, x=10.0, y=10.0):
    return Base(x, y, 0.6, facing=degrees)


def test_abeam_is_in_front_and_a_hair_behind_is_not():
    assert arc_of(facing(0), (14.0, 10.0)) == "front"
    assert arc_of(facing(0), (14.0, 9.9)) == "rear"


@pytest.mark.parametrize("turn", [0, 37, 90, 123.4, 270, -90, 720])
def test_the_border_is_in_front_whichever_way_the_model_faces(turn):
    base = facing(turn, 31.7, 12.3)
    for side in (-90, 90):
        assert in_arc(base, towards(base.at, turn + side, 7.0))
        assert not in_arc(base, towards(base.at, turn + side * 1.001, 7.0))


def test_a_narrow_arc_reaches_half_its_opening_to_either_side():
    assert in_arc(facing(90), towards((10, 10), 135, 5), opening=90)
    assert not in_arc(facing(90), towards((10, 10), 136, 5), opening=90)


def test_an_opening_of_nothing_is_straight_ahead_and_a_full_one_all_round():
    assert in_arc(facing(45), towards((10, 10), 45, 5), 0.0)
    assert not in_arc(facing(45), towards((10, 10), 45.01, 5), 0.0)
    assert in_arc(facing(45), towards((10, 10), 225, 5), 360.0)


def test_one_point_counts_as_front():
    assert in_arc(facing(200), (10.0, 10.0), 0.0)


@pytest.mark.parametrize("opening", [-1.0, math.nan, math.inf])
def test_an_opening_that_is_no_angle_is_refused(opening):
    with pytest.raises(GeometryError, match="opening"):
        in_arc(facing(0), (1.0, 1.0), opening)


@given(st.integers(0, 71), st.integers(0, 71), st.integers(1, 72))
def test_a_turn_of_the_table_changes_no_arc(way, bearing, opening):
    here = in_arc(facing(way * 5.0), towards((10, 10), bearing * 5.0, 6), opening * 5.0)
    there = in_arc(facing(way * 5.0 + 90), towards((10, 10), bearing * 5.0 + 90, 6), opening * 5.0)
    mirrored = in_arc(facing(-way * 5.0), towards((10, 10), -bearing * 5.0, 6), opening * 5.0)
    assert here is there is mirrored
