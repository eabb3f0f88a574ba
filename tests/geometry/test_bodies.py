from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.geometry.bodies import formation, knock_back, settle, throw
from game.geometry.path import can_stand, swept_clear
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.spots import nearest_free
from game.units import CONTACT, TOLERANCE, Point
from tests.geometry.walking import at, free_points, hall, pillar, random_table, wall

SEEDS = st.integers(0, 100_000)


def all_stand(scene: Scene, bases: list[Base], ends: tuple[Point, ...], others: list[Base]) -> bool:
    there = [at(*end, base.radius) for base, end in zip(bases, ends, strict=True)]
    return all(can_stand(scene, base, [*others, *there[:k], *there[k + 1:]]) is None for k, base in enumerate(there))


# --- knocked back


def test_a_push_over_open_ground_goes_its_full_way():
    rest = knock_back(hall(), at(5, 5), 90, 3)
    assert rest.point == pytest.approx((8, 5)) and rest.stopped_by is None


def test_a_push_ends_against_a_wall():
    rest = knock_back(hall(wall(8, 0, 9, 24, name="wall")), at(5, 5), 90, 6)
    assert rest.point == pytest.approx((7.5, 5), abs=1e-5)
    assert (rest.stopped_by.kind, rest.stopped_by.what) == ("terrain", "wall")


def test_a_push_ends_in_contact_with_a_base():
    rest = knock_back(hall(), at(5, 5), 0, 6, [at(20, 20), at(5, 9)])
    assert rest.point == pytest.approx((5, 8), abs=1e-5)
    assert (rest.stopped_by.kind, rest.stopped_by.what) == ("base", 1)


def test_a_push_ends_at_the_edge_of_the_table():
    rest = knock_back(hall(), at(5, 3), 180, 6)
    assert rest.point == pytest.approx((5, 0.5), abs=1e-5)
    assert (rest.stopped_by.kind, rest.stopped_by.what) == ("edge", "south")


def test_who_already_touches_what_it_is_pushed_at_stays():
    assert knock_back(hall(), at(5, 5), 90, 6, [at(6, 5)]).point == pytest.approx((5, 5), abs=1e-5)
    assert knock_back(hall(), at(5, 5), 0, 6, [at(6, 5)]).stopped_by is None


@pytest.mark.parametrize("elevation, end", [(0.0, 7.5), (3.0, 11.0)])
def test_a_push_does_not_lift_a_base_onto_a_roof(elevation, end):
    base = Base(5, 5, 0.5, elevation=elevation)
    scene = hall(wall(8, 0, 16, 24, "climbable", height=3))
    assert knock_back(scene, base, 90, 6).point == pytest.approx((end, 5), abs=1e-5)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(0, 23))
def test_a_pushed_base_rests_on_a_legal_spot(seed, hour):
    scene, bases = random_table(seed)
    rest = knock_back(scene, bases[0], hour * 15, 5, bases[1:])
    assert can_stand(scene, at(*rest.point, bases[0].radius), bases[1:]) is None
    assert swept_clear(scene, bases[0], rest.path, bases[1:]) is None
    assert (rest.stopped_by is None) == (math.dist(rest.point, bases[0].at) > 5 - TOLERANCE)


# --- thrown


def test_a_throw_bounces_once_off_a_wall():
    scene = hall(wall(10, 0, 11, 24, name="wall"))
    rest = throw(scene, (5, 5), 90, 8)
    assert rest.point == pytest.approx((9.95 - 3.05, 5), abs=1e-4)
    assert len(rest.path) == 3 and rest.stopped_by is None


def test_a_throw_that_may_not_bounce_stops_at_the_wall():
    rest = throw(hall(wall(10, 0, 11, 24, name="wall")), (5, 5), 90, 8, bounce=False)
    assert rest.point == pytest.approx((9.95, 5), abs=1e-5)
    assert rest.stopped_by.what == "wall"


def test_a_throw_bounces_at_the_angle_it_comes_in():
    scene = hall(wall(10, 0, 11, 24))
    rest = throw(scene, (5, 5), 45, 12)
    assert rest.path[1] == pytest.approx((9.95, 9.95), abs=1e-4)
    assert rest.point[0] < 9.95 and rest.point[1] > 9.95
    assert math.dist(*rest.path[:2]) + math.dist(*rest.path[1:]) == pytest.approx(12, abs=1e-4)


def test_a_throw_stops_at_what_it_meets_after_its_bounce():
    scene = hall(wall(10, 0, 11, 24), wall(4, 0, 5, 24, name="behind"))
    rest = throw(scene, (8, 5), 90, 20)
    assert rest.stopped_by.what == "behind"
    assert rest.point == pytest.approx((5.05, 5), abs=1e-4)


def test_a_throw_bounces_off_a_base_but_not_off_the_one_it_starts_on():
    assert throw(hall(), (5, 5), 90, 3, [at(5, 5)]).stopped_by is None
    rest = throw(hall(), (5, 5), 90, 8, [at(5, 5), at(10, 5)])
    assert len(rest.path) == 3 and rest.point[0] < 9.5


@pytest.mark.parametrize("edge, end, stopped", [("leave", -2.0, False), ("stop", 0.05, True), ("bounce", 2.1, False)])
def test_the_edge_of_the_table_does_to_a_throw_what_the_rules_say(edge, end, stopped):
    rest = throw(hall(), (3, 5), 270, 5, edge=edge)
    assert rest.point == pytest.approx((end, 5), abs=1e-4)
    assert (rest.stopped_by is not None) is stopped


def test_a_throw_out_of_a_building_is_not_hindered_by_it():
    scene = hall(wall(4, 4, 8, 8))
    assert throw(scene, (6, 6), 90, 5).point == pytest.approx((11, 6))


# --- crowds


def test_a_crowd_closes_up_round_its_target():
    foe, crowd = at(12, 12), [at(8, 12), at(8, 13.5), at(8, 10.5), at(12, 16)]
    ends = settle(hall(), crowd, [foe.at] * 4, [foe])
    assert all_stand(hall(), crowd, ends, [foe])
    assert [math.dist(end, foe.at) - 1.0 for end in ends] == pytest.approx([0] * 4, abs=CONTACT)


def test_two_bases_never_settle_on_one_spot():
    pair = [at(8, 12), at(16, 12)]
    ends = settle(hall(), pair, [(12, 12), (12, 12)])
    assert all_stand(hall(), pair, ends, [])
    assert math.dist(*ends) == pytest.approx(1.0, abs=CONTACT)


def test_a_crowd_does_not_settle_through_a_wall():
    scene = hall(wall(10, 0, 11, 24))
    (end,) = settle(scene, [at(5, 5)], [(15, 5)])
    assert end == pytest.approx((9.5, 5), abs=0.01)


def test_nobody_settles_nowhere():
    assert settle(hall(), [], []) == ()
    with pytest.raises(GeometryError):
        settle(hall(), [at(5, 5)], [])


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_crowd_settles_on_legal_spots_and_always_the_same(seed):
    scene, bases = random_table(seed)
    crowd, foes = bases[:3], bases[3:]
    ends = settle(scene, crowd, [foes[0].at] * 3, foes)
    assert all_stand(scene, crowd, ends, foes)
    assert settle(scene, crowd, [foes[0].at] * 3, foes) == ends


def test_a_formation_keeps_its_places_over_open_ground():
    rank = [at(5 + k, 5) for k in range(4)]
    ends = formation(hall(), rank, (0.5, 3.0))
    assert ends == tuple((b.x + 0.5, b.y + 3.0) for b in rank)


def test_a_formation_goes_round_a_pillar():
    rank = [at(5 + 1.1 * k, 5) for k in range(4)]
    scene = hall(pillar(7, 8, 0.6))
    ends = formation(scene, rank, (0, 6))
    assert ends == tuple((b.x, b.y + 6) for b in rank)


def test_a_formation_makes_room_where_something_stands():
    rank, foe = [at(5 + k, 5) for k in range(4)], at(6, 8)
    ends = formation(hall(), rank, (0, 3), [foe])
    assert all_stand(hall(), rank, ends, [foe])
    assert max(math.dist(end, (b.x, b.y + 3)) for end, b in zip(ends, rank, strict=True)) < 2


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_formation_ends_on_legal_spots_within_its_budgets(seed):
    scene, bases = random_table(seed)
    rank, foes = bases[:3], bases[3:]
    ends = formation(scene, rank, (3.0, 1.5), foes, budgets=[4.0, 3.0, 2.0])
    assert all_stand(scene, rank, ends, foes)
    assert all(math.dist(end, b.at) <= 4 + TOLERANCE for end, b in zip(ends, rank, strict=True))


# --- free spots


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_nearest_free_spot_is_free_and_no_other_is_nearer(seed):
    scene, bases = random_table(seed)
    wish = (seed % 14 + 0.37, seed // 14 % 14 + 0.11)
    spot = nearest_free(scene, bases[0], wish, bases[1:])
    assert can_stand(scene, at(*spot, bases[0].radius), bases[1:]) is None
    for other in free_points(scene, bases[0], bases[1:], seed, 150):
        assert math.dist(other, wish) >= math.dist(spot, wish) - TOLERANCE


# --- refusals


@pytest.mark.parametrize("ask", [
    lambda: knock_back(hall(), at(5, 5), math.nan, 3),
    lambda: knock_back(hall(), at(5, 5), 90, -1),
    lambda: throw(hall(), (math.nan, 5), 90, 3),
    lambda: throw(hall(), (5, 5), 90, 3, edge="wrap"),
    lambda: settle(hall(), [at(5, 5)], [(math.nan, 0)]),
    lambda: formation(hall(), [at(5, 5)], (math.nan, 0)),
    lambda: formation(hall(), [at(5, 5)], (1, 0), budgets=[]),
])
def test_pushes_that_make_no_sense_are_refused(ask):
    with pytest.raises(GeometryError):
        ask()
