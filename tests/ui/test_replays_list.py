"""The list of replays and what it leads to, in the real window: by mouse, by keyboard, with damaged files."""
import shutil

import pygame
import pytest

from game.engine.journal import encode
from game.sim import paths, saves
from game.sim.saves import load_match
from game.ui.scenes.battle import BattleScene
from game.ui.scenes.lab import LabScene
from game.ui.scenes.notice import Notice
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.replays import ReplaysScene
from game.ui.scenes.take_over import TakeOver
from game.ui.start import StartRequest
from tests.ui.test_replay import played
from tests.ui.test_shell import SIZES, click, frames, opened, press, send


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path)
    yield tmp_path
    paths.use_data_dir(None)


@pytest.fixture
def game(data_dir):
    """A saved game."""
    return saves.write(played("rezolution"), paths.saves_dir() / "save-one.json")


def rest(app, limit=300):
    """Until the chosen game has been read."""
    for _ in range(limit):
        frames(app, 1)
        if app.scene.game is not None or app.scene.fault:
            return
        pygame.time.wait(10)
    raise AssertionError("the game is never read")


def test_from_the_title_to_a_replay_by_mouse_and_back(game):
    app = opened((1280, 720))
    click(app, "replays")
    assert isinstance(app.scene, ReplaysScene)
    rest(app)
    assert app.scene.game is not None
    click(app, "watch")
    assert isinstance(app.scene, ReplayScene) and app.scene.origin == game
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ReplaysScene)


def test_by_keyboard_alone_even_before_it_is_read(game):
    app = opened((1280, 720))
    app.show_replays()
    press(app, pygame.K_RETURN)
    for _ in range(300):
        frames(app, 1)
        if isinstance(app.scene, ReplayScene):
            break
        pygame.time.wait(10)
    assert isinstance(app.scene, ReplayScene)


@pytest.mark.parametrize("damage", ["cut", "text", "rules", "version", "digest", "empty"])
def test_a_bad_file_is_named_with_what_is_wrong(game, damage):
    data = game.read_bytes()
    bad = game.with_name("save-bad.json")
    bad.write_bytes({
        "cut": data[: len(data) // 2], "text": b"hello", "rules": data.replace(b'"rezolution"', b'"whist"', 1),
        "version": data.replace(b'"rules_version":"', b'"rules_version":"9', 1), "empty": b"",
        "digest": data.replace(b'"digest":"', b'"digest":"0', 1),
    }[damage])
    app = opened((1280, 720))
    app.show_replays()
    frames(app)
    if app.scene.chosen.path != bad:
        click(app, "replay_save-bad.json")
    rest(app)
    assert app.scene.chosen.path == bad and app.scene.fault
    press(app, pygame.K_RETURN)
    frames(app, 5)
    assert isinstance(app.scene, ReplaysScene)
    click(app, "replay_save-one.json")
    rest(app)
    assert not app.scene.fault


def test_no_replay_yet():
    app = opened()
    app.show_replays()
    frames(app)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, ReplaysScene)


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_list_fits_every_window(game, size, scale):
    app = opened(size, scale)
    app.show_replays()
    rest(app)
    frames(app)
    for region in app.scene.form.regions:
        assert app.surface.get_rect().contains(region.view)


def test_a_file_dropped_on_the_list_is_watched(game, tmp_path):
    other = tmp_path / "anything.json"
    shutil.copy(game, other)
    app = opened()
    app.show_replays()
    send(app, pygame.DROPFILE, file=str(other))
    assert isinstance(app.scene, ReplayScene) and app.scene.origin == other


def test_the_command_line_opens_the_window_with_a_replay(game):
    app = opened()
    app.open_at(StartRequest(replay=game))
    assert isinstance(app.scene, ReplayScene)
    app.open_at(StartRequest(replay=game.with_name("nowhere.json")))
    assert isinstance(app.scene, Notice)


# --- taking over


def opened_replay(game, size=(1280, 720), scale=1.0):
    app = opened(size, scale)
    app.open_replay(game)
    for _ in range(6):
        press(app, pygame.K_DOWN)
    app.scene.update(0.2)
    frames(app)
    return app


def test_taken_over_as_a_game_by_keyboard(game):
    before = game.read_bytes()
    app = opened_replay(game)
    place, state = app.scene.watch.place, app.scene.stage.state
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, TakeOver)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, BattleScene) and not isinstance(app.scene, (ReplayScene, LabScene))
    assert place > 0 and app.scene.match.state == state
    (auto,) = [s.path for s in saves.list_saves() if s.kind == "auto"]
    assert load_match(auto)[0].state == state
    assert game.read_bytes() == before, "the replay's file stays untouched"


def test_who_plays_and_which_dice_are_chosen_by_mouse(game):
    app = opened_replay(game, (1600, 900))
    press(app, pygame.K_RETURN)
    scene = app.scene
    sides = list(scene.players)
    click(app, f"player_{sides[0]}", 0.5)
    click(app, f"player_{sides[1]}", 0.1)
    click(app, "dice", 0.75)
    assert scene.same_dice and scene.players == {sides[0]: "recruit", sides[1]: "human"}
    click(app, "game")
    assert app.scene.session.players == {sides[0]: "recruit", sides[1]: "human"}
    assert app.scene.match.journal.reseeds == ()


def test_taken_over_as_a_lab(game):
    before = game.read_bytes()
    app = opened_replay(game, (1600, 900))
    state = app.scene.stage.state
    press(app, pygame.K_RETURN)
    click(app, "lab")
    assert isinstance(app.scene, LabScene) and app.scene.lab.state == state
    assert game.read_bytes() == before


def test_nothing_is_taken_over_where_the_game_is_over(game):
    match = played("rezolution", 400)
    assert match.over
    app = opened()
    app.show_replay(match)
    press(app, pygame.K_END, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, (TakeOver, ReplayScene))
    if isinstance(app.scene, TakeOver):  # the last decision that was taken
        assert not app.scene.watch.course.game_at(app.scene.stop).over
    assert encode(match.journal)


def test_f12_saves_a_picture_of_a_replay(game):
    app = opened_replay(game)
    press(app, pygame.K_F12)
    assert len(list(paths.pictures_dir().glob("*.png"))) == 1


def test_finished_games_are_kept_and_no_more_than_so_many(data_dir, monkeypatch):
    monkeypatch.setattr(saves, "KEPT_FINISHED", 3)
    match = played("rezolution", 400)
    for number in range(5):
        saves.autosave(match, paths.saves_dir() / f"auto-2026010{number}-game.json")
    assert [s.kind for s in saves.list_saves()] == ["done"] * 3


def test_a_result_leads_to_its_replay_and_back():
    from game.sim.session import Session
    from game.ui.scenes.result import ResultScene

    match = played("rezolution", 400)
    app = opened((1600, 900))
    players = dict.fromkeys(match.state.sides, "recruit")
    app.show_result(Session(match, players, None, paths.saves_dir() / "auto-x.json"))
    assert isinstance(app.scene, ResultScene)
    click(app, "replay")
    assert isinstance(app.scene, ReplayScene)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ResultScene)
