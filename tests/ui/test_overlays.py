"""Overlays make marks in inches by the rules' own queries; one painter draws every kind."""
from __future__ import annotations

import math

import pygame
import pytest

from game.engine.commands import Command
from game.engine.verdict import Mark
from game.ui.camera import Camera
from game.ui.overlays import registry
from game.ui.overlays.areas import contour_step, rings_mark, rings_of
from game.ui.overlays.order import odds, order_marks
from game.ui.overlays.outline import bends
from game.ui.overlays.paint import Painter
from game.ui.overlays.registry import OVERLAYS, Focus, end_base
from game.ui.render import render_screen, render_table
from game.ui.theme import Scale
from tests.ui.fake import FakeRules, fake_match, fake_state

VIEW = pygame.Rect(0, 0, 800, 700)


@pytest.fixture(autouse=True)
def display():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))


@pytest.fixture
def focus() -> Focus:
    match = fake_match()
    match.submit(Command(do="activate", by="blue-team"))
    return Focus(match.state, match.ruleset, match.state.models["blue-1"], None, match.decision())


def marks(name: str, focus: Focus):
    return registry.by_id(name).marks(focus)


def test_every_overlay_makes_marks_and_is_silent_without_a_model(focus):
    nobody = Focus(focus.state, focus.ruleset)
    for overlay in OVERLAYS:
        assert overlay.marks(focus) or overlay.id == "cover", overlay.id
        assert overlay.id in ("grid", "coherency") or overlay.marks(nobody) == (), overlay.id


def test_keys_and_letters_are_each_used_once():
    assert len({o.key for o in OVERLAYS}) == len({o.letter for o in OVERLAYS}) == len(OVERLAYS)


def test_the_arc_follows_the_ghost(focus):
    model = focus.model
    end = end_base(model, (20.0, 10.0), 90.0)
    (mark,) = marks("arcs", Focus(focus.state, focus.ruleset, model, end))
    assert mark.points == ((20.0, 10.0),) and mark.facing == 90.0


def test_ranges_come_from_the_card(focus):
    (mark,) = marks("ranges", focus)
    assert mark.radius == pytest.approx(14 + focus.model.radius) and "14″" in mark.text


def test_reach_shows_the_move_and_darkens_what_lies_outside(focus):
    roles = [m.role for m in marks("reach", focus)]
    assert roles == ["void", "ok"]


def test_the_threat_map_covers_the_table_cell_by_cell(focus):
    (mark,) = marks("threat", focus)
    assert len(mark.points) == len(mark.values) == 32 * 28 and max(mark.values) > 0


def test_coherency_links_teams_and_names_a_broken_link(focus):
    found = marks("coherency", focus)
    assert found and all(m.kind == "link" for m in found) and {m.role for m in found} == {"A", "B"}
    away = Focus(focus.state, focus.ruleset, focus.model, end_base(focus.model, (2.0, 2.0), 0.0))
    (broken,) = [m for m in marks("coherency", away) if m.role == "harm"]
    assert "over 3″" in broken.text


def test_rings_come_apart_as_they_were_put_together():
    rings = [[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], [(2.0, 2.0), (3.0, 2.0), (3.0, 3.0), (2.0, 3.0)]]
    assert rings_of(rings_mark(rings, "ok")) == rings


KINDS = [
    Mark(kind="line", points=((2, 2), (9, 9)), role="act", text="55 %\n≈ 0.7 blocks"),
    Mark(kind="line", points=((2, 2), (5, 5), (9, 9)), role="bad", text="No sight"),
    Mark(kind="path", points=((2, 2), (5, 2), (5, 9)), role="ok", text="Move 5.6 of 6″", values=(3.0,)),
    Mark(kind="ring", points=((8, 8),), radius=6.0, text="SMG 12″"),
    Mark(kind="arc", points=((8, 8),), facing=45.0, radius=8.0),
    Mark(kind="polygon", points=((3, 3), (8, 3), (8, 8)), role="act", text="Spray"),
    Mark(kind="cross", points=((4, 4),), text="Wall"),
    Mark(kind="piece", ref="wall-2", role="bad"),
    Mark(kind="model", ref="red-1", role="act", text="Shoot 55 %"),
    Mark(kind="heat", points=((0.5, 0.5), (0.5, 1.5), (1.5, 0.5), (1.5, 1.5)), values=(0.0, 1.0, 2.0, 3.0), radius=1.0),
    Mark(kind="scatter", points=((4, 4), (5, 5), (6, 4)), values=(0.3, 0.3, 0.4)),
    Mark(kind="label", points=((4, 4),), text="Here", role="bad"),
    Mark(kind="odds", points=((4, 4),), text="55 %\n0.7", radius=0.6, role="act"),
    Mark(kind="note", points=((4, 4),), text="2d6 + RCA 3\nagainst 9", radius=0.6),
    Mark(kind="link", points=((4, 4), (6, 6)), role="harm", text="3.4″"),
    Mark(kind="tape", points=((4, 4), (10, 12)), text="10.0″"),
    Mark(kind="grid", points=((32, 28),)),
    rings_mark([[(2, 2), (9, 2), (9, 9), (2, 9)], [(4, 4), (4, 6), (6, 6), (6, 4)]], "ok", "MOVE 6″"),
]


@pytest.mark.parametrize("mark", KINDS, ids=lambda m: f"{m.kind}-{m.role}")
def test_the_painter_draws_every_kind(mark):
    state = fake_state()
    painted = Painter(Camera(32, 28, VIEW), Scale(), state).paint([mark])
    assert painted.blits or painted.labels
    if mark.text:
        assert painted.labels


def test_marks_far_outside_the_view_cost_nothing():
    camera = Camera(32, 28, VIEW)
    camera.jump(100, (30, 26))
    painted = Painter(camera, Scale(), fake_state()).paint([Mark(kind="line", points=((1, 1), (2, 2)), role="act")])
    assert painted.blits == []


def test_a_path_round_a_base_gets_few_labels():
    turns = [math.radians(a) for a in range(0, 100, 10)]
    points = [(0.0, -3.0), *((math.cos(t), math.sin(t)) for t in turns), (-3.0, 1.0)]
    assert len(bends(points)) <= 2
    assert bends([(0, 0), (3, 0), (3, 3)]) == [1]


def test_contours_stay_few():
    assert [contour_step(t) for t in (1.0, 4.0, 8.0, 40.0)] == [0.5, 1.0, 2.0, 10.0]


def test_odds_read_as_a_chance_and_what_it_brings():
    preview = fake_match().ruleset.preview(fake_state(), Command(do="shoot", by="blue-1", fields={"at": "red-1"}))
    assert odds(preview) == "58 %\n≈ 1.2 blocks" and odds(None) == ""


def test_a_refusal_is_drawn_with_the_ring_that_makes_it():
    from game.ui.intents import Intents

    match = fake_match()
    match.submit(Command(do="activate", by="blue-team"))
    match.ruleset._target = lambda *a: FakeRules._target(match.ruleset, *a)
    intents = Intents(match)
    intents.refresh()
    intents.focus("blue-1")
    intents.choose(next(o for o in intents.options() if o.do == "shoot"))
    refused = [c.value for c in intents.targets() if not c.verdict.ok]
    intents.hover(refused[0] if refused else "red-1")
    kinds = [m.kind for m in order_marks(intents, match.state)]
    assert ("ring" in kinds) and ("line" in kinds or refused)


def test_the_table_and_the_screen_render_without_a_window():
    match = fake_match(states=("burning",))
    table = render_table(match.state, match.ruleset, (400, 360), "blue-1", ("arcs", "grid"), textured=False)
    assert table.get_size() == (400, 360)
    screen = render_screen(match, (1280, 720), 1.0, select="blue-1", textured=False)
    assert screen.get_size() == (1280, 720)
    assert len({tuple(screen.get_at((x, 300))) for x in range(300, 900, 7)}) > 5
