"""Jumps and falls (RE-3.5 to 3.7, RE-R12 to R15, RE-D12)."""
from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any

from game.engine.events import Altered, Moved, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Run
from game.engine.state import GameState
from game.geometry import path as paths
from game.resolvers.moving import at_end
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import movement, tally, terrain, turns
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.conditions import value
from game.rulesets.rouge_elements.data import NUMBERS
from game.rulesets.rouge_elements.harm import Aftermath, counted, knock_down, lose_wounds
from game.rulesets.rouge_elements.throws import number, roll
from game.table.model import Model
from game.units import TOLERANCE, Point
from game.words import say


def jump(
    run: Run, model_id: str, found: movement.Plan, end: Point, how: str, after: Aftermath
) -> Generator[Ask, Any, bool]:
    """Jumps from the edge that `found` leads to, straight towards `end`; whether it got there. RE-3.6, RE-R13"""
    model = run.state.models[model_id]
    part = inches_of(model) - _whole(inches_of(model))

    def nearness(distance: float) -> float:
        """How near to the wished end it comes down, in inches below 0; a fall is worse than any landing."""
        down = _landing(run.state, model, found, end, distance)
        return -math.inf if down is None else -math.dist(down, end)

    thrown = yield from roll(run, "jump", modifiers=(("M", _whole(inches_of(model))), ("A", -value(model, "A"))),
                             by=model_id, worth=lambda total: nearness(total + part))
    distance = float(thrown.total) + part
    landing = _landing(run.state, model, found, end, distance)
    tell(run, "jump", thrown, by=model_id, side=model.side, against=say("of {width:.1f}″", width=found.width),
         outcome="across" if landing is not None else "falls short", rule="RE-3.6")
    tally.put(run, jump=distance)
    edge = found.path[-1]
    if landing is None:
        run.emit(Moved(model=model_id, path=(edge, edge), facing=model.facing, elevation=found.elevation - found.drop,
                       how="fall", drop=found.drop, rule="RE-R13"))
        movement.end_move(run, model_id)
        yield from fall(run, model_id, found.drop, after)
        return False
    run.emit(Moved(model=model_id, path=(edge, landing), facing=model.facing,
                   elevation=terrain.level_at_end(run.state, edge, landing), how="jump", rule="RE-R13"))
    run.emit(Altered(model=model_id, notes={"mark": movement.MARKS[how]}, rule="RE-R40"))
    movement.spend(run, model_id, math.dist(edge, landing))
    return math.dist(landing, end) <= TOLERANCE


def _whole(inches: float) -> int:
    return int(inches)


def _landing(state: GameState, model: Model, found: movement.Plan, end: Point, distance: float) -> Point | None:
    """Where a jump of `distance` comes down on the declared line: at its wish or as near as it gets, beyond the gap and
    on free ground; None where it falls."""
    edge = found.path[-1]
    others = [m.base for m in state.on_table() if m.id != model.id]
    most = min(found.wish, distance)
    while most >= found.width - TOLERANCE:
        spot = terrain.along(edge, end, most)
        clear = paths.can_stand(state.scene, at_end(model, spot), others, gaps=True) is None
        if clear and terrain.lands(state, edge, spot):
            return spot
        most -= 0.05
    return None


def fall(run: Run, model_id: str, drop: float, after: Aftermath) -> Generator[Ask, Any, None]:
    """A + D6 for each whole inch, straight as wounds; a skill roll takes 2D6 off. RE-3.5, RE-3.7, RE-R14"""
    model = run.state.models[model_id]
    if drop <= NUMBERS.step + TOLERANCE:
        return
    run.emit(Said(text=say("{name} falls {drop:.1f}″.", name=model.name, drop=drop),
                  tone="harm", models=(model_id,), rule="RE-3.7"))
    own = value(model, "A")
    dice = yield from number(run, "fall", (int(drop + TOLERANCE), 6), by=model_id, reason="fall", rule="RE-3.7",
                             worth=lambda total: -max(0, own + total))
    wounds = own + dice
    if movement.may_roll(run.state, run.state.models[model_id]) and wounds > 0:
        answer = yield Ask(side=model.side, question="fall_skill_roll", subject=model_id, rule="RE-3.5",
                           prompt=say("{name} falls for {counted}: roll with it for 1 AP?", name=model.name,
                                      counted=counted(wounds)),
                           need=Need(key="roll", kind="choice", candidates=(Candidate(True, title="Roll: −2D6"),)))
        if answer:
            turns.pay(run, model_id, 1)
            run.emit(Altered(model=model_id, notes={"mark": "skill rolled"}, rule="RE-R12"))
            wounds -= yield from number(run, "skill_roll", (2, 6), by=model_id, reason="skill roll", rule="RE-3.5",
                                         worth=lambda total: min(wounds, total))
    wounds = max(0, wounds)
    tally.put(run, wounds=wounds)
    lose_wounds(run, model_id, wounds, after, rule="RE-R14")
    if wounds > 0:
        knock_down(run, model_id, after, "RE-3.7")


