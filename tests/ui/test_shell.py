"""The window from the title on, driven by real events: by mouse alone, by keyboard alone, at every size."""
import itertools

import msgspec
import pygame
import pytest

from game.engine.journal import encode
from game.errors import FileError
from game.sim import paths, saves
from game.sim.forces import save_force
from game.sim.session import BattleRequest, Session
from game.sim.settings import Settings, read_settings
from game.ui import theme
from game.ui.app import App
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.controls import Choice, choice_width
from game.ui.scenes.battle import BattleScene
from game.ui.scenes.builder import BuilderScene
from game.ui.scenes.builder_panels import Report
from game.ui.scenes.hand_over import HandOver
from game.ui.scenes.help import HelpScene
from game.ui.scenes.load import LoadScene
from game.ui.scenes.new_battle import NewBattleScene
from game.ui.scenes.notice import Notice
from game.ui.scenes.replays import ReplaysScene
from game.ui.scenes.result import ResultScene
from game.ui.scenes.settings import SettingsScene
from game.ui.scenes.title import TitleScene
from tests.sim.campaign import fought_by, in_campaign, record_of
from tests.sim.random_play import play

REQUEST = BattleRequest(scenario="rezolution/first_skirmish", players={"blue": "human", "red": "human"}, seed=7)
SIZES = [((1280, 720), 1.0), ((1280, 720), 2.0), ((1600, 900), 0.75), ((1600, 900), 1.25), ((1920, 1080), 1.5)]


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path)
    yield tmp_path
    paths.use_data_dir(None)


def opened(size=(1280, 720), scale=1.0):
    app = App(Settings(window=size, ui_scale=scale, animation_speed=0.0))
    app.home()
    frames(app)
    return app


def frames(app, count=2):
    for _ in range(count):
        app.step(0.02)


def send(app, kind, **fields):
    pygame.event.post(pygame.event.Event(kind, **fields))
    frames(app, 1)


def press(app, *keys, mod=0):
    for key in keys:
        send(app, pygame.KEYDOWN, key=key, mod=mod, unicode="")
        send(app, pygame.KEYUP, key=key, mod=mod)


def typed(app, words):
    for sign in words:
        send(app, pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign)
        send(app, pygame.TEXTINPUT, text=sign)


def click(app, name, share=0.5):
    """A click on a control; `share` says how far along it."""
    region, widget = next((r, w) for r, w in app.scene.form.all() if w.name == name)
    at = region.place(widget)
    pos = at.left + round(at.width * share), at.centery
    assert region.view.collidepoint(pos), f"{name} is scrolled out of sight"
    send(app, pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
    send(app, pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
    send(app, pygame.MOUSEBUTTONUP, pos=pos, button=1)


@pytest.fixture
def asked(monkeypatch):
    """The battles that are asked for, in the place of the battle screen."""
    requests = []
    monkeypatch.setattr(App, "begin", lambda self, request: requests.append(request))
    return requests


# --- from the title to a battle


def test_by_mouse_alone(asked):
    app = opened((1600, 900))
    click(app, "new_battle")
    assert isinstance(app.scene, NewBattleScene)
    click(app, "rules", 0.625)
    click(app, "scenario_rezolution/kettle_ward")
    click(app, "player_red", 0.1)
    click(app, "player_blue", 0.5)
    click(app, "force_blue", 0.95)
    click(app, "random")
    click(app, "begin")
    (request,) = asked
    assert request.scenario == "rezolution/kettle_ward"
    assert request.players == {"blue": "recruit", "red": "human"}
    assert request.forces["red"] == "ostler_voss" and request.forces["blue"] != "gutterglass"
    assert isinstance(request.seed, int)


def test_a_battle_of_three_sides(asked):
    app = opened((1600, 900))
    click(app, "new_battle")
    choose_rules(app, "rouge_elements")
    reach(app, "scenario_rouge_elements/three_for_the_crane")
    click(app, "player_green", 0.5)
    click(app, "begin")
    (request,) = asked
    assert request.players == {"blue": "human", "red": "regular", "green": "recruit"}
    assert set(request.forces) == {"blue", "red", "green"}


def test_the_result_of_three_sides_has_a_column_for_each():
    request = BattleRequest(scenario="rouge_elements/three_for_the_crane", players={}, seed=3)
    scene = ResultScene(opened((1600, 900)), Session.new(request))
    columns = scene._columns(pygame.Rect(0, 0, 400, 30), scene.scale)
    assert [side for side, _, _ in columns] == ["blue", "red", "green"]
    assert all(a.right < b.left for (_, a, _), (_, b, _) in itertools.pairwise(columns))
    assert columns[-1][1].right <= 400


def test_by_keyboard_alone(asked):
    app = opened()
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, NewBattleScene)
    choose_rules(app, "rezolution")
    reach(app, "scenario_rezolution/kettle_ward")
    reach(app, "player_red")
    press(app, pygame.K_LEFT, pygame.K_LEFT)
    reach(app, "seed")
    typed(app, "4471")
    press(app, pygame.K_RETURN)
    (request,) = asked
    assert (request.scenario, request.seed) == ("rezolution/kettle_ward", 4471)
    assert request.players == {"blue": "human", "red": "human"}


def choose_rules(app, rules):
    """The rule set, by keyboard."""
    reach(app, "rules")
    while app.scene.rules != rules:
        press(app, pygame.K_RIGHT)


def reach(app, name):
    """Tab until the focus is on a control."""
    for _ in range(60):
        if app.scene.form.focused == name:
            return
        press(app, pygame.K_TAB)
    raise AssertionError(f"Tab never comes to {name}")


def test_arrows_walk_the_menu():
    app = opened()
    press(app, *[pygame.K_DOWN] * 5)
    assert app.scene.form.focused == "settings"
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, SettingsScene)


def test_words_are_a_seed_too(asked):
    app = opened()
    app.show_new_battle()
    reach(app, "seed")
    typed(app, "rain")
    press(app, pygame.K_RETURN)
    assert asked[0].seed == "rain"


@pytest.mark.parametrize("open_scene, scene", [
    (App.show_new_battle, NewBattleScene), (App.show_settings, SettingsScene), (App.show_load, LoadScene),
    (App.show_forces, BuilderScene), (App.show_help, HelpScene), (App.show_replays, ReplaysScene),
])
def test_esc_backs_out_and_never_quits(open_scene, scene):
    app = opened()
    open_scene(app)
    frames(app)
    assert isinstance(app.scene, scene)
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)
    assert app.running


def test_quit_is_a_choice_of_the_menu():
    app = opened()
    click(app, "quit")
    assert not app.running


# --- Continue, load, delete


def test_continue_stands_first_only_when_a_game_was_left():
    assert opened().scene.form.find("continue") is None
    Session.new(REQUEST)
    app = opened()
    assert app.scene.form.find("continue").sentence == "Rezolution, grouping, Gutterglass to act"
    assert app.scene.form.focused == "continue"


def test_a_save_is_deleted_only_after_a_second_thought():
    saves.quick_save(Session.new(REQUEST).match)
    app = opened()
    app.show_load()
    frames(app)
    chosen = app.scene.chosen.path
    press(app, pygame.K_DELETE)
    assert isinstance(app.scene, Notice) and chosen.exists()
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, LoadScene) and chosen.exists()
    press(app, pygame.K_DELETE)
    click(app, "act")
    assert not chosen.exists()
    assert [save.path for save in saves.list_saves()] != [] and app.scene.chosen.path != chosen


def test_a_damaged_save_is_told_in_words():
    Session.new(REQUEST)
    save = saves.list_saves()[0].path
    save.write_text("{")
    app = opened()
    app.open_save(save)
    frames(app)
    assert isinstance(app.scene, Notice)
    assert "not a saved game" in app.scene.words and "Traceback" not in app.scene.words


# --- settings


def test_settings_take_effect_at_once_and_stay():
    app = opened()
    app.show_settings()
    frames(app)
    reach(app, "ui_scale")
    press(app, pygame.K_RIGHT)
    assert app.scale.factor == 1.25
    reach(app, "palette")
    press(app, pygame.K_RIGHT)
    assert theme.palette().name == "contrast"
    reach(app, "master_volume")
    press(app, pygame.K_LEFT)
    kept, told = read_settings()
    assert (kept.ui_scale, kept.palette, kept.master_volume, told) == (1.25, "alternative", 0.7, "")


def test_a_slider_follows_the_pointer():
    app = opened()
    app.show_settings()
    frames(app)
    reach(app, "effects_volume")
    region, widget = next((r, w) for r, w in app.scene.form.all() if w.name == "effects_volume")
    at = region.place(widget)
    send(app, pygame.MOUSEBUTTONDOWN, pos=at.center, button=1)
    assert app.settings.effects_volume == 0.5
    send(app, pygame.MOUSEMOTION, pos=(at.left - 50, at.centery), rel=(0, 0), buttons=(1, 0, 0))
    assert app.settings.effects_volume == 0.0


def test_a_broken_settings_file_is_told_and_does_not_stop_the_window(data_dir):
    (data_dir / "config").mkdir()
    (data_dir / "config" / "settings.toml").write_text("ui_scale = 9")
    app = App()
    app.home()
    frames(app)
    assert app.settings == Settings() and (data_dir / "config" / "settings.toml.broken").exists()


# --- the window


def test_f12_keeps_a_picture(data_dir):
    app = opened()
    press(app, pygame.K_F12)
    (picture,) = (data_dir / "pictures").glob("*.png")
    assert pygame.image.load(picture).get_size() == (1280, 720)


def test_f1_opens_help_from_anywhere():
    app = opened()
    app.show_settings()
    press(app, pygame.K_F1)
    assert isinstance(app.scene, HelpScene)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, SettingsScene)


def test_minimised_and_back_goes_on():
    app = opened()
    send(app, pygame.WINDOWMINIMIZED)
    assert app.hidden
    frames(app, 3)
    send(app, pygame.WINDOWRESTORED)
    assert not app.hidden and app.running


class Broken:
    """A scene that fails in its own way."""

    rules = ""

    def __init__(self, error):
        self.error = error

    def handle(self, event): ...

    def resized(self, size): ...

    def invalidate(self): ...

    def close(self): ...

    def draw(self, surface):
        return []

    def update(self, dt):
        raise self.error


@pytest.mark.parametrize("error, told", [
    (FileError("a.toml", "title", "is missing"), "a.toml, title: is missing"), (KeyError("x"), "faults.log"),
])
def test_a_fault_is_told_in_words(data_dir, error, told):
    app = opened()
    app.push(Broken(error))
    app.step(0.02)
    assert isinstance(app.scene, Notice) and told in app.scene.words
    assert (data_dir / "logs" / "faults.log").exists() == isinstance(error, KeyError)


def test_nothing_is_drawn_twice_for_nothing():
    app = opened()
    assert app.scene.draw(app.surface) == []
    send(app, pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0))
    assert app.scene.draw(app.surface) == []


# --- every screen at every size


def everything(app):
    """Each screen once, with something in it."""
    finished = Session.new(REQUEST)
    play(finished.match, 3, 900)
    saves.quick_save(finished.match)
    yield "title", lambda: app.home()
    yield "new battle", app.show_new_battle
    yield "settings", app.show_settings
    yield "load", app.show_load
    yield "notice", lambda: app.fail(FileError("saves/some_game.json", "header", "cannot be used, " * 12))
    yield "result", lambda: app.show_result(finished)
    yield "menu", lambda: app.show_menu(finished)
    yield "curtain", lambda: app.push(HandOver(app, "B", "Ostler-Voss"))
    yield "forces", lambda: show_forces(app, "cindermark_1000", "marshal-1")
    yield "force files", lambda: show_forces(app, "gutterglass", "tinsel", shelf="Forces")
    yield "champion", lambda: show_champion(app, "Traits")
    yield "champion's weapon", lambda: show_champion(app, "1. Large Hand weapon")
    yield "character", lambda: show_crew(app, "Skills")
    yield "character's gear", lambda: show_crew(app, "Gear")
    yield "import", lambda: app.scene.ask_import()
    told = ["Taken:", "  Levy Rifles, 10 models: 120 points", "x " * 90]
    yield "report", lambda: app.push(Report(app, "A list", told))
    yield "between battles", lambda: app.show_campaign(campaign_file())
    yield "help", lambda: app.show_help("rezolution")


def show_forces(app, force, unit, shelf="Units"):
    """The builder with a ready force, and one of its own among the files."""
    rules = "rezolution" if force == "gutterglass" else "grimdark_future"
    app.show_forces(rules)
    app.scene.bench.take_ready(rules, force)
    app.scene.bench.step_limit(1)
    app.scene.bench.save()
    app.scene.bench.choose(unit)
    app.scene.shelf = shelf
    app.scene.resized(app.size)


def show_champion(app, outfit):
    """The builder with a ready champion being fitted out."""
    app.show_forces("rouge_elements")
    app.scene.bench.take_ready("rouge_elements", "nightmare")
    app.scene.shelf, app.scene.outfit = "Outfit", outfit
    app.scene.resized(app.size)


def show_crew(app, outfit):
    """The builder with a ready crew in a campaign, one of it being changed."""
    app.show_forces("cyberdark")
    app.scene.bench.take_ready("cyberdark", "rdza_street")
    app.scene.bench.turn_campaign()
    app.scene.bench.choose("netrunner-1")
    app.scene.shelf, app.scene.outfit = "Outfit", outfit
    app.scene.resized(app.size)


def campaign_file():
    """A crew that has fought a battle."""
    path, crew = paths.forces_dir() / "gang.toml", in_campaign()
    save_force(record_of(crew, fought_by(crew)), path)
    return path


@pytest.mark.parametrize("size, scale", SIZES)
def test_nothing_overlaps_or_leaves_the_window(size, scale):
    app = opened(size, scale)
    window = pygame.Rect((0, 0), size)
    for name, show in everything(app):
        show()
        frames(app)
        for region in app.scene.form.regions:
            assert window.contains(region.view), f"{name}: {region.name} leaves the window"
            check_region(name, region, theme.Scale(scale))
        for a, b in itertools.combinations(app.scene.form.regions, 2):
            assert not a.view.colliderect(b.view), f"{name}: {a.name} and {b.name} overlap"


def check_region(name, region, scale):
    content = pygame.Rect(region.view.topleft, (region.view.width, max(region.view.height, region.height)))
    for widget in region.widgets:
        assert content.contains(widget.rect), f"{name}: {widget.name} leaves {region.name}"
        if isinstance(widget, Button):
            assert widget.rect.width >= button_width(widget.title, scale, widget.icon, widget.key_name), widget.name
        if isinstance(widget, Choice):
            assert widget.rect.width >= choice_width(widget.titles, scale) - 4, widget.name
    for a, b in itertools.combinations(region.widgets, 2):
        assert not a.rect.colliderect(b.rect), f"{name}: {a.name} and {b.name} overlap"


@pytest.mark.parametrize("size, scale", SIZES[:3])
def test_every_control_is_reached_by_tab_and_seen_then(size, scale):
    app = opened(size, scale)
    for name, show in everything(app):
        show()
        frames(app)
        stops = [w.name for _, w in app.scene.form.all() if w.focusable and w.enabled]
        refused = [w.name for _, w in app.scene.form.all() if w.focusable and not w.enabled and w.hint]
        seen = set()
        for _ in range(len(stops) + len(refused) + 1):
            press(app, pygame.K_TAB)
            focused = app.scene.form.focused
            region, widget = next((r, w) for r, w in app.scene.form.all() if w.name == focused)
            place = region.place(widget)
            assert region.view.contains(place) or place.height > region.view.height - 48, f"{name}: {focused} unseen"
            seen.add(focused)
        assert seen >= set(stops), name


def test_the_window_may_be_resized_on_every_screen():
    app = opened()
    for _, show in everything(app):
        show()
        for size in ((1600, 900), (960, 600), (1280, 720)):
            app.apply(msgspec.structs.replace(app.settings, window=size))
            frames(app)
            assert app.scene.size == size


# --- with the battle screen


def test_a_battle_left_by_a_crash_goes_on_at_the_same_decision():
    app = opened()
    app.show_new_battle()
    choose_rules(app, "rezolution")
    reach(app, "scenario_rezolution/first_skirmish")
    reach(app, "player_red")
    press(app, pygame.K_LEFT, pygame.K_LEFT)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, BattleScene), getattr(app.scene, "words", "")
    play(app.scene.session.match, 4, 12)
    app.scene.session.autosave()
    left = app.scene.session.match
    app.scene.close()

    app = opened()
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, BattleScene)
    again = app.scene.session.match
    assert encode(again.journal) == encode(left.journal)
    assert again.decision().question == left.decision().question
    app.home()


def test_the_menu_of_a_battle_goes_back_to_it():
    app = opened()
    app.begin(REQUEST)
    frames(app)
    battle = app.scene
    app.show_menu(battle.session)
    press(app, pygame.K_DOWN, pygame.K_RETURN)
    assert [save.kind for save in saves.list_saves()].count("save") == 1
    press(app, pygame.K_ESCAPE)
    assert app.scene is battle
    press(app, pygame.K_F1)
    assert app.scene.form.find("section_0") is not None
    press(app, pygame.K_ESCAPE)
    app.home()
    assert isinstance(app.scene, TitleScene)


@pytest.mark.parametrize("asks", [True, False])
def test_the_curtain_falls_only_where_it_is_asked_for(asks):
    app = opened()
    app.settings = msgspec.structs.replace(app.settings, confirm_hand_over=asks)
    app.begin(REQUEST)
    frames(app)
    assert isinstance(app.scene, HandOver if asks else BattleScene)
    press(app, pygame.K_RETURN) if asks else None
    assert isinstance(app.scene, BattleScene)
    app.home()
