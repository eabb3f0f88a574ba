"""The ground under a straight way: levels, rates and gaps; free steps; gaps drawn in for a walker's centre."""
from __future__ import annotations

import pytest

from game.geometry.ground import stretches_of
from game.geometry.inset import inset_gaps
from game.geometry.path import path_cost
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece


def square(name: str, x0: float, y0: float, x1: float, y1: float, traits: set[str], **more: float) -> Piece:
    return Piece(id=name, outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), traits=frozenset(traits), **more)


TOWER = square("tower", 4, 0, 8, 4, {"climbable"}, height=3.0)
STEP = square("step", 2, 0, 4, 4, {"climbable"}, height=1.0)
MUD = square("mud", 8, 0, 10, 4, {"difficult"})
TRENCH = square("trench", 12, 0, 15, 4, {"gap"}, depth=2.0)
SCENE = Scene(20, 20, [TOWER, STEP, MUD, TRENCH])


def test_a_way_is_told_stretch_by_stretch():
    found = stretches_of(SCENE, (1.0, 2.0), (17.0, 2.0), {"difficult": 2.0})
    told = [(round(s.start, 6), round(s.end, 6), s.level, s.rate, s.gap) for s in found]
    assert told == [
        (0.0, 1.0, 0.0, 1.0, ""), (1.0, 3.0, 1.0, 1.0, ""), (3.0, 7.0, 3.0, 1.0, ""), (7.0, 9.0, 0.0, 2.0, ""),
        (9.0, 11.0, 0.0, 1.0, ""), (11.0, 14.0, -2.0, 1.0, "trench"), (14.0, 16.0, 0.0, 1.0, ""),
    ]


def test_a_gap_is_one_stretch_whatever_lies_in_line_with_it():
    """The sides of a square far off, drawn out to the way, would cut the gap into halves that can be stepped over."""
    aside = square("aside", 13.4, 10, 13.8, 12, {"climbable"}, height=2.0)
    found = stretches_of(Scene(20, 20, [TRENCH, aside]), (10.0, 2.0), (17.0, 2.0), {})
    assert [(round(s.start, 6), round(s.end, 6), s.gap) for s in found] == [
        (0.0, 2.0, ""), (2.0, 5.0, "trench"), (5.0, 7.0, "")]


@pytest.mark.parametrize(("x", "level"), [(1.0, 0.0), (2.0, 1.0), (4.0, 3.0), (12.0, -2.0), (15.5, 0.0)])
def test_one_point_is_a_stretch_of_no_length(x: float, level: float):
    (found,) = stretches_of(SCENE, (x, 2.0), (x, 2.0), {})
    assert (found.start, found.end, found.level) == (0.0, 0.0, level)


def test_a_low_step_is_free_and_a_high_one_is_climbed():
    mover = Base(1.0, 2.0, 0.5)
    free = Reach(SCENE, mover, 20.0, climb=2.0, free_step=1.0)
    assert free.cost((3.0, 2.0)) == pytest.approx(2.0, abs=1e-6)
    assert free.cost((5.0, 2.0)) == pytest.approx(4.0 + 2 * 2.0, abs=1e-6)  # from the step it is 2 up
    assert path_cost(SCENE, mover, [(1.0, 2.0), (5.0, 2.0)], climb=2.0) == pytest.approx(4.0 + 2 * 3.0)


def test_a_wide_gap_is_drawn_in_and_a_narrow_one_left_out():
    narrow = square("ditch", 0, 10, 20, 11.5, {"gap"}, depth=2.0)
    pit = Piece(id="pit", disc=(5.0, 16.0, 2.0), traits=frozenset({"gap"}), depth=4.0)
    scene = inset_gaps(Scene(20, 20, [TOWER, TRENCH, narrow, pit]), 2.0, 0.5)
    assert [p.id for p in scene.pieces] == ["tower", "trench", "pit"]
    xs = sorted({round(x, 6) for x, _ in scene.by_id["trench"].outline})
    assert xs == [12.5, 14.5]
    assert scene.by_id["pit"].disc == (5.0, 16.0, 1.5)
