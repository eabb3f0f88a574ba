"""The boards and battles of Rouge Elements: sound pieces, heights, gaps to leap, fair corners, ways on foot."""
import itertools
import math
from collections import deque

import pytest
from shapely.geometry import Point

from game.engine.match import Match
from game.geometry.ground import stretches_of
from game.geometry.inset import inset_gaps
from game.geometry.path import can_stand
from game.geometry.piece_shape import shape_of
from game.geometry.scene import Scene
from game.geometry.shapes import COVERS, Base
from game.rulesets.registry import ruleset
from game.rulesets.rouge_elements import scoring, terrain
from game.rulesets.rouge_elements.data import NUMBERS, TABLES
from game.sim import paths
from game.sim.random_player import IdlePlayer
from game.sim.scenario import list_scenarios, load_scenario
from game.table.mapfile import read_map

BOARDS = ("cinder_stacks", "sump_crown", "regents_stair", "four_quays", "tram_terrace", "broken_aqueduct",
          "boiler_room")
FOURFOLD = ("four_quays",)
SMALL = ("boiler_room",)
BATTLES = [s.id for s in list_scenarios() if s.rules == "rouge_elements"]
RULES = ruleset("rouge_elements")
STEP = 0.25
"""Inches between the places that a walker is tried at."""
LEAP = 5.0
"""Inches: what D6 + M - A of a common trooper gets over on any roll but a 1. RE-3.6"""


def board(name):
    return read_map(paths.maps_dir() / "tables" / f"{name}.toml")


def polygon(piece):
    return Point(piece.disc[:2]).buffer(piece.disc[2]) if piece.disc is not None else shape_of(piece).polygon


def widths(piece):
    """The two sides of the smallest rectangle about a piece, the shorter first."""
    corners = list(polygon(piece).minimum_rotated_rectangle.exterior.coords)
    return sorted(math.dist(a, b) for a, b in itertools.pairwise(corners[:3]))


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_dense_and_has_heights(name):
    table, pieces = board(name)
    assert (table.width, table.height) == ((12, 12) if name in SMALL else (24, 24))
    assert len(pieces) >= 15
    assert len({p.height for p in pieces.values() if "climbable" in p.traits}) >= (2 if name in SMALL else 3)
    assert table.title and table.paint


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_every_grade_of_cover(name):
    grades = {p.cover for p in board(name)[1].values()}
    assert grades >= (set(COVERS) - {"soft"} if name in SMALL else set(COVERS))


@pytest.mark.parametrize("name", BOARDS)
def test_gaps_are_to_be_stepped_over_and_leapt(name):
    across = [widths(p)[0] for p in board(name)[1].values() if "gap" in p.traits]
    assert min(across) <= NUMBERS.gap < max(across) <= LEAP
    assert all(p.depth > 0 for p in board(name)[1].values() if "gap" in p.traits)


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_looks_the_same_from_opposite_corners(name):
    table, pieces = board(name)
    centre = table.width / 2
    for _ in range(3 if name in FOURFOLD else 1):
        keys = [key(p) for p in pieces.values()]
        for piece in pieces.values():
            (x, y), what = key(piece)
            x, y = x - centre, y - centre
            x, y = (y, -x) if name in FOURFOLD else (-x, -y)
            assert any(w == what and math.dist(at, (x + centre, y + centre)) < 0.05 for at, w in keys), piece.id


def key(piece):
    at = polygon(piece).centroid
    return (at.x, at.y), (piece.kind, piece.height, piece.depth, piece.cover, round(polygon(piece).area, 1))


@pytest.mark.parametrize("name", BOARDS)
def test_pieces_lie_apart_or_on_a_deck(name):
    shapes = [(p, polygon(p)) for p in board(name)[1].values() if p.kind != "smoke"]
    for (one, a), (other, b) in itertools.combinations(shapes, 2):
        if a.intersection(b).area > 0.1:
            low, high = sorted(((one, a), (other, b)), key=lambda pair: pair[0].height)
            assert "climbable" in low[0].traits and low[0].height < high[0].height, f"{one.id} lies in {other.id}"
            assert a.intersection(b).area > 0.98 * high[1].area, f"{high[0].id} hangs over {low[0].id}"


@pytest.mark.parametrize("name", BOARDS)
def test_every_corner_is_reached_on_foot_and_so_is_the_rest(name):
    table, pieces = board(name)
    spots = standing_places(Scene(table.width, table.height, list(pieces.values())))
    side = round(min(NUMBERS.zone, table.width / 3) / STEP)
    last = round(table.width / STEP)
    corners = [[s for s in spots if (s[0] <= side) is west and (s[1] <= side) is south
                and (s[0] <= side or s[0] >= last - side) and (s[1] <= side or s[1] >= last - side)]
               for west in (True, False) for south in (True, False)]
    walked = max((steps_from(spots, s) for s in corners[0][::5]), key=len)
    assert all(len(walked & set(corner)) >= 60 for corner in corners)
    climbed = max((steps_from(spots, s, 2.0) for s in corners[0][::5]), key=len)
    assert len(walked) > 0.9 * len(spots) and len(climbed) > 0.97 * len(spots)


def standing_places(scene):
    """The level of each place where a 1-inch base can stand, by its number of steps east and north."""
    ground = inset_gaps(scene, NUMBERS.gap, NUMBERS.base / 50.8)
    found = {}
    for i, j in itertools.product(range(round(scene.width / STEP) + 1), repeat=2):
        at = (i * STEP, j * STEP)
        if can_stand(ground, Base(*at, 0.499)) is None:
            part = stretches_of(scene, at, at, terrain.RATES)[0]
            found[i, j] = 0.0 if part.gap else part.level
    return found


def steps_from(spots, start, rise=NUMBERS.step):
    """Where one gets from a place without a jump, stepping up or down `rise` inches at most."""
    seen, waiting = {start}, deque([start])
    while waiting:
        i, j = waiting.popleft()
        for spot in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if spot in spots and spot not in seen and abs(spots[spot] - spots[i, j]) <= rise + 1e-6:
                seen.add(spot)
                waiting.append(spot)
    return seen


def test_there_is_a_battle_of_every_kind():
    infos = [load_scenario(b) for b in BATTLES]
    kinds = {(s.options["scenario"], s.info.points, s.info.table[0], len(s.sides)) for s in infos}
    for name in TABLES.scenarios:
        row = TABLES.scenarios[name]
        assert (name, row.points, 24.0, 2) in kinds
    assert ("duel", 10, 12.0, 2) in kinds and ("duel", 25, 24.0, 2) in kinds and ("duel", 15, 24.0, 3) in kinds
    assert all(s.info.title and s.info.about and s.info.minutes for s in infos)


@pytest.mark.parametrize("battle", BATTLES)
def test_the_characters_fit_the_points(battle):
    scenario = load_scenario(battle)
    points = {f.id: f.points for f in RULES.forces()}
    assert all(points[s.force] <= scenario.info.points for s in scenario.info.sides if s.force)


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everybody_finds_a_place_in_a_corner(battle, seed):
    match = Match(RULES, load_scenario(battle).start(), seed)
    for _ in IdlePlayer(seed).play(match):
        if match.state.phase not in ("before set-up", "set-up"):
            break
    for model in match.state.models.values():
        assert model.on_table and model.elevation == terrain.level(match.state, model.base.at)
    assert RULES.problems(match.state) == []


def test_the_objective_has_a_marker_that_tells_who_holds_it():
    state = load_scenario("rouge_elements/crown_of_the_sump").start()
    assert state.markers[scoring.OBJECTIVE].at == (12.0, 12.0)
    assert RULES.contest(state) == {scoring.OBJECTIVE: ()}
    assert RULES.goals(state, "blue")[0].at == (12.0, 12.0)
