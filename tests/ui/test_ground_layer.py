"""The static layer: plain at once, painted later, kept on disk, repainted where a piece changes."""
from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import gc
import io

import msgspec
import numpy as np
import pygame
import pytest

from game.ui.draw.ground import layer as layers
from game.ui.draw.ground import store, worker
from game.ui.draw.ground.area import Area
from game.ui.draw.ground.bake import paint_block
from game.ui.draw.ground.layer import StaticLayer
from game.ui.draw.ground.scene import scene_of
from game.ui.draw.ground.spec import PieceLook, TableLook

TABLE = TableLook(width=14, height=12, ground="street", seed=3)
HOUSE = PieceLook(id="house", kind="building", outline=((1, 6), (7, 6), (7, 11), (1, 11)), height=4)
DOOR = PieceLook(id="door", kind="door", outline=((9, 4), (11.5, 4), (11.5, 4.3), (9, 4.3)), height=2.4,
                 state="closed")


@pytest.fixture
def layer(tmp_path):
    made = StaticLayer(TABLE, [HOUSE, DOOR], (16, 24), tmp_path)
    yield made
    made.close()


def pixels_of(surface):
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2)


def painted(pieces, ppi=16):
    scene = scene_of(TABLE, pieces)
    return paint_block(scene, scene.area(ppi))


def test_before_the_bake_the_plain_picture_stands_in(layer):
    assert layer.surface(20).get_size() == (280, 240)
    assert not layer.ready(16)


def test_a_bake_gives_what_the_painter_paints(layer):
    layer.start(16)
    layer.settle(wait=True)
    assert layer.ready(16)
    assert np.array_equal(pixels_of(layer.surface(16)), painted([HOUSE, DOOR]))


def test_other_zooms_are_scaled_from_what_is_baked(layer):
    layer.start(16)
    layer.settle(wait=True)
    assert layer.surface(30).get_size() == (420, 360)
    assert layer.view(2.0, 1.0, 20.0, (100, 80)).get_size() == (100, 80)
    assert layer.view(-3.0, -3.0, 16.0, (40, 40)).get_at((1, 1))[:3] == (0, 0, 0)


def test_a_second_layer_takes_the_picture_from_the_disk(layer, tmp_path, monkeypatch):
    layer.start(16)
    layer.settle(wait=True)
    monkeypatch.setattr(layers, "paint_block", None)
    monkeypatch.setattr(worker, "hire", None)
    again = StaticLayer(TABLE, [HOUSE, DOOR], (16,), tmp_path)
    again.start()
    again.settle(wait=True)
    assert np.array_equal(pixels_of(again.surface(16)), pixels_of(layer.surface(16)))


@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "other"])
def test_a_damaged_file_counts_as_none(tmp_path, harm):
    pixels = painted([HOUSE])
    store.save(tmp_path, "k", pixels)
    path = tmp_path / "k.ground"
    assert np.array_equal(store.load(tmp_path, "k", (224, 192)), pixels)
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes({"cut": whole[:middle], "flip": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1:],
                      "empty": b"", "other": b"something else entirely"}[harm])
    assert store.load(tmp_path, "k", (224, 192)) is None


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    store.save(blocked, "k", painted([]))
    assert store.load(blocked, "k", (224, 192)) is None


def test_the_key_knows_the_pieces_and_the_zoom():
    keys = {store.key_of(TABLE, pieces, ppi) for pieces in ([], [HOUSE], [HOUSE, DOOR]) for ppi in (16, 32)}
    assert len(keys) == 6
    traits = [msgspec.structs.replace(HOUSE, traits=frozenset(order)) for order in (("a", "b", "c"), ("c", "b", "a"))]
    assert store.key_of(TABLE, traits[:1], 16) == store.key_of(TABLE, traits[1:], 16)


def test_opening_a_door_repaints_round_it(layer):
    layer.start(16)
    layer.settle(wait=True)
    seen = layer.version
    opened = msgspec.structs.replace(DOOR, state="open")
    layer.changed(opened)
    layer.settle(wait=True)
    assert layer.version > seen
    apart = np.abs(pixels_of(layer.surface(16)).astype(int) - painted([HOUSE, opened]))
    assert apart.max() <= 2


def test_a_piece_put_down_and_taken_away_leaves_no_trace(layer):
    layer.start(16)
    layer.settle(wait=True)
    before = pixels_of(layer.surface(16)).astype(int)
    layer.changed(PieceLook(id="smoke", kind="smoke", disc=(9.0, 7.0, 1.5)))
    layer.settle(wait=True)
    assert np.abs(pixels_of(layer.surface(16)).astype(int) - before).max() > 40
    layer.removed("smoke")
    layer.settle(wait=True)
    assert np.abs(pixels_of(layer.surface(16)).astype(int) - before).max() <= 2


def test_a_look_that_is_no_other_changes_nothing(layer):
    seen = layer.version
    layer.changed(msgspec.structs.replace(DOOR))
    layer.changed()
    layer.removed("nobody")
    assert layer.version == seen


@pytest.mark.parametrize("kind", ["crater", "ruin", "wood", "building", "water", "hazard", "rubble", "level", "car"])
def test_a_repaint_reaches_as_far_as_the_painter(layer, kind):
    piece = PieceLook(id="new", kind=kind, disc=(9.5, 7.5, 1.4), height=3.0)
    layer.start(16)
    layer.settle(wait=True)
    layer.changed(piece)
    layer.settle(wait=True)
    assert np.abs(pixels_of(layer.surface(16)).astype(int) - painted([HOUSE, DOOR, piece])).max() <= 2


def test_a_change_during_the_bake_is_in_the_picture(layer):
    opened = msgspec.structs.replace(DOOR, state="open")
    layer.start(16)
    layer.changed(opened)
    layer.settle(wait=True)
    assert np.array_equal(pixels_of(layer.surface(16)), painted([HOUSE, opened]))


def test_without_helpers_the_bake_is_done_here(layer, monkeypatch):
    def nobody(_job):
        raise OSError("no more processes")

    monkeypatch.setattr(worker, "hire", nobody)
    layer.start(16)
    layer.settle(wait=True)
    assert np.array_equal(pixels_of(layer.surface(16)), painted([HOUSE, DOOR]))


def test_closing_stops_the_helpers():
    layer = StaticLayer(TABLE, [HOUSE] * 8, (64,))
    layer.start()
    layer.close()
    assert not layer.ready(64)
    assert all(process.poll() is not None or process.wait(5) is not None
               for bake in layer._bakes.values() for process in bake._crew)


def test_a_layer_that_is_let_go_stops_its_helpers():
    layer = StaticLayer(TABLE, [HOUSE] * 8, (64,))
    layer.start()
    bakes = list(layer._bakes.values())
    del layer
    gc.collect()
    assert all(bake._stopped.is_set() for bake in bakes)
    assert all(bake.over(10) for bake in bakes)


def test_a_worker_paints_the_blocks_of_its_job():
    job = worker.Job(TABLE, [HOUSE], 16, [(0, 0, 100, 80), (100, 80, 150, 120)])
    sink = io.BytesIO()
    worker.work(io.BytesIO(msgspec.msgpack.encode(job)), sink)
    sink.seek(0)
    assert worker.HEAD.unpack(sink.read(16)) == (0, 0, 100, 80)
    first = np.frombuffer(sink.read(100 * 80 * 3), np.uint8).reshape(80, 100, 3)
    assert np.array_equal(first, paint_block(scene_of(TABLE, [HOUSE]), Area(0, 0, 100, 80, 16)))
