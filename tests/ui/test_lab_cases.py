"""Cases in the Lab, by hand: keep one, step through one, run a folder, open the one that fails where it fails."""
from __future__ import annotations

import threading
import time
from pathlib import Path

import pygame
import pytest

from game.sim import paths
from game.sim.cases import run_case_files
from game.sim.lab import casewriting
from game.ui.scenes.lab import LabScene
from game.ui.scenes.lab_case import CasePage
from game.ui.scenes.lab_cases import CasesPage
from tests.sim.test_lab_cases import SHOT

CTRL = pygame.KMOD_CTRL
SIZES = [((1280, 720), 1.0), ((1920, 1080), 2.0)]


@pytest.fixture
def shot(tmp_path) -> Path:
    path = tmp_path / "shot.toml"
    path.write_text(SHOT.replace("MARKED", "0"))
    return path


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_what_was_played_is_kept_as_a_case(hands, shot, size, scale) -> None:
    """The shot of a case, played in the Lab and kept with what is ticked; `check` passes on it."""
    h = hands(size, scale)
    scene = h.lab(shot)
    h.press("mode", "play")
    h.press("case", "last")
    assert scene.lab.at == 1
    h.key(pygame.K_e, CTRL)
    page = h.scene
    assert isinstance(page, CasePage)
    page.settle()
    assert page.draft is not None and not page.fault
    h.type_into("name", "my shot")
    h.type_into("called", "A shot of mine")
    h.type_into("cites", "RZ-6.4, RZ-6.5")
    dice = next(n for n, offer in enumerate(page.offers) if offer.key == "dice")
    chance = next(n for n, offer in enumerate(page.offers) if offer.key == "chance")
    h.widget(f"offer_{dice}")
    h.widget(f"offer_{chance}")
    h.widget("refusal_0")
    before = set(page.ticked)
    h.widget(f"offer_{dice}")
    h.widget(f"offer_{dice}")
    assert page.ticked == before
    h.widget("save")
    assert h.scene is scene
    path = paths.cases_dir() / "rezolution" / "my_shot.toml"
    (result,) = run_case_files([path])
    assert result.passed and result.title == "A shot of mine" and result.cites == ("RZ-6.4", "RZ-6.5")
    text = path.read_text()
    assert "dice = 4" in text and "chance =" in text and "refused =" in text
    opened = h.lab(path)
    assert opened.lab.case.passed and opened.lab.case.steps == 2


def test_a_case_that_is_there_is_replaced_only_when_asked(hands, shot) -> None:
    h = hands()
    h.lab(shot)
    h.press("case", "last")
    for _ in range(2):
        h.key(pygame.K_e, CTRL)
        h.type_into("name", "twice")
        h.widget("save")
    assert h.scene.title == "Replace this case?"
    h.widget("act")
    assert isinstance(h.scene, LabScene)


def test_nothing_ticked_and_no_name_cannot_be_kept(hands, shot) -> None:
    h = hands()
    h.lab(shot)
    h.press("case", "last")
    h.key(pygame.K_e, CTRL)
    page = h.scene
    for kind, number in sorted(page.ticked):
        h.widget(f"{kind}_{number}")
    assert not page.form.find("save").enabled and "expects nothing" in page.form.find("save").hint
    h.type_into("name", "")
    assert not page.form.find("save").enabled and "name" in page.form.find("save").hint


def test_how_much_is_played_can_be_chosen(hands, shot) -> None:
    """The table alone, or the last orders; the list follows."""
    h = hands()
    scene = h.lab(shot)
    h.press("case", "last")
    h.key(pygame.K_e, CTRL)
    page = h.scene
    assert page.orders == 1 and len(page.draft.steps) == 1
    page.form.set_focus("orders")
    h.key(pygame.K_RIGHT)
    assert page.orders == 0 and not page.draft.steps and page.refusals is not None
    h.key(pygame.K_ESCAPE)
    assert h.scene is scene


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_a_folder_is_run_and_the_failing_one_opened_where_it_fails(hands, tmp_path, size, scale) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "good.toml").write_text(SHOT.replace("MARKED", "0"))
    (folder / "bad.toml").write_text(SHOT.replace("MARKED", "2").replace("A shot over", "Never over"))
    (folder / "broken.toml").write_text("title =")
    h = hands(size, scale)
    h.lab(None)
    h.key(pygame.K_r, CTRL)
    page = h.scene
    assert isinstance(page, CasesPage)
    h.type_into("folder", str(folder))
    h.widget("run")
    page.run.wait(30)
    h.step(12)
    assert [o.standing for o in page.listed()] == ["error", "failed", "passed"]
    page.form.set_focus("filter")
    h.key(pygame.K_RIGHT)
    assert [o.path.stem for o in page.listed()] == ["bad"]
    h.widget(f"case_{folder / 'bad.toml'}_0")
    scene = h.scene
    assert isinstance(scene, LabScene)
    case = scene.lab.case
    assert not case.passed and scene.lab.at == case.places[1]
    scene.picture.view.ground.layer.start = lambda *a: None
    h.step(3)
    assert scene.picture.case.open and scene.picture.layout.expected.h > 0
    h.key(pygame.K_r, CTRL)
    assert h.scene.listed()[0].path.stem == "bad", "one comes back to the results"


def test_a_case_is_stepped_through_edited_and_run_again(hands, shot) -> None:
    h = hands()
    scene = h.lab(shot)
    assert scene.lab.at == 0 and scene.lab.queue == (1, 2, 3, 3)
    h.press("case", "list")
    assert scene.picture.layout.expected.h > 0 and scene.picture.layout.chances.h == 0
    h.press("case", "on")
    assert scene.lab.at == 1 and not scene.lab.queue
    h.press("case", "back")
    assert scene.lab.at == 0
    h.press("case", "step", 1)
    assert scene.lab.at == 1
    h.press("mode", "play")
    h.press("case", "first")
    h.press("case", "on")
    assert scene.lab.at == 1
    for _ in range(40):
        h.step()
        if not scene.stage.playing:
            break
    h.press("mode", "edit")
    h.press("case", "first")
    h.press("brush", "terrain", "wall")
    h.click(scene.picture.camera.px((10, 12)))
    assert scene.picture.case.changed()
    h.press("case", "again")
    assert not scene.lab.case.passed and scene.lab.case.refused
    h.press("case", "close")
    assert scene.lab.case is None and scene.picture.layout.case.h == 0


def test_a_run_is_stopped(hands) -> None:
    h = hands()
    h.lab(None)
    h.app.show_cases(Path(__file__).resolve().parents[1] / "cases")
    page = h.scene
    h.step(1)
    h.widget("stop")
    page.run.wait(30)
    h.step(12)
    assert page.run.stopped and "stopped" in page._standing()
    h.key(pygame.K_ESCAPE)
    assert isinstance(h.scene, LabScene)


def test_a_case_that_takes_long_is_made_off_the_window(hands, shot, monkeypatch) -> None:
    """The page is there at once and says so; the case follows, of as many orders as were asked for last."""
    made = threading.Event()
    drafted = casewriting.drafted

    def slow(lab, orders):
        made.wait(5)
        return drafted(lab, orders)

    monkeypatch.setattr(casewriting, "drafted", slow)
    h = hands()
    scene = h.lab(shot)
    h.press("mode", "play")
    h.press("case", "last")
    began = time.perf_counter()
    h.key(pygame.K_e, CTRL)
    page = h.scene
    assert isinstance(page, CasePage) and page.draft is None and time.perf_counter() - began < 2
    h.key(pygame.K_RETURN)
    assert h.scene is page and not list((paths.cases_dir()).rglob("*.toml"))
    page._orders(-1)
    made.set()
    page.settle()
    assert page.draft is not None and not page.draft.steps and scene.lab.at == 1
