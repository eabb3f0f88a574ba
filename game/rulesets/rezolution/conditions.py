"""What a model is and may be asked: attributes in use, posture, engagement, being wired (RZ-2, RZ-R9 to R16)."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.state import GameState
from game.geometry.arc import in_arc
from game.geometry.measure import contact_with_piece, gap, in_contact
from game.rulesets.rezolution.data import MODIFIED, NUMBERS, Gear, gear
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import CONTACT, within

DOWN = ("prone", "stunned")
OUT_OF_HAND = ("stunned", "panicked")
"""States in which a model cannot be activated (RZ-R14)."""


def attribute(model: Model, name: str) -> int:
    """The attribute as in use: the fatal modifier lowers MVE, RCA, CCA and NRV, never below 0. RZ-10.7, RZ-R56"""
    printed = model.stats.get(name, 0)
    return max(0, printed + modifier(model)) if name in MODIFIED else printed


def modifier(model: Model) -> int:
    """The fatal modifier in force, 0 or less."""
    return int(model.note("modifier", 0))


def armour(model: Model) -> int:
    return model.stats.get("armour", 0)


def gauge(model: Model) -> list[int]:
    """The damage gauge: 0 for a plain block, a negative number for a fatal modifier. RZ-2.12"""
    return list(model.note("gauge", [0]))


def marked(model: Model) -> int:
    return int(model.note("marked", 0))


def kit(model: Model) -> list[tuple[str, Gear]]:
    """Its weapons, boards, powers and skills, as listed on its card."""
    return [(name, gear()[name]) for name in model.gear]


def carried(model: Model, *kinds: str) -> list[tuple[str, Gear]]:
    return [(name, item) for name, item in kit(model) if item.kind in kinds]


def is_down(model: Model) -> bool:
    """Prone, or stunned, which is prone besides (RZ-11.4)."""
    return any(model.has(state) for state in DOWN)


def is_standing(model: Model) -> bool:
    return model.on_table and not is_down(model)


def in_hand(model: Model) -> bool:
    """In play and neither stunned nor panicked: it may be activated and takes morale tests (RZ-R14, RZ-R63)."""
    return model.on_table and not any(model.has(state) for state in OUT_OF_HAND)


def touched_enemies(state: GameState, model: Model) -> Iterator[Model]:
    """The enemies in base contact, in roster order."""
    base = model.base
    for enemy in state.models.values():
        if enemy.side == model.side or not enemy.in_play or enemy.at is None:
            continue
        x, y = enemy.at
        far = base.radius + enemy.radius + 2 * CONTACT  # most are far off: the exact question is for the few near
        if abs(x - base.x) <= far and abs(y - base.y) <= far and in_contact(base, enemy.base):
            yield enemy


def is_engaged(state: GameState, model: Model) -> bool:
    """In base contact with a standing enemy, and standing itself. RZ-R16, RZ-R31"""
    if state.models.get(model.id) is model:
        return model.id in _engaged(state)
    return is_standing(model) and any(is_standing(enemy) for enemy in touched_enemies(state, model))


_last_engaged: tuple[dict[str, Model], frozenset[str]] = ({}, frozenset())


def _engaged(state: GameState) -> frozenset[str]:
    """The ids of all that are engaged; kept for the models asked about last, as every target asks for it."""
    global _last_engaged
    models, found = _last_engaged
    if models is not state.models:
        standing = [m for m in state.models.values() if is_standing(m)]
        found = frozenset(m.id for m in standing if any(is_standing(e) for e in touched_enemies(state, m)))
        _last_engaged = (state.models, found)
    return found


def in_front(model: Model, other: Model) -> bool:
    """Whether the other's centre is in the model's front 180°. RZ-5.5, RZ-R7"""
    return in_arc(model.base, other.base.at)


def terminals(state: GameState) -> Iterator[Terrain]:
    return (piece for piece in state.terrain.values() if "terminal" in piece.traits)


def is_wired(state: GameState, model: Model) -> bool:
    """Hard wired to the Grid: standing, in hand, not engaged, and in contact with a terminal. RZ-8.1, RZ-R47"""
    return (
        "HACK" in model.stats and is_standing(model) and in_hand(model)
        and any(contact_with_piece(model.base, piece) for piece in terminals(state))
        and not is_engaged(state, model)
    )


def strayed(state: GameState, model: Model) -> bool:
    """Whether no teammate in play is within 3″; never for the last of a team. RZ-5.6, RZ-R28"""
    mates = [m for m in state.members(model.unit) if m.id != model.id and m.on_table]
    return bool(mates) and not any(within(gap(model.base, mate.base), NUMBERS.coherency) for mate in mates)


def is_team(state: GameState, unit: str) -> bool:
    return bool(state.units[unit].note("team", False))
