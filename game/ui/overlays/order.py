"""The marks of the order being made: its path, its target with the odds, what a refusal is shown by."""
from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark, Verdict
from game.table.model import Model
from game.ui.intents import Intents
from game.ui.needs import Filling
from game.units import Point

NAMED_REFUSALS = 3


def order_marks(intents: Intents, state: GameState) -> tuple[Mark, ...]:
    """Everything that the order made so far draws over the table."""
    filling = intents.filling
    if filling is None:
        return _refused(intents.why_not)
    out = [*_path_marks(intents, filling), *_target_marks(intents, filling, state)]
    preview = intents.preview()
    if preview is not None:
        out += preview.marks
    run = intents.match.run
    if filling.inside and run and run.waiting:
        out += run.waiting.marks
    verdict = intents.verdict()
    refusal = intents.why_not or (verdict if verdict is not None and not verdict.ok else None)
    return (*out, *_refused(refusal))


def _refused(verdict: Verdict | None) -> tuple[Mark, ...]:
    return verdict.marks if verdict is not None else ()


def _path_marks(intents: Intents, filling: Filling) -> list[Mark]:
    path = intents.path()
    if path is None or len(path) < 2 or path[0] == path[-1]:
        return []
    need = filling.need_of("path", "model")
    verdict = intents.verdict()
    bad = verdict is not None and not verdict.ok
    cost = _cost(filling, path)
    budget = need.budget if need is not None else 0.0
    words = f"{filling.option.title} {cost:.1f} of {budget:g}″" if budget else f"{filling.option.title} {cost:.1f}″"
    corners = tuple(itertools.accumulate(math.dist(a, b) for a, b in itertools.pairwise(path)))
    return [Mark(kind="path", points=path, role="bad" if bad else "ok", text=words, values=corners[:-1])]


def _cost(filling: Filling, path: Sequence[Point]) -> float:
    """What the path costs: the rule's own price where the path is the cheapest one, else its length."""
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    if filling.waypoints or filling.reach is None:
        return length
    cost = filling.reach.cost(path[-1])
    return length if cost is None else cost


def _target_marks(intents: Intents, filling: Filling, state: GameState) -> list[Mark]:
    """The line to the target that is pinned or under the pointer."""
    need = filling.need_of("model", "models", "piece", "unit")
    if need is None:
        return []
    pinned = filling.fields.get(need.key)
    hovered = filling.candidate(intents.hovered) if intents.hovered is not None else None
    wanted = intents.hovered if hovered is not None else pinned
    names = wanted if isinstance(wanted, (list, tuple)) else [wanted]
    out: list[Mark] = []
    for name in names:
        model = state.models.get(name) if isinstance(name, str) else None
        if model is not None and model.at is not None:
            verdict = hovered[1].verdict if hovered is not None else None
            preview = intents.preview_of(name) if hovered is not None else intents.preview({})
            out += target_line(filling, model, verdict, preview)
    return out


def target_line(
    filling: Filling, target: Model, verdict: Verdict | None, preview: Preview | None
) -> list[Mark]:
    """From base edge to base edge: legal with its odds, or what stands in the way."""
    origin, mover = filling.origin, filling.mover
    walks = filling.need_of("path", "model")
    if origin is None or target.at is None or origin == target.at or (walks is not None and walks.budget):
        return list(verdict.marks) if verdict is not None and not verdict.ok else []
    if verdict is not None and not verdict.ok:
        return list(verdict.marks) or [Mark(kind="line", points=(origin, target.at), role="bad")]
    ends = _between_edges(origin, mover.radius if mover else 0.5, target.at, target.radius)
    return [Mark(kind="line", points=ends, role="act", text=odds(preview))]


def odds(preview: Preview | None) -> str:
    """'55 %' and under it '≈ 0.7 blocks'; '' when nothing is known."""
    if preview is None:
        return ""
    chance = f"{round(preview.chance * 100)} %" if preview.chance is not None else ""
    harm = f"≈ {preview.harm:.1f} {preview.unit}" if preview.harm is not None else ""
    if not chance:
        return harm
    return f"{chance}\n{harm}" if harm else chance


def _between_edges(a: Point, radius_a: float, b: Point, radius_b: float) -> tuple[Point, Point]:
    length = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    reach_a, reach_b = min(radius_a * 1.3, length / 2), min(radius_b * 1.3, length / 2)
    return (a[0] + ux * reach_a, a[1] + uy * reach_a), (b[0] - ux * reach_b, b[1] - uy * reach_b)
