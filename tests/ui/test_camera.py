"""The camera: what is where on screen, and what stays put."""
from __future__ import annotations

import math

import pygame
import pytest

from game.ui.camera import NEAREST, Camera

VIEW = pygame.Rect(240, 48, 1016, 748)


@pytest.fixture
def camera() -> Camera:
    return Camera(48, 48, VIEW)


def settle(camera: Camera) -> None:
    while camera.update(0.05):
        pass


def test_a_new_camera_shows_the_whole_table(camera):
    assert VIEW.contains(camera.table_box())


def test_px_and_inch_are_each_others_inverse(camera):
    camera.jump(30, (10, 20))
    assert camera.inch(camera.px((12.5, 21.25))) == pytest.approx((12.5, 21.25))


def test_north_is_up(camera):
    assert camera.px((10, 30))[1] < camera.px((10, 10))[1]


def test_zoom_keeps_the_inch_under_the_pointer_at_every_moment(camera):
    pos = (700.0, 400.0)
    before = camera.inch(pos)
    camera.zoom(2.0, pos)
    while camera.update(0.01):
        assert math.dist(camera.inch(pos), before) < 1e-6


def test_zoom_stops_at_the_closest_and_at_the_whole_table(camera):
    for _ in range(30):
        camera.zoom(1.5, VIEW.center)
        settle(camera)
    assert camera.ppi == NEAREST
    for _ in range(40):
        camera.zoom(0.5, VIEW.center)
        settle(camera)
    assert camera.ppi == pytest.approx(camera.furthest) and camera.fitted


def test_panning_stops_at_the_edge_of_the_table(camera):
    camera.jump(40, (24, 24))
    camera.pan(1e6, 1e6)
    box = camera.table_box()
    assert box.left <= VIEW.left + 40 and box.bottom >= VIEW.bottom - 40


def test_home_fits_again(camera):
    camera.jump(60, (3, 3))
    camera.home()
    settle(camera)
    assert VIEW.contains(camera.table_box())


def test_a_fitted_table_stands_above_what_floats_at_the_bottom(camera):
    before = camera.ppi
    camera.leave_free(60)
    box = camera.table_box()
    assert VIEW.contains(box) and box.bottom <= VIEW.bottom - 60 and box.centerx == VIEW.centerx
    assert camera.fitted and camera.ppi < before
    camera.leave_free(0)
    assert camera.ppi == before and camera.table_box().center == VIEW.center


def test_zoomed_in_the_edge_may_be_pushed_up_over_what_floats_at_the_bottom(camera):
    camera.leave_free(60)
    camera.jump(40, (24, 24))
    camera.pan(0, -1e6)
    assert camera.table_box().bottom == pytest.approx(VIEW.bottom - 60 - 0.35 * 40, abs=1)


def test_make_room_moves_only_when_the_point_is_hidden(camera):
    camera.jump(40, (24, 24))
    assert not camera.make_room((24, 24), [])
    cover = pygame.Rect(0, 0, 60, 60)
    cover.center = tuple(map(round, camera.px((28, 24))))
    assert camera.make_room((28, 24), [cover])
    settle(camera)
    assert not cover.collidepoint(camera.px((28, 24)))


def test_a_fitted_table_stays_fitted_when_the_window_changes(camera):
    view = pygame.Rect(100, 50, 600, 400)
    camera.resized(view)
    assert view.contains(camera.table_box())
