"""How orders and answers write a unit's moves: models by number with their paths, or one shift for all."""

from __future__ import annotations

from typing import Any

from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import brief
from game.rulesets.common.given import are_points, is_point
from game.rulesets.grimdark_future.casualties import as_model
from game.rulesets.grimdark_future.conditions import alive
from game.rulesets.grimdark_future.movement import Paths
from game.words import say


def read_moves(state: GameState, unit: str, written: Any) -> tuple[Paths, Verdict]:
    """The paths that {moves = [{m, path}]}, {shift = [dx, dy]} or a bare list of moves mean, each beginning where its
    model stands."""
    if isinstance(written, dict) and written.get("shift") is not None:
        if not is_point(written["shift"]):
            return {}, refuse("GF-R30", "A shift is two numbers, in inches.")
        dx, dy = (float(v) for v in written["shift"])
        return {m.id: (m.base.at, (m.base.x + dx, m.base.y + dy)) for m in alive(state, unit)}, YES
    moves = written.get("moves") or [] if isinstance(written, dict) else written
    if not isinstance(moves, (list, tuple)):
        return {}, refuse("GF-R30", "Moves are a list of models with their paths.")
    paths: Paths = {}
    for move in moves:
        model_id = as_model(state, unit, move.get("m", move.get("model"))) if isinstance(move, dict) else None
        if model_id is None or state.models[model_id].unit != unit or not state.models[model_id].on_table:
            return {}, refuse("GF-R30", say("No such model in the unit: {brief}.", brief=brief(move)))
        if model_id in paths:
            return {}, refuse("GF-R30", say("{name} moves once, by one path.", name=state.models[model_id].name))
        points = move.get("path") or []
        if not points or not are_points(points):
            return {}, refuse("GF-R30", say("{name}: a path is a list of points, in inches.",
                                            name=state.models[model_id].name))
        start = state.models[model_id].base.at
        way = [(float(x), float(y)) for x, y in points]
        paths[model_id] = tuple(way) if way[0] == start and len(way) > 1 else (start, *way)
    return paths, YES


def written_moves(paths: Paths) -> list[dict[str, Any]]:
    """The paths as an order writes them."""
    return [{"m": model_id, "path": [list(p) for p in path[1:]]} for model_id, path in paths.items()]
