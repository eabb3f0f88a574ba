"""What must hold on any table: turned, mirrored, shifted, listed in another order, asked the other way round."""
import random

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.geometry.cover import pieces_between
from game.geometry.measure import overlaps
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.geometry.sight import fractions, look, sees_matrix
from tests.geometry.tables import (
    SIZE,
    grid_bases,
    grid_tables,
    oracle,
    random_base,
    random_pairs,
    random_table,
    rim_lines,
    sampled_lines,
)

CHANGES = {
    "turned": lambda x, y: (SIZE - y, x),
    "upside down": lambda x, y: (SIZE - x, SIZE - y),
    "mirrored": lambda x, y: (SIZE - x, y),
    "across": lambda x, y: (y, x),
}


def changed(scene: Scene, change) -> Scene:
    return Scene(SIZE, SIZE, [changed_piece(piece, change) for piece in scene.pieces])


def changed_piece(piece: Piece, change) -> Piece:
    outline = tuple(change(x, y) for x, y in piece.outline)
    disc = (*change(*piece.disc[:2]), piece.disc[2]) if piece.disc else None
    return msgspec.structs.replace(piece, outline=outline, disc=disc)


def changed_base(base: Base, change) -> Base:
    x, y = change(base.x, base.y)
    return msgspec.structs.replace(base, x=x, y=y)


def answers(scene: Scene, a: Base, b: Base):
    """What is asked of a pair: both modes, what blocks, what shows."""
    centre = look(scene, a, b, mode="centre")
    shown = round(float(fractions(scene, a, [b])[0]), 6)
    between = tuple(piece.id for piece in pieces_between(scene, a, b))
    return (look(scene, a, b).clear, centre.clear, set(centre.blocked_by), shown, set(between))


@settings(max_examples=40, deadline=None)
@given(grid_tables(), grid_bases(), grid_bases(heights=(1.2, 2.0)), st.sampled_from(sorted(CHANGES)))
def test_no_answer_changes_when_the_table_is_turned_or_mirrored(scene, a, b, name):
    assume(a.at != b.at)
    change = CHANGES[name]
    before = answers(scene, a, b)
    assert answers(changed(scene, change), changed_base(a, change), changed_base(b, change)) == before


@pytest.mark.parametrize("name", sorted(CHANGES))
@pytest.mark.parametrize("seed", range(4))
def test_no_answer_changes_on_a_table_that_keeps_to_no_grid(seed, name):
    change = CHANGES[name]
    for scene, a, b in random_pairs(seed, level=False, count=6):
        there = answers(changed(scene, change), changed_base(a, change), changed_base(b, change))
        assert there == answers(scene, a, b)


@settings(max_examples=40, deadline=None)
@given(grid_tables(), grid_bases(), grid_bases(heights=(1.2, 2.0)), st.integers(-40, 40), st.integers(-40, 40))
def test_no_answer_changes_when_the_table_is_shifted(scene, a, b, right, up):
    """Shifted on a larger table: only the edge, which counts as a piece, is kept out of it."""
    assume(a.at != b.at)
    far = Scene(1000, 1000, scene.pieces)

    def change(x, y):
        return (x + 300 + right / 4, y + 300 + up / 4)

    middle = Scene(1000, 1000, [changed_piece(piece, lambda x, y: (x + 200, y + 200)) for piece in far.pieces])
    here = [changed_base(base, lambda x, y: (x + 200, y + 200)) for base in (a, b)]
    moved = Scene(1000, 1000, [changed_piece(piece, change) for piece in far.pieces])
    assert answers(moved, changed_base(a, change), changed_base(b, change)) == answers(middle, *here)


@settings(max_examples=40, deadline=None)
@given(grid_tables(), grid_bases(), grid_bases(), st.randoms(use_true_random=False))
def test_no_answer_changes_with_the_order_of_pieces_or_corners(scene, a, b, rng):
    assume(a.at != b.at)
    pieces = [msgspec.structs.replace(p, outline=p.outline[1:] + p.outline[:1]) for p in scene.pieces]
    pieces += [msgspec.structs.replace(p, outline=p.outline[::-1]) for p in pieces[:1]]
    pieces = pieces[1:] if len(scene.pieces) > 1 else pieces[:1]
    rng.shuffle(pieces)
    again = Scene(SIZE, SIZE, pieces)
    assert look(again, a, b, mode="centre").blocked_by == look(scene, a, b, mode="centre").blocked_by
    assert answers(again, a, b) == answers(scene, a, b)


@settings(max_examples=60, deadline=None)
@given(grid_tables(), grid_bases(heights=(1.2, 2.0, 3.0)), grid_bases(heights=(1.2, 2.0)))
def test_a_sees_b_exactly_if_b_sees_a(scene, a, b):
    assume(a.at != b.at)
    for mode in ("any", "centre"):
        there, back = look(scene, a, b, mode=mode), look(scene, b, a, mode=mode)
        assert there.clear is back.clear
        assert set(there.blocked_by) == set(back.blocked_by)


def test_a_viewer_on_the_corner_of_a_building_sees_nothing_through_it():
    """No base can stand there in play (a solid refuses it); the geometry should be right all the same."""
    corners = ((1.0, 1.0), (1.5, 1.0), (1.5, 1.5), (1.0, 1.5))
    house = Piece(id="house", outline=corners, height=5.0, traits=frozenset({"opaque"}))
    viewer, target = Base(1.0, 1.0, 0.5, height=1.2), Base(2.0, 2.0, 0.75, height=1.2)
    scene = Scene(24, 24, [house])
    assert look(scene, viewer, target, mode="centre").clear is False
    assert fractions(scene, viewer, [target])[0] == 0.0


@settings(max_examples=60, deadline=None)
@given(grid_tables(), grid_bases(heights=(1.2, 2.0)), grid_bases())
def test_the_answers_to_one_pair_agree(scene, a, b):
    assume(not overlaps(a, b))
    centre, free = look(scene, a, b, mode="centre"), look(scene, a, b)
    shown = float(fractions(scene, a, [b])[0])
    assert free.clear or not centre.clear
    assert free.clear or shown == 0.0
    assert bool(centre.blocked_by) is not centre.clear
    assert (centre.stop is None) is centre.clear
    assert set(centre.blocked_by) <= {piece.id for piece in scene.pieces}


@settings(max_examples=40, deadline=None)
@given(grid_tables(), st.lists(grid_bases(heights=(1.2, 2.0, 3.0)), min_size=2, max_size=6, unique=True))
def test_the_matrix_agrees_with_one_pair_at_a_time(scene, bases):
    seen = sees_matrix(scene, bases)
    for i, a in enumerate(bases):
        for j, b in enumerate(bases):
            assert seen[i, j] == (i == j or look(scene, a, b, mode="centre").clear)


# Against the oracle ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_sight_agrees_with_lines_tried_one_by_one(seed, level):
    for scene, a, b in random_pairs(1000 + seed, level=level, count=40):
        centre = np.array([[*a.at, *b.at]])
        assert look(scene, a, b, mode="centre").clear == oracle(scene, a, b, centre)[0]
        sight = look(scene, a, b)
        if sight.clear:
            line = np.array([[*sight.line[0], *sight.line[1]]])
            assert oracle(scene, a, b, line, depth=3e-6)[0]
        else:
            assert not oracle(scene, a, b, sampled_lines(a, b, 1500)).any()


@settings(max_examples=60, deadline=None)
@given(grid_tables(), grid_bases(heights=(1.2, 2.0, 3.0)), grid_bases(heights=(1.2, 2.0)))
def test_sight_agrees_with_lines_tried_one_by_one_where_corners_meet(scene, a, b):
    assume(not overlaps(a, b))
    sight = look(scene, a, b)
    if sight.clear:
        assert oracle(scene, a, b, np.array([[*sight.line[0], *sight.line[1]]]), depth=3e-6)[0]
    else:
        assert not oracle(scene, a, b, sampled_lines(a, b, 600)).any()


@pytest.mark.parametrize("aim", ["top", "half"])
@pytest.mark.parametrize("level", [True, False])
def test_the_visible_fraction_agrees_with_many_rays(level, aim):
    rays = 2000
    for scene, a, b in random_pairs(77, level=level, count=60):
        shown = float(fractions(scene, a, [b], aim)[0])
        end = b.elevation + b.height * (1.0 if aim == "top" else 0.5)
        assert shown == pytest.approx(oracle(scene, a, b, rim_lines(a, b, rays), end).mean(), abs=1e-3 + 4 / rays)


def test_the_matrix_agrees_on_tables_that_keep_to_no_grid():
    rng = random.Random(5)
    for _ in range(8):
        scene = random_table(rng)
        bases = [random_base(rng) for _ in range(7)]
        seen = sees_matrix(scene, bases)
        pairs = [(i, j) for i in range(7) for j in range(7) if i != j]
        assert all(seen[i, j] == look(scene, bases[i], bases[j], mode="centre").clear for i, j in pairs)
