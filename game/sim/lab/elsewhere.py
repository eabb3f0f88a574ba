"""The same question asked of every rule set: whether one sees the other, what cover it has, how far one gets.

The models on the table are stood in for by some of the other rule set, of the same size at the same places: sight,
cover and movement then follow the other rules, and nothing that belongs to a profile is compared.
"""
from __future__ import annotations

import functools

import msgspec
from msgspec.structs import replace

from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FiringArcError
from game.rulesets.registry import rulesets
from game.sim.lab import table_edits
from game.sim.lab.doc import Doc
from game.table.setting import UnitSpec
from game.units import Point

GRAIN = 0.5
"""Inches between the places that are counted to tell how much ground is in reach."""


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """One rule set's answers. `cover` is '' for none and `behind` what gives it; `ground` are the square inches that
    the viewer could end on; `way` what the way to the target costs in inches, None where it is out of reach. `fault`
    says why there is no answer."""

    rules: str
    title: str
    own: bool = False
    clear: bool = False
    blocked_by: tuple[str, ...] = ()
    cover: str = ""
    behind: tuple[str, ...] = ()
    ground: float = 0.0
    way: float | None = None
    fault: str = ""


def everywhere(doc: Doc, state: GameState, viewer: str, target: str, inches: float) -> tuple[Elsewhere, ...]:
    """The answers of all rule sets, that of the table first; nothing where one of the two is off the table."""
    one, other = state.models.get(viewer), state.models.get(target)
    if one is None or other is None or not (one.on_table and other.on_table) or one.at == other.at:
        return ()
    order = sorted(rulesets(), key=lambda rules: rules != doc.rules)
    return tuple(_asked(rules, doc, state, viewer, target, inches) for rules in order)


def _asked(rules: str, doc: Doc, state: GameState, viewer: str, target: str, inches: float) -> Elsewhere:
    known = rulesets()[rules]
    try:
        there = state
        if rules != doc.rules:
            there, names = stood_in(known, doc, state)
            viewer, target = names[viewer], names[target]
        seen = known.case_words.look(there, viewer, target)
        cover, behind = known.case_words.cover(there, viewer, target)
        ground, way = _walk(known, there, viewer, target, inches)
    except FiringArcError as error:
        return Elsewhere(rules=rules, title=known.title, own=rules == doc.rules, fault=str(error))
    return Elsewhere(rules=rules, title=known.title, own=rules == doc.rules, clear=seen.clear,
                     blocked_by=seen.blocked_by, cover=cover, behind=behind, ground=ground, way=way)


def _walk(known: RuleSet, state: GameState, viewer: str, target: str, inches: float) -> tuple[float, float | None]:
    """The ground in reach, and what the cheapest way to the target costs: into contact, or as near as it may come."""
    foe = state.models[target].base
    ends, ways = set[Point](), []
    for reach in known.case_words.walks(state, viewer, inches):
        ends |= {(round(x, 3), round(y, 3)) for x, y in reach.sample(GRAIN).tolist()}
        for gap in (0.0, 1.0 + GRAIN / 10):
            path = reach.to_contact(foe, gap)
            if path is not None:
                ways.append(reach.cost(path[-1]))
                break
    return len(ends) * GRAIN * GRAIN, min((way for way in ways if way is not None), default=None)


def stood_in(known: RuleSet, doc: Doc, state: GameState) -> tuple[GameState, dict[str, str]]:
    """The table of other rules: for each model on it a stand-in of the same size, and which is whose. Raises Refused,
    FileError."""
    profile = _single(known.id)
    standing = list(state.on_table())
    units = tuple(UnitSpec(id=m.id, side=m.side, profile=profile, name=m.name, at=m.at, facing=m.facing,
                           elevation=m.elevation) for m in standing)
    begun = table_edits.other_rules(known.id)(doc).with_setting(units=units).begin()
    models, names = dict(begun.models), {}
    for model, unit in zip(standing, begun.units.values(), strict=True):
        name = names[model.id] = unit.models[0]
        models[name] = replace(models[name], at=model.at, facing=model.facing, elevation=model.elevation,
                               radius=model.radius, height=model.height)
    return replace(begun, models=models, terrain=state.terrain), names


@functools.lru_cache(8)
def _single(rules: str) -> str:
    """The plainest profile of a rule set that is one model."""
    return min(rulesets()[rules].builder.catalogue(), key=lambda entry: (entry.models, entry.points, entry.id)).id
