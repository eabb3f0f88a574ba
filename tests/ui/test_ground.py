"""The painted ground: the same bytes for the same seed, the rule's own outlines, the look's limits of tone."""
from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.geometry.shapes import Piece
from game.ui.draw.ground.area import Area
from game.ui.draw.ground.bake import blocks, paint_block
from game.ui.draw.ground.furniture import CLEAR, layout
from game.ui.draw.ground.plain import plain_table
from game.ui.draw.ground.roofs import PARAPET
from game.ui.draw.ground.scene import Scene, scene_of, upright
from game.ui.draw.ground.spec import GROUNDS, KINDS, PAINTS, Paint, PieceLook, TableLook, kind_of, look_of
from tests.ui import ground_scenes

SQUARE = ((3.0, 3.0), (9.0, 3.0), (9.0, 8.0), (3.0, 8.0))
NOTCHED = ((2.0, 2.0), (10.0, 3.0), (9.5, 9.0), (6.0, 8.5), (5.5, 6.0), (2.5, 7.0))
FLAT_TABLE = TableLook(width=12, height=12, ground="concrete", seed=4, wet=0.0)
RESERVED = {"act": (0xF0, 0xE4, 0x42), "mint": (0x3C, 0xC7, 0xA0), "system": (0x5B, 0xD6, 0xAE),
            "blue": (0x00, 0x72, 0xB2), "vermilion": (0xD5, 0x5E, 0x00)}


@lru_cache
def painted(name: str, ppi: int = 16) -> NDArray[np.uint8]:
    scene = scene_of(*getattr(ground_scenes, name)())
    return paint_block(scene, scene.area(ppi))


def one(piece: PieceLook, table: TableLook = FLAT_TABLE) -> Scene:
    return scene_of(table, [piece])


def lightness(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    shares = pixels.astype(float) / 255
    return (shares.max(-1) + shares.min(-1)) / 2


def square_means(plane: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    h, w = (n // side for n in plane.shape)
    return plane[:h * side, :w * side].reshape(h, side, w, side).mean((1, 3))


@pytest.mark.parametrize("name", ["street", "levels"])
def test_the_same_table_paints_the_same_bytes(name):
    scene = scene_of(*getattr(ground_scenes, name)())
    assert np.array_equal(paint_block(scene, scene.area(10)), painted(name, 10))


@pytest.mark.parametrize("name", ["street", "field", "levels"])
def test_blocks_meet_without_a_seam(name):
    scene, area = scene_of(*getattr(ground_scenes, name)()), Area(96, 80, 352, 300, 16)
    whole = paint_block(scene, area)
    for block in blocks(area, 133):
        apart = np.abs(paint_block(scene, block).astype(int) - whole[block.within(area)])
        assert apart.max() <= 2, block


@given(st.integers(11, 41), st.integers(60, 200), st.integers(0, 500))
@settings(max_examples=12, deadline=None)
def test_blocks_of_any_size_at_any_zoom_paint(ppi, side, seed):
    """Small things on a roof are clipped where the block ends, wherever that is."""
    rng = np.random.default_rng(seed)
    x, y = (float(v) for v in 1 + 4 * rng.random(2))
    piece = PieceLook(id="b", kind="building", height=3, seed=seed,
                      outline=ground_scenes.turned(x + 3, y + 2.5, 6, 5, seed))
    scene = one(piece)
    for block in blocks(scene.area(ppi), side)[:4]:
        assert paint_block(scene, block).shape == (*block.shape, 3)


def test_another_seed_paints_another_ground():
    scenes = [scene_of(TableLook(width=6, height=6, seed=seed), []) for seed in (1, 2)]
    one, other = (paint_block(s, s.area(16)) for s in scenes)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("kind", ["building", "wall", "barrier", "crates", "level", "car", "dumpster", "plain"])
@pytest.mark.parametrize("outline", [SQUARE, NOTCHED])
def test_the_drawn_edge_is_the_outline(kind, outline):
    """The void line runs on the outline, and nothing solid is drawn beyond it."""
    ppi, piece = 24, PieceLook(id="p", kind=kind, outline=outline, height=1.0)
    scene = one(piece)
    pixels = paint_block(scene, scene.area(ppi)).astype(int)
    field = scene.things[0].shape.field(scene.area(ppi), 1.0)
    rim = np.abs(field.far * ppi + 0.6) < 0.5
    assert np.median(pixels[rim].sum(-1)) < 130
    bare = one(PieceLook(id="p", kind="plain", outline=outline))
    below = paint_block(scene_of(FLAT_TABLE, []), bare.area(ppi)).astype(int)
    north_west = (field.far * ppi > 1.5) & (field.far < 0.9) & (field.lit > 0.5)
    assert (pixels[north_west].sum(-1) <= below[north_west].sum(-1) + 3).all()


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_the_mask_agrees_with_points_inside(seed):
    rng = np.random.default_rng(seed)
    turns = np.sort(rng.random(7) * 2 * np.pi)
    ring = tuple((6 + float(r * np.cos(t)), 6 + float(r * np.sin(t)))
                 for t, r in zip(turns, 1.5 + 4 * rng.random(7), strict=True))
    shape = one(PieceLook(id="p", outline=ring, height=1)).things[0].shape
    area = Area(0, 0, 96, 96, 8)
    spots = [(float(x), float(y)) for y in area.ys.ravel()[::5] for x in area.xs.ravel()[::5]]
    deep = shape.clearance(spots).reshape(20, 20)
    clear = np.abs(deep) > 0.01
    assert ((shape.holds(area)[::5, ::5] == (deep > 0)) | ~clear).all()
    far = shape.field(area, 2.0).far[::5, ::5]
    near = clear & (np.abs(deep) < 1.5) & (far < 0)
    assert (far[near] >= -deep[near] - 1e-3).all()


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_roof_furniture_stays_inside_the_parapet(seed):
    ring = ground_scenes.turned(10, 10, 5 + seed % 9, 6 + seed % 7, seed % 90)
    thing = upright(one(PieceLook(id="b", kind="building", outline=ring, height=4, seed=seed)).things[0])
    boxes = [box for item in layout(thing) for box in item.boxes]
    assert boxes
    for u, v, hu, hv in boxes:
        corners = [thing.at(u + a * hu, v + b * hv) for a in (-1, 1) for b in (-1, 1)]
        assert thing.shape.clearance(corners).min() > PARAPET
    assert CLEAR > PARAPET


@pytest.mark.parametrize("ground", GROUNDS)
def test_bare_ground_stays_between_12_and_35_per_cent(ground):
    scene = scene_of(TableLook(width=24, height=24, ground=ground, seed=2), [])
    squares = square_means(lightness(paint_block(scene, scene.area(16))), 16)
    assert squares.min() > 0.12
    assert squares.max() < 0.35


@pytest.mark.parametrize("height", [0.5, 3, 6, 12])
def test_decks_stay_under_65_per_cent(height):
    ring = ((1.0, 1.0), (11.0, 1.0), (11.0, 11.0), (1.0, 11.0))
    scene = one(PieceLook(id="d", kind="level", outline=ring, height=height))
    deck = lightness(paint_block(scene, scene.area(24)))[60:-60, 60:-60]
    assert square_means(deck, 24).max() < 0.65


@pytest.mark.parametrize("name", ["street", "field", "levels"])
def test_scenery_keeps_off_the_colours_of_play(name):
    """Doors are systems and wear their tint; all else stays clear of it."""
    scene, pixels = scene_of(*getattr(ground_scenes, name)()), painted(name, 10).copy()
    for door in scene.of("door"):
        a, b, c, d = (round(v * 10) for v in door.shape.bounds)
        pixels[b - 6:d + 6, a - 6:c + 6] = 0
    pixels = pixels.reshape(-1, 3).astype(int)
    for colour in RESERVED.values():
        assert np.abs(pixels - np.array(colour)).max(1).min() > 24


@pytest.mark.parametrize("kind", [*KINDS, "something else"])
@pytest.mark.parametrize("shape", ["square", "disc", "holed"])
def test_every_kind_paints_every_shape(kind, shape):
    hole = (((5.0, 5.0), (7.0, 5.0), (7.0, 6.5), (5.0, 6.5)),)
    piece = PieceLook(id="p", kind=kind, height=2.0, depth=3.0 if kind == "gap" else 0.0,
                      outline=() if shape == "disc" else SQUARE, disc=(6.0, 6.0, 1.5) if shape == "disc" else None,
                      holes=hole if shape == "holed" else ())
    bare = paint_block(scene_of(FLAT_TABLE, []), Area(0, 0, 192, 192, 16))
    scene = one(piece)
    assert not np.array_equal(paint_block(scene, scene.area(16)), bare)
    assert plain_table(scene, 16).get_size() == (192, 192)


@pytest.mark.parametrize("kind", PAINTS)
def test_every_decoration_paints(kind):
    points = ((3.0, 3.0), (9.0, 3.0), (9.0, 8.0), (3.0, 8.0))
    scenes = [scene_of(TableLook(width=12, height=12, paint=paint), [])
              for paint in ((), (Paint(kind=kind, points=points, tone="rose"),))]
    bare, marked = (paint_block(s, s.area(16)) for s in scenes)
    assert not np.array_equal(bare, marked)


def test_an_open_door_looks_open_and_throws_no_shadow():
    closed = PieceLook(id="d", kind="door", outline=((3.0, 5.8), (6.0, 5.8), (6.0, 6.1), (3.0, 6.1)), height=2.4)
    scenes = [one(PieceLook(**{**as_dict(closed), "state": state})) for state in ("closed", "open")]
    assert [len(s.casters) for s in scenes] == [1, 0]
    shut, opened = (paint_block(s, s.area(16)) for s in scenes)
    assert not np.array_equal(shut, opened)


def as_dict(piece: PieceLook) -> dict[str, object]:
    return {name: getattr(piece, name) for name in piece.__struct_fields__}


def test_shadows_fall_to_the_south_east():
    scene = one(PieceLook(id="b", kind="building", outline=SQUARE, height=5))
    bare = paint_block(scene_of(FLAT_TABLE, []), scene.area(16)).astype(int)
    pixels = paint_block(scene, scene.area(16)).astype(int)
    south_east, north_west = (slice(148, 160), slice(148, 160)), (slice(40, 50), slice(20, 30))
    assert pixels[south_east].mean() < 0.7 * bare[south_east].mean()
    assert pixels[north_west].mean() > 0.95 * bare[north_west].mean()


@pytest.mark.parametrize("traits, height, depth, kind", [
    ({"opaque", "impassable"}, 5, 0, "building"), ({"opaque"}, 3, 0, "wall"), ({"obscuring"}, 4, 0, "wood"),
    ({"obscuring"}, 0, 0, "smoke"), ({"difficult"}, 0.5, 0, "rubble"), ({"dangerous", "difficult"}, 0, 0, "hazard"),
    ({"climbable"}, 3, 0, "level"), ({"gap"}, 0, 4, "gap"), ((), 1, 0, "barrier"), ((), 0, 0, "plain")])
def test_traits_suggest_a_kind(traits, height, depth, kind):
    assert kind_of(traits, height, depth) == kind


def test_a_rules_piece_keeps_its_shape():
    piece = Piece(id="wall-3", outline=SQUARE, height=3.0, traits=frozenset({"opaque"}))
    look = look_of(piece, style="old")
    assert (look.id, look.kind, look.outline, look.height, look.style) == ("wall-3", "wall", SQUARE, 3.0, "old")
    assert look_of(piece).seed == look.seed
