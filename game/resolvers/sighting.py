"""Sight from base to base, remembered, and how a blocked line is shown."""
from __future__ import annotations

import functools
from typing import Literal

from game.engine.verdict import Mark
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.sight import Sight, look


@functools.lru_cache(8192)
def look_at_base(scene: Scene, viewer: Base, target: Base, mode: Literal["any", "centre"] = "centre") -> Sight:
    """The look from base to base, remembered: each weapon, each preview and each order ask for the same one."""
    return look(scene, viewer, target, mode=mode)


def blocked_marks(sight: Sight) -> tuple[Mark, ...]:
    """A sight line as far as it goes, the cross where it stops, and the pieces that stop it."""
    line, stop = sight.line, sight.stop
    marks = [Mark(kind="line", points=line if stop is None else (line[0], stop, line[1]), role="bad")]
    if stop is not None:
        marks.append(Mark(kind="cross", points=(stop,), role="bad"))
    return (*marks, *(Mark(kind="piece", ref=piece, role="bad") for piece in sight.blocked_by))
