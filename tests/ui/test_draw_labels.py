"""Labels give way to each other; those with no room wait."""
from __future__ import annotations

import itertools

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ui import theme
from game.ui.draw import labels
from game.ui.draw.placing import Label, place
from game.ui.draw.text import Segment

AREA = pygame.Rect(0, 0, 1000, 700)
LABELS = st.lists(
    st.builds(
        Label,
        key=st.uuids(),
        size=st.tuples(st.integers(20, 140), st.integers(18, 40)),
        about=st.tuples(st.integers(0, 1000), st.integers(0, 700)),
        priority=st.integers(0, 3),
        spot=st.sampled_from(["above", "below", "left", "right", "on"]),
    ),
    max_size=14,
)


@settings(max_examples=40, deadline=None)
@given(LABELS)
def test_with_room_every_label_is_placed_and_none_overlaps(asked):
    boxes = place(asked, AREA)
    assert set(boxes) == {label.key for label in asked}
    assert not any(a.colliderect(b) for a, b in itertools.combinations(boxes.values(), 2))
    assert all(AREA.contains(box) for box in boxes.values())


@settings(max_examples=40, deadline=None)
@given(LABELS, st.lists(st.builds(pygame.Rect, *[st.integers(0, 900)] * 2, *[st.integers(5, 80)] * 2), max_size=8))
def test_labels_keep_off_what_is_taken(asked, taken):
    boxes = place(asked, AREA, taken)
    assert all(box.collidelist(taken) < 0 for box in boxes.values())


def crowd(count: int) -> list[Label]:
    return [Label(i, (100, 30), (50, 30), priority=i) for i in range(count)]


def test_without_room_the_less_important_wait():
    boxes = place(crowd(6), pygame.Rect(0, 0, 110, 70))
    assert set(boxes) == {5, 4}


def test_pinned_label_is_shown_even_without_room():
    full = [pygame.Rect(0, 0, 110, 70)]
    assert place([Label("a", (100, 30), (50, 30))], pygame.Rect(0, 0, 110, 70), full) == {}
    assert "a" in place([Label("a", (100, 30), (50, 30), pinned=True)], pygame.Rect(0, 0, 110, 70), full)


def test_a_lone_label_stands_where_it_would_rather():
    boxes = place([Label("n", (60, 20), (500, 300), clear=10)], AREA)
    assert boxes["n"].midbottom == (500, 290)


def test_the_order_in_which_labels_are_named_does_not_matter_between_priorities():
    asked = crowd(4)
    assert place(asked, AREA) == place(list(reversed(asked)), AREA)


def test_a_refusal_carries_reason_and_rule():
    bare, full = labels.refusal("No sight: building", ""), labels.refusal("No sight: building", "RZ-6.1")
    assert full.get_width() > bare.get_width()


def test_tooltip_wraps_to_its_room():
    long = ["The whole team moves before anyone shoots, and one of three members has moved so far."]
    image = labels.tooltip("Shoot", long, "RZ-5.9", room=200)
    assert image.get_width() <= 200 + 24
    assert image.get_height() > 21 * 4


def test_tooltip_stays_inside_the_window():
    surface = pygame.Surface((300, 200))
    image = labels.tooltip("Shoot", ["not yet"], room=200)
    for tip in ((2, 2), (298, 199), (150, 100)):
        assert surface.get_rect().contains(labels.draw_tooltip(surface, image, tip, surface.get_rect()))


def test_labels_grow_with_the_scale():
    small, large = (labels.pill("MOVE 6″", theme.Scale(u).style(theme.TAG), theme.HIGH, unit=u) for u in (1, 2))
    assert 1.8 < large.get_width() / small.get_width() < 2.2
    assert labels.plate((), unit=1).get_width() > 0
    assert labels.plate(((Segment("Rubble", theme.NAME, theme.HIGH),),)).get_width() > 60
