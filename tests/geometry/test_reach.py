from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.geometry.path import can_stand, path_cost, path_length, swept_clear
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.units import TOLERANCE, Point
from tests.geometry.walking import (
    RADIUS,
    at,
    clear_by_sampling,
    free_points,
    hall,
    pillar,
    random_table,
    slow_costs,
    wall,
)

SEEDS = st.integers(0, 100_000)
FAR = 200.0


def ways_are_legal(reach: Reach, points: list[Point], others: list[Base],
                   rates: dict[str, float] | None = None) -> None:
    for point in points:
        way = reach.path(point)
        if way is None:
            continue
        assert way[0] == reach.mover.at and way[-1] == point
        assert swept_clear(reach.scene, reach.mover, way, others) is None
        assert path_cost(reach.scene, reach.mover, way, rates) == pytest.approx(reach.cost(point), abs=1e-9)


# --- the budget and the way


@pytest.mark.parametrize("far, reached", [(6.0, True), (6.0 + TOLERANCE / 2, True), (6.0001, False)])
def test_reach_includes_its_limit(far, reached):
    reach = Reach(hall(), at(5, 5), 6.0)
    assert reach.can_end((5 + far, 5)) is reached
    assert (reach.cost((5 + far, 5)) is not None) is reached


def test_the_way_across_open_ground_is_straight():
    reach = Reach(hall(), at(5, 5), 6.0)
    assert reach.path((8, 9)) == ((5, 5), (8, 9))
    assert reach.cost((8, 9)) == pytest.approx(5)
    assert reach.path((5, 5)) == ((5, 5), (5, 5))
    assert reach.cost((5, 5)) == 0


def test_the_way_round_a_corner_is_as_short_as_an_arc():
    scene = hall(wall(0, 10, 12, 11))
    reach = Reach(scene, at(11, 9.5), 20)
    exact = 1.0 + RADIUS * math.pi / 2 + 1.0 + RADIUS * math.pi / 2 + 1.0
    assert reach.cost((11, 11.5)) == pytest.approx(exact, abs=0.005)
    assert reach.cost((11, 11.5)) >= exact - TOLERANCE


def test_the_way_round_a_pillar_is_two_tangents_and_an_arc():
    reach = Reach(hall(pillar(12, 12, 1.5)), at(8, 12), 20)
    tangent, turn = math.sqrt(16 - 4), math.pi - 2 * math.acos(2 / 4)
    assert reach.cost((16, 12)) == pytest.approx(2 * tangent + 2 * turn, abs=0.005)


@pytest.mark.parametrize("gap, fits", [(1.0, True), (1 - TOLERANCE / 2, True), (1.0 + TOLERANCE, True), (0.99, False)])
def test_a_gap_as_wide_as_the_base_is_a_way_through(gap, fits):
    scene = hall(wall(0, 10, 10, 11), wall(10 + gap, 10, 24, 11))
    reach = Reach(scene, at(5, 5), 30)
    assert (reach.cost((5, 15)) is not None) is fits
    ways_are_legal(reach, [(5, 15)], [])


@pytest.mark.parametrize("gap, fits", [(1.0, True), (1.0 + TOLERANCE, True), (0.999, False)])
def test_two_pillars_a_base_apart_are_a_way_through(gap, fits):
    scene = Scene(6 + gap, 24, [pillar(1.5, 12, 1.5), pillar(4.5 + gap, 12, 1.5, name="other"), ])
    reach = Reach(scene, at(3, 5), 40)
    assert (reach.cost((3, 20)) is not None) is fits
    ways_are_legal(reach, [(3, 20)], [])


def test_a_way_squeezes_past_two_corners_that_face_each_other():
    diamond = Piece(id="a", outline=((0, 12), (6, 6), (11.5, 12), (6, 18)), traits=frozenset({"impassable"}))
    other = Piece(id="b", outline=((12.5, 12), (18, 6), (24, 12), (18, 18)), traits=frozenset({"impassable"}))
    reach = Reach(hall(diamond, other), at(8, 5), 40)
    assert reach.cost((8, 19)) is not None
    ways_are_legal(reach, [(8, 19)], [])


def test_a_closed_room_has_no_way_out():
    scene = hall(wall(4, 4, 12, 5), wall(4, 11, 12, 12), wall(4, 5, 5, 11), wall(11, 5, 12, 11))
    reach = Reach(scene, at(8, 8), FAR)
    assert reach.path((20, 20)) is None
    assert reach.can_end((6, 6))


def test_a_mover_that_overlaps_something_has_no_reach():
    reach = Reach(hall(wall(4, 4, 12, 12)), at(8, 8), 6)
    assert reach.path((20, 20)) is None
    assert reach.to_contact(at(9, 20)) is None
    assert len(reach.sample()) == 0
    assert reach.outline() == []
    assert reach.nearest((9, 9)) is None


def checkered(seed: int) -> tuple[Scene, list[Base]]:
    """Blocks, a pillar and bases of 1 in on whole inches: every gap is exactly as wide as the base, or closed."""
    dice = random.Random(seed)
    blocks = [wall(x, y, min(x + w, 12), min(y + h, 12), name=f"{k}") for k, (x, y, w, h) in enumerate(
        (dice.randrange(12), dice.randrange(12), dice.choice([1, 1, 2, 3]), dice.choice([1, 2])) for _ in range(9))]
    scene = Scene(12, 12, [*blocks, pillar(dice.randrange(12) + 0.5, dice.randrange(12) + 0.5, 0.5)])
    cells = [at(x + 0.5, y + 0.5) for x in range(12) for y in range(12)]
    dice.shuffle(cells)
    return scene, [cell for cell in cells if can_stand(scene, cell) is None][:6]


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_where_every_gap_is_as_wide_as_the_base_all_free_cells_that_touch_are_joined(seed):
    scene, bases = checkered(seed)
    free = {(x, y) for x in range(12) for y in range(12)
            if can_stand(scene, at(x + 0.5, y + 0.5), bases[1:]) is None}
    reached, todo = set(), [(int(bases[0].x), int(bases[0].y))]
    while todo:
        x, y = todo.pop()
        if (x, y) in free and (x, y) not in reached:
            reached.add((x, y))
            todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    reach = Reach(scene, bases[0], FAR, blocked_by=bases[1:])
    found = np.isfinite(reach.costs(np.array(sorted(free)) + 0.5))
    assert {cell for cell, ok in zip(sorted(free), found, strict=True) if ok} >= reached
    ways_are_legal(reach, [(x + 0.5, y + 0.5) for x, y in sorted(reached)[::5]], bases[1:])


# --- other bases


def test_friends_are_passed_but_never_stood_on():
    friend = at(8, 5)
    reach = Reach(hall(), at(5, 5), 6, pass_through=[friend])
    assert reach.path((10, 5)) == ((5, 5), (10, 5))
    assert reach.cost((8, 5)) == pytest.approx(3)
    assert not reach.can_end((8.5, 5))
    assert reach.can_end((9, 5))


def test_enemies_are_walked_round():
    enemy = at(8, 5)
    reach = Reach(hall(), at(5, 5), 8, blocked_by=[enemy])
    assert reach.cost((11, 5)) > 6.3
    ways_are_legal(reach, [(11, 5), (9, 5)], [enemy])


def test_a_base_in_contact_may_slide_off():
    enemy = at(6, 5)
    reach = Reach(hall(), at(5, 5), 6, blocked_by=[enemy])
    assert reach.can_end((5, 8)) and reach.can_end((2, 5)) and reach.can_end((8, 5))
    ways_are_legal(reach, [(5, 8), (8, 5)], [enemy])


# --- charges


def test_a_charge_ends_in_contact():
    way = Reach(hall(), at(5, 5), 8, blocked_by=[at(12, 5)]).to_contact(at(12, 5))
    assert way == ((5, 5), pytest.approx((11, 5)))


@pytest.mark.parametrize("budget, reached", [(6.0, True), (6.0 - TOLERANCE / 2, True), (5.999, False)])
def test_a_charge_may_use_its_whole_budget(budget, reached):
    target = at(12, 5)
    assert (Reach(hall(), at(5, 5), budget, blocked_by=[target]).to_contact(target) is not None) is reached


def test_a_charge_finds_the_free_side_of_its_target():
    target, guards = at(12, 5), [at(11, 5), at(11.5, 5.9), at(11.5, 4.1)]
    way = Reach(hall(), at(5, 5), 12, blocked_by=[target, *guards]).to_contact(target)
    assert math.dist(way[-1], target.at) == pytest.approx(1.0, abs=1e-9)
    assert swept_clear(hall(), at(5, 5), way, [target, *guards]) is None


def test_who_is_in_contact_need_not_move():
    target = at(6, 5)
    assert Reach(hall(), at(5, 5), 6, blocked_by=[target]).to_contact(target) == ((5, 5), (5, 5))


def test_a_surrounded_target_cannot_be_charged():
    target = at(12, 12)
    ring = [at(12 + 1.01 * math.cos(a), 12 + 1.01 * math.sin(a)) for a in np.arange(6) * math.pi / 3]
    assert Reach(hall(), at(5, 5), 30, blocked_by=[target, *ring]).to_contact(target) is None


def test_a_charge_up_to_a_roof_climbs_it():
    scene = hall(wall(10, 0, 20, 24, "climbable", height=3))
    target = Base(12, 5, RADIUS, elevation=3.0)
    way = Reach(scene, at(5, 5), 12, blocked_by=[target]).to_contact(target)
    assert path_cost(scene, at(5, 5), way) == pytest.approx(6 + 3, abs=0.01)
    assert Reach(scene, at(5, 5), 8.5, blocked_by=[target]).to_contact(target) is None


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_charges_are_legal_and_no_point_of_contact_is_cheaper(seed):
    scene, bases = random_table(seed)
    reach = Reach(scene, bases[0], FAR, blocked_by=bases[1:])
    distance = bases[0].radius + bases[1].radius
    turns = np.radians(np.arange(0, 360, 2.0))
    spots = np.column_stack([bases[1].x + distance * np.cos(turns), bases[1].y + distance * np.sin(turns)])
    spots = [s for s in map(tuple, spots) if can_stand(scene, at(*s, bases[0].radius), bases[1:]) is None]
    costs = reach.costs(np.array(spots)) if spots else np.array([math.inf])
    way = reach.to_contact(bases[1])
    assert (way is not None) >= bool(np.isfinite(costs.min()))
    if way is not None:
        assert abs(math.dist(way[-1], bases[1].at) - distance) <= TOLERANCE
        assert swept_clear(scene, bases[0], way, bases[1:]) is None
        assert path_length(way) <= costs.min() + 1e-6


# --- against a second opinion


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_ways_are_as_short_as_a_slow_search_finds(seed):
    scene, bases = random_table(seed)
    goals = free_points(scene, bases[0], bases[1:], seed, 8)
    reach = Reach(scene, bases[0], FAR, blocked_by=bases[1:])
    slow, quick = slow_costs(scene, bases[0], bases[1:], goals), reach.costs(np.array(goals))
    assert (quick <= slow + 0.002).all()
    ways_are_legal(reach, goals, bases[1:])  # so none is priced below what a legal way costs
    ways = [way for goal in goals if (way := reach.path(goal)) is not None]
    assert len(ways) == np.isfinite(quick).sum()
    assert all(clear_by_sampling(scene, bases[0], way, bases[1:]) for way in ways)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_ways_over_mud_are_as_cheap_as_a_slow_search_finds(seed):
    scene, bases = random_table(seed, size=11, pieces=2, rated=True)
    goals = free_points(scene, bases[0], bases[1:], seed, 6)
    reach = Reach(scene, bases[0], FAR, blocked_by=bases[1:], rates={"difficult": 2})
    slow = slow_costs(scene, bases[0], bases[1:], goals, mud=2.0, spokes=16)
    quick = np.array([math.inf if (c := reach.cost(g)) is None else c for g in goals])
    assert (quick <= slow + 0.05).all()
    ways_are_legal(reach, goals, bases[1:], {"difficult": 2})


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_no_detour_is_shorter_than_the_way(seed):
    scene, bases = random_table(seed)
    a, b = free_points(scene, bases[0], bases[1:], seed, 2)
    from_start = Reach(scene, bases[0], FAR, blocked_by=bases[1:])
    from_a = Reach(scene, at(*a, bases[0].radius), FAR, blocked_by=bases[1:])
    via, on, whole = (r.cost(p) for r, p in ((from_start, a), (from_a, b), (from_start, b)))
    if via is not None and on is not None:
        assert whole <= via + on + 0.002
        assert from_a.cost(bases[0].at) == pytest.approx(via, abs=0.002)


# --- the table turned, mirrored, shifted


def _moved(scene: Scene, bases: list[Base], points: list[Point], change) -> tuple[Scene, list[Base], list[Point]]:
    def piece(p: Piece) -> Piece:
        disc = None if p.disc is None else (*change(*p.disc[:2]), p.disc[2])
        return Piece(id=p.id, outline=tuple(change(*q) for q in p.outline), disc=disc, traits=p.traits)
    return (Scene(scene.height, scene.width, [piece(p) for p in reversed(scene.pieces)]),
            [Base(*change(b.x, b.y), b.radius) for b in bases], [change(*q) for q in points])


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.sampled_from(["turn", "mirror"]))
def test_costs_do_not_change_when_the_table_is_turned_or_mirrored_and_its_pieces_shuffled(seed, how):
    scene, bases = random_table(seed)
    points = free_points(scene, bases[0], bases[1:], seed, 6)
    change = {"turn": lambda x, y: (scene.height - y, x), "mirror": lambda x, y: (y, x)}[how]
    other, moved, images = _moved(scene, bases, points, change)
    here = Reach(scene, bases[0], 8, blocked_by=bases[1:]).costs(np.array(points))
    there = Reach(other, moved[0], 8, blocked_by=moved[:0:-1]).costs(np.array(images))
    assert here == pytest.approx(there, abs=1e-4)


def test_costs_do_not_change_when_all_is_shifted():
    pieces = [wall(6, 4, 7, 9), pillar(10, 8, 1.2)]
    shifted = [Piece(id="w", outline=tuple((x + 30, y + 20) for x, y in pieces[0].outline), traits=pieces[0].traits),
               pillar(40, 28, 1.2)]
    here = Reach(Scene(100, 100, pieces), at(4, 6), 12).cost((13, 9))
    there = Reach(Scene(100, 100, shifted), at(34, 26), 12).cost((43, 29))
    assert here == pytest.approx(there, abs=1e-9)


# --- rated ground


def test_mud_is_walked_round_when_that_is_cheaper():
    scene = hall(wall(9, 4, 11, 9, "difficult"))
    reach = Reach(scene, at(5, 8), 30, rates={"difficult": 3})
    round_it = 2 * math.hypot(4, 1) + 2
    assert reach.cost((15, 8)) == pytest.approx(round_it, abs=0.01)


def test_a_way_into_mud_bends_at_its_border():
    """The cheapest way obeys the law of refraction."""
    scene = hall(wall(0, 0, 24, 10, "difficult"))
    cheapest = min(math.hypot(x - 4, 4) + 2 * math.hypot(12 - x, 4) for x in np.linspace(4, 12, 20_001))
    assert Reach(scene, at(4, 14), 30, rates={"difficult": 2}).cost((12, 6)) == pytest.approx(cheapest, abs=0.005)


def test_a_road_draws_the_way_to_it():
    scene = hall(wall(0, 10, 24, 12, "road"))
    cost = Reach(scene, at(4, 8), 30, rates={"road": 0.5}).cost((20, 8))
    reach_road = min(2 * math.hypot(d, 2) + 0.5 * (16 - 2 * d) for d in np.linspace(0, 8, 8001))
    assert cost == pytest.approx(reach_road, abs=0.02)


def test_a_low_roof_is_crossed_and_a_high_one_walked_round():
    path = [(4, 12), (20, 12)]
    low, high = (hall(wall(10, 4, 14, 20, "climbable", height=h)) for h in (1.0, 6.0))
    assert Reach(low, at(4, 12), 40).cost(path[1]) == pytest.approx(18, abs=0.001)
    assert Reach(high, at(4, 12), 40).cost(path[1]) == pytest.approx(2 * math.hypot(6, 8) + 4, abs=0.01)
    assert Reach(high, at(4, 12), 16, climb=0.0).cost(path[1]) == pytest.approx(16, abs=0.001)


def test_gaps_may_be_crossed_where_the_rules_say_but_not_stood_over():
    scene = hall(wall(10, 0, 12, 24, "gap"))
    assert Reach(scene, at(5, 5), 15).cost((15, 5)) is None
    jumping = Reach(scene, at(5, 5), 15, gaps=True)
    assert jumping.cost((15, 5)) == pytest.approx(10)
    assert not jumping.can_end((11, 5))


# --- refusals


@pytest.mark.parametrize("ask", [
    lambda: Reach(hall(), at(math.nan, 5), 6),
    lambda: Reach(hall(), at(5, 5), math.nan),
    lambda: Reach(hall(), at(5, 5), -1),
    lambda: Reach(hall(), at(5, 5, 0.0), 6),
    lambda: Reach(hall(), at(5, 5), 6).path((math.nan, 1)),
    lambda: Reach(hall(), at(5, 5), 6).nearest((math.nan, 1)),
    lambda: Reach(hall(), at(5, 5), 6).sample(0),
])
def test_what_is_no_number_is_refused(ask):
    with pytest.raises(GeometryError):
        ask()
