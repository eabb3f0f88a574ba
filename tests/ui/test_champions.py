"""The force builder fits out the champions of Rouge Elements, driven by real events."""
import pygame
import pytest

from game.engine.builder import Edit
from game.table.forcefile import read_force
from game.ui.scenes.new_battle import NewBattleScene
from tests.ui.test_builder import control, reach
from tests.ui.test_shell import click, frames, opened, press


@pytest.fixture
def app():
    """The builder with an empty force of 25 points."""
    app = opened((1600, 900))
    app.show_forces("rouge_elements")
    frames(app)
    return app


def points(app):
    return app.scene.bench.builder.points(app.scene.bench.force)


def scrolled(app, name):
    """Brings a control into view: its row is reached by the keyboard."""
    app.scene.form.set_focus(name, shown=True)
    frames(app)
    click(app, name)


def test_carman_piece_by_piece_by_mouse(app, data_dir):
    click(app, "add_trooper")
    click(app, "outfit")
    click(app, "outfit_shelf", 0.3)
    scrolled(app, "buy_has:master_parry")
    scrolled(app, "buy_has:evade")
    click(app, "outfit_shelf", 0.7)
    click(app, "buy_weapon:large_hand_weapon")
    assert points(app) == 9
    click(app, "own_carried:0")
    for change in ("range_up", "pow_up", "corrosion", "burning"):
        scrolled(app, f"buy_change:0:{change}")
    assert points(app) == 15
    click(app, "save")
    saved = read_force(data_dir / "forces" / "new-force.toml")
    assert saved.units[0].own == {
        "base": "trooper", "has": ["master_parry", "evade"],
        "weapons": [{"weapon": "large_hand_weapon", "changes": ["range_up", "pow_up", "corrosion", "burning"]}]}


def test_a_mage_by_keyboard_alone(app):
    reach(app, "add_mage")
    press(app, pygame.K_RETURN)
    reach(app, "outfit")
    press(app, pygame.K_RETURN)
    reach(app, "outfit_shelf")
    press(app, *[pygame.K_RIGHT] * 4)
    assert app.scene.outfit == "Magic"
    reach(app, "buy_has:magic_level")
    press(app, pygame.K_RETURN)
    for spell in ("barrier", "reflect"):
        reach(app, f"buy_spell:{spell}")
        press(app, pygame.K_RETURN)
    reach(app, "sell_spell:barrier")
    press(app, pygame.K_RETURN)
    assert points(app) == 4
    assert app.scene.bench.force.units[0].own == {"base": "mage", "has": ["magic_level"], "spells": ["reflect"]}


def test_what_may_not_be_bought_is_off_and_says_why(app):
    click(app, "add_trooper")
    bench = app.scene.bench
    for part in ("weapon:auto_rifle", "has:light_armour", "has:slow"):
        assert bench.do(Edit(do="buy", unit=bench.chosen, part=part))

    def hint(shelf, name):
        app.scene.shelf, app.scene.outfit = "Outfit", shelf
        app.scene.refresh()
        row = control(app, name)
        assert not row.enabled
        return row.hint

    assert "(RE-11.2)" in hint("Arms", "buy_weapon:stub_pistol")
    assert "(RE-R66)" in hint("Gear", "buy_has:heavy_armour")
    assert "(RE-R93)" in hint("Traits", "buy_has:slow")
    assert "(RE-10.1)" in hint("Magic", "buy_spell:reflect")
    assert "(RE-R65)" in hint("1. Auto rifle", "buy_change:0:remove_burning")
    for _ in range(13):
        assert bench.do(Edit(do="buy", unit=bench.chosen, part="up:L" if points(app) < 11 else "up:CA"))
    while bench.force.limit != 15:
        bench.step_limit(1)
    assert hint("Body", "buy_up:RA") == "+1 RA costs 1 point; nothing is left of the limit of 15. (RE-R95)"
    assert "(RE-1.4)" in str(bench.may(Edit(do="buy", unit=bench.chosen, part="up:L")))


def test_the_limit_counts_what_a_fault_gave_back(app):
    click(app, "add_super_soldier")
    bench = app.scene.bench
    while bench.force.limit != 10:
        bench.step_limit(1)
    for part in ("has:slow", "has:lucky", "up:RA", "up:CA"):
        assert bench.do(Edit(do="buy", unit=bench.chosen, part=part))
    assert points(app) == 10
    verdict = bench.may(Edit(do="sell", unit=bench.chosen, part="has:slow"))
    assert str(verdict) == "Slow gave back 3 points; nothing is left of the limit of 10. (RE-R95)"


def test_a_ready_champion_is_changed_and_undone(app):
    click(app, "shelf", 0.9)
    scrolled(app, "ready_nightmare")
    bench = app.scene.bench
    assert points(app) == 37 and bench.problem() is None
    click(app, "unit_nightmare-1")
    assert app.scene.shelf == "Outfit"
    assert not control(app, "less_has:armstrong").enabled and "(RE-11.2)" in control(app, "less_has:armstrong").hint
    scrolled(app, "buy_up:RA")
    assert points(app) == 38 and bench.force.units[0].profile == "" and bench.force.units[0].name == "Nightmare"
    click(app, "undo")
    assert points(app) == 37 and bench.force.units[0].profile == "nightmare"


def test_an_empty_force_is_not_ready_for_battle(app):
    assert str(app.scene.bench.problem()) == "There is no unit in this force."


def test_a_champion_of_ones_own_goes_into_battle(app):
    click(app, "add_drones")
    bench = app.scene.bench
    for part in ("weapon:smg", "weapon:smg", "weapon:stub_pistol"):
        assert bench.do(Edit(do="buy", unit=bench.chosen, part=part))
    click(app, "save")
    app.home()
    app.show_new_battle()
    frames(app)
    assert isinstance(app.scene, NewBattleScene)
    units = bench.builder.units(bench.force, "blue")
    assert [u.id for u in units] == ["blue-drones-1-1", "blue-drones-1-2", "blue-drones-1-3"]
    assert [[w["weapon"] for w in u.extra["weapons"]] for u in units] == [["smg"], ["smg"], ["stub_pistol"]]
    assert {u.extra["group"] for u in units} == {"blue-drones-1"}
