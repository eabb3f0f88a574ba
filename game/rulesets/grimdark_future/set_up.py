"""Setting up: markers, edges, deployment, reserves and scouts (GF-2, GF-R11 to R18, GF-S3, GF-S13, GF-S23, GF-D2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from game.engine.events import Grouped, MarkerAltered, Noted, Placed, Rolled, Said, SideAltered, UnitNoted
from game.engine.run import Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap, inside, whole_on_table
from game.geometry.shapes import Base, Piece
from game.resolvers.activation import alternating
from game.rulesets.grimdark_future.conditions import has, is_hero, tough
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.movement import check_stand, coherency_of, lifted
from game.table.side import edge_zone
from game.table.unit import Unit
from game.units import TOLERANCE, Point
from game.words import say, say_many

SpotCheck = Callable[[GameState, str, Sequence[Point]], Verdict]
LONG_EDGES = ("south", "north")


def zone_depth(state: GameState) -> float:
    """How deep the zones are: 12″, less on a table that would leave under 24″ between them. GF-2.4, GF-R13"""
    return min(NUMBERS.zone, (state.table.height - NUMBERS.between_zones) / 2)


# --- rolls


def roll_off(run: Run, reason: str, rule: str) -> str:
    """Each side rolls a die, ties again; the winner's side. GF-R8, GF-D1"""
    while True:
        rolled = {}
        for side in run.state.sides:
            die = run.roll(1, 6, reason, side)[0]
            run.emit(Rolled(reason=reason, side=side, dice=(die,), rule=rule))
            rolled[side] = die
        best = max(rolled.values())
        winners = [s for s, die in rolled.items() if die == best]
        if len(winners) == 1:
            run.emit(
                Said(
                    text=say("{name} wins the roll-off.", name=run.state.sides[winners[0]].name),
                    side=winners[0],
                    tone="head",
                    rule=rule,
                )
            )
            return winners[0]


def roll_markers(run: Run) -> None:
    """D3 + 2 markers, and who says who places the first. GF-2.5, GF-R7, GF-R15"""
    die = run.roll(1, 6, "markers")[0]
    count = (die + 1) // 2 + 2
    run.emit(Rolled(reason="markers, D3 + 2", dice=(die,), rule="GF-2.5",
                    outcome=say_many("{n} marker", "{n} markers", count)))
    run.emit(Noted(notes={"marker_count": count, "marker_winner": roll_off(run, "first marker", "GF-R15")}))


def roll_deployment(run: Run) -> None:
    """Its winner picks an edge, places first and takes the first turn of round 1. GF-2.9, GF-R17, GF-R18"""
    run.emit(Noted(notes={"deployment_winner": roll_off(run, "deployment", "GF-2.9")}))


# --- markers


def marker_side(state: GameState) -> str | None:
    """Whose turn it is to place a marker; None when all lie. GF-2.6"""
    count, first = state.note("marker_count"), state.note("first_marker")
    if count is None or first is None or len(state.markers) >= count:
        return None
    order = [first, *(s for s in state.sides if s != first)]
    return str(order[len(state.markers) % len(order)])


def check_marker(state: GameState, point: Point) -> Verdict:
    """Outside both zones, over 9″ from other markers, on the table and on free ground. GF-2.7, 2.8, GF-R16"""
    depth = zone_depth(state)
    if not (0 <= point[0] <= state.table.width):
        return refuse("GF-R16", "A marker lies on the table.")
    if not depth + TOLERANCE < point[1] < state.table.height - depth - TOLERANCE:
        return refuse("GF-2.7", "No marker lies in a deployment zone or on its border.")
    for marker in state.markers.values():
        if math.dist(point, marker.at) <= NUMBERS.marker_gap + TOLERANCE:
            return refuse(
                "GF-2.8",
                say("Markers lie more than {marker_gap:g}″ apart.", marker_gap=NUMBERS.marker_gap),
                Mark(kind="ring", points=(marker.at,), radius=NUMBERS.marker_gap, role="bad"),
            )
    spot = Base(point[0], point[1], 0.01)
    if any("impassable" in p.traits and inside(spot, p, "centre") for p in state.scene.pieces):
        return refuse("GF-R16", "A marker does not lie in impassable terrain.")
    return YES


def put_marker(run: Writer, point: Point) -> None:
    number = len(run.state.markers) + 1
    run.emit(MarkerAltered(marker=str(number), at=point, rule="GF-2.6"))


def take_edge(run: Writer, winner: str, edge: str) -> None:
    """The winner takes a long edge, the other the opposite one. GF-2.9"""
    table = run.state.table
    other = LONG_EDGES[1 - LONG_EDGES.index(edge)]
    for side in run.state.sides:
        mine = edge if side == winner else other
        run.emit(
            SideAltered(
                side=side,
                edge=mine,
                zone=edge_zone(mine, zone_depth(run.state), table.width, table.height),
                rule="GF-2.9",
            )
        )
    run.emit(Noted(notes={"edges": True}))


# --- deployment


def is_off(state: GameState, unit: Unit) -> bool:
    """Whether the unit waits off the table to be deployed."""
    members = state.members(unit.id)
    return bool(members) and all(m.at is None for m in members)


def undeployed(state: GameState, side: str) -> list[Unit]:
    return [
        u for u in state.units.values() if u.side == side and is_off(state, u) and u.note("reserve") in (None, "deploy")
    ]


def set_aside(state: GameState, kind: str, side: str) -> list[Unit]:
    """The side's units kept for Scout or Ambush."""
    return [u for u in state.units.values() if u.side == side and is_off(state, u) and u.note("reserve") == kind]


def deploying_side(state: GameState) -> str | None:
    first = state.note("deployment_winner") or next(iter(state.sides))
    waiting = {s: bool(undeployed(state, s)) for s in state.sides}
    return alternating(state, first, waiting, state.note("last_deployed"))


def scouting_side(state: GameState) -> str | None:
    first = state.note("deployment_winner") or next(iter(state.sides))
    waiting = {s: bool(set_aside(state, "scout", s)) for s in state.sides}
    return alternating(state, first, waiting, state.note("last_scout"))


def reserve_side(state: GameState) -> str | None:
    """Whose turn it is to bring in an ambush, or to wait with it. GF-S3"""
    waiting = {s: any(state.units[u].side == s for u in state.note("reserves") or []) for s in state.sides}
    first = str(state.note("first") or state.note("deployment_winner") or next(iter(state.sides)))
    return alternating(state, first, waiting, state.note("last_reserve"))


def placed_bases(state: GameState, unit: str, spots: Sequence[Point]) -> dict[str, Base]:
    return {
        m.id: lifted(state, Base(x, y, m.radius, m.facing, 0.0, m.height))
        for m, (x, y) in zip(state.members(unit), spots, strict=True)
    }


def check_spots(state: GameState, unit: str, spots: Sequence[Point]) -> Verdict:
    """One spot a model, coherent, 1″ from other units, on free ground. GF-R17"""
    members = state.members(unit)
    if len(spots) != len(members):
        return refuse("GF-R17", say("{count} models need {count} places, not {given}.", count=len(members),
                                    given=len(spots)))
    bases = placed_bases(state, unit, spots)
    verdict = check_stand(state, unit, bases)
    return verdict and coherency_of(state, unit, bases)


def check_deploy(state: GameState, unit: str, spots: Sequence[Point]) -> Verdict:
    """Every base wholly inside the zone. GF-2.10, GF-R17"""
    zone = Piece(id="zone", outline=state.sides[state.units[unit].side].zone)
    for base in placed_bases(state, unit, spots).values() if len(spots) == len(state.members(unit)) else ():
        if not whole_on_table(base, state.scene):
            return refuse("GF-R12", "No part of a base leaves the table.")
        if not inside(base, zone, "whole"):
            words = say("Units are set up inside {zone_depth:g}″ of their own edge.", zone_depth=zone_depth(state))
            return refuse("GF-2.10", words, Mark(kind="polygon", points=zone.outline, role="bad"))
    return check_spots(state, unit, spots)


def check_scout(state: GameState, unit: str, spots: Sequence[Point]) -> Verdict:
    """Wholly within 12″ of its deployment zone. GF-S23"""
    side = state.sides[state.units[unit].side]
    table = state.table
    far = zone_depth(state) + NUMBERS.scout
    strip = Piece(id="zone", outline=edge_zone(side.edge, min(far, table.height), table.width, table.height))
    for base in placed_bases(state, unit, spots).values() if len(spots) == len(state.members(unit)) else ():
        if not inside(base, strip, "whole"):
            words = say("Scouts are placed within {scout:g}″ of their zone.", scout=NUMBERS.scout)
            return refuse("GF-S23", words, Mark(kind="polygon", points=strip.outline, role="bad"))
    return check_spots(state, unit, spots)


def check_arrival(state: GameState, unit: str, spots: Sequence[Point]) -> Verdict:
    """Anywhere, over 9″ from every enemy. GF-S3"""
    side = state.units[unit].side
    if len(spots) == len(state.members(unit)):
        for base in placed_bases(state, unit, spots).values():
            near = next((e for e in state.enemies(side) if gap(base, e.base) <= NUMBERS.ambush_gap + TOLERANCE), None)
            if near is not None:
                return refuse(
                    "GF-S3",
                    say("An ambush is placed over {ambush_gap:g}″ from every enemy.", ambush_gap=NUMBERS.ambush_gap),
                    Mark(kind="ring", points=(near.base.at,), radius=near.radius + NUMBERS.ambush_gap, role="bad"),
                )
    return check_spots(state, unit, spots)


def put_down(run: Writer, unit: str, spots: Sequence[Point], rule: str) -> None:
    side = run.state.sides[run.state.units[unit].side]
    facing = 0.0 if side.edge == "south" else 180.0
    for model_id, base in placed_bases(run.state, unit, spots).items():
        run.emit(Placed(model=model_id, at=base.at, facing=facing, elevation=base.elevation, rule=rule))


def check_join(state: GameState, hero: str, to: str) -> Verdict:
    """A hero of Tough 6 or less inside one multi-model unit without a hero, before it is deployed. GF-S13"""
    if to not in state.units:
        return refuse("GF-S13", say("There is no unit {to}.", to=to))
    leaders, members = state.members(hero), state.members(to)
    if len(leaders) != 1 or not is_hero(leaders[0]):
        return refuse("GF-S13", "Only a hero alone may join a unit.")
    if state.units[hero].side != state.units[to].side:
        return refuse("GF-S13", "A hero joins a unit of its own side.")
    if tough(leaders[0]) > NUMBERS.hero_tough:
        return refuse("GF-S13", say("A hero of Tough({tough}) is too big to join a unit.", tough=tough(leaders[0])))
    if len(members) < 2 or any(is_hero(m) for m in members):
        return refuse("GF-S13", "A hero joins a unit of several models without a hero.")
    if any(m.at is not None for m in (*leaders, *members)):
        return refuse("GF-S13", "Heroes join before the unit is deployed.")
    return YES


def join(run: Writer, hero: str, to: str) -> None:
    size = len(run.state.members(to)) + 1
    name = run.state.units[to].name
    run.emit(Grouped(units=(to, hero), into=to, name=name, rule="GF-S13"))
    run.emit(UnitNoted(unit=to, notes={"start_size": size}))
    run.emit(Said(text=say("A hero joins {name}.", name=name), side=run.state.units[to].side, rule="GF-S13"))


def may_wait(state: GameState, unit: str, kind: str) -> bool:
    """Whether the unit may be set aside for "scout" or "ambush": all its models have the rule."""
    name = {"scout": "Scout", "ambush": "Ambush"}[kind]
    return all(has(m, name) or is_hero(m) for m in state.members(unit)) and any(
        has(m, name) for m in state.members(unit)
    )


# --- spots for a unit, proposed


def block_at(state: GameState, unit: str, middle: Point, *, wide: int = 0) -> list[Point]:
    """The unit's models in ranks about `middle`, close enough to be coherent, its first rank towards the enemy."""
    members = state.members(unit)
    radius = max(m.radius for m in members)
    pitch = 2 * radius + 0.35
    across = wide or max(1, math.ceil(math.sqrt(len(members) * 1.6)))
    ranks = math.ceil(len(members) / across)
    ahead = 1.0 if state.sides[state.units[unit].side].edge == "south" else -1.0
    return [
        (
            middle[0] + (i % across - (min(across, len(members) - i // across * across) - 1) / 2) * pitch,
            middle[1] + ahead * ((ranks - 1) / 2 - i // across) * pitch,
        )
        for i in range(len(members))
    ]


def find_spots(state: GameState, unit: str, wish: Point, check: SpotCheck, tries: int = 400) -> list[Point] | None:
    """Legal places for the unit, the nearest to `wish` that a spiral of 1″ steps finds; None where none is."""
    for number in range(tries):
        radius, angle = 0.9 * math.sqrt(number), number * 2.399963
        middle = (wish[0] + radius * math.cos(angle) * 1.6, wish[1] + radius * math.sin(angle))
        for wide in (0, 3, 5):
            spots = block_at(state, unit, middle, wide=wide)
            if check(state, unit, spots):
                return spots
    return None
