"""Rouge Elements: after any movement that is allowed a character stands at the height of what is under it."""
from __future__ import annotations

import itertools
import math
from typing import Any

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.events import Left, Moved
from game.engine.offshoots import Offshoots
from game.engine.state import GameState
from game.rulesets.registry import ruleset
from game.rulesets.rouge_elements import terrain
from game.rulesets.rouge_elements.pushes import pushed
from game.sim.odds import carried_out, trial_of
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table
from game.table.terrain import Terrain
from game.units import Point

RULES = ruleset("rouge_elements")
SIDES = {s: Side(id=s, name=s.title(), edge=e) for s, e in (("blue", "south"), ("red", "north"))}
HALVES = st.integers(2, 22).map(lambda n: n / 2)
SPOTS = st.tuples(st.floats(0.6, 11.4), st.floats(0.6, 11.4))


def block(name: str, west: float, south: float, wide: float, deep: float, **fields: Any) -> Terrain:
    east, north = min(12.0, west + wide), min(12.0, south + deep)
    return Terrain(id=name, outline=((west, south), (east, south), (east, north), (west, north)), **fields)


@st.composite
def boards(draw: Any) -> dict[str, Terrain]:
    """One to four gaps and up to two decks, over one another or not."""
    size = st.sampled_from([0.5, 1.0, 1.5, 2.0, 2.5, 4.0, 8.0])
    found = {}
    for number in range(draw(st.integers(1, 4))):
        depth = draw(st.sampled_from([0.5, 1.0, 2.0, 3.0]))
        name = f"gap-{number}"
        found[name] = block(name, draw(HALVES), draw(HALVES), draw(size), draw(size), depth=depth,
                            traits=frozenset({"gap"}))
    for number in range(draw(st.integers(0, 2))):
        height = draw(st.sampled_from([0.5, 1.0, 3.0]))
        name = f"deck-{number}"
        found[name] = block(name, draw(HALVES), draw(HALVES), draw(size), draw(size), height=height,
                            traits=frozenset({"climbable"}))
    return found


def state_of(pieces: dict[str, Terrain], at: Point, other: Point, fleeing: bool) -> GameState:
    units = tuple(UnitSpec(id=name, side=side, at=spot, facing=0.0)
                  for name, side, spot in (("a", "blue", at), ("b", "red", other)))
    state = RULES.begin(Setting(source="test", title="Test", table=Table(width=12, height=12), sides=SIDES, units=units,
                                terrain=pieces, begin={"phase": "turns", "order": ["a", "b"]}))
    stood = {name: replace(model, elevation=terrain.level(state, model.base.at),
                           states=("fleeing",) if fleeing and name == "a" else model.states,
                           notes={**model.notes, "ap": 4}) for name, model in state.models.items()}
    return replace(state, models=stood)


@st.composite
def orders(draw: Any, at: tuple[float, float]) -> Command:
    """An order of movement, by a way that often turns and ends over a gap."""
    do = draw(st.sampled_from(["walk", "walk", "sprint", "skill_roll", "jump", "jump", "drop", "charge", "flee"]))
    if do in ("charge", "flee"):
        return Command(do=do, by="a", fields={"at": "b"} if do == "charge" else {})
    if do in ("jump", "drop"):
        angle, inches = draw(st.floats(0, 2 * math.pi)), draw(st.floats(0.1, 8))
        to = [at[0] + inches * math.sin(angle), at[1] + inches * math.cos(angle)]
        return Command(do=do, by="a", fields={"to": to})
    steps = draw(st.lists(st.tuples(st.floats(0, 2 * math.pi), st.floats(0, 4)), min_size=1, max_size=4))
    path = [at]
    for angle, inches in steps:
        path.append((path[-1][0] + inches * math.sin(angle), path[-1][1] + inches * math.cos(angle)))
    fields = {"path": [list(p) for p in path[1:]], "jump": draw(st.booleans()), "drop": draw(st.booleans())}
    return Command(do=do, by="a", fields=fields)


@settings(max_examples=300, deadline=None)
@given(st.data(), boards(), SPOTS, SPOTS, st.integers(0, 10**6))
def test_a_movement_that_is_allowed_ends_on_what_is_under_it(data, pieces, at, other, seed):
    order = data.draw(orders(at))
    state = state_of(pieces, at, other, order.do == "flee")
    assume(not RULES.problems(state))
    if not RULES.verify(state, order):
        event("refused")
        return
    event(order.do)
    events = carried_out(RULES, trial_of(state, order), SeededDice(seed, 0), Offshoots())
    moves = [e for e in events if isinstance(e, Moved)]
    for moved in moves[:-1] if any(isinstance(e, Left) for e in events) else moves:
        assert terrain.bears(state, moved.path[-1], moved.elevation), (order, moved)


@settings(max_examples=150, deadline=None)
@given(boards(), SPOTS, SPOTS, st.floats(0, 359), st.integers(1, 12))
def test_so_does_a_push_and_it_lifts_nobody(pieces, at, other, course, inches):
    state = state_of(pieces, at, other, fleeing=False)
    assume(not RULES.problems(state))
    model = state.models["a"]
    path, elevation, drop = pushed(state, model, course, float(inches))
    assert terrain.bears(state, path[-1], elevation)
    levels = [model.elevation, *(part.level for part in terrain.ways(state, path)[0])]
    if not drop:
        levels.append(elevation)
    assert all(after - before <= 1 + 1e-6 for before, after in itertools.pairwise(levels))
