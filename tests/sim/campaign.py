"""A crew in a campaign, and a battle that it has fought: the end is told, nobody plays it."""
from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.campaign import Fought
from game.engine.events import Altered, Event, Harmed, Left, apply
from game.engine.state import GameState, Result
from game.rulesets.registry import ruleset
from game.table.forcefile import Force
from game.table.setting import Setting
from game.table.side import Side
from game.table.table import Table

RULES = ruleset("cyberdark")


def in_campaign(**fields: Any) -> Force:
    """The ready crew of Rdza Street as the beginning of a campaign."""
    return replace(RULES.builder.ready("rdza_street"), campaign=True, **fields)


def start_of(force: Force, side: str = "blue") -> GameState:
    """A battle against the other ready crew, before its first decision."""
    enemy = "red" if side == "blue" else "blue"
    sides = {s: Side(id=s, name=n, edge=e) for s, n, e in (
        (side, force.name, "south"), (enemy, "Brzask Security", "north"))}
    units = (*RULES.builder.units(force, side), *RULES.builder.units(RULES.builder.ready("brzask_security"), enemy))
    setting = Setting(source="campaign", title="A quarrel", table=Table(width=36.0, height=36.0), terrain={},
                      sides=sides, units=units)
    return RULES.begin(setting)


def fought_by(force: Force, *, winner: str = "blue") -> Fought:
    """The boss fell and was stabilised, the mercenary broke, the second ganger died; the medic spent Composure."""
    start = start_of(force)
    events: list[Event] = [
        Altered(model="blue-street_medic-1", notes={"composure": 4}, rule="CD-8.4"),
        Altered(model="blue-street_medic-1", notes={"composure": 3}, rule="CD-8.4"),
        Altered(model="blue-crew_boss-1", notes={"chance": 1}, rule="CD-9.5"),
        Harmed(model="blue-crew_boss-1", amount=7, notes={"po": 0}),
        Altered(model="blue-crew_boss-1", states=("stabilised",), notes={"stress": 1, "composure": 3}, rule="CD-7.4"),
        Altered(model="blue-mercenary-1", notes={"stress": 4, "composure": 0}, rule="CD-6.5"),
        Left(model="blue-mercenary-1", how="broken"),
        Left(model="blue-ganger-2", how="dead"),
    ]
    end = start
    for event in events:
        end = apply(end, event) if end.models[event.model].in_play else end  # type: ignore[attr-defined]
    end = replace(end, round=8, result=Result(winner, "Points."))
    return Fought(side="blue", start=start, end=end, events=tuple(events))


def record_of(force: Force, fought: Fought) -> Force:
    assert RULES.campaign is not None
    return RULES.campaign.record(force, fought)
