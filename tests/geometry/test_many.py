"""Questions about whole tables: the matrix, visible fractions, points of view, the field to draw."""
import math

import numpy as np
import pytest
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from game.errors import GeometryError
from game.geometry.shapes import Base
from game.geometry.sight import (
    field,
    fraction_matrix,
    fractions,
    look,
    look_at_point,
    sees_from,
    sees_matrix,
    visible_fraction,
)
from tests.geometry.tables import box, outline, pillar, random_pairs, table

A = Base(5.0, 10.0, 0.5)
B = Base(15.0, 10.0, 0.5)


def test_no_models_make_an_empty_matrix():
    assert sees_matrix(table(), []).shape == (0, 0)
    assert fraction_matrix(table(), []).shape == (0, 0)
    assert fractions(table(), A, []).shape == (0,)
    assert sees_from(table(), np.zeros((0, 2)), A, [B]).shape == (0, 1)
    assert sees_from(table(), [(5, 10)], A, []).shape == (1, 0)


def test_each_model_sees_itself_and_all_of_itself():
    house = table(box("house", 2, 2, 18, 18))
    assert sees_matrix(house, [A, B]).tolist() == [[True, False], [False, True]]
    assert fraction_matrix(house, [A, B]).tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_models_on_one_spot_see_each_other():
    twins = [A, Base(5.0, 10.0, 0.6), B]
    assert sees_matrix(table(), twins).all()
    assert (fraction_matrix(table(), twins) == 1.0).all()


def test_a_template_looks_from_every_point():
    scene = table(box("wall", 9, 2, 10, 18), box("wood", 4, 0, 6, 4, "obscuring"))
    points = [(5, 10), (5, 3), (20, 10), (15, 10)]
    seen = sees_from(scene, points, A, [B, Base(5, 12, 0.5), Base(5, 8, 0.5)])
    assert seen.tolist() == [[False, True, True], [False, True, True], [True, False, False], [True, False, False]]


def test_points_that_are_no_numbers_are_refused():
    with pytest.raises(GeometryError):
        sees_from(table(), [(math.nan, 1)], A, [B])


def test_in_the_open_all_of_a_model_shows():
    assert visible_fraction(table(), A, B) == 1.0


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_a_wall_up_to_an_angle_hides_that_share(share):
    half = math.asin(0.5 / 10)
    top = 10 + 4 * math.tan(half * (2 * share - 1))
    wall = outline("wall", (9, 2), (9, top), (8.9, 2))
    assert visible_fraction(table(wall), A, B) == pytest.approx(1 - share, abs=1e-9)


def test_hidden_altogether_is_exactly_nothing():
    assert visible_fraction(table(box("wall", 9, 2, 10, 18)), A, B) == 0.0
    assert visible_fraction(table(box("p", 9, 2, 10, 10), box("q", 9, 10.01, 10, 18)), A, B) == 0.0


def test_two_walls_hide_their_shared_part_once():
    walls = (box("p", 8, 2, 8.1, 10), box("q", 11, 2, 11.1, 10))
    assert visible_fraction(table(*walls), A, B) == pytest.approx(0.5, abs=1e-3)


def test_a_pillar_hides_as_much_as_its_width_spans():
    hidden = math.asin(0.1 / 5) / math.asin(0.5 / 10)
    assert visible_fraction(table(pillar("p", 10, 10, 0.1)), A, B) == pytest.approx(1 - hidden, abs=1e-9)


@pytest.mark.parametrize("x", [8.0 - 1e-7, 8.0, 8.0 + 1e-7])
def test_a_centre_on_the_border_of_a_wall_sees_out_but_not_through(x):
    scene, viewer = table(box("wall", 8, 2, 9, 18)), Base(x, 10, 0.5)
    assert fractions(scene, viewer, [Base(3, 10, 0.5), B]) == pytest.approx([1.0, 0.0], abs=1e-5)
    assert sees_matrix(scene, [viewer, Base(3, 10, 0.5), B])[0].tolist() == [True, True, False]


def test_what_stands_behind_the_near_rim_hides_nothing():
    assert visible_fraction(table(box("p", 15.01, 2, 16, 18)), A, B) == pytest.approx(1.0, abs=0.02)
    assert visible_fraction(table(box("p", 16, 2, 17, 18)), A, B) == 1.0


def test_a_low_wall_hides_the_lower_half_only():
    scene = table(box("wall", 13, 2, 14, 18, height=1.0))
    assert visible_fraction(scene, A, B) == 1.0
    assert visible_fraction(scene, A, B, "half") == 0.0


def test_models_hide_only_where_they_are_asked_to():
    between, beside = Base(10, 10.25, 0.25), Base(10, 12, 0.5)
    assert visible_fraction(table(), A, B) == 1.0
    shown = visible_fraction(table(), A, B, blockers=[A, between, B, beside])
    assert shown == pytest.approx(0.5, abs=0.01)
    assert fractions(table(), A, [between, B], blockers=[between, B]).tolist() == pytest.approx([1.0, shown])
    assert visible_fraction(table(), A, B, blockers=[Base(10, 10, 0.5, height=1.1)]) == 1.0
    assert visible_fraction(table(), A, B, blockers=[Base(10, 10, 0.5)]) == 0.0


def test_the_fraction_of_oneself_is_refused_alone_and_whole_in_a_list():
    with pytest.raises(GeometryError, match="itself"):
        visible_fraction(table(), A, A)
    assert fractions(table(), A, [A, B]).tolist() == [1.0, 1.0]


def test_a_base_of_no_width_is_refused_in_a_crowd_too():
    for ask in (sees_matrix, fraction_matrix):
        with pytest.raises(GeometryError, match="0 mm"):
            ask(table(), [A, Base(1, 1, 0.0)])


def test_one_row_of_fractions_is_the_row_of_the_matrix():
    for scene, a, b in random_pairs(9, level=False, count=10):
        bases = [a, b, A, B]
        whole = fraction_matrix(scene, bases)
        for i, base in enumerate(bases):
            assert fractions(scene, base, bases) == pytest.approx(whole[i], abs=1e-12)


# The field ---------------------------------------------------------------------------------------------------------


def test_on_an_empty_table_the_field_is_the_table():
    assert Polygon(field(table(), A)).area == pytest.approx(24 * 24)


def test_a_reach_makes_the_field_round():
    assert Polygon(field(table(), Base(12, 12, 0.5), reach=6)).area == pytest.approx(math.pi * 36, rel=2e-3)


def test_the_field_ends_at_a_wall_and_goes_on_past_it():
    shape = Polygon(field(table(box("wall", 8, 8, 9, 12)), A))
    assert shape.is_valid
    assert shape.covers(ShapelyPoint(7.9, 10))
    assert not shape.covers(ShapelyPoint(9.5, 10))
    assert shape.covers(ShapelyPoint(9.5, 20))


def test_inside_a_house_there_is_no_field():
    assert field(table(box("house", 2, 2, 18, 18)), A) == []


def test_the_field_holds_the_points_that_level_lines_reach():
    rng = np.random.default_rng(3)
    for scene, a, _ in random_pairs(21, level=True, count=8):
        ring = field(scene, a)
        if not ring:
            continue
        shape = Polygon(ring).buffer(0)
        for x, y in rng.uniform(0.5, 23.5, (40, 2)):
            if shape.boundary.distance(ShapelyPoint(x, y)) > 0.01:
                sees = look_at_point(scene, a, (x, y), height=a.height).clear
                assert shape.covers(ShapelyPoint(x, y)) == sees


def test_the_line_a_sight_draws_ends_where_the_field_does():
    scene = table(box("wall", 8, 8, 9, 12))
    assert look(scene, A, B, mode="centre").stop == pytest.approx((8, 10), abs=1e-5)
