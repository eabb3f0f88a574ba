"""The tray ends on the faces that were asked for, on the felt, apart, and the same way every time."""
from __future__ import annotations

import itertools
import random

import pygame
import pytest

from game.ui.draw import tray
from game.ui.draw.dice import Die, die, rolling, turned
from game.ui.draw.tray import TrayRoll, free_rect, roll_in

TRAY = pygame.Rect(10, 20, 324, 130)


def pool(count: int, seed: int = 1) -> list[Die]:
    rng = random.Random(seed)
    return [Die(rng.randint(1, 6), "AB"[i % 2], group=i % 2) for i in range(count)]


@pytest.mark.parametrize("count", range(1, 31))
def test_dice_end_on_the_faces_asked_for(count):
    dice = pool(count)
    roll = roll_in(TRAY, dice, seed=count)
    assert roll.faces_at(roll.tumbling_ms) == [d.face for d in dice]
    assert roll.faces_at(roll.duration_ms + 1000) == [d.face for d in dice]


@pytest.mark.parametrize("unit", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("count", [1, 2, 4, 5, 12, 13, 24])
def test_dice_lie_apart_on_the_felt(count, unit):
    box = pygame.Rect(0, 0, round(324 * unit), round(130 * unit))
    roll = roll_in(box, pool(count), 3, unit)
    boxes = roll.boxes_at_rest()
    felt = pygame.Rect((0, 0), free_rect(box, count, unit).size)
    assert len(boxes) == count
    assert all(felt.inflate(4, 4).contains(b) for b in boxes)
    assert not any(a.inflate(-2, -2).colliderect(b.inflate(-2, -2)) for a, b in itertools.combinations(boxes, 2))


def test_twelve_sided_die_ends_on_its_number():
    for face in range(1, 13):
        roll = roll_in(TRAY, [Die(face, None, 12)], seed=face)
        assert roll.faces_at(roll.tumbling_ms) == [face]


def test_same_dice_and_seed_give_the_same_pictures():
    frames = []
    for _ in range(2):
        surface = pygame.Surface((360, 170))
        tray.draw(surface, TRAY, roll_in(TRAY, pool(5), 7), 300)
        frames.append(pygame.image.tobytes(surface, "RGB"))
    assert frames[0] == frames[1]


def test_dice_move_while_they_tumble_and_rest_afterwards():
    roll = roll_in(TRAY, pool(3), 7)

    def frame(ms: float) -> bytes:
        surface = pygame.Surface((360, 170))
        tray.draw(surface, TRAY, roll, ms)
        return pygame.image.tobytes(surface, "RGB")

    assert frame(100) != frame(160) != frame(300)
    assert frame(roll.tumbling_ms) == frame(roll.tumbling_ms + 500)


def test_tumble_takes_650_ms_and_60_for_each_die_after_the_first():
    assert roll_in(TRAY, pool(1), 1).tumbling_ms == 650
    assert roll_in(TRAY, pool(3), 1).tumbling_ms == 770
    assert roll_in(TRAY, pool(24), 1).tumbling_ms <= 650 + 720


def test_size_falls_with_the_number_of_dice():
    assert [tray.die_size(n) for n in (1, 4, 5, 12, 13, 24)] == [46, 46, 38, 38, 30, 30]


def test_large_pools_are_shown_by_counts_at_once():
    roll = roll_in(TRAY, pool(25), 1)
    assert roll.counted
    assert roll.tumbling_ms == 0
    assert not roll_in(TRAY, pool(24), 1).counted


def test_no_dice_is_an_empty_tray():
    roll = TrayRoll([], (200, 80), 1)
    assert (roll.tumbling_ms, roll.faces_at(0), roll.boxes_at_rest()) == (0, [], [])


def test_neighbouring_faces_follow_each_other_over_an_edge():
    roll = roll_in(TRAY, [Die(4, "A")], 9)
    seen = [f for f, _ in itertools.groupby(roll.faces_at(ms)[0] for ms in range(0, 660, 4))]
    assert len(seen) > 3
    assert all(a + b != 7 for a, b in itertools.pairwise(seen))


def test_every_face_looks_different_and_failed_ones_are_faint():
    dice = [Die(face, "A", sides) for sides in (6, 12) for face in range(1, sides + 1)]
    assert len({pygame.image.tobytes(die(d, 30), "RGBA") for d in dice}) == 18
    assert die(Die(3, "A", failed=True), 30).get_at((15, 15))[3] < 120
    assert die(Die(3, "A"), 30).get_at((15, 15))[3] == 255


def test_a_roll_begins_and_ends_as_a_lying_die():
    start, end = (rolling(Die(3, "A"), 5, 40, 30, share) for share in (0.0, 1.0))
    assert start is turned(Die(3, "A"), 40, 30)
    assert end is turned(Die(5, "A"), 40, 30)
