"""A picture under the table: where it says, without a seam, painted anew when it changes, left out when it is gone."""
from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame
import pytest

from game.table.mapfile import MapFile, read_map, write_text
from game.table.table import Background
from game.ui.draw.ground import store
from game.ui.draw.ground.area import Area
from game.ui.draw.ground.bake import blocks, paint_block
from game.ui.draw.ground.layer import StaticLayer
from game.ui.draw.ground.scene import scene_of
from game.ui.tablelook import table_look
from tests.sim.foreign_maps import png

RED, GREEN, BLUE = (200, 40, 40), (40, 160, 40), (40, 60, 200)


@pytest.fixture
def table(tmp_path):
    """Reads a table of 12 x 8 in with a picture of two halves: red in the west, blue in the east."""
    sheet = pygame.Surface((120, 80), 0, 24)
    sheet.fill(RED, (0, 0, 60, 80))
    sheet.fill(BLUE, (60, 0, 60, 80))
    pygame.image.save(sheet, tmp_path / "plan.png")

    def do(**told):
        path = tmp_path / "plan.toml"
        background = Background(picture="plan.png", **told)
        path.write_text(write_text(MapFile(title="Plan", table=(12, 8), background=background)))
        return read_map(path)[0]

    return do


def painted(table, ppi=10):
    scene = scene_of(table_look(table), [])
    return paint_block(scene, scene.area(ppi))


def hue(pixels, x, y, ppi=10):
    """The strongest channel of the pixel at `x` east and `y` north."""
    return int(np.argmax(pixels[round((8 - y) * ppi), round(x * ppi)]))


def test_the_picture_covers_the_table_west_in_the_west(table):
    pixels = painted(table())
    assert [hue(pixels, x, y) for x in (1, 5, 7, 11) for y in (1, 7)] == [0, 0, 0, 0, 2, 2, 2, 2]


def test_it_lies_where_it_says_and_the_ground_is_seen_beside_it(table):
    pixels = painted(table(at=(2, 1), size=(4, 3)))
    assert [hue(pixels, x, 2) for x in (3, 5)] == [0, 2]
    bare = pixels[:20].astype(int)
    assert (bare.max(-1) - bare.min(-1)).max() < 40  # the grey ground north of it


@pytest.mark.parametrize("ppi", [4, 16, 33])
def test_blocks_of_it_meet_without_a_seam(table, ppi):
    scene = scene_of(table_look(table(at=(0.3, 0.7), size=(9, 6))), [])
    whole = scene.area(ppi)
    once = paint_block(scene, whole)
    for block in blocks(whole, 37):
        part = paint_block(scene, Area(block.x0, block.y0, block.x1, block.y1, ppi))
        assert np.abs(part.astype(int) - once[block.y0:block.y1, block.x0:block.x1]).max() <= 1


def test_another_picture_in_the_same_file_is_another_table(table, tmp_path):
    before = table_look(table())
    sheet = pygame.Surface((120, 81), 0, 24)
    sheet.fill(GREEN)
    pygame.image.save(sheet, tmp_path / "plan.png")
    after = table_look(table())
    assert store.key_of(before, [], 16) != store.key_of(after, [], 16)
    assert hue(painted(table()), 1, 1) == 1


def test_a_picture_that_is_gone_or_broken_leaves_the_ground(table, tmp_path):
    kept = table()
    (tmp_path / "plan.png").unlink()
    assert table_look(kept).backdrop is None
    for data in (png(20_000, 20_000), png()[:40], b"words"):
        (tmp_path / "plan.png").write_bytes(data)
        pixels = painted(kept).astype(int)
        assert (pixels.max(-1) - pixels.min(-1)).max() < 40


def test_the_processes_that_paint_know_it_and_it_is_kept(table, tmp_path):
    look = table_look(table())
    layer = StaticLayer(look, [], (16,), tmp_path / "cache")
    layer.start(16)
    layer.settle(wait=True)
    seen = pygame.surfarray.array3d(layer.surface(16)).transpose(1, 0, 2)
    layer.close()
    assert (hue(seen, 1, 1, 16), hue(seen, 11, 1, 16)) == (0, 2)
    assert list((tmp_path / "cache").glob("*.ground"))
