"""A sight line from the side: what it passes over, and where it stops; always as the sight rule answers."""
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.errors import GeometryError
from game.geometry.shapes import Base
from game.geometry.sideview import side_view
from game.geometry.sight import Sight, look
from tests.geometry.tables import box, pillar, table

A = Base(5.0, 10.0, 0.5, 0.0, 0.0, 1.2)
B = Base(15.0, 10.0, 0.5, 0.0, 0.0, 1.2)


def seen(*pieces, a=A, b=B, mode="centre"):
    scene = table(*pieces)
    return side_view(scene, a, b, look(scene, a, b, mode=mode))


def test_the_open_is_a_line_over_level_ground():
    view = seen()
    assert (view.clear, view.stop, view.blocks, view.length) == (True, None, (), 10.0)
    assert [(s.start, s.end, s.level) for s in view.ground] == [(0.0, 10.0, 0.0)]
    assert (view.height(0), view.height(10)) == (1.2, 1.2)


def test_a_wall_is_a_block_at_its_place_and_stops_the_line_there():
    view = seen(box("wall", 9, 8, 10, 12, height=3.0))
    (wall,) = view.blocks
    assert (wall.piece, wall.solid) == ("wall", True)
    assert (wall.start, wall.end, wall.top) == pytest.approx((4, 5, 3), abs=1e-5)
    assert wall.over == pytest.approx(-1.8)
    assert view.stop == pytest.approx(4, abs=1e-5)
    assert view.blocked_by == ("wall",)


def test_from_a_roof_the_line_passes_over_a_low_wall_and_says_by_how_much():
    high = Base(5.0, 10.0, 0.5, 0.0, 3.0, 1.2)
    view = seen(box("low", 9, 8, 10, 12, height=1.0), a=high)
    assert view.clear
    assert view.least_over is not None
    assert view.least_over.over == pytest.approx(4.2 - 3.0 * 0.5 - 1.0, abs=1e-5)


def test_a_line_that_comes_down_is_stopped_inside_a_piece():
    high = Base(5.0, 10.0, 0.5, 0.0, 3.0, 1.2)
    view = seen(box("long", 8, 8, 14, 12, height=2.0), a=high)
    assert not view.clear
    assert view.stop == pytest.approx((4.2 - 2.0) / 0.3, abs=1e-4)
    assert view.blocks[0].low == pytest.approx(view.stop)


def test_what_stops_no_sight_is_shown_all_the_same():
    view = seen(box("crates", 9, 8, 10, 12, "impassable", height=1.3, cover="medium"))
    assert view.clear
    assert [(b.piece, b.solid) for b in view.blocks] == [("crates", False)]


def test_a_wood_that_the_target_stands_in_does_not_count():
    view = seen(box("wood", 12, 8, 18, 12, "obscuring", height=3.0))
    assert view.clear
    assert [(b.piece, b.solid) for b in view.blocks] == [("wood", False)]


def test_ledges_and_gaps_are_the_ground_of_it():
    pit = replace(box("pit", 9, 8, 11, 12, "gap", height=0.0), depth=4.0)
    view = seen(box("deck", 2, 8, 7, 12, "climbable", height=3.0), pit, a=Base(5.0, 10.0, 0.5, 0.0, 3.0, 1.2))
    assert [(round(s.start, 4), round(s.end, 4), s.level, s.gap) for s in view.ground] == [
        (0, 2, 3.0, ""), (2, 4, 0.0, ""), (4, 6, -4.0, "pit"), (6, 10, 0.0, "")]


def test_any_line_is_shown_as_the_one_that_is_clear():
    view = seen(box("half", 9, 8, 10, 10.1), mode="any")
    assert view.clear
    assert view.line != (A.at, B.at)
    assert not [b for b in view.blocks if b.solid]


def test_a_line_of_no_length_is_refused_by_name():
    with pytest.raises(GeometryError, match="no length"):
        side_view(table(), A, Base(5.0, 10.0, 0.5, 90.0), Sight(True, (A.at, A.at)))


heights = st.floats(0.5, 6.0)


@settings(max_examples=60, deadline=None)
@given(spots=st.lists(st.tuples(st.floats(7, 13), st.floats(8, 12), st.floats(0.3, 1.2), heights), max_size=5),
       rise=st.floats(0, 6), aim=st.floats(0, 6))
def test_it_never_tells_another_tale_than_the_sight_rule(spots, rise, aim):
    scene = table(*(pillar(f"p{i}", x, y, r, height=h) for i, (x, y, r, h) in enumerate(spots)))
    a, b = Base(5.0, 10.0, 0.5, 0.0, rise, 1.2), Base(15.0, 10.0, 0.5, 0.0, aim, 1.2)
    sight = look(scene, a, b, mode="centre")
    view = side_view(scene, a, b, sight)
    low = [block for block in view.blocks if block.solid and block.low is not None]
    assert view.clear is (not low)
    if not sight.clear:
        assert {block.piece for block in low} == set(sight.blocked_by)
        assert math.isclose(min(block.low for block in low), view.stop, abs_tol=1e-4)
