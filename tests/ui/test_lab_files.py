"""Files and the Lab: a session keeps itself and goes on, maps and lists are brought in, whatever is dropped is opened
as what it is, and a broken file changes nothing."""
from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.sim import paths
from game.sim.lab import sessions
from game.sim.lab.opening import open_lab
from game.sim.saves import list_saves
from game.sim.scenario import list_scenarios
from game.sim.session import BattleRequest
from game.ui.scenes.battle import BattleScene
from game.ui.scenes.lab import LabScene
from game.ui.scenes.lab_cases import CasesPage
from game.ui.scenes.lab_import import ImportPage
from game.ui.scenes.title import TitleScene
from tests.sim.test_lab_cases import SHOT
from tests.ui.labapp import AppHands

CTRL = pygame.KMOD_CTRL
DATA = Path(__file__).resolve().parents[1] / "data"
UVTT = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 20, "y": 15}, "pixels_per_grid": 10},
    "line_of_sight": [[{"x": 2, "y": 2}, {"x": 8, "y": 2}]], "portals": [], "lights": [],
}


@pytest.fixture
def files(tmp_path) -> dict[str, Path]:
    """One of each that can be dropped."""
    found = {"case": tmp_path / "shot.toml", "map": tmp_path / "crypt.dd2vtt", "picture": tmp_path / "street.png",
             "list": DATA / "army_forge_list.json", "folder": tmp_path / "cases"}
    found["case"].write_text(SHOT.replace("MARKED", "0"))
    found["map"].write_text(json.dumps(UVTT))
    pygame.image.save(pygame.Surface((140, 70)), found["picture"])
    found["folder"].mkdir()
    (found["folder"] / "one.toml").write_text(SHOT.replace("MARKED", "0"))
    found["scenario"] = next(s.path for s in list_scenarios() if s.rules == "rezolution")
    found["table"] = next(iter(sorted((paths.maps_dir() / "tables").glob("*.toml"))))
    return found


def wait(scene: LabScene) -> None:
    scene.keeper._settle(wait=True)


def put_wall(h: AppHands) -> None:
    h.press("tab", "terrain")
    h.press("brush", "terrain", "wall")
    h.click(h.scene.picture.camera.px((12, 12)))


# --- the session keeps itself
def test_after_a_crash_continue_goes_on_with_the_table(hands) -> None:
    h = hands()
    scene = h.lab(None)
    put_wall(h)
    for _ in range(30):
        h.step(1)
    wait(scene)
    left = sessions.left_last()
    assert left is not None and left.moments == 2
    again = AppHands()  # as if the first window had been killed: it never closed its scene
    assert isinstance(again.scene, TitleScene)
    again.widget("continue")
    assert isinstance(again.scene, LabScene) and "wall-1" in again.scene.lab.doc.setting.terrain
    assert again.scene.lab.undo() and not again.scene.lab.doc.setting.terrain
    again.close()


def test_what_was_done_a_moment_ago_is_kept_when_the_lab_is_left(hands) -> None:
    h = hands()
    h.lab(None)
    put_wall(h)
    h.key(pygame.K_ESCAPE)
    h.key(pygame.K_ESCAPE)
    h.widget("home")
    assert isinstance(h.scene, TitleScene)
    assert "wall-1" in open_lab(sessions.left_last().path).doc.setting.terrain
    assert not list_saves()


def test_nothing_done_leaves_nothing(hands) -> None:
    h = hands()
    h.lab(None)
    h.key(pygame.K_ESCAPE)
    h.widget("home")
    assert not sessions.list_sessions()


def test_saved_under_a_name_opened_from_the_list_and_saved_again(hands) -> None:
    h = hands()
    scene = h.lab(None)
    put_wall(h)
    h.key(pygame.K_s, CTRL)
    (info,) = sessions.list_sessions()
    assert not info.left and not scene.desk.unsaved
    h.press("tool", "select")
    h.click(scene.picture.camera.px((12, 12)))
    h.key(pygame.K_DELETE)
    h.key(pygame.K_s, CTRL)
    assert [s.path for s in sessions.list_sessions()] == [info.path]
    h.key(pygame.K_o, CTRL)
    h.widget(f"open_{info.path}")
    h.widget("open")
    assert isinstance(h.scene, LabScene) and len(h.scene.lab.moments) == 3
    assert not h.scene.lab.doc.setting.terrain


def test_a_scenario_is_still_saved_and_refused_without_models(hands) -> None:
    h = hands()
    h.lab(None)
    h.key(pygame.K_ESCAPE)
    h.widget("scenario")
    assert isinstance(h.scene, LabScene) and not list(paths.lab_dir().glob("*.toml"))
    h.lab("rezolution/first_skirmish")
    h.key(pygame.K_ESCAPE)
    h.widget("scenario")
    (path,) = paths.lab_dir().glob("*.toml")
    assert open_lab(path).state.models.keys() == h.scene.lab.state.models.keys()


def test_a_broken_session_is_told_in_one_line(hands) -> None:
    path = paths.lab_dir() / "broken.lab"
    path.parent.mkdir(parents=True)
    path.write_text('{"header": {"game": "firing-arc-lab"')
    h = hands()
    scene = h.lab(None)
    h.drop(path)
    assert h.scene.title == "That did not work" and "not a Lab session" in h.scene.words
    h.key(pygame.K_ESCAPE)
    assert h.scene is scene


# --- import
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 2.0)])
def test_a_map_is_brought_in_with_another_scale_and_other_kinds(hands, files, size, scale) -> None:
    h = hands(size, scale)
    h.lab("bare:rouge_elements")
    h.key(pygame.K_i, CTRL)
    page = h.scene
    assert isinstance(page, ImportPage) and page.form.focused == "file"
    h.send(pygame.TEXTINPUT, text=str(files["map"]))
    page.settle()
    assert page.found.map.table == (20.0, 15.0) and page.found.kinds == ("wall",)
    h.type_into("scale", "1.5")
    page.settle()
    assert page.found.map.table == (30.0, 22.5)
    h.widget("kind_wall")
    page.form.set_focus("kind_wall")
    while page.kinds.get("wall") != "fence":
        h.key(pygame.K_RIGHT)
    page.settle()
    assert [spec.kind for spec in page.found.map.terrain] == ["fence"] and page.found.retagged
    h.type_into("scale", "much")
    page.settle()
    assert "should read 1.5" in page.fault and not page.form.find("take").enabled
    h.type_into("scale", "1.5")
    page.settle()
    h.widget("take")
    scene = h.scene
    assert isinstance(scene, LabScene) and scene.lab.doc.rules == "rouge_elements"
    assert [p.kind for p in scene.lab.doc.setting.terrain.values()] == ["fence"]
    assert (scene.lab.state.table.width, scene.lab.state.table.height) == (30.0, 22.5)


def test_a_picture_asks_for_its_scale_and_is_the_ground(hands, files) -> None:
    h = hands()
    h.lab(None)
    h.drop(files["picture"])
    page = h.scene
    page.settle()
    assert isinstance(page, ImportPage) and page.asks and "tells no scale" in page.fault
    h.type_into("scale", "7px")
    page.settle()
    h.widget("take")
    scene = h.scene
    assert (scene.lab.state.table.width, scene.lab.state.table.height) == (20.0, 10.0)
    picture = Path(scene.lab.state.table.background.picture)
    assert picture.is_file() and picture.parent == paths.own_tables_dir()
    profile = scene.lab.ruleset.builder.catalogue()[0].id
    from game.sim.lab import edits
    from game.sim.lab.writing import write_scenario

    for side, y in (("blue", 2.0), ("red", 8.0)):
        scene.edit(edits.add_unit(profile, side, (10.0, y)), "one")
    write_scenario(scene.lab.standing(), paths.lab_dir() / "ground.toml")
    assert open_lab(paths.lab_dir() / "ground.toml").state.table.background.picture == str(picture)


def test_an_army_list_is_kept_among_the_forces_and_opened(hands, files) -> None:
    h = hands()
    h.lab(None)
    h.drop(files["list"])
    h.scene.settle()
    h.step()
    h.widget("take")
    assert isinstance(h.scene, LabScene) and h.scene.lab.doc.rules == "grimdark_future" and h.scene.lab.state.models
    assert list(paths.forces_dir().glob("*.toml"))


@pytest.mark.parametrize("kind", ["case", "scenario", "table"])
def test_what_is_ours_is_opened_as_such(hands, files, kind) -> None:
    h = hands()
    h.drop(files[kind])
    assert isinstance(h.scene, LabScene)
    assert (h.scene.lab.case is not None) is (kind == "case")


def test_a_dropped_folder_is_run(hands, files) -> None:
    h = hands()
    h.drop(files["folder"])
    assert isinstance(h.scene, CasesPage)
    h.scene.run.wait(20)
    h.step(12)
    assert [o.standing for o in h.scene.listed()] == ["passed"]


def test_a_drop_never_loses_a_running_game(hands, files) -> None:
    """Over a battle it is asked first; the battle stays, and Continue goes on with it in any case."""
    h = hands()
    info = next(s for s in list_scenarios() if s.rules == "rezolution")
    h.app.begin(BattleRequest(scenario=info.id, players=dict.fromkeys(s.id for s in info.sides) | {
        s.id: "human" for s in info.sides}, seed=3))
    battle = h.scene
    assert isinstance(battle, BattleScene)
    h.drop(files["case"])
    assert h.scene.title == "Leave the battle?"
    h.key(pygame.K_ESCAPE)
    assert h.scene is battle
    h.drop(files["case"])
    h.widget("act")
    assert isinstance(h.scene, LabScene)
    h.app.home()
    h.step()
    h.widget("continue")
    assert isinstance(h.scene, BattleScene) and not isinstance(h.scene, LabScene)
    save = next(s.path for s in list_saves() if not s.fault)
    h.app.home()
    h.drop(save)
    assert isinstance(h.scene, BattleScene) and not isinstance(h.scene, LabScene)


@pytest.mark.parametrize("data", [b"", b"{", b"\x89PNG\r\n\x1a\n", b"{\"resolution\": {}}", b"\x00" * 100,
                                  b"[" * 5000, json.dumps({**UVTT, "resolution": {
                                      **UVTT["resolution"], "map_size": {"x": float("inf"), "y": -3}}}).encode()])
@pytest.mark.parametrize("end", [".dd2vtt", ".png", ".json", ".tmx", ".toml", ".lab", ""])
def test_a_broken_file_changes_nothing(hands, tmp_path, data, end) -> None:
    path = tmp_path / f"broken{end}"
    path.write_bytes(data)
    h = hands()
    scene = h.lab(None)
    put_wall(h)
    before = scene.lab.now
    h.drop(path)
    if isinstance(h.scene, ImportPage):
        h.scene.settle()
        h.step()
    assert h.scene.title == "That did not work" and "\n" not in h.scene.words and str(path) in h.scene.words
    h.key(pygame.K_ESCAPE)
    assert h.scene is scene and scene.lab.now is before


def test_what_is_not_there_is_told(hands, tmp_path) -> None:
    h = hands()
    scene = h.lab(None)
    h.drop(tmp_path / "nowhere.tmx")
    if isinstance(h.scene, ImportPage):
        h.scene.settle()
    assert h.scene.title == "That did not work"
    h.key(pygame.K_ESCAPE)
    assert h.scene is scene
