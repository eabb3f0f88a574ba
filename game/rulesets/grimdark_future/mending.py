"""Whether a unit that is out of coherency can get together again in one move (GF-R35)."""

from __future__ import annotations

from game.engine.state import GameState
from game.geometry.measure import gap
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import alive, move_of
from game.rulesets.grimdark_future.data import NUMBERS
from game.rulesets.grimdark_future.memo import remembered
from game.table.model import Model


def can_mend(state: GameState, unit: str) -> bool:
    """Whether a rush brings the models together about one of them that stays, on foot and clear of other units. Found
    by trying: a unit that would have to meet halfway may be taken for one that cannot."""
    return remembered(state, ("mend", unit), lambda: any(_about(state, m) for m in alive(state, unit)))


def _about(state: GameState, middle: Model) -> bool:
    """Whether the others can get to the one in the middle, the nearest first, each next to one that is there."""
    placed = [middle.base]
    rest = [m for m in alive(state, middle.unit) if m.id != middle.id]
    for model in sorted(rest, key=lambda m: gap(m.base, middle.base)):
        end = _joining(state, model, placed)
        if end is None:
            return False
        placed.append(end)
    return is_coherent(placed)


def _joining(state: GameState, model: Model, placed: list[Base]) -> Base | None:
    """Where the model ends next to one of those placed, where it stands if it may; None where it cannot."""
    if is_coherent([*placed, model.base]):
        return model.base
    blockers = [Base(m.base.x, m.base.y, m.radius + NUMBERS.clear, 0.0, m.elevation, m.height)
                for m in state.on_table() if m.unit != model.unit]
    reach = Reach(
        state.scene, model.base, move_of(model, "rush"), blocked_by=blockers, pass_through=placed, climb=0.0)
    for mate in sorted(placed, key=lambda b: gap(model.base, b)):
        spot = reach.nearest(mate.at)
        if spot is not None and is_coherent([*placed, at_end(model, spot)]):
            return at_end(model, spot)
    return None
