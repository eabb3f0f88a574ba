"""Scenario files: found by name, read strictly, made into a setting."""
import pytest

from game.errors import FileError, UnknownName
from game.rulesets.registry import ruleset
from game.sim import paths
from game.sim.scenario import find_scenario, list_scenarios, load_scenario, read_scenario, scenario_paths

SCENARIO = """
title = "Two barrels"
rules = "rezolution"
map = "yard"
about = "Two crews and a yard."
minutes = 15
points = 90
rounds = 4

[sides.blue]
name = "Gutterglass"
edge = "south"
force = "gutterglass_patrol"
zone = 6

[sides.red]
name = "Ostler-Voss"
edge = "north"
force = "ostler_voss_patrol"
"""
MAP = """
title = "The yard"
table = [30, 24]
[[terrain]]
id = "wall"
kind = "wall"
rect = [10, 10, 20, 11]
"""


@pytest.fixture
def maps(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "rezolution").mkdir()
    (tmp_path / "tables" / "yard.toml").write_text(MAP)
    (tmp_path / "rezolution" / "barrels.toml").write_text(SCENARIO)
    return tmp_path


def written(maps, old, new):
    """The scenario with one line changed, read."""
    path = maps / "rezolution" / "barrels.toml"
    assert old in SCENARIO
    path.write_text(SCENARIO.replace(old, new, 1))
    return read_scenario(path, maps)


def test_every_shipped_scenario_begins():
    for path in scenario_paths():
        scenario = read_scenario(path)
        rules = ruleset(scenario.info.rules)
        state = rules.begin(scenario.setting())
        assert rules.problems(state) == []
        assert {model.side for model in state.models.values()} == set(scenario.sides)


def test_list_tells_what_a_player_chooses_by(maps):
    (info,) = list_scenarios(maps)
    assert (info.id, info.title, info.rules) == ("rezolution/barrels", "Two barrels", "rezolution")
    assert (info.minutes, info.points, info.rounds, info.table) == (15, 90, 4, (30.0, 24.0))
    assert [(side.id, side.edge) for side in info.sides] == [("blue", "south"), ("red", "north")]


def test_a_broken_scenario_does_not_hide_the_others(maps):
    (maps / "rezolution" / "broken.toml").write_text("title = ")
    assert [s.id for s in list_scenarios(maps)] == ["rezolution/barrels"]


@pytest.mark.parametrize("name", ["rezolution/barrels", "barrels"])
def test_scenario_is_found_by_id_or_its_last_part(maps, name):
    assert load_scenario(name, maps).info.title == "Two barrels"


def test_unknown_scenario_names_the_nearest(maps):
    with pytest.raises(UnknownName, match='no scenario "barels"; did you mean "barrels"'):
        find_scenario("barels", maps)


def test_zone_is_the_files_depth_or_the_rules(maps):
    rules = ruleset("rezolution")
    setting = load_scenario("barrels", maps).setting()
    assert max(y for _, y in setting.sides["blue"].zone) == 6
    assert min(y for _, y in setting.sides["red"].zone) == 24 - rules.zone_depth


def test_another_force_takes_the_place_of_the_files(maps):
    setting = load_scenario("barrels", maps).setting({"red": "gutterglass_duel"})
    assert setting.sides["red"].force == "gutterglass_duel"
    assert [unit.name for unit in setting.units if unit.side == "red"] == ["Mother Sill", "Tinsel"]


@pytest.mark.parametrize("forces, what", [({"green": "x"}, 'no side "green"'), ({"red": "ostler"}, "no force")])
def test_a_force_or_side_that_is_none_is_refused_by_name(maps, forces, what):
    with pytest.raises(UnknownName, match=what):
        load_scenario("barrels", maps).setting(forces)


def test_own_terrain_is_added_to_the_maps(maps):
    hut = '[[terrain]]\nid = "hut"\nkind = "building"\nrect = [1, 1, 4, 4]\n[sides.blue]'
    scenario = written(maps, "[sides.blue]", hut)
    assert set(scenario.terrain) == {"wall", "hut"}


def test_listed_units_stand_where_the_file_says(maps):
    unit = '[[unit]]\nside = "blue"\nid = "tinsel"\nprofile = "tinsel"\nat = [5, 5]\n[sides.blue]'
    scenario = written(maps, "[sides.blue]", unit)
    setting = scenario.setting()
    assert [u.id for u in setting.units if u.side == "blue"] == ["tinsel"]
    assert setting.units[0].at == (5, 5)


@pytest.mark.parametrize("old, new, told", [
    ("minutes = 15", "minuets = 15", 'unknown key "minuets"; did you mean "minutes"'),
    ('edge = "south"', 'edge = "sout"', 'no edge "sout"; did you mean "south"'),
    ("[sides.red]", "[sides.ret]", 'no side "ret"; did you mean "red"'),
    ('map = "yard"', 'map = "yart"', 'no map "yart"; did you mean "yard"'),
    ('map = "yard"', "", 'one table: "map"'),
    ('map = "yard"', 'map = "yard"\ntable = [20, 20]', 'one table: "map"'),
    ("rounds = 4", "rounds = -1", "rounds: -1 is below 0"),
    ("zone = 6", "zone = -6", "below 0"),
    ('force = "ostler_voss_patrol"', "", "brings no models"),
    ("minutes = 15", 'minutes = "ten"', "minutes"),
    ('rules = "rezolution"\n', "", 'the key "rules" is missing'),
    ("rounds = 4", 'rounds = 4\nstart = "half"', "start"),
])
def test_faults_are_told_with_their_place(maps, old, new, told):
    with pytest.raises(FileError) as caught:
        written(maps, old, new)
    assert told in str(caught.value)
    assert "barrels.toml" in str(caught.value)


def test_a_unit_of_no_side_is_told(maps):
    with pytest.raises(FileError, match=r'unit\[0\].side: no side "bleu" in this scenario; did you mean "blue"'):
        written(maps, "[sides.blue]", '[[unit]]\nside = "bleu"\nprofile = "tinsel"\n[sides.blue]')


def test_a_misspelt_key_of_a_unit_is_told(maps):
    with pytest.raises(FileError, match='unknown key "facin"; did you mean "facing"'):
        written(maps, "[sides.blue]", '[[unit]]\nside = "blue"\nprofile = "tinsel"\nfacin = 90\n[sides.blue]')


def test_placed_wants_every_place(maps):
    units = 'start = "placed"\n[[unit]]\nside = "blue"\nprofile = "tinsel"\n[sides.blue]'
    with pytest.raises(FileError, match="wants a place for every model"):
        written(maps, "[sides.blue]", units)


def test_files_of_a_person_go_under_the_chosen_folder(tmp_path, monkeypatch):
    paths.use_data_dir(None)
    monkeypatch.setenv(paths.VARIABLE, str(tmp_path / "env"))
    assert paths.saves_dir() == tmp_path / "env" / "saves"
    paths.use_data_dir(tmp_path / "chosen")
    assert {paths.config_dir().parent, paths.cache_dir().parent, paths.logs_dir().parent} == {tmp_path / "chosen"}
