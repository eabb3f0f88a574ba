"""What can be read off a table: sight in every variant, cover with what gives it, what one could do to another.

Everything is asked of the questions and rules that a battle asks.
"""
from __future__ import annotations

import math

import msgspec

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Ask, Decision, Option
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import GeometryError, Refused
from game.geometry.arc import in_arc
from game.geometry.cover import cover_of
from game.geometry.ground import level_at
from game.geometry.measure import gap, overlaps, overlaps_piece, whole_on_table
from game.geometry.sideview import SideView, side_view
from game.geometry.sight import Aim, Mode, Sight, look, visible_fraction
from game.sim.lab.doc import sentence
from game.table.model import Model
from game.words import say

FLAT = 0.01
"""Inches within which a model stands on its ground."""
DEEPEST = 2
"""Orders that are given on the way to an attack: activating, holding."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One way to ask for sight. `own` tells that the rule set asks so; `along` how far off it is stopped."""

    mode: Mode
    aim: Aim
    sight: Sight
    own: bool = False
    along: float | None = None


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What one model sees of another: every variant, the share of its front that is visible, what the rule set says,
    cover and the pieces that give it, how far apart the bases are, and the lines to its top and to half its height from
    the side."""

    viewer: str
    target: str
    variants: tuple[Variant, ...]
    fraction: float
    ruled: Sight
    cover: str | None
    behind: tuple[str, ...]
    apart: float
    in_front: bool
    views: tuple[SideView, SideView]


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """One attack on a target: what it is called, the chance that it works, the harm to expect in `unit`s, or why it may
    not be."""

    title: str
    icon: str = ""
    verdict: Verdict = YES
    chance: float | None = None
    harm: float | None = None
    unit: str = ""
    outcomes: tuple[tuple[str, float], ...] = ()
    command: Command | None = None


def seen(ruleset: RuleSet, state: GameState, viewer: str, target: str) -> Seen | None:
    """What one model sees of another; None where one of them is off the table or both stand on one place."""
    one, other = state.models.get(viewer), state.models.get(target)
    if one is None or other is None or not (one.on_table and other.on_table) or one.base.at == other.base.at:
        return None
    try:
        ruled = ruleset.case_words.look(state, viewer, target)
        variants = tuple(_variant(state, one, other, mode, aim, ruleset.sight_mode == mode and aim == "top")
                         for mode in ("centre", "any") for aim in ("top", "half"))
        grade, behind = cover_of(state.scene, one.base, other.base)
        half = next(v.sight for v in variants if v.mode == ruleset.sight_mode and v.aim == "half")
        views = (side_view(state.scene, one.base, other.base, ruled),
                 side_view(state.scene, one.base, other.base, half, "half"))
        return Seen(
            views=views, viewer=viewer, target=target, variants=variants, ruled=ruled, cover=grade, behind=behind,
            fraction=float(visible_fraction(state.scene, one.base, other.base)), apart=gap(one.base, other.base),
            in_front=not ruleset.has_facing or in_arc(one.base, other.base.at),
        )
    except GeometryError:
        return None


def _variant(state: GameState, one: Model, other: Model, mode: Mode, aim: Aim, own: bool) -> Variant:
    sight = look(state.scene, one.base, other.base, mode=mode, aim=aim)
    along = None if sight.stop is None else math.dist(one.base.at, sight.stop)
    return Variant(mode=mode, aim=aim, sight=sight, own=own, along=along)


# --- chances
def chances(ruleset: RuleSet, state: GameState, by: str, at: str) -> tuple[Chance, ...]:
    """Every attack that `by` could make on `at` if it acted now; those that may not be with the reason."""
    doer, target = state.models[by], state.models[at]
    out: list[Chance] = []
    _search(Match(ruleset, state), doer, target, 0, out)
    best: dict[str, Chance] = {}
    for chance in out:
        known = best.get(chance.title)
        if known is None or (not known.verdict and chance.verdict):
            best[chance.title] = chance
    return tuple(sorted(best.values(), key=lambda c: not c.verdict))


def _search(match: Match, doer: Model, target: Model, deep: int, out: list[Chance]) -> None:
    decision = match.decision()
    if decision is None:
        return
    if decision.inside:
        _volleys(match, target, out)
        return
    before = len(out)
    for option in decision.options:
        if option.by in (doer.id, doer.unit, ""):
            _weigh(match, option, doer, target, out)
    if deep == DEEPEST or any(c.chance is not None for c in out[before:]):
        return
    for command in ways_on(match, decision, doer):
        _go_on(match, command, doer, target, deep, out)


def _weigh(match: Match, option: Option, doer: Model, target: Model, out: list[Chance]) -> None:
    """What an option that rolls dice at a model or unit would bring."""
    need = next((n for n in option.needs if n.kind in ("model", "unit", "models")), None)
    if need is None or not (option.dice or need.kind == "model"):
        return
    if not option.verdict:
        out.append(Chance(title=option.title, icon=option.icon, verdict=option.verdict))
        return
    found = next((c for c in match.ruleset.candidates(match.state, option, need.key)
                  if c.value in (target.id, target.unit)), None)
    if found is None:
        return
    if not found.verdict:
        out.append(Chance(title=option.title, icon=option.icon, verdict=found.verdict))
        return
    fields = {**option.fixed, **found.fields, need.key: [found.value] if need.kind == "models" else found.value}
    command = match.ruleset.complete(match.state, Command(do=option.do, by=option.by, fields=fields))
    preview = match.ruleset.preview(match.state, command)
    if preview is None or (preview.chance is None and preview.harm is None):
        return
    out.append(Chance(title=option.title, icon=option.icon, chance=preview.chance, harm=preview.harm,
                      unit=preview.unit, outcomes=preview.outcomes, command=command))


def ways_on(match: Match, decision: Decision, doer: Model) -> list[Command]:
    """The orders without dice that may lead to an attack: activating, standing still."""
    out = []
    for option in decision.options:
        if not option.verdict or option.ends or (option.dice and match.ruleset.acts_by != "unit"):
            continue  # a unit says whom it fires at before any die falls
        needs = [n for n in option.needs if not n.optional]
        if option.by in (doer.id, doer.unit) and not needs:
            out.append(Command(do=option.do, by=option.by, fields=dict(option.fixed)))
        elif len(needs) == 1 and needs[0].key == "by":
            found = next((c for c in match.ruleset.candidates(match.state, option, "by")
                          if c.value in (doer.id, doer.unit) and c.verdict), None)
            if found is not None:
                out.append(Command(do=option.do, by=str(found.value), fields=dict(option.fixed)))
    return out


def _go_on(match: Match, command: Command, doer: Model, target: Model, deep: int, out: list[Chance]) -> None:
    other = gone_on(match, command, doer)
    if other is not None:
        _search(other, doer, target, deep + 1, out)


def gone_on(match: Match, command: Command, doer: Model) -> Match | None:
    """The game after an order, begun anew from here; None where it may not be given or brings somebody else's turn."""
    other = Match(match.ruleset, match.state, match.journal.seed)
    try:
        other.submit(command)
    except Refused:
        return None
    return other if other.run is not None or other.state.active in (doer.unit, None) else None


def _volleys(match: Match, target: Model, out: list[Chance]) -> None:
    """What each group of weapons could do to the target's unit, where a unit asks what it fires at."""
    ask: Ask | None = match.run.waiting if match.run is not None else None
    if ask is None or ask.need.kind != "shots":
        return
    for volley in match.ruleset.volleys(match.state, ask):
        aim = volley.aim(target.unit)
        if aim is None:
            out.append(Chance(title=volley.title, icon=volley.icon,
                              verdict=refuse("", "It cannot be aimed at from here.")))
            continue
        out.append(Chance(title=volley.title, icon=volley.icon, verdict=aim.verdict, harm=aim.harm, unit="wounds"))


# --- what does not fit
def checks(ruleset: RuleSet, state: GameState) -> tuple[tuple[bool, str], ...]:
    """What of the table does not fit, in sentences; a line that all is well where nothing is wrong."""
    found = [sentence(words) for words in ruleset.problems(state) if " overlaps " not in words]
    standing = [m for m in state.models.values() if m.on_table]
    off = [m.name for m in standing if not whole_on_table(m.base, state.scene)]
    found += [say("{name} stands over the table's edge.", name=name) for name in off]
    for number, one in enumerate(standing):
        for other in standing[number + 1:]:
            if overlaps(one.base, other.base):
                found.append(say("{one} and {other} stand on one place.", one=one.name, other=other.name))
    solid = [p for p in state.terrain.values() if "impassable" in p.standing.traits]
    for model in standing:
        into = next((p for p in solid if overlaps_piece(model.base, p) and p.height > model.elevation), None)
        if into is not None:
            found.append(say("{model} stands in a piece: {piece}.", model=model.name, piece=into.title))
    for model in standing:
        level = level_at(state.scene, model.base.at)
        if abs(level - model.elevation) > FLAT:
            found.append(say("{model} is at {elevation:g}″; the ground there is at {level:g}″.",
                             model=model.name, elevation=model.elevation, level=level))
    told = dict.fromkeys(found)
    return tuple((False, words) for words in told) or (
        (True, say("Every outline is sound.")), (True, say("Nothing stands where it cannot.")))
