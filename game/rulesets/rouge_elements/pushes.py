"""Pushed straight away: the Seismic cannon (RE-R60, RE-R15, RE-R16)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.events import Moved
from game.engine.requests import Ask
from game.engine.run import Run
from game.engine.state import GameState
from game.geometry import path as paths
from game.resolvers.moving import at_end
from game.rulesets.rouge_elements import falls, terrain
from game.rulesets.rouge_elements.data import NUMBERS
from game.rulesets.rouge_elements.harm import Aftermath, knock_down
from game.rulesets.rouge_elements.throws import leadership, number
from game.table.model import Model
from game.units import TOLERANCE, Point, heading, towards


def push(
    run: Run, victim: str, origin: Point, sides: int, after: Aftermath, *, by: str = "", at_once: bool = False,
    away: float | None = None,
) -> Generator[Ask, Any, None]:
    """A die's inches straight away from `origin` (or along `away`), then an L test or it is knocked down; `at_once`
    without a test."""
    inches = yield from number(run, "push", (1, sides), by=by or victim, reason="push", rule="RE-R60")
    model = run.state.models[victim]
    course = heading(origin, model.base.at) if away is None else away
    yield from shove(run, victim, course, float(inches), after)
    if victim in after.dead:
        return
    if not at_once:
        passed = yield from leadership(run, victim, "keeping its feet", "RE-R60")
        if passed:
            return
    knock_down(run, victim, after, "RE-R60")


def shove(run: Run, victim: str, course: float, inches: float, after: Aftermath) -> Generator[Ask, Any, None]:
    """Moves it until something stops it, or over an edge it falls from."""
    model = run.state.models[victim]
    path, elevation, drop = pushed(run.state, model, course, inches)
    run.emit(Moved(model=victim, path=path, facing=model.facing, elevation=elevation, how="push", drop=drop,
                   rule="RE-R60"))
    yield from falls.fall(run, victim, drop, after)


def pushed(state: GameState, model: Model, course: float, inches: float) -> tuple[tuple[Point, Point], float, float]:
    """The way it is pushed, the level where it ends, and how far it falls there. It is lifted onto nothing higher than
    a step."""
    start = model.base.at
    others = [m.base for m in state.on_table() if m.id != model.id]
    block = paths.swept_clear(state.scene, model.base, (start, towards(start, course, inches)), others, gaps=True,
                              tops=max(0.0, model.elevation) + NUMBERS.step)
    end = towards(start, course, inches) if block is None else block.point
    elevation = model.elevation
    for part in terrain.ways(state, (start, end))[0]:
        if part.level - elevation > NUMBERS.step + TOLERANCE:
            return (start, terrain.along(start, end, part.start)), elevation, 0.0
        if elevation - part.level > NUMBERS.step + TOLERANCE:
            edge = terrain.along(start, end, min(part.start + 0.02, part.end))
            if paths.can_stand(state.scene, at_end(model, edge), others, gaps=True) is None:
                return (start, edge), part.level, elevation - part.level
        elevation = part.level
    return (start, end), elevation, 0.0
