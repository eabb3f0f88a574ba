"""The replay screen, driven by real events: along the game by mouse and by keyboard, overlays, and taking over."""
import functools
import itertools

import pygame
import pytest

from game.engine.events import Moved, apply
from game.engine.journal import encode
from game.engine.replay import check_dice
from game.engine.state import encode as encoded
from game.sim import paths
from game.sim.course import Course
from game.sim.opening import play_on, read_match
from game.sim.saves import load_match
from game.sim.scenario import list_scenarios
from game.ui.panels.logbook import LogBook
from game.ui.replay.watch import SPEEDS
from tests.ui.replaydesk import ReplayHands

RULES = ("rezolution", "grimdark_future", "rouge_elements", "cyberdark")


@functools.cache
def played(rules, decisions=30):
    """A game of the rule set's first scenario, some decisions into it."""
    match = read_match(next(s.id for s in list_scenarios() if s.rules == rules), 5)
    play_on(match, decisions)
    return match


@pytest.fixture(autouse=True)
def data_dir(tmp_path):
    paths.use_data_dir(tmp_path)
    yield tmp_path
    paths.use_data_dir(None)


@pytest.fixture(params=RULES)
def hands(request):
    desk = ReplayHands(played(request.param))
    yield desk
    desk.close()


@pytest.fixture
def duel():
    desk = ReplayHands(played("rezolution"))
    yield desk
    desk.close()


def agrees(desk):
    """State and log are those of the place."""
    assert desk.scene.stage.state == desk.course.state_at(desk.watch.place)
    book = LogBook(desk.match.ruleset)
    book.rewrite(desk.match.journal.start, desk.course.events[: desk.watch.place])
    assert desk.picture.book.lines == book.lines


# --- along the game


@pytest.mark.parametrize("rules", RULES)
def test_the_state_at_each_place_is_that_of_the_game(rules):
    course = Course(played(rules))
    state = course.match.state_at(0)
    for place, event in enumerate(course.events):
        assert course.state_at(place) == state
        state = apply(state, event)
    assert course.state_at(len(course)) == course.match.state
    assert course.beats[0] == 0 and course.beats[-1] == len(course)
    assert all(a < b for a, b in itertools.pairwise(course.beats))




@pytest.mark.parametrize("rules", RULES)
def test_each_decision_is_the_one_that_was_taken(rules):
    course = Course(played(rules))
    for stop in course.stops[:: max(1, len(course.stops) // 12)]:
        game = course.game_at(stop)
        assert game.state == course.state_at(stop.place)
        assert game.decision() is not None and (stop.record is not None) == game.decision().inside


def test_event_by_event_to_the_end_and_back(hands):
    course = hands.course
    for place in course.beats[1:6]:
        hands.key(pygame.K_RIGHT)
        assert hands.watch.place == place
        agrees(hands)
    for place in reversed(course.beats[0:5]):
        hands.key(pygame.K_LEFT)
        assert hands.watch.place == place
        agrees(hands)
    hands.key(pygame.K_END, pygame.KMOD_CTRL)
    assert hands.watch.at_end
    agrees(hands)
    hands.key(pygame.K_HOME, pygame.KMOD_CTRL)
    assert hands.watch.place == 0


def test_decision_by_decision_and_round_by_round(hands):
    course = hands.course
    places = sorted({stop.place for stop in course.stops})
    for place in [p for p in places if p > 0][:4]:
        hands.key(pygame.K_DOWN)
        assert hands.watch.place == place
        hands.rest()
        assert hands.intents.decision is not None and hands.intents.filling is None
        agrees(hands)
    hands.key(pygame.K_UP)
    assert hands.watch.place == [p for p in places if p > 0][2]
    first = min(course.rounds)
    hands.key(pygame.K_0 + first)
    assert hands.watch.place == course.rounds[first]
    hands.key(pygame.K_e)
    hands.key(pygame.K_q)
    assert hands.watch.place == course.rounds[first]
    if any(m.kind != "round" for m in course.moments):
        hands.key(pygame.K_PERIOD)
        assert hands.watch.place == min(m.place for m in course.moments if m.place > course.rounds[first])
        agrees(hands)


def test_it_plays_halts_and_goes_on(duel):
    duel.press("play")
    assert duel.watch.playing
    for _ in range(400):
        duel.frame(0.05)
        if duel.watch.place > 12:
            break
    assert duel.watch.place > 12
    duel.key(pygame.K_SPACE)
    assert not duel.watch.playing
    here = duel.watch.place
    duel.frame(0.5, 10)
    assert duel.watch.place == here
    agrees(duel)
    duel.key(pygame.K_LEFT)
    assert duel.watch.place < here
    agrees(duel)


def test_it_plays_to_the_end_at_any_speed_and_begins_again(duel):
    for _ in SPEEDS:
        duel.key(pygame.K_RIGHTBRACKET)
    assert duel.watch.speed == SPEEDS[-1]
    duel.key(pygame.K_SPACE)
    for _ in range(3000):
        duel.frame(0.1)
        if not duel.watch.playing:
            break
    assert duel.watch.at_end and not duel.watch.playing
    agrees(duel)
    duel.press("slower")
    assert duel.watch.speed == SPEEDS[-2]
    duel.key(pygame.K_SPACE)
    assert duel.watch.playing and duel.watch.place < len(duel.course)


def test_a_walk_that_is_broken_off_did_not_happen(duel):

    place = next(n for n, e in enumerate(duel.course.events) if isinstance(e, Moved) and n in duel.course.beats)
    duel.scene.go(place)
    duel.send(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="")
    duel.frame(0.02, 2)
    assert duel.scene.playback.busy
    duel.send(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode="")
    duel.settle()
    assert duel.watch.place < place
    agrees(duel)


def test_the_line_is_clicked_and_dragged(hands):
    course, middle = hands.course, len(hands.course) // 2
    hands.click(hands.along(middle))
    assert abs(hands.watch.place - middle) < len(course) / 20
    agrees(hands)
    start, end = hands.along(middle), hands.along(len(course) // 4)
    hands.send(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    for pos in (hands.along(len(course) // 3), end):
        hands.send(pygame.MOUSEMOTION, pos=pos, rel=(-9, 0), buttons=(1, 0, 0))
        hands.frame()
        agrees(hands)
    hands.send(pygame.MOUSEBUTTONUP, pos=end, button=1)
    hands.rest()
    assert not hands.watch.seeking
    assert abs(hands.watch.place - len(course) // 4) < len(course) / 20


def test_what_matters_is_marked_and_a_click_goes_there():
    desk = ReplayHands(played("grimdark_future", 50))
    fall = next(m for m in desk.course.moments if m.kind == "fall")
    x, y = desk.along(fall.place)
    desk.point((x, y))
    desk.frame(0.4)
    assert fall.name in desk.picture.transport.tip_at(x, desk.scene.stage).title or any(
        m.kind == "fall" and abs(m.place - fall.place) < 20 for m in desk.course.moments)
    desk.click((x, y))
    assert desk.watch.place in {m.place for m in desk.course.moments}
    agrees(desk)
    desk.close()


def test_the_wheel_over_the_line_goes_event_by_event(duel):
    duel.scene.go(duel.course.beats[10])
    duel.send(pygame.MOUSEWHEEL, y=1, x=0, pos=duel.along(5))
    duel.settle()
    assert duel.watch.place == duel.course.beats[9]


# --- looking


def test_every_overlay_works_at_a_decision(hands):
    from game.ui.overlays.registry import overlays_of

    hands.scene.go(hands.course.rounds[1])
    hands.key(pygame.K_DOWN)
    hands.rest()
    model = next(m for m in hands.scene.stage.state.models.values() if m.on_table)
    hands.scene.look_at(model.id)
    for overlay in overlays_of(hands.scene.stage):
        before = overlay.id in hands.scene.stage.overlays
        hands.key(overlay.key)
        assert (overlay.id in hands.scene.stage.overlays) != before
        hands.rest()
    hands.press("measure")
    assert hands.picture.measuring


def test_reach_is_shown_of_whoever_acts(duel):

    course = duel.course
    stop = next(s for s in course.stops if s.record is None and s.command < len(course.match.journal.entries)
                and any(isinstance(e, Moved) for e in course.match.events_of(s.command)))
    duel.scene.go(stop.place)
    duel.rest()
    duel.scene.stage.overlays = {"reach"}
    duel.rest()
    names = dict(duel.picture.show().under)
    assert names["reach"], "the way it could have gone is shown"


def test_a_click_on_a_model_shows_its_card_and_orders_nothing(hands):
    hands.scene.go(hands.course.rounds[1])
    hands.rest()
    model = next(m for m in hands.scene.stage.state.models.values() if m.on_table)
    before = encode(hands.match.journal)
    hands.click(hands.at(model.id))
    assert hands.scene.stage.state.models[hands.scene.stage.selected].unit == model.unit
    hands.point((5, 5))
    assert hands.scene.stage.focus.unit == model.unit
    hands.key(pygame.K_RIGHT)
    assert encode(hands.match.journal) == before
    hands.key(pygame.K_ESCAPE)
    assert not hands.scene.stage.selected
    hands.key(pygame.K_ESCAPE)
    assert hands.shell.asked[-1] == "pop"


@pytest.mark.parametrize(("size", "scale"), [
    ((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 2.0), ((960, 600), 0.75)])
def test_the_buttons_never_overlap(size, scale):
    desk = ReplayHands(played("rezolution"), size, scale)
    boxes = [h.box for h in desk.picture.transport.hots]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.colliderect(other)
    assert all(desk.picture.layout.bottom.contains(box) for box in boxes)
    assert {("play",), ("take-over",), ("pictures",)} <= {h.action for h in desk.picture.transport.hots}
    desk.close()


# --- taking over


def test_enter_opens_taking_over_here(duel):
    duel.key(pygame.K_DOWN)
    duel.key(pygame.K_RETURN)
    assert duel.shell.asked[-1] == "push"


@pytest.mark.parametrize("rules", RULES)
def test_a_game_goes_on_from_any_decision_and_verifies(rules, tmp_path):
    from game.engine.match import Match
    from game.sim import saves
    from game.sim.session import Session

    match = played(rules)
    whole, course = encode(match.journal), Course(match)
    for stop in (course.stops[len(course.stops) // 3], next((s for s in course.stops if s.record), course.stops[5])):
        game = course.game_at(stop)
        game.reseed("fresh")
        session = Session.take_over(game, dict.fromkeys(match.state.sides, "recruit"))
        assert encoded(game.state) == encoded(course.state_at(stop.place))
        play_on(session.match, 6)
        path = saves.write(session.match, tmp_path / "saves" / "save-taken.json")
        again, _ = load_match(path)
        check_dice(again.journal)
        assert encoded(again.state) == encoded(session.match.state)
        assert isinstance(again, Match) and again.journal.header.players == session.players
    assert encode(match.journal) == whole, "the replay stays as it is"


def test_the_same_dice_bring_the_same_results():
    match = played("rezolution")
    course = Course(match)
    stop = next(s for s in course.stops if s.record is None and s.command < len(match.journal.entries)
                and any(r.roll for r in match.journal.entries[s.command].record))
    entry = match.journal.entries[stop.command]
    same, other = course.game_at(stop), course.game_at(stop)
    other.reseed("others")
    for game in (same, other):
        game.submit(entry.command)
    first = next(n for n, r in enumerate(entry.record) if r.roll)
    record = (same.journal.running or same.journal.entries[-1]).record
    assert record[first] == entry.record[first]
    check_dice(same.journal)
    check_dice(other.journal)


def test_a_lab_from_a_decision_keeps_all_that_was(duel):
    from game.sim.lab.opening import of_match

    stop = duel.course.stops[12]
    lab = of_match(duel.course.game_at(stop))
    assert lab.state == duel.course.state_at(stop.place)
    assert lab.undo() and lab.now.match.state != duel.match.state


@pytest.mark.parametrize("rules", RULES)
def test_what_was_played_is_taken_hold_of_in_the_lab(rules):
    from game.sim.lab.opening import of_match
    from tests.ui.labdesk import LabHands

    course = Course(played(rules))
    stop = next(s for s in reversed(course.stops) if s.record is None)
    lab = LabHands(of_match(course.game_at(stop)))
    model = next(m for m in lab.desk.state.models.values() if m.on_table)
    start = lab.at(model.id)
    lab.drag(start, (start[0] + 40, start[1] + 30))
    moved = lab.desk.state.models[model.id]
    assert moved.at != model.at
    assert {m.id: m.at for m in lab.desk.state.models.values() if m.id != model.id} == {
        m.id: m.at for m in course.state_at(stop.place).models.values() if m.id != model.id}
    lab.close()


def test_the_pointer_on_the_log_right_after_a_jump_finds_what_is_drawn(duel):
    duel.scene.go(len(duel.course))
    duel.rest()
    box = duel.picture.log.box
    duel.scene.go(0)
    for y in range(box.top + 40, box.bottom, 12):
        duel.scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(box.centerx, y), rel=(0, 0), buttons=(0, 0, 0)))
    duel.frame()
