"""Whom a spell may be cast on, and where it may put somebody (RE-10.6 to 10.8, RE-R73 to R75, RE-R81)."""
from __future__ import annotations

import math
from typing import Any

import msgspec

from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.rulesets.common.given import is_point, point_of
from game.rulesets.rouge_elements import ranged, sights, terrain
from game.rulesets.rouge_elements.conditions import in_front
from game.rulesets.rouge_elements.data import NUMBERS, Spell
from game.table.model import Model
from game.units import TOLERANCE, Point, within
from game.words import say

AROUND = ("static", "scream")
"""What spells do that name nobody: they take every enemy about the caster."""
MOVES = ("shift", "teleport")
"""What spells do that put somebody elsewhere: friends and the caster may be chosen too (RE-R73)."""
SHIFT = "distance"
"""The question where Time shift puts its target."""


class Aimed(msgspec.Struct, frozen=True, kw_only=True):
    """What a casting names: `at` a character's id, `direction` of a template or shift, `to` a place; for a missile
    `aim`, `shift` and `part` as for a shot."""

    at: str = ""
    direction: float | None = None
    to: Point | None = None
    aim: int = 0
    shift: int = 0
    part: str = ""


def wants_target(spell: Spell) -> bool:
    return not (spell.self or spell.does in AROUND or spell.attack.template)


def check(state: GameState, caster: Model, spell: Spell, aimed: Aimed) -> Verdict:
    """Whether the spell may be cast so; named and judged before the casting roll. RE-R72"""
    verdict = check_choice(state, caster, spell, aimed)
    if verdict and spell.does == "teleport":
        return _check_teleport(state, spell, state.models[aimed.at], aimed.to)
    return verdict


def check_aim(caster: Model, spell: Spell, aimed: Aimed, cost: int) -> Verdict:
    """A missile is an attack for every rule: it may be aimed; at a part, where it has a location. RE-R21, RE-R74"""
    if not (aimed.aim or aimed.shift or aimed.part):
        return YES
    if spell.type != "missile":
        return refuse("RE-R74", say("{spell} is no attack that could be aimed.", spell=spell.name))
    if (aimed.shift or aimed.part) and spell.does:
        return refuse("RE-R22", say("{spell} strikes no location.", spell=spell.name))
    return ranged.check_aim(caster, spell.attack, aim=aimed.aim, shift=aimed.shift, part=aimed.part, besides=cost)


def check_choice(state: GameState, caster: Model, spell: Spell, aimed: Aimed) -> Verdict:
    """Whether the spell may be cast on this target, or in this direction."""
    target = state.models.get(aimed.at)
    if aimed.at and (target is None or not target.on_table):
        return refuse("RE-R72", "A spell names a character in play.")
    if spell.self:
        return _check_self(caster, spell, target)
    if spell.attack.template:
        return ranged.check_direction(caster, aimed.direction)
    if spell.does in AROUND:
        return YES
    if target is None:
        return refuse("RE-R72", say("{spell} names a character.", spell=spell.name))
    if spell.type == "missile":
        return _check_missile(state, caster, spell, target)
    if spell.type == "augment":
        return sights.check_range(caster, target, NUMBERS.augment, spell.name, "RE-R75")
    return _check_direct(caster, spell, target)


def _check_self(caster: Model, spell: Spell, target: Model | None) -> Verdict:
    if target is None or target.id == caster.id:
        return YES
    return refuse("RE-R81", say("{spell} is for its caster alone.", spell=spell.name),
                  Mark(kind="model", ref=target.id, role="bad"))


def _check_missile(state: GameState, caster: Model, spell: Spell, target: Model) -> Verdict:
    """All that a shot asks for. RE-10.7, RE-R24, RE-R74"""
    verdict = sights.check_choice(state, caster, target, "A missile spell")
    return verdict and sights.check_range(caster, target, spell.attack.range, spell.name, "RE-10.7")


def _check_direct(caster: Model, spell: Spell, target: Model) -> Verdict:
    """An enemy in the front arc; some take friends there and the caster. RE-10.6, RE-R73"""
    mark = Mark(kind="model", ref=target.id, role="bad")
    friend = target.side == caster.side
    if friend and spell.does not in MOVES:
        return refuse("RE-R73", say("{spell} takes an enemy.", spell=spell.name), mark)
    if target.id != caster.id and not in_front(caster, target):
        return refuse("RE-R73", say("{target} is not in {caster}'s front arc.", target=target.name,
                                    caster=caster.name), mark, Mark(
            kind="arc", points=(caster.base.at,), facing=caster.facing, radius=NUMBERS.augment / 2, role="bad"))
    if spell.range:
        return sights.check_range(caster, target, spell.range, spell.name, "RE-R81")
    return YES


# --- where somebody is put


def standing(state: GameState, model: Model, spot: Point) -> Base:
    """Its base as it would stand there."""
    return msgspec.structs.replace(at_end(model, spot), elevation=terrain.level(state, spot))


def check_landing(state: GameState, model: Model, spot: Point, most: float, rule: str = "RE-R81") -> Verdict:
    """Clear ground on the table, at most so far from where it stands. RE-R16, RE-R81"""
    far = math.dist(model.base.at, spot)
    if not within(far, most):
        return refuse(rule, say("{far:.1f}″ away, and at most {most:g}″ are allowed.", far=far, most=most),
                      Mark(kind="ring", points=(model.base.at,), radius=most, role="bad"))
    if far <= TOLERANCE:
        return YES
    mark = Mark(kind="ring", points=(spot,), radius=model.radius, role="bad")
    if not (0 <= spot[0] <= state.table.width and 0 <= spot[1] <= state.table.height):
        return refuse(rule, "That is off the table.", mark)
    if not is_clear(state, model, spot):
        return refuse(rule, say("No clear ground for {name} there.", name=model.name), mark)
    return YES


def is_clear(state: GameState, model: Model, spot: Point) -> bool:
    """Whether it could stand there: on the table, on no base, in nothing solid, over no gap."""
    others = [m.base for m in state.on_table() if m.id != model.id]
    free = paths.can_stand(state.scene, standing(state, model, spot), others, gaps=True) is None
    return free and not terrain.gap_at(state, spot)


def _check_teleport(state: GameState, spell: Spell, target: Model, to: Point | None) -> Verdict:
    if to is None:
        return refuse("RE-R81", say("{spell} names a place.", spell=spell.name))
    return check_landing(state, target, to, spell.reach)


def check_shifted(state: GameState, ask: Ask, value: Any) -> Verdict:
    """Whether this is a place to which Time shift may move the character that is asked about."""
    if not is_point(value):
        return refuse(ask.rule, "A place is two numbers, in inches.")
    return check_landing(state, state.models[ask.subject], point_of(value), ask.need.ring)


# --- everybody about the caster


def around(state: GameState, caster: Model, radius: float) -> list[str]:
    """The enemies within a radius and in the front arc, nearest first. RE-R81, RE-R91"""
    from game.rulesets.rouge_elements.areas import in_blast

    return [m for m, _ in in_blast(state, caster.base.at, radius)
            if state.models[m].side != caster.side and in_front(caster, state.models[m])]
