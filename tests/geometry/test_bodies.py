from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.geometry.bodies import formation, settle
from game.geometry.path import can_stand
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.spots import nearest_free
from game.units import CONTACT, TOLERANCE, Point
from tests.geometry.walking import at, free_points, hall, pillar, random_table, wall

SEEDS = st.integers(0, 100_000)


def all_stand(scene: Scene, bases: list[Base], ends: tuple[Point, ...], others: list[Base]) -> bool:
    there = [at(*end, base.radius) for base, end in zip(bases, ends, strict=True)]
    return all(can_stand(scene, base, [*others, *there[:k], *there[k + 1:]]) is None for k, base in enumerate(there))


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
    lambda: settle(hall(), [at(5, 5)], [(math.nan, 0)]),
    lambda: formation(hall(), [at(5, 5)], (math.nan, 0)),
    lambda: formation(hall(), [at(5, 5)], (1, 0), budgets=[]),
])
def test_what_makes_no_sense_is_refused(ask):
    with pytest.raises(GeometryError):
        ask()
