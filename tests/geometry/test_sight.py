"""Who sees whom: the situations that the design decides, one by one."""
import math

import pytest

from game.errors import GeometryError
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.geometry.sight import can_see, look, look_at_point
from tests.geometry.tables import box, outline, pillar, table

A = Base(5.0, 10.0, 0.5)
B = Base(15.0, 10.0, 0.5)


def seen(*pieces, a=A, b=B, mode="any", **more):
    return can_see(table(*pieces), a, b, mode=mode, **more)


def centres(*pieces, a=A, b=B, **more):
    return look(table(*pieces), a, b, mode="centre", **more)


def test_an_empty_table_is_all_in_sight():
    sight = look(table(), A, B)
    assert (sight.clear, sight.line, sight.blocked_by, sight.stop) == (True, (A.at, B.at), (), None)


def test_a_wall_across_stops_sight_and_is_named():
    sight = look(table(box("wall", 9, 2, 10, 18)), A, B)
    assert (sight.clear, sight.blocked_by) == (False, ("wall",))
    assert sight.stop == pytest.approx((9, 10), abs=1e-5)


def test_pieces_in_the_way_are_named_nearest_first_from_either_end():
    row = (box("c", 7, 9, 8, 11), pillar("a", 10, 10, 0.5), box("b", 12, 9, 13, 11))
    assert centres(*row).blocked_by == ("c", "a", "b")
    assert centres(*row, a=B, b=A).blocked_by == ("b", "a", "c")


def test_terrain_that_stops_no_sight_stops_none():
    assert seen(box("mud", 9, 2, 10, 18, "difficult", "impassable"), mode="centre")


def test_a_line_along_an_edge_or_past_a_corner_is_clear():
    assert centres(box("p", 8, 8, 12, 10)).clear
    assert centres(outline("p", (8, 8), (12, 8), (10, 10))).clear
    assert centres(pillar("p", 10, 12, 2.0)).clear


@pytest.mark.parametrize("depth, clear", [(1e-7, True), (1e-5, False)])
def test_sight_is_stopped_by_depth_not_by_length(depth, clear):
    assert centres(box("p", 6, 8, 14, 10 + depth)).clear is clear
    assert centres(pillar("p", 10, 12 - depth, 2.0)).clear is clear


def test_a_line_through_two_opposite_corners_is_stopped():
    assert not centres(outline("p", (8, 10), (10, 8), (12, 10), (10, 12))).clear


def test_half_a_base_showing_is_seen_by_any_line_only():
    wall = box("wall", 9, 2, 10, 10.4)
    assert not seen(wall, mode="centre")
    sight = look(table(wall), A, B)
    assert sight.clear
    assert all(y > 10.3 for _, y in sight.line)


def test_any_line_ends_on_both_bases():
    (ax, ay), (bx, by) = look(table(box("wall", 9, 2, 10, 10.4)), A, B).line
    assert math.hypot(ax - A.x, ay - A.y) <= A.radius + 1e-9
    assert math.hypot(bx - B.x, by - B.y) <= B.radius + 1e-9


@pytest.mark.parametrize("top, clear", [(10.499, True), (10.5, True), (10.501, False)])
def test_the_last_line_that_grazes_a_wall_across_the_middle_is_clear(top, clear):
    assert seen(box("wall", 9.9, 2, 10.1, top)) is clear


@pytest.mark.parametrize("edge, clear", [(10.0, True), (10.001, False)])
def test_two_walls_that_leave_one_line_let_it_through(edge, clear):
    a, b = Base(5, 9.5, 0.5), Base(15, 9.5, 0.5)
    walls = (box("low", 7, 2, 8, edge), box("high", 12, 10.0, 13, 18))
    assert seen(*walls, a=a, b=b) is clear


# Joints ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["any", "centre"])
def test_nobody_sees_through_the_point_where_two_walls_meet(mode):
    scene = table(box("p", 8, 2, 10, 10), box("q", 10, 10, 12, 18))
    sight = look(scene, A, B, mode=mode)
    assert (sight.clear, sight.blocked_by) == (False, ("p", "q"))
    assert not can_see(scene, Base(5, 15, 0.5), Base(15, 5, 0.5), mode=mode)


def test_nobody_sees_along_the_seam_of_two_walls():
    scene = table(box("p", 8, 8, 12, 10), box("q", 8, 10, 12, 12))
    assert look(scene, A, B, mode="centre").blocked_by == ("p", "q")


def test_flush_walls_get_no_bump():
    assert centres(box("p", 8, 8, 10, 10), box("q", 10, 8, 12, 10)).clear
    assert centres(box("p", 8, 8, 10, 10), box("q", 10.008, 8, 12, 10)).clear


@pytest.mark.parametrize("apart, clear", [(0.009, False), (0.01, False), (0.0101, True)])
def test_pieces_a_hundredth_apart_leave_no_gap(apart, clear):
    assert centres(box("p", 8, 2, 12, 10 - apart / 2), box("q", 8, 10 + apart / 2, 12, 18)).clear is clear
    assert centres(pillar("p", 10, 8 - apart / 2, 2), pillar("q", 10, 12 + apart / 2, 2)).clear is clear
    assert centres(pillar("p", 10, 8 - apart / 2, 2), box("q", 8, 10 + apart / 2, 12, 18)).clear is clear


@pytest.mark.parametrize("apart, clear", [(0.009, False), (0.0101, True)])
def test_a_gap_from_corner_to_corner_is_closed_up_to_the_same_width(apart, clear):
    side = apart / math.sqrt(2) / 2
    walls = (box("p", 2, 2, 10 - side, 10 - side), box("q", 10 + side, 10 + side, 18, 18))
    a, b = Base(9, 11, 0.5), Base(11, 9, 0.5)
    assert centres(*walls, a=a, b=b).clear is clear


def test_a_joint_is_as_high_as_the_lower_piece():
    walls = (box("p", 8, 2, 12, 10, height=5), box("q", 8, 10, 12, 18, height=1))
    assert centres(*walls).clear


def court(slit):
    """Four walls in one outline, open to the east by `slit`."""
    low, high = 10 - slit / 2, 10 + slit / 2
    outer, inner = ((8, 8), (12, 8), (12, low)), ((11, low), (11, 9), (9, 9), (9, 11), (11, 11), (11, high))
    return outline("court", *outer, *inner, (12, high), (12, 12), (8, 12))


def test_a_slit_within_one_outline_is_filled():
    inside = Base(10, 10, 0.5)
    assert not centres(court(0.008), a=inside).clear
    assert not seen(court(0.008), a=inside)
    assert centres(court(0.012), a=inside).clear


def test_a_building_flush_with_the_edge_is_not_looked_round():
    a, b = Base(5, 0.5, 0.5), Base(15, 0.5, 0.5)
    assert not seen(box("house", 9, 0, 11, 4), a=a, b=b)
    assert not seen(box("house", 9, 0.005, 11, 4), a=a, b=b)
    assert seen(box("house", 9, 0.02, 11, 4), a=a, b=b)


def test_a_round_house_at_the_edge_is_not_looked_round():
    a, b = Base(5, 0.5, 0.5), Base(15, 0.5, 0.5)
    assert not seen(pillar("silo", 10, 2, 2), a=a, b=b)
    assert seen(pillar("silo", 10, 2.02, 2), a=a, b=b)


# Woods -----------------------------------------------------------------------------------------------------------


def test_a_wood_is_seen_into_and_out_of_but_not_through():
    wood = box("wood", 8, 2, 12, 18, "obscuring")
    inside = Base(10, 10, 0.5)
    assert not seen(wood)
    assert seen(wood, b=inside, mode="centre")
    assert seen(wood, a=inside, mode="centre")


@pytest.mark.parametrize("x, sees", [(7.6, True), (7.5, False), (7.49, False)])
def test_standing_in_a_wood_takes_more_than_touching_it(x, sees):
    assert seen(box("wood", 8, 2, 12, 18, "obscuring"), a=Base(x, 10, 0.5), mode="centre") is sees


def test_touching_woods_of_one_kind_are_one_wood():
    near, far = box("near", 4, 2, 8, 18, "obscuring"), box("far", 8.01, 2, 12, 18, "obscuring")
    assert seen(near, far)
    assert not seen(near, box("far", 8.02, 2, 12, 18, "obscuring"))
    assert not seen(near, box("far", 8.01, 2, 12, 18, "obscuring", "difficult"))


def test_a_wood_stood_in_takes_its_joints_with_it():
    wood, wall = box("wood", 4, 2, 10, 10, "obscuring"), box("wall", 8, 10, 12, 18)
    assert centres(wood, wall).clear
    assert not centres(box("wood", 8, 2, 10, 10, "obscuring"), wall).clear


def test_a_piece_that_is_opaque_too_is_not_seen_out_of():
    assert not seen(box("bunker", 4, 8, 6, 12, "obscuring", "opaque"))


def test_whoever_stands_on_a_wood_does_not_stand_in_it():
    wood = box("wood", 4, 2, 10, 18, "obscuring", height=2.0)
    assert not centres(wood, a=Base(5, 10, 0.5, elevation=2.0, height=1.2), b=Base(15, 10, 0.5, height=0.5)).clear


def test_two_in_one_opaque_piece_see_neither_each_other_nor_out():
    house = box("house", 4, 4, 16, 16)
    assert not seen(house)
    assert not seen(house, b=Base(20, 10, 0.5))
    assert centres(house).blocked_by == ("house",)


# Heights ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("top, clear", [(1.2, True), (1.21, False)])
def test_a_piece_as_low_as_the_eyes_is_seen_over(top, clear):
    assert seen(box("wall", 9, 2, 11, 18, height=top)) is clear


def test_a_line_from_high_to_low_clears_a_wall_near_the_viewer_only():
    tower = Base(5, 10, 0.5, elevation=4.0)
    assert centres(box("near", 6, 2, 7, 18, height=4), a=tower).clear
    assert not centres(box("far", 13, 2, 14, 18, height=4), a=tower).clear


def test_the_stop_of_a_falling_line_is_where_it_falls_below_the_top():
    tower = Base(0, 10, 0.5, elevation=9, height=1)
    sight = centres(box("block", 4, 2, 9, 18, height=5), a=tower, b=Base(10, 10, 0.5, height=1e-9))
    assert sight.stop == pytest.approx((5, 10), abs=1e-5)


def test_half_height_is_hidden_behind_a_low_wall():
    wall = box("wall", 13, 2, 14, 18, height=1.0)
    assert seen(wall, mode="centre")
    assert not seen(wall, mode="centre", aim="half")


def test_sight_to_the_top_is_the_same_both_ways_at_any_height():
    walls = (box("wall", 9, 2, 10, 10.4, height=3), box("low", 12, 2, 13, 18, height=2.2))
    tall = Base(5, 10, 0.5, height=4.0)
    assert seen(*walls, a=tall) is seen(*walls, a=B, b=tall)


def test_the_far_side_of_a_base_may_show_over_a_wall_where_its_near_side_does_not():
    wall = box("wall", 12, 2, 13, 18, height=2.05)
    tower = Base(5, 10, 0.5, height=5.0)
    assert not seen(wall, a=tower, mode="centre")
    assert seen(wall, a=tower)
    assert seen(wall, a=B, b=tower)


# Models, points, refusals ----------------------------------------------------------------------------------------


def test_models_block_only_where_they_are_asked_to():
    between = Base(10, 10, 0.6)
    assert seen(mode="centre")
    sight = look(table(), A, B, mode="centre", blockers=[Base(3, 3, 0.5), between])
    assert (sight.clear, sight.blocked_by) == (False, ("base:1",))
    assert sight.stop == pytest.approx((9.4, 10), abs=1e-5)
    assert not can_see(table(), A, B, blockers=[between])
    assert can_see(table(), A, B, blockers=[Base(10, 10, 0.4)])


def test_the_two_that_ask_never_block():
    assert can_see(table(), A, B, mode="centre", blockers=[A, B])


def test_a_point_is_looked_at_from_the_centre_or_from_any_part():
    wall = box("wall", 9, 2, 10, 10.2)
    scene = table(wall)
    assert not look_at_point(scene, A, (15.0, 10.0)).clear
    sight = look_at_point(scene, A, (15.0, 10.0), mode="any")
    assert sight.clear
    assert sight.line[1] == (15.0, 10.0)
    assert look_at_point(scene, A, (15.0, 11.0)).clear


def test_a_point_on_the_ground_is_hidden_close_behind_a_low_wall():
    scene = table(box("wall", 9, 2, 10, 18, height=0.5))
    assert not look_at_point(scene, A, (11.0, 10.0)).clear
    assert look_at_point(scene, A, (15.0, 10.0)).clear
    assert look_at_point(scene, A, (11.0, 10.0), height=1.2).clear


def test_one_sees_the_point_under_ones_own_feet():
    assert look_at_point(table(), A, A.at).clear


def test_nobody_is_asked_whether_he_sees_himself():
    with pytest.raises(GeometryError, match="itself"):
        look(table(), A, A)


@pytest.mark.parametrize("bad", [Base(math.nan, 1, 0.5), Base(1, 1, 0.0), Base(1, 1, 0.5, elevation=math.inf)])
def test_a_base_that_cannot_see_is_refused_by_its_part(bad):
    with pytest.raises(GeometryError, match="viewer"):
        look(table(), bad, B)
    with pytest.raises(GeometryError, match="target"):
        look(table(), A, bad)


@pytest.mark.parametrize("more", [{"mode": "both"}, {"aim": "feet"}])
def test_a_mode_or_aim_that_there_is_not_is_refused(more):
    with pytest.raises(GeometryError, match=r"both|feet"):
        look(table(), A, B, **more)


def test_a_piece_that_cannot_be_measured_is_refused_by_name():
    knot = Piece(id="knot", outline=((0, 0), (2, 2), (2, 0), (0, 2)), traits=frozenset({"opaque"}))
    with pytest.raises(GeometryError, match="knot"):
        look(table(knot), A, B)
    with pytest.raises(GeometryError, match="twin"):
        look(Scene(24, 24, [box("twin", 0, 0, 1, 1), box("twin", 2, 2, 3, 3)]), A, B)


def test_overlapping_bases_see_each_other_in_the_open():
    assert seen(a=A, b=Base(5.2, 10, 0.5))
    assert seen(a=A, b=Base(5.0, 10, 0.6), mode="centre")
    assert not seen(box("house", 2, 2, 18, 18), a=A, b=Base(5.2, 10, 0.5))


def test_touching_bases_see_each_other():
    assert seen(a=A, b=Base(6.0, 10, 0.5))
