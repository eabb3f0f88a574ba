"""What one side knows and another does not: marks on the table, the curtain, the GM; and switches on the screens."""
import msgspec
import pygame
import pytest

from game.engine.commands import Command
from game.engine.journal import encode
from game.errors import FiringArcError
from game.rulesets.registry import ruleset
from game.sim import paths
from game.sim.scenario import load_scenario
from game.sim.session import BattleRequest, Session, rematch_of
from game.sim.settings import Settings, read_settings, write_settings
from game.ui.app import App
from game.ui.scenes.battle import BattleScene
from game.ui.scenes.hand_over import HandOver
from game.ui.scenes.new_battle import NewBattleScene
from game.ui.scenes.settings import SettingsScene

MILE = "cyberdark/the_dead_mile"


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path)
    yield tmp_path
    paths.use_data_dir(None)


def opened(players, **settings):
    app = App(Settings(window=(1280, 720), animation_speed=0.0, **settings))
    app.begin(BattleRequest(scenario=MILE, players=players, seed=3))
    for scene in app._stack:
        if isinstance(scene, BattleScene):
            scene.pause()  # the computer's crew is set up by hand
    frames(app)
    return app


def frames(app, count=3):
    for _ in range(count):
        app.step(0.02)


def go_on(app):
    while isinstance(app.scene, HandOver):
        app.scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        frames(app)


def hidden(app):
    """Sets both crews up."""
    go_on(app)
    for side in ("blue", "red"):
        app.scene._happened(app.scene.match.submit(Command(do="line_up", by=side)))
        frames(app)


def names_shown(scene):
    marks = scene.match.ruleset.notices(scene.match.state, scene.stage.eyes)
    return {m.text for m in marks if m.kind == "ring" and not m.text.isdigit()}


def test_two_people_get_a_curtain_before_and_while_one_of_them_hides():
    app = opened({"blue": "human", "red": "human"})
    assert isinstance(app.scene, HandOver)
    go_on(app)
    scene = app.scene
    scene._happened(scene.match.submit(Command(do="line_up", by="blue")))
    frames(app)
    assert isinstance(app.scene, HandOver)
    go_on(app)
    scene._happened(scene.match.submit(Command(do="line_up", by="red")))
    frames(app)
    assert isinstance(app.scene, HandOver)  # initiative is the other person's to roll
    assert scene.stage.eyes == ("blue",) and not names_shown(scene)
    app.home()


def test_no_curtain_where_nothing_is_hidden():
    app = App(Settings(window=(1280, 720), animation_speed=0.0))
    app.begin(BattleRequest(scenario="cyberdark/quarrel_in_the_arcade", players={"blue": "human", "red": "human"}))
    frames(app)
    assert isinstance(app.scene, BattleScene)
    app.home()


def test_a_gm_sees_who_hides_where_and_needs_no_curtain():
    app = opened({"blue": "human", "red": "gm"})
    hidden(app)
    assert isinstance(app.scene, BattleScene)
    assert len(names_shown(app.scene)) == 6
    app.home()


def test_one_person_sees_what_his_own_side_knows():
    for side, other, known in (("blue", "red", 0), ("red", "blue", 6)):
        app = opened({side: "human", other: "regular"})
        hidden(app)
        assert app.scene.stage.eyes == (side,)
        assert len(names_shown(app.scene)) == known
        app.home()


def test_a_crew_does_not_know_where_the_other_hides_nor_where_the_file_is():
    rules = ruleset("cyberdark")
    state = Session.new(BattleRequest(scenario=MILE, players={})).match
    state.submit(Command(do="line_up", by="blue"))
    state.submit(Command(do="line_up", by="red"))
    view = rules.view(state.state, "blue")
    assert all(m.note("lair") is True for m in view.models_of("red"))
    assert rules.view(state.state, "red") is state.state and rules.view(state.state, None) is state.state
    match = Session.new(BattleRequest(scenario="cyberdark/the_third_terminal", players={}, seed=2)).match
    for side in ("blue", "red"):
        match.submit(Command(do="line_up", by=side))
    match.submit(Command(do="initiative", by="blue"))
    assert match.state.note("file") and rules.view(match.state, "blue").note("file") is None
    assert rules.view(match.state, "red").note("file") == match.state.note("file")
    texts = {side: [m.text for m in rules.notices(match.state, [side])] for side in ("blue", "red")}
    assert texts == {"blue": [], "red": ["The file"]}


# --- switches


def test_switches_are_chosen_on_the_screen_and_kept_with_the_save():
    app = App(Settings(window=(1280, 720), animation_speed=0.0))
    app.show_new_battle()
    page = app.scene
    assert isinstance(page, NewBattleScene)
    page._choose_rules(page._rules.index("cyberdark"))
    form = page.form
    assert {s.id for s in ruleset("cyberdark").switches} == {
        w.name.removeprefix("switch_") for r in form.regions for w in r.widgets
        if w.name.startswith("switch_") and not w.name.endswith(("_about", "_title"))}
    form.find("switch_lower_always_wins").activate()
    page._set_switch("offer_chance", "never")
    request = page.request()
    assert request.switches["lower_always_wins"] is True and request.switches["offer_chance"] == "never"
    session = Session.new(request)
    assert session.match.state.options["lower_always_wins"] is True
    again = Session.resume(session.save("kept"))[0]
    assert encode(again.match.journal) == encode(session.match.journal)
    assert rematch_of(again).switches == request.switches
    page._choose_rules(page._rules.index("rezolution"))
    assert page.request().switches == {}
    app.home()


def test_what_a_person_likes_stands_in_the_settings():
    app = App(Settings(window=(1280, 720), animation_speed=0.0))
    app.show_settings()
    page = app.scene
    assert isinstance(page, SettingsScene)
    chosen = page.form.find("cyberdark_offer_composure")
    chosen.choose(2)
    assert app.settings.switches == {"cyberdark": {"offer_composure": "never"}}
    write_settings(app.settings)
    assert read_settings()[0].switches == app.settings.switches
    app.begin(BattleRequest(scenario="cyberdark/quarrel_in_the_arcade", players={"blue": "human", "red": "recruit"}))
    assert app.scene.match.state.options["offer_composure"] == "never"
    app.home()


@pytest.mark.parametrize("wrong", [{"dodge_shoots": True}, {"dodge_shots": "perhaps"}, {"offer_chance": "seldom"}])
def test_a_switch_that_there_is_not_is_told(wrong):
    with pytest.raises(FiringArcError, match=r"dodge_shots|offer_chance"):
        Session.new(BattleRequest(scenario=MILE, players={}, switches=wrong))


def test_only_rules_with_something_to_hide_know_a_gm():
    request = BattleRequest(scenario="rezolution/first_skirmish", players={"blue": "gm", "red": "human"})
    with pytest.raises(FiringArcError, match="gm"):
        Session.new(request)


def test_a_side_brings_its_force_and_who_is_listed():
    state = load_scenario("cyberdark/one_of_ours").start()
    assert len(list(state.models_of("blue"))) == 7 and state.models["courier"].on_table
    swapped = load_scenario("cyberdark/one_of_ours").start({"blue": "brzask_security", "red": "rdza_street"})
    assert len(list(swapped.models_of("blue"))) == 7
    assert msgspec.json.encode(state.options)
