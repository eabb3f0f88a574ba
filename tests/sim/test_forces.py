"""Force files: written and read again, found by name, refused with their place, played."""
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine.builder import Edit
from game.engine.match import Match
from game.engine.state import encode
from game.errors import FileError, UnknownName
from game.rulesets.grimdark_future.data import weapons
from game.rulesets.grimdark_future.own_units import OwnWeapon, deal_weapons, read_own, weapon_id
from game.rulesets.registry import ruleset, rulesets
from game.sim import forces, paths, saves
from game.sim.random_player import RandomPlayer
from game.sim.scenario import read_scenario
from game.table.forcefile import Force, ForceUnit, read_force, write_text
from game.table.setting import Setting
from game.table.side import Side, edge_zone
from game.table.table import Table

GUARD = """
name = "Harbour watch"
rules = "grimdark_future"
limit = 500

[[unit]]
name = "Docks Captain"
joins = "troops"
quality = 3
defense = 4
base = 32
points = 60
rules = ["Hero", "Tough(3)"]
weapons = [{ name = "Hand Cannon", range = 12, attacks = 2, ap = 1 }, { name = "Blade", attacks = 3 }]

[[unit]]
id = "troops"
name = "Harbour Troopers"
size = 5
quality = 4
defense = 4
base = 25
points = 115
rules = ["Relentless"]
weapons = [
    { name = "Rail Carbine", range = 24, attacks = 1, models = 4 },
    { name = "Arc Lance", range = 24, attacks = 2, special = ["AP(1)", "blast(3)"], models = 1 },
    { name = "Knife", attacks = 1 },
]

[[unit]]
profile = "Levy Rifles"
"""
CREW = """
name = "Two rats and a clerk"
rules = "rezolution"
limit = 75

[[unit]]
name = "Rats"
models = [{ profile = "glass_rat", count = 2 }]

[[unit]]
profile = "tinsel"
"""


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path / "data")
    yield tmp_path / "data"
    paths.use_data_dir(None)


@pytest.fixture
def watch(tmp_path):
    """A file with an army of units given in full and one of the catalogue."""
    path = tmp_path / "watch.toml"
    path.write_text(GUARD)
    return path


def setting(rules, blue, red, size=48.0):
    zone = rules.zone_depth
    sides = {name: Side(id=name, name=name, edge=edge, force=force, zone=edge_zone(edge, zone, size, size))
             for name, edge, force in (("blue", "south", str(blue)), ("red", "north", str(red)))}
    units = tuple(u for s in sides.values() for u in forces.units_of(rules.id, s.force, s.id))
    return Setting(source="test", title="Test", table=Table(width=size, height=size), terrain={}, sides=sides,
                   units=units, options={"rounds": 2})


# --- files


@pytest.mark.parametrize("rules", sorted(rulesets()))
def test_every_ready_force_is_the_same_when_read_from_its_file(rules, tmp_path):
    builder = ruleset(rules).builder
    for known in ruleset(rules).forces():
        force = builder.ready(known.id)
        saved = forces.save_force(force, tmp_path / "force.toml")
        again = forces.load_force(tmp_path / "force.toml", rules)
        assert again == saved and builder.check(again) == []
        assert builder.units(again, "blue") == ruleset(rules).force_units(known.id, "blue")
        assert builder.points(again) == known.points


def test_units_given_in_full_become_models_with_what_they_carry(watch):
    state = ruleset("grimdark_future").begin(setting(ruleset("grimdark_future"), watch, "ordinal_500"))
    troops = [m for m in state.models.values() if m.unit == "blue-troops"]
    assert [m.stats for m in troops] == [{"Q": 4, "D": 4}] * 5 + [{"Q": 3, "D": 4}]
    assert troops[4].gear == ('Arc Lance (24", A2, AP(1), Blast(3))', "Knife (A1)")
    assert weapons()[troops[4].gear[0]].ap == 1 and weapons()[troops[4].gear[0]].value("Blast") == 3
    assert troops[5].name == "Docks Captain" and troops[5].notes["rules"] == ["Hero", "Tough(3)"]
    assert state.units["blue-troops"].notes["points"] == 175 and state.units["blue-troops"].name == "Harbour Troopers"


@pytest.mark.parametrize("seed", [1, 2])
def test_an_army_given_in_full_is_played_saved_and_played_again(watch, tmp_path, seed):
    rules = ruleset("grimdark_future")
    match = Match(rules, rules.begin(setting(rules, watch, "thornwake_500")), seed)
    for _ in RandomPlayer(seed).play(match):
        assert rules.problems(match.state) == []
    watch.unlink()
    again, told = saves.load_match(saves.write(match, tmp_path / "game.json"))
    assert encode(again.state) == encode(match.state) and not told


def test_a_crew_of_ones_own_is_played(tmp_path):
    path = tmp_path / "crew.toml"
    path.write_text(CREW)
    rules = ruleset("rezolution")
    state = rules.begin(setting(rules, path, "ostler_voss_duel"))
    assert [u.name for u in state.units.values() if u.side == "blue"] == ["Rats", "Tinsel"]
    assert state.units["blue-unit-1"].notes["team"] and not state.units["blue-unit-2"].notes["team"]
    assert rules.builder.points(read_force(path)) == 70


@pytest.mark.parametrize("old, new, told", [
    ('quality = 3', 'quality = 1', "unit[0].quality: expected `int` >= 2"),
    ('quality = 3', 'qualty = 3', 'unknown key "qualty"; did you mean "quality"?'),
    ('joins = "troops"', 'joins = "trops"', 'unit[0].joins: no unit "trops" in this force; did you mean "troops"?'),
    ('joins = "troops"', 'joins = 3', "unit[0].joins: a word in quotes is wanted"),
    ('id = "troops"', 'id = "Troops!"', 'unit[1].id: "Troops!" is no id'),
    ('id = "troops"', 'id = "unit-1"', 'is used twice'),
    ('profile = "Levy Rifles"', 'profile = "Levy Rifels"', 'unit[2].profile: no unit "Levy Rifels"; did you mean'),
    ('profile = "Levy Rifles"', 'profile = "Levy Rifles"\nsize = 5', 'unknown key "size" beside a profile'),
    ('profile = "Levy Rifles"', 'size = 5', "a unit names its profile, or is given in full with its name"),
    ('rules = "grimdark_future"', 'rules = "grimdark_past"', 'no rule set "grimdark_past"; did you mean'),
    ('limit = 500', 'limit = -1', "limit: -1 is not from 0"),
    ('limit = 500', 'limt = 500', 'unknown key "limt"; did you mean "limit"?'),
    ('range = 12', 'range = 0.4', "unit[0].weapons[0].range: 0 (melee) or 1 and more inches are wanted"),
    ('range = 12', 'range = nan', "a finite number is wanted"),
    ('name = "Harbour watch"', 'name = ""', "name: a name of 1 to 40"),
])
def test_what_is_wrong_in_a_file_is_told_with_its_place(watch, old, new, told):
    assert old in GUARD
    watch.write_text(GUARD.replace(old, new, 1))
    with pytest.raises(FileError) as error:
        forces.load_force(watch)
    assert told in str(error.value) and str(error.value).startswith(str(watch))


@pytest.mark.parametrize("old, new, told", [
    ("limit = 500", "limit = 100", "The force costs 295 points, 195 over its limit of 100. (GF-R11)"),
    ('"Hero", "Tough(3)"', '"Hero", "Tough(9)"', "Docks Captain has Tough(9)"),
    ('"Hero", "Tough(3)"', '"Tough(3)"', "Docks Captain is no hero; only heroes join other units. (GF-S13)"),
    ("size = 5", "size = 1", "Harbour Troopers is a single model"),
    ('rules = ["Relentless"]', 'rules = ["Transport(6)"]', "Transport(6) is not automated. (GF-S30)"),
    ('"blast(3)"', '"Impact(3)"', "Impact(3) of Arc Lance is not automated. (GF-S30)"),
])
def test_a_force_that_breaks_a_rule_can_be_read_but_not_played(watch, old, new, told):
    watch.write_text(GUARD.replace(old, new, 1))
    force = forces.load_force(watch)
    assert told in str(ruleset("grimdark_future").builder.check(force)[0])
    with pytest.raises(FileError) as error:
        forces.units_of("grimdark_future", str(watch), "blue")
    assert told in str(error.value)


names = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=("C", "Z")), min_size=1,
                max_size=30)
specials = st.sampled_from(["AP(2)", "Blast(3)", "Deadly(6)", "Rending", "Poison", "Limited", "takedown", "Lance"])
arms = st.builds(OwnWeapon, name=names, attacks=st.integers(1, 100), special=st.lists(specials, max_size=4).map(tuple),
                 range=st.one_of(st.just(0.0), st.floats(1, 120)), ap=st.integers(0, 10), models=st.integers(0, 10))


@settings(max_examples=60, deadline=None)
@given(arms)
def test_a_weapons_id_tells_all_of_it(weapon):
    read = weapons()[weapon_id(weapon)]
    assert (read.name, read.attacks, read.melee) == (weapon.name, weapon.attacks, weapon.range == 0)
    assert read.range == pytest.approx(weapon.range, abs=0.006)
    assert read.ap == weapon.ap + 2 * weapon.special.count("AP(2)")
    assert read.has("Rending") == ("Rending" in weapon.special)


@settings(max_examples=40, deadline=None)
@given(st.lists(arms, min_size=1, max_size=5), st.integers(1, 12))
def test_every_weapon_of_a_unit_is_carried_by_somebody(given_arms, size):
    unit = read_own("x", "unit", {"quality": 4, "defense": 4, "base": 32, "points": 10, "size": size, "weapons": []})
    unit = msgspec.structs.replace(unit, weapons=tuple(given_arms))
    dealt = deal_weapons(unit)
    assert len(dealt) == size
    assert sum(len(model) for model in dealt) == sum(w.models or size for w in given_arms)


@settings(max_examples=60, deadline=None)
@given(name=names, about=st.text(max_size=60).filter(lambda t: t.isprintable()), limit=st.integers(0, 5000),
       words=st.lists(names, max_size=4))
def test_any_force_is_the_same_when_written_and_read(tmp_path_factory, name, about, limit, words):
    own = [{"quality": n + 2, "rules": [word], "weapons": [{"name": word}]} for n, word in enumerate(words)]
    units = tuple(ForceUnit(id=f"unit-{n}", name=word, own=own[n]) for n, word in enumerate(words))
    force = Force(name=name, rules="grimdark_future", limit=limit, about=about, units=units)
    path = tmp_path_factory.mktemp("forces") / "force.toml"
    path.write_text(write_text(force), encoding="utf-8")
    assert msgspec.structs.replace(read_force(path), source="") == force


# --- by name


def test_saved_forces_are_listed_and_used_by_id_and_by_path(watch, data_dir):
    saved = forces.save_force(forces.load_force(watch), data_dir / "forces" / "harbour-watch.toml")
    (data_dir / "forces" / "broken.toml").write_text("name = ")
    listed = {s.info.id: s for s in forces.saved_forces()}
    assert listed["harbour-watch"].info.points == 295 and not listed["harbour-watch"].fault
    assert "is not valid TOML" in listed["broken"].fault
    assert [f.id for f in forces.playable("grimdark_future")][-1] == "harbour-watch"
    assert all(f.id != "harbour-watch" for f in forces.playable("rezolution"))
    for name in ("harbour-watch", saved.source, str(watch)):
        assert len(forces.units_of("grimdark_future", name, "blue")) == 2
    with pytest.raises(FileError, match="is a force of Grimdark Future, not of Rezolution"):
        forces.units_of("rezolution", "harbour-watch", "blue")
    with pytest.raises(UnknownName, match='no force "harbour-wtch"; did you mean "harbour-watch"'):
        forces.units_of("grimdark_future", "harbour-wtch", "blue")
    with pytest.raises(FileError, match="no such file"):
        forces.units_of("grimdark_future", "nowhere.toml", "blue")


def test_a_file_with_any_name_is_found_by_it_and_nothing_outside_the_folder(watch, data_dir):
    (data_dir / "forces").mkdir(parents=True)
    (data_dir / "forces" / "My Watch.toml").write_text(GUARD)
    (data_dir / "secret.toml").write_text(GUARD)
    assert [s.info.id for s in forces.saved_forces()] == ["My Watch"]
    assert len(forces.units_of("grimdark_future", "My Watch", "blue")) == 2
    with pytest.raises(UnknownName):
        forces.units_of("grimdark_future", "../secret", "blue")


def test_a_saved_force_goes_back_to_its_file_and_a_new_one_to_a_new_file(watch):
    force = forces.load_force(watch)
    first = forces.save_force(force)
    assert first.source.endswith("harbour-watch.toml") and first.source != str(watch)
    assert forces.save_force(first).source == first.source
    assert forces.save_force(force).source.endswith("harbour-watch-2.toml")


def test_a_scenario_brings_a_force_file_beside_it(tmp_path, watch):
    path = tmp_path / "grimdark_future" / "docks.toml"
    path.parent.mkdir()
    (path.parent / "watch.toml").write_text(GUARD)
    path.write_text("""
title = "Docks"
rules = "grimdark_future"
table = [48, 48]
[sides.blue]
name = "Watch"
edge = "south"
force = "watch.toml"
[sides.red]
name = "Levy"
edge = "north"
force = "cindermark_500"
""")
    state = read_scenario(path).start()
    assert state.units["blue-troops"].name == "Harbour Troopers" and state.sides["blue"].force == "watch.toml"
    assert state.sides["blue"].name == "Watch"
    other = read_scenario(path).start({"red": str(watch)})
    assert (other.sides["red"].force, other.sides["red"].name) == (str(watch), "Harbour watch")


# --- building


def told(force, **edit):
    return str(ruleset(force.rules).builder.verify(force, Edit(**edit)))


def build(rules, limit, *edits):
    builder, force = ruleset(rules).builder, Force(name="New", rules=rules, limit=limit)
    for edit in edits:
        verdict = builder.verify(force, edit)
        assert verdict, str(verdict)
        force = builder.apply(force, edit)
    return force


def add(profile, to=""):
    return Edit(do="add", profile=profile, to=to)


def test_an_army_grows_to_its_limit_and_each_refusal_has_its_reason_and_rule():
    force = build("grimdark_future", 500, add("cm_rifles"), add("cm_marshal", "rifles-1"), add("cm_walker"))
    builder = ruleset("grimdark_future").builder
    assert builder.points(force) == 320 and builder.check(force) == []
    assert [(e.name, e.inside) for e in builder.entries(force)] == [
        ("Levy Rifles", ""), ("Foundry Marshal", "rifles-1"), ("Kiln Walker", "")]
    assert told(force, do="add", profile="cm_crawler") == (
        "Foundry Crawler costs 260 points; 180 are left of the limit of 500. (GF-R11)")
    assert told(force, do="add", profile="cm_marshal", to="rifles-1") == (
        "Levy Rifles has a hero already. (GF-S13)")
    assert told(force, do="join", unit="walker-1", to="rifles-1") == (
        "Kiln Walker is no hero; only heroes join other units. (GF-S13)")
    assert "Kiln Walker is a single model" in told(force, do="join", unit="marshal-1", to="walker-1")
    assert told(force, do="leave", unit="walker-1") == "Kiln Walker is in no other unit. (GF-S13)"
    assert "no unit" in told(force, do="add", profile="cm_rifels")
    assert "There is no unit" in told(force, do="remove", unit="nobody")
    assert "A name has up to 40" in told(force, do="rename", unit="walker-1", words="x" * 41)


def test_removing_a_unit_leaves_its_hero_alone_and_a_copy_gets_its_own_id():
    force = build("grimdark_future", 0, add("cm_rifles"), add("cm_marshal", "rifles-1"),
                  Edit(do="copy", unit="rifles-1"), Edit(do="rename", unit="rifles-2", words="Second"),
                  Edit(do="remove", unit="rifles-1"))
    assert [(u.id, u.name, u.joins) for u in force.units] == [("rifles-2", "Second", ""), ("marshal-1", "", "")]
    force = ruleset(force.rules).builder.apply(force, Edit(do="join", unit="marshal-1", to="rifles-2"))
    assert [u.name for u in ruleset(force.rules).builder.units(force, "red")] == ["Second"]


def test_a_crew_groups_models_into_teams():
    force = build("rezolution", 150, add("glass_rat"), add("glass_rat", "glass_rat-1"),
                  add("shard_slinger", "glass_rat-1"), add("tinsel"))
    builder = ruleset("rezolution").builder
    team, tinsel = builder.entries(force)
    assert (team.name, team.models, team.points) == ("Team of Glass Rat", 3, 67) and tinsel.models == 1
    assert told(force, do="join", unit="tinsel-1", to="glass_rat-1") == (
        "Tinsel is an independent; independents are grouped with other independents only. (RZ-5.8)")
    assert "of the limit of 150." in told(build("rezolution", 150, *[add("mother_sill")] * 3), do="add",
                                          profile="mother_sill")
    split = builder.apply(force, Edit(do="leave", unit="glass_rat-1"))
    assert [(e.name, e.models) for e in builder.entries(split)] == [
        ("Team of Glass Rat", 2), ("Shard Slinger", 1), ("Tinsel", 1)]
    assert [u.model is not None for u in builder.units(split, "blue")] == [True, False, False]


@pytest.mark.parametrize("rules", sorted(rulesets()))
def test_any_edits_that_are_allowed_make_a_force_that_may_be_played(rules):
    builder = ruleset(rules).builder
    for seed in range(25):
        chance, force = random.Random(seed), Force(name="New", rules=rules, limit=builder.limits[0])
        for _ in range(30):
            ids = [u.id for u in force.units] or [""]
            do = chance.choice(["add", "add", "buy", "buy", "sell", "copy", "join", "leave", "remove", "rename"])
            edit = Edit(do=do,
                        unit=chance.choice(ids), to=chance.choice(["", "", *ids]), words="Some",
                        profile=chance.choice(builder.catalogue()).id)
            parts = builder.parts(force, edit.unit) if edit.unit else ()
            edit = replace(edit, part=chance.choice(parts).id if parts else "none")
            if builder.verify(force, edit):
                force = builder.apply(force, edit)
                assert builder.points(force) == sum(e.points for e in builder.entries(force)) <= force.limit
                assert len({u.id for u in force.units}) == len(force.units)
        if force.units:
            assert builder.check(force) == []
            assert builder.units(force, "blue")
