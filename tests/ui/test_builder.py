"""The force builder driven by real events: by mouse alone, by keyboard alone, with files that are good and bad."""
import json
from pathlib import Path

import pygame
import pytest

from game.sim import forces, paths
from game.table.forcefile import read_force
from game.ui.scenes.builder import BuilderScene
from game.ui.scenes.builder_panels import ImportPanel, Report
from game.ui.scenes.new_battle import NewBattleScene
from game.ui.scenes.notice import Notice
from game.ui.scenes.title import TitleScene
from tests.ui.test_shell import click, frames, opened, press, send, typed

LIST = Path(__file__).parents[1] / "data" / "army_forge_list.json"
CTRL = pygame.KMOD_LCTRL


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path / "data")
    yield tmp_path / "data"
    paths.use_data_dir(None)


@pytest.fixture
def app():
    """The window at 1600 x 900 with the builder for Grimdark Future, an empty force of 1000 points."""
    app = opened((1600, 900))
    app.show_forces("grimdark_future")
    frames(app)
    return app


def reach(app, name):
    """Tab until the focus is on a control."""
    for _ in range(150):
        if app.scene.form.focused == name:
            return
        press(app, pygame.K_TAB)
    raise AssertionError(f"Tab never comes to {name}")


def units(app):
    return [(u.id, u.joins) for u in app.scene.bench.force.units]


def control(app, name):
    return app.scene.form.find(name)


# --- building


def test_an_empty_force_is_not_called_ready(app):
    problem = app.scene.bench.problem()
    assert problem is not None and not problem.ok
    assert "no unit" in app.scene.told_problem()
    click(app, "add_cm_rifles")
    assert app.scene.told_problem() == ""


def test_an_army_by_mouse_alone(data_dir):
    app = opened((1600, 900))
    click(app, "forces")
    click(app, "rules", 0.375)
    assert isinstance(app.scene, BuilderScene) and app.scene.rules == "grimdark_future"
    click(app, "limit", 0.05)
    assert app.scene.bench.force.limit == 750
    click(app, "add_cm_rifles")
    click(app, "into_cm_marshal")
    assert units(app) == [("rifles-1", ""), ("marshal-1", "rifles-1")]
    click(app, "unit_rifles-1")
    click(app, "copy")
    click(app, "add_cm_walker")
    click(app, "remove")
    click(app, "unit_marshal-1")
    click(app, "leave")
    click(app, "target", 0.95)
    click(app, "join")
    assert units(app) == [("rifles-1", ""), ("rifles-2", ""), ("marshal-1", "rifles-2")]
    click(app, "save")
    saved = read_force(data_dir / "forces" / "new-force.toml")
    assert (saved.limit, [u.joins for u in saved.units]) == (750, ["", "", "rifles-2"])
    click(app, "back")
    assert isinstance(app.scene, TitleScene)


def test_an_army_by_keyboard_alone(data_dir):
    app = opened()
    press(app, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(app.scene, BuilderScene)
    reach(app, "rules")
    press(app, pygame.K_RIGHT)
    reach(app, "add_cm_breachers")
    press(app, pygame.K_RETURN)
    reach(app, "into_cm_marshal")
    press(app, pygame.K_SPACE)
    assert units(app) == [("breachers-1", ""), ("marshal-1", "breachers-1")]
    reach(app, "name")
    press(app, pygame.K_BACKSPACE, mod=CTRL)
    typed(app, "kiln watch")
    reach(app, "limit")
    press(app, pygame.K_LEFT, pygame.K_LEFT)
    reach(app, "unit_breachers-1")
    press(app, pygame.K_RETURN)
    reach(app, "unit_name")
    typed(app, "old hands")
    press(app, pygame.K_d, mod=CTRL)
    press(app, pygame.K_z, mod=CTRL)
    reach(app, "unit_marshal-1")
    press(app, pygame.K_DELETE)
    press(app, pygame.K_s, mod=CTRL)
    saved = read_force(data_dir / "forces" / "kiln-watch.toml")
    assert (saved.name, saved.limit, [u.name for u in saved.units]) == ("kiln watch", 500, ["old hands"])
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)


def test_a_crew_by_mouse_alone(data_dir):
    app = opened((1600, 900))
    app.show_forces("rezolution")
    frames(app)
    click(app, "add_glass_rat")
    click(app, "into_glass_rat")
    click(app, "into_shard_slinger")
    assert not control(app, "into_tinsel").enabled and "(RZ-5.8)" in control(app, "into_tinsel").hint
    click(app, "add_tinsel")
    click(app, "add_mother_sill")
    click(app, "target", 0.95)
    click(app, "join")
    click(app, "save")
    saved = read_force(data_dir / "forces" / "new-force.toml")
    assert [u.own.get("models") for u in saved.units] == [
        [{"profile": "glass_rat", "count": 2}, {"profile": "shard_slinger", "count": 1}],
        [{"profile": "tinsel", "count": 1}, {"profile": "mother_sill", "count": 1}]]


def test_what_does_not_fit_is_off_and_says_why(app):
    app.scene.bench.take_ready("grimdark_future", "cindermark_1000")
    app.scene.refresh()
    row = control(app, "add_cm_crawler")
    assert not row.enabled
    assert row.hint == "Foundry Crawler costs 260 points; 5 are left of the limit of 1000. (GF-R11)"
    click(app, "add_cm_crawler")
    assert len(units(app)) == 9
    click(app, "unit_walker-1")
    assert not control(app, "into_cm_marshal").enabled and control(app, "join") is None
    click(app, "limit", 0.05)
    assert "The force costs 995 points, 245 over its limit of 750. (GF-R11)" in str(app.scene.bench.problem())


def test_undo_goes_back_step_by_step_and_typing_is_one_step(app):
    click(app, "add_cm_rifles")
    reach(app, "unit_name")
    typed(app, "first")
    assert app.scene.bench.force.units[0].name == "first"
    click(app, "undo")
    assert app.scene.bench.force.units[0].name == ""
    click(app, "undo")
    assert units(app) == [] and not app.scene.bench.unsaved and not control(app, "undo").enabled


def test_a_name_with_a_blank_can_be_typed_and_taken_back(app):
    click(app, "add_cm_rifles")
    reach(app, "unit_name")
    typed(app, "red guard")
    assert app.scene.bench.force.units[0].name == "red guard"
    press(app, *[pygame.K_BACKSPACE] * 9)
    assert app.scene.bench.entry().name == "Levy Rifles"


# --- files


def test_leaving_with_changes_asks_first(app):
    click(app, "add_cm_rifles")
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, Notice)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, BuilderScene) and len(units(app)) == 1
    click(app, "rules", 0.625)
    click(app, "act")
    assert app.scene.rules == "rezolution" and units(app) == []
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)


def test_forces_are_opened_kept_and_deleted(app, data_dir):
    click(app, "shelf", 0.9)
    click(app, "ready_ordinal_500")
    assert app.scene.bench.force.name == "Ordinal subset" and app.scene.bench.problem() is None
    click(app, "save")
    path = data_dir / "forces" / "ordinal-subset.toml"
    assert path.exists()
    click(app, "new")
    click(app, "open_ordinal-subset")
    assert len(units(app)) == 4
    click(app, "copy_ordinal-subset")
    assert app.scene.bench.force.name == "Ordinal subset copy" and app.scene.bench.unsaved
    click(app, "save")
    assert (data_dir / "forces" / "ordinal-subset-copy.toml").exists()
    click(app, "delete_ordinal-subset")
    assert path.exists()
    click(app, "act")
    assert not path.exists() and control(app, "open_ordinal-subset") is None


def test_a_broken_force_file_is_listed_with_its_fault_and_harms_nothing(app, data_dir):
    (data_dir / "forces").mkdir(parents=True)
    (data_dir / "forces" / "torn.toml").write_text('name = "Torn"\nrules = "grimdark_fut')
    odd = 'name = "Odd"\nrules = "grimdark_future"\n[[unit]]\nprofile = "nobody"'
    (data_dir / "forces" / "odd.toml").write_text(odd)
    app.scene.resized(app.size)
    click(app, "shelf", 0.9)
    for name in ("torn", "odd"):
        assert not control(app, f"open_{name}").enabled and f"{name}.toml" in control(app, f"open_{name}").hint
    app.home()
    app.show_new_battle()
    frames(app)
    assert isinstance(app.scene, NewBattleScene)


def test_a_force_of_ones_own_is_a_choice_of_new_battle(data_dir):
    app = opened((1600, 900))
    app.show_new_battle()
    frames(app)
    click(app, "rules", 0.625)
    click(app, "forces")
    assert app.scene.rules == "rezolution"
    click(app, "add_tinsel")
    click(app, "save")
    click(app, "back")
    assert isinstance(app.scene, NewBattleScene)
    for _ in range(7):
        if app.scene.forces["blue"] == "new-force":
            break
        click(app, "force_blue", 0.95)
    request = app.scene.request()
    assert request.forces["blue"] == "new-force"
    click(app, "begin")
    assert [m.name for m in app.scene.session.match.state.models_of("blue")] == ["Tinsel"]
    app.home()


def test_a_force_larger_than_the_battle_is_told_beside_it(data_dir):
    app = opened((1600, 900))
    app.show_new_battle()
    frames(app)
    click(app, "rules", 0.375)
    scenario = next(s for s in app.scene._scenarios if s.rules == "grimdark_future" and s.points == 500)
    click(app, f"scenario_{scenario.id}")
    assert control(app, "over_blue") is None
    for _ in range(9):
        click(app, "force_blue", 0.95)
        if app.scene.forces["blue"].endswith("1000"):
            break
    assert control(app, "over_blue").words == "500 points more than this battle is meant for."


# --- import


def check_imported(app):
    assert isinstance(app.scene, Report) and "  3 units, 465 points in all" in app.scene.lines
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, BuilderScene) and app.scene.bench.unsaved
    assert app.scene.bench.force.name == "Synthetic Dock Company" and app.scene.bench.builder.points(
        app.scene.bench.force) == 465


def test_a_list_is_imported_by_the_button_and_a_typed_path(app, data_dir):
    click(app, "import")
    assert isinstance(app.scene, ImportPanel) and not control(app, "import").enabled
    typed(app, str(LIST))
    press(app, pygame.K_RETURN)
    check_imported(app)
    click(app, "save")
    assert (data_dir / "forces" / "synthetic-dock-company.toml").exists()


def test_a_list_is_imported_by_dropping_it_on_the_window(app):
    send(app, pygame.DROPFILE, file=str(LIST))
    check_imported(app)


def test_a_force_file_is_opened_by_dropping_it_on_the_window(app, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nrules = "rezolution"\n[[unit]]\nprofile = "tinsel"\n')
    send(app, pygame.DROPFILE, file=str(path))
    assert app.scene.bench.force.name == "Mine" and app.scene.rules == "rezolution"
    click(app, "save")
    assert app.scene.bench.force.source.endswith("forces/mine.toml")


def test_a_list_is_dropped_on_the_panel_too(app):
    press(app, pygame.K_o, mod=CTRL)
    send(app, pygame.DROPFILE, file=str(LIST))
    check_imported(app)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b'{"saveVersion": 3}', b'{"units": [{}]}'])
def test_a_list_that_cannot_be_read_is_told_and_the_force_stays(app, tmp_path, content):
    click(app, "add_cm_rifles")
    (tmp_path / "list.json").write_bytes(content)
    press(app, pygame.K_s, mod=CTRL)
    send(app, pygame.DROPFILE, file=str(tmp_path / "list.json"))
    assert isinstance(app.scene, Notice) and "list.json" in app.scene.words
    press(app, pygame.K_RETURN)
    assert units(app) == [("rifles-1", "")]


def test_a_list_that_cannot_be_read_does_not_ask_to_let_the_force_go(app, tmp_path):
    click(app, "add_cm_rifles")
    for name in ("none.json", "none.toml"):
        send(app, pygame.DROPFILE, file=str(tmp_path / name))
        assert isinstance(app.scene, Notice) and name in app.scene.words
        press(app, pygame.K_RETURN)
    assert units(app) == [("rifles-1", "")] and app.scene.bench.unsaved


def test_a_unit_of_an_imported_list_keeps_a_name_and_tells_what_is_not_automated(app, tmp_path):
    data = json.loads(LIST.read_text())
    data["units"][3]["rules"].append({"name": "Transport", "rating": 6})
    (tmp_path / "list.json").write_text(json.dumps(data))
    send(app, pygame.DROPFILE, file=str(tmp_path / "list.json"))
    press(app, pygame.K_RETURN)
    click(app, "unit_loader-crawler-1")
    assert control(app, "dropped").words == "Not automated: Transport(6)"
    click(app, "unit_name")
    press(app, pygame.K_DELETE)
    assert control(app, "unit_name").value == "" and app.scene.bench.entry().name == "Loader Crawler"
    assert forces.saved_forces() == []
