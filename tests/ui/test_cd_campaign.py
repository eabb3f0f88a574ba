"""CyberDark's builder, its campaign screen and its dice, driven by real events: by mouse alone, by keyboard alone."""
import pygame
import pytest
from msgspec.structs import replace

from game.engine.events import Acted, Moved, Rolled
from game.engine.match import Match
from game.engine.state import Result
from game.rulesets.registry import ruleset
from game.sim import campaigns, forces
from game.sim.scenario import load_scenario
from game.sim.session import BattleRequest, Session
from game.table.forcefile import read_force
from game.ui.panels.logbook import LogBook
from game.ui.panels.traypanel import dice_of, reason_lines
from game.ui.playback import Thrown
from game.ui.scenes.campaign import CampaignScene
from game.ui.scenes.new_battle import NewBattleScene
from game.ui.scenes.notice import Notice
from game.ui.scenes.result import ResultScene
from tests.sim.campaign import fought_by, in_campaign, record_of
from tests.ui.test_builder import control, reach
from tests.ui.test_shell import click, frames, opened, press

RULES = ruleset("cyberdark")


@pytest.fixture
def app():
    app = opened((1600, 900))
    app.show_forces("cyberdark")
    frames(app)
    return app


def scrolled(app, name):
    app.scene.form.set_focus(name, shown=True)
    frames(app)
    click(app, name)


def points(app):
    return app.scene.bench.builder.points(app.scene.bench.force)


# --- the builder


def test_a_character_by_mouse_alone_fights_a_battle(app, data_dir):
    click(app, "add_extra")
    assert points(app) == 39
    click(app, "outfit")
    click(app, "buy_skill:Sh")
    click(app, "buy_skill:Sh")
    click(app, "sell_skill:Ha")
    click(app, "outfit_shelf", 0.3)
    scrolled(app, "buy_weapon:submachine_gun")
    click(app, "outfit_shelf", 0.6)
    click(app, "buy_has:neural_screen")
    assert points(app) == 39 + 2 - 1 + 6 + 3
    click(app, "save")
    own = read_force(data_dir / "forces" / "new-force.toml").units[0].own
    assert own["skills"]["Shooting"] == 5 and own["skills"]["Hacking"] == 2
    assert (own["weapons"], own["implants"]) == (["submachine_gun"], ["neural_screen"])
    app.home()
    app.show_new_battle()
    click(app, "rules", 0.1)
    for _ in range(3):
        if app.scene.forces["blue"] != "new-force":
            click(app, "force_blue", 0.95)
    assert app.scene.forces["blue"] == "new-force"
    start = Session.new(app.scene.request()).match.state
    (model,) = start.models_of("blue")
    assert model.stats["Sh"] == 5 and model.gear == ("submachine_gun",)


def test_a_character_by_keyboard_alone(app):
    reach(app, "add_netrunner")
    press(app, pygame.K_RETURN)
    reach(app, "outfit")
    press(app, pygame.K_RETURN)
    reach(app, "buy_skill:Ha")
    press(app, pygame.K_RETURN)
    reach(app, "outfit_shelf")
    press(app, *[pygame.K_RIGHT] * 3)
    reach(app, "sell_program:weapon_lock")
    press(app, pygame.K_RETURN)
    reach(app, "buy_program:seizure")
    press(app, pygame.K_RETURN)
    own = app.scene.bench.force.units[0].own
    assert own["skills"]["Hacking"] == 9 and own["programs"] == ["short_circuit", "white_noise", "seizure"]
    assert points(app) == 91 + 1 - 4 + 5


def test_what_the_rules_refuse_is_off_and_says_why(app):
    click(app, "add_netrunner")
    app.scene.shelf, app.scene.outfit = "Outfit", "Gear"
    app.scene.refresh()
    frames(app)
    for name, rule in (("buy_program:seizure", "CD-H15"), ("buy_has:cyberdeck", "CD-H10"),
                       ("sell_has:cyberdeck", "CD-H15")):
        assert not control(app, name).enabled and rule in control(app, name).hint, name


# --- between battles


def test_a_campaign_begins_in_the_builder(app, data_dir):
    app.scene.open_ready("rdza_street")
    frames(app)
    click(app, "campaign")
    assert not control(app, "between").enabled and "Save" in control(app, "between").hint
    click(app, "save")
    click(app, "between")
    assert isinstance(app.scene, CampaignScene)
    assert read_force(data_dir / "forces" / "rdza-street.toml").campaign
    assert "before the first one" in control(app, "deed_restore").hint


@pytest.fixture
def crew(data_dir):
    """The file of a crew that has fought a battle."""
    force, path = in_campaign(), data_dir / "forces" / "gang.toml"
    forces.save_force(record_of(force, fought_by(force)), path)
    return path


def test_deeds_are_written_at_once_and_taken_back_by_mouse(app, crew):
    app.show_campaign(crew)
    frames(app)
    click(app, "member_street_medic-1")
    click(app, "deed_restore")
    click(app, "deed_implant_reflex_weave")
    (medic,) = [u for u in read_force(crew).units if u.id == "street_medic-1"]
    assert medic.own["implants"] == ["reflex_weave"] and medic.own["unwound"] and medic.own["composure"] == 3
    assert not control(app, "deed_restore").enabled and "CD-H26" in control(app, "deed_restore").hint
    click(app, "undo")
    (medic,) = [u for u in read_force(crew).units if u.id == "street_medic-1"]
    assert medic.profile == "street_medic" and medic.own["composure"] == 4
    press(app, pygame.K_z, mod=pygame.KMOD_LCTRL)
    assert not any("unwound" in u.own for u in read_force(crew).units)


def test_deeds_by_keyboard_alone(app, crew):
    app.show_campaign(crew)
    frames(app)
    reach(app, "member_mercenary-1")
    press(app, pygame.K_RETURN)
    assert app.scene.chosen == "mercenary-1"
    reach(app, "deed_restore")
    press(app, pygame.K_RETURN)
    (merc,) = [u for u in read_force(crew).units if u.id == "mercenary-1"]
    assert merc.own["composure"] == 1
    press(app, pygame.K_ESCAPE)
    assert not isinstance(app.scene, CampaignScene)


def finished(path):
    """A battle of that crew that has just been won, as the window holds it."""
    session = Session.new(BattleRequest(scenario="cyberdark/quarrel_in_the_arcade", forces={"blue": path.stem},
                                        players={"blue": "human", "red": "human"}, seed=3))
    match = session.match
    end = replace(match.state, result=Result("blue", "Points."), round=8)
    fallen = end.models["blue-crew_boss-1"]
    hurt = replace(fallen, notes={**fallen.notes, "po": 0, "stress": 1, "composure": 2}, states=("stabilised",))
    match._states.append(replace(end, models={**end.models, fallen.id: hurt}))
    return session


def test_the_result_of_a_battle_leads_to_the_record(app, crew):
    session = finished(crew)
    app.show_result(session)
    frames(app)
    click(app, "record_blue")
    assert isinstance(app.scene, CampaignScene) and len(read_force(crew).battles) == 2
    (boss,) = [u for u in read_force(crew).units if u.id == "crew_boss-1"]
    assert boss.own["composure"] == 2 and boss.own["battles"] == 2
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ResultScene)
    click(app, "record_blue")  # looked at again: nothing is written twice
    assert isinstance(app.scene, CampaignScene) and len(read_force(crew).battles) == 2
    click(app, "new_battle")
    assert isinstance(app.scene, NewBattleScene)


def test_a_broken_file_is_told_and_the_battle_can_be_written_down_later(app, crew):
    session, good = finished(crew), crew.read_text()
    crew.write_text(good.replace("po = [7, 0]", "po = 7", 1))
    app.show_result(session)
    frames(app)
    click(app, "record_blue")
    assert isinstance(app.scene, Notice) and "battle[0].members[0].po" in app.scene.words
    press(app, pygame.K_RETURN)
    crew.write_text(good)
    click(app, "record_blue")
    assert isinstance(app.scene, CampaignScene) and len(campaigns.load(crew).battles) == 2


def test_crews_that_keep_no_record_have_no_button(app, crew):
    crew.write_text(crew.read_text().split("[[battle]]")[0].replace("campaign = true", "").replace(
        "battles = 1", "").replace("dead = true", "").replace("composure = ", "# "))
    app.show_result(finished(crew))
    frames(app)
    assert app.scene.form.find("record_blue") is None


def test_the_builder_shows_what_was_done_meanwhile(app, crew):
    app.scene.open_file(crew)
    frames(app)
    click(app, "between")
    click(app, "member_street_medic-1")
    click(app, "deed_restore")
    press(app, pygame.K_ESCAPE)
    assert app.scene.bench.force == forces.load_force(crew)
    click(app, "save")
    assert any("unwound" in u.own for u in read_force(crew).units)


def test_unequal_crews_are_told_before_the_battle(app, monkeypatch):
    app.home()
    app.show_new_battle()
    click(app, "rules", 0.1)
    scene = app.scene
    assert scene._unequal() == ""
    scene._scenario = replace(scene._scenario, info=replace(scene._scenario.info, points=0))
    monkeypatch.setattr(type(scene), "_forces", lambda self: [
        replace(f, points=f.points - 20 * n) for n, f in enumerate(RULES.forces())])
    scene.refresh()
    assert "not of equal points" in control(app, "unequal").words and "CD-H2" in control(app, "unequal").words


# --- K12 on screen


ROLL = Rolled(reason="Shooting 7", by="blue-crew_boss-1", side="blue", dice=(2, 7), sides=12, rule="CD-3.1",
              modifiers=(("long range", -1), ("Aim", 1), ("light cover", -1)), sources=("CD-H9", "CD-H10", "CD-H8"),
              against="keeps 7, higher of 2", outcome="success", marks=("unused", "kept"))


def test_the_kept_die_is_marked_and_every_reason_has_its_rule():
    dice = dice_of(Thrown((ROLL,)))
    assert [(d.face, d.added, d.unused) for d in dice] == [(2, False, True), (7, True, False)]
    assert reason_lines(ROLL) == ["−1 long range (CD-H9)", "+1 Aim (CD-H10)", "−1 light cover (CD-H8)"]


def test_the_log_tells_each_die_by_its_reason_and_the_turn_with_the_attack():
    match = Match(RULES, RULES.begin(start()), 1)
    book = LogBook(RULES)
    state = match.state
    book.add(Acted(by="blue-crew_boss-1", verb="shoots at", at="red-marksman-1", weapon="pistol"), state, state)
    model = state.models["blue-crew_boss-1"]
    book.add(Moved(model=model.id, path=((5, 5), (5, 5)), facing=30.0, how="turn"), state, state)
    book.add(ROLL, state, state)
    assert [(line.words, line.rule) for line in book.lines if line.rule.startswith("CD-H")] == [
        ("−1 long range", "CD-H9"), ("+1 Aim", "CD-H10"), ("−1 light cover", "CD-H8")]
    assert not any(line.verb == "turns" for line in book.lines)
    (row,) = [line for line in book.lines if line.kind == "dice"]
    assert [d.unused for d in row.dice] == [True, False] and row.words == ""


def start():
    return load_scenario("cyberdark/quarrel_in_the_arcade").setting()


def test_the_card_tells_the_odds_of_each_skill_as_it_stands():
    state = RULES.begin(start())
    medic = state.models["blue-street_medic-1"]
    shown = {line.label: line for line in RULES.card(state, medic).attributes}
    assert shown["FA"].more == ("89 %",) and "Medkit +1 (CD-H10)" in shown["FA"].note  # 8 at net +1: 8/9
    assert shown["Sh"].more == ("33 %",)
    tired = replace(medic, notes={**medic.notes, "stress": 2})
    shown = {line.label: line for line in RULES.card(state, tired).attributes}
    assert shown["FA"].more == ("67 %",) and shown["Sh"].more == ("11 %",) and shown["Sh"].tone == "harm"
