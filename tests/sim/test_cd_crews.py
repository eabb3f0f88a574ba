"""Crews of CyberDark: characters of one's own in force files, what is refused, and the record of a campaign."""
import os

import pytest
from msgspec.structs import replace

from game.engine.builder import Edit
from game.engine.campaign import Deed
from game.errors import FileError, Refused
from game.rulesets.cyberdark import conditions
from game.rulesets.cyberdark.data import profiles
from game.rulesets.registry import ruleset
from game.sim import campaigns, forces, paths
from game.table.forcefile import Force, read_force
from tests.sim.campaign import fought_by, in_campaign, record_of, start_of

RULES = ruleset("cyberdark")
BUILDER, CAMPAIGN = RULES.builder, RULES.campaign
OWN = """
name = "Two of ours"
rules = "cyberdark"
limit = 150

[[unit]]
name = "Iskra"
kind = "lead"
body = "Netrunner"
skills = { Shooting = 4, Melee = 2, Dodge = 5, Concentration = 8, Reflex = 5, Hacking = 8, "First Aid" = 2, Tech = 7 }
po = 5
weapons = ["Pistol"]
implants = ["Neural screen"]
gear = ["Cyberdeck"]
programs = ["Short Circuit", "Weapon Lock", "White Noise"]

[[unit]]
profile = "Ganger"
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


# --- building


def test_a_file_tells_characters_by_name_and_is_the_same_when_written(own, tmp_path):
    force = forces.load_force(own)
    assert [e.points for e in BUILDER.entries(force)] == [91, 54] and BUILDER.check(force) == []
    forces.save_force(force, tmp_path / "b.toml")
    assert BUILDER.units(forces.load_force(tmp_path / "b.toml"), "blue") == BUILDER.units(force, "blue")


def test_a_built_character_is_in_battle_what_the_ready_one_is(own):
    start = start_of(forces.load_force(own))
    built, ready = start.models["blue-unit-1"], start_of(BUILDER.ready("rdza_street")).models["blue-netrunner-1"]
    assert built.name == "Iskra"
    for name in ("stats", "gear", "points", "radius", "icon"):
        assert getattr(built, name) == getattr(ready, name), name
    assert {**built.notes, "kind": "lead"} == {**ready.notes, "kind": "lead"}
    assert RULES.card(start, built).subtitle == "Lead · 91 points"


@pytest.mark.parametrize("old, new, wrong", [
    ('kind = "lead"', 'kind = "boss"', "unit[0].kind"),
    ("Shooting = 4", "Shooting = 40", "unit[0].skills.Shooting: 40 is not from 1 to 10"),
    ("Shooting = 4", "Shootin = 4", 'unit[0].skills: no skill "Shootin"'),
    ("po = 5", "po = 0", "unit[0].po: 0 is not from 1 to 10"),
    ("po = 5", 'po = "many"', "unit[0].po: 'many' is no whole number"),
    ('["Pistol"]', '"Pistol"', "unit[0].weapons: 'Pistol' is no list"),
    ('["Pistol"]', '["Bazooka"]', 'unit[0].weapons[0]: no weapon "Bazooka"'),
    ('["Neural screen"]', '["Cyberdeck"]', "unit[0].implants[0]: no implant"),
    ("po = 5", "luck = 5", 'unit[0]: unknown key "luck"'),
    ('profile = "Ganger"', 'profile = "Ganger"\npo = 3', 'unit[1]: unknown key "po" beside a profile'),
    ('profile = "Ganger"', 'profile = "Ganger"\ndead = true', "unit[1].dead: belongs to a crew with campaign = true"),
    ('profile = "Ganger"', 'profile = "Ganger"\njoins = "unit-1"', "unit[1].joins"),
    ("skills = {", "skills = 3\nnone = {", "unit[0]"),
])
def test_nonsense_in_a_file_gives_one_clear_line(tmp_path, old, new, wrong):
    path = tmp_path / "bad.toml"
    path.write_text(OWN.replace(old, new, 1))
    with pytest.raises(FileError) as error:
        forces.load_force(path)
    assert wrong in str(error.value) and str(path) in str(error.value) and "\n" not in str(error.value)


def test_a_file_that_breaks_a_rule_is_refused_by_its_id(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace('gear = ["Cyberdeck"]', ""))
    with pytest.raises(FileError, match="Iskra: A program needs a cyberdeck"):
        forces.units_of("cyberdark", str(path), "blue")


def bought(force: Force, unit: str, *parts: str) -> Force:
    for part in parts:
        edit = Edit(do="buy", unit=unit, part=part)
        assert BUILDER.verify(force, edit), BUILDER.verify(force, edit)
        force = BUILDER.apply(force, edit)
    return force


def test_a_character_is_bought_piece_by_piece_and_points_add_up():
    force = BUILDER.apply(Force(name="New", rules="cyberdark", limit=60), Edit(do="add", profile="lead"))
    assert BUILDER.points(force) == 50
    force = bought(force, "lead-1", "skill:Sh", "weapon:pistol", "has:targeting_eye")
    assert BUILDER.points(force) == 50 + 1 + 3 + 5
    refused = BUILDER.verify(force, Edit(do="buy", unit="lead-1", part="weapon:knife"))
    assert refused.rule == "CD-H2" and "1 is left of the limit of 60" in refused.reason
    cheaper = bought(force, "lead-1", "kind:extra")
    assert BUILDER.points(cheaper) == 59 - 11


@pytest.mark.parametrize("do, part, rule", [
    ("buy", "program:seizure", "CD-H15"), ("buy", "weapon:pistol", "CD-H16"), ("buy", "has:servo_arms", "CD-H10"),
    ("sell", "skill:Ha", "CD-2.3"), ("sell", "weapon:katana", ""), ("buy", "has:nonsense", ""), ("buy", "po:3", ""),
])
def test_what_may_not_be_traded_says_why(do, part, rule):
    force = BUILDER.apply(Force(name="New", rules="cyberdark"), Edit(do="add", profile="extra"))
    force = bought(force, "extra-1", "weapon:pistol", "has:servo_arms")
    for _ in range(2):
        force = BUILDER.apply(force, Edit(do="sell", unit="extra-1", part="skill:Ha"))
    verdict = BUILDER.verify(force, Edit(do=do, unit="extra-1", part=part))
    assert not verdict and verdict.rule == rule and verdict.reason.endswith(".")


def test_no_level_goes_over_ten_and_no_po():
    force = BUILDER.apply(Force(name="New", rules="cyberdark"), Edit(do="add", profile="marksman"))
    force = bought(force, "marksman-1", "skill:Sh", *["po"] * 5)
    assert BUILDER.verify(force, Edit(do="buy", unit="marksman-1", part="skill:Sh")).rule == "CD-2.3"
    assert BUILDER.verify(force, Edit(do="buy", unit="marksman-1", part="po")).rule == "CD-7.1"


def test_a_ready_member_is_copied_and_changed_and_keeps_its_body():
    force = replace(BUILDER.ready("rdza_street"), limit=0)
    force = BUILDER.apply(force, Edit(do="copy", unit="ganger-1"))
    changed = bought(force, "ganger-3", "skill:Me")
    (entry,) = [e for e in BUILDER.entries(changed) if e.id == "ganger-3"]
    assert entry.points == profiles()["ganger"].points + 1 and "Move 6″" in entry.numbers
    assert changed.unit("ganger-3").own["body"] == "ganger" and changed.unit("ganger-1").profile == "ganger"


# --- the record


def gone_on() -> Force:
    crew = in_campaign()
    return record_of(crew, fought_by(crew))


def numbers(force, unit):
    (member,) = [m for m in CAMPAIGN.members(force) if m.id == unit]
    return {c.title: (c.before, c.after, c.now) for c in member.changes}


def test_a_battle_is_written_down_by_cd_h26():
    """PO and Stress are whole again, Chance is slept back, Composure stays as it was left, the dead are dead."""
    crew = gone_on()
    assert numbers(crew, "crew_boss-1") == {"PO": (7, 0, 7), "Stress": (0, 1, 0), "Composure": (4, 3, 3),
                                            "Chance": (3, 1, 3)}
    broken = numbers(crew, "mercenary-1")
    assert broken["Composure"] == (4, 0, 0) and broken["Stress"] == (0, 4, 0)
    assert numbers(crew, "street_medic-1")["Composure"] == (5, 3, 3)
    (medic,) = [m for m in CAMPAIGN.members(crew) if m.id == "street_medic-1"]
    assert [c.why for c in medic.changes if c.why] == [("−2, spent for advantage dice (CD-8.4)",)]
    gone = [m.id for m in CAMPAIGN.members(crew) if m.gone]
    assert gone == ["ganger-2"] and BUILDER.points(crew) == 435 - 54


def test_the_next_battle_is_fought_by_the_crew_as_it_now_is():
    start = start_of(gone_on())
    mine = {m.id: m for m in start.models_of("blue")}
    assert "blue-ganger-2" not in mine and len(mine) == 5
    boss, merc = mine["blue-crew_boss-1"], mine["blue-mercenary-1"]
    assert (conditions.po(boss), conditions.stress(boss), conditions.composure(boss), conditions.chances(boss)) == (
        7, 0, 3, 3)
    assert conditions.composure(merc) == 0 and conditions.most_composure(merc) == 4


def test_unwinding_and_implants_between_two_battles(tmp_path):
    crew = CAMPAIGN.apply(gone_on(), Deed(do="restore", unit="street_medic-1"))
    assert numbers(crew, "street_medic-1")["Composure"] == (5, 3, 4)
    verdicts = {o.deed.do + o.deed.choice: o.verdict for o in CAMPAIGN.offers(crew, "street_medic-1")}
    assert verdicts["restore"].rule == "CD-H26" and "One restoring activity" in verdicts["restore"].reason
    crew = CAMPAIGN.apply(crew, Deed(do="implant", unit="street_medic-1", choice="servo_arms"))
    assert numbers(crew, "street_medic-1")["Composure"] == (5, 3, 3)
    saved = forces.save_force(crew, tmp_path / "crew.toml")
    medic = start_of(campaigns.load(tmp_path / "crew.toml")).models["blue-street_medic-1"]
    assert conditions.implants(medic) == ["servo_arms"] and conditions.most_composure(medic) == 4
    assert conditions.composure(medic) == 3 and medic.points == 73 + 6 - 1
    assert campaigns.load(tmp_path / "crew.toml") == saved
    assert read_force(tmp_path / "crew.toml").battles[-1]["since"][-1] == {
        "id": "street_medic-1", "name": "Street medic", "do": "implant", "implant": "servo_arms", "composure": 3}
    assert CAMPAIGN.story(crew)[0][1][-2:] == (
        "Street medic unwinds: Composure 4. (CD-8.3)",
        "Street medic gets an implant, Servo arms: Composure 3. (CD-8.2)")


@pytest.mark.parametrize("unit, choice, rule", [
    ("ganger-2", "", "CD-H26"), ("netrunner-1", "", "CD-H26"), ("netrunner-1", "neural_screen", "CD-H26"),
    ("mercenary-1", "servo_arms", "CD-R14"), ("netrunner-1", "cyberdeck", "CD-H26"), ("nobody", "", "CD-H26"),
])
def test_what_may_not_be_done_says_why(unit, choice, rule):
    """The dead, the rested, an implant that is there already, no Composure to pay with, no implant at all."""
    with pytest.raises(Refused) as refused:
        CAMPAIGN.apply(gone_on(), Deed(do="implant" if choice else "restore", unit=unit, choice=choice))
    assert refused.value.verdict.rule == rule


def test_an_implant_keeps_to_the_limit():
    crew = replace(gone_on(), limit=384)
    offers = {o.deed.choice: o.verdict for o in CAMPAIGN.offers(crew, "crew_boss-1")}
    assert offers["reflex_weave"].ok and offers["servo_arms"].rule == "CD-H2"


def test_before_the_first_battle_nothing_is_restored():
    assert not any(o.verdict for o in CAMPAIGN.offers(in_campaign(), "crew_boss-1"))


def test_a_battle_is_written_down_once():
    crew = in_campaign()
    fought = fought_by(crew)
    verdict = CAMPAIGN.check_record(record_of(crew, fought), fought)
    assert not verdict and "already" in verdict.reason
    assert not CAMPAIGN.check_record(replace(crew, campaign=False), fought)
    assert not CAMPAIGN.check_record(crew, replace(fought, end=replace(fought.end, result=None)))


def test_a_crew_that_changed_meanwhile_is_not_written_over():
    crew = in_campaign()
    fought = fought_by(crew)
    assert not CAMPAIGN.check_record(crew.without("ganger-1"), fought)
    other = BUILDER.apply(replace(crew, limit=0), Edit(do="buy", unit="crew_boss-1", part="skill:Sh"))
    verdict = CAMPAIGN.check_record(other, fought)
    assert not verdict and "Crew boss has changed since this battle began" in verdict.reason


def test_who_has_fought_is_not_bought_up_but_a_newcomer_is():
    crew = replace(gone_on(), limit=0)
    assert BUILDER.verify(crew, Edit(do="buy", unit="crew_boss-1", part="skill:Sh")).rule == "CD-H26"
    crew = BUILDER.apply(crew, Edit(do="copy", unit="crew_boss-1"))
    assert BUILDER.verify(crew, Edit(do="buy", unit="crew_boss-2", part="skill:Sh"))
    assert numbers(crew, "crew_boss-2")["Composure"] == (4, 4, 4)


@pytest.mark.parametrize("old, new, wrong", [
    ('result = "won"', 'result = "splendid"', "battle[0].result"),
    ("composure = 3", "composure = 9", "unit[0].composure: 9 is not from 0 to 4"),
    ("battles = 1", "battles = 7", "unit[0].battles: 7 is not from 0 to 1"),
    ("po = [7, 0]", "po = [7]", "battle[0].members[0].po"),
    ("dead = true", "dead = 3", "dead: 3 is neither true nor false"),
    ("campaign = true", "", "battle: belongs to a force with campaign = true"),
    ('result = "won"', 'outcome = "won"', 'unknown key "outcome"'),
    ("[[battle]]", "[[battle", "is not valid TOML"),
])
def test_a_broken_record_is_told_and_nothing_is_lost(tmp_path, old, new, wrong):
    path = tmp_path / "crew.toml"
    forces.save_force(gone_on(), path)
    broken = path.read_text().replace(old, new, 1)
    assert broken != path.read_text()
    path.write_text(broken)
    with pytest.raises(FileError) as error:
        campaigns.load(path)
    assert wrong in str(error.value) and "\n" not in str(error.value)
    assert path.read_text() == broken


def test_a_disk_that_refuses_leaves_the_old_record(tmp_path, monkeypatch):
    path = tmp_path / "crew.toml"
    crew = forces.save_force(gone_on(), path)
    before = path.read_text()

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileError, match="No space left"):
        campaigns.keep(CAMPAIGN.apply(crew, Deed(do="restore", unit="street_medic-1")), path)
    assert path.read_text() == before and list(tmp_path.iterdir()) == [path]


def test_other_rules_know_no_campaign(tmp_path):
    path = tmp_path / "crew.toml"
    path.write_text('name = "Rats"\nrules = "rezolution"\ncampaign = true\n')
    with pytest.raises(FileError, match="has no campaign"):
        forces.load_force(path)


def test_crews_are_a_match_when_equal_or_within_one_limit():
    """CD-H2"""
    assert RULES.check_forces({"A": 435, "B": 381}, 435)
    assert RULES.check_forces({"A": 381, "B": 381}, 0)
    assert RULES.check_forces({"A": 435, "B": 381}, 0).rule == "CD-H2"
    assert RULES.check_forces({"A": 436, "B": 381}, 435).rule == "CD-H2"
