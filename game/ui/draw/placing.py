"""Where labels go so that none covers another: the important first, the rest beside them or not at all."""
from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from game.ui.draw.shapes import Point, towards

Spot: TypeAlias = Literal["above", "below", "right", "left", "on"]
DIRECTIONS: dict[Spot, tuple[float, ...]] = {
    "above": (0, 45, 315, 90, 270, 180, 135, 225),
    "below": (180, 135, 225, 90, 270, 0, 45, 315),
    "right": (90, 45, 135, 0, 180, 270, 315, 225),
    "left": (270, 315, 225, 0, 180, 90, 45, 135),
    "on": (0, 90, 180, 270, 45, 135, 225, 315),
}
STEPS = 9


@dataclass(frozen=True)
class Label:
    """A label to place: its size, the point it speaks of and how far from it it stays.

    Higher `priority` is placed first. `spot` is where it would rather stand. `pinned` ones are always shown, at
    their spot if nothing else is free.
    """

    key: Hashable
    size: tuple[int, int]
    about: Point
    clear: float = 6.0
    priority: int = 0
    spot: Spot = "above"
    pinned: bool = False


def place(
    labels: Iterable[Label], area: pygame.Rect, taken: Sequence[pygame.Rect] = (), margin: int = 2
) -> dict[Hashable, pygame.Rect]:
    """A box for each label inside `area`, no two closer than `margin`, none on a box of `taken`.

    A label with no free place within reach is left out (it waits for the pointer), unless it is pinned: then it may
    cover what is `taken`, and at the last another label. Empty for no labels.
    """
    out: dict[Hashable, pygame.Rect] = {}
    placed: list[pygame.Rect] = []
    blocked = [r.inflate(2 * margin, 2 * margin) for r in taken]
    for label in sorted(labels, key=lambda item: (-item.priority, not item.pinned)):
        box = _first_free(label, area, placed + blocked)
        if box is None and label.pinned:
            box = _first_free(label, area, placed) or next(_boxes(label, area))
        if box is not None:
            out[label.key] = box
            placed.append(box.inflate(2 * margin, 2 * margin))
    return out


def _first_free(label: Label, area: pygame.Rect, blocked: list[pygame.Rect]) -> pygame.Rect | None:
    return next((box for box in _boxes(label, area) if box.collidelist(blocked) < 0), None)


def _boxes(label: Label, area: pygame.Rect) -> Iterator[pygame.Rect]:
    """The places to try, the dearest first: each direction near, then further and further out."""
    if label.spot == "on":
        yield _beside(label, 0, None).clamp(area)
    pitch = max(8.0, label.size[1] * 0.7)
    for step in range(STEPS):
        yield from (_beside(label, step * pitch, way).clamp(area) for way in DIRECTIONS[label.spot])


def _beside(label: Label, further: float, way: float | None) -> pygame.Rect:
    box = pygame.Rect((0, 0), label.size)
    if way is None:
        box.center = round(label.about[0]), round(label.about[1])
        return box
    x, y = towards((0.0, 0.0), way, 1.0)
    reach = label.clear + further
    box.center = (
        round(label.about[0] + x * reach + _sign(x) * label.size[0] / 2),
        round(label.about[1] + y * reach + _sign(y) * label.size[1] / 2),
    )
    return box


def _sign(value: float) -> int:
    return 0 if abs(value) < 1e-9 else 1 if value > 0 else -1
