"""Who wins: a crew with nobody left loses; after the last round the scores decide (RZ-R23)."""
from __future__ import annotations

from game.engine.events import Ended, Said
from game.engine.run import Writer
from game.engine.state import GameState, Result
from game.rulesets.rezolution.data import NUMBERS, RULES
from game.words import joined, say


def score(state: GameState) -> dict[str, int]:
    """Each crew's points: enemies out of play, and 20 for each data node downloaded."""
    return {
        side.id: sum(m.points for m in state.models.values() if m.side != side.id and not m.in_play)
        + NUMBERS.node_points * len(side.note("nodes", []))
        for side in state.sides.values()
    }


def last_round(state: GameState) -> int:
    return int(state.options.get("rounds", RULES.plan.rounds))


def settle_round(run: Writer) -> None:
    """At the end of each round: has somebody won? RZ-R23"""
    state = run.state
    left = [side for side in state.sides if any(m.in_play for m in state.models_of(side))]
    if not left:
        _end(run, "draw", "Both crews are out of play.")
    elif len(left) == 1:
        beaten = next(s for s in state.sides if s not in left)
        _end(run, left[0], say("{name} has nobody left in play.", name=state.sides[beaten].name))
    elif state.round >= last_round(state):
        _compare(run)


def _compare(run: Writer) -> None:
    points = score(run.state)
    best = max(points.values())
    winners = [side for side, value in points.items() if value == best]
    told = joined(", ", [joined(" ", (run.state.sides[side].name, str(value))) for side, value in points.items()])
    _end(run, winners[0] if len(winners) == 1 else "draw", say("After round {round}: {told}.",
                                                               round=run.state.round, told=told))


def _end(run: Writer, winner: str, why: str) -> None:
    run.emit(Said(text=why, tone="head", rule="RZ-R23"))
    run.emit(Ended(result=Result(winner, why, "RZ-R23")))
