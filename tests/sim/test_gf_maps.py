"""The tables and battles of Grimdark Future: sound pieces, every trait, fair halves, ways through, room for armies."""
import math
from collections import deque

import pytest
from shapely.geometry import Point

from game.engine.commands import Command
from game.engine.match import Match
from game.geometry.path import can_stand
from game.geometry.piece_shape import shape_of
from game.geometry.scene import Scene
from game.geometry.shapes import COVERS, Base
from game.rulesets.registry import ruleset
from game.sim import paths
from game.sim.scenario import list_scenarios, load_scenario
from game.table.mapfile import read_map
from game.units import base_radius

LARGE = ("hollow_ford", "slagworks", "ninth_parish")
SMALL = ("gallows_mill",)
TRAITS = {"opaque", "obscuring", "difficult", "dangerous", "impassable", "climbable", "gap"}
BATTLES = [s.id for s in list_scenarios() if s.rules == "grimdark_future"]
CLEAR = 1.25
"""Half of 2.5 in: what a unit in ranks needs to get through."""


def table_of(name):
    return read_map(paths.maps_dir() / "tables" / f"{name}.toml")


def scene_of(name):
    table, pieces = table_of(name)
    return Scene(table.width, table.height, list(pieces.values()))


@pytest.mark.parametrize("name", LARGE + SMALL)
def test_a_table_has_its_size_and_pieces_enough(name):
    table, pieces = table_of(name)
    assert (table.width, table.height) == ((72, 48) if name in LARGE else (48, 48))
    assert len(pieces) >= 15
    assert table.title and table.paint


@pytest.mark.parametrize("name", LARGE + SMALL)
def test_a_table_uses_every_trait_and_grade_of_cover(name):
    pieces = table_of(name)[1].values()
    assert set().union(*(p.traits for p in pieces)) >= TRAITS
    assert {p.cover for p in pieces} >= set(COVERS)
    assert any("climbable" in p.traits and p.height > 0 for p in pieces)
    assert all(p.depth > 0 for p in pieces if "gap" in p.traits)


@pytest.mark.parametrize("name", LARGE + SMALL)
def test_walls_stand_apart_or_touch_but_never_in_each_other(name):
    solid = [(p, _polygon(p)) for p in table_of(name)[1].values() if "impassable" in p.traits]
    for i, (piece, shape) in enumerate(solid):
        for other, others in solid[i + 1:]:
            assert shape.intersection(others).area < 0.2, f"{piece.id} stands in {other.id}"


@pytest.mark.parametrize("name", LARGE + SMALL)
def test_a_table_looks_the_same_from_both_edges(name):
    table, pieces = table_of(name)
    keys = {_key(p, _polygon(p)) for p in pieces.values()}
    for piece in pieces.values():
        shape = _polygon(piece)
        x, y = table.width - shape.centroid.x, table.height - shape.centroid.y
        near = [k for k in keys if k[2:] == _key(piece, shape)[2:] and math.dist(k[:2], (x, y)) < 0.15]
        assert near, f"{piece.id} has no partner at ({x:.1f}, {y:.1f})"


def _polygon(piece):
    if piece.disc is not None:
        return Point(piece.disc[:2]).buffer(piece.disc[2])
    return shape_of(piece).polygon


def _key(piece, shape):
    return (shape.centroid.x, shape.centroid.y, piece.kind, piece.height, piece.depth, piece.traits, piece.cover,
            round(shape.area))


@pytest.mark.parametrize("name", LARGE + SMALL)
def test_a_unit_finds_a_way_through_each_third_of_the_table(name):
    scene = scene_of(name)
    for third in range(3):
        west, east = scene.width * third / 3, scene.width * (third + 1) / 3
        assert _crossed(scene, west, east), f"no way through from x {west:g} to {east:g}"


def _crossed(scene, west, east, step=1.0):
    """Whether a disc 2.5 in wide gets from the south zone to the north one between two x."""
    columns = range(math.ceil(west / step), int(east / step) + 1)
    free = {(i, j) for i in columns for j in range(6, int(scene.height / step) - 5)
            if can_stand(scene, Base(i * step, j * step, CLEAR)) is None}
    waiting = deque(spot for spot in free if spot[1] * step <= 12)
    seen = set(waiting)
    while waiting:
        i, j = waiting.popleft()
        if j * step >= scene.height - 12:
            return True
        for spot in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if spot in free and spot not in seen:
                seen.add(spot)
                waiting.append(spot)
    return False


@pytest.mark.parametrize("name", LARGE + SMALL)
def test_a_zone_has_room_for_the_widest_base(name):
    scene = scene_of(name)
    radius = base_radius(100)
    spots = [(x, y) for x in range(2, int(scene.width) - 1, 2) for y in (3, 6, 9)]
    free = [s for s in spots if can_stand(scene, Base(*s, radius)) is None]
    assert len(free) >= 0.55 * len(spots)


def test_there_are_battles_for_every_table_and_pair_of_armies():
    assert len(BATTLES) >= 4
    infos = [load_scenario(b).info for b in BATTLES]
    assert {(i.table, i.points) for i in infos} == {((72.0, 48.0), 1000), ((48.0, 48.0), 500)}
    assert all(i.title and i.about and i.minutes and i.rounds == 4 for i in infos)
    pairs = {(i.points, frozenset(s.force.split("_")[0] for s in i.sides)) for i in infos}
    assert len(pairs) == 6


@pytest.mark.parametrize("battle", BATTLES)
def test_the_armies_fit_the_points(battle):
    info = load_scenario(battle).info
    points = {f.id: f.points for f in ruleset("grimdark_future").forces()}
    assert all(points[side.force] <= info.points for side in info.sides)


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("seed", [1, 2, 6])
def test_quick_set_up_finds_room_for_everybody(battle, seed):
    rules = ruleset("grimdark_future")
    match = Match(rules, load_scenario(battle).start(), seed)
    quick = next(o for o in match.decision().options if o.do == "quick_set_up")
    match.submit(Command(do="quick_set_up", by=quick.by))
    state = match.state
    assert rules.problems(state) == []
    assert len(state.markers) >= 3
    for unit in state.units.values():
        off = [m.id for m in state.members(unit.id) if m.at is None]
        assert not off or unit.note("reserve") in ("scout", "ambush"), f"{unit.name} found no room"
