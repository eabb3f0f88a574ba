"""Maps of other programs as tables: what is taken, what is told, and that no file leaves more than one plain line."""
import json
import random
import time
from pathlib import Path

import pytest

from game.errors import FileError, InputError, UnknownName
from game.sim.importing import import_any, import_file, import_map
from game.sim.maps.found import Scale, Wish, read_scale
from game.sim.maps.saving import save_map
from game.table.mapfile import read_map
from game.table.picture import check_picture
from tests.sim.foreign_maps import DATA, as_bytes, every_layer, jpeg, png, points, prop, samples, tiled, vtt, webp


@pytest.fixture
def bring(tmp_path):
    """Imports a map given as data; `table` of what came is read back from the files it was saved to."""

    def do(data, wish=None, name="map.json"):
        path = tmp_path / name
        path.write_bytes(as_bytes(data))
        return import_map(path, wish or Wish())

    return do


@pytest.fixture
def built(bring, tmp_path):
    """The table and pieces of a map, after it was saved."""

    def do(data, wish=None):
        target = tmp_path / "saved" / "table.toml"
        save_map(bring(data, wish), target)
        return read_map(target)

    return do


def bounds(piece):
    if piece.disc is not None:
        x, y, r = piece.disc
        return tuple(round(v, 4) for v in (x - r, y - r, x + r, y + r))
    xs, ys = zip(*piece.outline, strict=True)
    return tuple(round(v, 4) for v in (min(xs), min(ys), max(xs), max(ys)))


# --- Universal VTT


def test_walls_are_moved_by_the_origin_clipped_and_given_a_thickness(built, bring):
    table, pieces = built(vtt())
    assert (table.width, table.height) == (8, 6)
    walls = [bounds(p) for p in pieces.values() if p.kind == "wall" and p.name != "Pillar"]
    assert sorted(walls) == [(0, 3.95, 2.05, 4.05), (0.95, 0.95, 7.05, 5.05), (1.95, 2.95, 3.05, 3.05)]
    assert all(p.height == 3 and p.traits == {"opaque", "impassable"} for p in pieces.values() if p.kind == "wall")
    assert "corners of walls, of 14, that lie outside the map: 6" in bring(vtt()).dropped


def test_rings_among_the_objects_become_pillars_and_portals_doors(built, bring):
    pieces = built(vtt())[1].values()
    assert [bounds(p) for p in pieces if p.name == "Pillar"] == [(5, 4, 6, 5)]
    doors = [(bounds(p), p.state) for p in pieces if p.kind == "door"]
    assert doors == [((7, 2.875, 8, 3.125), "closed"), ((1.875, 1.5, 2.125, 2.5), "open")]
    assert "doors outside the map: 1" in bring(vtt()).dropped
    assert "lights, which a table has none of: 1" in bring(vtt()).dropped


def test_scale_may_be_told_in_inches_to_a_square_or_pixels_to_an_inch(bring):
    assert bring(vtt()).map.table == (8, 6)
    assert bring(vtt(), Wish(scale=read_scale("1.5"))).map.table == (12, 9)
    assert bring(vtt(), Wish(scale=read_scale("35px"))).map.table == (16, 12)
    assert bring(tiled(), Wish(scale=read_scale("2"))).map.table == (24, 20)
    assert bring(tiled(properties=[prop("pixels_per_inch", 16)])).map.table == (24, 20)
    for wrong in ("", "px", "nan", "-1", "0", "1 inch", "1e9"):
        with pytest.raises(InputError, match=r"should read 1\.5"):
            read_scale(wrong)


def test_kinds_are_retagged_or_left_out_as_asked(bring):
    found = bring(vtt(), Wish(kinds={"Wall": "ruin", "door": "none"}))
    assert {spec.kind for spec in found.map.terrain} == {"ruin", "wall"}
    assert "wall as ruin: 6" in found.retagged and "door as nothing: 3" in found.retagged
    assert "doors, as asked for: 3" in found.dropped
    with pytest.raises(UnknownName, match='did you mean "ruin"'):
        bring(vtt(), Wish(kinds={"wall": "rune"}))
    with pytest.raises(UnknownName, match='no kind in this map "wal"; did you mean "wall"'):
        bring(vtt(), Wish(kinds={"wal": "ruin"}))


def test_its_picture_lies_beside_the_table_unless_it_is_not_wanted(bring, tmp_path):
    target = tmp_path / "out" / "room.toml"
    table, picture = save_map(bring(vtt()), target)
    assert (table, picture) == (target, tmp_path / "out" / "room.png")
    assert picture.read_bytes() == png(560, 420)
    assert read_map(target)[0].background.picture == str(picture.resolve())
    assert bring(vtt(), Wish(picture=False)).map.background is None


def test_a_picture_of_the_same_name_is_not_lost(bring, tmp_path):
    target = tmp_path / "room.toml"
    target.with_suffix(".png").write_bytes(png(3, 3))
    assert [p.name for p in save_map(bring(vtt()), target)] == ["room.toml", "room-2.png"]
    assert [p.name for p in save_map(bring(vtt()), target)] == ["room.toml", "room-2.png"]
    assert target.with_suffix(".png").read_bytes() == png(3, 3)


def test_a_table_that_cannot_be_written_leaves_no_picture_behind(bring, tmp_path):
    target = tmp_path / "out" / "room.toml"
    target.mkdir(parents=True)
    with pytest.raises(FileError, match="cannot be written"):
        save_map(bring(vtt()), target)
    assert list((tmp_path / "out").iterdir()) == [target]


def test_five_thousand_walls_are_a_table(bring):
    data = vtt()
    data["resolution"]["map_size"] = {"x": 100, "y": 50}
    data["line_of_sight"] = [points((10 + n % 100, 5.5 + n // 100), (10.6 + n % 100, 5.5 + n // 100))
                             for n in range(4990)]
    assert len(bring(data).map.terrain) > 4990
    data["line_of_sight"] += [points((10.5, 5 + n), (10.9, 5.2 + n)) for n in range(40)]
    with pytest.raises(FileError, match="more than 5000 pieces"):
        bring(data)


@pytest.mark.parametrize("key", ["line_of_sight", "objects_line_of_sight"])
def test_a_scribble_of_a_thousand_crossings_ends_soon(bring, key):
    dice = random.Random(1)
    scribble = points(*((10 + 8 * dice.random(), 5 + 6 * dice.random()) for _ in range(3000)))
    began = time.monotonic()
    found = bring(vtt() | {key: [[*scribble, scribble[0]]]})
    if key == "line_of_sight":
        assert len(found.map.terrain) >= 3000 // 64
    else:
        assert "pillars outside the map, or that cross themselves: 1" in found.dropped
    assert time.monotonic() - began < 60


# --- Tiled


def test_shapes_of_tiled_turn_clockwise_about_their_corner():
    for end in ("tmj", "tmx"):
        found = import_map(DATA / f"rotated_shapes.{end}")
        ruin, crater, wall = found.map.terrain
        assert (ruin.kind, ruin.name, ruin.height, ruin.cover, ruin.angle) == ("building", "ruin", 4, "soft", 30)
        assert ruin.size == (3.75, 1.875) and ruin.at == pytest.approx((4.280048, 8.375601), abs=1e-6)
        assert crater.traits == ("difficult",) and len(crater.outline) == 32
        assert wall.outline[0] == (1.25, 4.1875) and wall.outline[1] == pytest.approx((2.905042, 3.252558), abs=1e-6)


def test_every_kind_of_layer_and_object_is_taken_or_told(bring):
    found = bring(every_layer())
    assert [spec.kind for spec in found.map.terrain] == [
        "water", "crater", "wood", "fence", "terminal", "crates", "wall"]
    (water, crater, _wood, _fence, terminal, crates, wall) = found.map.terrain
    assert water.rect == (1, 7, 4, 9) and crater.at == (7.25, 2.75) and crater.base == pytest.approx(50.8)
    assert terminal.at == (3.125, 1.25) and crates.rect == (2, 4, 3, 5) and wall.rect == (1, 7, 3, 8)
    told = "\n".join(found.dropped)
    for part in ("layers of tiles", "gone.png", "texts", 'objects of "exit"'):
        assert part in told


def test_a_layer_lends_its_kind_and_unknown_kinds_can_be_retagged(bring):
    data = tiled({"width": 32, "height": 32}, {"type": "exit", "width": 32, "height": 32})
    data["layers"][0]["name"] = "bounds"
    assert bring(data).map.terrain == ()
    found = bring(data, Wish(kinds={"bounds": "wall", "exit": "door"}))
    assert [spec.kind for spec in found.map.terrain] == ["wall", "door"]


def test_properties_tell_height_cover_and_traits(bring):
    def piece(*told):
        (spec,) = bring(tiled({"type": "wall", "width": 32, "height": 32, "properties": list(told)})).map.terrain
        return spec

    assert piece(prop("height", 1.5), prop("cover", "heavy")).height == 1.5
    assert piece(prop("cover", True)).cover == "soft" and piece(prop("cover", False)).cover == "none"
    assert piece(prop("traits", "obscuring, difficult")).traits == ("obscuring", "difficult")
    assert piece(prop("traits", "")).traits == ()
    assert piece(prop("difficult", True), prop("opaque", False)).traits == ("difficult", "impassable")


def test_an_image_layer_is_the_ground_where_it_lies_on_the_table(bring, tmp_path):
    (tmp_path / "plan.png").write_bytes(png(64, 32))

    def ground(**told):
        return bring(tiled(layers=[{"type": "imagelayer", "image": "plan.png", **told}]))

    under = ground(offsetx=32, offsety=64).map.background
    assert (under.at, under.size) == ((1, 7), (2, 1))
    for away in ({"offsetx": 1e6}, {"offsety": -900_000}, {"properties": [prop("width_in", 9e5)]}):
        found = ground(**away)
        assert found.map.background is None and "pictures outside the map: 1" in found.dropped


@pytest.mark.parametrize("told, words", [
    (prop("height", -1), "-1 is no number from 0 to 100"), (prop("height", "tall"), "tall is no number"),
    (prop("traits", "opake"), 'did you mean "opaque"'), (prop("cover", "hevy"), 'did you mean "heavy"'),
    (prop("tn", 1.5), "1.5 is no whole number"),
])
def test_a_wrong_property_is_refused_with_its_place(bring, told, words):
    with pytest.raises(FileError, match=words) as error:
        bring(tiled({"type": "wall", "width": 32, "height": 32, "properties": [told]}))
    assert f"layers[0].objects[0].properties.{told['name']}" in str(error.value)


def test_what_cannot_stand_is_told_and_the_rest_taken(bring):
    bow = points((0, 0), (64, 64), (64, 0), (0, 64))
    small = {"type": "wall", "width": 9, "height": 9}
    found = bring(tiled({"type": "wall", "name": "Bow", "polygon": bow}, {**small, "x": 9000},
                        {"type": "wall", "polyline": points((1, 1), (1, 1))}, small))
    assert len(found.map.terrain) == 1
    assert [line for line in found.dropped if "Bow" in line and "not simple" in line]
    assert "objects outside the map: 1" in found.dropped and "lines of no length: 1" in found.dropped


def test_a_copied_object_gets_an_id_of_its_own(built):
    thing = {"type": "wall", "width": 32, "height": 32, "properties": [prop("id", "keep")]}
    assert list(built(tiled(thing, {**thing, "x": 64}, {"type": "wall", "x": 128, "width": 9, "height": 9}))[1]) == [
        "keep", "wall-2", "wall-3"]


def test_templates_are_read_from_beside_the_map(bring, tmp_path):
    (tmp_path / "box.tx").write_text(
        '<template><object type="crates" name="Box" width="32" height="64"><properties>'
        '<property name="height" type="float" value="2"/></properties></object></template>')
    (tmp_path / "wall.tj").write_text(json.dumps({"type": "template", "object": {"type": "wall", "width": 32,
                                                                                  "height": 32}}))
    found = bring(tiled({"template": "box.tx", "x": 32, "y": 32, "type": "crates", "width": 32, "height": 64},
                        {"template": "gone.tx"}))
    (box,) = found.map.terrain
    assert box.height == 2 and box.rect == (1, 7, 2, 9)
    assert 'objects of the template "gone.tx", which is not there: 1' in found.dropped


@pytest.mark.parametrize("text, words", [
    ('{"object": {"template": "loop.tj"}}', "cannot be made from another one"), ("[]", "is no template"),
    ('{"object": ', "is not JSON"),
])
def test_a_template_that_leads_in_a_circle_or_nowhere_is_refused(bring, tmp_path, text, words):
    (tmp_path / "loop.tj").write_text(text)
    with pytest.raises(FileError, match=words) as error:
        bring(tiled({"template": "loop.tj"}))
    assert "loop.tj" in str(error.value)


def test_entities_that_would_grow_to_gigabytes_are_refused(bring):
    bomb = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "' + "&a;" * 9 + '">]><map>&b;</map>'
    with pytest.raises(FileError, match="defines XML entities"):
        bring(bomb.encode())


@pytest.mark.parametrize("data, words", [
    (b"<svg/>", "XML of another kind"), (b"<map", "is not XML"), (b'<?xml version="1.0" encoding="no-such"?><map/>',
                                                                  "is not XML"),
    (tiled(orientation="isometric"), "only an orthogonal map"), (tiled(width=0), "no whole number from 1"),
    (tiled(width=5000), "makes a table of 5000 x 10 in"), (tiled(tilewidth="wide"), "wide is no number from 1"),
    (tiled({"x": "nan", "type": "wall"}), "nan is no number"),
    (tiled({"width": -3, "type": "wall"}), "-3 is no number"),
    (tiled(layers=[3]), "no object with names and values"), (b'{"layers": NaN}', "is not JSON"), (b"", "is not JSON"),
    (b"{}", "holds nothing that can be imported"), (b"[" * 100_000, "nested too deeply"),
    (vtt() | {"resolution": 3}, "tells no size"), (vtt() | {"line_of_sight": [[3]]}, "no point with x and y"),
    (vtt() | {"image": "!"}, "no picture that can be shown"), (vtt() | {"image": 7}, "no picture in base64"),
    (vtt() | {"line_of_sight": [points((0, 0))] * 300_000}, "more than 200000 corners"),
])
def test_what_is_wrong_is_told_in_one_line_with_file_and_reason(bring, tmp_path, data, words):
    with pytest.raises(FileError, match=words) as error:
        bring(data)
    assert str(error.value).startswith(str(tmp_path / "map.json")) and "\n" not in str(error.value)


def test_groups_within_groups_without_end_are_refused(bring):
    layer = {"type": "group", "layers": []}
    for _ in range(60):
        layer = {"type": "group", "layers": [layer]}
    with pytest.raises(FileError, match="nested too deeply"):
        bring(tiled(layers=[layer]))
    deep = "<group>" * 60 + "</group>" * 60
    with pytest.raises(FileError, match="nested too deeply"):
        bring(f'<map width="2" height="2" tilewidth="9" tileheight="9">{deep}</map>'.encode())


# --- pictures


@pytest.mark.parametrize("data", [
    png(140, 70), jpeg(140, 70), *(webp(kind, 140, 70) for kind in (b"VP8X", b"VP8L", b"VP8 "))])
def test_a_picture_is_a_table_at_a_scale(bring, tmp_path, data):
    found = bring(data, Wish(scale=Scale(pixels=35)), name="plan.bin")
    assert found.map.table == (4, 2)
    table, _ = save_map(found, tmp_path / "plan.toml")
    assert read_map(table)[0].background is not None
    with pytest.raises(FileError, match="say how many pixels are one inch"):
        bring(data)


def test_a_picture_beside_its_own_table_is_not_copied(tmp_path):
    picture = tmp_path / "plan.png"
    picture.write_bytes(png(140, 70))
    save_map(import_map(picture, Wish(scale=Scale(pixels=35))), tmp_path / "plan.toml")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["plan.png", "plan.toml"]


@pytest.mark.parametrize("data", [png(20_000, 20_000), jpeg(20_000, 20_000), webp(b"VP8X", 20_000, 20_000)])
def test_a_picture_too_large_to_draw_is_refused_by_its_head(bring, data):
    with pytest.raises(FileError, match="picture of 20000 x 20000 pixels; up to 80 million"):
        bring(data, Wish(scale=Scale(pixels=200)))


@pytest.mark.parametrize("data", [
    png()[:20], jpeg()[:12], webp(b"VP8X")[:21], webp(b"VP8 ")[:22], b"RIFF\0\0\0\0WEBPxxxx"])
def test_a_picture_cut_short_tells_no_size(data):
    with pytest.raises(FileError, match="tells no size"):
        check_picture("p", data)


@pytest.mark.parametrize("data", [png(40, 40)[:-20], jpeg()[:-2], webp(b"VP8X") + webp(b"VP8L")[:-1]])
def test_a_picture_whose_end_is_missing_is_not_taken(bring, data):
    """Its head is whole, and it would be a bare ground without a word."""
    if data.startswith(b"RIFF"):
        data = data[:4] + (len(data)).to_bytes(4, "little") + data[8:]
    with pytest.raises(FileError, match="cut short: its end is missing"):
        bring(data, Wish(scale=Scale(pixels=20)))


def test_a_table_whose_picture_is_gone_or_wrong_says_so(tmp_path):
    path = tmp_path / "t.toml"
    path.write_text('title = "T"\ntable = [9, 9]\n[background]\npicture = "gone.png"\n')
    with pytest.raises(FileError, match=r"t.toml, background.picture: the picture \"gone.png\" cannot be read"):
        read_map(path)
    (tmp_path / "gone.png").write_bytes(b"words")
    with pytest.raises(FileError, match=r"t.toml, background.picture: is no picture"):
        read_map(path)
    path.write_text('title = "T"\ntable = [9, 9]\n[background]\npicture = "gone.png"\nsize = [0, 3]\n')
    with pytest.raises(FileError, match=r"background.size: \[0.0, 3.0\] is no size"):
        read_map(path)


# --- which is which


def test_the_content_tells_what_a_file_is(tmp_path):
    force = Path(__file__).parents[1] / "data" / "army_forge_list.json"
    assert import_any(force).force.rules == "grimdark_future"
    with pytest.raises(FileError, match="is an Army Forge list, not a map"):
        import_map(force)
    with pytest.raises(FileError, match="is a map, not a list"):
        import_file(DATA / "rotated_shapes.tmj")


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.name)
def test_real_files_of_other_programs_become_tables(path, tmp_path):
    found = import_map(path)
    save_map(found, tmp_path / "t.toml")
    table, pieces = read_map(tmp_path / "t.toml")
    assert (table.width, table.height) == found.map.table and len(pieces) == len(found.map.terrain)
    if path.stem == "mb_blue_tower_cropped":
        assert "corners of walls, of 502, that lie outside the map: 410" in found.dropped
        assert "doors outside the map: 37" in found.dropped
