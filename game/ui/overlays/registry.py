"""The overlays by key. An overlay is a function from the focus to marks in inches, by the queries that the rules use.

A new one: write the function, add a line to `OVERLAYS`. A heavy one is worked out off the frame.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pygame
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.requests import Candidate, Decision, Option
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry.cover import cover_of
from game.geometry.field import field
from game.geometry.measure import links
from game.geometry.shapes import Base
from game.geometry.sight import Sight, look
from game.resolvers.sighting import blocked_marks
from game.table.model import Model
from game.ui.overlays.areas import rings_mark
from game.ui.stage import Stage, letter
from game.words import joined, length, percent, say, shown

ARC_SHOWN = 8.0
SIDE_VIEW = "side view"
THREAT_STEP = 1.0
INCHES = re.compile(r"(\d+(?:\.\d+)?)\s*(?:″|in\b|\")")


@dataclass(frozen=True)
class Focus:
    """What overlays look at: the state on show, the model in focus, where it would end, and the decision."""

    state: GameState
    ruleset: RuleSet
    model: Model | None = None
    end: Base | None = None
    decision: Decision | None = None
    option: Option | None = None
    looked_at: Model | None = None

    @property
    def base(self) -> Base | None:
        """The base that arcs, sight and ranges are measured from."""
        if self.end is not None:
            return self.end
        return self.model.base if self.model is not None and self.model.on_table else None


Marks: TypeAlias = tuple[Mark, ...]


@dataclass(frozen=True)
class Overlay:
    """`key` is a pygame key; `heavy` ones are worked out in a worker, `follows` those that move with the ghost.
    What has less `depth` lies lower."""

    id: str
    key: int
    letter: str
    icon: str
    title: str
    marks: Callable[[Focus], Marks]
    heavy: bool = False
    follows: bool = False
    depth: int = 2


# ---- the overlays
def grid(focus: Focus) -> Marks:
    """Inch squares over the table."""
    return (Mark(kind="grid", points=((focus.state.table.width, focus.state.table.height),)),)


def arcs(focus: Focus) -> Marks:
    """The front arc of the model in focus, from where it would stand."""
    base = focus.base
    if base is None or not focus.ruleset.has_facing:
        return ()
    return (Mark(kind="arc", points=(base.at,), facing=base.facing, radius=ARC_SHOWN + base.radius),)


def sight(focus: Focus) -> Marks:
    """What the model in focus sees at ground level."""
    base = focus.base
    if base is None:
        return ()
    return (Mark(kind="polygon", points=tuple(field(focus.state.scene, base)), role="info"),)


def ranges(focus: Focus) -> Marks:
    """A ring for each range that the model's weapons name."""
    base = focus.base
    if base is None or focus.model is None:
        return ()
    out: dict[float, str] = {}
    for line, reach, _ in focus.ruleset.card(focus.state, focus.model).weapons:
        found = INCHES.search(reach)
        if found and float(found.group(1)) > 0:
            far = float(found.group(1))
            out[far] = joined(", ", (out[far], line.label)) if far in out else line.label
    return tuple(
        Mark(kind="ring", points=(base.at,), radius=far + base.radius, text=joined(" ", (name, f"{far:g}″")))
        for far, name in sorted(out.items())
    )


def cover(focus: Focus) -> Marks:
    """Which enemies stand behind something, seen from the model in focus, and behind what."""
    base = focus.base
    if base is None or focus.model is None:
        return ()
    out: list[Mark] = []
    for enemy in focus.state.enemies(focus.model.side):
        grade, pieces = cover_of(focus.state.scene, base, enemy.base)
        if grade is not None:
            out.append(Mark(kind="model", ref=enemy.id, role="info", text=say("{grade} cover", grade=grade)))
            out += [Mark(kind="piece", ref=piece, role="info") for piece in pieces]
    return tuple(out)


def threat(focus: Focus) -> Marks:
    """Expected harm that the enemies could do to the model in focus at each place of the table."""
    model = focus.model
    if model is None or not model.on_table:
        return ()
    table = focus.state.table
    xs = np.arange(THREAT_STEP / 2, table.width, THREAT_STEP)
    ys = np.arange(THREAT_STEP / 2, table.height, THREAT_STEP)
    points = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2)
    values = focus.ruleset.harm_at(focus.state, model, points)
    return (Mark(kind="heat", points=tuple(map(tuple, points.tolist())), values=tuple(map(float, values)),
                 radius=THREAT_STEP, role="harm"),)


def coherency(focus: Focus) -> Marks:
    """The links that hold each team together, and those that are broken."""
    out: list[Mark] = []
    for unit in focus.state.units.values():
        members = [m for m in focus.state.members(unit.id) if m.on_table]
        link = focus.ruleset.spacing(focus.state, members[0]) if len(members) > 1 else 0.0
        if link <= 0:
            continue
        bases = [focus.end if focus.end is not None and focus.model is not None and m.id == focus.model.id else m.base
                 for m in members]
        joined = links(bases, link)
        tied = {i for a, b, _, ok in joined if ok for i in (a, b)}
        for a, b, gap, ok in joined:
            if ok or a not in tied or b not in tied:
                words = "" if ok else say("{gap:.1f}″, over {link:g}″", gap=gap, link=link)
                if ok or _nearest_link(joined, a, b):
                    out.append(Mark(kind="link", points=(bases[a].at, bases[b].at), text=words,
                                    role=letter(members[a].side) if ok else "harm"))
    return tuple(out)


def _nearest_link(joined: list[tuple[int, int, float, bool]], a: int, b: int) -> bool:
    """Of the broken links of a model only the shortest is drawn."""
    gap = next(g for i, j, g, _ in joined if (i, j) == (a, b))
    return all(g >= gap for i, j, g, ok in joined if not ok and (a in (i, j) or b in (i, j)))


def reach(focus: Focus) -> Marks:
    """Where the model in focus could go by each of its options: the farthest first, so that the near lie above."""
    if focus.option is not None and not _walks(focus.option):
        return ()
    bands = []
    for option in _movement(focus):
        found = focus.ruleset.reach(focus.state, _of_model(option, focus))
        if found is not None:
            bands.append((option, found))
    bands.sort(key=lambda band: -band[1].budget)
    chosen = focus.option
    if chosen is not None and any(o == chosen for o, _ in bands):
        bands = [b for b in bands if b[0] == chosen] if _to_model(chosen) else bands
    out: list[Mark] = []
    near = min((found.budget for o, found in bands if not _to_model(o)), default=0.0)
    for place, (option, found) in enumerate(bands):
        rings = found.outline()
        if not rings:
            continue
        if place == 0:
            out.append(rings_mark(rings, "void"))
        firm = option == chosen or (found.budget <= near and (chosen is None or not _walks(chosen)))
        role = "act" if _to_model(option) else "ok" if firm else "info"
        out.append(rings_mark(rings, role, joined(" ", (shown(option.title).upper(), length(found.budget)))))
    return tuple(out)


def _movement(focus: Focus) -> list[Option]:
    if focus.decision is None or focus.model is None:
        return []
    doers = focus.model.id, focus.model.unit
    return [o for o in focus.decision.options if o.by in doers and o.verdict.ok and _walks(o)]


def _of_model(option: Option, focus: Focus) -> Option:
    """Of a unit's move, the part of the model in focus."""
    if focus.model is None or option.by == focus.model.id or option.by != focus.model.unit:
        return option
    return replace(option, fixed={**option.fixed, "model": focus.model.id})


def _walks(option: Option) -> bool:
    return any(n.kind in ("path", "moves") or (n.kind == "model" and n.budget) for n in option.needs)


def _to_model(option: Option) -> bool:
    return any(n.kind == "model" for n in option.needs)


def targets(focus: Focus) -> Marks:
    """Whom the model in focus could attack as things stand, each with its chance; why not the others."""
    option = _attack(focus)
    if option is None or focus.base is None:
        return ()
    out: list[Mark] = []
    for candidate in focus.ruleset.candidates(focus.state, option):
        model = focus.state.models.get(candidate.value) if isinstance(candidate.value, str) else None
        if model is not None and model.on_table:
            out += _target_marks(focus, option, candidate, model)
    return tuple(out)


def _attack(focus: Focus) -> Option | None:
    """The option whose targets to show: the chosen one, else the first open one that rolls dice at a model."""
    if focus.option is not None:
        return None
    if focus.decision is None or focus.model is None:
        return None
    return next((o for o in focus.decision.options if o.by == focus.model.id and o.verdict.ok and o.dice
                 and _to_model(o) and not _walks(o)), None)


def _target_marks(focus: Focus, option: Option, candidate: Candidate, model: Model) -> list[Mark]:
    if not candidate.verdict.ok:
        return []
    preview = focus.ruleset.preview(
        focus.state, Command(do=option.do, by=option.by, fields={**option.fixed, "at": candidate.value}))
    words = option.title
    if preview and preview.chance is not None:
        words = joined(" ", (words, percent(preview.chance)))
    return [Mark(kind="model", ref=model.id, role="act", text=words)]


def side_view(focus: Focus) -> Marks:
    """The line that the strip with the side view is about; an order at a model draws its own."""
    model, base, option = focus.model, focus.base, focus.option
    if model is None or base is None or (option is not None and _to_model(option)):
        return ()
    target = focus.looked_at or min((m for m in focus.state.enemies(model.side) if m.on_table), default=None,
                                    key=lambda m: math.dist(m.base.at, base.at))
    if target is None or target.base.at == base.at:
        return ()
    seen = sight_of(focus.state, focus.ruleset, model, base, target)
    return (Mark(kind="line", points=seen.line, role="info"),) if seen.clear else blocked_marks(seen)


def sight_of(state: GameState, ruleset: RuleSet, viewer: Model, base: Base, target: Model) -> Sight:
    """What the rule set says to a look at a model: from where the viewer stands, or from `base`, where it would."""
    if base == viewer.base:
        return ruleset.case_words.look(state, viewer.id, target.id)
    return look(state.scene, base, target.base, mode=ruleset.sight_mode)


OVERLAYS: tuple[Overlay, ...] = (
    Overlay("reach", pygame.K_r, "R", "l:move", "Reach", reach, heavy=True),
    Overlay("targets", pygame.K_t, "T", "l:crosshair", "Targets", targets),
    Overlay("arcs", pygame.K_a, "A", "l:pie-chart", "Arcs", arcs, follows=True),
    Overlay("sight", pygame.K_v, "V", "l:eye", "Sight", sight, follows=True),
    Overlay("ranges", pygame.K_g, "G", "l:radio", "Ranges", ranges, follows=True),
    Overlay("cover", pygame.K_k, "K", "l:shield", "Cover", cover, follows=True),
    Overlay("threat", pygame.K_h, "H", "l:flame", "Threat map", threat, heavy=True, depth=1),
    Overlay("coherency", pygame.K_c, "C", "l:link", "Coherency", coherency, follows=True),
    Overlay(SIDE_VIEW, pygame.K_x, "X", "l:trending-up", "Side view of the sight line", side_view, follows=True),
    Overlay("grid", pygame.K_i, "I", "l:grid-3x3", "Inch grid", grid, depth=0),
)
DEFAULT = frozenset({"reach", "targets", "arcs"})
DEFAULT_BY_UNIT = frozenset({"coherency"})
"""Shown at first where units are ordered as one: links instead of arcs."""


def overlays_for(ruleset: RuleSet) -> tuple[Overlay, ...]:
    """The overlays that say anything for a rule set."""
    idle = {"arcs"} if not ruleset.has_facing else set()
    if ruleset.acts_by == "unit":
        idle.add("targets")  # a unit's targets are asked for when it has moved
    return tuple(o for o in OVERLAYS if o.id not in idle)


def overlays_of(stage: Stage) -> tuple[Overlay, ...]:
    """The overlays that a screen offers: its own, or those of its rule set."""
    return stage.offered or overlays_for(stage.ruleset)


def at_first(ruleset: RuleSet) -> frozenset[str]:
    """The overlays that are on when a battle begins."""
    return DEFAULT_BY_UNIT if ruleset.acts_by == "unit" else DEFAULT


def by_id(name: str) -> Overlay:
    return next(o for o in OVERLAYS if o.id == name)


def end_base(model: Model, at: tuple[float, float], facing: float | None) -> Base:
    """The model's base where it would end."""
    return replace(model.base, x=at[0], y=at[1], facing=model.facing if facing is None else facing)
