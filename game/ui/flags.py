"""Unit flags over bases that are too small on screen for an icon: who it is, how many are left, what befell them."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import TypeAlias

import pygame

from game.table.model import Model
from game.table.unit import Unit
from game.ui import theme
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
Kept: TypeAlias = tuple[list[Model], Label, pygame.Surface]
"""A flag's unit as it stood, its label and its picture."""


class UnitFlags:
    """The flags of all units; those that nothing has happened to are kept from frame to frame."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._kept: dict[str, Kept] = {}

    def labels(
        self, stage: Stage, camera: Camera, moved: Mapping[str, tuple[Point, float]], *, still: bool = False
    ) -> list[tuple[Label, pygame.Surface]]:
        """A flag for each unit whose bases are small at this zoom, or of every one where units act as one, to be placed
        with the other labels. `moved` are the models in motion; while all is `still` but for what is in the hand, the
        flags of the others stay as they are."""
        key = (0 if still else stage.version, stage.intents.version, stage.selected, camera.pose, tuple(camera.view),
               stage.scale.factor, theme.palette().name)
        if key != self._key:
            found = ((unit, _flag(stage, camera, unit)) for unit in stage.state.units)
            self._key, self._kept = key, {unit: flag for unit, flag in found if flag is not None}
        elif still:
            for unit in [u for u, (members, _, _) in self._kept.items() if _changed(stage, members)]:
                flag = _flag(stage, camera, unit)
                if flag is not None:
                    self._kept[unit] = flag
                else:
                    del self._kept[unit]
        if not moved:
            return [(label, image) for _, label, image in self._kept.values()]
        return [(_moved(label, members, camera, moved), image) for members, label, image in self._kept.values()]


def _changed(stage: Stage, members: list[Model]) -> bool:
    return any(stage.state.models.get(m.id) is not m for m in members)


def _moved(
    label: Label, members: list[Model], camera: Camera, moved: Mapping[str, tuple[Point, float]]
) -> Label:
    """The flag of a unit that may be on its way."""
    if not any(m.id in moved for m in members):
        return label
    return replace(label, about=flag_tip(members, camera, lambda m: moved[m.id][0] if m.id in moved else m.base.at))


def _flag(stage: Stage, camera: Camera, name: str) -> Kept | None:
    """The flag of a unit; None where it needs none or is out of sight."""
    unit = stage.state.units.get(name)
    members = [m for m in stage.state.members(name) if m.on_table] if unit is not None else []
    if unit is None or not members:
        return None
    if not stage.by_unit and min(m.radius for m in members) * camera.ppi >= SMALL * stage.scale.factor:
        return None
    image = markers.flag(_look(stage, unit, members))
    tip = flag_tip(members, camera, lambda m: m.base.at)
    if not camera.view.inflate(20, 20).collidepoint(tip):
        return None
    acting = stage.busy(unit.id) == "acting"
    return members, Label(("flag", unit.id), image.get_size(), tip, 4.0, 6 if acting else 5, "above"), image


def flag_tip(members: list[Model], camera: Camera, where: Callable[[Model], Point]) -> Point:
    """Where the flag's tail ends: over the member nearest to the middle of them all."""
    spots = [(camera.px(where(m)), m.radius * camera.ppi) for m in members]
    middle = (sum(p[0] for p, _ in spots) / len(spots), sum(p[1] for p, _ in spots) / len(spots))
    (x, y), radius = min(spots, key=lambda spot: math.dist(spot[0], middle))
    return x, y - radius - 1


def tail(label: Label, box: pygame.Rect, unit: float) -> Blit | None:
    """The line from a flag that had to stand aside to its models, as a sprite."""
    x, y = label.about
    start = (min(box.right - 6.0, max(box.left + 6.0, x)), min(float(box.bottom), max(float(box.top), y)))
    if math.dist(start, label.about) < FAR * unit:
        return None
    image, at = _tail_sprite((round(label.about[0] - start[0]), round(label.about[1] - start[1])), unit)
    return image, (round(start[0]) + at[0], round(start[1]) + at[1])


@functools.lru_cache(512)
def _tail_sprite(course: tuple[int, int], unit: float) -> Blit:
    """A line from (0, 0) along `course`, and where its corner lies from there."""
    x, y = course
    area = pygame.Rect(min(0, x) - 4, min(0, y) - 4, abs(x) + 8, abs(y) + 8)
    image = pygame.Surface(area.size, pygame.SRCALPHA)
    markers.tail_line(image, (-area.x, -area.y), (x - area.x, y - area.y), unit)
    return image, area.topleft


def _look(stage: Stage, unit: Unit, members: list[Model]) -> Flag:
    states = list(dict.fromkeys(s for m in members for s in stage.states(m)))[:SHOWN_STATES]
    chosen = stage.intents.doer == unit.id or stage.intents.doer in unit.models or stage.selected in unit.models
    left, full = stage.ruleset.strength(stage.state, unit.id)
    return Flag(
        letter(unit.side), known_icon(members[0].icon), left, full,
        tuple(state_look(stage.ruleset, s) for s in states),
        stage.busy(unit.id) == "done", chosen, False, stage.scale.factor,
    )
