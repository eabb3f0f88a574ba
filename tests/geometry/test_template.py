"""Sprays, blasts and scatter."""
import pytest

from game.errors import GeometryError
from game.geometry.scatter import on_table, scatter
from game.geometry.shapes import Base
from game.geometry.template import blast_touches, spray, spray_touches
from game.units import TOLERANCE
from tests.geometry.tables import table

SHOOTER = Base(5.0, 5.0, 0.5)


def test_a_spray_is_ten_inches_from_the_edge_of_the_base():
    tip, left, right = spray(SHOOTER, 0.0)
    assert tip == pytest.approx((5.0, 5.5))
    assert left == pytest.approx((4.5, 15.5))
    assert right == pytest.approx((5.5, 15.5))


def test_a_spray_reaches_whom_it_overlaps_in_the_order_asked():
    far, beside, behind, beyond = (Base(x, y, 0.5) for x, y in ((5.9, 15), (6.2, 15), (5, 4), (5, 16.01)))
    assert spray_touches(SHOOTER, 0.0, [beyond, far, beside, behind]) == [1]


@pytest.mark.parametrize("short, reached", [(0.0, False), (TOLERANCE / 2, False), (0.001, True)])
def test_a_base_only_touched_is_not_under_a_template(short, reached):
    assert bool(spray_touches(SHOOTER, 0.0, [Base(5.0, 16.0 - short, 0.5)])) is reached
    assert bool(blast_touches((5.0, 5.0), 3.0, [Base(8.5 - short, 5.0, 0.5)])) is reached


def test_templates_reach_up_as_far_as_they_are_wide():
    assert blast_touches((5, 5), 1.5, [Base(5, 5, 0.5, elevation=1.5), Base(5, 5, 0.5, elevation=1.6)]) == [0]
    assert blast_touches((5, 5), 1.5, [Base(5, 5, 0.5, elevation=4.0)], elevation=3.0) == [0]
    assert spray_touches(SHOOTER, 0.0, [Base(5, 10.5, 0.5, elevation=0.5), Base(5, 10.5, 0.5, elevation=0.6)]) == [0]


@pytest.mark.parametrize("clock, end", [(12, (24, 29)), (3, (27, 26)), (6, (24, 23)), (9, (21, 26))])
def test_a_clock_die_of_twelve_is_north(clock, end):
    assert scatter((24, 26), clock, 3) == end


def test_scatter_goes_its_distance_in_every_direction():
    for clock in range(1, 13):
        x, y = scatter((0, 0), clock, 2.0)
        assert x * x + y * y == pytest.approx(4.0)


@pytest.mark.parametrize("clock", [0, 13, 2.5])
def test_a_clock_die_has_twelve_faces(clock):
    with pytest.raises(GeometryError, match="1 to 12"):
        scatter((0, 0), clock, 1.0)


def test_the_edge_is_on_the_table():
    assert on_table(table(), (0.0, 24.0))
    assert not on_table(table(), (12.0, 24.001))
    assert not on_table(table(), (-0.001, 12.0))


@pytest.mark.parametrize("call", [
    lambda: spray(SHOOTER, float("nan")),
    lambda: spray(SHOOTER, 0.0, length=0.0), lambda: spray(SHOOTER, 0.0, width=-1),
    lambda: blast_touches((0, 0), -1.0, []), lambda: scatter((0, 0), 3, float("inf")),
    lambda: on_table(table(), (float("nan"), 0)),
])  # fmt: skip
def test_what_is_no_template_is_refused(call):
    with pytest.raises(GeometryError):
        call()
