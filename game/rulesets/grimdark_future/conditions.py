"""What a unit is and can do: its models, numbers, special rules, size, wounds (GF-S1, GF-R72, GF-R73)."""

from __future__ import annotations

import functools

from game.engine.state import GameState
from game.geometry.measure import gap
from game.rulesets.grimdark_future.data import NUMBERS, Weapon, weapons
from game.rulesets.grimdark_future.special import Special, parse
from game.table.model import Model
from game.table.unit import Unit


@functools.lru_cache(1024)
def _parsed(written: tuple[str, ...]) -> tuple[Special, ...]:
    return tuple(parse(rule) for rule in written)


@functools.lru_cache(1024)
def _names(written: tuple[str, ...]) -> frozenset[str]:
    return frozenset(rule.name for rule in _parsed(written))


def rules_of(model: Model) -> tuple[Special, ...]:
    return _parsed(tuple(model.note("rules", ())))


def has(model: Model, name: str) -> bool:
    return name in _names(tuple(model.note("rules", ())))


def value(model: Model, name: str) -> int:
    """The sum of a rule's numbers on the model; 0 without it. GF-S1"""
    return sum(rule.value for rule in rules_of(model) if rule.name == name)


def tough(model: Model) -> int:
    """How many wounds it takes to kill it. GF-S29"""
    return max(1, value(model, "Tough"))


def wounds(model: Model) -> int:
    return int(model.note("wounds", 0))


def is_hero(model: Model) -> bool:
    return has(model, "Hero")


def number(state: GameState, model: Model) -> int:
    """The model's number in its unit, from 1; a joined hero is the last."""
    return state.units[model.unit].models.index(model.id) + 1


def alive(state: GameState, unit: str) -> list[Model]:
    """The unit's models on the table, in number order."""
    return [m for m in state.members(unit) if m.on_table]


def units_on_table(state: GameState, side: str | None = None) -> list[Unit]:
    return [u for u in state.units.values() if (side is None or u.side == side) and alive(state, u.id)]


def all_have(state: GameState, unit: str, name: str) -> bool:
    """Whether every model of the unit on the table has the rule: how unit conditions are read."""
    members = alive(state, unit)
    return bool(members) and all(has(m, name) for m in members)


def quality(state: GameState, unit: str) -> int:
    """The Quality of the unit's morale: its own, or its hero's where that is better. GF-R78"""
    counted = alive(state, unit) or state.members(unit) or [state.models[m] for m in state.units[unit].models]
    return min(m.stats["Q"] for m in counted)


def defense(state: GameState, unit: str) -> int:
    """The Defense that blocks its hits: a joined hero's only once it is alone. GF-S13"""
    members = alive(state, unit) or state.members(unit) or [state.models[m] for m in state.units[unit].models]
    ordinary = [m for m in members if not is_hero(m)]
    return (ordinary or members)[0].stats["D"]


def is_shaken(unit: Unit) -> bool:
    return bool(unit.note("shaken"))


def is_fatigued(unit: Unit) -> bool:
    return bool(unit.note("fatigued"))


def is_immobile(state: GameState, unit: str) -> bool:
    return any(has(m, "Immobile") for m in alive(state, unit))


def start_size(unit: Unit) -> int:
    """The models it had at the start of the game, joined hero included. GF-R73"""
    return int(unit.note("start_size", len(unit.models)))


def is_half(state: GameState, unit: str) -> bool:
    """At half its total size or below; a single-model unit by its wounds. GF-9.1, GF-9.2, GF-R72"""
    entry = state.units[unit]
    members = alive(state, unit)
    if start_size(entry) > 1:
        return 2 * len(members) <= start_size(entry)
    return all(2 * (tough(m) - wounds(m)) <= tough(m) for m in members)


def move_of(model: Model, how: str) -> float:
    """Inches for an advance, rush or charge. Fast and Slow add and take; together they cancel. GF-5.1, GF-S8, GF-S24"""
    base = {"advance": NUMBERS.advance, "rush": NUMBERS.rush, "charge": NUMBERS.charge}[how]
    which = 0 if how == "advance" else 1
    if has(model, "Fast"):
        base += NUMBERS.fast[which]
    if has(model, "Slow"):
        base -= NUMBERS.slow[which]
    return base


def arms(model: Model, *, melee: bool) -> list[tuple[str, Weapon]]:
    """Its melee or ranged weapons that are not used up."""
    spent = model.note("spent", [])
    return [(name, weapons()[name]) for name in model.gear if weapons()[name].melee == melee and name not in spent]


def attacks_of(model: Model, weapon: str) -> int:
    """The dice of a weapon that it carries once or more. GF-R44"""
    return model.gear.count(weapon) * weapons()[weapon].attacks


def unit_gap(state: GameState, a: str, b: str) -> float:
    """The gap between two units' nearest models. GF-R2"""
    return min(gap(x.base, y.base) for x in alive(state, a) for y in alive(state, b))
