"""The Lab by real events: every edit by hand, dice typed, play of all sides, and back to any moment."""
from __future__ import annotations

import math
import time

import pygame
import pytest

from game.rulesets.registry import rulesets
from game.sim.lab import edits
from game.sim.lab.doc import Thing, empty
from game.sim.lab.lab import Lab
from game.sim.lab.opening import open_lab
from tests.ui.labdesk import LabHands

RULES = tuple(rulesets())
CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT


@pytest.fixture
def hands(request):
    made: list[LabHands] = []

    def make(lab: Lab | None = None, **fields) -> LabHands:
        made.append(LabHands(lab or open_lab("bare:rezolution"), **fields))
        return made[-1]

    yield make
    for one in made:
        one.close()


def duel(make, rules: str = "rezolution", **fields) -> LabHands:
    lab = Lab(empty(rules), seed=7)
    ready = {"rezolution": ("glass_rat", "bailiff"), "grimdark_future": ("cm_rifles", "cm_rifles"),
             "rouge_elements": ("dace", "dace"), "cyberdark": ("crew_boss", "ganger")}[rules]
    known = [e.id for e in lab.ruleset.builder.catalogue()]
    one, other = (name if name in known else known[-1] for name in ready)
    lab.edit(edits.add_unit(one, "blue", (17.0, 6.0)), "one")
    lab.edit(edits.add_unit(other, "red", (18.0, 14.0)), "other")
    return make(lab, **fields)


def test_a_newcomer_finds_out_whether_he_can_see_over_a_wall(tmp_path) -> None:
    """From the title: a shooter, a wall, a target; can he see, what is the chance, what if the wall is 1 inch
    shorter. Every click and key is counted: at most 25 of them."""
    from game.sim import paths
    from game.sim.settings import Settings
    from game.ui.app import App
    from game.ui.scenes.lab import LabScene
    from game.ui.start import StartRequest

    paths.use_data_dir(tmp_path)
    try:
        app = App(Settings(window=(1600, 900), animation_speed=0.0))
        app.open_at(StartRequest())
        counted = Counted(app)
        counted.step()
        counted.click_widget("lab")
        assert isinstance(app.scene, LabScene)
        app.scene.picture.view.ground.layer.start = lambda *a: None
        counted.press("tab", "models")
        counted.press("brush", "profile", "glass_rat")
        counted.click_inch(17, 6)
        counted.press("side", "red")
        counted.press("brush", "profile", "bailiff")
        counted.click_inch(18, 17)
        counted.press("tab", "terrain")
        counted.press("brush", "terrain", "wall")
        counted.click_inch(18, 10)
        readings = counted.read()
        assert readings.seen is not None and not readings.seen.ruled.clear, "the wall of 3 inches is in the way"
        assert not any(c.verdict for c in readings.chances if c.chance is not None)
        for _ in range(4):
            counted.press("step", "height", -1)
        readings = counted.read()
        assert app.scene.desk.doc.setting.terrain["wall-1"].height == 1.0
        assert readings.seen.ruled.clear, "over 1 inch he sees"
        shot = next(c for c in readings.chances if c.verdict and c.chance)
        assert 0 < shot.chance < 1
        print(f"{counted.actions} actions")
        assert counted.actions <= 25
        app._clear()
    finally:
        paths.use_data_dir(None)


class Counted:
    """Hands on the whole window that count what they do."""

    def __init__(self, app) -> None:
        self.app, self.actions = app, 0

    def step(self, count: int = 2) -> None:
        for _ in range(count):
            self.app.step(0.05)

    def click(self, pos) -> None:
        self.actions += 1
        pos = (round(pos[0]), round(pos[1]))
        for kind, fields in ((pygame.MOUSEMOTION, {"rel": (0, 0), "buttons": (0, 0, 0)}),
                             (pygame.MOUSEBUTTONDOWN, {"button": 1}), (pygame.MOUSEBUTTONUP, {"button": 1})):
            pygame.event.post(pygame.event.Event(kind, {"pos": pos, **fields}))
            self.step(1)

    def click_widget(self, name: str) -> None:
        scene = self.app.scene
        for region in scene.form.regions:
            for widget in region.widgets:
                if widget.name == name:
                    self.click(widget.rect.center)
                    return
        raise AssertionError(name)

    def press(self, *action) -> None:
        scene = self.app.scene
        self.step()
        hots = [h for panel, _ in scene.picture.panels() for h in panel.hots]
        found = [h for h in hots if h.action[: len(action)] == action]
        assert found, action
        self.click(found[0].box.center)

    def click_inch(self, x: float, y: float) -> None:
        self.click(self.app.scene.picture.camera.px((x, y)))

    def read(self):
        self.step()
        self.app.scene.picture.readings.settle()
        return self.app.scene.picture.readings


@pytest.mark.parametrize("rules", RULES)
def test_what_the_palette_holds_is_put_down(hands, rules: str) -> None:
    h = hands(open_lab(f"bare:{rules}"))
    width = h.lab.state.table.width
    entry = next(iter(h.lab.ruleset.builder.catalogue()))
    h.press("tab", "models")
    h.press("brush", "profile", entry.id)
    h.click(h.inch(width / 2, 5))
    assert {m.side for m in h.lab.state.models.values()} == {"blue"}
    h.press("side", "red")
    h.press("brush", "profile", entry.id)
    h.click(h.inch(width / 2, 12))
    assert {m.side for m in h.lab.state.models.values()} == {"blue", "red"}
    h.press("tab", "terrain")
    h.press("brush", "terrain", "building")
    h.drag(h.inch(2, 8), h.inch(6, 11))
    piece = next(iter(h.lab.state.terrain.values()))
    assert (piece.outline[0], piece.outline[2]) in (((2.0, 8.0), (6.0, 11.0)), ((6.0, 11.0), (2.0, 8.0)))
    assert h.picture.readings.seen is not None


def test_things_are_dragged_turned_copied_grouped_and_deleted(hands) -> None:
    h = duel(hands)
    h.press("brush", "terrain", "crates")
    h.click(h.inch(10, 10))
    crates = h.desk.chosen[0]
    h.drag(h.at(crates.id), h.inch(12.1, 12.2))
    assert h.lab.doc.setting.terrain[crates.id].centre == pytest.approx((12.0, 12.0), abs=0.3), "it snaps"
    h.key(pygame.K_e)
    h.key(pygame.K_d, CTRL)
    assert len(h.lab.state.terrain) == 2
    shooter = next(iter(h.lab.state.models))
    h.click(h.at(shooter))
    h.drag(h.at(shooter), h.inch(20, 8))
    assert math.dist(h.lab.state.models[shooter].at, (20, 8)) < 0.5
    h.key(pygame.K_a, CTRL)
    assert len(h.desk.chosen) == 4
    h.key(pygame.K_g, CTRL)
    h.click(h.inch(30, 20))
    assert h.desk.chosen == ()
    h.click(h.at(shooter))
    assert len(h.desk.chosen) == 4, "a group is taken hold of together"
    h.key(pygame.K_c, CTRL)
    h.point(h.inch(26, 12))
    h.key(pygame.K_v, CTRL)
    assert len(h.lab.state.models) == 4 and len(h.lab.state.terrain) == 4
    h.key(pygame.K_DELETE)
    assert len(h.lab.state.models) == 2
    for _ in range(20):
        h.key(pygame.K_z, CTRL)
    assert h.lab.at == 0 and len(h.lab.state.terrain) == 0


def test_corners_edges_and_the_turning_handle(hands) -> None:
    from game.ui.lab.handles import handles_of

    h = hands()
    h.press("brush", "terrain", "building")
    h.drag(h.inch(10, 8), h.inch(18, 14))
    name = h.desk.chosen[0].id

    def handle(what: str, number: int = 0):
        return next(x.at for x in handles_of(h.desk, h.picture.camera, h.picture.stage.scale)
                    if (x.what, x.number) == (what, number))

    h.drag(handle("corner", 2), h.inch(20, 16))
    assert (20.0, 16.0) in h.lab.doc.setting.terrain[name].outline
    h.drag(handle("edge", 0), h.inch(14, 6))
    assert len(h.lab.doc.setting.terrain[name].outline) == 5
    h.click(handle("corner", 1), button=3)
    assert len(h.lab.doc.setting.terrain[name].outline) == 4
    before = h.lab.doc.setting.terrain[name].outline
    x, y = handle("turn")
    h.drag((x, y), (x + 80, y + 80))
    assert h.lab.doc.setting.terrain[name].outline != before
    h.drag(handle("corner", 0), handle("corner", 2), mod=0)
    assert h.desk.why is None or "cross" in str(h.desk.why) or "area" in str(h.desk.why)


def test_an_outline_is_drawn_corner_by_corner(hands) -> None:
    h = hands()
    h.press("brush", "terrain", "rubble")
    h.press("tool", "outline")
    for x, y in ((8, 8), (12, 8), (13, 11), (9, 12)):
        h.click(h.inch(x, y))
    h.key(pygame.K_RETURN)
    piece = next(iter(h.lab.state.terrain.values()))
    assert piece.kind == "rubble" and len(piece.outline) == 4


def test_values_are_typed_and_nonsense_is_refused_with_a_reason(hands) -> None:
    h = hands()
    h.press("brush", "terrain", "wall")
    h.click(h.inch(18, 12))
    name = h.desk.chosen[0].id
    h.press("type", "height")
    h.type("2")
    h.key(pygame.K_RETURN)
    assert h.lab.doc.setting.terrain[name].height == 2.0
    h.press("type", "height")
    h.type("99")
    h.key(pygame.K_RETURN)
    assert "from 0 to 24″" in str(h.desk.why) and h.lab.doc.setting.terrain[name].height == 2.0
    h.key(pygame.K_ESCAPE)
    h.press("set", "difficult")
    assert "difficult" in h.lab.doc.setting.terrain[name].traits
    h.press("set", "cover", "heavy")
    assert h.lab.doc.setting.terrain[name].cover == "heavy"


@pytest.mark.parametrize("rules", RULES)
def test_every_value_of_a_model_is_on_its_form(hands, rules: str) -> None:
    h = duel(hands, rules)
    name = next(iter(h.lab.state.models))
    h.desk.choose([Thing("model", name)], alone=True)
    h.frame()
    whole = [f for f in h.desk.form.fields() if f.kind == "whole"]
    assert h.desk.why is None
    assert whole
    for field in whole:
        before = h.desk.form.field(field.key).value
        h.desk.form.step(field.key, -1 if before > field.low else 1)
        assert h.desk.form.field(field.key).value != before or h.desk.why is not None, field
    h.frame()


def test_dice_are_typed_shown_used_and_cleared(hands) -> None:
    h = duel(hands)
    h.key(pygame.K_F3)
    h.type("6 6 1 1")
    h.key(pygame.K_RETURN)
    assert h.lab.queue == (6, 6, 1, 1)
    h.key(pygame.K_F2)
    assert h.desk.mode == "play"
    h.key(pygame.K_1)
    for _ in range(12):
        if h.lab.queue != (6, 6, 1, 1):
            break
        option = next((i for i, o in enumerate(h.scene.intents.options()) if o.do == "shoot"), None)
        if option is not None:
            h.scene.input.do(("option", option))
            h.settle()
        h.key(pygame.K_TAB)
        h.key(pygame.K_RETURN)
    assert h.lab.queue != (6, 6, 1, 1), "the shot used the forced dice"
    rolled = [r.dice for e in h.lab.now.match.journal.entries for r in e.record if r.roll is not None]
    assert rolled[0][:2] == (6, 6)
    h.lab.force((1, 2, 3))
    h.key(pygame.K_DELETE)
    assert h.lab.queue == ()


@pytest.mark.parametrize("rules", RULES)
def test_both_sides_are_played_from_any_point(hands, rules: str) -> None:
    h = duel(hands, rules)
    red = next(h.lab.state.models_of("red"))
    h.desk.choose([Thing("model", red.id)], alone=True)
    h.frame()
    h.press("acts-next")
    h.key(pygame.K_F2)
    assert h.scene.intents.decision is not None and h.scene.intents.decision.side == "red"
    h.key(pygame.K_F2)
    blue = next(h.lab.state.models_of("blue"))
    h.desk.choose([Thing("model", blue.id)], alone=True)
    h.frame()
    h.press("acts-next")
    h.key(pygame.K_F2)
    assert h.scene.intents.decision.side == "blue"


def shoot(h: LabHands) -> None:
    from game.engine.commands import Command
    from game.ui.intents import Order

    shooter, target = h.lab.state.models
    h.key(pygame.K_F2)
    assert h.scene.carry_out(Order(Command(do="activate", by=h.lab.state.models[shooter].unit)))
    h.settle()
    assert h.scene.carry_out(Order(Command(do="shoot", by=shooter, fields={"at": target})))


def test_a_command_is_gone_through_event_by_event_and_back(hands) -> None:
    h = duel(hands)
    h.scene.desk.stepping = True
    shoot(h)
    while h.scene.playback.busy and len(h.scene._told) == 0:
        h.key(pygame.K_PERIOD)
    told = len(h.scene._told)
    assert told > 2 and h.scene._shown == 0, "nothing is shown before it is asked for"
    seen = []
    for _ in range(told):
        h.key(pygame.K_PERIOD)
        seen.append(h.scene._shown)
    assert seen == sorted(seen) and h.scene._shown == told
    h.key(pygame.K_COMMA)
    assert h.scene._shown < told
    h.key(pygame.K_PERIOD)
    while h.scene.playback.busy:
        h.key(pygame.K_PERIOD)
    assert h.scene.stage.state == h.lab.state


def test_the_same_order_again_after_the_wall_was_lowered(hands) -> None:
    h = duel(hands)
    shoot(h)
    h.settle()
    dice = [r.dice for e in h.lab.now.match.journal.entries for r in e.record if r.roll is not None]
    h.press("again", "same")
    again = [r.dice for e in h.lab.now.match.journal.entries for r in e.record if r.roll is not None]
    assert again == dice
    h.press("again", "other")
    other = [r.dice for e in h.lab.now.match.journal.entries for r in e.record if r.roll is not None]
    assert other != dice or len(dice[0]) < 2
    h.key(pygame.K_F2)
    h.press("tab", "history")
    h.press("go", 2)
    assert h.lab.at == 2 and not h.lab.now.match.journal.entries


def test_other_rules_keep_the_terrain(hands) -> None:
    h = duel(hands)
    h.press("brush", "terrain", "wall")
    h.click(h.inch(18, 12))
    for rules in ("cyberdark", "rouge_elements", "grimdark_future"):
        h.press("rules", rules)
        assert h.lab.doc.rules == rules and len(h.lab.state.terrain) == 1 and not h.lab.state.models
        h.frame()
    for _ in range(3):
        h.key(pygame.K_z, CTRL)
    assert h.lab.doc.rules == "rezolution" and len(h.lab.state.models) == 2


def test_a_table_is_saved_and_opened_again(hands, tmp_path) -> None:
    from game.sim import paths

    paths.use_data_dir(tmp_path)
    try:
        h = duel(hands)
        h.key(pygame.K_s, CTRL)
        assert not h.desk.unsaved, h.shell.toasts
        again = open_lab(h.lab.kept)
        assert list(again.state.models) == list(h.lab.state.models)
    finally:
        paths.use_data_dir(None)


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1600, 900), 1.0), ((1600, 900), 2.0),
                                             ((960, 540), 1.0), ((2560, 1440), 2.0)])
def test_every_size_has_room_for_everything(hands, size, scale) -> None:
    h = duel(hands, size=size, scale=scale)
    h.settle()
    window = pygame.Rect((0, 0), size)
    for mode in ("edit", "play"):
        h.scene.enter(mode)
        h.frame()
        boxes = [box for _, box in h.picture.panels() if box.h] + [h.picture.layout.table]
        for number, box in enumerate(boxes):
            assert window.contains(box), (mode, box)
            assert box.collidelist(boxes[number + 1:]) < 0, (mode, box, boxes)
        assert h.picture.layout.table.w > size[0] * 0.3 and h.picture.layout.table.h > size[1] * 0.3
        for panel, box in h.picture.panels():
            for hot in panel.hots:
                assert box.inflate(2, 2).contains(hot.box.clip(box)), (type(panel), hot)


@pytest.mark.parametrize("overlay", ["reach", "threat", "threat by", "harm to", "coherency", "ranges", "cover",
                                     "sight"])
@pytest.mark.parametrize("rules", RULES)
def test_every_overlay_says_something_of_every_rule_set(hands, rules: str, overlay: str) -> None:
    h = duel(hands, rules)
    h.scene.stage.overlays.add(overlay)
    h.settle()
    assert h.picture.heavy.made(overlay) or overlay in ("coherency", "ranges", "cover", "sight", "threat by")
    h.frame()


def test_the_frame_keeps_up_while_a_piece_is_dragged(hands) -> None:
    """A table of 82 pieces: a frame of a drag costs no more than a busy frame may, by the same measure."""
    h = hands(open_lab("rezolution/night_audit"))
    terrain = h.lab.doc.setting.terrain
    piece = next(t for t in h.lab.doc.things() if t.kind == "piece" and terrain[t.id].kind == "crates")
    h.desk.choose([piece], alone=True)
    h.settle()
    blit = []
    plain = pygame.Surface(h.surface.get_size()).convert()
    for _ in range(9):
        start = time.perf_counter()
        h.surface.blit(plain, (0, 0))
        blit.append(time.perf_counter() - start)
    start_at = h.at(piece.id)
    h.drag(start_at, (start_at[0] + 20, start_at[1]), drop=False, steps=2)
    spent = []
    for n in range(12):
        pos = (round(start_at[0] + 20 + 4 * n), round(start_at[1] + 3 * n))
        start = time.perf_counter()
        h.send(pygame.MOUSEMOTION, pos=pos, rel=(4, 3), buttons=(1, 0, 0))
        h.frame()
        spent.append(time.perf_counter() - start)
    middle = sorted(spent)[len(spent) // 2]
    print(f"frame {middle * 1e3:.1f} ms, {middle / sorted(blit)[4]:.1f} blits")
    assert middle < 0.15, "far from smooth"
