"""Maps broken in every way that hypothesis thinks of: each becomes a sound table, or one plain line."""
import copy
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.errors import InputError
from game.sim.importing import import_map
from game.sim.maps.found import Scale, Wish
from game.sim.maps.saving import save_map
from game.table.mapfile import read_map
from tests.sim.foreign_maps import as_bytes, every_layer, vtt, whole_maps

MAPS = whole_maps()
NASTY = st.sampled_from([
    None, True, False, 0, -1, 1, 0.5, 1e308, -1e308, 2**63, 10**400, "", "nan", "-inf", "1e999", "wall",
    "\n\t\x00", "x" * 5000, "../../../../etc/passwd", [], {}, [[]], [None], {"x": None},
    {"x": 1e300, "y": -1e300}, [[[[]]]],
])
BROKEN = settings(deadline=None, max_examples=120,
                  suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def tried(folder, data, name):
    """Imports the bytes: a sound table, or one line that names the file; nothing else is left in the folder."""
    path, target = folder / name, folder / "out" / "table.toml"
    path.write_bytes(data)
    try:
        found = import_map(path, Wish(scale=Scale(pixels=20) if name.startswith("plan") else Scale()))
    except InputError as error:
        line = str(error)
        assert line.startswith(str(path)) and "\n" not in line and len(line) < 700, line
        assert not target.exists()
        return
    assert all("\n" not in line and len(line) < 700 for line in found.lines())
    save_map(found, target)
    table, pieces = read_map(target)
    assert (table.width, table.height) == found.map.table and len(pieces) == len(found.map.terrain)
    for file in (folder / "out").iterdir():
        assert file.suffix in (".toml", ".png", ".jpg", ".webp")
        file.unlink()


@pytest.mark.parametrize("name", MAPS)
@BROKEN
@given(data=st.data())
def test_a_file_cut_short_or_with_other_bytes(tmp_path, name, data):
    whole = MAPS[name]
    broken = bytearray(whole[:data.draw(st.integers(0, len(whole)))])
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(whole)), st.integers(0, 255)), max_size=6)):
        broken[at:at + 1] = bytes([byte])
    tried(tmp_path, bytes(broken), name)


@pytest.mark.parametrize("make", [vtt, every_layer])
@BROKEN
@given(data=st.data())
def test_values_of_another_kind_anywhere(tmp_path, make, data):
    whole = make()
    for _ in range(data.draw(st.integers(1, 4))):
        change(whole, data.draw)
    try:
        written = as_bytes(whole)
    except ValueError:  # a number that Python itself does not write
        return
    tried(tmp_path, written, "map.json")


@pytest.mark.parametrize("words", ["nan", "-5", "1e308", "", "x" * 3000, "9" * 400, "&amp;", "1,2 3", "none"])
@BROKEN
@given(data=st.data())
def test_attributes_of_xml_of_another_kind(tmp_path, words, data):
    text = MAPS["shapes.tmx"].decode()
    places = list(re.finditer(r'="([^"]*)"', text))[2:]
    place = data.draw(st.sampled_from(places))
    tried(tmp_path, (text[:place.start(1)] + words + text[place.end(1):]).encode(), "map.tmx")


def change(whole, draw):
    """One value somewhere in it becomes another one, is taken away, or comes twice."""
    places = list(walk(whole))
    holder, key = draw(st.sampled_from(places))
    what = draw(st.sampled_from(["swap", "swap", "other", "drop", "twice"]))
    if what == "swap":
        holder[key] = draw(NASTY)
    elif what == "other":
        other, at = draw(st.sampled_from(places))
        holder[key] = copy.deepcopy(other[at])
    elif what == "drop":
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))


def walk(value):
    """Every place of the data that a value stands in."""
    entries = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, entry in entries:
        yield value, key
        if isinstance(entry, (dict, list)):
            yield from walk(entry)


def test_the_whole_maps_are_sound(tmp_path):
    for name, data in MAPS.items():
        path = tmp_path / name
        path.write_bytes(data)
        import_map(path, Wish(scale=Scale(pixels=20)))
    assert json.loads(MAPS["room.dd2vtt"])
