"""Unit flags over bases that are too small on screen for an icon: who it is, how many are left, what befell them."""
from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.table.model import Model
from game.table.unit import Unit
from game.ui.camera import Camera
from game.ui.draw import markers
from game.ui.draw.markers import Flag
from game.ui.draw.placing import Label
from game.ui.draw.token_parts import SMALL
from game.ui.sprites import Blit
from game.ui.stage import Stage, known_icon, letter, state_look
from game.units import Point

FAR = 26
"""px between a flag and its models from which on a line joins them."""
SHOWN_STATES = 2


def unit_flags(
    stage: Stage, camera: Camera, where: Callable[[Model], Point]
) -> list[tuple[Label, pygame.Surface]]:
    """A flag for each unit whose bases are small at this zoom, to be placed with the other labels."""
    out = []
    for unit in stage.state.units.values():
        members = [m for m in stage.state.members(unit.id) if m.on_table]
        if not members or min(m.radius for m in members) * camera.ppi >= SMALL * stage.scale.factor:
            continue
        image = markers.flag(_look(stage, unit, members))
        tip = flag_tip(members, camera, where)
        acting = stage.ruleset.busy(stage.state, unit.id) == "acting"
        label = Label(("flag", unit.id), image.get_size(), tip, 4.0, 6 if acting else 5, "above")
        out.append((label, image))
    return out


def flag_tip(members: list[Model], camera: Camera, where: Callable[[Model], Point]) -> Point:
    """Where the flag's tail ends: over the member nearest to the middle of them all."""
    spots = [(camera.px(where(m)), m.radius * camera.ppi) for m in members]
    middle = (sum(p[0] for p, _ in spots) / len(spots), sum(p[1] for p, _ in spots) / len(spots))
    (x, y), radius = min(spots, key=lambda spot: math.dist(spot[0], middle))
    return x, y - radius - 1


def tail(label: Label, box: pygame.Rect, unit: float) -> Blit | None:
    """The line from a flag that had to stand aside to its models, as a sprite."""
    start = (float(box.centerx), float(box.bottom if box.centery < label.about[1] else box.top))
    if math.dist(start, label.about) < FAR * unit:
        return None
    area = pygame.Rect(min(start[0], label.about[0]) - 4, min(start[1], label.about[1]) - 4,
                       abs(start[0] - label.about[0]) + 8, abs(start[1] - label.about[1]) + 8)
    image = pygame.Surface(area.size, pygame.SRCALPHA)
    a = (start[0] - area.x, start[1] - area.y)
    markers.tail_line(image, a, (label.about[0] - area.x, label.about[1] - area.y), unit)
    return image, area.topleft


def _look(stage: Stage, unit: Unit, members: list[Model]) -> Flag:
    states = list(dict.fromkeys(s for m in members for s in stage.states(m)))[:SHOWN_STATES]
    chosen = stage.intents.doer == unit.id or stage.intents.doer in unit.models or stage.selected in unit.models
    return Flag(
        letter(unit.side), known_icon(members[0].icon), len(members), len(unit.models),
        tuple(state_look(stage.ruleset, s) for s in states),
        stage.ruleset.busy(stage.state, unit.id) == "done", chosen, False, stage.scale.factor,
    )
