"""The rest of a force that is placed by the program: everybody whom the zone has room for, and once."""
from __future__ import annotations

import math
from collections import Counter

import pytest

from game.engine.commands import Command
from game.engine.events import Placed, Said
from game.engine.match import Match
from game.rulesets.registry import ruleset
from game.table.setting import Setting, UnitSpec
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

WALL = TerrainSpec(id="wall", kind="wall", rect=(0.0, 1.4, 12.0, 1.6))


def waiting(rules: str, count: int, base: float, *terrain: TerrainSpec, profile: str | None = "Trooper",
            size: float = 12.0, **options: object) -> Match:
    """Two sides of `count` bases of so many mm on a small table, all of them yet to be set up."""
    chosen = ruleset(rules)
    sides = {name: Side(id=name, name=name.title(), edge=edge, zone=edge_zone(edge, chosen.zone_depth, size, size))
             for name, edge in (("blue", "south"), ("red", "north"))}
    units = tuple(UnitSpec(id=f"{side}{n}", side=side, base=base, profile=profile)
                  for side in sides for n in range(count))
    return Match(chosen, chosen.begin(Setting(
        source="test", title="Test", table=Table(width=size, height=size), sides=sides, units=units,
        terrain=build_terrain("test", terrain), options=options)), 3)


def play(match: Match, limit: int = 60) -> Counter[str]:
    """Takes 'place the rest' wherever it is offered, until the set-up is over; what was asked, and how often."""
    asked: Counter[str] = Counter()
    while (decision := match.decision()) is not None and match.state.phase in ("before set-up", "set-up", "deploy"):
        asked[f"{decision.question} {decision.side}"] += 1
        assert sum(asked.values()) < limit
        option = next(o for o in decision.options if not o.needs)
        match.submit(Command(do=option.do, by=option.by, fields=dict(option.fixed)))
    return asked


@pytest.mark.parametrize(("count", "base", "terrain"), [
    (7, 25.4, ()), (7, 32.0, ()), (9, 33.8, ()), (5, 32.0, (WALL,)),
])
def test_everybody_is_placed_where_there_is_room(count, base, terrain):
    match = waiting("rouge_elements", count, base, *terrain, scenario="duel")
    play(match)
    bases = [m.base for m in match.state.models.values() if m.on_table]
    assert len(bases) == 2 * count
    assert all(math.dist(a.at, b.at) >= a.radius + b.radius - 1e-6 for i, a in enumerate(bases) for b in bases[:i])


def test_whom_there_is_no_room_for_is_told_of_once_and_stays_out():
    match = waiting("rouge_elements", 5, 50.0, scenario="duel")
    asked = play(match)
    assert asked["place blue"] == asked["place red"] == 1
    out = [m for m in match.state.models.values() if not m.in_play]
    assert 0 < len(out) < 10
    told = [e.text for e in match.events if isinstance(e, Said) and "no room" in e.text]
    assert sorted(told) == sorted(f"There is no room to set up {m.name}: it stays out of the battle." for m in out)


@pytest.mark.parametrize("rests", [("blue",), ("blue", "red")])
def test_in_cyberdark_the_rest_is_placed_one_by_one_in_turn(rests):
    match = waiting("cyberdark", 3, 25.0, profile=None, size=24.0)
    while (decision := match.decision()) is not None and match.state.phase == "deploy":
        free = next(m.id for m in match.state.models_of(decision.side) if m.at is None)
        x = 2.0 + 3 * int(free[-1])
        match.submit(Command(do="line_up", by=decision.side) if decision.side in rests else
                     Command(do="deploy", by=free, fields={"point": [x, 22.0], "facing": 180.0}))
    placed = [e.model for e in match.events if isinstance(e, Placed)]
    assert [name[:-1] for name in placed] == ["blue", "red"] * 3
