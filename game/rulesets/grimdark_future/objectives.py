"""Markers: who seizes, who contests, and who holds most (GF-3.4, GF-4, GF-R23 to R29)."""

from __future__ import annotations

import math

from game.engine.events import Ended, MarkerAltered, Said
from game.engine.run import Writer
from game.engine.state import GameState, Result
from game.geometry.measure import gap_to_point
from game.rulesets.grimdark_future.conditions import alive, is_shaken
from game.rulesets.grimdark_future.data import NUMBERS, RULES
from game.table.objective import Marker
from game.table.unit import Unit
from game.units import within
from game.words import joined, say


def able_at(state: GameState, unit: Unit, marker: Marker) -> bool:
    """Whether the unit stands at the marker and can seize or contest it: not Shaken, not arrived this round. GF-4.4,
    GF-R26, GF-S3"""
    if is_shaken(unit) or unit.note("arrived") == state.round:
        return False
    return any(within(gap_to_point(m.base, marker.at), NUMBERS.marker_reach) for m in alive(state, unit.id))


def holders(state: GameState, marker: Marker) -> list[str]:
    """The sides with a unit at the marker that counts."""
    near = NUMBERS.marker_reach + 1.0  # a rough look first: most are far away
    close = {m.unit for m in state.on_table() if math.dist(m.base.at, marker.at) <= near + m.radius}
    there = {u.side for u in state.units.values() if u.id in close and able_at(state, u, marker)}
    return [s for s in state.sides if s in there]


def check_markers(run: Writer) -> None:
    """At the end of a round, all at once. GF-4.1 to 4.3, GF-R27 to R29"""
    state = run.state
    for marker in state.markers.values():
        present = holders(state, marker)
        owner = present[0] if len(present) == 1 else "" if present else None
        if owner is None or owner == (marker.owner or ""):
            continue
        run.emit(MarkerAltered(marker=marker.id, owner=owner, rule="GF-4.1" if owner else "GF-4.3"))
        told = say("Marker {marker} is contested and neutral.", marker=marker.name or marker.id)
        if owner:
            told = say("Marker {marker} goes to {name}.", marker=marker.name or marker.id,
                       name=state.sides[owner].name)
        run.emit(
            Said(
                text=told,
                side=owner,
                tone="head",
                rule="GF-4.1" if owner else "GF-4.3",
            )
        )


def held(state: GameState) -> dict[str, int]:
    """How many markers each side holds."""
    return {s: sum(m.owner == s for m in state.markers.values()) for s in state.sides}


def last_round(state: GameState) -> int:
    return int(state.options.get("rounds", RULES.plan.rounds))


def settle_game(run: Writer) -> None:
    """After the last round, whoever holds more markers wins; equal is a draw. GF-3.3, 3.4, GF-R23, GF-R24"""
    if run.state.round < last_round(run.state):
        return
    counts = held(run.state)
    best = max(counts.values())
    leaders = [s for s, n in counts.items() if n == best]
    told = joined(", ", [joined(" ", (run.state.sides[s].name, str(n))) for s, n in counts.items()])
    why = say("Markers after round {round}: {told}.", round=run.state.round, told=told)
    run.emit(Said(text=why, tone="head", rule="GF-3.4"))
    run.emit(Ended(result=Result(leaders[0] if len(leaders) == 1 else "draw", why, "GF-3.4")))
