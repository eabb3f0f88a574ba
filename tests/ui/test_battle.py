"""The battle screen driven by real events: whole games by mouse alone and by keyboard alone, and what must hold."""
from __future__ import annotations

import random
from itertools import combinations

import pygame
import pytest

from game.engine.commands import Command
from game.engine.match import Match
from game.rulesets.registry import ruleset
from game.sim.scenario import load_scenario
from tests.ui.desk import Desk
from tests.ui.fake import fake_match


@pytest.fixture
def desk():
    made = Desk(fake_match())
    yield made
    made.close()


def rezolution(scenario: str = "first_skirmish", seed: int = 3) -> Match:
    return Match(ruleset("rezolution"), load_scenario(scenario).start(), seed)


class Hands:
    """Plays a decision by one kind of device. Chooses at random among what the screen offers."""

    def __init__(self, desk: Desk, seed: int = 1) -> None:
        self.desk, self.random = desk, random.Random(seed)

    def open_options(self) -> list[int]:
        """The options that may be taken; often the one that sets the rest up, so that a game begins in time."""
        offered = [(i, o) for i, o in enumerate(self.desk.intents.options()) if o.verdict.ok]
        quick = [i for i, o in offered if o.do == "line_up"]
        return quick if quick and self.random.random() < 0.5 else [i for i, _ in offered]

    def wanted(self) -> list:
        return [c.value for c in (*self.desk.intents.targets(), *self.desk.intents.choices()) if c.verdict.ok]

    def step(self) -> None:
        intents = self.desk.intents
        if intents.filling is None:
            self.pick_doer()
            if intents.filling is None:
                self.pick_option()
        else:
            self.fill()


class Mouse(Hands):
    def pick_doer(self) -> None:
        doers = [d for d in self.desk.intents.doers() if d in self.desk.intents.able()]
        state = self.desk.scene.stage.state
        rows = [d if d in state.models else state.members(d)[0].id for d in doers]
        on_table = [d for d in rows if state.models[d].on_table]
        if on_table and self.random.random() < 0.7:
            self.desk.click(self.desk.at(self.random.choice(on_table)))
        elif rows:
            self.desk.press("select", self.random.choice(rows))

    def pick_option(self) -> None:
        if self.open_options():
            self.desk.press("option", self.random.choice(self.open_options()))

    def fill(self) -> None:
        desk, filling = self.desk, self.desk.intents.filling
        if filling.ready and (verdict := desk.intents.verdict()) and verdict.ok:
            desk.press("confirm")
        elif self.wanted():
            self.target(self.random.choice(self.wanted()))
        elif filling.need_of("path", "point", "direction") and self.random.random() < 0.8:
            desk.click(self.place())
        elif desk.intents.may_decline:
            desk.press("decline")
        elif desk.intents.can_go_back:
            desk.press("back")
        else:
            desk.click(self.place())

    def target(self, value) -> None:
        state = self.desk.scene.stage.state
        if value in state.models and state.models[value].on_table:
            self.desk.click(self.desk.at(value))
        elif value in state.terrain:
            self.desk.click(self.desk.inch(*state.terrain[value].centre))
        else:
            self.desk.press("choice", value)

    def place(self):
        origin = self.desk.intents.filling.origin
        if origin is None:
            zone = self.desk.scene.stage.state.sides[self.desk.scene.stage.deciding].zone
            xs, ys = zip(*zone, strict=True)
            return self.desk.inch(self.random.uniform(min(xs), max(xs)), self.random.uniform(min(ys), max(ys)))
        return self.desk.inch(origin[0] + self.random.uniform(-5, 5), origin[1] + self.random.uniform(-5, 5))


class Keys(Hands):
    def pick_doer(self) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.desk.key(pygame.K_TAB)

    def pick_option(self) -> None:
        number = self.random.choice(self.open_options() or [9])
        if number < 9:
            self.desk.key(pygame.K_1 + number)

    def fill(self) -> None:
        desk, filling = self.desk, self.desk.intents.filling
        if filling.ready and (verdict := desk.intents.verdict()) and verdict.ok:
            desk.key(pygame.K_RETURN)
        elif self.wanted():
            desk.key(pygame.K_TAB)
            desk.key(pygame.K_RETURN)
        elif filling.ready and self.desk.intents.why_not and self.random.random() < 0.5:
            while desk.intents.option is not None:
                desk.key(pygame.K_ESCAPE)
        elif filling.need_of("path", "point", "direction") and self.random.random() < 0.8:
            arrow = self.random.choice([pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT])
            for _ in range(self.random.randint(1, 8)):
                desk.key(arrow)
            desk.key(pygame.K_e)
            desk.key(pygame.K_RETURN)
        elif desk.intents.may_decline:
            desk.key(pygame.K_n)
        else:
            desk.key(pygame.K_ESCAPE)


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_whole_game_can_be_played_by_one_device(hands):
    desk = Desk(fake_match())
    player = hands(desk)
    for _ in range(900):
        if desk.match.over:
            break
        player.step()
    assert desk.match.over and desk.saved >= len(desk.match.journal.entries)
    desk.frame(count=3)
    desk.close()


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_duel_of_rezolution_is_played_to_its_end_by_one_device(hands):
    desk = Desk(rezolution("pump_house"))
    player = hands(desk)
    for _ in range(600):
        if desk.match.over:
            break
        player.step()
    assert desk.match.over
    desk.close()


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_rezolution_is_played_by_one_device(hands):
    desk = Desk(rezolution())
    player = hands(desk)
    for _ in range(140):
        if desk.match.over or desk.match.state.round >= 2:
            break
        player.step()
    assert desk.match.state.round >= 2 or len(desk.match.journal.entries) >= 15
    desk.close()


# --- details
def test_escape_never_quits_and_ends_at_the_menu(desk):
    desk.click(desk.at("blue-1"))
    for _ in range(6):
        desk.key(pygame.K_ESCAPE)
    assert "quit" not in desk.shell.asked and "pop" in desk.shell.asked


def test_undo_takes_the_last_order_back_and_says_why_it_stops_at_dice(desk):
    desk.click(desk.at("blue-1"))
    desk.click(desk.option("activate"))
    assert desk.match.state.active == "blue-team"
    desk.key(pygame.K_z, pygame.KMOD_CTRL)
    assert desk.match.state.active is None
    desk.key(pygame.K_y, pygame.KMOD_CTRL)
    assert desk.match.state.active == "blue-team"
    desk.click(desk.at("blue-1"))
    desk.click(desk.option("shoot"))
    target = next(c.value for c in desk.intents.targets() if c.verdict.ok)
    desk.click(desk.at(target))
    desk.click(desk.at(target))
    desk.key(pygame.K_n)
    desk.key(pygame.K_z, pygame.KMOD_CTRL)
    assert any("Dice have fallen" in words for words in desk.shell.toasts)


def test_a_refused_option_shows_its_reason(desk):
    desk.match.submit(Command(do="activate", by="blue-team"))
    desk.scene._caught_up()
    desk.click(desk.at("blue-1"))
    desk.click(desk.option("move"))
    desk.click(desk.inch(12, 12))
    desk.press("confirm")
    desk.click(desk.at("blue-1"))
    desk.click(desk.option("move"))
    assert desk.intents.why_not.reason == "It has moved." and "refuse" in desk.shell.sound.played


def test_a_frame_in_which_nothing_changes_draws_nothing(desk):
    desk.frame(1.0, 60)
    assert desk.frame() == []


def test_only_what_moves_is_drawn_again(desk):
    desk.frame(1.0, 60)
    desk.point(desk.at("red-1"))
    desk.frame()
    drawn = desk.frame() or []
    area = sum(r.w * r.h for r in drawn)
    assert area < 0.2 * desk.surface.get_width() * desk.surface.get_height()


def test_the_camera_zooms_at_the_pointer_and_home_fits(desk):
    pos = (700, 400)
    before = desk.picture.camera.inch(pos)
    desk.send(pygame.MOUSEWHEEL, x=0, y=3, pos=pos)
    desk.settle()
    after = desk.picture.camera.inch(pos)
    assert after == pytest.approx(before, abs=0.01) and not desk.picture.camera.fitted
    desk.drag(pos, (600, 300), 2)
    desk.key(pygame.K_HOME)
    assert desk.picture.camera.fitted


def test_a_tap_on_a_toggles_arcs_and_a_held_a_pans(desk):
    assert "arcs" in desk.scene.stage.overlays
    desk.key(pygame.K_a, held=0.05)
    assert "arcs" not in desk.scene.stage.overlays
    desk.send(pygame.MOUSEWHEEL, x=0, y=5, pos=(700, 400))
    desk.settle()
    pose = desk.picture.camera.pose
    desk.key(pygame.K_a, held=0.5)
    assert desk.picture.camera.pose != pose and "arcs" not in desk.scene.stage.overlays


def test_the_tape_measures_at_any_time(desk):
    desk.key(pygame.K_m)
    start, end = desk.inch(4, 4), desk.inch(10, 12)
    desk.drag(tuple(map(round, start)), tuple(map(round, end)), 1)
    (ax, ay), (bx, by) = desk.picture.tape
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(10, abs=0.1)
    desk.key(pygame.K_ESCAPE)
    assert desk.picture.tape is None


def test_the_tape_is_drawn_out_by_the_arrow_keys_too(desk):
    desk.click(desk.at("blue-1"))
    desk.key(pygame.K_m)
    for _ in range(4):
        desk.key(pygame.K_UP)
    (ax, ay), (bx, by) = desk.picture.tape
    assert (bx - ax, by - ay) == pytest.approx((0, 2))


def test_ctrl_tab_looks_through_all_cards(desk):
    seen = set()
    for _ in range(8):
        desk.key(pygame.K_TAB, pygame.KMOD_CTRL)
        seen.add(desk.scene.stage.focus.id)
    assert len(seen) == 8


def test_redo_has_a_button_once_something_was_undone(desk):
    desk.click(desk.at("blue-1"))
    desk.click(desk.option("activate"))
    desk.press("undo")
    assert desk.match.state.active is None
    desk.press("redo")
    assert desk.match.state.active == "blue-team"


def test_every_overlay_can_be_switched_on_by_key(desk):
    desk.click(desk.at("blue-1"))
    for key in (pygame.K_v, pygame.K_g, pygame.K_k, pygame.K_h, pygame.K_c, pygame.K_i, pygame.K_l):
        desk.key(key)
    desk.picture.heavy.settle(wait=True)
    desk.frame(count=2)
    assert {"sight", "ranges", "cover", "threat", "coherency", "grid"} <= desk.scene.stage.overlays


def test_hover_in_the_log_lights_the_models(desk):
    desk.match.submit(Command(do="activate", by="blue-team"))
    desk.scene._happened(desk.match.submit(Command(do="move", by="blue-1", fields={"path": ((12, 12),)})))
    desk.settle()
    log = desk.picture.log
    for y in range(log.box.top + 30, log.box.bottom, 5):
        desk.point((log.box.centerx, y))
        if desk.scene.stage.lit:
            break
    assert desk.scene.stage.lit == ("blue-1",)


class Scripted:
    """A computer player that ends its activations."""

    def decide(self, view):
        decision = view.decision
        if decision.inside:
            return None
        option = next(o for o in reversed(decision.options) if o.verdict.ok and not o.needs)
        return Command(do=option.do, by=option.by)


def test_the_computer_plays_its_side_and_can_be_paused():
    desk = Desk(fake_match(), players={"red": Scripted()})
    desk.match.submit(Command(do="activate", by="blue-team"))
    desk.scene._happened(desk.match.submit(Command(do="end", by="")))
    desk.scene.pause()
    desk.frame(0.1, 5)
    assert desk.scene.stage.thinking == "red" and desk.match.state.turn == "red"
    desk.scene.pause()
    for _ in range(200):
        desk.frame(0.05)
        pygame.time.wait(1)
        if desk.match.state.turn == "blue" and not desk.scene.stage.playing:
            break
    assert desk.match.state.turn == "blue" and desk.scene.stage.thinking == ""
    desk.close()


def test_undo_goes_back_to_the_persons_own_decision():
    desk = Desk(fake_match(), players={"red": Scripted()})
    desk.match.submit(Command(do="activate", by="blue-team"))
    desk.scene._happened(desk.match.submit(Command(do="end", by="")))
    for _ in range(200):
        desk.frame(0.05)
        pygame.time.wait(1)
        if desk.match.state.turn == "blue" and not desk.scene.stage.playing:
            break
    desk.key(pygame.K_z, pygame.KMOD_CTRL)
    assert desk.match.decision().side == "blue" and desk.match.state.active == "blue-team"
    desk.close()


def test_nobody_plays_for_the_computer():
    desk = Desk(fake_match(), players={"blue": Scripted()})
    desk.scene.pause()
    desk.click(desk.at("blue-1"))
    desk.key(pygame.K_1)
    desk.key(pygame.K_RETURN)
    assert desk.match.journal.entries == []
    desk.close()


def test_a_computer_player_that_fails_hands_its_side_to_a_person():
    class Broken:
        def decide(self, view):
            raise ValueError("no idea")

    desk = Desk(fake_match(), players={"blue": Broken()})
    for _ in range(100):
        desk.frame(0.05)
        pygame.time.wait(1)
        if desk.shell.toasts:
            break
    assert "no idea" in desk.shell.toasts[0] and not desk.scene.players
    desk.close()


def test_playback_shows_the_walk_and_space_skips_it():
    desk = Desk(fake_match(), speed=1.0)
    desk.match.submit(Command(do="activate", by="blue-team"))
    desk.scene._happened(desk.match.submit(Command(do="move", by="blue-1", fields={"path": ((12, 13),)})))
    desk.frame(0.02, 12)
    assert desk.scene.stage.playing
    at, _ = desk.scene.playback.frame().moved["blue-1"]
    assert 8.0 < at[1] < 13.0
    desk.send(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ")
    desk.frame()
    assert not desk.scene.stage.playing and desk.scene.stage.state.models["blue-1"].at == (12, 13)
    desk.close()


SIZES = [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1920, 1080), 2.0), ((1280, 720), 2.0), ((960, 600), 1.0),
         ((1600, 900), 0.75)]


@pytest.mark.parametrize("size, scale", SIZES)
def test_nothing_overlaps(size, scale):
    desk = Desk(rezolution(), size, scale)
    desk.frame(count=2)
    window = pygame.Rect(0, 0, *size)
    boxes = [(panel, box) for panel, box in desk.picture.panels() if box.h > 0]
    boxes.append((None, desk.picture.layout.table))
    for (_, a), (_, b) in combinations(boxes, 2):
        assert not a.colliderect(b)
    for panel, box in boxes:
        assert window.contains(box)
        if panel is None:
            continue
        actions = [h for h in panel.hots if h.action and h.action[0] not in ("select",)]
        for hot in actions:
            assert box.contains(hot.box), hot
        for one, other in combinations(actions, 2):
            assert not one.box.colliderect(other.box), (one, other)
    assert desk.picture.layout.table.contains(desk.picture.switches.box)
    assert desk.picture.layout.table.w > 300 and desk.picture.layout.log.h >= 100
    desk.close()
