"""Characters of one's own for Rouge Elements: force files, what is refused, bought and sold, games with them."""
import random

import pytest

from game.engine.builder import Edit
from game.engine.match import Match
from game.engine.state import encode
from game.errors import FileError
from game.rulesets.registry import ruleset
from game.rulesets.rouge_elements import creation, prices
from game.rulesets.rouge_elements.data import champions, crews, spells
from game.sim import forces, paths, saves
from game.sim.random_player import RandomPlayer
from game.table.forcefile import Force
from tests.sim.test_forces import setting

RULES = ruleset("rouge_elements")
BUILDER = RULES.builder
OWN = """
name = "Two of ours"
rules = "rouge_elements"
limit = 25

[[unit]]
name = "Ansel"
base = "Mage"
level = 2
upgrades = { L = 1 }
has = ["Light armour", "Flammable", "Bulky"]
spells = ["Barrier", "Reflect"]
weapons = ["Stub pistol"]

[[unit]]
name = "Brand"
base = "Trooper"
has = ["Master parry", "Evade"]
weapons = [{ weapon = "Large Hand weapon", changes = ['+1" range', "+1 Pow", "Corrosion", "Burning"] }]
"""


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path / "data")
    yield
    paths.use_data_dir(None)


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


def test_a_file_tells_characters_by_name_and_is_the_same_when_written(own, tmp_path):
    force = forces.load_force(own)
    assert [e.points for e in BUILDER.entries(force)] == [5, 15] and BUILDER.check(force) == []
    again = forces.load_force(tmp_path / "b.toml") if forces.save_force(force, tmp_path / "b.toml") else None
    assert BUILDER.units(again, "blue") == BUILDER.units(force, "blue")


@pytest.mark.parametrize("old, new, told", [
    ('base = "Mage"', 'base = "Wizard"', 'unit[0].base: no base character "Wizard"'),
    ('level = 2', 'level = 0', "unit[0].level: 0 is not from 1 (what it has) to 60"),
    ('level = 2', 'level = "two"', "unit[0].level: 'two' is no whole number"),
    ('{ L = 1 }', '{ Q = 1 }', 'unit[0].upgrades: unknown key "Q"'),
    ('{ L = 1 }', '{ L = -1 }', "unit[0].upgrades.L: -1 is not from 0 to 60"),
    ('{ L = 1 }', '5', "unit[0].upgrades: 5 is no table"),
    ('"Flammable"', '"Flamable"', 'no upgrade, trait or gear "Flamable"; did you mean "Flammable"?'),
    ('["Barrier", "Reflect"]', '"Barrier"', "unit[0].spells: 'Barrier' is no list"),
    ('"Stub pistol"', '{ weapon = "Stub pistol", shoulder = 1 }', "unit[0].weapons[0].shoulder: 1 is neither"),
    ('"Stub pistol"', '7', "unit[0].weapons[0]: 7 is no table"),
    ('"+1 Pow"', '"+1 Power"', 'unit[1].weapons[0].changes: no weapon change "+1 Power"'),
    ('name = "Brand"\nbase = "Trooper"', 'profile = "Sam Casso"', 'unit[1]: unknown key "has" beside a profile'),
    ('name = "Brand"', 'name = "Brand"\njoins = "unit-1"', "unit[1].joins: is no key of these rules"),
    ('level = 2', 'levels = 2', 'unit[0]: unknown key "levels"; did you mean "level"?'),
])
def test_what_is_wrong_in_a_file_is_told_with_its_place(own, old, new, told):
    assert old in OWN
    own.write_text(OWN.replace(old, new))
    with pytest.raises(FileError) as error:
        forces.load_force(own)
    assert told in str(error.value) and "own.toml" in str(error.value)


@pytest.mark.parametrize("old, new, told", [
    ('"Reflect"]', '"Reflect", "Solar beam"]', "Ansel: 3 spells are more than its magic level of 2. (RE-10.2)"),
    ('"Reflect"]', '"Ageing"]', "Ansel: All spells come from one lore, and these from Light and Time. (RE-10.2)"),
    ('"Light armour"', '"Light armour", "Heavy armour"', "Ansel: One suit of armour, and there are 2"),
    ('["Stub pistol"]', '["SMG", "SMG", "SMG"]', "Ansel: No weapon slot is left for: SMG."),
    ('{ L = 1 }', '{ A = 1 }', "Ansel: There is no upgrade of A. (RE-R95)"),
    ('{ L = 1 }', '{ L = 8 }', "The force costs 27 points, 2 over its limit of 25. (RE-R95)"),
    ('"Burning"', '"Remove Burning"', "Brand: Large Hand weapon, Remove Burning: it does not burn. (RE-R65)"),
    ('"Bulky"', '"Bulky", "Bulky"', "Ansel: Bulky is taken once. (RE-R93)"),
])
def test_a_force_that_breaks_a_rule_can_be_read_but_not_played(own, old, new, told):
    assert old in OWN
    own.write_text(OWN.replace(old, new))
    force = forces.load_force(own)
    assert any(told in str(v) for v in BUILDER.check(force)), [str(v) for v in BUILDER.check(force)]
    with pytest.raises(FileError, match=r"own\.toml"):
        forces.units_of("rouge_elements", str(own), "blue")


def test_the_ready_champions_cover_the_points_and_the_lores():
    cost = {key: prices.price(champion) for key, champion in champions().items()}
    assert {10, 15, 20, 25, 45} <= set(cost.values())
    assert len([c for c in cost.values() if c in (10, 15, 20, 25, 45)]) >= 8
    assert {spells()[s].lore for c in champions().values() for s in c.spells} == {s.lore for s in spells().values()}
    assert all(sum(cost[c] for c in crew.characters) in (20, 25) and len(crew.characters) == 2
               for crew in crews().values())
    assert all(not creation.check(champion) for champion in champions().values())


def test_what_is_bought_and_sold_again_leaves_the_character_as_it_was():
    chance = random.Random(3)
    for key in champions():
        force = BUILDER.ready(key)
        unit = force.units[0].id
        for _ in range(20):
            part = chance.choice(BUILDER.parts(force, unit)).id
            buy, sell = Edit(do="buy", unit=unit, part=part), Edit(do="sell", unit=unit, part=part)
            if part.startswith(("weapon:", "carried:")) or not BUILDER.verify(force, buy):
                continue
            bought = BUILDER.apply(force, buy)
            assert BUILDER.points(BUILDER.apply(bought, sell)) == BUILDER.points(force)


def test_a_force_with_a_fault_can_be_mended_by_selling(own):
    own.write_text(OWN.replace('["Stub pistol"]', '["SMG", "SMG", "SMG", "SMG"]'))
    force = forces.load_force(own)
    sell = Edit(do="sell", unit="unit-1", part="carried:0")
    assert BUILDER.verify(force, sell)
    force = BUILDER.apply(BUILDER.apply(force, sell), sell)
    assert BUILDER.check(force) == []


@pytest.mark.parametrize("part", ["", "up:Q", "has:nothing", "spell:x", "weapon:x", "carried:9", "change:0:x",
                                  "change:x", "carried:", "up:A", "nonsense"])
def test_a_part_that_is_none_is_refused(part):
    force = BUILDER.ready("sam_casso")
    for do in ("buy", "sell"):
        assert not BUILDER.verify(force, Edit(do=do, unit=force.units[0].id, part=part))


def test_drones_share_their_weapons_among_three(tmp_path):
    path = tmp_path / "drones.toml"
    path.write_text('name = "D"\nrules = "rouge_elements"\n[[unit]]\nbase = "drones"\nweapons = ["Auto rifle", "SMG", '
                    '"SMG", "Grenade"]\n')
    units = BUILDER.units(forces.load_force(path), "red")
    assert [[w["weapon"] for w in u.extra["weapons"]] for u in units] == [["auto_rifle"], ["smg", "grenade"], ["smg"]]


def test_hands_hold_the_first_weapons_of_the_list():
    force = BUILDER.ready("captain_orrin")
    held = [(w["weapon"], w["held"]) for w in BUILDER.units(force, "blue")[0].extra["weapons"]]
    assert held == [("auto_rifle", True), ("hand_weapon", False)]


@pytest.mark.parametrize("blue, red", [("tallow", "benedict"), ("lamp_and_latch", "terrace_patrol"),
                                       ("captain_orrin", "the_tithe"), ("gate_of_sorrel", "ninth_regent")])
def test_ready_forces_are_played_saved_and_played_again(blue, red, tmp_path):
    match = Match(RULES, RULES.begin(setting(RULES, blue, red, 12.0)), f"{blue} {red}")
    for _ in RandomPlayer(f"{blue} {red}").play(match):
        assert RULES.problems(match.state) == []
    again, told = saves.load_match(saves.write(match, tmp_path / "game.json"))
    assert encode(again.state) == encode(match.state) and not told


def test_an_empty_force_may_not_be_played():
    assert [str(v) for v in BUILDER.check(Force(name="None", rules="rouge_elements"))] == [
        "There is no unit in this force."]
