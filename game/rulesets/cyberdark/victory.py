"""How a battle ends, and what becomes of the wounded after it (CD-H25, CD-H26)."""
from __future__ import annotations

from collections.abc import Mapping

from game.engine.events import Ended, Said
from game.engine.run import Writer
from game.engine.state import GameState, Result
from game.rulesets.cyberdark import after, mission
from game.rulesets.cyberdark.conditions import is_conscious, points, status
from game.rulesets.cyberdark.data import RULES
from game.words import joined, say


def put_out(state: GameState) -> Mapping[str, int]:
    """The enemy points that each crew has put out: dead, unconscious or broken. CD-H25"""
    return {side: sum(points(m) for m in state.models.values() if m.side != side and not _is_in(m.id, state))
            for side in state.sides}


def _is_in(model_id: str, state: GameState) -> bool:
    """Whether it counts as standing still: not put out, not yet set up, in hiding, or off by its own will."""
    model = state.models[model_id]
    return is_conscious(model) or (model.in_play and model.at is None) or status(model) == mission.OFF


def standing(state: GameState) -> list[str]:
    """The crews with a conscious character on the table, hiding or not."""
    return [s for s in state.sides if any(mission.can_go_on(m) for m in state.models_of(s))]


def settle_slot(run: Writer) -> None:
    """At the end of each slot: a mission that is done or lost ends the battle; a crew with nobody conscious has lost.
    CD-H25, CD-R11, CD-S1"""
    state = run.state
    found = mission.mission(state)
    if found is not None and state.result is None and (mission.is_done(state) or mission.is_lost(state)):
        done = mission.is_done(state)
        crew = state.sides[found.side].name
        words = say("{crew} has done what it came for.", crew=crew) if done else \
            say("{crew} cannot do any more what it came for.", crew=crew)
        _end(run, found.side if done else state.other(found.side), words, "CD-S1")
        return
    left = standing(state)
    brought = [s for s in state.sides if any(True for _ in state.models_of(s))]
    if state.result is not None or len(brought) < 2 or len(left) > 1:
        return
    if not left:
        _end(run, "draw", "Nobody is left standing.")
    else:
        _end(run, left[0], say("{name} is left standing.", name=state.sides[left[0]].name))


def settle_round(run: Writer) -> None:
    """After the last round the points that were put out decide. CD-H25"""
    state = run.state
    if state.result is not None or state.round < int(state.options.get("rounds", RULES.plan.rounds)):
        return
    found = mission.mission(state)
    if found is not None:
        _end(run, state.other(found.side), say("{name} has run out of time.", name=state.sides[found.side].name),
             "CD-S1")
        return
    points = put_out(state)
    best = [side for side, n in points.items() if n == max(points.values())]
    told = joined(", ", [joined(" ", (state.sides[side].name, str(n))) for side, n in points.items()])
    _end(run, best[0] if len(best) == 1 else "draw", say("Points put out: {told}.", told=told))


def _end(run: Writer, winner: str, why: str, rule: str = "CD-H25") -> None:
    """The winner is known before the wounded are seen to."""
    run.emit(Said(text=why, tone="head", rule=rule))
    if not run.state.options.get("ends_by_hand"):
        after.see_to_the_wounded(run)
    run.emit(Ended(result=Result(winner, why, rule)))
