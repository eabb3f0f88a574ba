"""How a game ends and who wins: Duel, Hold ground, High stakes (RE-18.3, T24, RE-R99)."""
from __future__ import annotations

import math

import numpy as np

from game.engine.events import Ended, Said
from game.engine.requests import Goal, Option
from game.engine.run import Writer
from game.engine.state import GameState, Result
from game.geometry.measure import contact_with_piece, gap
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.rulesets.rouge_elements.data import RULES, TABLES
from game.table.model import Model
from game.units import CONTACT, Point, towards
from game.words import joined, say

OBJECTIVE = "objective"
"""The id of the marker or piece that is held."""
EARLY, LATE = 0.1, 0.8
"""What it is worth to be at the objective, as a share of all that is on the table: at first, and as the game ends."""
TURN = 15
"""Degrees between the places round the objective that are looked at."""
MARKER = 0.5
"""Inches: the radius of a marker."""


def contenders(state: GameState) -> list[str]:
    """The sides that brought somebody."""
    return [s for s in state.sides if any(m.side == s for m in state.models.values())]


def left(state: GameState) -> list[str]:
    return [s for s in contenders(state) if any(m.in_play for m in state.models_of(s))]


def kills(state: GameState) -> dict[str, int]:
    return {s.id: int(s.note("kills", 0)) for s in state.sides.values()}


def last_turn(state: GameState) -> int:
    """The turn after which the game is over at the latest."""
    scenario = TABLES.scenarios.get(str(state.note("scenario", "")))
    own = scenario.turns if scenario else 0
    return int(state.options.get("rounds") or own or RULES.plan.rounds)


def settle_now(run: Writer) -> None:
    """Is one side left, or none? RE-R99"""
    state = run.state
    if state.result is not None or len(contenders(state)) < 2 or state.phase in ("before set-up", "set-up"):
        return
    standing = left(state)
    if len(standing) > 1:
        return
    if state.note("scenario") == "duel":
        _by_kills(run, standing)
    elif standing:
        _end(run, standing[0], say("{name} is the last one standing.", name=state.sides[standing[0]].name))
    else:
        _end(run, "draw", "Nobody is left.")


def settle_turn(run: Writer) -> None:
    """At the end of a turn: is the last one over?"""
    state = run.state
    if state.result is not None or state.round < last_turn(state):
        return
    if state.note("scenario") == "hold_ground":
        holders = holding(state)
        if len(holders) == 1:
            _end(run, holders[0], say("{name} holds the ground.", name=state.sides[holders[0]].name))
        else:
            _end(run, "draw", "Nobody holds the ground alone.")
    else:
        _by_kills(run, left(state))


def _by_kills(run: Writer, standing: list[str]) -> None:
    """Most kills win; of equals, the one that is left."""
    counted = {side: kills(run.state)[side] for side in contenders(run.state)}
    best = [side for side, n in counted.items() if n == max(counted.values())]
    if len(best) > 1 and len(standing) == 1 and standing[0] in best:
        best = standing
    told = joined(", ", [joined(" ", (run.state.sides[side].name, str(n))) for side, n in counted.items()])
    _end(run, best[0] if len(best) == 1 else "draw", say("Kills: {told}.", told=told))


def holding(state: GameState) -> list[str]:
    """The sides with a character in base contact with the objective."""
    return [s for s in contenders(state) if any(m.on_table and touches(state, m) for m in state.models_of(s))]


def touches(state: GameState, model: Model) -> bool:
    marker, piece = state.markers.get(OBJECTIVE), state.terrain.get(OBJECTIVE)
    if piece is not None:
        return contact_with_piece(model.base, piece)
    return marker is not None and gap(model.base, Base(marker.at[0], marker.at[1], MARKER)) <= CONTACT


def _end(run: Writer, winner: str, why: str) -> None:
    run.emit(Said(text=why, tone="head", rule="RE-R99"))
    run.emit(Ended(result=Result(winner, why, "RE-R99")))


def spots(state: GameState, option: Option, reach: Reach) -> list[Point]:
    """Ends of a movement in base contact with the objective, all round it."""
    model, round_ = state.models.get(option.by), _objective(state)
    if model is None or round_ is None:
        return []
    at, radius = round_
    far = radius + model.radius + CONTACT / 2
    if math.dist(at, model.base.at) > reach.budget + far:
        return []
    ring = np.array([towards(at, float(turn), far) for turn in range(0, 360, TURN)])
    return [(float(x), float(y)) for x, y in ring[np.isfinite(reach.end_costs(ring))]]


def _objective(state: GameState) -> tuple[Point, float] | None:
    """Where the ground is that is to be held, and how wide."""
    marker, piece = state.markers.get(OBJECTIVE), state.terrain.get(OBJECTIVE)
    if state.note("scenario") != "hold_ground" or (marker is None and piece is None):
        return None
    at = piece.centre if piece is not None else marker.at if marker is not None else (0.0, 0.0)
    return at, piece.disc[2] if piece is not None and piece.disc else MARKER


def goals(state: GameState, side: str) -> list[Goal]:
    """The objective, where ground is to be held."""
    ground = _objective(state)
    if ground is None:
        return []
    at, radius = ground
    own = [m for m in state.models_of(side) if m.on_table]
    stakes = sum(max(3.0, float(m.points)) for m in state.models.values())
    worth = stakes * (EARLY + (LATE - EARLY) * min(1.0, state.round / max(1, last_turn(state))) ** 2)
    return [Goal(at=at, radius=radius, within=CONTACT, worth=worth, what="hold",
                 by=tuple(m.id for m in own), free=True)]
