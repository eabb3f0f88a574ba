"""The Lab's own overlays: as in a battle, but of whoever looks, with any budget, and whoever's turn it is."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pygame
from msgspec.structs import replace

from game.engine.verdict import Mark
from game.geometry.reach import Reach
from game.table.model import Model
from game.ui.lab.desk import Desk
from game.ui.overlays.areas import rings_mark
from game.ui.overlays.registry import OVERLAYS, THREAT_STEP, Focus, Marks, Overlay
from game.words import say

ASK_TERRAIN = ("sight", "cover")
COARSE = 2.5
"""Inches between the places of a map whose fine one takes long."""
WEAK = 0.005
"""Harm below this is not worth a line."""


def overlays_of_lab(desk: Desk) -> tuple[Overlay, ...]:
    """The battle's overlays, those that ask the decision replaced, and three of the Lab's own."""
    ruleset = desk.lab.ruleset
    own = (
        Overlay("reach", pygame.K_r, "R", "l:move", "Reach for any budget ([ and ] change it)", _reach(desk),
                heavy=True),
        Overlay("threat by", pygame.K_j, "J", "l:skull", "Who can hurt the viewer where it stands", _who_hurts(desk),
                heavy=True),
        Overlay("harm to", pygame.K_b, "B", "l:flame", "Harm to the target in points, over every place of the viewer",
                _harm_to(desk), heavy=True, depth=1),
    )
    dropped = {"targets", "side view", "reach", *(() if ruleset.has_facing else ("arcs",))}
    kept = [replace_title(o) for o in OVERLAYS if o.id not in dropped]
    return (*own[:1], *kept[:-1], *own[1:], kept[-1])


def while_held(offered: tuple[Overlay, ...]) -> tuple[Overlay, ...]:
    """The same overlays while something is in the hand: those that ask the terrain come when they are there."""
    return tuple(dataclasses.replace(o, heavy=True, follows=False) if o.id in ASK_TERRAIN else o for o in offered)


def replace_title(overlay: Overlay) -> Overlay:
    """A battle's overlay under the title that fits here."""
    titles = {"threat": say("Threat map: harm that others could do to the viewer")}
    if overlay.id not in titles:
        return overlay
    return Overlay(overlay.id, overlay.key, overlay.letter, overlay.icon, titles[overlay.id], overlay.marks,
                   overlay.heavy, overlay.follows, overlay.depth)


def _reach(desk: Desk) -> Callable[[Focus], Marks]:
    def marks(focus: Focus) -> Marks:
        model = focus.model
        if model is None or not model.on_table:
            return ()
        others = [m.base for m in focus.state.on_table() if m.id != model.id]
        found = Reach(focus.state.scene, model.base, desk.budget, blocked_by=others)
        rings = found.outline()
        if not rings:
            return ()
        return rings_mark(rings, "void"), rings_mark(rings, "ok", say("REACH {budget:g}″", budget=desk.budget))
    return marks


def _who_hurts(desk: Desk) -> Callable[[Focus], Marks]:
    """A line from each enemy that could hurt the viewer where it stands, with the harm to expect."""
    def marks(focus: Focus) -> Marks:
        model = focus.model
        if model is None or not model.on_table:
            return ()
        point, out = np.array([model.base.at]), []
        for enemy in focus.state.enemies(model.side):
            harm = float(focus.ruleset.harm_at(focus.state, model, point, enemy.id)[0])
            if harm > WEAK:
                out.append(Mark(kind="link", points=(enemy.base.at, model.base.at), role="harm",
                                text=f"{harm:.1f} {focus.ruleset.hurts}"))
        return tuple(out)
    return marks


def _harm_to(desk: Desk) -> Callable[[Focus], Marks]:
    """Expected harm that the viewer could do to the target by its best attack, from each place of the table."""
    def marks(focus: Focus) -> Marks:
        state, target = focus.state, focus.state.models.get(desk.target)
        model = focus.model
        if model is None or target is None or not (model.on_table and target.on_table):
            return ()
        return harm_map(focus, model, target, COARSE if state.table.width * state.table.height > 1600 else THREAT_STEP)
    return marks


def harm_map(focus: Focus, model: Model, target: Model, step: float) -> Marks:
    """A heat map of the harm to one target, in points' worth; nobody else of its side is on the table while it is
    asked."""
    state = focus.state
    kept = {m.id for m in state.models.values() if m.side == model.side or m.unit == target.unit}
    alone = {m.id: m if m.id in kept else replace(m, in_play=False) for m in state.models.values()}
    bare = replace(state, models=alone)
    table = state.table
    xs, ys = np.arange(step / 2, table.width, step), np.arange(step / 2, table.height, step)
    points = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2)
    values = focus.ruleset.harm_from(bare, model, points)
    return (Mark(kind="heat", points=tuple(map(tuple, points.tolist())), values=tuple(map(float, values)), radius=step,
                 role="harm"),)
