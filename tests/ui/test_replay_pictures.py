"""Pictures of a replay saved from the window: choices, progress, stopping; whole files or none."""
import pygame
import pytest
from PIL import Image

from game.sim import paths
from game.sim.course import Course
from game.ui.replay.film import Film, Wish, count, places_of, span
from game.ui.replay.filming import Writer
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.save_pictures import SavePictures
from tests.ui.test_replay import RULES, played
from tests.ui.test_shell import SIZES, click, frames, opened, press


@pytest.fixture(autouse=True)
def data_dir(tmp_path, monkeypatch):
    paths.use_data_dir(tmp_path)
    monkeypatch.setattr(Film, "ready", lambda self: True)  # tests need no textures
    monkeypatch.setattr("game.ui.draw.ground.layer.StaticLayer.start", lambda *a: None)
    yield tmp_path
    paths.use_data_dir(None)


def at_pictures(size=(1600, 900), scale=1.0, rules="rezolution"):
    app = opened(size, scale)
    app.show_replay(played(rules))
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    assert isinstance(app.scene, SavePictures)
    return app


def until_saved(app, limit=3000):
    for _ in range(limit):
        frames(app, 1)
        if isinstance(app.scene, ReplayScene):
            return
        pygame.time.wait(1)
    raise AssertionError("it is never saved")


def files():
    return sorted(paths.pictures_dir().iterdir()) if paths.pictures_dir().is_dir() else []


def test_a_moving_picture_by_keyboard_alone():
    app = at_pictures()
    app.scene.size_at = 0
    press(app, pygame.K_RETURN)
    assert app.scene.saving
    until_saved(app)
    (file,) = files()
    with Image.open(file) as picture:
        assert picture.format == "GIF" and picture.n_frames > 3


@pytest.mark.parametrize(("share", "kind"), [(0.3, "webp"), (0.5, "apng"), (0.7, "folder"), (0.9, "sheet")])
def test_every_kind_by_mouse(share, kind):
    app = at_pictures()
    click(app, "kind", share)
    click(app, "size", 0.1)
    click(app, "each", 0.1)
    assert app.scene.kind == kind and app.scene.each == "round"
    click(app, "save")
    until_saved(app)
    (made,) = files()
    assert made.is_dir() == (kind == "folder")
    if made.is_dir():
        assert len(list(made.glob("*.png"))) == len(places_of(app.scene.course, Wish(
            each="round", end=len(app.scene.course))))
    else:
        with Image.open(made) as picture:
            assert picture.n_frames > 1 or kind == "sheet"


@pytest.mark.parametrize("kind", ["gif", "folder", "sheet"])
def test_stopping_leaves_nothing(kind):
    app = at_pictures()
    app.scene.kind, app.scene.each = kind, "event"
    app.scene.refresh()
    press(app, pygame.K_RETURN)
    frames(app, 2)
    assert app.scene.saving
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, SavePictures) and not app.scene.saving
    assert files() == []
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ReplayScene)


def test_closing_the_window_meanwhile_leaves_nothing():
    app = at_pictures()
    app.scene.each = "event"
    press(app, pygame.K_RETURN)
    frames(app, 1)
    app.home()
    assert files() == []


def test_the_span_is_chosen_by_rounds():
    app = at_pictures()
    click(app, "from", 0.9)
    assert app.scene.ends[0] == 1
    course = app.scene.course
    assert app.scene.wish().start == course.rounds[1]
    click(app, "to", 0.1)
    assert app.scene.ends[1] == max(course.rounds)
    for _ in range(len(course.rounds)):
        click(app, "to", 0.1)
    assert app.scene.ends[1] is None


def test_too_much_is_refused_before_it_begins(monkeypatch):
    monkeypatch.setattr("game.ui.replay.film.MOST_BYTES", 9_000_000)
    app = at_pictures()
    app.scene.each, app.scene.size_at, app.scene.speed_at = "motion", 3, 0
    app.scene.refresh()
    told, fine = app.scene._count()
    assert not fine and "too many" in told
    press(app, pygame.K_RETURN)
    assert not app.scene.saving


def test_a_disk_that_refuses_is_told(monkeypatch):
    app = at_pictures()
    app.scene.size_at = 0
    paths.pictures_dir().parent.mkdir(parents=True, exist_ok=True)
    paths.pictures_dir().write_text("a file where the folder would be")
    press(app, pygame.K_RETURN)
    for _ in range(3000):
        frames(app, 1)
        if not isinstance(app.scene, SavePictures):
            break
        pygame.time.wait(1)
    assert type(app.scene).__name__ == "Notice" and "cannot be" in app.scene.words


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_it_fits_every_window(size, scale):
    app = at_pictures(size, scale)
    for region in app.scene.form.regions:
        assert app.surface.get_rect().contains(region.view)


@pytest.mark.parametrize("rules", RULES)
def test_there_are_as_many_pictures_as_were_told(rules):
    match = played(rules)
    course = Course(match)
    start, end = span(course, 1, 1)
    for each in ("round", "decision", "event", "motion"):
        wish = Wish(each=each, start=start, end=end, size=(320, 240), speed=8, textured=False)
        film = Film(match, wish)
        shots = list(film.frames())
        film.close()
        assert len(shots) == count(course, wish) > 0
        assert {shot.picture.get_size() for shot in shots} == {film.size}
        assert shots[0].place == start and shots[-1].place == end


def test_the_whole_screen_has_the_size_that_was_asked_for():
    match = played("cyberdark")
    wish = Wish(each="round", end=len(Course(match)), whole=True, size=(640, 360), textured=False)
    film = Film(match, wish)
    assert next(film.frames()).picture.get_size() == (640, 360)
    film.close()


def test_a_writer_that_is_stopped_keeps_the_file_before(tmp_path):
    file = tmp_path / "game.gif"
    file.write_bytes(b"before")
    match = played("rezolution")
    film = Film(match, Wish(end=len(Course(match)), size=(320, 240), textured=False))
    writer = Writer(file, "gif", 9)
    writer.add(next(film.frames()))
    writer.stop()
    film.close()
    assert file.read_bytes() == b"before" and list(tmp_path.iterdir()) == [file]
