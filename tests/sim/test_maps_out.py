"""Our tables as maps of Tiled, which come back as the same tables; and the project file that names our kinds."""
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.errors import FileError, UnknownName
from game.geometry.shapes import COVERS, TRAITS
from game.sim import paths
from game.sim.importing import import_map
from game.sim.maps.saving import save_map
from game.sim.maps.tiled_out import encoded, export_table
from game.sim.maps.tiled_project import project
from game.table.mapfile import MapFile, read_map, write_text
from game.table.table import Background
from game.table.terrainspec import TerrainSpec, build_terrain, kinds
from tests.sim.foreign_maps import png

TABLES = sorted((paths.maps_dir() / "tables").glob("*.toml"))


def there_and_back(path, folder):
    """The table of a file after it went out to Tiled and came back, and the report."""
    export_table(str(path), folder / "out.tmj")
    found = import_map(folder / "out.tmj")
    save_map(found, folder / "back" / "back.toml")
    return read_map(folder / "back" / "back.toml"), found


def same(pieces, others, digits=9):
    """Whether they are the same pieces, their corners told to so many digits."""
    def told(piece):
        rings = [[(round(x, digits) + 0.0, round(y, digits) + 0.0) for x, y in ring]
                 for ring in (piece.outline, *piece.holes)]
        disc = piece.disc and tuple(round(v, digits) for v in piece.disc)
        return replace(piece, outline=(), holes=(), disc=None), rings, disc

    return [told(p) for p in pieces.values()] == [told(p) for p in others.values()]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_table_comes_back_as_it_was(path, tmp_path):
    table, pieces = read_map(path)
    (again, others), found = there_and_back(path, tmp_path)
    assert again == table and same(pieces, others)
    assert found.dropped == () and found.notes == () and found.retagged == ()


def test_a_background_comes_back_where_it_lay(tmp_path):
    (tmp_path / "plan.png").write_bytes(png(96, 64))
    path = tmp_path / "t.toml"
    for background in (Background(picture="plan.png"), Background(picture="plan.png", at=(1.5, -2), size=(12, 8))):
        path.write_text(write_text(MapFile(title="Plan", table=(24, 16), background=background)))
        (table, _), found = there_and_back(path, tmp_path)
        assert (table.background.at, table.background.size) == (background.at, background.size)
        assert Path(table.background.picture).read_bytes() == png(96, 64) and found.dropped == ()


number = st.floats(1, 20).map(lambda v: round(v, 3))
point = st.tuples(number, number)
words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=12)
common = {
    "kind": st.sampled_from(["", *kinds()]), "name": words, "height": st.none() | number,
    "traits": st.none() | st.lists(st.sampled_from(TRAITS), unique=True).map(tuple),
    "cover": st.none() | st.sampled_from(["none", *COVERS]), "seed": st.none() | st.integers(0, 999),
    "style": st.sampled_from(["", "steel"]), "tn": st.none() | st.integers(2, 12),
    "state": st.sampled_from([None, "", "open"]), "system": st.sampled_from([None, "lift"]),
}
angles = st.floats(-360, 360).map(lambda v: round(v, 2))
shape = st.one_of(
    st.fixed_dictionaries({"at": point, "size": point, "angle": angles}),
    st.fixed_dictionaries({"at": point, "base": st.floats(10, 100).map(lambda v: round(v, 1))}),
    st.tuples(number, number, number, number).map(
        lambda v: {"rect": (min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]) + 1, max(v[1], v[3]) + 1)}),
    point.map(lambda at: {"outline": (at, (at[0] + 4, at[1]), (at[0] + 4, at[1] + 3), (at[0], at[1] + 5)),
                          "holes": (((at[0] + 1, at[1] + 1), (at[0] + 2, at[1] + 1), (at[0] + 2, at[1] + 2)),)}),
)
pieces = st.tuples(st.fixed_dictionaries(common), shape).map(lambda both: TerrainSpec(**both[0], **both[1]))


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(specs=st.lists(pieces, max_size=6), title=words.filter(bool), more=point, seed=st.integers(0, 9))
def test_any_table_comes_back_as_it_was(tmp_path, specs, title, more, seed):
    size = (round(more[0] + 24, 3), round(more[1] + 24, 3))
    path = tmp_path / "t.toml"
    written = MapFile(title=title, table=size, terrain=tuple(specs), seed=seed,
                      paint=({"kind": "stain", "points": [[1, 2]], "width": 1.5}, {"kind": "line", "points": [[1, 2.5],
                              [3, 4]], "dash": [1.5, 1.2], "tone": "amber"}))
    path.write_text(write_text(written))
    build_terrain(path, specs)
    table, before = read_map(path)
    (again, after), found = there_and_back(path, tmp_path)
    assert again == table and same(before, after, 5), found.lines()


def test_what_cannot_go_out_is_told(tmp_path):
    with pytest.raises(UnknownName, match='did you mean "hollow_ford"'):
        export_table("holow_ford", tmp_path / "x.tmj")
    with pytest.raises(FileError, match=r"ends in \.tmj"):
        export_table("hollow_ford", tmp_path / "x.tmx")
    assert list(tmp_path.iterdir()) == []


def test_the_project_file_knows_every_kind_as_it_is():
    shipped = paths.maps_dir() / "firing_arc.tiled-project"
    assert shipped.read_bytes() == encoded(project()), "run: python tools/tiled_project.py"
    types = {entry["name"]: entry for entry in json.loads(shipped.read_text())["propertyTypes"]}
    assert types.keys() >= {*kinds(), "piece", "hole", "paint", "table", "traits", "cover"}
    assert [m["value"] for m in types["wood"]["members"][:4]] == [4.0, 0.0, "obscuring,difficult", "soft"]


def test_a_reader_of_another_maker_understands_what_goes_out(tmp_path):
    pytiled = pytest.importorskip("pytiled_parser")
    for path in TABLES:
        target = tmp_path / f"{path.stem}.json"
        written = export_table(str(path), target)
        read = pytiled.parse_map(target)
        terrain = next(layer for layer in read.layers if layer.name == "terrain")
        named = [thing for thing in terrain.tiled_objects if thing.class_ != "hole"]
        assert [thing.name for thing in named] == [spec.name for spec in written.terrain]
        assert (read.map_size.width, read.map_size.height) == written.table
