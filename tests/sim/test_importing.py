"""Lists of Army Forge: what is taken, what is told, and that no file whatever leaves more than one plain line."""
import copy
import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import FileError
from game.rulesets.registry import ruleset
from game.sim import forces
from game.sim.importing import import_file
from game.table.forcefile import write_text
from tests.sim.test_forces import setting

SAMPLE = Path(__file__).parents[1] / "data" / "army_forge_list.json"
LIST = json.loads(SAMPLE.read_text())
CAPTAIN, FIRST_HALF, SECOND_HALF, CRAWLER = range(4)


@pytest.fixture
def imported(tmp_path):
    """Imports the sample after `change` has had its way with it."""

    def do(change=lambda data: None):
        data = copy.deepcopy(LIST)
        changed = change(data)
        path = tmp_path / "list.json"
        path.write_text(json.dumps(data if changed is None else changed))
        return import_file(path)

    return do


def change(unit, **fields):
    return lambda data: data["units"][unit].update(fields)


def unit_of(found, name):
    return next(u for u in found.force.units if u.name == name)


def test_the_list_becomes_a_force_that_may_be_played(imported):
    found = imported()
    builder = ruleset("grimdark_future").builder
    assert (found.force.name, found.force.limit, builder.points(found.force)) == ("Synthetic Dock Company", 750, 465)
    assert builder.check(found.force) == [] and found.not_automated == ()
    assert [(e.name, e.models, e.points, bool(e.inside)) for e in builder.entries(found.force)] == [
        ("Harbour Troopers", 10, 215, False), ("Docks Captain", 1, 60, True), ("Loader Crawler", 1, 190, False)]
    (troopers, _crawler) = builder.units(found.force, "blue")
    gear = [tuple(m.set["weapons"]) for m in troopers.model]
    assert gear[:9] == [('Rail Carbine (24", A1)', "CCW (A1)")] * 9
    assert gear[9] == ("CCW (A1)", 'Arc Lance (24", A2, AP(1))')
    assert gear[10] == ('Hand Cannon (12", A2, AP(1))', "CCW (A3)")
    assert troopers.model[10].set["rules"] == ["Hero", "Tough(3)", "Ambush"]


def test_the_report_tells_what_was_taken_and_where_the_points_come_from(imported):
    lines = imported().lines()
    assert "  Harbour Troopers, 10 models: 215 points" in lines and "  3 units, 465 points in all" in lines
    assert "  Docks Captain, in Harbour Troopers: 60 points" in lines
    assert any("Points come from the list" in line for line in lines)
    assert "Loader Crawler: the oval base of 120x92 mm became a round one of 105.1 mm." in lines


def test_a_rule_that_is_not_automated_is_named_kept_in_the_file_and_left_out_of_play(imported, tmp_path):
    def add_rules(data):
        data["units"][CRAWLER]["rules"].append({"name": "Transport", "rating": 11})
        data["units"][CRAWLER]["loadout"][0]["specialRules"].append({"name": "Surge"})

    found = imported(add_rules)
    assert found.not_automated == ("Loader Crawler: Transport(11), Surge of Twin Autocannon",)
    saved = forces.save_force(found.force, tmp_path / "force.toml")
    assert 'dropped = ["Transport(11)", "Surge of Twin Autocannon"]' in (tmp_path / "force.toml").read_text()
    entry = ruleset("grimdark_future").builder.entries(forces.load_force(Path(saved.source)))[-1]
    assert entry.dropped == ("Transport(11)", "Surge of Twin Autocannon") and "Transport" not in " ".join(entry.lines)


@pytest.mark.parametrize("reach", [None, 0, "0"])
def test_a_range_of_null_or_0_is_melee(imported, reach):
    found = imported(lambda data: data["units"][CRAWLER]["loadout"][0].update(range=reach))
    assert "range" not in unit_of(found, "Loader Crawler").own["weapons"][0]


@pytest.mark.parametrize("bases, size, told", [
    ({"round": "40"}, 40, False), ({"round": 28.5}, 28.5, False), ({"round": "none"}, 100, True),
    ({"round": None}, 100, True), (None, 100, True), ({"round": "60x35"}, 45.8, True), ({"round": "9999"}, 100, True),
])
def test_bases_are_taken_or_guessed_and_told(imported, bases, size, told):
    found = imported(change(CRAWLER, bases=bases))
    assert unit_of(found, "Loader Crawler").own["base"] == size
    assert any("Loader Crawler" in note for note in found.notes) is told


def test_points_are_added_up_and_never_the_lists_own_word(imported):
    found = imported(lambda data: data.update(listPoints=9999))
    assert "The list calls itself 9999 points; its units and upgrades add up to 465." in found.notes
    assert ruleset("grimdark_future").builder.points(found.force) == 465


def test_an_upgrade_without_a_price_of_its_own_costs_the_common_one(imported):
    option = LIST["units"][FIRST_HALF]["selectedUpgrades"][0]["option"]
    upgrade = {"option": {**option, "costs": [{"cost": 99, "unitId": "another"}], "cost": 25}}
    found = imported(change(FIRST_HALF, selectedUpgrades=[upgrade]))
    assert unit_of(found, "Harbour Troopers").own["points"] == 225


def test_a_hero_joined_to_the_second_half_of_a_pair_is_in_the_whole_unit(imported):
    found = imported(change(CAPTAIN, joinToUnit="selB"))
    assert unit_of(found, "Docks Captain").joins == unit_of(found, "Harbour Troopers").id


def test_the_halves_of_a_pair_may_come_in_any_order(imported):
    found = imported(lambda data: data["units"].reverse())
    assert unit_of(found, "Harbour Troopers").own["size"] == 10


@pytest.mark.parametrize("to, told", [
    ("nowhere", "Docks Captain is joined to a unit that is not in the list; it stands alone."),
    ("selC", "Docks Captain stands alone: Loader Crawler is a single model"),
    ("selHero", "Docks Captain is joined to a unit that is not in the list"),
])
def test_a_hero_that_cannot_join_stands_alone_and_the_report_says_so(imported, to, told):
    found = imported(change(CAPTAIN, joinToUnit=to))
    assert unit_of(found, "Docks Captain").joins == "" and any(told in note for note in found.notes)


def test_a_list_over_its_limit_is_imported_and_told(imported):
    found = imported(lambda data: data.update(pointsLimit=400))
    assert any("465 points, 65 over its limit of 400. (GF-R11)" in note for note in found.notes)


def test_a_list_of_another_game_is_taken_and_told(imported):
    found = imported(lambda data: data.update(gameSystem="aof"))
    assert "The list is of Age of Fantasy; it was taken as one of Grimdark Future." in found.notes


def test_an_item_of_some_models_gives_its_rules_to_so_many(imported):
    item = {**LIST["units"][CAPTAIN]["items"][0], "count": 2, "name": "Lantern"}
    found = imported(lambda data: data["units"][FIRST_HALF]["loadout"].append(item))
    assert unit_of(found, "Harbour Troopers").own["items"] == [{"name": "Lantern", "rules": ["Ambush"], "models": 2}]


# --- whatever the file holds


def set_at(data, path, value):
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


@pytest.mark.parametrize("path, value, told", [
    (["saveVersion"], 3, "is Army Forge's own save, which holds no profiles; in Army Forge share the list and export"),
    (["units"], [], "units: a list of units is wanted"),
    (["units", 0], 7, "units[0]: a unit is an object"),
    (["units", 0, "name"], None, "units[0].name: words are wanted"),
    (["units", 0, "quality"], "good", "units[0].quality: good is no whole number from 2 to 6"),
    (["units", 0, "quality"], True, "units[0].quality: True is no whole number"),
    (["units", 0, "defense"], None, "units[0].defense: nothing is no whole number"),
    (["units", 0, "size"], 10**30, "units[0].size: "),
    (["units", 0, "size"], 0, "units[0].size: 0 is no whole number from 1 to 60"),
    (["units", 0, "cost"], -5, "units[0].cost: -5 is no whole number"),
    (["units", 0, "rules"], "Hero", "units[0].rules: a list of special rules is wanted"),
    (["units", 0, "rules", 0], ["Hero"], "units[0].rules[0]: a special rule is an object"),
    (["units", 0, "loadout"], {}, "units[0].loadout: a list of weapons and items is wanted"),
    (["units", 0, "loadout", 0], "gun", "units[0].loadout[0]: a weapon or an item is an object"),
    (["units", 0, "loadout", 0, "attacks"], 0, "units[0].loadout[0].attacks: 0 is no whole number from 1"),
    (["units", 0, "loadout", 0, "range"], "far", "units[0].loadout[0].range: far is no range"),
    (["units", 0, "loadout", 0, "count"], 1.5, "units[0].loadout[0].count: 1.5 is no whole number"),
    (["units", 1, "selectedUpgrades", 0], "x", "units[1].selectedUpgrades[0]: an upgrade has an option"),
    (["units", 1, "size"], 60, "65 models in a combined unit are more than 60"),
    (["units"], [LIST["units"][3]] * 201, "units: 201 units are more than 200"),
])
def test_what_is_wrong_in_a_list_is_told_with_its_place(imported, path, value, told):
    with pytest.raises(FileError) as error:
        imported(lambda data: set_at(data, path, value))
    assert told in str(error.value)


@pytest.mark.parametrize("content", [
    b"", b"\x00\xff\xfe", b"{", b"NaN", b'{"units": [NaN]}', b"[]", b"3", b'"units"', b"null", b"{}", b'{"units": {}}',
    b"[" * 100_000, b'{"units": [' + b"[" * 5000 + b"]" * 5000 + b"]}", b'{"a": "\xed\xa0\x80"}', b'{"a": "\\ud800"}',
    b'{"units": [{"name": "\\ud800", "size": 1}]}', json.dumps(LIST).encode()[:-200], b"\x89PNG\r\n\x1a\n" * 50,
    b'{"units": [1e999]}', b'{"units": [{"name": "a", "size": ' + b"9" * 5000 + b"}]}",
], ids=range(20))
def test_any_bytes_are_refused_in_one_line(tmp_path, content):
    path = tmp_path / "list.json"
    path.write_bytes(content)
    with pytest.raises(FileError) as error:
        import_file(path)
    assert "\n" not in str(error.value) and str(error.value).startswith(str(path))


def card_of(state, model):
    return ruleset("grimdark_future").card(state, model)


def places(data, path=()):
    """Every place in the list."""
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


PLACES = [place for place in places(LIST) if place]
odd = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=80), st.just([]), st.just({}),
    st.just("\x00"),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.sampled_from(["none", "3+", "12x", "x", "²", "1e400", "-1", "Tough", "selA", "selC", 10**400, -0.0, 1e300]),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), odd), min_size=1, max_size=4), st.booleans())
def test_a_list_with_anything_in_any_place_is_a_force_or_one_line(tmp_path_factory, changes, cut):
    data = copy.deepcopy(LIST)
    for place, value in changes:
        try:
            set_at(data, place, value)
        except (KeyError, TypeError, IndexError):
            continue
    folder = tmp_path_factory.mktemp("lists")
    text = json.dumps(data)
    (folder / "list.json").write_text(text[: len(text) - 7 * cut], encoding="utf-8", errors="surrogatepass")
    try:
        found = import_file(folder / "list.json")
    except FileError as error:
        assert "\n" not in str(error) and len(str(error)) < 600
        return
    saved = forces.save_force(found.force, folder / "force.toml")
    again = forces.load_force(folder / "force.toml", "grimdark_future")
    assert again == saved and write_text(again) == write_text(found.force)
    builder = ruleset("grimdark_future").builder
    if not builder.check(again):
        state = ruleset("grimdark_future").begin(setting(ruleset("grimdark_future"), again.source, "ordinal_500"))
        assert len(state.models) > 5
        assert all(card_of(state, m) for m in state.models.values())
    assert all(math.isfinite(e.points) for e in builder.entries(again))
