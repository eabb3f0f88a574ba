"""Distances, contact and coherency: base edge to base edge, with limits on both sides of the tolerance."""
import math

import pytest

from game.errors import GeometryError
from game.geometry.measure import (
    contact_with_piece,
    gap,
    gap_to_edge,
    gap_to_piece,
    gap_to_point,
    in_contact,
    inside,
    is_coherent,
    links,
    overlaps,
    overlaps_piece,
    vertical,
    whole_on_table,
)
from game.geometry.shapes import Base, Piece
from game.units import CONTACT, TOLERANCE, base_radius
from tests.geometry.tables import box, pillar, table


def at(x, y=10.0, radius=0.5, **more):
    return Base(x, y, radius, **more)


def test_gap_runs_from_base_edge_to_base_edge():
    assert gap(at(5, radius=1.0), at(15, radius=0.5)) == pytest.approx(8.5)


def test_overlapping_bases_are_no_distance_apart():
    assert gap(at(5), at(5.2)) == 0.0


def test_gap_to_point_and_edges():
    base = at(5, 7)
    assert gap_to_point(base, (5.0, 10.0)) == pytest.approx(2.5)
    assert gap_to_point(base, (5.1, 7.0)) == 0.0
    edges = {edge: gap_to_edge(base, edge, table(width=48, height=36)) for edge in ("north", "south", "east", "west")}
    assert edges == pytest.approx({"north": 28.5, "south": 6.5, "east": 42.5, "west": 4.5})


def test_an_edge_that_no_table_has_is_refused():
    with pytest.raises(GeometryError, match="up"):
        gap_to_edge(at(5), "up", table())


def test_gap_to_a_round_piece_is_centres_less_radii():
    assert gap_to_piece(at(5, 5), pillar("p", 8, 9, 2.0)) == pytest.approx(5 - 2.5, abs=1e-12)


def test_gap_to_an_outline_counts_its_holes():
    yard = Piece(id="yard", outline=((0, 0), (10, 0), (10, 10), (0, 10)), holes=(((2, 2), (8, 2), (8, 8), (2, 8)),))
    assert gap_to_piece(at(5, 5), yard) == pytest.approx(2.5)
    assert gap_to_piece(at(1, 1), yard) == 0.0


@pytest.mark.parametrize("apart, touches", [(0.0, True), (CONTACT, True), (CONTACT + 2 * TOLERANCE, False)])
def test_contact_is_a_hundredth_of_an_inch(apart, touches):
    assert in_contact(at(5), at(6 + apart)) is touches
    assert contact_with_piece(at(5), box("p", 5.5 + apart, 8, 8, 12)) is touches
    assert contact_with_piece(at(5), pillar("p", 7.5 + apart, 10, 2.0)) is touches


@pytest.mark.parametrize("rise, touches", [(1.0, True), (1.001, False)])
def test_contact_ends_an_inch_up(rise, touches):
    above = at(6, elevation=rise)
    assert vertical(at(5), above) == rise
    assert in_contact(at(5), above) is touches


def test_touching_is_not_overlapping():
    assert not overlaps(at(5), at(6))
    assert not overlaps(at(5), at(6 - TOLERANCE / 2))
    assert overlaps(at(5), at(6 - 3 * TOLERANCE))
    assert not overlaps_piece(at(5), box("p", 5.5, 8, 8, 12))
    assert overlaps_piece(at(5), box("p", 5.5 - 3 * TOLERANCE, 8, 8, 12))


def test_a_base_in_the_middle_of_a_piece_overlaps_it():
    assert overlaps_piece(at(5, 5), box("p", 0, 0, 10, 10))


def test_bases_stay_whole_on_the_table():
    assert whole_on_table(at(0.5, 0.5), table())
    assert not whole_on_table(at(0.499, 5), table())
    assert not whole_on_table(at(23.6, 5), table())


@pytest.mark.parametrize("x, how, is_in", [
    (2.5, "whole", True), (2.499, "whole", False), (2.0, "centre", True), (1.99, "centre", False),
    (1.6, "touch", True), (1.5, "touch", False),
])  # fmt: skip
def test_inside_whole_by_centre_or_by_any_part(x, how, is_in):
    assert inside(at(x), box("p", 2, 0, 20, 20), how) is is_in


def test_inside_a_round_piece():
    assert inside(at(5, 5), pillar("p", 5, 5, 0.5), "whole")
    assert not inside(at(5.01, 5), pillar("p", 5, 5, 0.5), "whole")


def test_inside_asks_in_three_ways_only():
    with pytest.raises(GeometryError, match="mostly"):
        inside(at(5), box("p", 0, 0, 9, 9), "mostly")


def test_a_chain_of_models_hangs_together():
    chain = [at(5), at(7), at(9)]
    assert is_coherent(chain, 1.0)
    assert not is_coherent(chain, 0.99)
    assert is_coherent(chain, 1.0, span=3.0)
    assert not is_coherent(chain, 1.0, span=2.9)


def test_none_or_one_model_is_coherent():
    assert is_coherent([], 1.0, 6.0)
    assert is_coherent([at(5)], 1.0)
    assert links([at(5)], 1.0) == []


def test_links_show_where_a_chain_is_broken():
    assert links([at(5), at(12), at(7)], 1.0) == [(0, 2, pytest.approx(1.0), True), (1, 2, pytest.approx(4.0), False)]


def test_many_small_steps_add_up_to_the_limit():
    moved = sum([0.1] * 240)
    assert moved > 24
    assert is_coherent([at(0, radius=0.5), at(moved + 1, radius=0.5)], 24.0)


@pytest.mark.parametrize("base", [at(math.nan), at(5, radius=0.0), at(5, radius=-1.0), at(5, height=math.inf)])
def test_a_base_that_cannot_be_measured_is_refused(base):
    with pytest.raises(GeometryError):
        gap(base, at(10))


def test_thirty_millimetres_is_an_inch_and_a_bit():
    assert gap(at(0, radius=base_radius(30)), at(10, radius=base_radius(30))) == pytest.approx(10 - 30 / 25.4)


@pytest.mark.parametrize("outline, why", [
    (((0, 0), (2, 2), (2, 0), (0, 2)), "simple"),
    (((0, 0), (1, 0), (2, 0)), "simple|area"),
    (((0, 0), (1, 0)), "three corners"),
    (((0, 0), (math.nan, 0), (2, 2)), "two numbers"),
])  # fmt: skip
def test_an_outline_that_encloses_nothing_is_refused_by_name(outline, why):
    with pytest.raises(GeometryError, match=f'"ruin".*({why})'):
        gap_to_piece(at(5), Piece(id="ruin", outline=outline))


@pytest.mark.parametrize("disc", [(0, 0, 0), (0, 0, -1), (0, math.nan, 1)])
def test_a_disc_of_no_radius_is_refused_by_name(disc):
    with pytest.raises(GeometryError, match='"silo"'):
        gap_to_piece(at(5), Piece(id="silo", disc=disc))
