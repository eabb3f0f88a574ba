"""Who and what may be picked on the table, who may not, and why not."""
from __future__ import annotations

from game.engine.requests import Candidate
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.ui.overlays.order import NAMED_REFUSALS
from game.ui.stage import Stage, is_system
from game.ui.tableview import Show
from game.units import Point
from game.words import joined, shown, verbatim


def mark_targets(stage: Stage, out: Show) -> None:
    """Corner arcs on who may be picked; grey rings on the others, the nearest with their reasons."""
    intents, state = stage.intents, stage.state
    legal: set[str] = set()
    refused: list[tuple[float, str, str]] = []
    origin = intents.filling.origin if intents.filling else None
    for candidate in intents.targets():
        names = _models_of(state, candidate.value)
        if candidate.value in state.units and candidate.value not in state.models:
            _target_unit(stage, candidate, legal, refused, origin)
            continue
        if candidate.verdict.ok:
            legal.update(names)
            continue
        for model in (state.models[n] for n in names if state.models[n].on_table):
            away = 0.0 if origin is None or model.at is None else (
                (model.at[0] - origin[0]) ** 2 + (model.at[1] - origin[1]) ** 2)
            refused.append((away, model.id, joined("|", (candidate.verdict.reason, candidate.verdict.rule))))
    out.legal = frozenset(legal)
    for place, (_, name, words) in enumerate(sorted(refused)):
        whole = name == stage.hovered
        out.illegal[name] = words if whole else _short(words) if place < NAMED_REFUSALS else ""
    out.usable = frozenset(c.value for c in intents.targets() if c.verdict.ok and c.value in state.terrain)


def _target_unit(
    stage: Stage, candidate: Candidate, legal: set[str], refused: list[tuple[float, str, str]], origin: Point | None
) -> None:
    """Where units are ordered as one all of a target's models are marked. The one under the pointer carries the
    reason, else the nearest."""
    state = stage.state
    models = [m for m in state.members(candidate.value) if m.on_table and m.at is not None]
    if not stage.by_unit or not models:
        return
    if candidate.verdict.ok:
        legal.update(m.id for m in models)
        return
    x, y = origin or (0.0, 0.0)
    nearest = min(models, key=lambda m: (m.base.x - x) ** 2 + (m.base.y - y) ** 2)
    away = (nearest.base.x - x) ** 2 + (nearest.base.y - y) ** 2
    carrier = next((m for m in models if m.id == stage.hovered), nearest)
    refused.append((away, carrier.id, joined("|", (candidate.verdict.reason, candidate.verdict.rule))))


def target_pieces(stage: Stage, usable: frozenset[str]) -> list[Mark]:
    """Outlines of the pieces that may be picked and are no hexagons: doors."""
    terrain = stage.state.terrain
    return [Mark(kind="piece", ref=name, role="act") for name in sorted(usable) if not is_system(terrain[name])]


def _models_of(state: GameState, value: object) -> list[str]:
    if isinstance(value, str) and value in state.units:
        return [m for m in state.units[value].models if m in state.models]
    return [value] if isinstance(value, str) and value in state.models else []


def _short(words: str) -> str:
    """A refusal in a few words, the whole of it waiting for the pointer."""
    reason, _, rule = shown(words).partition("|")
    return verbatim(f"{reason.partition(':')[0].rstrip('.')}|{rule}")
