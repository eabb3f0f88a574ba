"""What the line of centres runs through, and the cover that gives."""
import pytest

from game.errors import GeometryError
from game.geometry.cover import cover_of, covers, pieces_between
from game.geometry.shapes import Base
from tests.geometry.tables import box, pillar, table

A = Base(5.0, 10.0, 0.5)
B = Base(15.0, 10.0, 0.5)


def hedge(name="hedge", west=12.0, east=13.0, cover="soft", **more):
    return box(name, west, 8, east, 12, "difficult", cover=cover, **more)


def names(pieces):
    return [piece.id for piece in pieces]


def test_pieces_between_are_those_crossed_nearest_first():
    scene = table(hedge("far", 12, 13), pillar("tree", 10, 10, 1), hedge("near", 7, 8), box("off", 7, 11, 9, 12))
    assert names(pieces_between(scene, A, B)) == ["near", "tree", "far"]
    assert names(pieces_between(scene, B, A)) == ["far", "tree", "near"]


def test_a_piece_that_a_centre_is_in_lies_between():
    assert names(pieces_between(table(hedge(west=14, east=16)), A, B)) == ["hedge"]


def test_a_piece_only_touched_lies_not_between():
    assert pieces_between(table(box("p", 8, 8, 12, 10, "difficult")), A, B) == ()


def test_no_cover_in_the_open_or_from_what_has_no_grade():
    assert cover_of(table(), A, B) == (None, ())
    assert cover_of(table(box("mud", 8, 8, 9, 12, "difficult")), A, B) == (None, ())


def test_only_the_best_grade_counts():
    grades = ("soft", "heavy", "medium", "heavy")
    scene = table(*(hedge(name, 7 + 2 * i, 8 + 2 * i, grades[i]) for i, name in enumerate("abcd")))
    assert cover_of(scene, A, B) == ("heavy", ("b", "d"))
    assert names(covers(scene, A, B)) == ["a", "b", "c", "d"]


def test_a_hedge_the_viewer_leans_on_covers_nobody_beyond():
    assert cover_of(table(hedge(west=5.5, east=6.5)), A, B) == (None, ())
    assert cover_of(table(hedge(west=5.52, east=6.5)), A, B) == ("soft", ("hedge",))


def test_who_stands_in_it_has_cover_even_from_within():
    wood = hedge("wood", 4, 16)
    assert cover_of(table(wood), A, B) == ("soft", ("wood",))
    assert cover_of(table(hedge("wood", 15, 18)), A, B) == ("soft", ("wood",))


@pytest.mark.parametrize("top, covered", [(0.7, False), (0.9, True)])
def test_cover_from_height_takes_the_line_to_half_the_target(top, covered):
    scene = table(hedge(west=12, east=13, height=top))
    assert cover_of(scene, A, B)[0] == "soft"
    assert (cover_of(scene, A, B, "half")[0] is not None) is covered


def test_nobody_is_in_cover_from_himself():
    with pytest.raises(GeometryError):
        cover_of(table(), A, A)
